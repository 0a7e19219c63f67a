"""Offer, join and charter: what a game is, who plays it, and whose keys sign for whom; reveal: what
the host publishes at its end.

Each is a YAML file with the writer's signature over its canonical form without the signature.  The
kind, the format and the lines of a signature are the same in order files.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from referee.charter.paper_shapes import Tree, shape_faults, unbroken
from referee.fault import NOT_ALLOWED, NOT_UNDERSTOOD, Fault, Path, Refused
from referee.files.document import Document
from referee.files.folding import fold_tree
from referee.files.strict_yaml import read
from referee.proof import sshsig
from referee.proof.canonical import canonical, digest
from referee.proof.chains import tag
from referee.proof.hashing import sha256_of
from referee.proof.known_keys import is_test_key

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


#: what every file has under ``referee``
FORMAT = "1"
#: N: how many links every chain has
CHAIN = "10000"


def namespace(kind: str) -> str:
    """The SSHSIG namespace of a kind of file."""
    return f"referee-{kind}"


def kind_faults(tree: Mapping[str, Any], kind: str, at: Path = ()) -> list[Fault]:
    """The faults of a file that is not of this kind, or of an unknown format."""
    found = tree.get("kind", "")
    if found != kind:
        reason = f"this is a file of kind {found!r}, not {kind!r}"
        return [Fault(NOT_UNDERSTOOD, (*at, "kind"), reason, "", f"give a file of kind {kind!r}")]
    if tree.get("referee") != FORMAT:
        reason = f"this program does not know format {tree.get('referee')!r}"
        hint = "install a newer version of the program"
        return [Fault(NOT_UNDERSTOOD, (*at, "referee"), reason, "", hint)]
    return []


def unsigned(tree: Tree) -> Tree:
    """The tree without its own signature: what is signed."""
    return {key: value for key, value in tree.items() if key != "signature"}


def signed(tree: Tree, key: Ed25519PrivateKey) -> Tree:
    """The tree with folded texts, and the signature of `key` over its canonical form in the
    namespace of its kind, so that every reader gets the same texts.

    Raises ValueError for a text with forbidden characters."""
    tree = _fold_keeping_signatures(tree)
    message = canonical(unsigned(tree))
    signature = sshsig.sign(key, namespace(tree["kind"]), message)
    return {**unsigned(tree), "signature": tidy_signature(signature)}


def signature_fault(tree: Tree, key: str, whose: str, at: Path = ()) -> Fault | None:
    """What is wrong with the signature of a file, None if it is good.

    The tree's own texts must be folded but for the signature's line ends."""
    try:
        message = canonical(unsigned(tree))
        sshsig.verify(key, namespace(tree["kind"]), message, tree["signature"])
    except sshsig.BadSignature as trouble:
        reason = f"the signature of {whose} is bad: {trouble}"
        return Fault(NOT_ALLOWED, (*at, "signature"), reason, "", "ask for the file again")
    return None


def folded(document: Document) -> Tree:
    """The document's tree with folded texts; signatures keep their lines.

    Raises Refused for a text with forbidden characters."""
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
    """A signature in its usual lines, whatever mail did to them."""
    return sshsig.tidied(value) if isinstance(value, str) else value


def read_paper(raw: bytes, kind: str) -> Tree:
    """Read an offer, join or charter: its tree with folded texts, its shape checked.

    Signatures are not checked here.  Raises Refused with every fault."""
    document = _document(raw)
    if not isinstance(document.tree, dict):
        raise Refused(
            [Fault(NOT_UNDERSTOOD, (), f"a file of kind {kind} must be a map of keys and values")]
        )
    tree = unbroken(folded(document), kind)
    faults = kind_faults(tree, kind) or shape_faults(tree, kind)
    if faults:
        raise Refused([_with_line(fault, document) for fault in faults])
    return tree


@lru_cache(maxsize=8)
def _document(raw: bytes) -> Document:
    """What a file says; cached, since the charter is read again for each file of a game."""
    return read(raw)


def _with_line(fault: Fault, document: Document) -> Fault:
    """The same fault with its line as the path, for files that are not kept."""
    line = document.line(fault.path)
    path: Path = ("line", line) if line is not None else ()
    return Fault(fault.answer, path, fault.reason, fault.rule, fault.hint, fault.quote)


def check_offer(offer: Tree, at: Path = ()) -> None:
    """Raise Refused unless the offer is signed by the host key that it names, and its chains have
    the known length (a longer one would only make checking slow)."""
    fault = signature_fault(offer, offer["key"], "the host", at)
    if fault is None and offer["chain"] != CHAIN:
        reason = f"chains of {offer['chain']} links are not supported"
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
        reason = f"there is no seat {join['seat']!r} in this game"
        faults.append(Fault(NOT_ALLOWED, (*at, "seat"), reason, "", f"seats: {seats}"))
    fault = signature_fault(join, join["key"], "the join", at)
    if fault:
        faults.append(fault)
    if faults:
        raise Refused(faults)


class Charter:
    """What all parties have signed: the game that is played and the keys that speak in it."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree

    @property
    def offer(self) -> Tree:
        """The host's offer."""
        offer: Tree = self.tree["offer"]
        return offer

    @cached_property
    def digest(self) -> bytes:
        """D: SHA-256 of T("charter") and the canonical form of offer and joins without their
        signatures, which have many spellings that would each give other dice."""
        signed = {"joins": [unsigned(j) for j in self.tree["joins"]], "offer": unsigned(self.offer)}
        return sha256_of(tag("charter") + canonical(signed))

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
        """Whether any party uses test secrets, so that nothing here proves anything."""
        return any("insecure" in tree for tree in (self.offer, *self.tree["joins"]))

    @property
    def forgeable(self) -> bool:
        """Whether anyone can sign for a party: it says so, or everyone has its key."""
        return self.insecure or any(map(is_test_key, [self.offer["key"], *self.keys.values()]))


def read_charter(raw: bytes) -> Charter:
    """Read a charter and check all of it: form, signatures, one join for each seat.

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
        reason = "a charter needs one join for each seat, in the order of the seats"
        raise Refused([Fault(NOT_ALLOWED, ("joins",), reason)])
    keys = [join["key"] for join in tree["joins"]]
    for i, key in enumerate(keys):
        if key in keys[:i]:
            other = tree["joins"][keys.index(key)]["seat"]
            raise Refused([one_key(other, ("joins", i, "key"))])


def one_key(seat: str, at: Path) -> Fault:
    """The fault of a join with a key that another seat has."""
    reason = f"this key already plays {seat}"
    return Fault(NOT_ALLOWED, at, reason, "", "each seat needs its own key")
