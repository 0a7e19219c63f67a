"""Order lines between the file's words and the rules' ids.

`parse_lines` reads the ``orders:`` list by the words of a request and the names of a seat, and
finds every fault; `write_lines` and `line_text` go the other way.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from typing import Any

from referee.engine.fault import AMBIGUOUS, NOT_UNDERSTOOD, Fault, Path
from referee.engine.words import (
    ALSO,
    ELSE,
    IF,
    SKIP,
    STOP,
    Answer,
    Choice,
    Fields,
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
from referee.post.names import Ambiguous, NotFound, find

Words = Mapping[str, Word]

_OTHERWISE = Choice((STOP, SKIP))


class _Reader:
    """Reads values by their types and collects faults; a value with a fault becomes None."""

    def __init__(self, vocabulary: Vocabulary, quantities: Collection[str] = ()) -> None:
        self.vocabulary = vocabulary
        self.quantities = quantities
        self.faults: list[Fault] = []

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
            self.fault(path, f"{_article(word)} is expected here, not a list or a map")
            return None
        return self.single(raw, word, path)

    def single(self, raw: str, word: Name | Number | Choice, path: Path) -> Any:
        if isinstance(word, Number):
            return self.number(raw, word, path)
        try:
            return self.choose(raw, word)
        except NotFound as trouble:
            self.fault(path, f"{excerpt(raw)!r} is no {_noun(word)}", trouble.hint)
        except Ambiguous as trouble:
            self.fault(path, f"{excerpt(raw)!r} could be more than one", trouble.hint, AMBIGUOUS)
        return None

    def choose(self, raw: str, word: Name | Choice) -> str:
        if isinstance(word, Choice):
            return find(raw, {one: one for one in word.words})
        also = self.vocabulary.get(ALSO + word.sort, {})
        return find(raw, self.vocabulary.get(word.sort, {}), also)

    def number(self, raw: str, word: Number, path: Path) -> int | None:
        if re.fullmatch(r"[0-9]{1,9}", raw) and word.least <= int(raw) <= word.most:
            return int(raw)
        self.fault(path, f"a whole number from {word.least} to {word.most} is expected here")
        return None

    def many(self, raw: object, word: Many, path: Path) -> list[Any] | None:
        items = raw if isinstance(raw, list) else [raw]
        if not word.least <= len(items) <= word.most:
            self.fault(path, f"from {word.least} to {word.most} values are expected here")
            return None
        values = [self.value(item, word.of, (*path, i)) for i, item in enumerate(items)]
        return None if None in values else values

    def fields(self, raw: object, word: Fields, path: Path) -> dict[str, Any] | None:
        if not isinstance(raw, dict):
            keys = ", ".join(word.needed)
            self.fault(path, "a map is expected here", f"write {{{keys}: ...}}")
            return None
        types = word.all()
        for key in raw:
            if key not in types:
                reason = f"no key {excerpt(key)!r} here"
                self.fault((*path, key), reason, f"keys: {', '.join(types)}")
        for key in word.needed:
            if key not in raw:
                self.fault(path, f"the key {key!r} is missing")
        found = {k: self.value(raw[k], t, (*path, k)) for k, t in types.items() if k in raw}
        return None if None in found.values() else found

    def line(self, raw: object, words: Words, path: Path) -> dict[str, Any] | None:
        if isinstance(raw, str):  # a word that stands alone
            raw = {raw: ""}
        whole = raw if isinstance(raw, dict) else {}
        bare = {key: value for key, value in whole.items() if key not in (IF, ELSE)}
        if len(bare) != 1:
            self.fault(path, "an order line is one word and its value", f"words: {_list(words)}")
            return None
        before = len(self.faults)
        found = (self.worded(bare, words, path) or {}) | self.conditional(whole, path)
        return found if len(self.faults) == before else None

    def conditional(self, raw: dict[str, Any], path: Path) -> dict[str, Any]:
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
        return {IF: conditions, ELSE: self.value(raw.get(ELSE, STOP), _OTHERWISE, (*path, ELSE))}

    def worded(self, bare: dict[str, Any], words: Words, path: Path) -> dict[str, Any] | None:
        """The word and its value."""
        ((key, value),) = bare.items()
        try:
            word = find(key, {w: w for w in words})
        except (NotFound, Ambiguous) as trouble:
            hint = f"asked now: {_list(words)}" if words else "nothing is asked now"
            hint = ", ".join(filter(None, [trouble.hint, hint]))
            self.fault((*path, key), f"{excerpt(key)!r} is no order that is asked for now", hint)
            return None
        before = len(self.faults)
        result = self.value(value, words[word], (*path, key))
        return {word: result} if len(self.faults) == before else None


def parse_lines(
    raw: object, words: Words, vocabulary: Vocabulary, quantities: Collection[str] = ()
) -> tuple[Answer | None, list[Fault]]:
    """Read an ``orders:`` list.

    raw: the tree below ``orders``; words: of the request; vocabulary: names for the seat;
    quantities: that conditions before lines may compare, none to allow no conditions.
    Gives (answer with ids, []) or (None, faults); paths begin at the list: (2, "move", "to").
    """
    reader = _Reader(vocabulary, quantities)
    if not isinstance(raw, list):
        reader.fault((), "a list is expected here", "begin each line with '- ', or write []")
        return None, reader.faults
    lines = [reader.line(item, words, (i,)) for i, item in enumerate(raw)]
    if reader.faults:
        return None, reader.faults
    return [line for line in lines if line is not None], []


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


_PLAIN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 ./'_+-]*[A-Za-z0-9./'_+-])?")


def scalar(text: str) -> str:
    """One scalar of YAML that reads back as this text, also inside [] and {}."""
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def flow(tree: Any) -> str:
    """A tree in YAML's flow style, on one line."""
    if isinstance(tree, dict):
        return "{" + ", ".join(f"{scalar(k)}: {flow(v)}" for k, v in tree.items()) + "}"
    if isinstance(tree, list):
        return "[" + ", ".join(flow(v) for v in tree) + "]"
    return scalar(str(tree))


def line_text(raw: Mapping[str, Any]) -> str:
    """An order line of a file, without its dash: ``levy: {block: Legio 13}``."""
    ((word, value),) = raw.items()
    return word if value == {} else f"{scalar(word)}: {flow(value)}"


def _list(words: Words) -> str:
    return ", ".join(words)


def _noun(word: Name | Number | Choice) -> str:
    return word.sort if isinstance(word, Name) else "word that fits here"


def _article(word: Name | Number | Choice) -> str:
    if isinstance(word, Number):
        return "a number"
    return f"one {word.sort}" if isinstance(word, Name) else "one word"
