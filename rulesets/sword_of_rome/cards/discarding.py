"""Which cards a player discards: in the draw phase (6.2.1), or by an event."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from referee.engine.action import Problem, of_each
from referee.engine.asking import said
from referee.engine.one_line import OneList, Says
from referee.engine.request import Data, Request
from referee.engine.table import Table
from referee.engine.words import Answer, Many, Name, Number
from referee.kit.lines import several
from rulesets.sword_of_rome import hidden
from rulesets.sword_of_rome.board import CARDS
from rulesets.sword_of_rome.choosing import TURN, Selectors


class Discards(Says):
    """6.2.1 Cards of your hand that you discard."""

    word, takes = "discard", Many(Name("card"))
    example = "discard: [Road Blocked]"

    def problems(self) -> Iterable[Problem]:
        """Each is in the hand, once; by an event as many as it says."""
        count, named = self.walk.request.args["count"], len(self.value)
        if count and named != count:
            yield Problem(f"you discard {several(count, 'card')}, not {named}", "7.1")
        yield from of_each(self.value, hidden.not_held(self.own, "6.2.1"))


class Discard(Request):
    """6.2.1 Which cards are discarded.

    Args: turn, count (0: as many as he likes)."""

    kind, rule, walk, actions = "discard", "6.2.1", OneList, (Discards,)
    question = "which [count?{count} of your cards|cards] you discard"
    selectors: ClassVar[Selectors] = {**TURN, "count": Number(0, 9)}

    def forced(self, public: Data) -> Answer | None:
        """An empty hand."""
        return None if hidden.held(public, self.seat) else []


def draw(table: Table, seat: str, count: int) -> None:
    """6.2.2 Cards come into a hand, as many as there are at most; all see how many."""
    number = min(count, hidden.drawable(table.public, seat))
    drawn = hidden.draw(table, seat, number)
    table.tell("draws", {"seat": seat, "cards": number}, **{seat: {"drawn": drawn}})


async def choose(table: Table, seat: str, count: int, named: Sequence[str]) -> None:
    """Discard so many cards of a hand: those named, if they are there, else as is said now; all of
    a hand that has no more."""
    if table.rehearsing:
        return
    mine = table.state["seats"][seat]["hand"]
    chosen = [card for card in named if card in mine]
    if len(mine) > count and len(chosen) != count:
        request = Discard(seat, turn=table.public["turn"], count=count)
        chosen = list(await said(table, request) or lowest(mine)[:count])
    discard(table, seat, chosen if len(mine) > count else list(mine))


def lowest(cards: Sequence[str]) -> list[str]:
    """6.2.1 Cards by their value: what goes first if nothing is said."""
    return sorted(cards, key=lambda card: (CARDS[card]["value"], card))


def discard(table: Table, seat: str, cards: Sequence[str]) -> None:
    """Cards go to the discards, open (6.1)."""
    if cards:
        hidden.discard(table, seat, cards)
        table.tell("discards", {"seat": seat, "cards": list(cards)})
