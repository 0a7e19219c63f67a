"""The command line: its commands, and what it makes of errors.

Commands are imported when they are called, so that each starts quickly.
"""

from __future__ import annotations

import importlib
import io
import re
from collections.abc import Sequence

import click

from referee import __version__
from referee.cli.exit_status import DONE, FAILED, UNHEARD, USAGE, WAITING
from referee.cli.streams import Stream, standing

#: command -> (module of referee.cli, what `referee --help` says of it)
COMMANDS = {
    "rulesets": ("rulesets", "List the games, or show one."),
    "keygen": ("keygen", "Make a key pair to sign with."),
    "new": ("joining", "Open a game: make its folder and an offer."),
    "join": ("joining", "Take a seat in a game that is offered."),
    "admit": ("joining", "Admit players; the last one starts the game."),
    "status": ("status", "Say where a game stands and who owes orders."),
    "orders": ("playing", "Print a template for the orders that are due."),
    "answer": ("asking_player", "Ask for your orders one by one, and write the file."),
    "check": ("playing", "Check orders before you mail them."),
    "sign": ("signing", "Complete and sign an order file."),
    "standing": ("standing_orders", "Try standing orders; list their words."),
    "canon": ("playing", "Print the bytes that an order file's signature covers."),
    "apply": ("hosting", "Take in order files and play until someone must be asked."),
    "take": ("taking", "Take in all mail for your games, and fill their outboxes."),
    "report": ("hosting", "Print the report of a seat."),
    "map": ("mapping", "Draw the board as your seat sees it, or tell it in words."),
    "look": ("mapping", "Tell of one place: what is there, and where its links lead."),
    "what-if": ("supposing", "Tell the chances of a battle, from what you know and suppose."),
    "story": ("storytelling", "Tell a game from its reports, turn by turn."),
    "verify": ("verifying", "Check reports: signature, text, links, heads and dice."),
    "compare": ("comparing", "Check that reports tell the same public story."),
    "audit": ("auditing", "Check a whole game: each file, run, draw and report."),
    "reveal": ("auditing", "Publish a finished game for anyone to audit."),
    "upgrade": ("upgrading", "Continue a game with the installed rules."),
    "selfplay": ("selfplaying", "Play random games by the rules."),
    "help": ("manual", "Print a page of the manual, or list its topics."),
}

PAGES = "'referee help' lists the pages of the manual; 'referee help COMMAND' explains a command."


class Commands(click.Group):
    """A group that imports a command when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Command names in the order in which a game needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now; None if there is no such command."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"referee.cli.{COMMANDS[cmd_name][0]}")
        command: click.Command = getattr(module, cmd_name.replace("-", "_"))
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; raises UsageError, with a hint, for a misspelt one."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            close = get_close_matches(args[0], COMMANDS, 1)
            known = f" Commands: {', '.join(COMMANDS)}."
            hint = f" Did you mean {close[0]!r}?" if close else known
            raise click.UsageError(f"No such command {args[0]!r}.{hint}", ctx)
        return super().resolve_command(ctx, args)


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
    epilog="Example: referee check my-orders.yaml --report reports/0003.txt\n\n" + PAGES,
)
@click.version_option(__version__, prog_name="referee")
def referee() -> None:
    """Referee for board wargames played by e-mail."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit status (referee(1), EXIT STATUS)."""
    with standing() as streams:
        status = _run(arguments)
        for stream in streams:
            stream.flush()
        return _heard(streams, status)


def _heard(streams: Sequence[Stream], status: int) -> int:
    """The exit status, now that it is known whether all output was written."""
    lost = [stream for stream in streams if stream.lost]
    for stream in lost:
        from referee.cli.output import error

        assert stream.trouble is not None
        reason = stream.trouble.strerror or stream.trouble
        hint = f"the command did its work; its own exit status is {status}"
        error(f"{stream.name} cannot be written: {reason}", hint)
    return UNHEARD if lost and status in (DONE, WAITING) else status


def _run(arguments: Sequence[str] | None) -> int:
    try:
        status = referee.main(
            None if arguments is None else list(arguments),
            prog_name="referee",
            standalone_mode=False,
        )
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.Abort:
        from referee.cli.output import say

        say("stopped")
        return 130
    except click.ClickException as trouble:
        from referee.cli.output import err, say_hint
        from referee.cli.usage import hint_of

        told = io.StringIO()
        trouble.show(told)
        # All errors are told in one form; click begins its own with "Error: ".
        err(re.sub(r"(?m)^Error: ", "referee: error: ", told.getvalue(), count=1), end="")
        say_hint(hint_of(trouble))
        return USAGE
    except Exception as trouble:
        return _other(trouble)
    return status if isinstance(status, int) else 0


def _other(trouble: Exception) -> int:
    """Expected troubles end with their message; any other is a fault of the program."""
    import traceback

    from referee.cli.output import err, error, explain

    if (status := explain(trouble)) is not None:
        return status
    error("this is a fault in the program; please report it:")
    err("".join(traceback.format_exception(trouble)))
    return FAILED
