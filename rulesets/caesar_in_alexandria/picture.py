"""The map, which everybody sees alike, to be drawn and to be told."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from referee.engine.request import Data, View
from referee.kit.board import (
    BLOCK,
    HEX,
    POINT,
    Board,
    Border,
    Ground,
    Group,
    Journey,
    Kind,
    Link,
    Space,
)
from rulesets.caesar_in_alexandria import board, position
from rulesets.caesar_in_alexandria.board import (
    ATTACK,
    COUNTRIES,
    GALLEYS,
    GRID,
    GROUND,
    MAP,
    NAMES,
    PALACE,
    SEATS,
    SIDES,
    SIGNS,
    SPACE_NAMES,
    WATER,
)
from rulesets.caesar_in_alexandria.flow import headline
from rulesets.caesar_in_alexandria.report.counters import counters
from rulesets.caesar_in_alexandria.report.situation import aim, galley_marks, side, unit_line
from rulesets.caesar_in_alexandria.shock.stages import STAGES

#: What each sort of hex is filled with.
_PATTERNS = {
    "~": "sea", ":": "shoal", "c": "shore", "b": "sand", "x": "sand", ".": "land", "W": "land",
    "w": "sea", "e": "sea", "Q": "stone", "S": "stone", "R": "wall", "C": "wall", "O": "wall",
    "L": "wall",
}  # fmt: skip
#: Signs that a hex shows; of the sea and the land none.
_GROUNDS = {
    SIGNS[sign]: Ground("" if sign in "~." else sign, pattern)
    for sign, pattern in _PATTERNS.items()
}
#: 5.2, 5.36 Kinds of links; walking and sailing from hex to hex need no line.
_KINDS = {
    board.HEX: Kind("land", "1 point; 1 more where friends stand", "none", "land"),
    board.CANAL: Kind("land over the canal", "2 points", "none", "land"),
    board.DAM: Kind("causeway", "1 point, one unit a hex", "thick", "land"),
    board.STREET: Kind("street", "1 point, no cavalry", "thick", "land"),
    board.OPEN: Kind("way into the town", "1 point, no cavalry", "plain", "land"),
    board.GATE: Kind("gate", "1 point, no cavalry", "dashed", "land"),
    board.IN: Kind(
        "block", "in: the whole allowance; out: 2 points more than the point costs", "none", "land"
    ),
    board.PORT: Kind("harbour wall", "only to land and to embark (5.63)", "dotted", "port"),
    "water": Kind("water", "1 point, 2 with shoals; galleys", "none", "water"),
}
_BORDERS = {
    "mole": Kind("mole or shore", "closed to galleys", "thick"),
    "canal": Kind("canal", "a hexside costs a point more; blocks are closed to points", "dashed"),
}
_NOTATION = (
    "2/7: hits/quality; *: reduced; the top unit stands first; ( ): aboard;"
    " galleys without a word for it are at cruise"
)


def picture(view: View, events: Sequence[Data]) -> Board:
    """The scenario's part of the map with all counters, and what moved among the events."""
    public = view.public
    scenario = public["scenario"]
    spaces = _spaces(scenario)
    return Board(
        title=headline(public),
        seats=SEATS,
        spaces=[_marked(public, space) for space in spaces.values()],
        kinds=_kinds(scenario),
        links=_links(scenario),
        groups=[group for seat in SEATS for group in _groups(public, seat)],
        journeys=[*_journeys(public, events)],
        score=_score(public),
        grounds=_GROUNDS,
        borders=_BORDERS,
        walls=_walls(),
        notation=_NOTATION,
        counters=[*counters(public)],
    )


# -- what is printed -------------------------------------------------------------------------------


@cache
def _spaces(scenario: str) -> Mapping[str, Space]:
    """The places of a scenario; around land that is used, the sea too."""
    land, shown = COUNTRIES[scenario].links, {*board.HEXES}
    if scenario == board.PHAROS:
        used = {one for one in land if one in GROUND}
        shown = used | {to for one in used for to in GRID.links[one]}
    found = [_hex(one) for one in board.HEXES if one in shown]
    if scenario != board.NAVAL:
        found += [_town(key) for key in land if key not in GROUND]
    return {space.id: space for space in found}


def _hex(one: str) -> Space:
    column, row = GRID.place(one)
    notes = ["lighthouse"] if one == board.LIGHTHOUSE else []
    return Space(one, one, (column - 1, -row), SIGNS[GROUND[one]], notes, shape=HEX)


def _town(key: str) -> Space:
    """5.2 A point stands in a hex; a block fills what lies between its points."""
    if key in board.POINTS:
        column, row = GRID.place(board.POINTS[key])
        return Space(key, SPACE_NAMES[key], (column - 1, -row), "point", shape=POINT)
    at, span = _block_place(key)
    notes = ["Palace"] if key == PALACE else []
    return Space(key, SPACE_NAMES[key], at, "block", notes, shape=BLOCK, span=span)


def _block_place(key: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """Where a block is drawn: between the streets, three rows high if no hex lies there; one that
    has a single street takes half the width."""
    places = [GRID.place(board.POINTS[point]) for point in board.BLOCKS[key]]
    columns, rows = [column for column, _ in places], [row for _, row in places]
    west, middle = min(columns) + 1, (min(rows) + max(rows)) // 2
    if min(columns) == max(columns):
        return (west if key.endswith("-west") else west - 3, -middle - 1), (1, 3)
    tall = not any(
        GROUND.get(f"{row:02}{column:02}", "T") not in "T#"
        for row in (middle - 1, middle + 1)
        for column in (west // 2, west // 2 + 1)
    )
    return (west, -middle - tall), (2, 3 if tall else 1)


@cache
def _kinds(scenario: str) -> Mapping[str, Kind]:
    """The kinds of links that a scenario has."""
    used = {link.kind for link in _links(scenario)}
    return {key: kind for key, kind in _KINDS.items() if key in used}


@cache
def _links(scenario: str) -> Sequence[Link]:
    """Links between the places of a scenario, each once."""
    spaces = _spaces(scenario)
    land = COUNTRIES[scenario].links if scenario != board.NAVAL else {}
    found = [
        Link(one, other, board.IN if kind == board.OUT else kind)
        for one in spaces
        for other, kind in land.get(one, {}).items()
        if one < other and other in spaces
    ]
    if scenario != board.PHAROS:
        found += [
            Link(one, other, "water")
            for one, near in WATER.items()
            for other in near
            if one < other
        ]
    return found


@cache
def _walls() -> Sequence[Border]:
    """5.24, 5.35 Hexsides that are closed, and the canal."""
    found = [
        Border(side[:4], side[5:], kind)
        for kind, key in (("mole", "mole"), ("mole", "shores"), ("canal", "canal"))
        for side in MAP[key]
    ]
    closed = [(point, block) for point, blocks in MAP["closed"].items() for block in blocks]
    return [*found, *(Border(point, block, "canal") for point, block in closed)]


# -- what stands there -----------------------------------------------------------------------------


def _marked(public: Data, space: Space) -> Space:
    """A place with who holds it and whether there will be a fight."""
    owner = public["held"].get(space.id, "") if position.has_land(public) else ""
    fought = any(
        space.id in (position.hex_of(public, place) for place in fight["at"])
        for fight in public["fights"]
        if fight["stage"] < len(STAGES)
    )
    burned = ["burned"] if space.id in public["burned"] else []
    if not (owner or fought or burned):
        return space
    found: Space = space.but(owner=owner, contested=fought, notes=[*space.notes, *burned])
    return found


def _groups(public: Data, seat: str) -> Iterator[Group]:
    """What a side has in each place, with the facings."""
    there: dict[str, list[tuple[str, str]]] = {}
    for place, text, face in _lines(public, seat):
        there.setdefault(place, []).append((text, face))
    for place in board.SPACES:
        if found := there.get(place):
            texts, faces = [text for text, _ in found], [face for _, face in found]
            yield Group(place, seat, texts, len(found), faces=faces)


def _lines(public: Data, seat: str) -> Iterator[tuple[str, str, str]]:
    """Place, text and facing of galleys with those aboard, then of the stacks and the leaders."""
    for key in position.galleys(public, seat):
        one = public["galleys"][key]
        yield one["at"], _galley(public, key), one["face"]
    for place in public["stacks"]:
        if place not in GALLEYS:
            for unit in position.here(public, place, seat):
                yield place, unit_line(public, unit), public["units"][unit]["face"]
    for leader in position.leaders(public, seat):
        place = public["leaders"][leader]["at"]
        if place not in GALLEYS:
            yield place, NAMES[leader], ""


def _galley(public: Data, key: str) -> str:
    """A galley in a line, with those aboard."""
    one = public["galleys"][key]
    aboard = [unit_line(public, unit) for unit in position.stack(public, key)]
    aboard += [NAMES[leader] for leader in position.leaders_in(public, key)]
    words = [one["speed"]] if one["speed"] == ATTACK else []
    words += [mark.replace("crippled-", "crippled ") for mark in galley_marks(public, key)]
    told = f"{NAMES[key]} {one['face']} {', '.join(words)}".strip()
    return f"{told} ({', '.join(aboard)})" if aboard else told


def _journeys(public: Data, events: Sequence[Data]) -> Iterator[Journey]:
    """What moved: a path, or where a unit withdrew, retreated, advanced to."""
    for event in events:
        if event["kind"] in ("moves", "goes"):
            path = [event["start"], *event.get("path", [event.get("to", "")])]
            path = [
                position.hex_of(public, place) if place in public["galleys"] else place
                for place in path
            ]
            path = [place for place in path if place in board.SPACE_ORDER]
            if len(path) > 1:
                yield Journey(SIDES[event["piece"]], path)


def _score(public: Data) -> list[str]:
    """11.3, 11.4, 12 Turn, points, exhaustion, tries, goals."""
    told = [f"{name}: {', '.join(side(public, seat))}" for seat, name in SEATS.items()]
    return [*told, aim(public)]
