"""Games of Caesar in Alexandria that another program has played offer the same on land by our
rules, and their fights end as they did."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tests.traces import alexandria_lines
from tests.traces.alexandria_replayed import files
from tests.traces.caesar_in_alexandria.fighting import Fighter

SIX = files(Path(__file__).parents[1] / "data" / "traces" / "caesar-in-alexandria")
#: Decisions on land in each, and phases of shock that are fought again.
COUNTS = {
    "battle-driven-1": (1517, 25),
    "battle-lively-1": (1075, 11),
    "heptastadium-driven-1": (580, 1),
    "heptastadium-lively-1": (373, 0),
    "naval-lively-1": (8, 0),
    "naval-uniform-1": (3, 1),
}


def test_six_games_are_there() -> None:
    assert [path.name for path in SIX] == [f"{name}.json.gz" for name in COUNTS]


@pytest.mark.parametrize("path", SIX, ids=lambda path: path.name.partition(".")[0])
def test_the_six_games_have_only_expected_differences_on_land(path: Path) -> None:
    fighter = Fighter(path)
    count, wrong = fighter.fought()
    assert (wrong, fighter.report.other) == ([], [])
    compared = sum(fighter.report.compared.values())
    assert (compared, count) == COUNTS[path.name.partition(".")[0]]


def lines() -> list[dict[str, Any]]:
    """A published trace of two decisions."""
    here = {"R-BI-1": ["roman", "4010", "E"], "game": [0]}
    changes = [{"game": [1]}, {"R-BI-1": ["out"]}]
    found: list[dict[str, Any]] = [{"t": "start", "position": here}]
    found[0]["digest"] = alexandria_lines.digest(here)
    for number, change in enumerate(changes):
        here = {**here, **change}
        told = {"turn": 1, "seat": "roman", "kind": ("speed", "grapple")[number]}
        told |= {"legal": ["a", "b"], "chosen": "a", "dice": [number], "changes": change}
        told |= {"t": "decision", "n": number + 1, "digest": alexandria_lines.digest(here)}
        found.append(told)
    return found


def test_the_terse_form_keeps_what_is_compared(tmp_path: Path) -> None:
    raw, short = tmp_path / "made-up.jsonl.gz", tmp_path / "made-up.json.gz"
    raw.write_bytes(gzip.compress("\n".join(map(json.dumps, lines())).encode()))
    alexandria_lines.base.write(alexandria_lines.shortened("made-up", lines()), short)
    start, (one, two), _ = alexandria_lines.read(raw)
    again, (third, fourth), _ = alexandria_lines.read(short)
    assert start == again
    assert all(one[key] == third[key] for key in one if key != "digest")
    assert all(two[key] == fourth[key] for key in two if key not in ("digest", "legal"))
    assert fourth["legal"] is None


def test_a_trace_whose_positions_have_other_digests_is_refused() -> None:
    wrong = lines()
    wrong[2]["changes"] = {}
    with pytest.raises(alexandria_lines.Unreadable, match="decision 2: the position has another"):
        alexandria_lines.shortened("made-up", wrong)
