"""A turn carried out line by line (4.1, 13.1): by the step, and in rehearsal to check orders."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from referee.engine.fault import NOT_ALLOWED, WARNING, Fault
from referee.engine.plan import holds
from referee.engine.request import Data, Judgement, Quantity, View
from referee.engine.table import Table
from rulesets.end_of_the_triumvirate import actions, board, movement, supply, verbs
from rulesets.end_of_the_triumvirate.board import SEATS
from rulesets.end_of_the_triumvirate.choices import Escape, OneOf, Raise
from rulesets.end_of_the_triumvirate.movement import Trouble
from rulesets.end_of_the_triumvirate.position import NOW, enemy, here, owned

if TYPE_CHECKING:
    from referee.engine.words import Answer

SUPPLY = ("rome", *(f"scarce {goods}" for goods in supply.GOODS))
ACTIONS = ("raise", "persuade", "weapons")
OWN_KEYS = ("if", "else")
#: 7.1 Weapons drawn at most; 7.3 attackers that a defending character removes.
WEAPONS, GUARD = 3, 2

#: What conditions of a turn's lines and of rules on it compare.
QUANTITIES: Mapping[str, Quantity] = {
    "won": Quantity("attacks of this turn that succeeded"),
    "lost": Quantity("attacks of this turn that failed"),
    "legions": Quantity("legions where your character stands"),
    "gold": Quantity("gold in your treasury"),
    "movement": Quantity("movement points left"),
    "actions": Quantity("actions taken this turn"),
    "citizens": Quantity("citizens in your section"),
    "provinces": Quantity("provinces that you own"),
    "own arms": Quantity("weapons of your colour in the bag"),
    "other arms": Quantity("weapons of all other colours in the bag"),
    **{
        f"arms of {seat}": Quantity(f"weapons of {name} in the bag") for seat, name in SEATS.items()
    },
}


def measure(public: Data, seat: str) -> dict[str, int]:
    """The quantities now."""
    who, now, bag = public["characters"][seat], public[NOW], public["bag"]
    return {
        **{name: now[name] for name in ("won", "lost", "actions")},
        **{name: who[name] for name in ("gold", "citizens")},
        "legions": here(public, seat)["legions"],
        "movement": now["points"],
        "provinces": len(owned(public, seat)),
        "own arms": bag[seat],
        "other arms": sum(bag.values()) - bag[seat],
        **{f"arms of {colour}": number for colour, number in bag.items()},
    }


def word_of(line: Mapping[str, Any]) -> str:
    """What an order line says, beside its conditions."""
    return next(key for key in line if key not in OWN_KEYS)


class Walk:
    """One answer to `turn` as it is carried out; the position is the table's.

    number: of the line that is carried out.  stuck: a step could not be done, so no later one is
    (6.13).  moved: whether anything was done at all."""

    def __init__(self, table: Table, seat: str) -> None:
        self.table, self.seat = table, seat
        self.number, self.stuck, self.moved = 0, False, False
        self.chosen: dict[str, Any] = {}

    @property
    def public(self) -> Data:
        """The position."""
        public: Data = self.table.public
        return public

    async def run(self, lines: Answer) -> bool:
        """Carry the lines out; whether the turn is over (else its player is asked again)."""
        for self.number, line in enumerate(lines):
            goes_on = any("if" in after for after in lines[self.number + 1 : self.number + 2])
            if not await self.line(line, goes_on):
                return bool(self.public["phase"] == "over")
            if self.public["phase"] == "over":
                return True
        self.supply()
        return True

    async def line(self, line: Mapping[str, Any], goes_on: bool) -> bool:
        """Carry one line out; whether the next one follows."""
        word = word_of(line)
        if word not in SUPPLY:
            self.supply()
        if not holds(line.get("if", ()), measure(self.public, self.seat)):
            return line.get("else") == "skip" or self.stop()
        value = line[word]
        if word == "move":
            return await self.move(value, goes_on)
        if word == "wait":
            return self.stop()
        if word in SUPPLY:
            self.choose_goods(word, value)
        elif word in ACTIONS:
            self.act(word, value)
        else:
            self.servant(word)
        return True

    # -- what a rehearsal does in another way

    def trouble(self, trouble: Trouble, slip: bool = False, *path: str | int) -> None:
        """Something cannot be done: its player alone is told (6.13, 8.6)."""
        told = {"line": self.number + 1, "reason": trouble.reason, "rule": trouble.rule}
        self.table.tell("not done", None, **{self.seat: told})

    def stop(self) -> bool:
        """The player wants to be asked again."""
        return False

    async def choice(self, request: OneOf) -> str:
        """What another seat decides."""
        return request.reading(self.public, await self.table.ask(request))

    def fight(self, attackers: int, defenders: int) -> None:
        """7.1-7.4 Draw, weapons, protection, battle."""
        public, attack = self.public, self.public["attack"]
        bag = [colour for colour, number in public["bag"].items() for _ in range(number)]
        count = min(WEAPONS, attackers, defenders, len(bag))
        label = f"{SEATS[self.seat]} attacks {board.names()[attack['at']]}"
        drawn = self.table.draw_open(label, count, bag) if count else []
        left = attackers - drawn.count(attack["defender"])
        guard = 0
        if public["characters"][attack["defender"]]["at"] == attack["at"]:
            guard = min(GUARD, left)
        fallen = drawn.count(self.seat)
        gone = min(left - guard, defenders - fallen)
        killed = (attackers - left + guard + gone, fallen + gone)
        verbs.losses(self.table, drawn, guard, killed)

    # -- I supply

    def choose_goods(self, word: str, value: Any) -> None:
        """5.4, 5.5 Remember what the orders say of the supply."""
        reason = f"'{word}' was said before" if word in self.chosen else ""
        if self.public[NOW]["supplied"]:
            reason = "the supply is over"
        trouble = Trouble(reason, "4.1") if reason else None
        if word == "rome":
            trouble = trouble or self.wrong_rome(value)
        if trouble:
            self.trouble(trouble)
        else:
            self.chosen[word] = value

    def wrong_rome(self, value: Mapping[str, Any]) -> Trouble | None:
        """5.4 Why Rome does not give that."""
        legions, at = value.get("legions", 0), value.get("at", ())
        if value.get("gold", 0) + legions != supply.UNITS:
            hint = "2 gold, or 2 legions, or 1 gold and 1 legion"
            return Trouble("Rome gives two units", "5.4", hint)
        if len(at) > legions:
            return Trouble("more provinces are named than legions", "5.4")
        if any(p not in owned(self.public, self.seat) for p in at):
            return Trouble("Rome's legions go to provinces of your own", "5.4")
        return None

    def supply(self) -> None:
        """5 Carry the supply out, once a turn."""
        if not self.public[NOW]["supplied"]:
            rome = self.chosen.get("rome", supply.DEFAULT)
            wishes = {goods: self.chosen.get(f"scarce {goods}", ()) for goods in supply.GOODS}
            supply.take(self.table, self.seat, rome, wishes)
            self.moved = True

    # -- II movement

    async def move(self, value: Mapping[str, Any], goes_on: bool) -> bool:
        """6, 7 Go a path; whether the next line follows, which a failed attack can forbid."""
        if self.public[NOW]["actions"]:
            self.trouble(Trouble("movement is over when an action has been taken", "4.1"))
            return True
        for leg in movement.legs(value["to"]):
            if self.stuck:
                return True
            legions, servants = self.load(value)
            if trouble := movement.hindrance(self.public, self.seat, leg, legions):
                self.trouble(trouble)
                self.stuck = True
                return True
            if not await self.go(leg, legions, servants):
                return goes_on or value.get("failed") == "go on"
            value = {}
        return True

    def load(self, value: Mapping[str, Any]) -> tuple[int, int]:
        """6.5, 6.13 Legions and servants that go along: as many of those said as are there."""
        most_legions, most_servants = movement.loads(self.public, self.seat)
        legions, servants = movement.brought(self.public, self.seat)
        legions = value.get("legions", legions)
        if "leave" in value:
            legions = max(0, most_legions - value["leave"])
        servants = value.get("servants", servants)
        at = board.names()[self.public["characters"][self.seat]["at"]]
        counted = (("legions", legions, most_legions), ("servants", servants, most_servants))
        for key, said, most in counted:
            if said > most:
                self.trouble(Trouble(f"{most} {key} are in {at}, not {said}", "6.5"), False, key)
        return min(legions, most_legions), min(servants, most_servants)

    async def go(self, leg: Sequence[str], legions: int, servants: int) -> bool:
        """6.1, 6.8 One landing; False if it was an attack that failed."""
        attacks = enemy(self.public, self.seat, leg[-1])
        points = movement.cost(leg, legions)
        self.moved = True
        verbs.depart(self.public, self.seat, legions, servants)
        if not attacks:
            verbs.travel(self.table, self.seat, leg, points)
            return True
        verbs.advance(self.table, self.seat, leg, points)
        self.fight(legions, self.public["provinces"][leg[-1]]["legions"])
        if not self.public["characters"][self.seat]["legions"]:
            verbs.retreat(self.table, self.seat)
            return False
        await self.conquer()
        return True

    async def conquer(self) -> None:
        """7.7 The province is taken: escape, governor, servants, compensation, gold."""
        table, attack = self.table, self.public["attack"]
        at, loser = attack["at"], attack["defender"]
        if self.public["characters"][loser]["at"] == at:
            verbs.flee(table, loser)
            refuge = await self.choice(Escape(loser, at=at, by=self.seat))
            verbs.reach_refuge(table, loser, refuge)
        verbs.replace_governor(table, self.seat, loser)
        if len(owned(self.public, self.seat)) == verbs.PROVINCES:
            verbs.end_game(table, self.seat, "ninth-province")
            return
        place = self.public["provinces"][at]
        if servants := place["active"] + place["idle"]:
            verbs.arm(table, loser, servants, "servant")
        if verbs.turn_card(table, loser) == 1:
            verbs.arm(table, loser, 1, "card")
        else:
            track = await self.choice(Raise(loser, at=at, by=self.seat))
            if track in board.TRACKS:
                verbs.step_up(table, loser, track)
        if self.public["phase"] != "over":
            verbs.occupy(table, self.seat)

    def servant(self, word: str) -> None:
        """6.10 Place an idle servant, or take the placed one up."""
        place = here(self.public, self.seat)
        able = place["idle"] and not place["active"] if word == "place servant" else place["active"]
        if self.public[NOW]["actions"]:
            self.trouble(Trouble("movement is over when an action has been taken", "4.1"))
        elif not able:
            what = {
                "place servant": "no idle servant to be placed",
                "lift servant": "no placed servant",
            }
            self.trouble(Trouble(f"there is {what[word]} here", "6.10"))
        else:
            change = verbs.place_servant if word == "place servant" else verbs.lift_servant
            change(self.table, self.seat)

    # -- III actions

    def act(self, word: str, value: Any) -> None:
        """8 One action, if it is allowed and can be paid."""
        action = value if word == "raise" else word
        section = value if word == "persuade" else ""
        if trouble := actions.forbidden(self.public, self.seat, action, section):
            self.trouble(trouble)
        elif trouble := actions.unpayable(self.public, self.seat, action):
            self.trouble(trouble, True)
        else:
            self.moved = True
            actions.act(self.table, self.seat, action, section)


class Rehearsal(Walk):
    """A walk over a copy, to find what is wrong with orders: attacks succeed without a loss, and
    others choose what the rules choose."""

    def __init__(self, view: View) -> None:
        public = copy.deepcopy(view.public)
        super().__init__(
            Table({"public": public, "seats": {}, "sealed": {}}, "rehearsal"), view.seat
        )
        self.judged = Judgement()
        self.fought = False

    def play(self, lines: Answer) -> Rehearsal:
        """Go through all lines; itself, with what was found in ``judged``."""
        for number, line in enumerate(lines[:-1], 1):
            if word_of(line) == "wait" and "if" not in line:
                reason = "nothing is carried out after 'wait'"
                self.judged.add(Fault(NOT_ALLOWED, (number,), reason, "13.1"))
        code = self.run(lines)
        try:
            code.send(None)
        except StopIteration:
            return self
        raise RuntimeError("a rehearsal waits for nobody")

    async def line(self, line: Mapping[str, Any], goes_on: bool) -> bool:
        """After a step that cannot be done nothing more is known of the position."""
        following = await super().line(line, goes_on)
        return following and not self.stuck

    def trouble(self, trouble: Trouble, slip: bool = False, *path: str | int) -> None:
        """A fault; a warning for what is a slip only, or may be otherwise after an attack."""
        unsure = self.fought and (trouble.rule == "6.5" or trouble.rule[0] == "8")
        answer = WARNING if slip or unsure else NOT_ALLOWED
        self.judged.add(Fault(answer, (self.number, *path), *trouble))

    def stop(self) -> bool:
        """Something must have been done before."""
        if not self.moved:
            hint = "without this line the turn is over when the list is done"
            self.trouble(Trouble("nothing is done before this stop", "13.1", hint))
        return False

    async def choice(self, request: OneOf) -> str:
        """What the rules choose."""
        return request.default(self.public)

    def fight(self, attackers: int, defenders: int) -> None:
        """The attack succeeds."""
        if not self.fought:
            name = board.names()[self.public["attack"]["at"]]
            reason = f"what follows is checked as if the attack on {name} succeeded"
            self.judged.add(Fault(WARNING, (self.number,), reason, "7.5"))
        self.fought = True
        verbs.losses(self.table, (), 0, (0, defenders))
