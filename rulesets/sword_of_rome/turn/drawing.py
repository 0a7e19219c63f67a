"""5.1 to 5.3, 6.2 Mines, cards, the first player."""

from collections.abc import Sequence

from referee.engine.asking import all_carried_out, chosen
from referee.engine.choosing import OneOf
from referee.engine.one_line import OneList
from referee.engine.request import View
from referee.engine.table import Table
from referee.engine.words import Name
from rulesets.sword_of_rome import board, hidden, position, verbs
from rulesets.sword_of_rome.board import ETRUSCANS, GAULS, HOMES, LIMITS
from rulesets.sword_of_rome.cards import discarding
from rulesets.sword_of_rome.cards.discarding import Discard
from rulesets.sword_of_rome.position import DEPLETED, fresh
from rulesets.sword_of_rome.turn import order


async def deal(table: Table) -> None:
    """3 The first hands; the draw phase of the first turn is left out."""
    for seat in position.players(table.public):
        fill(table, seat)
    table.public["phase"] = "first player"


def fill(table: Table, seat: str) -> None:
    """6.2.2 Draw up to the size of the hand."""
    size: int = board.SCENARIOS[table.public["scenario"]]["hand"][seat]
    discarding.draw(table, seat, max(0, size - hidden.held(table.public, seat)))


async def mines(table: Table) -> None:
    """5.1, 7.2.3 The mines are depleted for good where five Etruscan home spaces are lost."""
    public = table.public
    table.tell("turn", {"turn": public["turn"]})
    lost = [s for s in HOMES[ETRUSCANS] if position.control(public, s) != ETRUSCANS]
    if len(lost) >= LIMITS["mines"] and DEPLETED not in public["flags"]:
        verbs.set_flag(table, DEPLETED)
    public["phase"] = "draw"


async def draw(table: Table) -> None:
    """5.2, 6.2.1 All discard at once, with four players the Gauls their whole hand; then hands are
    filled up."""
    public, requests = table.public, []
    whole = board.SCENARIOS[public["scenario"]]["discards"]
    for seat in position.players(public):
        if seat == GAULS and whole:
            discarding.discard(table, seat, list(table.state["seats"][seat]["hand"]))
        else:
            requests.append(Discard(seat, turn=public["turn"], count=0))
    for walk in await all_carried_out(table, requests):
        assert isinstance(walk, OneList)
        discarding.discard(table, walk.seat, walk.value or ())
    for seat in position.players(public):
        fill(table, seat)
    public["phase"] = "first player"


class First(OneOf):
    """5.3 Who has the first action of each round.

    Args: turn."""

    kind, rule, word = "first player", "5.3", "first"
    question = "who has the first action of each round"
    takes, example = Name("player"), "first: Gauls"
    names = board.PLAYER_NAMES

    def options(self, view: View) -> Sequence[str]:
        """Himself, or any other player."""
        others = [s for s in position.players(view.public) if s != self.seat]
        return [self.seat, *others]


async def first_player(table: Table) -> None:
    """5.3 The player with the fewest VP names the first player of the turn."""
    public = table.public
    public["now"] = fresh()
    seat = await order.fewest(table, position.players(public), "first player")
    public["first"] = await chosen(table, First(seat, turn=public["turn"]))
    table.tell("first", {"seat": seat, "first": public["first"]})
    public.update(phase="action", round=0, stage="", queue=[])
