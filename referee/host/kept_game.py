"""The host's game, kept in a folder so that nothing accepted is ever lost.

Order of writes: a file's bytes, its journal line; then for a run its journal line, the reports, the
checkpoint.  Anything later can be made again from what was written before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from referee.adjudicate.clerk import Clerk
from referee.adjudicate.letters import Mailed
from referee.adjudicate.rejudging import accepted, read_again
from referee.charter.papers import Charter, namespace
from referee.charter.secrets import chain
from referee.engine.entry import Entry
from referee.engine.request import Data
from referee.engine.table import ReplayDiffers
from referee.fault import in_file
from referee.folder.journal import (
    PUT_BACK,
    Journal,
    Unsure,
    accept_fault,
    accept_line,
    checkpoint,
    entry_line,
    has_line,
    load_checkpoints,
    save_checkpoint,
    start_line,
)
from referee.folder.resuming import Place, by_checkpoint, by_journal, checkpoints
from referee.folder.store import Store, StoreTrouble, report_name, write_whole
from referee.host.own_failure import OwnFailure, fault_report
from referee.host.sent import Damage, damaged, read_sent
from referee.playable import OtherRules, check_playable, check_rules, good_charter
from referee.proof import sshsig
from referee.proof.canonical import typed
from referee.record.host_record import Watch
from referee.report.report_file import write_report
from referee.report.text import render
from referee.ruleset import of_game

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from referee.engine.rules import Ruleset

Unlock = Callable[[], "Ed25519PrivateKey"]


OLD_RULES = "only the earlier rules can make it again"


class Host:
    """The game in a host's folder; made by `load`, inside the folder's lock.

    said: what a host should hear about the folder (a torn line dropped, a run completed);
    completed: SHA-256 of the files of an interrupted run that loading has completed; recovered:
    the number of that run, if there was one."""

    def __init__(self, store: Store, charter: Charter, unlock: Unlock | None) -> None:
        self.store, self.charter = store, charter
        self.said: list[str] = []
        self.completed: list[str] = []
        self.recovered: list[int] = []
        #: runs made by this command, whose reports are complete
        self.made: list[int] = []
        self.clerk: Clerk
        self.journal = Journal(store.path("journal"))
        self._unlock = unlock
        self._key: Ed25519PrivateKey | None = None
        #: entries in the journal whose reports and checkpoint are still to be written
        self._unpublished: list[tuple[int, dict[str, tuple[list[str], Data]]]] = []
        #: the newest entry that a checkpoint knows
        self._known = 0
        #: the host's record outside the folder, which shows if this is an old copy
        self.watch = Watch(store, charter.game, looking=unlock is None)
        #: reports that are damaged or missing
        self.damaged: list[Damage] = []

    @classmethod
    def load(cls, store: Store, unlock: Unlock | None = None, every: bool = False) -> Host:
        """The game of a folder as its newest entry left it, with files accepted since then.

        unlock: gives the host's key when needed; without it the game can only be looked at.
        every: check every report, not only those of the newest entry.  A damaged one is made again
        if the key is there, otherwise listed in `damaged`.
        Raises StoreTrouble for damage and for a game with other rules than those installed, Refused
        for a charter that is bad or cannot be played here."""
        if not store.has("charter.yaml"):
            raise StoreTrouble("the game has not started", "admit the joins with 'referee admit'")
        with in_file(store.path("charter.yaml")):
            charter = good_charter(store.read("charter.yaml"))
        host = cls(store, charter, unlock)
        host.said += host.watch.said
        host._restore(every)
        return host

    @cached_property
    def ruleset(self) -> Ruleset:
        """The rules of the game; used only once they are known to be those installed."""
        return of_game(self.charter.offer)

    # -- loading -------------------------------------------------------------------------------

    def _restore(self, every: bool) -> None:
        path = self.store.path("journal")
        if not self.store.has("journal") or not has_line(path):
            self._check_rules([])
            self._begin()
            return
        place, newest = self.place(every, look=self._unlock is None)
        self._check_rules(place.rules)
        self._take_up(place)
        self._catch_up()
        self.watch.look(self.clerk.position)
        if place.upgraded:
            self._say_upgraded(None if newest else place.number)

    def place(self, every: bool = False, look: bool = False) -> tuple[Place, bool]:
        """Where the game can be resumed, and whether nothing is lost that must be made again from
        there.  Raises StoreTrouble.

        every: as for `load`; look: take the newest place, since nothing will be made again."""
        known = checkpoints(self.store, self.charter.game)
        self._known = max((saved["number"] for saved in known), default=0)
        place = by_checkpoint(self.store, known)
        if place is None:
            return by_journal(self.store, self.charter.game), False
        numbers = range(0 if every else place.number, place.number + 1)
        self.damaged = damaged(self.store, self.charter, numbers)
        if not self.damaged:
            return place, True
        if look:
            return place, False
        first = min(damage.number for damage in self.damaged)
        before = by_checkpoint(self.store, [one for one in known if one["number"] < first])
        return before or by_journal(self.store, self.charter.game), False

    def remedy(self, damage: Damage) -> str:
        """What the host can do about a damaged report."""
        if damage.number < self.clerk.position.since:
            return f"{OLD_RULES}; its player has it"
        return f"'referee apply {self.store.root}' makes it again"

    def _say_upgraded(self, after: int | None) -> None:
        """Say that the game was resumed at its upgrade after an entry, if more was needed; a new
        checkpoint saves the next command the trouble."""
        if after is not None:
            where = f"the game was resumed at its upgrade after run {after}"
            self.said.append(f"a checkpoint or report was lost: {where}")
        lost = damaged(self.store, self.charter, [self.clerk.position.number])
        self.said += [f"{one}: {OLD_RULES}" for one in dict.fromkeys([*self.damaged, *lost])]
        if self._unlock is not None:
            self.save()

    def _check_rules(self, held: list[str]) -> None:
        """Raise StoreTrouble unless the rules that apply are installed."""
        try:
            check_rules(self.charter.offer, held, "the game")
        except OtherRules as trouble:
            hint = (
                f"'referee upgrade --dry-run {self.store.root}' shows what an upgrade would change"
            )
            raise StoreTrouble(trouble.reason, f"{hint}; or install {trouble.version}") from None
        check_playable(self.charter.offer)

    def _begin(self) -> None:
        """The start of the game: entry 0 and report 0 of every seat.

        Raises StoreTrouble if it was started before, as then the journal was lost."""
        if self._was_reported(0) or load_checkpoints(self.store):
            raise StoreTrouble("the journal is missing or empty, but the game had begun", PUT_BACK)
        self._open()
        self.watch.look(self.clerk.position)
        self.watch.check()
        self._key_needed()
        self.journal.append(start_line(self.charter.game))
        self.finish()

    def _open(self) -> None:
        self.clerk, first = Clerk.opened(self.charter, self.ruleset)
        self._keep(first)

    def _take_up(self, place: Place) -> None:
        """Resume the game as it was at a place."""
        self.journal = place.journal
        if place.saved is None:
            self._open()
            return
        try:
            self.clerk = Clerk.restored(self.charter, self.ruleset, place.saved)
        except ReplayDiffers as trouble:
            raise StoreTrouble(f"the open step cannot be replayed: {trouble}") from trouble

    def _catch_up(self) -> None:
        """Take in what the journal holds beyond the checkpoint."""
        lines, self.journal.lines = self.journal.lines, []
        # Before anything is made again: a journal must not lack anything that was sent.
        entries = sum(line.get("type") == "entry" for line in lines)
        self.check_end(self.clerk.position.number + entries)
        for line in lines:
            self._take_in(line)
        if self._unpublished:
            self._key_needed()
            made = [number for number, _ in self._unpublished]
            self.finish()
            self.recovered = [self.clerk.position.number]
            self._say_recovered(made)

    def _say_recovered(self, made: list[int]) -> None:
        """Say what was made again, and why; made: the entries whose reports are complete now."""
        again = [damage for damage in self.damaged if damage.number in made]
        self.damaged = [damage for damage in self.damaged if damage.number not in made]
        if again:
            self.said += [f"{damage}; it was made again" for damage in again]
        elif len(made) > 1:
            played = "the game was replayed from its journal"
            self.said.append(f"a checkpoint or report was lost: {played}")
        else:
            cut = f"run {made[0]} was interrupted; its reports are now complete"
            self.said.append(cut)

    def _take_in(self, line: Data) -> None:
        """Replay one line of the journal; StoreTrouble if it does not follow from those before."""
        if line.get("type") == "entry":
            self._key_needed()
            self.completed = [file.sha256 for file in self.clerk.inbox.explicit.values()]
        try:
            good = self._accepted(line) if line.get("type") == "accept" else self._run() == line
        except StoreTrouble:
            raise
        except Exception as trouble:  # a forged journal can lead the rules anywhere
            raise _not_again(line) from trouble
        if not good:
            raise _not_again(line)

    def _accepted(self, line: Data) -> bool:
        """Take in a file that was accepted; whether the line is the one of this file."""
        if accept_fault(line):
            return False
        raw = read_again(self.store, line["file"], line["sha256"])
        file = accepted(raw, line["sha256"], self.clerk)
        self.clerk.inbox.take(file)
        return _accept_line(file) == line

    def check_end(self, number: int) -> None:
        """Raise StoreTrouble if the journal lacks an entry that was published."""
        number += 1
        if self._was_reported(number):
            reason = f"the journal lacks entry {number}, but a report of it was written"
            raise StoreTrouble(reason, PUT_BACK)
        if self._known >= number:
            reason = f"the journal lacks entry {number}, but a checkpoint was made after it"
            raise StoreTrouble(reason, PUT_BACK)
        if self.journal.torn:
            said = "the journal's last line is incomplete, so what it says never happened"
            self.said.append(said)

    def _was_reported(self, number: int) -> bool:
        return any(self.store.has(*report_name(seat, number)) for seat in self.charter.seats)

    # -- working -------------------------------------------------------------------------------

    def report_path(self, seat: str, number: int) -> Path:
        """Where a seat's report lies."""
        return self.store.path(*report_name(seat, number))

    def accept(self, raw: bytes, file: Mailed) -> None:
        """Keep a good file: its bytes, then its line in the journal."""
        self.watch.check()
        self.store.write(raw, "mail", file.name)
        with _explaining(f"the file of {file.seat} was not accepted"):
            self.journal.append(_accept_line(file))
        self.clerk.inbox.take(file)

    def run(self) -> int:
        """Make the next run and publish it; its number.

        Raises OwnFailure if the rules fail: then the run has not happened, and the folder has a
        report of the fault without hidden facts."""
        self.watch.check()
        self._key_needed()
        self.watch.prepare()
        number = self.clerk.position.run + 1
        try:
            line = self._run()
        except Exception as trouble:
            path = self.store.path("bug-report.txt")
            write_whole(path, fault_report(trouble, self.ruleset, number).encode())
            raise OwnFailure(f"run {number} could not be made", path) from trouble
        with _explaining(f"run {number} was not made"):
            self.journal.append(line)
        with _explaining(f"run {number} is made and kept, but its reports are not complete"):
            self.finish()
        self.made.append(number)
        return number

    def finish(self) -> None:
        """Write the host's record, the reports of what is in the journal, then the checkpoint."""
        if self._unpublished:
            self.said += self.watch.remember(self.clerk.position)
        for number, reports in self._unpublished:
            for seat, report in reports.items():
                self._write_report(number, seat, *report)
        self._unpublished = []
        self.save()

    def save(self) -> None:
        """Write a checkpoint of the game as it is."""
        known, journal = self.clerk.saved(), self.journal
        made = checkpoint(known, self.charter.game, journal.offset, journal.chain, journal.tail)
        save_checkpoint(self.store, self.clerk.position.number, made)

    def _run(self) -> Data:
        """Make the next run in memory; its line of the journal."""
        number = self.clerk.position.run + 1
        key, offer = self._key_needed(), self.charter.offer
        host, sealed = (chain(key, offer, party).link(number) for party in _HOST_CHAINS)
        entry = self.clerk.make_run(host, sealed)
        self._keep(entry)
        return entry_line(entry, self.clerk.position.heads[0], self.clerk.saved())

    def _keep(self, entry: Entry) -> None:
        """Make an entry's reports now, so that trouble with their texts comes before the entry is
        in the journal."""
        charter = self.charter
        sheets = {seat: self.clerk.sheet(entry, seat) for seat in charter.seats}
        reports = {
            seat: (render(sheet, charter.offer, charter.insecure, self.ruleset), sheet)
            for seat, sheet in sheets.items()
        }
        self._unpublished.append((entry.number, reports))

    def _write_report(self, number: int, seat: str, text: Sequence[str], sheet: Data) -> None:
        if self._sent(number, seat, sheet):
            return
        signature = sshsig.sign(self._key_needed(), namespace("report"), typed(sheet))
        self.store.write(write_report(text, sheet, signature), *report_name(seat, number))

    def _sent(self, number: int, seat: str, sheet: Data) -> bool:
        """Whether the report is there as it was sent; then it is not written again, since this
        version may word it differently."""
        try:
            if not self.store.has(*report_name(seat, number)):
                return False
            _, report = read_sent(self.store, self.charter, seat, number)
        except StoreTrouble:
            return False
        return typed({**report.sheet, "wording": sheet["wording"]}) == typed(sheet)

    def _key_needed(self) -> Ed25519PrivateKey:
        if self._key is None:
            if self._unlock is None:
                hint = f"'referee apply {self.store.root}' completes it, or says why not"
                raise StoreTrouble(
                    "a run was interrupted, or a checkpoint or report was lost", hint
                )
            self._key = self._unlock()
        return self._key


@contextmanager
def _explaining(what: str) -> Iterator[None]:
    """Inside, trouble with the folder is reported with what it means for the game."""
    try:
        yield
    except Unsure as trouble:
        again = "the next command will tell whether it was done"
        raise StoreTrouble(f"{trouble.reason}; {again}", trouble.hint) from trouble
    except StoreTrouble as trouble:
        raise StoreTrouble(f"{trouble.reason}; {what}", trouble.hint) from trouble


def _accept_line(file: Mailed) -> Data:
    return accept_line(file.name, file.seat, file.sha256)


def _not_again(line: Data) -> StoreTrouble:
    """The trouble with a line that does not follow from those before it."""
    number = line.get("number")
    named = f"entry {number}" if isinstance(number, int) else f"a line on {line.get('file')!r:.80}"
    hint = "the referee, its rules or the folder were changed since"
    return StoreTrouble(f"{named} of the journal cannot be made again", hint)


_HOST_CHAINS = ("host", "sealed")
