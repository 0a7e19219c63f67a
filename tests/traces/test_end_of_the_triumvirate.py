"""Twelve games that another implementation played come out the same by our rules."""

from __future__ import annotations

import copy
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from rulesets.end_of_the_triumvirate import actions, choices, movement, supply
from rulesets.end_of_the_triumvirate.turn import Move
from tests.support.seeds import count
from tests.traces import compare as compare_traces
from tests.traces import end_of_the_triumvirate as traces
from tests.traces.end_of_the_triumvirate import format as form

FOLDER = Path(__file__).parents[1] / "data" / "traces" / "end-of-the-triumvirate"
FILES = traces.files(FOLDER)
#: Those that are compared in the suite, every other one; the others with --long.
SOME = FILES[:: count(2, 1)]
SHORT = next(path for path in FILES if path.name.startswith("3-lively-20002"))


def test_all_games_are_there() -> None:
    assert len(FILES) == 12
    assert sum(path.stat().st_size for path in FILES) < 45_000


@pytest.mark.parametrize("path", SOME, ids=lambda path: path.name.partition(".")[0])
def test_only_expected_differences(path: Path) -> None:
    """Every position at a question of ours is the trace's, and every answer that it offers can be
    given, no other; both with the whole turn in one answer and part by part."""
    report = traces.compare(path)
    assert report.other == []
    assert [name for name in report.expected if name not in traces.EXPECTED] == []
    assert sum(report.offers.values()) == report.steps
    assert {"whole turn", "turn", "supply", "arrival", "action", "end"} <= set(report.compared)
    assert report.compared["whole turn"] == report.compared["turn"] + 1


def play(path: Path = SHORT) -> list[str]:
    """The differences that nobody expects, without their steps."""
    return [text.partition(", ")[2] or text for text in traces.compare(path).other]


def test_a_default_that_is_another_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choices.Raise, "favour", lambda *args: "military")
    assert "raise: our default is military, the trace's political" in play()


@pytest.mark.parametrize(
    ("module", "name", "value", "told"),
    [
        (supply, "UNITS", 3, "rome: only we would take gold+gold+gold"),
        (movement, "cost", lambda leg, legions: len(leg), "only the trace would take sea-"),
        (movement, "cost", lambda leg, legions: 1, "only we would take sea-"),
        (actions, "price", lambda *args: 1, "action: only we would take "),
    ],
)
def test_a_rule_that_is_another_is_found(
    monkeypatch: pytest.MonkeyPatch, module: Any, name: str, value: Any, told: str
) -> None:
    monkeypatch.setattr(module, name, value)
    assert any(told in text for text in play())


def test_a_refusal_before_an_attack_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """What can be done after it is refused when it is ordered with it: a judge who thinks that
    an attack takes all points."""
    fight = Move.fight

    def tire(move: Move) -> None:
        fight(move)
        if move.walk.rehearsing:
            move.public["now"]["points"] = 0

    monkeypatch.setattr(Move, "fight", tire)
    assert any("cannot be ordered before the attack" in text for text in play())


def test_a_position_that_is_another_is_found_and_the_game_goes_on() -> None:
    """One changed value of the trace is told once, with its path."""
    trace = form.read(SHORT)
    at = next(number for number, step in enumerate(trace.steps) if step.kind == "action")
    turn = trace.steps[at].turn
    for number, step in enumerate(trace.steps[at:], at):
        if step.turn == turn:
            here = copy.deepcopy(step.position)
            here["characters"]["caesar"]["gold"] += 1
            changed = {**step.changes, "characters.caesar.gold": 9}
            trace.steps[number] = form.Step(**{**vars(step), "position": here, "changes": changed})
    report = traces.Replay(trace).play()
    assert any("characters.caesar.gold" in text for text in report.other)
    assert report.compared["turn"] > 10


def test_terse_form_keeps_everything(tmp_path: Path) -> None:
    trace = form.read(SHORT)
    form.write(form.terse(trace), tmp_path / "again.json.gz")
    again = form.read(tmp_path / "again.json.gz")
    assert (again.steps, again.start, again.end) == (trace.steps, trace.start, trace.end)
    assert [step.position for step in again.steps] == [step.position for step in trace.steps]


def published(trace: form.Trace) -> list[dict[str, Any]]:
    """A trace as it is published, in our names of spaces, which are read as well as theirs."""
    rules = {form.AT_SEA: ("go", "6.3")}
    lines: list[dict[str, Any]] = [{"t": "start", "game": form.GAME, "position": trace.start}]
    for step in trace.steps:
        kind, rule = rules.get(step.kind, (step.kind, ""))
        named: dict[str, Any] = {
            "n": step.number,
            "kind": kind,
            "rule": rule,
            "changes": dict(step.changes),
        }
        kept = ("turn", "seat", "legal", "default", "chosen", "draws", "about")
        named |= {key: getattr(step, key) for key in kept}
        lines.append({"t": "step", **named, "digest": form.digest(step.position)})
    lines[0]["digest"] = form.digest(trace.start)
    return [*lines, {"t": "end", **trace.end, "digest": lines[-1]["digest"]}]


def test_published_form_is_read_and_its_digests_checked(tmp_path: Path) -> None:
    trace, path = form.read(SHORT), tmp_path / "again.jsonl.gz"
    lines = published(trace)
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode()))
    assert form.read(path).steps == trace.steps
    assert traces.files(tmp_path) == [path]
    lines[5]["digest"] = "0" * 16
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode()))
    with pytest.raises(AssertionError):
        form.read(path)


def test_the_front(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Traces say which game they are of: a folder may be called as it likes, and mix games."""
    caesar = FOLDER.parent / "julius-caesar" / "uniform-002.json.gz"
    for path in (SHORT, caesar):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    assert compare_traces.main(str(tmp_path)) == 0
    told = capsys.readouterr().out
    assert told.count("1 games") == told.count("other differences: 0") == 2
    assert "3-lively-20002: 183 choices" in told and "uniform-002" in told
