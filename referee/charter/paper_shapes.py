"""The forms of offer, join, charter and reveal: which keys each has, and what each key holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from referee.engine.request import GUEST
from referee.fault import NOT_UNDERSTOOD, Fault, Path
from referee.gamedata.shapes import leaves
from referee.proof.keys import KeyTrouble, public_bytes

Tree = dict[str, Any]

#: who is due besides those who are asked: nobody, or everyone in the first run of a game turn
LINKS = ("asked", "turn")
INSECURE = "test secrets: anybody can forge this game"
#: the most values in corrections; more would make the charter too long
CORRECTIONS_AT_MOST = 4000


def corrections_fault(tree: Any) -> str:
    """What is wrong with the form of corrections, "" if nothing."""
    if not isinstance(tree, dict):
        return "corrections must be a map of data files"
    note = tree.get("note")
    if not (isinstance(note, str) and 0 < len(note) <= 200):
        return "corrections need a note of 1 to 200 characters: who made them, and why"
    if len(tree) == 1:
        return "corrections must name a data file"
    if sum(1 for _ in leaves(tree)) > CORRECTIONS_AT_MOST:
        return f"corrections can have at most {CORRECTIONS_AT_MOST} values"
    return ""


_HEX32 = re.compile(r"[0-9a-f]{64}")
_CHECKS: dict[str, Callable[[Any], bool]] = {
    "text": lambda v: isinstance(v, str) and 0 < len(v) <= 200,
    "number": lambda v: isinstance(v, str) and bool(re.fullmatch(r"0|[1-9][0-9]{0,8}", v)),
    "digest": lambda v: isinstance(v, str) and bool(_HEX32.fullmatch(v)),
    "gid": lambda v: isinstance(v, str) and bool(re.fullmatch(r"[0-9a-f]{32}", v)),
    "seat": lambda v: isinstance(v, str) and bool(re.fullmatch(r"[a-z0-9-]{1,40}", v)),
    "seats": lambda v: (
        isinstance(v, list)
        and bool(v)
        and GUEST not in v
        and all(_CHECKS["seat"](s) for s in v)
        and len(set(v)) == len(v)
    ),
    "links": lambda v: v in LINKS,
    "key": lambda v: isinstance(v, str) and not _key_trouble(v),
    "insecure": lambda v: v == INSECURE,
    "words": lambda v: isinstance(v, dict) and all(isinstance(x, str) for x in v.values()),
    "texts": lambda v: isinstance(v, list) and bool(v) and all(isinstance(x, str) for x in v),
    "anchors": lambda v: (
        isinstance(v, dict)
        and sorted(v) == ["host", "sealed"]
        and all(_CHECKS["digest"](x) for x in v.values())
    ),
    "offer": lambda v: isinstance(v, dict),
    "joins": lambda v: isinstance(v, list) and all(isinstance(x, dict) for x in v),
    "signature": lambda v: isinstance(v, str) and len(v) <= 2000,
    "corrections": lambda v: not corrections_fault(v),
}
#: what a value must be, in words, unless its check says so itself
_WANTED = {
    "text": "a text of 1 to 200 characters",
    "number": "a number without leading zeros",
    "digest": "64 hexadecimal digits in lower case",
    "gid": "32 hexadecimal digits in lower case",
    "seat": "a seat: 1 to 40 lower-case letters, digits and hyphens",
    "seats": f"a list of seats without repeats and without {GUEST!r}",
    "links": " or ".join(repr(links) for links in LINKS),
    "key": "a public key: one line",
    "insecure": f"the words {INSECURE!r}",
    "words": "keys with one text each",
    "texts": "a list of texts",
    "anchors": "two digests, 'host' and 'sealed'",
    "offer": "an offer",
    "joins": "a list of joins",
    "signature": "an SSH signature of at most 2000 characters",
}
_OFFER = {
    "gid": "gid",
    "name": "text",
    "ruleset": "text",
    "version": "text",
    "data": "digest",
    "scenario": "text",
    "options": "words",
    "seats": "seats",
    "mode": "text",
    "deadline": "text",
    "chain": "number",
    "links": "links",
    "key": "key",
    "anchors": "anchors",
}
_JOIN = {"offer": "digest", "seat": "seat", "key": "key", "anchor": "digest", "standing": "text"}
_CHARTER = {"offer": "offer", "joins": "joins"}
_REVEAL = {"game": "digest", "runs": "number", "head": "digest", "sealed": "digest"}
_SHAPES = {"offer": _OFFER, "join": _JOIN, "charter": _CHARTER, "reveal": _REVEAL}
#: optional keys; each value has one spelling, since D covers it
_MORE = {
    "offer": {"corrections": "corrections", "notice": "texts", "insecure": "insecure"},
    "join": {"insecure": "insecure"},
}


def shape_faults(tree: Mapping[str, Any], kind: str, at: Path = ()) -> list[Fault]:
    """What is wrong with the keys and the form of the values of an offer, join or charter."""
    shape = {**_SHAPES[kind], "signature": "signature"}
    known = {**shape, **_MORE.get(kind, {}), "referee": "number", "kind": "text"}
    faults = [
        Fault(NOT_UNDERSTOOD, (*at, key), f"a file of kind {kind} has no key {key!r}")
        for key in tree
        if key not in known
    ]
    needed = ("referee", "kind", *shape)
    faults += [
        Fault(NOT_UNDERSTOOD, at, f"the key {key!r} is missing")
        for key in needed
        if key not in tree
    ]
    faults += [
        Fault(NOT_UNDERSTOOD, (*at, key), _misfit(key, check, tree[key]))
        for key, check in known.items()
        if key in tree and not _CHECKS[check](tree[key])
    ]
    return faults


def _misfit(key: str, check: str, value: Any) -> str:
    """Why a value is not what its key needs."""
    if check == "key" and isinstance(value, str):
        return _key_trouble(value)
    if check == "corrections":
        return corrections_fault(value)
    return f"{key!r} must be {_WANTED[check]}"


def _key_trouble(line: str) -> str:
    """What is wrong with a public key, "" if nothing."""
    try:
        public_bytes(line)
    except KeyTrouble as trouble:
        return trouble.reason
    return ""


def unbroken(tree: Tree, kind: str) -> Tree:
    """The tree of an offer, join, charter or reveal, with hex and base64 in one piece, which mail
    may have broken anywhere."""
    return {key: _unbroken(value, _SHAPES[kind].get(key, "")) for key, value in tree.items()}


def _unbroken(value: Any, check: str) -> Any:
    if check in ("digest", "gid") and isinstance(value, str):
        return value.replace(" ", "")
    if check == "key" and isinstance(value, str):
        name, _, encoded = value.partition(" ")
        return f"{name} {encoded.replace(' ', '')}"
    if check == "anchors" and isinstance(value, dict):
        return {party: _unbroken(anchor, "digest") for party, anchor in value.items()}
    if check == "offer" and isinstance(value, dict):
        return unbroken(value, "offer")
    if check == "joins" and isinstance(value, list):
        return [unbroken(join, "join") if isinstance(join, dict) else join for join in value]
    return value
