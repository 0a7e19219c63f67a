"""The ruleset follows random games of the slow rules: the same positions, the same legal answers.

A share of what ``python -m tests.rules.slow_xl.lockstep 0 1000`` does at length.
"""

from __future__ import annotations

from tests.rules.caesar_xl.adapter import board
from tests.rules.slow_xl import atlas
from tests.rules.slow_xl.lockstep import follow
from tests.support.seeds import with_seeds


@with_seeds(range(100), few=3)
def test_turns_from_crowded_positions(seed: int) -> None:
    report = follow(seed, "crowded")
    assert report.other == []
    assert sum(report.offers.values()) == sum(report.compared.values()) == report.steps


@with_seeds(range(12), few=2)
def test_whole_games(seed: int) -> None:
    report = follow(seed, ("", "bronze", "strict")[seed % 3])
    assert report.other == []
    assert report.steps > 50 and "end" in report.compared


def test_both_rules_read_the_same_board() -> None:
    """9.1: every connection, once more from the files."""
    ours = {atlas.place(here): sorted(map(atlas.place, near)) for here, near in board.LINKS.items()}
    assert ours == atlas.NEXT
    assert [*map(atlas.place, board.PLACES)] == atlas.PLACES
    assert list(board.CARDS) == list(atlas.CARDS)
