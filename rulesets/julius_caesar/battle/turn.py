"""A turn in battle (7.2): the blocks of one side and one letter fire, pass or retreat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from referee.engine.action import Action, Problem
from referee.engine.beside import Chance, helped
from referee.engine.request import Data, Quantity, View
from referee.engine.words import (
    Answer,
    Choice,
    Fields,
    Line,
    Name,
    Nothing,
    Number,
    Word,
    parts,
)
from referee.fault import OUT_OF_TURN
from referee.kit.lines import listed
from rulesets.julius_caesar import board, legal, verbs
from rulesets.julius_caesar.battle import hits, rounds, ways_out
from rulesets.julius_caesar.battle.asked import BattleRequest, BattleWalk, Fighting
from rulesets.julius_caesar.battle.ways_out import Way
from rulesets.julius_caesar.board import LETTERS, ROMAN
from rulesets.julius_caesar.board.naming import BLOCKS, PLACES, block_name, place_name, written


class TurnWalk(BattleWalk):
    """Block after block acts; each sees what those before it did."""

    request: BattleTurn

    @property
    def left(self) -> list[str]:
        """7.2 Blocks that are still to act; one whose line was refused is not."""
        waiting = rounds.waiting(self.battle, self.request.args["letter"], self.seat)
        return [block for block in waiting if block not in self.doubts]

    @property
    def leaving(self) -> bool:
        """7.62 Whether they can only retreat."""
        return rounds.must_leave(self.battle, self.seat)

    def ways(self, block: str) -> list[Way]:
        """7.6 Where a block may go now, and how."""
        return ways_out.routes(self.public, self.seat, block)

    def over(self) -> bool:
        """7.2, 7.3 Nobody acts once a side has nobody left to fight; a rehearsal cannot know
        that."""
        return not self.rehearsing and rounds.played(self.battle)

    def whole(self) -> Iterable[Problem]:
        """7.2 At least one block acts; blocks without a line will be asked again."""
        if not self.lines:
            hint = "write a fire, pass or retreat line for at least one block"
            yield Problem("no block has orders", "7.2", hint)


class Act(Action[TurnWalk]):
    """7.2 What one block does; at: where the line names it."""

    at: ClassVar[tuple[str, ...]] = ()

    def __init__(self, walk: TurnWalk, value: Any) -> None:
        super().__init__(walk, value)
        #: the block that acts
        self.block: str = value["block"] if self.at else value

    def obstacle(self) -> Problem | None:
        """7.2 Each block acts once, at its letter."""
        walk, block, left = self.walk, self.block, self.walk.left
        if block in left:
            return self.hindrance()
        hint = f"blocks that act now: {walk.all_of(left)}" if left else "no other block acts now"
        shown, answer = walk.battle["blocks"].get(block, {"player": ""}), ""
        if block in walk.request.args["blocks"]:
            why = "already acts in an earlier line"
        elif shown["player"] != self.seat:
            why = "is not one of your blocks in this battle"
        else:
            acts = f"acts at letter {rounds.letter(walk.battle, block)}"
            why = "has already acted in this round" if shown["acted"] else acts
            answer = OUT_OF_TURN
        return Problem(f"{walk.name(block)} {why}", "7.2", hint, path=self.at, answer=answer)

    def names(self) -> Iterable[str]:
        """The block has acted, for the lines below."""
        return [self.block] if self.block in self.walk.left else []

    def hindrance(self) -> Problem | None:
        """7.62 In the last round attackers must leave."""
        if not self.walk.leaving:
            return None
        reason = f"{self.walk.name(self.block)} attacks and can only retreat in round 4"
        return Problem(reason, "7.62", self.ways())

    def ways(self) -> str:
        """7.6 Where it can go, for a hint."""
        ways = self.walk.ways(self.block)
        return f"it may retreat to {told(ways)}" if ways else ""


class Fire(Act):
    """7.4 Fire; the enemy's strongest take the hits, their owner picks among equals."""

    example = "fire: Legio 9"
    word, takes = "fire", Name("block")

    async def does(self) -> None:
        """7.4 A die for each point of strength, then hits; those beyond the last block are lost.  A
        rehearsal assumes nothing about them."""
        table, battle, block = self.table, self.walk.battle, self.block
        shown = battle["blocks"][block]
        verbs.show(battle, block, {"acted": True})
        rating = rounds.rating(battle, block)
        label = f"{block_name(block, '')} ({rating}) fires"
        if self.walk.rehearsing:
            table.unsure = True
            table.awaits(label)
            return
        dice = table.roll(label, shown["strength"])
        number = sum(die <= board.BLOCKS[block].firepower for die in dice)
        told = {"seat": self.seat, "block": block, "rating": rating}
        battle["shot"] = {**told, "strength": shown["strength"], "dice": dice, "hits": number}
        table.tell("fire", battle["shot"])
        if lost := number - await hits.taken(table, block, number):
            table.tell("hits lost", {"hits": lost})
        battle["shot"] = None


class Pass(Act):
    """7.2 Do nothing with a block."""

    example = "pass: Legio 7"
    word, takes = "pass", Name("block")

    async def does(self) -> None:
        """7.2 The block has acted."""
        verbs.show(self.walk.battle, self.block, {"acted": True})
        self.table.tell("pass", {"seat": self.seat, "block": self.block})


class Retreat(Act):
    """7.6 Retreat from the battle with a block."""

    example = "retreat: {block: Legio 7, to: Genua}"
    word, at = "retreat", ("block",)
    takes = Fields({"block": Name("block"), "to": Name("place")}, {"via": Name("place")})

    @cached_property
    def way(self) -> Way | Problem:
        """7.6, 7.61 The way that the line means, or why it cannot be used."""
        exits = ways_out.Exits(self.public, self.seat)
        return exits.resolve(self.block, self.value["to"], self.value.get("via"))

    def hindrance(self) -> Problem | None:
        """7.2, 7.6 Not in round 1, and only if there is a way."""
        if self.walk.battle["round"] == 1:
            return Problem("no block can retreat in round 1", "7.2", "fire or pass")
        if isinstance(self.way, Problem):
            return self.way._replace(hint=self.way.hint or self.ways(), path=("to",))
        return None

    async def does(self) -> None:
        """7.6, 7.64, 7.82 It leaves, face up until it gets there, and uses room on its way."""
        way, block, seat = self.way, self.block, self.seat
        assert isinstance(way, Way)
        self.walk.battle["retreats"] = ways_out.gone(self.public, seat, block, way)
        verbs.retreat(self.table, seat, block, way.to, way.via)


def told(ways: Iterable[Way]) -> str:
    """``Genua or Messana (via Mare Tyrrhenum)``."""
    seas = {way: f" (via {place_name(way.via)})" if way.via else "" for way in ways}
    return listed((place_name(way.to) + sea for way, sea in seas.items()), "or")


def retreating(block: str, way: Way) -> Line:
    """A retreat line."""
    value = {"block": block, "to": way.to}
    return {"retreat": {**value, "via": way.via} if way.via else value}


class BattleTurn(BattleRequest):
    """7.2 Say what your blocks of one letter do, in the order in which they act.

    An answer may cover only the first blocks; the others are asked again afterwards.
    args: place, round, letter, blocks (those that are still to act, all face up)."""

    kind, rule, walk, actions = "battle turn", "7.2", TurnWalk, (Fire, Pass, Retreat)
    question = "battle of {place}, round {round}, letter {letter}: orders for {blocks}"
    selectors: ClassVar[Mapping[str, Word]] = {
        **BattleRequest.selectors,
        "letter": Choice(LETTERS),
    }

    def forced(self, public: Data) -> Answer | None:
        """7.62, 7.82 No choice in the last round if each block has one way and all have room."""
        left = [block for block in self.args["blocks"] if block in public["battle"]["blocks"]]
        ways = ways_out.only_ways(public, self.seat, left)
        return [retreating(block, way) for block, way in ways.items()] or None


class TurnHelp(Fighting[BattleTurn]):
    """What the blocks of a letter can do.

    For each block the first line of a rule that fits it counts; it fires if none does.  Nobody
    retreats in round 1; blocks that must leave in round 4 take the first open place in any line,
    otherwise any open place."""

    policies: ClassVar[Mapping[str, Word]] = {
        "fire": Nothing(),
        "pass": Nothing(),
        "retreat": PLACES,
        "withdraw": Nothing(),
        "leaders withdraw": Nothing(),
        "save": Fields({"blocks": BLOCKS, "to": PLACES}),
        "save leaders": PLACES,
        "weak withdraw": Number(1, 4),
    }
    quantities: ClassVar[Mapping[str, Quantity]] = {
        **Fighting.quantities,
        "acting blocks": Quantity("your blocks that act now, at this letter"),
        "acting strength": Quantity("the strength of the weakest of them"),
    }

    def measure(self, request: BattleTurn, view: View) -> Mapping[str, int]:
        """Public numbers; of the blocks that act, too."""
        shown = rounds.face_up(view.public["battle"], request.seat)
        acting = [shown[block] for block in request.args["blocks"] if block in shown]
        more = {"acting blocks": len(acting), "acting strength": min(acting, default=0)}
        return {**super().measure(request, view), **more}

    def follow(self, request: BattleTurn, view: View, then: Answer) -> Answer:
        """7.2 A line for each block of the letter that can act, leaders first; a way out that one
        uses up is not there for the next."""
        walk = TurnWalk.on_copy(request, view)
        answer: Answer = []
        count = {at: legal.count(view.public, at, request.seat) for at in board.PLACES}
        # 7.6 Most blocks of the seat first, then the highest value, then map order.
        refuges = sorted(count, key=lambda at: (-count[at], -board.PLACES[at].value))
        for block in sorted(walk.left, key=lambda block: not board.BLOCKS[block].leader):
            if line := _line(walk, then, block, refuges):
                walk.play([line])
                answer.append(line)
        return answer

    def template(self, request: BattleTurn, view: View) -> list[str]:
        """A line for each block: fire, or in the last round the first way out; comments show what
        else it can do."""
        walk, seat = TurnWalk.on_copy(request, view), view.seat
        lines = ["# the blocks act in this order; you may stop early and see the dice"]
        able = [] if walk.leaving else walk.left
        retreats = [retreating(block, way) for block in able for way in walk.ways(block)][:1]
        for block in _able_first(view.public, seat, walk.left):
            ways = walk.ways(block)
            if walk.leaving and not ways:
                lines.append(f"# {block_name(block, seat)} cannot retreat")
                continue
            line: Line = retreating(block, ways[0]) if walk.leaving else {"fire": block}
            walk.play([line])
            lines.append(f"{written(line, seat)}  # {_choices(view.public, block, ways)}")
        if able:
            others: list[Line] = [{"pass": able[0]}, *retreats]
            lines.append("# instead of a fire line a block can have one of these:")
            lines += [f"# {written(line, seat)}" for line in others]
        return lines

    def at_hand(self, request: BattleTurn, view: View, key: str, beside: Any) -> list[str]:
        """7.2, 7.6 Blocks that act now, and where one can retreat."""
        walk = TurnWalk.on_copy(request, view)
        if key not in ("to", "via"):
            return walk.left
        ways = walk.ways(beside.get("block") or walk.left[0])
        found = [way.to if key == "to" else way.via for way in ways]
        return list(dict.fromkeys(place for place in found if place))

    def sample(self, request: BattleTurn, view: View, chance: Chance) -> Answer:
        """Mostly fire, sometimes retreat or pass, sometimes only the first blocks; only a block
        that leaves changes anything for those after it."""
        public, seat = view.public, view.seat
        answer: Answer = []
        left = rounds.waiting(public["battle"], request.args["letter"], seat)
        leaving = rounds.must_leave(public["battle"], seat)
        blocks = _able_first(public, seat, chance.sample(left, len(left)))
        if chance.random() < 0.2:
            blocks = blocks[: chance.randint(1, len(blocks))]
        for block in blocks:
            ways = ways_out.routes(public, seat, block)
            if ways and (leaving or chance.random() < 0.15):
                answer.append(retreating(block, chance.choice(ways)))
                walk = TurnWalk.on_copy(request, view)
                walk.play(answer)
                public = walk.public
            elif not leaving:
                answer.append({"pass" if chance.random() < 0.08 else "fire": block})
        return answer


def _line(walk: TurnWalk, then: Answer, block: str, refuges: Sequence[str]) -> Line | None:
    """What a block does by the lines of a rule; None if it must leave and cannot."""
    ways = walk.ways(block)
    for word, value in parts(then):
        if word in ("fire", "pass") and not walk.leaving:
            return {word: block}
        # By road or border rather than across a sea.
        wanted = _wanted(walk, block, word, value, refuges)
        if way := next((way for place in wanted for way in ways if way.to == place), None):
            return retreating(block, way)
    if not walk.leaving:
        return {"fire": block}
    return retreating(block, ways[0]) if ways else None


def _wanted(
    walk: TurnWalk, block: str, word: str, value: Any, refuges: Sequence[str]
) -> Sequence[str]:
    """Where a line sends a block, in order of preference; () if the line does not fit it."""
    if word == "weak withdraw":
        return refuges if walk.battle["blocks"][block]["strength"] <= value else []
    if "leaders" in word and not board.BLOCKS[block].leader:
        return []
    if word == "save":
        return list(value["to"]) if block in value["blocks"] else []
    return refuges if "withdraw" in word else list(value)


def _able_first(public: Data, seat: str, blocks: Sequence[str]) -> list[str]:
    """7.6 Of blocks that must leave, those that have a way out come before those that need others
    to open one."""
    leaving = rounds.must_leave(public["battle"], seat)
    return sorted(blocks, key=lambda block: leaving and not ways_out.routes(public, seat, block))


def _choices(public: Data, block: str, ways: Sequence[Way]) -> str:
    """The rating of a block and what else it could do."""
    battle = public["battle"]
    shown = battle["blocks"][block]
    about = [f"{rounds.rating(battle, block)}, {ROMAN[shown['strength']]}"]
    if rounds.must_leave(battle, shown["player"]):
        about += [f"or to {told(ways[1:])}"] if ways[1:] else []
    else:
        about += ["or pass", f"or retreat to {told(ways)}"][: 2 if ways else 1]
    return "; ".join(about)


TURN = helped(BattleTurn, TurnHelp())
