"""Characters that no text may have, and where they stand: one table for all files that are read.

Controls could speak to a terminal, bidi controls and what shows nothing could make a text look like
another one, and a line end in a name could make two lines of one (referee-orders(5), "Canonical
form").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

# Controls (the white space of the table of folding aside), then what shows nothing or turns the
# direction of writing: Unicode's default ignorable code points and the annotation marks.
# Surrogates and noncharacters have no business in a text.  Written out, since Unicode 3.2 lacks the
# later ones.
_ODD = (
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufdd0-\ufdef\ufe00-\ufe0e\ufeff"
    "\uffa0\ufff0-\ufffb\ufffe\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"
    + "".join(chr(plane << 16 | last) for plane in range(1, 17) for last in (0xFFFE, 0xFFFF))
)
#: What scripts and pictures are joined with; they show nothing of their own: for notes alone.
JOINERS = "\u200c\u200d\ufe0f"
#: What separates lines, and the tab: no name has them, and files that are read by people fold them.
_LINES = "\t\n\r\u2028\u2029"

_FORBIDDEN = f"[{_ODD}{JOINERS}]"
_UNPRINTABLE = f"[{_ODD}{_LINES}]"
_STRANGE = f"[{_ODD}{JOINERS}{_LINES}]"
# In JSON, what could be such a sign: it as it is, or an escape for one.
_SUSPECT = rf"[{_ODD}{JOINERS}{_LINES}]|\\[bfnrtu/]"


@lru_cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """A pattern, once it is wanted: each takes a millisecond, and no command wants all."""
    return re.compile(pattern)


def plain(text: str) -> bool:
    """Whether a text of one line or several is ASCII without controls: most are, and need none of
    the patterns."""
    return text.isascii() and text.replace("\n", "").isprintable()


#: where something stands in plain data
Place = tuple[str | int, ...]


def forbidden(text: str, note: bool = False) -> list[str]:
    """Return the characters of a text that it may not have, in order.

    note: whether a player wrote it to others, in any script: then it may have joiners too."""
    if plain(text):
        return []
    return [sign for sign in _compiled(_FORBIDDEN).findall(text) if not (note and sign in JOINERS)]


def code_point(sign: str) -> str:
    """Return the usual name of a character's place in Unicode, such as ``U+202E``."""
    return f"U+{ord(sign):04X}"


def printable(text: str) -> str:
    """Return a stranger's text as it may be shown on one line: it must not speak to a terminal."""
    return text if text.isascii() and text.isprintable() else _compiled(_UNPRINTABLE).sub("?", text)


def suspect(text: str) -> bool:
    """Whether a text in JSON may hold strings for `strange` to name; False where none can be."""
    if text.isascii() and text.isprintable() and "\\" not in text:
        return False
    return _compiled(_SUSPECT).search(text) is not None


def strange(data: Any, note: Callable[[Place], bool]) -> Iterator[tuple[Place, str]]:
    """Yield the place of each string and key of plain data that no file may hold, and the reason.

    note: whether what stands at a place is a player's note, which may have joiners."""
    rest: list[tuple[Place, Any]] = [((), data)]
    while rest:
        place, value = rest.pop()
        if isinstance(value, str):
            found = _compiled(_STRANGE).findall(value)
            if found and note(place):
                found = [sign for sign in found if sign not in JOINERS]
            if found:
                yield place, f"{code_point(found[0])} is not allowed in a text"
        elif isinstance(value, dict):
            for key in value:
                if found := _compiled(_STRANGE).findall(key):
                    yield (*place, printable(key)), f"{code_point(found[0])} in a key"
            rest += [((*place, key), item) for key, item in value.items()]
        elif isinstance(value, list):
            rest += [((*place, number), item) for number, item in enumerate(value)]


def in_saved_note(place: Place) -> bool:
    """Whether a player's note may stand at a place of a saved game."""
    return "note" in place or "notes" in place


def first_strange(text: str, data: Any, note: Callable[[Place], bool]) -> str:
    """Return the place of a string in data that no file may hold, and the reason; "" if none is.

    text: the JSON that the data were read from."""
    for place, reason in strange(data, note) if suspect(text) else ():
        return f"{', '.join(map(str, place))}: {reason}"
    return ""


def shown(text: str) -> str:
    """Return a text of several lines as it may be printed, whatever it was made from."""
    return "\n".join(map(printable, text.split("\n")))
