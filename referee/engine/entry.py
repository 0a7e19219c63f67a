"""Published entries: one per run, in parts for different readers, bound together by a head."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from referee.kit.made import Made
from referee.proof.canonical import typed_digest
from referee.proof.heads import commitment, head, salt

if TYPE_CHECKING:
    from referee.engine.game import Outcome
    from referee.engine.request import Data
    from referee.engine.table import State


class Entry(Made):
    """One published entry.

    public: read by everyone.  own: party (``sealed``, ``seat/<id>``) -> the part that only it can
    read (``sealed``: the host).  salts: party -> the salt of its part's commitment, ``sealed``
    first, then the seats in charter order; none for entry 0, which no head binds.
    """

    number: int
    run: int
    public: Data
    own: dict[str, Data]
    salts: dict[str, bytes]
    previous: bytes

    @cached_property
    def commitments(self) -> dict[str, bytes]:
        """Party -> the commitment to its part."""
        return {party: commitment(one, self.own[party]) for party, one in self.salts.items()}

    @cached_property
    def head(self) -> bytes:
        """The head of this entry."""
        return head(self.previous, self.public, list(self.commitments.values()))


def salts(sealed_stream: bytes, number: int, parties: Sequence[str]) -> dict[str, bytes]:
    """Party -> salt of its part of entry `number`."""
    return {party: salt(sealed_stream, number, party) for party in parties}


def split_events(events: Sequence[Data], seat: str) -> list[Data]:
    """What one seat reads in addition to the public events.

    Each item has either ``at``, the number of public events before it, or ``adds``, the index of
    the public event that it adds data to."""
    found: list[Data] = []
    at = 0
    for event in events:
        own, told = event["own"].get(seat), event["public"] is not None
        if own is not None:
            found.append({"at": at, "adds": told, "kind": event["kind"], "data": own})
        at += told
    return found


def public_events(events: Sequence[Data]) -> list[Data]:
    """The events as everyone reads them; hidden events leave no gap.

    ``rolls``: indices of the run's public rolls and draws that the event reports."""
    return [
        {"kind": event["kind"], "data": event["public"], "rolls": event["rolls"]}
        for event in events
        if event["public"] is not None
    ]


def turns(outcome: Outcome) -> list[Data]:
    """The game turns that ended in a run, for everyone: name, number of the run's events that
    belong to each, and what earlier runs told of it.  Of all but the first nothing was told."""
    return [
        {"turn": ended.turn, "at": ended.at, "events": _without_rolls(ended.told)}
        for ended in outcome.turns
    ]


def _without_rolls(events: Sequence[Data]) -> list[Data]:
    told = [event for event in events if event["public"] is not None]
    return [{"kind": event["kind"], "data": event["public"]} for event in told]


def story(public: Sequence[Data], own: Sequence[Data]) -> list[Data]:
    """The events of a run as one seat reads them, in order: {kind, **data} each."""
    told: list[Data] = []
    rest = list(own)
    for index, event in enumerate(public):
        while rest and rest[0]["at"] <= index and not rest[0]["adds"]:
            told.append(_told(rest.pop(0)))
        data = dict(event["data"])
        while rest and rest[0]["at"] == index and rest[0]["adds"]:
            data |= rest.pop(0)["data"]
        told.append({**data, "kind": event["kind"]})
    return told + [_told(item) for item in rest]


def _told(item: Data) -> Data:
    return {**item["data"], "kind": item["kind"]}


def public_part(outcome: Outcome, state: State) -> Data:
    """The public part of a run, without what the clerk adds (headers, links, due)."""
    return {
        "rolls": outcome.rolls,
        "events": public_events(outcome.events),
        "state": typed_digest(state["public"]),
        "asked": [request.data() for request in outcome.asked],
        "over": outcome.over,
    }


def seat_part(outcome: Outcome, state: State, seat: str) -> Data:
    """What one seat reads in addition to the public part."""
    return {
        "events": split_events(outcome.events, seat),
        "state": typed_digest(state["seats"][seat]),
        "turn": [item for ended in outcome.turns[:1] for item in split_events(ended.told, seat)],
    }


def sealed_part(outcome: Outcome, state: State) -> Data:
    """What only the host and an audit read."""
    return {"draws": outcome.sealed_rolls, "state": typed_digest(state["sealed"])}
