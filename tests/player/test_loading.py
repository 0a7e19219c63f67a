"""What a `check` loads and compiles, half of its time: nothing that a plain file does not need."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

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
    done = subprocess.run(
        [sys.executable, "-c", CODE, *CHECK], cwd=ROOT, capture_output=True, text=True, check=True
    )
    status, modules, patterns = json.loads(done.stdout)
    assert status == 0
    return modules, patterns


def test_a_check_loads_few_modules_of_python(loaded: tuple[list[str], list[str]]) -> None:
    """Each of these takes a millisecond or more; a class made by `dataclass` half a one."""
    needless = (
        "copy dataclasses difflib importlib.metadata random shutil tabulate tempfile textwrap"
    )
    assert not set(needless.split()) & set(loaded[0])
    assert not {
        f"referee.{name}" for name in ("folder.journal", "folder.store", "report.text")
    } & set(loaded[0])


def test_a_check_loads_one_game(loaded: tuple[list[str], list[str]]) -> None:
    games = {name.split(".")[1] for name in loaded[0] if name.startswith("rulesets.")}
    assert games == {"julius_caesar"}


def test_a_check_of_a_plain_file_compiles_no_pattern_of_signs_beyond_ascii(
    loaded: tuple[list[str], list[str]],
) -> None:
    """A class of characters takes a millisecond to compile, one of a million signs four."""
    assert [pattern for pattern in loaded[1] if not pattern.isascii()] == []
