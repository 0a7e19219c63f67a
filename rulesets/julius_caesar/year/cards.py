"""The cards of a year: deal, discards, cards played, who goes first (2.1); and the turn over
(2.0)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from referee.engine.action import Action, Problem
from referee.engine.asking import all_carried_out
from referee.engine.beside import Chance, Helper, helped
from referee.engine.request import Data, Quantity, Request, View
from referee.engine.table import Table
from referee.engine.walk import Walk
from referee.engine.words import Answer, Many, Name, Word, named, word_of
from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.board import SEATS, other
from rulesets.julius_caesar.board.naming import TIME, TIMES, card_name, listed, written

#: the option that decides who goes first in the very first turn
FIRST_TURN = "first-turn"


async def deal(table: Table) -> None:
    """2.1 Six cards to each player, from all cards shuffled; the draw pile is kept in the
    rulebook's order."""
    public, number = table.public, board.CARDS["hand"]
    deck = board.deck(events=public["scenario"] != "land")
    told: dict[str, Data] = {}
    drawn = table.draw("deal", number * len(SEATS), deck)
    rest = Counter(deck) - Counter(drawn)
    table.state["sealed"]["deck"] = sorted(rest.elements(), key=deck.index)
    for n, seat in enumerate(SEATS):
        hand = sorted(drawn[n * number : (n + 1) * number], key=deck.index)
        table.state["seats"][seat].update(hand=hand, discard=None)
        told[seat] = {"hand": hand}
    public["phase"] = "cards"
    table.tell("deal", {"year": public["year"], "cards": number}, **told)


async def play_cards(table: Table) -> None:
    """2.1 Both play a card face down; in the first turn they also discard one.  Then: who goes
    first, and what each card stands for; nobody if two events end the turn."""
    public, first = table.public, None
    acts: dict[str, str] = {}
    args = {"year": public["year"], "turn": public["turn"]}
    await all_carried_out(table, [Cards(seat, **args) for seat in SEATS])
    if not all(is_event(card) for card in public["played"].values()):
        acts = {seat: stands_for(public, seat) for seat in SEATS}
        opening = (public["year"], public["turn"]) == (board.CARDS["years"][0], 1)
        # Ruling 5 In tournament play Caesar goes first in the very first turn.
        caesar = opening and public["options"].get(FIRST_TURN) == "caesar"
        first = SEATS[0] if caesar else first_player(acts)
    public.update(acting=acts, first=first, phase="command")
    public["to_command"] = [first, other(first)] if first else []
    table.tell("cards", {"played": public["played"], "first": first, "acting": acts})


def is_event(card: str) -> bool:
    """Whether it is one of the seven event cards."""
    return card in board.CARDS["events"]


def acting(public: Data, seat: str) -> str:
    """The card that a seat acts with: the one it played, or what its Apollo stands for."""
    found: str = public["acting"].get(seat) or public["played"][seat]
    return found


def stands_for(public: Data, seat: str) -> str:
    """Card Apollo, ruling 3 What a played card stands for: the opponent's card of last turn."""
    card: str = public["played"][seat]
    return str(public["last_played"].get(other(seat), card)) if card == "apollo" else card


def first_player(played: Mapping[str, str]) -> str | None:
    """2.1 An event goes first, otherwise the higher number of moves; ties go to Caesar.

    None if two events cancel each other and the turn is over."""
    events = [seat for seat in SEATS if is_event(played[seat])]
    if events:
        return events[0] if len(events) == 1 else None
    return max(SEATS, key=lambda seat: board.moves_and_levies(played[seat])[0])


def command_done(table: Table, seat: str) -> None:
    """2.2 A seat has moved and levied; after the second one come the battles."""
    public = table.public
    public["to_command"].remove(seat)
    if not public["to_command"]:
        public["phase"] = "battles"
    table.tell("command done", None)


async def end_turn(table: Table) -> None:
    """2.0 Clear the table for the next turn."""
    public = table.public
    told = {"year": public["year"], "turn": public["turn"], "points": legal.score(public)}
    for seat, card in public["played"].items():
        public["spent"][seat] = [*public["spent"][seat], card]
    public.update(last_played=public["played"], last_first=public["first"])
    public.update(played={}, acting={}, surprise=None, first=None, to_command=[])
    public.update(roads={}, attacks={}, fought=[], turn=public["turn"] + 1)
    public["phase"] = "winter" if public["turn"] > board.CARDS["turns"] else "cards"
    table.tell("turn over", told)


class Choosing(Walk):
    """What a seat does with its hand.

    held: the hand before the first line."""

    request: Cards

    def begin(self) -> None:
        """Remember the hand."""
        self.held: list[str] = list(self.own["hand"])

    def whole(self) -> Iterator[Problem]:
        """2.1 A card must be played, and one discarded in the first turn."""
        words = list(map(word_of, self.lines))
        if self.request.opening and "discard" not in words:
            yield Problem("you must discard a card", "2.1", "add a line '- discard: CARD'")
        if "play" not in words and not self.request.last:
            yield Problem("you must play a card", "2.1", "add a line '- play: CARD'")

    def lay(self, card: str) -> None:
        """2.1 Play a card; both cards are revealed together."""
        self.own["hand"].remove(card)
        self.public["played"][self.seat] = card

    def remarks(self) -> Iterator[str]:
        """2.1 Which card is played: both are told of together."""
        if card := self.public["played"].get(self.seat):
            yield f"You play {card_name(card)}; both cards are shown together (2.1)."

    def finish(self) -> None:
        """2.0 The last card of a year needs no line."""
        if self.request.last and not self.lines:
            self.lay(self.own["hand"][0])


class Using(Action[Choosing]):
    """A card of the hand is used."""

    takes = Name("card")
    what: ClassVar[str]

    def obstacle(self) -> Problem | None:
        """2.1 The card must be in the hand, and only one is used this way."""
        hand, card = self.own["hand"], self.value
        if self.word in map(word_of, self.walk.lines[: self.walk.number]):
            reason = f"only one card is {self.what}, and an earlier line names it"
            return Problem(reason, "2.1", "delete one line")
        if card in hand:
            return None
        gone = "already used in an earlier line" if card in self.walk.held else "not in your hand"
        hint = f"you can use {listed(map(card_name, hand))}"
        return Problem(f"{card_name(card)} is {gone}", "2.1", hint)


class Discard(Using):
    """2.1 Discard a card, face down; in the first turn of a year only."""

    example = "discard: 3/1"
    word, what = "discard", "discarded"

    def obstacle(self) -> Problem | None:
        """In the first turn, a card of the hand, once."""
        if self.walk.request.opening:
            return super().obstacle()
        return Problem("you can discard a card only in the first turn of a year", "2.1")

    async def does(self) -> None:
        """Only its owner sees it."""
        self.own["hand"].remove(self.value)
        self.own["discard"] = self.value
        self.table.tell("discard", {"seat": self.seat}, **{self.seat: {"card": self.value}})


class Play(Using):
    """2.1 Play a card of your hand."""

    example = "play: 4/1"
    word, what = "play", "played"

    def obstacle(self) -> Problem | None:
        """A card of the hand, once; ruling 2: Apollo has nothing to copy in the first turn."""
        wrong = super().obstacle()
        if wrong or self.walk.request.playable([self.value]):
            return wrong
        reason = "Apollo cannot be played in the first turn of a year"
        return Problem(reason, "card Apollo", "you can discard it")

    async def does(self) -> None:
        """Both cards are revealed together."""
        self.walk.lay(self.value)


class Cards(Request):
    """2.1 Choose the card that you play, and in the first turn of a year one to discard.

    args: year, turn.  In the last turn one card is left, and no line is needed."""

    kind, rule, walk, actions = "cards", "2.1", Choosing, (Discard, Play)
    selectors = TIMES

    @classmethod
    def supposed(cls, view: View) -> tuple[Cards, View] | None:
        """The card of the next turn, out of the hand as it is; nobody knows the hand of a year to
        come."""
        public, last = view.public, board.CARDS["turns"]
        if public["phase"] == "over" or not 0 < public["turn"] < last or "hand" not in view.own:
            return None
        return cls(view.seat, year=public["year"], turn=public["turn"] + 1), view

    def once_answered(self, view: View, answer: Answer) -> View:
        """2.1 The cards have left the hand, and one is played."""
        walk = self.walk.on_copy(self, view)
        walk.refused(answer)
        return walk.view

    def title(self, reader: str = "") -> str:
        """What is asked."""
        return "discard one card and play one" if self.opening else "play a card"

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
        return bool(self.args["turn"] == board.CARDS["turns"])

    def playable(self, hand: Iterable[str]) -> list[str]:
        """Cards of a hand that can be played now; ruling 2: not Apollo in the first turn of a
        year."""
        return [card for card in hand if not (self.opening and card == "apollo")]

    def wished(self, hand: Sequence[str], plays: Sequence[str], discards: Sequence[str]) -> Answer:
        """The first of `plays` that can be played, and of the rest the first of `discards`."""
        card = _pick(self.playable(hand), plays)
        rest = list(hand)
        rest.remove(card)
        discard: Answer = [{"discard": _pick(rest, discards)}] if self.opening else []
        return [*discard, {"play": card}]


def _pick(cards: Sequence[str], wishes: Sequence[str]) -> str:
    """The first of the wishes that is there; ruling 61: otherwise a command card before an event,
    fewer moves first, then fewer levies."""
    for card in wishes:
        if card in cards:
            return card
    order = board.deck(events=True).index
    return min(cards, key=lambda c: (is_event(c), board.moves_and_levies(c), order(c)))


class CardsHelp(Helper[Cards]):
    """2.1 What is played and discarded, by the hand at that time.

    A rule always gives an answer, because a stop would say something about the hand."""

    quantities: ClassVar[Mapping[str, Quantity]] = {
        **TIME,
        "was first": Quantity(
            "1 if you were the first player of the turn before, 0 if not",
            lambda request, view: 1 if view.public["last_first"] == request.seat else 0,
        ),
    }
    policies: ClassVar[Mapping[str, Word]] = dict.fromkeys(("play", "discard"), Many(Name("card")))

    def open_words(self, request: Cards) -> list[str]:
        """A card is discarded in the first turn only."""
        return [word for word in request.words if request.opening or word != "discard"]

    def follow(self, request: Cards, view: View, then: Answer) -> Answer:
        """2.1, ruling 61 The first card named that is in the hand, otherwise the lowest command
        card; in the first turn the next one is discarded."""
        return request.wished(view.own["hand"], named(then, "play"), named(then, "discard"))

    def template(self, request: Cards, view: View) -> list[str]:
        """One line for each card needed, with the hand as a comment."""
        hand = view.own["hand"]
        cards = [card_name(card) for card in request.playable(hand)]
        discard = [f"- discard: {cards[-1]}"] if request.opening else []
        return [f"# your hand: {', '.join(map(card_name, hand))}", *discard, f"- play: {cards[0]}"]

    def later(self, request: Cards, view: View) -> list[str]:
        """2.2 The command: some move."""
        for block in board.in_order(view.own["blocks"]):
            here = view.own["blocks"][block]["at"]
            roads = board.beside(here, by_sea=False)
            if roads and not board.is_fleet(block):
                move = {"move": {"from": here, "blocks": [block], "to": roads[0]}}
                return [written({"on": "command", "orders": [move]}, view.seat)]
        return []

    def at_hand(self, request: Cards, view: View, key: str, beside: object) -> list[str]:
        """2.1 The hand, each card once."""
        return list(dict.fromkeys(view.own["hand"]))

    def sample(self, request: Cards, view: View, chance: Chance) -> Answer:
        """Any card, and any other as the discard."""
        hand = chance.sample(view.own["hand"], len(view.own["hand"]))
        return request.wished(hand, hand, hand)


CARDS = helped(Cards, CardsHelp())
