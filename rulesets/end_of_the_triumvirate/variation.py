"""Twins of The End of the Triumvirate: nothing on the board is hidden (2.5), but the others see of
an order file only what is carried out.

The second game's orders lack what a failed attack drops, and name Rome's provinces in the other
order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.engine.variation import Variation
from referee.engine.words import ELSE, IF, SKIP
from rulesets.end_of_the_triumvirate import supply
from rulesets.end_of_the_triumvirate.supply import GOODS
from rulesets.end_of_the_triumvirate.turn import TurnWalk

if TYPE_CHECKING:
    import random

    from referee.engine.request import Data, Request, View
    from referee.engine.words import Answer, Line

#: larger than any quantity
NEVER = 99_999


class OrdersVariation(Variation):
    """Orders with the same effect.

    shorter: whether the last answer lacks the lines after an attack; then the games go on side by
    side only if that attack fails."""

    def __init__(self) -> None:
        self.shorter = False

    def answer(
        self, request: Request, views: tuple[View, View], answer: Answer, chance: random.Random
    ) -> Answer | None:
        """Without lines that are not carried out if the first attack fails; with extra lines that
        are never carried out."""
        if request.kind != "turn":
            return answer
        told = _without_wishes(views[0].public, request.seat, answer)
        twin = without_rest(request, views[0], told) if chance.random() < 0.7 else told
        self.shorter = twin != told
        return twin if self.shorter or chance.random() < 0.3 else [*twin, *_idle(twin, chance)]

    def reordered(
        self, request: Request, view: View, answer: Answer, chance: random.Random
    ) -> Answer:
        """5.4 Rome's two legions go to two provinces, in either order."""
        return [_turned(line) for line in answer]

    def seen(self, request: Request, view: View, answer: Answer) -> object:
        """Nothing can be said about a turn before it is played; what others choose is seen."""
        return None if request.kind == "turn" else answer

    def shown(self, event: Data, hidden: str) -> object:
        """A successful attack: it goes on differently in the two games."""
        return object() if self.shorter and event["kind"] == "conquest" else None


def _without_wishes(public: Data, seat: str, answer: Answer) -> Answer:
    """5.5 Without wishes where there is enough for all."""
    said: list[Any] = [line["rome"] for line in answer if "rome" in line]
    if any(supply.shortages(public, seat, said[0] if said else supply.DEFAULT)):
        return answer
    return [line for line in answer if not any(f"scarce {goods}" in line for goods in GOODS)]


def without_rest(request: Request, view: View, answer: Answer) -> Answer:
    """The same up to its first attack, if the lines do not say what happens when it fails."""
    rehearsal = TurnWalk.on_copy(request, view)
    for number, line in enumerate(answer):
        before = len(rehearsal.table.events)
        rehearsal.play([line])
        legs = [one for one in rehearsal.table.events[before:] if one["kind"] in ("move", "attack")]
        kinds = [leg["kind"] for leg in legs]
        if "attack" not in kinds:
            continue
        value: Any = line["move"]
        if value.get("failed") == "go on" or any(IF in more for more in answer[number + 1 :][:1]):
            return answer
        gone = legs[: kinds.index("attack") + 1]
        steps = sum(len(leg["public"]["path"]) - 1 for leg in gone)
        return [*answer[:number], {**line, "move": {**value, "to": value["to"][:steps]}}]
    return answer


def _idle(answer: Answer, chance: random.Random) -> Answer:
    """Some lines of the same answer again, with a condition that never holds; none directly after a
    move, because a condition would make the lines go on although the move fails."""
    if any("move" in line for line in answer[-1:]):
        return []
    bare = [{key: line[key] for key in line if key not in (IF, ELSE)} for line in answer]
    some = chance.sample(bare, min(len(bare), chance.randint(0, 2)))
    return [{**line, IF: [["gold", ">=", NEVER]], ELSE: SKIP} for line in some]


def _turned(line: Line) -> Line:
    rome: Any = line.get("rome")
    if not isinstance(rome, dict) or len(rome.get("at", ())) != 2 or rome.get("legions") != 2:
        return line
    return {**line, "rome": {**rome, "at": rome["at"][::-1]}}
