"""7.4 Desperate Times: before another player's action, and after the last round."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.engine.action import SLIP, Action, Problem, of_each
from referee.engine.table import Table
from referee.engine.view import Data
from referee.engine.window import Offer, Reaction, window
from referee.engine.words import Choice, Fields, Many, Name, Number
from rulesets.sword_of_rome import board, hidden, position
from rulesets.sword_of_rome.board import CARDS, DESPERATE
from rulesets.sword_of_rome.cards import discarding, events, playing
from rulesets.sword_of_rome.cards.playing import DESPERATELY, right
from rulesets.sword_of_rome.choosing import Asked, keys
from rulesets.sword_of_rome.hidden import row
from rulesets.sword_of_rome.position import fresh
from rulesets.sword_of_rome.report.card_texts import card_text
from rulesets.sword_of_rome.turn import order

ACTION, EXCHANGE, TAKE = "action", "exchange", "event"


class Announce(Action[Any]):
    """7.4.3 Play Desperate Times: for an action as with a card of value 3, to exchange cards of
    your hand, or to take a card of your deck and play its event; you are asked for the rest. With
    "when: another" only if somebody else announces it too."""

    word = "desperate"
    takes = Fields(
        {"use": Choice((ACTION, EXCHANGE, TAKE))},
        {**keys("card"), "discard": Many(Name("card"), least=0), "when": Choice(("another",))},
    )
    example = "desperate: {use: action}"

    def problems(self) -> Iterable[Problem]:
        """What each use needs."""
        use, value = self.value["use"], self.value
        if "discard" in value and use != EXCHANGE:
            yield Problem("only an exchange discards", "7.4.3", f"use: {EXCHANGE}").at("discard")
        if "card" in value and use != TAKE:
            yield Problem("only an event takes a card", "7.4.3", f"use: {TAKE}").at("card")
        if use == EXCHANGE:
            named = value.get("discard", ())
            if not named:
                yield Problem("no card is exchanged", "7.4.3", "discard: [CARD, CARD]", SLIP)
            yield from of_each(named, hidden.not_held(self.own, "7.4.3"), "discard")
        if use == TAKE:
            yield from self.taken()

    def taken(self) -> Iterable[Problem]:
        """(c) A card of his deck that is not gone, with an event for an action."""
        card = self.value.get("card", "")
        if not card:
            yield Problem("name the card that you take", "7.4.3", "card: NAME")
        elif board.OWNERS[card] != self.seat or CARDS[card]["event"] == DESPERATE:
            yield Problem("it is no card that you can take", "7.4.3").at("card")
        elif card in self.public[f"{self.seat} removed"]:
            yield Problem("it has left the game", "7.4.3").at("card")
        elif not events.event_of(self.public, card).acting:
            yield Problem("its event is no action", "7.4.3", card_text(card)).at("card")
        elif reason := events.lacks(self.public, self.seat, card):
            yield Problem(reason, "7.1", card_text(card)).at("card")

    async def does(self) -> None:
        """The card is used; what it is used for comes next."""
        await begin(self.table, self.seat, self.value)


class Desperate(Asked, Reaction):
    """7.4.1 Whether a player plays Desperate Times.

    Args: turn, round (0 after the last), before (whose action), span."""

    kind, rule, once, actions = "desperate times", "7.4.1", True, (Announce,)
    question = "Desperate Times [before?before the action of {before}|after the last round]"
    selectors = keys("turn", "before", round=Number(0, 9))


def could(public: Data, seats: Iterable[str], before: str) -> list[Reaction]:
    """Those of some players who can announce it, before the action of one or after the last
    round."""
    turn, number = public["turn"], public["round"] if before else 0
    args = {"turn": turn, "round": number, "before": before, "span": str(turn)}
    return [Desperate(seat, **args) for seat in seats if hidden.desperate(public, seat)]


async def interrupt(table: Table) -> None:
    """7.4.1, 7.4.2 Before an action all others may announce; of those who do the one with the
    fewest VP plays his card, and the others keep theirs."""
    active = table.public["queue"][0]
    others = position.by_ties(s for s in position.players(table.public) if s != active)
    table.public["stage"] = "begin"

    async def announced(offers: Sequence[Offer]) -> Sequence[Offer]:
        if not (offers := await led(offers)):
            return []
        seats = list(dict.fromkeys(offer.request.seat for offer in offers))
        if len(seats) > 1:
            table.tell("announce", {"seats": seats})
        plays = await order.fewest(table, seats, "desperate times")
        return [offer for offer in offers if offer.request.seat == plays]

    await window(table, lambda public: could(public, others, active), announced=announced)


async def led(offers: Sequence[Offer]) -> Sequence[Offer]:
    """All of them; none if each waits for another."""
    return offers if any("when" not in offer.value for offer in offers) else []


async def last_chance(table: Table) -> None:
    """7.4.5 After the last round the next player in the order may play his; he is asked alone, so
    that nothing comes of what waits for another."""
    seat = table.public["queue"][0]
    before = len(hidden.desperate(table.public, seat))
    await window(table, lambda public: could(public, [seat], ""), announced=led)
    if len(hidden.desperate(table.public, seat)) == before:
        table.public["queue"] = table.public["queue"][1:]


async def begin(table: Table, seat: str, value: Mapping[str, Any]) -> None:
    """7.4.3 The card is laid down, and used."""
    public = table.public
    card = hidden.desperate(public, seat)[0]
    public["now"] = fresh(seat, card)
    public["now"].update(card=True, removed=[card])
    hidden.lay_down(table, seat, card)
    table.tell("desperate", {"seat": seat, "use": value["use"]})
    public["stage"] = "close" if value["use"] == EXCHANGE else "act"
    if value["use"] == ACTION:
        playing.grant(table, right(DESPERATELY))
    elif value["use"] == EXCHANGE and not table.rehearsing:
        cards = value.get("discard", ())
        discarding.discard(table, seat, cards)
        discarding.draw(table, seat, len(cards))
    elif not table.rehearsing:
        fetch(table, seat, value["card"])


def fetch(table: Table, seat: str, card: str) -> None:
    """(c) The card lies on the table, wherever it was."""
    zones = hidden.ZONES[seat]
    places = (hidden.hand(seat), row(seat, "discards"), row(seat, "reshuffle"), zones.pile)
    source = next(place for place in places if card in zones.lying(table.state, place))
    hidden.move(table, [card], source, row(seat, "table"))
    table.public["now"].update(fetched=card, event_only=True)
    name = {"hand": "hand", zones.pile.zone: "draw pile"}.get(source.zone, "discards")
    table.tell("fetches", {"seat": seat, "card": card, "from": name})
