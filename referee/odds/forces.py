"""Forces as a player writes them: ``Legio 8 III, 2 unseen``."""

from __future__ import annotations

import re
from collections.abc import Mapping

from referee.engine.odds import Piece
from referee.fault import AMBIGUOUS, NOT_UNDERSTOOD, Fault, Refused
from referee.kit.phrases import ROMAN
from referee.orders.names import Ambiguous, Index, NotFound, find

#: a number in front of a name, or behind it
_FRONT = re.compile(r"([0-9]{1,2})\s+(.+)")
_BEHIND = re.compile(r"(.+?)\s+([0-9]{1,2}|[IVXivx]{1,4})")


def force(text: str, names: Mapping[str, str], also: Mapping[str, str]) -> list[Piece]:
    """The pieces that a text lists, with commas between them.

    names: id -> name; also: other spelling -> id.  A number stands before a name or behind it,
    unless the whole is a name.  Raises Refused, with everything that is not understood."""
    index = Index([names], [also])
    found, faults = [], []
    for part in filter(None, (part.strip() for part in text.split(","))):
        try:
            found.append(_piece(part, index))
        except (NotFound, Ambiguous) as trouble:
            faults.append(unfound(part, "piece", trouble))
    if faults:
        raise Refused(faults)
    return found


def place(text: str, names: Mapping[str, str]) -> str:
    """The id of the place that a text means; Refused if there is none, or several."""
    try:
        return find(text, names)
    except (NotFound, Ambiguous) as trouble:
        raise Refused([unfound(text, "place", trouble)]) from None


def unfound(text: str, what: str, trouble: NotFound | Ambiguous) -> Fault:
    """What is said of a name that is none, or could be several."""
    if isinstance(trouble, Ambiguous):
        return Fault(AMBIGUOUS, (), f"{text!r} could be several {what}s", "", trouble.hint)
    return Fault(NOT_UNDERSTOOD, (), f"{text!r} is no {what}", "", trouble.hint)


def _piece(text: str, index: Index) -> Piece:
    """One piece; raises NotFound or Ambiguous for the whole text if no reading of it fits."""
    if index.whole(text):
        return Piece(index.find(text))
    readings = [(m[2], m[1]) for m in (_FRONT.fullmatch(text),) if m]
    readings += [(m[1], m[2]) for m in (_BEHIND.fullmatch(text),) if m]
    numbered = [(name, _number(number)) for name, number in readings]
    for name, number in filter(lambda one: one[1], numbered):
        try:
            return Piece(index.find(_singular(name, index)), number)
        except (NotFound, Ambiguous):
            continue
    return Piece(index.find(_singular(text, index)))


def _singular(name: str, index: Index) -> str:
    """``legions`` -> ``legion``, if only that is a name."""
    short = name[:-1]
    return short if name.endswith("s") and not index.whole(name) and index.whole(short) else name


def _number(text: str) -> int:
    """An Arabic or Roman number of 1 or more, 0 if it is none."""
    upper = text.upper()
    return ROMAN.index(upper) if upper in ROMAN else int(text) if text.isdecimal() else 0
