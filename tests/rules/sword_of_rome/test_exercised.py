"""What random play of The Sword of Rome comes to is counted; what it seldom does has a reason."""

from __future__ import annotations

from tests.rules.exercised import CARDS, in_selfplay, knowledge, rows

SWORD = knowledge("sword-of-rome")


def test_a_random_game_comes_to_things_that_are_counted() -> None:
    counts = in_selfplay(SWORD, 1, "four")
    assert {*counts} <= {*rows(SWORD)}
    assert len(counts) > len(rows(SWORD)) // 4
    assert sum(group == CARDS for group, _ in counts) > 20


def test_reasons_are_given_for_what_is_counted() -> None:
    assert {*SWORD.SELDOM} <= {*rows(SWORD)}
