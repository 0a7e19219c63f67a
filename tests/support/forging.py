"""Reports that a host makes up: they never came of a run, and are signed like any other."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from referee.charter.papers import Charter
from referee.charter.secrets import chain
from referee.proof.heads import RECENT, commitment, head

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

Sheet = dict[str, Any]


def following(
    charter: Charter, key: Ed25519PrivateKey, sheet: Sheet, number: int, due: bool = True
) -> Sheet:
    """A report that follows another one, whatever its number: nothing happens in it, and its seat
    is due after it.  key: the host's."""
    made = copy.deepcopy(sheet)
    public, seat = made["public"], sheet["seat"]
    host = [0, number, chain(key, charter.offer, "host").link(number).hex()]
    made |= {"number": number, "run": number, "previous": sheet["head"]}
    made["links"]["host"] = host
    before = sheet["public"]["recent"]
    recent = [sheet["head"], *["ab" * 32] * (number - 1 - len(before)), *before]
    more = {"run": number, "headers": [], "rolls": [], "events": [], "turn": [], "notes": []}
    made["own"]["events"], made["own"]["turn"] = [], []
    public |= more | {"recent": recent[:RECENT], "links": {"host": host}}
    public["due"] = [seat] if due else []
    return headed(charter, made)


def headed(charter: Charter, sheet: Sheet) -> Sheet:
    """The sheet with the head that its parts have."""
    own = commitment(bytes.fromhex(sheet["salt"]), sheet["own"])
    sheet["commitments"][f"seat/{sheet['seat']}"] = own.hex()
    parts = [bytes.fromhex(sheet["commitments"][party]) for party in charter.parties]
    made = head(bytes.fromhex(sheet["previous"]), sheet["public"], parts)
    return {**sheet, "head": made.hex()}
