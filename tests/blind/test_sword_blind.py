"""Nobody learns anything of another hand, draw pile, announcement or mail of The Sword of Rome but
what is played."""

from __future__ import annotations

from typing import Any

import pytest

from referee.engine.request import Data
from referee.lab.twins.following import Table
from referee.lab.twins.twins import Twins, Varied
from referee.ruleset import load
from tests.blind.mails import Mails, Quiet, with_mail
from tests.blind.series import MOST, alike, with_rules
from tests.rules.sword_of_rome.adapter import HandVariation
from tests.support.seeds import count

SWORD = load("sword-of-rome")
#: Standing orders that hang on the hand: what is played and discarded.
BY_HAND: list[Any] = [
    {"on": "respond", "trigger": "battle", "if": "mine = 1", "then": "any"},
    {"on": "respond", "trigger": "losses", "if": "own total < enemy total", "then": "any"},
    {"on": "respond", "trigger": "siege roll", "then": "any", "times": "3"},
    {"on": "respond", "trigger": "reaction roll", "then": "any"},
    {"on": "respond", "then": "pass"},
    {"on": "desperate times", "if": "vp < their vp",
     "then": {"desperate": {"use": "action", "when": "another"}}},
    {"on": "desperate times", "then": "pass"},
    {"on": "intercept", "if": "own cu > their cu", "then": "all"},
    {"on": "avoid", "if": "own cu < their cu", "then": "anywhere"},
    {"on": "discard", "then": "keep"},
]  # fmt: skip

#: how many pairs out of how many have something to tell apart
NEARLY_ALL = (9, 10)


class ByHand(Twins):
    """All players have left such rules, and answer themselves what these do not."""

    def table(self) -> Table:
        return with_rules(super().table(), self.ruleset, self.seats, BY_HAND)


class CardsShown(HandVariation):
    """Rules on the hand come to what everybody then sees."""

    def shown(self, event: Data, hidden: str) -> object:
        """A card that a rule has played."""
        return event["card"] if event["kind"] == "responds" else super().shown(event, hidden)


def test_pairs_that_differ_in_hands_and_announcements_tell_the_others_the_same() -> None:
    """All three scenarios; who is asked, how often and in which words is compared too."""
    varied = Varied(SWORD, HandVariation())
    alike([varied.begun(seed, MOST) for seed in range(count(5, 1000))], 10, NEARLY_ALL)


def test_pairs_with_standing_orders_on_the_hand_tell_the_others_the_same() -> None:
    by_hand = Varied(SWORD, CardsShown(), make=ByHand)
    alike([by_hand.begun(seed, MOST) for seed in range(count(5, 1000))], 6, NEARLY_ALL)


def test_pairs_that_differ_in_hands_and_mail_tell_the_others_the_same() -> None:
    """Queues, standing orders, lines that are skipped, notes to a third seat, offers of a draw."""
    both = Varied(SWORD, with_mail(HandVariation()), make=Mails)
    alike([both.begun(seed, MOST) for seed in range(count(3, 1000))], 3, NEARLY_ALL)
    assert {"advance orders", "standing orders", "a note to a third seat"} <= {*both.tried()}


def test_pairs_that_differ_in_mail_alone_tell_the_others_the_same() -> None:
    """Such pairs go on to the end of the game, so here they are few: up to the first that has lines
    that are skipped."""
    mails, pairs = Varied(SWORD, Quiet(), make=Mails), []
    for seed in range(count(12, 100)):
        pairs.append(mails.begun(seed, MOST))
        if "orders not carried out (skip)" in mails.tried() and len(pairs) >= count(1, 100):
            break
    alike(pairs, 10, NEARLY_ALL)
    assert "orders not carried out (skip)" in mails.tried()


def test_an_announcement_that_comes_to_nothing_differs() -> None:
    """7.4.2: with "when: another" it is known only if another player announces it too."""
    twins = Twins(SWORD, HandVariation(), "four")
    made = [answer for seed in range(6) for answer in announcements(twins, seed)]
    assert True in made
    assert False in made


def announcements(twins: Twins, seed: int) -> list[bool]:
    """Of the questions for Desperate Times: whether the games had different answers."""
    found: list[bool] = []
    answer = HandVariation.answer

    class Counting(HandVariation):
        def answer(self, request: Any, views: Any, given: Any, chance: Any) -> Any:
            other = answer(self, request, views, given, chance)
            if request.kind == "desperate times":
                found.append(other != given)
            return other

    twins.variation = Counting()
    twins.pair(seed, 12)
    return found


@pytest.mark.parametrize("seat", list(SWORD.seats))
def test_pairs_hide_every_player(seat: str) -> None:
    twins = Twins(SWORD, HandVariation(), "four")
    assert seat in [twins.pair(seed, 0).hidden for seed in range(24)]
