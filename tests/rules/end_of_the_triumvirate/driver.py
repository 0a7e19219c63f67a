"""Positions of The End of the Triumvirate for tests, and a driver for its steps."""

from __future__ import annotations

import copy
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any

from referee.engine.request import Judgement, View
from referee.engine.table import Table
from referee.engine.words import Answer
from tests.rules.end_of_the_triumvirate.adapter import Turn, play_turn, position

Data = dict[str, Any]


def start(scenario: str = "three", **characters: Data) -> Data:
    """The start; characters: seat -> what is changed of it."""
    public = position.first(scenario, {})
    for seat, changes in characters.items():
        public["characters"][seat].update(changes)
    return public


def province(public: Data, key: str, **changes: Any) -> Data:
    """Change a province and give it back."""
    place: Data = public["provinces"][key]
    assert all(name in place for name in changes)
    place.update(changes)
    return place


def moving(seat: str, scenario: str = "three", **characters: Data) -> Data:
    """The start in a turn of a seat whose supply is over."""
    public = start(scenario, **characters)
    public["active"] = seat
    public["now"]["supplied"] = True
    return public


class Fixed(Table):
    """A table whose draws are known."""

    def __init__(self, public: Data, draws: Sequence[str] = ()) -> None:
        parts: Data = {seat: {} for seat in public["players"]}
        super().__init__({"public": public, "seats": parts, "sealed": {}}, "test")
        self.draws = list(draws)

    def draw_open(
        self, label: str, count: int, items: Sequence[str], hoped: Sequence[str] = ()
    ) -> list[str]:
        drawn, self.draws = self.draws[:count], self.draws[count:]
        assert len(drawn) == count, f"{count} weapons are drawn: {label}"
        return drawn


def drive(code: Coroutine[Any, Any, None], answers: Mapping[str, Answer]) -> list[str]:
    """Run a step; answers by kind of request (none: as asked by nobody).  What was asked."""
    asked: list[str] = []
    given = None
    while True:
        try:
            (request,) = code.send(given).requests
        except StopIteration:
            return asked
        asked.append(f"{request.kind} {request.seat}")
        given = [copy.deepcopy(answers.get(request.kind, []))]


def turn(
    public: Data, lines: Answer, draws: Sequence[str] = (), **answers: Answer
) -> tuple[Fixed, list[str]]:
    """Carry out a turn of the active seat, after the orders have been found good."""
    assert judged(public, lines).faults == []
    table, before = Fixed(public, draws), position.counted(public)
    asked = drive(play_turn(table, public["active"]), {"turn": lines, **answers})
    assert table.draws == []
    assert position.counted(public) == before
    return table, asked[1:]


def judged(public: Data, lines: Answer) -> Judgement:
    """What is said of orders for the turn."""
    before = copy.deepcopy(public)
    found = Turn(public["active"], year=1, turn=1, part=1).judge(
        View(public["active"], public, {}), lines
    )
    assert public == before
    return found


def move(*path: str, **more: Any) -> dict[str, object]:
    """A line of movement."""
    return {"move": {"to": list(path), **more}}
