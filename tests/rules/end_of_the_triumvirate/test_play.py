"""The End of the Triumvirate: calendar and elections (9, 10), data, reports, whole games."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.words import Answer, word_of
from referee.proof.dice import Dice
from tests.rules.cases import tell
from tests.rules.end_of_the_triumvirate.adapter import Servant, Turn, board, flow, position, ruleset
from tests.rules.end_of_the_triumvirate.driver import Fixed, drive, province, start
from tests.support.beside import sample

WIDTH = 72

# -- end of a turn, elections ----------------------------------------------------------------------


def ended(public: dict[str, Any]) -> dict[str, Any]:
    """The position after the end of a turn."""
    assert drive(flow.end_of_turn(Fixed(public)), {}) == []
    return public


def test_trimming_and_the_next_character() -> None:
    public = start()
    province(public, "italia", legions=8)
    before = public["supply"]["legions"]
    ended(public)
    assert public["provinces"]["italia"]["legions"] == 6
    assert public["supply"]["legions"] == before + 2
    assert (public["active"], public["turn"], public["stone"]) == ("pompey", 2, 7)


@pytest.mark.parametrize(
    ("scenario", "turns", "last", "first"),
    [("three", 8, "pompey", "crassus"), ("two", 7, "caesar", "pompey")],
)
def test_a_year(scenario: str, turns: int, last: str, first: str) -> None:
    public = start(scenario)
    for _ in range(turns):
        assert public["phase"] == "turn"
        ended(public)
    assert (public["phase"], public["active"]) == ("election", last)
    assert drive(flow.election(Fixed(public)), {}) == ["servant caesar"]
    assert (public["year"], public["active"], public["stone"]) == (2, first, turns)


@pytest.mark.parametrize(
    ("citizens", "added", "elected"),
    [
        ((3, 5, 2), (0, 0, 0), "pompey"),
        ((2, 2, 2), (0, 0, 0), "caesar"),
        ((2, 2, 1), (5, 0, 0), "pompey"),
        ((2, 4, 4), (0, 14, 11), "crassus"),
        ((0, 0, 0), (9, 4, 7), "pompey"),
    ],
)
def test_who_is_elected(citizens: tuple[int, ...], added: tuple[int, ...], elected: str) -> None:
    public = start()
    for seat, number, turn in zip(board.SEATS, citizens, added, strict=True):
        public["characters"][seat].update(citizens=number, last_added=[turn, 1])
    assert position.consul(public) == elected


@pytest.mark.parametrize(
    ("citizens", "consul", "left", "why"),
    [
        (5, False, 2, None),
        (2, False, 0, None),
        (6, False, 3, None),
        (9, False, 6, "six-citizens"),
        (3, True, 3, "second-consulship"),
    ],
)
def test_an_election(citizens: int, consul: bool, left: int, why: str | None) -> None:
    public = start(pompey={"citizens": citizens, "consul": consul})
    public["characters"]["caesar"]["citizens"] = 0
    public.update(phase="election", stone=0)
    drive(flow.election(Fixed(public)), {"servant": [{"servant": "sicilia"}]})
    assert public["characters"]["pompey"]["citizens"] == left
    assert (public["result"] or {"why": None})["why"] == why
    if not consul:
        assert public["provinces"]["sicilia"] | {"legions": 0} == {
            "owner": "pompey", "legions": 0, "gold": 0, "governor": "off", "active": 1, "idle": 0,
        }  # fmt: skip


def test_where_a_servant_goes_unless_told() -> None:
    public = start(pompey={"at": "italia"})
    request, seen = Servant("pompey", year=1), View("pompey", public, {})
    province(public, "hispania-citerior", active=0)
    assert request.chosen(seen, []) == "italia"
    province(public, "italia", active=1)
    assert request.chosen(seen, []) == "hispania-citerior"
    assert request.favour(seen, "political") == "sicilia"
    for key in position.owned(public, "pompey"):
        province(public, key, active=1)
    assert request.chosen(seen, []) == "italia"


# -- data ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "supply", "owns"),
    [
        ("three", (30, 15, 3), {"caesar": 5, "pompey": 5, "crassus": 5}),
        ("two", (23, 12, 4), {"caesar": 5, "pompey": 6}),
    ],
)
def test_the_set_up(scenario: str, supply: tuple[int, ...], owns: dict[str, int]) -> None:
    public = position.first(scenario, {})
    rest = public["supply"]
    assert (rest["legions"], rest["gold"], rest["servants"]) == supply
    assert {seat: len(position.owned(public, seat)) for seat in public["players"]} == owns
    assert public["bag"] == {"caesar": 2, "pompey": 2, "crassus": 2}
    for seat, who in public["characters"].items():
        assert (who["weapons"], who["governors"] + owns[seat], who["citizens"]) == (6, 9, 2)
        assert who["at"] in position.owned(public, seat)
    assert len(board.GRAPH) == 15 + 3


def test_what_is_lost_is_found() -> None:
    public = start()
    state = {"public": public, "seats": {}, "sealed": {}}
    assert position.broken(state) == []
    for change in (
        lambda p: p["supply"].update(gold=14),
        lambda p: p["bag"].update(crassus=1),
        lambda p: p["provinces"]["italia"].update(owner="caesar"),
        lambda p: p["provinces"]["italia"].update(active=1),
        lambda p: p["characters"]["caesar"].update(at="italia"),
        lambda p: p["characters"]["caesar"].update(political=8),
        lambda p: p["provinces"]["italia"].update(legions=7),
    ):
        changed = copy.deepcopy(state)
        change(changed["public"])
        assert position.broken(changed) != []


# -- whole games -----------------------------------------------------------------------------------


class RandomGame:
    """A game in which every answer is a sample, looked at from all sides."""

    def __init__(self, scenario: str, seed: int) -> None:
        self.chance = random.Random(seed)
        self.game = Game(ruleset.rules, ruleset.rules.setup(scenario, {}), keep=False)
        self.answers: list[tuple[Request, Answer]] = []
        self.steps: dict[str, int] = {}

    def supply(self, requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
        assert position.broken(self.game.state) == []
        (request,) = requests
        scope = self.game._step.scope if self.game._step else ""
        self.steps[scope] = self.steps.get(scope, 0) + 1
        answer = sample(ruleset, request, view(request.seat), self.chance)
        assert request.judge(view(request.seat), answer).faults == [], (request.data(), answer)
        assert ruleset.rules.request(request.data()).title() == request.title()
        self.look(view(request.seat))
        self.answers.append((request, answer))
        return [answer]

    def look(self, view: View) -> None:
        """Every position in which somebody is asked can be told."""
        lines = [ruleset.wording.headline(view.public)]
        for event in ruleset.wording.reminder(view.public):
            lines += ruleset.wording.describe({"kind": event["kind"], **event["data"]}, view.seat)
        for heading, more in ruleset.wording.situation(view):
            lines += [heading, *more]
        assert [line for line in lines if len(line) > WIDTH or not line.isascii()] == []

    def play(self) -> list[dict[str, Any]]:
        outcome = self.game.run(Dice(self.chance.randbytes(32)), self.supply)
        assert outcome.over
        assert position.broken(self.game.state) == []
        return outcome.events


@pytest.mark.parametrize("scenario", ["three", "two"])
@pytest.mark.parametrize("seed", range(8))
def test_games_end_and_lose_nothing(scenario: str, seed: int) -> None:
    played = RandomGame(scenario, seed)
    events = played.play()
    public = played.game.state["public"]
    assert public["result"]["why"] in ruleset.wording.endings
    assert public["turn"] <= {"three": 32, "two": 21}[scenario]
    assert max(played.steps.values()) < 60
    for seat in public["players"]:
        played.look(played.game.view(seat))
        lines = tell(ruleset, events, seat)
        assert [line for line in lines if len(line) > WIDTH or not line.isascii()] == []


def test_every_kind_of_line_comes_out() -> None:
    words: dict[str, int] = {}
    for seed in range(10):
        played = RandomGame("three", seed)
        played.play()
        for request, answer in played.answers:
            for line in answer if request.kind == "turn" else []:
                words[word_of(line)] = words.get(word_of(line), 0) + 1
                words["if"] = words.get("if", 0) + ("if" in line)
    assert sorted(words) == sorted([*Turn.words, "if"])
    assert words["if"] > 20


def test_until() -> None:
    public = start()
    public["stone"] = 6
    assert [ruleset.calendar.reached(public, f"1/{turn}") for turn in (1, 2, 3)] == [
        True,
        True,
        False,
    ]
    assert not ruleset.calendar.reached(public, "2/1")
    assert not ruleset.calendar.reached(public, "end")
    over = {"result": {"winner": "caesar", "why": "ninth-province"}}
    assert ruleset.calendar.reached({**public, **over}, "4/8")


@pytest.mark.parametrize("until", ["1/9", "5/1", "1", "", "1/1/1"])
def test_until_must_name_a_turn(until: str) -> None:
    with pytest.raises(ValueError, match="such as 1/1 or 4/8, or end"):
        ruleset.calendar.reached(start(), until)
