"""What led new players of Caesar XL astray, who had read their page alone."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from referee.engine.request import Request
from referee.engine.table import State, view_of
from referee.fault import Fault
from referee.orders.advance import parse_next
from referee.orders.order_lines import judge_reading, read_for
from referee.orders.standing_list import left_out, parse_standing, sets_of
from tests.rules.caesar_xl.adapter import ADAPTER, Betrayal, Draws, Loss, Orders, ruleset
from tests.support import beside

OTHERS = [word for one in ruleset.rules.requests.values() for word in one.words]
START: dict[str, Any] = {"start": "yes"}


def position(**more: Any) -> State:
    return ADAPTER.start({**START, **more})


def faults(request: Request, lines: str, state: State | None = None) -> list[Fault]:
    """What is wrong with lines, as `check` says it."""
    seen = view_of(state or position(), request.seat)
    raw = yaml.load(lines, Loader=yaml.BaseLoader)
    suggestions = ruleset.rules.kinds[request.kind].suggestions
    names = ruleset.rules.names(request.seat)
    reading = read_for(request, suggestions, seen, raw, names, OTHERS)
    return reading.faults + judge_reading(request, seen, reading).faults


CARDS, TURN = Draws("caesar", turn=2, part=1), Orders("caesar", turn=2, part=1)


@pytest.mark.parametrize(
    ("request_", "line", "hint"),
    [
        (CARDS, "- buy: 2", "write '- buy' 2 times, each on its own line"),
        (CARDS, "- buy: yes", "leave it empty"),
        (
            CARDS,
            "- {if: leaders drawn = 0 and gold >= 5, buy: ''}",
            "write several conditions as a list: [leaders drawn = 0, gold >= 5]",
        ),
        (TURN, "- tactics: Siege", "advance orders, for what comes later, go below 'next'"),
        (TURN, "- recruit: Rome", "'- recruit: {at: PLACE}'; it can also have legions, allies"),
    ],
)
def test_a_hint_says_how_to_write_it(request_: Request, line: str, hint: str) -> None:
    (fault,) = faults(request_, line)
    assert hint in fault.hint


@pytest.mark.parametrize("card", ["Ambush", "ambush"])
def test_a_card_alone_is_shown_with_the_word_that_takes_it(card: str) -> None:
    _, found = parse_next([{"on": "tactics", "orders": [card]}], ruleset, "caesar")
    _, rules = parse_standing([{"on": "tactics", "then": card}], ruleset, "caesar")
    for fault in (*found, *rules):
        assert f"did you mean 'tactics: {card}'?" in fault.hint
    assert len(found) == len(rules) == 1


def test_no_second_line_is_proposed_where_there_can_be_one_alone() -> None:
    raw = [{"on": "tactics", "orders": [{"tactics": ["Ambush", "Siege"]}]}]
    (fault,) = parse_next(raw, ruleset, "caesar")[1]
    assert fault.reason == "one tactics card is expected here, not a list or a map"
    assert fault.hint == "write one of them"


def test_7_1_what_is_short_is_said_of_the_unit_that_is_too_much() -> None:
    """The player has 5 gold, and was told that he had none."""
    state = position(gold={"caesar": "5"})
    (fault,) = faults(TURN, "- recruit: {legions: 2, at: Massilia}", state)
    assert fault.reason == "after 1 of 2: a legion costs 5 gold, and you have 0"
    assert fault.path == (0, "recruit", "legions")


def test_lines_behind_a_refused_stop_are_judged_too() -> None:
    lines = """
    - {if: gold >= 99, recruit: {legions: 1, at: Massilia}}
    - march: {pieces: [CL2], to: Rome}
    """
    stop, way = faults(TURN, lines)
    assert stop.hint == "leave the line out, or write 'else: skip'"
    assert way.reason == "Rome is not next to Massilia"


@pytest.mark.parametrize("name", ["CL2", "Legion 2", "Legio 2", "legio 2"])
def test_a_legion_is_known_by_the_names_that_players_write(name: str) -> None:
    assert faults(TURN, f"- march: {{pieces: {name}, to: Rubicon}}") == []


def test_hits_are_counted_as_people_count() -> None:
    where = {"at": "rome", "side": "attacker", "round": 1, "spared": 0}
    assert "at Rome: 1 hit in round 1" in Loss("caesar", hits=1, **where).title()
    assert "at Rome: 2 hits in round 1" in Loss("caesar", hits=2, **where).title()
    assert "at Rome: 1 sword by" in Betrayal("caesar", at="rome", points=1).title()


@pytest.mark.parametrize("card", ["Fleet", "Fleet II"])
def test_a3_a_fleet_that_is_held_is_in_the_template(card: str) -> None:
    state = position(hands={"pompey": [card]}, active="pompey")
    request = Orders("pompey", turn=2, part=1)
    shown = beside.template(ruleset, request, view_of(state, "pompey"))
    assert any("fleet: {pieces: [PA1], to: Gades}" in line for line in shown)
    without = position(hands={"pompey": ["Levy"]}, active="pompey")
    shown = beside.template(ruleset, request, view_of(without, "pompey"))
    assert not any("fleet" in line for line in shown)


def test_what_standing_orders_leave_out_is_named() -> None:
    """Rules of one's own replace *quiet*: supply then stops the game."""
    raw = [{"on": kind, "then": "default"} for kind in ("tactics", "retreat", "loss")]
    rules, _ = parse_standing(raw, ruleset, "caesar")
    left = left_out(rules, ruleset)
    assert left[:2] == ["betrayal", "pillage"] and "supply" in left and "loss" not in left
    quiet, _ = parse_standing(sets_of(ruleset)["quiet"].rules, ruleset, "caesar")
    assert left_out(quiet, ruleset) == left_out([], ruleset) == []


def test_a_copy_of_a_card_says_what_it_does() -> None:
    """The report of who held the second Fleet alone said: as Fleet."""
    state = position(hands={"caesar": ["Fleet", "Triple Line"], "pompey": ["Fleet", "Triple Line"]})
    shown = dict(ruleset.wording.situation(view_of(state, "pompey")))["Cards"]
    assert any(line.startswith("Fleet (action): Any of your pieces") for line in shown)
    assert "A4" in state["seats"]["pompey"]["hand"]
    assert not any(": As " in line for line in shown)
