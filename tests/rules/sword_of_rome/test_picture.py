"""The picture of the map says what lies in a space, whose it is, and where forces went."""

from __future__ import annotations

from typing import Any

from referee.engine.request import GUEST, View
from referee.kit.board import Board
from tests.rules.sword_of_rome.adapter import ADAPTER, ruleset


def board(events: list[dict[str, Any]] | None = None, **before: Any) -> Board:
    """What a guest sees of a position."""
    state = ADAPTER.start(before)
    assert ruleset.picture is not None
    found: Board = ruleset.picture(View(GUEST, state["public"], {}), events or [])
    return found


def lines(found: Board, at: str) -> dict[str, list[str]]:
    return {group.seat: list(group.lines) for group in found.groups_at(at)}


def test_forces_outside_and_inside_are_told_with_leaders_and_militia() -> None:
    found = board(
        rome={"Antium": "4 Valerius, Camillus"},
        volsci={"Antium inside": "2"},
        carthage={"Kerkouane": "5 Bomilcar"},
        militia={"Kerkouane": "3"},
    )
    assert lines(found, "antium") == {
        "rome": ["4 CU Camillus 1/4", "Valerius 2/2"],
        "volsci": ["2 CU inside"],
    }
    assert lines(found, "kerkouane") == {"carthage": ["5 CU Bomilcar 2/2", "militia: 3 CU"]}
    assert [group.number for group in found.groups_at("antium")] == [4, 2]


def test_a_space_tells_its_home_its_controller_and_its_siege() -> None:
    found = board(
        rome={"Neapolis": "3 Valerius"},
        control={"Velitrae": "independent", "Narnia": "gauls"},
        colonies=["Anagnia"],
        sieges={"Neapolis": "1"},
        subdued=["Aesernia"],
    )
    velitrae, narnia = found.space("velitrae"), found.space("narnia")
    assert (velitrae.owner, velitrae.notes[0]) == ("", "Rome")
    assert (narnia.owner, narnia.notes[0]) == ("gauls", "Rome")
    neapolis = found.space("neapolis")
    assert neapolis.contested and "siege level 1" in neapolis.notes
    sorts = [found.space(key).sort for key in ("anagnia", "aesernia", "aufidena", "neapolis")]
    assert sorts == ["colony", "normal", "tribe", "city"]
    assert "loyalty 1" in found.space("anagnia").notes


def test_spaces_that_are_out_of_play_are_not_on_the_map() -> None:
    places = {space.id for space in board(scenario="three", start="yes").spaces}
    assert "mediolanum" not in places and "roma" in places
    assert "gauls" not in board(scenario="three", start="yes").seats


def test_steps_of_a_march_are_one_arrow() -> None:
    def step(kind: str, power: str, start: str, **more: Any) -> dict[str, Any]:
        return {"kind": kind, "power": power, "from": start, **more}

    found = board(
        [
            step("marches", "rome", "roma", to="narnia"),
            step("marches", "rome", "narnia", to="spoletium"),
            step("retreats", "etruscans", "spoletium", way=["perusia", "clusium"]),
            step("back", "rome", "spoletium", to="narnia"),
        ]
    )
    assert [(journey.seat, list(journey.path)) for journey in found.journeys] == [
        ("rome", ["roma", "narnia", "spoletium"]),
        ("etruscans", ["spoletium", "perusia", "clusium"]),
        ("rome", ["spoletium", "narnia"]),
    ]
