"""Games of The Sword of Rome that another program has played come out the same by our rules."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from rulesets.sword_of_rome.battle import fight, ways
from rulesets.sword_of_rome.cards import politics
from rulesets.sword_of_rome.march import legs, rules
from rulesets.sword_of_rome.turn import ending
from tests.support.seeds import count
from tests.traces import sword_of_rome
from tests.traces.sword_of_rome import format, lists, lively

FILES = sword_of_rome.files(Path(__file__).parents[1] / "data" / "traces" / "sword-of-rome")
KINDS = {"action", "move", "politics", "intercept", "avoid", "inside", "retreat", "remove_own"}
KINDS |= {"bribe", "flank", "retreat_inside"}
KINDS |= {f"response/{window}" for window in format.WINDOWS}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.partition(".")[0])
def test_games_have_only_expected_differences(path: Path) -> None:
    report = sword_of_rome.compare(path)
    assert report.other == []
    assert report.compared == {"positions": report.steps, "end": 1}
    assert {*report.expected} <= {*sword_of_rome.EXPECTED} and {*report.offers} <= KINDS


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.partition(".")[0])
def test_lists_that_hang_on_the_position_alone_are_the_same(path: Path) -> None:
    counted, found = lists.compare(format.read(path), count(10, 1))
    assert found == [] and counted["place_cu"]


def test_eight_games_are_there() -> None:
    assert len(FILES) == 8


def found(number: int = 0) -> list[str]:
    """The differences of one game."""
    return sword_of_rome.compare(FILES[number]).other


@pytest.mark.parametrize(
    ("module", "name", "value"),
    [
        (fight, "odds", lambda larger, smaller: 0),
        (fight, "displace_beaten", lambda table: None),
        (ending, "attrition_losses", lambda cu, die: 0),
        (ways, "ways_of", lambda public, force: []),
        (politics, "near_of", lambda public, power: []),
        (rules, "hard_attack", lambda power, one, other: False),
        (legs, "step_problem", lambda public, march, to: None),
        (ending, "rivals", lambda public: [["greeks"]]),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_a_rule_that_is_another_is_found(
    module: Any, name: str, value: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, value)
    assert found() or any(found(number) for number in (6, 7))


def test_a_trace_whose_positions_have_other_digests_is_refused() -> None:
    raw = json.loads(gzip.decompress(FILES[0].read_bytes()))
    lines = [dict(zip(format.KEYS, row, strict=True)) for row in raw["rows"]]
    lines = [{**line, "n": number, "digest": "0" * 16} for number, line in enumerate(lines)]
    with pytest.raises(format.Unreadable, match="decision 0: the position has another digest"):
        format.published("made up", [raw["start"], *lines, raw["end"]])


def test_random_games_are_nearly_as_lively_as_those_of_another_program() -> None:
    """Over few games chance tells more; over eighty each number a game is at least 80 % of theirs,
    though automatic victories end these games somewhat sooner."""
    least = count(50, 80)
    mine, others = lively.ours(count(16, 80)), lively.theirs()
    counted = [name for name in lively.COUNTED if name != lively.TURNS]
    shares = {name: round(100 * mine[name] / others[name]) for name in counted}
    assert {name: share for name, share in shares.items() if share < least} == {}
