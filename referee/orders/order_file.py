"""Order files: header and body in canonical form, and the faults of their form.

The header is signed (referee-orders(5)); the body stays sealed behind its digest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from referee.charter.paper_shapes import Tree
from referee.charter.papers import FORMAT, kind_faults, tidy_signature
from referee.fault import NOT_UNDERSTOOD, WARNING, Fault, Path
from referee.files.document import NOTES, Document
from referee.files.folding import excerpt, fold_tree, unblanked
from referee.files.strict_yaml import read
from referee.orders.names import meant_key
from referee.proof.canonical import canonical, digest

if TYPE_CHECKING:
    from referee.engine.standing import Rule
    from referee.engine.words import Answer
    from referee.orders.advance import AdvanceOrder

HEADER = ("referee", "kind", "game", "seat", "run", "after", "edition", "dice", "instead")
BODY = ("orders", "next", "standing", "resign", "draw", "note", "notes", "salt")
#: what an advance file, which has no run, can hold
ADVANCE = ("next", "standing", "resign", "draw")
NOTE_AT_MOST = 2000
YES = "yes"

_DIGEST = re.compile(r"[0-9a-f]{64}")
_COUNT = re.compile(r"[1-9][0-9]{0,8}")
MOST_EDITION = 10**9 - 1


class OrderFile:
    """An order file that could be read, with what was found out about it; good if it has no faults.

    tree: folded, keys in lower case, without the signature; lines and quotes: from document.
    faults: at first those of its form; `examine` adds the others, and the warnings.
    answer: its lines with ids, None if they could not be read or none were asked for; coming: its
    advance orders; standing: its standing orders, None if it has no such key.
    whose: the seat that it is judged for although the file does not name it, "" if it does.
    genuine: False if its signature is bad; then nothing is said that depends on the seat's own
    view, or anyone could spy on a hand by sending orders in the seat's name."""

    def __init__(
        self, document: Document, tree: Tree, signature: str | None, faults: Iterable[Fault]
    ) -> None:
        self.document, self.tree, self.signature = document, tree, signature
        self.faults, self.warnings = list(faults), list[Fault]()
        self.answer: Answer | None = None
        self.coming: list[AdvanceOrder] = []
        self.standing: list[Rule] | None = None
        self.whose = ""
        self.genuine = True

    def refuse(self, fault: Fault) -> None:
        """Note a fault of a key, unless it has one already: each cause is reported once."""
        if fault.path not in [known.path for known in self.faults]:
            self.faults.append(fault)

    def in_order(self) -> list[Fault]:
        """Faults, then warnings, each in the order of the file's lines."""

        def line(fault: Fault) -> int:
            return self.document.line(fault.path) or 0

        return sorted(self.faults, key=line) + sorted(self.warnings, key=line)

    @property
    def seat(self) -> str:
        """The seat that the file claims, in lower case; the signature shows if that is true."""
        if self.whose:
            return self.whose
        seat = self.tree.get("seat", "")
        return seat.strip("'\"").lower() if isinstance(seat, str) else ""

    @property
    def advance(self) -> bool:
        """Whether it has the form of an advance file: no run and no orders."""
        there = self.tree.keys()
        return bool(there & set(ADVANCE)) and not there & {"orders", "run", "dice"}

    def says(self, key: str) -> bool:
        """Whether it says ``resign: yes`` or ``draw: yes``."""
        return self.tree.get(key) == YES

    @property
    def body(self) -> Tree:
        """The keys of the body that the file has."""
        return {key: self.tree[key] for key in BODY if key in self.tree}

    @cached_property
    def header(self) -> Tree:
        """What is signed: the keys of the header that the file has, and the body's digest."""
        head = {key: self.tree[key] for key in HEADER if key in self.tree}
        return {**head, "body": digest(self.body)}

    def header_bytes(self) -> bytes:
        """The canonical form of the header: the signed message."""
        return canonical(self.header)

    @property
    def run(self) -> int | None:
        """The run it is for, None for an advance file or a draft."""
        return self._count("run")

    @property
    def edition(self) -> int:
        """Its edition; 1 if it says none."""
        return self._count("edition") or 1

    def _count(self, key: str) -> int | None:
        text = self.tree.get(key)
        return int(text) if isinstance(text, str) and _COUNT.fullmatch(text) else None


def read_orders(raw: bytes) -> OrderFile:
    """Read an order file and check its form.

    Raises Refused if it cannot be read; otherwise the faults of its form are in the result."""
    return OrderFile(*formed(raw))


@lru_cache(maxsize=4)
def formed(raw: bytes) -> tuple[Document, Tree, str | None, list[Fault]]:
    """What an OrderFile is made of, read once for the same bytes; raises Refused."""
    document = read(raw, notes=True)
    if not isinstance(document.tree, dict):
        fault = Fault(
            NOT_UNDERSTOOD, (), "an order file must be a map of keys and values", "", _TEMPLATE
        )
        return document, {}, None, [fault]
    raw_tree = document.tree
    signature = tidy_signature(raw_tree.get("signature"))
    kind = raw_tree.get("kind")
    if signature is None and isinstance(kind, str):  # a draft may use capitals
        raw_tree = {**raw_tree, "kind": kind.lower()}
    tree: Tree = {}
    # A draft may lack the format: 'sign' fills it in.
    typed = {"referee": FORMAT, **raw_tree}
    faults = kind_faults(typed, "orders") if raw_tree.get("kind") else [_no_kind()]
    for key, value in raw_tree.items():
        if key == "signature":
            continue
        try:
            tree[key] = fold_tree(value, note=key in NOTES)
            if key in _UNBROKEN and isinstance(value, str):
                tree[key] = unblanked(value)
        except ValueError as trouble:
            faults.append(Fault(NOT_UNDERSTOOD, (key,), str(trouble)))
            tree[key] = value
    told = {fault.path for fault in faults}
    if ("kind",) in told:  # not an order file: its keys are not faults
        return document, tree, None, faults
    faults += [f for key in tree for f in _key_faults(key, tree[key]) if f.path not in told]
    if signature is not None and not isinstance(signature, str):
        faults.append(Fault(NOT_UNDERSTOOD, ("signature",), "a signature must be text"))
        signature = None
    return document, tree, signature, faults


#: hex, which mail may break anywhere
_UNBROKEN = ("game", "after", "dice", "receipt", "instead", "salt")
_TEMPLATE = "'referee orders' prints a template to start from"


def _no_kind() -> Fault:
    return Fault(NOT_UNDERSTOOD, (), "the key 'kind' is missing", "", "write 'kind: orders'")


def _text(least: int, most: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and least <= len(value) <= most


#: whether a value is a note
is_note = _text(0, NOTE_AT_MOST)
NOTE_FORM = f"a note must be a text of at most {NOTE_AT_MOST} characters"

_FORMS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "referee": (lambda v: v == FORMAT, f"the format is {FORMAT}"),
    "kind": (lambda v: isinstance(v, str), "one word is expected here"),
    "game": (lambda v: _is(_DIGEST, v), "the game, 64 hex digits, is expected here"),
    "seat": (_text(1, 40), "the name of a seat is expected here"),
    "run": (lambda v: _is(_COUNT, v), "the number of a run is expected here"),
    "after": (lambda v: _is(_DIGEST, v), "a head, 64 hex digits, is expected here"),
    "edition": (lambda v: _is(_COUNT, v), "a whole number from 1 is expected here"),
    "dice": (lambda v: _is(_DIGEST, v), "a link, 64 hex digits, is expected here"),
    "instead": (lambda v: _is(_DIGEST, v), "a head, 64 hex digits, is expected here"),
    "orders": (lambda v: isinstance(v, list), "a list of order lines is expected here"),
    "standing": (
        lambda v: isinstance(v, list) or (isinstance(v, str) and v != ""),
        "a list of rules, or the name of a ready-made set, is expected here",
    ),
    "next": (lambda v: isinstance(v, list), "a list of advance orders is expected here"),
    "resign": (lambda v: v == YES, f"only {YES!r} is allowed here"),
    "draw": (lambda v: v == YES, f"only {YES!r} is allowed here"),
    "notes": (lambda v: isinstance(v, dict), "a map of seats and texts is expected here"),
    "note": (is_note, NOTE_FORM),
    "salt": (
        lambda v: _is(re.compile(r"[0-9a-f]{32}"), v),
        "a salt, 32 hex digits, is expected here",
    ),
}
_EMPTY = "delete the # before the lines that you want, or write 'orders: []' for none"
_HINTS = {
    "referee": "write 'referee: 1'",
    "orders": "begin each line with '- ' (hyphen, space) and put ': ' after its word, or write []",
    "standing": "begin each rule with '- ', name a set, or write [] to withdraw all",
    "next": "begin each with '- ', as in '- {on: ..., orders: [...]}', or write []",
    "resign": "write 'resign: yes' to resign, or leave the key out",
    "draw": "write 'draw: yes' to offer or accept a draw, or leave the key out",
    "note": "write 'note: your text'; what one seat alone may read goes under 'notes'",
    "notes": "write 'notes: {SEAT: your text}'; use 'note' for a message to everyone",
}
#: keys that belong elsewhere or have another name
_MEANT = {
    "until": "write 'until' inside an entry of 'next' or 'standing'",
    "on": "write 'on' inside an entry of 'next' or 'standing'",
    "plans": "standing orders belong under 'standing'",
}


def _is(form: re.Pattern[str], value: Any) -> bool:
    return isinstance(value, str) and bool(form.fullmatch(value))


def _key_faults(key: str, value: Any) -> list[Fault]:
    if key not in _FORMS:
        hint = _MEANT.get(key, "") or _keys_hint(key)
        reason = f"an order file has no key {excerpt(key)!r}"
        return [Fault(NOT_UNDERSTOOD, (key,), reason, "", hint)]
    if _FORMS[key][0](value) or key == "kind":
        return []
    reason = _FORMS[key][1]
    hint = _EMPTY if key == "orders" and value == "" else _HINTS.get(key, "")
    if key == "note" and isinstance(value, dict):
        whose = excerpt(next(iter(value), "SEAT"))
        hint = f"to one seat: 'notes: {{{whose}: your text}}'; to everyone: 'note: your text'"
    return [Fault(NOT_UNDERSTOOD, (key,), reason, "", hint)]


def _keys_hint(key: str) -> str:
    known = (*HEADER, *BODY, "signature")
    meant = meant_key(key, known)
    return f"did you mean {meant}?" if meant else f"keys: {', '.join(known)}"


def note_warnings(file: OrderFile) -> list[Fault]:
    """Warn of a note with a # in it, where YAML ends it."""
    notes = file.tree.get("notes")
    paths: list[Path] = [("note",)] if "note" in file.tree else []
    paths += [("notes", seat) for seat in notes] if isinstance(notes, dict) else []
    reason, hint = "the note ends at the '#'", "put the whole note in quotes"
    return [Fault(WARNING, path, reason, "", hint) for path in paths if file.document.comment(path)]


def note_faults(file: OrderFile, seats: Sequence[str]) -> list[Fault]:
    """Check that each note of ``notes`` is a text to another of these seats."""
    notes = file.tree.get("notes")
    if not isinstance(notes, dict):
        return []
    others, faults = [seat for seat in seats if seat != file.seat], []
    for seat, text in notes.items():
        if seat not in others:
            meant = meant_key(seat, others)
            hint = f"did you mean {meant}?" if meant else f"seats: {', '.join(others)}"
            reason = f"{excerpt(seat)!r} is not another seat of this game"
            faults.append(Fault(NOT_UNDERSTOOD, ("notes", seat), reason, "", hint))
        elif not is_note(text):
            hint = f"write 'notes: {{{seat}: your text}}'"
            faults.append(Fault(NOT_UNDERSTOOD, ("notes", seat), NOTE_FORM, "", hint))
    return faults
