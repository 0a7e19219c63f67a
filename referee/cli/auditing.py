"""``referee audit`` and ``reveal``: a whole game checked by the host, or by anyone at its end."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.exit_status import DONE, REFUSED
from referee.cli.options import PATH, as_json, passphrase_file, unlocking
from referee.cli.output import print_json, progress, say, tell

if TYPE_CHECKING:
    from referee.verify.audit.audit import Audit


@click.command(epilog="Example: referee audit rubicon.zip")
@click.argument("source", type=PATH, metavar="FOLDER|BUNDLE")
@passphrase_file
@as_json
def audit(source: Path, passphrase_file: Path | None, as_json: bool) -> int:
    """Replay a whole game from its charter and order files, and compare everything.

    Takes a game folder, at any stage, or the bundle that 'reveal' writes, and names the first place
    that is wrong.
    """
    from referee.verify.audit.audit import audit

    key = source / "secret" / "host-key"
    watched = _watched()
    found = audit(source, unlocking(key, passphrase_file), _show if watched else None)
    if watched:
        progress("")
    if as_json:
        print_json(_data(found))
    else:
        _print(source, found)
    return REFUSED if found.wrong else DONE


def _watched() -> bool:
    return sys.stderr.isatty()


def _show(done: int, total: int) -> None:
    """The progress of an audit, on one line of a terminal."""
    progress(f"referee: audit: {100 * done // max(total, 1)} %")


def _data(found: Audit) -> dict[str, object]:
    return {
        "good": found.wrong is None,
        "wrong": found.wrong and found.wrong._asdict(),
        "runs": found.runs,
        "files": found.files,
        "reports": found.reports,
        "legality": found.legality,
        "remarks": found.remarks,
    }


def _print(source: Path, found: Audit) -> None:
    from referee.kit.lines import several

    for told in filter(None, [*found.remarks, found.legality]):
        say(told)
    if found.wrong:
        tell(f"{source}: {found.wrong}")
        return
    counts = ((found.runs, "run"), (found.files, "order file"), (found.reports, "report"))
    parts = ", ".join(several(*count) for count in counts)
    tell(f"{source}: {parts}: all correct")


@click.command(epilog="Example: referee reveal rubicon --out rubicon.zip")
@click.argument("folder", type=PATH)
@click.option("--out", type=PATH, required=True, help="The bundle to write.")
@passphrase_file
def reveal(folder: Path, out: Path, passphrase_file: Path | None) -> None:
    """Write a finished game as one file, for anyone to audit.

    It shows everyone all orders, standing orders and notes of all players, and every hidden card or
    piece there ever was.  Refused until the game is over.
    """
    from referee.host.reveal import reveal

    key = folder / "secret" / "host-key"
    reveal(folder, out, unlocking(key, passphrase_file))
    tell(out)
    say(f"audit it before you publish it: referee audit {out}")
