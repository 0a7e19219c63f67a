"""Orders without an editor: `answer` asks, offers what is legal, and writes what `sign` takes."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.lab.selfplay import save
from referee.orders.order_file import read_orders
from referee.player.answering import Answering, Quit, Talk
from referee.player.sign_orders import judge_by_report
from referee.proof.keys import write_pair
from referee.report.report_file import read_report
from referee.ruleset import load
from tests.support.mailbag import SEED, TOYS, Said, Table, cli
from tests.support.seeds import count

GAMES = [*TOYS, "julius-caesar", "end-of-the-triumvirate", "caesar-xl", "sword-of-rome"]


def table_of(name: str, folder: Path) -> Table:
    """A random game, some runs long."""
    ruleset = TOYS.get(name) or load(name)
    save(ruleset, folder, SEED, None, {}, most_runs=count(8, 60))
    return Table(folder, ruleset)


def talked(table: Table, path: Path, chance: random.Random) -> tuple[Answering, bytes | None]:
    """A player who picks anything; the draft, None if nothing came of it."""
    asked = 0

    def ask(prompt: str) -> str:
        nonlocal asked
        asked += 1
        if asked > 80:
            raise Quit
        return chance.choice(["", "", "1", "2", "3", "5", "1,2", "u", "b", "?", "rome"])

    sheet = read_report(path.read_bytes()).sheet
    talk = Talk(ask, lambda line: None, lambda fault, found: None)
    answering = Answering(sheet, table.charter, table.ruleset, talk)
    try:
        return answering, answering.draft()
    except Quit:
        return answering, None


@pytest.mark.parametrize("name", GAMES)
def test_whatever_a_player_picks_what_is_written_is_legal(
    toys: None, tmp_path: Path, name: str
) -> None:
    table, chance, written = table_of(name, tmp_path / "game"), random.Random(1), 0
    paths = [path for seat in table.seats for path in table.reports(seat)[:-1]]
    for path in paths:
        if path.parent.name not in read_report(path.read_bytes()).sheet["public"]["due"]:
            continue
        answering, draft = talked(table, path, chance)
        if draft is None:
            continue
        written += 1
        found = judge_by_report(draft, answering.sheet, table.charter, unsigned=True)
        assert found.faults == [], draft.decode()
    assert written >= len(paths) // 6


COMMAND = "samples/rubicon/reports/caesar/0002.txt"


@pytest.fixture
def asked(tmp_path: Path) -> tuple[Path, Path]:
    """A report of the sample game that asks for a command, and where to write."""
    return Path(__file__).parents[2] / COMMAND, tmp_path / "orders.yaml"


def told(report: Path, lines: str, out: Path, *more: object) -> Said:
    """What is said to these lines; the file that was made is written without a change."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO(lines))
        return cli("answer", report, "--out", out, *more)


def test_a_line_is_built_by_number_and_by_name(asked: tuple[Path, Path]) -> None:
    report, out = asked
    said = told(report, "move\nnarbo\n1,2\n\nTarraco\n\n\n\n", out)
    assert said.status == 0, said.err
    assert read_orders(out.read_bytes()).tree["orders"] == [
        {"move": {"from": "Narbo", "blocks": ["Legio 7", "Legio 9"], "to": "Tarraco"}}
    ]
    assert "blocks: 1 Legio 7, 2 Legio 9, 3 Legio 10" in said.err
    assert "to: 1 Burdigala, 2 Massilia, 3 Tarraco" in said.err, "places that are legal here"


def test_a_line_that_is_not_legal_is_told_why_and_left_out(asked: tuple[Path, Path]) -> None:
    report, out = asked
    said = told(report, "levy\nLegio 17\nRome\n\n\n", out)
    assert "levies can be made only in friendly cities (6.4)" in said.err
    assert read_orders(out.read_bytes()).tree["orders"] == []


def test_one_can_undo_and_quit(asked: tuple[Path, Path]) -> None:
    report, out = asked
    move = "move\nnarbo\n1\n\nTarraco\n\n"
    assert told(report, move + "q\n", out).status == 1
    assert not out.exists()
    assert told(report, move, out).status == 1, "the input ends before it is done"
    assert not out.exists()
    assert told(report, move + "u\n\n\n", out).status == 0
    assert read_orders(out.read_bytes()).tree["orders"] == []


def test_with_a_key_it_is_signed_and_played(
    toys: None, game: Callable[..., Table], tmp_path: Path
) -> None:
    table = game("duel", 2)
    files = []
    for seat in table.due():
        out, key = tmp_path / f"{seat}.yaml", tmp_path / f"{seat}-key"
        write_pair(key, table.key(seat), None)
        charter = ("--charter", table.folder / "charter.yaml")
        said = told(table.report(seat), "1\n\n", out, *charter, "--key", key, "--test-seed", SEED)
        assert said.status == 0, said.err
        files.append(out.with_name(f"{seat}.signed.yaml"))
    assert cli("apply", table.folder, *files).status == 0


def test_what_is_no_name_of_its_kind_is_told_at_once(asked: tuple[Path, Path]) -> None:
    """A destination where another block was asked for: the line is not lost."""
    report, out = asked
    said = told(report, "move\nnarbo\n1\nRome\n\nTarraco\n\n\n\n", out)
    assert "'Rome' is not a block" in said.err
    assert read_orders(out.read_bytes()).tree["orders"] == [
        {"move": {"from": "Narbo", "blocks": ["Legio 7"], "to": "Tarraco"}}
    ]


def test_it_shows_what_the_orders_will_do_and_lets_one_go_back(asked: tuple[Path, Path]) -> None:
    report, out = asked
    said = told(report, "move\nnarbo\n1\n\nTarraco\n\n\nb\nu\n\n\n", out)
    assert said.err.count("what your orders will do:") >= 1
    assert "Caesar moves 1 brown block: Narbo - Tarraco" in said.err
    assert read_orders(out.read_bytes()).tree["orders"] == []


def test_each_word_is_offered_with_what_it_does(asked: tuple[Path, Path]) -> None:
    said = told(*asked[:1], "q\n", asked[1])
    assert re.search(r"\n  4 levy +[A-Z]", said.err), said.err
    assert max(map(len, said.err.splitlines())) <= 80


def test_another_set_of_standing_orders_is_chosen_by_number(asked: tuple[Path, Path]) -> None:
    report, out = asked
    said = told(report, "\ns\n1\n\n", out)
    assert said.status == 0, said.err
    assert read_orders(out.read_bytes()).tree["standing"] == "quiet"
    assert "  1  quiet: " in said.err
    assert "standing orders, for what nothing else answers: quiet" in said.err


def test_a_beginning_of_two_words_is_told_with_both(asked: tuple[Path, Path]) -> None:
    assert "  'm' may be move or main attack\n" in told(asked[0], "m\nq\n", asked[1]).err
