"""Order lines between the file's words and the rules' ids.

`read_lines` and `parse_lines` read the ``orders:`` list by the words of a request and the names of
a seat, and find every fault; `write_lines` and `line_text` go the other way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.engine.fault import AMBIGUOUS, NOT_UNDERSTOOD, OUT_OF_TURN, Fault, Path
from referee.engine.words import (
    ALSO,
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
)
from referee.post.fold import excerpt
from referee.post.forms import article, as_map, meant_key, noun, one_each
from referee.post.names import Ambiguous, NotFound, find
from referee.post.slips import of_order

Words = Mapping[str, Word]

#: Names that could stand for a key of an order line, by what stands beside it in its map.
AtHand = Callable[[str, Mapping[str, Any]], Sequence[str]]
_NAMES_AT_MOST = 12


@dataclass
class Reading:
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


class _Reader:
    """Reads values by their types and collects faults; a value with a fault becomes what it was
    probably meant to be, or None."""

    #: how a word is called that does not belong there, and what is said of those that do
    unknown, known = "is no order that is asked for now", "asked now"

    def __init__(
        self, vocabulary: Vocabulary, at_hand: AtHand | None = None, asked: Asked | None = None
    ) -> None:
        self.vocabulary = vocabulary
        self.asked = asked
        self.at_hand = at_hand
        self.faults: list[Fault] = []
        self.named: list[str] = []
        self.guessed: list[str] = []
        self.beside: dict[str, Any] = {}

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
            self.fault(path, f"no {what} is named here", self.offer(word, path))
        elif several := self.several(raw, word):
            in_list = path[-1:] and isinstance(path[-1], int)
            hint = f"write '{', '.join(several)}'" if in_list else one_each(path, several)
            self.fault(path, f"{excerpt(raw)!r} is more than one {what}", hint)
        else:
            self.fault(path, f"{excerpt(raw)!r} is no {what}", hint or self.offer(word, path))

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

    def offer(self, word: Name | Choice, path: Path) -> str:
        """A hint with the names that could stand here."""
        if isinstance(word, Choice):
            return f"it is one of {', '.join(word.words)}"
        key = next((part for part in reversed(path) if isinstance(part, str)), "")
        ids = self.at_hand(key, self.beside) if self.at_hand else []
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
            self.fault(path, f"no {word.of.sort} is named here", self.offer(word.of, path))
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
        raw = self.gathered(raw, types)
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
                self.beside[key] = self.value(values[key][0], kind, values[key][1])
        found, self.beside = self.beside, {}
        return None if missing or None in found.values() else found

    def gathered(self, raw: dict[str, Any], types: Words) -> dict[str, Any]:
        """A map as it was meant: ``block: A`` stands for ``blocks: [A]``; and a list without its
        brackets, ``blocks: A, B``, of which YAML makes keys, is one text again."""
        found: dict[str, Any] = {}
        unended = ""
        for key, value in raw.items():
            plural = f"{key}s"
            if key not in types and isinstance(types.get(plural), Many) and plural not in raw:
                key = plural
            if key not in types and value == "" and unended:
                found[unended] = f"{found[unended]}, {key}"
                continue
            found[key] = value
            is_list = isinstance(types.get(key), Many)
            unended = key if is_list and isinstance(value, str) else ""
        return found

    def line(self, raw: object, words: Words, path: Path) -> Line | None:
        if isinstance(raw, str):
            if slip := of_order(raw, list(words)):
                self.fault(path, *slip)
                return None
            raw = {raw: ""}  # a word that stands alone
        if not isinstance(raw, dict) or len(raw) != 1:
            reason = "an order line is one word and its value"
            self.fault(path, reason, f"words: {', '.join(words)}")
            return None
        ((key, value),) = raw.items()
        try:
            word = find(key, {w: w for w in words})
        except (NotFound, Ambiguous) as trouble:
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
            known = len(self.faults)
            guess = self.value(value, words[word], (*path, key))
            del self.faults[known:]  # of a word that was never written
            return None if guess is None else {word: guess}
        result = self.value(value, words[word], (*path, key))
        return None if result is None else {word: result}


class _RuleReader(_Reader):
    """Reads what a plan's rule does."""

    unknown, known = "is nothing that this rule can do", "it can"


def read_lines(
    raw: object,
    words: Words,
    vocabulary: Vocabulary,
    at_hand: AtHand | None = None,
    asked: Asked | None = None,
) -> Reading:
    """Read an ``orders:`` list.

    raw: the tree below ``orders``; words: of the request; vocabulary: names for the seat; at_hand:
    for hints that list names; asked: for hints that list words.
    Paths of faults begin at the list: (2, "move", "to").
    """
    reader = _Reader(vocabulary, at_hand, asked)
    if not isinstance(raw, list):
        reader.fault((), "a list is expected here", "begin each line with '- ', or write []")
        return Reading([], [], [], [], reader.faults)
    reading = Reading([], [], [], [], reader.faults)
    for number, item in enumerate(raw):
        known, reader.named, reader.guessed = len(reader.faults), [], []
        reading.lines.append(reader.line(item, words, (number,)))
        reading.named.append(reader.named)
        reading.guessed.append(reader.guessed)
        reading.faulty += [number] if len(reader.faults) > known else []
    return reading


def parse_lines(
    raw: object, words: Words, vocabulary: Vocabulary
) -> tuple[Answer | None, list[Fault]]:
    """Read an ``orders:`` list as `read_lines` does: (answer with ids, []) or (None, faults)."""
    reading = read_lines(raw, words, vocabulary)
    if reading.faults:
        return None, reading.faults
    return [line for line in reading.lines if line is not None], []


def parse_deeds(raw: list[Any], words: Words, vocabulary: Vocabulary) -> tuple[Answer, list[Fault]]:
    """Read what a plan's rule does, as `parse_lines` reads orders: (lines, []) or ([], faults)."""
    reader = _RuleReader(vocabulary)
    lines = [reader.line(item, words, (number,)) for number, item in enumerate(raw)]
    return ([] if reader.faults else [line for line in lines if line is not None]), reader.faults


def parse_value(raw: object, word: Word, vocabulary: Vocabulary) -> tuple[Any, list[Fault]]:
    """Read one value of a type: (value with ids, []) or (None, faults)."""
    reader = _Reader(vocabulary)
    value = reader.value(raw, word, ())
    return (None, reader.faults) if reader.faults else (value, [])


def path_in_file(path: Path, answer: Answer) -> Path:
    """Where a judge's path (2, "blocks", 0) stands in the file: (2, "move", "blocks", 0)."""
    if not path or not isinstance(path[0], int) or path[0] >= len(answer):
        return path
    return (path[0], *answer[path[0]], *path[1:])


def write_lines(answer: Answer, words: Words, vocabulary: Vocabulary) -> list[Any]:
    """An answer as it is written in a file: the same tree with full names for ids."""
    return [
        {word: write_value(value, words[word], vocabulary) for word, value in line.items()}
        for line in answer
    ]


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
