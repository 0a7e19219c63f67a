"""Hits (7.4): which block takes each one, the question to the owner if there is a choice, and the
effect on the block (7.41, 7.5, 7.52)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache, partial
from typing import ClassVar

from referee.engine.action import DOUBTED, Action, Problem
from referee.engine.beside import Chance, helped
from referee.engine.request import Data, View
from referee.engine.table import Table
from referee.engine.words import Answer, Name, Nothing, Word, parts
from rulesets.julius_caesar import board, verbs
from rulesets.julius_caesar.battle import rounds
from rulesets.julius_caesar.battle.asked import BattleRequest, BattleWalk, Fighting
from rulesets.julius_caesar.battle.rounds import (
    Choose,
    Targets,
    after_hit,
    falls,
    first_choice,
    has_choice,
    leaders_last,
    strongest,
)
from rulesets.julius_caesar.board import ROMAN, other
from rulesets.julius_caesar.board.naming import BLOCKS, block_name, listed, several, written

#: option: when Cleopatra acts after her capture (ruling 29)
CLEOPATRA_ACTS = "cleopatra-acts"

#: a letter, and the seat whose blocks act at it
Turn = tuple[str, str]


def lose_step(table: Table, block: str, turn: Turn, why: str = "hit") -> None:
    """7.4, 7.41, 7.31 A face-up block loses a step; after the last one it is eliminated."""
    battle = table.public["battle"]
    shown = battle["blocks"][block]
    seat, was = shown["player"], shown["strength"]
    battle["lost"] = {**battle["lost"], seat: battle["lost"][seat] + 1}
    if not (left := board.step_down(block, was)):
        eliminate(table, block, turn, why)
        return
    verbs.set_strength(table, seat, block, left)
    verbs.show(battle, block, {"strength": left})
    told = {"seat": seat, "block": block, "at": battle["place"], "was": was, "strength": left}
    table.tell(why, told)


def eliminate(table: Table, block: str, turn: Turn, why: str) -> None:
    """7.5, 7.52, 7.6 A block is eliminated.  Cleopatra acts for the other side from the next round;
    by the option already in this one, if her new side's turn at her letter is still to come.

    turn: the one in which it happens."""
    battle = table.public["battle"]
    verbs.beaten(table, battle["blocks"][block]["player"], block, why)
    if hers := battle["blocks"].get(block):
        waits = table.public["options"].get(CLEOPATRA_ACTS) != "this-round"
        order, joined = rounds.turns(battle), (rounds.letter(battle, block), hers["player"])
        acted = waits or order.index(joined) < order.index(turn)
        verbs.show(battle, block, {"acted": acted})


class HitsWalk(BattleWalk):
    """Hit after hit, each on one of the blocks that are strongest at that moment.

    targets, standing: what could be hit at first, and what can be hit now."""

    request: Hits
    chained: ClassVar[bool] = True
    foreseen: ClassVar[bool] = True

    def begin(self) -> None:
        """7.3, 7.4 Face-up blocks can be hit, so no Reserves in round 1."""
        super().begin()
        self.targets = self.standing = rounds.face_up(self.battle, self.seat)

    @cached_property
    def wanted(self) -> int:
        """7.4 How many hits find a target."""
        return len(first_choice(self.targets, self.request.args["hits"]))

    def whole(self) -> Iterable[Problem]:
        """7.4 Every hit must be taken."""
        if len(self.lines) != self.wanted and self.judged and not self.judged.faults:
            hits, lines = several(self.wanted, "hit"), several(len(self.lines), "line")
            reason = f"you must assign {hits}, but wrote {lines}"
            yield Problem(reason, "7.4", "write one hit line for each hit")


class Hit(Action[HitsWalk]):
    """7.4 A block takes one hit; write a line for each hit."""

    example = "hit: Legio 7"
    word, takes = "hit", Name("block")

    def obstacle(self) -> Problem | None:
        """7.4 It must be one of the strongest, as they are after the hits above."""
        standing, block = self.walk.standing, self.value
        if self.walk.doubts or self.walk.number >= self.walk.wanted:
            return DOUBTED
        if block in (equals := strongest(standing)):
            return None
        name, names = self.walk.name(block), self.walk.all_of(equals, "or")
        hint = f"this hit must fall on {names} at strength {ROMAN[standing[equals[0]]]}"
        reason = f"{name} is not among your blocks that can be hit"
        if block in standing:
            reason = f"{name} at strength {ROMAN[standing[block]]} is not your strongest block"
        return Problem(reason, "7.4", hint)

    def names(self) -> Iterable[str]:
        """Everything after this hit depends on it."""
        return [self.value]

    async def does(self) -> None:
        """7.4 The block loses a step, in the turn of the block that fired."""
        letter = rounds.letter(self.walk.battle, self.walk.request.args["by"])
        lose_step(self.table, self.value, (letter, other(self.seat)))
        self.walk.standing = rounds.face_up(self.walk.battle, self.seat)


class Hits(BattleRequest):
    """7.4 Say which of your equally strong blocks take the hits of one roll.

    args: place, round, by (the block that fired), hits (how many)."""

    kind, rule, walk, actions = "hits", "7.4", HitsWalk, (Hit,)
    question = "battle of {place}, round {round}: {hits:hit} from {by}, on which blocks?"

    def forced(self, public: Data) -> Answer | None:
        """7.4 No question if every choice leads to the same result."""
        standing = rounds.face_up(public["battle"], self.seat)
        choice = has_choice(standing, self.args["hits"])
        return None if choice else self.answered(public, leaders_last)

    def falls(self, public: Data, choose: Choose) -> Iterator[tuple[str, Targets]]:
        """7.4 `falls`, with choices made by `choose`."""
        return falls(rounds.face_up(public["battle"], self.seat), self.args["hits"], choose)

    def answered(self, public: Data, choose: Choose) -> Answer:
        """7.4 One line for each hit that finds a target."""
        return [{"hit": block} for block, _ in self.falls(public, choose)]


async def taken(table: Table, by: str, hits: int) -> int:
    """7.4 How many hits of a block's shot fall on enemy blocks; their owner takes them.

    They are reported strongest block first, equals in the rulebook's order, because the order in
    which the owner wrote his lines is nobody else's business."""
    battle = table.public["battle"]
    seat = other(battle["blocks"][by]["player"])
    if not hits:
        return 0
    request = Hits(seat, place=battle["place"], round=battle["round"], by=by, hits=hits)
    written = iter([str(line["hit"]) for line in await table.ask(request)])
    found = request.falls(table.public, lambda equals: next(written))
    order = sorted((-could[block], board.BLOCK_ORDER[block], block) for block, could in found)
    await HitsWalk(request, table).run([{"hit": block} for *_, block in order], judged=True)
    return len(order)


class HitsHelp(Fighting[Hits]):
    """Rules on `hits`: the lines, in order, say which of the strongest blocks is hit first or last;
    where they leave a choice, the block with the lowest combat value is hit."""

    policies: ClassVar[Mapping[str, Word]] = {
        "first": BLOCKS,
        "last": BLOCKS,
        "spare leaders": Nothing(),
        "weakest": Nothing(),
    }

    def follow(self, request: Hits, view: View, then: Answer) -> Answer:
        """7.4 One line for each hit that finds a target."""
        attacking = view.public["battle"]["attacker"] == request.seat
        rank = partial(_rank, then, attacking)
        return request.answered(view.public, lambda equals: min(equals, key=rank))

    def template(self, request: Hits, view: View) -> list[str]:
        """One line for each hit, with all blocks that could take it."""
        lines = []
        for block, points in request.falls(view.public, leaders_last):
            equals = listed((block_name(name, view.seat) for name in strongest(points)), "or")
            about = f"strength {ROMAN[points[block]]}: {equals}"
            lines.append(f"{written({'hit': block}, view.seat)}  # {about}")
        return lines

    def at_hand(self, request: Hits, view: View, key: str, beside: object) -> list[str]:
        """7.4 Blocks that can take the next hit."""
        return strongest(rounds.face_up(view.public["battle"], request.seat))

    def sample(self, request: Hits, view: View, chance: Chance) -> Answer:
        """Each hit on any of the strongest."""
        return request.answered(view.public, chance.choice)


@lru_cache(maxsize=1 << 14)
def taken_usually(
    standing: Sequence[tuple[str, int]], hits: int, attacking: bool
) -> Mapping[str, int]:
    """7.4 The targets after so many hits, if of equals leaders are hit last and before them those
    with the lowest combat value, as the ready-made standing orders have it.

    standing: pairs of block and strength, in a tuple."""
    left = dict(standing)
    for block, could in falls(left, hits, partial(min, key=partial(_usual_rank, attacking))):
        left = after_hit(could, block)
    return left


@cache
def _usual_rank(attacking: bool, block: str) -> tuple[tuple[int, ...], ...]:
    return _rank([{"spare leaders": {}}, {"weakest": {}}], attacking, block)


def _rank(then: Answer, attacking: bool, block: str) -> tuple[tuple[int, ...], ...]:
    """How soon a block is hit: by the lines in order, then by its combat value; the first block in
    `last` is hit last of all."""
    value, leader = board.worth(block, attacking), board.BLOCKS[block].leader
    ranks: list[tuple[int, ...]] = []
    for word, named in parts(then):
        at = list(named).index(block) if block in named else len(named)
        by = {"first": (at,), "last": (len(named) - at,), "spare leaders": (1 if leader else 0,)}
        ranks.append(by.get(word, value))
    return (*ranks, value)


HITS = helped(Hits, HitsHelp())
