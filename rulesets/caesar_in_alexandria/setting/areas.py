"""11, 12 Where each force may be set up."""

from collections.abc import Mapping, Sequence

from referee.engine.view import Data
from rulesets.caesar_in_alexandria import board
from rulesets.caesar_in_alexandria.board import (
    BATTLE,
    BLOCKS,
    COUNTRIES,
    GALLEYS,
    GROUND,
    HEXES,
    LINKS,
    MAP,
    NAVAL,
    PHAROS,
    POINTS,
    REDOUBTS,
    SAILED,
    SCENARIOS,
    SETUP,
    hexes_of,
)

_PORTS = {name: MAP["harbours"][name]["ports"] for name in MAP["harbours"]}
_TOWN = [point for point in POINTS if not point.startswith("ph")]
_PH = [point for point in POINTS if point.startswith("ph")]


def _default_hexes(area: str) -> list[str]:
    """The hexes of the default of a force, for lines of galleys."""
    found = [
        force for name in SCENARIOS for force in SETUP[name]["forces"] if force["area"] == area
    ]
    places = [text.partition(" ")[0] for text in found[0]["at"].values()]
    return [place for place in dict.fromkeys(places) if place in GROUND]


def _east() -> list[str]:
    """12.1 Sea hexes of the Great Harbour east of column 30."""
    sea = [one for one in hexes_of("great") if GROUND[one] in SAILED]
    return [one for one in sea if one[2:] > "30" and one not in _PORTS["great"]]


def _away() -> list[str]:
    """11.2 Points two or more steps from those that the Romans hold, blocks that share none."""
    held = MAP["roman"]["points"]
    points = [one for one in _TOWN if one not in held and not any(to in held for to in LINKS[one])]
    free = [one for one, edge in BLOCKS.items() if not any(point in held for point in edge)]
    return [*points, *(one for one in free if one not in MAP["roman"]["blocks"])]


def _letters_a_to_i() -> list[str]:
    """12.1 Points and blocks of streets A to I."""
    spaces = [*_TOWN, *BLOCKS]
    return [one for one in spaces if all(letter <= "i" for letter in board.letters(one))]


def _at_points() -> list[str]:
    """11.2, 12.3 Points of Pharos, and hexes linked with one."""
    linked = [to for point in _PH for to in LINKS[point] if to in GROUND]
    return [*_PH, *(one for one in dict.fromkeys(linked) if one not in REDOUBTS)]


_SHORE = [one for one in HEXES if one <= "1999" and GROUND[one] in ".Wcbx"]
#: The places of each area, galleys aside: units may be aboard those of their own force's side.
AREAS: Mapping[str, Sequence[str]] = {
    "pharos": board.ISLAND,
    "beside causeway": _default_hexes("beside causeway"),
    "east of the harbour": _east(),
    "eunostos ports": _PORTS["eunostos"],
    "redoubt 2124": [REDOUBTS[0]],
    "redoubt 3119": [REDOUBTS[1]],
    "streets a to i": _letters_a_to_i(),
    "roman line": _default_hexes("roman line"),
    "egyptian lines": _default_hexes("egyptian lines"),
    "lighthouse": [board.LIGHTHOUSE],
    "roman ports": [*_PORTS["royal"], *_PORTS["great"]],
    "roman zone": [*MAP["roman"]["points"], *MAP["roman"]["blocks"]],
    "west shore": _SHORE,
    "pharos garrison": _at_points(),
    "egyptian city": _away(),
}
#: 11.1, 12.1, 12.2 Areas whose units may begin aboard galleys.
_ABOARD = ("beside causeway", "east of the harbour", "roman line", "egyptian lines", "roman zone")


def places(public: Data, force: Data) -> list[str]:
    """Where a piece of a force may be put: spaces of its area, or galleys of its side that are
    there."""
    area = list(AREAS[force["area"]])
    if public["scenario"] == PHAROS:
        area = [one for one in area if one in COUNTRIES[PHAROS].links]
    if force["area"] in _ABOARD:
        mine = [one for one in GALLEYS if one in public["galleys"]]
        own = force["at"] if public["scenario"] != BATTLE else mine
        area += [one for one in mine if board.SIDES[one] == force["seat"] and one in own]
    return area


def fixed_bow(public: Data, seat: str) -> str:
    """12.2 How galleys face there, "" elsewhere."""
    if public["scenario"] != NAVAL:
        return ""
    return "E" if seat == board.ROMAN else "W"
