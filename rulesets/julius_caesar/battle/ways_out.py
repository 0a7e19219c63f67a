"""Ways out of a battle (7.6 to 7.64, 7.82): where a block can go, and how many can go one way.

A land block leaves by road, or across one friendly sea to another port.  A fleet leaves over a sea
border.  Each road has a limit per round; by sea one land block per player leaves.  A block that
leaves uses up room, and where it arrives is friendly from then on: that may open a way for others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.engine.action import Problem
from referee.engine.request import Data
from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.battle import rounds
from rulesets.julius_caesar.board import other
from rulesets.julius_caesar.board.naming import block_name, listed, place_name, several

#: counts land blocks that have left by sea (7.64); no road has this name
BY_SEA = "sea"

#: options: sea retreats of both players in a round (ruling 38), fleets that leave a port (ruling
#: 40)
SEA_RETREATS = "sea-retreats"
PORT_RETREAT = "port-retreat"


class Way(NamedTuple):
    """One way out: straight to a neighbour, or across a sea to a port of that sea."""

    to: str
    via: str | None = None


def ports_of(sea: str) -> list[str]:
    """4.42 The ports of a sea, in the order of the map."""
    return [near for near in board.NEIGHBOURS[sea] if not board.PLACES[near].is_sea]


def gone(public: Data, seat: str, block: str, way: Way) -> Data:
    """7.61, 7.64 The ways used in this round after one more block has left, counted by its road or
    border, or as the one passage by sea."""
    battle, by_sea = public["battle"], way.via and not board.is_fleet(block)
    name = BY_SEA if by_sea else board.road(battle["place"], way.via or way.to)
    taken = battle["retreats"].get(seat, {})
    return {**battle["retreats"], seat: {**taken, name: taken.get(name, 0) + 1}}


class Exits:
    """The ways out for one side, by public information."""

    def __init__(self, public: Data, seat: str) -> None:
        self.public, self.seat, self.battle = public, seat, public["battle"]
        self.place: str = self.battle["place"]
        self.attacking: bool = self.battle["attacker"] == seat

    def status(self, place: str) -> str:
        """4.21 Friendly, enemy, Vacant or contested."""
        return legal.status(self.public, place, self.seat)

    def used(self, seat: str, name: str) -> int:
        """7.61 How many blocks of a seat have left one way in this round: by a road, or
        `BY_SEA`."""
        number: int = self.battle["retreats"].get(seat, {}).get(name, 0)
        return number

    def attackers_came(self, near: str) -> bool:
        """7.62, 7.63, ruling 58 Whether the attackers came into the battle from a place."""
        return near in legal.entered(self.public, self.place, self.battle["attacker"])

    def refuse(self, block: str, way: Way) -> Problem | None:
        """7.6 Why a block cannot go that way now (the first reason); None if it can."""
        to, via = way
        if not board.is_fleet(block):
            return next(self._by_sea(to, via) if via else self._by_road(to), None)
        if self.public["scenario"] == "land":
            name = block_name(block, self.seat)
            return Problem(f"{name} is a fleet and cannot leave port", "7.82")
        return next(self._port_to_port(to, via) if via else self._over_border(to), None)

    def _barred(self, place: str) -> Iterator[Problem]:
        """7.61 Nobody retreats to a place with enemy blocks."""
        if (status := self.status(place)) in (legal.ENEMY, legal.CONTESTED):
            yield Problem(f"{place_name(place)} is {legal.HELD[status]}", "7.61")

    def _by_road(self, to: str) -> Iterator[Problem]:
        """7.6 to 7.63 A land block goes to friendly or Vacant cities: an attacker to Vacant ones
        only by a road that his side came by, a defender by no road that the attackers came by."""
        kind = board.edge(self.place, to)
        if kind in (None, "sea"):
            reason = f"no road leads from {place_name(self.place)} to {place_name(to)}"
            yield Problem(reason, "7.6", "a block must retreat to an adjacent city")
        yield from self._barred(to)
        came = self.attackers_came(to)
        if came and not self.attacking:
            reason = f"the attacker came by the road from {place_name(to)}"
            yield Problem(reason, "7.63", "a defender must retreat by another road")
        if self.attacking and not came and self.status(to) != legal.FRIENDLY:
            reason = f"{place_name(to)} is Vacant, and your side did not come by that road"
            hint = "an attacker must retreat to a friendly city, or to a Vacant one he came from"
            yield Problem(reason, "7.62", hint)
        most = board.limit(str(kind), "retreat")
        if self.used(self.seat, board.road(self.place, to)) >= most:
            road = "the strait" if kind == "strait" else f"the {kind} road"
            reason = f"{road} to {place_name(to)} takes only {several(most, 'block')} in a round"
            yield Problem(f"{reason} of retreats", "7.61", "send it another way, or later")

    def _passage(self, to: str, via: str) -> Iterator[Problem]:
        """7.64 The sea must touch both the place of the battle and the port."""
        if not board.PLACES[via].is_sea:
            yield Problem(
                f"{place_name(via)} is not a sea", "7.64", "via must name the sea that is crossed"
            )
        for port in (self.place, to):
            if via not in board.PLACES[port].seas:
                yield Problem(f"{place_name(port)} is not a port of {place_name(via)}", "7.64")
        if self.place == to:
            yield Problem(f"the battle is in {place_name(to)}", "7.6")

    def _by_sea(self, to: str, via: str) -> Iterator[Problem]:
        """7.64 A land block crosses a friendly sea to a friendly port, one per round."""
        yield from self._passage(to, via)
        if self.status(via) != legal.FRIENDLY:
            reason = f"{place_name(via)} is not friendly: none of your fleets holds it"
            yield Problem(reason, "7.64", "land blocks need a friendly sea to leave by")
        if self.status(to) != legal.FRIENDLY:
            hint = "by sea a block can retreat only to a friendly port"
            yield Problem(f"{place_name(to)} is not friendly", "7.64", hint)
        both = self.public["options"].get(SEA_RETREATS) == "one"
        if self.used(self.seat, BY_SEA) or (both and self.used(other(self.seat), BY_SEA)):
            whose = "one land block" if both else "one land block of each player"
            reason = f"only {whose} can retreat by sea in a round"
            yield Problem(reason, "7.64", "send it by road, or later")

    def _over_border(self, to: str) -> Iterator[Problem]:
        """7.82 A fleet goes to friendly seas and ports; an attacker's also back where his side came
        from, a defender's also to Vacant seas that the attackers did not come from."""
        if board.edge(self.place, to) != "sea":
            reason = f"no sea border leads from {place_name(self.place)} to {place_name(to)}"
            at_sea = board.PLACES[self.place].is_sea
            near = "a sea or port" if at_sea else "a sea"
            yield Problem(reason, "7.82", f"a fleet must retreat to {near} adjacent to it")
        yield from self._barred(to)
        if self.status(to) == legal.FRIENDLY:
            return
        came = self.attackers_came(to)
        if self.attacking and not came:
            reason = f"{place_name(to)} is Vacant, and your side did not come from there"
            hint = (
                "attacking fleets must go to friendly seas and ports, or back where they came from"
            )
            yield Problem(reason, "7.82", hint)
        if not self.attacking and not board.PLACES[to].is_sea:
            hint = "defending fleets can go only to friendly ports"
            yield Problem(f"{place_name(to)} is Vacant", "7.82", hint)
        if not self.attacking and came:
            hint = "a defending fleet must go to another sea, or to a friendly one"
            yield Problem(f"the attacker came from {place_name(to)}", "7.82", hint)

    def _port_to_port(self, to: str, via: str) -> Iterator[Problem]:
        """7.82, ruling 40 By the option, a fleet goes to a friendly port of the same sea."""
        if self.public["options"].get(PORT_RETREAT) != "same-sea":
            hint = "it must go to a sea of that port"
            yield Problem("fleets cannot retreat from port to port", "7.82", hint)
        yield from (wrong._replace(rule="7.82") for wrong in self._passage(to, via))
        yield from self._barred(via)
        if self.status(to) != legal.FRIENDLY:
            yield Problem(f"{place_name(to)} is not friendly", "7.82", "name a friendly port")

    def leading(self, block: str) -> Iterator[Way]:
        """Every way that leads out of the battle, for that kind of block: by road or border, then
        across a sea."""
        fleet = board.is_fleet(block)
        yield from map(Way, board.beside(self.place, by_sea=fleet))
        if fleet and self.public["options"].get(PORT_RETREAT) != "same-sea":
            return
        for sea in board.PLACES[self.place].seas:
            # An empty sea carries nobody; most seas are empty, and this is called often.
            if fleet or sea in self.public["places"]:
                yield from (Way(port, sea) for port in ports_of(sea))

    def resolve(self, block: str, to: str, via: str | None) -> Way | Problem:
        """7.6, 7.64 The way that an order means, or why it cannot be used.

        Without `via` it means a road or border, or if there is none a sea that leads there."""
        kind, fleet = board.edge(self.place, to), board.is_fleet(block)
        beside = kind is not None and (kind == "sea") is fleet
        shared = [at for at in board.PLACES[self.place].seas if at in board.PLACES[to].seas]
        said = via is not None or beside or self.public["scenario"] == "land" or not shared
        ways = [Way(to, via)] if said else [Way(to, sea) for sea in shared]
        refusals = []
        for way in ways:
            if not (refusal := self.refuse(block, way)):
                return way
            refusals.append(refusal)
        closed = all(self.status(sea) != legal.FRIENDLY for sea in shared)
        if len(ways) > 1 and closed and not fleet and to != self.place:
            neither = f"neither {listed(map(place_name, shared), 'nor')} is friendly"
            hint = "land blocks need a friendly sea to leave by"
            return Problem(f"{neither}: you have no fleet there", "7.64", hint)
        return refusals[0]


def routes(public: Data, seat: str, block: str) -> list[Way]:
    """7.2, 7.6 Every way that a block can go now; in round 1 nobody retreats."""
    if public["battle"]["round"] == 1:
        return []
    exits = Exits(public, seat)
    return [way for way in exits.leading(block) if exits.refuse(block, way) is None]


# Blocks that must leave.


def last_ways(public: Data, seat: str, blocks: Sequence[str]) -> dict[str, list[Way]]:
    """7.2, 7.6 For each block that must leave, every way that it may find, whichever of the others
    go before it.

    The owner chooses the order in which the blocks of a letter act; so a block that has no way yet
    is lost only if none of the others can open one."""
    if not rounds.must_leave(public["battle"], seat):
        return {}
    return {
        block: routes(_opened(public, seat, [one for one in blocks if one != block]), seat, block)
        for block in blocks
    }


def _opened(public: Data, seat: str, others: Sequence[str]) -> Data:
    """4.21 The board with everything that these blocks can open for each other and for the rest."""
    ends = (way.to for block in others for way in routes(public, seat, block))
    new = [to for to in ends if legal.status(public, to, seat) != legal.FRIENDLY]
    return _opened(_held(public, seat, new), seat, others) if new else public


def _held(public: Data, seat: str, places: Sequence[str]) -> Data:
    """4.21 The board if a seat also held these places, as far as it matters here."""
    return {**public, "places": {**public["places"], **{place: {seat: {}} for place in places}}}


def trapped(public: Data, seat: str, blocks: Sequence[str]) -> list[str]:
    """7.6 Blocks that must leave and cannot."""
    return [block for block, ways in last_ways(public, seat, blocks).items() if not ways]


def only_ways(public: Data, seat: str, blocks: Sequence[str]) -> dict[str, Way]:
    """7.61, 7.62 How blocks that must leave do so, if each has one way and there is room for all;
    otherwise {}."""
    found: dict[str, Way] = {}
    for block, ways in last_ways(public, seat, blocks).items():
        if len(ways) != 1 or ways[0] not in routes(public, seat, block):
            return {}
        found[block] = ways[0]
        public = _held(public, seat, [ways[0].to])
        public["battle"] = {**public["battle"], "retreats": gone(public, seat, block, ways[0])}
    return found
