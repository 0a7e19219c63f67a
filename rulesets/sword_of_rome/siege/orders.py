"""7.2.1, 13.1.1, 13.4.1 Activations that do not march: siege rolls, colonies, sorties."""

from collections.abc import Iterable
from typing import Any

from referee.engine.action import Problem
from referee.engine.words import Fields, Number
from rulesets.sword_of_rome import following, position, verbs
from rulesets.sword_of_rome.board import LEADER_NAMES, LEADERS, LIMITS, ROME, SPACE_NAMES
from rulesets.sword_of_rome.cards.playing import Permit
from rulesets.sword_of_rome.choosing import keys
from rulesets.sword_of_rome.march import entry, force
from rulesets.sword_of_rome.march.activation import Activating, activate
from rulesets.sword_of_rome.march.orders import PATH, March, begun, ready_problems
from rulesets.sword_of_rome.position import Data, Spot
from rulesets.sword_of_rome.siege import rolling


class Staying(Activating):
    """An activation by which nobody marches."""

    takes = Fields(keys("leader"), keys("card"))

    def wrong(self, given: Permit) -> Iterable[Problem]:
        """He has not ended his move; then the rest."""
        leader = self.value["leader"]
        spot = position.spot_of(self.public, leader)
        wrong = self.trouble(given, LEADERS[leader]["power"], spot) if spot else None
        if not (wrong and wrong.rule == "9.5.3"):
            wrong = force.tired(self.public, leader) or wrong
        return [wrong.at("leader")] if wrong else []

    def trouble(self, given: Permit, power: str, spot: Spot) -> Problem | None:
        """What is wrong with it where he stands."""
        raise NotImplementedError

    async def does(self) -> None:
        """Activate him, and do it."""
        leader = self.value["leader"]
        self.walk.acts()
        if not await self.agreed():
            return
        activate(self.table, self.seat, self.given, leader)
        spot = position.spot_of(self.public, leader)
        assert spot
        await self.carry_out(LEADERS[leader]["power"], spot.space)
        self.public["now"]["moved"][leader] = force.DONE

    async def carry_out(self, power: str, at: str) -> None:
        """What it comes to."""
        raise NotImplementedError


class Siege(Staying):
    """13.1.1 Activate a commander with three CU at a besieged city or tribe: roll instead of
    marching."""

    word = "siege"
    example = "siege: {card: Second Levy, leader: Valerius}"

    def trouble(self, given: Permit, power: str, spot: Spot) -> Problem | None:
        """Three CU, a siege marker, one roll a space and action."""
        if not given.siege:
            return Problem("this card brings no siege roll", "7.1")
        if not rolling.besieges(self.public, power, spot):
            hint = "it takes a siege marker, and a commander with three CU outside"
            return Problem("he does not besiege anything with three CU", "13.1.1", hint)
        if self.value["leader"] not in position.may_command(self.public, power, spot):
            return Problem("a minor leader does not command where a named one is", "8.2.1")
        if spot.space in self.public["now"]["rolled"]:
            return Problem("there was a roll there in this action", "9.5.3")
        if force.fresh(force.groups_of(self.public, power, spot)) < LIMITS["siege"]:
            return Problem("it takes three CU that have not fought", "9.5.2")
        return None

    async def carry_out(self, power: str, at: str) -> None:
        """Responses, the roll, what comes of it."""
        public = self.public
        public["now"]["rolled"].append(at)
        holder, kind = position.control(public, at), rolling.kind_at(public, at)
        got, lost = await rolling.respond_and_roll(self.table, power, holder, at, kind)
        force.tire(public, power, at, position.outside(public, power, at))
        done = dict.fromkeys(position.leaders(public, power, Spot(at)), force.DONE)
        public["now"]["moved"].update(done)
        await rolling.score(self.table, power, at, got, lost)


class Colony(Staying):
    """7.2.1 A Roman army of three CU on a Roman PC marker gives up one of them, and the space is a
    Roman city."""

    word = "colony"
    again = True
    example = "colony: {card: Second Levy, leader: Valerius}"

    def trouble(self, given: Permit, power: str, spot: Spot) -> Problem | None:
        """Romans, three CU, a Roman space with a PC marker."""
        public, at = self.public, spot.space
        if power != ROME:
            return Problem("only Rome founds colonies", "7.2.1")
        if force.fresh(force.groups_of(public, ROME, Spot(at))) < LIMITS["siege"]:
            return Problem("it takes three CU that have not fought", "7.2.1")
        if position.control(public, at) != ROME or not position.is_normal(public, at):
            name = LEADER_NAMES[self.value["leader"]]
            return Problem(f"{name} is not on a Roman PC marker", "7.2.1")
        return None

    async def carry_out(self, power: str, at: str) -> None:
        """One CU, a city of loyalty 1."""
        verbs.lose_cu(self.table, power, Spot(at), 1, "a colony, 7.2.1")
        verbs.found_city(self.table, at)


class Sortie(March):
    """13.4.1 Those inside a besieged city attack the besieger; after a victory without a fight, or
    a pursuit, they can go on along a path."""

    word = "sortie"
    takes = Fields(
        keys("leader"),
        {**keys("card", cu=Number(1, 3, all=True)), **keys("with", "commander", path=PATH)},
    )
    example = "sortie: {card: Sappers, leader: Etruscan leader A}"
    before = 1

    def wrong(self, given: Permit) -> Iterable[Problem]:
        """CU inside, enemies outside."""
        leader = self.value["leader"]
        power, spot = LEADERS[leader]["power"], position.spot_of(self.public, leader)
        yield from force.subordinate_problems(self.public, leader, self.value.get("with", ()))
        if spot is None or not spot.inside:
            reason = f"{LEADER_NAMES[leader]} is not inside a besieged city"
            yield Problem(reason, "13.4.1").at("leader")
            return
        there = position.inside(self.public, power, spot.space)
        if not position.enemies_outside(self.public, power, spot.space):
            reason = f"no enemy is outside {SPACE_NAMES[spot.space]}"
            yield Problem(reason, "13.4.1", "order a march").at("leader")
        elif self.value.get("cu", 1) > there:
            yield Problem(f"only {there} CU are inside", "13.4.1").at("cu")
        else:
            yield from ready_problems(self.public, begun(self.public, given, self.value), spot)

    async def does(self) -> None:
        """They come out, the besieger may avoid, then battle; then leg by leg."""
        self.walk.acts()
        path = self.value.get("path", [])
        if self.walk.part:
            await self.leg(path)
        elif await self.agreed():
            await sally(self.table, self.begin(self.given), bool(path))
            self.go_on(path)

    def begin(self, given: Permit) -> Data:
        """13.4.1 They come out; it costs no MP."""
        spot = position.spot_of(self.public, self.value["leader"])
        assert spot
        march = begun(self.public, given, self.value)
        power, leader, cu = march["power"], march["leader"], march["cu"]
        activate(self.table, self.seat, given, leader)
        verbs.shift(self.table, power, spot, Spot(spot.space), cu, [leader, *march["with"]])
        self.public["march"] = march
        self.table.tell("sortie", {"power": power, "leader": leader, "at": spot.space, "cu": cu})
        return march


async def sally(table: Any, march: Data, more: bool) -> None:
    """13.4.1 The besieger may avoid; no interception; beaten, they go back inside."""
    await entry.react(table)
    if table.rehearsing:
        entry.foresee(table, march)
        return
    if entry.meets(table.public, march):
        await entry.meet(table, march)
    else:
        await entry.pursue(table, march, more)
    following.settle(table, march["at"])
