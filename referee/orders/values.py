"""Values of order lines between the file's words and the rules' ids, by the types of the words.

`Values` and `parse_value` read them and find every fault; `write_value` goes the other way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from referee.engine.words import (
    ALSO,
    ELSEWHERE,
    Choice,
    Either,
    Fields,
    Many,
    Name,
    Nothing,
    Number,
    Single,
    Value,
    Vocabulary,
    Word,
    maps_of,
    texts_of,
)
from referee.fault import AMBIGUOUS, NOT_UNDERSTOOD, Fault, Path
from referee.files.folding import excerpt, plain
from referee.kit.lines import listed
from referee.orders.forms import (
    ALL,
    article,
    as_map,
    as_whole_map,
    fitting,
    form_of,
    gathered,
    is_all,
    noun,
    one,
    one_each,
    run_into,
    split_pair,
    without_value,
)
from referee.orders.names import Ambiguous, Index, NotFound, index_of, meant_key

#: Names that could be the value of a key (or of the word) of an order line, by what was read before
#: it: the other keys of its map and of those around it, and the items of the lists that it is in.
AtHand = Callable[[str, Mapping[str, Any]], Sequence[str]]
_NAMES_AT_MOST = 12
_DIGITS = "[0-9]{1,9}"


class Values:
    """Reads values by their types and collects faults; a value with a fault becomes what was
    probably meant, or None."""

    def __init__(self, vocabulary: Vocabulary, at_hand: AtHand | None = None) -> None:
        self.vocabulary = vocabulary
        self.at_hand = at_hand
        self.faults: list[Fault] = []
        self.named: list[str] = []
        self.guessed: list[str] = []
        self.beside: dict[str, Any] = {}
        #: the word or key whose value is being read, as the request calls it
        self.key = ""
        #: whether a single line is all that can be said
        self.one_line = False

    def fault(self, path: Path, reason: str, hint: str = "", answer: str = NOT_UNDERSTOOD) -> None:
        """Note a fault of the value at a place."""
        self.faults.append(Fault(answer, path, reason, "", hint))

    def value(self, raw: object, word: Word, path: Path) -> Any:
        """The value as the rules get it, None if it could not be read."""
        if isinstance(word, Many):
            return self.many(raw, word, path)
        if isinstance(word, Nothing):
            if raw not in ("", {}):
                self.fault(path, "this word takes no value", without_value(path, raw))
            return {}
        if isinstance(word, Fields):
            return self.fields(raw, word, path)
        if isinstance(word, Either) and not isinstance(raw, str):
            return self.one_map(raw, word, path)
        if not isinstance(raw, str):
            reason = f"{article(word)} is expected here, not a list or a map"
            self.fault(path, reason, self.each(path, raw))
            return None
        return self.single(raw, word, path)

    def each(self, path: Path, raw: object) -> str:
        """What to do about several values where one is expected."""
        return "write one of them" if self.one_line else one_each(path, raw)

    def one_map(self, raw: object, word: Either, path: Path) -> dict[str, Any] | None:
        """A map that may have one of several types."""
        if isinstance(raw, dict) and (apart := run_into(raw, word)):
            self.fault(path, "each of these needs {braces} of its own", apart)
            return None
        if isinstance(raw, dict) and (kind := fitting(raw, word)):
            return self.fields(raw, kind, path)
        what = "a map like this" if isinstance(raw, dict) and maps_of(word) else "a list or a map"
        reason = f"{article(word)} is expected here, not {what}"
        self.fault(path, reason, self.each(path, raw) if isinstance(raw, list) else "")
        return None

    def single(self, raw: str, word: Single, path: Path) -> Any:
        """A value that is a single text: an id, a word or a number."""
        texts = texts_of(word)
        numbers = [one for one in texts if isinstance(one, Number)]
        if numbers and (len(texts) == 1 or self.is_number(raw, word)):
            return self.number(raw, numbers[0], path)
        if not texts:
            self.fault(path, f"{article(word)} is expected here", f"write {form_of(word)}")
            return None
        try:
            found = self.choose(raw, word)
        except NotFound as trouble:
            other = self.other(raw, word)
            self.not_found(raw, word, path, trouble.hint, other)
            if other or not trouble.suggestions:
                return None
            found = self.choose(trouble.suggestions[0], word)
            self.guessed.append(found)
        except Ambiguous as trouble:
            self.fault(path, f"{excerpt(raw)!r} could be more than one", trouble.hint, AMBIGUOUS)
            return None
        self.named.append(found)
        return found

    def is_number(self, raw: str, word: Single) -> bool:
        """Whether a text that may be a number or a name is a number."""
        return bool(re.fullmatch(_DIGITS, raw)) and not self.index(word).whole(raw)

    def index(self, word: Single) -> Index:
        """All names and words that are possible here."""
        texts = texts_of(word)
        sorts = [sort for one in texts if isinstance(one, Name) for sort in one.looked_up()]
        names = [self.vocabulary[sort] for sort in sorts if sort in self.vocabulary]
        also = [self.vocabulary[ALSO + sort] for sort in sorts if ALSO + sort in self.vocabulary]
        words = [_as_names(one.words) for one in texts if isinstance(one, Choice)]
        return index_of([*names, *words], also)

    def choose(self, raw: str, word: Single) -> str:
        """The id or word that a text means; raises NotFound or Ambiguous."""
        return self.index(word).find(raw)

    def not_found(self, raw: str, word: Single, path: Path, hint: str, other: str) -> None:
        """Note the fault of a text that names nothing here; other: what it names elsewhere."""
        what = noun(word)
        if not raw:
            self.fault(path, f"name {one(what)} here", self.offer(word))
        elif several := self.several(raw, word):
            in_list = path[-1:] and isinstance(path[-1], int)
            hint = f"write '{', '.join(several)}'" if in_list else self.each(path, several)
            self.fault(path, f"{excerpt(raw)!r} is more than one {what}", hint)
        elif other:
            self.fault(path, f"{excerpt(raw)!r} is {other}", self.offer(word))
        else:
            self.fault(
                path,
                f"{excerpt(raw)!r} is not {one(what, ' that fits here')}",
                split_pair(raw, word) or hint or self.offer(word),
            )

    def other(self, raw: str, word: Single) -> str:
        """What a text names in full that cannot stand here: ``a hex, not a unit``; "" if nothing
        is known of it."""
        if known := self.elsewhere(raw, word):
            return known
        skipped = _sorts(word)
        sorts = [s for s in self.vocabulary if not s.startswith((ALSO, ELSEWHERE))]
        named = (s for s in sorts if s not in skipped and index_of([self.vocabulary[s]]).whole(raw))
        sort = next(named, "")
        return f"{one(sort)}, not {one(noun(word), ' that fits here')}" if sort else ""

    def elsewhere(self, raw: str, word: Single) -> str:
        """What a text names that this seat can never name; "" if nothing is known of it."""
        known = (self.vocabulary.get(ELSEWHERE + sort, {}) for sort in _sorts(word))
        told = (
            what for names in known for name, what in names.items() if plain(name) == plain(raw)
        )
        return next(told, "")

    def several(self, raw: str, word: Single) -> list[str]:
        """The names in a text that has several, [] if it has not."""
        parts = [part.strip() for part in re.split(r",|;|\+|&| and ", raw) if part.strip()]
        if len(parts) == 1:
            parts = self.run_together(parts[0].split(" "), word)
        found = [self.named_by(part, word) for part in parts]
        if len(found) < 2 or "" in found:
            return []
        return [self.index(word).name(one) for one in found]

    def run_together(self, parts: list[str], word: Single) -> list[str]:
        """Names with only blanks between them, the longest match first."""
        found = []
        while parts:
            sizes = range(len(parts), 0, -1)
            size = next((n for n in sizes if self.named_by(" ".join(parts[:n]), word)), 0)
            if not size:
                return []
            found.append(" ".join(parts[:size]))
            parts = parts[size:]
        return found

    def named_by(self, text: str, word: Single) -> str:
        """The id that a text names, "" if none or not clear."""
        try:
            return self.choose(text, word)
        except (NotFound, Ambiguous):
            return ""

    def offer(self, word: Single) -> str:
        """A hint with what is possible here."""
        words = [one for kind in texts_of(word) if isinstance(kind, Choice) for one in kind.words]
        words += map(form_of, maps_of(word)) if words and isinstance(word, Either) else []
        offers = [f"write {listed(words, 'or')}"] if words else []
        if sorts := _sorts(word):
            # A word alone would look like all that can stand here.
            named = self.names_at_hand(word) or (f"name {one(sorts[0])}" if words else "")
            offers = [named, *offers] if named else offers
        return ", or ".join(offers)

    def names_at_hand(self, word: Single) -> str:
        """The first names that could stand here, "" if the game knows of none."""
        ids = self.at_hand(self.key, self.beside) if self.at_hand else []
        names = [self.index(word).name(one) for one in ids[:_NAMES_AT_MOST]]
        more = ", ..." if len(ids) > len(names) else ""
        return f"you can name {', '.join(names)}{more}" if names else ""

    def number(self, raw: str, word: Number, path: Path) -> int | None:
        """A number within its bounds."""
        if re.fullmatch(_DIGITS, raw) and word.least <= int(raw) <= word.most:
            return int(raw)
        hint = "write how many, in digits" if plain(raw) == ALL else ""
        self.fault(path, f"a whole number from {word.least} to {word.most} is expected here", hint)
        return None

    def many(self, raw: object, word: Many, path: Path) -> list[Any] | None:
        """A list, with the items that could be read; None if there are none."""
        items = raw if isinstance(raw, list) else [raw]
        of = word.of
        if not items and word.least and isinstance(of, Name | Either):
            self.fault(path, f"name {one(noun(of))} here", self.offer(of))
            return None
        if not word.least <= len(items) <= word.most:
            self.fault(path, f"between {word.least} and {word.most} values are expected here")
            return None
        if isinstance(raw, str) and isinstance(of, Name | Either):
            if several := self.several(raw, of):
                hint = f"write '[{', '.join(several)}]'"
                self.fault(path, "put several names in [brackets]", hint)
            items = several or items
        return self.items(items, of, path) or (None if items else [])

    def items(self, items: list[Any], word: Value, path: Path) -> list[Any]:
        """The items of a list, each read with those before it at hand."""
        key, outer = self.key, self.beside
        found: list[Any] = []
        for i, item in enumerate(items):
            self.key, self.beside = key, {**outer, key: found}
            value = self.value(item, word, (*path, i))
            found += [] if value is None else [value]
        self.key, self.beside = key, outer
        return found

    def fields(self, raw: object, word: Fields, path: Path) -> dict[str, Any] | None:
        """A map with all the keys that it needs."""
        if not isinstance(raw, dict):
            self.fault(
                path, "keys and values in {braces} are expected here", as_whole_map(path, word)
            )
            return None
        types = word.all()
        values = self.keyed(gathered(raw, types), word, path)
        found: dict[str, Any] = {}
        outer_key, outer = self.key, self.beside
        for key, kind in types.items():
            if key in values and not is_all(values[key][0], kind):
                self.key, self.beside = key, {**outer, **found}
                found[key] = self.value(values[key][0], kind, values[key][1])
        self.key, self.beside = outer_key, outer
        return None if None in found.values() or word.needed.keys() - found.keys() else found

    def keyed(
        self, raw: dict[str, Any], word: Fields, path: Path
    ) -> dict[str, tuple[object, Path]]:
        """The values of a map by the keys that are meant, each with its place."""
        types, values = word.all(), {}
        missing = [key for key in word.needed if key not in raw]
        for key in raw:
            if key not in types:
                meant = meant_key(key, missing)
                hint = f"did you mean {meant}?" if meant else f"keys: {', '.join(types)}"
                self.fault((*path, key), f"there is no key {excerpt(key)!r} here", hint)
                if meant:
                    missing.remove(meant)
                    values[meant] = raw[key], (*path, key)
            else:
                values[key] = raw[key], (*path, key)
        for key in missing:
            self.fault(path, f"the key {key!r} is missing", as_map(path, word))
        return values


def _sorts(word: Single) -> list[str]:
    """The sorts of the names that a value may be."""
    names = [kind for kind in texts_of(word) if isinstance(kind, Name)]
    return [sort for name in names for sort in name.looked_up()]


@lru_cache(maxsize=256)
def _as_names(words: tuple[str, ...]) -> Mapping[str, str]:
    """The words of a choice as names, the same mapping for the same words."""
    return {word: word for word in words}


def parse_value(raw: object, word: Word, vocabulary: Vocabulary) -> tuple[Any, list[Fault]]:
    """Read one value of a type: (value with ids, []) or (None, faults)."""
    reader = Values(vocabulary)
    value = reader.value(raw, word, ())
    return (None, reader.faults) if reader.faults else (value, [])


def write_value(value: Any, word: Word, vocabulary: Vocabulary) -> Any:
    """One value as written in a file: full names for ids; one that no name is known of stays."""
    if isinstance(word, Fields):
        types = word.all()
        return {k: write_value(value[k], t, vocabulary) for k, t in types.items() if k in value}
    if isinstance(word, Many):
        return [write_value(item, word.of, vocabulary) for item in value]
    if isinstance(word, Either):
        return write_value(value, kind_of(value, word, vocabulary), vocabulary)
    if isinstance(word, Name):
        known = (vocabulary[s][value] for s in word.looked_up() if value in vocabulary[s])
        return next(known, value)
    return {} if isinstance(word, Nothing) else str(value)


def kind_of(value: Any, word: Either, vocabulary: Vocabulary) -> Word:
    """The type that a value (with ids) has, of several."""
    return next(kind for kind in word.of if _is_of(value, kind, vocabulary))


def _is_of(value: Any, kind: Name | Number | Choice | Fields, vocabulary: Vocabulary) -> bool:
    if isinstance(value, dict):
        return isinstance(kind, Fields) and (
            kind.needed.keys() <= value.keys() <= kind.all().keys()
        )
    if isinstance(value, int):
        return isinstance(kind, Number)
    if isinstance(kind, Choice):
        return value in kind.words
    return isinstance(kind, Name) and any(value in vocabulary[s] for s in kind.looked_up())
