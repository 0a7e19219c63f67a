"""5.10 Reinforcement: CU, leaders, consuls, the price of Greek leaders; 5.11 the turn's end."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain, cycle, islice
from typing import ClassVar

from referee.engine.action import SLIP, Action, Problem, of_each
from referee.engine.asking import carried_out
from referee.engine.request import Request
from referee.engine.table import Table
from referee.engine.view import Data
from referee.engine.walk import Walk
from referee.engine.words import Answer, Choice, Fields, Many, Name, Number, Word
from rulesets.sword_of_rome import board, position, verbs
from rulesets.sword_of_rome.board import GREEKS, LEADER_NAMES, LEADERS, NEUTRALS, ROME
from rulesets.sword_of_rome.cards import placing, points
from rulesets.sword_of_rome.choosing import SOME_SPACES, TURN, Selectors
from rulesets.sword_of_rome.position import ASIDE, CUP, DISPLACED, REMOVED, WAITS, Spot
from rulesets.sword_of_rome.siege import plunder
from rulesets.sword_of_rome.turn import leaders, order
from rulesets.sword_of_rome.turn.leaders import Placing, city_points, named_twice


def powers_of(public: Data) -> Sequence[str]:
    """Whose reinforcements are placed: a power without a player, or all of a player's."""
    one: str = public["queue"][0]
    return (one,) if one in NEUTRALS else board.PLAYS[one]


class Reinforcing(Walk):
    """What comes where; what is not said goes by the rules."""

    def begin(self) -> None:
        """What is said of Greek leaders: id -> points, or None to drop him; where he comes back.
        Where CU of each power were put."""
        self.said: dict[str, list[str] | None] = {}
        self.back: dict[str, str] = {}
        self.put: dict[str, list[str]] = {power: [] for power in self.powers}
        self.placed: list[str] = []
        self.aside: list[str] = []
        self.unplaced = 0
        self.command: list[str] = []

    @property
    def powers(self) -> Sequence[str]:
        """Whose they are."""
        return powers_of(self.public)

    def whole(self) -> Iterable[Problem]:
        """CU of which nothing is said, though others are placed, go where they are paid."""
        some = any(Put.word in line for line in self.lines)
        if some and self.unplaced and placing.placeable_of(self.public, self.powers):
            reason = f"you say nothing of {self.unplaced} CU: they go where they are paid"
            yield Problem(reason, "5.10", weight=SLIP)

    def finish(self) -> None:
        """5.10 CU that are left; Greek leaders and their price; leaders that are left."""
        self.unplaced = self.public["now"]["pool"]
        place_rest(self.table, self.put)
        if GREEKS in self.powers:
            self.pay()
        place_named(self.table, self.powers, self.aside)
        for leader in self.command:
            verbs.appoint(self.table, leader, [leader])

    def pay(self) -> None:
        """8.2.3 Greek leaders are paid for one by one; a displaced one comes back then."""
        where = self.public["leaders"]
        for leader in leaders.priced(self.public):
            if leaders.paid(self.table, leader, self.said) and where[leader] == DISPLACED:
                placing.place_best(self.table, leader, self.back.get(leader, ""))


def foreign(walk: Reinforcing, leader: str, rule: str) -> Problem | None:
    """A leader of somebody else."""
    if LEADERS[leader]["power"] in walk.powers:
        return None
    return Problem(f"{LEADER_NAMES[leader]} is no leader of yours", rule)


class Put(Action[Reinforcing]):
    """5.10 Place CU in a friendly space without enemy CU that is joined to a reinforcement space of
    yours."""

    word = "put"
    takes = Fields({"cu": Number(1, 30), "to": Name("space")}, {"power": Name("power")})
    example = "put: {cu: 5, to: Roma}"

    def problems(self) -> Iterable[Problem]:
        """There are so many, and the space is open to them."""
        left = self.public["now"]["pool"]
        if self.value["cu"] > left:
            yield Problem(f"{left} CU are left to place", "5.10").at("cu")
        if not self.power:
            able = placing.placeable_of(self.public, self.walk.powers)
            yield Problem("no CU can be placed there", "5.10", board.named(able)).at("to")

    @cached_property
    def power(self) -> str:
        """Whose CU they are; of two powers of a player either has them (5.10.1)."""
        named, to = self.value.get("power"), self.value["to"]
        return placing.whose(self.public, self.walk.powers, named, to)

    async def does(self) -> None:
        """They arrive."""
        power, to, cu = self.power, self.value["to"], self.value["cu"]
        self.public["now"]["pool"] -= cu
        self.walk.put[power] += [to] * cu
        verbs.add_cu(self.table, power, Spot(to), cu, "5.10")


class PlaceAny(Placing[Reinforcing]):
    """5.10, 8.3 Place a displaced leader where CU of his power can be placed and are; or a minor
    leader with any CU of his power."""

    example = "leader: {leader: Gallic leader A, to: Placentia}"
    why = "5.10"

    def trouble(self, leader: str) -> Problem | None:
        """One of his that is displaced, or a minor one, once."""
        name, at = LEADER_NAMES[leader], self.public["leaders"].get(leader)
        minor = LEADERS[leader]["class"] == board.MINOR
        if problem := foreign(self.walk, leader, "5.10"):
            return problem
        if leader in (*self.walk.placed, *self.walk.aside):
            return named_twice(leader, "5.10")
        if not minor and at != DISPLACED:
            return Problem(f"{name} is not displaced, so he is not placed", "5.10")
        return Problem(f"{name} is not in the game", "5.10") if minor and at == REMOVED else None

    def instead(self) -> str:
        """Where he can be placed, or that CU must come there before."""
        power, to = LEADERS[self.value["leader"]]["power"], self.value["to"]
        new = self.public["now"]["pool"] and to in placing.placeable(self.public, power)
        return "put CU there in a line above" if new else super().instead()

    async def does(self) -> None:
        """Once; 8.2.3 who costs loyalty is placed when he is paid for."""
        leader = self.value["leader"]
        self.walk.placed.append(leader)
        if leader in leaders.priced(self.public):
            self.walk.back[leader] = self.value["to"]
            if "commander" in self.value:
                self.walk.command.append(self.value["commander"])
        else:
            await super().does()


class OfLeaders(Action[Reinforcing]):
    """A list of leaders of which something is said."""

    takes: ClassVar[Word] = Many(Name("leader"))
    rule: ClassVar[str]

    def problems(self) -> Iterable[Problem]:
        """Each is his, and it can be said of him."""
        return of_each(
            self.value,
            lambda one, before: foreign(self.walk, one, self.rule) or self.trouble(one, before),
        )

    def trouble(self, leader: str, earlier: Sequence[str]) -> Problem | None:
        """Why it cannot be said of a leader of his."""
        raise NotImplementedError


class StayAside(OfLeaders):
    """8.3 Minor leaders that are not on the map and stay away, though they could be placed."""

    word, rule, example = "aside", "8.3", "aside: [Gallic leader A]"

    def trouble(self, leader: str, earlier: Sequence[str]) -> Problem | None:
        """He is no minor leader that was set aside."""
        aside = self.public["leaders"].get(leader) == ASIDE
        reason = f"{LEADER_NAMES[leader]} is no minor leader who waits beside the map"
        return None if aside else Problem(reason, "8.3")

    async def does(self) -> None:
        """See `place_named`."""
        self.walk.aside += self.value


class Command(OfLeaders):
    """8.2.1 Leaders who command where they stand when all have been placed."""

    word, rule, example = "command", "8.2.1", "command: [Gallic leader B]"

    def trouble(self, leader: str, earlier: Sequence[str]) -> Problem | None:
        """He is out of the game, or another was said to command where he stands."""
        public, spot = self.public, position.spot_of(self.public, leader)
        if public["leaders"].get(leader) in (None, REMOVED, WAITS, CUP):
            return Problem(f"{LEADER_NAMES[leader]} is not in the game", "8.2.1")
        for one in (*self.walk.command, *earlier) if spot else ():
            if one != leader and position.spot_of(public, one) == spot:
                return Problem(f"you name {LEADER_NAMES[one]} for the same space", "8.2.1")
        return None

    async def does(self) -> None:
        """See `Reinforcing.finish`."""
        self.walk.command += self.value


def unpriced(walk: Reinforcing, leader: str) -> Problem | None:
    """8.2.3 Why nothing can be said of the price of a leader."""
    if LEADERS[leader]["power"] != GREEKS or not LEADERS[leader]["penalty"]:
        return Problem(f"{LEADER_NAMES[leader]} costs no loyalty", "8.2.3")
    if problem := foreign(walk, leader, "8.2.3"):
        return problem
    return named_twice(leader, "8.2.3") if leader in walk.said else None


def needless(public: Data, leader: str) -> Iterable[Problem]:
    """8.2.3 What is said of a leader who is neither on the map nor displaced does nothing."""
    if leader not in leaders.priced(public):
        yield Problem(f"{LEADER_NAMES[leader]} is not in the game now", "8.2.3", weight=SLIP)


class Keep(Action[Reinforcing]):
    """8.2.3 Keep a named Greek leader: the loyalty of your cities that you give up for him, a space
    for each point."""

    word = "keep"
    takes = Fields({"leader": Name("leader"), "points": SOME_SPACES})
    example = "keep: {leader: Dionysius, points: [Tarentum, Messana]}"

    def problems(self) -> Iterable[Problem]:
        """A leader with a price, and points of cities."""
        leader = self.value["leader"]
        if problem := unpriced(self.walk, leader):
            yield problem.at("leader")
            return
        price = LEADERS[leader]["penalty"]
        there = {space: city_points(self.public, space) for space in self.public["loyalty"]}
        yield from points.given_up(self.value["points"], there, price, "8.2.3", "points")
        yield from needless(self.public, leader)

    async def does(self) -> None:
        """See `leaders.paid`."""
        self.walk.said[self.value["leader"]] = list(self.value["points"])


class Drop(Action[Reinforcing]):
    """8.2.3 Let a named Greek leader go, for good."""

    word, takes, example = "drop", Name("leader"), "drop: Dionysius"

    def problems(self) -> Iterable[Problem]:
        """A leader with a price."""
        problem = unpriced(self.walk, self.value)
        return [problem] if problem else needless(self.public, self.value)

    async def does(self) -> None:
        """See `leaders.paid`."""
        self.walk.said[self.value] = None


class Reinforcement(Request):
    """5.10 Where new CU and leaders come.

    Args: turn, power (without a player), or ""; cu."""

    kind, rule, walk = "reinforcement", "5.10", Reinforcing
    actions = (Put, PlaceAny, StayAside, Command, Keep, Drop)
    selectors: ClassVar[Selectors] = {**TURN, "power": Choice(("", *NEUTRALS))}

    def forced(self, public: Data) -> Answer | None:
        """Nothing to choose."""
        return None if choices(public) else []

    def title(self, reader: str = "") -> str:
        """Whose, and how many."""
        whose = board.POWERS.get(self.args["power"]) or board.SEATS[self.seat]
        return f"where reinforcements of {whose} come ({self.args['cu']} CU)"


def choices(public: Data) -> bool:
    """5.10 Whether there is anything to choose: two places for CU, for a leader or for the command,
    or a price (8.2.3)."""
    powers = powers_of(public)
    places = [(p, s) for p in powers for s in placing.placeable(public, p) if public["now"]["pool"]]
    if len(places) > 1 or (GREEKS in powers and leaders.priced(public)):
        return True
    return any(leaders_choose(public, p, [s for one, s in places if one == p]) for p in powers)


def leaders_choose(public: Data, power: str, new: Sequence[str]) -> bool:
    """8.2.1, 8.3 Whether a leader of a power can come to more than one place, or a minor one stay
    aside, or more than one command somewhere; new: where its new CU come."""
    at = {one: public["leaders"].get(one, REMOVED) for one in position.BY_POWER[power]}
    come = [one for one, where in at.items() if where == DISPLACED]
    minor = [one for one, where in at.items() if where != REMOVED and not position.is_named(one)]
    named = {*placing.named_spots(public, power), *map(Spot, new)}
    spots = named | {*placing.cu_spots(public, power)}
    elsewhere = any(spots - {position.spot_of(public, one)} for one in minor)
    command = any(len(position.may_command(public, power, spot, come)) > 1 for spot in spots)
    return elsewhere or command or (bool(come) and len(named) > 1)


# Steps.


async def reinforce(table: Table) -> None:
    """5.10 The next in the order; who decides for a power without a player is only said if there is
    anything to decide."""
    public = table.public
    one = seat = public["queue"][0]
    if one == ROME:
        leaders.take_off_leaders(table)
    public["now"]["pool"] = sum(placing.income(public, power) for power in powers_of(public))
    power = one if one in NEUTRALS else ""
    if power:
        chooses = choices(public)
        seat = await order.runner(table, one) if chooses else order.able_runners(public, one)[0]
    args = {"turn": public["turn"], "power": power, "cu": public["now"]["pool"]}
    await carried_out(table, Reinforcement(seat, **args))
    await plunder.decide(table)
    if one == ROME:
        await leaders.new_consuls(table)
    order.done(public, "end")


def place_rest(table: Table, put: Mapping[str, Sequence[str]]) -> None:
    """5.10 CU of which nothing was said go where they are paid; those that one of two powers cannot
    place come to the other (5.10.1), and without a legal space they are lost.

    put: the spaces of each power where CU were put; they count as those that are paid there."""
    now = table.public["now"]
    able = [*put] if now["pool"] else []
    if len(able) > 1:
        able = [power for power in able if placing.placeable(table.public, power)]
    for power in able:
        spaces = placing.default_spaces(table.public, power)
        left = (Counter(spaces) - Counter(put[power])).elements()
        paid = max(0, placing.income(table.public, power) - len(put[power]))
        due = now["pool"] if power == able[-1] else min(now["pool"], paid)
        chosen = [*islice(chain(left, cycle(spaces)), due)]  # none, if no space is left
        for space in sorted({*chosen}):
            verbs.add_cu(table, power, Spot(space), chosen.count(space), "5.10")
        now["pool"] -= len(chosen)
    if now["pool"]:
        table.tell("no room", {"powers": [*put], "cu": now["pool"]})
        now["pool"] = 0


def place_named(table: Table, powers: Sequence[str], aside: Sequence[str]) -> None:
    """5.10 Displaced named leaders, and minor ones that do not stay aside, join the largest
    force."""
    for power in powers:
        for leader in position.BY_POWER[power]:
            at = table.public["leaders"].get(leader)
            if at in (DISPLACED, ASIDE) and leader not in (*board.CONSULS, *aside):
                placing.place_best(table, leader)
