"""Ridge, a toy of the kit: hexes and paths, lists of several types, a bag and hands of finds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.engine.request import View
from referee.engine.table import State, Table, view_of
from referee.engine.words import Answer
from referee.kit.zones import Place
from referee.lab.selfplay import play, save
from referee.lab.twins.twins import Twins
from referee.orders.order_lines import judge_reading, read_for, write_lines
from tests.support.mailbag import TOYS, cli
from tests.toys import ridge
from tests.toys.ridge import ZONES, Other, Turn, TurnSuggestions, ruleset

TURN = Turn("kim", last=False)


def position(**at: str) -> State:
    """Kim has a coin and a crown, and all points."""
    state = ruleset.rules.setup("plain", {})
    ZONES.move(state, ["coin", "crown"], Place("bag"), Place("finds", "kim"))
    state["public"]["at"].update({unit.replace("_", "-"): space for unit, space in at.items()})
    state["public"]["left"] = 6
    return state


def judged(state: State, *lines: Any) -> list[tuple[Any, ...]]:
    """Place in the file, reason and hint of each fault and warning."""
    seen = view_of(state, "kim")
    reading = read_for(TURN, TurnSuggestions(), seen, list(lines), ridge.NAMES)
    found = judge_reading(TURN, seen, reading)
    faults = [*reading.faults, *found.faults, *found.warnings]
    return [(fault.path, fault.reason, fault.hint) for fault in faults]


def test_2_a_path_is_a_list_of_spaces_and_digs() -> None:
    path = ["0103", {"dig": "2"}, "0203", {"dig": "1"}]
    assert judged(position(), {"march": {"unit": "kim's mule", "path": path}}) == []


def test_2_a_step_over_the_ridge_costs_two() -> None:
    line = {"march": {"unit": "kims m", "path": ["0303", "0203", "0303", "0403", "0303"]}}
    assert judged(position(mule_kim="0203"), line) == [
        ((0, "march", "path", 3), "no points are left for it", "")
    ]


@pytest.mark.parametrize(
    ("path", "place", "reason", "hint"),
    [
        (["0103", "0204", ""], (2,), "name a space here", "0103, 0104, 0203"),
        (["0103", {"dig": ""}], (1, "dig"), "a whole number from 1 to 6 is expected here", ""),
        (["0103", "0205"], (1,), "it does not lie beside", "0102, 0104, 0203, 0204, South Camp"),
        ([{"dig": "1"}], (0, "dig"), "nothing is dug in a camp", ""),
        (["0103", {"dig": "6"}], (1,), "no points are left for it", ""),
        (["north"], (0,), "it does not lie beside", "0103"),
        (["the moon"], (0,), "'the moon' is not a space", "you can name 0103"),
    ],
)
def test_a_fault_of_a_path_is_told_where_it_is(
    path: list[Any], place: tuple[Any, ...], reason: str, hint: str
) -> None:
    ((where, said, helped),) = judged(position(), {"march": {"unit": "Kim's mule", "path": path}})
    assert (where, said) == ((0, "march", "path", *place), reason)
    assert hint in helped


def test_3_finds_are_shown_in_a_camp() -> None:
    reason = "none of your units is in a camp"
    out = position(mule_kim="0101", porter_kim="0102")
    assert judged(out, {"show": "crown"}) == [((0, "show"), reason, "")]
    assert judged(position(), {"show": ["crown", "coin"]}) == []
    assert judged(position(), {"show": ["crown", "crown"]}) == [
        ((0, "show", 1), "you do not have it", "")
    ]


def test_3_what_is_dug_in_the_same_turn_may_be_shown_with_a_warning() -> None:
    dug = {"march": {"unit": "Kim's mule", "path": ["0103", {"dig": "1"}, "South Camp"]}}
    assert judged(position(), dug, {"show": ["comb"]}) == [
        ((1, "show", 0), "you do not have it", "")
    ]
    seen = view_of(position(), "kim")
    answer: Answer = read_for(
        TURN, TurnSuggestions(), seen, [dug, {"show": "comb"}], ridge.NAMES
    ).lines  # type: ignore[assignment]
    assert TURN.judge(seen, answer).faults == []


def test_whole_games_are_played() -> None:
    winners = {play(ruleset, 1, game).result.winner for game in range(30)}  # type: ignore[union-attr]
    assert winners == {"kim", "lee", None}


def test_a_game_goes_through_order_files_and_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(TOYS, "ridge", ruleset)
    save(ruleset, tmp_path / "game", 5, "plain", {})
    said = cli("audit", tmp_path / "game")
    drafts = [path.read_text() for path in sorted(tmp_path.glob("game/mail/*.yaml"))]
    assert any("- dig:" in draft or "{dig:" in draft for draft in drafts)
    assert said.status == 0, said.err


def test_two_games_that_differ_in_finds_look_alike_to_the_other_party() -> None:
    twins = Twins(ruleset, Other(), "plain")
    pairs = [twins.pair(seed) for seed in range(12)]
    assert [leak for pair in pairs for leak in pair.leaks] == []


def test_a_find_that_is_told_to_all_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def dig(table: Table, seat: str, count: int) -> None:
        finds = ZONES.draw(table, f"finds of {seat}", count, Place("finds", seat))
        table.tell("dug", {"seat": seat, "value": sum(map(len, finds))})

    monkeypatch.setattr(ridge, "dig", dig)
    twins = Twins(ruleset, Other(), "plain")
    assert any(twins.pair(seed).leaks for seed in range(12))


def test_an_answer_is_written_in_full() -> None:
    answer: Answer = [{"march": {"unit": "mule-kim", "path": ["0103", {"dig": 2}, "south"]}}]
    assert write_lines(answer, Turn.words, ridge.NAMES) == [
        {"march": {"unit": "Kim's mule", "path": ["0103", {"dig": "2"}, "South Camp"]}}
    ]


def test_a_template_names_what_the_mule_can_reach() -> None:
    view = View("kim", position()["public"], {"finds": []})
    lines = TurnSuggestions().template(TURN, view)
    assert lines[0] == """# - march: {unit: "Kim's mule", path: [0103]}"""
    assert len(lines) == 25
