"""The data of Julius Caesar: counts that the rulebook gives, and that everything fits together."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.rules.julius_caesar.adapter import board, naming, ruleset

SEAS = ("atlanticus", "hispanum", "tyrrhenum", "internum", "hadriaticum", "egypticum", "aegaeum",
        "propontis", "euxinus")  # fmt: skip


def roads() -> dict[str, str]:
    return {
        board.road(one, two): kind
        for one in board.PLACES
        for two, kind in board.NEIGHBOURS[one].items()
        if kind != "sea"
    }


def test_places() -> None:
    places = board.PLACES.values()
    assert sum(1 for place in places if not place.is_sea) == 67
    assert [place.id for place in places if place.is_sea] == list(SEAS)
    assert sum(place.value for place in places) == 13
    assert sum(1 for place in places if place.major) == 11
    assert all(place.port for place in places if place.major)


def test_roads() -> None:
    assert len(roads()) == 94
    assert Counter(roads().values()) == {"major": 43, "minor": 47, "strait": 4}
    straits = sorted(board.DATA["map"]["straits"])
    assert straits == sorted(road for road, kind in roads().items() if kind == "strait")
    assert all(one < two for one, two in (road.split("/") for road in roads()))


def test_roads_run_both_ways() -> None:
    for one in board.PLACES:
        for two, kind in board.NEIGHBOURS[one].items():
            assert board.edge(two, one) == kind


def test_seas_touch_ports_and_seas_only() -> None:
    for place in board.PLACES.values():
        for near, kind in board.NEIGHBOURS[place.id].items():
            ends = (place, board.PLACES[near])
            assert (kind == "sea") == any(end.is_sea for end in ends)
            assert kind != "sea" or all(end.is_sea or end.port for end in ends)


def test_islands_have_no_road_but_sicily_has_a_strait() -> None:
    for place in board.PLACES.values():
        kinds = {kind for kind in board.NEIGHBOURS[place.id].values() if kind != "sea"}
        if place.island and place.island != "sicilia":
            assert not kinds, place


def test_blocks() -> None:
    blocks = board.BLOCKS
    assert Counter(block.colour for block in blocks.values()) == {
        "brown": 31,
        "green": 31,
        "blue": 1,
    }
    for block in blocks.values():
        assert list(block.steps) == sorted(block.steps, reverse=True)
        assert block.levy in ("any", "major-port", "none", *board.PLACES)
        assert block.start is None or board.may_stand(block.id, block.start)
        assert all(blocks[leader].leader for leader in block.needs)


def test_steps_of_the_elephant() -> None:
    assert [board.step_up("p-elephant", n) for n in (0, 2, 4)] == [2, 4, 4]
    assert [board.step_down("p-elephant", n) for n in (4, 2)] == [2, 0]


def test_cards() -> None:
    assert len(board.deck(events=True)) == 27
    assert len(board.deck(events=False)) == 20
    assert board.moves_and_levies("4/1") == (4, 1)
    assert board.moves_and_levies("mars") == (1, 0)
    assert board.moves_and_levies("vulcan") == (0, 0)


@pytest.mark.parametrize("seat", board.SEATS)
@pytest.mark.parametrize("sort", ["place", "block", "card"])
def test_names_are_unlike(seat: str, sort: str) -> None:
    names = naming.vocabulary(seat)[sort]
    assert len(set(names.values())) == len(names)


def test_own_blocks_have_their_printed_name() -> None:
    assert naming.block_name("c-navis-1", "caesar") == "Navis 1"
    assert naming.block_name("c-navis-1", "pompey") == "Brown Navis 1"
    assert naming.block_name("legio-1", "caesar") == "Legio 1"


def test_the_data_have_their_shapes() -> None:
    """Ids, types and numbers, and that every place can be drawn."""
    assert board.DATA.wrong() == []


def test_origins_count_every_datum() -> None:
    origins = ruleset.origins()
    assert {origin.source for origin in origins} <= {"seed", "published", "reconstructed", "ours"}
    counts = {f"{origin.file}: {origin.pattern}": len(origin.data) for origin in origins}
    assert counts["map: roads/**"] + counts["map: roads/strait/*"] == 94
    assert counts["blocks: blocks/*/*/rating"] == 63
