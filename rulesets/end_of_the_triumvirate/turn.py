"""A turn (4.1, 13.1): one request, whose lines are carried out one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.action import ALWAYS, SLIP, UNSURE, Action, Problem
from referee.engine.request import Data, Quantity, Request
from referee.engine.table import Table
from referee.engine.walk import Walk
from referee.engine.words import Answer, Choice, Fields, Many, Name, Nothing, Number, Word
from referee.kit.graphs import legs
from referee.kit.lines import several
from rulesets.end_of_the_triumvirate import actions, attack, board, movement, supply
from rulesets.end_of_the_triumvirate.board import POINTS, SEATS, TRACKS
from rulesets.end_of_the_triumvirate.position import bag, enemy, here, turn_of_year

_UNITS, _LEGIONS = Number(0, supply.UNITS), Number(0, 60)
_LOAD: Mapping[str, Number | Choice] = {
    "legions": _LEGIONS,
    "leave": _LEGIONS,
    "servants": Number(0, 6),
    "failed": Choice(("stop", "go on")),
}
#: What one is called.
_ONE = {"legions": "legion", "servants": "civil servant"}
#: Events that tell of a character who leaves a province.
_GOING = ("move", "attack")
#: Words of phase I.
SUPPLY = ("rome", *(f"scarce {goods}" for goods in supply.GOODS))


class TurnWalk(Walk):
    """A turn as it is carried out; in rehearsal attacks succeed without a loss, and others choose
    what the rules choose.

    goods: what it says of the supply; stuck: a step could not be done, so no later one is
    (6.13)."""

    quantities: ClassVar[Mapping[str, Quantity]] = {
        "won": Quantity("attacks of this turn that succeeded"),
        "lost": Quantity("attacks of this turn that failed"),
        "legions": Quantity("legions where your character stands"),
        "gold": Quantity("gold in your treasury"),
        "points": Quantity("movement points left"),
        "actions": Quantity("actions taken in this turn"),
        "own arms": Quantity("weapons of your colour in the bag"),
        **{f"arms of {s}": Quantity(f"weapons of {name} in the bag") for s, name in SEATS.items()},
    }
    chained: ClassVar[bool] = True

    def begin(self) -> None:
        """Nothing said, nothing stuck."""
        self.goods: dict[str, Any] = {}
        self.stuck = False

    def measure(self) -> dict[str, int]:
        """The quantities now."""
        public = self.public
        counts = {f"arms of {colour}": number for colour, number in bag(public).items()}
        counts |= {name: public["now"][name] for name in ("won", "lost", "points", "actions")}
        counts["legions"] = here(public, self.seat)["legions"]
        counts["gold"] = public["characters"][self.seat]["gold"]
        return counts | {"own arms": public["bag"][self.seat]}

    def over(self) -> bool:
        """1.2 Somebody has won; in rehearsal nothing is known of the position behind a step that
        cannot be done."""
        return bool(self.public["phase"] == "over") or (self.rehearsing and self.stuck)

    def before(self, word: str) -> None:
        """4.1 Supply is over when anything else comes."""
        if word not in SUPPLY:
            self.finish()

    def finish(self) -> None:
        """5 Carry the supply out, once a turn; 5.5 who comes first in a shortage is better said."""
        if self.public["now"]["supplied"]:
            return
        rome = self.goods.get("rome", supply.DEFAULT)
        short = supply.shortages(self.public, self.seat, rome) if self.rehearsing else ()
        for goods, due, takers in short:
            if f"scarce {goods}" not in self.goods:
                reason = f"the supply has {self.public['supply'][goods]} {goods}, and {due} are due"
                hint = f"say who comes first: {supply.wish(goods, takers)}"
                self.trouble(Problem(reason, "5.5", hint if takers else "", SLIP))
        wishes = {goods: self.goods.get(f"scarce {goods}", ()) for goods in supply.GOODS}
        supply.take(self.table, self.seat, rome, wishes)
        self.acted = True

    def remarks(self) -> Iterator[str]:
        """6.5, 8.2 Which own provinces are left without a legion, and what could still be done."""
        legs = (told["public"]["path"] for told in self.table.events if told["kind"] in _GOING)
        for key in dict.fromkeys(leg[0] for leg in legs):
            place = self.public["provinces"][key]
            if place["owner"] == self.seat and not place["legions"]:
                yield f"{board.NAMES[key]} is left without a legion."
        now = self.public["now"]
        if self.stopped or self.over() or now["actions"]:
            return
        if now["points"]:
            yield f"{several(now['points'], 'movement point')} not used."
        if actions.possible(self.public, self.seat):
            yield "No action is taken, though one could be."

    def halted(self) -> Problem | None:
        """4.1 Whether movement is over, as an action has been taken."""
        if self.public["now"]["actions"]:
            return Problem("you cannot move after taking an action", "4.1")
        return None


class Goods(Action[TurnWalk]):
    """5.4, 5.5 What the orders say of the supply."""

    def obstacle(self) -> Problem | None:
        """It is said once, in phase I."""
        if self.public["now"]["supplied"]:
            return Problem("the supply phase is over", "4.1")
        said = self.word in self.walk.goods
        return Problem(f"an earlier line has '{self.word}' already", "5.4") if said else None

    async def does(self) -> None:
        """It is remembered."""
        self.walk.goods[self.word] = self.value


class Rome(Goods):
    """5.4 Say what Rome gives you, and where its legions go."""

    example = "rome: {gold: 1, legions: 1, at: Italia}"
    word = "rome"
    takes = Fields({}, {"gold": _UNITS, "legions": _UNITS, "at": Many(Name("province"), 1, 2)})

    def obstacle(self) -> Problem | None:
        """5.4 Two units, and where they go."""
        return super().obstacle() or supply.wrong_rome(self.public, self.seat, self.value)


class ScarceGold(Goods):
    """5.5 Say who is served first when gold is short."""

    example = "scarce gold: [Hispania Citerior, Rome]"
    word, takes = "scarce gold", Many(Name("taker"), 1, 24)


class ScarceLegions(Goods):
    """5.5 Say who is served first when legions are short."""

    example = "scarce legions: [Gallia Cisalpina]"
    word, takes = "scarce legions", Many(Name("taker"), 1, 24)


class Move(Action[TurnWalk]):
    """6, 7 Move along a path, and attack on the way; a failed attack ends it."""

    example = "move: {to: [Western Sea, Central Sea, Macedonia], legions: 4, servants: 1}"
    word, takes = "move", Fields({"to": Many(Name("space"), 1, 12)}, _LOAD)

    def obstacle(self) -> Problem | None:
        """6.5 What goes along is said in one way."""
        reason = "say how many legions go or how many stay, not both"
        both = "leave" in self.value and "legions" in self.value
        return Problem(reason, "6.5", "", ALWAYS) if both else None

    async def does(self) -> None:
        """Landing by landing; whether the next line follows a failed attack is said here or by its
        condition."""
        walk, value = self.walk, self.value
        goes_on = walk.branches() or value.get("failed") == "go on"
        walk.stuck = not walk.good(walk.halted()) or walk.stuck
        for leg in legs(value["to"], board.SEAS):
            if walk.stuck or walk.over():
                break
            legions, servants = self.load(value)
            if not walk.good(movement.hindrance(self.public, self.seat, leg, legions)):
                walk.stuck = True
            elif not await self.go(leg, legions, servants):
                walk.stopped = not goes_on
                break
            value = {}  # who went along goes on

    def load(self, value: Mapping[str, Any]) -> tuple[int, int]:
        """6.5, 6.13 Legions and servants that go along: as many of those said as are there."""
        most = movement.loads(self.public, self.seat)
        legions, servants = movement.brought(self.public, self.seat)
        if "leave" in value:
            legions = max(0, most[0] - value["leave"])
        said = (value.get("legions", legions), value.get("servants", servants))
        for key, number, there in zip(("legions", "servants"), said, most, strict=True):
            if number > there:
                at = board.NAMES[self.public["characters"][self.seat]["at"]]
                reason = f"{at} has only {several(there, _ONE[key])}"
                self.walk.trouble(Problem(reason, "6.5", "", UNSURE, (key,)))
        return min(said[0], most[0]), min(said[1], most[1])

    async def go(self, leg: Sequence[str], legions: int, servants: int) -> bool:
        """6.1, 6.8 One landing; False if it was an attack that failed."""
        attacks = enemy(self.public, self.seat, leg[-1])
        self.walk.acted = True
        movement.depart(self.table, self.seat, leg, legions, servants)
        if not attacks:
            movement.settle(self.table, self.seat, leg[-1])
            return True
        attack.begin(self.table, self.seat, leg)
        self.fight()
        if not self.public["characters"][self.seat]["legions"]:
            attack.retreat(self.table, self.seat)
            return False
        await attack.conquer(self.table, self.seat)
        if self.walk.rehearsing and self.public["attack"]:
            # 1.2 Where the game ends in the middle of a conquest, lines behind it are looked at as
            # if he stood in the province: nothing can be said of them before it, at sea.
            self.public["characters"][self.seat]["at"] = leg[-1]
        return True

    def fight(self) -> None:
        """7.1-7.4 By chance; in rehearsal it succeeds, and where no draw lets it, that is told."""
        if not self.walk.rehearsing:
            attack.fight(self.table)
            return
        attackers, defenders = attack.armies(self.public)
        guarded = attack.protected(self.public) and not self.table.unsure
        name = board.NAMES[self.public["attack"]["at"]]
        if attack.lost_at_best(self.public, guarded) == attackers:
            reason = f"this attack on {name} cannot succeed, whatever is drawn: "
            reason += f"{several(attackers, 'legion')} against {defenders}"
            reason += " and a character, who costs two more" if guarded else ""
            self.walk.trouble(Problem(reason, "7.3" if guarded else "7.5", "", SLIP))
        if not self.table.unsure:
            reason = f"what follows is checked as if the attack on {name} succeeds"
            self.walk.trouble(Problem(reason, "7.5", "", SLIP))
        self.table.unsure = True
        attack.lose(self.table, 0, defenders)


class PlaceServant(Action[TurnWalk]):
    """6.10 Place an idle servant where your character stands.

    That alone is nothing to wait for: standing orders could place and take up for ever."""

    word, takes = "place servant", Nothing()

    def obstacle(self) -> Problem | None:
        """4.1, 6.10 While there is movement."""
        if (over := self.walk.halted()) or self.walk.stuck:
            return over
        return movement.idle_trouble(self.public, self.seat, self.word)

    async def does(self) -> None:
        """6.10, 6.11 Unless a step was stuck."""
        if not self.walk.stuck:
            movement.change_servant(self.table, self.seat, self.word)


class LiftServant(PlaceServant):
    """6.10 Take the placed servant up."""

    word = "lift servant"


class Deed(Action[TurnWalk]):
    """8 One action, if it is allowed and can be paid."""

    def deed(self) -> tuple[str, str]:
        """What is done, and the section of the forum, if in one."""
        return self.word, self.value or ""

    def obstacle(self) -> Problem | None:
        """8.1-8.6 What it needs."""
        return actions.trouble(self.public, self.seat, *self.deed(), self.table.unsure)

    async def does(self) -> None:
        """8.1-8.3 Pay and do it."""
        self.walk.acted = True
        actions.act(self.table, self.seat, *self.deed())


class Improve(Deed):
    """8.2 Raise one of your competences."""

    example = "improve: military"
    word, takes = "improve", Choice(TRACKS)

    def deed(self) -> tuple[str, str]:
        """The competence."""
        return self.value, ""


class Persuade(Deed):
    """8.3 Move a citizen from Alii to your section, or from another player's to Alii."""

    example = "persuade: Alii"
    word, takes = "persuade", Name("section")


class Weapons(Deed):
    """8.3 Put two of your weapons into the bag."""

    word, takes = "weapons", Nothing()


class Wait(Action[TurnWalk]):
    """13.1 Stop here, and order the rest when you have seen what came of it."""

    word, takes = "wait", Nothing(stops=True)

    async def does(self) -> None:
        """The lines stop."""
        self.walk.stop()


class Turn(Request):
    """4.1 Your turn, or the rest of it.

    args: year, turn (of the year), part (1, 2, ...).
    No lines are the orders of 13.3: 2 gold from Rome, no movement, no action."""

    kind, rule, walk = "turn", "4.1", TurnWalk
    actions = (
        *(Rome, ScarceGold, ScarceLegions, Move, PlaceServant, LiftServant),
        *(Improve, Persuade, Weapons, Wait),
    )
    selectors: ClassVar[Mapping[str, Word]] = {
        "year": Number(1, board.YEARS),
        "turn": Number(1, board.TURNS),
        "part": Number(1, 9),
    }

    def title(self, reader: str = "") -> str:
        """Whose turn, or the rest of it."""
        whose = "your" if reader == self.seat else f"{SEATS[self.seat]}'s"
        return f"{'' if self.args['part'] == 1 else 'the rest of '}{whose} turn"

    def forced(self, public: Data) -> Answer | None:
        """Nothing, where nothing can be done any more."""
        now = public["now"]
        moves = not now["actions"] and (now["points"] or movement.loads(public, self.seat)[1])
        over = now["supplied"] and not moves and not actions.possible(public, self.seat)
        return [] if over else None


async def play_turn(table: Table, seat: str) -> None:
    """4.1 Orders for the turn, as far as they go; then the player is asked again."""
    public, now = table.public, table.public["now"]
    part, when = now["asked"] + 1, {"year": public["year"], "turn": turn_of_year(public)}
    request = Turn(seat, **when, part=part)
    lines = await table.ask(request)
    table.tell("turn" if part == 1 else "rest of turn", {"seat": seat, **when})
    done = await TurnWalk(request, table).run(lines)
    now["asked"] += 1
    if done and now["points"] == POINTS and not now["actions"]:
        table.tell("idle", {"seat": seat})
    if public["phase"] != "over":
        public["phase"] = "end" if done else "turn"
    table.tell("orders done" if done else "pause", {"seat": seat})
