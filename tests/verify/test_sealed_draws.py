"""The log of sealed draws says what lay there: a stranger can make the draws of a bundle again."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.support.mailbag import Table
from tests.toys.duel import CARDS

Game = Callable[..., Table]


def sealed(table: Table) -> list[Any]:
    """The sealed draws of all runs in a journal."""
    lines = map(json.loads, table.folder.joinpath("journal").read_text().splitlines())
    entries = [line["own"]["sealed"] for line in lines if line["type"] == "entry"]
    return [draw for entry in entries for draw in entry["draws"]]


def test_a_sealed_draw_names_its_items_in_the_order_of_the_rulebook(game: Game) -> None:
    """Numbers alone told nobody but the rules what was drawn."""
    first, second = sealed(game("duel", 2))
    assert first["items"] == list(CARDS)
    drawn = [first["items"][index] for index in first["picked"]]
    assert second["items"] == [card for card in CARDS if card not in drawn]
    assert [first["label"], second["label"]] == ["hand of red", "hand of blue"]


def test_a_report_says_nothing_of_sealed_draws(game: Game) -> None:
    table = game("duel", 1)
    (draw, _) = sealed(table)
    for path in table.folder.glob("reports/*/0001.txt"):
        assert draw["label"] not in path.read_text()
