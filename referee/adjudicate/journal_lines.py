"""What is saved of a game: the lines of the journal and the content of a checkpoint.

`referee.folder.journal` writes both to disk."""

from __future__ import annotations

from referee.adjudicate.clerk import Clerk
from referee.adjudicate.letters import Mailed
from referee.charter.papers import Charter
from referee.engine.entry import Entry
from referee.engine.request import Data
from referee.folder.resuming import FORMAT
from referee.folder.store import StoreTrouble
from referee.proof.canonical import typed_digest


def not_again(line: Data) -> StoreTrouble:
    """The trouble with a line that does not follow from those before it."""
    number = line.get("number")
    named = f"entry {number}" if isinstance(number, int) else f"a line on {line.get('file')!r:.80}"
    hint = "the referee, its rules or the folder were changed since"
    return StoreTrouble(f"{named} of the journal cannot be made again", hint)


def start_line(charter: Charter) -> Data:
    """The first line of a game's journal."""
    return {"type": "start", "format": FORMAT, "game": charter.game}


def accept_line(file: Mailed) -> Data:
    """The journal's line for an accepted file."""
    return {"type": "accept", "file": file.name, "seat": file.seat, "sha256": file.sha256}


def entry_line(clerk: Clerk, entry: Entry) -> Data:
    """The journal's line for the entry made last."""
    return {
        "type": "entry",
        "number": entry.number,
        "public": entry.public,
        "own": entry.own,
        "head": clerk.position.heads[0],
        "state": typed_digest(clerk.saved()),
    }


def checkpoint(clerk: Clerk, offset: int, chain: str, tail: tuple[int, str]) -> Data:
    """The content of a checkpoint; offset and chain: where to continue reading the journal; tail:
    the same for where to start comparing."""
    return {
        **clerk.saved(),
        "number": clerk.position.number,
        "format": FORMAT,
        "charter": clerk.charter.game,
        "offset": offset,
        "chain": chain,
        "tail": list(tail),
    }
