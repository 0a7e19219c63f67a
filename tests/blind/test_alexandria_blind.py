"""In Caesar in Alexandria all is open but orders that are not carried out yet and mail."""

from __future__ import annotations

import random

import pytest

from referee.engine.request import Request, View
from referee.engine.table import State, view_of
from referee.engine.words import Answer
from referee.lab.twins.following import Table
from referee.lab.twins.twins import Twins, Varied
from referee.orders.standing_list import rules_of_set
from referee.ruleset import load
from tests.blind.mails import Mails, with_mail
from tests.blind.series import MOST, alike, seeds
from tests.rules.caesar_in_alexandria.adapter import Sealed, SetUp, flow, idle
from tests.support.seeds import count

ALEXANDRIA = load("caesar-in-alexandria")


class BySet(Mails):
    """Both players have left a set of standing orders."""

    def table(self) -> Table:
        table = super().table()
        for seat, name in zip(self.seats, ("bold", "careful"), strict=True):
            table.clerk.inbox.standing[seat] = rules_of_set(self.ruleset, name, seat)
        return table


def test_pairs_that_differ_in_sealed_orders_tell_the_watcher_the_same() -> None:
    """All scenarios, set up as printed or by the players; games begin alike and then differ."""
    varied = Varied(ALEXANDRIA, Sealed())
    alike([varied.begun(seed, MOST) for seed in seeds(1, 3, 4, 5)], 4)


def test_pairs_that_differ_in_mail_tell_the_watcher_the_same() -> None:
    """Queues, standing orders that answer nothing, lines that are skipped, offers of a draw."""
    mails = Varied(ALEXANDRIA, with_mail(Sealed()), make=Mails)
    alike([mails.begun(seed, MOST) for seed in seeds(0, 3, 4, 5, 7)], 2)
    assert {"advance orders", "standing orders", "orders not carried out (skip)"} <= {
        *mails.tried()
    }


def test_pairs_with_sets_of_standing_orders_tell_the_watcher_the_same() -> None:
    """What a set answers is no stop, so that runs are long."""
    by_set = Varied(ALEXANDRIA, with_mail(Sealed()), make=BySet)
    alike([by_set.begun(seed, MOST) for seed in seeds(0, 1, 3, 4, 5)], 1)


class Longer(Sealed):
    """Nothing differs but a last line that is never carried out."""

    def disturb(self, state: State, hidden: str, chance: random.Random) -> None:
        """Nothing."""

    def answer(
        self, request: Request, views: tuple[View, View], answer: Answer, chance: random.Random
    ) -> Answer | None:
        """The same orders, and one more."""
        if request.kind == "turn" and answer:
            answer = [*answer, idle(chance.choice(answer))]
        return None if request.judge(views[1], answer).faults else answer


def test_a_last_line_that_comes_to_nothing_changes_no_dice_behind_it() -> None:
    """Galleys test fatigue at the end of movement, whatever lines lie behind the last deed."""
    twins = Twins(ALEXANDRIA, Longer(), "naval")
    alike([twins.pair(seed, 12, seed % 4) for seed in range(3, 3 + count(3, 100))], 8)


@pytest.mark.parametrize("scenario", ["heptastadium", "naval"])
def test_pairs_set_up_in_another_order_tell_the_watcher_the_same(scenario: str) -> None:
    options = {"set-up": "by the players"}
    twins = Twins(ALEXANDRIA, Sealed(), scenario, options)
    alike([twins.pair(seed, most_runs=6) for seed in range(count(2, 300))], 1)


def test_a_set_up_is_written_in_another_order_only_if_all_stand_as_before() -> None:
    """Of two units set up in one hex the one named first stands on top (5.76)."""
    options = {"set-up": "by the players", "first-exhausted-ends": "no"}
    view = view_of(flow.setup("heptastadium", options), "roman")
    request, variation = SetUp("roman", force=0, area="pharos"), Sealed()

    def orders(answer: Answer) -> set[str]:
        assert request.judge(view, answer).faults == []
        chance = random.Random(1)
        return {str(variation.reordered(request, view, answer, chance)) for _ in range(30)}

    def place(unit: str, at: str) -> Answer:
        return [{"place": {"pieces": [unit], "at": at, "face": "S"}}]

    together = place("r-vi-1", "3119") + place("r-vi-2", "3119")
    assert orders(together) == {str(together)}
    apart = place("r-vi-1", "3119") + place("r-vi-2", "3120")
    assert orders(apart) == {str(apart), str(apart[::-1])}
