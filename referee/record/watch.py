"""The host's record at work: looked at when a game folder is opened, written with each run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.folder.store import Store, StoreTrouble
from referee.record.host_record import Keeper, given_up, older, with_run

if TYPE_CHECKING:
    from referee.adjudicate.clerk import Position


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
