"""Corrections files: changes to a ruleset's data, as strict YAML (referee-corrections(5)).

The offer of a game holds the same tree without the file's own keys.
"""

from __future__ import annotations

from typing import Any

from referee.charter.paper_shapes import corrections_fault
from referee.charter.papers import folded, kind_faults
from referee.fault import NOT_ALLOWED, NOT_UNDERSTOOD, Fault, Refused
from referee.files.document import Document
from referee.files.folding import excerpt
from referee.files.write_yaml import flow
from referee.gamedata.corrections import NOTE, Change
from referee.gamedata.shapes import told

KIND = "corrections"
_OWN_KEYS = ("referee", "kind", "ruleset")


def read_corrections(document: Document, ruleset: str) -> dict[str, Any]:
    """The corrections that a file has for a ruleset.

    Raises Refused with all faults of form; the ruleset checks whether they fit its data."""
    if not isinstance(document.tree, dict):
        raise Refused(
            [Fault(NOT_UNDERSTOOD, (), "a corrections file must be a map of keys and values")]
        )
    tree = folded(document)
    if faults := kind_faults(tree, KIND):
        raise Refused(faults)
    if tree.get("ruleset") != ruleset:
        named = excerpt(str(tree.get("ruleset", "none")))
        reason = f"these corrections are for {named}, not for {ruleset}"
        hint = f"write 'ruleset: {ruleset}'"
        raise Refused([Fault(NOT_ALLOWED, ("ruleset",), reason, "", hint)])
    found = {key: value for key, value in tree.items() if key not in _OWN_KEYS}
    if reason := corrections_fault(found):
        raise Refused([Fault(NOT_UNDERSTOOD, (NOTE,), reason)])
    return found


def changes_told(changes: list[Change]) -> list[str]:
    """What was corrected, one line each: ``map: cities/antioch/value: 1 -> 2``."""
    return [_told(change) for change in changes]


def _told(change: Change) -> str:
    place = told(change.place)
    if change.after is None:
        return f"{place}: removed: {_shown(change.before)}"
    if change.before is None:
        return f"{place}: added: {_shown(change.after)}"
    return f"{place}: {_shown(change.before)} -> {_shown(change.after)}"


def _shown(value: Any) -> str:
    """A value as a corrections file writes it."""
    return flow(value) if not isinstance(value, bool) else str(value).lower()
