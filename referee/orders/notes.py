"""Notes of order files: to all, and to single seats."""

from __future__ import annotations

from collections.abc import Sequence

from referee.fault import NOT_UNDERSTOOD, WARNING, Fault, Path
from referee.files.folding import excerpt
from referee.orders.forms import meant_key
from referee.orders.order_file import NOTE_FORM, OrderFile, is_note


def note_warnings(file: OrderFile) -> list[Fault]:
    """A note with a # in it ends there for YAML, which hardly anybody means."""
    notes = file.tree.get("notes")
    paths: list[Path] = [("note",)] if "note" in file.tree else []
    paths += [("notes", seat) for seat in notes] if isinstance(notes, dict) else []
    reason, hint = "the note ends at the '#'", "put the whole note in quotes"
    return [
        Fault(WARNING, path, reason, "", hint)
        for path in paths
        if file.document.behind(path).startswith("#")
    ]


def note_faults(file: OrderFile, seats: Sequence[str]) -> list[Fault]:
    """Whether each note of ``notes`` is a text to another of these seats."""
    notes = file.tree.get("notes")
    if not isinstance(notes, dict):
        return []
    others, faults = [seat for seat in seats if seat != file.seat], []
    for seat, text in notes.items():
        if seat not in others:
            meant = meant_key(seat, others)
            hint = f"did you mean {meant}?" if meant else f"seats: {', '.join(others)}"
            reason = f"no other seat {excerpt(seat)!r} here"
            faults.append(Fault(NOT_UNDERSTOOD, ("notes", seat), reason, "", hint))
        elif not is_note(text):
            faults.append(Fault(NOT_UNDERSTOOD, ("notes", seat), NOTE_FORM))
    return faults
