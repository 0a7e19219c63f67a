"""Twin games: a hand differs, and the deck and every open draw look the same."""

from collections.abc import Mapping, Sequence

from referee.engine.beside import Chance
from referee.engine.request import Data, Request, View
from referee.engine.table import State
from referee.engine.variation import Variation
from referee.engine.words import Answer, compared, parts, word_of
from rulesets.caesar_xl.board import SEATS, card_kind
from rulesets.caesar_xl.choices import NONE
from rulesets.caesar_xl.draw.orders import Drawing, Draws
from rulesets.caesar_xl.hidden import CARDS, hand, held
from rulesets.caesar_xl.lines import Line
from rulesets.caesar_xl.position import COMBAT, FORUM
from rulesets.caesar_xl.turn import Orders

#: Cards played by lines, by word.
_LINES = (*Draws.actions, *Orders.actions)
PLAYED = {line.word: line.card for line in _LINES if issubclass(line, Line)}
#: What everyone sees of a line: the event that tells it, and which of its data.
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
}
#: Quantities that only the holder of a hand knows.
SECRET = {name for name, quantity in Drawing.quantities.items() if quantity.private}


class HandVariation(Variation):
    """Two games that differ in hands, in the draw pile, and in what is drawn unseen.

    state, hidden, chance: those of the run in which they may differ; decides: whether an answer in
    this player's turn, when, compares what only the hidden seat knows, so that all may see what
    comes of it: a question may stop its lines, and they go on in a later run."""

    state: State | None = None
    hidden = ""
    decides = False
    when = (0, "")
    chance: Chance

    def disturb(self, state: State, hidden: str, chance: Chance) -> None:
        """A card of the hand and one of the deck that could be in a hand change places; not while
        lines of that player may wait for somebody else's answer."""
        public = state["public"]
        when = public["turn"], public["seat"]
        self.decides = self.decides and state is self.state and when == self.when
        self.state, self.hidden, self.chance, self.when = state, hidden, chance, when
        if public["seat"] == hidden and public["phase"] not in (FORUM, COMBAT):
            return
        if chance.random() < 0.8:
            CARDS.swap(state, hand(hidden), chance, unseen)

    def lead(
        self, state: State, first: State, label: str, picked: Sequence[str]
    ) -> Sequence[str] | None:
        """What goes unseen into the hidden hand may be another card.  Otherwise it is the same one;
        where a hand has it in the second game, it changes places with what that hand has in the
        first one."""
        twisted = label == f"card of {self.hidden}" and state is self.state
        others = filter(unseen, CARDS.lying(state, CARDS.pile))
        if twisted and unseen(picked[0]) and (able := [*others]):
            return [self.chance.choice(able)]
        return CARDS.lead(state, first, [hand(seat) for seat in SEATS], picked)

    def answer(
        self, request: Request, views: tuple[View, View], answer: Answer, chance: Chance
    ) -> Answer | None:
        """The same, if it shows nothing of the hand; a card that both hold may be played."""
        if request.kind == "tactics":
            card = answer[0]["tactics"] if answer else NONE
            return answer if card in (NONE, *views[1].own["hand"]) else None
        secret = [word_of(line) for line in answer if compared(line) & SECRET]
        both = [[held(view.own, card) for card in played(answer)] for view in views]
        if both[0] != both[1] or not all(both[0]) or "battles" in secret:
            return None  # the order of battles is kept where all see it, and no event tells it
        self.decides |= bool(secret)
        return answer

    def shown(self, event: Data, hidden: str) -> object:
        """What everyone learned from a line with a condition on the hand."""
        if not self.decides or event.get("seat") != hidden or event["kind"] not in DONE:
            return None
        return [event["kind"], *(event[key] for key in DONE[event["kind"]])]


def unseen(card: str) -> bool:
    """Whether a drawn card goes into the hand."""
    return card_kind(card) not in ("forum", "event")


def played(answer: Answer) -> list[str]:
    """The cards of the hand that an answer plays."""
    lines = parts(answer)
    cards = [value["leader"] if word == "place" else PLAYED.get(word) for word, value in lines]
    return [card for card in cards if card]
