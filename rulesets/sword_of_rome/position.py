"""What the public part says, in the rulebook's words: control, armies, alliances, VP.

public:
  scenario, short, seats (clockwise), out (players who are out), closed (spaces out of play)
  turn, phase, round, first, queue, stage, now: where the game is (`flow`, `fresh`)
  vp: seat -> VP; plunder: Gallic markers, below 0 Transalpine ones; flags; facts (of this turn)
  markers: space -> who controls it, where that is not its printed colour; loyalty: of each city;
  tribes: not yet subjugated; sieges: space -> level; falls: [power, city] that Gauls have taken
  and may sack (`siege.plunder.decide`)
  cu: power -> space -> CU outside; inside: the same, inside the city; militia: space -> how many of
  Carthage's CU there are citizens
  leaders: id -> where he is (`Spot`), or one of ASIDE, DISPLACED, CUP, WAITS, REMOVED
  commanders: those whom their owner has named, by power and spot
  alliances: pairs of powers; envoys and treaty are flags
  and the open zones of `hidden`.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from rulesets.sword_of_rome import board
from rulesets.sword_of_rome.board import HOME, LEADERS, LIMITS, NEUTRALS, PLAYS, POWERS, SPACES

Data = dict[str, Any]

#: Leaders that are not on the map: a minor one to be placed again, a named one to come back with
#: reinforcements, a consul in the cup, one that waits for his card, one out of the game.
ASIDE, DISPLACED, CUP, WAITS, REMOVED = "(aside)", "(displaced)", "(cup)", "(waits)", "(removed)"
OFF_MAP = (ASIDE, DISPLACED, CUP, WAITS, REMOVED)
#: What is put before the id of a space for the inside of its city.
_INSIDE = "+"
#: Where CU are.
ZONES = ("cu", "inside")

#: The kind of right (`cards.playing`) by which a neutral power acts.
NEUTRAL = "neutral"

#: Flags, in the order in which they stand.
APPIA, DUOVIRI, ENVOYS, TREATY = "via appia", "duoviri navales", "punic envoys", "treaty"
DEPLETED, BEASTS, COALITION = "mines depleted", "wild beasts", "grand coalition"
NO_CARTHAGE = "carthage out"
FLAGS = (APPIA, DUOVIRI, ENVOYS, TREATY, DEPLETED, BEASTS, COALITION, NO_CARTHAGE)
#: Facts of the turn that Gallic objectives ask for.
WON, SACKED = "battle won", "city sacked"


class Spot(NamedTuple):
    """Where a stack is: a space, and whether inside its city."""

    space: str
    inside: bool = False

    def key(self) -> str:
        """Its form in the State."""
        return _INSIDE + self.space if self.inside else self.space


#: The spot of each form.
SPOTS = {spot.key(): spot for space in SPACES for spot in (Spot(space), Spot(space, True))}
#: The space of each form, "" of those who are off the map.
SPACE_OF = {**{form: spot.space for form, spot in SPOTS.items()}, **dict.fromkeys(OFF_MAP, "")}


def fresh(seat: str = "", desperate: str = "") -> Data:
    """What is kept of one action (5.4).

    seat: whose; desperate: the card, if it is one of Desperate Times; part: how often its player
    has been asked; acts: how much has been done, for the names of dice; card: whether the card of
    the action has been played; rights: what may be done without a card, as of an event that was
    played (`cards.playing`); proposed, broken: pairs of powers; placed: minor leaders; set_aside:
    those set aside in this action; rolled: spaces against which was rolled; moved: what the march
    keeps of each force (`march`); led: leaders that were activated; tried: armies that have tried
    to intercept, and whom (10.6); and what conditions count."""
    lists = ("rights", "proposed", "broken", "placed", "set_aside", "rolled", "led", "tried")
    return {
        "seat": seat,
        "desperate": desperate,
        "part": 1,
        **dict.fromkeys(("acts", "won", "lost", "taken", "accepted", "pool"), 0),
        **dict.fromkeys(("card", "event_only"), False),
        **dict.fromkeys(("neutral", "fetched"), ""),
        **{key: [] for key in (*lists, "removed", "consuls")},
        "moved": {},
        "runner": {},
    }


# Who plays.


def players(public: Data) -> list[str]:
    """Seats that are not out, clockwise."""
    return [seat for seat in public["seats"] if seat not in public["out"]]


def clockwise(public: Data, start: str) -> list[str]:
    """7.1.1 Players from one on, clockwise."""
    playing = players(public)
    return [seat for seat in board.clockwise(start) if seat in playing]


def neutrals(public: Data) -> list[str]:
    """16 Powers in play that nobody plays."""
    gone = NEUTRALS[:1] if NO_CARTHAGE in public["flags"] else ()
    return [power for power in NEUTRALS if power in public["cu"] and power not in gone]


def by_ties(seats: Iterable[str]) -> list[str]:
    """4.4 Players in the order that ties go by."""
    return sorted(seats, key=board.TIES.index)


def last_turn(public: Data) -> int:
    """3, 19 The number of the last turn."""
    last: int = board.TABLES["short"] if public["short"] else len(board.TURNS)
    return last


# Spaces.


def control(public: Data, space: str) -> str:
    """2 The power that controls a space, or "independent"."""
    found: str = public["markers"].get(space, HOME[space])
    return found


def controlled(public: Data, power: str) -> list[str]:
    """Spaces that a power controls, by id."""
    markers = public["markers"]
    return [space for space, home in HOME.items() if markers.get(space, home) == power]


def is_city(public: Data, space: str) -> bool:
    """Whether it is a city, one of the printed ones or a colony."""
    return space in public["loyalty"]


def is_tribe(public: Data, space: str) -> bool:
    """Whether it is a tribe that was never subjugated."""
    return space in public["tribes"]


def is_walled(public: Data, space: str) -> bool:
    """13.1 Whether it is a city or such a tribe, which fall to sieges alone."""
    return space in public["loyalty"] or space in public["tribes"]


def is_normal(public: Data, space: str) -> bool:
    """Whether a PC marker decides who controls it."""
    return SPACES[space]["type"] != board.BOX and not is_walled(public, space)


def factor(public: Data, space: str) -> int:
    """13.5 Loyalty of a city, factor of a tribe: the level that takes it."""
    needed: int = public["loyalty"].get(space, SPACES[space]["strength"])
    return needed


def besieged(public: Data, space: str) -> bool:
    """2 Whether a siege marker of any level lies there."""
    return space in public["sieges"]


def most_loyalty(power: str) -> int:
    """7.3.1 The highest loyalty of its cities."""
    return LIMITS["gallic-loyalty" if power in board.GALLIC else "loyalty"]


# Alliances.


def pair(one: str, other: str) -> str:
    """Two powers, the same either way."""
    return f"{one}/{other}" if one < other else f"{other}/{one}"


def permanent(public: Data, one: str, other: str) -> bool:
    """3 Whether an alliance cannot be broken."""
    return pair(one, other) in board.SCENARIOS[public["scenario"]]["permanent"]


def friends(public: Data, power: str) -> frozenset[str]:
    """15 A power and its allies; 16.1.2 a neutral power that is activated is allied with all powers
    of that hand; 18 the treaty is an alliance."""
    now = public["now"]
    acting = (now["neutral"], now["seat"]) if now["neutral"] else None
    return _friends(power, TREATY in public["flags"], acting, *public["alliances"])


@lru_cache(maxsize=4096)
def _friends(
    power: str, treaty: bool, acting: tuple[str, str] | None, *alliances: str
) -> frozenset[str]:
    pairs = {*alliances, *([pair(board.ROME, board.CARTHAGE)] if treaty else [])}
    if acting:
        pairs |= {pair(acting[0], own) for own in PLAYS.get(acting[1], ())}
    return frozenset(other for other in POWERS if pair(power, other) in pairs) | {power}


def allied(public: Data, one: str, other: str) -> bool:
    """15 Whether two powers are allied, or are the same."""
    return one == other or other in friends(public, one)


def seats_allied(public: Data, seat: str, power: str) -> bool:
    """Whether any power of a player is allied with a power, or is it."""
    return any(allied(public, own, power) for own in PLAYS[seat])


def friendly(public: Data, power: str, space: str) -> bool:
    """2 Whether a space is controlled by a power or an ally of it."""
    return control(public, space) in friends(public, power)


# Combat units.


def outside(public: Data, power: str, space: str) -> int:
    """CU outside a city, or where there is none."""
    number: int = public["cu"][power].get(space, 0) if power in public["cu"] else 0
    return number


def inside(public: Data, power: str, space: str) -> int:
    """9.3.1 CU inside a city."""
    number: int = public["inside"][power].get(space, 0) if power in public["inside"] else 0
    return number


def room_inside(public: Data, power: str, space: str) -> int:
    """9.3.1 CU that still fit into a city."""
    return LIMITS["inside"] - inside(public, power, space)


def cu(public: Data, power: str, spot: Spot) -> int:
    """CU of a stack."""
    return (inside if spot.inside else outside)(public, power, spot.space)


def all_cu(public: Data, power: str, space: str) -> int:
    """CU of a power in a space, inside or outside."""
    return outside(public, power, space) + inside(public, power, space)


def total_cu(public: Data, power: str) -> int:
    """All its CU on the map."""
    cu: int = sum(public["cu"][power].values()) + sum(public["inside"][power].values())
    return cu


def militia_among(public: Data, power: str, led: Sequence[str], space: str, cu: int) -> int:
    """9.2 Militia among so many CU of a power that leave a space with leaders, the commander first:
    under Bomilcar as many as can be, else as few."""
    there: int = public["militia"].get(space, 0)
    if power != board.CARTHAGE or not there:
        return 0
    if board.BOMILCAR in led[:1]:
        return min(there, cu)
    return max(0, cu - (outside(public, power, space) - there))


def stacks(public: Data, power: str) -> list[Spot]:
    """Where its CU are, by id."""
    outer = [SPOTS[space] for space in public["cu"][power]]
    inner = [Spot(space, True) for space in public["inside"][power]]
    return sorted(outer + inner)


def spots(public: Data, power: str) -> list[Spot]:
    """Where its CU or its leaders are, by id."""
    led = (spot_of(public, one) for one in BY_POWER[power])
    return sorted({*stacks(public, power), *(spot for spot in led if spot)})


def present(public: Data, space: str) -> list[str]:
    """Powers that have CU outside there."""
    return [power for power, spaces in public["cu"].items() if space in spaces]


def enemies_outside(public: Data, power: str, space: str) -> list[str]:
    """Powers not allied with one that have CU outside there."""
    there = present(public, space)
    own = friends(public, power) if there else ()
    return [one for one in there if one not in own]


def enemies_anywhere(public: Data, power: str, space: str) -> list[str]:
    """The same, inside a city too."""
    inner = public["inside"]
    there = [one for one, spaces in public["cu"].items() if space in spaces or space in inner[one]]
    return [one for one in there if not allied(public, power, one)]


def occupied(public: Data, powers: Container[str], zones: Sequence[str] = ZONES) -> set[str]:
    """Spaces with CU of these powers: ``cu`` outside, ``inside`` inside a city."""
    found: set[str] = set()
    for zone in zones:
        for power, spaces in public[zone].items():
            if power in powers:
                found.update(spaces)
    return found


def others(public: Data, power: str, space: str) -> list[str]:
    """15.3 Other powers, allies too, with CU or leaders outside there."""
    outer = [one for one, within in led(public, space) if not within]
    return [other for other in dict.fromkeys(present(public, space) + outer) if other != power]


# Leaders.


def spot_of(public: Data, leader: str) -> Spot | None:
    """Where a leader is on the map, None if he is not."""
    return SPOTS.get(public["leaders"].get(leader))


def leaders(public: Data, power: str, spot: Spot) -> list[str]:
    """Leaders of a power in a spot, in the order of the list of leaders."""
    key, where = spot.key(), public["leaders"]
    return [one for one in BY_POWER[power] if where.get(one) == key]


def led(public: Data, space: str) -> list[tuple[str, bool]]:
    """For each leader in a space his power, and whether he is inside the city."""
    where, forms = public["leaders"], {space, _INSIDE + space}
    if forms.isdisjoint(where.values()):
        return []
    return [(LEADERS[one]["power"], at != space) for one, at in where.items() if at in forms]


def is_named(leader: str) -> bool:
    """8.2.1 Whether a leader is no minor one."""
    return bool(LEADERS[leader]["class"] != board.MINOR)


def may_command(public: Data, power: str, spot: Spot, comes: Sequence[str] = ()) -> list[str]:
    """8.2.1 Those who can command a stack, with leaders who come to it: no minor one over a named
    one."""
    here = [*leaders(public, power, spot), *comes]
    named = [one for one in here if is_named(one)]
    return named or here


def commander(public: Data, power: str, spot: Spot) -> str:
    """8.2.1 Who commands: whom his owner has named, else the highest tactics; "" for nobody."""
    able = may_command(public, power, spot)
    chosen: str = public["commanders"].get(f"{power}/{spot.key()}", "")
    return chosen if chosen in able else min(able, key=lambda one: (-tactics(one), one), default="")


def stack(public: Data, power: str, spot: Spot) -> list[str]:
    """8.2.1 The leaders of a stack, the commander first."""
    first = commander(public, power, spot)
    return sorted(leaders(public, power, spot), key=lambda one: one != first)


def tactics(leader: str) -> int:
    """8.1 A leader's tactics, 0 for none."""
    found: int = LEADERS[leader]["tactics"] if leader else 0
    return found


def has_army(public: Data, power: str, spot: Spot) -> bool:
    """2 A commander with at least 1 CU."""
    return bool(cu(public, power, spot) and leaders(public, power, spot))


def army_at(public: Data, power: str, space: str) -> Spot | None:
    """10.2, 9.3.3 Where in a space the army is that can leave it: outside, or inside a city where
    no enemy is outside."""
    outer, inner = SPOTS[space], SPOTS[_INSIDE + space]
    if has_army(public, power, outer):
        return outer
    shut = enemies_outside(public, power, space)
    return inner if has_army(public, power, inner) and not shut else None


BY_POWER: Mapping[str, Sequence[str]] = {
    power: [key for key, leader in LEADERS.items() if leader["power"] == power] for power in POWERS
}


# Victory points.


def level(public: Data) -> int:
    """4.2 The VP that end the game in this turn; once the game is over, in the last one."""
    vp: int = board.TURNS[min(public["turn"], len(board.TURNS)) - 1]["level"]
    return vp
