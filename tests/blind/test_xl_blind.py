"""Caesar learns nothing of Pompey's hand, of the deck or of his mail but what the rules show, nor
the reverse."""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee.engine.game import Game
from referee.engine.table import view_of
from referee.engine.words import Answer
from referee.lab.scripted import ScriptedDice
from referee.lab.twins.following import Table
from referee.lab.twins.twins import Twins, Varied
from referee.ruleset import load
from tests.blind.buyers import Buyers
from tests.blind.mails import Mails, Quiet
from tests.blind.series import MOST, alike, with_rules
from tests.rules.caesar_xl.adapter import ADAPTER, CARDS, Draws, HandVariation, Orders
from tests.support.seeds import count

XL = load("caesar-xl")
#: Standing orders that hang on the hand: which cards are bought, which tactics are played.
BY_HAND: list[Any] = [
    {"on": "cards", "if": "leaders = 0", "then": ["buy", "buy"]},
    {"on": "cards", "if": "tactics > 1", "then": [
        {"if": "tactics drawn = 0", "else": "skip", "buy": ""}]},
    {"on": "cards", "then": "default"},
    {"on": "tactics", "side": "defender", "then": {"tactics": ["Siege", "Testudo", "Ambush"]}},
    {"on": "tactics", "if": "own units > 1", "then": {"tactics": ["Triple Line"]}},
    {"on": "tactics", "then": "any", "times": "3"},
    {"on": "retreat", "if": "own swords < enemy swords", "then": ["own", "default"]},
    {"on": "loss", "then": "default"},
    {"on": "supply", "then": "default"},
    {"on": "reroll", "then": "failed"},
]  # fmt: skip


class ByHand(Buyers):
    """Both players have left such rules, and answer themselves what these do not."""

    def table(self) -> Table:
        return with_rules(super().table(), self.ruleset, self.seats, BY_HAND)


class HandShown(HandVariation):
    """Rules on the hand come to what the table then shows, in whatever run."""

    def disturb(self, *given: Any) -> None:
        super().disturb(*given)
        self.decides = True


def test_pairs_that_differ_in_hands_and_in_the_deck_tell_the_watcher_the_same() -> None:
    """Both scenarios, both victories; games begin alike and then differ."""
    varied = Varied(XL, HandVariation())
    alike([varied.begun(seed, MOST) for seed in range(count(5, 1000))], 8)


def test_6_2_pairs_that_buy_by_what_they_draw_tell_the_watcher_the_same() -> None:
    buyers = Varied(XL, HandVariation(), "silver", make=Buyers)
    alike([buyers.begun(seed, MOST) for seed in range(count(5, 1000))], 2)


def test_pairs_with_standing_orders_on_the_hand_tell_the_watcher_the_same() -> None:
    by_hand = Varied(XL, HandShown(), "silver", make=ByHand)
    alike([by_hand.begun(seed, MOST) for seed in range(count(5, 1000))], 2)


def test_pairs_that_differ_in_mail_tell_the_watcher_the_same() -> None:
    """Queues, standing orders that answer nothing, lines that are skipped, offers of a draw."""
    mails = Varied(XL, Quiet(), make=Mails)
    alike([mails.begun(seed, MOST) for seed in range(count(4, 1000))], 8)
    assert {"advance orders", "standing orders", "orders not carried out (skip)"} <= {
        *mails.tried()
    }


@pytest.mark.parametrize("seat", ["caesar", "pompey"])
def test_pairs_hide_either_player(seat: str) -> None:
    twins = Twins(XL, HandVariation())
    hidden = [twins.pair(seed, 0).hidden for seed in range(12)]
    assert seat in hidden


def test_a_question_that_stops_lines_with_conditions_leaves_them_seen() -> None:
    """A card drawn on the way may ask; what the lines then do, or do not, comes a run later."""
    variation, chance = HandVariation(), random.Random(1)
    state = XL.rules.setup("silver", {})
    request, view = Draws("caesar", turn=1, part=1), view_of(state, "caesar")
    answer: Answer = [{"buy": {}, "if": [["tactics", ">=", 1]], "else": "skip"}]
    pays = {"kind": "pays", "seat": "caesar", "gold": 5, "why": "a card, 6.2"}
    variation.disturb(state, "caesar", chance)
    assert variation.shown(pays, "caesar") is None
    assert variation.answer(request, (view, view), answer, chance) == answer
    variation.disturb(state, "caesar", chance)
    assert variation.shown(pays, "caesar") == ["pays", "a card, 6.2"]
    assert variation.shown({**pays, "seat": "pompey"}, "caesar") is None
    state["public"]["seat"] = "pompey"
    variation.disturb(state, "caesar", chance)
    assert variation.shown(pays, "caesar") is None


ON_THE_WAY: dict[str, tuple[dict[str, Any], Answer, str]] = {
    "cards": ({"start": "yes", "phase": "forum"}, [{"buy": {}}], "rally"),
    "turn": (
        {
            "start": "yes",
            "caesar": {"Massilia": ["Brutus"]},
            "claimed": {"caesar": ["Pontifex Maximus"]},
        },
        [{"march": {"pieces": ["cl02"], "to": "rubicon"}}],
        "reroll",
    ),
}


@pytest.mark.parametrize("kind", ON_THE_WAY)
def test_a_question_on_the_way_does_not_tell_whether_there_is_a_line(kind: str) -> None:
    """6, 7: a rule on the hand gives a line or none; before it does anything the first card, or the
    die for Brutus, asks.  The number of the part told which."""
    before, lines, asked = ON_THE_WAY[kind]
    known = []
    for answer in ([], lines):
        state, answers = ADAPTER.start(before), iter([[answer], None])
        populares = CARDS.lying(state, CARDS.pile).index("E6")
        dice = ScriptedDice([3], [[populares]])
        outcome = Game(XL.rules, state).run(dice, lambda *given, left=answers: next(left))
        assert [request.kind for request in outcome.asked] == [asked]
        known.append(state["public"])
    assert known[0] == known[1]


def test_an_order_of_battles_under_a_condition_on_the_hand_has_no_twin() -> None:
    """All see it, but no event tells it: such pairs would end in what looks like a leak."""
    state = ADAPTER.start({"start": "yes"})
    request, view = Orders("caesar", turn=2, part=1), view_of(state, "caesar")
    battles: Answer = [{"battles": ["rome"], "if": [["tactics", ">=", 1]], "else": "skip"}]
    march = {"march": {"pieces": ["cl02"], "to": "rubicon"}, **battles[0]}
    del march["battles"]
    variation, chance = HandVariation(), random.Random(1)
    assert variation.answer(request, (view, view), battles, chance) is None
    assert variation.answer(request, (view, view), [march], chance) == [march]
