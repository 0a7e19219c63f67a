"""The host's record: the newest run that was published, kept beside the host's key (rule 14).

It shows when a game folder was restored from an old copy.  What its players have sent since then is
lost, and the dice of later runs are known, so it makes no runs unless told to.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.folder.store import Store, StoreTrouble, is_there
from referee.record.record_file import make, opened, sealed
from referee.record.signer_record import HEAD_DIGITS

if TYPE_CHECKING:
    from referee.adjudicate.clerk import Position

#: the file of a game folder that names the folder of the record
PLACE = ("secret", "record")

_DIGEST = re.compile(r"[0-9a-f]{64}")
_LOST = re.compile(r"[0-9a-f]{64}|")
_COUNT = re.compile(r"0|[1-9][0-9]{0,8}")


class Published(NamedTuple):
    """The newest run that was published.

    game: D; run and head: of its newest entry.  lost_run and lost_head: of the newest run that
    was published before the host went on from an older copy, 0 and "" if that never happened."""

    game: str
    run: int
    head: str
    lost_run: int = 0
    lost_head: str = ""


def older(known: Published | None, number: int, heads: Sequence[str]) -> str:
    """How a folder shows that it is an old copy, "" if it does not (rule 14).

    number: of its newest entry; heads: of this entry and of some before, the newest first."""
    if known is None:
        return ""
    if known.run > number:
        return (
            f"this folder is an old copy: its newest report is {number}, but report {known.run} was"
            " published"
        )
    back = number - known.run
    if back < len(heads) and heads[back] != known.head:
        return f"this folder has another story of run {known.run} than was published"
    return ""


def with_run(
    known: Published | None, game: str, run: int, heads: Sequence[str]
) -> tuple[Published, str]:
    """The record after a run, and what the host should hear of runs that were lost.

    heads: of the run and of some before, the newest first.  When the run is made again that was
    the newest before an old copy was put back, it shows whether all came out as it was."""
    if known is None or not known.lost_run or run < known.lost_run:
        lost = (known.lost_run, known.lost_head) if known else (0, "")
        return Published(game, run, heads[0], *lost), ""
    made, number = Published(game, run, heads[0]), known.lost_run
    if known.lost_head in heads[run - number : run - number + 1]:
        return made, f"run {number} is the same as published before: nothing was lost"
    return made, (
        f"run {number} differs from what was published before: each player has to agree, and sign"
        f" with --accept {heads[0][:HEAD_DIGITS]}"
    )


def given_up(known: Published, run: int, head: str) -> Published:
    """The record after the host has chosen to continue from an older copy."""
    made = known._replace(run=run, head=head)
    if known.run < known.lost_run:  # it was an older copy already
        return made
    return made._replace(lost_run=known.run, lost_head=known.head)


class Keeper:
    """The record of the game in a folder, on disk."""

    def __init__(self, root: Path, game: str) -> None:
        self.root, self._game = root, game
        self._path = root / f"{game}.host"

    @classmethod
    def of(cls, store: Store, game: str) -> Keeper | None:
        """The record of the game in a folder; None if the folder names none.  game: D."""
        if not store.has(*PLACE):
            return None
        text = os.fsdecode(store.read(*PLACE).rstrip(b"\n"))
        return cls(store.root.absolute() / text, game)

    @property
    def reachable(self) -> bool:
        """Whether there is a place to keep it at: a game folder may have come from elsewhere."""
        return is_there(self.root.parent)

    def read(self) -> Published | None:
        """The record, None if there is none.  Raises StoreTrouble if it cannot be read."""
        if not is_there(self._path):
            return None
        try:
            return _published(opened(self._path), self._game)
        except ValueError as trouble:
            hint = (
                "restore a copy of it; without a copy, delete it, but then nothing shows whether"
                " the game folder is an old copy"
            )
            reason = f"the record {self._path} cannot be read: {trouble}"
            raise StoreTrouble(reason, hint) from None

    def prepare(self) -> None:
        """Make its folder.  Raises StoreTrouble if that cannot be, before anything is run."""
        hint = "the host's record is kept there; fix that, or say where your key is with --key"
        make(self.root, hint)

    def keep(self, known: Published) -> None:
        """Write the record, durably."""
        texts = {key: str(value) for key, value in known._asdict().items()}
        data = {"referee": "1", "kind": "host-record", **texts}
        self.prepare()
        Store(self.root).write(sealed(data), self._path.name)


def _published(found: Any, game: str) -> Published:
    """The record in a map of texts; ValueError if it is none, or another game's."""
    wanted = {"referee", "kind", "game", "run", "head", "lost_run", "lost_head"}
    if not isinstance(found, dict) or set(found) != wanted:
        raise ValueError("its keys are not those of a host's record")
    forms = {"run": _COUNT, "lost_run": _COUNT, "head": _DIGEST, "lost_head": _LOST}
    for key, form in forms.items():
        if not isinstance(found[key], str) or not form.fullmatch(found[key]):
            raise ValueError(f"{key} is not as a record writes it")
    if (found["referee"], found["kind"], found["game"]) != ("1", "host-record", game):
        raise ValueError("it is not a record of this game in format 1")
    lost = int(found["lost_run"]), found["lost_head"]
    return Published(game, int(found["run"]), found["head"], *lost)


def place_of(root: Path, folder: Path) -> bytes:
    """How a game folder names the folder of its record.

    root: of the records of the host's key.  Beside or below the folder's own place it is named
    from there, so that both may be moved together."""
    root, folder = root.absolute(), folder.absolute()
    near = root.is_relative_to(folder.parent)
    return os.fsencode(os.path.relpath(root, folder) if near else root) + b"\n"


# -- at work: looked at when a game folder is opened, written with each run ------------------------


class Watch:
    """Whether a folder is the newest of its game, by the host's record outside of it.

    said: what the host should hear; older: how the folder shows that it is an old copy, from which
    nothing may be run, "" if it does not."""

    def __init__(self, store: Store, game: str, looking: bool = False) -> None:
        """looking: only to look at the folder: then a record that cannot be read, in whose folder
        ever, is told and does not matter.  Else it raises StoreTrouble, here and later."""
        self._store, self._game = store, game
        self._run, self.older = 0, ""
        self.said: list[str] = []
        try:
            self._keeper = self._found()
            if self._keeper is not None and looking:
                self._keeper.read()
        except StoreTrouble as trouble:
            if not looking:
                raise
            self._keeper = None
            unknown = "whether this folder is an old copy is not known"
            self.said.append(f"warning: {trouble.reason}: {unknown}")

    def _found(self) -> Keeper | None:
        """The record, unless none is kept: then this is told, if it should be."""
        keeper = Keeper.of(self._store, self._game)
        if keeper is None or keeper.reachable:
            return keeper
        where = f"the folder {keeper.root.parent} is not there"
        how = f"'referee apply {self._store.root} --key' with your key's place mends that"
        self.said.append(f"warning: no record of this game is kept: {where}; {how}")
        return None

    def look(self, position: Position) -> None:
        """See whether the folder is an old copy."""
        known = self._keeper.read() if self._keeper else None
        self._run = position.number
        self.older = older(known, position.number, position.heads)

    def unrecorded(self) -> bool:
        """Whether no record can tell if the folder is an old copy."""
        return self._keeper is None or self._keeper.read() is None

    def check(self) -> None:
        """Raise StoreTrouble if the folder is an old copy."""
        if self.older:
            raise StoreTrouble(self.older, self.remedy())

    def remedy(self) -> str:
        """What the host of an old copy should do."""
        return (
            "restore the newest copy of the folder; if it is lost, ask the players for the files"
            f" that they sent for run {self._run + 1} and later, and give them all to"
            f" 'referee apply {self._store.root} --accept-backup'"
        )

    def go_on(self, position: Position) -> None:
        """Go on from an old copy, as the host was told to."""
        self.older = ""
        known = self._keeper.read() if self._keeper else None
        if self._keeper is not None and known is not None:
            self._keeper.keep(given_up(known, position.number, position.heads[0]))

    def prepare(self) -> None:
        """Make sure that the record can be written, before anything is run.

        Raises StoreTrouble."""
        if self._keeper is not None:
            self._keeper.prepare()

    def remember(self, position: Position) -> list[str]:
        """Write the newest entry into the record, before anybody can read of it; what the host
        should hear.  Raises StoreTrouble."""
        if self._keeper is None:
            return []
        known = self._keeper.read()
        if known is not None and known.run > position.number:
            return []  # an old copy, whose own reports are made again
        self.look(position)
        self.check()
        said = []
        if known is None and position.number:
            said = ["there was no record of this game beside the host's key, so a new one was made"]
        made, more = with_run(known, self._game, position.number, position.heads)
        if made != known:
            self._keeper.keep(made)
        return [*said, more] if more else said
