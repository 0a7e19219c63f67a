"""Reports of one seat, in order, made into the chapters of a story: one for each game turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee import views
from referee.engine import ending
from referee.engine.request import GUEST, Data
from referee.engine.rules import Ruleset
from referee.kit.board import Board
from referee.report.worded import told_events, told_note, wrapped


class Scene(NamedTuple):
    """A run: what it is called, and what happened in it, in lines."""

    title: str
    lines: Sequence[str]


class Chapter(NamedTuple):
    """A game turn: its runs, and the board at its end, None for a game without one."""

    title: str
    scenes: Sequence[Scene]
    board: Board | None


class Story(NamedTuple):
    """All of it.  whose: the seat's name, or whose eyes it was seen with; end: how it ended, in
    lines, [] if it goes on."""

    title: str
    whose: str
    chapters: Sequence[Chapter]
    end: Sequence[str]


def story(sheets: Sequence[Data], offer: Data, ruleset: Ruleset) -> Story:
    """The story of these sheets, which are of one seat and in order.

    offer: of the charter, for the game's name and seats."""
    last = sheets[-1]
    seat = last["seat"]
    whose = "what everyone may know" if seat == GUEST else f"as {ruleset.seats[seat]} saw it"
    title = f"{offer['name']}: {ruleset.title} ({offer['scenario']})"
    end: list[str] = []
    if last["public"]["over"]:
        state = last["state"]["public"]
        end = wrapped(ending.told(last["public"]["ended"], state, ruleset, offer["seats"]))
    return Story(title, whose, list(_chapters(sheets, ruleset)), end)


def _chapters(sheets: Sequence[Data], ruleset: Ruleset) -> Iterator[Chapter]:
    """A run belongs to the turn in which it began."""
    found: dict[str, list[Data]] = {}
    begun = ""
    for sheet in sheets:
        now = ruleset.calendar.turn(sheet["state"]["public"])
        found.setdefault(begun or now, []).append(sheet)
        begun = now
    for turn, runs in found.items():
        scenes = [scene for scene in (_scene(sheet, ruleset) for sheet in runs) if scene.lines]
        yield Chapter(f"Turn {turn}", scenes, _board(runs[-1], ruleset))


def _scene(sheet: Data, ruleset: Ruleset) -> Scene:
    """The events of a run and the players' notes."""
    public, seat = sheet["public"], sheet["seat"]
    lines = told_events(views.events(sheet), seat, ruleset.wording)
    for writer, *pieces in public["notes"]:
        lines += told_note(ruleset.seats[writer], pieces)
    before = public["before"]
    return Scene(f"Run {sheet['run']}: {before}" if before else f"Run {sheet['run']}", lines)


def _board(sheet: Data, ruleset: Ruleset) -> Board | None:
    """The board after a run; its arrows would be those of this run alone, so it has none."""
    if ruleset.picture is None:
        return None
    return ruleset.picture(views.view(sheet), [])
