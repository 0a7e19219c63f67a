"""10, 11 Interception and avoiding battle: who can try, what is announced, what comes of it."""

from collections.abc import Container, Iterable, Sequence
from typing import Any, ClassVar

from referee.engine.action import Action, Problem
from referee.engine.table import Table
from referee.engine.view import Data
from referee.engine.window import Offer, Reaction
from referee.engine.words import Fields
from rulesets.sword_of_rome import board, following, position, verbs
from rulesets.sword_of_rome.board import FROM, LEADER_NAMES, LIMITS, LINKS, NEUTRALS, SPACE_NAMES
from rulesets.sword_of_rome.cards import placing
from rulesets.sword_of_rome.cards.events.rolls import AVOID, INTERCEPT, entered_alone
from rulesets.sword_of_rome.cards.respond import after_responses
from rulesets.sword_of_rome.choosing import Asked, Selectors, keys
from rulesets.sword_of_rome.march import force, rules
from rulesets.sword_of_rome.march.consent import allowed
from rulesets.sword_of_rome.position import SPOTS, Spot
from rulesets.sword_of_rome.turn import order
from rulesets.sword_of_rome.turn.leaders import foreign_commander

#: 4.4, 10.3 The order of powers in ties.
_TIED = (board.GAULS, board.ETRUSCANS, board.SAMNITES, board.GREEKS, board.ROME, *NEUTRALS)


# Who can.


def interceptors(public: Data, powers: Container[str] = board.POWERS) -> list[tuple[str, str]]:
    """10.2 Powers, of some, and spaces of armies that can try to intercept the force that has just
    entered a space, by powers and spaces."""
    march = public["march"]
    if march["came"] == "" or not march["cu"]:
        return []
    near, inside = FROM[march["at"]], public["inside"]
    armies = [
        (power, space)
        for power, spaces in public["cu"].items()
        if power in powers
        for space in near
        if (space in spaces or space in inside[power]) and position.army_at(public, power, space)
    ]
    able = {power for power, _ in armies if can_come(public, power)}
    return [one for one in armies if one[0] in able and can_intercept(public, *one)]


def can_come(public: Data, power: str) -> bool:
    """10.2 Whether a power may intercept there at all: an enemy of the force, no CU or leaders of
    others there, inside or out, but those that move, nobody's ally attacked, a space where it may
    stand (16.3)."""
    march, at = public["march"], public["march"]["at"]
    mover = march["power"]
    if position.allied(public, power, mover):
        return False
    alone = entered_alone(public, mover, march["cu"], at, power)
    led = any(one not in (power, mover) for one, _ in position.led(public, at))
    return alone and not led and rules.may_hold(public, power, at)


def can_intercept(public: Data, power: str, space: str) -> bool:
    """10.2 An army beside the space by a link that is neither rough nor a strait; 7.2.2 none that
    has been bribed."""
    march = public["march"]
    free = not rules.is_box(space) and [power, space] not in march["bribed"]
    return free and rules.smooth(power, space, march["at"])


def avoiders(public: Data, powers: Container[str] = board.POWERS) -> list[tuple[str, str]]:
    """11.1, 11.2 Enemy armies, of some powers, outside in the space entered that have not tried to
    intercept this force in this action (10.6), and have somewhere to go."""
    march = public["march"]
    at = march["at"]
    return [
        (power, at)
        for power in position.enemies_outside(public, march["power"], at)
        if power in powers
        and position.has_army(public, power, SPOTS[at])
        and f"{power}/{at}/{march['leader']}" not in public["now"]["tried"]
        and at != board.CARTHAGO
        and refuges(public, power, at)
    ]


def refuges(public: Data, power: str, at: str) -> list[str]:
    """11.2 Where an army can avoid battle to, by id: friendly, not where the force came from, by a
    link that is neither rough nor a strait, without CU or leaders of another power, inside or out,
    and a space to stand in (16.3)."""
    came, taken = public["march"]["came"], placing.taken(public, power)
    near = [s for s in LINKS[at] if s != came and rules.smooth(power, at, s)]
    near = [s for s in near if position.friendly(public, power, s) and s not in public["closed"]]
    near = [s for s in near if s not in taken and not rules.is_box(s)]
    return [s for s in near if rules.may_hold(public, power, s)]


# What is asked.


#: A leader, CU, and leaders that go along.
Group = tuple[str, int, list[str]]


class _Going(Action[Any]):
    """A force that goes: all of its army that can, if nothing else is said."""

    @property
    def army(self) -> tuple[str, Spot]:
        """Its power, and where it stands."""
        army: tuple[str, Spot] = self.walk.request.army(self.public)
        return army

    @property
    def here(self) -> list[str]:
        """Leaders that are there."""
        return position.leaders(self.public, *self.army)

    @property
    def most(self) -> int:
        """CU that can go."""
        return min(LIMITS["move"], position.cu(self.public, *self.army))

    def kept(self, leader: str) -> bool:
        """Whether a CU stays with a commander, as a subordinate goes."""
        return leader != position.commander(self.public, *self.army)

    def group(self) -> Group:
        """Who goes."""
        leader = self.value.get("leader") or position.commander(self.public, *self.army)
        cu = self.value.get("cu", self.most - self.kept(leader))
        alone = "cu" in self.value or self.kept(leader)
        others = [] if alone else [one for one in self.here if one != leader]
        return leader, cu, list(self.value.get("with", others))

    def go(self, group: Group, to: str) -> None:
        """8.2.1, 10.4, 11.1 They are there, under whom the line names."""
        (power, spot), (leader, cu, others) = self.army, group
        leaders = [leader, *others]
        following.go(self.table, power, spot, to, cu, leaders)
        verbs.appoint(self.table, self.value.get("commander", ""), leaders)

    def group_problems(self, rule: str) -> Iterable[Problem]:
        """8.2.1, 9.1.2 Leaders that are there, CU that are there, consuls not without CU."""
        (power, spot), here, (leader, cu, others) = self.army, self.here, self.group()
        there, where = position.cu(self.public, power, spot), SPACE_NAMES[spot.space]
        if leader not in here:
            reason = f"{LEADER_NAMES[leader]} is not at {where}"
            yield Problem(reason, rule, board.named(here)).at("leader")
        elif not 1 <= cu <= self.most:
            yield Problem(f"{self.most} CU at most can go", rule).at("cu")
        elif cu > there - self.kept(leader):
            hint = f"{there - 1} at most"
            yield Problem("the commander keeps at least 1 CU", "10.3", hint).at("cu")
        else:
            yield from force.bare_problems(self.public, power, spot, [leader, *others], cu)
        yield from force.subordinate_problems(self.public, leader, others, rule)
        first = position.commander(self.public, power, spot)
        if first != leader and first in others:
            yield Problem("the commander stays with 1 CU", "10.3").at("with", others.index(first))
        yield from foreign_commander(self.value, power)


class Try(_Going):
    """10 Try to intercept: with the commander and all that may go, if nothing else is said."""

    word = "intercept"
    takes = Fields(keys("cu"), keys("leader", "with", "commander"))
    example = "intercept: {cu: 4, leader: Claudius}"

    def problems(self) -> Iterable[Problem]:
        """10.2, 10.3 Still possible, and a force that can go."""
        march, args = self.public["march"], self.walk.request.args
        came = march["intercepted"]
        if came and came != args["power"]:
            yield Problem("another power has intercepted", "10.3")
            return
        yield from self.group_problems("10.3")

    async def does(self) -> None:
        """10.3, 10.4 Roll; who succeeds is there."""
        march, (power, _), group = self.public["march"], self.army, self.group()
        at = march["at"]
        plus = added(self.public, power, at)
        if await succeeds(self.table, INTERCEPT, group[0], march["power"], plus):
            self.go(group, at)
            march["intercepted"] = power


class Evade(_Going):
    """11 Try to avoid battle by going to a space beside; ten CU at most."""

    word, takes = "avoid", Fields(keys("to"), keys("leader", "cu", "with", "commander"))
    example = "avoid: {to: Populonium, leader: Etruscan leader A, cu: 10}"

    def problems(self) -> Iterable[Problem]:
        """11.2 A space to go to; 9.3.2 not when its own interceptors have come."""
        args = self.walk.request.args
        if self.public["march"]["intercepted"] == args["power"]:
            yield Problem("the forces have combined", "9.3.2")
            return
        able = refuges(self.public, args["power"], args["space"])
        if self.value["to"] not in able:
            hint = board.named(able)
            yield Problem("it cannot go there", "11.2", hint).at("to")
        yield from self.group_problems("11.1")

    async def does(self) -> None:
        """11.1 The mover allows it, or it rolls."""
        march, (power, _), group = self.public["march"], self.army, self.group()
        mover = self.public["now"]["seat"]  # 9.5.5 also of the force that an ally has lent
        free = await allowed(self.table, mover, march["power"], power, march["at"], "avoid")
        if free or await succeeds(self.table, AVOID, group[0], march["power"]):
            self.go(group, self.value["to"])
            march["avoided"] = [*march["avoided"], power]
        else:
            march["cornered"] = power


class Attempt(Asked, Reaction):
    """Whether an army tries something against the force that has entered.

    Args: power, space (of the army); mover, leader, cu, at (of the force)."""

    once: ClassVar[bool] = True
    selectors: ClassVar[Selectors] = keys("power", "at", "space", "mover")

    def army(self, public: Data) -> tuple[str, Spot]:
        """Its power, and where it stands, outside or inside a city."""
        power, space = self.args["power"], self.args["space"]
        return power, position.army_at(public, power, space) or Spot(space)


class Intercept(Attempt):
    """10 Whether it tries to intercept."""

    kind, rule, actions = "intercept", "10.1", (Try,)
    question = "whether {power} at {space} intercepts/intercept {cu} CU of {mover} at {at}"


class Avoid(Attempt):
    """11 Whether it tries to avoid battle."""

    kind, rule, actions = "avoid", "11.1", (Evade,)
    question = "whether {power} at {space} avoids/avoid {cu} CU of {mover}"


def could_react(public: Data) -> list[Reaction]:
    """9.3.2 All who could announce an attempt, by what all can see; the runners of powers without
    a player are known (16.1)."""
    march = public["march"]
    told = {"mover": march["power"], "leader": march["leader"], "cu": march["cu"]}
    found: list[Reaction] = []
    for kind, armies in ((Intercept, interceptors(public)), (Avoid, avoiders(public))):
        for power, space in armies:
            seat = seat_of(public, power)
            if seat in position.players(public):
                found.append(kind(seat, power=power, space=space, **told, at=march["at"]))
    return found


def seat_of(public: Data, power: str) -> str:
    """16.1 Who decides for a power, when that has been named."""
    known: str = board.PLAYER.get(power) or public["now"]["runner"].get(power, "")
    return known


async def name_runners(table: Table) -> None:
    """16.1 Who decides for powers without a player that could react is named before."""
    public = table.public
    could = {power for power, _ in interceptors(public, NEUTRALS) + avoiders(public, NEUTRALS)}
    for power in [one for one in NEUTRALS if one in could]:
        public["now"]["runner"][power] = await order.runner(table, power)


async def announced(table: Table, offers: Sequence[Offer]) -> Sequence[Offer]:
    """9.3.2, 10.3 All attempts are announced; those of one power go in the order of their spaces;
    of several powers the first in the tie order says which goes first."""
    if not offers:
        return offers
    march, now = table.public["march"], table.public["now"]
    for offer in offers:
        args = offer.request.args
        if offer.word == INTERCEPT:
            now["tried"].append(f"{args['power']}/{args['space']}/{march['leader']}")
        table.tell("announces", {"power": args["power"], "at": args["space"], "what": offer.word})
    powers = [offer.request.args["power"] for offer in offers if offer.word == INTERCEPT]
    first = await power_order(table, list(dict.fromkeys(powers)))

    def rank(offer: Offer) -> tuple[int, str]:
        args = offer.request.args
        place = first.index(args["power"]) if offer.word == INTERCEPT else len(first)
        return place, args["space"]

    return sorted(offers, key=rank)


async def power_order(table: Table, powers: Sequence[str]) -> list[str]:
    """10.3 In which order powers intercept: the first in the tie order says it, whoever decides
    for the others."""
    tied = sorted(powers, key=_TIED.index)
    seat = seat_of(table.public, tied[0]) if tied else ""
    return await order.ordered(table, seat, tied, "interception")


# What comes of it.


async def succeeds(table: Table, kind: str, leader: str, against: str, plus: int = 0) -> bool:
    """10.4, 11.1, 11.3 A roll not above the commander's tactics, unless a card blocks it."""
    at, power = table.public["march"]["at"], board.LEADERS[leader]["power"]
    thing = {"kind": kind, "power": power, "against": against, "at": at, "leader": leader}
    thing |= {"tactics": position.tactics(leader), "plus": plus, "blocked": False}
    one = await after_responses(table, "reaction roll", thing)
    if one["blocked"]:
        table.tell("blocked", {"power": power, "what": kind, "at": at})
        return False
    (die,) = table.roll(f"{kind} of {LEADER_NAMES[leader]} at {SPACE_NAMES[at]}", 1, hoped=[1])
    good = bool(die + one["plus"] <= one["tactics"])
    told = {"power": power, "leader": leader, "what": kind, "at": at, "dice": [die]}
    told |= {"plus": one["plus"], "tactics": one["tactics"]}
    table.tell("attempt", {**told, "result": "succeeds" if good else "fails"})
    return good


def added(public: Data, power: str, at: str) -> int:
    """10.3 What is added to the roll of a power that intercepts there: 1 in an enemy space where it
    has no CU."""
    own = position.friendly(public, power, at) or position.all_cu(public, power, at)
    return 0 if own else 1
