"""The command phase of one player: shipping, moves, then levies, in one answer (2.2, 6.0)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar

from referee.engine.action import SLIP, Problem
from referee.engine.asking import carried_out
from referee.engine.words import Name, Word
from rulesets.julius_caesar import board, legal, verbs
from rulesets.julius_caesar.board.naming import card_name, several
from rulesets.julius_caesar.command import attacks, levies
from rulesets.julius_caesar.command.attacks import MainForce, Surprise
from rulesets.julius_caesar.command.levies import Levy, Strengthen
from rulesets.julius_caesar.command.moves import Move
from rulesets.julius_caesar.command.ships import Ship
from rulesets.julius_caesar.command.walk import CommandWalk
from rulesets.julius_caesar.standing_common import TIMES, Timed
from rulesets.julius_caesar.year import verbs as year_verbs
from rulesets.julius_caesar.year.cards import acting, is_event

if TYPE_CHECKING:
    from referee.engine.table import Table
    from referee.engine.view import View


async def command_phase(table: Table, seat: str) -> None:
    """2.2 One player moves his groups, then levies troops."""
    card = acting(table.public, seat)
    moves, points = board.moves_and_levies(card)
    event = {"card": card} if is_event(card) else {}
    await carried_out(table, Command(seat, moves=moves, levies=points, **event))
    year_verbs.command_done(table, seat)


class Orders(CommandWalk):
    """The lines of a command."""

    def whole(self) -> Iterable[Problem]:
        """2.1 What is left unused though it could be used: legal, but perhaps a slip."""
        if self.judged and self.judged.faults:
            return
        if self.moves > 0 and _can_move(self):
            yield _unused(several(self.moves, "move"))
        if any(levies.choices(self)):
            yield _unused(levies_text(self.levies))

    def finish(self) -> None:
        """2.2, ruling 34 What no line has said, and the levies together."""
        attacks.settle(self)
        if not self.lines:
            verbs.do_nothing(self.table, self.seat, self.request.args["levies"])
        elif self.request.args["levies"]:
            verbs.tell_levies(self.table, self.seat, self.raised)


def _unused(what: str) -> Problem:
    return Problem(f"{what} left unused; nothing is kept for later turns", "2.1", "", SLIP)


def _can_move(walk: CommandWalk) -> bool:
    """6.1 Whether another place could be set in motion."""
    places = dict.fromkeys(here["at"] for here in walk.blocks.values())
    still = [place for place in places if place not in walk.active]
    groups = (group for place in still for group in Move.groups(walk, place))
    return any(Move.fits(walk, path) for _, paths in groups for path in paths)


def levies_text(number: int) -> str:
    """``1 levy``, ``2 levies``."""
    return "1 levy" if number == 1 else f"{number} levies"


class Command(Timed):
    """Shipping, moves and levies of one player (2.2).

    args: moves, levies (what the card allows); card, if it is an event."""

    kind, rule, walk = "command", "2.2", Orders
    actions = (Ship, Move, MainForce, Surprise, Levy, Strengthen)
    selectors: ClassVar[Mapping[str, Word]] = {**TIMES, "attacked": Name("place")}

    def title(self, reader: str = "") -> str:
        """What is asked."""
        allowed = f"{several(self.args['moves'], 'move')} and {levies_text(self.args['levies'])}"
        event = f"{card_name(self.args['card'])}, " if "card" in self.args else ""
        return f"command: {event}{allowed}"

    def selected(self, view: View, key: str, value: object) -> bool:
        """The time, or a place of this seat that was attacked."""
        if key == "attacked":
            return value in legal.attacked(view.public, self.seat)
        return super().selected(view, key, value)
