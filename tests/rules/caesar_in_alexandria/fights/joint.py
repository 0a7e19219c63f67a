"""A phase C full of joint attacks, by the ruleset and by the slow rules side by side.

Random play names one unit in each attack; this player names groups, out of several places, at one
place or several, with leaders beside them, and what he names is mostly but not always allowed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.engine.game import Game
from referee.engine.plain import copied
from referee.engine.request import Request, View
from referee.engine.words import Answer
from referee.lab.selfplay import legal_sample
from referee.proof.dice import Dice
from tests.rules.caesar_in_alexandria.adapter import board, fleet, position, ruleset
from tests.rules.caesar_in_alexandria.fights.scrambled import adrift, moor, scrambled
from tests.rules.slow_alexandria import fights, ground, groups
from tests.rules.slow_alexandria.groups import Fight
from tests.rules.slow_alexandria.phase import Phase

Data = dict[str, Any]
#: Attacks that are thought of in a phase, and units in one.
LINES, MOST = 7, 4


class Joint:
    """One phase.  compared: what was compared, how often; wrong: what was not the same."""

    def __init__(self, first: Data, name: str, at_sea: bool) -> None:
        self.chance = random.Random(f"joint {name}")
        many = self.chance.choice((16, 30, 45))
        self.public: Data = (
            adrift(first, self.chance) if at_sea else scrambled(first, self.chance, many)
        )
        self.compared: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.asked: list[Mapping[str, Any]] = []
        self.lines: list[Data] = []
        self.wished: list[Data] = []
        every = {*ground.SIGN, *ground.MAP["points"], *ground.MAP["blocks"]}
        self.closed = every - {*position.country(first).links}
        self._prepare(at_sea)
        seats = {seat: {"short": 0, "wishes": {}} for seat in board.SEATS}
        state = {"public": self.public, "seats": seats, "sealed": {}}
        self.turns: list[bool] = []
        rules = ruleset.rules.but(next_step=self._next)
        self.game = Game(rules, state, keep=False)

    def _next(self, public: Data) -> Any:
        """The next step, one for each run."""
        return ruleset.rules.next_step(public) if self.turns and self.turns.pop() else None

    def _prepare(self, at_sea: bool) -> None:
        """In the middle of an activation, with nothing left to move."""
        public, now = self.public, self.public["now"]
        seat = public["seat"]
        if not at_sea and self.chance.random() < 0.5:
            moor(public, self.chance)
        mine = [one for one in public["units"] if board.SIDES[one] == seat]
        began = {one: public["units"][one]["at"] for one in mine if self.chance.random() < 0.8}
        some = [one for one in mine if self.chance.random() < 0.9]
        leader = {board.EGYPTIAN: "sosius"}.get(seat, "leg-vi")
        now.update(position.fresh(), moved=now["moved"], landed=now["landed"], began=began)
        now.update(activation="fleet" if at_sea else leader, active=some, deeds=1)
        now["sea"] = fleet.fresh()
        now["barred"] = [one for one in some if self.chance.random() < 0.05]
        public["exhausted"][seat] = self.chance.random() < 0.05
        public.update(phase=position.ORDERS, part=2, result=None)
        self._ride(mine)

    def _ride(self, mine: Sequence[str]) -> None:
        """4.43 The commander has come along with a unit, now and then."""
        public = self.public
        where = public["leaders"].get(board.COMMANDERS[public["seat"]])
        mates = [one for one in mine if where and public["units"][one]["at"] == where["at"]]
        if mates and self.chance.random() < 0.5:
            pair = {"leader": board.COMMANDERS[public["seat"]], "unit": mates[0]}
            public["now"]["rider"] = pair

    def in_play(self) -> bool:
        """Whether all stand where the scenario lets them."""
        return not self.closed & {one["at"] for one in self.public["units"].values()}

    def same(self, what: str, mine: object, slow: object) -> None:
        """One thing that both came to, the ruleset first."""
        self.compared[what] += 1
        if mine != slow:
            self.wrong.append(f"{what}: the ruleset {mine}, the slow rules {slow}; {self.lines}")

    # -- the orders --------------------------------------------------------------------------------

    def order(self, request: Request, view: View) -> list[Data]:
        """Attacks, each judged by both; those that both allow are made."""
        so_far: list[Fight] = []
        for _ in range(LINES):
            if not (value := self._thought(so_far)):
                continue
            units, at = value["with"], value.get("at", [])
            slow = groups.allowed(self.public, so_far, units, at, self.closed)
            judged = request.judge(view, [*self.lines, {"attack": value}])
            fine = not judged.faults and not judged.warnings
            self.same(f"allowed {value}" if fine != slow else "allowed", fine, slow)
            self.compared[f"is {slow} for {min(len(units), 2)} at {min(len(at), 2)}"] += 1
            if fine and slow:
                so_far.append(groups.chosen(self.public, so_far, units, at, self.closed))
                self._wish(value, so_far[-1])
                self.lines.append({"attack": value})
        self.slow = Phase(
            copied(self.public),
            groups.completed(self.public, so_far, self.closed),
            self.closed,
            self.same,
        )
        self.slow.leaders = dict(board.LEADERS)
        return self.lines

    def _thought(self, so_far: Sequence[Fight]) -> Data:
        """Units that are near each other, and enemies near them; now and then whoever it is."""
        public, chance = self.public, self.chance
        able = [one for one in public["now"]["active"] if not groups.passive(one)]
        mine = [one for one in public["units"] if board.SIDES[one] == public["seat"]]
        if not able:
            return {}
        ready = [one for one in able if self._near(one)] or able
        first = chance.choice(ready if chance.random() < 0.9 else mine)
        near = self._near(first)
        others = [one for one in able if one != first and near & self._near(one)]
        if chance.random() < 0.05:
            others = [one for one in mine if one != first]
        units = [first, *chance.sample(others, min(len(others), chance.randint(0, MOST - 1)))]
        spots = sorted(near.union(*(self._near(one) for one in units)))
        value: Data = {"with": units}
        if spots and chance.random() < 0.6:
            value["at"] = chance.sample(spots, min(len(spots), chance.choice((1, 1, 1, 2, 3))))
        return value

    def _near(self, unit: str) -> set[str]:
        """What it could attack, or at least touch."""
        public = self.public
        if self.chance.random() < 0.03:
            return fights.touches(public, unit)
        found = fights.targets(public, unit, self.closed) if not groups.passive(unit) else set()
        return found | groups.reach(public, unit, self.closed)

    def _wish(self, value: Data, fight: Fight) -> None:
        """Who counts, who goes in, where, how he stands."""
        chance = self.chance
        able = Phase(self.public, [], self.closed, self.same).candidates(fight)
        if chance.random() < 0.5:
            value["reference"] = chance.choice(able)
        if chance.random() < 0.4:
            value["advance"] = chance.choice(fight.attackers)
        if chance.random() < 0.4:
            value["into"] = chance.choice(fight.places)
        if chance.random() < 0.4:
            value["face"] = chance.choice(["N", "S", "NE", "SE", "E", "hexes"])
        self.wished.append(value)

    # -- step by step ------------------------------------------------------------------------------

    def play(self) -> Joint:
        """Orders, then every step of the phase."""
        dice = Dice(self.chance.randbytes(32), b"s" * 32)
        while True:
            step = ruleset.rules.next_step(self.game.state["public"])
            assert step is not None
            if step.name == "after fights" or self.game.state["public"]["result"]:
                return self
            before = copied(self.game.state["public"])
            self.turns, self.asked = [True], []
            outcome = self.game.run(dice, self._supply)
            events = [event for event in outcome.events if event["public"] is not None]
            if step.name == "fight":
                self._fight(step.args["number"], before, events)
                if self.wrong or self.game.state["public"]["result"]:
                    return self

    def _supply(self, requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
        self.asked += [request.args for request in requests]
        return [
            self.order(request, view(request.seat))
            if request.kind == "turn"
            else legal_sample(ruleset.rules, request, view(request.seat), self.chance)
            for request in requests
        ]

    def _fight(self, number: int, before: Data, events: Sequence[Data]) -> None:
        """A stage of a fight by the slow rules, and what both have come to."""
        slow, public = self.slow, self.game.state["public"]
        if number >= len(slow.fights) or before["fights"][number]["stage"] == 0:
            mine = [({*one["attackers"]}, {*one["at"]}) for one in before["fights"]]
            theirs = [({*one.attackers}, {*one.places}) for one in slow.fights]
            if number == 0:
                self.same("fights", mine, theirs)
            if self.wrong:
                return
        fight, stage = slow.fights[number], before["fights"][number]["stage"]
        slow.events = [event for event in events if event["kind"] != "held"]
        slow.asked, slow.fired = self.asked, False
        wish = {"reference": "", "advance": ""}
        wish |= self.wished[number] if number < len(self.wished) else {}
        if stage == 0:
            slow.tests(fight)
        elif stage == 1:
            slow.streets(fight)
        elif stage == 2:
            slow.risks(fight)
        else:
            slow.shock(fight, wish)
        if public["result"]:
            return
        self._compare(number, stage)

    def _compare(self, number: int, stage: int) -> None:
        slow, public = self.slow, self.game.state["public"]
        if stage != 1 and not slow.fired:
            self.same("nothing else happens", slow.events, [])
            for key in ("units", "stacks", "leaders"):
                self.same(key, public[key], slow.public[key])
        if stage in (0, 2):
            fast, fight = public["fights"][number], slow.fights[number]
            self.same("attackers left", {*slow.left(fast["attackers"])}, {*fight.attackers})
            self.same("places left", {*fast["at"]}, {*fight.places})
            self.same("no way back", fast["trapped"], fight.trapped)
        slow.public = copied(public)
