"""The winter turn (8.0): Cleopatra, fleets, supply, victory, disbanding, the next year."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from referee.engine.fault import NOT_ALLOWED, Fault
from referee.engine.request import Data, Judgement, Request, View
from referee.engine.words import Answer, Fields, Name, Word
from rulesets.julius_caesar import board, event_verbs, legal, turn_verbs, verbs
from rulesets.julius_caesar.board import SEATS
from rulesets.julius_caesar.naming import block_name, listed, place_name, several
from rulesets.julius_caesar.standing_winter import WinterStanding

if TYPE_CHECKING:
    import random

    from referee.engine.table import Table

#: Blocks that any city supplies (8.3); a city of value supplies that many more.
SUPPLY = 3


async def winter_turn(table: Table) -> None:
    """8.0 Every winter event in its order; both are asked at once, whether they have a choice
    or not."""
    event_verbs.send_cleopatra_home(table)
    year = table.public["year"]
    answers = await table.ask_all([Winter(seat, year=year) for seat in SEATS])
    plans = {seat: Plan(table.view(seat), answers[seat]) for seat in SEATS}
    for seat in SEATS:
        _fleets_home(table, seat, plans[seat])
    for seat in SEATS:
        _disband(table, seat, plans[seat].supply, "supply")
    if _decided(table):
        return
    for seat in SEATS:
        _disband(table, seat, plans[seat].choice, "choice")
    event_verbs.new_year(table)


def _decided(table: Table) -> bool:
    """8.4, 1.2 Whether the game is over: ten points, or the last year is."""
    winner = legal.winner_at_year_end(table.public)
    if winner:
        turn_verbs.end_game(table, winner, "ten")
        return True
    if table.public["year"] == board.cards()["years"][-1]:
        turn_verbs.end_game(table, *legal.winner_at_the_end(table.public))
        return True
    score = {seat: legal.points(table.public, seat) for seat in SEATS}
    table.tell("no victory", {"year": table.public["year"], "points": score})
    return False


def _fleets_home(table: Table, seat: str, plan: Plan) -> None:
    """8.2 Fleets at sea go into port, or are disbanded."""
    ways: dict[tuple[str, str], list[str]] = {}
    for block, port in plan.homes.items():
        sea = table.view(seat).own["blocks"][block]["at"]
        ways.setdefault((sea, port), []).append(block)
    order = board.place_order()
    for sea, port in sorted(ways, key=lambda way: (order[way[0]], order[way[1]])):
        verbs.shift_group(table, seat, board.in_order(ways[sea, port]), port, kind="home")
    _disband(table, seat, plan.lost, "no port")


def _disband(table: Table, seat: str, blocks: list[str], why: str) -> None:
    """8.3, 8.5 Blocks go back to the reserve, told by place."""
    places: dict[str, list[str]] = {}
    for block in blocks:
        places.setdefault(table.view(seat).own["blocks"][block]["at"], []).append(block)
    for place in board.on_the_board(places):
        event_verbs.disband(table, seat, board.in_order(places[place]), why)


def supply_limit(place: str) -> int:
    """8.3 How many blocks a city supplies in winter."""
    return SUPPLY + board.places()[place].value


def home_ports(public: Data, seat: str, sea: str) -> list[str]:
    """8.2, ruling 50 Friendly ports of a sea, in alphabetical order."""
    return [
        near
        for near in board.neighbours(sea)
        if not board.places()[near].is_sea and legal.status(public, near, seat) == legal.FRIENDLY
    ]


class Plan:
    """What a winter answer does, line by line over what its seat can see.

    homes: fleet -> port.  lost: fleets without one.  supply, choice: blocks disbanded because a
    city can not feed them, and by choice.  faults: all that is wrong."""

    def __init__(self, view: View, answer: Answer) -> None:
        self.view = view
        self.blocks: dict[str, Data] = view.own["blocks"]
        self.homes: dict[str, str] = {}
        self.lost: list[str] = []
        self.supply: list[str] = []
        self.choice: list[str] = []
        self.faults: list[Fault] = []
        self.unclear: dict[str, bool] = {}
        lines: list[tuple[int, str, Any]] = [
            (number, word, value)
            for number, line in enumerate(answer)
            for word, value in line.items()
        ]
        for number, word, value in lines:
            if word == "home":
                self._home(number, value)
        self._other_fleets()
        self.standing = self._standing()
        for number, word, value in lines:
            if word == "disband":
                self._disband(number, value)
        self._hungry()

    def _refuse(self, path: tuple[str | int, ...], reason: str, rule: str, hint: str = "") -> None:
        self.faults.append(Fault(NOT_ALLOWED, path, reason, rule, hint))

    # 8.2

    def ports(self, block: str) -> list[str]:
        """8.2 Where a fleet at sea could go."""
        return home_ports(self.view.public, self.view.seat, self.blocks[block]["at"])

    def _home(self, number: int, line: Data) -> None:
        block, port = line["block"], line["to"]
        name = block_name(block, self.view.seat)
        here = self.blocks.get(block)
        if here is None:
            self._refuse((number, "block"), f"you have no {name} on the board", "8.2")
        elif not board.places()[here["at"]].is_sea:
            reason = f"{name} is in {place_name(here['at'])}, and only fleets at sea go home"
            self._refuse((number, "block"), reason, "8.2", "leave this line out")
        elif block in self.homes or block in self.unclear:
            self._refuse((number, "block"), f"an earlier line sends {name} home", "8.2")
        elif port not in self.ports(block):
            self.unclear[block] = True
            self._refuse((number, "to"), *self._no_port(here["at"], port, self.ports(block)))
        else:
            self.homes[block] = port

    def _no_port(self, sea: str, port: str, open_ports: list[str]) -> tuple[str, str, str]:
        hint = f"open are {listed(map(place_name, open_ports))}" if open_ports else ""
        hint = hint or "no port of that sea is friendly: the fleet is disbanded without a line"
        if board.edge(sea, port) != "sea" or board.places()[port].is_sea:
            return f"{place_name(port)} is no port of {place_name(sea)}", "8.2", hint
        seen = legal.status(self.view.public, port, self.view.seat)
        state = "held by the enemy" if seen == legal.ENEMY else seen
        return f"{place_name(port)} is {state}, and fleets go to friendly ports only", "8.2", hint

    def _other_fleets(self) -> None:
        """8.2 Fleets of which no line speaks: one way, none, or more than one."""
        for block in board.in_order(list(self.blocks)):
            sea = self.blocks[block]["at"]
            if block in self.homes or not board.places()[sea].is_sea or block in self.unclear:
                continue
            ports = self.ports(block)
            if len(ports) == 1:
                self.homes[block] = ports[0]
            elif not ports:
                self.lost.append(block)
            else:
                name = block_name(block, self.view.seat)
                self.unclear[block] = True
                reason = f"{name} in {place_name(sea)} can go to {several(len(ports), 'port')}"
                where = listed(map(place_name, ports), "or")
                hint = f"add a line - home: {{block: {name}, to: PORT}}, to {where}"
                self._refuse((), reason, "8.2", hint)

    # 8.3, 8.5

    def _standing(self) -> dict[str, list[str]]:
        """Place -> blocks once the fleets are home."""
        found: dict[str, list[str]] = {}
        for block in board.in_order(list(self.blocks)):
            if block not in self.lost and block not in self.unclear:
                place = self._home_of(block)
                found.setdefault(place, []).append(block)
        return found

    def _home_of(self, block: str) -> str:
        """Where a block stands once the fleets are home."""
        place: str = self.homes.get(block) or self.blocks[block]["at"]
        return place

    def over(self, place: str) -> int:
        """8.3 How many blocks more than it can supply a city has."""
        return len(self.standing.get(place, ())) - supply_limit(place)

    def _disband(self, number: int, block: str) -> None:
        name = block_name(block, self.view.seat)
        if block in self.unclear:
            return
        if block not in self.blocks:
            self._refuse((number,), f"you have no {name} on the board", "8.5")
        elif board.blocks()[block].levy == "none":
            self._refuse((number,), f"{name} cannot be disbanded: she has no reserve", "8.5")
        elif block in self.lost:
            sea = place_name(self.blocks[block]["at"])
            reason = f"{name} is disbanded without a line: no port of {sea} is friendly"
            self._refuse((number,), reason, "8.2", "leave this line out")
        elif block in self.supply or block in self.choice:
            self._refuse((number,), f"an earlier line disbands {name}", "8.5", "leave one line")
        else:
            place = self._home_of(block)
            (self.supply if self.over(place) > 0 else self.choice).append(block)
            self.standing[place].remove(block)

    def _hungry(self) -> None:
        """8.3 No city may be left with more blocks than it supplies."""
        for place in board.places():
            more = self.over(place) if place in self.standing else 0
            if more > 0 and not board.places()[place].is_sea:
                limit = supply_limit(place)
                reason = (
                    f"{place_name(place)} supplies {limit} blocks and has {limit + more}:"
                    f" {several(more, 'block')} more must be disbanded"
                )
                names = [
                    block_name(block, self.view.seat)
                    for block in self.standing[place]
                    if board.blocks()[block].levy != "none"
                ]
                hint = f"add lines - disband: BLOCK, of {listed(names, 'or')}"
                self._refuse((), reason, "8.3", hint)


class Winter(WinterStanding, Request):
    """Where fleets go, and which blocks are disbanded: those that no city supplies, then others.

    args: year.  Asked of both every year, so that nobody learns who has a choice."""

    kind = "winter"
    rule = "8.0"
    words: ClassVar[Mapping[str, Word]] = {
        "home": Fields({"block": Name("block"), "to": Name("place")}),
        "disband": Name("block"),
    }

    def title(self, reader: str = "") -> str:
        """What is asked."""
        return f"winter of {self.args['year']}: fleets home, blocks to disband"

    def judge(self, view: View, answer: Answer) -> Judgement:
        """8.2, 8.3, 8.5 Every fleet has one way, no city is over its limit."""
        judgement = Judgement()
        for fault in Plan(view, answer).faults:
            judgement.add(fault)
        return judgement

    def sample(self, view: View, chance: random.Random) -> Answer:
        """Fleets to any port; what supply demands, and seldom a block more."""
        answer: Answer = []
        for block in _at_sea(view):
            ports = home_ports(view.public, view.seat, view.own["blocks"][block]["at"])
            if len(ports) > 1 or (ports and chance.random() < 0.2):
                answer.append({"home": {"block": block, "to": chance.choice(ports)}})
        plan = Plan(view, answer)
        for place, blocks in sorted(plan.standing.items()):
            more = max(0, plan.over(place))
            able = [block for block in blocks if board.blocks()[block].levy != "none"]
            if chance.random() < 0.05 and more < len(able):
                more += 1
            answer += [{"disband": block} for block in chance.sample(able, more)]
        return answer

    def template(self, view: View) -> list[str]:
        """A line for each fleet with a choice and for each block too many; legal as it stands."""
        lines: list[str] = []
        answer: Answer = []
        for block in _at_sea(view):
            name = block_name(block, view.seat)
            ports = home_ports(view.public, view.seat, view.own["blocks"][block]["at"])
            if not ports:
                lines.append(f"# {name} finds no friendly port and is disbanded")
            elif len(ports) == 1:
                lines.append(f"# {name} goes to {place_name(ports[0])}; it needs no home: line")
            else:
                best = _roomiest(Plan(view, answer), ports)
                answer.append({"home": {"block": block, "to": best}})
                more = listed((place_name(port) for port in ports if port != best), "or")
                line = f"- home: {{block: {name}, to: {place_name(best)}}}"
                lines.append(f"{line}  # or {more}")
        supply = _supply_lines(Plan(view, answer))
        if supply and answer:
            lines.append("# supply is counted with the fleets where the lines above send them")
        lines += supply
        return [*lines, "# '- disband: X' also for any other block, by choice"]

    def default(self, view: View) -> Answer:
        """8.2, 8.3 Fleets to the first port that is open; nothing is disbanded but what must be."""
        return self.follow(view, [])

    def at_hand(self, view: View, key: str, beside: Mapping[str, Any]) -> list[str]:
        """Fleets at sea and their ports, blocks to disband."""
        if key == "to" and beside.get("block") in _at_sea(view):
            sea = view.own["blocks"][beside["block"]]["at"]
            return home_ports(view.public, view.seat, sea)
        if key == "block":
            return _at_sea(view)
        return board.in_order(list(view.own["blocks"])) if key == "disband" else []


def _at_sea(view: View) -> list[str]:
    """8.2 Fleets of the seat that are at sea."""
    blocks = view.own["blocks"]
    return board.in_order([b for b in blocks if board.places()[blocks[b]["at"]].is_sea])


def _roomiest(plan: Plan, ports: list[str]) -> str:
    """The port that can best supply one block more."""
    return min(ports, key=lambda port: (plan.over(port), port))


def _supply_lines(plan: Plan) -> list[str]:
    """8.3 Lines that disband the weakest blocks of each city that has too many."""
    lines = []
    for place in board.places():
        blocks = plan.standing.get(place, [])
        more = plan.over(place)
        if not blocks or more <= 0 or board.places()[place].is_sea:
            continue
        able = [block for block in blocks if board.blocks()[block].levy != "none"]
        able.sort(key=lambda b: (board.blocks()[b].leader, plan.blocks[b]["strength"]))
        names = [block_name(block, plan.view.seat) for block in able]
        lines.append(f"# {place_name(place)} supplies {supply_limit(place)} of {len(blocks)}:")
        lines.append(f"#   {', '.join(names)}")
        lines += [f"- disband: {name}" for name in names[:more]]
    return lines
