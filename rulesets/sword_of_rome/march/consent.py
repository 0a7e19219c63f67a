"""Choices of one thing out of a few on a march: consent, allowing, declining, pursuit."""

from collections.abc import Sequence
from typing import ClassVar

from referee.engine.asking import chosen
from referee.engine.request import View
from referee.engine.table import Table
from referee.engine.view import Data
from referee.engine.words import Choice
from rulesets.sword_of_rome import board, position
from rulesets.sword_of_rome.board import CARTHAGE, LEADERS, PLAYER, PLAYS
from rulesets.sword_of_rome.cards.playing import CAMPAIGN
from rulesets.sword_of_rome.choosing import NO, YES, YES_NO, Named, Selectors, keys

FIGHT, DECLINE, ROLL, STOP = "fight", "decline", "roll", "stop"
_AT = keys("power", "at", "against")


class Marching(Named):
    """What they have in common.

    Args: power (whose choice it is), against, at."""

    selectors: ClassVar[Selectors] = _AT


class Consent(Marching):
    """9.5.5 Whether an ally lends a force for a Campaign.

    Args: power, against (who asks), at, leader."""

    kind, rule, either = "consent", "9.5.5", (NO, YES)
    question = "whether {leader} may march in the Campaign of {against}"
    takes, example = YES_NO, "consent: yes"


class Allow(Marching):
    """10.5.1, 11.1 Whether an enemy may decline or avoid battle without a roll.

    Args: power, against, at, what."""

    kind, rule, either = "allow", "11.1", (NO, YES)
    question = "whether {against} may {what} battle at {at} without a roll"
    takes, example = YES_NO, "allow: no"
    selectors: ClassVar[Selectors] = {**_AT, "what": Choice(("avoid", "decline"))}


class Declining(Marching):
    """10.5.1 Whether an intercepted force declines battle.

    Args: power, against, at."""

    kind, rule, word, either = "decline", "10.5.1", "choose", (FIGHT, DECLINE)
    question = "whether {power} declines/decline battle against {against} at {at}"
    takes, example = Choice((FIGHT, DECLINE)), "choose: fight"


class Pursuit(Marching):
    """11.3 Whether a force rolls to go on when its enemy has avoided battle.

    Args: power, against, at, more (whether it has orders beyond this space)."""

    kind, rule = "pursuit", "11.3"
    question = "whether {power} pursues/pursue {against} from {at}"
    takes, example = Choice((ROLL, STOP)), "pursuit: stop"

    def options(self, view: View) -> Sequence[str]:
        """It rolls if it has orders to go on."""
        return (ROLL, STOP) if self.args["more"] else (STOP, ROLL)


def lends(public: Data, seat: str, power: str) -> bool:
    """9.5.5 Whether a Campaign of a player can activate a leader of a power: one of his, or one in
    all of his allies."""
    if power in PLAYS[seat]:
        return True
    treaty = power == CARTHAGE and position.TREATY in public["flags"]
    friends = position.seats_allied(public, seat, power) and (power in PLAYER or treaty)
    rights = public["now"]["rights"]
    lent = any(one["kind"] == CAMPAIGN and one["power"] for one in rights)
    return friends and not lent


def lend(given: Data, seat: str, leader: str) -> None:
    """9.5.5 The right of a Campaign has gone to a leader; of an ally's it says whose he is."""
    power = LEADERS[leader]["power"]
    if power not in PLAYS[seat]:
        given["power"] = power


async def consents(table: Table, seat: str, leader: str) -> bool:
    """9.5.5 Whether a leader may march in a Campaign: one of an ally if the ally agrees."""
    power = LEADERS[leader]["power"]
    if power in PLAYS[seat] or power not in PLAYER:
        return True
    at = position.SPACE_OF[table.public["leaders"][leader]]
    against = board.PLAYS[seat][0]
    request = Consent(PLAYER[power], power=power, against=against, at=at, leader=leader)
    said = await chosen(table, request)
    lends = table.rehearsing or said == YES
    table.tell("consent", {"power": power, "leader": leader, "said": YES if lends else NO})
    return lends


async def allowed(table: Table, seat: str, power: str, against: str, at: str, what: str) -> bool:
    """10.5.1, 11.1 Whether a commander lets his enemy go without a roll; seat: who says it."""
    request = Allow(seat, power=power, against=against, at=at, what=what)
    return await chosen(table, request) == YES
