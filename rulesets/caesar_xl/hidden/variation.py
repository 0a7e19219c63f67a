"""Twins: another card in a hand; the deck, and whatever is drawn openly, looks the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from referee.engine.variation import Variation
from referee.engine.words import compared, word_of
from rulesets.caesar_xl.board import SEATS, card_kind
from rulesets.caesar_xl.choices import NONE
from rulesets.caesar_xl.draw.orders import Drawing
from rulesets.caesar_xl.hidden import CARDS, hand, held
from rulesets.caesar_xl.position import COMBAT, FORUM

if TYPE_CHECKING:
    import random

    from referee.engine.request import Request, View
    from referee.engine.table import State
    from referee.engine.words import Answer
    from rulesets.caesar_xl.position import Data

#: Cards that lines play.
PLAYED = {
    "mobilize": "A1",
    "treachery": "A2",
    "fleet": "A3",
    "legionaries": "A5",
    "revolt": "A6",
    "donations": "A7",
    "levy": "A8",
}
OPEN = ("forum", "event")
#: What all see that lines have done, by the event that tells it, with some of its data.
DONE: Mapping[str, Sequence[str]] = {
    "claims": ("card",),
    "draws": (),
    "declines": (),
    "free card": (),
    "plays": ("card",),
    "pays": ("why",),
    "raised": ("at", "unit"),
    "leader": ("card", "at"),
    "diplomacy": ("at",),
    "demands": ("unit",),
    "marches": ("pieces", "path", "free"),
    "battle": ("at",),
}
#: Quantities that only the holder of a hand knows.
SECRET = {name for name, quantity in Drawing.quantities.items() if quantity.private}


class HandVariation(Variation):
    """Two games that differ in hands, in the draw pile, and in what is drawn unseen.

    state, hidden, chance: those of the run in which they may differ; decides: whether an answer in
    this player's turn, when, compares what only the hidden seat knows, so that all may see what
    comes of it: a question may stop its lines, and they go on in a later run."""

    hidden = ""
    decides = False
    when = (0, "")
    chance: random.Random

    def __init__(self) -> None:
        self.state: State = {}

    def disturb(self, state: State, hidden: str, chance: random.Random) -> None:
        """A card of the hand and one of the deck that could be in a hand change places; not while
        lines of that player may wait for somebody else's answer."""
        public = state["public"]
        when = public["turn"], public["seat"]
        self.decides = self.decides and state is self.state and when == self.when
        self.state, self.hidden, self.chance, self.when = state, hidden, chance, when
        if public["seat"] == hidden and public["phase"] not in (FORUM, COMBAT):
            return
        mine = [c for c in CARDS.lying(state, hand(hidden)) if c not in seen(state, hidden)]
        able = [c for c in CARDS.lying(state, CARDS.pile) if card_kind(c) not in OPEN]
        if mine and able and chance.random() < 0.8:
            exchange(state, hidden, chance.choice(mine), chance.choice(able))

    def lead(
        self, state: State, first: State, label: str, picked: Sequence[str]
    ) -> Sequence[str] | None:
        """What goes unseen into the hidden hand may be another card.  Otherwise it is the same one;
        where a hand has it in the second game, it changes places with what that hand has in the
        first one."""
        card, pile = picked[0], CARDS.lying(state, CARDS.pile)
        unseen = [one for one in pile if card_kind(one) not in OPEN]
        twisted = label == f"card of {self.hidden}" and state is self.state
        if twisted and card_kind(card) not in OPEN and unseen:
            return [self.chance.choice(unseen)]
        if card in pile:
            return picked
        for seat in SEATS:
            here, there = (CARDS.lying(one, hand(seat)) for one in (state, first))
            if card in here:
                spare = [c for c in there if c not in here and c in pile]
                if spare:
                    exchange(state, seat, card, spare[0])
                    return picked
        return None

    def answer(
        self, request: Request, views: tuple[View, View], answer: Answer, chance: random.Random
    ) -> Answer | None:
        """The same, if it shows nothing of the hand; a card that both hold may be played."""
        if request.kind == "tactics":
            card = answer[0]["tactics"] if answer else NONE
            return answer if card in (NONE, *views[1].own["hand"]) else None
        told = any(compared(line) & SECRET for line in answer)
        both = [[held(view.own, card) for card in played(answer)] for view in views]
        if both[0] != both[1] or not all(both[0]):
            return None
        self.decides |= told
        return answer

    def shown(self, event: Data, hidden: str) -> object:
        """What a line with a condition on his hand did, or did not do."""
        if not self.decides or event.get("seat") != hidden or event["kind"] not in DONE:
            return None
        return [event["kind"], *(event[key] for key in DONE[event["kind"]])]


def played(answer: Answer) -> list[str]:
    """Cards of the hand that an answer plays."""
    found: list[str] = []
    for line in answer:
        word = word_of(line)
        value: Any = line[word]
        found += [value["leader"]] if word == "place" else [PLAYED[word]] if word in PLAYED else []
    return found


def seen(state: State, seat: str) -> list[str]:
    """Cards of a hand that all have seen."""
    known: list[str] = state["public"]["known"][seat]
    return known


def exchange(state: State, seat: str, card: str, other: str) -> None:
    """A card of a hand and one of the deck change places, unseen."""
    own: Data = state["seats"][seat]
    pile = state["sealed"][CARDS.pile.zone]
    own["hand"] = CARDS.sorted([other if one == card else one for one in own["hand"]])
    state["sealed"][CARDS.pile.zone] = CARDS.sorted([card if c == other else c for c in pile])
