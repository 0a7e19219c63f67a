"""Reads and plays a story: a text file with commands and what each must print.

A story begins with its title; the rest of the form is told in README.md.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.mailbag import Said, cli, opened

#: What stands for any number of lines, and for any text in a line.
LINES, TEXT = "...", "[...]"


@dataclass
class Act:
    """One command of a story: its line number, the words, and what it must print."""

    line: int
    text: str
    out: list[str] = field(default_factory=list)
    err: list[str] = field(default_factory=list)
    status: int = 0
    typed: list[str] = field(default_factory=list)


@dataclass
class File:
    """A file that a player writes."""

    name: str
    lines: list[str]


@dataclass
class Story:
    """A story as it was read."""

    path: Path
    title: str
    acts: list[Act | File]


def read_story(path: Path) -> Story:
    """Read a story; raises ValueError with the line of what cannot be understood."""
    lines = path.read_text(encoding="utf-8").split("\n")
    title = lines[0].strip()
    acts: list[Act | File] = []
    for number, line in enumerate(lines[1:], 2):
        if line.startswith("$ "):
            acts.append(Act(number, line[2:]))
        elif line.startswith("file "):
            acts.append(File(line[5:].strip(), []))
        elif line and not line.startswith("#"):
            _add(acts, line, f"{path.name}:{number}")
    return Story(path, title, acts)


def _add(acts: list[Act | File], line: str, place: str) -> None:
    """A line that belongs to what stands above it."""
    last = acts[-1] if acts else None
    if isinstance(last, File) and line.startswith("  "):
        last.lines.append(line[2:])
    elif isinstance(last, Act) and (line == ">" or line.startswith("> ")):
        last.out.append(line[2:])
    elif isinstance(last, Act) and (line == "!" or line.startswith("! ")):
        last.err.append(line[2:])
    elif isinstance(last, Act) and (line == "<" or line.startswith("< ")):
        last.typed.append(line[2:])
    elif isinstance(last, Act) and re.fullmatch(r"exit [0-9]+", line):
        last.status = int(line[5:])
    elif last is not None:
        raise ValueError(f"{place}: not understood: {line}")


#: Runs one trick of a cheat: its words, and the folder of the story.
Trick = Callable[[list[str]], None]


def play(story: Story, tricks: dict[str, Trick]) -> Iterator[str]:
    """Play a story in the present folder; each thing that is not as it is told."""
    for act, said in played(story, tricks):
        yield from (f"{story.path.name}:{act.line}: {wrong}" for wrong in _wrong(act, said))


def played(story: Story, tricks: dict[str, Trick]) -> Iterator[tuple[Act, Said]]:
    """Play a story in the present folder; each command with what it has said."""
    for act in story.acts:
        if isinstance(act, File):
            Path(act.name).write_text("\n".join(act.lines) + "\n", encoding="utf-8")
        else:
            yield act, _played(act, tricks)


def _played(act: Act, tricks: dict[str, Trick]) -> Said:
    program, *words = shlex.split(act.text)
    if program == "referee":
        with piped(act.typed):
            return cli(*(found for word in words for found in _expanded(word)))
    if program == "game":
        _open(*words)
    else:
        tricks[program](words)
    return Said(0, b"", "")


@contextlib.contextmanager
def piped(lines: list[str]) -> Iterator[None]:
    """Lines on standard input, as from a pipe."""
    before, sys.stdin = sys.stdin, io.StringIO("".join(f"{line}\n" for line in lines))
    try:
        yield
    finally:
        sys.stdin = before


def _expanded(word: str) -> list[str]:
    """A pattern of file names, as a shell would give it."""
    return sorted(map(str, Path().glob(word))) if "*" in word else [word]


def _open(name: str, runs: str = "0", folder: str = "game") -> None:
    """A toy game after some runs of random play, with everybody's keys in ``keys``."""
    table = opened(name, Path(folder), int(runs))
    for party in ("host", *table.seats):
        if not Path("keys", party).exists():
            Path("keys").mkdir(exist_ok=True)
            cli("keygen", Path("keys", party), "--test-seed", table.seed)


def _wrong(act: Act, said: Said) -> Iterator[str]:
    """What of a command is not as it is told."""
    if said.status != act.status:
        yield f"it ends with {said.status}, not {act.status}: {said.err}{said.out[:2000]}"
        return
    for told, printed in ((act.out, said.out), (act.err, said.err)):
        if told and not fits(told, printed.splitlines()):
            yield "it prints\n" + printed[:4000]
    if said.err and not act.err and act.status:
        yield f"it says what the story does not tell:\n{said.err}"


def fits(told: list[str], printed: list[str]) -> bool:
    """Whether lines are those that are told, with what stands for any lines and texts."""
    text = "".join(f"{line.rstrip()}\n" for line in printed)
    pattern = "".join(r"(?:.*\n)*?" if line == LINES else _pattern(line) for line in told)
    return re.fullmatch(pattern, text) is not None


def _pattern(line: str) -> str:
    return ".*".join(re.escape(part) for part in line.rstrip().split(TEXT)) + r"\n"
