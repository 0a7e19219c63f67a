"""19 Gallic events, in the place of the Gauls when three play."""

from collections.abc import Sequence
from typing import ClassVar

from referee.engine.asking import chosen
from referee.engine.request import View
from referee.engine.table import Table
from referee.engine.view import Data
from referee.engine.words import Choice, Name
from rulesets.sword_of_rome import board, following, position, verbs
from rulesets.sword_of_rome.board import ETRUSCANS, PLAYER, PLAYS, TABLES
from rulesets.sword_of_rome.cards import points
from rulesets.sword_of_rome.cards.events.base import GALLIC
from rulesets.sword_of_rome.cards.respond import after_responses
from rulesets.sword_of_rome.choosing import Named, Selectors
from rulesets.sword_of_rome.position import COALITION, Spot
from rulesets.sword_of_rome.siege import plunder
from rulesets.sword_of_rome.turn import order

CU, LOYALTY, POINT = "cu", "loyalty", "point"
LEADER = "leader"


class GallicLoss(Named):
    """19 What a player loses by a Gallic event: CU, loyalty or a support point.

    Args: loses, powers."""

    kind, rule = "gallic event", "19"
    question = (
        "where a Gallic event takes 1 "
        "[loses=cu?CU][loses=loyalty?loyalty][loses=point?support point] from you"
    )
    takes, example = Name("space"), "gallic event: Roma"
    selectors: ClassVar[Selectors] = {"loses": Choice((CU, LOYALTY, POINT))}

    def options(self, view: View) -> Sequence[str]:
        """Spaces, those that lose no city first."""
        public, loses = view.public, self.args["loses"]

        def loses_city(space: str) -> bool:
            if loses == CU or not position.is_city(public, space):
                return False
            return points.own_count(public, position.control(public, space), space) < 2

        return sorted(losses(public, self.args["powers"], loses), key=loses_city)


def losses(public: Data, powers: Sequence[str], loses: str) -> list[str]:
    """19 Spaces where powers can lose something, by id."""
    if loses == CU:
        return [s for s in board.SPACES if any(position.all_cu(public, p, s) for p in powers)]
    able = [s for s in board.SPACES if any(points.own_count(public, p, s) for p in powers)]
    return [s for s in able if loses == POINT or position.is_city(public, s)]


async def gallic_event(table: Table) -> None:
    """19 Two dice; it is named who is hit; if he can lose something cards may cancel it; he loses
    it."""
    public = table.public
    dice = table.roll("Gallic event", 2, hoped=[3, 4])
    event = TABLES["gallic-events"][str(sum(dice))]
    table.tell("gallic event", {"dice": dice, "who": event["who"], "loses": event["loses"]})
    seat, powers = await struck(table, event["who"])
    if seat in public["out"] or not losses(public, powers, event["loses"]):
        table.tell("nothing lost", {"seat": seat})
    elif not await cancelled(table, sum(dice)):
        request = GallicLoss(seat, loses=event["loses"], powers=powers)
        lose(table, await chosen(table, request), powers, event["loses"])
        await plunder.decide(table)
    public["queue"] = public["queue"][1:]
    public["stage"] = "window"


async def cancelled(table: Table, number: int) -> bool:
    """19 Whether a card cancels the event."""
    thing = {"kind": GALLIC, "number": number, "cancelled": False}
    made = await after_responses(table, GALLIC, thing)
    return bool(made["cancelled"])


async def struck(table: Table, who: str) -> tuple[str, list[str]]:
    """19 The player who is hit, and which of his powers: the Etruscans are shielded by Grand
    Coalition."""
    shielded = ETRUSCANS if COALITION in table.public["flags"] else ""
    if who != LEADER:
        return PLAYER[who], [who] if who != shielded else []
    tied = order.groups(table.public, position.players(table.public))[0]
    seat = await order.one_of_tied(table, tied, "gallic event")
    return seat, [power for power in PLAYS[seat] if power != shielded]


def lose(table: Table, space: str, powers: Sequence[str], loses: str) -> None:
    """19, 7.3.2 One CU, outside first; or one point."""
    why = "Gallic event, 19"
    if loses == CU:
        power = next(p for p in powers if position.all_cu(table.public, p, space))
        inside = not position.outside(table.public, power, space)
        verbs.lose_cu(table, power, Spot(space, inside), 1, why)
        following.settle(table, space)
    else:
        points.remove_own(table, position.control(table.public, space), space, why)
