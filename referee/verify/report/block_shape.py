"""The shape of a report's block: what must be there before anything can be checked.

A hostile block may hold anything; what passes here can be read by the checks without surprises.
What rulesets put into states and events is theirs to read, and is not described here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from referee.charter.papers import Charter
from referee.engine.ending import AGREED, RESIGNED
from referee.engine.plain import GREATEST, too_great
from referee.engine.request import GUEST
from referee.orders.order_file import HEADER

Check = Callable[[Any], bool]


def _hex(digits: int) -> Check:
    form = re.compile(f"[0-9a-f]{{{digits}}}")
    return lambda v: isinstance(v, str) and bool(form.fullmatch(v))


def _count(v: Any) -> bool:
    return type(v) is int and 0 <= v < 1 << 32


def _text(v: Any) -> bool:
    return isinstance(v, str)


def _version(v: Any) -> bool:
    return isinstance(v, str) and bool(re.fullmatch(r"[0-9A-Za-z][0-9A-Za-z.+-]{0,39}", v))


def _number(v: Any) -> bool:
    """A number from 1 as order files write it."""
    return isinstance(v, str) and bool(re.fullmatch(r"[1-9][0-9]{0,8}", v))


def _list_of(check: Check) -> Check:
    return lambda v: isinstance(v, list) and all(check(item) for item in v)


def _map_of(check: Check) -> Check:
    return lambda v: isinstance(v, dict) and all(check(item) for item in v.values())


def _fields(**checks: Check) -> Check:
    """A map with these keys; others may be there."""
    return lambda v: isinstance(v, dict) and all(k in v and c(v[k]) for k, c in checks.items())


def _only(**checks: Check) -> Check:
    """A map with these keys and no others."""
    return lambda v: _fields(**checks)(v) and len(v) == len(checks)


def _link(v: Any) -> bool:
    """Epoch, number, value."""
    if not (isinstance(v, list) and len(v) == 3 and _count(v[0]) and _count(v[1])):
        return False
    return bool(v[0] < 1 << 16) and _hex(64)(v[2])


_AGAIN = _only(kind=_text, data=_map_of(lambda v: True))
_EVENT = _only(kind=_text, data=_map_of(lambda v: True), rolls=_list_of(_count))
_OWN_EVENT = _only(
    at=_count, adds=lambda v: type(v) is bool, kind=_text, data=_map_of(lambda v: True)
)
_CAST: dict[str, Check] = {"scope": _text, "opening": _count, "number": _count, "label": _text}
_DICE = _only(**_CAST, faces=_count, values=_list_of(lambda v: type(v) is int))
_DRAW = _only(**_CAST, items=_list_of(_text), picked=_list_of(_count))
_TURN = _only(turn=_text, at=_count, events=_list_of(_AGAIN))
_ROLL: Check = lambda v: _DICE(v) or _DRAW(v)  # noqa: E731
_HEADER_FORMS: dict[str, Check] = {
    **dict.fromkeys(("game", "after", "dice", "instead", "body"), _hex(64)),
    **dict.fromkeys(("run", "edition"), _number),
    "signature": _list_of(_text),
}
_HEADER: Check = lambda v: (  # noqa: E731 - one of the checks, like the others
    isinstance(v, dict)
    and {*HEADER, "body", "signature"} - {"instead"} <= {*v} <= {*HEADER, "body", "signature"}
    and all(_HEADER_FORMS.get(key, _text)(x) for key, x in v.items())
)
_ASKED = _only(kind=_text, seat=_text, args=_map_of(lambda v: True))
_NOTE: Check = lambda v: isinstance(v, list) and len(v) > 1 and all(map(_text, v))  # noqa: E731

_ENDED: Check = lambda v: (  # noqa: E731
    v in ({}, {"how": AGREED}) or (_only(how=_text, seat=_text)(v) and v["how"] == RESIGNED)
)
_FILE = _only(after=_hex(64), edition=_number, body=_hex(64))
_ANSWERED = _only(
    on=_text,
    by=lambda v: v in ("next", "standing", "default"),
    rule=_count,
    next=_count,
    left=_list_of(_text),
    answer=_list_of(_text),
    times=_count,
)

_PUBLIC: dict[str, Check] = {
    "run": _count,
    "before": _text,
    "again": _list_of(_AGAIN),
    "rolls": _list_of(_ROLL),
    "events": _list_of(_EVENT),
    "state": _hex(64),
    "asked": _list_of(_ASKED),
    "over": lambda v: type(v) is bool,
    "headers": _list_of(_HEADER),
    "links": _map_of(_link),
    "notes": _list_of(_NOTE),
    "due": _list_of(_text),
    "ended": _ENDED,
    "recent": _list_of(_hex(64)),
    "brought": _map_of(_count),
    "absent": _list_of(_text),
    "late": _list_of(_HEADER),
    "void": _list_of(_HEADER),
    "turn": _list_of(_TURN),
}
#: what only an upgrade of the rules puts there
_PUBLIC_MORE: dict[str, Check] = {
    "rules": lambda v: isinstance(v, list) and len(v) == 2 and _text(v[0]) and _hex(64)(v[1]),
    "since": _count,
    "reopened": lambda v: v is True,
}
_OWN: dict[str, Check] = {
    "events": _list_of(_OWN_EVENT),
    "state": _hex(64),
    "words": _list_of(_text),
    "standing": _text,
    "files": _list_of(_FILE),
    "answered": _list_of(_ANSWERED),
    "notes": _list_of(_NOTE),
    "turn": _list_of(_OWN_EVENT),
    "remembered": _map_of(lambda v: True),
}
_SHEET: dict[str, Check] = {
    "referee": lambda v: v == 1 and type(v) is int,
    "kind": lambda v: v == "report",
    "wording": _version,
    "game": _hex(64),
    "seat": _text,
    "number": _count,
    "run": _count,
    "previous": _text,
    "head": _hex(64),
    "commitments": _map_of(_hex(64)),
    "salt": _text,
    "links": _map_of(_link),
    "public": _map_of(lambda v: True),
    "own": _map_of(lambda v: True),
    "state": _only(public=lambda v: isinstance(v, dict), own=lambda v: isinstance(v, dict)),
}

_SEALED: dict[str, Check] = {"draws": _list_of(_DRAW), "state": _hex(64)}
_ENTRY: dict[str, Check] = {
    "type": lambda v: v == "entry",
    "number": _count,
    "public": _map_of(lambda v: True),
    "own": _map_of(lambda v: True),
    "head": _hex(64),
    "state": _hex(64),
}


def entry_findings(line: dict[str, Any], charter: Charter) -> list[tuple[str, str]]:
    """(place, reason) of what is missing or of another form in a journal's line of an entry."""
    found = list(_parts(line, _ENTRY, "entry"))
    if not found and sorted(line["own"]) != sorted(charter.parties):
        found = [("own", "the parts are not those of the parties of the charter")]
    if found:
        return found
    found = list(_parts(line["public"], _PUBLIC, "public", _PUBLIC_MORE))
    for party, part in line["own"].items():
        shape = _SEALED if party == "sealed" else _OWN
        found += (
            _parts(part, shape, f"own, {party}")
            if isinstance(part, dict)
            else [(f"own, {party}", "it is no map")]
        )
    return found or list(_named(line["public"], charter))


def shape_findings(sheet: dict[str, Any], charter: Charter) -> list[tuple[str, str]]:
    """(place, reason) of what is missing or of another form than a report's block has, or names
    somebody who is not in the charter."""
    return form_findings(sheet) or list(_parties(sheet, charter))


def form_findings(sheet: dict[str, Any]) -> list[tuple[str, str]]:
    """(place, reason) of what is missing or of another form than a report's block has."""
    found = list(_parts(sheet, _SHEET, "block"))
    if found:
        return found
    if greedy := [key for key, value in sheet.items() if too_great(value)]:
        return [(key, f"a number in it is greater than {GREATEST}") for key in greedy]
    found = list(_parts(sheet["public"], _PUBLIC, "public", _PUBLIC_MORE))
    found += _parts(sheet["own"], _own(sheet), "own")
    return found or list(_bound(sheet))


def _own(sheet: dict[str, Any]) -> dict[str, Check]:
    """A guest has nothing of his own."""
    return {} if sheet.get("seat") == GUEST else _OWN


def _bound(sheet: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """What binds a report to its entry: all of it must be there, but for report 0."""
    bound, commitments = sheet["number"] > 0, sheet["commitments"]
    if sheet["seat"] == GUEST:
        if sheet["salt"] or sheet["state"]["own"] or bound != bool(_hex(64)(sheet["previous"])):
            yield "salt", "a guest has neither a salt nor a position of his own"
        return
    if bound and not (_hex(64)(sheet["previous"]) and _hex(64)(sheet["salt"])):
        yield "salt", "salt or previous head are not 64 hex digits"
    if not bound and (sheet["previous"] or sheet["salt"]):
        yield "salt", "nothing comes before report 0: it has neither salt nor previous head"
    if bound and f"seat/{sheet['seat']}" not in commitments:
        yield "seats", "nothing commits to the part of the report's own seat"


def strange_keys(sheet: dict[str, Any]) -> list[str]:
    """The keys that a block has too many, or that it lacks."""
    parts = [(sheet, _SHEET, "block")]
    for name, shape in (("public", _PUBLIC), ("own", _own(sheet))):
        if isinstance(part := sheet.get(name), dict):
            parts.append((part, shape, name))
    return [
        f"{'no ' if key in shape else ''}{key} in {name}"
        for part, shape, name in parts
        for key in sorted({*part} ^ {*shape})
        if name != "public" or key not in _PUBLIC_MORE
    ]


def _parts(
    data: dict[str, Any], shape: dict[str, Check], name: str, more: dict[str, Check] | None = None
) -> Iterator[tuple[str, str]]:
    """more: what may be missing."""
    known = {**shape, **(more or {})}
    for key, check in known.items():
        if key in data and not check(data[key]):
            yield f"{name}, {key}", "it has the wrong form"
        elif key in shape and key not in data:
            yield f"{name}, {key}", "it is missing"
    for key in data:
        if key not in known:
            yield f"{name}, {key}", "this key does not belong here"


def _parties(sheet: dict[str, Any], charter: Charter) -> Iterator[tuple[str, str]]:
    """Seats and parties must be those of the charter."""
    seats, bound = charter.seats, sheet["number"] > 0
    parties = ["host", *(f"seat/{seat}" for seat in seats)]
    if sheet["seat"] not in (*seats, GUEST):
        yield "seats", "the report is for a seat that is not in the charter"
    if sorted(sheet["links"]) != sorted(parties):
        yield "links", "they are not those of the parties of the charter"
    yield from _named(sheet["public"], charter)
    if sorted(sheet["commitments"]) != (sorted(charter.parties) if bound else []):
        yield "commitments", "they are not those of the parties of the charter"


def _named(public: dict[str, Any], charter: Charter) -> Iterator[tuple[str, str]]:
    """Seats and parties that a public part names must be of the charter."""
    seats = charter.seats
    named = [*public["due"], *(note[0] for note in public["notes"])]
    named += [public["ended"]["seat"]] if "seat" in public["ended"] else []
    named += [h["seat"] for h in public["headers"]] + [a["seat"] for a in public["asked"]]
    named += [*public["absent"], *(h["seat"] for h in public["late"] + public["void"])]
    if any(seat not in seats for seat in named) or sorted(public["brought"]) != sorted(seats):
        yield "seats", "it names a seat that is not in the charter"
    if any(party not in ("host", *(f"seat/{seat}" for seat in seats)) for party in public["links"]):
        yield "links", "one is of a party that is not in the charter"
