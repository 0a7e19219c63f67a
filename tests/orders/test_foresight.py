"""Advance orders are looked at on the position of the report: what is possible in no position, and
what is not as things stand."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from referee.engine.game import Game
from referee.lab.selfplay import play
from referee.orders.foresight import doubtful
from referee.ruleset import load
from tests.support.mailbag import Said, cli

#: Caesar is asked for his cards, and a command follows.
REPORT = Path(__file__).parents[2] / "samples" / "rubicon" / "reports" / "caesar" / "0001.txt"


def said_of(tmp_path: Path, *lines: Any) -> Said:
    coming = [{"on": "command", "until": "705/2", "orders": list(lines)}]
    draft = {"kind": "orders", "seat": "caesar", "orders": [{"discard": "1/2"}, {"play": "4/1"}]}
    path = tmp_path / "draft.yaml"
    path.write_text(json.dumps({**draft, "next": coming}))
    return cli("check", path, "--report", REPORT)


def move(*blocks: str, start: str, end: str) -> dict[str, Any]:
    return {"move": {"from": start, "blocks": list(blocks), "to": end}}


def test_an_advance_order_over_no_road_is_possible_in_no_position(tmp_path: Path) -> None:
    said = said_of(tmp_path, move("Legio 7", start="Narbo", end="Rome"))
    assert said.status == 0
    assert "warning: possible in no position: no road joins Narbo and Rome (6.1)" in said.err


def test_a_block_that_stands_elsewhere_is_told_as_things_stand(tmp_path: Path) -> None:
    said = said_of(tmp_path, move("Legio 7", start="Massilia", end="Genua"))
    assert said.status == 0
    told = "warning: not possible as things stand now: Legio 7 is in Narbo, not in Massilia"
    assert told in said.err


def test_nothing_is_said_of_an_advance_order_that_is_possible_today(tmp_path: Path) -> None:
    said = said_of(tmp_path, move("Legio 7", start="Narbo", end="Tarraco"))
    assert said.status == 0
    assert "position" not in said.err
    assert "as things stand" not in said.err


@pytest.mark.parametrize("name", ["julius-caesar", "end-of-the-triumvirate", "caesar-xl"])
def test_random_advance_orders_are_looked_at_wherever_the_game_is(name: str) -> None:
    """Answers to what is asked now are also written as answers to what comes later."""
    ruleset, chance = load(name), random.Random(3)
    written: list[Any] = []
    looked = 0

    def watch(game: Game) -> None:
        nonlocal looked
        for request in game.open_requests():
            view = game.view(request.seat)
            answer = ruleset.rules.kinds[request.kind].player.sample(request, view, chance)
            one = {"number": 1, "on": request.kind, "select": {}, "until": ""}
            written.append({**one, "answer": answer})
            for order in chance.sample(written, min(3, len(written))):
                doubtful([order], [], view, ruleset)
                looked += 1

    play(ruleset, 7, 0, watch=watch)
    assert looked
