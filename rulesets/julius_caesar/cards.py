"""The cards of a year: deal, card set aside, cards played, who goes first (2.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from referee.engine.fault import NOT_ALLOWED, Fault
from referee.engine.request import Data, Judgement, Request, View
from referee.engine.words import Answer, Name, Word
from rulesets.julius_caesar import board, later, turn_verbs
from rulesets.julius_caesar.board import SEATS
from rulesets.julius_caesar.naming import card_name, listed
from rulesets.julius_caesar.standing_cards import CardsStanding

if TYPE_CHECKING:
    import random

    from referee.engine.table import Table

#: Name of the option that settles who begins.
FIRST_TURN = "first-turn"


async def deal(table: Table) -> None:
    """2.1 Six cards to each player, from all cards shuffled."""
    deck = board.deck(events=table.public["scenario"] != "land")
    hand = board.cards()["hand"]
    drawn = table.draw("deal", hand * len(SEATS), deck)
    hands = {seat: drawn[n * hand : (n + 1) * hand] for n, seat in enumerate(SEATS)}
    turn_verbs.deal(table, hands, deck)


async def play_cards(table: Table) -> None:
    """2.1 Both play a card unseen; before the first turn they also set one aside."""
    public = table.public
    args = {"year": public["year"], "turn": public["turn"]}
    answers = await table.ask_all([Cards(seat, **args) for seat in SEATS])
    for seat in SEATS:
        chosen = {word: str(card) for line in answers[seat] for word, card in line.items()}
        if "discard" in chosen:
            turn_verbs.set_aside(table, seat, chosen["discard"])
        turn_verbs.play(table, seat, chosen.get("card") or only_card(table, seat))
    if all(is_event(card) for card in public["played"].values()):
        turn_verbs.reveal(table, None, {})
        return
    acts = {seat: stands_for(public, seat) for seat in SEATS}
    first = SEATS[0] if caesar_begins(public) else first_player(acts)
    turn_verbs.reveal(table, first, acts)


def caesar_begins(public: Data) -> bool:
    """Ruling 5 In tournament play Caesar goes first in the very first turn, whatever is played."""
    first_turn = (public["year"], public["turn"]) == (board.cards()["years"][0], 1)
    return first_turn and public["options"].get(FIRST_TURN) == "caesar"


def only_card(table: Table, seat: str) -> str:
    """The card that is left in the last turn of a year."""
    card: str = table.view(seat).own["hand"][0]
    return card


def is_event(card: str) -> bool:
    """Whether it is one of the seven event cards."""
    return card in board.cards()["events"]


def event_or_nothing(card: str) -> str:
    """The card if it is an event, else nothing."""
    return card if is_event(card) else ""


def acting(public: Data, seat: str) -> str:
    """The card that a seat acts by: the one it played, or what its Apollo stands for."""
    found: str = public["acting"].get(seat) or public["played"][seat]
    return found


def stands_for(public: Data, seat: str) -> str:
    """Card Apollo, ruling 3 What a played card stands for: the opponent's card of last turn."""
    card: str = public["played"][seat]
    if card == "apollo":
        return str(public["last_played"].get(board.other(seat), card))
    return card


def first_player(played: Mapping[str, str]) -> str | None:
    """2.1 An event goes first, else the higher number of moves, Caesar if they are level.

    None if two events cancel each other and the turn is over."""
    events = [seat for seat in SEATS if is_event(played[seat])]
    if events:
        return events[0] if len(events) == 1 else None
    moves = [board.moves_and_levies(played[seat])[0] for seat in SEATS]
    return SEATS[0] if moves[0] >= moves[1] else SEATS[1]


class Cards(CardsStanding, Request):
    """Which card a seat plays, and in the first turn of a year which one it sets aside (2.1).

    args: year, turn.  In the last turn one card is left, and no line is needed."""

    kind = "cards"
    rule = "2.1"
    words: ClassVar[Mapping[str, Word]] = {"discard": Name("card"), "card": Name("card")}

    def title(self, reader: str = "") -> str:
        """What is asked."""
        if self._first_turn:
            return "set one card aside and play one"
        return "play a card"

    def judge(self, view: View, answer: Answer) -> Judgement:
        """2.1 One card of the hand is played; one is set aside in the first turn of a year."""
        judgement = Judgement()
        hand = list(view.own["hand"])
        seen: list[str] = []
        for number, line in enumerate(answer):
            for word, card in line.items():
                told = self._refuse(hand, view.own["hand"], seen, word, str(card))
                if told:
                    judgement.add(Fault(NOT_ALLOWED, (number,), *told))
                elif str(card) in hand:
                    hand.remove(str(card))
                seen.append(word)
        for fault in self._missing(seen):
            judgement.add(fault)
        return judgement

    def sample(self, view: View, chance: random.Random) -> Answer:
        """Any card, and any other one set aside."""
        hand = list(view.own["hand"])
        chance.shuffle(hand)
        answer: Answer = [{"discard": hand.pop()}] if self._first_turn else []
        playable = [card for card in hand if not self._too_early(card)]
        return [*answer, {"card": playable[0]}]

    def template(self, view: View) -> list[str]:
        """One line for each card needed, with the hand as a comment."""
        hand = [card_name(card) for card in view.own["hand"]]
        lines = [f"# your hand: {', '.join(hand)}"]
        cards = [card for card in view.own["hand"] if not self._too_early(card)]
        if self._first_turn:
            lines.append(f"- discard: {card_name(cards[-1])}")
        return [*lines, f"- card: {card_name(cards[0])}"]

    def default(self, view: View) -> Answer:
        """2.1, ruling 61 The lowest command card; in the first turn the next one is set aside."""
        return self.follow(view, [])

    def later(self, view: View) -> list[str]:
        """2.2 The command."""
        return later.after_cards(view)

    def at_hand(self, view: View, key: str, beside: Mapping[str, object]) -> list[str]:
        """2.1 The hand, each card once."""
        return list(dict.fromkeys(view.own["hand"]))

    def forced(self, public: Data) -> Answer | None:
        """2.0 With one card left there is nothing to ask."""
        return [] if self._last_turn else None

    @property
    def _first_turn(self) -> bool:
        return bool(self.args["turn"] == 1)

    @property
    def _last_turn(self) -> bool:
        return bool(self.args["turn"] == board.cards()["turns"])

    def _too_early(self, card: str) -> bool:
        """Ruling 2: Apollo has nothing to copy in the first turn of a year."""
        return self._first_turn and card == "apollo"

    def _refuse(
        self, hand: list[str], held: list[str], seen: list[str], word: str, card: str
    ) -> tuple[str, str, str] | None:
        """Why a line is refused: reason, paragraph, hint.

        hand: what is left of it after the lines above; held: the whole hand."""
        if word == "discard" and not self._first_turn:
            return "a card is set aside before the first turn of a year only", "2.1", ""
        if word in seen:
            what = "set aside" if word == "discard" else "played"
            return f"one card is {what}, and an earlier line names it", "2.1", "leave one line"
        if card not in hand:
            left = listed(map(card_name, hand))
            gone = "is used by an earlier line" if card in held else "is not in your hand"
            return f"{card_name(card)} {gone}", "2.1", f"you can use {left}"
        if word == "card" and self._too_early(card):
            reason = "Apollo cannot be played in the first turn of a year"
            return reason, "card Apollo", "you may set it aside"
        return None

    def _missing(self, seen: list[str]) -> list[Fault]:
        """2.1 A card must be played, and one set aside in the first turn."""
        faults = []
        if self._first_turn and "discard" not in seen:
            reason = "no card is set aside"
            faults.append(Fault(NOT_ALLOWED, (), reason, "2.1", "add a line - discard: CARD"))
        if "card" not in seen and not self._last_turn:
            reason = "no card is played, and each player must play one"
            faults.append(Fault(NOT_ALLOWED, (), reason, "2.1", "add a line - card: CARD"))
        return faults
