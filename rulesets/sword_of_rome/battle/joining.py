"""9.5.6, 13.4.2 Forces that join a battle: flank forces, and those inside a besieged city."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from referee.engine.action import Problem
from referee.engine.asking import chosen, said
from referee.engine.one_line import OneLine, Says
from referee.engine.table import Table
from referee.engine.view import Data
from referee.engine.words import Fields, Many, Name
from rulesets.sword_of_rome import board, following, position, verbs
from rulesets.sword_of_rome.board import ETRUSCANS, LEADERS, LIMITS, PLAYS, SAMNITES, SPACE_NAMES
from rulesets.sword_of_rome.cards.playing import CAMPAIGN, right
from rulesets.sword_of_rome.choosing import NO, POWER_AT, YES, YES_NO, Asked, Named, keys
from rulesets.sword_of_rome.march import force, rules
from rulesets.sword_of_rome.march.consent import consents, lend, lends
from rulesets.sword_of_rome.position import COALITION, Spot
from rulesets.sword_of_rome.turn.order import runner

PARTNER = {ETRUSCANS: SAMNITES, SAMNITES: ETRUSCANS}


class FlankForce(Says):
    """9.5.6 A second force, yours or that of an ally who agrees, comes to a space beside the
    battle, from which it could enter by another link than the main force; it gives 1 and half its
    CU. path: the spaces that it goes through, [] or left out if it stays; commander: who commands
    where it joins others."""

    word = "flank"
    takes = Fields(keys("leader"), keys("cu", "commander", path=Many(Name("space"), least=0)))
    example = "flank: {leader: Valerius, path: [Velitrae]}"

    def problems(self) -> Iterable[Problem]:
        """Who can come, by a path that he has the MP for."""
        leader, public = self.value["leader"], self.public
        if leader not in able(public):
            reason = f"{board.LEADER_NAMES[leader]} cannot lead the flank force"
            yield Problem(reason, "9.5.6", board.named(able(public))).at("leader")
            return
        march, path = made(public, self.value), tuple(self.value.get("path", ()))
        power, here = march["power"], Spot(march["at"])
        there = position.outside(public, power, here.space)
        if self.value.get("cu", 0) > min(LIMITS["move"], there):
            yield Problem(f"only {there} CU are at {SPACE_NAMES[here.space]}", "9.5.6").at("cu")
            return
        yield from force.bare_problems(public, power, here, [leader], march["cu"])
        if way(public, march, path) != path:
            best = way(public, march)
            hint = "" if best is None else f"path: [{board.named(best)}]"
            yield Problem("it cannot come by that path", "9.5.6", hint).at("path")


class Flank(Asked):
    """9.5.6 Whether a second force helps in a battle.

    Args: power, at."""

    kind, rule, walk, actions = "flank", "9.5.6", OneLine, (FlankForce,)
    question = "whether a flank force helps {power} at {at}"
    selectors = POWER_AT


def able(public: Data) -> list[str]:
    """9.5.6 Leaders who can bring a flank force to the battle: of the hand that acts, or of an ally
    (9.5.5), with CU, by the second activation of a Campaign; or the partner of Grand Coalition; who
    have a way to it."""
    march, seat = public["march"], public["now"]["seat"]
    campaign = march["kind"] == CAMPAIGN
    if campaign:
        powers = [one for one in public["cu"] if lends(public, seat, one)]
    else:
        powers = [PARTNER[march["power"]]] if _coalition(public, march["power"], seat) else []
    leaders = [one for power in powers for one in position.BY_POWER[power]]
    free = [one for one in leaders if not campaign or second_of(public, one)]
    return [one for one in free if _can_come(public, one)]


def _coalition(public: Data, power: str, seat: str) -> bool:
    return COALITION in public["flags"] and power in PARTNER and power in PLAYS[seat]


def second_of(public: Data, leader: str) -> Data | None:
    """9.5.6, 9.5.7 The right of a Campaign that is left for a leader: once a flank force has come,
    it alone comes again."""
    rights = [one for one in public["now"]["rights"] if one["kind"] == CAMPAIGN and one["left"]]
    return next((one for one in rights if one["leader"] in ("", leader)), None)


def _can_come(public: Data, leader: str) -> bool:
    """15.2.2 Not against an ally of his; with CU beside him, outside, elsewhere."""
    march = public["march"]
    spot = position.spot_of(public, leader)
    if spot is None or spot.inside or leader in (march["leader"], *march["with"]):
        return False
    power, defender = LEADERS[leader]["power"], public["battle"]["defender"]["power"]
    if position.allied(public, power, defender):
        return False
    least = {"leader": leader, "cu": 1}
    there = spot.space != march["at"] and position.outside(public, power, spot.space) > 0
    bare = [*force.bare_problems(public, power, spot, [leader], 1)]
    return there and not bare and way(public, made(public, least)) is not None


def way(public: Data, second: Data, path: Sequence[str] | None = None) -> Sequence[str] | None:
    """9.5.6 The cheapest path by which a flank force can come, or this one, if it can; its last
    link is not that of the main force.  None if there is none."""
    at, power = public["battle"]["at"], second["power"]
    came = "" if public["battle"]["seaborne"] else public["battle"]["from"]
    steps = None if path is None else [*pairwise((second["at"], *path, at))]

    def may(here: str, to: str) -> bool:
        ends = to != at or (here != came and rules.may_end(public, power, here))
        return ends and (steps is None or (here, to) in steps)

    found = rules.ways(public, second, second["mp"], may).get(at)
    return found.path[:-1] if found else None


def made(public: Data, value: Mapping[str, Any]) -> Data:
    """The force as it sets out."""
    second = force.at_start(public, value["leader"], value.get("cu"))
    mp = rules.cap(second["power"]) - force.most_spent(public, second)
    return {**second, "mp": mp, "value": 3, "kind": CAMPAIGN, "sea": ""}


async def join(table: Table, march: Data) -> None:
    """9.5.6 The attacker may bring a flank force, if one can be there in time."""
    public = table.public
    if not able(public):
        return
    seat = public["now"]["seat"]
    request = Flank(seat, power=march["power"], at=march["at"])
    value = await said(table, request)
    if value and await consents(table, seat, value["leader"]):
        come(table, value)


def come(table: Table, value: Mapping[str, Any]) -> None:
    """9.5.6 It goes to its space; nobody can react to it."""
    public = table.public
    second = made(public, value)
    if public["march"]["kind"] == CAMPAIGN and (found := second_of(public, value["leader"])):
        found["left"] -= 1
        lend(found, public["now"]["seat"], value["leader"])
    public["now"]["led"].append(value["leader"])
    verbs.lead(table, value["leader"])
    for to in value.get("path", ()):
        here, price = second["at"], rules.cost(public, second, to) or 0
        second["road"] = rules.next_road(second, to)
        force.move(table, second, to, price)
        following.settle(table, here)
        following.displace_alone(table, to)
    verbs.appoint(table, value.get("commander", ""), [value["leader"]])
    attacker = public["battle"]["attacker"]
    attacker.update(flank=second["power"], flank_at=second["at"], flank_cu=second["cu"])
    attacker.update(flank_leader=second["leader"], flank_from=second["came"])
    told = {"power": second["power"], "leader": second["leader"], "at": second["at"]}
    table.tell("flank", {**told, "cu": second["cu"]})
    attacker["flank_mp"] = force.spent(public, second["leader"])
    public["now"]["moved"][second["leader"]] = force.DONE


def has_fought(public: Data) -> None:
    """9.5.2 The CU of a flank force are done too."""
    one = public["battle"]["attacker"]
    if one["flank_cu"]:
        force.tire(public, one["flank"], one["flank_at"], one["flank_cu"])


def goes_on(public: Data) -> None:
    """9.5.7 After a victory without a fight the flank force may help again; that of a Campaign may
    also go on, when the main force has ended its march."""
    one, now = public["battle"]["attacker"], public["now"]
    if one["flank_cu"]:
        leader = one["flank_leader"]
        now["moved"][leader] = one["flank_mp"]
        now["led"] = [other for other in now["led"] if other != leader]
        if public["march"]["kind"] == CAMPAIGN:
            for given in now["rights"]:
                if given["kind"] == CAMPAIGN:
                    given["power"] = ""
            now["rights"].append(right(CAMPAIGN, leader=leader))


def lose(table: Table, side: str, number: int, why: str) -> int:
    """9.5.6 CU of a flank force are lost."""
    one = table.public["battle"][side]
    if not number:
        return 0
    gone = verbs.lose_cu(table, one["flank"], Spot(one["flank_at"]), number, why)
    one["flank_cu"] -= gone
    return gone


def give_back(table: Table, side: str, why: str) -> None:
    """A CU of a flank force that the dice have taken comes back, tired as the others."""
    one = table.public["battle"][side]
    verbs.add_cu(table, one["flank"], Spot(one["flank_at"]), 1, why)
    one["flank_cu"] += 1
    force.tire(table.public, one["flank"], one["flank_at"], 1)


def displace(table: Table) -> None:
    """8.4 The leader of a flank force that has lost all CU, where no others of his power are."""
    one = table.public["battle"]["attacker"]
    gone = one["flank"] and not one["flank_cu"]
    if gone and not position.outside(table.public, one["flank"], one["flank_at"]):
        following.displace_all(table, [one["flank_leader"]], "no CU left, 8.4")
        following.settle(table, one["flank_at"])


# Those inside (13.4.2).


class Relief(Named):
    """13.4.2 Whether those inside join.

    Args: power, at."""

    kind, rule, selectors = "relief", "13.4.2", POWER_AT
    question = "whether those inside {at} join the attack on the besieger"
    takes, example, either = YES_NO, "relief: yes", (YES, NO)


async def relieve(table: Table, march: Data) -> None:
    """13.4.2 All inside come out and fight along, or none; the outside commander leads, unless a
    named leader from inside would be under a minor one."""
    public, power, at = table.public, march["power"], march["at"]
    inner = Spot(at, True)
    cu = position.inside(public, power, at)
    if not cu or not march["came"]:
        return
    request = Relief(await runner(table, power), power=power, at=at)
    if await chosen(table, request) == NO:
        return
    leaders = position.leaders(public, power, inner)
    verbs.shift(table, power, inner, Spot(at), cu, leaders)
    public["battle"].update(joined=cu, came_out=leaders)
    march["cu"] += cu
    march["groups"] = force.joined(march["groups"], [[0, cu]])
    named = [one for one in leaders if position.is_named(one)]
    if named and not position.is_named(march["leader"]):
        public["battle"]["attacker"]["leader"] = max(named, key=position.tactics)
    table.tell("relief", {"power": power, "at": at, "cu": cu, "leaders": leaders})


def part(table: Table, march: Data) -> None:
    """After a victory without a fight those who came out do not march on."""
    battle = table.public["battle"]
    left = min(battle.get("joined", 0), march["cu"])
    if left:
        march["cu"] -= left
        _, march["groups"] = force.taken(march["groups"], left)


def go_back(table: Table, march: Data) -> None:
    """13.4.2 Beaten: losses were those of the force outside first; what is left of those who came
    out goes back in, three at most, with their leaders, and all leaders if no CU stay outside."""
    public, power, at = table.public, march["power"], march["at"]
    battle = public["battle"]
    free = position.room_inside(public, power, at)
    cu = min(battle.get("joined", 0), march["cu"], free)
    if cu:
        here = position.leaders(public, power, Spot(at))
        leaders = here if cu == march["cu"] else [one for one in battle["came_out"] if one in here]
        verbs.go_inside(table, power, at, cu, leaders)
        march["cu"] -= cu
