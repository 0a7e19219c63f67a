"""An accepted order file, as the inbox and the journal keep it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.engine.request import Data
from referee.engine.standing import Rule
from referee.engine.words import Answer
from referee.orders.advance import AdvanceOrder
from referee.orders.order_file import OrderFile


@dataclass(frozen=True)
class Mailed:
    """An accepted order file.

    name: in the folder's ``mail``; header: as signed; signature: its lines; answer: its lines with
    ids, None if none were asked for; notes: by seat, for that seat alone; follows: number of the
    entry named by its ``after``; coming: its advance orders; standing: rules that replace the
    seat's, None to keep them; resign, draw: whether it says so; advance: whether it is an advance
    file."""

    seat: str
    name: str
    sha256: str
    header: dict[str, str]
    signature: list[str]
    answer: Answer | None
    edition: int
    note: str = ""
    notes: dict[str, str] = field(default_factory=dict)
    follows: int = 0
    coming: list[AdvanceOrder] = field(default_factory=list)
    standing: list[Rule] | None = None
    resign: bool = False
    draw: bool = False
    advance: bool = False

    def filed(self) -> Data:
        """What is kept of the file while it is in force, as plain data."""
        return {
            "name": self.name,
            "sha256": self.sha256,
            **{key: self.header.get(key, "") for key in ("after", "edition", "body")},
        }


def mailed(found: OrderFile, sha256: str, heads: Sequence[str], number: int) -> Mailed:
    """A good file, as the inbox keeps it.

    heads: newest first; number: of the newest entry."""
    file = found
    follows = number - heads.index(file.tree["after"])
    # The name is unique: no other file of this seat has the same number and edition.
    name = f"{follows:04d}.advance-" if file.advance else f"{number + 1:04d}-"
    return Mailed(
        file.seat,
        f"{name}{file.seat}-{file.edition}.yaml",
        sha256,
        file.header,
        (file.signature or "").split("\n")[:-1],
        found.answer,
        file.edition,
        str(file.tree.get("note", "")),
        dict(file.tree.get("notes", {})),
        follows,
        found.coming,
        found.standing,
        file.says("resign"),
        file.says("draw"),
        file.advance,
    )


def pieces(text: str, size: int = 60) -> list[str]:
    """A long text in pieces that each fit a line of a report's block, where strings are never
    broken and characters beyond ASCII take more room."""
    found, room = [""], size
    for sign in text:
        room -= len(json.dumps(sign)) - 2
        if room < 0:
            found.append("")
            room = size - len(json.dumps(sign)) + 2
        found[-1] += sign
    return found
