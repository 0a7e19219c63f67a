"""Plays referee-tutorial(7) as it is written, and writes anew what its commands print.

``python -m tests.project.tutorial --write`` writes the page with the outputs of today, if possible
with the seed that it has, otherwise with the next one by which its files are legal and what it
tells of the game comes true.

In the page, a comment says what the literal block behind it is:

- ``file FOLDER/NAME``: a file that somebody writes;
- ``session [WORD ...]``: commands behind prompts, ``caesar$ referee ...``, each in the folder of
  its prompt, with what they print.  ``ends N``: the exit status of the last one.  ``parts A B``:
  the parts of reports that are shown, with _ for blanks; ``top`` is what stands above the first.
- ``aside``: neither is played, see the test.

A comment ``edit FILE BEFORE AFTER`` changes a word of a file, as the reader is told to do with an
editor.  A comment ``expect TEXT`` says what the last output must hold for the page to be true,
whether it is shown or not.  Lines are broken as a terminal does, and a warning of test keys is
shown once.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from referee.cli.main import run
from tests.project.pages import MAN, ROOT, escaped, unescaped

PAGE = "referee-tutorial.7"
WIDTH = 74
#: what is printed again and again, and shown once
WARNINGS = ("test secrets: anyone can forge this game", "this is a key for tests")
_PROMPT = re.compile(r"((?:host|caesar|pompey)?)\$ (.*)")
_SEED = re.compile(r"(?<=test\\-seed )\d+")
_END = "-----BEGIN REFEREE REPORT-----"


class Untrue(Exception):
    """The game did not go as the page tells."""


@dataclass
class Session:
    """The commands of a block and how it is shown."""

    ends: int = 0
    parts: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, words: list[str]) -> Session:
        """By the words of the comment behind ``session``; ValueError for others."""
        found = cls()
        while words:
            word, *words = words
            if word == "ends":
                found.ends, words = int(words[0]), words[1:]
            elif word == "parts":
                found.parts, words = [part.replace("_", " ") for part in words], []
            else:
                raise ValueError(word)
        return found


class Tutorial:
    """A page being played, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.printed = folder, ""
        self.warned: set[str] = set()

    def played(self, page: str) -> str:
        """The page, with what its commands print now.  Raises Untrue."""
        made: list[str] = []
        lines = iter(page.split("\n"))
        words: list[str] = []
        for line in lines:
            made.append(line)
            if line.startswith(".Bd -literal") and words and words[0] != "aside":
                block = list(_up_to_end(lines))
                made += [*map(escaped, self._block(words, [*map(unescaped, block)])), ".Ed"]
            words = line[3:].split() if line.startswith('.\\"') else []
            if words[:1] == ["expect"]:
                self._expect(" ".join(words[1:]))
            elif words[:1] == ["edit"]:
                self._edit(*words[1:])
        return "\n".join(made)

    def _edit(self, name: str, before: str, after: str) -> None:
        path = self.folder / name
        text = path.read_text(encoding="utf-8")
        assert text.count(before) == 1, before
        path.write_text(text.replace(before, after), encoding="utf-8")

    def _expect(self, text: str) -> None:
        if text not in " ".join(self.printed.split()):
            raise Untrue(f"{text!r} is not in:\n{self.printed}")

    def _block(self, words: list[str], lines: list[str]) -> list[str]:
        """A literal block as it is to be."""
        what, *rest = words
        if what == "file":
            (self.folder / rest[0]).write_text("\n".join(lines) + "\n", encoding="utf-8")
            return lines
        if what != "session":
            raise ValueError(f"what is {what!r}?")
        return self._session(Session.of(rest), lines)

    def _session(self, session: Session, lines: list[str]) -> list[str]:
        """The commands of a block, each with what it prints now."""
        made: list[str] = []
        typed = _commands(lines)
        for number, (who, shown) in enumerate(typed, 1):
            command = " ".join(part.removesuffix("\\").strip() for part in shown)
            status, self.printed = self._run(self.folder / who, command)
            if status != (session.ends if number == len(typed) else 0):
                raise Untrue(f"{command}: exit status {status}\n{self.printed}")
            made += [f"{who}$ {shown[0]}", *shown[1:], *self._shown(session)]
        return made

    def _run(self, folder: Path, command: str) -> tuple[int, str]:
        """Exit status and output, standard error among it, as at a terminal."""
        if not command.startswith("referee "):
            done = subprocess.run(
                ["bash", "-c", command], cwd=folder, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False,
            )  # fmt: skip
            return done.returncode, done.stdout
        out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
        with (
            contextlib.chdir(folder),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(out),
        ):
            status = run(shlex.split(command)[1:])
        out.flush()
        raw = out.buffer
        assert isinstance(raw, io.BytesIO)
        return status, raw.getvalue().decode()

    def _shown(self, session: Session) -> Iterator[str]:
        """What of an output stands in the page."""
        text = self.printed.removesuffix("\n")
        lines = _of_report(text, session.parts) if _END in text else text.split("\n")
        for line in lines if text else ():
            warning = next((warning for warning in WARNINGS if warning in line), "")
            if warning in self.warned:
                continue
            self.warned |= {warning} - {""}
            yield from textwrap.wrap(
                line, WIDTH, subsequent_indent="    ", break_on_hyphens=False,
                break_long_words=False,
            ) or [""]  # fmt: skip


def _up_to_end(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        if line == ".Ed":
            return
        yield line


def _commands(lines: list[str]) -> list[tuple[str, list[str]]]:
    """Who types what: the lines of each command, without what it prints."""
    found: list[tuple[str, list[str]]] = []
    goes_on = False
    for line in lines:
        if goes_on:
            found[-1][1].append(line)
        elif prompt := _PROMPT.fullmatch(line):
            found.append((prompt[1], [prompt[2]]))
        goes_on = line.endswith("\\") and (goes_on or bool(_PROMPT.fullmatch(line)))
    return found


def _of_report(text: str, parts: list[str]) -> list[str]:
    """The parts of a report that are shown, ``...`` for those that are not.  Raises Untrue."""
    pieces = re.split(r"\n(?=[A-Z ]+\n-+\n)", text.partition(_END)[0])
    named = {"top": pieces[0], **{piece.split("\n", 1)[0]: piece for piece in pieces[1:]}}
    if missing := [part for part in parts if part not in named]:
        raise Untrue(f"no part {missing} in {list(named)}")
    shown: list[str] = []
    for name, piece in named.items():
        if name in parts:
            shown += [*piece.rstrip("\n").split("\n"), ""]
        elif shown[-1:] != ["..."]:
            shown.append("...")
    return shown[:-1] if shown[-1] == "" else shown


def page() -> str:
    """The source of the page."""
    return (MAN / PAGE).read_text(encoding="utf-8")


def played(text: str) -> str:
    """The page with the outputs of today.  Raises Untrue."""
    with tempfile.TemporaryDirectory() as folder:
        return Tutorial(Path(folder)).played(text)


def written(text: str, most: int) -> str:
    """The page with the outputs of today, by its own seed or the first one by which it is true.

    Raises Untrue if there is none up to `most`."""
    for seed in ["", *map(str, range(1, most + 1))]:
        try:
            return played(_SEED.sub(seed, text) if seed else text)
        except Untrue as trouble:
            why = trouble
            sys.stderr.write(f"seed {seed or 'of the page'}: {str(why).splitlines()[0]}\n")
    raise why


def main() -> None:
    """Write the page, or say how it differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the page")
    parser.add_argument("--seeds", type=int, default=300, help="how many seeds are tried")
    chosen = parser.parse_args()
    os.chdir(ROOT)
    text = page()
    try:
        made = written(text, chosen.seeds if chosen.write else 0)
    except Untrue as trouble:
        sys.exit(f"the page does not come true: {str(trouble)[:3000]}")
    if chosen.write:
        (MAN / PAGE).write_text(made, encoding="utf-8")
    sys.exit(0 if chosen.write or made == text else "the page is not up to date: --write")


if __name__ == "__main__":
    main()
