"""The macros of mdoc(7) within a line: what to type, emphasis, quotes, brackets.

Only the macros that our pages use are known.  Any other macro or escape raises ValueError: it
would not look as its author meant it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from referee.manual.page import (
    CODE,
    FILE,
    OTHER_PAGE,
    PLAIN,
    SECTION,
    STANDS_FOR,
    STRESSED,
    TYPED,
    VARIABLE,
    Line,
    Span,
)

#: punctuation that stands alone: joins the next word; joins neither; joins the word before it
OPENING, MIDDLE, CLOSING = frozenset("(["), frozenset("|"), frozenset(".,:;)]?!")

#: macro -> the kind of its words
KINDS = {
    "Ar": STANDS_FOR,
    "Cm": TYPED,
    "Em": STRESSED,
    "Ev": VARIABLE,
    "Fl": TYPED,
    "Ic": TYPED,
    "No": PLAIN,
    "Pa": FILE,
    "Ql": CODE,
    "Sy": TYPED,
}
#: macro -> what encloses the rest of its line
AROUND = {"Bq": "[]", "Dq": '""', "Op": "[]", "Pq": "()", "Sq": "''"}
#: macros that open and close, perhaps on different lines
OPENS, CLOSES = {"Oo": "[", "Po": "("}, {"Oc": "]", "Pc": ")"}
OTHERS = ("Nm", "Ns", "Sx", "Xr")
KNOWN = frozenset([*KINDS, *AROUND, *OPENS, *CLOSES, *OTHERS])
#: macros of mdoc(7) that can be called within a line, and that our pages do not use
STRANGE = frozenset((
    "Ac", "Ad", "An", "Ao", "Ap", "Aq", "At", "Bc", "Bo", "Brc", "Bro", "Brq", "Bsx", "Bt",
    "Bx", "Cd", "Dc", "Do", "Dv", "Dx", "Er", "Fa", "Fc", "Fn", "Fo", "Fr", "Ft", "Fx", "Hf",
    "In", "Lb", "Li", "Lk", "Ms", "Mt", "Nx", "Ot", "Ox", "Pf", "Qc", "Qo", "Qq", "Sc", "So",
    "Sm", "Ta", "Tn", "Ud", "Ux", "Va", "Vt", "Xc", "Xo",
))  # fmt: skip

_ESCAPES = {"-": "-", "&": "", "e": "\\", "(aq": "'", "(dq": '"', "(ga": "`", "(ha": "^"}
_ESCAPES |= {" ": "\N{NO-BREAK SPACE}", "(ti": "~"}
_FONTS = {"fB": TYPED, "fI": STRESSED, "fR": PLAIN}
_ESCAPE = re.compile(r"\\(\(..|f.|.|$)", re.DOTALL)
_WORD = re.compile(r'"(?:[^"]|"")*"|(?:\\.|[^ \\])+')


class Word(NamedTuple):
    """A word of a macro line, as read and as written; a quoted word is never a macro."""

    text: str
    raw: str

    @property
    def closes(self) -> bool:
        """Whether it is punctuation that belongs to the word before it."""
        return self.raw in CLOSING

    @property
    def is_mark(self) -> bool:
        """Whether it is punctuation that does not belong to the word before it."""
        return self.raw in OPENING | MIDDLE | CLOSING


def unescaped(text: str) -> str:
    """A text without its escapes; raises ValueError for an unknown escape."""

    def read(found: re.Match[str]) -> str:
        if found[1] not in _ESCAPES:
            raise ValueError(f"the escape {found[0]!r} is not known")
        return _ESCAPES[found[1]]

    return _ESCAPE.sub(read, text)


def fonts(text: str, kind: str = PLAIN) -> tuple[Line, str]:
    """A line of text split at its changes of font, and the font at its end.

    kind: the font at its start.  Raises ValueError as `unescaped` does."""
    spans, start = Line(), 0
    ends = [found for found in _ESCAPE.finditer(text) if found[1] in _FONTS]
    for found in ends:
        spans += _part(kind, text[start : found.start()], bool(spans))
        kind, start = _FONTS[found[1]], found.end()
    return spans + _part(kind, text[start:], bool(spans)), kind


def _part(kind: str, text: str, joined: bool) -> Line:
    """A part of a text line; blanks at either end separate it from its neighbours."""
    told = unescaped(text)
    return [Span(kind, told, joined)] if told else []


def words(text: str) -> list[Word]:
    """The words of a macro line; raises ValueError as `unescaped` does."""
    return [
        Word(unescaped(raw[1:-1].replace('""', '"')), "") if raw[0] == '"' else _word(raw)
        for raw in _WORD.findall(text)
    ]


def _word(raw: str) -> Word:
    if raw in STRANGE:
        raise ValueError(f"the macro {raw!r} is not known")
    return Word(unescaped(raw), raw)


class Inline:
    """A line being built, from one or more lines of the source."""

    def __init__(self, name: str) -> None:
        self.name, self.line, self._joined, self._font = name, Line(), True, PLAIN

    def text(self, text: str) -> None:
        """Add a line of text."""
        spans, self._font = fonts(text, self._font)
        for number, span in enumerate(spans):
            self._add(span.kind, span.text, joined=number > 0)

    def macros(self, rest: list[Word]) -> None:
        """Add a macro line, starting with the macro."""
        while rest:
            macro = rest[0].raw
            if macro not in KNOWN:
                rest = self._words(PLAIN, "", rest)
            elif macro in KINDS:
                rest = self._words(KINDS[macro], macro, rest[1:])
            elif macro in AROUND:
                rest = self._around(AROUND[macro], rest[1:])
            else:
                rest = self._other(macro, rest[1:])

    def _add(self, kind: str, text: str, joined: bool = False) -> None:
        self.line.append(Span(kind, text, joined or self._joined))
        self._joined = False

    def _words(self, kind: str, macro: str, rest: list[Word]) -> list[Word]:
        """Add the words of a macro up to the next macro, with punctuation; return what is left."""
        if macro and (not rest or rest[0].raw in KNOWN):
            raise ValueError(f"{macro!r} has no words")
        run: list[str] = []
        while rest and rest[0].raw not in KNOWN:
            word, *rest = rest
            if not word.is_mark:
                run.append(f"-{word.text}" if macro == "Fl" else word.text)
            if run and (word.is_mark or not rest or rest[0].raw in KNOWN):
                self._add(kind, " ".join(run))
                run = []
            if word.is_mark:
                self._mark(word)
        return rest

    def _mark(self, word: Word) -> None:
        self._add(PLAIN, word.text, joined=word.closes)
        self._joined = word.raw in OPENING

    def _around(self, marks: str, rest: list[Word]) -> list[Word]:
        """Add the rest of the line in brackets or quotes, without the punctuation at its end."""
        end = len(rest)
        while end and rest[end - 1].closes:
            end -= 1
        self._open(marks[0])
        self.macros(rest[:end])
        self._close(marks[1])
        return rest[end:]

    def _open(self, mark: str) -> None:
        self._add(PLAIN, mark)
        self._joined = True

    def _close(self, mark: str) -> None:
        self._add(PLAIN, mark, joined=True)

    def _other(self, macro: str, rest: list[Word]) -> list[Word]:
        """Add a macro that has its own form; return what is left."""
        if macro in OPENS:
            self._open(OPENS[macro])
        elif macro in CLOSES:
            self._close(CLOSES[macro])
        elif macro == "Ns":
            self._joined = True
        elif macro == "Nm":
            if not rest or rest[0].is_mark or rest[0].raw in KNOWN:
                self._add(TYPED, self.name)
                return rest
            return self._words(TYPED, macro, rest)
        elif macro == "Sx":
            return self._words(SECTION, macro, rest)
        else:
            return self._other_page(rest)
        return rest

    def _other_page(self, rest: list[Word]) -> list[Word]:
        """``Xr NAME NUMBER``"""
        if len(rest) < 2 or not rest[1].text.isdigit():
            raise ValueError("'Xr' wants the name and the number of a page")
        self._add(OTHER_PAGE, f"{rest[0].text}({rest[1].text})")
        return rest[2:]
