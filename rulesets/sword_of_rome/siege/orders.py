"""7.2.1, 13.1.1, 13.4.1 Activations that do not march: siege rolls, colonies, sorties."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from referee.engine.action import UNSURE, Action, Problem
from referee.engine.words import Fields, Many, Name, Number, Word
from rulesets.sword_of_rome import following, position, verbs
from rulesets.sword_of_rome.board import LEADER_NAMES, LEADERS, LIMITS, ROME, SPACE_NAMES
from rulesets.sword_of_rome.cards import playing
from rulesets.sword_of_rome.cards.playing import ACTIVATE, Permit
from rulesets.sword_of_rome.march import entry, force, legs, orders
from rulesets.sword_of_rome.march.orders import PATH, activation, begun
from rulesets.sword_of_rome.position import Data, Spot
from rulesets.sword_of_rome.siege import rolling
from rulesets.sword_of_rome.siege.marking import can_besiege
from rulesets.sword_of_rome.turn.walk import Acting


class Staying(Action[Acting]):
    """An activation by which nobody marches.

    again: whether the second one of a Campaign can be of the same leader."""

    again: ClassVar[bool] = False

    takes: ClassVar[Word] = Fields({"leader": Name("leader")}, {"card": Name("card")})

    def problems(self) -> Iterable[Problem]:
        """All of it may be otherwise behind dice and what others do."""
        return [one._replace(weight=UNSURE) for one in self.found()]

    def found(self) -> Iterable[Problem]:
        """The activation, then the rest."""
        given = activation(self, self.value, self.again)
        if isinstance(given, Problem):
            yield given
            return
        leader = self.value["leader"]
        if force.spent(self.public, leader) >= force.DONE:
            reason = f"{LEADER_NAMES[leader]} has fought or ended his move in this action"
            yield Problem(reason, "9.5.2").at("leader")
            return
        spot = position.spot_of(self.public, leader)
        if spot:
            yield from self.wrong(given, LEADERS[leader]["power"], spot)

    def wrong(self, given: Permit, power: str, spot: Spot) -> Iterable[Problem]:
        """What is wrong with it where he stands."""
        raise NotImplementedError

    def names(self) -> Iterable[str]:
        """The leader."""
        return [self.value["leader"]]

    async def does(self) -> None:
        """Activate him, and do it."""
        given = activation(self, self.value, self.again)
        assert isinstance(given, Permit)
        leader = self.value["leader"]
        self.walk.acts()
        playing.use(self.table, self.seat, given, ACTIVATE)
        playing.note_led(self.public, leader)
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

    word: ClassVar[str] = "siege"
    example = "siege: {card: Second Levy, leader: Valerius}"

    def wrong(self, given: Permit, power: str, spot: Spot) -> Iterable[Problem]:
        """Three CU, a siege marker, one roll a space and action."""
        at = spot.space
        if not given.siege:
            yield Problem("this card brings no siege roll", "7.1").at("leader")
        elif not position.besieged(self.public, at) or not can_besiege(self.public, power, spot):
            hint = "it takes a siege marker, and a commander with three CU outside"
            reason = "he does not besiege anything with three CU"
            yield Problem(reason, "13.1.1", hint).at("leader")
        elif at in self.public["now"]["rolled"]:
            yield Problem("there was a roll there in this action", "9.5.3").at("leader")

    async def carry_out(self, power: str, at: str) -> None:
        """Responses, the roll, what comes of it."""
        public = self.public
        public["now"]["rolled"].append(at)
        holder, kind = position.control(public, at), rolling.kind_at(public, at)
        got, lost = await rolling.respond_and_roll(self.table, power, holder, at, kind)
        left = force.groups_at(public, power, at)
        force.keep(public, power, at, [[force.DONE, force.total(left)]])
        await rolling.score(self.table, power, at, got, lost)


class Colony(Staying):
    """7.2.1 A Roman army of three CU on a Roman PC marker gives up one of them, and the space is a
    Roman city."""

    word: ClassVar[str] = "colony"
    again = True
    example = "colony: {card: Second Levy, leader: Valerius}"

    def wrong(self, given: Permit, power: str, spot: Spot) -> Iterable[Problem]:
        """Romans, three CU, a Roman space with a PC marker."""
        public, at = self.public, spot.space
        if power != ROME:
            yield Problem("only Rome founds colonies", "7.2.1").at("leader")
        elif position.outside(public, ROME, at) < LIMITS["siege"]:
            yield Problem("it takes three CU", "7.2.1").at("leader")
        elif position.control(public, at) != ROME or not position.is_normal(public, at):
            yield Problem(
                f"{LEADER_NAMES[self.value['leader']]} is not on a Roman PC marker", "7.2.1"
            ).at("leader")

    async def carry_out(self, power: str, at: str) -> None:
        """One CU, a city of loyalty 1."""
        verbs.lose_cu(self.table, power, Spot(at), 1, "a colony, 7.2.1")
        verbs.found_city(self.table, at)


class Sortie(Action[Acting]):
    """13.4.1 Those inside a besieged city attack the besieger; after a victory without a fight, or
    a pursuit, they can go on along a path."""

    word: ClassVar[str] = "sortie"
    takes: ClassVar[Word] = Fields(
        {"leader": Name("leader")},
        {
            "card": Name("card"),
            "cu": Number(1, 3, all=True),
            "with": Many(Name("leader"), least=0),
            "path": PATH,
        },
    )
    example = "sortie: {card: Sappers, leader: Etruscan leader A}"

    def problems(self) -> Iterable[Problem]:
        """All of it may be otherwise behind dice and what others do."""
        return [one._replace(weight=UNSURE) for one in self.found()]

    def found(self) -> Iterable[Problem]:
        """The activation, CU inside, enemies outside; then the legs."""
        if self.walk.part:
            path = self.value["path"]
            yield from legs.leg_problems(self.public, self.public["march"], path[0])
            return
        given = activation(self, self.value)
        if isinstance(given, Problem):
            yield given
            return
        leader = self.value["leader"]
        power, spot = LEADERS[leader]["power"], position.spot_of(self.public, leader)
        if spot is None or not spot.inside:
            reason = f"{LEADER_NAMES[leader]} is not inside a besieged city"
            yield Problem(reason, "13.4.1").at("leader")
        elif not position.enemies_outside(self.public, power, spot.space):
            yield Problem(f"no enemy is outside {SPACE_NAMES[spot.space]}", "13.4.1").at("leader")
        elif self.value.get("cu", 1) > position.inside(self.public, power, spot.space):
            there = position.inside(self.public, power, spot.space)
            yield Problem(f"only {there} CU are inside", "13.4.1").at("cu")

    async def does(self) -> None:
        """They come out, the besieger may avoid, then battle."""
        self.walk.acts()
        if self.walk.part:
            path = self.value["path"]
            march = self.public["march"]
            await legs.leg(self.table, march, path[0], len(path) > 1)
            self.rest(march, path[1:])
            return
        given = activation(self, self.value)
        assert isinstance(given, Permit)
        march = self.begin(given)
        await sally(self.table, march, bool(self.value.get("path")))
        self.rest(march, self.value.get("path", []))

    def rest(self, march: Data, path: Sequence[Any]) -> None:
        """The rest of the path, if the force can go on."""
        if path and not march["stopped"] and march["leader"]:
            march["sortie"] = False
            self.walk.go_on({**self.value, "path": list(path)})
        else:
            orders.end(self.table)

    def begin(self, given: Permit) -> Data:
        """13.4.1 They come out; it costs no MP."""
        public, leader = self.public, self.value["leader"]
        power = LEADERS[leader]["power"]
        spot = position.spot_of(public, leader)
        assert spot
        inner, at = Spot(spot.space, True), spot.space
        cu = self.value.get("cu", position.inside(public, power, at))
        others = [one for one in position.leaders(public, power, inner) if one != leader]
        chosen = list(self.value.get("with", others))
        playing.use(self.table, self.seat, given, ACTIVATE)
        playing.note_led(public, leader)
        verbs.shift_cu(self.table, power, inner, Spot(at), cu, 0)
        verbs.shift_leaders(self.table, [leader, *chosen], Spot(at))
        march = begun(public, given, {**self.value, "with": chosen, "cu": cu})
        march["sortie"] = True
        public["march"] = march
        told = {"power": power, "leader": leader, "at": at, "cu": cu}
        self.table.tell("sortie", told)
        return march


async def sally(table: Any, march: Data, more: bool) -> None:
    """13.4.1 The besieger may avoid; no interception; beaten, they go back inside."""
    await entry.react(table)
    if table.rehearsing:
        march["stopped"] = entry.meets(table.public, march)
        return
    if entry.meets(table.public, march):
        await entry.meet(table, march)
    elif march["avoided"]:
        await entry.pursue(table, march, more)
    following.settle(table, march["at"])


SIEGE_ORDERS: Sequence[type[Action[Any]]] = (Siege, Colony, Sortie)
