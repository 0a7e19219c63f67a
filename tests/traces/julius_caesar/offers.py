"""What a trace of Julius Caesar offers at each choice, beside what our requests would take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from referee.engine.plain import copied
from referee.engine.request import Judgement, Request, View
from referee.engine.words import Answer, Line
from tests.rules.julius_caesar.adapter import (
    Orders,
    board,
    events,
    home_ports,
    legal,
    rounds,
    supply_limit,
    ways_out,
)
from tests.traces.base import GameReport
from tests.traces.julius_caesar import expected as expected
from tests.traces.julius_caesar.answers import Cursor
from tests.traces.julius_caesar.format import PASS, RETREAT, Step


class Offers:
    """Looks at each choice of the trace while an answer is made of them."""

    def __init__(self, cursor: Cursor, report: GameReport, every: int) -> None:
        self.cursor, self.report, self.every = cursor, report, every
        self.walked: Any = None
        self.twin: Orders | None = None
        self.walked_for: Step | None = None
        #: blocks that are lost by our rules already, and by the trace as soon as it is their turn
        self.lost: list[str] = []

    def open(self, requests: Sequence[Request], view: Callable[[str], View]) -> None:
        """Look from now on at the choices that answer these requests."""
        self.requests = {request.seat: request for request in requests}
        self.views = {request.seat: view(request.seat) for request in requests}
        self.cursor.watch = self.look

    def look(self, step: Step) -> None:
        """Compare what a choice offers; whatever differs is explained, or told."""
        find = _FINDERS.get(step.state)
        if find is None or step.seat not in self.requests or step.number % self.every:
            return
        self.request, self.view = self.requests[step.seat], self.views[step.seat]
        self.step = step
        ours, theirs = list(find(self)), self.offered(step)
        self.report.offers[step.state] = self.report.offers.get(step.state, 0) + 1
        for name in sorted({*ours} ^ {*theirs}):
            self.differs(name, name in ours)

    def offered(self, step: Step) -> list[str]:
        """What the trace offers, of that which is compared: to go on with nothing is a choice of
        its own for levies alone."""
        gone = {*self.lost, *(f"{RETREAT}{block}" for block in self.lost)}
        return [n for n in step.offers if n not in gone and (n != PASS or step.state == "levy")]

    def differs(self, name: str, mine: bool) -> None:
        """One choice is ours alone (`mine`), or theirs."""
        reasons = _explain(self, name, mine)
        for reason in reasons:
            self.report.expect(reason)
        if reasons:
            return
        whose = "only we" if mine else "only the trace"
        state, number = self.step.state, self.step.number
        self.report.other.append(f"step {number}, {state}: {whose} would take {name}")

    @property
    def public(self) -> dict[str, Any]:
        """What everybody sees when the request is made."""
        return self.view.public

    def takes(self, line: Line) -> bool:
        """Whether our command would take one line more."""
        if self.step is not self.walked_for:
            self.walked, self.walked_for, self.twin = _walked(self), self.step, None
        twin = self.twin or _twin(self.walked)
        good = not twin.play([line]).faults
        # A line that is refused changes nothing; it only leaves doubts.
        twin.judged, twin.doubts = Judgement(), set()
        self.twin = None if good else twin
        return good

    def ways(self, block: str, public: dict[str, Any] | None = None) -> list[ways_out.Way]:
        """7.6 Every way out of a block now; public: instead of what everybody sees."""
        seat = self.view.seat
        public = public or self.public
        return ways_out.routes(public, seat, block)


# Ours, state by state of the trace.


def _movers(offers: Offers) -> Iterable[str]:
    """6.1 Blocks that could go anywhere now."""
    for block, here in offers.view.own["blocks"].items():
        if any(_goes(offers, block, [here["at"]])):
            yield block


def _targets(offers: Offers) -> Iterable[str]:
    """6.1, 6.2 Where the block in hand could go next; a place that it has reached is stopping."""
    path = offers.cursor.path
    if len(path) > 1:
        yield path[-1]
    yield from _goes(offers, _mover(offers), path)


def _goes(offers: Offers, block: str, path: list[str]) -> Iterator[str]:
    """6.1, 6.2, 6.3 Where a block could go next from the end of a path."""
    for to, kind in board.NEIGHBOURS[path[-1]].items():
        move = {"from": path[0], "blocks": [block], "to": to, "via": path[1:]}
        if kind == "sea" and not board.BLOCKS[block].fleet:
            if len(path) == 1 and _ships(offers, block, to):
                yield to
        elif offers.takes({"move": move if path[1:] else {**move, "via": []}}):
            yield to


def _mover(offers: Offers) -> str:
    """The block that the last ``move_who`` has named."""
    at = offers.step.number - 2
    while offers.cursor.steps[at].state != "move_who":
        at -= 1
    block: str = offers.cursor.steps[at].argument
    return block


def _ships(offers: Offers, block: str, sea: str) -> bool:
    """6.3 Whether the block could be shipped over a sea, to a port of it or of the next ones."""
    seas = [[sea], *([sea, next_sea] for next_sea in board.NEIGHBOURS[sea])]
    return any(
        offers.takes({"ship": {"blocks": [block], "via": via, "to": port}})
        for via in seas
        if board.PLACES[via[-1]].is_sea
        for port in ways_out.ports_of(via[-1])
    )


def _levies(offers: Offers) -> Iterable[str]:
    """6.4 Blocks for which our command takes a line, whatever we would offer; and whether it may
    be left as it is."""
    walk = _walked(offers)
    for block in walk.pool:
        if any(_raised(offers, block, place) for place in _cities(walk, block)):
            yield block
    for block in walk.blocks:
        if offers.takes({"step": block}):
            yield block
    if not offers.request.judge(offers.view, offers.cursor.lines).faults:
        yield PASS


def _raised(offers: Offers, block: str, place: str) -> bool:
    return offers.takes({"levy": {"block": block, "at": place}})


def _cities(walk: Orders, block: str) -> list[str]:
    """Where own blocks stand, and the city that is printed on this one, if it has only one; all
    others are looked at once a block is chosen."""
    printed = legal.levy_places(block)
    own = [here["at"] for here in walk.blocks.values()]
    return list(dict.fromkeys([*printed[:1], *own] if len(printed) == 1 else own))


def _levy_places(offers: Offers) -> Iterable[str]:
    last = offers.cursor.last
    assert last is not None
    return [place for place in board.PLACES if _raised(offers, last.argument, place)]


def _walked(offers: Offers) -> Orders:
    """A command after the lines so far."""
    walk = Orders.on_copy(offers.request, offers.view)
    assert not walk.play(offers.cursor.lines).faults
    return walk


def _twin(walk: Orders) -> Orders:
    """A copy of a command, on which lines are tried."""
    twin = Orders.on_copy(walk.request, walk.view)
    for name, value in vars(walk).items():
        if name not in _ITS_OWN:
            setattr(twin, name, copied(value))
    return twin


#: What a copy of a command has of its own: the position that lines change.
_ITS_OWN = ("request", "table", "judged", "public", "own", "blocks", "pool", "doubts")


def _turn(offers: Offers) -> Iterable[str]:
    """7.2 Who acts, and who could leave."""
    battle = offers.public["battle"]
    for block in offers.request.args["blocks"]:
        yield block
        if battle["round"] > 1 and offers.ways(block):
            yield f"{RETREAT}{block}"


def _exits(offers: Offers) -> Iterable[str]:
    last = offers.cursor.last
    assert last is not None
    return [way.via or way.to for way in offers.ways(last.argument)]


def _sea_exits(offers: Offers) -> Iterable[str]:
    steps, at = offers.cursor.steps, offers.step.number - 1
    sea, block = steps[at - 1].argument, steps[at - 2].argument
    return [way.to for way in offers.ways(block) if way.via == sea]


def _hits(offers: Offers) -> Iterable[str]:
    basis = rounds.face_up(offers.public["battle"], offers.view.seat)
    for line in offers.cursor.lines:
        basis = rounds.after_hit(basis, str(line["hit"]))
    return rounds.strongest(basis)


def _regroupers(offers: Offers) -> Iterable[str]:
    place = offers.request.args["place"]
    for block, here in offers.view.own["blocks"].items():
        if here["at"] == place and any(_regroups(offers, block, to) for to in _near(place)):
            yield block


def _regroup_places(offers: Offers) -> Iterable[str]:
    last = offers.cursor.last
    assert last is not None
    near = _near(offers.request.args["place"])
    return [to for to in near if _regroups(offers, last.argument, to)]


def _near(place: str) -> list[str]:
    return list(board.NEIGHBOURS[place])


def _regroups(offers: Offers, block: str, to: str) -> bool:
    lines: Answer = [*offers.cursor.lines, {"regroup": {"blocks": [block], "to": to}}]
    return not offers.request.judge(offers.view, lines).faults


def _jupiter(offers: Offers) -> Iterable[str]:
    return events.targets(offers.public, offers.view.seat)


def _named(offers: Offers) -> Iterable[str]:
    places: list[str] = offers.request.args["places"]
    return places


def _ports(offers: Offers) -> Iterable[str]:
    last = offers.cursor.last
    assert last is not None
    sea = offers.view.own["blocks"][last.argument]["at"]
    return home_ports(offers.public, offers.view.seat, sea)


def _homeless(offers: Offers) -> Iterable[str]:
    """8.2 Fleets at sea that have a port to go to."""
    seat = offers.view.seat
    return [
        block
        for block, place in _standing(offers).items()
        if board.PLACES[place].is_sea and home_ports(offers.public, seat, place)
    ]


def _disbanded(offers: Offers) -> Iterable[str]:
    """8.3, 8.5 Who can be disbanded: first those that are too many, fleets left at sea with them;
    then anybody, but never Cleopatra."""
    basis = _standing(offers)
    places = list(basis.values())
    too_many = [
        place
        for place in dict.fromkeys(places)
        if board.PLACES[place].is_sea or places.count(place) > supply_limit(place)
    ]
    basis.pop("cleopatra", None)
    if too_many:
        return [block for block, place in basis.items() if place in too_many]
    return basis


def _standing(offers: Offers) -> dict[str, str]:
    """Where the blocks of the one who chooses stand by the trace, within a winter turn."""
    return {
        block: place
        for block, (seat, place, _) in offers.cursor.position.items()
        if seat == offers.view.seat and place in board.PLACES
    }


_FINDERS: dict[str, Callable[[Offers], Iterable[str]]] = {
    "move_who": _movers,
    "move_where": _targets,
    "move_where_2": _targets,
    "mercury_move_1": _targets,
    "mercury_move_2": _targets,
    "mercury_move_3": _targets,
    "levy": _levies,
    "levy_where": _levy_places,
    "battle_round": _turn,
    "retreat": _exits,
    "sea_retreat": _sea_exits,
    "battle_hits": _hits,
    "regroup": _regroupers,
    "regroup_to": _regroup_places,
    "jupiter": _jupiter,
    "vulcan": _named,
    "pick_battle": _named,
    "navis_to_port": _homeless,
    "navis_to_port_where": _ports,
    "disband": _disbanded,
}


def _explain(offers: Offers, name: str, mine: bool) -> list[str]:
    """Why only we take a choice (`mine`), or only they, if the facts say it."""
    if offers.step.state in ("battle_round", "retreat", "sea_retreat"):
        return _explain_retreat(offers, name, mine)
    found = _explain_mine(offers, name) if mine else None
    return [found] if found else []


def _explain_mine(offers: Offers, name: str) -> str | None:
    """Why only we take a choice outside battle."""
    state, path = offers.step.state, offers.cursor.path
    if state == "levy" and name == PASS:
        return expected.LEVIES if offers.step.offers else None
    if state in ("move_where_2", "mercury_move_2", "mercury_move_3") and name in path[:-1]:
        return expected.BACK
    if state == "move_where" and board.edge(path[0], name) == "strait":
        return expected.STRAIT if _second_reacts(offers, path[0], name) else None
    if state == "jupiter" and board.PLACES[name].is_sea:
        return expected.FLEET_AT_SEA
    return None


def _second_reacts(offers: Offers, start: str, to: str) -> bool:
    """Ruling 11 Whether one block of the second player has crossed a strait to his own attacked
    city, so that this would be the next."""
    public, seat = offers.public, offers.view.seat
    attack = legal.attack_on(public, to)
    own = attack is not None and attack["defender"] == seat != public["first"]
    crossed = offers.walked.public["roads"].get(seat, {}).get(board.road(start, to), 0)
    return own and crossed == 1 and legal.status(public, to, seat) == legal.CONTESTED


def _explain_retreat(offers: Offers, name: str, mine: bool) -> list[str]:
    """Rulings 38 and 59: what our rules would take if both players had one sea retreat together,
    or if a road that somebody has used elsewhere counted, must be what the trace takes."""
    if offers.step.state == "battle_round" and not _may_leave(offers, name):
        return []
    both = {ways_out.SEA_RETREATS: "one"}
    shared = {**offers.public, "options": {**offers.public["options"], **both}}
    mixed = list(_mixed(offers.public))
    tries = [([expected.SEA_RETREAT], shared)]
    tries += [([expected.ROADS], public) for public in mixed]
    tries += [
        ([expected.ROADS, expected.SEA_RETREAT], {**public, "options": shared["options"]})
        for public in mixed
    ]
    return next((why for why, public in tries if _leaves(offers, name, public) != mine), [])


def _may_leave(offers: Offers, name: str) -> bool:
    """7.2, 7.6 Whether a choice is that of a block that acts now to retreat, in time for that."""
    acts = name.removeprefix(RETREAT) in offers.request.args["blocks"]
    return name.startswith(RETREAT) and acts and offers.public["battle"]["round"] > 1


def _leaves(offers: Offers, name: str, public: dict[str, Any]) -> bool:
    """Whether a choice of a retreat could be made if everybody saw this."""
    steps, at = offers.cursor.steps, offers.step.number - 1
    if offers.step.state == "battle_round":
        return bool(offers.ways(name.removeprefix(RETREAT), public))
    if offers.step.state == "retreat":
        return name in [way.via or way.to for way in offers.ways(steps[at - 1].argument, public)]
    sea, block = steps[at - 1].argument, steps[at - 2].argument
    return name in [way.to for way in offers.ways(block, public) if way.via == sea]


def _mixed(public: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Ruling 59 What everybody would see if one mark stood for each road: roads that the attacker
    has used elsewhere count as used for this battle, and roads of this battle that the other
    player has used as well may have lost their mark."""
    battle = public["battle"]
    place, seat = battle["place"], battle["attacker"]
    attack = legal.attack_on(public, place)
    if attack is None:
        return
    came = legal.entered(public, place, seat)
    near = {to: board.road(place, to) for to in board.NEIGHBOURS[place]}
    used = public["roads"]
    gained = {to: 1 for to in near if near[to] in used.get(seat, {}) and to not in came}
    kept = {to: n for to, n in came.items() if near.get(to) not in used.get(board.other(seat), {})}
    for roads in ({**came, **gained}, {**kept, **gained}):
        entries = {**attack["entries"], seat: roads}
        if roads != came:
            yield {
                **public,
                "attacks": {**public["attacks"], place: {**attack, "entries": entries}},
            }
