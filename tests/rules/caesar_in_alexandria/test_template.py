"""Each example of the template of a turn can be ordered as it stands."""

from __future__ import annotations

import pytest
import yaml

from referee.engine.request import Request, View
from referee.orders.order_lines import parse_lines
from tests.rules.caesar_in_alexandria.adapter import ADAPTER, Orders, board, ruleset
from tests.rules.caesar_in_alexandria.random_games import turns
from tests.support.seeds import count

#: A fleet in its turn: one at attack speed, one held, one that can fire but not grapple.
UNDER_WAY = {
    "now": {"activation": "fleet"},
    "galleys": {
        "R-TRI-1": "4010 E attack",
        "R-TRI-2": "4210 E, grappled E-TRI-1",
        "E-TRI-1": "4310 E, grappled R-TRI-2",
        "R-BI-1": "3710 W",
        "E-BI-1": "3711 E",
    },
    "at": {"R-BI-1": ["R-AR-1"], "E-BI-1": ["E-HI-1"]},
}


def examples(request: Request, view: View) -> list[str]:
    """The lines of the template, without the sign of a comment."""
    lines = ruleset.rules.kinds[request.kind].suggestions.template(request, view)
    return [line.removeprefix("# ") for line in lines]


def faults(request: Request, view: View, lines: list[str]) -> list[str]:
    """What is wrong with some lines as orders."""
    raw = yaml.load("\n".join(lines), yaml.BaseLoader)
    names = ruleset.rules.names(request.seat)
    answer, found = parse_lines(raw, request.words, names, request.conditions)
    found = found if answer is None else request.judge(view, answer).faults
    return [fault.reason for fault in found]


@pytest.mark.parametrize(
    ("scenario", "words"),
    [
        (board.NAVAL, {"attack speed", "sail"}),
        (board.HEPTASTADIUM, {"move", "fire"}),
        (board.BATTLE, {"move"}),
    ],
)
def test_each_example_is_legal_by_itself(scenario: str, words: set[str]) -> None:
    seen: set[str] = set()
    for number in range(count(2, 12)):
        for request, view in turns(scenario, number):
            activate, *lines = examples(request, view)
            for line in lines:
                assert not faults(request, view, [activate, line]), (activate, line)
                seen.add(line.removeprefix("- ").split(":")[0])
    assert words <= seen


def test_each_example_is_legal_in_the_middle_of_a_turn_at_sea() -> None:
    state = ADAPTER.start(UNDER_WAY)
    view = View(board.ROMAN, state["public"], state["seats"][board.ROMAN])
    *lines, _look = examples(request := Orders(board.ROMAN, turn=5, part=2), view)
    assert [line for line in lines if faults(request, view, [line])] == []
    sails = " ".join(line for line in lines if "sail" in line)
    assert all(path in sails for path in ("[4012]", "[ungrapple]", "[{fire: E-BI-1}, 3709]"))
