"""The orders of the forum and card phases: claim, then draw, look, buy on or stop (5, 6)."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.action import UNSURE, Action, Problem
from referee.engine.request import Data, Quantity, Request
from referee.engine.table import Table
from referee.engine.walk import Walk
from referee.engine.words import Answer, Name, Nothing, Number, Word
from rulesets.caesar_xl import board, hidden, position, verbs
from rulesets.caesar_xl.board import CARD_NAMES, PRICES
from rulesets.caesar_xl.draw import drawing, forum
from rulesets.caesar_xl.position import CARDS, FORUM

#: 6.1 Rights to free cards, in their order.
IN_ROME, SENATE = "rome", "senate"


#: What only the seat knows of its hand.
HAND_COUNTS: Mapping[str, Quantity] = {
    "leaders": Quantity("leaders in your hand", private=True),
    "tactics": Quantity("tactics cards in your hand", private=True),
    "actions": Quantity("action cards in your hand", private=True),
}


def counted(own: Data) -> dict[str, int]:
    """What a hand holds, by kind."""
    return {name: hidden.count(own, name[0].upper()) for name in HAND_COUNTS}


class Drawing(Walk):
    """The lines of a draw, and what comes of itself between them."""

    quantities: ClassVar[Mapping[str, Quantity]] = {
        "gold": Quantity("your gold"),
        "bought": Quantity("cards that you have bought in this turn"),
        "drawn openly": Quantity("forum cards and events that you have drawn in this turn"),
        "leaders drawn": Quantity("leaders drawn in this turn", private=True),
        "tactics drawn": Quantity("tactics cards drawn in this turn", private=True),
        "actions drawn": Quantity("action cards drawn in this turn", private=True),
        **HAND_COUNTS,
    }

    def measure(self) -> Mapping[str, int]:
        """The quantities now."""
        now, drawn = self.public["now"], self.own["drawn"]
        return {
            "gold": self.public["gold"][self.seat],
            "bought": now["bought"],
            "drawn openly": now["drawn"],
            "leaders drawn": drawn["leader"],
            "tactics drawn": drawn["tactics"],
            "actions drawn": drawn["action"],
            **counted(self.own),
        }

    def over(self) -> bool:
        """Whether somebody has won."""
        return verbs.over(self.public)

    async def prepare(self, word: str) -> None:
        """5.2, 6.1 With anything but a claim the forum phase is over, and the first card comes."""
        if word != Claim.word and self.public["phase"] == FORUM:
            self.acted = True
            await begin_cards(self.table, self.seat)


async def begin_cards(table: Table, seat: str) -> None:
    """5.2, 6.1 Victory, then the first card, once a turn."""
    if table.public["phase"] != FORUM:
        return
    forum.check_victory(table, seat)
    verbs.end_phase(table, CARDS)
    if not verbs.over(table.public):
        table.public["now"]["extras"] = [IN_ROME, SENATE]
        await drawing.draw_card(table, seat)


def right(public: Data, seat: str) -> str:
    """6.1 The next free card that he may draw or decline, "" if there is none; each right is
    looked at when its turn comes."""
    holds = {
        IN_ROME: position.has(public, "supreme") and position.supreme_in_rome(public, seat),
        SENATE: position.works(public, "F1", seat),
    }
    return next((extra for extra in public["now"]["extras"] if holds[extra]), "")


def settle(table: Table, extra: str) -> None:
    """6.1 A right has been used or declined; those before it are over."""
    extras = table.public["now"]["extras"]
    del extras[: extras.index(extra) + 1]


async def draw_extra(table: Table, seat: str) -> None:
    """6.1 The card of the next right."""
    extra = right(table.public, seat)
    settle(table, extra)
    table.tell("free card", {"seat": seat, "senate": extra == SENATE})
    await drawing.draw_card(table, seat)


async def draw_extras(table: Table, seat: str) -> None:
    """6.1 All that are left."""
    while right(table.public, seat):
        await draw_extra(table, seat)


class Claim(Action[Drawing]):
    """5.1 A card from the forum."""

    word, takes = "claim", Name("forum card")

    def obstacle(self) -> Problem | None:
        """One a phase; its condition and its price."""
        public, card = self.public, self.value
        if public["phase"] != FORUM:
            return Problem("the forum phase is over", "5.1")
        if position.used(public, "claim"):
            return Problem("one card a turn can be claimed", "5.1")
        if card not in public["forum"]:
            lie = ", ".join(CARD_NAMES[one] for one in public["forum"]) or "nothing"
            return Problem("it does not lie in the forum", "5.1", f"there lies: {lie}")
        if not forum.NEEDS[card](public, self.seat):
            return Problem(f"this is needed: {board.FORUM[card]['needs']}", "5.1")
        if (price := forum.cost(public, self.seat, card)) > public["gold"][self.seat]:
            return Problem(f"it costs {price} gold", "5.1")
        return None

    async def does(self) -> None:
        """It lies before him."""
        self.walk.acted = True
        forum.claim(self.table, self.seat, self.value)


class Draw(Action[Drawing]):
    """6.1 The next free card; without this word it comes with what follows."""

    word, takes = "free card", Nothing()

    def obstacle(self) -> Problem | None:
        """He has the right to one."""
        if not right(self.public, self.seat):
            return Problem("you have no right to another free card", "6.1", weight=UNSURE)
        return None

    async def does(self) -> None:
        """It is drawn."""
        self.walk.acted = True
        await draw_extra(self.table, self.seat)


class Decline(Draw):
    """6.1 The next free card is not drawn."""

    word = "decline"

    async def does(self) -> None:
        """The right is over."""
        self.walk.acted = True
        settle(self.table, right(self.public, self.seat))
        self.table.tell("declines", {"seat": self.seat})


class Buy(Action[Drawing]):
    """6.2 A card for gold; free cards come first."""

    word, takes = "buy", Nothing()

    def obstacle(self) -> Problem | None:
        """Two a turn, if there is gold and a card."""
        public = self.public
        if not position.has(public, "cards"):
            return Problem("no cards are bought in the bronze game", "15")
        if public["now"]["bought"] >= PRICES["cards"]:
            return Problem(f"{PRICES['cards']} cards a turn can be bought", "6.2")
        if public["gold"][self.seat] < PRICES["card"]:
            return Problem(f"a card costs {PRICES['card']} gold", "6.2", weight=UNSURE)
        if not hidden.drawable(public):
            return Problem("no card is left", "6.4", weight=UNSURE)
        return None

    async def does(self) -> None:
        """6.1 No free card after this one."""
        self.walk.acted = True
        await draw_extras(self.table, self.seat)
        if problem := self.obstacle():  # a free card may have taken the gold
            self.walk.trouble(problem)
            return
        self.public["now"]["bought"] += 1
        verbs.pay(self.table, self.seat, PRICES["card"], "a card, 6.2")
        await drawing.draw_card(self.table, self.seat)


class Donations(Action[Walk]):
    """A7 Two cards; in the draw phase or among purchases."""

    word, takes = "donations", Nothing()

    def obstacle(self) -> Problem | None:
        """7.3 He must hold it, and it must do something."""
        if self.public["phase"] not in (CARDS, position.PURCHASES):
            return Problem("purchases are over", "A7")
        if not hidden.held(self.own, drawing.DONATIONS):
            return not_held(self.walk, drawing.DONATIONS)
        if not hidden.drawable(self.public):
            return Problem("no card is left", "6.4", weight=UNSURE)
        return None

    async def does(self) -> None:
        """They are drawn."""
        self.walk.acted = True
        await drawing.donations(self.table, self.seat)


def not_held(walk: Walk, card: str) -> Problem:
    """A card that is not in the hand; behind a draw it may well be."""
    hand = ", ".join(CARD_NAMES[one] for one in walk.own["hand"]) or "nothing"
    return Problem(
        f"{CARD_NAMES[card]} is not in your hand", "7.3", f"you hold: {hand}", weight=UNSURE
    )


class Look(Action[Walk]):
    """13.1 The lines stop: the report shows what has come, and the rest is ordered then."""

    word, takes = "look", Nothing(stops=True)

    async def does(self) -> None:
        """Stop."""
        self.walk.stop()


class Draws(Request):
    """5, 6 A claim and the cards of a turn.

    Args: turn, part (1, 2, ...).

    No lines: nothing is claimed, free cards are drawn, none is bought (13.1)."""

    kind, rule, walk = "cards", "6", Drawing
    actions: ClassVar[Sequence[type[Action[Any]]]] = (Claim, Draw, Decline, Buy, Donations, Look)
    selectors: ClassVar[Mapping[str, Word]] = {"turn": Number(1, 99), "part": Number(1, 99)}

    def title(self, reader: str = "") -> str:
        """What can be done now."""
        if self.args["part"] == 1:
            return "the forum, then your cards: buy on, or stop"
        return "more cards: buy on, or stop"

    def forced(self, public: Data) -> Answer | None:
        """Nothing, where there is nothing to say."""
        return None if choice(public, self.seat) else []


def choice(public: Data, seat: str) -> bool:
    """Whether a player could say anything in his draw, as far as all know."""
    if public["phase"] == FORUM and forum.claimable(public, seat):
        return True
    extras = public["now"]["extras"] if public["phase"] == CARDS else [IN_ROME, SENATE]
    waiting = {**public, "now": {**public["now"], "extras": extras}}
    if right(waiting, seat):
        return True
    if not hidden.drawable(public):
        return False
    able = public["gold"][seat] >= PRICES["card"] and position.has(public, "cards")
    buys = able and public["now"]["bought"] < PRICES["cards"]
    return buys or hidden.could_hold(public, seat, [drawing.DONATIONS])


async def draw(table: Table, seat: str) -> None:
    """5, 6 Ask, carry out, and go on as far as the lines do."""
    public, now = table.public, table.public["now"]
    if now["part"] == 1:
        table.state["seats"][seat]["drawn"] = nothing_drawn()
        table.tell("turn", {"seat": seat, "turn": public["turn"]})
    request = Draws(seat, turn=public["turn"], part=now["part"])
    unasked = request.forced(public) is not None
    answer = await table.ask(request)
    now["part"] += 1  # now, lest a question on the way tell whether there is a line
    walk = Drawing(request, table)
    await walk.run(answer)
    if walk.stopped or verbs.over(public):
        return
    await begin_cards(table, seat)
    if unasked and not verbs.over(public) and choice(public, seat):
        return  # what came has brought a choice
    if not verbs.over(public):
        await draw_extras(table, seat)
        verbs.end_phase(table, position.PURCHASES)
    public["now"]["part"] = 1


def nothing_drawn() -> dict[str, int]:
    """6.3 Cards drawn unseen in a turn, by kind."""
    return dict.fromkeys(("leader", "tactics", "action"), 0)
