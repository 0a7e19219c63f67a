"""The cards of a year: deal, card set aside, cards played, who goes first (2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from referee.engine.action import Action, Problem
from referee.engine.asking import all_carried_out
from referee.engine.beside import Kind, Player, Standing, Suggestions
from referee.engine.request import Data, Quantity, Request, View
from referee.engine.walk import Walk
from referee.engine.words import Answer, Many, Name, Word, named, word_of
from rulesets.julius_caesar import board
from rulesets.julius_caesar.board import SEATS
from rulesets.julius_caesar.board.naming import (
    TIME,
    TIMES,
    block_name,
    card_name,
    listed,
    place_name,
)
from rulesets.julius_caesar.year import verbs

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
    verbs.deal(table, hands, deck)


async def play_cards(table: Table) -> None:
    """2.1 Both play a card unseen; before the first turn they also set one aside."""
    public = table.public
    args = {"year": public["year"], "turn": public["turn"]}
    await all_carried_out(table, [Cards(seat, **args) for seat in SEATS])
    if all(is_event(card) for card in public["played"].values()):
        verbs.reveal(table, None, {})
        return
    acts = {seat: stands_for(public, seat) for seat in SEATS}
    first = SEATS[0] if caesar_begins(public) else first_player(acts)
    verbs.reveal(table, first, acts)


def caesar_begins(public: Data) -> bool:
    """Ruling 5 In tournament play Caesar goes first in the very first turn, whatever is played."""
    first_turn = (public["year"], public["turn"]) == (board.cards()["years"][0], 1)
    return first_turn and public["options"].get(FIRST_TURN) == "caesar"


def is_event(card: str) -> bool:
    """Whether it is one of the seven event cards."""
    return card in board.cards()["events"]


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


class Choosing(Walk):
    """What a seat does with its hand.

    held: the hand before the first line."""

    request: Cards

    def begin(self) -> None:
        """Nothing is done."""
        self.held: list[str] = list(self.own["hand"])

    def whole(self) -> Iterator[Problem]:
        """2.1 A card must be played, and one set aside in the first turn."""
        words = list(map(word_of, self.lines))
        if self.request.opening and "discard" not in words:
            yield Problem("no card is set aside", "2.1", "add a line - discard: CARD")
        if "card" not in words and not self.request.last:
            reason = "no card is played, and each player must play one"
            yield Problem(reason, "2.1", "add a line - card: CARD")

    def finish(self) -> None:
        """2.0 The last card of a year needs no line."""
        if self.request.last and not self.lines:
            verbs.play(self.table, self.seat, self.own["hand"][0])


class Using(Action[Choosing]):
    """A card of the hand is used."""

    what: ClassVar[str]

    def used(self) -> Problem | None:
        """2.1 Whether it is not in the hand, or another one was used so."""
        hand, card = self.own["hand"], self.value
        if self.word in map(word_of, self.walk.lines[: self.walk.number]):
            reason = f"one card is {self.what}, and an earlier line names it"
            return Problem(reason, "2.1", "leave one line")
        if card in hand:
            return None
        gone = "used by an earlier line" if card in self.walk.held else "not in your hand"
        hint = f"you can use {listed(map(card_name, hand))}"
        return Problem(f"{card_name(card)} is {gone}", "2.1", hint)


class Discard(Using):
    """2.1 Set a card aside, unseen; in the first turn of a year only."""

    example = "discard: 3/1"
    word, takes, what = "discard", Name("card"), "set aside"

    def obstacle(self) -> Problem | None:
        """In its time, a card of the hand, once."""
        if self.walk.request.opening:
            return self.used()
        return Problem("a card is set aside before the first turn of a year only", "2.1")

    async def does(self) -> None:
        """It is seen by its owner alone."""
        verbs.set_aside(self.table, self.seat, self.value)


class Play(Using):
    """2.1 Play a card of your hand."""

    example = "card: 4/1"
    word, takes, what = "card", Name("card"), "played"

    def obstacle(self) -> Problem | None:
        """A card of the hand, once; ruling 2: Apollo has nothing to copy in the first turn."""
        if self.walk.request.playable([self.value]):
            return self.used()
        reason = "Apollo cannot be played in the first turn of a year"
        return self.used() or Problem(reason, "card Apollo", "you may set it aside")

    async def does(self) -> None:
        """Both are told of together."""
        verbs.play(self.table, self.seat, self.value)


class Cards(Request):
    """2.1 Choose the card that you play, and in the first turn of a year one to set aside.

    args: year, turn.  In the last turn one card is left, and no line is needed."""

    kind, rule, walk = "cards", "2.1", Choosing
    actions = (Discard, Play)
    selectors = TIMES

    def title(self, reader: str = "") -> str:
        """What is asked."""
        return "set one card aside and play one" if self.opening else "play a card"

    def forced(self, public: Data) -> Answer | None:
        """2.0 With one card left there is nothing to ask."""
        return [] if self.last else None

    @property
    def opening(self) -> bool:
        """Whether it is the first turn of a year."""
        return bool(self.args["turn"] == 1)

    @property
    def last(self) -> bool:
        """Whether it is the last one."""
        return bool(self.args["turn"] == board.cards()["turns"])

    def playable(self, hand: Iterable[str]) -> list[str]:
        """What of a hand can be played now; ruling 2: not Apollo in the first turn of a year."""
        return [card for card in hand if not (self.opening and card == "apollo")]


class _Hand(Suggestions[Cards], Player[Cards]):
    """Templates and random play by the hand."""

    def template(self, request: Cards, view: View) -> list[str]:
        """One line for each card needed, with the hand as a comment."""
        hand = view.own["hand"]
        cards = [card_name(card) for card in request.playable(hand)]
        aside = [f"- discard: {cards[-1]}"] if request.opening else []
        return [f"# your hand: {', '.join(map(card_name, hand))}", *aside, f"- card: {cards[0]}"]

    def later(self, request: Cards, view: View) -> list[str]:
        """2.2 The command: some move."""
        for block in board.in_order(view.own["blocks"]):
            here = view.own["blocks"][block]["at"]
            roads = [to for to, kind in board.neighbours(here).items() if kind != "sea"]
            if roads and not board.blocks()[block].fleet:
                names = f"from: {place_name(here)}, blocks: [{block_name(block, view.seat)}]"
                move = f"move: {{{names}, to: {place_name(roads[0])}}}"
                return [f"- {{on: command, orders: [{move}]}}"]
        return []

    def at_hand(
        self, request: Cards, view: View, key: str, beside: Mapping[str, object]
    ) -> list[str]:
        """2.1 The hand, each card once."""
        return list(dict.fromkeys(view.own["hand"]))

    def sample(self, request: Cards, view: View, chance: random.Random) -> Answer:
        """Any card, and any other one set aside."""
        hand = chance.sample(view.own["hand"], len(view.own["hand"]))
        return _answer(request, hand, hand, hand)


class _Standing(Standing[Cards]):
    """2.1 Rules on `cards`: what is played and what is set aside, by what the hand then holds.

    A rule always comes to an answer, so that whether a game stops tells nothing of a hand."""

    quantities: ClassVar[Mapping[str, Quantity]] = {
        **TIME,
        "was first": Quantity(
            "1 if you were the first player of the turn before, 0 if not",
            lambda request, view: 1 if view.public["last_first"] == request.seat else 0,
        ),
    }
    policies: ClassVar[Mapping[str, Word]] = dict.fromkeys(("play", "aside"), Many(Name("card")))

    def follow(self, request: Cards, view: View, then: Answer) -> Answer:
        """2.1, ruling 61 The first card named that is held, else the lowest command card."""
        return _answer(request, view.own["hand"], named(then, "play"), named(then, "aside"))

    def default(self, request: Cards, view: View) -> Answer:
        """2.1, ruling 61 The lowest command card; in the first turn the next one is set aside."""
        return self.follow(request, view, [])


def _answer(
    request: Cards, hand: Sequence[str], plays: Sequence[str], asides: Sequence[str]
) -> Answer:
    """The first card wished for that can be played, and of the others that can be set aside."""
    card = _pick(request.playable(hand), plays)
    if not request.opening:
        return [{"card": card}]
    rest = list(hand)
    rest.remove(card)
    return [{"discard": _pick(rest, asides)}, {"card": card}]


def _pick(cards: Sequence[str], wishes: Sequence[str]) -> str:
    """The first wish that is there, else the card that ruling 61 takes."""
    wished = [card for card in wishes if card in cards]
    return wished[0] if wished else min(cards, key=_lowest)


def _lowest(card: str) -> tuple[bool, int, int, int]:
    """Ruling 61 Command cards before events, fewer moves first, then fewer levies."""
    moves, levies = board.moves_and_levies(card)
    return is_event(card), moves, levies, board.deck(events=True).index(card)


CARDS = Kind(Cards, _Hand(), _Hand(), _Standing())
