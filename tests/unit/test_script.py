"""Scripts: lines carried out one after the other, in a step and in rehearsal."""

from __future__ import annotations

import random
from collections.abc import Coroutine
from typing import Any

import pytest

from referee.engine.fault import NOT_ALLOWED, WARNING
from referee.engine.request import View
from referee.engine.script import ALWAYS, SLIP, UNSURE, Rehearsal, Script, Trouble, Writer
from referee.engine.table import Table
from referee.engine.words import Answer


class Digging(Script):
    """Dig for gold: twice at most in the same hole, and rest; luck is what the script says."""

    luck = 0

    async def carry_out(self, word: str, value: Any) -> bool:
        if word == "wait":
            return self.stop()
        if value > 8:
            self.trouble(Trouble("there is no such depth", "4", "", ALWAYS))
        elif value > 2:
            self.trouble(Trouble("too deep", "2", "dig less", UNSURE), "deep")
        elif value == 0:
            self.trouble(Trouble("no digging at all", "3", "", SLIP))
        else:
            self.acted = True
            self.find(value)
        return True

    def find(self, value: int) -> None:
        self.public["gold"] += value * self.luck

    def measure(self) -> dict[str, int]:
        return {"gold": self.public["gold"]}

    def over(self) -> bool:
        return bool(self.public["gold"] > 9)


class Trial(Rehearsal, Digging):
    def find(self, value: int) -> None:
        self.unsure = True
        self.public["gold"] += value


def run(code: Coroutine[Any, Any, bool]) -> bool:
    with pytest.raises(StopIteration) as done:
        code.send(None)
    return bool(done.value.value)


def dug(lines: Answer, luck: int) -> tuple[int, bool, list[Any]]:
    """Gold, whether all lines were carried out, and what the digger was told of."""
    table = Table({"public": {"gold": 0}, "seats": {"kim": {}}, "sealed": {}}, "dig")
    digging = Digging(table, "kim")
    digging.luck = luck
    done = run(digging.run(lines))
    assert all(event["public"] is None for event in table.events)
    told = [event["own"]["kim"] for event in table.events]
    return table.public["gold"], done, [(note["line"], note["rule"]) for note in told]


def tried(lines: Answer) -> list[tuple[str, tuple[int | str, ...], str]]:
    """What a rehearsal finds: kind, path, paragraph."""
    view = View("kim", {"gold": 0}, {})
    found = Trial(view).play(lines)
    assert view.public == {"gold": 0}
    return [(f.answer, f.path, f.rule) for f in (*found.faults, *found.warnings)]


RICH: dict[str, Any] = {"if": [["gold", ">=", 2]], "else": "skip"}
POOR: dict[str, Any] = {"if": [["gold", "<", 2]], "else": "stop"}


@pytest.mark.parametrize(
    ("lines", "luck", "result"),
    [
        ([{"dig": 1}, {"dig": 2}], 1, (3, True, [])),
        ([{"dig": 3}, {"dig": 1}], 1, (1, True, [(1, "2")])),
        ([{"dig": 2}, {"dig": 1, **RICH}, {"dig": 2}], 1, (5, True, [])),
        ([{"dig": 2}, {"dig": 1, **RICH}, {"dig": 2}], 0, (0, True, [])),
        ([{"dig": 2}, {"dig": 1, **POOR}, {"dig": 2}], 1, (2, False, [(2, "")])),
        ([{"dig": 1}, {"wait": {}}], 1, (1, False, [])),
        ([{"dig": 2}, {"dig": 2}, {"dig": 2}], 5, (10, True, [])),
    ],
)
def test_lines_are_carried_out(lines: Answer, luck: int, result: tuple[int, bool, Any]) -> None:
    assert dug(lines, luck) == result


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ([{"dig": 1}], []),
        ([{"dig": 3}], [(NOT_ALLOWED, (0, "deep"), "2")]),
        ([{"dig": 0}], [(WARNING, (0,), "3")]),
        ([{"dig": 1}, {"dig": 3}], [(WARNING, (1, "deep"), "2")]),
        ([{"wait": {}}], [(NOT_ALLOWED, (0,), "")]),
        ([{"dig": 1, **POOR}, {"dig": 1, **POOR}, {"dig": 3, **POOR}], [(WARNING, (2,), "")]),
        ([{"dig": 1, "if": [["gold", ">", 0]], "else": "stop"}], [(NOT_ALLOWED, (0,), "")]),
        ([{"dig": 1}, {"wait": {}}, {"dig": 1}], [(NOT_ALLOWED, (2,), "")]),
        # Behind a wait that has to go all is tried, behind one that may stay what is always wrong.
        (
            [{"dig": 1}, {"wait": {}}, {"dig": 9}, {"dig": 0}, {"dig": 9}],
            [(NOT_ALLOWED, (n,), rule) for n, rule in ((2, ""), (2, "4"), (4, "4"))]
            + [(WARNING, (3,), "3")],
        ),
        ([{"wait": {}}, {"dig": 3}], [(NOT_ALLOWED, (0,), ""), (NOT_ALLOWED, (1, "deep"), "2")]),
        (
            [{"dig": 2}, {"wait": {}, **RICH}, {"dig": 3}, {"dig": 9}],
            [(NOT_ALLOWED, (3,), "4"), (WARNING, (2,), "")],
        ),
        (
            [{"dig": 2}, {"dig": 9, **POOR}, {"dig": 9}],
            [(NOT_ALLOWED, (1,), "4"), (NOT_ALLOWED, (2,), "4"), (WARNING, (1,), "")],
        ),
        (
            [{"dig": 2}, {"dig": 9, **POOR, "else": "skip"}, {"dig": 9}],
            [(NOT_ALLOWED, (2,), "4"), (NOT_ALLOWED, (1,), "4"), (WARNING, (1,), "")],
        ),
    ],
)
def test_a_rehearsal_finds_what_is_wrong(lines: Answer, found: list[Any]) -> None:
    assert tried(lines) == found


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([{"dig": 2}, {"dig": 1, **POOR}], "order 2 is not reached here: only the form"),
        ([{"dig": 2}, {"dig": 1, **POOR}, {"dig": 1}], "orders 2 and 3 are not reached here"),
        (
            [{"dig": 2}, {**POOR, "else": "skip", "dig": 1}, {"dig": 2}, {**POOR, "dig": 1}],
            "orders 2 and 4 are not reached here",
        ),
    ],
)
def test_a_rehearsal_says_what_it_did_not_try(lines: Answer, told: str) -> None:
    (found,) = Trial(View("kim", {"gold": 0}, {})).play(lines).warnings
    assert told in found.reason


def test_a_writer_writes_what_its_rehearsal_lets_pass() -> None:
    conditions = 0
    for seed in range(20):
        trial = Trial(View("kim", {"gold": 0}, {}))
        writer = Writer(trial, random.Random(seed))
        for _ in range(4):
            writer.add("dig", 1)
        found = Trial(View("kim", {"gold": 0}, {})).play(writer.lines)
        assert found.faults == []
        conditions += sum("if" in line for line in writer.lines)
        assert len(writer.lines) >= 4
    assert conditions > 5
