"""Random games of the ruleset, and the slow rules asked on the way.

    python -m tests.rules.slow_sword.lockstep FIRST LAST [SCENARIO]

plays the games of these numbers, two turns each, every fifth from the set-up and to its end.
`at_once` asks only what could be done in a crowded position, which takes a tenth of a second.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from copy import deepcopy
from typing import Any

import pytest

from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.table import State, Table
from referee.engine.walk import REST
from referee.engine.words import Answer
from referee.lab.selfplay import legal_sample
from referee.proof.dice import Dice
from tests.rules.slow_sword import battles, ending, marches, points
from tests.rules.slow_sword import reactions as slow
from tests.rules.slow_sword.atlas import LINKS, PORTS, SPACES
from tests.rules.slow_sword.cards import Cards, around
from tests.rules.slow_sword.flows import Flows
from tests.rules.slow_sword.happenings import Happenings
from tests.rules.slow_sword.retreats import Retreat
from tests.rules.slow_sword.scatter import scatter
from tests.rules.slow_sword.world import World
from tests.rules.sword_of_rome.adapter import (
    Orders,
    board,
    books,
    bribe,
    entry,
    fight,
    legs,
    misfit,
    orders,
    placing,
    playing,
    politics,
    position,
    reactions,
    retreat,
    ruleset,
    surrender,
    ways,
)
from tests.rules.sword_of_rome.adapter import ending as first_ending
from tests.rules.sword_of_rome.adapter import points as first_points
from tests.traces.sword_of_rome.offers import takes

Data = dict[str, Any]
SCENARIOS = ("four", "three", "two")
FORKS = "e6"


class Over(Exception):
    """Enough turns have been played."""


class Lockstep:
    """One game.  compared: questions by what they ask; wrong: differences, in words."""

    def __init__(self, number: int, scenario: str = "") -> None:
        self.scenario = scenario or SCENARIOS[number % 3]
        self.chance = random.Random(f"slow sword {self.scenario} {number}")
        self.crowded, self.number = number % 5 > 0, number
        self.compared: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.declined, self.closed, self.drained = 0, False, False
        self.cards, self.flows = Cards(self.same, self.chance), Flows(self.same)
        self.happenings = Happenings(self.same, self.cards)
        self.due: set[tuple[str, str]] = set()
        self.state: State = ruleset.rules.setup(self.scenario, {"length": "full"})
        if self.crowded:
            scatter(self.state["public"], self.chance)
        assert books.broken(self.state) == []
        self.until = 3 if self.crowded else 99

    @property
    def public(self) -> Data:
        found: Data = self.state["public"]
        return found

    @property
    def depleted(self) -> bool:
        """7.2.3 What the ruleset says of the mines."""
        return "mines depleted" in self.public["flags"]

    def play(self) -> Lockstep:
        """The whole game."""
        game = Game(ruleset.rules, self.state, keep=False)
        game.sits = self.sits
        with pytest.MonkeyPatch.context() as patch:
            if self.crowded:
                patch.setattr(position, "level", lambda public: 99)
            self.watch(patch)
            try:
                game.run(Dice(self.chance.randbytes(32), b"s" * 32), self.supply)
            except Over:
                game.close()
        return self

    def same(self, what: str, mine: Any, theirs: Any, about: object = "") -> None:
        """One question answered by both: the ruleset's answer first."""
        self.compared[what] += 1
        if mine != theirs:
            if isinstance(mine, (set, list)) and isinstance(theirs, (set, list)):
                more, less = (
                    [x for x in mine if x not in theirs],
                    [x for x in theirs if x not in mine],
                )
                told = f"only the ruleset {more[:6]}, only the slow rules {less[:6]}"
            elif isinstance(mine, dict) and isinstance(theirs, dict):
                keys = [key for key in {**mine, **theirs} if mine.get(key) != theirs.get(key)]
                values = [(key, mine.get(key), theirs.get(key)) for key in keys[:6]]
                told = f"of the ruleset and the slow rules {values}"
            else:
                told = f"the ruleset {mine}, the slow rules {theirs}"
            where = f"turn {self.public['turn']} round {self.public['round']}"
            self.wrong.append(f"{where}: {what} {about}: {told}")

    # What is watched.

    def watch(self, patch: pytest.MonkeyPatch) -> None:
        """Ask both where the ruleset asks itself."""
        around(patch, reactions, could_react=self.reacting)
        around(patch, orders, leg=self.leg)
        around(patch, entry, declines=self.declining)
        around(patch, bribe, kind_of=self.bribed)
        around(patch, fight, begin=self.begun, automatic=self.automatic, roll=self.rolled)
        around(patch, retreat, ask=self.retreating)
        around(patch, first_ending, roll_attrition=self.worn)
        self.cards.watch(patch)
        self.flows.watch(patch)
        self.happenings.watch(patch)

    def reacting(self, could: Callable[[Data], Any]) -> Callable[[Data], Any]:
        def asked(public: Data) -> Any:
            found = could(public)
            world = World(public)
            mine = {(one.kind, one.args["power"], one.args["space"]) for one in found}
            theirs = {("intercept", *one) for one in slow.interceptors(world)}
            theirs |= {("avoid", *one) for one in slow.avoiders(world)}
            seat = {one: reactions.seat_of(public, one[1]) for one in theirs}
            players = position.players(public)
            theirs = {one for one in theirs if seat[one] in players}
            self.same("who reacts", mine, theirs, public["march"])
            return found

        return asked

    def leg(self, leg: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
        async def gone(table: Table, march: Data, element: Any, more: bool) -> None:
            if not table.rehearsing:
                self.moves(march)
            await leg(table, march, element, more)

        return gone

    def moves(self, march: Data) -> None:
        """9 What a force can do next."""
        public = self.public
        one = {s for s in LINKS[march["at"]] if not legs.step_problem(public, march, s)}
        mine: set[Any] = {("step", s) for s in one}
        mine |= {("sea", s) for s in PORTS if not legs.sea_problem(public, march, s)}
        mine |= set() if legs.raid_problem(public, march) else {("raid", "")}
        mine |= {("drop", n) for n in range(1, 20) if not legs.drop_problem(public, march, n)}
        mine |= {("pick", n) for n in range(1, 20) if not legs.pick_problem(public, march, n)}
        here = World(public).leaders(march["power"], march["at"])
        mine |= {("join", x) for x in here if not legs.join_problem(public, march, x)}
        mine |= {("leave", x) for x in here if not legs.leave_problem(public, march, x)}
        self.same("moves", mine, marches.March(World({**public, "march": march})).moves(), march)

    def declining(self, declines: Callable[..., Awaitable[bool]]) -> Callable[..., Awaitable[bool]]:
        async def asked(table: Table, march: Data) -> bool:
            able, before = slow.goes_back(World(table.public)), self.declined
            found = await declines(table, march)
            self.same("may decline", self.declined > before, able, march)
            return found

        return asked

    def bribed(self, kind_of: Callable[..., str]) -> Callable[..., str]:
        def asked(public: Data, march: Data) -> str:
            found = kind_of(public, march)
            world = World(public)
            if playing.could_pay(public, board.LEAGUE):
                self.same("bribe", found, slow.bribe(world, marches.goes_on(world)), march)
            return found

        return asked

    def begun(self, begin: Callable[..., None]) -> Callable[..., None]:
        def asked(table: Table, march: Data) -> None:
            begin(table, march)
            world = World(table.public)
            for power, near in table.public["battle"]["near"].items():
                self.same("spaces beside", near, points.near(world, power), power)

        return asked

    def automatic(self, automatic: Callable[[Data], str]) -> Callable[[Data], str]:
        def asked(public: Data) -> str:
            found = automatic(public)
            self.same(
                "automatic victory", found, battles.automatic(World(public)), public["battle"]
            )
            return found

        return asked

    def rolled(self, roll: Callable[[Table], None]) -> Callable[[Table], None]:
        def asked(table: Table) -> None:
            world = World(deepcopy(table.public))
            dice: list[int] = []
            real = table.roll

            def watched(*args: Any, **more: Any) -> list[int]:
                dice.extend(found := real(*args, **more))
                return found

            table.roll = watched  # type: ignore[method-assign]
            roll(table)
            del table.roll
            if not table.rehearsing:
                self.outcome(world, dice)

        return asked

    def outcome(self, world: World, dice: Sequence[int]) -> None:
        """12.2, 12.3"""
        wanted, battle = battles.fight(world, dice), self.public["battle"]
        beaten = battles.other(battle["winner"])
        lost = (battle[battle["winner"]]["lost"], battle[beaten]["lost"])
        added = [sum(n for _, n in fight.modifiers(world.public, s)) for s in fight.SIDES]
        totals = (sum(dice[:3]) + added[0], sum(dice[3:]) + added[1])
        mine = battles.Outcome(totals, battle["winner"], *lost)
        self.same("battle", mine, wanted, (dice, world.battle, world.march))

    def retreating(self, ask: Callable[..., Any]) -> Callable[..., Any]:
        async def asked(table: Table, one: Any, sea: bool) -> Any:
            if not table.rehearsing:
                world = World(table.public)
                first = Retreat(world, one.power, one.at, one.cu, one.first, one.never)
                mine = sorted(ways.ways_of(table.public, one))
                self.same("ways of retreat", mine, first.ways(), one)
                havens = sorted(ways.havens(table.public, one.power, one.at))
                self.same("havens", havens, sorted(first.havens()), one)
                limits = [ways.sea_limit(table.public, one.power, s) for s in havens]
                self.same("ships", limits, [first.limit(s) for s in havens], one)
            return await ask(table, one, sea)

        return asked

    def worn(self, roll: Callable[..., None]) -> Callable[..., None]:
        def asked(table: Table, power: str, spot: Any, plus: int = 0) -> None:
            if not plus:
                self.same("attrition", True, (power, spot.space) in self.due, (power, spot))
                self.due.discard((power, spot.space))
            roll(table, power, spot, plus)

        return asked

    # What is asked.

    def supply(self, requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
        if self.public["turn"] >= self.until or self.wrong:
            raise Over
        for request in requests:
            self.declined += request.kind == "decline"
            asked = getattr(self, f"asked_{request.kind}", None)
            if asked:
                asked(request, view(request.seat))
        found = [legal_sample(ruleset.rules, r, view(r.seat), self.chance) for r in requests]
        for request, answer in zip(requests, found, strict=True):
            self.happenings.answered(request, answer)
        return found

    def group(self, request: Request, view: View, places: Iterable[str]) -> None:
        """10.3, 11.1 Who goes, with how many CU."""
        power, space = request.args["power"], request.args["space"]
        world = World(view.public)
        here = world.leaders(power, space)
        crowds = [
            (one, [*more]) for one in here for more in {(), tuple(x for x in here if x != one)}
        ]
        to: list[Data] = [{"to": place} for place in places] or [{}]
        values = [
            {"leader": one, "cu": cu, "with": more, **where}
            for one, more in crowds
            for cu in range(1, 11)
            for where in to
        ]
        lines = takes(request, view, [{request.kind: value} for value in values])
        mine = {
            (v["leader"], v["cu"], tuple(v["with"]), v.get("to", ""))
            for v in (line[request.kind] for line in lines)
        }
        able = slow.refuges(world, power) if request.kind == "avoid" else [""]
        theirs = {(*one, place) for one in slow.groups(world, power, space) for place in able}
        self.same(f"forces that {request.kind}", mine, theirs, request.args)

    def asked_action(self, request: Request, view: View) -> None:
        if self.chance.random() < 0.3:
            self.cards.action(request, view)

    def asked_intercept(self, request: Request, view: View) -> None:
        if self.chance.random() < 0.2:
            self.group(request, view, ())

    def asked_avoid(self, request: Request, view: View) -> None:
        if self.chance.random() < 0.2:
            self.group(request, view, LINKS[request.args["space"]])

    def asked_inside(self, request: Request, view: View) -> None:
        lines = takes(request, view, [{"inside": {"cu": cu}} for cu in range(4)])
        theirs = slow.shelter(World(view.public), request.args["power"], request.args["at"])
        self.same("room inside", [line["inside"]["cu"] for line in lines], theirs, request.args)

    def asked_politics(self, request: Request, view: View) -> None:
        args, world = request.args, World(view.public)
        mine = [one for one in politics.usable(view.public, args) if one != "plunder"]
        found = {(key, s) for one in mine for key, s in one.items()}
        victims = [args["beaten"], *args["partners"]]
        theirs = {
            ("add", s) for p in (args["power"], *args["friends"]) for s in points.add(world, p)
        }
        theirs |= {("cut", s) for p in victims for s in points.cut(world, p)}
        theirs |= {("turn", s) for p in victims for s in points.turn(world, p, args["near"])}
        theirs |= {("free", s) for s in points.free(world, args["power"])}
        self.same("politics", found, theirs, args)

    def asked_respond(self, request: Request, view: View) -> None:
        if request.args["trigger"] == "after reactions":
            fits = not misfit(view.public, board.LEAGUE, FORKS, "after reactions")
            able = bool(slow.forks(World(view.public)))
            self.same("Caudine Forks", fits, able, view.public["march"])

    # What does not hang on the moment.

    def sits(self, state: State, scope: str, records: Sequence[Data]) -> Table:
        public = state["public"]
        self.flows.sits(public, scope)
        self.same("books", [*books.broken(state), *left_over(state)], [])
        between = public["stage"] == "window" or public["phase"] not in ("action", "last chance")
        if between and public["phase"] not in ("start", "over") and self.chance.random() < 0.3:
            self.quiet(World(public))
        if self.due:
            self.same("attrition left out", set(), self.due)
        self.closed, self.due = scope.endswith("/close"), set()
        if public["phase"] == "mines":
            self.drained = self.depleted or ending.depleted(World(public))
        if public["phase"] == "draw":
            self.same("mines depleted", self.depleted, self.drained)
        if public["phase"] == "attrition":
            world = World(public)
            live = [p for p in world.powers if not world.out(p)]
            self.due = {(p, s) for p in live for s in ending.exposed(world, p)}
        return Table(state, scope, records)

    def quiet(self, world: World) -> None:
        """Between two actions."""
        public = world.public

        def cuttable(public: Data, power: str) -> list[str]:
            return [*first_points.cuttable(public, power)]

        for power in world.powers:
            asked: tuple[tuple[str, Callable[..., Any], Callable[..., Any]], ...] = (
                ("points to add", first_points.addable, points.add),
                ("points to cut", cuttable, points.cut),
                ("placing", placing.placeable, points.placeable),
                ("reinforcements", placing.income, points.income),
                ("markers of surrender", surrender.markable, ending.markable),
                ("surrender rolls", surrender.besiegeable, ending.rollable),
                ("isolated", first_ending.isolated, ending.isolated),
                ("VP", first_ending.victory_points, ending.gain),
            )
            for what, mine, theirs in asked:
                self.same(what, mine(public, power), theirs(world, power), power)
            own = {s: first_points.own_count(dict(public), power, s) for s in SPACES}
            own = {s: number for s, number in own.items() if number}
            self.same("own points", own, points.own(world, power), power)
        if self.closed:
            self.same("siege markers due", [], ending.besiegers(world))


def left_over(state: State) -> list[str]:
    """What no step leaves behind: a battle, a march of which no leg is left (9.4.5)."""
    public = state["public"]
    rest = state["seats"].get(public["now"]["seat"], {}).get(REST, {"part": 0})
    return [
        key for key in ("march", "battle") if public[key] and not (key == "march" and rest["part"])
    ]


def at_once(number: int) -> Lockstep:
    """A crowded position, and what each player's action could be in it."""
    game = Lockstep(number)
    game.public.update(phase="action", round=1, stage="act")
    for seat in game.public["seats"]:
        game.public["now"] = position.fresh(seat)
        view = View(seat, game.public, {"hand": []})
        request = Orders(seat, turn=1, round=1, part=1, desperate="no")
        game.cards.action(request, view)
    return game


def follow(number: int, scenario: str = "") -> Lockstep:
    """A game and what came of it."""
    return Lockstep(number, scenario).play()


def main(first: str, last: str, scenario: str = "") -> int:
    """Many games; how many differ."""
    compared: Counter[str] = Counter()
    bad = 0
    for number in range(int(first), int(last)):
        game = follow(number, scenario)
        compared.update(game.compared)
        bad += bool(game.wrong)
        for text in game.wrong[:3]:
            print(f"game {number} ({game.scenario}): {text}")
    print(f"{bad} games differ")
    print(", ".join(f"{number} x {what}" for what, number in compared.most_common()))
    return bad


if __name__ == "__main__":
    raise SystemExit(min(1, main(*sys.argv[1:])))
