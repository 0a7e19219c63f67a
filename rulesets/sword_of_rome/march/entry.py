"""9.3 An army enters a space: inside or outside, reactions, declining, pursuit, battle (20)."""

from collections.abc import Iterable
from functools import partial

from referee.engine.action import Problem
from referee.engine.asking import chosen, said
from referee.engine.one_line import OneLine, Says
from referee.engine.table import Table
from referee.engine.view import Data
from referee.engine.window import window
from referee.engine.words import Fields, Number
from rulesets.sword_of_rome import board, following, position, verbs
from rulesets.sword_of_rome.battle import africa, fight
from rulesets.sword_of_rome.board import INDEPENDENT, POWERS, SAMNITES, SPACE_NAMES, TABLES
from rulesets.sword_of_rome.cards.events import rolls
from rulesets.sword_of_rome.cards.respond import after_responses, stormed
from rulesets.sword_of_rome.choosing import Asked, keys
from rulesets.sword_of_rome.march import bribe, force, reactions, rules
from rulesets.sword_of_rome.march.consent import DECLINE, ROLL, Declining, Pursuit, allowed
from rulesets.sword_of_rome.position import Spot
from rulesets.sword_of_rome.siege import plunder, rolling
from rulesets.sword_of_rome.turn.order import runner


async def step(table: Table, march: Data, to: str, more: bool) -> None:
    """20 One step by land."""
    price = rules.cost(table.public, march, to) or 0
    march.update(road=rules.next_road(march, to), seaborne=False)
    leave(table, march, to, price)
    await arrive(table, march, more)


def leave(table: Table, march: Data, to: str, price: int) -> None:
    """The force goes to a space; whoever is left behind is looked after."""
    here = march["at"]
    force.move(table, march, to, price)
    told = {"power": march["power"], "leader": march["leader"], "from": here, "to": to}
    table.tell("marches", {**told, "cu": march["cu"], "mp": march["mp"]})
    following.settle(table, here)


async def sail(table: Table, march: Data, to: str, more: bool) -> None:
    """9.6, 20 A sea move: responses, naval combat, landing."""
    price = rules.SEA["mp"]
    march["sailed"] = True
    if await stormed(table, "move", march["power"], march["at"], to):
        force.pay_where_it_is(table.public, march, price)
        return
    if rules.opposed(table.public, march["power"], to) and not naval_combat(table, march, to):
        force.pay_where_it_is(table.public, march, price)
        march["stopped"] = True
        return
    leave(table, march, to, price)
    march.update(road=0, seaborne=True)
    await arrive(table, march, more)


def naval_combat(table: Table, march: Data, to: str) -> bool:
    """9.6.4 One die: CU that are lost, and whether the force can land."""
    (die,) = table.roll(
        f"naval combat of {POWERS[march['power']]} off {SPACE_NAMES[to]}", 1, hoped=[6]
    )
    lands = die not in TABLES["naval"]["back"]
    lost = TABLES["naval"]["losses"][str(die)]
    told = {"power": march["power"], "to": to, "dice": [die], "cu": min(lost, march["cu"])}
    table.tell("naval", {**told, "result": "lands" if lands else "goes back"})
    if force.lose(table, march, lost, "naval combat, 9.6.4") and not march["cu"]:
        fight.lose_leaders(table, march, "no CU left, 8.4")
        return False
    return lands


async def arrive(table: Table, march: Data, more: bool) -> None:
    """9.3 What happens when the force is there."""
    at = march["at"]
    march.update(force.nothing_yet())
    if not march["cu"]:
        following.settle(table, at)
        return
    following.displace_alone(table, at)
    await go_inside(table, march)
    await react(table)
    if table.rehearsing:
        if meets(table.public, march):
            foresee(table, march)
        return
    await forks(table, march)
    declined = march["intercepted"] and not march["forks"] and await declines(table, march)
    if declined or not march["cu"]:  # 10.5.1 naval combat on the way back may be its end
        return
    if meets(table.public, march):
        await meet(table, march)
        return
    if march["avoided"]:
        await pursue(table, march, more)
    if march["power"] == board.GREEKS:
        await in_africa(table, march)


def foresee(table: Table, march: Data) -> None:
    """12 A rehearsal leaves a force in its battle: nobody knows how it ends."""
    table.awaits(f"battle at {SPACE_NAMES[march['at']]}")
    table.unsure = True
    fight.begin(table, march)
    march["stopped"], table.public["battle"] = True, None


async def in_africa(table: Table, march: Data) -> None:
    """17.2 A landing that nobody defends against; a Carthago that nobody defends."""
    public, at = table.public, march["at"]
    if at == board.KERKOUANE and march["seaborne"]:
        await africa.landed(table)
    if at == board.CARTHAGO and not position.all_cu(public, board.CARTHAGE, at):
        await africa.fallen(table)


def meets(public: Data, march: Data) -> bool:
    """9.4.1 Whether enemy CU are outside there."""
    return bool(position.enemies_outside(public, march["power"], march["at"]))


async def react(table: Table) -> None:
    """9.3.2 Interceptions and avoiding, announced together."""
    await reactions.name_runners(table)
    await window(table, reactions.could_react, announced=partial(reactions.announced, table))


async def meet(table: Table, march: Data) -> None:
    """12.1 From step C on; a force that has won without a fight goes on (12.2.1)."""
    if not await bribe.offered(table, march):
        await fight.battle(table, march)


# Inside or outside (9.3.1).


class GoInside(Says):
    """9.3.1 CU and leaders that go inside the city, three CU at most; the others stay outside."""

    word, takes = "inside", Fields({"cu": Number(0, 3)}, keys("leaders"))
    example = "inside: {cu: 3, leaders: [Etruscan leader B]}"

    def problems(self) -> Iterable[Problem]:
        """There are so many, and room for them."""
        power, at = (self.walk.request.args[key] for key in ("power", "at"))
        most, here = room(self.public, power, at), position.leaders(self.public, power, Spot(at))
        return force.party_problems(self.value, "cu", most, here, "go inside", "9.3.1")


class Inside(Asked):
    """9.3.1 Who goes inside a city that an enemy army has entered.

    Args: power, at, mover, cu (of the mover)."""

    kind, rule, walk, actions = "inside", "9.3.1", OneLine, (GoInside,)
    question = "who goes inside {at}, which {cu} CU of {mover} have entered"
    selectors = keys("power", "at", "mover")


def room(public: Data, power: str, at: str) -> int:
    """9.3.1 CU outside that fit into the city."""
    return min(position.room_inside(public, power, at), position.outside(public, power, at))


def default_inside(public: Data, power: str, at: str, mover: int) -> tuple[int, list[str]]:
    """9.3.1 Nobody, if those outside are at least as many as the mover; else as many as fit, with
    all leaders if no CU stay outside."""
    there = position.outside(public, power, at)
    if there >= mover:
        return 0, []
    cu = room(public, power, at)
    leaders = position.leaders(public, power, Spot(at))
    return cu, leaders if cu == there else []


async def go_inside(table: Table, march: Data) -> None:
    """9.3.1 The owner of an enemy city with CU or leaders outside says who goes in."""
    public, at = table.public, march["at"]
    power = position.control(public, at)
    if power == INDEPENDENT or not position.is_city(public, at):
        return
    if position.allied(public, power, march["power"]) or not position.outside(public, power, at):
        return
    seat = await runner(table, power)
    args = {"power": power, "at": at, "mover": march["power"], "cu": march["cu"]}
    if value := await said(table, Inside(seat, **args)):
        cu, leaders = value["cu"], list(value.get("leaders", ()))
    else:
        cu, leaders = default_inside(public, power, at, march["cu"])
    verbs.go_inside(table, power, at, cu, leaders)
    following.displace_alone(table, at)


# Caudine Forks, declining, pursuit.


async def forks(table: Table, march: Data) -> None:
    """9.3.3 The card brings a Samnite army."""
    at = march["at"]
    told = {"kind": "entered", "power": march["power"], "at": at, "cu": march["cu"]}
    made = await after_responses(table, "after reactions", {**told, "forks": None})
    if found := made["forks"]:
        spot = position.army_at(table.public, SAMNITES, found["from"])
        assert spot
        following.go(table, SAMNITES, spot, at, found["cu"], found["leaders"])
        verbs.appoint(table, found["commander"], found["leaders"])
        march.update(forks=True, intercepted=SAMNITES)


async def declines(table: Table, march: Data) -> bool:
    """10.5.1 The intercepted force may go back to where it came from; whether it does."""
    public, came, enemy = table.public, march["came"], march["intercepted"]
    if rules.is_box(came) or not rules.may_end(public, march["power"], came):
        return False
    args = {"power": march["power"], "against": enemy, "at": march["at"]}
    if await chosen(table, Declining(public["now"]["seat"], **args)) != DECLINE:
        return False
    seat = await runner(table, enemy)
    free = await allowed(table, seat, enemy, march["power"], march["at"], "decline")
    if not free and not await reactions.succeeds(table, rolls.DECLINE, march["leader"], enemy):
        return False
    if march["seaborne"] and not await sails_back(table, march):
        return False
    force.back(table, march, came, "declines battle, 10.5.1")
    force.finish(table, march)
    return True


async def sails_back(table: Table, march: Data) -> bool:
    """10.5.1 By sea it is a naval move: whether nothing stops it."""
    came = march["came"]
    if await stormed(table, "return", march["power"], march["at"], came):
        return False
    if rules.opposed(table.public, march["power"], came):
        return naval_combat(table, march, came)
    return bool(march["cu"])


async def pursue(table: Table, march: Data, more: bool) -> None:
    """11.3 All have avoided: the force rolls to go on, or stops."""
    enemy = march["avoided"][0]
    args = {"power": march["power"], "against": enemy, "at": march["at"], "more": more}
    if await chosen(table, Pursuit(table.public["now"]["seat"], **args)) != ROLL:
        march["stopped"] = True
        return
    if not await reactions.succeeds(table, rolls.PURSUE, march["leader"], enemy):
        force.finish(table, march)


# Raids (14.2, 14.3).


async def raid(table: Table, march: Data) -> None:
    """14.2, 14.3 One raid: a point makes the space independent, and brings a plunder marker. A
    leader whose last CU it costs goes on alone (9.1.1)."""
    power, at = march["power"], march["at"]
    force.pay_where_it_is(table.public, march, TABLES["mp"]["raid"])
    holder = position.control(table.public, at)
    got, lost = await rolling.respond_and_roll(table, power, holder, at, "raid")
    force.lose(table, march, min(1, lost), "a raid, 14.2")
    if got:  # 16.3 where it might stand before, it may now
        march.update(raided=at, held=rules.may_hold(table.public, power, at))
        verbs.take(table, at, INDEPENDENT, "raided, 14.3")
        plunder.lay(table, power, 1, "a raid, 14.3")
