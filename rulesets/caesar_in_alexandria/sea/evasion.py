"""Galleys evade enemies that come beside them (5.9), and run aground (5.28)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.action import Action, Problem
from referee.engine.beside import Few, Kind, Standing
from referee.engine.request import Data, Quantity, View
from referee.engine.table import Table
from referee.engine.walk import Walk
from referee.engine.window import Reaction, window
from referee.engine.words import Answer, Choice, Line, Many, Name, Nothing, Number, Word
from rulesets.caesar_in_alexandria import verbs
from rulesets.caesar_in_alexandria.board import (
    ATTACK,
    CRUISE,
    GALLEYS,
    GROUND,
    NAMES,
    OVERPASSES,
    PORTS,
    TABLES,
)
from rulesets.caesar_in_alexandria.sea import effects, fleet
from rulesets.caesar_in_alexandria.sea.closing import closed
from rulesets.caesar_in_alexandria.sea.fleet import CAPTURED, HALF, TIRED

AHEAD, ASTERN = "ahead", "astern"
GALLEY = Name("galley")
#: 5.28 Signs of hexes with shoals.
SHOALS = ":x"


def test_shoal(table: Table, galley: str) -> bool:
    """5.28 A galley that has entered a hex tests for grounding if there are shoals; whether it is
    aground."""
    public = table.public
    one = fleet.one(public, galley)
    if GROUND[one["at"]] not in SHOALS:
        return False
    verbs.trail(table)
    fast = one["speed"] == ATTACK
    (die,) = table.roll(f"shoals: {NAMES[galley]}", 1, hoped=[1])
    aground = die + fast >= TABLES["aground"]
    told = {"galley": galley, "at": one["at"], "added": 1 if fast else 0}
    table.tell("shoals", {**told, "dice": [die], "aground": aground})
    if aground:
        effects.ground(table, galley)
    return bool(aground)


# -- evasion ---------------------------------------------------------------------------------------


def ways(public: Data, galley: str) -> dict[str, str]:
    """5.92, H61 The hexes to which a galley could evade, by how: one hex ahead or astern, free,
    and no port or overpass."""
    able = {AHEAD: fleet.ahead(public, galley), ASTERN: fleet.astern(public, galley)}
    return {
        how: to
        for how, to in able.items()
        if to and to not in PORTS and to not in OVERPASSES and fleet.free(public, to, galley)
    }


def may_evade(public: Data, galley: str) -> bool:
    """5.93 Whether a galley may try, and has somewhere to go."""
    barred = (
        fleet.immobile(public, galley)
        or fleet.one(public, galley)["fatigue"] >= TIRED
        or fleet.has(public, galley, HALF, CAPTURED)
        or fleet.crippled(public, galley)
    )
    return not barred and bool(ways(public, galley))


class Evade(Action[Walk]):
    """Try to evade: one hex ahead or astern; the first of those named that can be entered."""

    word, takes, example = "evade", Many(Choice((AHEAD, ASTERN)), 1, 2), "evade: [ahead]"

    def way(self) -> str:
        """The first wish that can be fulfilled, "" if none can."""
        able = ways(self.public, self.walk.request.args["galley"])
        return next((how for how in self.value if how in able), "")

    def obstacle(self) -> Problem | None:
        """5.93 It may not try now, or the hex is not free."""
        args, ships = self.walk.request.args, self.public["galleys"]
        if not {args["galley"], args["enemy"]} <= ships.keys():
            return Problem("one of the two galleys is gone", "5.91")
        if not may_evade(self.public, args["galley"]):
            return Problem("it may not evade now", "5.93")
        return None if self.way() else Problem("it cannot enter that hex", "5.92")

    async def does(self) -> None:
        """5.92 A die with its fatigue, at or below its crew."""
        galley, public = self.walk.request.args["galley"], self.public
        to, one = ways(public, galley)[self.way()], fleet.one(public, galley)
        (die,) = self.table.roll(f"evasion of {NAMES[galley]}", 1, hoped=[1])
        crew = fleet.crew(public, galley)
        free = die + one["fatigue"] <= crew
        told = {"galley": galley, "to": to, "added": one["fatigue"], "crew": crew, "free": free}
        self.table.tell("evades", {**told, "dice": [die]})
        if free and not await closed(self.table, galley, to):
            effects.go(self.table, galley, to, one["face"])
            effects.tire(self.table, galley)
            test_shoal(self.table, galley)


class Evasion(Reaction):
    """5.9 Whether a galley evades an enemy that has come beside it.

    Args: galley, enemy; sort, enemy sort: their kinds; bows on: yes if the enemy's bow points at it
    from a side hex; span."""

    kind, rule, once, names = "evasion", "5.9", True, NAMES
    question = "{galley}: evade {enemy}"
    actions: ClassVar[Sequence[type[Action[Any]]]] = (Evade,)
    selectors: ClassVar[Mapping[str, Word]] = {
        "galley": Many(GALLEY),
        "enemy": Many(GALLEY),
        "sort": Many(Choice(tuple(dict.fromkeys(data["kind"] for data in GALLEYS.values())))),
        "bows on": Choice(("yes", "no")),
    }


def threatens(public: Data, enemy: str, galley: str) -> bool:
    """9.12 Whether a galley lies in a side hex of another one, its bow toward it."""
    hexes = fleet.one(public, enemy)["at"], fleet.one(public, galley)["at"]
    return fleet.flank(public, galley, hexes[0]) and fleet.ahead(public, enemy) == hexes[1]


def _requests(public: Data, galleys: Sequence[str], enemy: str) -> list[Evasion]:
    found = []
    for galley in galleys:
        args = {"galley": galley, "enemy": enemy, "sort": GALLEYS[galley]["kind"]}
        args["bows on"] = "yes" if threatens(public, enemy, galley) else "no"
        seat = fleet.side(public, galley)
        found.append(Evasion(seat, **args, span=str(public["turn"])))
    return found


async def evasions(table: Table, enemy: str) -> None:
    """5.91 Every galley beside the one that has entered a hex may try, in order."""
    public = table.public
    near = fleet.close_by(public, enemy, fleet.enemy(public, enemy))
    able = [galley for galley in near if may_evade(public, galley)]
    if able:
        verbs.trail(table)
        asked = _requests(public, able, enemy)
        await window(table, lambda public: asked)


# -- beside ----------------------------------------------------------------------------------------


class Evading(Few[Evasion]):
    """To evade somewhere, or not."""

    def options(self, request: Evasion, view: View) -> Iterable[Answer]:
        """All of it."""
        able = [*ways(view.public, request.args["galley"])]
        yield []
        for how in able:
            yield [{"evade": [how]}]
        if len(able) > 1:
            yield [{"evade": able[::-1]}]
        yield [{"pass": {}}]
        yield [{"at most": 1}, {"evade": able}]

    def template(self, request: Evasion, view: View) -> list[str]:
        """As a comment: without a line it stays."""
        able = ", ".join(ways(view.public, request.args["galley"]))
        return [f"# - evade: [{able}]", "# - pass"]


def _wishes(line: Line) -> Sequence[str]:
    found: Any = line["evade"]
    return list(found)


class Staying(Standing[Evasion]):
    """D8 Whoever says nothing stays."""

    policies: ClassVar[Mapping[str, Word]] = {
        "evade": Evade.takes,
        "default": Nothing(),
        "pass": Nothing(),
        "at most": Number(1, 99),
    }
    quantities: ClassVar[Mapping[str, Quantity]] = {
        "fatigue": Quantity("fatigue of the galley"),
        "crew": Quantity("crew of the galley"),
        "aboard": Quantity("units aboard the galley"),
        "enemy fast": Quantity("1 if the enemy is at attack speed"),
        "enemy points": Quantity("points that the enemy has left"),
        "enemy aboard": Quantity("units aboard the enemy"),
    }

    def measure(self, request: Evasion, view: View) -> Mapping[str, int]:
        """The quantities now."""
        public, galley = view.public, request.args["galley"]
        enemy, mover = request.args["enemy"], public["now"]["mover"]
        return {
            "fatigue": fleet.one(public, galley)["fatigue"],
            "crew": fleet.crew(public, galley),
            "aboard": len(public["stacks"].get(galley, ())),
            "enemy fast": 1 if fleet.one(public, enemy)["speed"] != CRUISE else 0,
            "enemy points": mover["left"] if mover else 0,
            "enemy aboard": len(public["stacks"].get(enemy, ())),
        }

    def follow(self, request: Evasion, view: View, then: Answer) -> Answer | None:
        """``default``: to stay; so too if no hex that is named can be entered."""
        able = ways(view.public, request.args["galley"])
        kept = [line for line in then if "default" not in line]
        return [line for line in kept if "evade" not in line or {*_wishes(line)} & {*able}]


EVASION_KIND = Kind(Evasion, Evading(), Evading(), Staying())
