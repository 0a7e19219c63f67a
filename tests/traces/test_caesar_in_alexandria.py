"""Games of Caesar in Alexandria that another program has played offer the same by our rules, on
land and at sea, and their fights end as they did."""

from __future__ import annotations

import gzip
import json
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from tests.rules.slow_alexandria.endings import Chances
from tests.traces import alexandria_lines
from tests.traces.alexandria_replayed import files
from tests.traces.caesar_in_alexandria.adapter import march
from tests.traces.caesar_in_alexandria.fighting import Fighter
from tests.traces.caesar_in_alexandria.format import SCENARIOS
from tests.traces.caesar_in_alexandria.sea.adapter import course, fleet, grapples, ships

SIX = files(Path(__file__).parents[1] / "data" / "traces" / "caesar-in-alexandria")
#: Decisions in each that are compared, and phases of shock that are fought again.
COUNTS = {
    "battle-driven-1": (1997, 25),
    "battle-lively-1": (1732, 11),
    "heptastadium-driven-1": (1114, 1),
    "heptastadium-lively-1": (1209, 0),
    "naval-lively-1": (1002, 0),
    "naval-uniform-1": (794, 1),
}


def test_six_games_are_there() -> None:
    assert [path.name for path in SIX] == [f"{name}.json.gz" for name in COUNTS]


@pytest.mark.parametrize("path", SIX, ids=lambda path: path.name.partition(".")[0])
def test_what_could_be_chosen_is_the_same(path: Path) -> None:
    fighter = Fighter(path)
    count, wrong = fighter.fought()
    assert (wrong, fighter.report.other) == ([], [])
    compared = sum(fighter.report.compared.values())
    assert (compared, count) == COUNTS[path.name.partition(".")[0]]


COMMANDER = {"roman": "R-CAESAR", "egyptian": "E-GANYMEDES"}


@pytest.mark.parametrize("path", SIX, ids=lambda path: path.name.partition(".")[0])
def test_turns_could_be_seized_where_the_slow_way_has_it(path: Path) -> None:
    start, decisions, _ = alexandria_lines.read(path)
    chances, where = Chances(SCENARIOS[start["scenario"]]), dict(start["position"])
    last = max(one["turn"] for one in decisions)
    for turn, group in groupby(decisions, key=lambda one: one["turn"]):
        told = list(group)
        for one in told:
            where |= one["changes"]
        alive = len(where.get(COMMANDER[told[0]["seat"]], ())) == 2
        tries = [one["chosen"] for one in told if one["kind"] == "seize"]
        if turn < last:  # the last one of a game, or of the beginning of one
            assert len(tries) == chances.turn_ends(told[0]["seat"], alive), turn
        if "try" in tries:
            chances.tried(told[0]["seat"])


#: A trace in which a rule that is another soon shows.
LAND, CAUSEWAY, SEA = SIX[2], SIX[3], SIX[4]


@pytest.mark.parametrize(
    ("path", "module", "name", "value"),
    [
        (SEA, course, "price", lambda to: 1),
        (CAUSEWAY, course, "beyond_overpass", lambda at, overpass: ()),
        (SEA, fleet, "halved", lambda number, times: number),
        (SEA, fleet, "flank", lambda public, galley, hex_: False),
        (CAUSEWAY, fleet, "causeway_near", lambda public, galley: []),
        (CAUSEWAY, grapples, "pace", lambda public, galley: 0),
        (CAUSEWAY, ships, "ashore", lambda public, galley: []),
        (LAND, march, "_nearer", lambda public, before, now, place: True),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_a_rule_that_is_another_is_found(
    path: Path, module: Any, name: str, value: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, value)
    assert Fighter(path).follow().other


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
    assert all(two[key] == fourth[key] for key in two if key != "digest")


def test_a_trace_whose_positions_have_other_digests_is_refused() -> None:
    wrong = lines()
    wrong[2]["changes"] = {}
    with pytest.raises(alexandria_lines.Unreadable, match="decision 2: the position has another"):
        alexandria_lines.shortened("made-up", wrong)
