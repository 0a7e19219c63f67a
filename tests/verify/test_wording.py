"""A report names the version of the program in whose words it was written: an upgrade of the
program makes no good report look false."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from referee import __version__
from referee.report.report_file import read_report
from referee.verify.audit import sent_reports
from referee.verify.report import verify
from tests.support.mailbag import Table, cli, signed_report

Game = Callable[..., Table]
BY = f"worded by version {__version__} of the program"


@pytest.fixture
def upgraded(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Makes the program another version, which says things in other words."""

    def upgrade() -> None:
        for module in (verify, sent_reports):
            monkeypatch.setattr(module, "__version__", "99.1")
        monkeypatch.setattr("referee.views.__version__", "99.1")
        monkeypatch.setattr("referee.report.text._ago", lambda runs: f"{runs} runs old")

    return upgrade


def test_reports_of_before_are_good_after_an_upgrade(
    game: Game, upgraded: Callable[[], None]
) -> None:
    table = game("duel", 3)
    reports = table.reports("red")
    assert cli("verify", *reports).status == 0
    upgraded()
    said = cli("verify", *reports)
    assert said.status == 0, said.out
    assert said.out.count(BY) == len(reports)
    assert "the wording of another version was not compared" in said.err
    found = json.loads(cli("verify", *reports, "--json").out)
    assert found["verified"] is True
    assert found["written by"] == {str(path): __version__ for path in reports}


def test_their_data_are_checked(game: Game, upgraded: Callable[[], None]) -> None:
    table = game("duel", 3)
    upgraded()
    path = table.report("red")
    raw = path.read_bytes()
    path.write_bytes(raw.replace(b'"die":', b'"dye":'))
    assert path.read_bytes() != raw
    assert cli("verify", path).status == 1


def test_an_audit_goes_through_reports_of_two_versions(
    game: Game, upgraded: Callable[[], None]
) -> None:
    table = game("duel", 2)
    upgraded()
    table.play()
    assert table.sheet("red")["wording"] == "99.1"
    said = cli("audit", table.folder)
    assert (said.status, f"worded by version {__version__}" in said.err) == (0, True)
    said = cli("verify", *table.reports("red"))
    assert said.status == 0
    assert said.out.count(BY) == 3


def test_the_host_keeps_what_was_sent(game: Game, upgraded: Callable[[], None]) -> None:
    """A report that lies there is not written again in other words."""
    table = game("duel", 3)
    table.report("blue").unlink()
    before = table.report("red").read_bytes()
    upgraded()
    assert cli("apply", table.folder).status in (0, 3)
    assert table.report("red").read_bytes() == before
    assert table.sheet("blue")["wording"] == "99.1"
    assert cli("verify", table.report("red"), table.report("blue")).status == 0


def test_words_of_this_version_are_compared(game: Game) -> None:
    table = game("duel", 3)
    report = read_report(table.report("red").read_bytes())
    text = [line.replace("Hand", "Hend") for line in report.text]
    path = table.put("0003.txt", signed_report(text, report.sheet, table))
    said = cli("verify", path, "--charter", table.folder / "charter.yaml")
    assert (said.status, "it should say" in said.out) == (1, True)


@pytest.mark.parametrize("version", ["", " 1", "1\x1b[2J", "1\n2", "x" * 41, "-1", 7, None, ["1"]])
def test_a_version_is_a_short_word(game: Game, version: object) -> None:
    table = game("duel", 3)
    report = read_report(table.report("red").read_bytes())
    sheet = {**report.sheet, "wording": version}
    path = table.put("0003.txt", signed_report(report.text, sheet, table))
    said = cli("verify", path, "--charter", table.folder / "charter.yaml")
    assert said.status == 1
    assert "\x1b" not in said.out + said.err
