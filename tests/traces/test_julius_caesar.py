"""Sixteen games that another implementation played come out the same by our rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesets.julius_caesar.battle import hits, ways_out
from tests.support.seeds import count
from tests.traces import base, julius_caesar
from tests.traces import compare as compare_traces
from tests.traces.julius_caesar import format as julius_caesar_format

FOLDER = Path(__file__).parents[1] / "data" / "traces" / "julius-caesar"
FILES = julius_caesar.files(FOLDER)
#: Those that are compared in the suite, every other one; the others with --long.
SOME = FILES[:: count(2, 1)]


def test_all_games_are_there() -> None:
    assert len(FILES) == 16
    assert sum(path.stat().st_size for path in FILES) < 150_000


@pytest.mark.parametrize("path", SOME, ids=lambda path: path.name.partition(".")[0])
def test_only_expected_differences(path: Path) -> None:
    """Every position at a question of ours is the trace's; the facts explain the rest.  What can
    be chosen is compared at every sixth choice, or with --long at all."""
    report = julius_caesar.compare(path, every=count(6, 1))
    assert report.other == []
    assert [name for name in report.expected if name not in julius_caesar.EXPECTED] == []
    assert sum(report.compared.values()) > 80
    assert {"command", "in battle", "battle", "winter", "end"} <= set(report.compared)


def test_a_difference_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that is not the rulebook's shows in the position: hits that fall on the weakest."""
    monkeypatch.setattr(hits, "strongest", lambda basis: sorted(basis, key=basis.get)[:1])
    report = julius_caesar.compare(FILES[0], every=1000)
    assert report.other


def test_a_choice_too_many_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that is not the rulebook's shows in what can be chosen: ways back for attackers."""
    monkeypatch.setattr(ways_out.Exits, "attackers_came", lambda *args: True)
    other = (text for path in FILES for text in julius_caesar.compare(path).other)
    assert any("retreat: only we would take" in text for text in other)


def test_what_can_be_chosen_is_compared_throughout() -> None:
    report = julius_caesar.compare(FILES[0])
    wanted = ["move_who", "move_where", "levy", "battle_round", "retreat", "regroup", "disband"]
    assert [kind for kind in wanted if not report.offers.get(kind)] == []
    assert sum(report.offers.values()) > 0.85 * report.steps


def test_a_captive_that_acts_at_once_is_expected() -> None:
    """Ruling 29: she is let act, and the replay goes on."""
    trace = julius_caesar_format.read(FILES[0])
    step = julius_caesar_format.Step(
        2, "battle_round", "caesar", "battle_pass", "cleopatra", round=2
    )
    beaten = julius_caesar_format.Step(
        1, "battle_hits", "pompey", "battle_hit", "cleopatra",
        moved={"cleopatra": ("caesar", "alexandria", 1)}, round=2,
    )  # fmt: skip
    made_up = julius_caesar_format.Trace("made up", [], [beaten, step], trace.end)
    replay = julius_caesar.Replay(made_up)
    replay.cursor.take()
    shown = {"player": "caesar", "strength": 1, "acted": True}
    battle = {"place": "alexandria", "round": 2, "blocks": {"cleopatra": shown}}
    replay.state["public"]["battle"] = battle
    replay.go_on(julius_caesar.Mismatch("she does not act"))
    assert (replay.report.expected, replay.report.other) == ({julius_caesar.ACTS: 1}, [])
    assert shown["acted"] is False
    shown["acted"] = True
    replay.cursor.steps = [*made_up.steps[1:], step]  # nobody has beaten her
    assert not replay.captive_acts(battle)


def test_terse_form_keeps_everything(tmp_path: Path) -> None:
    trace = julius_caesar_format.read(FILES[0])
    base.write(julius_caesar_format.terse(trace), tmp_path / "again.json.gz")
    assert julius_caesar_format.read(tmp_path / "again.json.gz").steps == trace.steps


def test_a_game_that_cannot_be_read_is_told_and_the_others_are_compared(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "julius-caesar"
    folder.mkdir()
    (folder / FILES[-1].name).write_bytes(FILES[-1].read_bytes())
    game = {"game": "julius-caesar", "name": "a", "deals": [], "steps": [[999]], "end": {}}
    base.write(game, folder / "a.json.gz")
    assert compare_traces.main(str(folder)) == 1
    told = capsys.readouterr().out
    assert "OTHER: it cannot be gone through: IndexError" in told
    assert "2 games" in told and "other differences: 1" in told


def test_the_front(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The program says what it compared, in a folder or in those in it; a folder of nothing is
    refused."""
    folder = tmp_path / "julius-caesar"
    folder.mkdir()
    (folder / FILES[-1].name).write_bytes(FILES[-1].read_bytes())
    (tmp_path / "empty" / "nothing").mkdir(parents=True)
    for place in (folder, tmp_path):
        assert compare_traces.main(str(place)) == 0
        told = capsys.readouterr().out
        assert "1 games" in told and "other differences: 0" in told
    with pytest.raises(SystemExit):
        compare_traces.main(str(tmp_path / "empty"))
