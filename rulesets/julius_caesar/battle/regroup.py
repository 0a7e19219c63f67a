"""After a battle the winner may regroup (7.7): his blocks go one city on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from referee.engine.action import Action, Problem
from referee.engine.asking import carried_out
from referee.engine.request import Data
from referee.engine.words import Answer, Fields, Many, Name, Word
from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar import verbs as board_verbs
from rulesets.julius_caesar.battle import rounds, verbs
from rulesets.julius_caesar.board.naming import listed, place_name

if TYPE_CHECKING:
    from referee.engine.table import Table

_OPEN = (legal.FRIENDLY, legal.NEUTRAL)


def open_places(public: Data, place: str, seat: str, fleets: bool) -> list[str]:
    """7.7, 7.83 Neighbours friendly or neutral to the winner, in alphabetical order: by road for
    land blocks, over a sea border for fleets."""
    if fleets and public["scenario"] == "land":
        return []
    near = board.neighbours(place).items()
    side = [to for to, kind in near if (kind == "sea") is fleets]
    return [to for to in side if legal.status(public, to, seat) in _OPEN]


def possible(public: Data) -> bool:
    """7.7, 7.83 Whether anybody could regroup, as far as both players know."""
    battle = public["battle"]
    winner, place = battle["winner"], battle["place"]
    kinds = [("land", False), ("fleets", True)] if winner else []
    return any(battle["able"][k] and open_places(public, place, winner, sea) for k, sea in kinds)


class RegroupWalk(rounds.BattleWalk):
    """Groups that are sent away, one after the other; they go together.

    named: block -> where to, of all lines so far, whatever becomes of them."""

    def begin(self) -> None:
        """Nobody is sent away."""
        self.place: str = self.request.args["place"]
        self.named: dict[str, str] = {}
        self.going: dict[str, list[str]] = {}

    @cached_property
    def able(self) -> list[str]:
        """7.7, 7.83 Who could go at first: all at the place, in the rulebook's order; fleets of the
        land scenario stay in port."""
        here = [block for block, part in self.own["blocks"].items() if part["at"] == self.place]
        stay = self.public["scenario"] == "land"
        return board.in_order(block for block in here if not (stay and board.is_fleet(block)))

    @cached_property
    def open(self) -> list[str]:
        """Where somebody could go at first, in alphabetical order."""
        sorts = {board.is_fleet(block): None for block in self.able}
        near = (open_places(self.public, self.place, self.seat, fleets) for fleets in sorts)
        return sorted(to for places in near for to in places)

    @property
    def left(self) -> list[str]:
        """7.7 Blocks that can still be sent."""
        return [block for block in self.able if block not in self.named]

    def who(self, to: str) -> list[str]:
        """7.83 Of them those for a neighbour: fleets over a sea border, others by road."""
        by_sea = board.edge(self.place, to) == "sea"
        return [block for block in self.left if board.is_fleet(block) is by_sea]

    def room(self, to: str) -> int:
        """6.11 How many more blocks can go to a neighbour."""
        kind = board.neighbours(self.place)[to]
        return board.limit(kind, "regroup") - list(self.named.values()).count(to)

    def takes(self, block: str, to: str) -> bool:
        """Whether a block can be sent to a place now."""
        return to in self.open and block in self.who(to) and self.room(to) > 0

    def finish(self) -> None:
        """7.7 They go, as is told: by the map, which blocks by the rulebook's list."""
        for to in board.on_the_board(self.going):
            blocks = board.in_order(self.going[to])
            board_verbs.shift_group(self.table, self.seat, blocks, to)
        if not self.going:
            verbs.stay(self.table)


class Send(Action[RegroupWalk]):
    """7.7 Regroup these blocks to one place."""

    example = "regroup: {blocks: [Legio 7, Legio 8], to: Rhegium}"
    word = "regroup"
    takes = Fields({"blocks": Many(Name("block")), "to": Name("place")})

    def problems(self) -> Iterable[Problem]:
        """7.7, 6.11 Friendly or neutral neighbours, by road, within the limit of each road."""
        closed = self.closed(self.value["to"])
        if closed:
            yield closed._replace(path=("to",))
        for index, block in enumerate(self.value["blocks"]):
            wrong = next(iter(self.absent(block) if closed else self.hindrances(block)), None)
            if wrong:
                closed = wrong
                yield wrong._replace(path=("blocks", index))
            else:
                self.walk.named[block] = self.value["to"]

    async def does(self) -> None:
        """They go with all others."""
        self.walk.going.setdefault(self.value["to"], []).extend(self.value["blocks"])

    def closed(self, to: str) -> Problem | None:
        """7.7 Why nobody can go to a place."""
        walk, name, here = self.walk, place_name(to), place_name(self.walk.place)
        kind, status = board.edge(walk.place, to), legal.status(self.public, to, self.seat)
        if to in walk.open:
            return None
        if kind is None:
            way = "sea border" if board.places()[walk.place].is_sea else "road"
            reason = f"no {way} leads from {here} to {name}"
        elif status not in _OPEN:
            reason = f"{name} is {'held by the enemy' if status == legal.ENEMY else status}"
        else:
            by_road = f"you have no land blocks in {here}"
            reason = "nobody regroups by sea" if kind == "sea" else by_road
        return Problem(reason, "7.7", "open are " + listed(map(place_name, walk.open)))

    def absent(self, block: str) -> Iterator[Problem]:
        """7.7, 7.83 Why a block cannot be sent."""
        walk, name = self.walk, self.walk.name(block)
        if block in walk.named:
            yield Problem(f"{name} has been sent away already", "7.7", "a block regroups once")
        if self.own["blocks"].get(block, {}).get("at") != walk.place:
            yield Problem(f"{name} is not one of your blocks in {place_name(walk.place)}", "7.7")
        if block not in walk.able:
            yield Problem(f"{name} is a fleet and does not leave port", "7.83")

    def hindrances(self, block: str) -> Iterator[Problem]:
        """7.7, 7.83, 6.11 Why it cannot go there: land blocks go by road, fleets over sea borders,
        and a road takes so many."""
        yield from self.absent(block)
        walk, to, name = self.walk, self.value["to"], self.walk.name(block)
        if block not in walk.who(to):
            by_sea = Problem(f"{name} is no fleet, and land blocks do not regroup by sea", "7.7")
            hint = "it goes to a sea that the port opens on"
            by_road = Problem(f"{name} is a fleet and goes by sea", "7.83", hint)
            yield by_road if board.is_fleet(block) else by_sea
        if walk.room(to) <= 0:
            kind = str(board.edge(walk.place, to))
            road = "a strait" if kind == "strait" else f"a {kind} road"
            most = f"{board.limit(kind, 'regroup')} blocks at most"
            reason = f"{place_name(walk.place)} to {place_name(to)} is {road}: {most}"
            yield Problem(reason, "6.11", "send it another way or let it stay")


class Regroup(rounds.BattleRequest):
    """7.7 Regroup after a battle that you have won; blocks that you do not name stay.

    args: place."""

    kind, rule, walk, actions = "regroup", "7.7", RegroupWalk, (Send,)
    selectors: ClassVar[Mapping[str, Word]] = {"at": Name("place")}

    def title(self, reader: str = "") -> str:
        """What is asked."""
        return f"battle of {place_name(self.args['place'])} won: who regroups, and where to?"

    def forced(self, public: Data) -> Answer | None:
        """7.7 Nobody goes where nobody can."""
        return None if possible(public) else []


async def regroup(table: Table) -> None:
    """7.7 The winner may regroup before the next battle is named."""
    battle = table.public["battle"]
    if possible(table.public):
        await carried_out(table, Regroup(battle["winner"], place=battle["place"]))
    verbs.close(table)
