"""Offer, joins and charter of fixed keys: forms, signatures, D and links, by their vectors."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from referee.charter.papers import read_charter, signed, unsigned
from referee.charter.secrets import chain
from referee.files.write_yaml import emit
from referee.proof.canonical import canonical
from referee.proof.keys import generate

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "vectors.json").read_text("utf-8"))
PAPERS = VECTORS["papers"]
KEYS = {
    party: generate(bytes.fromhex(told.split()[0] * 32))
    for party, told in PAPERS["private key seeds"].items()
}


def papers() -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Offer and joins, signed."""
    offer = signed(json.loads(PAPERS["canonical offer"]), KEYS["host"])
    joins = [json.loads(text) for text in PAPERS["canonical joins"]]
    return offer, [signed(join, KEYS[join["seat"]]) for join in joins]


def charter() -> dict[str, Any]:
    offer, joins = papers()
    tree = {"referee": "1", "kind": "charter", "offer": offer, "joins": joins}
    return signed(tree, KEYS["host"])


def test_vector_signatures() -> None:
    offer, joins = papers()
    assert offer["signature"] == PAPERS["offer signature"]
    assert [join["signature"] for join in joins] == PAPERS["join signatures"]
    assert charter()["signature"] == PAPERS["charter signature"]


def test_vector_forms_are_canonical() -> None:
    offer, joins = papers()
    assert canonical(unsigned(offer)).decode() == PAPERS["canonical offer"]
    assert [canonical(unsigned(j)).decode() for j in joins] == PAPERS["canonical joins"]


def test_vector_digests_follow_from_the_texts_alone() -> None:
    offer = PAPERS["canonical offer"]
    assert hashlib.sha256(offer.encode()).hexdigest() == PAPERS["offer digest"]
    assert all(json.loads(t)["offer"] == PAPERS["offer digest"] for t in PAPERS["canonical joins"])
    text = '{"joins":[' + ",".join(PAPERS["canonical joins"]) + '],"offer":' + offer + "}"
    found = hashlib.sha256(b"referee/1 charter\x00" + text.encode()).hexdigest()
    assert found == PAPERS["D"]


def test_a_charter_of_these_papers_reads_as_that_game() -> None:
    read = read_charter(emit(charter()).encode())
    assert read.game == PAPERS["D"]
    assert read.tree == charter()


def test_vector_links() -> None:
    offer, _ = papers()
    for name, value in PAPERS["links"].items():
        party, _, number = name.rpartition("/")
        owner = party.removeprefix("seat/") if party.startswith("seat/") else "host"
        assert chain(KEYS[owner], offer, party).link(int(number)).hex() == value
