"""5.10 Where new CU and leaders can be placed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from referee.engine.table import Table
from referee.engine.view import Data
from referee.kit.graphs import Graph, flooded
from rulesets.sword_of_rome import board, position, verbs
from rulesets.sword_of_rome.board import FROM, HOME, LEADERS, LINKS, MINOR, SPACES
from rulesets.sword_of_rome.position import SPOTS, Spot


def sources(public: Data, power: str) -> list[str]:
    """5.10, 5.10.1 Home reinforcement spaces that their power controls, with no siege marker, by
    id: for Rome every Roman city is one."""
    able = _SOURCES[power]
    able = sorted({*able, *public["loyalty"]}) if power == board.ROME else able
    markers, sieges = public["markers"], public["sieges"]
    return [s for s in able if markers.get(s, HOME[s]) == power and s not in sieges]


_SOURCES: Mapping[str, Sequence[str]] = {
    power: [s for s in spaces if s in board.SOURCES or SPACES[s]["type"] == board.BOX]
    for power, spaces in board.HOMES.items()
}


def income(public: Data, power: str) -> int:
    """5.10.1 CU that a power gets."""
    return sum(pays(power, s) for s in sources(public, power) if s not in public["closed"])


def pays(power: str, space: str) -> int:
    """5.10.1 CU that a reinforcement space brings its power: 1 each the box and Roman cities other
    than Roma."""
    cities = power == board.ROME and space != board.ROMA
    return 1 if cities or power == board.TRANSALPINE else board.SOURCES.get(space, 0)


def connected(public: Data, power: str, graph: Graph, begin: Iterable[str]) -> Iterator[str]:
    """5.10 Those of some spaces that are friendly and without enemy CU, and all such spaces to
    which links of any kind lead from them."""
    friends, markers = position.friends(public, power), public["markers"]
    enemies = [one for one in public["cu"] if one not in friends]
    barred = position.occupied(public, enemies, ("cu",)).union(public["closed"])

    def clear(one: str, to: str) -> bool:
        return markers.get(to, HOME[to]) in friends and to not in barred

    return flooded(graph, [s for s in begin if clear("", s)], clear)


def taken(public: Data, power: str) -> set[str]:
    """15.3 Where another power, an ally inside his city among them, has CU or leaders."""
    others, own = [one for one in public["cu"] if one != power], {*position.BY_POWER[power]}
    leaders = {at for one, at in public["leaders"].items() if one not in own}
    return position.occupied(public, others).union(map(position.SPACE_OF.__getitem__, leaders))


def placeable(public: Data, power: str) -> list[str]:
    """5.10, 15.3 Where CU of a power can be placed, by id."""
    supplied = connected(public, power, LINKS, sources(public, power))
    return sorted({*supplied} - taken(public, power))


def can_place(public: Data, power: str, space: str) -> bool:
    """5.10, 15.3 The same for one space."""
    if space in taken(public, power):
        return False
    homes = sources(public, power)
    return any(one in homes for one in connected(public, power, FROM, [space]))


def placeable_of(public: Data, powers: Iterable[str]) -> list[str]:
    """The same for each of some powers."""
    return [space for power in powers for space in placeable(public, power)]


def whose(public: Data, powers: Sequence[str], named: str | None, space: str) -> str:
    """Which of some powers gets CU that are placed in a space: the one that is named, else the one
    that controls it, else the first that can; "" if none can."""
    able = [power for power in powers if named in (None, power)]
    able.sort(key=lambda power: power != position.control(public, space))
    return next((power for power in able if can_place(public, power, space)), "")


def default_spaces(public: Data, power: str) -> list[str]:
    """5.10 Where CU go if nothing is said: the reinforcement spaces of their power, as often as
    they pay, for Rome the printed ones before its other cities; else the first open space."""
    able = placeable(public, power)
    if not able:
        return able
    homes = sorted(sources(public, power), key=lambda space: space not in _SOURCES[power])
    return [s for s in homes if s in able for _ in range(pays(power, s))] or able[:1]


def cu_spots(public: Data, power: str) -> list[Spot]:
    """8.3 Where a minor leader of a power can be: any space with its CU; inside a city only where
    none are outside."""
    found = [SPOTS[space] for space in public["cu"][power]]
    found += [Spot(s, True) for s in public["inside"][power] if s not in public["cu"][power]]
    return sorted(found)


def named_spots(public: Data, power: str, leader: str = "") -> list[Spot]:
    """5.10 Where a named leader can be placed: a space open to CU where CU of his power are;
    17.1.1 Bomilcar in Africa alone."""
    able = placeable(public, power)
    if leader == board.BOMILCAR:
        able = [s for s in able if s in board.AFRICAN]
    cu = public["cu"][power]
    return [SPOTS[s] for s in able if s in cu]


def spots_for(public: Data, leader: str) -> list[Spot]:
    """5.10, 8.3 Where a leader can be placed, one spot a space: a minor one with any CU of his
    power."""
    power = LEADERS[leader]["power"]
    minor = LEADERS[leader]["class"] == MINOR
    return cu_spots(public, power) if minor else named_spots(public, power, leader)


def place_best(table: Table, leader: str, wanted: str = "") -> None:
    """5.10 A leader comes to the space that is wanted, if he can, else joins the largest force of
    his power that he can join, if there is any."""
    public, power = table.public, LEADERS[leader]["power"]
    largest = min(
        spots_for(public, leader),
        key=lambda spot: (spot.space != wanted, -position.cu(public, power, spot), spot.space),
        default=None,
    )
    if largest:
        verbs.place(table, leader, largest, "5.10")
