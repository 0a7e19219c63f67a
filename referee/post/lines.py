"""Order lines between the file's words and the rules' ids.

`read_lines` and `parse_lines` read the ``orders:`` list by the words of a request and the names of
a seat, and find every fault; `write_lines` and `line_text` go the other way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from referee.engine.fault import AMBIGUOUS, NOT_UNDERSTOOD, OUT_OF_TURN, Fault, Path
from referee.engine.words import (
    ALSO,
    ELSE,
    IF,
    SKIP,
    STOP,
    Answer,
    Choice,
    Fields,
    Line,
    Many,
    Name,
    Nothing,
    Number,
    Vocabulary,
    Word,
    word_of,
)
from referee.post.conditions import read_conditions, write_conditions
from referee.post.fold import excerpt
from referee.post.forms import article, as_map, gathered, meant_key, noun, one_each
from referee.post.names import Ambiguous, NotFound, find
from referee.post.slips import of_order

Words = Mapping[str, Word]

#: Names that could stand for a key of an order line, by what stands beside it in its map.
AtHand = Callable[[str, Mapping[str, Any]], Sequence[str]]
_NAMES_AT_MOST = 12


class Reading(NamedTuple):
    """An ``orders:`` list as it was read, line by line.

    lines: with ids; None for a line of which too little could be read.  A line with a fault is as
    it was meant as far as that can be guessed.
    named: the ids that were read in each line; guessed: those of them that were guessed.
    faulty: the numbers of the lines with faults.
    """

    lines: list[Line | None]
    named: list[list[str]]
    guessed: list[list[str]]
    faulty: list[int]
    faults: list[Fault]


class Asked(NamedTuple):
    """Words that lines can have now, and those that are asked for at other times."""

    words: Sequence[str]
    others: Collection[str]


_OTHERWISE = Choice((STOP, SKIP))


class _Reader:
    """Reads values by their types and collects faults; a value with a fault becomes what it was
    probably meant to be, or None."""

    #: how a word is called that does not belong there, and what is said of those that do
    unknown, known = "is no order that is asked for now", "asked now"

    def __init__(
        self,
        vocabulary: Vocabulary,
        quantities: Collection[str] = (),
        at_hand: AtHand | None = None,
        asked: Asked | None = None,
    ) -> None:
        self.vocabulary = vocabulary
        self.quantities = quantities
        self.asked = asked
        self.at_hand = at_hand
        self.faults: list[Fault] = []
        self.named: list[str] = []
        self.guessed: list[str] = []
        self.beside: dict[str, Any] = {}
        #: the word or key whose value is read, as the request calls it, however it was written
        self.key = ""

    def fault(self, path: Path, reason: str, hint: str = "", answer: str = NOT_UNDERSTOOD) -> None:
        self.faults.append(Fault(answer, path, reason, "", hint))

    def value(self, raw: object, word: Word, path: Path) -> Any:
        if isinstance(word, Fields):
            return self.fields(raw, word, path)
        if isinstance(word, Many):
            return self.many(raw, word, path)
        if isinstance(word, Nothing):
            if raw not in ("", {}):
                self.fault(path, "nothing may stand after this word", "leave it empty")
            return {}
        if not isinstance(raw, str):
            reason = f"{article(word)} is expected here, not a list or a map"
            self.fault(path, reason, one_each(path, raw))
            return None
        return self.single(raw, word, path)

    def single(self, raw: str, word: Name | Number | Choice, path: Path) -> Any:
        if isinstance(word, Number):
            return self.number(raw, word, path)
        try:
            found = self.choose(raw, word)
        except NotFound as trouble:
            self.not_found(raw, word, path, trouble.hint)
            if not trouble.suggestions:
                return None
            found = self.choose(trouble.suggestions[0], word)
            self.guessed.append(found)
        except Ambiguous as trouble:
            self.fault(path, f"{excerpt(raw)!r} could be more than one", trouble.hint, AMBIGUOUS)
            return None
        self.named.append(found)
        return found

    def choose(self, raw: str, word: Name | Choice) -> str:
        if isinstance(word, Choice):
            return find(raw, {one: one for one in word.words})
        also = self.vocabulary.get(ALSO + word.sort, {})
        return find(raw, self.vocabulary.get(word.sort, {}), also)

    def not_found(self, raw: str, word: Name | Choice, path: Path, hint: str) -> None:
        """What to say of a text that names nothing."""
        what = noun(word)
        if not raw:
            self.fault(path, f"no {what} is named here", self.offer(word))
        elif several := self.several(raw, word):
            in_list = path[-1:] and isinstance(path[-1], int)
            hint = f"write '{', '.join(several)}'" if in_list else one_each(path, several)
            self.fault(path, f"{excerpt(raw)!r} is more than one {what}", hint)
        else:
            self.fault(path, f"{excerpt(raw)!r} is no {what}", hint or self.offer(word))

    def several(self, raw: str, word: Name | Choice) -> list[str]:
        """The names in a text that holds more than one, [] if it is no such text."""
        parts = [part.strip() for part in re.split(r",|;|\+|&| and ", raw) if part.strip()]
        if len(parts) == 1:
            parts = self.run_together(parts[0].split(" "), word)
        found = [self.named_by(part, word) for part in parts]
        if len(found) < 2 or "" in found:
            return []
        names = self.vocabulary.get(word.sort, {}) if isinstance(word, Name) else {}
        return [names.get(one, one) for one in found]

    def run_together(self, parts: list[str], word: Name | Choice) -> list[str]:
        """Names that stand behind each other with blanks only, the longest first."""
        found = []
        while parts:
            sizes = range(len(parts), 0, -1)
            size = next((n for n in sizes if self.named_by(" ".join(parts[:n]), word)), 0)
            if not size:
                return []
            found.append(" ".join(parts[:size]))
            parts = parts[size:]
        return found

    def named_by(self, text: str, word: Name | Choice) -> str:
        """What a text names, "" if it is nothing or not clear."""
        try:
            return self.choose(text, word)
        except (NotFound, Ambiguous):
            return ""

    def offer(self, word: Name | Choice) -> str:
        """A hint with the names that could stand here."""
        if isinstance(word, Choice):
            return f"it is one of {', '.join(word.words)}"
        ids = self.at_hand(self.key, self.beside) if self.at_hand else []
        names = [self.vocabulary[word.sort][one] for one in ids[:_NAMES_AT_MOST]]
        more = ", ..." if len(ids) > len(names) else ""
        return f"you can name {', '.join(names)}{more}" if names else ""

    def number(self, raw: str, word: Number, path: Path) -> int | None:
        if re.fullmatch(r"[0-9]{1,9}", raw) and word.least <= int(raw) <= word.most:
            return int(raw)
        self.fault(path, f"a whole number from {word.least} to {word.most} is expected here")
        return None

    def many(self, raw: object, word: Many, path: Path) -> list[Any] | None:
        items = raw if isinstance(raw, list) else [raw]
        if not items and word.least and isinstance(word.of, Name):
            self.fault(path, f"no {word.of.sort} is named here", self.offer(word.of))
            return None
        if not word.least <= len(items) <= word.most:
            self.fault(path, f"from {word.least} to {word.most} values are expected here")
            return None
        if isinstance(raw, str) and isinstance(word.of, Name):
            if several := self.several(raw, word.of):
                hint = f"write '[{', '.join(several)}]'"
                self.fault(path, "several names stand in [brackets]", hint)
            items = several or items
        values = [self.value(item, word.of, (*path, i)) for i, item in enumerate(items)]
        return [value for value in values if value is not None] or None

    def fields(self, raw: object, word: Fields, path: Path) -> dict[str, Any] | None:
        if not isinstance(raw, dict):
            self.fault(path, "keys and values in {braces} are expected here", as_map(path, word))
            return None
        types = word.all()
        raw = gathered(raw, types)
        missing = [key for key in word.needed if key not in raw]
        values = {}
        for key in raw:
            if key not in types:
                meant = meant_key(key, missing)
                hint = f"did you mean {meant}?" if meant else f"keys: {', '.join(types)}"
                self.fault((*path, key), f"no key {excerpt(key)!r} here", hint)
                if meant:
                    missing.remove(meant)
                    values[meant] = raw[key], (*path, key)
            else:
                values[key] = raw[key], (*path, key)
        for key in missing:
            self.fault(path, f"the key {key!r} is missing", as_map(path, word))
        self.beside = {}
        for key, kind in types.items():
            if key in values:
                self.key = key
                self.beside[key] = self.value(values[key][0], kind, values[key][1])
        found, self.beside = self.beside, {}
        return None if missing or None in found.values() else found

    def line(self, raw: object, words: Words, path: Path) -> Line | None:
        if isinstance(raw, str):
            if slip := of_order(raw, list(words)):
                self.fault(path, *slip)
                return None
            raw = {raw: ""}  # a word that stands alone
        whole = raw if isinstance(raw, dict) else {}
        bare = {key: value for key, value in whole.items() if key not in (IF, ELSE)}
        if len(bare) != 1:
            reason = "an order line is one word and its value"
            self.fault(path, reason, f"words: {', '.join(words)}")
            return None
        beside = self.conditional(whole, path)
        found = self.worded(bare, words, path)
        return None if found is None else found | beside

    def conditional(self, raw: dict[str, Any], path: Path) -> Line:
        """What stands beside the word: conditions, and what if they do not hold."""
        if IF not in raw:
            if ELSE in raw:
                self.fault((*path, ELSE), f"{ELSE!r} needs an {IF!r} in the same line")
            return {}
        if not self.quantities:
            self.fault((*path, IF), "no condition may stand before this line", f"leave {IF!r} out")
            return {}
        conditions, faults = read_conditions(raw[IF], self.quantities, (*path, IF))
        self.faults += faults
        otherwise = self.value(raw.get(ELSE, STOP), _OTHERWISE, (*path, ELSE))
        return {} if faults else {IF: conditions, ELSE: otherwise or STOP}

    def worded(self, bare: dict[str, Any], words: Words, path: Path) -> Line | None:
        """The word and its value."""
        ((key, value),) = bare.items()
        try:
            word = find(key, {w: w for w in words})
        except (NotFound, Ambiguous) as trouble:
            return self.unknown_word(key, value, words, path, trouble)
        self.key = word
        result = self.value(value, words[word], (*path, key))
        return None if result is None else {word: result}

    def unknown_word(
        self, key: str, value: object, words: Words, path: Path, trouble: NotFound | Ambiguous
    ) -> Line | None:
        """What to say of a word that is none of these, and the line as it was probably meant."""
        named = self.asked.words if self.asked else words
        hint = f"{self.known}: {', '.join(named)}" if words else "nothing is asked now"
        if self.asked and key in self.asked.others:
            self.fault((*path, key), f"{key!r} is not asked for now", hint, OUT_OF_TURN)
            return None
        hint = " ".join(filter(None, [trouble.hint, hint]))
        self.fault((*path, key), f"{excerpt(key)!r} {self.unknown}", hint)
        if isinstance(trouble, Ambiguous) or not trouble.suggestions:
            return None
        word = trouble.suggestions[0]
        known, self.key = len(self.faults), word
        guess = self.value(value, words[word], (*path, key))
        del self.faults[known:]  # of a word that was never written
        return None if guess is None else {word: guess}


def read_lines(
    raw: object,
    words: Words,
    vocabulary: Vocabulary,
    quantities: Collection[str] = (),
    at_hand: AtHand | None = None,
    asked: Asked | None = None,
) -> Reading:
    """Read an ``orders:`` list.

    raw: the tree below ``orders``; words: of the request; vocabulary: names for the seat;
    quantities: that conditions before lines may compare, none to allow no conditions; at_hand:
    for hints that list names; asked: for hints that list words.
    Paths of faults begin at the list: (2, "move", "to").
    """
    reader = _Reader(vocabulary, quantities, at_hand, asked)
    reading = Reading([], [], [], [], reader.faults)
    if not isinstance(raw, list):
        reader.fault((), "a list is expected here", "begin each line with '- ', or write []")
        return reading
    for number, item in enumerate(raw):
        known, reader.named, reader.guessed = len(reader.faults), [], []
        reading.lines.append(reader.line(item, words, (number,)))
        reading.named.append(reader.named)
        reading.guessed.append(reader.guessed)
        reading.faulty.extend([number] if len(reader.faults) > known else [])
    return reading


def parse_lines(
    raw: object, words: Words, vocabulary: Vocabulary, quantities: Collection[str] = ()
) -> tuple[Answer | None, list[Fault]]:
    """Read an ``orders:`` list as `read_lines` does: (answer with ids, []) or (None, faults)."""
    reading = read_lines(raw, words, vocabulary, quantities)
    if reading.faults:
        return None, reading.faults
    return [line for line in reading.lines if line is not None], []


def parse_other(
    raw: list[Any],
    words: Words,
    vocabulary: Vocabulary,
    unknown: str,
    known: str,
    quantities: Collection[str] = (),
) -> tuple[Answer, list[Fault]]:
    """Read lines of another place than ``orders:`` as `parse_lines` does: (lines, []) or ([],
    faults).

    unknown: what is said of a word that does not belong there; known: of those that do."""
    reader = _Reader(vocabulary, quantities)
    reader.unknown, reader.known = unknown, known
    lines = [reader.line(item, words, (number,)) for number, item in enumerate(raw)]
    return ([] if reader.faults else [line for line in lines if line is not None]), reader.faults


def parse_value(raw: object, word: Word, vocabulary: Vocabulary) -> tuple[Any, list[Fault]]:
    """Read one value of a type: (value with ids, []) or (None, faults)."""
    reader = _Reader(vocabulary)
    value = reader.value(raw, word, ())
    return (None, reader.faults) if reader.faults else (value, [])


def path_in_file(path: Path, answer: Answer) -> Path:
    """Where a judge's path (2, "blocks", 0) stands in the file: (2, "move", "blocks", 0).

    Conditions stand beside the word: (2, "if", 0) stays what it is."""
    if not path or not isinstance(path[0], int) or path[0] >= len(answer):
        return path
    beside = path[1:2] in ((IF,), (ELSE,))
    return path if beside else (path[0], word_of(answer[path[0]]), *path[1:])


def write_lines(answer: Answer, words: Words, vocabulary: Vocabulary) -> list[Any]:
    """An answer as it is written in a file: the same tree with full names for ids."""
    return [_written(line, words, vocabulary) for line in answer]


def _written(line: Mapping[str, Any], words: Words, vocabulary: Vocabulary) -> dict[str, Any]:
    word = word_of(line)
    beside = {IF: write_conditions(line[IF]), ELSE: line[ELSE]} if IF in line else {}
    return {**beside, word: write_value(line[word], words[word], vocabulary)}


def write_value(value: Any, word: Word, vocabulary: Vocabulary) -> Any:
    """One value as it is written in a file: full names for ids."""
    if isinstance(word, Fields):
        types = word.all()
        return {k: write_value(value[k], t, vocabulary) for k, t in types.items() if k in value}
    if isinstance(word, Many):
        return [write_value(item, word.of, vocabulary) for item in value]
    if isinstance(word, Name):
        return vocabulary[word.sort][value]
    return {} if isinstance(word, Nothing) else str(value)
