"""Whole random games of Caesar XL: gold, counters and cards are accounted for at every step."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest

from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.table import Rehearsal, Table
from referee.engine.words import Answer
from referee.lab.selfplay import legal_sample, play
from referee.proof.dice import Dice
from tests.rules.caesar_xl.adapter import SEATS, board, broken, position, ruleset
from tests.support.seeds import with_seeds

Data = dict[str, Any]
#: What gold comes and goes by: kind of event -> what a player's gold changes by.
GOLD: dict[str, int] = {"gains": 1, "pays": -1, "raised": -1, "marches": -1}


class Books:
    """All that a game has, accounted for at every event that it tells."""

    def __init__(self) -> None:
        self.told: dict[str, int] = {}
        self.events = 0

    @contextmanager
    def open(self) -> Iterator[Books]:
        """While games are played."""
        tell = Table.tell

        def telling(table: Table, kind: str, public: Data | None, **own: Data) -> None:
            tell(table, kind, public, **own)
            if not table.rehearsing:
                self.check(table.state, kind, public or {})

        assert Rehearsal.tell is not Table.tell
        with patch.object(Table, "tell", telling):
            yield self

    def check(self, state: Data, kind: str, told: Data) -> None:
        """What the event has told of gold is what has become of it; nothing is lost or doubled."""
        self.events += 1
        public, by = state["public"], GOLD.get(kind, 0)
        if by:
            assert kind not in ("gains", "pays") or told["why"]
            self.told[told["seat"]] += by * told["gold"]
        assert self.told == public["gold"] and min(self.told.values()) >= 0
        assert broken(state) == []
        assert counted(state) == 42
        for seat in SEATS:
            kinds = [board.kind(key) for key in position.owned(public, seat)]
            assert kinds.count("legion") <= 12 and kinds.count("ally") <= 8
            assert list(public["markers"].values()).count(seat) <= 6


def counted(state: Data) -> int:
    """Cards wherever they lie: pile, hands, forum, discards, on the table, before a player; and the
    two supreme leaders, on the map or out."""
    public, seats = state["public"], state["seats"]
    rows = [state["sealed"]["deck"], *(own["hand"] for own in seats.values())]
    rows += [public[row] for row in ("forum", "discards", "table")]
    rows += [*public["claimed"].values(), *public["leaders"].values(), public["out"]]
    return sum(map(len, rows)) + sum(seat in public["pieces"] for seat in SEATS)


def play_with_books(number: int, scenario: str) -> int:
    """A game of ``referee selfplay caesar-xl --seed 1``; how many events it has told."""
    with Books().open() as books:
        start = ruleset.rules.setup(scenario, {})["public"]["gold"]
        books.told = dict(start)
        played = play(ruleset, 1, number, scenario)
    assert played.result is not None
    return books.events


@with_seeds(range(2000), few=3)
def test_gold_counters_and_cards_are_accounted_for_at_every_event(number: int) -> None:
    assert play_with_books(number, board.SILVER) > 50


@with_seeds(range(1000), few=3)
def test_in_bronze_they_are_too(number: int) -> None:
    assert play_with_books(number, board.BRONZE) > 50


@pytest.mark.parametrize("lost", ["gold", "a card", "a cause"])
def test_what_is_not_accounted_for_is_found(lost: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tell = Table.tell

    def leaking(table: Table, kind: str, public: Data | None, **own: Data) -> None:
        if kind == "gains" and public and not table.rehearsing:
            if lost == "gold":
                table.public["gold"][public["seat"]] += 1
            elif lost == "a card":
                table.state["sealed"]["deck"][:1] = []
            else:
                public["why"] = ""
        tell(table, kind, public, **own)

    monkeypatch.setattr(Table, "tell", leaking)
    with pytest.raises(AssertionError):
        play_with_books(0, board.SILVER)


class Played:
    """One random game, and what it told."""

    def __init__(self, scenario: str, number: int, **options: str) -> None:
        self.chance = random.Random(f"{scenario} {number}")
        self.game = Game(ruleset.rules, ruleset.rules.setup(scenario, options), keep=False)
        self.answers: Counter[str] = Counter()
        outcome = self.game.run(Dice(self.chance.randbytes(32), b"s" * 32), self.supply)
        assert outcome.over
        self.events = [event for event in outcome.events if event["public"] is not None]

    def supply(self, requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
        assert broken(self.game.state) == []
        self.answers.update(request.kind for request in requests)
        rules = ruleset.rules
        return [legal_sample(rules, r, view(r.seat), self.chance) for r in requests]


def test_every_kind_of_question_comes_up() -> None:
    asked: Counter[str] = Counter()
    for number in range(12):
        asked |= Played(board.SILVER, number).answers
    assert {*ruleset.rules.kinds} - {*asked} <= {"betrayal", "labienus", "reroll"}  # in few games


def test_bronze_asks_nothing_that_it_has_not() -> None:
    for number in range(3):
        played = Played(board.BRONZE, number)
        kinds = {event["kind"] for event in played.events}
        assert not kinds & {"diplomacy", "marker", "subdued", "turned", "invasion", "fed"}
        assert "supply" not in played.answers
        paths = [e["public"]["path"] for e in played.events if e["kind"] == "marches"]
        assert all(len(path) == 2 for path in paths)


def test_a_strict_game_ends_too() -> None:
    assert Played(board.SILVER, 1, **{"strict-military": "yes"}).events
