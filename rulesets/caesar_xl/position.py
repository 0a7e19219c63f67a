"""What the public part tells, in the rulebook's words: control, swords, points and money.

public: {scenario, strict, turn, seat, phase, gold, pieces, markers, subdued, halved, out, now,
battle, result} and the open zones of `hidden`.  A piece is {owner, at, veteran}.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from rulesets.caesar_xl import board
from rulesets.caesar_xl.board import ALLY, CITIES, LEADERS, LEGION, ROME, SEATS, UNITS, ZONES, kind

Data = dict[str, Any]

FORUM, CARDS, PURCHASES, TAX = "forum", "cards", "purchases", "tax"
MARCH, COMBAT, SUPPLY, OVER = "march", "combat", "supply", "over"


def fresh() -> Data:
    """The state of a player's turn: its progress, what has been used once, who has marched.

    extras: rights to free cards still to come (6.1); drawn: forum cards and events drawn so far;
    marches: piece -> where it began and the last place before its end (10.5)."""
    now: Data = dict.fromkeys(("bought", "drawn", "succeeded", "legions"), 0)
    now |= {key: [] for key in ("extras", "used", "paid", "order")}
    return now | {"part": 1, "recruited": {}, "marches": {}}


def first(scenario: str, options: Mapping[str, str]) -> Data:
    """2.1 The public part before the first turn."""
    setup = board.DATA["setup"]
    pieces: Data = {}
    for seat, forces in setup["forces"].items():
        free = {what: iter(board.counters(seat, what)) for what in (LEGION, ALLY)}
        for force in forces:
            at = force["at"]
            for key, what in (("veterans", LEGION), ("legions", LEGION), ("allies", ALLY)):
                for _ in range(force[key]):
                    pieces[next(free[what])] = piece(seat, at, key == "veterans")
            pieces |= {seat: piece(seat, at)} if force["leader"] else {}
    public: Data = {"scenario": scenario, "strict": options.get("strict-military") == "yes"}
    public |= {"turn": 1, "seat": "caesar", "phase": FORUM, "now": fresh()}
    public |= {"gold": dict(setup["gold"]), "pieces": dict(sorted(pieces.items())), "markers": {}}
    public |= {"halved": dict.fromkeys(SEATS, False), "subdued": [], "out": []}
    return public | {"battle": None, "result": None}


def piece(owner: str, at: str, veteran: bool = False) -> Data:
    """A piece on the map."""
    return {"owner": owner, "at": at, "veteran": veteran}


def has(public: Data, rule: str) -> bool:
    """15 Whether the scenario uses a silver rule."""
    return board.SCENARIOS[public["scenario"]][rule]


def there(public: Data, place: str, seat: str = "") -> list[str]:
    """Pieces in a place, of one player or of both, by id."""
    here = [(key, one) for key, one in public["pieces"].items() if one["at"] == place]
    return [key for key, one in here if not seat or one["owner"] == seat]


def units(public: Data, place: str, seat: str = "") -> list[str]:
    """1.2 Legions and allied units in a place."""
    return [one for one in there(public, place, seat) if board.is_unit(one)]


def owned(public: Data, seat: str, *kinds: str) -> list[str]:
    """All of a player's pieces, or those of some kinds, by id."""
    mine = [key for key, one in public["pieces"].items() if one["owner"] == seat]
    return [key for key in mine if kind(key) in kinds] if kinds else mine


def wild(public: Data, place: str) -> bool:
    """12.2 Whether a place is an independent zone."""
    return place in ZONES and place not in public["subdued"]


def barring(public: Data, seat: str, place: str) -> str:
    """10.5, T3 Why a place is closed to a player; "" if it is open."""
    if wild(public, place):
        return f"{board.PLACE_NAMES[place]} is an independent zone"
    return enemies_in(place) if enemies(public, place, seat) else ""


def barred(public: Data, seat: str, place: str) -> bool:
    """10.5, T3 Whether a place is closed to a player."""
    return bool(barring(public, seat, place))


def enemies_in(place: str) -> str:
    """What is wrong with a place where enemies are."""
    return f"enemy units or leaders are in {board.PLACE_NAMES[place]}"


def enemies(public: Data, place: str, seat: str) -> bool:
    """Whether a player's enemies have units or leaders in a place."""
    return bool(there(public, place, board.other(seat)))


def fought(public: Data, seat: str) -> list[str]:
    """10.1 Where battles are still to be fought, in the order that the player has named, then in
    that of the map: where both sides stand, or his units are in an independent zone."""
    mine = {public["pieces"][key]["at"] for key in owned(public, seat)}
    places = dict.fromkeys([*public["now"]["order"], *board.PLACES])
    return [at for at in places if at in mine and barred(public, seat, at)]


def holders(public: Data) -> dict[str, str]:
    """1.4 The player who controls each place that has one, in the order of the map."""
    found: dict[str, str] = dict(public["markers"])
    present: dict[str, str] = {}
    for one in public["pieces"].values():
        at, owner = one["at"], one["owner"]
        found[at] = present[at] = owner if present.get(at, owner) == owner else ""
    subdued = public["subdued"]
    able = [at for at, holder in found.items() if holder and (at in CITIES or at in subdued)]
    return {at: found[at] for at in sorted(able, key=board.ORDER.__getitem__)}


def controlled(public: Data, seat: str) -> list[str]:
    """1.4 Places that a player controls, in the order of the map."""
    return [place for place, holder in holders(public).items() if holder == seat]


def cities(public: Data, seat: str) -> list[str]:
    """1.4 The cities that a player controls, in the order of the map."""
    return [place for place in controlled(public, seat) if place in CITIES]


def controls(public: Data, place: str, seat: str) -> bool:
    """1.4 Whether a player controls a place."""
    return holders(public).get(place) == seat


def city_value(public: Data, seat: str) -> int:
    """The gold value of all of a player's cities."""
    return sum(CITIES[city]["value"] for city in cities(public, seat))


def swords(public: Data, key: str) -> int:
    """1.3 The swords printed on the face of a piece that is up."""
    side = "veteran" if public["pieces"][key]["veteran"] else "regular"
    leader = key if key in SEATS else "others"
    printed: int = UNITS[kind(key)][side] if board.is_unit(key) else UNITS["leaders"][leader]
    return printed


def named(public: Data, key: str) -> str:
    """A piece by its name, with a star for a veteran."""
    return board.PIECE_NAMES[key] + ("*" if public["pieces"][key]["veteran"] else "")


def total(public: Data, keys: Iterable[str]) -> int:
    """1.4 The swords of several pieces."""
    return sum(swords(public, key) for key in keys)


def near(public: Data, place: str, seat: str = "", cities_only: bool = False) -> int:
    """7.4, 12.1 Swords in the places next to this one, of one player or of both."""
    beside = [p for p in board.LINKS[place] if not cities_only or p in CITIES]
    return sum(total(public, there(public, p, seat)) for p in beside)


def free_counters(public: Data, seat: str, what: str) -> list[str]:
    """1.6 A player's counters that are not on the map, lowest first."""
    return [one for one in board.counters(seat, what) if one not in public["pieces"]]


def free_markers(public: Data, seat: str) -> int:
    """1.6 A player's markers that are not on the map."""
    number: int = UNITS["markers"]
    return number - list(public["markers"].values()).count(seat)


def works(public: Data, card: str, seat: str) -> bool:
    """Whether a leader (11.3) or a claimed forum card works for a player."""
    return card in public["leaders" if card in LEADERS else "claimed"][seat]


def supreme_in_rome(public: Data, seat: str) -> bool:
    """11.1 Whether a player's supreme leader is in Rome."""
    one = public["pieces"].get(seat)
    return bool(one and one["at"] == ROME)


def points(public: Data, seat: str) -> dict[str, int]:
    """5.3 Points of both factions on a player's claimed cards and leaders in play."""
    cards = [*public["claimed"][seat], *public["leaders"][seat]]
    return {side: sum(board.CARDS[card][side] for card in cards) for side in board.FACTIONS}


def champion(public: Data, faction: str) -> str:
    """E5, E6 Who has more points; if level, Pompey for the Optimates, Caesar for the Populares."""
    level = "pompey" if faction == board.OPTIMATES else "caesar"
    first = (level, board.other(level))
    return max(first, key=lambda seat: points(public, seat)[faction])


def used(public: Data, what: str) -> bool:
    """Whether something allowed once a turn has been done."""
    return what in public["now"]["used"]
