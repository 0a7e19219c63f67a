"""The folding of texts: what one meant, whatever one's mail program made of it (design part 4).

Every text of an order file passes here before it is compared, stored or signed.  All tables are
fixed here or taken from Unicode 3.2, never from the Unicode version of the Python at hand: two
machines must fold alike for ever.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Literal

_UCD = unicodedata.ucd_3_2_0

#: The published table.  Line ends and the tab are white space like the rest.
FOLDED: dict[str, str] = {
    "'": "\u2018\u2019\u201a\u201b",
    '"': "\u201c\u201d\u201e\u201f\u00ab\u00bb",
    "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212",
    "...": "\u2026",
    " ": "\t\n\r\u00a0\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B))),
}
#: What separates and means nothing else, in every file that is read: what the table makes a space.
BLANKS = " " + FOLDED[" "]
_NO_BLANKS = dict.fromkeys(map(ord, BLANKS))

_TABLE = {ord(sign): plain for plain, signs in FOLDED.items() for sign in signs}

# Controls (the white space of the table aside), then what shows nothing or turns the direction of
# writing: Unicode's default ignorable code points and the annotation marks.  Surrogates and
# noncharacters have no business in a text.  Written out, since Unicode 3.2 lacks the later ones.
_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff0-\ufffb\ufffe\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"
    + "".join(chr(plane << 16 | last) for plane in range(1, 17) for last in (0xFFFE, 0xFFFF))
    + "]"
)

#: What scripts and pictures are joined with; they show nothing of their own: for notes alone.
JOINERS = "\u200c\u200d\ufe0f"

_WORD = re.compile(r"[a-z0-9][a-z0-9 _/-]*")

# Letters that no decomposition takes apart, as players without the key for them write them.
_LETTERS = {
    ord(letter): plain
    for letters, plain in (
        ("\u00c6\u00e6", "ae"), ("\u0152\u0153", "oe"), ("\u00d8\u00f8", "o"), ("\u00df", "ss"),
        ("\u0110\u0111\u00d0\u00f0", "d"), ("\u0141\u0142", "l"), ("\u00de\u00fe", "th"),
        ("\u0131", "i"),
    )
    for letter in letters
}  # fmt: skip
_CAPITALS = {ord(letter): letter.lower() for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
_IGNORED = re.compile(r"[ '\".-]")


def forbidden(text: str, note: bool = False) -> list[str]:
    """Return the characters of a text that it may not have, in order.

    note: whether a player wrote it to others, in any script: then it may have joiners too."""
    return [sign for sign in _FORBIDDEN.findall(text) if not (note and sign in JOINERS)]


def unblanked(text: str) -> str:
    """Return the text without its blanks, as hex and base64 are read."""
    return text.translate(_NO_BLANKS)


def code_point(sign: str) -> str:
    """Return the usual name of a character's place in Unicode, such as ``U+202E``."""
    return f"U+{ord(sign):04X}"


def excerpt(text: str, size: int = 40) -> str:
    """Return a text for quoting: on one line, cut to ``size``, unprintable characters as "?"."""
    line = " ".join(text[: 4 * size].split())
    line = _FORBIDDEN.sub("?", line)
    return line if len(line) <= size else line[: size - 3] + "..."


def fold(text: str) -> str:
    """Return the text with the table applied, in NFC of Unicode 3.2, white space runs as one space.

    Raises ValueError, naming the first code point, for control characters, bidi controls,
    invisible characters, surrogates and noncharacters.
    """
    if not text.isascii() or not text.isprintable():
        wrong = forbidden(text)
        if wrong:
            raise ValueError(f"{code_point(wrong[0])} is not allowed in a text")
        text = _normalized("NFC", text.translate(_TABLE))
    # Only the plain space is left as white space; ``split()`` would know others of its own.
    return " ".join(part for part in text.split(" ") if part)


def fold_key(key: str) -> str:
    """Return a key as it is compared: one ASCII word or several, lower case.

    Raises ValueError for anything but a-z, 0-9 and, behind one of them, spaces, slashes, hyphens
    and low lines.
    """
    # The check for ASCII comes first: the Kelvin sign would pass for a k after folding.
    if not key.isascii():
        raise ValueError("a key is made of ASCII letters")
    word = fold(key).lower()
    if not _WORD.fullmatch(word):
        raise ValueError("a key has letters and digits, and behind one of them spaces, / - and _")
    return word


def fold_tree(tree: object) -> object:
    """Return a copy of a tree of str, list and dict with all texts and keys folded.

    Raises ValueError as ``fold`` and ``fold_key`` do, and for two keys that fold to the same;
    TypeError for any other kind of value.
    """
    if isinstance(tree, str):
        return fold(tree)
    if isinstance(tree, list):
        return [fold_tree(item) for item in tree]
    if isinstance(tree, dict):
        folded = {fold_key(key): fold_tree(value) for key, value in tree.items()}
        if len(folded) != len(tree):
            raise ValueError("two keys are the same but for case and white space")
        return folded
    raise TypeError(f"a tree has texts, lists and maps, not {type(tree).__name__}")


@lru_cache(maxsize=4096)
def plain(name: str) -> str:
    """Return a name reduced to what counts when names are compared.

    Accents, spaces, hyphens, quotes and dots are gone, A to Z are lower case.  A letter of
    another script stays as it is, so that it is never taken for a Latin one.  Never raises.
    """
    if not name.isascii():
        name = _normalized("NFKD", name.translate(_TABLE).translate(_LETTERS))
        name = "".join(sign for sign in name if not _UCD.category(sign).startswith("M"))
    name = name.translate(_TABLE).translate(_CAPITALS)
    return _IGNORED.sub("", name)


def _normalized(form: Literal["NFC", "NFKD"], text: str) -> str:
    """Return the text in a normal form of Unicode 3.2.

    Characters newer than 3.2 stand apart: they have no decomposition there and nothing composes
    across them.  Python's 3.2 tables do borrow the order and composition of newer characters from
    the current ones, which differ between versions of Python.
    """
    if text.isascii():
        return text
    parts: list[str] = []
    run: list[str] = []
    for sign in text:
        if _UCD.category(sign) != "Cn":
            run.append(sign)
            continue
        parts += [_UCD.normalize(form, "".join(run)), sign]
        run.clear()
    return "".join([*parts, _UCD.normalize(form, "".join(run))])


def printable(text: str) -> str:
    """A stranger's text as it may be shown: it must not speak to the terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)
