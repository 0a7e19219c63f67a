"""Options that several commands share."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from referee.cli.exit_status import REFUSED
from referee.cli.output import print_faults, read_file, read_passphrase, say

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from referee.charter.paper_shapes import Tree
    from referee.charter.papers import Charter

F = TypeVar("F", bound=Callable[..., Any])


class FileName(click.Path):
    """A path without line ends.  Mail brings files of any name, and when one is printed, whatever
    follows a line end would look like a line of ours."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path; click's usage error if its name has a line end."""
        if len(str(value).splitlines()) > 1 or str(value).endswith(("\n", "\r")):
            self.fail("the file name contains a line end; rename the file", param, ctx)
        return super().convert(value, param, ctx)


PATH = FileName(path_type=Path)
#: how many folders above a report are searched for its charter
ABOVE = 3


def test_seed(command: F) -> F:
    """``--test-seed``: secrets from a number, for tests and samples."""
    text = "Make all secrets from this number. For tests and samples only: the game is insecure."
    return click.option("--test-seed", type=int, metavar="N", help=text)(command)


def as_json(command: F) -> F:
    """``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")(
        command
    )


def passphrase_file(command: F) -> F:
    """``--passphrase-file``."""
    return click.option(
        "--passphrase-file", type=PATH, metavar="FILE", help="Read the key's passphrase from FILE."
    )(command)


def lower(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """A seat as files spell it, however it was typed."""
    return value and value.lower()


def charter_option(command: F) -> F:
    """``--charter``."""
    text = "The game's charter, unless it lies in a folder above the report."
    return click.option("--charter", "charter_file", type=PATH, metavar="FILE", help=text)(command)


def orders_option(command: F) -> F:
    """``--orders``, for the rules of standing orders."""
    text = "The signed file with the rules, if it is not beside the report."
    return click.option("--orders", type=PATH, help=text)(command)


class NoPassphrase(click.ClickException):
    """A key has a passphrase, and nobody is there to ask for it."""


def asker(file: Path | None) -> Callable[[], bytes]:
    """Gets a key's passphrase when it is needed: from the file, or by asking at the terminal."""

    def ask() -> bytes:
        if file is not None:
            return read_passphrase(file)
        if sys.stdin is None or not sys.stdin.isatty():
            raise NoPassphrase("the key has a passphrase; give it with --passphrase-file")
        text: str = click.prompt("passphrase of the key", hide_input=True, err=True)
        return text.encode()

    return ask


def unlocking(path: Path, file: Path | None) -> Callable[[], Ed25519PrivateKey]:
    """Gets the private key in a file when it is needed; only for a passphrase is anyone asked."""
    from referee.proof.keys import load_private

    return partial(load_private, path, asker(file), lambda text: say(f"warning: {text}"))


def unlocked(path: Path, file: Path | None) -> Ed25519PrivateKey:
    """The private key in a file."""
    return unlocking(path, file)()


def find_charter(given: Path | None, report: Path) -> Charter:
    """The charter given, or the one found in a folder above the report, checked.

    Its rules need not be those installed: the report says which rules it was made with."""
    from referee.playable import check_playable

    return charter_at(given or above(report), check_playable)


def charter_at(path: Path, check: Callable[[Tree], None]) -> Charter:
    """The charter in a file, with its signatures checked, and its offer checked by `check`.

    Raises Exit, after printing why, if it is refused."""
    from referee.fault import Refused
    from referee.playable import good_charter

    raw = read_file(path)
    try:
        charter = good_charter(raw)
        check(charter.offer)
    except Refused as trouble:
        print_faults(str(path), trouble.faults)
        raise click.exceptions.Exit(REFUSED) from None
    return charter


def charter_above(report: Path) -> Path | None:
    """The charter in the folder of a report or in one above it, None if there is none."""
    folder = report.absolute().parent
    places = [folder, *list(folder.parents)[: ABOVE - 1]]
    return next((p / "charter.yaml" for p in places if (p / "charter.yaml").is_file()), None)


def above(report: Path) -> Path:
    """The same; raises ClickException if it is not there, and first if there is no report."""
    if found := charter_above(report):
        return found
    read_file(report)
    raise click.ClickException(f"no charter.yaml above {report}; name it with --charter")


def order_places(report: Path, charter: Path | None, orders: Path | None) -> list[Path]:
    """Where the signed files of a report's seat may lie: the one that is named, or folders."""
    if orders:
        return [orders]
    folders = [report.parent, report.parent.parent, (charter or above(report)).parent]
    return list(dict.fromkeys(folders))


def warn_insecure() -> None:
    """Warn of what test secrets mean."""
    say("warning: test secrets: anyone can forge this game and its dice")


def warn_known(*lines: str) -> None:
    """Warn the same if one of these public keys is one whose private half everyone has."""
    from referee.proof.known_keys import is_test_key

    if any(map(is_test_key, lines)):
        say("WARNING: this is a key for tests: everyone has it")
        warn_insecure()
