"""Printing: results on stdout, talk on stderr, one form for all refusals.

All output passes through here, since any of it may come from a stranger's file: no character in it
can control the terminal or stop the program.
"""

from __future__ import annotations

import json
import os
import pathlib
import sys
from collections.abc import Iterable
from typing import Any

import click

from referee.cli.exit_status import FAILED, REFUSED, USAGE
from referee.fault import WARNING, Fault, Path, Refused
from referee.files.characters import printable, shown

#: the most bytes of a file that a command reads; no kind of file needs as many
FILE_AT_MOST = 1 << 24


def tell(text: object = "", end: str = "\n") -> None:
    """A result (stdout)."""
    click.echo(shown(str(text)) + end, nl=False)


def tell_bytes(data: bytes) -> None:
    """A result that is compared byte for byte (stdout): checked before, or not text."""
    sys.stdout.buffer.write(data)


def err(text: object, end: str = "\n") -> None:
    """Whatever is not a result (stderr)."""
    click.echo(shown(str(text)) + end, err=True, nl=False)


def say(text: str) -> None:
    """Talk to the person at the terminal (stderr)."""
    err(f"referee: {text}")


def progress(text: str) -> None:
    """Write over the last line of a terminal (stderr); the text is our own."""
    click.echo(f"\r\033[K{text}", nl=False, err=True)


def say_hint(text: str) -> None:
    """Say what to do; nothing if nothing is known."""
    if text:
        say(f"hint: {text}")


def error(reason: str, hint: str = "") -> None:
    """Say what is wrong and, if known, what to do."""
    say(f"error: {reason}")
    say_hint(hint)


#: permissions of files that are to be mailed, less the user's umask
MODE = 0o666
#: What most often damages a report in the mail.
MAIL_HINT = "hint: if a mail program has wrapped or quoted its lines, ask for it as an attachment"


def print_json(data: Any) -> None:
    """A result for a program (stdout)."""
    tell(json.dumps(data, indent=2, ensure_ascii=True))


def fault_line(fault: Fault, line: int | None) -> int | None:
    """The line of a fault: given, or named by its own path."""
    if line is None and fault.path[:1] == ("line",):
        return int(fault.path[1])
    return line


#: What the lists of an order file hold, as reports count it.
_COUNTED = {"orders": "order", "standing": "rule"}


def numbered(path: Path) -> str:
    """``order 3`` or ``rule 2`` if a fault is in one, otherwise ""."""
    match path:
        case (str(key), int(number), *_) if key in _COUNTED:
            return f"{_COUNTED[key]} {number + 1}"
    return ""


def fault_text(name: str, fault: Fault, line: int | None, quote: str = "") -> str:
    """A fault as people read it: place, number, answer, reason, paragraph, quoted text, hint."""
    line = fault_line(fault, line)
    place = f"{name}:{line}" if line else name
    place += f": {number}" if (number := numbered(fault.path)) else ""
    rule = f" ({fault.rule})" if fault.rule else ""
    text = printable(f"{place}: {fault.answer}: {fault.reason}{rule}")
    for label, more in (("", fault.quote or quote), ("hint: ", fault.hint)):
        text += f"\n    {label}{printable(more)}" if more else ""
    return text


def fault_data(fault: Fault, line: int | None, quote: str = "") -> dict[str, Any]:
    """A fault as a program reads it."""
    return {
        "answer": fault.answer,
        "line": fault_line(fault, line),
        "item": numbered(fault.path),
        "reason": fault.reason,
        "rule": fault.rule,
        "quote": fault.quote or quote,
        "hint": fault.hint,
    }


def print_faults(name: str, faults: Iterable[Fault], document: Any = None) -> None:
    """All faults of a file (stderr), in the order of its lines."""
    for fault in faults:
        line = document.line(fault.path) if document and fault.path else None
        quote = document.quote(fault.path) if document and fault.path else ""
        err(fault_text(name, fault, line, quote))


def refused(faults: Iterable[Fault]) -> bool:
    """Whether any of these is more than a warning."""
    return any(fault.answer != WARNING for fault in faults)


def read_file(path: pathlib.Path) -> bytes:
    """A file's bytes; ``-`` is standard input.

    Raises ClickException if it cannot be read or is too large."""
    try:
        if str(path) == "-":
            raw = sys.stdin.buffer.read(FILE_AT_MOST + 1)
        else:
            with path.open("rb") as file:
                raw = file.read(FILE_AT_MOST + 1)  # a stranger's archive may link to a device
    except AttributeError:  # Python has no stream for one that was closed before it began
        raise click.ClickException("standard input is closed") from None
    except OSError as trouble:
        if path.is_dir():  # which Windows refuses as something without permission
            raise click.ClickException(_is_folder(path)) from None
        raise click.ClickException(f"{path} cannot be read: {trouble.strerror}") from trouble
    if len(raw) > FILE_AT_MOST:
        raise click.ClickException(
            f"{path} has more than {FILE_AT_MOST} bytes; is it the right file?"
        )
    return raw


def _is_folder(path: pathlib.Path) -> str:
    """What is wrong with a folder where a file is wanted, with the newest report in it."""
    wanted = f"{path} is a folder; name a file"
    for place in (path, path / "reports"):
        if reports := sorted(place.glob("[0-9]*.txt")):
            return f"{wanted}: the newest report there is {reports[-1]}"
    return f"{wanted} in it"


def read_passphrase(path: pathlib.Path) -> bytes:
    """The passphrase in a file: its line without the line end, in UTF-8.

    Raises ClickException as `read_file`, and if its encoding is not known."""
    from referee.files.arriving import Foreign, to_utf8

    try:
        return to_utf8(read_file(path)).rstrip(b"\r\n")
    except Foreign as trouble:
        raise click.ClickException(f"{path}: {trouble}; save it as UTF-8") from None


def write_file(path: pathlib.Path, data: bytes) -> None:
    """Write a file, all of it or none; StoreTrouble if it cannot be written."""
    from referee.folder.store import AGAIN, StoreTrouble, write_whole

    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)  # a pipe or a terminal is written to, never replaced
        else:
            write_whole(path.resolve(), data, MODE)
    except OSError as trouble:
        raise StoreTrouble(f"{path} cannot be written: {trouble.strerror}", AGAIN) from trouble


def write_new(path: pathlib.Path, data: bytes, hint: str) -> None:
    """Write a file that must not exist yet, all of it or none.

    Raises ClickException, with the hint, if it exists, and NotWritten if the disk fails."""
    from referee.folder.store import NotWritten, StoreTrouble, write_once

    if os.path.lexists(path):
        raise click.ClickException(f"{path} already exists; {hint}")
    try:
        write_once(path, data, MODE)
    except NotWritten:
        raise
    except StoreTrouble as trouble:
        raise click.ClickException(f"{trouble.reason}; {trouble.hint}") from trouble


def explain(trouble: Exception) -> int | None:
    """Print an expected trouble; the exit status, or None for an unexpected one."""
    from referee.folder.store import StoreTrouble
    from referee.host.own_failure import OwnFailure
    from referee.playable import BadChoice
    from referee.proof.keys import KeyTrouble
    from referee.ruleset import NoRuleset

    if isinstance(trouble, Refused):
        print_faults(trouble.name or "file", trouble.faults)
        return REFUSED
    if isinstance(trouble, (BadChoice, NoRuleset)):
        error(str(trouble), trouble.hint if isinstance(trouble, NoRuleset) else "")
        return USAGE
    if isinstance(trouble, (KeyTrouble, StoreTrouble)):
        error(trouble.reason, trouble.hint)
        return REFUSED
    if isinstance(trouble, OSError):
        of = f"{trouble.filename}: " if trouble.filename else ""
        error(f"{of}{trouble.strerror or trouble}", "fix that, then give the command again")
        return REFUSED
    if isinstance(trouble, OwnFailure):
        error(f"this is a fault in the program: {trouble.reason}; accepted files are kept")
        say(f"hint: send {trouble.report} to the makers of the program, then apply again")
        return FAILED
    return None
