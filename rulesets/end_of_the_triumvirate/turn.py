"""A turn (4.1, 13.1): one request, whose lines are carried out one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.action import ALWAYS, SLIP, UNSURE, Action, Problem
from referee.engine.looking import Looking
from referee.engine.request import Data, Quantity, Request, View
from referee.engine.table import Table
from referee.engine.walk import Walk
from referee.engine.words import Answer, Choice, Fields, Many, Name, Nothing, Number, Word
from referee.kit.graphs import legs
from referee.kit.lines import several
from referee.kit.ratios import percent
from rulesets.end_of_the_triumvirate import actions, attack, board, movement, supply
from rulesets.end_of_the_triumvirate.board import POINTS, SEATS, TRACKS
from rulesets.end_of_the_triumvirate.position import bag, enemy, fresh, here, turn_of_year

_UNITS, _LEGIONS = Number(0, supply.UNITS), Number(0, 60)
_LOAD: Mapping[str, Number | Choice] = {
    "legions": _LEGIONS,
    "leave": _LEGIONS,
    "servants": Number(0, 6),
    "failed": Choice(("stop", "go on")),
}
#: singular of each piece
_ONE = {"legions": "legion", "servants": "civil servant"}
#: events of a character who leaves a province
_GOING = ("move", "attack")
#: words of phase I
SUPPLY = ("rome", *(f"scarce {goods}" for goods in supply.GOODS))


class TurnWalk(Walk):
    """A turn as it is carried out.  In a rehearsal attacks succeed without losses, and others
    choose the default.

    goods: what the lines say about supply; stuck: whether a step could not be made, in which case
    no later step is made (6.13)."""

    quantities: ClassVar[Mapping[str, Quantity]] = {
        "won": Quantity("attacks of this turn that succeeded"),
        "lost": Quantity("attacks of this turn that failed"),
        "legions": Quantity("legions where your character stands"),
        "gold": Quantity("gold in your treasury"),
        "points": Quantity("movement points left"),
        "actions": Quantity("actions taken in this turn"),
        "threat": Quantity(
            "the most legions with which another character could attack yours from where he is"
        ),
        "odds": Quantity(
            "legions where your character stands, and two for him, in percent of that, at most 999"
        ),
        "in danger": Quantity("1 if they would take his province, with no weapons drawn"),
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
        counts["legions"] = legions = here(public, self.seat)["legions"]
        counts["gold"] = public["characters"][self.seat]["gold"]
        counts["threat"] = most = movement.threat(public, self.seat)
        guarded = legions + attack.GUARD
        counts |= {"odds": percent(guarded, most), "in danger": 1 if most > guarded else 0}
        return counts | {"own arms": public["bag"][self.seat]}

    def over(self) -> bool:
        """1.2 Someone has won; or a rehearsal has reached a step that cannot be made, after which
        nothing is known about the position."""
        return bool(self.public["phase"] == "over") or (self.rehearsing and self.stuck)

    def before(self, word: str) -> None:
        """4.1 Anything else ends the supply."""
        if word not in SUPPLY:
            self.finish()

    def finish(self) -> None:
        """5 Carry out the supply, once a turn; 5.5 warn if it is better to say who is served
        first."""
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
        """4.1, 6.13 The problem once movement is over: an action has been taken, or a step could
        not be made."""
        if self.public["now"]["actions"]:
            return Problem("you cannot move after taking an action", "4.1")
        if self.stuck:
            return Problem("no step is made after one that could not be", "6.13")
        return None


class Goods(Action[TurnWalk]):
    """5.4, 5.5 What the orders say about supply."""

    def obstacle(self) -> Problem | None:
        """Only once, and in phase I."""
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

    def problems(self) -> Iterable[Problem]:
        """5.4 Two units, and where they go."""
        return [*super().problems()] or supply.wrong_rome(self.public, self.seat, self.value)


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
        """6.5 The line gives what goes along in one way only."""
        reason = "say how many legions go or how many stay, not both"
        both = "leave" in self.value and "legions" in self.value
        return Problem(reason, "6.5", "", ALWAYS) if both else None

    def never(self) -> Iterator[Problem]:
        """6.2, 6.3 Nor can he go a way that does not exist, wherever he stands."""
        yield from super().never()
        if problem := movement.no_way(self.public, self.value["to"]):
            yield problem

    async def does(self) -> None:
        """Landing by landing; the line itself or its condition says whether the next line follows a
        failed attack."""
        walk, value = self.walk, self.value
        walk.stuck = not walk.good(walk.halted())
        for leg in legs(value["to"], board.SEAS):
            if walk.stuck or walk.over():
                break
            legions, servants = self.load(value)
            for problem in movement.hindrances(self.public, self.seat, leg, legions):
                unsure = value and problem.rule != "6.1" and not [*self.never()]
                # behind an attack it is not certain where the line begins, and with how many
                walk.trouble(problem._replace(weight=UNSURE) if unsure else problem)
                walk.stuck = True
            if not walk.stuck and not await self.go(leg, legions, servants):
                walk.stopped = not self.goes_on()
                break
            value = {}  # the same pieces go on with him

    def goes_on(self) -> bool:
        """13.1 Whether the next line follows after a failed attack."""
        return self.walk.branches() or self.value.get("failed") == "go on"

    def load(self, value: Mapping[str, Any]) -> tuple[int, int]:
        """6.5, 6.13 Legions and civil servants that go along: those named, as far as they are
        there."""
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
        """6.1, 6.8 One landing; False if it was a failed attack."""
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
            # 1.2 If the game ends in the middle of a conquest, later lines are judged as if he were
            # in the province: at sea before it nothing could be said about them.
            self.public["characters"][self.seat]["at"] = leg[-1]
        return True

    def fight(self) -> None:
        """7.1-7.4 By chance; a rehearsal assumes success, or failure if no draw allows it."""
        if not self.walk.rehearsing:
            attack.fight(self.table)
            return
        attackers, defenders = attack.armies(self.public)
        known = not self.table.unsure
        guarded = attack.protected(self.public) and known
        least, hint = attack.lost_at_best(self.public, guarded), ""
        if not self.goes_on():
            hint = "if it fails you are asked for the rest of the turn; 'failed: go on' goes on"
        if doomed := least[0] == attackers:
            self.walk.trouble(attack.hopeless(self.public, guarded, hint))
        elif known:
            name = board.NAMES[self.public["attack"]["at"]]
            reason = f"what follows is checked as if the attack on {name} succeeds"
            self.walk.trouble(Problem(reason, "7.5", hint, SLIP))
        self.table.unsure = True
        attack.lose(self.table, *(least if doomed and known else (0, defenders)))


class PlaceServant(Action[TurnWalk]):
    """6.10 Place an idle civil servant where your character stands.

    Waiting after only this is refused: standing orders could place and lift for ever."""

    word, takes = "place servant", Nothing()

    def obstacle(self) -> Problem | None:
        """4.1, 6.10 During movement."""
        over = self.walk.halted()
        return over or movement.idle_trouble(self.public, self.seat, self.word)

    async def does(self) -> None:
        """6.10, 6.11 Movement is not over."""
        movement.change_servant(self.table, self.seat, self.word)


class LiftServant(PlaceServant):
    """6.10 Lift the active civil servant."""

    word = "lift servant"


class Deed(Action[TurnWalk]):
    """8 One action, if it is allowed and he can pay for it."""

    def deed(self) -> tuple[str, str]:
        """The action, and its section of the forum, if it has one."""
        return self.word, self.value or ""

    def problems(self) -> Iterable[Problem]:
        """8.1-8.6 What it requires."""
        return actions.troubles(self.public, self.seat, *self.deed(), self.table.unsure)

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


class Wait(Looking):
    """13.1 Stop here, and order the rest once you have seen the result so far."""

    word = "wait"


class Turn(Request):
    """4.1 Your turn, or the rest of it.

    args: year, turn (of the year), part (1, 2, ...).
    No lines mean the default of 13.3: 2 gold from Rome, no movement, no action."""

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

    @classmethod
    def supposed(cls, view: View) -> tuple[Turn, View] | None:
        """The seat's next turn, at its beginning, with everything as it stands now."""
        public = view.public
        if public["phase"] == "over":
            return None
        begun = {"active": view.seat, "phase": "turn", "attack": None, "now": fresh()}
        if (when := _next_own(public, view.seat)) is None:
            return None
        return cls(view.seat, **when, part=1), view._replace(public={**public, **begun})

    def title(self, reader: str = "") -> str:
        """Whose turn, or the rest of it."""
        whose = "your" if reader == self.seat else f"{SEATS[self.seat]}'s"
        return f"{'' if self.args['part'] == 1 else 'the rest of '}{whose} turn"

    def forced(self, public: Data) -> Answer | None:
        """[] if nothing more can be done."""
        now = public["now"]
        moves = not now["actions"] and (now["points"] or movement.loads(public, self.seat)[1])
        over = now["supplied"] and not moves and not actions.possible(public, self.seat)
        return [] if over else None


def _next_own(public: Data, seat: str) -> dict[str, int] | None:
    """4.1, 10.1 Year and turn of the seat's next turn after this one; None if there is none."""
    seats, long = public["players"], board.SCENARIOS[public["scenario"]]["stone"]
    steps = (seats.index(seat) - seats.index(public["active"])) % len(seats) or len(seats)
    years, turns = divmod((public["year"] - 1) * long + turn_of_year(public) - 1 + steps, long)
    return {"year": years + 1, "turn": turns + 1} if years < board.YEARS else None


async def play_turn(table: Table, seat: str) -> None:
    """4.1 Carry out orders as far as they go; then the player is asked again."""
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
