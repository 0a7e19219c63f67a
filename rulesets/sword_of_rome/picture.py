"""The map, which everybody sees alike, to be drawn and to be told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.request import Data, View
from referee.kit.board import Board, Counter, Group, Journey, Kind, Link, Space
from rulesets.sword_of_rome import board, position
from rulesets.sword_of_rome.board import LEADERS, POWER_NAMES, SPACE_NAMES, SPACES, STRAIT, TABLES
from rulesets.sword_of_rome.flow import headline
from rulesets.sword_of_rome.position import Spot
from rulesets.sword_of_rome.report.situation import alliances

_DRAWING = board.DATA["drawing"]
_ONE_WAY = "one way"
#: 9.3, 20 The kinds of links, and what a force pays for them.
_KINDS = {
    board.CLEAR: Kind("clear", "1 MP", "plain"),
    board.ROUGH: Kind("rough", "2 MP; no interception, no avoiding, no retreat", "dashed"),
    STRAIT: Kind("strait", "2 MP, as rough", "dotted"),
    board.APPIA: Kind("Via Appia", "1 MP; once built, two in a row for Romans", "thick"),
    _ONE_WAY: Kind("way out", "rough, from Transalpine Gaul; no way back", "dashed"),
}
_NOTATION = (
    "[Rome]: who controls it, nobody without; below it whose home it is; +1 CU: what it gives each"
    " turn; beside leaders: initiative/tactics;"
    f" by sea from port to port: {TABLES['sea']['mp']} MP (9.6)"
)
#: Where the events of a move tell that it went.
_MOVES = ("marches", "goes", "back", "retreats")


def picture(view: View, events: Sequence[Data]) -> Board:
    """Spaces with who controls them and what stands there, and what moved among the events."""
    public = view.public
    links = [*_links(public)]
    used = {link.kind for link in links}
    return Board(
        title=headline(public),
        seats=_powers(public),
        spaces=[_space(public, key) for key in SPACES if key not in public["closed"]],
        kinds={key: kind for key, kind in _KINDS.items() if key in used},
        links=links,
        groups=[*_groups(public)],
        journeys=_journeys(events),
        score=[*_score(public)],
        notation=_NOTATION,
        counters=[*_counters(public)],
    )


def _counters(public: Data) -> Iterator[Counter]:
    """8 Leaders with their ratings, and where they are."""
    for key, leader in LEADERS.items():
        told = f"{POWER_NAMES[leader['power']]}, initiative {leader['initiative']}"
        told += f", tactics {leader['tactics']}"
        told += f", penalty {leader['penalty']}" if leader["penalty"] else ""
        at = public["leaders"].get(key, "")
        yield Counter(leader["name"], told, at if at in SPACES else "")


def _powers(public: Data) -> dict[str, str]:
    """Powers in play, and those that still control something."""
    left = {*public["cu"], *public["markers"].values()}
    return {power: name for power, name in POWER_NAMES.items() if power in left}


def _links(public: Data) -> Iterator[Link]:
    """The links between spaces in play, each once."""
    for one, near in board.LINKS.items():
        for other, kind in near.items():
            if {one, other} & {*public["closed"]}:
                continue
            if one not in board.LINKS[other]:
                yield Link(one, other, _ONE_WAY)
            elif one < other:
                yield Link(one, other, kind)


# -- spaces ----------------------------------------------------------------------------------------


def _space(public: Data, key: str) -> Space:
    """A space, whose home it is and who controls it, with loyalty, siege and what it counts."""
    holder = position.control(public, key)
    owner = holder if holder in POWER_NAMES else ""
    battle = (public["battle"] or {"at": ""})["at"]
    fought = key == battle or position.besieged(public, key)
    notes = [*_notes(public, key)]
    return Space(
        key, SPACE_NAMES[key], tuple(_DRAWING["at"][key]), _sort(public, key), notes, owner, fought
    )


def _sort(public: Data, key: str) -> str:
    """Whether it is a city, a colony, a tribe that is free, or an ordinary space."""
    printed = SPACES[key]["type"]
    if printed == board.BOX:
        return board.BOX
    if position.is_city(public, key):
        return board.CITY if printed == board.CITY else "colony"
    return board.TRIBE if position.is_tribe(public, key) else board.NORMAL


def _notes(public: Data, key: str) -> Iterator[str]:
    """What is printed there, shortly, and the siege."""
    space = SPACES[key]
    yield POWER_NAMES.get(space["home"], space["home"])
    if position.is_city(public, key):
        yield f"loyalty {public['loyalty'][key]}"
    if position.is_tribe(public, key):
        yield f"strength {space['strength']}"
    yield from ["port"] * space["port"]
    yield from [f"+{space['cu']} CU"] if space["cu"] else []
    yield from ["victory"] * space["victory"]
    if position.besieged(public, key):
        yield f"siege level {public['sieges'][key]}"


# -- forces ----------------------------------------------------------------------------------------


def _groups(public: Data) -> Iterator[Group]:
    """What each power has in a space, outside and inside."""
    for power in public["cu"]:
        spots = position.spots(public, power)
        for key in SPACES:
            here = [spot for spot in spots if spot.space == key]
            lines = [line for spot in here for line in _stack(public, power, spot)]
            if lines:
                yield Group(key, power, lines, position.all_cu(public, power, key))


def _stack(public: Data, power: str, spot: Spot) -> Iterator[str]:
    """A line for CU and who commands them, one for militia, one for each other leader."""
    leaders = position.stack(public, power, spot)
    number = position.cu(public, power, spot)
    told = [f"{number} CU"] if number else []
    told += map(_leader, leaders[:1])
    yield " ".join([*told, *["inside"] * spot.inside])
    if power == board.CARTHAGE and (number := public["militia"].get(spot.key(), 0)):
        yield f"militia: {number} CU"
    yield from map(_leader, leaders[1:])


def _leader(key: str) -> str:
    return f"{board.LEADER_NAMES[key]} {LEADERS[key]['initiative']}/{LEADERS[key]['tactics']}"


def _journeys(events: Sequence[Data]) -> list[Journey]:
    """Moves, each force's steps on end as one arrow."""
    found: list[Journey] = []
    for event in events:
        if event["kind"] not in _MOVES:
            continue
        way = event.get("way") or [event["to"]]
        last = found[-1] if found else None
        if last and (last.seat, last.path[-1]) == (event["power"], event["from"]):
            found[-1] = Journey(last.seat, [*last.path, *way])
        else:
            found.append(Journey(event["power"], [event["from"], *way]))
    return found


def _score(public: Data) -> Iterator[str]:
    """5.8 VP by seat, the level that wins, alliances."""
    for seat in public["seats"]:
        yield f"{board.PLAYER_NAMES[seat]}: {public['vp'][seat]} VP"
    yield f"automatic victory at {position.level(public)} VP"
    yield from alliances(public)
