"""Drawing a card (6): where it goes, what an event does, the Tribunes (F3)."""

from referee.engine.table import Table
from referee.kit.zones import Place
from rulesets.caesar_xl import board, hidden, position, verbs
from rulesets.caesar_xl.board import PRICES, card_kind
from rulesets.caesar_xl.choices import NONE, Tribunes
from rulesets.caesar_xl.draw.events import HAPPENS
from rulesets.caesar_xl.hidden import CARDS, DISCARDS

TRIBUNES, DONATIONS = "F3", "A7"


async def draw_card(table: Table, seat: str) -> None:
    """6.1-6.4 One card, if there is one: into the hand, into the forum, or an event at once."""

    def target(card: str) -> Place:
        rows = {"forum": hidden.FORUM, "event": hidden.TABLE}
        return rows.get(card_kind(card)) or hidden.hand(seat)

    if not hidden.drawable(table.public):
        table.tell("no card", {"seat": seat})
        return
    if not CARDS.left(table.public):
        table.tell("shuffled", {"cards": len(table.public["discards"])})
    for card in CARDS.draw(table, f"card of {seat}", 1, target, refill=[DISCARDS]):
        await came(table, seat, card)


async def came(table: Table, seat: str, card: str) -> None:
    """6.3 What was drawn; only the drawer sees what goes into his hand."""
    kind = card_kind(card)
    if kind not in ("forum", "event"):
        table.state["seats"][seat]["drawn"][kind] += 1
        table.tell("draws", {"seat": seat}, **{seat: {"card": card}})
        return
    table.public["now"]["drawn"] += 1
    table.tell("draws openly", {"seat": seat, "card": card})
    if kind == "event":
        await HAPPENS[card](table, seat)
        CARDS.move(table.state, [card], hidden.TABLE, DISCARDS)
    if table.public["phase"] == position.CARDS:
        await tribunes(table, seat)


async def tribunes(table: Table, seat: str) -> None:
    """F3 Once a turn he may buy a tactics card from the discards; all see which."""
    public = table.public
    if not position.works(public, TRIBUNES, seat) or position.used(public, TRIBUNES):
        return
    lie = any(card in board.TACTICS for card in public["discards"])
    if not lie or public["gold"][seat] < PRICES["tribunes"]:
        return
    request = Tribunes(seat)
    card = request.chosen(table.view(seat), await table.ask(request))
    if card == NONE:
        return
    public["now"]["used"].append(TRIBUNES)
    verbs.pay(table, seat, PRICES["tribunes"], "a tactics card, F3")
    CARDS.move(table.state, [card], DISCARDS, hidden.hand(seat))
    table.tell("takes", {"seat": seat, "card": card})


def play(table: Table, seat: str, card: str) -> None:
    """6.4 A card of the hand is carried out; it is discarded when its effect is over."""
    CARDS.move(table.state, [card], hidden.hand(seat), hidden.TABLE)
    table.tell("plays", {"seat": seat, "card": card})


def discard(table: Table, card: str) -> None:
    """6.4 The effect of a card is over."""
    CARDS.move(table.state, [card], hidden.TABLE, DISCARDS)


async def donations(table: Table, seat: str) -> None:
    """A7 Two cards."""
    play(table, seat, DONATIONS)
    await draw_card(table, seat)
    await draw_card(table, seat)
    discard(table, DONATIONS)
