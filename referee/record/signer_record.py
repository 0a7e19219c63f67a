"""The signer's record: what a seat has signed in a game; and its form, a map of texts."""

from __future__ import annotations

import re
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")

#: digits of a head that `--accept` needs at least, and that messages show
HEAD_DIGITS = 16


class Ahead(NamedTuple):
    """The newest file without a link: run: the one that was next when it was signed; after and
    edition: its keys; body: digest of its body."""

    run: int
    after: str
    edition: int
    body: str


class Record(NamedTuple):
    """What a seat has signed in a game.

    host: its key line; gid: of the offer; offer: digest of the offer without its signature, "" if
    it joined before there was a record; join: the text of its join, "" likewise; game: D, ""
    before the first order file.  run, after, number, edition, receipt: of the newest file with a
    link; number: of that link; top: the highest number of a link that was given away.  consent: run
    for which the seat has agreed to a rewind or the like, 0 for none."""

    host: str
    gid: str
    seat: str
    offer: str = ""
    join: str = ""
    game: str = ""
    epoch: int = 0
    run: int = 0
    after: str = ""
    number: int = 0
    edition: int = 0
    receipt: str = ""
    top: int = 0
    ahead: Ahead | None = None
    consent: int = 0


class Stamp(NamedTuple):
    """What the next file is signed with.

    number: of its link, None if it brings none; instead: head that an earlier file followed which
    the player gives up, "" for none."""

    run: int
    number: int | None
    edition: int
    instead: str = ""


_DIGEST = re.compile(r"[0-9a-f]{64}|")
_COUNT = re.compile(r"0|[1-9][0-9]{0,8}")
#: the keys of a record: which of them are numbers, which texts, and which digests or empty
_NUMBERS = ("epoch", "run", "number", "edition", "top", "consent")
_TEXTS = ("host", "gid", "seat", "join")
_DIGESTS = ("offer", "game", "after", "receipt")


def tree(record: Record) -> dict[str, Any]:
    """The record as a map that holds texts and maps alone."""
    ahead = record.ahead
    numbers = {key: str(getattr(record, key)) for key in _NUMBERS}
    return {
        "referee": "1",
        "kind": "record",
        **{key: getattr(record, key) for key in (*_TEXTS, *_DIGESTS)},
        **numbers,
        "ahead": {k: str(v) for k, v in ahead._asdict().items()} if ahead else {},
    }


def from_tree(found: Any) -> Record:
    """The record in such a map; ValueError if it is none."""
    if not isinstance(found, dict) or found.get("referee") != "1" or found.get("kind") != "record":
        raise ValueError("this is not a record in format 1")
    wanted = tree(Record("", "", ""))
    if sorted(found) != sorted(wanted):
        raise ValueError("its keys are not those of a record")
    texts = {key: _as(str, found[key]) for key in _TEXTS}
    texts |= {key: _matched(_DIGEST, found[key]) for key in _DIGESTS}
    numbers = {key: int(_matched(_COUNT, found[key])) for key in _NUMBERS}
    values: dict[str, Any] = {**texts, **numbers}
    made = Record(**values, ahead=_ahead(_as(dict, found["ahead"])))
    if tree(made) != found:
        raise ValueError("a value does not have the form that records use")
    return made


def _ahead(found: dict[str, Any]) -> Ahead | None:
    if not found:
        return None
    if sorted(found) != sorted(Ahead._fields):
        raise ValueError("the keys of 'ahead' are not those of a record")
    run, edition = (int(_matched(_COUNT, found[key])) for key in ("run", "edition"))
    return Ahead(run, _matched(_DIGEST, found["after"]), edition, _matched(_DIGEST, found["body"]))


def _as(kind: type[T], value: Any) -> T:
    if not isinstance(value, kind):
        raise ValueError(f"{value!r:.40} is not a {kind.__name__}")
    return value


def _matched(form: re.Pattern[str], value: Any) -> str:
    if not form.fullmatch(_as(str, value)):
        raise ValueError(f"{value!r:.40} is not possible in a record")
    return str(value)
