"""Ready-made standing orders: understood, legal, silent in battle, and better than chance."""

from __future__ import annotations

import pytest

from referee.engine.request import Request
from referee.engine.standing import ASK
from referee.orders.standing_list import (
    ASK_ME,
    kinds,
    parse_standing,
    rules_of_set,
    sets_of,
    usual_set,
)
from referee.ruleset import load, names
from tests.rules.quiet import ITS_OWN, Contest, contests
from tests.support.seeds import count

QUIET = "quiet"
SCENARIOS = [(name, scenario) for name in names() for scenario in load(name).scenarios]


def answered(name: str) -> dict[str, type[Request]]:
    """What *quiet* has to answer: all that standing orders can, but for a seat's own orders."""
    return {kind: r for kind, r in kinds(load(name)).items() if kind not in ITS_OWN[name]}


@pytest.mark.parametrize("name", names())
def test_every_game_has_quiet_and_ask_me_and_quiet_is_the_usual_one(name: str) -> None:
    ruleset = load(name)
    first, *_, last = sets_of(ruleset)
    assert (first, last) == (QUIET, ASK_ME)
    assert usual_set(ruleset) == QUIET
    assert rules_of_set(ruleset, ASK_ME, next(iter(ruleset.seats))) == []


@pytest.mark.parametrize("name", names())
def test_a_set_is_understood_for_every_seat_and_names_nothing_of_the_map(name: str) -> None:
    """So no correction of the map or the pieces can break it."""
    ruleset = load(name)
    for seat in ruleset.seats:
        assert rules_of_set(ruleset, QUIET, seat)
    nameless = ruleset.but(rules=ruleset.rules.but(names=lambda seat: {}))
    assert parse_standing(ruleset.sets[QUIET].rules, nameless, next(iter(ruleset.seats)))[1] == []


@pytest.mark.parametrize("name", names())
def test_quiet_never_asks_and_its_last_rule_of_each_kind_always_fits(name: str) -> None:
    rules = rules_of_set(load(name), QUIET, next(iter(load(name).seats)))
    assert {rule["on"] for rule in rules} == answered(name).keys()
    assert [rule for rule in rules if rule["then"] == ASK] == []
    last = {rule["on"]: rule for rule in rules}
    for rule in last.values():
        assert (rule["if"], rule["select"], rule["times"], rule["until"]) == ([], {}, None, None)


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_quiet_on_all_sides_asks_for_nothing_but_a_seats_own_orders(
    name: str, scenario: str
) -> None:
    ruleset = load(name)
    asked: set[str] = set()
    for number in range(count(5, 40)):
        played = Contest(ruleset, scenario, number, ruleset.seats_of(scenario), QUIET)
        played.play()
        asked |= played.asked.keys()
    assert asked
    assert asked <= set(ITS_OWN[name])


def test_quiet_beats_random_answers_in_battle() -> None:
    """tests/benchmarks/sets.py plays 400 games: 60 of 100 are wanted there; a few games scatter."""
    assert contests(load("julius-caesar"), "campaign", count(24, 160)).percent >= count(40, 55)
