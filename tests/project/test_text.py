"""No file speaks of the machine it was written on."""

from __future__ import annotations

import re
from pathlib import Path

from tests.project.tree import ROOT

#: Folders of one machine; hosts that are no public registry.  Written in parts, so that this file
#: does not find itself.
PLACES = re.compile(
    r"(?<![\w.])/(?:wo" + r"rk|ro" + r"ot|ho" + r"me|Us" + r"ers|mnt|sr" + r"v)/\w|/t" + r"mp/\w"
    r"|\b[A-Z]:\\Users"
    r"|\b(?:local" + r"host|127\.0" + r"\.0\.1)\b"
)
HOSTS = re.compile(
    r"https?://(?!github\.com|python\.org|docs\.python\.org|www\.rfc-editor\.org|www\.w3\.org|example\.)"
)
WORDS = re.compile(
    r"\b(?:sub-?ag" + r"ent|chat" + r"bot|lang" + r"uage model|pro" + r"mpt engineering"
    r"|arti" + r"factory|ne" + r"xus)\b",
    re.I,
)
#: Tests may name places that cannot be: only the words are looked for there.
SKIPPED = (".git", ".venv", ".mypy_cache", ".pytest_cache", ".ruff_cache", "build", "dist")


def findings(text: str, places: bool = True) -> list[str]:
    """What a text should not say, with its line."""
    patterns = [PLACES, HOSTS, WORDS] if places else [WORDS]
    return [
        f"line {number}: {found[0]}"
        for number, line in enumerate(text.split("\n"), 1)
        for pattern in patterns
        for found in pattern.finditer(line)
    ]


def texts() -> list[Path]:
    """Every file of the tree that is text."""
    return [path for path in sorted(ROOT.rglob("*")) if path.is_file() and _wanted(path)]


def _wanted(path: Path) -> bool:
    parts = path.relative_to(ROOT).parts
    if parts[0] == ".git":  # a file, where the tree is one of several of a repository
        return False
    if any(part.startswith(SKIPPED) or part.endswith((".egg-info", "__")) for part in parts[:-1]):
        return False
    if parts == (".git",):  # in a worktree a file, which says where the others are
        return False
    return b"\0" not in path.read_bytes()[:4096]


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_no_file_tells_where_it_was_written() -> None:
    found = {
        name: told
        for name, path in ((_name(path), path) for path in texts())
        if (told := findings(path.read_text("utf-8", "replace"), not name.startswith("tests/")))
    }
    assert found == {}


def test_a_place_is_found() -> None:
    assert findings("see /wo" + "rk/main/x")
    assert findings("cd /t" + "mp/x")
    assert findings("https://pypi.corp.invalid/simple")
    assert findings("in tests too: Arti" + "factory", places=False)
    assert findings("the framework/engine, art" + "/wo" + "rk/x of ours") == []
    assert texts()
