"""``referee what-if``: the chances of a battle, from what a seat knows."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.exit_status import DONE, REFUSED
from referee.cli.options import PATH, as_json, charter_option
from referee.cli.output import error, print_faults, print_json, progress, tell
from referee.cli.playing import verified

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from referee.engine.odds import Odds, Piece
    from referee.engine.rules import Ruleset
    from referee.odds.reckoning import Progress

#: battles between two words about how far it is
STRIDE = 500


def _places(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """Places with this beginning, for the shell, if the report was named before."""
    from click.shell_completion import CompletionItem

    from referee.files.folding import plain
    from referee.ruleset import of_game

    report: Path | None = ctx.params.get("report")
    if report is None or not report.is_file():
        return []
    sheet, charter = verified(report, ctx.params.get("charter_file"))
    ruleset = of_game(charter.offer)
    if ruleset.odds is None:
        return []
    names = ruleset.rules.names(sheet["seat"])[ruleset.odds.places].values()
    return [CompletionItem(name) for name in names if plain(name).startswith(plain(begun))]


@click.command(
    "what-if",
    epilog="Example: referee what-if reports/0003.txt --at Massilia --theirs '2 unseen, Scipio II'",
)
@click.argument("report", type=PATH)
@charter_option
@click.option(
    "--at", "place", default="", metavar="PLACE", shell_complete=_places, help="Where it is fought."
)
@click.option("--mine", metavar="FORCE", help="Your pieces, unless those that are there.")
@click.option("--theirs", metavar="FORCE", help="The enemy's pieces, unless those that are there.")
@click.option("--defend", is_flag=True, help="You defend, where the position leaves it open.")
@click.option("--leave", metavar="WHEN", help="When you leave the battle; 'never' is the default.")
@click.option("--they-leave", metavar="WHEN", help="When the enemy leaves it.")
@click.option("--full", is_flag=True, help="Take unseen pieces to be at full strength.")
@click.option(
    "--battles", type=click.IntRange(1, 10_000_000), metavar="N", help="Play N battles at random."
)
@as_json
def what_if(
    report: Path,
    charter_file: Path | None,
    place: str,
    mine: str | None,
    theirs: str | None,
    defend: bool,
    leave: str | None,
    they_leave: str | None,
    full: bool,
    battles: int | None,
    as_json: bool,
) -> int:
    """Tell the chances of a battle, from what your newest report says and what you suppose.

    Without --mine and --theirs the pieces that are there fight; unseen ones are everything that
    they can still be, all alike.  All that you name fight from the first round: you cannot put any
    in Reserve.  The chances are exact where that takes no time; otherwise battles
    are played at random, and the error is told.
    """
    from referee import views
    from referee.engine.odds import Asked, Unreckoned
    from referee.fault import Refused
    from referee.odds.reckoning import chances
    from referee.odds.told import data, told
    from referee.ruleset import of_game

    sheet, charter = verified(report, charter_file)
    ruleset, view = of_game(charter.offer), views.view(sheet)
    if ruleset.odds is None:
        raise click.ClickException(f"battles of {ruleset.title} are not reckoned")
    leaving = (
        _when(leave, ruleset.odds, "--leave"),
        _when(they_leave, ruleset.odds, "--they-leave"),
    )
    try:
        own, other = (_force(text, ruleset.odds, view.seat) for text in (mine, theirs))
        at, notes = _place(place, ruleset, view.seat), sheet["own"].get("remembered", {})
        asked = Asked(at, own, other, defend, *leaving, full, notes)
        wager = ruleset.odds.wager(view, asked)
    except Refused as trouble:
        print_faults("what-if", trouble.faults)
        return REFUSED
    except Unreckoned as trouble:
        error(str(trouble), trouble.hint)
        return REFUSED
    found = chances(wager, battles or 0, _progress(battles or 0))
    if as_json:
        print_json(data(wager, found))
    else:
        tell("\n".join(told(wager, found)))
    return DONE


def _when(word: str | None, odds: Odds, option: str) -> str:
    """One of the words for when a side leaves a battle; the first if none is given."""
    if word is not None and word not in odds.leaving:
        known = "; ".join(f"{name}: {meaning}" for name, meaning in odds.leaving.items())
        raise click.BadParameter(f"choose from {known}", param_hint=option)
    return word or next(iter(odds.leaving))


def _force(text: str | None, odds: Odds, seat: str) -> Sequence[Piece] | None:
    from referee.odds.forces import force

    return None if text is None else force(text, *odds.words(seat))


def _place(text: str, ruleset: Ruleset, seat: str) -> str:
    """The id of a place, "" if none is named; Refused if there is none of that name."""
    from referee.odds.forces import place

    assert ruleset.odds is not None
    return place(text, ruleset.rules.names(seat)[ruleset.odds.places]) if text else ""


def _progress(battles: int) -> Progress | None:
    """Says on a terminal how many of the battles have been played."""
    if not sys.stderr.isatty():
        return None

    def said(number: int) -> None:
        if number % STRIDE == 0 or number == battles:
            progress(f"{number} of {battles} battles" if number < battles else "")

    return said
