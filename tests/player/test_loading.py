"""What a `check` loads and compiles, half of its time: nothing that a plain file does not need."""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from samples import rubicon

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "samples" / "rubicon"
CHECK = [
    "check",
    str(SAMPLE / "orders" / "0015-caesar.yaml"),
    "--report",
    str(SAMPLE / "reports" / "caesar" / "0014.txt"),
]
#: Runs a command in an interpreter that has loaded what all need; prints as JSON which modules and
#: patterns came on top.
CODE = """
import contextlib, io, json, re, sys
import click, yaml, cryptography.hazmat.primitives.asymmetric.ed25519
before, patterns, compile = set(sys.modules), [], re._compile
re._compile = lambda pattern, flags: patterns.append(str(pattern)) or compile(pattern, flags)
from referee.cli.main import run
with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
    status = run(sys.argv[1:])
print(json.dumps([status, sorted(set(sys.modules) - before), patterns]))
"""


@pytest.fixture(scope="module")
def loaded() -> tuple[list[str], list[str]]:
    """The modules and the patterns of a check."""
    return run(CHECK)


def run(command: Sequence[str]) -> tuple[list[str], list[str]]:
    """The modules and the patterns of a command."""
    done = subprocess.run(
        [sys.executable, "-c", CODE, *command], cwd=ROOT, capture_output=True, text=True, check=True
    )
    status, modules, patterns = json.loads(done.stdout)
    assert status == 0
    return modules, patterns


def test_a_check_loads_few_modules_of_python(loaded: tuple[list[str], list[str]]) -> None:
    """Each of these takes a millisecond or more; a class made by `dataclass` half a one."""
    needless = (
        "_hashlib copy dataclasses difflib hashlib hmac importlib.metadata random shutil tabulate"
        " tempfile textwrap"
    )
    assert not set(needless.split()) & set(loaded[0])
    assert not {
        f"referee.{name}"
        for name in ("folder.journal", "folder.store", "orders.foresight", "report.text")
    } & set(loaded[0])


def test_a_check_loads_one_game(loaded: tuple[list[str], list[str]]) -> None:
    games = {name.split(".")[1] for name in loaded[0] if name.startswith("rulesets.")}
    assert games == {"julius_caesar"}


def test_a_check_of_a_plain_file_compiles_no_pattern_of_signs_beyond_ascii(
    loaded: tuple[list[str], list[str]],
) -> None:
    """A class of characters takes a millisecond to compile, one of a million signs four."""
    assert [pattern for pattern in loaded[1] if not pattern.isascii()] == []


def needless(modules: Sequence[str]) -> list[str]:
    """Those that only random play, pictures and what-if need."""
    such = ("lab", "picture", "odds", "engine.odds", "engine.variation", "kit.board")
    wanted = tuple(f"referee.{one}." for one in such)
    return [name for name in modules if f"{name}.".startswith(wanted)]


def test_a_check_loads_no_random_play_no_picture_and_no_odds(
    loaded: tuple[list[str], list[str]],
) -> None:
    assert needless(loaded[0]) == []


def test_an_apply_loads_no_random_play_no_picture_and_no_odds(tmp_path: Path) -> None:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        rubicon.SAMPLE.replay(tmp_path, SAMPLE / "drafts", most=1)
    orders = sorted((SAMPLE / "orders").glob("0002-*"))
    assert needless(run(["apply", str(tmp_path / "game"), *map(str, orders)])[0]) == []
