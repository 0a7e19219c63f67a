"""Values that a liar puts into what he signs: texts that speak to a terminal or look like others,
and values of another type that some reader takes for the same."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Iterator
from typing import Any

from tests.harness.mutation import Place, places

#: signs that show nothing, or turn what stands beside them
HIDDEN = (
    "\u200b", "\u200e", "\u200f", "\u061c", "\u2060", "\ufeff", "\u00ad", "\u180e", "\U000e0041",
    "\ufff9", "\uffff", "\U0010ffff",
)  # fmt: skip
#: one of these anywhere in what is printed or accepted is a fault
SPEAKING = (
    "\x1b[2J", "\x1b]0;title\x07", "\x1b[1A\x1b[2K", "\x9b31m", "\x07", "\b\b\b", "\0", "\x7f",
    "\r", "\n", "\t", "\v", "\f", "\x85", "\u2028", "\u2029",
    "\u202e", "\u202d", "\u202a", "\u202b", "\u202c", "\u2066", "\u2067", "\u2068", "\u2069",
    "\ud800", "\udc00", "\udfff\ud800",
    "\n- move: {}\n", "\n-----END REFEREE REPORT-----\n", "\r\nverified\r\n",
    *HIDDEN,
)  # fmt: skip
#: these are only long, or of other scripts
LONG = (
    "a" * 100_000, "word " * 20_000, "\u4e00" * 30_000, "e" + "\u0301" * 20_000,
    "\u0323\u0301" * 10_000, "\u2019\u201c" * 10_000, "\u00a0" * 20_000, "[" * 20_000,
    '"' * 20_000, "\\" * 20_000, "\U0001f600" * 10_000, "\u1100\u1161" * 10_000, "9" * 5_000,
    "caf\u00e9", "cafe\u0301", "\u0661\u0662", "\uff11", "I\u0307", "\ufb03", "\u212a",
)  # fmt: skip
_BIDI = ("LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI")


def speaking(text: str, lines: bool = False) -> str:
    """The first sign of a text that may stand nowhere, "" if there is none.

    lines: whether it may have several lines.  It knows no table of the referee's."""
    for sign in text:
        if lines and sign == "\n":
            continue
        if unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp"):
            return f"U+{ord(sign):04X}"
        if unicodedata.bidirectional(sign) in _BIDI or sign in HIDDEN:
            return f"U+{ord(sign):04X}"
    return ""


def texts(tree: Any) -> Iterator[str]:
    """All texts and keys of a tree."""
    for here, key in places(tree):
        if isinstance(key, str):
            yield key
        if isinstance(here[key], str):
            yield here[key]


#: what stands below these in a report is for the rules of the game to know
_FREE = ("data", "args", "state", "label", "words", "left", "remembered")


def some_places(tree: Any, chance: random.Random) -> list[Place]:
    """Places of a tree to change: any, or those alone whose form nobody checks."""
    found = places(tree)
    if chance.random() < 0.3:
        return found
    free = [(here, key) for here, key in found if key in _FREE]
    inner = [here[key] for here, key in free if isinstance(here[key], dict | list)]
    below = [place for part in inner for place in places(part)]
    return [(here, key) for here, key in free if isinstance(here[key], str)] + below or found


def told_oddly(tree: dict[str, Any], chance: random.Random) -> None:
    """Put odd texts into some places of a tree that have texts; sometimes into a key."""
    found = [(here, key) for here, key in some_places(tree, chance) if isinstance(here[key], str)]
    for here, key in chance.choices(_spread(found, chance), k=chance.choice((1, 1, 2, 5))):
        odd = chance.choice(SPEAKING if chance.random() < 0.7 else LONG)
        if isinstance(key, str) and chance.random() < 0.1:
            here[f"{key}{odd}"] = here[key]
        else:
            here[key] = _within(str(here[key]), odd, chance)


def _spread(found: list[Place], chance: random.Random) -> list[Place]:
    """One place of each key, so that those that are there once have their turn."""
    chance.shuffle(found)
    return list({str(key): (here, key) for here, key in found}.values())


def _within(text: str, odd: str, chance: random.Random) -> str:
    """A text with an odd one before, behind or in the middle of it, or the odd one alone."""
    at = chance.choice((0, len(text) // 2, len(text)))
    return chance.choice((text[:at] + odd + text[at:], text[:at] + odd + text[at:], odd))


# -- types -----------------------------------------------------------------------------------------


def confused(tree: Any, chance: random.Random) -> None:
    """Give one to three values of a tree another type."""
    for _ in range(chance.choice((1, 1, 2, 3))):
        found = some_places(tree, chance)
        if not found:
            return
        here, key = chance.choice(found if chance.random() < 0.5 else _spread(found, chance))
        here[key] = chance.choice(_others(here[key]))


def _others(value: Any) -> list[Any]:
    """What some reader takes for the same as a value."""
    if isinstance(value, bool):
        return ["true", "yes", 1, "1"] if value else ["false", "no", 0, "0", "", None, []]
    if isinstance(value, int):
        ways = [
            str(value),
            str(value),
            str(value),
            f"{value} ",
            f"+{value}",
            f"0{value}",
            [value],
            bool(value),
        ]
        return [*ways, *([] if value else [None, "", []])]
    if value is None:
        return ["null", "", "None", 0, False, [], {}]
    if isinstance(value, str):
        return _other_texts(value)
    return _other_containers(value)


def _other_texts(value: str) -> list[Any]:
    found: list[Any] = [[value], {value[:40]: ""}, [*value[:40]]]
    if value.isascii() and value.isdigit() and len(value) < 10:
        found += [int(value), int(value)]
    if not value:
        found += [None, False, 0, [], {}]
    return found


def _other_containers(value: Any) -> list[Any]:
    if isinstance(value, dict):
        pairs = [[key, item] for key, item in value.items()]
        found = [pairs, list(value), list(value.values()), [value]]
    else:
        numbered = {str(number): item for number, item in enumerate(value)}
        found = [numbered, dict.fromkeys(map(str, value), ""), [value], *value[:1]]
    return [*found, *([] if value else [None, "", False, "[]"])]
