"""The folding of texts: what was meant, whatever mail programs did to it (referee-orders(5)).

Every text of an order file passes through here before it is compared, stored or signed.  All tables
are fixed here or taken from Unicode 3.2, never from the Unicode version of your Python: any two
machines must fold alike for ever.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Literal

from referee.files.characters import code_point, forbidden, printable

#: Combining marks in a row: as many as Unicode's stream-safe format allows (UAX 15, 13); sorting
#: more would take time for nothing.
MARKS_AT_MOST = 30

_UCD = unicodedata.ucd_3_2_0

#: The published table.  Line ends and the tab are white space like the rest.
FOLDED: dict[str, str] = {
    "'": "\u2018\u2019\u201a\u201b",
    '"': "\u201c\u201d\u201e\u201f\u00ab\u00bb",
    "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212",
    "...": "\u2026",
    " ": "\t\n\r\u00a0\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B))),
}
#: Characters that only separate, in every file that is read: those that the table makes a space.
BLANKS = " " + FOLDED[" "]
_NO_BLANKS = dict.fromkeys(map(ord, BLANKS))
_SPACES = dict.fromkeys(map(ord, BLANKS), " ")

_TABLE = {ord(sign): plain for plain, signs in FOLDED.items() for sign in signs}

_WORD = re.compile(r"[a-z0-9][a-z0-9 _/-]*")

# Letters without a decomposition, as players who lack the key for them write them.
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
#: All of this in one step for ASCII, which most names are.
_ASCII = {**_CAPITALS, **dict.fromkeys(map(ord, " '\".-\t\n\r"))}


def unblanked(text: str) -> str:
    """Return the text without blanks, the way hex and base64 are read."""
    return text.translate(_NO_BLANKS)


def spaced(text: str) -> str:
    """Return the text with each blank as a space."""
    return text if text.isascii() and "\t" not in text else text.translate(_SPACES)


def excerpt(text: str, size: int = 40) -> str:
    """Return a text to quote: on one line, cut to ``size``, unprintable characters as "?"."""
    line = printable(" ".join(text[: 4 * size].split()))
    return line if len(line) <= size else line[: size - 3] + "..."


def fold(text: str, note: bool = False) -> str:
    """Return the text with the table applied, in NFC of Unicode 3.2, white space runs as one space.

    note: whether it is a player's note, which may have joiners.
    Raises ValueError, naming the first code point, for control characters, bidi controls,
    invisible characters, surrogates and noncharacters; and for too many combining marks in a row.
    """
    if not text.isascii() or not text.isprintable():
        wrong = forbidden(text, note)
        if wrong:
            raise ValueError(f"{code_point(wrong[0])} is not allowed in a text")
        if too_many_marks(text):
            raise ValueError(f"a letter has more than {MARKS_AT_MOST} combining marks")
        text = _normalized("NFC", text.translate(_TABLE))
    # Only the plain space is left as white space; a bare ``split()`` would also split elsewhere.
    return " ".join(part for part in text.split(" ") if part)


def too_many_marks(text: str) -> bool:
    """Whether a text has too many combining marks in a row."""
    if text.isascii():
        return False
    run = 0
    for sign in text:
        run = run + 1 if _UCD.combining(sign) else 0
        if run > MARKS_AT_MOST:
            return True
    return False


def fold_key(key: str) -> str:
    """Return a key as it is compared: one ASCII word or several, lower case.

    Raises ValueError for anything but a-z and 0-9, followed by more of them, spaces, slashes,
    hyphens and underscores.
    """
    # The check for ASCII comes first: the Kelvin sign would pass for a k after folding.
    if not key.isascii():
        raise ValueError("a key has ASCII letters only")
    word = fold(key).lower()
    if not _WORD.fullmatch(word):
        raise ValueError(
            "a key begins with a letter or digit and has only letters, digits, spaces, / - and _"
        )
    return word


def fold_tree(tree: object, note: bool = False) -> object:
    """Return a copy of a tree of str, list and dict with all texts and keys folded.

    note: whether all texts in it are players' notes.
    Raises ValueError as ``fold`` and ``fold_key`` do, and for two keys that fold to the same;
    TypeError for any other kind of value.
    """
    if isinstance(tree, str):
        return fold(tree, note)
    if isinstance(tree, list):
        return [fold_tree(item, note) for item in tree]
    if isinstance(tree, dict):
        folded = {fold_key(key): fold_tree(value, note) for key, value in tree.items()}
        if len(folded) != len(tree):
            raise ValueError("two keys differ only in case or white space")
        return folded
    raise TypeError(f"a tree has texts, lists and maps, not {type(tree).__name__}")


@lru_cache(maxsize=4096)
def plain(name: str) -> str:
    """Return a name reduced to what matters when names are compared.

    Accents, spaces, hyphens, quotes and dots are removed, A to Z are in lower case.  Letters of
    other scripts stay, so that none passes for a Latin one.  Never raises.
    """
    if name.isascii():
        return name.translate(_ASCII)
    # Marks go first: there may be any number of them, and sorting them takes time.
    name = _unmarked(name.translate(_TABLE).translate(_LETTERS))
    name = _unmarked(_normalized("NFKD", name))
    name = name.translate(_TABLE).translate(_CAPITALS)
    return _IGNORED.sub("", name)


def _unmarked(text: str) -> str:
    return "".join(sign for sign in text if not _UCD.category(sign).startswith("M"))


def _normalized(form: Literal["NFC", "NFKD"], text: str) -> str:
    """Return the text in a normal form of Unicode 3.2.

    Characters newer than 3.2 are left out: they have no decomposition there and nothing composes
    across them.  Python's 3.2 tables take the order and composition of newer characters from its
    current tables, which differ between versions of Python.
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
