"""Conditions of standing orders and of order lines, between the file's words and plain data.

In a file: ``round >= 3``, ``own strength < enemy strength``, or ``won`` alone for ``won >= 1``.
As data: ``[quantity, comparison, number or quantity]``, which `referee.engine.conditions.holds`
takes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

from referee.engine.conditions import COMPARISONS
from referee.fault import AMBIGUOUS, NOT_UNDERSTOOD, Fault, Path
from referee.files.folding import excerpt
from referee.orders.names import Ambiguous, NotFound, find

CONDITIONS_AT_MOST = 12
_CONDITION = r"([^<>=!]+?)(?: ?([<>=!]+) ?([^<>=!]+))?"
_NUMBER = r"[0-9]{1,6}"


def read_conditions(
    raw: object, known: Collection[str], path: Path
) -> tuple[list[list[Any]], list[Fault]]:
    """Read the value of ``if``, one condition or a list: (conditions, []) or ([], faults).

    known: the quantities that may be compared; path: of the ``if`` in the file."""
    items = raw if isinstance(raw, list) else [raw]
    if len(items) > CONDITIONS_AT_MOST:
        return [], [
            Fault(NOT_UNDERSTOOD, path, f"at most {CONDITIONS_AT_MOST} conditions are allowed")
        ]
    faults: list[Fault] = []
    found = [_condition(item, known, (*path, n), faults) for n, item in enumerate(items)]
    return ([], faults) if faults else (found, [])


def _condition(raw: object, known: Collection[str], path: Path, faults: list[Fault]) -> list[Any]:
    match = re.fullmatch(_CONDITION, raw) if isinstance(raw, str) else None
    left, sign, right = match.groups() if match else ("", "", "")
    if match is None or sign not in (None, *COMPARISONS):
        reason = "write a condition as QUANTITY COMPARISON NUMBER, or as a quantity alone"
        hint = _several(raw) or f"comparisons: {' '.join(COMPARISONS)}"
        faults.append(Fault(NOT_UNDERSTOOD, path, reason, "", hint))
        return []
    quantity = _quantity(left, known, path, faults)
    if sign is None:
        return [quantity, ">=", 1]
    other = int(right) if re.fullmatch(_NUMBER, right) else _quantity(right, known, path, faults)
    return [quantity, sign, other]


def _several(raw: object) -> str:
    """A hint, if conditions are joined by a word: they stand in a list."""
    parts = raw.split(" and ") if isinstance(raw, str) else []
    return f"write several conditions as a list: [{', '.join(parts)}]" if parts[1:] else ""


def _quantity(text: str, known: Collection[str], path: Path, faults: list[Fault]) -> str:
    try:
        return find(text, {name: name for name in known})
    except NotFound as trouble:
        reason = f"{excerpt(text)!r} is not a quantity that can be compared here"
        hint = f"{trouble.hint} quantities: {', '.join(known)}".strip()
        faults.append(Fault(NOT_UNDERSTOOD, path, reason, "", hint))
    except Ambiguous as trouble:
        reason = f"{excerpt(text)!r} could be more than one quantity"
        faults.append(Fault(AMBIGUOUS, path, reason, "", trouble.hint))
    return ""


def write_conditions(conditions: Sequence[Sequence[Any]]) -> list[str]:
    """Conditions as written in a file, with names in full."""
    return [f"{left} {sign} {right}" for left, sign, right in conditions]
