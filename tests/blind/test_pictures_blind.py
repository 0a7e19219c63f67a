"""Pictures and maps in words show nothing of what is hidden, in every ruleset that has a board."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import Any

import pytest

from referee.adjudicate.clerk import Clerk
from referee.engine.request import Data, View
from referee.engine.rules import Ruleset
from referee.kit.board import Board
from referee.lab.twins.twins import Twins
from referee.lab.twins.watching import Watcher
from referee.picture.listing import told
from referee.picture.svg import picture
from referee.ruleset import load, names
from tests.blind.planting import parts
from tests.support.seeds import count

GAMES = [name for name in names() if load(name).picture is not None]
RUNS = 20
#: scenarios that have everything, where that is not the first one
SCENARIOS = {"caesar-in-alexandria": "heptastadium"}
#: games in which nothing is hidden in the position itself
OPEN = ("end-of-the-triumvirate",)
#: the pair in which something is, where it comes late
SOON = {"caesar-in-alexandria": 46}


def twins(ruleset: Ruleset) -> Twins:
    variation = ruleset.laboratory.variation
    assert variation is not None
    return Twins(ruleset, variation(), SCENARIOS.get(ruleset.name))


def drawn(ruleset: Ruleset) -> Ruleset:
    """The ruleset, whose board is compared as it is drawn and told."""
    draw = ruleset.picture
    assert draw is not None

    def told_and_drawn(view: View, events: Sequence[Data]) -> Any:
        board = draw(view, events)
        return "\n".join([picture(board), *told(board)])

    changed: Ruleset = ruleset.but(picture=told_and_drawn)
    return changed


@pytest.mark.parametrize("name", GAMES)
def test_games_that_differ_in_what_is_hidden_have_the_same_pictures(name: str) -> None:
    series = twins(drawn(load(name)))
    pairs = [series.pair(n, RUNS, n % 5) for n in range(count(2, 100))]
    assert [pair.leaks for pair in pairs if pair.leaks] == []
    assert any(pair.differed for pair in pairs)


@pytest.mark.parametrize("name", [name for name in GAMES if name not in OPEN])
def test_a_picture_that_knows_what_is_hidden_is_found(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The score hangs on all that the seats and nobody may know."""
    seen: dict[str, int] = {}
    now = {"sum": 0}
    sheet, board, ruleset = Clerk.sheet, Watcher._board, load(name)
    draw = ruleset.picture
    assert draw is not None

    def remembering(self: Clerk, entry: Data, seat: str) -> Data:
        found = sheet(self, entry, seat)
        hidden = [self.game.state["seats"], self.game.state["sealed"]]
        seen[found["head"]] = zlib.crc32(json.dumps(hidden, sort_keys=True).encode())
        return found

    def looking(self: Watcher, found: Data) -> list[str]:
        now["sum"] = seen[found["head"]]
        return board(self, found)

    def leaking(view: View, events: Sequence[Data]) -> Board:
        changed: Board = draw(view, events).but(score=[str(now["sum"])])
        return changed

    monkeypatch.setattr(Clerk, "sheet", remembering)
    monkeypatch.setattr(Watcher, "_board", looking)
    soon = SOON.get(name, 0)
    assert parts(twins(ruleset.but(picture=leaking)), RUNS, soon=soon) == ["board"]
