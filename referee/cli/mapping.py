"""``referee map`` and ``look``: the board as a seat sees it."""

from __future__ import annotations

from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING

import click

from referee.cli.exit_status import REFUSED
from referee.cli.options import PATH, charter_option, lower
from referee.cli.output import error, say, tell, write_new
from referee.cli.playing import verified
from referee.kit.lines import TRAVELS

#: columns of a board in letters where there is no terminal
WIDTH = 100

if TYPE_CHECKING:
    from referee.kit.board import Board, Counter, Space


def seat_option(command: click.decorators.FC) -> click.decorators.FC:
    """``--seat``: whose board, with a folder."""
    return click.option("--seat", callback=lower, help="Whose board, for the host.")(command)


@click.command(epilog="Example: referee map reports/0003.txt --out board.svg")
@click.argument("source", type=PATH, metavar="REPORT|FOLDER")
@seat_option
@charter_option
@click.option("--out", type=PATH, help="Draw it into this new SVG file, for a browser.")
@click.option("--text", is_flag=True, help="Tell it in words; the default without --out.")
def map(
    source: Path, seat: str | None, charter_file: Path | None, out: Path | None, text: bool
) -> None:
    """Draw the board as your seat sees it, or tell it in words.

    Players give their newest report, the host FOLDER and --seat.  The picture is made of the report
    alone, so it shows nothing that the report does not.
    """
    board = _board(source, seat, charter_file)
    if out is not None:
        from referee.picture.svg import picture

        write_new(out, picture(board).encode(), "choose another name with --out")
        tell(out)
    if text or out is None:
        _tell(board)


def _tell(board: Board) -> None:
    """The board in letters, then in words."""
    from referee.picture.grid import drawn, legend
    from referee.picture.listing import told

    width = max(TRAVELS, get_terminal_size((WIDTH, 40)).columns)
    tell("\n".join([*drawn(board, width), *legend(board), "", *told(board)]))


@click.command(epilog="Example: referee look massilia --report reports/0003.txt")
@click.argument("place")
@click.option("--report", "report_file", type=PATH, help="Your newest report.")
@click.option("--game", "folder", type=PATH, help="The game folder, if you are the host.")
@seat_option
@charter_option
def look(
    place: str,
    report_file: Path | None,
    folder: Path | None,
    seat: str | None,
    charter_file: Path | None,
) -> int:
    """Tell of one PLACE: what is there, where its links lead and what may pass, how far others are.
    In games whose pieces have ratings, PLACE can be a piece: its ratings, and where it is.

    Players give their newest report with --report, the host --game and --seat.
    """
    from referee.picture.listing import look as looked
    from referee.picture.listing import piece

    source = report_file or folder
    if source is None or (report_file and folder):
        raise click.UsageError("give --report, or --game and --seat")
    board = _board(source, seat, charter_file)
    found = _spaces(board, place)
    if not found and (counter := _counter(board, place)):
        tell("\n".join(piece(board, counter)))
        return 0
    if len(found) != 1:
        _say_which(board, place, found)
        return REFUSED
    tell("\n".join(looked(board, found[0])))
    return 0


def _board(source: Path, seat: str | None, charter_file: Path | None) -> Board:
    """The board of a report, or of a seat's newest report in a folder."""
    from referee import views
    from referee.ruleset import of_game

    path = _newest(source, seat) if source.is_dir() else source
    sheet, charter = verified(path, charter_file)
    ruleset = of_game(charter.offer)
    if ruleset.picture is None:
        raise click.ClickException(f"{ruleset.title} has no board")
    return ruleset.picture(views.view(sheet), views.events(sheet))


def _newest(folder: Path, seat: str | None) -> Path:
    """The newest report of a seat in a host's folder, or the newest one in a player's."""
    place = folder / "reports" / (seat or "")
    found = sorted(place.glob("[0-9]*.txt"))
    if not found:
        hint = "" if seat else "; the host names the seat with --seat, and a player a report"
        raise click.ClickException(f"there are no reports in {place}{hint}")
    return found[-1]


def _spaces(board: Board, text: str) -> list[Space]:
    """The places whose name is this, or begins with it."""
    from referee.files.folding import plain

    wanted = plain(text)
    whole = [space for space in board.spaces if wanted in (plain(space.name), plain(space.id))]
    return whole or [space for space in board.spaces if plain(space.name).startswith(wanted)]


def _counter(board: Board, text: str) -> Counter | None:
    """The piece of this name."""
    from referee.files.folding import plain

    return next((one for one in board.counters if plain(one.name) == plain(text)), None)


def _say_which(board: Board, text: str, found: list[Space]) -> None:
    from difflib import get_close_matches

    if found:
        error(f"{text!r} may be {' or '.join(space.name for space in found[:6])}")
        return
    told = [space.name for space in board.spaces] + [one.name for one in board.counters]
    names = {name.lower(): name for name in told}
    close = get_close_matches(text.lower(), names, 3)
    what = "place or piece" if board.counters else "place"
    error(f"there is no {what} {text!r}")
    if close:
        say(f"hint: did you mean {' or '.join(repr(names[one]) for one in close)}?")
