"""The orders of the forum and card phases: claim; then draw, look, and buy on or stop (5, 6)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.action import ALWAYS, UNSURE, Action, Problem
from referee.engine.asking import carried_out
from referee.engine.request import Data, Quantity
from referee.engine.table import Table
from referee.engine.walk import Walk
from referee.engine.words import Answer, Name, Nothing
from rulesets.caesar_xl import board, hidden, position, verbs
from rulesets.caesar_xl.board import CARD_NAMES, PRICES
from rulesets.caesar_xl.choices import GOLD, of_turn
from rulesets.caesar_xl.draw import forum
from rulesets.caesar_xl.draw.cards import draw_card
from rulesets.caesar_xl.lines import Line, Look, OfTurn, too_dear
from rulesets.caesar_xl.position import CARDS, FORUM

#: 6.1 Rights to free cards, in the order in which they are used.
IN_ROME, SENATE = "rome", "senate"


class Drawing(Walk):
    """The lines of a draw, with what happens by itself between them."""

    quantities: ClassVar[Mapping[str, Quantity]] = {
        **GOLD,
        "bought": of_turn("bought", "cards that you have bought in this turn"),
        "drawn openly": of_turn("drawn", "forum cards and events that you have drawn in this turn"),
        **hidden.DRAWN_COUNTS,
        **hidden.HAND_COUNTS,
    }

    async def prepare(self, word: str) -> None:
        """5.2, 6.1 Any line but a claim ends the forum phase and draws the first card; before cards
        are bought the other free ones come, which may bring the gold or take it."""
        if word != Claim.word and self.public["phase"] == FORUM:
            self.acted = True
            await begin_cards(self.table, self.seat)
        if word == Buy.word and right(self.public, self.seat):
            self.acted = True
            await draw_extras(self.table, self.seat)


async def begin_cards(table: Table, seat: str) -> None:
    """5.2, 6.1 Look for a victory, then draw the first card; once a turn."""
    if table.public["phase"] != FORUM:
        return
    forum.check_victory(table, seat)
    verbs.end_phase(table, CARDS)
    if not table.public["result"]:
        table.public["now"]["extras"] = [IN_ROME, SENATE]
        await draw_card(table, seat)


def right(public: Data, seat: str) -> str:
    """6.1 The next free card that the player may draw or decline, "" if none is left; whether he
    has a right is settled when its turn comes."""
    in_rome = position.has(public, "supreme") and position.supreme_in_rome(public, seat)
    holds = {IN_ROME: in_rome, SENATE: position.works(public, board.SENATE, seat)}
    return next((extra for extra in public["now"]["extras"] if holds[extra]), "")


def settle(table: Table, extra: str) -> None:
    """6.1 A right has been used or declined; those before it have lapsed."""
    extras = table.public["now"]["extras"]
    del extras[: extras.index(extra) + 1]


async def draw_extra(table: Table, seat: str) -> None:
    """6.1 Draw the card of the next right."""
    extra = right(table.public, seat)
    settle(table, extra)
    table.tell("free card", {"seat": seat, "senate": extra == SENATE})
    await draw_card(table, seat)


async def draw_extras(table: Table, seat: str) -> None:
    """6.1 Draw all free cards that are left."""
    while right(table.public, seat):
        await draw_extra(table, seat)


class Claim(Line[Drawing]):
    """5.1 Claim a card of the forum."""

    word, takes = "claim", Name("forum card")
    phases, late = (FORUM,), Problem("the forum phase is over", "5.1")
    once, spent = "claim", Problem("one card a turn can be claimed", "5.1")

    def wrong(self) -> Iterable[Problem | None]:
        """It lies there, and you meet its condition and have its price."""
        public, card = self.public, self.value
        if card not in public["forum"]:
            lie = ", ".join(CARD_NAMES[one] for one in public["forum"]) or "nothing"
            yield Problem("it does not lie in the forum", "5.1", f"there lies: {lie}")
            return
        if not forum.NEEDS[card](public, self.seat):
            yield Problem(f"this is needed: {board.FORUM[card]['needs']}", "5.1")
        yield too_dear(public, self.seat, forum.cost(public, self.seat, card), "it", "5.1")

    async def carry_out(self) -> None:
        """The card is claimed."""
        forum.claim(self.table, self.seat, self.value)


class Draw(Line[Drawing]):
    """6.1 Draw the next free card; without this line it is drawn with whatever follows."""

    word, takes = "free card", Nothing()

    def wrong(self) -> Iterable[Problem | None]:
        """You have no right to a card."""
        if not right(self.public, self.seat):
            yield Problem("you have no right to another free card", "6.1", weight=UNSURE)

    async def carry_out(self) -> None:
        """The card is drawn."""
        await draw_extra(self.table, self.seat)


class Decline(Draw):
    """6.1 Do not draw the next free card."""

    word = "decline"

    async def carry_out(self) -> None:
        """The right has lapsed."""
        settle(self.table, right(self.public, self.seat))
        self.table.tell("declines", {"seat": self.seat})


def none_left(public: Data) -> Problem | None:
    """6.4 There is no card left to draw."""
    left = hidden.drawable(public)
    return None if left else Problem("no card is left", "6.4", weight=UNSURE)


def buying_trouble(public: Data, seat: str) -> Problem | None:
    """6.2 Why no card can be bought: two a turn, if there is gold and a card."""
    if not position.has(public, "cards"):
        return Problem("no cards are bought in the bronze game", "15", weight=ALWAYS)
    if public["now"]["bought"] >= PRICES["cards"]:
        return Problem(f"{PRICES['cards']} cards a turn can be bought", "6.2")
    if public["gold"][seat] < PRICES["card"]:
        return Problem(f"a card costs {PRICES['card']} gold", "6.2", weight=UNSURE)
    return none_left(public)


class Buy(Line[Drawing]):
    """6.2 Buy a card; your free cards come first."""

    word, takes = "buy", Nothing()

    def wrong(self) -> Iterable[Problem | None]:
        """Why it cannot be bought."""
        yield buying_trouble(self.public, self.seat)

    async def carry_out(self) -> None:
        """6.2 It is paid for, and drawn."""
        self.public["now"]["bought"] += 1
        verbs.pay(self.table, self.seat, PRICES["card"], "a card, 6.2")
        await draw_card(self.table, self.seat)


class Donations(Line[Walk]):
    """A7 Draw two cards, in the card phase or among your purchases."""

    word, takes, card = "donations", Nothing(), "A7"
    phases, late = (CARDS, position.PURCHASES), Problem("purchases are over", card)

    def wrong(self) -> Iterable[Problem | None]:
        """7.3 It would do nothing."""
        yield none_left(self.public)

    async def carry_out(self) -> None:
        """The two cards are drawn."""
        await draw_card(self.table, self.seat)
        await draw_card(self.table, self.seat)


class Draws(OfTurn):
    """5, 6 What you claim, and the cards of your turn.

    Args: turn, part (1, 2, ...).

    Without a line you claim nothing, draw your free cards and buy none (13.1)."""

    kind, rule, walk = "cards", "6", Drawing
    actions: ClassVar[Sequence[type[Action[Any]]]] = (Claim, Draw, Decline, Buy, Donations, Look)
    begins = FORUM
    question = "[part=1?the forum, then your cards|more cards]: buy on, or stop"

    def forced(self, public: Data) -> Answer | None:
        """No lines, where there is nothing to decide."""
        return None if choice(public, self.seat) else []


def choice(public: Data, seat: str) -> bool:
    """Whether, as far as anyone can tell, a player has anything to decide in his draw."""
    extras = public["now"]["extras"] if public["phase"] == CARDS else [IN_ROME, SENATE]
    return bool(
        (public["phase"] == FORUM and forum.claimable(public, seat))
        or right({**public, "now": {**public["now"], "extras": extras}}, seat)
        or not buying_trouble(public, seat)
        or (hidden.drawable(public) and hidden.could_hold(public, seat, [Donations.card]))
    )


async def draw(table: Table, seat: str) -> None:
    """5, 6 Ask, carry out, and go on for as long as the lines do."""
    public, now = table.public, table.public["now"]
    if now["part"] == 1:
        table.state["seats"][seat]["drawn"] = nothing_drawn()
        table.tell("turn", {"seat": seat, "turn": public["turn"]})
    request = Draws(seat, turn=public["turn"], part=now["part"])
    unasked = request.forced(public) is not None
    walk = await carried_out(table, request)
    if not walk.stopped:
        await begin_cards(table, seat)
    brought = unasked and not public["result"] and choice(public, seat)
    if walk.stopped or brought:  # what came has brought a choice
        now["part"] += 1
        return
    if not public["result"]:
        await draw_extras(table, seat)
        verbs.end_phase(table, position.PURCHASES)
    now["part"] = 1


def nothing_drawn() -> dict[str, int]:
    """6.3 How many cards of each kind were drawn unseen in a turn: none so far."""
    return dict.fromkeys(("leader", "tactics", "action"), 0)
