"""Changes of files: of bytes and lines, of the tree that a file says, and harmless ones."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

from referee.files.write_yaml import emit
from tests.support.changing import curled

#: texts that some reader somewhere takes for something else
ODD = (
    "", " ", "~", "null", "no", "Yes", "0512", "12:30", "1.10", "1e3", "0x1f", "-0", "+1", ".inf",
    "0", "-1", "1", "4294967296", "9" * 400, "a" * 5000, "\uff11\uff12", "\u00b2", "\u2167",
    "\ufeff", "\u202e", "\u200b", "\u0130", "\u00df", "\ufb01", "e\u0301", "e" + "\u0301" * 300,
    "\u2019", "\u201c", "\u2013", "\u2026", "\u00a0", "\u2028", "\x85", "\t", "\r", "\n", "\0",
    "\x1b[2J", "\U0001d173", "\U000e0041", "\U0001f600",
    "*a", "&a", "!!int 1", "<<", "? x", "- x", "#", "|", ">", "%", "@", "`", "{", "[",
    "a: b", "'", '"', "\\", "../../etc/x", "host", "sealed", "seat/host", "__class__", "{0}", "%s",
)  # fmt: skip
#: what YAML and JSON know and an order file does not
TRICKS = (
    "&a ", "*a", "<<: *a\n", "!!python/object:os.system ", "!!binary |\n  aGk=\n", "!t ",
    "%YAML 1.2\n",
    "%TAG ! tag:x,2000:\n", "---\n", "...\n", "? ", ": ", "- ", "|\n", ">-\n", "# ", "{", "}", "[",
    "]", ",", "'", '"', "\\", '"\\uFFFFFFFF"', '"\\ud800"', '"\\x00"', "\t", "  ", "\r", "\r\n",
    "\n",
    "\n\n", "\0", "\x85", "\u2028", "\ufeff", "a: &a [*a, *a]\n", "[" * 2000, "{a: " * 2000,
    "- " * 2000, "? " * 500, "x" * 3000, '"' + "x" * 3000 + '"', "1" * 5000, "1e999", "NaN",
    "Infinity", "-", "null", "true", "\\u0000", "{}", "[]", '{"a":1,"a":2}', "\u0301" * 200,
    "e" + "\u0301" * 20_000, "\u0323\u0301" * 15_000, "\u0301\n" * 9_000, "\u0e33" * 15_000,
    "\U0001d15e" * 9_000, "\u2019" * 9_000, "\u201c\u201d" * 9_000, "\u201cx\u201d, " * 5_000,
    "\u00a0" * 20_000, " \u00a0" * 9_000, "\ufeff" * 15_000, "\u200b", "\u202e", "\u2028" * 9_000,
    "\u2026" * 15_000, "\ufdfa" * 9_000, "\u1e9b\u0323" * 9_000,
)  # fmt: skip

Change = Callable[[bytes, random.Random], bytes]


def _place(raw: bytes, chance: random.Random) -> int:
    return chance.randrange(len(raw) + 1)


def _part(raw: bytes, chance: random.Random) -> tuple[int, int]:
    start = _place(raw, chance)
    return start, min(len(raw), start + chance.choice((1, 1, 2, 4, 16, 64, 512)))


def flip(raw: bytes, chance: random.Random) -> bytes:
    """One bit is another."""
    at = min(_place(raw, chance), len(raw) - 1)
    return raw[:at] + bytes([raw[at] ^ 1 << chance.randrange(8)]) + raw[at + 1 :]


def cut(raw: bytes, chance: random.Random) -> bytes:
    """Beginning or end is missing."""
    at = _place(raw, chance)
    return raw[:at] if chance.random() < 0.7 else raw[at:]


def gap(raw: bytes, chance: random.Random) -> bytes:
    """Something in the middle is missing."""
    start, end = _part(raw, chance)
    return raw[:start] + raw[end:]


def again(raw: bytes, chance: random.Random) -> bytes:
    """Something stands twice, or very often."""
    start, end = _part(raw, chance)
    return raw[:start] + raw[start:end] * chance.choice((2, 2, 3, 50, 400)) + raw[end:]


def moved(raw: bytes, chance: random.Random) -> bytes:
    """Something stands elsewhere."""
    start, end = _part(raw, chance)
    rest = raw[:start] + raw[end:]
    at = _place(rest, chance)
    return rest[:at] + raw[start:end] + rest[at:]


def noise(raw: bytes, chance: random.Random) -> bytes:
    """Some bytes are any others."""
    start, end = _part(raw, chance)
    return raw[:start] + chance.randbytes(end - start) + raw[end:]


def trick(raw: bytes, chance: random.Random) -> bytes:
    """A word of YAML or JSON, or an odd sign, at a place where something begins."""
    starts = [0, *(at + 1 for at, sign in enumerate(raw) if sign in b"\n :-,[{")]
    at = chance.choice(starts) if chance.random() < 0.8 else _place(raw, chance)
    word = chance.choice(TRICKS if chance.random() < 0.7 else ODD)
    return raw[:at] + word.encode("utf-8", "surrogatepass") + raw[at:]


def lines_changed(raw: bytes, chance: random.Random) -> bytes:
    """A line is missing, stands twice, elsewhere, or further in or out."""
    lines = raw.split(b"\n")
    at, to = chance.randrange(len(lines)), chance.randrange(len(lines))
    kind = chance.randrange(5)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(to, lines[at])
    elif kind == 2:
        lines[at], lines[to] = lines[to], lines[at]
    elif kind == 3:
        lines[at] = b" " * chance.randint(1, 4) + lines[at]
    else:
        lines[at] = lines[at].lstrip()
    return b"\n".join(lines)


def word_changed(raw: bytes, chance: random.Random) -> bytes:
    """A word or number of the file in the place of another one."""
    words = [word for word in raw.replace(b"\n", b" ").split(b" ") if word]
    old, new = chance.choice(words or [b"x"]), chance.choice(words or [b"x"])
    return raw.replace(old, new, chance.choice((1, 1, -1)))


_NUMBER = re.compile(rb"(?<![0-9A-Za-z])[0-9]{1,9}(?![0-9A-Za-z])")


def number_changed(raw: bytes, chance: random.Random) -> bytes:
    """A number is another one."""
    found = list(_NUMBER.finditer(raw))
    if not found:
        return raw
    one = chance.choice(found)
    number = max(0, int(one[0]) + chance.choice((-1, 1, 1, 10)))
    return raw[: one.start()] + str(number).encode() + raw[one.end() :]


def recoded(raw: bytes, chance: random.Random) -> bytes:
    """The file in another encoding, with a mark, or with signs in other forms."""
    text = raw.decode("utf-8", "replace")
    return chance.choice(
        (
            lambda: text.encode("utf-16"),
            lambda: text.encode("utf-16-le"),
            lambda: text.encode("utf-8-sig").replace(b":", b":\xef\xbb\xbf"),
            lambda: text.encode("utf-16")[:-1],
            lambda: text.encode("utf-32-be"),
            lambda: text.upper().encode(),
            lambda: text.replace("-", "\u2013").encode(),
            lambda: text.replace("'", "\u2019").encode(),
            lambda: text.replace(" ", "\u00a0").encode(),
            lambda: raw.replace(b"\n", b"\r"),
            lambda: raw.replace(b"\n", b"\x0b"),
            lambda: b"> " + raw.replace(b"\n", b"\n> "),
            lambda: raw * 40,
        )
    )()


CHANGES: tuple[Change, ...] = (
    flip, flip, flip, cut, gap, gap, again, moved, noise, trick, trick, trick, lines_changed,
    lines_changed, word_changed, word_changed, number_changed, recoded,
)  # fmt: skip


def changed(raw: bytes, chance: random.Random) -> bytes:
    """A file with one to three changes."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        raw = chance.choice(CHANGES)(raw or b"\n", chance)
    return raw


def harmless(raw: bytes, chance: random.Random) -> bytes:
    """A YAML file that says the same: as mail programs and editors leave it."""
    ways: tuple[Callable[[], bytes], ...] = (
        lambda: raw.replace(b"\n", b"\r\n"),
        lambda: b"\xef\xbb\xbf" + raw,
        lambda: b"\xef\xbb\xbf" + raw.replace(b"\n", b"\r\n"),
        lambda: b"# a word before\n\n" + raw + b"\n# and behind\n",
        lambda: b"\n".join(line + b"  " for line in raw.split(b"\n")),
        lambda: raw.rstrip(b"\n"),
        lambda: b"---\n" + raw,
        lambda: raw.replace(b" ", "\u00a0".encode()),
        lambda: raw.replace(b"\n", "\u00a0\n".encode()),
        lambda: curled(raw.decode()).encode(),
        *mailed(raw),
    )
    return chance.choice(ways)()


def mailed(raw: bytes) -> list[Callable[[], bytes]]:
    """What mails do to any file that is read from one."""
    return [
        lambda: raw.decode().encode("utf-16"),
        lambda: b"\xff\xfe" + raw.decode().replace("\n", "\r\n").encode("utf-16-le"),
        lambda: b"\xfe\xff" + raw.decode().encode("utf-16-be"),
        lambda: raw.replace(b"\n", b"\n\xef\xbb\xbf"),
        lambda: b"> " + raw.rstrip(b"\n").replace(b"\n", b"\n> ") + b"\n",
        lambda: b"Hi,\n\nhere it is.\n\n" + raw,
        lambda: raw + b"\n-- \nthe sender\n",
    ]


def shuffled(tree: dict[str, Any], chance: random.Random) -> bytes:
    """The same file with its keys in another order."""
    keys = list(tree)
    chance.shuffle(keys)
    return emit({key: tree[key] for key in keys}).encode()


# -- trees -----------------------------------------------------------------------------------------

Place = tuple[Any, Any]


def places(tree: Any) -> list[Place]:
    """(container, key) of all that stands in a tree."""
    found: list[Place] = []
    waiting = [tree]
    while waiting:
        here = waiting.pop()
        keys = list(here) if isinstance(here, dict) else range(len(here))
        found += [(here, key) for key in keys]
        waiting += [here[key] for key in keys if isinstance(here[key], dict | list)]
    return found


def _odd(chance: random.Random, numbers: bool) -> Any:
    """Some value that belongs nowhere."""
    if numbers and chance.random() < 0.5:
        return chance.choice((0, 1, -1, 2, 7, 255, 1 << 31, 1 << 64, 10**30, True, False, None))
    deep: Any = "x"
    for _ in range(chance.choice((3, 10, 11, 12, 30, 60))):
        deep = [deep] if chance.random() < 0.5 else {"a": deep}
    some = (deep, {}, [], [[]], {"a": {}}, ["x"] * 300, {f"k{n}": "x" for n in range(300)})
    return chance.choice(some) if chance.random() < 0.3 else chance.choice(ODD)


def tree_changed(
    tree: Any, chance: random.Random, pool: Sequence[Any], numbers: bool = False
) -> Any:
    """A tree with one to three changes.

    pool: values to take, from files like it; numbers: whether it may hold more than texts."""
    tree = copy.deepcopy(tree)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        found = places(tree)
        if found:
            _change_at(chance.choice(found), found, chance, pool, numbers)
    return tree


def _change_at(
    place: Place, found: list[Place], chance: random.Random, pool: Sequence[Any], numbers: bool
) -> None:
    here, key = place
    kind = chance.randrange(10)
    if kind < 2:
        here[key] = _odd(chance, numbers)
    elif kind < 4:
        here[key] = copy.deepcopy(chance.choice(pool))
    elif kind == 4:
        del here[key]
    elif kind == 5:  # twice
        if isinstance(here, list):
            here.insert(key, copy.deepcopy(here[key]))
        else:
            here[chance.choice(ODD) if chance.random() < 0.5 else f"{key} "] = here[key]
    elif kind == 6:  # two change places
        other, at = chance.choice(found)
        here[key], other[at] = copy.deepcopy(other[at]), copy.deepcopy(here[key])
    elif kind == 7:
        here[key] = (
            [here[key]] if chance.random() < 0.5 else {str(chance.choice(pool))[:20]: here[key]}
        )
    elif kind == 8 and isinstance(here[key], list):
        chance.shuffle(here[key])
    elif type(here[key]) is int:
        here[key] += chance.choice((-1, 1, 10, 1 << 32))
    elif isinstance(here[key], str):
        here[key] = flip_sign(here[key], chance)


def flip_sign(text: str, chance: random.Random) -> str:
    """A text with one sign more, less or another."""
    at = chance.randrange(len(text) + 1)
    sign = chance.choice((*"aZ0 -:", *ODD[:30], ""))
    return text[:at] + sign + text[at + chance.randrange(2) :]
