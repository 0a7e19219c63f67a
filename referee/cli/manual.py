"""``referee help``: the manual, where there is no ``man``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.exit_status import DONE, REFUSED, USAGE
from referee.cli.options import PATH
from referee.cli.output import error, say, tell
from referee.cli.streams import Stream

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from referee.manual.page import Page

#: the topic that takes the name of a game
ORDERS = "orders"


def _topics(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """Topics with this beginning, for the shell."""
    from click.shell_completion import CompletionItem

    from referee.cli.main import COMMANDS
    from referee.manual.topics import about, pages, topic

    found = {name: text for name, (_, text) in COMMANDS.items()}
    found |= {topic(name): about(path) for name, path in pages().items()}
    return [CompletionItem(n, help=t) for n, t in sorted(found.items()) if n.startswith(begun)]


def _games(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """Games with this beginning, where a game is wanted."""
    from click.shell_completion import CompletionItem

    from referee.ruleset import names

    wanted = ctx.params.get("topic") == ORDERS
    return [CompletionItem(name) for name in names() if wanted and name.startswith(begun)]


@click.command(epilog="Example: referee help julius-caesar")
@click.argument("topic", required=False, shell_complete=_topics)
@click.argument("game", required=False, shell_complete=_games)
@click.option("--html", "folder", type=PATH, metavar="DIR", help="Write all pages to DIR as HTML.")
def help(topic: str | None, game: str | None, folder: Path | None) -> int:
    """Print a page of the manual; without TOPIC, list the topics.

    TOPIC is a page or a command. 'help orders GAME' lists the order words of a game.
    """
    from referee.manual.plain_text import as_text
    from referee.manual.topics import NoPages, NoTopic

    if isinstance(sys.stdout, Stream):
        sys.stdout.may_end = True  # a pager may be closed early
    if (game and topic != ORDERS) or (folder and topic):
        raise click.UsageError("give TOPIC, or 'orders' and a game, or --html DIR")
    try:
        if folder:
            return _write(folder)
        if topic is None:
            _list()
        else:
            _print(as_text(_order_words(game) if game else _page(topic)))
    except NoTopic as trouble:
        error(str(trouble), _hint(topic or "", trouble.close))
        return USAGE
    except NoPages as trouble:
        error(str(trouble), "install the program with pip, or run it in a checkout")
        return REFUSED
    return DONE


def _hint(topic: str, close: Sequence[str]) -> str:
    """Where to look for what is no topic: in every game in which it is an order word."""
    from referee.ruleset import load, names

    games = [
        f"'referee help orders {game}'"
        for game in names()
        if any(topic in request.words for request in load(game).rules.requests.values())
    ]
    if games:
        return f"it is an order word: {' or '.join(games)} explains it"
    if close:
        return f"did you mean {' or '.join(map(repr, close))}?"
    return "'referee help' lists all topics"


def _list() -> None:
    """Every topic, each in a sentence."""
    from referee.kit.lines import wrapped
    from referee.manual.topics import about, pages, topic
    from referee.ruleset import names

    tell("Print a page with 'referee help TOPIC':\n")
    rows = [(topic(name), about(path)) for name, path in pages().items()]
    width = max(len(name) for name, _ in rows) + 2
    for name, text in rows:
        tell(click.wrap_text(text, 80, f"  {name.ljust(width)}", " " * (width + 2)))
    tell("\n'referee help COMMAND' explains a command; 'referee --help' lists them.")
    tell("'referee help orders GAME' lists the order words of a game with examples. Games:")
    tell("\n".join(wrapped(", ".join(names()), 78, "  ", "  ")))
    tell("'referee help --html DIR' writes all pages for a browser.")


def _page(name: str) -> Page:
    """A page, or what referee(1) says of a command that has none; raises NoTopic."""
    from referee.cli.main import COMMANDS
    from referee.manual.topics import MAIN, find, named, pages, part, read

    if name in COMMANDS and named(name) is None:
        return part(read(pages()[MAIN]), name)
    page = read(find(name, list(COMMANDS)))
    if name in COMMANDS:
        say(f"this is the page {page.title}; 'referee {name} --help' explains the command")
    return page


def _print(text: str) -> None:
    """Print a page, through a pager at a terminal."""
    from referee.files.characters import shown

    if sys.stdout.isatty() and sys.stdin is not None and sys.stdin.isatty():
        click.echo_via_pager(shown(text.removesuffix("\n")))  # which adds one
    else:
        tell(text, end="")


def _order_words(game: str) -> Page:
    """The order words of a game; raises NoRuleset."""
    from referee.manual.order_words import order_words
    from referee.ruleset import load

    return order_words(load(game))


def _write(folder: Path) -> int:
    """Write all pages as HTML, over older ones, and print the path of the index."""
    from referee.cli.output import write_file
    from referee.manual.folder import html_files
    from referee.manual.html import INDEX
    from referee.manual.topics import pages, read
    from referee.ruleset import names

    made = html_files([*map(read, pages().values()), *map(_order_words, names())])
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in made.items():
        write_file(folder / name, text.encode())
    tell(folder / INDEX)
    return DONE
