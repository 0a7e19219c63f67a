"""Reveals a finished game: makes the bundle that anyone can audit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from referee.charter.paper_shapes import Tree
from referee.charter.papers import FORMAT, Charter, signed
from referee.charter.secrets import chain, holds
from referee.engine.request import Data
from referee.files.write_yaml import emit
from referee.folder.journal import PUT_BACK, accept_fault
from referee.folder.store import Store, StoreTrouble, report_name, write_once
from referee.verify.audit.bundle import Folder, packed
from referee.verify.audit.ledger import Wrong
from referee.verify.audit.opening_papers import REVEAL, journal, read_papers
from referee.verify.report.block_shape import entry_findings

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def reveal(root: Path, out: Path, unlock: Callable[[], Ed25519PrivateKey]) -> int:
    """Write the bundle of the game in a folder; how many files it has.

    Raises StoreTrouble while the game runs, for damage, and if `out` already exists."""
    store = Store.open(root)
    with store.lock(look=True):
        files = _files(Folder(store), unlock)
    write_once(out, packed(files), 0o644)
    return len(files)


def _files(folder: Folder, unlock: Callable[[], Ed25519PrivateKey]) -> dict[str, bytes]:
    try:
        charter = read_papers(folder)
        last, mail = _journal(folder, charter)
    except Wrong as trouble:
        raise StoreTrouble(str(trouble), PUT_BACK) from None
    if last is None or not last["public"]["over"]:
        reason = "the game is still running: a bundle shows all hands, orders and standing orders"
        raise StoreTrouble(reason, "reveal it when it is over")
    seats, number = charter.seats, last["number"]
    reports = ["/".join(report_name(seat, run)) for seat in seats for run in range(number + 1)]
    joins = [f"joins/{seat}.yaml" for seat in seats]
    names = ["offer.yaml", "charter.yaml", "journal", *joins, *mail, *reports]
    there = folder.names()
    if missing := [name for name in names if name not in there]:
        hint = f"'referee apply {folder.store.root}' completes the newest reports"
        raise StoreTrouble(f"{missing[0]} is missing", hint)
    word = last_word(charter, number, last["head"], unlock())
    return {**{name: folder.read(name) for name in names}, REVEAL: emit(word).encode()}


def _journal(folder: Folder, charter: Charter) -> tuple[Data | None, list[str]]:
    """The line of the newest entry, None if there is none, and the names of all kept files."""
    last, mail = None, []
    for line in journal(folder, _cut):
        if line.data.get("type") == "entry":
            for place, reason in entry_findings(line.data, charter):
                raise Wrong(f"{line.place}, {place}", reason)
            last = line.data
        elif line.data.get("type") == "accept":
            if reason := accept_fault(line.data):
                raise Wrong(line.place, reason)
            mail.append(f"mail/{line.data['file']}")
    return last, mail


def _cut() -> NoReturn:
    raise StoreTrouble("the journal's last line is incomplete", PUT_BACK)


def last_word(charter: Charter, runs: int, head: str, key: Ed25519PrivateKey) -> Tree:
    """What the host reveals at the end: the newest link of his chain for sealed draws, from which
    all others follow.

    Raises StoreTrouble for another's key."""
    if not holds(key, charter.offer["key"]):
        raise StoreTrouble("this is not the key of the host in the charter")
    links = chain(key, charter.offer, "sealed")
    tree: Tree = {
        "referee": FORMAT,
        "kind": "reveal",
        "game": charter.game,
        "runs": str(runs),
        "head": head,
        "sealed": links.link(runs).hex(),
    }
    return signed(tree, key)
