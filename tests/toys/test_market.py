"""Market: conditions that a seat alone can know, looks, and a question in the middle of lines."""

from __future__ import annotations

import random
from typing import Any

from referee.engine.game import Game, Outcome
from referee.engine.request import Data, View
from referee.engine.words import Answer
from referee.lab.scripted import ScriptedDice
from referee.lab.selfplay import play
from referee.lab.twins.twins import Twins
from referee.orders.order_lines import parse_lines
from tests.support.seeds import count, with_seeds
from tests.toys.market import CARDS, Hands, Turn, ruleset

RINGS, THIEF = CARDS.index("rings"), len(CARDS) - 1
REQUEST = Turn("anna", turn=1, part=1)


def read(*lines: Any) -> tuple[Answer | None, list[str]]:
    words, names = Turn.words, ruleset.rules.names("anna")
    answer, faults = parse_lines(list(lines), words, names, Turn.conditions)
    return answer, [f"{fault.reason}: {fault.hint}" for fault in faults]


def run(draws: list[int], *answers: Answer) -> tuple[Data, Outcome]:
    """A game as far as these answers reach; draws: numbers of the cards in what is left."""
    given = list(answers)
    game = Game(ruleset.rules, ruleset.rules.setup("short", {}))
    dice = ScriptedDice([], [[draw] for draw in draws])
    outcome = game.run(dice, lambda asked, view: [given.pop(0)] if given else None)
    assert ruleset.laboratory.broken(game.state) == []
    return game.state, outcome


def test_a_line_by_what_only_the_seat_knows_is_passed_over_and_never_stops() -> None:
    answer, _ = read({"if": "rings = 0", "buy": ""})
    assert answer == [{"if": [["rings", "=", 0]], "else": "skip", "buy": {}}]
    _, faults = read({"if": "rings = 0", "else": "stop", "buy": ""})
    assert faults == [
        "stopping here would reveal 'rings', which only you know: "
        "write 'else: skip' to skip the line instead"
    ]
    answer, _ = read({"if": "gold >= 5", "buy": ""})
    assert answer is not None
    assert answer[0]["else"] == "stop", "gold lies open"


def test_the_private_condition_is_judged_when_its_line_comes() -> None:
    line: Any = {"buy": {}, "if": [["rings", "=", 0]], "else": "skip"}
    state, _ = run([RINGS, RINGS], [{"buy": {}}, line])
    assert state["seats"]["anna"]["wares"] == ["rings", "rings"]
    assert state["public"]["gold"]["anna"] == 3, "one card was bought, and a turn brings 1"


def test_a_look_stops_the_lines_and_the_seat_is_asked_again_with_the_card_in_its_hand() -> None:
    state, outcome = run([0, RINGS - 1], [{"buy": {}}, {"look": {}}])
    (asked,) = outcome.asked
    assert asked.data() == {"kind": "turn", "seat": "anna", "args": {"turn": 1, "part": 2}}
    assert state["seats"]["anna"]["wares"] == ["salt", "rings"]


def test_a_thief_in_the_middle_of_the_lines_asks_the_other_seat() -> None:
    state, outcome = run([0, THIEF - 1], [{"buy": {}}, {"sell": "salt"}], [{"thief": "nothing"}])
    assert [request.seat for request in outcome.asked] == ["bert"]
    assert state["public"]["gold"] == {"anna": 5, "bert": 5}
    assert [e["kind"] for e in outcome.events] == [
        *("drawn", "drawn", "thief", "sold", "done", "drawn")
    ]


def test_what_may_come_by_a_card_is_warned_of_and_what_cannot_is_refused() -> None:
    state = ruleset.rules.setup("short", {})
    view = View("anna", state["public"], state["seats"]["anna"])
    judged = REQUEST.judge(view, [{"buy": {}}, {"sell": "silk"}])
    assert (judged.faults, [fault.path for fault in judged.warnings]) == ([], [(1,)])
    assert [fault.path for fault in REQUEST.judge(view, [{"sell": "silk"}]).faults] == [(0,)]


@with_seeds(range(30), few=12)
def test_random_games_end_and_lose_no_card(game: int) -> None:
    assert play(ruleset, 1, game).result is not None


def test_twins_with_other_wares_read_the_same() -> None:
    twins = Twins(ruleset, Hands(), "short", {})
    chance = random.Random(5)
    pairs = [twins.pair(chance.randrange(10**6)) for _ in range(count(4, 40))]
    assert [leak for pair in pairs for leak in pair.leaks] == []
    assert any(pair.differed for pair in pairs)
