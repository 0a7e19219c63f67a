"""A folder where a file is wanted is named as one, with the file that was probably meant."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.mailbag import cli

SAMPLE = Path(__file__).parents[2] / "samples" / "rubicon"
#: commands that take a report, where the path stands for it
OF_REPORTS = [
    "compare {}",
    "compare {} {}",
    "verify {}",
    "orders --report {}",
    "check orders.yaml --report {}",
    "answer {}",
    "what-if {} --at Rome",
    "standing show --report {}",
    "standing try --report {}",
]
#: commands that take another file
OF_FILES = [
    "canon {}",
    "check {}",
    "check {} --report reports/0002.txt",
    "verify reports/0002.txt --charter {}",
    "rulesets show julius-caesar --corrections {}",
    "join {} --seat caesar --key key --out join.yaml",
    "sign orders.yaml --key key --report reports/0002.txt --charter {}",
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A player's folder with three reports, and the current one."""
    shutil.copy(SAMPLE / "charter.yaml", tmp_path)
    (tmp_path / "reports").mkdir()
    for number in ("0000", "0001", "0002"):
        shutil.copy(SAMPLE / "reports" / "caesar" / f"{number}.txt", tmp_path / "reports")
    (tmp_path / "orders.yaml").write_text("kind: orders\nseat: caesar\norders: []\n")
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    assert cli("keygen", "key", "--test-seed", "1").status == 0
    return tmp_path


@pytest.mark.parametrize("command", OF_REPORTS)
@pytest.mark.parametrize("given", ["reports", "."])
def test_the_newest_report_in_a_folder_is_named(command: str, given: str) -> None:
    said = cli(*command.replace("{}", given).split())
    told = said.out + said.err
    newest = Path("reports") / "0002.txt"
    assert f"{given} is a folder; name a file: the newest report there is {newest}" in told
    assert said.status == 2
    assert "Is a directory" not in told


@pytest.mark.parametrize("command", [*OF_REPORTS, *OF_FILES])
def test_a_folder_without_reports_is_named(command: str) -> None:
    said = cli(*command.replace("{}", "empty").split())
    told = said.out + said.err
    assert "empty is a folder; name a file in it" in told
    assert said.status == 2


def test_a_folder_for_a_key_is_named() -> None:
    said = cli("sign", "orders.yaml", "--key", "empty", "--report", "reports/0002.txt")
    assert "empty is a folder" in said.err
    assert "hint: name the file of your private key" in said.err
    assert said.status == 1
