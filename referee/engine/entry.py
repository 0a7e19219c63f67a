"""Published entries: one per run, in parts that different people may read, bound by a head."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from referee.proof.canonical import typed_digest
from referee.proof.heads import commitment, head, salt

if TYPE_CHECKING:
    from referee.engine.game import Outcome
    from referee.engine.request import Data
    from referee.engine.table import State


class Entry(NamedTuple):
    """One published entry.

    public: read by all.  own: party (``sealed``, ``seat/<id>``) -> the part that only it may
    read (``sealed``: the host).  salts: party -> what its part is committed with.
    """

    number: int
    run: int
    public: Data
    own: dict[str, Data]
    salts: dict[str, bytes]
    previous: bytes

    def commitments(self, parties: Sequence[str]) -> dict[str, bytes]:
        """Party -> what binds the entry to its part without telling it."""
        return {party: commitment(self.salts[party], self.own[party]) for party in parties}

    def head(self, parties: Sequence[str]) -> bytes:
        """The head of this entry; parties: sealed, then the seats in charter order."""
        return head(self.previous, self.public, list(self.commitments(parties).values()))


def salts(sealed_stream: bytes, number: int, parties: Sequence[str]) -> dict[str, bytes]:
    """Party -> salt of its part of entry `number`."""
    return {party: salt(sealed_stream, number, party) for party in parties}


def split_events(events: Sequence[Data], seat: str) -> list[Data]:
    """What one seat reads beyond the public events.

    Each item has ``at``, the number of public events before it or, with ``adds``, the index of
    the public event that it adds its data to."""
    found: list[Data] = []
    at = 0
    for event in events:
        own, told = event["own"].get(seat), event["public"] is not None
        if own is not None:
            found.append({"at": at, "adds": told, "kind": event["kind"], "data": own})
        at += told
    return found


def public_events(events: Sequence[Data]) -> list[Data]:
    """The events as everybody reads them; those that nobody else is told of leave no gap.

    ``rolls``: which of the run's public rolls and draws it tells of, by their index."""
    return [
        {"kind": event["kind"], "data": event["public"], "rolls": event["rolls"]}
        for event in events
        if event["public"] is not None
    ]


def story(public: Sequence[Data], own: Sequence[Data]) -> list[Data]:
    """The events of a run as one seat reads them: {kind, **data} each, in order."""
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
    """What everybody reads of a run, but for what the clerk adds (headers, links, due)."""
    return {
        "rolls": outcome.rolls,
        "events": public_events(outcome.events),
        "state": typed_digest(state["public"]),
        "asked": [request.data() for request in outcome.asked],
        "over": outcome.over,
    }


def seat_part(outcome: Outcome, state: State, seat: str) -> Data:
    """What one seat reads beyond the public part."""
    return {
        "events": split_events(outcome.events, seat),
        "state": typed_digest(state["seats"][seat]),
    }


def sealed_part(outcome: Outcome, state: State) -> Data:
    """What only the host and an audit read."""
    return {"draws": outcome.sealed_rolls, "state": typed_digest(state["sealed"])}
