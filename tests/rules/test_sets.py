"""Ready-made standing orders: understood, legal, silent in battle, and better than chance."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from referee.engine.request import Request
from referee.engine.standing import ASK
from referee.orders.futile import futile
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
SETS = [(name, ready) for name in names() for ready in load(name).sets]


def seat_of(name: str) -> str:
    """Any seat of a game."""
    return next(iter(load(name).seats))


def answered(name: str) -> dict[str, type[Request]]:
    """What a set has to answer: all that standing orders can, but for a seat's own orders."""
    return {kind: r for kind, r in kinds(load(name)).items() if kind not in ITS_OWN[name]}


@pytest.mark.parametrize("name", names())
def test_every_game_has_quiet_ask_me_and_a_few_more_and_quiet_is_the_usual_one(name: str) -> None:
    ruleset = load(name)
    first, *more, last = sets_of(ruleset)
    assert (first, last) == (QUIET, ASK_ME)
    assert "careful" in more and 2 <= len(more) <= 3
    assert usual_set(ruleset) == QUIET
    assert rules_of_set(ruleset, ASK_ME, seat_of(name)) == []


@pytest.mark.parametrize(("name", "ready"), SETS)
def test_a_set_is_understood_for_every_seat_and_names_nothing_of_the_map(
    name: str, ready: str
) -> None:
    """So no correction of the map or the pieces can break it."""
    ruleset = load(name)
    for seat in ruleset.seats:
        assert rules_of_set(ruleset, ready, seat)
    nameless = ruleset.but(rules=ruleset.rules.but(names=lambda seat: {}))
    assert parse_standing(ruleset.sets[ready].rules, nameless, seat_of(name))[1] == []


@pytest.mark.parametrize(("name", "ready"), SETS)
def test_no_rule_of_a_set_is_futile_and_every_set_says_something_else(
    name: str, ready: str
) -> None:
    ruleset = load(name)
    rules = rules_of_set(ruleset, ready, seat_of(name))
    assert futile(rules, ruleset) == {}
    alike = [one for one in ruleset.sets if rules_of_set(ruleset, one, seat_of(name)) == rules]
    assert alike == [ready]


@pytest.mark.parametrize(("name", "ready"), SETS)
def test_each_rule_of_a_set_has_a_comment_before_it(name: str, ready: str) -> None:
    """But for rules at its end that it shares with *quiet*: one comment announces them."""
    text = files(f"rulesets.{name.replace('-', '_')}").joinpath("data/standing.yaml").read_text()
    part = text.partition(f"\n{ready}:\n")[2].split("\n\n")[0]
    own, _, shared = part.partition("    # The rest is as in quiet.\n")
    number = len(re.findall(r"^    #.*\n(?:    #.*\n)*    - ", own, re.MULTILINE))
    rest = [line.strip() for line in shared.splitlines()]
    assert number + len(rest) == len(load(name).sets[ready].rules)
    quiet = text.partition("\ncareful:")[0]
    assert [line for line in rest if line not in quiet] == []


@pytest.mark.parametrize(("name", "ready"), SETS)
def test_a_set_never_asks_and_its_last_rule_of_each_kind_always_fits(name: str, ready: str) -> None:
    rules = rules_of_set(load(name), ready, seat_of(name))
    assert {rule["on"] for rule in rules} == answered(name).keys()
    assert [rule for rule in rules if rule["then"] == ASK] == []
    last = {rule["on"]: rule for rule in rules}
    for rule in last.values():
        assert (rule["if"], rule["select"], rule["times"], rule["until"]) == ([], {}, None, None)


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_a_set_on_all_sides_answers_legally_and_asks_for_nothing_but_a_seats_own_orders(
    name: str, scenario: str
) -> None:
    """Whole random games; the contest judges each answer."""
    ruleset = load(name)
    for ready in ruleset.sets:
        asked: set[str] = set()
        for number in range(count(1, 40)):
            played = Contest(ruleset, scenario, number, ruleset.seats_of(scenario), ready)
            played.play()
            asked |= played.asked.keys()
        assert asked
        assert asked <= set(ITS_OWN[name])


@pytest.mark.parametrize("name", names())
def test_every_rule_that_quiet_has_not_answers_something_in_random_games(name: str) -> None:
    """A rule that never fits is a condition that nobody meets."""
    ruleset = load(name)
    for ready, found in ruleset.sets.items():
        rules = enumerate(found.rules, 1)
        idle = {number for number, rule in rules if rule not in ruleset.sets[QUIET].rules}
        for number in range(count(60, 120)):
            scenario = [*ruleset.scenarios][number % len(ruleset.scenarios)]
            played = Contest(ruleset, scenario, number, ruleset.seats_of(scenario), ready)
            if idle:
                played.play()
                idle -= played.used
        assert [found.rules[number - 1] for number in sorted(idle)] == []


def test_quiet_beats_random_answers_in_battle() -> None:
    """tests/benchmarks/sets.py plays 400 games: 60 of 100 are wanted there; a few games scatter."""
    assert contests(load("julius-caesar"), "campaign", count(24, 160)).percent >= count(40, 55)
