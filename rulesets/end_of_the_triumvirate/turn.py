"""A turn (4.1, 13.1): one request, whose lines are carried out one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from referee.engine.request import Data, Judgement, Quantity, View
from referee.engine.script import ALWAYS, SLIP, UNSURE, Rehearsal, Script, Scripted, Trouble
from referee.engine.words import Answer, Choice, Fields, Many, Name, Nothing, Number, Word
from referee.kit.graphs import legs
from referee.kit.lines import several
from rulesets.end_of_the_triumvirate import actions, attack, board, movement, supply
from rulesets.end_of_the_triumvirate.board import POINTS, SEATS, TRACKS
from rulesets.end_of_the_triumvirate.position import bag, enemy, here, turn_of_year
from rulesets.end_of_the_triumvirate.sample import Player
from rulesets.end_of_the_triumvirate.telling import VOCABULARY

if TYPE_CHECKING:
    from referee.engine.table import Table

_UNITS, _LEGIONS = Number(0, supply.UNITS), Number(0, 60)
_LOAD: Mapping[str, Number | Choice] = {
    "legions": _LEGIONS,
    "leave": _LEGIONS,
    "servants": Number(0, 6),
    "failed": Choice(("stop", "go on")),
}
#: Words of phase I.
SUPPLY = ("rome", *(f"scarce {goods}" for goods in supply.GOODS))
WORDS: Mapping[str, Word] = {
    "rome": Fields({}, {"gold": _UNITS, "legions": _UNITS, "at": Many(Name("province"), 1, 2)}),
    **{f"scarce {goods}": Many(Name("taker"), 1, 24) for goods in supply.GOODS},
    "move": Fields({"to": Many(Name("space"), 1, 12)}, _LOAD),
    "place servant": Nothing(),
    "lift servant": Nothing(),
    "improve": Choice(TRACKS),
    "persuade": Name("section"),
    "weapons": Nothing(),
    "wait": Nothing(),
}
_BOTH = "say how many legions go or how many are left, not both"
QUANTITIES: Mapping[str, Quantity] = {
    "won": Quantity("attacks of this turn that succeeded"),
    "lost": Quantity("attacks of this turn that failed"),
    "legions": Quantity("legions where your character stands"),
    "gold": Quantity("gold in your treasury"),
    "points": Quantity("movement points left"),
    "actions": Quantity("actions taken in this turn"),
    "own arms": Quantity("weapons of your colour in the bag"),
    **{
        f"arms of {seat}": Quantity(f"weapons of {name} in the bag") for seat, name in SEATS.items()
    },
}


class Walk(Script):
    """One answer as it is carried out.

    goods: what it says of the supply; stuck: a step could not be done, so no later one is
    (6.13)."""

    def __init__(self, table: Table, seat: str) -> None:
        super().__init__(table, seat)
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
        """1.2 Somebody has won."""
        return bool(self.public["phase"] == "over")

    def prepare(self, word: str) -> None:
        """4.1 Supply is over when anything else comes."""
        if word not in SUPPLY:
            self.supply()

    def supply(self) -> None:
        """5 Carry the supply out, once a turn."""
        if not self.public["now"]["supplied"]:
            wishes = {goods: self.goods.get(f"scarce {goods}", ()) for goods in supply.GOODS}
            rome = self.goods.get("rome", supply.DEFAULT)
            supply.take(self.table, self.seat, rome, wishes)
            self.acted = True

    async def carry_out(self, word: str, value: Any) -> bool:
        """One line; whether the next one follows."""
        match word:
            case "wait":
                return self.stop()
            case "move":
                return await self.move(value)
            case "place servant" | "lift servant":
                self.servant(word)
            case "improve":
                self.act(value, "")
            case "persuade" | "weapons":
                self.act(word, value or "")
            case _:
                self.choose_goods(word, value)
        return True

    def choose_goods(self, word: str, value: Any) -> None:
        """5.4, 5.5 Remember what the orders say of the supply."""
        wrong = supply.wrong_rome(self.public, self.seat, value) if word == "rome" else None
        if self.public["now"]["supplied"]:
            wrong = Trouble("the supply is over", "4.1")
        elif word in self.goods:
            wrong = Trouble(f"'{word}' was said before", "5.4")
        if self.good(wrong):
            self.goods[word] = value

    def halted(self) -> bool:
        """4.1, 6.13 Whether movement is over, as an action has been taken or a step could not be;
        the former is told."""
        if self.public["now"]["actions"]:
            self.trouble(Trouble("movement is over when an action has been taken", "4.1"))
        return self.stuck or bool(self.public["now"]["actions"])

    async def move(self, value: Mapping[str, Any]) -> bool:
        """6, 7 Go a path; whether the next line follows, which a failed attack can forbid."""
        goes_on = self.branches() or value.get("failed") == "go on"
        self.stuck = self.halted()
        for leg in legs(value["to"], board.SEAS):
            if self.stuck or self.over():
                break
            legions, servants = self.load(value)
            if not self.good(movement.hindrance(self.public, self.seat, leg, legions)):
                self.stuck = True
            elif not await self.go(leg, legions, servants):
                return goes_on
            value = {}  # who went along goes on
        return True

    def load(self, value: Mapping[str, Any]) -> tuple[int, int]:
        """6.5, 6.13 Legions and servants that go along: as many of those said as are there."""
        most = movement.loads(self.public, self.seat)
        legions, servants = movement.brought(self.public, self.seat)
        if "leave" in value and "legions" in value:
            self.trouble(Trouble(_BOTH, "6.5", "", ALWAYS))
        elif "leave" in value:
            legions = max(0, most[0] - value["leave"])
        said = (value.get("legions", legions), value.get("servants", servants))
        for key, number, there in zip(("legions", "servants"), said, most, strict=True):
            if number > there:
                at = board.NAMES[self.public["characters"][self.seat]["at"]]
                reason = f"{at} has {several(there, key.removesuffix('s'))}"
                self.trouble(Trouble(reason, "6.5", "", UNSURE), key)
        return min(said[0], most[0]), min(said[1], most[1])

    async def go(self, leg: Sequence[str], legions: int, servants: int) -> bool:
        """6.1, 6.8 One landing; False if it was an attack that failed."""
        attacks = enemy(self.public, self.seat, leg[-1])
        self.acted = True
        movement.depart(self.table, self.seat, leg, legions, servants)
        if not attacks:
            movement.settle(self.table, self.seat, leg[-1])
            return True
        attack.begin(self.table, self.seat, leg)
        self.fight()
        if not self.public["characters"][self.seat]["legions"]:
            attack.retreat(self.table, self.seat)
            return False
        await attack.conquer(self)
        return True

    def fight(self) -> None:
        """7.1-7.4 By chance."""
        attack.fight(self.table)

    def servant(self, what: str) -> None:
        """6.10 Place an idle servant, or take the placed one up.

        That alone is nothing to wait for: standing orders could place and take up for ever."""
        seat = self.seat
        if not self.halted() and self.good(movement.idle_trouble(self.public, seat, what)):
            movement.change_servant(self.table, seat, what)

    def act(self, action: str, section: str) -> None:
        """8 One action, if it is allowed and can be paid."""
        if self.good(actions.trouble(self.public, self.seat, action, section, self.unsure)):
            self.acted = True
            actions.act(self.table, self.seat, action, section)


class TurnRehearsal(Rehearsal, Walk):
    """A turn in which attacks succeed without a loss, and others choose what the rules choose."""

    def over(self) -> bool:
        """After a step that cannot be done nothing more is known of the position."""
        return self.stuck or super().over()

    def warn(self, reason: str, rule: str, hint: str = "") -> None:
        """Something legal that may be a slip."""
        self.trouble(Trouble(reason, rule, hint, SLIP))

    def supply(self) -> None:
        """5.5 Who is served first in a shortage is better said."""
        rome, over = self.goods.get("rome", supply.DEFAULT), self.public["now"]["supplied"]
        for goods, due, takers in () if over else supply.shortages(self.public, self.seat, rome):
            if f"scarce {goods}" not in self.goods:
                reason = f"the supply has {self.public['supply'][goods]} {goods}, and {due} are due"
                hint = f"this line says who comes first: {_scarce(goods, takers)}"
                self.warn(reason, "5.5", hint if takers else "")
        super().supply()

    async def go(self, leg: Sequence[str], legions: int, servants: int) -> bool:
        """1.2 Where the game ends in the middle of a conquest, lines behind it are looked at as if
        he stood in the province: nothing can be said of them before it, at sea."""
        goes_on = await super().go(leg, legions, servants)
        if self.public["attack"]:
            self.public["characters"][self.seat]["at"] = leg[-1]
        return goes_on

    def fight(self) -> None:
        """7.5 The attack succeeds; where no draw lets it, that is told."""
        attackers, defenders = attack.armies(self.public)
        guarded = attack.protected(self.public) and not self.unsure
        name = board.NAMES[self.public["attack"]["at"]]
        if attack.lost_at_best(self.public, guarded) == attackers:
            reason = f"this attack on {name} cannot succeed, whatever is drawn: "
            reason += f"{several(attackers, 'legion')} against {defenders}"
            reason += " and a character, who costs two more" if guarded else ""
            self.warn(reason, "7.3" if guarded else "7.5")
        if not self.unsure:
            self.warn(f"what follows is checked as if the attack on {name} succeeded", "7.5")
        self.unsure = True
        attack.lose(self.table, 0, defenders)


def _scarce(goods: str, takers: Sequence[str]) -> str:
    """5.5 A line about a shortage."""
    return f"scarce {goods}: [{', '.join(VOCABULARY['taker'][key] for key in takers)}]"


class Turn(Scripted):
    """4.1 A turn, or the rest of it; args: year, turn (of the year), part (1, 2, ...).

    No lines are the orders of 13.3: 2 gold from Rome, no movement, no action."""

    kind, rule, whole_turn = "turn", "4.1", True
    words = WORDS
    rehearsal, writer = TurnRehearsal, Player
    conditions: ClassVar[Mapping[str, Quantity]] = QUANTITIES
    selectors: ClassVar[Mapping[str, Word]] = {
        "year": Number(1, board.YEARS),
        "turn": Number(1, board.TURNS),
        "part": Number(1, 9),
    }
    quantities: ClassVar[Mapping[str, Quantity]] = QUANTITIES
    policies: ClassVar[Mapping[str, Word]] = {**WORDS, "default": Nothing()}

    def title(self, reader: str = "") -> str:
        """Whose turn, or the rest of it."""
        return f"{'' if self.args['part'] == 1 else 'the rest of '}the turn of {SEATS[self.seat]}"

    def judge(self, view: View, answer: Answer) -> Judgement:
        """Carry the lines out on a copy; the supply too, if none of them comes behind it."""
        rehearsal = TurnRehearsal(view)
        judged = rehearsal.play(answer)
        rehearsal.supply()
        return judged

    def open_words(self) -> list[str]:
        """Without those of the supply in the rest of a turn."""
        return [word for word in WORDS if self.args["part"] == 1 or word not in SUPPLY]

    def template(self, view: View) -> list[str]:
        """Rome's supply as it is if nothing is said, and what can be done after it."""
        walk, lines = TurnRehearsal(view), []
        public, at = walk.public, board.NAMES[walk.public["characters"][self.seat]["at"]]
        if not public["now"]["supplied"]:
            other = f"{{gold: 1, legions: 1, at: {at}}} or {{legions: 2, at: [{at}]}}"
            lines.append(f"- rome: {{gold: 2}}  # or {other}")
            most = dict.fromkeys(supply.GOODS, supply.UNITS)
            for goods, _, takers in supply.shortages(public, self.seat, most):
                note = f"who comes first; the supply has {public['supply'][goods]}"
                lines += [f"# - {_scarce(goods, takers)}  # {note}"] if takers else []
            walk.supply()
        if not public["now"]["actions"]:
            lines += self._some_move(public)
        lines += self._some_actions(public)
        return [*lines, "# - wait  # and order the rest when you have seen this"]

    def _some_move(self, public: Data) -> list[str]:
        """A move that can be made, rather to an own province, with all that are there."""
        legions, servants = movement.loads(public, self.seat)
        at = public["characters"][self.seat]["at"]
        able = [leg for leg in movement.ways(public, self.seat, legions) if leg[-1] != at]
        able.sort(key=lambda leg: (enemy(public, self.seat, leg[-1]), len(leg), leg))
        load = {"legions": legions, "servants": servants}
        along = "".join(f", {what}: {number}" for what, number in load.items() if number)
        note = f"every space on the way; {several(legions, 'legion')} here"
        return [
            f"# - move: {{to: [{', '.join(board.NAMES[key] for key in leg)}]{along}}}  # {note}"
            for leg in able[:1]
        ]

    def _some_actions(self, public: Data) -> list[str]:
        """Actions that can be paid, with their prices."""
        lines = []
        for action, section in actions.possible(public, self.seat):
            whose = VOCABULARY["section"].get(section, "")
            written = {"persuade": f"persuade: {whose}", "weapons": "weapons"}
            line = written.get(action, f"improve: {action}")
            lines.append(f"# - {line}  # {actions.price(public, self.seat, action)} gold")
        return lines

    def forced(self, public: Data) -> Answer | None:
        """Nothing, where nothing can be done any more."""
        now = public["now"]
        moves = not now["actions"] and (now["points"] or movement.loads(public, self.seat)[1])
        over = now["supplied"] and not moves and not actions.possible(public, self.seat)
        return [] if over else None


def idle(public: Data) -> bool:
    """4.1 Whether a turn that is over had neither a movement nor an action."""
    now = public["now"]
    return bool(now["points"] == POINTS and not now["actions"])


async def play_turn(table: Table, seat: str) -> None:
    """4.1 Orders for the turn, as far as they go; then the player is asked again."""
    public = table.public
    part, when = public["now"]["asked"] + 1, {"year": public["year"], "turn": turn_of_year(public)}
    walk, lines = Walk(table, seat), await table.ask(Turn(seat, **when, part=part))
    table.tell("turn" if part == 1 else "rest of turn", {"seat": seat, **when})
    if done := await walk.run(lines):
        walk.supply()
    public["now"]["asked"] += 1
    if done and idle(public):
        table.tell("idle", {"seat": seat})
    if public["phase"] != "over":
        public["phase"] = "end" if done else "turn"
    table.tell("orders done" if done else "pause", {"seat": seat})
