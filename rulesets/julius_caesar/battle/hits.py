"""Hits (7.4): which block takes each of them, and the question to the owner if he can choose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from referee.engine.action import DOUBT, Action, Problem
from referee.engine.request import Data
from referee.engine.words import Answer, Name
from rulesets.julius_caesar import board
from rulesets.julius_caesar.battle import rounds, verbs
from rulesets.julius_caesar.board import ROMAN, other
from rulesets.julius_caesar.board.naming import block_name, place_name, several

if TYPE_CHECKING:
    from referee.engine.table import Table

#: Strength of each block that can still be hit.
Targets = dict[str, int]


def targets(battle: Data, seat: str) -> Targets:
    """7.3, 7.4 Blocks of a seat that can be hit: those face up, so no reserves in round 1."""
    return {block: rounds.strength(battle, block) for block in rounds.face_up(battle, seat)}


def strongest(standing: Targets) -> list[str]:
    """7.4 Blocks of the highest strength, in the rulebook's order: one of them takes the hit."""
    most = max(standing.values(), default=0)
    return board.in_order(block for block, points in standing.items() if points == most)


def after_hit(standing: Targets, block: str) -> Targets:
    """7.4, 7.41, 7.52 Targets after one hit; a block below its last step is no target any more."""
    left = board.step_down(block, standing[block])
    rest = {name: points for name, points in standing.items() if name != block}
    return {**rest, block: left} if left else rest


def told_order(standing: Targets, taken: Iterable[str]) -> list[str]:
    """7.4 Hits as they are told: the strongest blocks first, of equals in the rulebook's order.

    In which order their owner wrote down what comes to the same is nobody's business."""
    found = []
    for block in taken:
        found.append((-standing[block], board.block_order()[block], block))
        standing = after_hit(standing, block)
    return [block for *_, block in sorted(found)]


def falls(
    standing: Targets, hits: int, choose: Callable[[list[str]], str]
) -> Iterator[tuple[str, Targets]]:
    """7.4 Hit after hit, as long as one finds a block: which of the strongest is chosen, and what
    could be hit."""
    while hits and standing:
        block = choose(strongest(standing))
        yield block, standing
        standing, hits = after_hit(standing, block), hits - 1


def leaders_last(equals: list[str]) -> str:
    """7.4 The first of blocks that is no leader, if there is any."""
    return min(equals, key=lambda block: board.blocks()[block].leader)


def first_choice(standing: Targets, hits: int) -> list[str]:
    """7.4 One legal way to take so many hits: the first of the strongest, leaders last."""
    return [block for block, _ in falls(standing, hits, leaders_last)]


def landing(standing: Targets, hits: int) -> int:
    """7.4 How many of so many hits find a block; the others are lost."""
    steps = (board.steps_left(block, points) for block, points in standing.items())
    return min(hits, sum(steps))


def has_choice(standing: Targets, hits: int) -> bool:
    """7.4 Whether the owner's choices can end differently.

    Two equal blocks and two hits leave no choice: each of them takes one."""
    ends = [standing]
    for _ in range(hits):
        following = [after_hit(end, block) for end in ends for block in strongest(end)]
        ends = list({tuple(sorted(end.items())): end for end in following}.values()) or ends
    return len(ends) > 1


class HitsWalk(rounds.BattleWalk):
    """Hit after hit, each on one of the blocks that are the strongest then."""

    request: Hits
    chained: ClassVar[bool] = True

    def begin(self) -> None:
        """What can be hit now, and how many hits find a block."""
        self.standing = targets(self.battle, self.seat)
        self.wanted = landing(self.standing, self.request.args["hits"])

    def whole(self) -> Iterable[Problem]:
        """7.4 All hits are taken."""
        if len(self.lines) != self.wanted and self.judged and not self.judged.faults:
            hits, lines = several(self.wanted, "hit"), several(len(self.lines), "line")
            reason = f"{hits} to take, but {lines} written"
            yield Problem(reason, "7.4", "write one hit line for each hit")


class Hit(Action[HitsWalk]):
    """7.4 A block takes one hit; write a line for each hit."""

    example = "hit: Legio 7"
    word, takes = "hit", Name("block")

    def problems(self) -> Iterable[Problem]:
        """7.4 It must be one of the strongest, worked out again for every hit."""
        standing, block = self.walk.standing, self.value
        if self.walk.doubts or self.walk.number >= self.walk.wanted:
            yield Problem("", "7.4", weight=DOUBT)
            return
        if block in (equals := strongest(standing)):
            return
        name, names = self.walk.name(block), self.walk.all_of(equals, "or")
        hint = f"this hit falls on {names} at strength {ROMAN[standing[equals[0]]]}"
        reason = f"{name} is not among your blocks that can be hit"
        if block in standing:
            reason = f"{name} at strength {ROMAN[standing[block]]} is not your strongest block"
        yield Problem(reason, "7.4", hint)

    def names(self) -> Iterable[str]:
        """Whatever follows depends on this hit."""
        return [self.value]

    async def does(self) -> None:
        """7.4 It loses a step, in the turn of the block that fired."""
        letter = rounds.letter(self.walk.battle, self.walk.request.args["by"])
        verbs.lose_step(self.table, self.value, (letter, other(self.seat)))
        self.walk.standing = targets(self.walk.battle, self.seat)


class Hits(rounds.BattleRequest):
    """7.4 Say which of your equally strong blocks take the hits of one roll.

    args: place, round, by (the block that fired), hits (how many)."""

    kind, rule, walk, actions = "hits", "7.4", HitsWalk, (Hit,)

    def title(self, reader: str = "") -> str:
        """What is asked; only face-up blocks are named."""
        place, shooter = place_name(self.args["place"]), block_name(self.args["by"], reader)
        hits = several(self.args["hits"], "hit")
        return f"battle of {place}, round {self.args['round']}: {hits} by {shooter}, on whom?"

    def forced(self, public: Data) -> Answer | None:
        """7.4 No question where every choice ends the same."""
        standing, hits = targets(public["battle"], self.seat), self.args["hits"]
        blocks = first_choice(standing, hits)
        return None if has_choice(standing, hits) else [{"hit": block} for block in blocks]


async def taken(table: Table, by: str, hits: int) -> int:
    """7.4 How many of the hits of a block's shot fall on enemy blocks; their owner takes them."""
    battle = table.public["battle"]
    seat = other(battle["blocks"][by]["player"])
    if not hits:
        return 0
    request = Hits(seat, place=battle["place"], round=battle["round"], by=by, hits=hits)
    lines: list[Any] = await table.ask(request)
    blocks = told_order(targets(battle, seat), (line["hit"] for line in lines))
    await HitsWalk(request, table).run([{"hit": block} for block in blocks])
    return len(blocks)
