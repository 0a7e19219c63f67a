"""A turn (4.1, 13.1): one request, whose lines are carried out one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from referee.engine.fault import WARNING, Fault
from referee.engine.request import Data, Quantity, View
from referee.engine.script import ALWAYS, UNSURE, Rehearsal, Script, Scripted, Trouble
from referee.engine.words import Answer, Choice, Fields, Many, Name, Nothing, Number, Word
from referee.kit.graphs import legs
from rulesets.end_of_the_triumvirate import actions, attack, board, movement, supply
from rulesets.end_of_the_triumvirate.board import SEATS, TRACKS
from rulesets.end_of_the_triumvirate.position import enemy, here, turn_of_year
from rulesets.end_of_the_triumvirate.sample import Player

if TYPE_CHECKING:
    from referee.engine.table import Table

_UNITS, _LEGIONS = Number(0, supply.UNITS), Number(0, 60)
_LOAD: Mapping[str, Number | Choice] = {
    "legions": _LEGIONS,
    "leave": _LEGIONS,
    "servants": Number(0, 6),
    "failed": Choice(("stop", "go on")),
}
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
        counts = {f"arms of {colour}": number for colour, number in public["bag"].items()}
        counts |= {name: public["now"][name] for name in ("won", "lost", "points", "actions")}
        counts["legions"] = here(public, self.seat)["legions"]
        counts["gold"] = public["characters"][self.seat]["gold"]
        return counts | {"own arms": public["bag"][self.seat]}

    def over(self) -> bool:
        """1.2 Somebody has won."""
        return bool(self.public["phase"] == "over")

    def prepare(self, word: str) -> None:
        """4.1 Supply is over when anything else comes."""
        if word not in ("rome", *(f"scarce {goods}" for goods in supply.GOODS)):
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
                self.trouble(Trouble(f"{there} {key} are there", "6.5", "", UNSURE), key)
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

        That alone is nothing to wait for: plans could place and take up for ever."""
        seat = self.seat
        if not self.halted() and self.good(movement.idle_trouble(self.public, seat, what)):
            movement.change_servant(self.table, seat, what)

    def act(self, action: str, section: str) -> None:
        """8 One action, if it is allowed and can be paid."""
        if self.good(actions.trouble(self.public, self.seat, action, section)):
            self.acted = True
            actions.act(self.table, self.seat, action, section)


class TurnRehearsal(Rehearsal, Walk):
    """A turn in which attacks succeed without a loss, and others choose what the rules choose."""

    def over(self) -> bool:
        """After a step that cannot be done nothing more is known of the position."""
        return self.stuck or super().over()

    def fight(self) -> None:
        """7.5 The attack succeeds."""
        if not self.unsure:
            name = board.NAMES[self.public["attack"]["at"]]
            reason = f"what follows is checked as if the attack on {name} succeeded"
            self.judged.add(Fault(WARNING, (self.number,), reason, "7.5"))
        self.unsure = True
        attack.lose(self.table, 0, self.public["provinces"][self.public["attack"]["at"]]["legions"])


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

    def skeleton(self, view: View) -> list[str]:
        """The words that fit, Rome's supply filled in."""
        public, now = view.public, view.public["now"]
        at = public["characters"][self.seat]["at"]
        name, lines = board.NAMES[at], []
        if not now["supplied"]:
            other = f"{{gold: 1, legions: 1, at: {name}}} or {{legions: 2, at: [{name}]}}"
            lines.append(f"- rome: {{gold: 2}}  # or {other}")
        if not now["actions"] and now["points"]:
            near = [key for key in board.GRAPH[at] if key in public["provinces"]]
            near.sort(key=lambda key: (enemy(public, self.seat, key), key))
            beside = ", ".join(board.NAMES[key] for key in near[:1])
            lines.append(f"# - move: {{to: [{beside}], leave: 1}}  # all spaces; legions that stay")
        written = {"persuade": "persuade: Alii", "weapons": "weapons"}
        able = [written.get(action, f"improve: {action}") for action in board.kind(at)["actions"]]
        able.append("wait  # and order the rest when you have seen this")
        return [*lines, *(f"# - {line}" for line in able)]

    def forced(self, public: Data) -> Answer | None:
        """Nothing, where nothing can be done any more."""
        now = public["now"]
        moves = not now["actions"] and (now["points"] or movement.loads(public, self.seat)[1])
        over = now["supplied"] and not moves and not actions.possible(public, self.seat)
        return [] if over else None


async def play_turn(table: Table, seat: str) -> None:
    """4.1 Orders for the turn, as far as they go; then the player is asked again."""
    public = table.public
    part = public["now"]["asked"] + 1
    request = Turn(seat, year=public["year"], turn=turn_of_year(public), part=part)
    walk = Walk(table, seat)
    if await walk.run(await table.ask(request)):
        walk.supply()
        end_orders(table, "end")
    else:
        end_orders(table, "turn")


def end_orders(table: Table, phase: str) -> None:
    """13.1 The turn goes to its end, or its player is asked for the rest."""
    public = table.public
    public["now"]["asked"] += 1
    if public["phase"] != "over":
        public["phase"] = phase
    table.tell("pause" if phase == "turn" else "orders done", {"seat": public["active"]})
