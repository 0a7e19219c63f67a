"""What an audit reads before the journal: charter, offer, joins, and the host's last word."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.charter.paper_shapes import Tree
from referee.charter.papers import Charter, read_paper, signature_fault
from referee.charter.secrets import EPOCH, chain
from referee.engine.request import Data
from referee.fault import Refused
from referee.files.write_yaml import emit
from referee.folder.journal import CHAIN_START, read_line, written
from referee.folder.store import StoreTrouble
from referee.playable import good_charter
from referee.proof.chains import Chain
from referee.verify.audit.bundle import Source
from referee.verify.audit.ledger import Wrong, fail, same_bytes

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

REVEAL = "reveal.yaml"
KEY = "secret/host-key"


def read_papers(files: Source) -> Charter:
    """The charter, once it, the offer and the joins are found good to the byte.

    Raises StoreTrouble if the game has not started, Wrong for a paper that is not."""
    names = files.names()
    if "charter.yaml" not in names:
        raise StoreTrouble("the game has not started", "admit the joins with 'referee admit'")
    try:
        charter = good_charter(files.read("charter.yaml"))
    except Refused as trouble:
        fail("charter.yaml", trouble.faults[0])
    joins = {f"joins/{join['seat']}.yaml": join for join in charter.tree["joins"]}
    papers = {"charter.yaml": charter.tree, "offer.yaml": charter.offer, **joins}
    for name, tree in papers.items():
        if name not in names:
            raise Wrong(name, "it is missing")
        _exact(name, files.read(name), tree)
    return charter


def _exact(name: str, raw: bytes, tree: Tree) -> None:
    """Raise Wrong unless a paper is written byte for byte as the host's referee writes it: a
    signature does not cover white space, quotes and comments."""
    whose = "the charter" if name == "charter.yaml" else f"the {name[:5].rstrip('s./')} in it"
    same_bytes(name, raw, emit(tree).encode(), f"it is not what {whose} has")


def sealed_links(
    files: Source, charter: Charter, unlock: Callable[[], Ed25519PrivateKey] | None
) -> tuple[Callable[[int], bytes], Tree | None]:
    """What gives the host's link of a run from the chain for sealed draws, and the host's last
    word if it is there: it has the newest of these links, otherwise the host's key is asked for.

    Raises StoreTrouble where there is neither, Wrong for another's key."""
    if REVEAL in files.names():
        reveal = _revealed(files.read(REVEAL), charter)
        links, runs = _chain_of(reveal, charter), int(reveal["runs"])

        def link(run: int) -> bytes:
            if run > runs:
                raise Wrong("number", f"{REVEAL} has only {runs} runs")
            return links.link(run)

        return link, reveal
    if unlock is None:
        hint = "hosts audit their folder; others audit what 'referee reveal' writes"
        raise StoreTrouble("sealed draws cannot be checked without the host's key", hint)
    own = chain(unlock(), charter.offer, "sealed")
    if own.anchor != charter.anchors["sealed"]:
        raise Wrong(KEY, "it is not the key of the host in the charter")
    return own.link, None


def _revealed(raw: bytes, charter: Charter) -> Tree:
    try:
        reveal = read_paper(raw, "reveal")
    except Refused as trouble:
        fail(REVEAL, trouble.faults[0])
    if fault := signature_fault(reveal, charter.offer["key"], "the host"):
        fail(REVEAL, fault)
    if reveal["game"] != charter.game:
        raise Wrong(f"{REVEAL}, game", "it is not of the charter's game")
    _exact(REVEAL, raw, reveal)
    return reveal


def _chain_of(reveal: Tree, charter: Charter) -> Chain:
    """The sealed chain up to the link that was revealed."""
    runs = int(reveal["runs"])
    if not 0 < runs <= charter.length:
        raise Wrong(f"{REVEAL}, runs", "no game has so many")
    links = Chain(charter.gid, "sealed", EPOCH, runs, bytes.fromhex(reveal["sealed"]))
    if links.anchor != charter.anchors["sealed"]:
        reason = f"it is not link {runs} of the chain in the charter"
        raise Wrong(f"{REVEAL}, sealed", reason)
    return links


class Line(NamedTuple):
    """A line of a journal: its place, what it says, and offset and chain value behind it."""

    place: str
    data: Data
    offset: int
    chain: str


def journal(files: Source, torn: Callable[[], None]) -> Iterator[Line]:
    """The lines of the journal as far as they are found good; torn: called for a last line that
    a crash has cut short.

    Raises Wrong at the first line that is not."""
    offset, chain = 0, CHAIN_START
    for number, raw in enumerate(files.lines("journal"), 1):
        place = f"journal, line {number}"
        if not raw.endswith(b"\n"):
            if files.finished or _goes_on(raw):
                raise Wrong(place, "its end is damaged")
            torn()
            return
        try:
            data, chain = read_line(raw[:-1], chain)
        except ValueError as trouble:
            raise Wrong(place, str(trouble)) from None
        if written(data, chain) != raw:
            raise Wrong(place, "it is not in the form that journals have")
        offset += len(raw)
        yield Line(place, data, offset, chain)


def _goes_on(raw: bytes) -> bool:
    """Whether something follows a whole line where its end should be: no crash leaves that."""
    text = raw.decode(errors="replace")
    try:
        whole: tuple[Any, int] = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return False
    return whole[1] < len(text)
