"""Where a folder's game can be resumed: at a checkpoint, at an upgrade, or at its start.

Entries before an upgrade were made by other rules, and the installed rules cannot make them again;
so the line of an upgrade holds the saved game, and nothing before it is replayed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from referee.engine.request import Data
from referee.files.characters import first_strange, in_saved_note
from referee.folder.journal import CHAIN_START, FORMAT, PUT_BACK, Journal, load_checkpoints
from referee.folder.store import Store, StoreTrouble

_NO_TAIL = (0, CHAIN_START)


class Place(NamedTuple):
    """A place to resume a game at.

    saved: what the clerk saved there, None at the start of the game; journal: with the lines after
    it still to be replayed; upgraded: whether it is the line of an upgrade."""

    saved: Data | None
    journal: Journal
    upgraded: bool = False

    @property
    def number(self) -> int:
        """Of the newest entry there."""
        return int(self.saved["position"]["number"]) if self.saved else 0

    @property
    def rules(self) -> list[str]:
        """The rules that apply there: version and data digest, [] for those of the charter."""
        return list(self.saved["position"].get("rules", [])) if self.saved else []


def checkpoints(store: Store, game: str) -> list[Data]:
    """The checkpoints of a game, the newest first; game: D in hex.

    Raises StoreTrouble for those of another game or of an unknown format."""
    found = load_checkpoints(store)
    for saved in found:
        _check_format(saved, "the checkpoint")
        if saved["charter"] != game:
            raise StoreTrouble("the checkpoint is not of the charter's game")
    return found


def by_checkpoint(store: Store, found: Sequence[Data]) -> Place | None:
    """The newest checkpoint that the journal agrees with, or the last upgrade after it."""
    for saved in found:
        try:
            journal = _read_on(store.path("journal"), saved)
        except StoreTrouble:
            continue  # the older checkpoint, or the whole journal, will show what is wrong
        if journal is not None:
            return _behind_upgrades(saved, journal)
    return None


def _read_on(path: Path, saved: Data) -> Journal | None:
    """The journal after a checkpoint; None if the checkpoint was made after other lines than the
    journal has.  Raises StoreTrouble for damage there or later."""
    tail, offset, chain = saved.get("tail"), saved["offset"], saved["chain"]
    if tail is None:
        return None
    known = Journal.read(path, tail[0], tail[1], offset)
    if known.torn or (known.offset, known.chain) != (offset, chain):
        return None
    line, position = known.lines[0], saved["position"]
    made = (position["number"], position["heads"][0])
    if line.get("type") == "entry" and (line["number"], line["head"]) != made:
        return None
    journal = Journal.read(path, offset, chain)
    journal.tail = known.tail if journal.tail == _NO_TAIL else journal.tail
    return journal


def by_journal(store: Store, game: str) -> Place:
    """The last upgrade in the journal, or its start; all lines are read.

    Raises StoreTrouble for a journal that is damaged or of another game."""
    journal = Journal.read(store.path("journal"))
    first = journal.lines.pop(0)
    _check_format(first, "the journal")
    if first.get("game") != game:
        raise StoreTrouble("the journal is not of the charter's game")
    return _behind_upgrades(None, journal)


def _behind_upgrades(saved: Data | None, journal: Journal) -> Place:
    last = max(_upgrades(journal), default=-1)
    if last < 0:
        return Place(saved, journal)
    saved = _saved(journal.lines[last])
    del journal.lines[: last + 1]
    return Place(saved, journal, upgraded=True)


def _saved(line: Data) -> Data:
    """The saved game in the line of an upgrade; StoreTrouble if it is not one."""
    try:
        saved: Data = json.loads(line["state"])
        number, rules = saved["position"]["number"], saved["position"].get("rules", [])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        number, rules = None, []
    texts = isinstance(rules, list) and all(isinstance(text, str) for text in rules)
    if texts and first_strange(line["state"], saved, in_saved_note):
        texts = False
    if type(number) is not int or not texts:
        raise StoreTrouble("the journal's line of an upgrade has no saved game", PUT_BACK)
    return saved


def _upgrades(journal: Journal) -> Iterator[int]:
    return (n for n, line in enumerate(journal.lines) if line.get("type") == "upgrade")


def _check_format(data: Data, what: str) -> None:
    found = data.get("format")
    if found != FORMAT:
        reason = f"{what} has format {found!r:.20}; this program knows format {FORMAT}"
        raise StoreTrouble(reason, "install a newer version of the program")
