"""`what-if` hangs on nothing that its seat may not know."""

from __future__ import annotations

from typing import Any

import pytest

from referee import views
from referee.engine.odds import Asked, Unreckoned, Wager
from referee.engine.request import View
from referee.lab.twins.twins import Twins
from referee.ruleset import load
from tests.blind.planting import parts
from tests.rules.julius_caesar.adapter import CaesarVariation
from tests.support.seeds import count


def test_pairs_are_told_the_same_chances() -> None:
    twins = Twins(load("julius-caesar"), CaesarVariation(), "land")
    pairs = [twins.pair(seed, 14, seed % 5) for seed in range(count(4, 200))]
    assert [pair.leaks for pair in pairs if pair.leaks] == []


def test_chances_that_know_hidden_blocks_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hook that knows the strength of all blocks in the State that a report was made of."""
    ruleset, known = load("julius-caesar"), dict[int, tuple[Any, int]]()
    assert ruleset.odds is not None
    sheet_of, wager_of = views.sheet, ruleset.odds.wager

    def sheet(game: str, seat: str, entry: Any, state: Any, *more: Any, **named: Any) -> Any:
        found = sheet_of(game, seat, entry, state, *more, **named)
        held = [one for part in state["seats"].values() for one in part["blocks"].values()]
        public = found["state"]["public"]
        known[id(public)] = (public, sum(one["strength"] for one in held))
        return found

    def wager(view: View, asked: Asked) -> Wager:
        _, weight = known.get(id(view.public), (None, 0))
        if asked.at == "rome":
            raise Unreckoned(str(weight))
        return wager_of(view, asked)

    monkeypatch.setattr(views, "sheet", sheet)
    leaky = ruleset.but(odds=ruleset.odds.but(wager=wager))
    assert parts(Twins(leaky, CaesarVariation(), "land"), 14) == ["odds"]
