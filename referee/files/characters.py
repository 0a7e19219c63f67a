"""Characters that no text may have, and where they are: one table for all files that are read.

Control characters could control a terminal, bidi controls and invisible characters could make one
text look like another, and a line end in a name could make two lines of one (referee-orders(5),
"Canonical form").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

# Control characters (but not the white space that is folded), then invisible characters and those
# that turn the direction of writing: Unicode's default ignorable code points and the annotation
# marks.  Surrogates and noncharacters do not belong in a text.  Listed, since Unicode 3.2 lacks the
# later ones.
_ODD = (
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufdd0-\ufdef\ufe00-\ufe0e\ufeff"
    "\uffa0\ufff0-\ufffb\ufffe\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"
    + "".join(chr(plane << 16 | last) for plane in range(1, 17) for last in (0xFFFE, 0xFFFF))
)
#: Joiners of letters and emoji, invisible by themselves: allowed in notes only.
JOINERS = "\u200c\u200d\ufe0f"
#: Line separators and the tab: no name has them, and files that people write fold them.
_LINES = "\t\n\r\u2028\u2029"

_FORBIDDEN = f"[{_ODD}{JOINERS}]"
_UNPRINTABLE = f"[{_ODD}{_LINES}]"
_STRANGE = f"[{_ODD}{JOINERS}{_LINES}]"
# In JSON, such a character or an escape that may stand for one.
_SUSPECT = rf"[{_ODD}{JOINERS}{_LINES}]|\\[bfnrtu/]"


@lru_cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """A pattern, compiled when first used: each takes a millisecond, and no command needs all."""
    return re.compile(pattern)


def plain(text: str) -> bool:
    """Whether a text, even of several lines, is ASCII without control characters.  Most texts are,
    and need none of the patterns."""
    return text.isascii() and text.replace("\n", "").isprintable()


#: where something is in plain data
Place = tuple[str | int, ...]


def forbidden(text: str, note: bool = False) -> list[str]:
    """Return the characters in a text that are not allowed, in order.

    note: whether it is a player's note, in any script, which may have joiners."""
    if plain(text):
        return []
    return [sign for sign in _compiled(_FORBIDDEN).findall(text) if not (note and sign in JOINERS)]


def code_point(sign: str) -> str:
    """Return the usual name of a character's place in Unicode, such as ``U+202E``."""
    return f"U+{ord(sign):04X}"


def printable(text: str) -> str:
    """Return a stranger's text made safe to show on one line of a terminal."""
    return text if text.isascii() and text.isprintable() else _compiled(_UNPRINTABLE).sub("?", text)


def suspect(text: str) -> bool:
    """Whether a JSON text may hold strings that `strange` would name; False if it cannot."""
    if text.isascii() and text.isprintable() and "\\" not in text:
        return False
    return _compiled(_SUSPECT).search(text) is not None


def strange(data: Any, note: Callable[[Place], bool]) -> Iterator[tuple[Place, str]]:
    """Yield the place of each forbidden string and key in plain data, and the reason.

    note: whether a place holds a player's note, which may have joiners."""
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
    """Return the place of the first forbidden string in data, and the reason; "" if there is none.

    text: the JSON that the data were read from."""
    for place, reason in strange(data, note) if suspect(text) else ():
        return f"{', '.join(map(str, place))}: {reason}"
    return ""


def shown(text: str) -> str:
    """Return a text of several lines made safe to print."""
    return "\n".join(map(printable, text.split("\n")))
