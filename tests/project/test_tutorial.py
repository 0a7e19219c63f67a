"""The tutorial is played as it is written, and its outputs are those of today."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.project import tutorial
from tests.project.pages import ROOT, blocks
from tests.project.tutorial import Tutorial, Untrue, page, played, written

HEAD = ".Dd x\n.Dt X 7\n.Os\n.Sh X\n"


def session(text: str, words: str = "session") -> str:
    """A page of one block."""
    return f'{HEAD}.\\" {words}\n.Bd -literal\n{text}\n.Ed\n'


def aside(*commands: str) -> str:
    """A page that makes a key, by seed 3."""
    return session(
        "\n".join(["$ mkdir host", "host$ referee keygen k \\-\\-test\\-seed 3", *commands])
    )


def test_the_tutorial_is_played_as_it_is_written() -> None:
    assert played(page()) == page(), "python -m tests.project.tutorial --write"


def test_the_tutorial_shows_every_order_file_and_goes_to_the_end_of_the_second_turn() -> None:
    shown = blocks(page())
    files = [block.words[1] for block in shown if block.words[0] == "file"]
    assert files == [f"{seat}/run-{run}.yaml" for run in (2, 3) for seat in ("caesar", "pompey")]
    commands = "\n".join(line for block in shown for line in block.lines)
    for word in ("keygen", "new", "join", "admit", "orders", "check", "sign", "apply", "verify"):
        assert f"$ referee {word} " in commands
    assert "Turn 2 of 705 is over" in commands


def test_it_is_installed_as_the_readme_says() -> None:
    (install,) = [block for block in blocks(page()) if block.words == ["aside"]]
    readme = (ROOT / "README.md").read_text(encoding="utf-8").replace(" --quiet", "")
    for line in install.lines[:2]:
        assert line.removeprefix("$ ") in readme


def test_another_output_is_found() -> None:
    made = played(aside())
    assert "SHA256:" in made and played(made) == made
    assert played(made.replace("SHA256:", "SHA512:")) == made


def test_an_output_is_broken_as_a_terminal_does_and_a_warning_shown_once(tmp_path: Path) -> None:
    text = Tutorial(tmp_path).played(
        session("$ echo a test secrets: anyone can forge this game\n$ printf 'word %.0s' {1..20}\n"
                "$ echo b test secrets: anyone can forge this game")
    )  # fmt: skip
    assert text.count("\na test secrets") == 1 and "\nb test secrets" not in text
    assert max(map(len, text.split("\n"))) <= tutorial.WIDTH


@pytest.mark.parametrize(
    "text",
    [
        session("$ false"),
        session("$ true", "session ends 3"),
        session("$ echo yes") + '.\\" expect no\n',
        session("$ cat report", "session parts NOT_THERE"),
        session("$ referee report nowhere \\-\\-seat x"),
    ],
)
def test_a_page_that_is_not_true_is_found(text: str, tmp_path: Path) -> None:
    (tmp_path / "report").write_text(f"top\n\nPART\n----\nx\n\n{tutorial._END}\n")
    with pytest.raises(Untrue):
        Tutorial(tmp_path).played(text)


def test_parts_of_a_report_are_shown_with_the_gaps(tmp_path: Path) -> None:
    parts = "".join(f"{name}\n---\n{name.lower()}\n\n" for name in ("A A", "B", "C", "D"))
    (tmp_path / "report").write_text(f"head\n\n{parts}{tutorial._END}\n{{}}\n")
    made = Tutorial(tmp_path).played(session("$ cat report", "session parts B"))
    assert "$ cat report\n\\&...\nB\n\\-\\-\\-\nb\n\\&\n\\&...\n.Ed" in made
    made = Tutorial(tmp_path).played(session("$ cat report", "session parts top A_A D"))
    assert "report\nhead\n\\&\nA A\n\\-\\-\\-\na a\n\\&\n\\&...\nD\n\\-\\-\\-\nd\n.Ed" in made


def test_a_file_is_written_and_edited(tmp_path: Path) -> None:
    file = session("one: \\- two", "file note")
    made = file + '.\\" edit note two three\n' + session("$ cat note").removeprefix(HEAD)
    assert "$ cat note\none: \\- three\n" in Tutorial(tmp_path).played(made)


def test_the_first_seed_by_which_the_page_comes_true_is_taken() -> None:
    fingerprint = played(aside()).partition("SHA256:")[2][:20]
    text = aside().replace("seed 3", "seed 1") + f'.\\" expect {fingerprint}\n'
    with pytest.raises(Untrue):
        written(text, 2)
    assert "\\-\\-test\\-seed 3\n" in written(text, 4)
