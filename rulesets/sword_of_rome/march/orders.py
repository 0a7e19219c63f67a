"""9 The march of a leader: activation, then his path leg by leg."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.action import UNSURE, Action, Problem
from referee.engine.table import Table
from referee.engine.view import Data
from referee.engine.words import Choice, Either, Fields, Many, Name, Number, Word
from rulesets.sword_of_rome import board, position, verbs
from rulesets.sword_of_rome.battle import fight
from rulesets.sword_of_rome.board import (
    CARTHAGE,
    GAULS,
    LEADER_NAMES,
    LEADERS,
    LIMITS,
    PLAYER,
    PLAYS,
    SPACE_NAMES,
    TABLES,
    TRANSALPINE,
)
from rulesets.sword_of_rome.cards import playing
from rulesets.sword_of_rome.cards.playing import ACTIVATE, CAMPAIGN, Permit, permit
from rulesets.sword_of_rome.march import entry, force, rules
from rulesets.sword_of_rome.march.consent import ally_consents
from rulesets.sword_of_rome.march.legs import (
    DROP,
    JOIN,
    LEAVE,
    PICK,
    RAID,
    SEA,
    end_problems,
    leg,
    leg_problems,
)
from rulesets.sword_of_rome.position import Spot
from rulesets.sword_of_rome.turn.walk import Acting

#: How a path is written: spaces, and what is done on the way.
PATH = Many(
    Either(
        (
            Name("space"),
            Choice((RAID,)),
            Fields({SEA: Name("space")}),
            Fields({DROP: Number(1, 99)}),
            Fields({PICK: Number(1, 99)}),
            Fields({LEAVE: Name("leader")}),
            Fields({JOIN: Name("leader")}),
        )
    )
)


def activation(
    action: Action[Any], value: Mapping[str, Any], again: bool = False
) -> Permit | Problem:
    """8.1, 9.1 By what a leader is activated, or why he cannot be.

    again: whether a Campaign may activate him a second time, to found a colony (7.2.1)."""
    public, leader = action.public, value["leader"]
    power = LEADERS[leader]["power"]
    spot = position.spot_of(public, leader)
    if spot is None:
        return Problem(f"{LEADER_NAMES[leader]} is not on the map", "9.1").at("leader")
    given = permit(public, action.own, action.seat, value, ACTIVATE, power)
    if isinstance(given, Problem):
        return given
    if given.kind == CAMPAIGN:
        own = power in PLAYS[action.seat]
        return given if again and own else _campaigner(public, action.seat, leader) or given
    if LEADERS[leader]["initiative"] > given.value:
        return Problem(f"he needs a card of {LEADERS[leader]['initiative']}", "8.1").at("leader")
    return given


def _campaigner(public: Data, seat: str, leader: str) -> Problem | None:
    """9.5 A Campaign activates own commanders, each once, and one of an ally."""
    power = LEADERS[leader]["power"]
    if leader in public["now"]["led"]:
        return Problem("he was activated in this action", "9.5").at("leader")
    if power in PLAYS[seat]:
        return None
    treaty = power == CARTHAGE and position.TREATY in public["flags"]
    friends = position.seats_allied(public, seat, power) and (power in PLAYER or treaty)
    if not friends or any(one in public["now"]["led"] for one in position.BY_POWER[power]):
        return Problem("a Campaign activates yours, and one leader of an ally", "9.5.5").at(
            "leader"
        )
    return None


class March(Action[Acting]):
    """9 Activate a leader and march: with CU and subordinates that are with him, along a path of
    spaces. In it {sea: PORT}, {drop: 2}, {pick: 2}, {leave: LEADER}, {join: LEADER} and raid say
    what is done on the way. with: the subordinates that go, all if it is left out, [] for none.
    Without card it is by a Campaign, a neutral power's action or another right."""

    word: ClassVar[str] = "march"
    takes: ClassVar[Word] = Fields(
        {"leader": Name("leader")},
        {
            "path": PATH,
            "card": Name("card"),
            "cu": Number(0, 99, all=True),
            "with": Many(Name("leader"), least=0),
            "commander": Name("leader"),
        },
    )
    example = "march: {card: War Horns, leader: Brennus, path: [Iguvium, raid]}"

    @property
    def going_on(self) -> bool:
        """Whether this is a further leg of a march that has begun."""
        return self.walk.part > 0

    def problems(self) -> Iterable[Problem]:
        """All of it may be otherwise behind dice and what others do."""
        return [one._replace(weight=UNSURE) for one in self.found()]

    def found(self) -> Iterable[Problem]:
        """At the start the activation and the force; then the next leg."""
        if self.going_on:
            march, path = self.public["march"], self.value["path"]
            found = list(leg_problems(self.public, march, path[0]))
            for one in found or end_problems(self.public, march, path):
                yield one.at("path", self.walk.part)  # of the path as it was written
            return
        given = activation(self, self.value)
        if isinstance(given, Problem):
            yield given
            return
        begun = self.force(given)
        path = self.value.get("path")
        found = list(force_problems(self.public, begun, self.value))
        if path:
            found = found or list(leg_problems(self.public, begun, path[0]))
            found = found or list(end_problems(self.public, begun, path))
        yield from found

    def names(self) -> Iterable[str]:
        """The leader."""
        return [self.value["leader"]]

    def force(self, given: Permit) -> Data:
        """9.1.1 The force as it begins."""
        return begun(self.public, given, self.value)

    async def does(self) -> None:
        """Begin, or go on by one leg."""
        self.walk.acts()
        if not self.going_on:
            given = activation(self, self.value)
            assert isinstance(given, Permit)
            if not await begin(self.table, self.seat, given, self.value):
                return
        march, path = self.public["march"], self.value.get("path", [])
        if path:
            await leg(self.table, march, path[0], len(path) > 1)
        elif "cu" not in self.value:
            self.public["march"] = None  # nobody sets out, so that nobody stops (9.4.5)
            return
        rest = path[1:]
        if rest and not march["stopped"] and march["leader"]:
            self.walk.go_on({**self.value, "path": rest})
        else:
            home = march["path"][0] == march["at"]
            end(self.table)
            led = self.value["leader"] if home else ""
            verbs.appoint(self.table, self.value.get("commander", led))


def begun(public: Data, given: Permit, value: Mapping[str, Any]) -> Data:
    """9.1.1, 9.2 A force at its start."""
    leader = value["leader"]
    power = LEADERS[leader]["power"]
    spot = position.spot_of(public, leader) or Spot("")
    there = force.groups_at(public, power, spot.space)
    most = min(LIMITS["move"], force.total(there))
    subordinates = list(value.get("with", default_with(public, leader, spot)))
    cu = min(value.get("cu", most), force.total(there))
    groups, _ = force.taken(there, cu)
    return {
        "power": power,
        "leader": leader,
        "with": subordinates,
        "cu": cu,
        "groups": groups,
        "at": spot.space,
        "came": "",
        "path": [spot.space],
        "mp": points(power, given) + given.mp,
        "value": given.value,
        "kind": given.kind,
        "sea": given.sea,
        "sailed": False,
        "siege": given.siege,
        "stopped": False,
        "bribed": [],
        "seaborne": False,
        "road": 0,
        **entry.nothing_yet(),
    }


def points(power: str, given: Permit) -> int:
    """9.2.1 to 9.2.3 MP of an activation."""
    table = TABLES["mp"]
    others = table[TRANSALPINE if power == TRANSALPINE else "others"]
    found: int = table[GAULS][given.value - 1] if power == GAULS else others
    return found


def default_with(public: Data, leader: str, spot: Spot) -> list[str]:
    """9.1.1 All that he can take along, if nothing is said."""
    power = LEADERS[leader]["power"]
    others = [one for one in position.leaders(public, power, spot) if one != leader]
    return [one for one in others if position.is_named(leader) or not position.is_named(one)]


def force_problems(public: Data, march: Data, value: Mapping[str, Any]) -> Iterable[Problem]:
    """9.1.1, 8.2.1 What is wrong with a force at its start."""
    power, leader, here = march["power"], march["leader"], march["at"]
    spot = position.spot_of(public, leader)
    if spot and spot.inside:
        yield Problem("he is inside a besieged city: order a sortie", "13.4.1").at("leader")
        return
    there = position.outside(public, power, here)
    if value.get("cu", 0) > there:
        yield Problem(f"only {there} CU are at {SPACE_NAMES[here]}", "9.1.1").at("cu")
    elif march["cu"] > LIMITS["move"]:
        yield Problem(f"{LIMITS['move']} CU move together at most", "9.1.1").at("cu")
    for number, one in enumerate(march["with"]):
        if one == leader or position.spot_of(public, one) != spot or LEADERS[one]["power"] != power:
            reason = f"{LEADER_NAMES[one]} cannot go along with {LEADER_NAMES[leader]}"
            yield Problem(reason, "9.1.1", "name others who stand with him").at("with", number)
        elif position.is_named(one) and not position.is_named(leader):
            hint = f"activate {LEADER_NAMES[one]}, and take the minor leader along"
            reason = "a minor leader commands no named one"
            yield Problem(reason, "8.2.1", hint).at("with", number)
    yield from consul_problems(public, march)
    if force.most_spent(public, march) >= force.DONE:
        yield Problem("they have fought or ended their move in this action", "9.5.2").at("leader")


def consul_problems(public: Data, march: Data) -> Iterable[Problem]:
    """9.1.2 A consul is never without CU: one who goes takes one, one who stays keeps one."""
    power, here = march["power"], march["at"]
    there = position.outside(public, power, here)
    leaders = position.leaders(public, power, Spot(here))
    going = [march["leader"], *march["with"]]
    consuls = [one for one in leaders if LEADERS[one]["class"] == board.CONSUL]
    if there and not march["cu"] and {*consuls} & {*going}:
        yield Problem("a consul takes at least 1 CU", "9.1.2").at("cu")
    staying = [one for one in consuls if one not in going]
    if staying and march["cu"] >= there:
        reason = "a consul who stays keeps at least 1 CU"
        yield Problem(reason, "9.1.2", f"take {max(0, there - 1)} at most, or him too").at("cu")


async def begin(table: Table, seat: str, given: Permit, value: Mapping[str, Any]) -> bool:
    """9.1 The activation; False if an ally does not lend his force (9.5.5)."""
    public = table.public
    march = begun(public, given, value)
    lent = march["power"] in PLAYER and march["power"] not in PLAYS[seat]
    if lent and not await ally_consents(table, seat, march["leader"]):
        return False
    playing.use(table, seat, given, ACTIVATE)
    playing.note_led(public, march["leader"])
    public["march"] = march
    force.write_down(public, march)
    others = len(position.leaders(public, march["power"], Spot(march["at"]))) > 1
    verbs.appoint(table, march["leader"] if others else "")  # 8.2.1
    told = {"power": march["power"], "leader": march["leader"], "with": march["with"]}
    table.tell("activated", {**told, "cu": march["cu"], "at": march["at"], "mp": march["mp"]})
    return True


def end(table: Table) -> None:
    """9 The movement of a force is over; a rehearsal leaves it in its battle."""
    march = table.public["march"]
    if march and march["cu"] and not (table.rehearsing and entry.meets(table.public, march)):
        stand(table, march)
    table.public["march"] = None


def stand(table: Table, march: Data) -> None:
    """9.4.5 A force that was stopped where it may not stand goes back along its path to where it
    may, or at least to where no CU of another power are; failing that it is lost."""
    public, power = table.public, march["power"]
    if may_stay(public, power, march["at"], march.get("raided", "")) or not position.outside(
        public, power, march["at"]
    ):
        return
    back = march["path"][-2::-1]
    able = [s for s in back if not rules.is_box(s) and rules.may_end(public, power, s)]
    able += [s for s in back if not rules.is_box(s) and not position.others(public, power, s)]
    if not able:
        force.lose(table, march, march["cu"], "nowhere to stand, 9.4.5")
        fight.lose_leaders(table, march, "no CU left, 9.4.5")
        return
    force.back(table, march, able[0], "it may not stand there, 9.4.5")


def may_stay(public: Data, power: str, at: str, raided: str = "") -> bool:
    """9.4.5 Where a force may stand, or must stop outside a city with an ally's CU inside; 16.3 is
    tested on entering, so that it may stay where it has raided."""
    if at == raided:
        return not rules.strangers(public, power, at, True)
    outside = [one for one in position.present(public, at) if one != power]
    return rules.may_end(public, power, at) or (rules.may_hold(public, power, at) and not outside)


MARCH_ORDERS: Sequence[type[Action[Any]]] = (March,)
