"""Offer, join and charter: what a game is, who plays it, and which keys speak for whom; reveal:
what the host publishes when it is over.

Each is a YAML file with the writer's signature over its canonical form without the signature.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from referee.engine.canonical import canonical, digest
from referee.engine.chains import tag
from referee.engine.fault import NOT_ALLOWED, NOT_UNDERSTOOD, Fault, Path, Refused
from referee.engine.request import GUEST
from referee.kit.shapes import leaves
from referee.post import sshsig
from referee.post.document import Document
from referee.post.fold import fold_tree
from referee.post.keys import KeyTrouble, public_bytes
from referee.post.known_keys import is_test_key
from referee.post.strict_yaml import read

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

Tree = dict[str, Any]

FORMAT = "1"
#: N: how many links every chain has
CHAIN = "10000"
#: who is due beside those who are asked: nobody, or everybody in the first run of a game turn
LINKS = ("asked", "turn")
INSECURE = "test secrets: anybody can forge this game"

#: values in corrections; more make a charter that is too long to be read
CORRECTIONS_AT_MOST = 4000


def corrections_fault(tree: Any) -> str:
    """What is wrong with the form of corrections, "" if nothing."""
    if not isinstance(tree, dict):
        return "corrections are a map of data files"
    note = tree.get("note")
    if not (isinstance(note, str) and 0 < len(note) <= 200):
        return "corrections have a note of 1 to 200 characters: whose they are, and why"
    if len(tree) == 1:
        return "corrections name a data file"
    if sum(1 for _ in leaves(tree)) > CORRECTIONS_AT_MOST:
        return f"corrections have {CORRECTIONS_AT_MOST} values at most"
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
#: keys that may be left out; where they are, they have one spelling, as D covers them
_MORE = {
    "offer": {"corrections": "corrections", "notice": "texts", "insecure": "insecure"},
    "join": {"insecure": "insecure"},
}


def namespace(kind: str) -> str:
    """The SSHSIG namespace of a kind of file."""
    return f"referee-{kind}"


def unsigned(tree: Tree) -> Tree:
    """The tree without its own signature: what is signed."""
    return {key: value for key, value in tree.items() if key != "signature"}


def signed(tree: Tree, key: Ed25519PrivateKey) -> Tree:
    """The tree with folded texts and the signature of `key` over its canonical form, in the
    namespace of its kind: whoever reads it gets the same texts.

    Raises ValueError for a text that holds what no text may hold."""
    tree = _fold_keeping_signatures(tree)
    message = canonical(unsigned(tree))
    signature = sshsig.sign(key, namespace(tree["kind"]), message)
    return {**unsigned(tree), "signature": tidy_signature(signature)}


def shape_faults(tree: Mapping[str, Any], kind: str, at: Path = ()) -> list[Fault]:
    """What is wrong with the keys and the form of the values of an offer, join or charter."""
    shape = {**_SHAPES[kind], "signature": "signature"}
    known = {**shape, **_MORE.get(kind, {}), "referee": "number", "kind": "text"}
    faults = [
        Fault(NOT_UNDERSTOOD, (*at, key), f"no key {key!r} in a file of kind {kind}")
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
    return f"{key!r} is no {check} as it must be"


def _key_trouble(line: str) -> str:
    """What is wrong with a public key, "" if nothing."""
    try:
        public_bytes(line)
    except KeyTrouble as trouble:
        return trouble.reason
    return ""


def kind_faults(tree: Mapping[str, Any], kind: str, at: Path = ()) -> list[Fault]:
    """Whether this is a file of that kind and of a format that is known here."""
    found = tree.get("kind", "")
    if found != kind:
        reason = f"this is a file of kind {found!r}, not {kind!r}"
        return [
            Fault(NOT_UNDERSTOOD, (*at, "kind"), reason, "", f"give a file of kind {kind!r} here")
        ]
    if tree.get("referee") != FORMAT:
        reason = f"format {tree.get('referee')!r} is not known to this referee"
        return [Fault(NOT_UNDERSTOOD, (*at, "referee"), reason, "", "install a newer referee")]
    return []


def signature_fault(tree: Tree, key: str, whose: str, at: Path = ()) -> Fault | None:
    """What is wrong with the signature of a file, None if it is good.

    The tree's own texts must be folded but for the signature's line ends."""
    try:
        message = canonical(unsigned(tree))
        sshsig.verify(key, namespace(tree["kind"]), message, tree["signature"])
    except sshsig.BadSignature as trouble:
        reason = f"the signature is not good for the key of {whose}: {trouble}"
        return Fault(NOT_ALLOWED, (*at, "signature"), reason, "", "ask for the file again")
    return None


def folded(document: Document) -> Tree:
    """The document's tree with folded texts; signatures keep their lines.

    Raises Refused for a text that holds what no text may hold."""
    try:
        tree: Tree = _fold_keeping_signatures(document.tree)
        return tree
    except ValueError as trouble:
        raise Refused([Fault(NOT_UNDERSTOOD, (), str(trouble))]) from None


def _fold_keeping_signatures(tree: Any) -> Any:
    if isinstance(tree, list):
        return [_fold_keeping_signatures(item) for item in tree]
    if isinstance(tree, dict):
        return {
            key: tidy_signature(value) if key == "signature" else _fold_keeping_signatures(value)
            for key, value in tree.items()
        }
    return fold_tree(tree)


def tidy_signature(value: Any) -> Any:
    """A signature with its lines as files carry them, whatever the mail did to them."""
    return sshsig.tidied(value) if isinstance(value, str) else value


def read_paper(raw: bytes, kind: str) -> Tree:
    """Read an offer, join or charter: its tree with folded texts, its shape checked.

    Signatures are not checked here.  Raises Refused with every fault."""
    document = read(raw)
    if not isinstance(document.tree, dict):
        raise Refused([Fault(NOT_UNDERSTOOD, (), f"a file of kind {kind} is a map of keys")])
    tree = unbroken(folded(document), kind)
    faults = kind_faults(tree, kind) or shape_faults(tree, kind)
    if faults:
        raise Refused([_with_line(fault, document) for fault in faults])
    return tree


def unbroken(tree: Tree, kind: str) -> Tree:
    """The tree of an offer, join, charter or reveal, with hex and base64 in one piece: a mail may
    break them anywhere, and no line that travels is long."""
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


def _with_line(fault: Fault, document: Document) -> Fault:
    """The same fault with a path that names its line, for files that are not kept at hand."""
    line = document.line(fault.path)
    path: Path = ("line", line) if line is not None else ()
    return Fault(fault.answer, path, fault.reason, fault.rule, fault.hint, fault.quote)


def check_offer(offer: Tree, at: Path = ()) -> None:
    """Raise Refused unless the offer is signed by the host key that it names, and has chains of
    the one length that is known (a longer one would only make checking slow)."""
    fault = signature_fault(offer, offer["key"], "the host", at)
    if fault is None and offer["chain"] != CHAIN:
        reason = f"chains of {offer['chain']} links are not known here"
        fault = Fault(NOT_ALLOWED, (*at, "chain"), reason)
    if fault:
        raise Refused([fault])


def check_join(join: Tree, offer: Tree, at: Path = ()) -> None:
    """Raise Refused unless the join is for this offer, for one of its seats, and signed by its
    own key."""
    faults = []
    if join["offer"] != digest(unsigned(offer)):
        faults.append(Fault(NOT_ALLOWED, (*at, "offer"), "this join is for another offer"))
    if join["seat"] not in offer["seats"]:
        seats = ", ".join(offer["seats"])
        reason = f"no seat {join['seat']!r} in this game"
        faults.append(Fault(NOT_ALLOWED, (*at, "seat"), reason, "", f"seats: {seats}"))
    fault = signature_fault(join, join["key"], "the join", at)
    if fault:
        faults.append(fault)
    if faults:
        raise Refused(faults)


@dataclass(frozen=True)
class Charter:
    """What all parties have signed: the game that is played and the keys that speak in it."""

    tree: Tree

    @property
    def offer(self) -> Tree:
        """The host's offer."""
        offer: Tree = self.tree["offer"]
        return offer

    @cached_property
    def digest(self) -> bytes:
        """D: SHA-256 of T("charter") and the canonical form of offer and joins without their
        signatures: a signature has many spellings, and each would give other dice."""
        signed = {"joins": [unsigned(j) for j in self.tree["joins"]], "offer": unsigned(self.offer)}
        return hashlib.sha256(tag("charter") + canonical(signed)).digest()

    @property
    def game(self) -> str:
        """D in hex: the name of the game in all files."""
        return self.digest.hex()

    @property
    def gid(self) -> bytes:
        """The 16 random bytes of the offer."""
        return bytes.fromhex(self.offer["gid"])

    @property
    def length(self) -> int:
        """N: how many links a chain has."""
        return int(self.offer["chain"])

    @property
    def by_turn(self) -> bool:
        """Whether runs end where game turns do, and each turn begins with links of all seats."""
        return bool(self.offer["links"] == "turn")

    @property
    def seats(self) -> list[str]:
        """Seats in charter order."""
        return list(self.offer["seats"])

    @property
    def parties(self) -> list[str]:
        """Parties with a commitment in a head, in order: sealed, then the seats."""
        return ["sealed", *(f"seat/{seat}" for seat in self.seats)]

    @cached_property
    def keys(self) -> dict[str, str]:
        """Seat -> its public key line."""
        return {join["seat"]: join["key"] for join in self.tree["joins"]}

    @cached_property
    def anchors(self) -> dict[str, bytes]:
        """Party -> x_0 of its chain."""
        seats = {f"seat/{j['seat']}": bytes.fromhex(j["anchor"]) for j in self.tree["joins"]}
        hosts = {party: bytes.fromhex(x) for party, x in self.offer["anchors"].items()}
        return {**hosts, **seats}

    @cached_property
    def standing(self) -> dict[str, str]:
        """Seat -> the set of standing orders that it begins with."""
        return {join["seat"]: join["standing"] for join in self.tree["joins"]}

    @property
    def insecure(self) -> bool:
        """Whether any party uses test secrets, so that nothing here is worth a thing."""
        return any("insecure" in tree for tree in (self.offer, *self.tree["joins"]))

    @property
    def forgeable(self) -> bool:
        """Whether anybody can speak for a party: it says so, or its key is one that all know."""
        return self.insecure or any(map(is_test_key, [self.offer["key"], *self.keys.values()]))


def read_charter(raw: bytes) -> Charter:
    """Read a charter and check it whole: shapes, all signatures, one join for each seat.

    Raises Refused with the faults."""
    tree = read_paper(raw, "charter")
    faults = kind_faults(tree["offer"], "offer", ("offer",)) or shape_faults(
        tree["offer"], "offer", ("offer",)
    )
    for i, join in enumerate(tree["joins"]):
        at = ("joins", i)
        faults += kind_faults(join, "join", at) or shape_faults(join, "join", at)
    if faults:
        raise Refused(faults)
    check_charter(tree)
    return Charter(tree)


def check_charter(tree: Tree) -> None:
    """Raise Refused unless all signatures are good and each seat has one join."""
    offer = tree["offer"]
    fault = signature_fault(tree, offer["key"], "the host")
    if fault:
        raise Refused([fault])
    check_offer(offer, ("offer",))
    for i, join in enumerate(tree["joins"]):
        check_join(join, offer, ("joins", i))
    if [join["seat"] for join in tree["joins"]] != offer["seats"]:
        reason = "the joins of a charter are one for each seat, in the order of the seats"
        raise Refused([Fault(NOT_ALLOWED, ("joins",), reason)])
    keys = [join["key"] for join in tree["joins"]]
    for i, key in enumerate(keys):
        if key in keys[:i]:
            other = tree["joins"][keys.index(key)]["seat"]
            raise Refused([one_key(other, ("joins", i, "key"))])


def one_key(seat: str, at: Path) -> Fault:
    """The fault of a join with a key that another seat has."""
    reason = f"this key plays {seat} already"
    return Fault(NOT_ALLOWED, at, reason, "", "each seat needs its own key")
