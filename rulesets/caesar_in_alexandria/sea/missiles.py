"""Fire between galleys, and at slips (7.2, 7.3); the fire of those who are attacked (7.45)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from referee.engine.action import Action, Problem
from referee.engine.beside import Few, Kind, Standing
from referee.engine.request import Data, Quantity, View
from referee.engine.table import Table
from referee.engine.walk import Walk
from referee.engine.window import Reaction, window
from referee.engine.words import Answer, Choice, Many, Name, Nothing, Number, Word
from rulesets.caesar_in_alexandria import position, verbs
from rulesets.caesar_in_alexandria.board import AR, GRID, NAMES, SLIPS, TABLES, TYPE, named
from rulesets.caesar_in_alexandria.sea import effects, fleet

#: 7.45 Why a galley fires back.
FIRES, RAMS, RAKES, GRAPPLES = CAUSES = ("fire", "ram", "rake", "grapple")
ANSWER = "sea answer"


class Volley(NamedTuple):
    """Fire of a galley with some of its strength, at a galley or a slip."""

    galley: str
    at: str
    strength: int


def strength(public: Data, galley: str) -> int:
    """7.22 Two for archers, one for any other unit; those that have fired at land do not count
    (7.21)."""
    spent = public["now"]["fired"]
    units = [unit for unit in position.stack(public, galley) if unit not in spent]
    return sum(2 if TYPE[unit] == AR else 1 for unit in units)


def targets(public: Data, galley: str) -> list[str]:
    """7.22, 7.24, 7.34 Enemy galleys beside it with something to hit; of an incendiary one slips
    too."""
    burns = fleet.incendiary(public, galley)
    found = [one for one in fleet.in_reach(public, galley) if can_suffer(public, one, burns)]
    return found + slips(public, galley) if burns else found


def can_suffer(public: Data, galley: str, burns: bool) -> bool:
    """7.24 Whether fire has something to hit in a galley: somebody aboard; or it can catch fire."""
    return bool(position.stack(public, galley)) or (
        burns and not fleet.has(public, galley, fleet.FIRE)
    )


def slips(public: Data, galley: str) -> list[str]:
    """7.34 Empty slips beside a galley that are not burned."""
    around = GRID.links[fleet.one(public, galley)["at"]]
    return [
        to
        for to in around
        if to in SLIPS and to not in public["burned"] and not position.ships_in(public, to)
    ]


def needs(number: int) -> int:
    """7.35 What the die must not exceed, by strength."""
    column = 0 if number < 3 else 1 if number < 5 else 2
    most: int = TABLES["naval-fire"][column]
    return most


def added(public: Data, volley: Volley) -> int:
    """7.24 What is added to the die."""
    slow = volley.at in public["galleys"] and (
        fleet.immobile(public, volley.at) or fleet.crippled(public, volley.at)
    )
    return -slow - fleet.incendiary(public, volley.galley)


def resolve(table: Table, volleys: Sequence[Volley]) -> None:
    """7.24, 7.44 Volleys that fly together: all dice, then all hits."""
    public = table.public
    verbs.trail(table)
    dice = table.roll("fire at sea", len(volleys), hoped=[1, 6][: len(volleys)])
    told, hits = [], []
    for volley, die in zip(volleys, dice, strict=True):
        most, more = needs(volley.strength), added(public, volley)
        hits.append(die + more <= most)
        told.append({**volley._asdict(), "added": more, "needs": most, "hit": hits[-1]})
    table.tell("sea fire", {"volleys": told, "dice": dice})
    burning = [fleet.incendiary(public, volley.galley) for volley in volleys]
    for volley, hit, burns in zip(volleys, hits, burning, strict=True):
        if hit:
            _suffer(table, volley, burns)


def _suffer(table: Table, volley: Volley, burns: bool) -> None:
    """7.24, 7.31 A hit on the top unit aboard; then it may catch fire."""
    aboard = position.stack(table.public, volley.at)
    if aboard:
        verbs.hit(table, aboard[0], 1, "fire")
    if burns:
        set_alight(table, volley.at)


def set_alight(table: Table, at: str) -> None:
    """7.31, 7.34 A galley or slip that was hit by fire-raisers, if it does not burn already."""
    if at in table.public["galleys"] and fleet.has(table.public, at, fleet.FIRE):
        return
    (die,) = table.roll(f"fire on {named(at)}", 1, hoped=[1])
    burns = die >= TABLES["fire-starts"]
    table.tell("alight", {"galley": at, "dice": [die], "burns": burns})
    if burns and at in SLIPS:
        table.public["burned"].append(at)
        effects.score_slip(table)
    elif burns:
        effects.alight(table, at)


async def fire(table: Table, volley: Volley) -> None:
    """7.21, 7.44 Fire of the side to move, with the answer to it."""
    public = table.public
    fleet.now(public)["shot"].append(volley.galley)
    volleys = [volley]
    if volley.at in public["galleys"]:
        volleys += await answered(table, volley.galley, volley.at, FIRES)
    resolve(table, volleys)


async def reaction(table: Table, galley: str, target: str, cause: str) -> None:
    """7.45 Fire of a galley that is about to be rammed, raked or grappled."""
    back = await answered(table, galley, target, cause)
    if back:
        resolve(table, back)


async def answered(table: Table, galley: str, target: str, cause: str) -> list[Volley]:
    """7.45 The volley of a galley at one that attacks it, if its owner wants."""
    public = table.public
    if not may_answer(public, galley, target, cause):
        return []
    verbs.trail(table)
    public["now"][ANSWER] = False
    await window(table, lambda public: may_answer(public, galley, target, cause))
    wants = public["now"].pop(ANSWER)
    return [Volley(target, galley, strength(public, target))] if wants else []


# -- the reaction ----------------------------------------------------------------------------------


class ShootBack(Action[Walk]):
    """Fire at the galley that fires, rams, rakes or grapples: once in each enemy activation."""

    word, takes = "shoot", Nothing()

    async def does(self) -> None:
        """The volleys fly together (`resolve`)."""
        self.public["now"][ANSWER] = True
        fleet.now(self.public)["reacted"].append(self.walk.request.args["galley"])


class SeaFire(Reaction):
    """7.45 Whether a galley fires at one that attacks it.

    Args: galley, enemy, cause, span."""

    kind, rule, once, names = "sea fire", "7.45", True, NAMES
    question = "{galley}: fire at {enemy} ({cause})"
    actions: ClassVar[Sequence[type[Action[Any]]]] = (ShootBack,)
    selectors: ClassVar[Mapping[str, Word]] = {
        "galley": Many(Name("galley")),
        "enemy": Many(Name("galley")),
        "cause": Many(Choice(CAUSES)),
    }


def may_answer(public: Data, galley: str, target: str, cause: str) -> list[SeaFire]:
    """7.45, H63 Once in an enemy activation, with somebody aboard, and something to hit."""
    if target in fleet.now(public)["reacted"] or not strength(public, target):
        return []
    if not position.stack(public, galley) and not fleet.incendiary(public, target):
        return []
    args = {"galley": target, "enemy": galley, "cause": cause, "span": str(public["turn"])}
    return [SeaFire(fleet.side(public, target), **args)]


class Volleys(Few[SeaFire]):
    """To fire, or to wait for another."""

    def options(self, request: SeaFire, view: View) -> Iterable[Answer]:
        """Both, and what a window reads itself."""
        yield [{"shoot": {}}]
        yield [{"shoot": {}}]
        yield []
        yield [{"pass": {}}]

    def template(self, request: SeaFire, view: View) -> list[str]:
        """To fire."""
        return ["- shoot", "# - pass"]


class FiringBack(Standing[SeaFire]):
    """D9 Whoever says nothing fires at the first rammer or raker."""

    policies: ClassVar[Mapping[str, Word]] = {
        "shoot": Nothing(),
        "default": Nothing(),
        "pass": Nothing(),
        "at most": Number(1, 99),
    }
    quantities: ClassVar[Mapping[str, Quantity]] = {
        "strength": Quantity("strength of your fire"),
        "aboard": Quantity("units aboard the enemy"),
        "burns": Quantity("1 if the enemy burns"),
    }

    def measure(self, request: SeaFire, view: View) -> Mapping[str, int]:
        """The quantities now."""
        public, enemy = view.public, request.args["enemy"]
        return {
            "strength": strength(public, request.args["galley"]),
            "aboard": len(position.stack(public, enemy)),
            "burns": 1 if fleet.has(public, enemy, fleet.FIRE) else 0,
        }

    def follow(self, request: SeaFire, view: View, then: Answer) -> Answer | None:
        """``default``: at rammers and rakers."""
        return self.default(request, view) if any("default" in line for line in then) else then

    def default(self, request: SeaFire, view: View) -> Answer:
        """To fire, if it is rammed or raked."""
        return [{"shoot": {}}] if request.args["cause"] in (RAMS, RAKES) else []


SEA_FIRE_KIND = Kind(SeaFire, Volleys(), Volleys(), FiringBack())


def no_target(public: Data, galley: str, at: str) -> Problem:
    """7.22, 7.24, 7.34 A galley cannot fire at this; what it could."""
    able = ", ".join(named(one) for one in targets(public, galley))
    if at in fleet.in_reach(public, galley):
        reason = f"nobody is aboard {named(at)} to be hit, and it sets nothing on fire there"
        return Problem(reason, "7.24", able)
    return Problem("it cannot fire at this", "7.22", able)
