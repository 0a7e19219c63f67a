"""Standing orders for commands: what rules on `command` may say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from referee.engine.request import Data, Quantity, View
from referee.engine.words import Answer, Line, Name, Word
from rulesets.julius_caesar import command as phase
from rulesets.julius_caesar.position import Position
from rulesets.julius_caesar.standing_common import TIME, TIMES, TimedStanding, now


def attacked(public: Data, seat: str) -> list[str]:
    """6.12 The places of a seat that the enemy has attacked in this turn."""
    return [place for place, attack in public["attacks"].items() if attack["defender"] == seat]


class CommandStanding(TimedStanding):
    """2.2 Rules on `command`: order lines, of which those are taken that are legal then."""

    selectors: ClassVar[Mapping[str, Word]] = {**TIMES, "attacked": Name("place")}
    quantities: ClassVar[Mapping[str, Quantity]] = {
        **TIME,
        "moves": Quantity("moves that your card allows"),
        "levies": Quantity("levies that your card allows"),
        "first": Quantity("1 if you are the first player of the turn, 0 if not"),
        "places attacked": Quantity("your places that the enemy has attacked in this turn"),
    }

    def selected(self, view: View, key: str, value: object) -> bool:
        """The time, or a place of this seat that was attacked."""
        if key == "attacked":
            return value in attacked(view.public, self.seat)
        return super().selected(view, key, value)

    def measure(self, view: View) -> Mapping[str, int]:
        """Numbers that both know."""
        return {
            **now(view.public),
            "moves": self.args["moves"],
            "levies": self.args["levies"],
            "first": 1 if view.public["first"] == self.seat else 0,
            "places attacked": len(attacked(view.public, self.seat)),
        }

    def follow(self, view: View, then: Answer) -> Answer:
        """2.2 Each line that is legal after the earlier ones; else what of its blocks is there."""
        answer: Answer = []
        for line in then:
            tries = [] if "stay" in line else [line, _of_those_there(view, line)]
            for tried in tries:
                if tried is not None and self._legal(view, [*answer, tried]):
                    answer.append(tried)
                    break
        return answer

    def _legal(self, view: View, answer: Answer) -> bool:
        args = self.args
        position = Position(view, args["moves"], args["levies"], args.get("card", ""))
        return not any(phase.walk(position, answer))


def _of_those_there(view: View, line: Line) -> Line | None:
    """A move or ship line without the blocks that are dead or elsewhere; None if none is left."""
    ((word, data),) = line.items()
    value: Any = data
    if word not in ("move", "ship") or "blocks" not in value:
        return None
    mine = view.own["blocks"]
    named = [block for block in value["blocks"] if block in mine]
    if word == "move":
        named = [block for block in named if mine[block]["at"] == value["from"]]
    return {word: {**value, "blocks": named}} if named else None
