"""How values of order lines are written and what they are called, in files, templates and hints."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from referee.engine.words import (
    Choice,
    Either,
    Fields,
    Many,
    Name,
    Nothing,
    Number,
    Single,
    Word,
    maps_of,
    texts_of,
)
from referee.fault import Path
from referee.files.folding import plain
from referee.files.write_yaml import flow
from referee.kit.flow import scalar
from referee.kit.lines import listed
from referee.orders.names import meant_key

#: what a value of a choice is called
WORD = "word"
#: what stands for leaving a number out
ALL = "all"


def line_text(raw: Mapping[str, Any]) -> str:
    """An order line of a file without its hyphen: ``levy: {block: Legio 13}``."""
    ((word, value),) = raw.items()
    return word if value == {} else f"{scalar(word)}: {flow(value)}"


def one_each(path: Path, raw: object) -> str:
    """What to do about several values where one is expected."""
    if len(path) != 2 or not isinstance(raw, list) or not all(isinstance(v, str) for v in raw):
        return "write one of them"
    return "write a line for each: " + ", ".join(f"'- {path[1]}: {flow(v)}'" for v in raw[:4])


def without_value(path: Path, raw: object) -> str:
    """What to do about a value behind a word that has none; a number is how often."""
    if len(path) == 2 and isinstance(raw, str) and re.fullmatch("[2-9]", raw):
        return f"write '- {path[1]}' {raw} times, each on its own line"
    return "leave it empty"


def as_map(path: Path, word: Fields) -> str:
    """A hint with the form of a map: ``write '- main attack: {at: PLACE, from: PLACE}'``."""
    key = f"{path[-1]}: " if path and isinstance(path[-1], str) else ""
    return f"write '{'- ' if key and len(path) == 2 else ''}{key}{form_of(word)}'"


def as_whole_map(path: Path, word: Fields) -> str:
    """The same, and what else the map can have."""
    more = f"; it can also have {', '.join(word.optional)}" if word.optional else ""
    return as_map(path, word) + more


def form_of(word: Word) -> str:
    """The form of a value, with a word in capitals for each name: ``{at: PLACE}``."""
    if isinstance(word, Many):
        one = form_of(word.of)
        return f"[{one}, ...]" if isinstance(word.of, Fields | Either) else f"[{one}, {one}]"
    if isinstance(word, Fields):
        keys = [f"{key}: {form_of(kind)}" for key, kind in word.needed.items()]
        return "{" + ", ".join(keys) + "}"
    if isinstance(word, Either):
        return "|".join(map(form_of, word.of))
    if isinstance(word, Choice):
        return "|".join(word.words)
    if isinstance(word, Nothing):
        return ""
    if isinstance(word, Name):
        return word.sort.upper()
    return f"{word.least}-{word.most}" + f"|{ALL}" * word.all


def split_pair(raw: str, word: Single) -> str:
    """A hint, if a text is a key of a map that can stand there and its value, without the colon:
    ``turn Velitrae``."""
    key, _, value = raw.partition(" ")
    able = isinstance(word, Either) and any(key in kind.all() for kind in maps_of(word))
    return f"write '{{{key}: {value}}}'" if able and value else ""


def run_into(raw: Mapping[str, Any], word: Either) -> str:
    """A hint, if several maps were written as one: ``{turn: Velitrae, cut: Capua}``."""
    maps = [kind.all() for kind in maps_of(word)]
    keys = [key for key in raw if any(key in kind for kind in maps)]
    apart = len(keys) > 1 and not any(kind.keys() >= {*keys} for kind in maps)
    return f"write '{', '.join(flow({key: raw[key]}) for key in keys)}'" if apart else ""


def fitting(raw: Mapping[str, Any], word: Either) -> Fields | None:
    """The type of map that shares most keys with this one, None if none shares any."""
    known = [(_known(raw, kind), -number) for number, kind in enumerate(maps_of(word))]
    most, number = max(known, default=((0, 0), 0))
    return maps_of(word)[-number] if any(most) else None


def _known(raw: Mapping[str, Any], kind: Fields) -> tuple[int, int]:
    """How many keys of a map a type has, and how many others it may have meant."""
    types = kind.all()
    strange = [key for key in raw if key not in types]
    return len(raw) - len(strange), sum(bool(meant_key(key, list(types))) for key in strange)


def is_all(raw: object, word: Word) -> bool:
    """Whether a value says in a word what leaving it out says."""
    return isinstance(word, Number) and word.all and isinstance(raw, str) and plain(raw) == ALL


def noun(word: Single) -> str:
    """What a value that is a single text is called: ``block``."""
    if isinstance(word, Either):
        return listed(map(noun, texts_of(word)), "or")
    if isinstance(word, Number):
        return "number"
    return word.sort if isinstance(word, Name) else WORD


def one(noun: str, which: str = "") -> str:
    """A noun with its article: ``a block``, ``an army``; which: what is said of a mere word."""
    return f"{'an' if noun[0] in 'aeio' else 'a'} {noun}{which if noun == WORD else ''}"


def article(word: Name | Number | Choice | Either | Fields) -> str:
    """One value, in words: ``one block``, ``one space or {drop: 1-9}``."""
    if isinstance(word, Either):
        return listed(map(article, word.of), "or")
    if isinstance(word, Fields):
        return form_of(word)
    if isinstance(word, Number):
        return "a number"
    return f"one {word.sort}" if isinstance(word, Name) else "one word"


def gathered(raw: dict[str, Any], types: Mapping[str, Word]) -> dict[str, Any]:
    """A map as it was meant: ``block: A`` for ``blocks: [A]``, and a list without brackets,
    ``blocks: A, B``, of which YAML makes keys, as one text again."""
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
