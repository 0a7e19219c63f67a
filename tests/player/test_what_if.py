"""``referee what-if``: what is asked, printed and refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.cli.main import referee
from tests.support.mailbag import Said, cli

SAMPLES = Path(__file__).parents[2] / "samples"
TARRACO = SAMPLES / "rubicon" / "reports" / "caesar" / "0003.txt"


def what_if(*words: object, report: Path = TARRACO) -> Said:
    return cli("what-if", report, *words)


def test_a_battle_that_is_to_come_is_told_from_the_report() -> None:
    said = what_if("--at", "tarr")
    assert (said.status, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[0] == "Tarraco: Caesar attacks, Pompey defends"
    assert "Caesar's blocks: Legio 7 C2 III, Legio 9 C2 III, Legio 10 C4 III" in lines
    assert "Pompey's blocks: 3 unseen green blocks" in lines
    assert "Caesar fights to the end." in lines
    assert [line for line in lines if line.startswith("  you hold Tarraco ")]
    assert "19 times in 20" in said.out
    assert max(map(len, lines)) <= 72


def test_known_forces_have_exact_chances_and_no_errors() -> None:
    said = what_if("--mine", "Legio 8, Legio 12 ii", "--theirs", "scip 1, green legio 1 iv")
    assert said.status == 0, said.err
    assert "Legio 12 C3 II" in said.out
    assert "Scipio A2 I, Legio 1 C2 IV" in said.out
    assert said.out.endswith("\nExact.\n")
    assert "+-" not in said.out


def test_the_same_question_has_the_same_answer() -> None:
    assert what_if("--at", "Tarraco").raw == what_if("--at", "Tarraco").raw


def test_more_battles_have_smaller_errors() -> None:
    few, many = (
        json.loads(what_if("--at", "Tarraco", "--battles", n, "--json").out) for n in (50, 800)
    )
    assert (few["battles"], many["battles"], few["exact"]) == (50, 800, False)
    assert many["outcomes"][0]["error"] < few["outcomes"][0]["error"] / 2


def test_chances_for_a_program_add_up() -> None:
    found = json.loads(what_if("--at", "Tarraco", "--theirs", "Legio 5", "--json").out)
    assert found["exact"]
    assert sum(one["value"] for one in found["outcomes"]) == pytest.approx(1, abs=1e-5)
    assert [one["id"] for one in found["outcomes"]] == ["caesar", "pompey"]
    assert all(one["error"] == 0 for one in [*found["outcomes"], *found["averages"]])


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["--at", "Atlantis"], 1, "'Atlantis' is no place"),
        (["--at", "Roma"], 1, "hint: did you mean Rome"),
        (["--at", "A"], 1, "'A' could be several places"),
        (["--at", "Tarraco", "--theirs", "Legoi 5, Scippio"], 1, "'Legoi 5' is no piece"),
        (["--at", "Tarraco", "--theirs", "Legio 8"], 1, "Legio 8 is yours"),
        (["--at", "Rome"], 1, "hint: say what fights with --theirs"),
        (["--leave", "soon", "--at", "Tarraco"], 2, "never: fights to the end"),
        (["--battles", "0", "--at", "Tarraco"], 2, "--battles"),
    ],
)
def test_what_cannot_be_reckoned_is_refused_with_a_reason(
    words: list[str], status: int, told: str
) -> None:
    said = what_if(*words)
    assert said.status == status
    assert told in said.err
    assert said.out == ""


def test_all_misspelt_pieces_are_told_at_once() -> None:
    said = what_if("--at", "Tarraco", "--theirs", "Legoi 5, Scippio")
    assert "'Scippio' is no piece" in said.err
    assert "did you mean" in said.err


def test_a_damaged_report_is_refused(tmp_path: Path) -> None:
    bad = tmp_path / "0003.txt"
    bad.write_bytes(TARRACO.read_bytes()[:3000])
    said = what_if("--charter", SAMPLES / "rubicon" / "charter.yaml", "--at", "Rome", report=bad)
    assert (said.status, said.out) == (1, "")


def test_a_game_without_battles_says_so(tmp_path: Path) -> None:
    from tests.support.mailbag import opened

    table = opened("duel", tmp_path / "game", 1)
    said = what_if("--at", "x", report=table.report("red"))
    assert said.status == 2
    assert "are not reckoned" in said.err


def test_the_shell_completes_places_of_the_report() -> None:
    command = referee.get_command(None, "what-if")  # type: ignore[arg-type]
    assert command is not None
    place = next(one for one in command.params if one.name == "place")
    ctx = command.make_context("what-if", [str(TARRACO)], resilient_parsing=True)
    assert "Tarraco" in [item.value for item in place.shell_complete(ctx, "ta")]
