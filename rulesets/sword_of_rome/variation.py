"""Twins: other cards in a hand and in the draw pile, and other announcements that come to nothing;
whatever is played looks the same."""

from collections.abc import Sequence

from referee.engine.action import ids_in
from referee.engine.beside import Chance
from referee.engine.request import Data, Request, View
from referee.engine.table import State
from referee.engine.variation import Variation
from referee.engine.words import Answer
from rulesets.sword_of_rome.hidden import ZONES, hand

_DRAW = "cards of "
#: Events that show cards of a hand, or who had announced something, because a rule says so (6.2.1,
#: 7.4.2), and which of their data do.
_SHOWN = {"discards": "cards", "announce": "seats", "desperate": "seat"}
#: An announcement of which nobody learns unless another player makes one (7.4.2).
_WAITING: Answer = [{"desperate": {"use": "action", "when": "another"}}]


class HandVariation(Variation):
    """Two games that differ in what a hand and its draw pile hold."""

    def disturb(self, state: State, hidden: str, chance: Chance) -> None:
        """A card of the hand and one of the draw pile change places; not while lines of that
        player wait to be carried out."""
        public = state["public"]
        if public["now"]["seat"] == hidden and public["stage"] in ("line", "close"):
            return
        ZONES[hidden].swap(state, hand(hidden), chance)

    def answer(
        self, request: Request, views: tuple[View, View], answer: Answer, chance: Chance
    ) -> Answer | None:
        """The same, if all cards that it names are in both hands or in none; who passes may have
        announced Desperate Times in case another player does."""
        if request.kind == "desperate times" and answer in ([], _WAITING):
            return chance.choice(([], _WAITING))
        first, second = (view.own.get("hand", ()) for view in views)
        named = [card for card in ids_in(answer) if card in first or card in second]
        return answer if all(card in first and card in second for card in named) else None

    def lead(
        self, state: State, first: State, label: str, picked: Sequence[str]
    ) -> Sequence[str] | None:
        """The same cards; one that the hand has in the second game changes places with what that
        hand has in the first one alone."""
        seat = label.removeprefix(_DRAW)
        return ZONES[seat].lead(state, first, [hand(seat)], picked)

    def shown(self, event: Data, hidden: str) -> object:
        """Cards that are discarded, and announcements that come to something."""
        return event[_SHOWN[event["kind"]]] if event["kind"] in _SHOWN else None
