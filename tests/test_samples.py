"""The sample game is played again by the commands and compared byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from samples import rubicon


def files(folder: Path) -> dict[str, bytes]:
    """Every file of a sample but private keys, whose files hold random bytes."""
    private = ("keys/host", "keys/caesar", "keys/pompey")
    found = {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*.*")}
    return {name: raw for name, raw in found.items() if name not in private}


@pytest.fixture(scope="module")
def replayed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rubicon") / "again"
    rubicon.replay(folder, rubicon.HOME / "drafts")
    return folder


@pytest.mark.parametrize("part", ["keys", "orders"])
def test_players_files_are_the_same(replayed: Path, part: str) -> None:
    assert files(replayed / part) == files(rubicon.HOME / part)
    assert files(rubicon.HOME / part)


def test_offer_joins_and_charter_are_the_same(replayed: Path) -> None:
    for name in ("offer.yaml", "caesar-join.yaml", "pompey-join.yaml", "charter.yaml"):
        assert (replayed / name).read_bytes() == (rubicon.HOME / name).read_bytes(), name


def test_reports_are_the_same(replayed: Path) -> None:
    made, kept = files(replayed / "game" / "reports"), files(rubicon.HOME / "reports")
    assert sorted(made) == sorted(kept)
    assert [name for name in kept if made[name] != kept[name]] == []


def test_two_whole_turns_with_three_battles() -> None:
    reports = sorted((rubicon.HOME / "reports" / "caesar").glob("*.txt"))
    texts = [path.read_text(encoding="utf-8") for path in reports]
    assert sum("Turn 2 of 705 is over" in text for text in texts) == 1
    assert sum(text.count(" holds ") for text in texts) >= 3


def test_every_report_is_verified(replayed: Path) -> None:
    reports = sorted((rubicon.HOME / "reports").rglob("*.txt"))
    assert len(reports) > 60
    rubicon.command("verify", *reports, "--charter", rubicon.HOME / "charter.yaml")


def test_no_line_of_a_report_is_wider_than_a_mail() -> None:
    for path in sorted((rubicon.HOME / "reports").rglob("*.txt")):
        text = path.read_text(encoding="utf-8")
        wide = [line for line in text.split("\n") if len(line) > 80]
        assert wide == [], path
        assert text.isascii(), path
