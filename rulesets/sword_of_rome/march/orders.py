"""9 The march of a leader: activation, then his path leg by leg."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.action import SLIP, Problem
from referee.engine.table import Table
from referee.engine.view import Data
from referee.engine.words import Choice, Either, Fields, Many, Name, Number, Value
from rulesets.sword_of_rome import board, position, verbs
from rulesets.sword_of_rome.battle import fight
from rulesets.sword_of_rome.board import CONSULS, GAULS, LEADER_NAMES, LEADERS, LIMITS, TABLES
from rulesets.sword_of_rome.cards.playing import Permit
from rulesets.sword_of_rome.choosing import keys
from rulesets.sword_of_rome.march import entry, force, legs, rules
from rulesets.sword_of_rome.march.activation import Activating, activate
from rulesets.sword_of_rome.march.legs import leg
from rulesets.sword_of_rome.position import Spot

#: How a path is written: spaces, and what is done on the way.
_ON_THE_WAY: Mapping[str, Value] = {
    legs.SEA: Name("space"),
    **dict.fromkeys((legs.DROP, legs.PICK), Number(1, 99)),
    **dict.fromkeys((legs.LEAVE, legs.JOIN), Name("leader")),
}
_ELEMENTS = [Fields({key: takes}) for key, takes in _ON_THE_WAY.items()]
PATH = Many(Either((Name("space"), Choice((legs.RAID,)), *_ELEMENTS)))


class March(Activating):
    """9 Activate a leader and march: with CU and subordinates that are with him, along a path of
    spaces. In it {sea: PORT}, {drop: 2}, {pick: 2}, {leave: LEADER}, {join: LEADER} and raid say
    what is done on the way. with: the subordinates that go, all if it is left out, [] for none.
    Without card it is by a Campaign, a neutral power's action or another right."""

    word = "march"
    takes = Fields(
        keys("leader"),
        {"path": PATH, **keys("card", cu=Number(0, 99, all=True)), **keys("with", "commander")},
    )
    example = "march: {card: War Horns, leader: Brennus, path: [Iguvium, raid]}"

    #: how many parts the line has before the first leg of its path
    before: ClassVar[int] = 0

    def problems(self) -> Iterable[Problem]:
        """At the start a path that no force could go, though a battle may end it before."""
        path = () if self.walk.part else self.value.get("path", ())
        return [*legs.unjoined(path), *super().problems()]

    def wrong(self, given: Permit) -> Iterable[Problem]:
        """9.1.1 The force; then the first leg of its path."""
        march, path = begun(self.public, given, self.value), self.value.get("path", ())
        found = [*force_problems(self.public, march, self.value)]
        found = found or [*(legs.path_problems(self.public, march, path) if path else ())]
        return found or command_slips(self.public, march, path, self.value.get("commander", ""))

    def further(self, march: Data, path: Sequence[Any]) -> Iterable[Problem]:
        """The next leg; its place is that in the path as it was written."""
        found = legs.path_problems(self.public, march, path)
        return [one.at("path", self.walk.part - self.before) for one in found]

    async def does(self) -> None:
        """Begin, or go on by one leg."""
        self.walk.acts()
        if not self.walk.part:
            if not await self.agreed():
                return
            begin(self.table, self.seat, self.given, self.value)
        path = self.value.get("path", [])
        if path:
            await self.leg(path)
        elif "cu" not in self.value and not self.public["march"].get("garrison"):
            self.public["march"] = None  # nobody sets out, so that nobody stops (9.4.5)

    async def leg(self, path: Sequence[Any]) -> None:
        """The next leg, and then the rest of the path."""
        await leg(self.table, self.public["march"], path[0], len(path) > 1)
        self.go_on(path[1:])

    def go_on(self, rest: Sequence[Any]) -> None:
        """The force goes on along the rest of its path, if it has not been stopped."""
        if rest and not self.public["march"]["stopped"]:
            self.walk.go_on({**self.value, "path": list(rest)})

    def ends(self) -> None:
        """9.4.5, 8.2.1 The movement is over, wherever it was stopped; the leader commands where he
        set out, elsewhere whom the line names."""
        march = self.public["march"]
        if march:
            led = self.value["leader"] if march["path"][0] == march["at"] else ""
            end(self.table)
            force_of = [march["leader"], *march["with"]]
            verbs.appoint(self.table, self.value.get("commander", led), force_of)


def begun(public: Data, given: Permit, value: Mapping[str, Any]) -> Data:
    """9.1.1, 9.2 A force at its start."""
    march = force.at_start(public, value["leader"], value.get("cu"))
    march["with"] = list(value.get("with", default_with(public, value["leader"])))
    march["mp"] = points(march["power"], given) + given.mp
    right = {"value": given.value, "kind": given.kind, "sea": given.sea, "siege": given.siege}
    return {**march, **right}


def points(power: str, given: Permit) -> int:
    """9.2.1 to 9.2.3 MP of an activation."""
    table = TABLES["mp"]
    others = table[board.TRANSALPINE if power == board.TRANSALPINE else "others"]
    found: int = table[GAULS][given.value - 1] if power == GAULS else others
    return found


def default_with(public: Data, leader: str) -> list[str]:
    """9.1.1, 9.5.2 All that he can take along, if nothing is said."""
    spot = position.spot_of(public, leader) or Spot("")
    here = position.leaders(public, LEADERS[leader]["power"], spot)
    others = [one for one in here if one != leader and force.spent(public, one) < force.DONE]
    return [one for one in others if position.is_named(leader) or not position.is_named(one)]


def force_problems(public: Data, march: Data, value: Mapping[str, Any]) -> Iterable[Problem]:
    """9.1.1, 8.2.1 What is wrong with a force at its start."""
    power, leader, here = march["power"], march["leader"], march["at"]
    spot = position.spot_of(public, leader) or Spot(here)
    there = position.cu(public, power, spot)
    if spot.inside and position.enemies_outside(public, power, here):
        way = "order a sortie" if there else "it takes CU to come out"
        yield Problem(f"he is inside a besieged city: {way}", "13.4.1").at("leader")
        return
    if value.get("cu", 0) > there:
        yield Problem(f"only {there} CU are at {board.SPACE_NAMES[here]}", "9.1.1").at("cu")
    elif march["cu"] > LIMITS["move"]:
        yield Problem(f"{LIMITS['move']} CU move together at most", "9.1.1").at("cu")
    yield from force.subordinate_problems(public, leader, march["with"])
    yield from ready_problems(public, march, spot)


def command_slips(public: Data, march: Data, path: Sequence[Any], wanted: str) -> Iterable[Problem]:
    """8.2.1 Who is named as commander will not stand where the path ends, or cannot command; or a
    card is used for nobody who goes or commands."""
    if not wanted:
        if not path:
            reason = f"{LEADER_NAMES[march['leader']]} goes nowhere"
            yield Problem(reason, "9.2", "path: [SPACE, SPACE]", weight=SLIP)
        return
    at, ends = legs.at_end(march, path)
    then = {**public, "leaders": {**public["leaders"], **ends}}
    able = position.may_command(then, march["power"], Spot(at))
    if wanted not in able:
        reason = f"{LEADER_NAMES[wanted]} does not command at {board.SPACE_NAMES[at]} then"
        yield Problem(reason, "8.2.1", board.named(able), weight=SLIP).at("commander")


def ready_problems(public: Data, march: Data, spot: Spot) -> Iterable[Problem]:
    """9.5.2 Why a force does not set out again; 9.1.2 a consul is never without CU: one who goes
    takes one, one who stays keeps one."""
    if force.most_spent(public, march) >= force.DONE:
        yield Problem("they have fought or ended their move in this action", "9.5.2").at("leader")
        return
    power = march["power"]
    going = [march["leader"], *march["with"]]
    consuls = {*CONSULS} & {*going} & {*position.leaders(public, power, spot)}
    if position.cu(public, power, spot) and not march["cu"] and consuls:
        yield Problem("a consul takes at least 1 CU", "9.1.2").at("cu")
    yield from force.bare_problems(public, power, spot, going, march["cu"])


def begin(table: Table, seat: str, given: Permit, value: Mapping[str, Any]) -> None:
    """9.1 The activation: the force is ready to go."""
    public = table.public
    march = begun(public, given, value)
    activate(table, seat, given, march["leader"])
    public["march"] = march
    come_out(table, march)
    force.write_down(public, march)
    told = {"power": march["power"], "leader": march["leader"], "with": march["with"]}
    table.tell("activated", {**told, "cu": march["cu"], "at": march["at"], "mp": march["mp"]})


def come_out(table: Table, march: Data) -> None:
    """9.3.1 No enemy keeps those inside a city from setting out, though an ally is outside."""
    spot = position.spot_of(table.public, march["leader"])
    if spot and spot.inside:
        leaders = [march["leader"], *march["with"]]
        verbs.shift(table, march["power"], spot, Spot(spot.space), march["cu"], leaders)
        march["garrison"] = True


def end(table: Table) -> None:
    """9 The movement of a force is over; a rehearsal leaves it in its battle; those who did not
    leave their city are inside again."""
    march = table.public["march"]
    if march and march.get("garrison") and len(march["path"]) == 1:
        leaders = [march["leader"], *march["with"]]
        verbs.go_inside(table, march["power"], march["at"], march["cu"], leaders)
    elif march and not (table.rehearsing and march["cu"] and entry.meets(table.public, march)):
        stand(table, march)
    table.public["march"] = None


def stand(table: Table, march: Data) -> None:
    """9.4.5 A force that was stopped where it may not stand, a leader alone too, goes back along
    its path to where it may, or at least to where no CU of another power are; failing that it is
    lost.  16.3 One that has retreated is where 12.4 lets it be."""
    public, power, army = table.public, march["power"], march["cu"] > 0
    leads = position.spot_of(public, march["leader"]) == Spot(march["at"])
    there = position.outside(public, power, march["at"]) if army else leads
    if not there or march["at"] != march["path"][-1] or may_stay(public, march):
        return
    back = [space for space in march["path"][-2::-1] if not rules.is_box(space)]
    able = [s for s in back if rules.may_end(public, power, s, army)]
    able += [s for s in back if not position.others(public, power, s)]
    if not able:
        force.lose(table, march, march["cu"], "nowhere to stand, 9.4.5")
        fight.lose_leaders(table, march, "no CU left, 9.4.5")
        return
    force.back(table, march, able[0], "it may not stand there, 9.4.5")


def may_stay(public: Data, march: Data) -> bool:
    """9.4.5 Where a force may stand, or must stop outside a city with an ally's CU inside."""
    power, at = march["power"], march["at"]
    mixed = any(one != power for one in position.present(public, at))
    beside = march["cu"] and not mixed and rules.may_hold(public, power, at)
    return bool(beside) or legs.stays(public, march)
