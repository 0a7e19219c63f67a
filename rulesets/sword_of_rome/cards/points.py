"""7.3 Support points: PC markers and loyalty; which can be added or taken away, and what then is.

A point is written as the space where it is added or taken.  In a normal space it is the PC marker
(control by the printed colour counts as one), in a city one loyalty."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from referee.engine.action import Problem, of_each
from referee.engine.table import Table
from referee.engine.view import Data
from referee.kit.lines import several
from rulesets.sword_of_rome import board, following, position, verbs
from rulesets.sword_of_rome.board import CARTHAGO, HOME, INDEPENDENT
from rulesets.sword_of_rome.position import allied, control, is_city

#: 7.3.4 Where there is none.
_NONE = "tribes that are not subjugated, Carthago and the box hold none"


def open_to(public: Data, space: str) -> bool:
    """7.3.4 Whether support counts there at all: neither Carthago, nor the box, nor an
    unsubjugated tribe, nor what is out of play."""
    return not (space in _SHUT or space in public["tribes"] or space in public["closed"])


_SHUT = {CARTHAGO, *(space for space, one in board.SPACES.items() if one["type"] == board.BOX)}


def printed_owner(public: Data, space: str) -> str:
    """7.3.2 Who controls a space without a marker: its printed owner, if he is in the game."""
    home = HOME[space]
    if home == board.CARTHAGE and position.NO_CARTHAGE in public["flags"]:
        return INDEPENDENT
    player = board.PLAYER.get(home)
    gone = home not in public["cu"] or (player in public["out"])
    return INDEPENDENT if gone else home


# Adding (7.3.1).


def add_trouble(public: Data, power: str, space: str, often: int = 0) -> Problem | None:
    """7.3.1 Why a power cannot add a point there, behind so many others."""
    holder = control(public, space)
    if not open_to(public, space):
        return Problem("no support counts there", "7.3", _NONE)
    if holder == power and is_city(public, space):
        return _raise_trouble(public, power, space, often)
    already = Problem("it is under control already", "7.3.1")
    if holder == power:
        return already
    if is_city(public, space):
        reason = f"{board.SPACE_NAMES[space]} is no city of {board.POWERS[power]}"
        return Problem(reason, "7.3.1", "a city of others is won by a siege")
    if holder != INDEPENDENT and allied(public, power, holder):
        return Problem("an ally controls it", "15.2.2")
    if not position.all_cu(public, power, space):
        return Problem(f"no CU of {board.POWERS[power]} are there", "7.3.1")
    return already if often else None


def _raise_trouble(public: Data, power: str, space: str, often: int) -> Problem | None:
    if position.besieged(public, space):
        return Problem("it is besieged", "7.3.1")
    if public["loyalty"][space] + often >= position.most_loyalty(power):
        return Problem(f"loyalty is {position.most_loyalty(power)} at most", "7.3.1")
    return None


def add(table: Table, power: str, space: str, why: str) -> None:
    """7.3.1 A point more; in an ally's home space the enemy's marker only goes."""
    public = table.public
    if control(public, space) == power:
        verbs.set_loyalty(table, space, public["loyalty"][space] + 1, why)
    else:
        verbs.take(table, space, gainer(public, power, space), why)


def gainer(public: Data, power: str, space: str) -> str:
    """15.2.3 Who gets a space that a power converts: an ally his home space."""
    home = printed_owner(public, space)
    return home if home != INDEPENDENT and allied(public, power, home) else power


def addable(public: Data, power: str) -> list[str]:
    """Where a power can add a point, by id."""
    markers = public["markers"]
    cities = [space for space in public["loyalty"] if markers.get(space, HOME[space]) == power]
    there = sorted(position.occupied(public, (power,)).union(cities))
    return [space for space in there if not add_trouble(public, power, space)]


def addable_of(public: Data, powers: Iterable[str]) -> list[str]:
    """The same for each of some powers."""
    return [space for power in powers for space in addable(public, power)]


# A power's own points (7.3.2).


def own_count(public: Data, power: str, space: str) -> int:
    """7.3.2 How many points of its own a power can take away in a space: of a city under siege
    until its besieger gets it, of one that has fallen none."""
    fallen = any(space == city for _, city in public["falls"])
    if control(public, space) != power or not open_to(public, space) or fallen:
        return 0
    if not is_city(public, space):
        return 1
    number: int = public["loyalty"][space] - public["sieges"].get(space, 0)
    return number


def own_counts(public: Data, power: str) -> dict[str, int]:
    """How many there are in each space that has some, by id."""
    held = position.controlled(public, power)
    return {space: count for space in held if (count := own_count(public, power, space))}


def own_points(public: Data, power: str) -> int:
    """All of them."""
    return sum(own_counts(public, power).values())


def given_up(
    spaces: Sequence[str], there: Mapping[str, int], wanted: int, rule: str, *path: str
) -> Iterable[Problem]:
    """What is wrong with points that are given up, a space for each; there: how many there are in
    each; wanted: how many must go; path: of the list in its line."""
    if len(spaces) != wanted:
        reason = f"{several(wanted, 'point')} must be given up"
        yield Problem(reason, rule, "name a space for each").at(*path)
    able = [space for space, number in there.items() if number > 0]
    none = Problem("no such point is there", rule, board.named(able))

    def trouble(space: str, before: Sequence[str]) -> Problem | None:
        return None if before.count(space) < there.get(space, 0) else none

    yield from of_each(spaces, trouble, *path)


def default_own(public: Data, power: str, number: int) -> list[str]:
    """7.3.2 What is taken where nothing is said: PC markers abroad, then at home, by id, then
    loyalty of the city with most."""
    able = own_counts(public, power)
    markers = [space for space in able if not is_city(public, space)]
    found = sorted(markers, key=lambda space: HOME[space] == power)[:number]
    left = {space: count for space, count in able.items() if is_city(public, space)}
    return [*found, *most_loyal(public, left, number - len(found))]


def most_loyal(public: Data, left: Mapping[str, int], number: int) -> list[str]:
    """So many points of cities, one after the other of the city with most loyalty, by id; left: how
    many points each can lose."""
    loyalty = public["loyalty"]
    able = [(loyalty[space] - n, space) for space, most in left.items() for n in range(most)]
    able.sort(key=lambda point: (-point[0], point[1]))
    return [space for _, space in able[:number]]


def remove_own(table: Table, power: str, space: str, why: str) -> None:
    """7.3.2 One point less; power: whose it is."""
    public = table.public
    if not is_city(public, space):
        home = HOME[space]
        back = INDEPENDENT if home == power else printed_owner(public, space)
        verbs.take(table, space, back, why)
        return
    lower(table, power, space, why)


def lower(table: Table, power: str, space: str, why: str) -> None:
    """7.3.2 One loyalty less: at 0 its besieger has the city, or it is independent; 13.5 is tested
    at once."""
    loyalty = table.public["loyalty"][space] - 1
    able = following.besiegers(table.public, space)
    if not loyalty and position.besieged(table.public, space) and able:
        following.taken(table, able[0], space)
        return
    verbs.set_loyalty(table, space, loyalty, why)
    if loyalty:
        following.fall(table, space)
    else:
        following.lose_last(table, space, power)


# Another power's points (7.3.3).


def cut_trouble(public: Data, victim: str, space: str) -> Problem | None:
    """7.3.3 Why a point of another power cannot be taken there."""
    if control(public, space) != victim or not open_to(public, space):
        return Problem(f"no support of {board.POWERS[victim]} is there", "7.3.3")
    there, loyalty = position.all_cu(public, victim, space), public["loyalty"].get(space, 1)
    return Problem("its CU there keep its support", "7.3.3") if there >= loyalty else None


def cuttable(public: Data, victim: str) -> Iterator[str]:
    """Where a point of a power can be taken, by id."""
    held = position.controlled(public, victim)
    return (space for space in held if not cut_trouble(public, victim, space))


# After a battle (7.3.4).


def turnable(public: Data, victim: str, near: Sequence[str]) -> list[str]:
    """7.3.4 Where a space of the beaten power can be replaced by one's own, by id.

    near: spaces beside one that the winner controlled when the battle began."""
    return [s for s in cuttable(public, victim) if s in near and public["loyalty"].get(s, 1) == 1]


def turn(table: Table, power: str, space: str, why: str) -> None:
    """7.3.4 A space of the beaten power becomes the winner's, or his ally's."""
    gets, holder = gainer(table.public, power, space), control(table.public, space)
    if is_city(table.public, space):
        verbs.take_city(table, space, gets, why)
        following.lose_last(table, space, holder)
    else:
        verbs.take(table, space, gets, why)


def freeable(public: Data, power: str) -> list[str]:
    """7.3.4 Independent home spaces that a power can win back, by id."""
    lost = [space for space in board.HOMES[power] if control(public, space) == INDEPENDENT]
    lost = [space for space in lost if open_to(public, space)]
    return [space for space in lost if not position.enemies_anywhere(public, power, space)]


def free(table: Table, power: str, space: str, why: str) -> None:
    """7.3.4 An independent home space is its power's again; a city with loyalty 1."""
    verbs.take(table, space, power, why)
    following.lift_siege(table, space)
