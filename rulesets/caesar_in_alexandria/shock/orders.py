"""8.1 The order to attack."""

from collections.abc import Iterable, Sequence

from referee.engine.action import SLIP, UNSURE, Action, Problem, repeats
from referee.engine.view import Data
from referee.engine.words import Choice, Either, Fields, Many, Name
from referee.kit.hexes import FRONT, REAR
from rulesets.caesar_in_alexandria import board, position, verbs
from rulesets.caesar_in_alexandria.board import FACINGS, GALLEYS, NAMES, OUT, SIDES
from rulesets.caesar_in_alexandria.land.facing import arc
from rulesets.caesar_in_alexandria.position import FLEET
from rulesets.caesar_in_alexandria.sea import ships
from rulesets.caesar_in_alexandria.shock.fights import (
    BLOCK,
    BOARD,
    DECK,
    HEXES,
    MARINES,
    ON_LAND,
    SPOT,
    STAY,
    ZONE,
    attacked,
    attacking,
    candidates,
    declare,
    kind_of,
    linked_enemies,
    made,
    must_attack,
    never_attacks,
    reached,
)
from rulesets.caesar_in_alexandria.turn.command import not_in_command
from rulesets.caesar_in_alexandria.turn.walk import Turning, begin_shock

OWN = Name("own unit")
#: What stays sealed until it is done: the unit that counts, who goes in, where, how it then stands.
INTO = "into"
WISHED = ("reference", "advance", INTO, "face")
PLACE = Name("place", ("hex", "point", "block", "galley"))


class Attack(Action[Turning]):
    """8 Units fight in phase C: in hexes all enemies in their zone, or those in the spaces that you
    name; from a point the enemies in its hexes, or one on a point beside; in a block all who are
    in it; between grappled galleys those aboard. reference: the unit that counts, and goes in
    afterwards; advance: which of the best goes in if it has fallen, or stay, out of a block, for
    nobody; into: which of several hexes is entered; face: how the unit then stands."""

    word = "attack"
    example = "attack: {with: [R-VI-1, R-VI-2], reference: R-VI-1, face: SE}"
    takes = Fields(
        {"with": Many(OWN, 1, 12)},
        {
            "at": Many(PLACE, 1, 6),
            "reference": OWN,
            "advance": Either((OWN, Choice((STAY,)))),
            INTO: PLACE,
            "face": Choice(FACINGS),
        },
    )

    def problems(self) -> Iterable[Problem]:
        """8.1 Who can attack, and what."""
        public, units = self.public, self.value["with"]
        places = self.value.get("at", ())
        twice = [*repeats(units, NAMES, "8.1", "with"), *repeats(places, NAMES, "8.1", "at")]
        if twice:
            yield from twice
            return
        for number, unit in enumerate(units):
            barred = self._unit(unit)
            if barred:
                yield barred.at("with", number)
                return
        kind = kind_of(public, units, places)
        if public["exhausted"][self.seat] and kind in ON_LAND:
            yield Problem("your side is exhausted: no more attacks on land", "11.3")
            return
        problem = self._kind(kind)
        if problem:
            yield problem
            return
        yield from self._wishes(kind)

    def _wishes(self, kind: str) -> Iterable[Problem]:
        """8.5, 8.53 Who counts must be able to; who goes in, and where, is only a wish."""
        value, fight = self.value, self._fight(kind)
        able, group = candidates(self.public, fight), fight["attackers"]
        chosen, first, into = (value.get(word) for word in ("reference", "advance", INTO))
        if chosen and chosen not in able:
            yield Problem(
                "it does not count in this fight", "8.5", _named(able), path=("reference",)
            )
        elif first == STAY and not self._may_stay(kind):
            yield Problem(
                "only a unit that attacks out of a block may stay", "8.53", path=("advance",)
            )
        elif first and first not in (STAY, *group):
            yield Problem("it is not in this fight", "8.53", _named(group), SLIP, ("advance",))
        if into and into not in (near := self._places(fight)):
            yield Problem("nobody is attacked there", "8.53", _named(near), SLIP, (INTO,))

    def _places(self, fight: Data) -> Sequence[str]:
        """What is attacked, or will be when all join that are in the zones (8.11)."""
        more = fight["attackers"] if fight["kind"] == ZONE else ()
        found = [to for unit in more for to in reached(self.public, unit)]
        return board.by_map({*fight["at"], *found}) if found else fight["at"]

    def _may_stay(self, kind: str) -> bool:
        """8.53, H17 Out of a block at a point."""
        return kind == SPOT and position.at(self.public, self.value["with"][0]) in board.BLOCKS

    def names(self) -> Iterable[str]:
        """The units."""
        return list(self.value["with"])

    def _unit(self, unit: str) -> Problem | None:
        public, now = self.public, self.public["now"]
        if unit not in public["units"]:
            return Problem("it has fallen", "8.1", weight=UNSURE)
        if unit not in now["active"]:
            return not_in_command(public, unit)
        if never_attacks(unit):
            hint = f"let it fire: fire: {{unit: {NAMES[unit]}, at: PLACE}}"
            return Problem("archers and artillery never attack", "8.1", hint)
        if unit in now["barred"]:
            return Problem("it has turned in an enemy zone", "6.13")
        if unit in attacking(public):
            return Problem("it attacks already", "8.1")
        return None

    def _kind(self, kind: str) -> Problem | None:
        units, at = self.value["with"], self.value.get("at", [])
        taken = [place for place in at if place in attacked(self.public)]
        if taken:
            return Problem(f"{NAMES[taken[0]]} is attacked already", "8.1", path=("at",))
        return _PROBLEMS[kind](self.public, units, at)

    def _fight(self, kind: str) -> Data:
        return made(self.public, kind, self.value["with"], self.value.get("at", []))

    async def does(self) -> None:
        """The fight is fought when all are chosen."""
        self.walk.acted = True
        if not self.public["now"]["shock"]:
            begin_shock(self.table)
        value = self.value
        fight = self._fight(kind_of(self.public, value["with"], value.get("at", ())))
        wishes = {key: value.get(key, "") for key in WISHED if key != INTO or key in value}
        verbs.wish(self.table, wishes)
        declare(self.table, fight)


def _named(pieces: Iterable[str]) -> str:
    """Units or places, as a hint."""
    return ", ".join(NAMES[one] for one in pieces)


# -- what is wrong, by kind ------------------------------------------------------------------------


def _zone(public: Data, units: Sequence[str], at: Sequence[str]) -> Problem | None:
    """8.11 Each has one of them in its zone, or in a hex linked with its point."""
    met: dict[str, None] = {}
    for unit in units:
        zone = reached(public, unit)
        able = [to for to in zone if to in at or (not at and to not in attacked(public))]
        if not able:
            hint = ", ".join(zone)
            return Problem(f"{NAMES[unit]} has no such enemy in its zone", "8.11", hint, UNSURE)
        met |= dict.fromkeys(able)
    missed = [to for to in at if to not in met]
    return (
        Problem("nobody there is in their zones", "8.11", "", UNSURE, ("at",)) if missed else None
    )


def _hexes(public: Data, units: Sequence[str], at: Sequence[str]) -> Problem | None:
    """8.12 From a point at all enemies in its hexes."""
    able = linked_enemies(public, units[0])
    wrong = [to for to in at if to not in able]
    if not able or wrong:
        return Problem("it cannot attack there", "8.12", ", ".join(able), UNSURE)
    left = [to for to in able if to not in at and to not in attacked(public)]
    if not at and not left:
        return Problem(f"{NAMES[able[0]]} is attacked already", "8.1", "", UNSURE)
    if at and left:
        return Problem("it attacks all enemies in its hexes", "8.11", ", ".join(able))
    return None


def _spot(public: Data, units: Sequence[str], at: Sequence[str]) -> Problem | None:
    """8.13, H48 One unit at one point or causeway space beside."""
    if len(units) > 1 or len(at) > 1:
        return Problem("one unit attacks one space", "8.13", path=("with",))
    unit, to = units[0], at[0]
    one = public["units"][unit]
    place, enemy = one["at"], board.other(SIDES[unit])
    kind = position.country(public).links[place].get(to)
    if kind is None or kind in (board.IN, board.PORT):
        return Problem("it does not lie beside", "8.13", weight=UNSURE, path=("at",))
    if not position.held_by(public, to, enemy):
        return Problem("no enemy unit is there", "8.13", weight=UNSURE, path=("at",))
    if kind == OUT:
        began = public["now"]["began"].get(unit) == place
        if position.held_by(public, place, enemy) or not began:
            return Problem("from a block only without enemies in it, by who began there", "8.13")
        return None
    seen = arc(place, one["face"], to)
    if seen == REAR or (board.in_the_open(place) and seen != FRONT):
        return Problem("it does not face there", "8.13", weight=UNSURE)
    return _must_else(public, unit)


def _must_else(public: Data, unit: str) -> Problem | None:
    """8.1, 8.2 A Who must attack in hexes has no attack for a point, unless friends attack there
    already."""
    left = set(reached(public, unit)) - {*attacked(public)} if must_attack(public, unit) else ()
    if not left:
        return None
    hint = f"let others attack there first: {_named(board.by_map(left))}"
    return Problem("it has moved, and must attack the enemies in its zone", "8.2", hint, UNSURE)


def _block(public: Data, units: Sequence[str], at: Sequence[str]) -> Problem | None:
    """8.14 Everyone in it takes part."""
    place = position.at(public, units[0])
    if any(position.at(public, unit) != place for unit in units):
        return Problem("they are not all in the block", "8.14", path=("with",))
    if at and list(at) != [place]:
        return Problem("units in a block attack in it, or a point beside", "8.14", path=("at",))
    if not position.held_by(public, place, board.other(SIDES[units[0]])):
        return Problem("no enemy is in the block", "8.14", weight=UNSURE)
    return None


def _board(public: Data, units: Sequence[str], at: Sequence[str]) -> Problem | None:
    """8.62, 8.63 In a fleet activation, from galleys grappled to one."""
    if public["now"]["activation"] != FLEET:
        return Problem("boarding is for an activation of the fleet", "8.62")
    target = at[0] if len(at) == 1 else ""
    if target not in public["galleys"] or public["galleys"][target]["side"] == SIDES[units[0]]:
        held = public["galleys"].get(position.at(public, units[0]), {}).get("grappled", ())
        near = ", ".join(NAMES[one] for one in held if one in GALLEYS)
        hint = near or f"{NAMES[units[0]]} is aboard, and its galley is grappled to none"
        return Problem("say which enemy galley they board", "8.62", hint, path=("at",))
    for unit in units:
        galley = position.at(public, unit)
        if galley not in GALLEYS or target not in public["galleys"][galley]["grappled"]:
            return Problem("its galley is not grappled to that one", "8.62", weight=UNSURE)
    return None


def _marines(public: Data, units: Sequence[str], at: Sequence[str]) -> Problem | None:
    """8.67, H37 From galleys grappled to the causeway at a space of it."""
    for unit in units:
        galley = position.at(public, unit)
        if galley not in GALLEYS or len(at) != 1 or at[0] not in ships.ashore(public, galley):
            return Problem(
                "its galley is not grappled to the causeway there", "8.67", weight=UNSURE
            )
    if not position.held_by(public, at[0], board.other(SIDES[units[0]])):
        return Problem("no enemy unit is there", "8.67", weight=UNSURE, path=("at",))
    return None


def _deck(public: Data, units: Sequence[str], at: Sequence[str]) -> Problem | None:
    """8.67, H37 From the causeway at a galley grappled to it."""
    if len(units) > 1 or len(at) > 1:
        return Problem("one unit attacks one galley", "8.67", path=("with",))
    galley = public["galleys"].get(at[0])
    if not galley or galley["side"] == SIDES[units[0]]:
        return Problem("it is no enemy galley", "8.67", path=("at",))
    beside = position.at(public, units[0]) in ships.ashore(public, at[0])
    if not beside or ships.CAUSEWAY not in galley["grappled"]:
        return Problem("that galley is not grappled to the causeway there", "8.67", weight=UNSURE)
    return None


_PROBLEMS = {
    ZONE: _zone,
    HEXES: _hexes,
    SPOT: _spot,
    BLOCK: _block,
    BOARD: _board,
    MARINES: _marines,
    DECK: _deck,
}
