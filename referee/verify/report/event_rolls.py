"""Rolls in the events of a run: each event names the rolls it tells of, and its data hold what
they showed, so that no roll can be left out of a report.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.engine.request import Data
from referee.engine.rules import Rules
from referee.proof.canonical import typed


def unbound(public: Data) -> Iterator[tuple[str, str]]:
    """(place, reason) if the events of a run do not name all its rolls, each once and in order."""
    named = [index for event in public["events"] for index in event["rolls"]]
    if named != list(range(len(public["rolls"]))):
        missing = [i for i in range(len(public["rolls"])) if i not in named]
        reason = f"no event mentions roll {missing[0] + 1}" if missing else _strange(public, named)
        yield "public, events", reason


def _strange(public: Data, named: list[int]) -> str:
    """Why events name rolls that the run does not have, or not as they must."""
    count = len(public["rolls"])
    if any(index >= count for index in named):
        return f"they mention roll {max(named) + 1}, but there are {count}: one was left out"
    return "they must name the rolls once each, in order"


def untrue(public: Data, rules: Rules) -> Iterator[tuple[str, str]]:
    """(place, reason) of each event whose data are not what its rolls and draws showed.

    What is told of the rolls of an earlier run, as a step that was gone through again does, cannot
    be compared here.  The rolls must be those that `unbound` finds good."""
    again = public.get("reopened", False)
    for number, event in enumerate(public["events"], 1):
        shown = [value for index in event["rolls"] for value in _shown(public["rolls"][index])]
        keys = rules.rolled.get(event["kind"], ())
        told = [value for key in keys for value in _values(event["data"].get(key, []))]
        if sorted(map(typed, told)) == sorted(map(typed, shown)) or (again and not event["rolls"]):
            continue
        reason = f"it says {_words(told)}, but its rolls show {_words(shown)}"
        yield f"public, events, {number}", reason


def disordered(sheet: Data, rules: Rules) -> Iterator[tuple[str, str]]:
    """(place, reason) of open draws from what cannot lie there, or not in the rulebook's order: by
    the order a host who knows the dice could choose what they draw."""
    known = list(rules.drawn_from)
    for number, roll in enumerate(sheet["public"]["rolls"], 1):
        items, place = roll.get("items", []), f"public, rolls, {number}"
        if strange := [item for item in items if item not in known]:
            yield place, f"these rules do not draw from {strange[0]}"
        elif items != sorted(items, key=known.index):
            yield place, "its items are not in the order of the rulebook"


def misled(sheet: Data) -> Iterator[tuple[str, str]]:
    """(place, reason) of what one seat is told beyond the public events, and cannot be: it stands
    beside or between them, and says nothing else in their place."""
    public, own = sheet["public"], sheet["own"]
    told = [event for ended in public["turn"][:1] for event in ended["events"]]
    yield from _misled(public["events"], own.get("events", []), "own, events")
    yield from _misled(told, own.get("turn", []), "own, turn")


def _misled(public: list[Data], told: list[Data], place: str) -> Iterator[tuple[str, str]]:
    at = 0
    for number, own in enumerate(told, 1):
        if not at <= own["at"] <= len(public) - own["adds"]:
            reason = f"it belongs to event {own['at'] + 1}, which does not exist"
            yield f"{place}, {number}", reason
            return
        at = own["at"]
        event = public[at] if own["adds"] else {"kind": own["kind"], "data": {}}
        if own["kind"] != event["kind"]:
            reason = f"it adds to an event of kind {event['kind']}, but is of kind {own['kind']}"
            yield f"{place}, {number}", reason
        elif changed := sorted({*own["data"]} & {*event["data"]}):
            reason = f"it tells you something else than all others: {', '.join(changed)}"
            yield f"{place}, {number}", reason


def unrolled(sheet: Data, rules: Rules) -> Iterator[tuple[str, str]]:
    """(place, reason) of dice that one seat alone is told of: open dice are told to all."""
    for number, own in enumerate(sheet["own"].get("events", []), 1):
        keys = [key for key in rules.rolled.get(own["kind"], ()) if key in own["data"]]
        if keys:
            reason = f"it tells only you of open dice or draws: {', '.join(keys)}"
            yield f"own, events, {number}", reason


def _shown(roll: Data) -> list[Any]:
    """What a roll or an open draw showed."""
    if "faces" in roll:
        return list(roll["values"])
    return [roll["items"][i] for i in roll["picked"] if i < len(roll["items"])]


def _values(data: Any) -> Iterator[Any]:
    """The values in lists and maps, however deep."""
    if isinstance(data, dict):
        data = [*data.values()]
    if not isinstance(data, list):
        yield data
        return
    for item in data:
        yield from _values(item)


def _words(values: list[Any]) -> str:
    return " ".join(map(str, values)) or "nothing"
