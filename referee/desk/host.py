"""The host's desk: the clerk's game kept in a folder, so that nothing accepted is ever lost.

Order of writes: a file's bytes, its journal line; then for a run its journal line, the reports,
the checkpoint.  Whatever comes last can be made again from what came before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from referee import __version__
from referee.desk.clerk import Clerk
from referee.desk.known import check_known
from referee.desk.mailroom import Mailed, mailed
from referee.desk.secrets import chain
from referee.engine.canonical import canonical, digest
from referee.engine.entry import Entry
from referee.engine.request import Data
from referee.engine.table import ReplayDiffers
from referee.post import sshsig
from referee.post.examine import Examined, read_lines, read_plans
from referee.post.orders import read_orders
from referee.post.papers import Charter, namespace, read_charter
from referee.post.report_file import write_report
from referee.report import render
from referee.ruleset import of_game
from referee.store import (
    PUT_BACK,
    Journal,
    Store,
    StoreTrouble,
    has_line,
    load_checkpoints,
    save_checkpoint,
    write_whole,
)

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

FORMAT = 1

Unlock = Callable[[], "Ed25519PrivateKey"]


class RefereeFault(Exception):
    """The referee itself is at fault; nothing of the run was kept.

    report: the file that says where, without hidden facts."""

    def __init__(self, reason: str, report: Path) -> None:
        super().__init__(reason)
        self.reason, self.report = reason, report


class Host:
    """A game folder on the host's desk; made by `load`, inside the folder's lock.

    said: what a host should hear about the folder (a torn line dropped, a run completed);
    completed: SHA-256 of the files of an interrupted run that loading has completed; recovered:
    the number of that run, if there was one."""

    def __init__(self, store: Store, charter: Charter, unlock: Unlock | None) -> None:
        self.store, self.charter = store, charter
        self.ruleset = of_game(charter.offer)
        self.said: list[str] = []
        self.completed: list[str] = []
        self.recovered: list[int] = []
        self.clerk: Clerk
        self.journal = Journal(store.path("journal"))
        self._unlock = unlock
        self._key: Ed25519PrivateKey | None = None
        #: entries in the journal whose reports and checkpoint are still to be written
        self._unpublished: list[tuple[Entry, dict[str, Data]]] = []
        #: the newest entry that a checkpoint knows
        self._known = 0

    @classmethod
    def load(cls, store: Store, unlock: Unlock | None = None) -> Host:
        """The game of a folder as its newest entry left it, with files accepted since then.

        unlock: gives the host's key when it is needed; without it the game can be looked at only.
        Raises StoreTrouble for damage, Refused for a charter that is not good or not playable
        here."""
        if not store.path("charter.yaml").is_file():
            raise StoreTrouble("the game has not started", "'referee admit' takes in the joins")
        charter = read_charter(store.read("charter.yaml"))
        check_known(charter.offer)
        host = cls(store, charter, unlock)
        host._restore()
        return host

    # -- loading -------------------------------------------------------------------------------

    def _restore(self) -> None:
        path = self.store.path("journal")
        if not path.is_file() or not has_line(path):
            self._begin()
            return
        if not self._from_checkpoint() or not self._all_reported():
            self._from_first_line()
        self._catch_up()

    def _all_reported(self) -> bool:
        """Whether every seat's newest report lies here; one that was lost is made again."""
        number = self.clerk.position.number
        return all(self.report_path(seat, number).exists() for seat in self.charter.seats)

    def _begin(self) -> None:
        """The start of the game: entry 0 and report 0 of every seat.

        Raises StoreTrouble if it has been started before: then the journal was lost."""
        if self._was_reported(0) or load_checkpoints(self.store):
            raise StoreTrouble("the journal is missing or empty, but the game had begun", PUT_BACK)
        self.clerk, first = Clerk.opened(self.charter, self.ruleset)
        self._keep(first)
        self._key_needed()
        self.journal.append(start_line(self.charter))
        self.finish()

    def _from_checkpoint(self) -> bool:
        """Take the newest checkpoint that the journal agrees with; whether there is one."""
        for saved in load_checkpoints(self.store):
            self._known = max(self._known, saved["number"])
            if saved["format"] != FORMAT or saved["charter"] != self.charter.game:
                raise StoreTrouble("the checkpoint is of another game or format")
            try:
                self.journal = Journal.read(self.journal.path, saved["offset"], saved["chain"])
                self.clerk = Clerk.restored(self.charter, self.ruleset, saved)
            except StoreTrouble:
                continue  # the older checkpoint, or the whole journal, will show what is wrong
            except ReplayDiffers as trouble:
                raise StoreTrouble(f"the open step cannot be replayed: {trouble}") from trouble
            return True
        return False

    def _from_first_line(self) -> None:
        """No checkpoint serves: redo everything from the journal's first line."""
        self.journal = Journal.read(self.journal.path)
        first = self.journal.lines.pop(0)
        if first != start_line(self.charter):
            raise StoreTrouble(
                "the journal is of another game than the charter, or of a new format"
            )
        self.clerk, entry = Clerk.opened(self.charter, self.ruleset)
        self._keep(entry)

    def _catch_up(self) -> None:
        """Take in what the journal holds beyond the checkpoint."""
        lines, self.journal.lines = self.journal.lines, []
        for line in lines:
            if line["type"] == "accept":
                self.clerk.mailroom.take(self._mailed(line))
            else:
                self._redo(line)
        self._check_end()
        if self._unpublished:
            self._key_needed()
            several = len(self._unpublished) > 1
            self.finish()
            number = self.clerk.position.number
            self.recovered = [number]
            again = "a checkpoint or report was lost: the game was played again from its journal"
            cut = f"run {number} had been interrupted; its reports are complete now"
            self.said.append(again if several else cut)

    def _redo(self, line: Data) -> None:
        self._key_needed()
        self.completed = [file.sha256 for file in self.clerk.mailroom.explicit.values()]
        if self._run() != line:
            raise StoreTrouble(
                f"entry {line['number']} of the journal cannot be made again",
                "the referee, its rules or the folder were changed since",
            )

    def _check_end(self) -> None:
        """Whether the journal ends where it may: nothing that it lacks was published."""
        number = self.clerk.position.number + 1
        if self._was_reported(number):
            reason = f"the journal lacks entry {number}, but a report of it was written"
            raise StoreTrouble(reason, PUT_BACK)
        if self._known >= number:
            reason = f"the journal lacks entry {number}, but a checkpoint was made after it"
            raise StoreTrouble(reason, PUT_BACK)
        if self.journal.torn:
            said = "the journal's last line was cut short, so what it told never happened"
            self.said.append(said)

    def _was_reported(self, number: int) -> bool:
        return any(self.report_path(seat, number).exists() for seat in self.charter.seats)

    def _mailed(self, line: Data) -> Mailed:
        """A file that was accepted, read again; it was judged then."""
        raw = self.store.read("mail", line["file"])
        sha256 = hashlib.sha256(raw).hexdigest()
        if sha256 != line["sha256"]:
            raise StoreTrouble(f"mail/{line['file']} is not the file that was accepted")
        found = Examined(read_orders(raw))
        read_lines(found, self.clerk.standing())
        read_plans(found, self.clerk.standing())
        return mailed(found, sha256, self.clerk.position.heads, self.clerk.position.number)

    # -- working -------------------------------------------------------------------------------

    def report_path(self, seat: str, number: int) -> Path:
        """Where a seat's report lies."""
        return self.store.path("reports", seat, f"{number:04d}.txt")

    def accept(self, raw: bytes, file: Mailed) -> None:
        """Keep a file that was found good: its bytes, then its line in the journal."""
        self.store.write(raw, "mail", file.name)
        self.journal.append(accept_line(file))
        self.clerk.mailroom.take(file)

    def run(self) -> int:
        """Make the next run and publish it; its number.

        Raises RefereeFault if the rules fail: then the run has not happened, and the folder has a
        report of the fault in which no hidden fact stands."""
        self._key_needed()
        try:
            line = self._run()
        except Exception as trouble:
            path = self.store.path("bug-report.txt")
            write_whole(path, self._fault_report(trouble).encode())
            raise RefereeFault(
                f"run {self.clerk.position.run + 1} could not be made", path
            ) from trouble
        self.journal.append(line)
        self.finish()
        return self.clerk.position.run

    def _fault_report(self, trouble: Exception) -> str:
        """Where the rules failed, without values: those may be what nobody may know."""
        import traceback

        frames = traceback.extract_tb(trouble.__traceback__)
        places = [f"  {Path(f.filename).name}:{f.lineno} {f.name}" for f in frames]
        ruleset = self.ruleset
        about = f"referee {__version__}, {ruleset.name} {ruleset.version}, run " + str(
            self.clerk.position.run + 1
        )
        return "\n".join([about, type(trouble).__name__, *places]) + "\n"

    def finish(self) -> None:
        """Write the reports of what is in the journal, then the checkpoint."""
        for entry, sheets in self._unpublished:
            for seat, sheet in sheets.items():
                self._write_report(entry.number, seat, sheet)
        self._unpublished = []
        saved = checkpoint(self.clerk, self.journal.offset, self.journal.chain)
        save_checkpoint(self.store, self.clerk.position.number, saved)

    def _run(self) -> Data:
        """Make the next run in memory; its line of the journal."""
        number = self.clerk.position.run + 1
        key, gid, length = self._key_needed(), self.charter.gid, self.charter.length
        host, sealed = (chain(key, gid, party, length).link(number) for party in _HOST_CHAINS)
        entry = self.clerk.make_run(host, sealed)
        self._keep(entry)
        return entry_line(self.clerk, entry)

    def _keep(self, entry: Entry) -> None:
        sheets = {seat: self.clerk.sheet(entry, seat) for seat in self.charter.seats}
        self._unpublished.append((entry, sheets))

    def _write_report(self, number: int, seat: str, sheet: Data) -> None:
        charter = self.charter
        text = render(sheet, charter.offer, charter.insecure, self.ruleset)
        signature = sshsig.sign(self._key_needed(), namespace("report"), canonical(sheet))
        raw = write_report(text, sheet, signature)
        self.store.write(raw, "reports", seat, f"{number:04d}.txt")

    def _key_needed(self) -> Ed25519PrivateKey:
        if self._key is None:
            if self._unlock is None:
                hint = f"'referee apply {self.store.root}' completes it"
                raise StoreTrouble(
                    "a run was interrupted, or a checkpoint or report was lost", hint
                )
            self._key = self._unlock()
        return self._key


_HOST_CHAINS = ("host", "sealed")


def start_line(charter: Charter) -> Data:
    """The first line of a game's journal."""
    return {"type": "start", "format": FORMAT, "game": charter.game}


def accept_line(file: Mailed) -> Data:
    """The journal's line for an accepted file."""
    return {"type": "accept", "file": file.name, "seat": file.seat, "sha256": file.sha256}


def entry_line(clerk: Clerk, entry: Entry) -> Data:
    """The journal's line for the entry that the clerk has made last."""
    return {
        "type": "entry",
        "number": entry.number,
        "public": entry.public,
        "own": entry.own,
        "head": clerk.position.heads[0],
        "state": digest(clerk.saved()),
    }


def checkpoint(clerk: Clerk, offset: int, chain: str) -> Data:
    """What a checkpoint holds; offset and chain: of the journal, where it is to be read on."""
    return {
        **clerk.saved(),
        "number": clerk.position.number,
        "format": FORMAT,
        "charter": clerk.charter.game,
        "offset": offset,
        "chain": chain,
    }
