"""What a galley under way could do, in the words of a trace, by our rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.traces.caesar_in_alexandria.adapter import board, position
from tests.traces.caesar_in_alexandria.format import Data
from tests.traces.caesar_in_alexandria.sea import adapter as sea

GRID = board.GRID
#: A step by the sixths between the bow and the hex that is entered.
WAYS = {0: "ahead", 1: "right", 5: "left"}
TURNS = {"left": -1, "right": 1, "about": 3}
#: Fire at a galley, and at a slip.
FIRE = ("fire", "burn")


class Quiet:
    """Stands for the table of a course, where a leg is but judged."""

    unsure = False

    def __init__(self, public: Data) -> None:
        self.public = public


def leg(state: Data, galley: str, value: Any) -> Any:
    """A leg of a course."""
    return sea.leg_of(Quiet(state), galley, [value])  # type: ignore[arg-type]


def able(state: Data, galley: str, value: Any) -> bool:
    """Whether a leg can be made now."""
    return leg(state, galley, value).problem() is None


def steps(state: Data, galley: str) -> dict[str, sea.Step]:
    """The steps that it can make."""
    one, mover = state["galleys"][galley], state["now"]["mover"]
    found = {}
    for step in () if mover["halt"] else sea.open_steps(state, galley, mover["left"]):
        if sea.crippled(state, galley):
            found[f"drift {step.to}"] = step
        elif step.face == one["face"] and step.to == sea.astern(state, galley):
            found[f"back {step.to}"] = step
        else:
            way = GRID.side(one["at"], step.under or step.to)
            sixths = GRID.directions.index(way) - GRID.directions.index(one["face"])
            found[f"{'under ' if step.under else ''}{WAYS[sixths % 6]} {step.to}"] = step
    return found


def deeds(state: Data, galley: str) -> Iterator[str]:
    """What else it can do on its course, fire aside."""
    face = state["galleys"][galley]["face"]
    for word, sixths in TURNS.items():
        if able(state, galley, sea.turned(face, sixths)):
            yield "about" if word == "about" else f"turn {word}"
    for word in ("ram", "diekplus"):
        yield from (f"{word} {to}" for to in state["galleys"] if able(state, galley, {word: to}))
    yield from (word for word in ("beach", "leave") if able(state, galley, word))


def shots(state: Data, galley: str) -> Iterator[str]:
    """Galleys and slips at which it can fire, with each part of its strength."""
    for to in sea.targets(state, galley):
        if able(state, galley, {"fire": to}):
            word = FIRE[to in board.GROUND]
            parts = range(1, sea.strength(state, galley) + 1)
            yield from (f"{word} {to} {part}" for part in parts)


def rakes(state: Data, galley: str) -> list[str]:
    """The galleys that it can rake on its last step."""
    return [to for to in position.galleys(state) if able(state, galley, {"rake": to})]


def grapples(state: Data, galley: str) -> set[str]:
    """The galleys and causeway spaces that it can grapple where it lies."""
    places = (*state["galleys"], *board.MOLE)
    return {to for to in places if not sea.grapple_problem(state, galley, to)}
