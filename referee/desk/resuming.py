"""Where a folder's game can be taken up: at a checkpoint, at an upgrade, or at its start.

Entries before an upgrade were made by other rules and cannot be made again by those of now; so
the line of an upgrade holds the saved game, and nothing before it is gone through.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.engine.request import Data
from referee.store import Journal, Store, StoreTrouble, load_checkpoints

FORMAT = 1


class Place(NamedTuple):
    """A place to take a game up at.

    saved: what the clerk saved there, None at the start of the game; journal: with the lines
    behind it still to be taken in; upgraded: whether it is the line of an upgrade."""

    saved: Data | None
    journal: Journal
    upgraded: bool = False

    @property
    def number(self) -> int:
        """Of the newest entry there."""
        return int(self.saved["position"]["number"]) if self.saved else 0

    @property
    def rules(self) -> list[str]:
        """What rules hold there: version and data digest, [] for those of the charter."""
        return list(self.saved["position"].get("rules", [])) if self.saved else []


def checkpoints(store: Store, game: str) -> list[Data]:
    """The checkpoints of a game, the newest first; game: D in hex.

    Raises StoreTrouble for those of another game or of a format that is not known here."""
    found = load_checkpoints(store)
    for saved in found:
        _check_format(saved, "the checkpoint")
        if saved["charter"] != game:
            raise StoreTrouble("the checkpoint is of another game than the charter")
    return found


def by_checkpoint(store: Store, found: Sequence[Data]) -> Place | None:
    """The newest checkpoint that the journal agrees with, or the last upgrade behind it."""
    for saved in found:
        try:
            journal = Journal.read(store.path("journal"), saved["offset"], saved["chain"])
        except StoreTrouble:
            continue  # the older checkpoint, or the whole journal, will show what is wrong
        return _behind_upgrades(saved, journal)
    return None


def by_journal(store: Store, game: str) -> Place:
    """The last upgrade in the journal, or its start; all lines are read."""
    journal = Journal.read(store.path("journal"))
    first = journal.lines.pop(0)
    _check_format(first, "the journal")
    if first.get("game") != game:
        raise StoreTrouble("the journal is of another game than the charter")
    return _behind_upgrades(None, journal)


def _behind_upgrades(saved: Data | None, journal: Journal) -> Place:
    last = max(_upgrades(journal), default=-1)
    if last < 0:
        return Place(saved, journal)
    saved = json.loads(journal.lines[last]["state"])
    del journal.lines[: last + 1]
    return Place(saved, journal, upgraded=True)


def _upgrades(journal: Journal) -> Iterator[int]:
    return (n for n, line in enumerate(journal.lines) if line["type"] == "upgrade")


def _check_format(data: Data, what: str) -> None:
    found = data.get("format")
    if found != FORMAT:
        reason = f"{what} has format {found!r:.20}; this referee knows format {FORMAT}"
        raise StoreTrouble(reason, "install a newer referee")
