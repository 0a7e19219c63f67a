"""The ruleset against the slow rules: the same positions, questions and legal answers.

A share of what ``python -m tests.rules.slow.lockstep --seed 1 --count 2000`` does at length; and
that the comparison finds faults of many kinds when they are planted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.engine.action import Problem
from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.battle import hits, phase, rounds
from rulesets.julius_caesar.battle.hits import Hit
from rulesets.julius_caesar.battle.turn import TurnWalk
from rulesets.julius_caesar.battle.ways_out import Exits
from rulesets.julius_caesar.command import walk
from rulesets.julius_caesar.command.walk import CommandWalk
from rulesets.julius_caesar.year import events, winter
from tests.rules.slow import atlas
from tests.rules.slow.lockstep import Tally, run

KINDS = ["battle turn", "cards", "command", "deploy", "hits", "jupiter", "next battle", "regroup"]
KINDS += ["vulcan", "winter"]

#: What the share has to try at least, of legal answers.
TRIED = [
    "command: ship over 1", "command: attack by two roads", "command: land react",
    "command: land leave a battle", "command: fleets attack", "command: main attack",
    "command: surprise", "battle turn: in round 4", "battle turn: several lines",
    "battle turn: defender's block to a friendly city over a sea",
    "battle turn: attacker's block to a vacant city", "winter: home", "regroup: by sea to a sea",
]  # fmt: skip
REFUSED = ["6.13 they are pinned", "6.13 attackers came that way", "6.1 too far for an attack"]
REFUSED += ["6.11 to is minor", "8.3 have too many", "7.4 is not the strongest"]


@pytest.fixture(scope="module")
def share() -> Tally:
    return run(seed=1, count=200, most=120, per_game=12)


def test_both_rules_find_the_same_answers_legal(share: Tally) -> None:
    assert share.differ == []
    assert sum(share.questions.values()) >= 200
    assert sum(share.legal.values()) > 1500
    assert sum(share.illegal.values()) > 10_000


def test_the_share_tries_every_kind_of_question_and_answer(share: Tally) -> None:
    assert [kind for kind in KINDS if not share.legal[kind] or not share.illegal[kind]] == []
    assert [name for name in TRIED if not share.features[name]] == []
    assert [name for name in REFUSED if not share.reasons[name]] == []


def test_both_rules_read_the_same_board() -> None:
    """6.11, 6.2: every border with its kind, and every limit, which the slow rules state
    themselves."""
    for place in board.PLACES:
        assert dict(board.NEIGHBOURS[place]) == atlas.EDGES[place]
    for purpose, kinds in atlas.ROADS.items():
        assert {kind: board.limit(kind, purpose) for kind in kinds} == kinds


# Planted faults.


Plant = Callable[[pytest.MonkeyPatch], None]


def _limits(purpose: str, kind: str, number: int) -> Plant:
    """Another number of blocks over a road."""

    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        limit = board.limit

        def wrong(road: str, what: str) -> int:
            return number if (what, road) == (purpose, kind) else limit(road, what)

        monkeypatch.setattr(board, "limit", wrong)

    return plant


def _instead(module: Any, name: str, value: Any) -> Plant:
    """Something else in place of a function or a number of a module."""

    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(module, name, value)

    return plant


def _attackers_first(battle: Any) -> list[tuple[str, str]]:
    sides = (battle["attacker"], battle["defender"])
    return [(letter, seat) for letter in "ABCD" for seat in sides]


def _any_standing(hit: Hit) -> Any:
    if hit.value not in hit.walk.standing:
        yield Problem("no target", "7.4")


def _same_roles(table: Any, seat: str, blocks: list[str]) -> None:
    for block in blocks:
        hits.lose_step(table, block, rounds.turns(table.public["battle"])[0], "disrupted")


def _any_city(public: Any, seat: str, place: str) -> list[str]:
    return [near for near in board.PLACES if legal.status(public, near, seat) == legal.FRIENDLY]


PLANTS: dict[str, Plant] = {
    "6.11 a minor road takes three": _limits("move", "minor", 3),
    "6.11 a minor road takes one": _limits("move", "minor", 1),
    "6.13 nobody is pinned": _instead(legal, "pins", lambda *of: 0),
    "6.13 the attackers' road is open": _instead(legal, "barred", lambda *of: {}),
    "6.1 attacks over two places": _instead(walk, "REACH", 3),
    "6.3 no fleet stays behind": _instead(CommandWalk, "staying", lambda *of: 99),
    "6.4 levies in any city": _instead(legal, "may_raise_at", lambda public, place, seat: True),
    "7.2 attackers first": _instead(rounds, "turns", _attackers_first),
    "8.3 a city supplies four": _instead(winter, "SUPPLY", 4),
    "Jupiter from anywhere": _instead(events, "havens", _any_city),
}
IN_BATTLE: dict[str, Plant] = {
    "7.31 roles do not change": _instead(phase, "disrupt", _same_roles),
    "7.31 nobody is disrupted": _instead(phase, "disrupt", lambda *of: None),
    "7.4 hits on any block": _instead(Hit, "problems", _any_standing),
    "7.61 a minor road takes three": _limits("retreat", "minor", 3),
    "7.61 retreats are not counted": _instead(Exits, "used", lambda *of: 0),
    "7.62 attackers may stay": _instead(TurnWalk, "leaving", property(lambda self: False)),
    "7.62, 7.63 the attackers' road is forgotten": _instead(
        Exits, "attackers_came", lambda *of: False
    ),
    "7.64 to any port": _instead(Exits, "_by_sea", Exits._passage),
    "7.7 a minor road takes three": _limits("regroup", "minor", 3),
}


#: Games in which a fault is found soon, where it is not the first; what is not found there is
#: looked for in those that follow.
SOON = {
    "6.11 a minor road takes three": 2,
    "6.13 nobody is pinned": 2,
    "6.13 the attackers' road is open": 2,
    "6.3 no fleet stays behind": 40,
    "7.2 attackers first": 1,
    "8.3 a city supplies four": 13,
    "7.31 roles do not change": 239,
    "7.31 nobody is disrupted": 19,
    "7.4 hits on any block": 127,
    "7.61 a minor road takes three": 159,
    "7.61 retreats are not counted": 159,
    "7.62 attackers may stay": 35,
    "7.62, 7.63 the attackers' road is forgotten": 15,
    "7.64 to any port": 3,
    "7.7 a minor road takes three": 19,
}


def found(name: str, monkeypatch: pytest.MonkeyPatch, every: int) -> list[str]:
    """How both rules come apart: an answer judged differently, or another position."""
    {**PLANTS, **IN_BATTLE}[name](monkeypatch)
    first = SOON.get(name, every - 1)
    try:
        return run(7, 400, most=200, per_game=12, differences=1, every=every, first=first).differ
    except AssertionError as apart:
        return [str(apart)]


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_fault_is_found(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    assert found(name, monkeypatch, every=1)


@pytest.mark.parametrize("name", IN_BATTLE)
def test_a_planted_fault_in_battle_is_found(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    assert found(name, monkeypatch, every=4)
