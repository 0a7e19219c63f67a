"""``referee story``: a game as one text or one page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.options import PATH, charter_option, lower
from referee.cli.output import tell, write_new
from referee.cli.playing import verified

if TYPE_CHECKING:
    from referee.charter.papers import Charter
    from referee.engine.request import Data


@click.command(epilog="Example: referee story reports/ --html rubicon.html")
@click.argument("sources", type=PATH, nargs=-1, required=True, metavar="REPORT|FOLDER...")
@click.option("--seat", callback=lower, help="Whose eyes; 'guest' tells what everyone may know.")
@charter_option
@click.option("--html", type=PATH, help="Write it to this new page, with maps.")
@click.option("--out", type=PATH, help="Write the text to this new file instead of printing.")
def story(
    sources: tuple[Path, ...],
    seat: str | None,
    charter_file: Path | None,
    html: Path | None,
    out: Path | None,
) -> None:
    """Tell a game, turn by turn, from its reports.

    Players give their reports, or the folder with them: the story is what they have seen.  From a
    game folder it is what everyone may know, or with --seat what one seat has seen.
    """
    from referee.ruleset import of_game
    from referee.story.chapters import story as told_by
    from referee.story.prose import prose

    sheets, charter = _sheets(sources, seat, charter_file)
    told = told_by(sheets, charter.offer, of_game(charter.offer))
    if html is not None:
        from referee.story.web_page import page

        write_new(html, page(told).encode(), "choose another name with --html")
        tell(html)
    if out is not None:
        write_new(out, ("\n".join(prose(told)) + "\n").encode(), "choose another name with --out")
        tell(out)
    if html is None and out is None:
        tell("\n".join(prose(told)))


def _sheets(
    sources: Sequence[Path], seat: str | None, charter_file: Path | None
) -> tuple[list[Data], Charter]:
    """The sheets to tell, in order, each signed by the host; all of one game and one seat."""
    from referee import views
    from referee.engine.request import GUEST

    paths, public = _paths(sources, seat)
    both = [verified(path, charter_file) for path in paths]
    charter = both[0][1]
    sheets = sorted((sheet for sheet, _ in both), key=lambda sheet: int(sheet["number"]))
    if any(other.game != charter.game for _, other in both):
        raise click.ClickException("these reports are of several games")
    if public or seat == GUEST:
        return [views.guest_sheet(sheet) for sheet in sheets], charter
    if len({sheet["seat"] for sheet in sheets}) > 1:
        raise click.ClickException("these reports are of several seats; give --seat guest")
    return sheets, charter


def _paths(sources: Sequence[Path], seat: str | None) -> tuple[list[Path], bool]:
    """The report files, and whether only the public part may be told."""
    from referee.engine.request import GUEST

    found: list[Path] = []
    public = False
    for source in sources:
        if not source.is_dir():
            found.append(source)
            continue
        reports = source / "reports" if (source / "reports").is_dir() else source
        seats = sorted(path.name for path in reports.iterdir() if path.is_dir())
        public |= bool(seats) and seat in (None, GUEST)
        wanted = seat if seat in seats else seats[0] if seats else ""
        found += sorted((reports / wanted).glob("[0-9]*.txt"))
    if not found:
        raise click.ClickException(f"there are no reports in {', '.join(map(str, sources))}")
    return found, public
