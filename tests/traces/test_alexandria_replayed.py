"""Games of Caesar in Alexandria that others have played come out the same by our rules.

Six are compared, turn by turn; a turn that is made up shows that the comparison works."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.traces import alexandria_replayed

SIX = alexandria_replayed.files(
    Path(__file__).parents[1] / "data" / "traces" / "caesar-in-alexandria"
)
Data = dict[str, Any]

WAYS = ("none", "ahead")
_START = {
    "R-BI-1": ["roman", "4010", "E", "cruise", 0, [], [], []],
    "R-VI-1": ["R-BI-1", 0, None, 0, 0],
    "E-TRI-1": ["egyptian", "4012", "E", "cruise", 0, [], [], []],
    "game": [0, None, "egyptian", "egyptian", "roman", 0, 0, []],
}


def step(number: int, seat: str, kind: str, chosen: str, **more: Any) -> Data:
    """A decision as a trace has it."""
    told = {"t": "decision", "n": number, "turn": 1, "seat": seat, "kind": kind, "chosen": chosen}
    return {**told, "legal": [chosen, "other"], "dice": [], "changes": {}, "digest": "", **more}


def trace(tmp_path: Path, at: str, die: int, ways: Sequence[str] = WAYS) -> Path:
    """A galley sails a hex, another one evades with a die; and lies there."""
    moved = {"R-BI-1": ["roman", "4011", "E", "cruise", 0, [], [], []]}
    evaded = {"E-TRI-1": ["egyptian", at, "E", "cruise", 1, [], [], []]}
    lines = [
        {"t": "start", "scenario": "naval-battle", "position": _START, "game": "x"},
        step(1, "roman", "speed", "R-BI-1 cruise", legal=["R-BI-1 cruise", "R-BI-1 attack"]),
        step(2, "roman", "pick galley", "galley R-BI-1", legal=["galley R-BI-1"]),
        step(3, "roman", "declare", "R-BI-1 1"),
        step(4, "roman", "galley", "ahead 4011", changes=moved),
        step(
            *(5, "egyptian", "evade", "E-TRI-1 ahead"),
            legal=[f"E-TRI-1 {way}" for way in ways],
            dice=[die],
            changes=evaded,
        ),
        {"t": "end", "vp": {"roman": 0, "egyptian": 0}},
    ]
    path = tmp_path / "made-up.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode()))
    return path


@pytest.mark.parametrize("path", SIX, ids=lambda path: path.name.partition(".")[0])
def test_the_six_games_have_only_expected_differences(path: Path) -> None:
    report = alexandria_replayed.compare(path)
    assert report.other == []
    assert {*report.expected} <= {*alexandria_replayed.EXPECTED}
    assert report.compared["turn"] > 10 and {"speed", "transfer", "evade"} <= {*report.offers}


def test_a_turn_comes_out_as_the_trace_has_it(tmp_path: Path) -> None:
    report = alexandria_replayed.compare(trace(tmp_path, "4013", 2))
    assert (report.other, report.compared) == ([], {"turn": 1})


def test_another_position_is_found(tmp_path: Path) -> None:
    (found,) = alexandria_replayed.compare(trace(tmp_path, "4113", 2)).other
    assert "E-TRI-1" in found and "4113" in found


def test_a_die_that_means_something_else_is_found(tmp_path: Path) -> None:
    (found,) = alexandria_replayed.compare(trace(tmp_path, "4013", 3)).other
    assert "E-TRI-1" in found


def test_another_offer_is_found(tmp_path: Path) -> None:
    (found,) = alexandria_replayed.compare(trace(tmp_path, "4013", 2, (*WAYS, "astern"))).other
    assert "evade: ours ['ahead', 'none'], theirs ['ahead', 'astern', 'none']" in found
