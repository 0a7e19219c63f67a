"""Hexes by their printed numbers: neighbours, distances, facings, and lines against a slow look."""

from __future__ import annotations

import random
from itertools import product

import pytest

from referee.kit.graphs import Step, reached
from referee.kit.hexes import (
    CORNER,
    FLANK,
    FRONT,
    HEX,
    REAR,
    SIDE,
    Grid,
    Line,
    Numbering,
    Passed,
)
from referee.kit.sightlines import line
from tests.support.seeds import with_seeds

ROWS, COLUMNS = range(8, 45), range(1, 47)
#: Rows from the south, columns from the west, odd rows half a hex further east.
MAP = Grid(f"{row:02}{column:02}" for row in ROWS for column in COLUMNS)


def test_neighbours_of_even_and_odd_rows() -> None:
    assert MAP.around("2023") == {
        "NE": "2123", "E": "2024", "SE": "1923", "SW": "1922", "W": "2022", "NW": "2122",
    }  # fmt: skip
    assert MAP.around("2123") == {
        "NE": "2224", "E": "2124", "SE": "2024", "SW": "2023", "W": "2122", "NW": "2223",
    }  # fmt: skip
    assert MAP.around("0801") == {"NE": "0901", "E": "0802"}
    assert MAP.side("2023", "2122") == "NW"
    assert MAP.side("2023", "2023") == MAP.side("2023", "2224") == ""
    assert MAP.beside("0801", "W") == ""
    assert "0800" not in MAP
    assert len(MAP) == 37 * 46


@pytest.mark.parametrize("text", ["203", "20233", "20x3", "", "\u0662023"])
def test_what_is_no_hex(text: str) -> None:
    with pytest.raises(ValueError, match="is no hex"):
        Grid([text])


@pytest.mark.parametrize(
    ("numbering", "around"),
    [
        (Numbering(shifted=0), "NE 0303, E 0203, SE 0103, SW 0102, W 0201, NW 0302"),
        (Numbering(northward=False), "NE 0102, E 0203, SE 0302, SW 0301, W 0201, NW 0101"),
        (Numbering(flat=True), "N 0302, NE 0203, SE 0103, S 0102, SW 0101, NW 0201"),
        (
            Numbering(flat=True, northward=False, row_first=False),
            "N 0201, NE 0301, SE 0302, S 0203, SW 0102, NW 0101",
        ),
        (
            Numbering(digits=3),
            "NE 003002, E 002003, SE 001002, SW 001001, W 002001, NW 003001",
        ),
    ],
)
def test_maps_are_numbered_in_many_ways(numbering: Numbering, around: str) -> None:
    size = numbering.digits
    grid = Grid(
        (f"{one:0{size}}{two:0{size}}" for one, two in product(range(5), repeat=2)), numbering
    )
    found = grid.around(f"{2:0{size}}" * 2)
    assert ", ".join(f"{side} {other}" for side, other in found.items()) == around
    for one in grid:
        for side, other in grid.around(one).items():
            assert grid.side(other, one) == grid.turned([side], 3)[0], "each sees the other"


@with_seeds(range(20))
def test_a_distance_is_the_number_of_steps(seed: int) -> None:
    chance = random.Random(seed)
    start = chance.choice(list(MAP))
    steps = {start: 0} | {
        to: way.cost for to, way in reached(MAP.links, start, lambda *_: Step(1), 6).items()
    }
    for other, count in steps.items():
        assert MAP.distance(start, other) == MAP.distance(other, start) == count
    for most in range(7):
        near = MAP.within(start, most)
        assert sorted(near) == sorted(other for other, count in steps.items() if count <= most)
        assert [steps[other] for other in near] == sorted(steps[other] for other in near)


def nearest(along: int, across: int, part: int, whole: int) -> list[tuple[int, int]]:
    """The hexes whose centres are nearest to a spot on a line, so many parts of the whole on."""
    found: dict[int, list[tuple[int, int]]] = {}
    around = part * across // whole
    for row in range(around - 2, around + 3):
        for at in range(part * along // whole - 4, part * along // whole + 5):
            if (at + row) % 2 == 0:
                away = (at * whole - part * along) ** 2 + 3 * (row * whole - part * across) ** 2
                found.setdefault(away, []).append((at, row))
    return sorted(found[min(found)])


@pytest.mark.parametrize("steps", range(1, 7))
def test_a_line_meets_what_its_every_spot_lies_in(steps: int) -> None:
    ring = [
        (along, across)
        for across in range(-steps, steps + 1)
        for along in range(-2 * steps, 2 * steps + 1)
        if (along + across) % 2 == 0 and max(abs(across), (abs(along) + abs(across)) // 2) == steps
    ]
    assert len(ring) == 6 * steps
    for along, across in ring:
        whole = 2 * (along**2 + 3 * across**2)  # then every corner is one of the spots
        spots = [nearest(along, across, part, whole) for part in range(1, whole)]
        within = dict.fromkeys(spot[0] for spot in spots if len(spot) == 1)
        sides = dict.fromkeys(
            tuple(spot) for spot in spots if len(spot) == 2 and spots.count(spot) > 1
        )
        told = [*within, *(one for pair in sides for one in pair)]
        corners = {one for spot in spots if len(spot) == 3 for one in spot if one not in told}
        met = line(along, across)
        ends = ((0, 0), (along, across))
        assert [places[0] for how, places in met if how == HEX] == [
            h for h in within if h not in ends
        ]
        assert [places for how, places in met if how == SIDE] == list(sides)
        assert {places[0] for how, places in met if how == CORNER} == corners


def test_a_bare_corner_is_met_at_five_hexes_first_and_told_between_two_hexes() -> None:
    assert MAP.line("2010", "2114") == Line(
        ("E",),
        (
            Passed(HEX, ("2011",)),
            Passed(CORNER, ("2111",)),
            Passed(HEX, ("2012",)),
            Passed(HEX, ("2112",)),
            Passed(CORNER, ("2013",)),
            Passed(HEX, ("2113",)),
        ),
        ("W",),
    )


def test_a_line_along_a_side_leaves_through_a_corner() -> None:
    assert MAP.line("2023", "2223") == Line(
        ("NE", "NW"), (Passed(SIDE, ("2122", "2123")),), ("SE", "SW")
    )
    assert MAP.line("2023", "2123") == Line(("NE",), (), ("SW",))


def test_a_line_off_the_map_meets_what_there_is() -> None:
    assert MAP.line("0801", "1001").between == (Passed(SIDE, ("0901",)),)
    assert Grid(["0801", "1001"]).line("0801", "1001").between == ()


def test_lines_of_flat_hexes_are_those_of_pointy_ones_laid_over() -> None:
    flat = Grid((f"{r:02}{c:02}" for r, c in product(range(9), repeat=2)), Numbering(flat=True))
    pointy = Grid((f"{r:02}{c:02}" for r, c in product(range(9), repeat=2)))
    for one, other in (("0000", "0305"), ("0408", "0204"), ("0101", "0800")):
        over, under = one[2:] + one[:2], other[2:] + other[:2]
        assert flat.distance(one, other) == pointy.distance(over, under)
        assert [
            (how, sorted(h[2:] + h[:2] for h in hexes))
            for how, hexes in flat.line(one, other).between
        ] == [(how, sorted(hexes)) for how, hexes in pointy.line(over, under).between]


def test_arcs_of_a_corner_and_of_a_side() -> None:
    assert MAP.arcs(("NW", "NE")) == {
        "NE": FRONT, "E": FLANK, "SE": REAR, "SW": REAR, "W": FLANK, "NW": FRONT,
    }  # fmt: skip
    assert MAP.arcs(("E",)) == {
        "NE": FLANK, "E": FRONT, "SE": FLANK, "SW": FLANK, "W": REAR, "NW": FLANK,
    }  # fmt: skip
    for facing in ((), ("E", "W"), ("NE", "SE"), ("E", "SE", "SW"), ("E", "E")):
        with pytest.raises(ValueError, match="is no side and no corner"):
            MAP.arcs(facing)


def test_turning_is_counted_by_sixths_on_the_shorter_way() -> None:
    assert [MAP.sixths(("E",), MAP.turned(("E",), n)) for n in range(6)] == [0, 1, 2, 3, 2, 1]
    assert MAP.sixths(("NW", "NE"), ("E", "NE")) == 1
    assert MAP.turned(("NW", "NE"), 3) == ("SE", "SW")
    with pytest.raises(ValueError, match="no facings of the same piece"):
        MAP.sixths(("E",), ("E", "SE"))


def test_a_way_over_hexes_may_remember_its_facing() -> None:
    """A galley that turns one sixth before each step for nothing, and more for one."""

    def cost(facing: str, here: str, to: str) -> Step | None:
        side = MAP.side(here, to)
        return Step(1 + max(0, MAP.sixths([facing or "E"], [side]) - 1), side)

    found = reached(MAP.links, "2010", cost, 3)
    assert found["2011"].cost == found["2110"].cost == 1
    assert found["2109"].cost == 2
    assert found["2009"].cost == 3
    assert found["2009"].path == ("2009",)
