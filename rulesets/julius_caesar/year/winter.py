"""The winter turn (8.0): Cleopatra, fleets, supply, victory, disbanding, the next year."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, cast

from referee.engine.action import DOUBTED, Action, Problem
from referee.engine.asking import all_carried_out
from referee.engine.beside import Chance, Helper, helped
from referee.engine.request import Data, Quantity, Request, View
from referee.engine.table import Table
from referee.engine.words import Answer, Fields, Name, Nothing, Word, named
from referee.kit.lines import listed, several
from rulesets.julius_caesar import ahead, board, legal, verbs
from rulesets.julius_caesar.block_walk import BlockWalk, all_of, any_of, by_place
from rulesets.julius_caesar.board import CLEOPATRA, SEATS, other
from rulesets.julius_caesar.board.naming import BLOCKS, PLACES, TIME, TIMES, place_name, written

#: blocks that any city supplies (8.3); a city's value is added
SUPPLY = 3


async def winter_turn(table: Table) -> None:
    """8.0 Every winter event in order; both seats are asked at once, with a choice or without."""
    send_cleopatra_home(table)
    year = table.public["year"]
    found = await all_carried_out(table, [Winter(seat, year=year) for seat in SEATS])
    walks = cast(list[WinterWalk], found)
    for walk in walks:
        walk.send_home()
    for walk in walks:
        walk.disband(walk.supply, "supply")
    if decide(table, year == board.CARDS["years"][-1]):
        return
    for walk in walks:
        walk.disband(walk.choice, "choice")
    new_year(table)


def send_cleopatra_home(table: Table) -> None:
    """8.1, ruling 49 Cleopatra goes to Alexandria; if the enemy holds it she joins him."""
    home, seats = str(board.BLOCKS[CLEOPATRA].start), table.state["seats"]
    for seat in [seat for seat in SEATS if CLEOPATRA in seats[seat]["blocks"]]:
        at = seats[seat]["blocks"][CLEOPATRA]["at"]
        if at == home:
            return
        held = legal.status(table.public, home, seat) == legal.ENEMY
        joins = other(seat) if held else seat
        strength = verbs.take_off(table, seat, CLEOPATRA)["strength"]
        verbs.put_down(table, joins, CLEOPATRA, home, strength)
        told = {"seat": seat, "at": at, "to": home, "joins": joins}
        table.tell("cleopatra home", told, **{joins: {"strength": strength}})


def decide(table: Table, last: bool) -> bool:
    """1.2, 8.4 Whether the game is over when a year ends."""
    public = table.public
    won, points = legal.victory(public, last), legal.score(public)
    if won is None:
        table.tell("no victory", {"year": public["year"], "points": points})
        return False
    result = {"winner": won[0], "why": won[1]}
    public.update(phase="over", result=result)
    table.tell("result", {**result, "points": points})
    return True


async def end_of_game(table: Table) -> None:
    """1.2 Who has won, if the first year is the last one."""
    decide(table, last=True)


def new_year(table: Table) -> None:
    """8.6 Blocks that lay face up can be raised again, and the next year begins."""
    public = table.public
    for colour, dead in public["dead"].items():
        for block in dead:
            to_reserve(table, block)
        public["dead"][colour] = []
    for seat in SEATS:
        table.state["seats"][seat].update(hand=[], discard=None)
    public.update(phase="deal", turn=1, last_played={}, spent={seat: [] for seat in SEATS})
    public["year"] += 1
    table.tell("new year", {"year": public["year"]})


def to_reserve(table: Table, block: str) -> None:
    """5.2, 8.6, ruling 48 A block returns to the Levy Pool of its own colour's player."""
    owner = board.BLOCKS[block].seat
    pool = table.state["seats"][owner]["pool"]
    pool.append(block)
    pool.sort()
    table.public["pool"][owner] += 1


def supply_limit(place: str) -> int:
    """8.3 How many blocks a city supplies in winter."""
    return SUPPLY + board.PLACES[place].value


def home_ports(public: Data, seat: str, sea: str) -> list[str]:
    """8.2, ruling 50 Friendly ports of a sea, in alphabetical order."""
    return [near for near in board.NEIGHBOURS[sea] if legal.may_raise_at(public, near, seat)]


class WinterWalk(BlockWalk):
    """What a winter answer leads to, as far as its seat can see; the step carries it out.

    ports: fleet at sea -> where it could go.  homes: fleet -> port.  lost: fleets without one.
    supply, choice: blocks disbanded for lack of supply, and by choice.
    standing: city -> blocks once the fleets are home."""

    def begin(self) -> None:
        """8.2 Fleets without a port are lost, whatever the lines say."""
        super().begin()
        self.ports: dict[str, list[str]] = {
            block: home_ports(self.public, self.seat, self.blocks[block]["at"])
            for block in board.in_order(self.blocks)
            if board.PLACES[self.blocks[block]["at"]].is_sea
        }
        self.lost = [block for block, ports in self.ports.items() if not ports]
        self.homes: dict[str, str] = {}
        self.disbanded: list[str] = []
        self.supply: list[str] = []
        self.choice: list[str] = []
        self.standing: dict[str, list[str]] = {}

    def finish(self) -> None:
        """8.2, 8.3 A fleet without a line goes the only way there is; disbanded blocks count for
        supply first."""
        for block, ports in self.ports.items():
            if len(ports) == 1:
                self.homes.setdefault(block, ports[0])
        gone = [*self.lost, *self.unclear()]
        self.standing = by_place({b: self.home_of(b) for b in self.blocks if b not in gone})
        for block in self.disbanded:
            place = self.home_of(block)
            if block in self.standing.get(place, ()):
                (self.supply if self.excess(place) > 0 else self.choice).append(block)
                self.standing[place].remove(block)

    def remarks(self) -> Iterator[str]:
        """8.2, 8.3, 8.5 Who goes home, and who goes back to a Levy Pool and why."""
        for block, port in self.homes.items():
            yield f"{self.name(block)} goes home to {place_name(port)} (8.2)."
        whys = (
            (self.lost, "has no friendly port and is disbanded (8.2)"),
            (self.supply, "is disbanded for want of supply (8.3)"),
            (self.choice, "is disbanded by choice (8.5)"),
        )
        for blocks, why in whys:
            yield from (f"{self.name(block)} {why}." for block in blocks)

    def send_home(self) -> None:
        """8.2 Fleets at sea go into port, or are disbanded."""
        for sea, fleets in by_place(self.at(self.homes)).items():
            for port, group in by_place({block: self.homes[block] for block in fleets}).items():
                verbs.send(self.table, "home", self.seat, group, port, {"at": sea, "to": port})
        self.disband(self.lost, "no port")

    def disband(self, blocks: Iterable[str], why: str) -> None:
        """8.2, 8.3, 8.5 Blocks return, unseen, to the Levy Pool of their own colour; reported by
        place.

        why: "no port", "supply" or "choice"."""
        for place, group in by_place(self.at(blocks)).items():
            own: dict[str, Data] = {self.seat: {"blocks": group}}
            for block in group:
                verbs.take_off(self.table, self.seat, block)
                to_reserve(self.table, block)
                if (owner := board.BLOCKS[block].seat) != self.seat:
                    own.setdefault(owner, {"back": []})["back"].append(block)
            told = {"seat": self.seat, "at": place, "colours": verbs.colours(group), "why": why}
            self.table.tell("disband", told, **own)

    def at(self, blocks: Iterable[str]) -> dict[str, str]:
        """Where blocks are now."""
        return {block: self.blocks[block]["at"] for block in blocks}

    def unclear(self) -> list[str]:
        """8.2 Fleets that could go to several ports, if no line says which."""
        return [b for b, ports in self.ports.items() if len(ports) > 1 and b not in self.homes]

    def home_of(self, block: str) -> str:
        """Where a block is once the fleets are home."""
        place: str = self.homes.get(block) or self.blocks[block]["at"]
        return place

    def excess(self, place: str) -> int:
        """8.3 How many more blocks a city has than it can supply."""
        return len(self.standing.get(place, ())) - supply_limit(place)

    def hungry(self) -> Iterator[tuple[str, int, list[str]]]:
        """8.3, 8.5 Each city with more blocks than it can supply, how many more, and which of its
        blocks have a Levy Pool to return to."""
        for place, blocks in self.standing.items():
            if self.excess(place) > 0:
                yield place, self.excess(place), able(blocks)

    def whole(self) -> Iterator[Problem]:
        """8.2, 8.3 Every fleet has one way, and no city is over its limit."""
        for block in self.unclear():
            if block not in self.doubts:
                sea, ports = place_name(self.blocks[block]["at"]), self.ports[block]
                reason = f"{self.name(block)} in {sea} can go to {several(len(ports), 'port')}"
                hint = f"add a line '- home: {{block: {self.name(block)}, to: PORT}}'"
                yield Problem(reason, "8.2", f"{hint}, with {any_of(ports)}")
        for place, more, blocks in self.hungry():
            limit = supply_limit(place)
            reason = f"{place_name(place)} supplies {limit} blocks and has {limit + more}:"
            reason += f" you must disband {several(more, 'more block')}"
            names = listed(map(self.name, blocks), "or")
            yield Problem(reason, "8.3", f"add lines '- disband: BLOCK', from {names}")


def able(blocks: Iterable[str]) -> list[str]:
    """8.5 Those that can return to a Levy Pool."""
    return [block for block in blocks if board.BLOCKS[block].levy != "none"]


class Home(Action[WinterWalk]):
    """8.2 Send a fleet home to a port of its sea."""

    example = "home: {block: Navis 1, to: Massilia}"
    word, takes = "home", Fields({"block": Name("block"), "to": Name("place")})

    def names(self) -> Iterable[str]:
        """Its fleet."""
        return [self.value["block"]]

    def obstacle(self) -> Problem | None:
        """A fleet at sea, once, and an open port of that sea."""
        walk, block, port = self.walk, self.value["block"], self.value["to"]
        name = walk.name(block)
        if absent := walk.absent(block, "8.2"):
            return absent.at("block")
        if block not in walk.ports:
            at = place_name(walk.blocks[block]["at"])
            reason = f"{name} is in {at}, but only fleets at sea go home"
            return Problem(reason, "8.2", "delete this line").at("block")
        if block in walk.homes or block in walk.doubts:
            return Problem(f"an earlier line sends {name} home", "8.2").at("block")
        return None if port in walk.ports[block] else self._no_port(block, port).at("to")

    def _no_port(self, block: str, port: str) -> Problem:
        """8.2 The port is not of that sea, or not friendly."""
        sea, ports = self.walk.blocks[block]["at"], self.walk.ports[block]
        hint = "no port of that sea is friendly: the fleet is disbanded without a line"
        if ports:
            hint = f"it can go to {all_of(ports)}"
        reason = f"{self.walk.held(port)}, and fleets can go only to friendly ports"
        if board.edge(sea, port) != "sea" or board.PLACES[port].is_sea:
            reason = f"{place_name(port)} is not a port of {place_name(sea)}"
        return Problem(reason, "8.2", hint)

    async def does(self) -> None:
        """It will go there."""
        self.walk.homes[self.value["block"]] = self.value["to"]


class Disband(Action[WinterWalk]):
    """8.3, 8.5 Disband a block."""

    example = "disband: Legio 8"
    word, takes = "disband", Name("block")

    def obstacle(self) -> Problem | None:
        """A block on the board that has a Levy Pool, once."""
        walk, block, name = self.walk, self.value, self.walk.name(self.value)
        if block in walk.doubts:
            return DOUBTED
        if absent := walk.absent(block, "8.5"):
            return absent
        if not able([block]):
            return Problem(f"{name} cannot be disbanded: she has no place in a Levy Pool", "8.5")
        if block in walk.lost:
            sea = place_name(walk.blocks[block]["at"])
            reason = f"{name} is disbanded without a line: no port of {sea} is friendly"
            return Problem(reason, "8.2", "delete this line")
        if block in walk.disbanded:
            return Problem(f"an earlier line disbands {name}", "8.5", "delete one line")
        return None

    async def does(self) -> None:
        """It will be disbanded."""
        self.walk.disbanded.append(self.value)


class Winter(Request):
    """8.0 Send fleets home, and disband blocks: those that no city supplies, then others.

    args: year.  Both are asked every year, so nobody learns who has a choice."""

    kind, rule, walk = "winter", "8.0", WinterWalk
    actions = (Home, Disband)
    question = "winter of {year}: fleets home, blocks to disband"
    selectors: ClassVar[Mapping[str, Word]] = {"year": TIMES["year"]}

    @classmethod
    def outlook(cls, view: View, select: Data, lines: Answer, before: object) -> Iterable[Any]:
        """What can be said of advance orders before it is winter."""
        return ahead.winter(view, lines)


def rehearsed(request: Winter, view: View, answer: Answer) -> WinterWalk:
    """What an answer would lead to."""
    walk = WinterWalk.on_copy(request, view)
    walk.play(answer)
    walk.finish()
    return walk


def _sent(block: str, port: str) -> dict[str, object]:
    return {"home": {"block": block, "to": port}}


class WinterHelp(Helper[Winter]):
    """8.0 Fleets go home, and only blocks that must be are disbanded.

    A rule always gives an answer, because a stop would say something about hidden blocks."""

    quantities: ClassVar[Mapping[str, Quantity]] = {"year": TIME["year"]}
    policies: ClassVar[Mapping[str, Word]] = {"home": PLACES, "disband": BLOCKS, "keep": Nothing()}

    def follow(self, request: Winter, view: View, then: Answer) -> Answer:
        """8.2, 8.3 Fleets go to the first port named that is open.  In a city over its supply the
        blocks named go first, then those with the lowest combat value, leaders last."""
        ports, wishes = named(then, "home"), named(then, "disband")

        def dispensable(block: str) -> tuple[int, bool, tuple[int, ...]]:
            wished = wishes.index(block) if block in wishes else len(wishes)
            return wished, board.BLOCKS[block].leader, board.worth(block)

        answer: Answer = [
            _sent(block, next((port for port in ports if port in able), able[0]))
            for block, able in WinterWalk.on_copy(request, view).ports.items()
            if len(able) > 1
        ]
        for _, more, blocks in rehearsed(request, view, answer).hungry():
            answer += [{"disband": b} for b in sorted(blocks, key=dispensable)[:more]]
        return answer

    def template(self, request: Winter, view: View) -> list[str]:
        """A line for each fleet with a choice and each block too many; legal as printed."""
        lines: list[str] = []
        answer: Answer = []
        walk = rehearsed(request, view, [])
        for block, ports in walk.ports.items():
            name, ports = walk.name(block), sorted(ports, key=walk.excess)
            if not ports:
                lines.append(f"# {name} has no friendly port and is disbanded")
            elif len(ports) == 1:
                lines.append(f"# {name} goes to {place_name(ports[0])}; it needs no 'home' line")
            else:
                answer.append(_sent(block, ports[0]))
                walk = rehearsed(request, view, answer)
                line = written(answer[-1], view.seat)
                lines.append(f"{line}  # or {any_of(sorted(ports[1:]))}")
        supply = list(_supply_lines(walk))
        if supply and answer:
            lines.append("# supply counts the fleets where the lines above send them")
        return [*lines, *supply, "# '- disband: X' works for any other block too, by choice"]

    def at_hand(self, request: Winter, view: View, key: str, beside: Any) -> list[str]:
        """Fleets at sea and their ports, blocks to disband."""
        walk = WinterWalk.on_copy(request, view)
        if key == "to":
            return walk.ports.get(beside.get("block") or "", [])
        found = {"block": list(walk.ports), "disband": board.in_order(walk.blocks)}
        return found.get(key, [])

    def sample(self, request: Winter, view: View, chance: Chance) -> Answer:
        """Fleets to any port; what supply demands, and seldom one block more."""
        answer: Answer = [
            _sent(block, chance.choice(ports))
            for block, ports in WinterWalk.on_copy(request, view).ports.items()
            if len(ports) > 1 or (ports and chance.random() < 0.2)
        ]
        walk = rehearsed(request, view, answer)
        for place, blocks in sorted(walk.standing.items()):
            can, more = able(blocks), max(0, walk.excess(place))
            more += chance.random() < 0.05 and more < len(can)
            answer += [{"disband": block} for block in chance.sample(can, more)]
        return answer


def _supply_lines(walk: WinterWalk) -> Iterator[str]:
    """8.3 Lines that disband the weakest blocks of each city that has too many."""
    for place, more, blocks in walk.hungry():
        blocks.sort(key=lambda b: (board.BLOCKS[b].leader, walk.blocks[b]["strength"]))
        names = list(map(walk.name, blocks))
        standing = len(walk.standing[place])
        yield f"# {place_name(place)} supplies {supply_limit(place)} of {standing}:"
        yield f"#   {', '.join(names)}"
        yield from (f"- disband: {name}" for name in names[:more])


WINTER = helped(Winter, WinterHelp())
