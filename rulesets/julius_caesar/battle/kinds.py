"""What stands beside the questions of a battle: templates and hints, random play, and which
standing orders there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from referee.engine.beside import Kind, Player, Suggestions
from referee.engine.choosing import AnyOf, Choices, OneOf
from referee.engine.request import Data, View
from referee.engine.words import Answer, Line
from referee.kit.lines import packed
from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.battle import hits, rounds, standing
from rulesets.julius_caesar.battle.hits import Hits
from rulesets.julius_caesar.battle.phase import NextBattle
from rulesets.julius_caesar.battle.regroup import Regroup, RegroupWalk
from rulesets.julius_caesar.battle.turn import BattleTurn, TurnWalk, retreating, told
from rulesets.julius_caesar.battle.ways_out import Way, routes
from rulesets.julius_caesar.board import ROMAN
from rulesets.julius_caesar.board.naming import block_name, hinted, listed, place_name, several

if TYPE_CHECKING:
    import random


class Battles(Choices):
    """7.1 Battles to be fought."""

    def template(self, request: OneOf, view: View) -> list[str]:
        """The first, with the others beside it."""
        first, *others = map(place_name, request.options(view))
        return [f"- battle: {first}" + (f"  # or {', '.join(others)}" if others else "")]

    def later(self, request: OneOf, view: View) -> list[str]:
        """7.1 The battle after that."""
        return _next_battle(view, request.options(view)[1:])


def _next_battle(view: View, places: Sequence[str]) -> list[str]:
    """7.1 The battle that comes next, of these."""
    asked = len(places) > 1 and view.public["first"] == view.seat
    return [f"- {{on: next battle, orders: [battle: {place_name(places[0])}]}}"] if asked else []


def _in_battle(view: View, letter: str = "") -> list[str]:
    """7.2, 7.7 At most two of the own letters that are still to act in this round, then where to
    regroup; letter: the one that acts now."""
    battle, lines = view.public["battle"], []
    about = f"at: {place_name(battle['place'])}"
    for one in board.LETTERS:
        blocks = rounds.waiting(battle, one, view.seat) if one > letter else []
        if blocks and not rounds.must_leave(battle, view.seat):
            fire = ", ".join(f"fire: {block_name(block, view.seat)}" for block in blocks)
            when = f"round: {battle['round']}, letter: {one}"
            lines.append(f"- {{on: battle turn, {about}, {when}, orders: [{fire}]}}")
    return [*lines[:2], f"- {{on: regroup, {about}, orders: []}}"]


class Turns(Suggestions[BattleTurn], Player[BattleTurn]):
    """7.2 What the blocks of a letter can do."""

    def template(self, request: BattleTurn, view: View) -> list[str]:
        """A line for each block: fire, or in the last round the first way out; then, as comments,
        what else a block can do."""
        walk, seat = TurnWalk.on_copy(request, view), view.seat
        lines = ["# in the order in which the blocks act; you may stop early and see the dice"]
        others = _others(walk)
        for block in _able_first(view.public, seat, walk.left):
            ways = walk.ways(block)
            if walk.leaving and not ways:
                lines.append(f"# {block_name(block, seat)} finds no way out")
                continue
            line: Line = retreating(block, ways[0]) if walk.leaving else {"fire": block}
            walk.play([line])
            lines.append(f"{_written(line, seat)}  # {_choices(view.public, block, ways)}")
        if others:
            lines.append("# in place of a fire line a block can have another one:")
        return lines + [f"# {_written(line, seat)}" for line in others]

    def later(self, request: BattleTurn, view: View) -> list[str]:
        """7.2 The letters that follow, and regrouping."""
        return _in_battle(view, request.args["letter"])

    def at_hand(self, request: BattleTurn, view: View, key: str, beside: Any) -> list[str]:
        """7.2, 7.6 Blocks that act now, and where one can retreat to."""
        walk = TurnWalk.on_copy(request, view)
        if key not in ("to", "via"):
            return walk.left
        ways = walk.ways(beside.get("block") or walk.left[0])
        found = [way.to if key == "to" else way.via for way in ways]
        return list(dict.fromkeys(place for place in found if place))

    def sample(self, request: BattleTurn, view: View, chance: random.Random) -> Answer:
        """Mostly fire, sometimes a retreat or a pass, sometimes only the first blocks; only a block
        that leaves changes anything for those behind it."""
        public, seat, answer = view.public, view.seat, list[Line]()
        left = rounds.waiting(public["battle"], request.args["letter"], seat)
        leaving = rounds.must_leave(public["battle"], seat)
        blocks = _able_first(public, seat, chance.sample(left, len(left)))
        if chance.random() < 0.2:
            blocks = blocks[: chance.randint(1, len(blocks))]
        for block in blocks:
            ways = routes(public, seat, block)
            if ways and (leaving or chance.random() < 0.15):
                answer.append(retreating(block, chance.choice(ways)))
                walk = TurnWalk.on_copy(request, view)
                walk.play(answer)
                public = walk.public
            elif not leaving:
                answer.append({"pass" if chance.random() < 0.08 else "fire": block})
        return answer


def _able_first(public: Data, seat: str, blocks: Sequence[str]) -> list[str]:
    """7.6 Of blocks that must leave those with a way out before those that others have to open
    one for."""
    leaving = rounds.must_leave(public["battle"], seat)
    return sorted(blocks, key=lambda block: leaving and not routes(public, seat, block))


def _others(walk: TurnWalk) -> list[Line]:
    """A line of each other kind than fire that could be ordered now."""
    blocks = [] if walk.leaving else walk.left
    retreats = [retreating(block, way) for block in blocks for way in walk.ways(block)]
    return [{"pass": blocks[0]}, *retreats[:1]] if blocks else []


def _written(line: Line, seat: str) -> str:
    """A line as a player writes it."""
    ((word, value),) = line.items()
    if not isinstance(value, Mapping):
        return f"- {word}: {block_name(str(value), seat)}"
    names = {"block": block_name(value["block"], seat)}
    names |= {key: place_name(value[key]) for key in ("to", "via") if key in value}
    return f"- {word}: {{{', '.join(f'{key}: {name}' for key, name in names.items())}}}"


def _choices(public: Data, block: str, ways: Sequence[Way]) -> str:
    """The rating of a block and what else it could do."""
    battle = public["battle"]
    about = [f"{rounds.rating(battle, block)}, {ROMAN[rounds.strength(battle, block)]}"]
    if rounds.must_leave(battle, battle["blocks"][block]["player"]):
        about += [f"or to {told(ways[1:])}"] if ways[1:] else []
    else:
        about += ["or pass", f"or retreat to {told(ways)}"][: 2 if ways else 1]
    return "; ".join(about)


class Hurts(Suggestions[Hits], Player[Hits]):
    """7.4 Blocks that can be hit."""

    def template(self, request: Hits, view: View) -> list[str]:
        """One line a hit, with everybody who could take it."""
        lines, able = list[str](), hits.targets(view.public["battle"], request.seat)
        for block, points in hits.falls(able, request.args["hits"], hits.leaders_last):
            equals = [block_name(name, view.seat) for name in hits.strongest(points)]
            about = f"strength {ROMAN[points[block]]}: {listed(equals, 'or')}"
            lines.append(f"- hit: {block_name(block, view.seat)}  # {about}")
        return lines

    def later(self, request: Hits, view: View) -> list[str]:
        """7.2 The letters that are still to act, and regrouping."""
        return _in_battle(view)

    def at_hand(self, request: Hits, view: View, key: str, beside: Any) -> list[str]:
        """7.4 Blocks that can take the next hit."""
        return hits.strongest(hits.targets(view.public["battle"], request.seat))

    def sample(self, request: Hits, view: View, chance: random.Random) -> Answer:
        """Each falls on any of the strongest."""
        able, number = hits.targets(view.public["battle"], request.seat), request.args["hits"]
        return [{"hit": block} for block, _ in hits.falls(able, number, chance.choice)]


class Groups(Suggestions[Regroup], Player[Regroup]):
    """7.7 Who can go, and where to."""

    def template(self, request: Regroup, view: View) -> list[str]:
        """Nobody goes; comments say who could, and where to."""
        walk = RegroupWalk.on_copy(request, view)
        lines = packed("# who is not named stays; who can go:", map(walk.name, walk.left), 0)
        lines = [line if line.startswith("#") else f"#   {line}" for line in lines]
        for to in walk.open:
            who = list(map(walk.name, walk.who(to)))[: walk.room(to)]
            most = f"  # up to {several(walk.room(to), 'block')}"
            behind = f"], to: {place_name(to)}}}{most if walk.room(to) < board.NO_LIMIT else ''}"
            lines += [f"# {hinted('- regroup: {blocks: [', who, behind)}"] if who else []
        return lines

    def later(self, request: Regroup, view: View) -> list[str]:
        """7.1 The battle that is fought next."""
        left = [at for at in legal.contested(view.public) if at != request.args["place"]]
        return _next_battle(view, left)

    def at_hand(self, request: Regroup, view: View, key: str, beside: Any) -> list[str]:
        """7.7 Blocks that can go, and where to."""
        walk = RegroupWalk.on_copy(request, view)
        return walk.open if key == "to" else walk.left

    def sample(self, request: Regroup, view: View, chance: random.Random) -> Answer:
        """Nobody, or some blocks to some open neighbours, up to three groups."""
        if chance.random() < 0.4:
            return []
        walk, answer = RegroupWalk.on_copy(request, view), list[Line]()
        for to in chance.sample(walk.open, min(len(walk.open), chance.randint(1, 3))):
            who = walk.who(to)
            if blocks := chance.sample(who, chance.randint(0, min(len(who), walk.room(to)))):
                answer.append({"regroup": {"blocks": blocks, "to": to}})
                walk.named |= dict.fromkeys(blocks, to)
        return answer


BATTLE = (
    Kind(NextBattle, Battles(), AnyOf(), standing.Battles(NextBattle)),
    Kind(BattleTurn, turns := Turns(), turns, standing.Turns()),
    Kind(Hits, hurts := Hurts(), hurts, standing.Hurts()),
    Kind(Regroup, groups := Groups(), groups, standing.Groups()),
)
