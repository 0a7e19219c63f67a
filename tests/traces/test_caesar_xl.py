"""Games of Caesar XL that others have played come out the same by our rules.

Twelve of them lie beside the project where it is developed, and are not part of it; fragments that
are made up show that the comparison works."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulesets.caesar_xl import board, choices, losses, march, position, tax
from rulesets.caesar_xl.combat import supply
from rulesets.caesar_xl.draw import cards
from rulesets.caesar_xl.purchases import recruiting
from tests.rules.slow_xl import fragments
from tests.traces import caesar_xl
from tests.traces.base import GameReport
from tests.traces.caesar_xl import expected, format

FILES = caesar_xl.files(fragments.FOLDER)
TWELVE = caesar_xl.files(Path(__file__).parents[3] / "shared" / "traces" / "caesar-xl")
KINDS = {
    *("claim", "extra", "buy", "purchase", "tribunes", "recruit place", "leader place"),
    *("diplomacy target", "diplomacy marker", "cicero card", "promote", "mobilize", "treachery"),
    *("treachery loss", "demand", "demand answer", "demand place", "revolt", "levy", "go home"),
    *("rally", "pillage loss", "reroll", "march", "way", "group", "fleet from", "fleet to"),
    *("fleet piece", "battle", "tactics", "labienus", "loss", "retreat", "promotion", "supply"),
}


@cache
def compared(path: Path) -> GameReport:
    """What the rules as they are make of a game."""
    return caesar_xl.compare(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.partition(".")[0])
def test_fragments_have_only_expected_differences(path: Path) -> None:
    report = compared(path)
    assert report.other == []
    assert sum(report.offers.values()) == sum(report.compared.values()) == report.steps
    assert {*report.expected} <= {*caesar_xl.EXPECTED}


def test_fragments_have_every_kind_of_decision_and_every_difference() -> None:
    reports = [compared(path) for path in FILES]
    offers = sum((Counter(report.offers) for report in reports), Counter())
    assert {*offers} == KINDS
    expected = sum((Counter(report.expected) for report in reports), Counter())
    assert {*expected} == {*caesar_xl.EXPECTED}


@pytest.mark.parametrize("number", fragments.NUMBERS)
def test_fragments_are_what_the_slow_rules_write(number: int) -> None:
    text = gzip.decompress(fragments.path(number).read_bytes()).decode()
    assert text == fragments.fragment(number)


@pytest.mark.parametrize("path", TWELVE, ids=lambda path: path.name.partition(".")[0])
def test_the_twelve_games_have_only_expected_differences(path: Path) -> None:
    report = caesar_xl.compare(path)
    assert report.other == []
    assert sum(report.offers.values()) == sum(report.compared.values()) == report.steps
    assert {*report.expected} <= {*caesar_xl.EXPECTED} and "end" in report.compared


def found() -> list[str]:
    """The differences of the first fragment that has any."""
    return next((other for path in FILES if (other := caesar_xl.compare(path).other)), [])


@pytest.mark.parametrize(
    ("module", "name", "value"),
    [
        (tax, "REVOLT", 5),
        (tax, "KNIGHTS", 1),
        (cards, "RALLY", 1),
        (cards, "MURDER", (1, 2, 3, 4, 5, 6)),
        (march, "free_trouble", lambda *args: None),
        (choices, "came_from", lambda public, keys: [public["now"]["marches"][k][0] for k in keys]),
        (choices, "fitting", lambda public, seat: list(board.TACTICS)),
        (losses, "rank", lambda key, veteran: (0, veteran)),
        (position, "near", lambda *args, **more: 0),
        (position, "champion", lambda *args: "caesar"),
        (recruiting, "price", lambda public, seat, what: board.UNITS[what]["price"]),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_a_rule_that_is_another_is_found(
    module: Any, name: str, value: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, value)
    if name == "rank":
        monkeypatch.setattr(supply, "rank", value)
    assert found()


def test_a_promotion_of_an_enemy_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """F7 What is judged legal is compared, not what can be written."""
    wrong = recruiting.Promote.wrong

    def lenient(line: recruiting.Promote) -> Any:
        found = [one for one in wrong(line) if one]
        return [] if any("of yours" in one.reason for one in found) else found

    monkeypatch.setattr(recruiting.Promote, "wrong", lenient)
    assert any("only we would take ['F7']" in text for text in found())


def test_a_question_that_the_trace_does_not_ask_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """10.5 A way out too many, where the trace has none and asks nothing."""
    monkeypatch.setattr(choices, "ways_out", lambda public, seat: list(board.PLACES)[:3])
    assert any("only we would take" in text or "asks nothing" in text for text in found())


def test_the_order_of_supply_is_expected_where_the_trace_has_another_alone() -> None:
    """10.9 In Rome the trace pays before it gives up, in Utica not."""
    lines = _lines(FILES[0])
    start = {**lines[0], "changes": {}, "log": []}
    trace = format.parsed("made up", [start])
    replay = caesar_xl.Replay(trace)
    made = replay.answers
    made.here = {"gold": {"caesar": 5}, "pieces": {"cl01": [], "cl02": []}}
    said = [("utica", "lose cl01"), ("utica", "pay"), ("rome", "pay"), ("rome", "lose cl02")]
    made.supplied(said, "caesar")
    assert [there["gold"]["caesar"] for there, _ in made.between] == [3, 3]
    assert {why for _, why in made.between} == {expected.SUPPLY}


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


def test_a_trace_whose_positions_have_other_digests_is_refused() -> None:
    lines = _lines(FILES[0])
    lines[0]["digest"] = format.digest(lines[0]["position"])
    assert format.parsed("made up", lines).steps
    lines[1]["digest"] = "0" * 16
    with pytest.raises(format.Unreadable, match="line 1: the position has another digest"):
        format.parsed("made up", lines)


def test_dice_for_another_purpose_are_found() -> None:
    lines = _lines(FILES[0])
    entry = next(e for line in lines for e in line["log"] if e[0] == "dice")
    entry[2] = "luck"
    other = caesar_xl.Replay(format.parsed("made up", lines)).play().other
    assert any("'luck'" in text for text in other)
