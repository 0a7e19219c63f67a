"""What stands beside a command: a template, hints, standing orders, random play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from referee.engine.beside import Kind, Suggestions
from referee.engine.view import Quantity, View
from referee.engine.words import Answer, Line, Nothing, Word
from referee.engine.writer import Written
from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.block_walk import by_place, places_of
from rulesets.julius_caesar.board.naming import hinted, place_name
from rulesets.julius_caesar.command import attacks, levies
from rulesets.julius_caesar.command.moves import Move
from rulesets.julius_caesar.command.phase import Command, Orders
from rulesets.julius_caesar.command.sample import Player
from rulesets.julius_caesar.command.ships import Ship
from rulesets.julius_caesar.standing_common import TIME, TimedStanding

if TYPE_CHECKING:
    from rulesets.julius_caesar.command.walk import CommandWalk


class CommandSuggestions(Suggestions[Command]):
    """The forms of the lines, with what is at hand."""

    def template(self, request: Command, view: View) -> list[str]:
        """The forms of the lines, with what is at hand as comments; legal as it stands: nothing."""
        lines = [f"{request.title()}; take the # off the lines you want"]
        lines += _forms(Orders.on_copy(request, view))
        return [f"# {line}" for line in lines]

    def open_words(self, request: Command) -> list[str]:
        """Shipping and levies for command cards only, a surprise for two events."""
        card = request.args.get("card", "")
        shut = {"ship": bool(card), "surprise": card not in attacks.CARDS}
        shut |= dict.fromkeys(("levy", "step"), not request.args["levies"])
        return [word for word in request.words if not shut.get(word)]

    def at_hand(
        self, request: Command, view: View, key: str, beside: Mapping[str, Any]
    ) -> list[str]:
        """Places to move from, blocks in the one that is named, blocks to ship or to levy."""
        at = places_of(view)
        if key == "from":
            return list(by_place(at))
        if key == "block" and "to" not in beside:
            return board.in_order(view.own["pool"])
        if key in ("block", "blocks"):
            start = beside.get("from")
            return board.in_order(block for block in at if start in (None, at[block]))
        return board.in_order(at) if key == "step" else []


def _forms(walk: CommandWalk) -> Iterator[str]:
    """Lines for each place and block, and what they do not show."""
    if walk.request.args["moves"]:
        yield "'- move: {from: A, blocks: [X], via: [B], to: C}' goes to C by way of B"
        yield "'- main force: {at: C, from: A}' below the moves, if several roads lead to C"
        groups = ((action, place) for action in (Ship, Move) for place in board.places())
        for action, place in groups:
            for blocks, paths in action.groups(walk, place):
                open_now = ((path, fits) for path in paths if (fits := action.fits(walk, path)))
                if way := next(open_now, None):
                    yield _going(walk, action.word, blocks, *way)
    if walk.card in attacks.CARDS:
        yield "'- surprise: C' below the moves: the attack in which yours act first"
    if walk.request.args["levies"]:
        yield from _levied(walk)
        yield "'- levy: {block: X, at: A}' also in a city that is yours after the moves"
        yield "'- step: X' also for a block raised now"


def _going(walk: CommandWalk, word: str, blocks: list[str], path: list[str], fits: int) -> str:
    """6.1 to 6.3 A line for the blocks of a place."""
    start, *through, end = map(place_name, path)
    origin = f"from: {start}, " if word == "move" else ""
    via = f", via: [{', '.join(through)}]" if through else ""
    names = map(walk.name, blocks[:fits])
    return hinted(f"- {word}: {{{origin}blocks: [", names, f"]{via}, to: {end}}}")


def _levied(walk: CommandWalk) -> Iterator[str]:
    """6.4 One line for each block that could be raised or strengthened."""
    first: dict[str, str | None] = {}
    for block, place in levies.choices(walk):
        first.setdefault(block, place)
    for block, place in first.items():
        name = walk.name(block)
        yield f"- levy: {{block: {name}, at: {place_name(place)}}}" if place else f"- step: {name}"


class CommandStanding(TimedStanding[Command]):
    """2.2 Rules on `command`: order lines, of which those are taken that are legal then."""

    whole_turn = True
    policies: ClassVar[Mapping[str, Word]] = {**Command.words, "stay": Nothing()}
    quantities: ClassVar[Mapping[str, Quantity]] = {
        **TIME,
        "moves": Quantity("moves that your card allows"),
        "levies": Quantity("levies that your card allows"),
        "first": Quantity("1 if you are the first player of the turn, 0 if not"),
        "places attacked": Quantity("your places that the enemy has attacked in this turn"),
    }

    def measure(self, request: Command, view: View) -> Mapping[str, int]:
        """Numbers that both know."""
        return {
            **super().measure(request, view),
            "moves": request.args["moves"],
            "levies": request.args["levies"],
            "first": 1 if view.public["first"] == request.seat else 0,
            "places attacked": len(legal.attacked(view.public, request.seat)),
        }

    def follow(self, request: Command, view: View, then: Answer) -> Answer:
        """2.2 Each line that is legal after the earlier ones; else what of its blocks is there."""
        answer: Answer = []
        for line in then:
            for tried in () if "stay" in line else (line, _of_those_there(view, line)):
                if tried and not request.judge(view, [*answer, tried]).faults:
                    answer.append(tried)
                    break
        return answer


def _of_those_there(view: View, line: Line) -> Line | None:
    """A move or ship line without the blocks that are dead or elsewhere; None if none is left."""
    ((word, data),) = line.items()
    value: Any = data
    if word not in ("move", "ship"):
        return None
    at = places_of(view)
    there = [b for b in value["blocks"] if b in at and value.get("from") in (None, at[b])]
    return {word: {**value, "blocks": there}} if there else None


COMMAND = Kind(Command, CommandSuggestions(), Written(Player), CommandStanding())
