"""After a battle the winner may regroup (7.7): his blocks move to a neighbouring place."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from referee.engine.action import DOUBTED, Action, Problem
from referee.engine.asking import carried_out
from referee.engine.beside import Chance, Helper, helped
from referee.engine.request import Data, Quantity, View
from referee.engine.table import Table
from referee.engine.words import Answer, Fields, Name, Nothing, Word, parts
from referee.kit.lines import packed
from rulesets.julius_caesar import board, legal, verbs
from rulesets.julius_caesar.battle.asked import BattleRequest, BattleWalk
from rulesets.julius_caesar.block_walk import all_of, by_place
from rulesets.julius_caesar.board.naming import BLOCKS, PLACES, hinted, place_name, several, written

_OPEN = (legal.FRIENDLY, legal.VACANT)

#: what rules on the time after a battle can compare
BATTLES_LEFT: Mapping[str, Quantity] = {
    "battles left": Quantity(
        "battles still to be fought this turn",
        lambda request, view: len(legal.contested(view.public)),
    )
}


def open_places(public: Data, place: str, seat: str, fleets: bool) -> list[str]:
    """7.7, 7.83 Neighbours that are friendly to the winner or Vacant, in alphabetical order: by
    road for land blocks, over a sea border for fleets, which stay in port in the scenario
    `land`."""
    if fleets and public["scenario"] == "land":
        return []
    near = board.beside(place, by_sea=fleets)
    return [to for to in near if legal.status(public, to, seat) in _OPEN]


def possible(public: Data) -> bool:
    """7.7, 7.83 Whether anyone could regroup, as far as both players know."""
    battle = public["battle"]
    winner, place = battle["winner"], battle["place"]
    kinds = [("land", False), ("fleets", True)] if winner else []
    return any(battle["able"][k] and open_places(public, place, winner, sea) for k, sea in kinds)


async def regroup(table: Table) -> None:
    """7.7, 7.1 The winner may regroup before the next battle is named."""
    public, battle = table.public, table.public["battle"]
    if possible(public):
        await carried_out(table, Regroup(battle["winner"], place=battle["place"]))
    public["fought"] = [*public["fought"], battle["place"]]
    public["battle"] = None
    table.tell("battle closed", None)


class RegroupWalk(BattleWalk):
    """Groups that regroup, line by line; they all move together at the end.

    named, going: block -> destination, of all lines so far, and of those that are legal."""

    def begin(self) -> None:
        """Nobody has been sent yet."""
        super().begin()
        self.place: str = self.request.args["place"]
        self.named: dict[str, str] = {}
        self.going: dict[str, str] = {}

    @cached_property
    def able(self) -> list[str]:
        """7.7, 7.83 Blocks that could move at first: all at the place, in the rulebook's order,
        except fleets in the scenario `land`."""
        here, stay = board.standing(self.blocks, self.place), self.public["scenario"] == "land"
        return [block for block in here if not (stay and board.is_fleet(block))]

    @cached_property
    def open(self) -> list[str]:
        """Where someone could move at first, in alphabetical order."""
        sorts = {board.is_fleet(block): None for block in self.able}
        near = (open_places(self.public, self.place, self.seat, fleets) for fleets in sorts)
        return sorted(to for places in near for to in places)

    @property
    def left(self) -> list[str]:
        """7.7 Blocks that can still be sent."""
        return [block for block in self.able if block not in self.named]

    def who(self, to: str) -> list[str]:
        """7.83 Those of them that can go to a neighbour: fleets over a sea border, others by
        road."""
        by_sea = board.edge(self.place, to) == "sea"
        return [block for block in self.left if board.is_fleet(block) is by_sea]

    def room(self, to: str) -> int:
        """6.11 How many more blocks can go to a neighbour."""
        kind = board.NEIGHBOURS[self.place][to]
        return board.limit(kind, "regroup") - list(self.named.values()).count(to)

    def remarks(self) -> Iterable[str]:
        """Whether nobody stays."""
        return self.emptied([self.place])

    def finish(self) -> None:
        """7.7 They move; reported in map order, the blocks in the rulebook's order."""
        for to, blocks in by_place(self.going).items():
            told = {"at": self.place, "to": to}
            verbs.send(self.table, "regroup", self.seat, blocks, to, told)
        if not self.going:
            self.table.tell("stay", {"seat": self.seat, "at": self.place})


class Send(Action[RegroupWalk]):
    """7.7 Regroup these blocks to one place."""

    example = "regroup: {blocks: [Legio 7, Legio 8], to: Rhegium}"
    word, takes = "regroup", Fields({"blocks": BLOCKS, "to": Name("place")})

    def problems(self) -> Iterable[Problem]:
        """7.7, 6.11 To friendly or Vacant neighbours, by road, within the limit of each road; a
        full road is told of once, whatever is wrong with other blocks."""
        to, told = self.value["to"], False
        closed = self.closed(to)
        if closed:
            yield closed.at("to")
        for index, block in enumerate(self.value["blocks"]):
            wrong = self.absent(block) or (None if closed else self.unfit(block))
            if not wrong and not closed and self.walk.room(to) <= 0:
                wrong, told = (DOUBTED if told else self.full(to)), True
            if wrong:
                yield wrong.at("blocks", index)
            else:
                self.walk.named[block] = to

    async def does(self) -> None:
        """They move with all others."""
        self.walk.going |= dict.fromkeys(self.value["blocks"], self.value["to"])

    def closed(self, to: str) -> Problem | None:
        """7.7 Why nobody can go to a place."""
        walk, here = self.walk, place_name(self.walk.place)
        kind = board.edge(walk.place, to)
        if to in walk.open:
            return None
        if kind is None:
            way = "sea border" if board.PLACES[walk.place].is_sea else "road"
            reason = f"no {way} leads from {here} to {place_name(to)}"
        elif walk.status(to) not in _OPEN:
            reason = walk.held(to)
        else:
            by_road = f"you have no land blocks in {here}"
            reason = "none of your blocks can regroup by sea" if kind == "sea" else by_road
        return Problem(reason, "7.7", f"you can regroup to {all_of(walk.open)}")

    def absent(self, block: str) -> Problem | None:
        """7.7, 7.83 Why a block cannot be sent."""
        walk, name = self.walk, self.walk.name(block)
        if block in walk.named:
            return Problem(
                f"{name} already regroups in an earlier line", "7.7", "a block regroups once"
            )
        if walk.blocks.get(block, {}).get("at") != walk.place:
            return Problem(f"{name} is not one of your blocks in {place_name(walk.place)}", "7.7")
        if block not in walk.able:
            return Problem(f"{name} is a fleet and cannot leave port", "7.83")
        return None

    def unfit(self, block: str) -> Problem | None:
        """7.7, 7.83 Why it cannot go there: land blocks go by road, fleets over sea borders."""
        by_sea, name = board.edge(self.walk.place, self.value["to"]) == "sea", self.walk.name(block)
        if by_sea is board.is_fleet(block):
            return None
        if by_sea:
            return Problem(f"{name} is a land block and cannot regroup by sea", "7.7")
        hint = "it must go to a sea of that port"
        return Problem(f"{name} is a fleet and can only go by sea", "7.83", hint)

    def full(self, to: str) -> Problem:
        """6.11 The road takes no more blocks."""
        place, kind = self.walk.place, str(board.edge(self.walk.place, to))
        road = "a strait" if kind == "strait" else f"a {kind} road"
        most = f"{board.limit(kind, 'regroup')} blocks at most"
        reason = f"{place_name(place)} to {place_name(to)} is {road}: {most}"
        return Problem(reason, "6.11", "send it another way or let it stay")


class Regroup(BattleRequest):
    """7.7 Regroup after a battle that you have won; blocks that you do not name stay.

    args: place."""

    kind, rule, walk, actions = "regroup", "7.7", RegroupWalk, (Send,)
    question = "battle of {place} won: who regroups, and where to?"
    selectors: ClassVar[Mapping[str, Word]] = {"at": Name("place")}

    def forced(self, public: Data) -> Answer | None:
        """7.7 No question if nobody can move."""
        return None if possible(public) else []


class RegroupHelp(Helper[Regroup]):
    """Who can go, and where.  The lines of a rule send blocks, in order, as far as there is room;
    the others stay."""

    quantities: ClassVar[Mapping[str, Quantity]] = {
        "own blocks": Quantity(
            "your blocks in the place that you have won",
            lambda request, view: legal.count(view.public, request.args["place"], request.seat),
        ),
        **BATTLES_LEFT,
    }
    policies: ClassVar[Mapping[str, Word]] = {
        "stay": Nothing(),
        "keep": BLOCKS,
        "go": Fields({"blocks": BLOCKS, "to": PLACES}),
        "all": PLACES,
        "spread": Nothing(),
    }

    def follow(self, request: Regroup, view: View, then: Answer) -> Answer:
        """7.7 Lines by place; nobody moves if nobody can."""
        walk = RegroupWalk.on_copy(request, view)
        kept: set[str] = set()
        for word, value in parts(then):
            if word == "stay":
                break
            if word == "keep":
                kept |= set(value)
                continue
            for block, to in _sent(walk, word, value, kept):
                walk.named[block] = to
        return _groups(walk.named)

    def template(self, request: Regroup, view: View) -> list[str]:
        """Nobody moves; comments show who could, and where."""
        walk = RegroupWalk.on_copy(request, view)
        head = "# blocks that you do not name stay; these can go:"
        first, *more = packed(head, map(walk.name, walk.left), 0)
        lines = [first, *(f"#   {line}" for line in more)]
        for to in walk.open:
            who = list(map(walk.name, walk.who(to)))[: walk.room(to)]
            most = f"  # up to {several(walk.room(to), 'block')}"
            behind = f"], to: {place_name(to)}}}{most if walk.room(to) < board.NO_LIMIT else ''}"
            lines += [f"# {hinted('- regroup: {blocks: [', who, behind)}"] if who else []
        return lines

    def later(self, request: Regroup, view: View) -> list[str]:
        """7.1 The next battle."""
        left = [at for at in legal.contested(view.public) if at != request.args["place"]]
        return later_battle(view, left)

    def at_hand(self, request: Regroup, view: View, key: str, beside: object) -> list[str]:
        """7.7 Blocks that can move, and where."""
        walk = RegroupWalk.on_copy(request, view)
        return walk.open if key == "to" else walk.left

    def sample(self, request: Regroup, view: View, chance: Chance) -> Answer:
        """Nobody, or some blocks to some open neighbours, up to three groups."""
        if chance.random() < 0.4:
            return []
        walk = RegroupWalk.on_copy(request, view)
        for to in chance.sample(walk.open, min(len(walk.open), chance.randint(1, 3))):
            who = walk.who(to)
            blocks = chance.sample(who, chance.randint(0, min(len(who), walk.room(to))))
            walk.named |= dict.fromkeys(blocks, to)
        return _groups(walk.named)


def _sent(
    walk: RegroupWalk, word: str, value: Any, kept: Collection[str]
) -> Iterator[tuple[str, str]]:
    """7.7 Who goes where by one line of a rule; the walk knows who has gone when the next is asked
    for."""
    if word == "spread":
        yield from _spread(walk, kept)
        return
    places, named = (value, walk.left) if word == "all" else (value["to"], value["blocks"])
    for block in [b for b in walk.left if b in named and b not in kept]:
        fits = [to for to in places if to in walk.open and block in walk.who(to)]
        if to := next((to for to in fits if walk.room(to) > 0), ""):
            yield block, to


def _spread(walk: RegroupWalk, kept: Collection[str]) -> Iterator[tuple[str, str]]:
    """1.2, 6.11, 7.7 One block, the weakest fighter that is no leader, to each Vacant city that
    counts points, the most valuable first, while another block stays and the road has room."""
    values = {to: board.PLACES[to].value for to in walk.open if walk.status(to) == legal.VACANT}
    for to in sorted((to for to in values if values[to]), key=lambda to: -values[to]):
        able = [b for b in walk.who(to) if b not in kept and not board.BLOCKS[b].leader]
        stays = len(board.standing(walk.blocks, walk.place)) - len(walk.named) > 1
        if able and stays and walk.room(to) > 0:
            yield min(able, key=board.worth), to


def _groups(sent: Mapping[str, str]) -> Answer:
    """Lines that send blocks to places, in the order in which they are sent."""
    ends = dict.fromkeys(sent.values())
    groups = {to: [block for block, end in sent.items() if end == to] for to in ends}
    return [{"regroup": {"blocks": blocks, "to": to}} for to, blocks in groups.items()]


def later_battle(view: View, places: Sequence[str]) -> list[str]:
    """7.1 The next battle, one of these, for whoever will be asked."""
    asked = len(places) > 1 and view.public["first"] == view.seat
    line = {"on": "next battle", "orders": [{"battle": place} for place in places[:1]]}
    return [written(line, view.seat)] if asked else []


REGROUP = helped(Regroup, RegroupHelp())
