"""Orders of the command phase: hints, warnings, templates and the text of the requests."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from referee.engine.request import Request, View
from referee.engine.table import view_of
from referee.fault import AMBIGUOUS, WARNING
from referee.orders.order_lines import parse_lines
from tests.rules.julius_caesar.adapter import ADAPTER, Cards, Command, one_move, ruleset
from tests.support.beside import template

SIX = ["Legio 7", "Legio 8", "Legio 9", "Legio 10", "Legio 11", "Legio 14"]


def view(seat: str = "caesar", **before: Any) -> View:
    state = ADAPTER.start({"active": seat, "moves": "3", "levies": "2", **before})
    return view_of(state, seat)


def judge(where: View, *lines: Any, moves: int = 3, levies: int = 2) -> Any:
    request = Command(where.seat, moves=moves, levies=levies)
    answer, faults = parse_lines(list(lines), request.words, ruleset.rules.names(where.seat))
    assert answer is not None, faults
    return request.judge(where, answer)


def move(start: str, blocks: list[str], to: str, **more: Any) -> Any:
    return {"move": {"from": start, "blocks": blocks, "to": to, **more}}


def test_a_place_two_cities_away_has_a_hint() -> None:
    judgement = judge(view(caesar={"Massilia": SIX}), move("Massilia", ["Legio 7"], "Ravenna"))
    (fault,) = judgement.faults
    assert fault.path == (0, "to")
    assert fault.hint == "it is two cities away: via Genua"


def test_a_far_place_has_the_next_cities_as_hint() -> None:
    judgement = judge(view(caesar={"Massilia": SIX}), move("Massilia", ["Legio 7"], "Sala"))
    (fault,) = judgement.faults
    assert fault.hint == "roads lead from Massilia to Genua, Lugdunum and Narbo"


def test_the_block_that_finds_no_room_is_named() -> None:
    judgement = judge(view(caesar={"Massilia": SIX}), move("Massilia", SIX, "Genua"))
    (fault,) = judgement.faults
    assert fault.path == (0, "blocks", 4)
    assert fault.hint == "send Legio 11 another way, or leave it"


def test_blocks_of_a_refused_line_are_not_refused_again() -> None:
    judgement = judge(
        view(caesar={"Massilia": SIX}),
        move("Massilia", ["Legio 7"], "Sala"),
        move("Sala", ["Legio 7"], "Tingis"),
        {"levy": {"block": "Auxilia 1", "at": "Sala"}},
    )
    assert [fault.path for fault in judgement.faults] == [(0, "to")]


def test_a_levy_without_a_place_is_ambiguous() -> None:
    where = view(caesar={"Massilia": SIX, "Genua": ["Legio 12"]})
    (fault,) = judge(where, {"levy": {"block": "Ballista"}}).faults
    assert fault.answer == AMBIGUOUS
    assert fault.hint == "add at: Genua or Massilia"


def test_unused_points_are_a_warning_only_if_they_could_be_used() -> None:
    judgement = judge(view(caesar={"Caralis": ["Legio 7"]}), moves=1, levies=0)
    assert judgement.warnings == []
    judgement = judge(view(caesar={"Genua": ["Legio 7"]}), moves=1, levies=0)
    (warning,) = judgement.warnings
    assert warning.answer == WARNING
    assert warning.reason.startswith("1 move not used")


def test_nothing_to_command_is_asked_all_the_same() -> None:
    request = Command("caesar", moves=0, levies=0)
    assert request.forced(view().public) is None
    assert "move" in request.words


def test_number_of_first_moves() -> None:
    """Paths out of every place of the start: a change in the rules of movement shows here."""
    where = view_of(ADAPTER.start({"start": "yes", "active": "caesar", "moves": "1"}), "caesar")
    walk = one_move(where)
    places = ("ravenna", "genua", "massilia", "narbo", "lugdunum")
    assert [sum(1 for _ in walk.paths(place, fleet=False)) for place in places] == [
        17,
        18,
        13,
        9,
        16,
    ]


def template_lines(request: Request, where: View) -> list[Any]:
    """Every line of a template, also those behind a comment mark."""
    lines = [line.removeprefix("# ") for line in template(ruleset, request, where)]
    text = "\n".join(line for line in lines if line.startswith("- "))
    found: list[Any] = yaml.load(text, Loader=yaml.BaseLoader)
    return found


@pytest.mark.parametrize("seat", ["caesar", "pompey"])
def test_every_line_of_a_template_is_legal_alone(seat: str) -> None:
    before = {"start": "yes", "active": seat, "moves": "3", "levies": "2"}
    where = view_of(ADAPTER.start(before), seat)
    request = Command(seat, moves=3, levies=2)
    lines = template_lines(request, where)
    assert len(lines) > 10
    for line in lines:
        assert judge(where, line).faults == [], line


def test_the_template_for_cards_is_legal() -> None:
    state = ADAPTER.start({"phase": "cards", "caesar hand": ["2/1", "3/1", "Apollo"]})
    where = view_of(state, "caesar")
    request = Cards("caesar", year=705, turn=1)
    answer, _ = parse_lines(
        template_lines(request, where), request.words, ruleset.rules.names("caesar")
    )
    assert answer is not None
    assert request.judge(where, answer).faults == []


def test_apollo_is_not_played_in_the_first_turn() -> None:
    where = view_of(ADAPTER.start({"phase": "cards", "caesar hand": ["2/1", "Apollo"]}), "caesar")
    request = Cards("caesar", year=705, turn=1)
    assert request.judge(where, [{"discard": "apollo"}, {"play": "2/1"}]).faults == []
    (fault,) = request.judge(where, [{"discard": "2/1"}, {"play": "apollo"}]).faults
    assert fault.path == (1,)


def test_nobody_waits_for_the_last_card() -> None:
    where = view_of(ADAPTER.start({"phase": "cards", "turn": "5"}), "caesar")
    assert Cards("caesar", year=705, turn=5).forced(where.public) == []
    assert Cards("caesar", year=705, turn=4).forced(where.public) is None
