"""Events in words: a game's phrases are data, and this module fills them in.

``{seat}`` is a value of the event, by its name if it has one; lists and counts are written out.
After a colon comes the format: ``{legions:legion}`` gives ``2 legions``, ``{level:roman}`` gives
``IV``, and ``{path: - }`` joins a list with `` - ``.  Text in [] is left out if a value in it is
empty or missing, and so is a phrase of which nothing remains.  ``[hits?{hits:hit}|no hit]`` is the
first text if the event has that value and it is not empty, otherwise the second, if there is one;
``[part=1?your turn|the rest of it]`` compares it with a word or number.
``{cards:list  }`` is only broken between items, and further lines are indented by as many blanks;
a phrase has at most one such list, with nothing after it but a full stop.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from referee.kit.lines import broken, listed, packed, several

ROMAN = ("0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")

_FIELD = re.compile(r"\{(\w+)(?::([^}]+))?\}")
_OPTIONAL = re.compile(r"\[(?:(\w+)(?:=(\w+))?\?)?([^\]|]*)(?:\|([^\]]*))?\]")
_LIST = re.compile(r"(.*) \{(\w+):list( *)\}(.*)")


def told(phrases: Iterable[str], event: Mapping[str, Any], names: Mapping[str, str]) -> list[str]:
    """Return the lines that phrases make of an event; names: id -> name."""
    lines = [line for phrase in phrases for line in _lines(phrase, event, names)]
    return [part for line in lines if line.strip() for part in broken(line)]


def described(
    event: Mapping[str, Any],
    phrases: Mapping[str, str],
    names: Mapping[str, str],
    special: Mapping[str, Callable[[Any], Iterable[str]]] = MappingProxyType({}),
) -> list[str]:
    """Return the lines of an event: what a function makes of its kind, or else its phrases.

    phrases: kind -> phrases, one a line; special: kind -> function; a kind in neither has none."""
    if make := special.get(event["kind"]):
        return [part for line in make(event) for part in broken(line)]
    return told(phrases.get(event["kind"], "").split("\n"), event, names)


def _lines(phrase: str, event: Mapping[str, Any], names: Mapping[str, str]) -> list[str]:
    """One phrase, in several lines if it ends in a list."""
    phrase = _chosen(phrase, event)
    if not (match := _LIST.fullmatch(phrase)):
        return [filled(phrase, event, names)]
    things = (names.get(thing, thing) for thing in event[match[2]])
    *lines, last = packed(filled(match[1], event, names), things, len(match[3]))
    return [*lines, last + match[4]]


def filled(phrase: str, event: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Return one phrase with the values of an event; KeyError if it lacks one that is not in []."""

    def field(match: re.Match[str]) -> str:
        return _written(event[match[1]], match[2], names)

    return _FIELD.sub(field, _chosen(phrase, event))


def _chosen(phrase: str, event: Mapping[str, Any]) -> str:
    """A phrase without the parts that are left out."""

    def optional(match: re.Match[str]) -> str:
        key, wanted, text, otherwise = match.groups()
        if wanted:
            chosen = str(event.get(key)) == wanted
        elif key:
            chosen = bool(event.get(key))
        else:
            chosen = all(event.get(field[1]) for field in _FIELD.finditer(text))
        return text if chosen else otherwise or ""

    return _OPTIONAL.sub(optional, phrase)


def _written(value: Any, how: str | None, names: Mapping[str, str]) -> str:
    if how == "roman":
        return ROMAN[value]
    if isinstance(value, int):
        return several(value, how) if how else str(value)
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, Mapping):
        return listed(f"{names.get(key, key)} {number}" for key, number in value.items())
    parts = [str(names.get(item, item)) for item in value]
    return how.join(parts) if how else listed(parts)
