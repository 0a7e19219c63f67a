"""What made a first user stumble, case by case."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.desk.mailroom import pieces
from referee.post.report_file import WIDTH
from tests.desk.mailbag import Table, cli

Game = Callable[..., Table]


@pytest.fixture
def table(game: Game) -> Table:
    return game("duel", 1)


@pytest.mark.parametrize(
    "name",
    [
        "A – B",
        "Caesar’s",
        "“Duel”",
        "more…",
        "two  spaces",
        " led",
        "a\tb",
        "nb\u00a0sp",
        "u\u0308",
    ],
)
def test_an_offer_with_any_name_can_be_accepted(tmp_path: Path, name: str) -> None:
    for key in ("host", "red"):
        assert cli("keygen", tmp_path / key).status == 0
    offer = tmp_path / "game" / "offer.yaml"
    given = ("--key", tmp_path / "host", "--name", name)
    assert cli("new", "duel", tmp_path / "game", *given).status == 0
    joined = ("--seat", "red", "--key", tmp_path / "red", "--out", tmp_path / "join")
    assert cli("join", offer, *joined).status == 0


@pytest.mark.parametrize("name", ["a\u200bb", "x" * 101, ""])
def test_a_name_that_none_can_read_is_refused_at_once(tmp_path: Path, name: str) -> None:
    cli("keygen", tmp_path / "host")
    said = cli("new", "duel", tmp_path / "game", "--key", tmp_path / "host", "--name", name)
    assert said.status == (2 if name else 0), "no name at all is the folder's"
    assert (tmp_path / "game").exists() is (not name)


def test_a_long_note_breaks_no_line_of_the_report(table: Table) -> None:
    note = "Ü" * 900 + " \U0001f3b2 " + "x" * 900
    files = [table.orders("red", note=note), table.orders("blue")]
    assert cli("apply", table.folder, *_put(table, files)).status == 0
    report = table.report("blue").read_text()
    assert max(len(line) for line in report.split("\n")) <= WIDTH + 2
    assert "Ü" * 60 in report
    assert cli("verify", table.report("blue")).status == 0


def _put(table: Table, files: list[bytes]) -> list[Path]:
    return [table.put(f"{number}.yaml", raw) for number, raw in enumerate(files)]


def test_pieces_make_the_text_again() -> None:
    for text in ("", "short", "Ü" * 500, 'quo"te\\' * 50):
        assert "".join(pieces(text)) == text


def test_a_missing_line_of_text_is_named_once(table: Table) -> None:
    path = table.report("red")
    lines = path.read_text().split("\n")
    index = lines.index("Hand: " + ", ".join(table.sheet("red")["state"]["own"]["hand"]))
    gone = table.put("gone.txt", "\n".join(lines[:index] + lines[index + 1 :]).encode())
    said = cli("verify", gone, "--charter", table.folder / "charter.yaml")
    assert said.status == 1
    assert said.out.count("gone.txt") == 1
    assert "'Hand: " in said.out
    assert "is missing" in said.out


def test_blank_lines_are_the_mails_to_drop(table: Table) -> None:
    text, mark, block = table.report("red").read_text().partition("-----BEGIN REFEREE")
    bare = "\n".join(line for line in text.split("\n") if line) + "\n" + mark + block
    path = table.put("bare.txt", bare.encode())
    assert cli("verify", path, "--charter", table.folder / "charter.yaml").status == 0


def test_a_note_cut_by_a_comment_is_warned_of(table: Table) -> None:
    lines = "kind: orders\nseat: red\norders: []\nnote: see rule #7 now\n"
    said = cli("check", table.put("note.yaml", lines.encode()), "--report", table.report("red"))
    assert "note.yaml:4: warning: the note ends at the '#'" in said.err


def test_check_says_what_apply_says_of_a_file_that_lies_here(table: Table) -> None:
    path = table.put("red.yaml", table.orders("red"))
    assert cli("apply", table.folder, path).status == 3
    assert cli("check", path, "--game", table.folder).status == 0
    assert cli("apply", table.folder, path).status == 3


def test_a_lost_report_is_noticed_and_made_again(table: Table) -> None:
    before = table.snapshot()
    table.report("red").unlink()
    said = cli("status", table.folder)
    assert said.status == 1
    assert "report was lost" in said.err
    said = cli("apply", table.folder)
    assert said.status == 0
    assert "reports/red/0001.txt" in said.out
    assert table.snapshot() == before


def test_sign_tells_warnings(table: Table) -> None:
    draft = table.put("mouse.yaml", b"kind: orders\nseat: red\norders: []\nnote: a #b\n")
    key = table.folder / "secret" / "red"
    said = cli("sign", draft, "--key", key, "--report", table.report("red"))
    assert said.status == 0
    assert "mouse.yaml:4: warning: the note ends at the '#'" in said.err


def test_orders_from_standard_input_need_a_name(table: Table) -> None:
    said = cli("sign", "-", "--key", "x", "--report", table.report("red"))
    assert said.status == 2
    assert "need --out" in said.err


def test_an_unsigned_file_has_one_fault(table: Table) -> None:
    lines = "kind: orders\nseat: red\norders: []\n"
    said = cli("apply", table.folder, table.put("plain.yaml", lines.encode()))
    assert said.status == 1
    assert said.err.count("not allowed") + said.err.count("not understood") == 1
    assert "'referee sign' signs it" in said.err


def test_what_cannot_be_read_is_no_wrong_usage_text(table: Table) -> None:
    said = cli("apply", table.folder, "no-such-file.yaml")
    assert said.status == 2
    assert "Usage" not in said.err


def test_a_text_that_is_far_too_long_takes_no_time(table: Table) -> None:
    raw = table.report("red").read_bytes()
    path = table.put("long.txt", b"x\n" * 400_000 + raw)
    said = cli("verify", path, "--charter", table.folder / "charter.yaml")
    assert said.status == 1
    assert "text: it has" in said.out
