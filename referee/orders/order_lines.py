"""Order lines between the file's words and the rules' ids.

`read_lines` and `parse_lines` read the ``orders:`` list by the words of a request and the names of
a seat, and find every fault; `write_lines` and `line_text` go the other way.  `judge_reading` has
a request judge what was read, even if some lines could not be read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from referee.engine.beside import Suggestions
from referee.engine.request import Judgement, Quantity, Request, View
from referee.engine.words import (
    ELSE,
    IF,
    SKIP,
    STOP,
    Answer,
    Choice,
    Either,
    Fields,
    Line,
    Many,
    Name,
    Nothing,
    Vocabulary,
    Word,
    maps_of,
    texts_of,
    word_of,
)
from referee.fault import OUT_OF_TURN, WARNING, Fault, Path
from referee.files.folding import excerpt
from referee.files.slips import of_order
from referee.kit.lines import listed
from referee.kit.made import Made
from referee.orders.condition_words import read_conditions, write_conditions
from referee.orders.names import Ambiguous, NotFound, find
from referee.orders.values import AtHand, Values, write_value

Words = Mapping[str, Word]
#: for lines that take no conditions
NONE: Mapping[str, Quantity] = MappingProxyType({})


class Reading(Made):
    """An ``orders:`` list as it was read, line by line.

    lines: with ids; None if too little of a line could be read.  A line with a fault has what was
    probably meant.
    named: the ids that were read in each line; guessed: those of them that were guessed.
    faulty: the numbers of the lines with faults.
    """

    lines: list[Line | None]
    named: list[list[str]]
    guessed: list[list[str]]
    faulty: list[int]
    faults: list[Fault]


class Asked(Made):
    """Words that lines can have now, and words that belong to other requests; one_line: whether a
    single line is all that can be said."""

    words: Sequence[str]
    others: Collection[str]
    one_line: bool = False


_OTHERWISE = Choice((STOP, SKIP))
#: the key of a file for answers to what comes later
NEXT = "next"


class _Reader(Values):
    """Reads whole lines: words, and conditions beside them."""

    #: what is said of a word that does not belong here, and of those that do
    unknown, known = "is not an order that you can give now", "order words now"

    def __init__(
        self,
        vocabulary: Vocabulary,
        quantities: Mapping[str, Quantity] = NONE,
        at_hand: AtHand | None = None,
        asked: Asked | None = None,
    ) -> None:
        super().__init__(vocabulary, at_hand)
        self.quantities = quantities
        self.asked = asked
        self.one_line = asked is not None and asked.one_line

    def line(self, raw: object, words: Words, path: Path) -> Line | None:
        if isinstance(raw, str):
            taking = [word for word, takes in words.items() if not isinstance(takes, Nothing)]
            if slip := of_order(raw, taking):
                self.fault(path, *slip)
                return None
            raw = {raw: ""}  # a word without a value
        whole = raw if isinstance(raw, dict) else {}
        bare = {key: value for key, value in whole.items() if key not in (IF, ELSE)}
        if len(bare) != 1:
            reason = "an order line must be one word and its value"
            head = next((key for key, value in bare.items() if key in words and value == ""), "")
            inward = (
                f"indent what belongs to {head!r} further than that word, or put it in {{braces}}"
            )
            self.fault(path, reason, inward if head else f"words: {', '.join(words)}")
            return None
        beside = self.conditional(whole, path)
        found = self.worded(bare, words, path)
        if found is not None:
            self.stopping(words[self.key], beside, path)
        return None if found is None else found | beside

    def stopping(self, takes: Word, beside: Line, path: Path) -> None:
        """A word that stops must not hang on what only the seat knows."""
        conditions: Any = beside.get(IF, ())
        secret = self._secret(conditions)
        if isinstance(takes, Nothing) and takes.stops and secret:
            reason = f"stopping here would reveal {secret!r}, which only you know"
            self.fault((*path, IF), reason, f"stop without {IF!r}, or not at all")

    def conditional(self, raw: dict[str, Any], path: Path) -> Line:
        """The conditions of a line, and what to do if they do not hold."""
        if IF not in raw:
            if ELSE in raw:
                self.fault((*path, ELSE), f"{ELSE!r} needs an {IF!r} in the same line")
            return {}
        if not self.quantities:
            self.fault((*path, IF), "this line cannot have a condition", f"leave {IF!r} out")
            return {}
        conditions, faults = read_conditions(raw[IF], self.quantities, (*path, IF))
        self.faults += faults
        secret = self._secret(conditions)
        otherwise = self.value(raw.get(ELSE, SKIP if secret else STOP), _OTHERWISE, (*path, ELSE))
        if secret and otherwise == STOP:
            reason = f"stopping here would reveal {secret!r}, which only you know"
            self.fault((*path, ELSE), reason, f"write '{ELSE}: {SKIP}' to skip the line instead")
        return {} if faults else {IF: conditions, ELSE: otherwise or STOP}

    def _secret(self, conditions: Sequence[Sequence[Any]]) -> str:
        """A quantity of the conditions that only the seat knows; "" if there is none."""
        named = [side for one in conditions for side in one[::2] if isinstance(side, str)]
        return next((name for name in named if self.quantities[name].private), "")

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
        """Note the fault of an unknown word; the line that was probably meant."""
        named = self.asked.words if self.asked else words
        hint = f"{self.known}: {', '.join(named)}" if words else "no orders are asked for now"
        if self.asked and key in self.asked.others:
            hint += f"; advance orders, for what comes later, go below {NEXT!r}"
            self.fault((*path, key), f"{key!r} is not asked for now", hint, OUT_OF_TURN)
            return None
        bare = self.bare_value(key, words) if value in ("", {}) else self.inner_key(key, words)
        hint = " ".join(filter(None, [bare or trouble.hint, hint]))
        self.fault((*path, key), f"{excerpt(key)!r} {self.unknown}", hint)
        if isinstance(trouble, Ambiguous) or not trouble.suggestions:
            return None
        word = trouble.suggestions[0]
        known, self.key = len(self.faults), word
        guess = self.value(value, words[word], (*path, key))
        del self.faults[known:]  # they are of a guessed word
        return None if guess is None else {word: guess}

    def bare_value(self, text: str, words: Words) -> str:
        """A hint, if a value stands where its word should: "did you mean 'tactics: Ambush'?"."""
        able = [word for word, takes in words.items() if self.could_be(text, takes)]
        able = [f"{word}: {text}" for word in able] or list(self.in_map(text, words))
        return f"did you mean '{able[0]}'?" if len(able) == 1 else ""

    def in_map(self, text: str, words: Words) -> Iterator[str]:
        """The lines whose map needs one value alone, which a text names."""
        for word, takes in words.items():
            needed = takes.needed.items() if isinstance(takes, Fields) else ()
            for key, kind in needed if len(needed) == 1 else ():
                if not isinstance(kind, Either | Choice) and self.could_be(text, kind):
                    yield f"{word}: {{{key}: {text}}}"

    def inner_key(self, key: str, words: Words) -> str:
        """A hint, if a key stands where the word should whose map it is of."""
        able = [word for word, takes in words.items() if key in _keys(takes)]
        return f"did you mean '{able[0]}: {{{key}: ...}}'?" if len(able) == 1 else ""

    def could_be(self, text: str, takes: Word) -> bool:
        """Whether a text is the name of something that a word takes."""
        of = takes.of if isinstance(takes, Many) else takes
        if isinstance(of, Choice | Either):
            return any(text in one.words for one in texts_of(of) if isinstance(one, Choice))
        if not isinstance(of, Name):
            return False
        try:
            self.choose(text, of)
        except (NotFound, Ambiguous):
            return False
        return True


def _keys(takes: Word) -> Collection[str]:
    """The keys of the maps that a word takes."""
    of = takes.of if isinstance(takes, Many) else takes
    maps = maps_of(of) if isinstance(of, Either) else [of] if isinstance(of, Fields) else []
    return [key for kind in maps for key in kind.all()]


def read_lines(
    raw: object,
    words: Words,
    vocabulary: Vocabulary,
    quantities: Mapping[str, Quantity] = NONE,
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
    raw: object, words: Words, vocabulary: Vocabulary, quantities: Mapping[str, Quantity] = NONE
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
    quantities: Mapping[str, Quantity] = NONE,
    one_line: bool = False,
) -> tuple[Answer, list[Fault]]:
    """Read lines elsewhere than in ``orders:`` as `parse_lines` does: (lines, []) or ([], faults).

    unknown: what is said of a word that does not belong there; known: of those that do; one_line:
    whether there can be no second line."""
    reader = _Reader(vocabulary, quantities)
    reader.unknown, reader.known, reader.one_line = unknown, known, one_line
    lines = [reader.line(item, words, (number,)) for number, item in enumerate(raw)]
    return ([] if reader.faults else [line for line in lines if line is not None]), reader.faults


def path_in_file(path: Path, answer: Answer) -> Path:
    """The path in the file, (2, "move", "blocks", 0), of a judge's path (2, "blocks", 0).

    Conditions are beside the word, so (2, "if", 0) stays as it is."""
    if not path or not isinstance(path[0], int) or path[0] >= len(answer):
        return path
    beside = path[1:2] in ((IF,), (ELSE,))
    return path if beside else (path[0], word_of(answer[path[0]]), *path[1:])


def write_lines(answer: Answer, words: Words, vocabulary: Vocabulary) -> list[Any]:
    """An answer as written in a file: the same tree with full names for ids."""
    return [_written(line, words, vocabulary) for line in answer]


def _written(line: Mapping[str, Any], words: Words, vocabulary: Vocabulary) -> dict[str, Any]:
    word = word_of(line)
    beside = {IF: write_conditions(line[IF]), ELSE: line[ELSE]} if IF in line else {}
    return {**beside, word: write_value(line[word], words[word], vocabulary)}


# -- judged ----------------------------------------------------------------------------------------


def read_for(
    request: Request,
    suggestions: Suggestions[Any],
    view: View | None,
    raw: object,
    names: Vocabulary,
    others: Collection[str] = (),
) -> Reading:
    """Read an ``orders:`` list by the words of a request.

    view: of the seat, for hints that list what is at hand; None if they may not be given.
    others: words that belong to other requests."""

    def at_hand(key: str, beside: Mapping[str, Any]) -> list[str]:
        return [] if view is None else suggestions.at_hand(request, view, key, beside)

    asked = Asked(suggestions.open_words(request), others, request.one_line)
    return read_lines(raw, request.words, names, request.conditions, at_hand, asked)


def judge_reading(request: Request, view: View, reading: Reading) -> Judgement:
    """The request's judgement of the lines, with paths as they are in the file.

    If some lines could not be read, this has only the faults that stand whatever those lines were
    meant to be, and a warning of lines that could not be judged."""
    kept = [(number, line) for number, line in enumerate(reading.lines) if line is not None]
    judged = request.judge(view, [line for _, line in kept])
    found = Judgement(
        [_in_file(fault, kept) for fault in judged.faults],
        [_in_file(fault, kept) for fault in judged.warnings],
    )
    if not reading.faults:
        return found
    held = [f for f in found.faults if _holds(f, request, reading)]
    behind = [_in_file(fault, kept) for fault in judged.kept_back]
    behind = [fault for fault in behind if _holds(fault, request, reading)]
    return Judgement(held, [*behind, *_unjudged(reading, request)])


def _unjudged(reading: Reading, request: Request) -> list[Fault]:
    """Warn of lines that were not judged, because they depend on a faulty line above them."""
    first = reading.faulty[0]
    below = [n for n in range(first + 1, len(reading.lines)) if n not in reading.faulty]
    untried = [n for n in below if not _stands(n, request, reading)]
    if not untried:
        return []
    reason = f"the lines below order {first + 1} can only be judged once that can be read"
    if not request.walk.chained:
        which = listed([str(number + 1) for number in untried])
        orders = "order" if len(untried) == 1 else "orders"
        reason = f"{orders} {which} can only be judged once order {first + 1} can be read"
    return [Fault(WARNING, (untried[0],), reason)]


def _in_file(fault: Fault, kept: list[tuple[int, Line]]) -> Fault:
    """A fault with the number and the word of its line in the file."""
    path = path_in_file(fault.path, [line for _, line in kept])
    if not path:  # it is about all lines together
        return fault._replace(quote=fault.quote or "orders:")
    if path and isinstance(path[0], int) and path[0] < len(kept):
        path = (kept[path[0]][0], *path[1:])
    return fault._replace(path=path)


def _holds(fault: Fault, request: Request, reading: Reading) -> bool:
    """Whether a fault of a line stands however the faulty lines are fixed."""
    if not fault.path or not isinstance(fault.path[0], int):
        return False
    return fault.path[0] not in reading.faulty and _stands(fault.path[0], request, reading)


def _stands(number: int, request: Request, reading: Reading) -> bool:
    """Whether the judgement of a line stands however the faulty lines above it are fixed."""
    if request.walk.chained:
        return number < reading.faulty[0]
    named = reading.named[number]
    return all(_apart(reading, other, named) for other in reading.faulty if other < number)


def _apart(reading: Reading, other: int, named: list[str]) -> bool:
    """Whether a faulty line cannot matter to one that names these things."""
    doubtful = reading.guessed[other]
    if reading.lines[other] is None:
        doubtful = reading.named[other]
        if not doubtful:
            return False  # it may have been anything
    return not any(name in named for name in doubtful)
