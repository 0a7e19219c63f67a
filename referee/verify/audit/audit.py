"""An audit: a whole game is played again from its charter and its order files, and everything
that was kept or sent is compared with what it must be.

The journal is read once, line by line; each file and run is judged at its place, each report as
soon as it must have been sent.  So the first place that is wrong is the one that is named.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from referee.adjudicate.clerk import Clerk
from referee.adjudicate.letters import Letter
from referee.engine.entry import Entry
from referee.engine.request import Data
from referee.fault import WARNING, Refused
from referee.folder.journal import accept_fault, accept_line, entry_line, start_line
from referee.playable import OtherRules, check_known, check_playable, check_rules, check_sets
from referee.proof.hashing import sha256_of
from referee.report.text import render
from referee.ruleset import NoRuleset, of_game
from referee.verify.audit.bundle import Source, opened
from referee.verify.audit.ledger import Ledger, Wrong, by_the_rules, difference, fail, within
from referee.verify.audit.opening_papers import REVEAL, Line, journal, read_papers, sealed_links
from referee.verify.audit.sent_reports import Checkpoints, Expected, Reports
from referee.verify.audit.upgrade_line import same_game, same_mail, taken_up
from referee.verify.finding import Finding

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from referee.engine.rules import Ruleset

#: Called with the bytes of the journal that are done, and all of them.
Progress = Callable[[int, int], None]


@dataclass
class Audit:
    """What an audit has found.

    wrong: the first place that is wrong, None if all is as it must be; runs, files, reports: how
    many were found good; legality: why and where orders were not judged, "" if all were;
    remarks: what is worth knowing and is nobody's wrong."""

    wrong: Finding | None = None
    runs: int = 0
    files: int = 0
    reports: int = 0
    legality: str = ""
    remarks: list[str] = field(default_factory=list)


def audit(
    source: Path,
    unlock: Callable[[], Ed25519PrivateKey] | None,
    progress: Progress | None = None,
) -> Audit:
    """Audit a game folder at any stage, or the bundle of a game that is over.

    unlock: gives the host's key, which a folder needs for its sealed draws.
    Raises StoreTrouble for what is no folder, no bundle or no started game."""
    with opened(source) as files:
        auditor = _Auditor(files, progress or (lambda done, total: None))
        try:
            auditor.audit(unlock)
        except Wrong as trouble:
            auditor.result.wrong = trouble.finding
        return auditor.result


class _Auditor:
    """One audit on its way: the ledger, and the clerk as long as the rules are those installed."""

    def __init__(self, files: Source, progress: Progress) -> None:
        self.files, self.progress = files, progress
        self.result = Audit()
        self.ledger: Ledger
        self.reports: Reports
        self.checkpoints = Checkpoints(files)
        self.clerk: Clerk | None = None
        self.reveal: Data | None = None
        #: why the rules that hold are not here, and the first entry that they made
        self.unknown: tuple[str, int] | None = None
        #: the line of the newest entry
        self.newest: Data | None = None
        #: kept files that no line has named yet
        self.mail = [name for name in files.names() if name.startswith("mail/")]
        self.seen: set[str] = set()

    def audit(self, unlock: Callable[[], Ed25519PrivateKey] | None) -> None:
        charter = read_papers(self.files)
        if charter.forgeable:
            self.result.remarks.append("made with test secrets: anyone can forge this game")
        sealed, self.reveal = sealed_links(self.files, charter, unlock)
        self.ledger = Ledger(charter, sealed)
        self.reports = Reports(self.files, self.ledger)
        place = self._journal()
        self._end(place)

    def _journal(self) -> str:
        """Go through the journal; the place of its last line."""
        if "journal" not in self.files.names():
            return self._unbegun()
        total, place = self.files.size("journal"), "journal"
        at = self.checkpoints.tail
        for line in journal(self.files, self._torn):
            if place == "journal":
                self._start(line)
            else:
                self.reports.settle(must=True)
                self._line(line)
            place = line.place
            if line.data.get("type") != "accept":
                self.checkpoints.tail = at
            at = (line.offset, line.chain)
            self.checkpoints.met(self.ledger.position.number, at, self.clerk)
            self.progress(line.offset, total)
        return self._unbegun() if place == "journal" else place

    def _unbegun(self) -> str:
        """There is no journal: the game has not begun, or it was lost."""
        self.result.remarks.append("the start was interrupted; 'referee admit' completes it")
        return "journal"

    def _torn(self) -> None:
        self.reports.settle(must=True)
        said = "the journal's last line is incomplete, so what it says never happened"
        self.result.remarks.append(said)

    def _start(self, line: Line) -> None:
        charter = self.ledger.charter
        if told := difference(line.data, start_line(charter.game)):
            raise Wrong(f"{line.place}, {told[0] or 'line'}", told[1])
        ruleset = self._playable(0)
        if ruleset is None:
            self.reports.expect(Expected(0, None, None, None))
            return
        self.clerk, first = Clerk.opened(charter, ruleset)
        self._expect(first)

    def _playable(self, first: int) -> Ruleset | None:
        """The rules that hold now if they are installed; else why nothing is judged is kept.

        first: the first entry that they make."""
        offer, held = self.ledger.charter.offer, self.ledger.position.rules
        try:
            check_rules(offer, held, "the game")
            if held:
                check_playable(offer)
            else:
                check_known(offer)
                check_sets(self.ledger.charter.tree["joins"], of_game(offer))
            return of_game(offer)
        except OtherRules as trouble:
            reason = f"{trouble.reason}; install {trouble.version}"
        except Refused as trouble:
            reason = trouble.faults[0].reason
        except NoRuleset as trouble:
            reason = str(trouble)
        self.unknown = reason, first
        return None

    def _unjudged(self) -> None:
        """Tell of the entries that no rules were there for, up to the newest."""
        if self.unknown is None:
            return
        reason, first = self.unknown
        told = f"reports {first} to {self.ledger.position.number}: legality of orders and texts"
        known = f"{self.result.legality}; " if self.result.legality else ""
        self.result.legality = f"{known}{told} were not checked: {reason}"
        self.unknown = None

    def _expect(self, entry: Entry) -> None:
        """Know the reports of an entry that the clerk has made."""
        assert self.clerk is not None
        clerk, charter = self.clerk, self.ledger.charter
        sheets = {seat: clerk.sheet(entry, seat) for seat in charter.seats}

        def text(sheet: Data) -> list[str]:
            return render(sheet, charter.offer, charter.insecure, clerk.ruleset)

        self.reports.expect(Expected(entry.number, sheets, entry, text))

    def _line(self, line: Line) -> None:
        kind = line.data.get("type")
        if kind == "accept":
            self._accept(line)
            self.result.files += 1
        elif kind == "entry":
            self._entry(line)
            self.result.runs += 1
        elif kind == "upgrade":
            self._upgrade(line)
        else:
            raise Wrong(f"{line.place}, type", "there is no such type of line")

    def _accept(self, line: Line) -> None:
        """A file was accepted: its bytes, and whether it had to be."""
        data = line.data
        if reason := accept_fault(data):
            raise Wrong(line.place, reason)
        name = f"mail/{data['file']}"
        if name not in self.mail:
            why = "named twice" if name in self.seen else "missing: the journal is newer than mail/"
            raise Wrong(name, f"it is {why} ({line.place})")
        self.mail.remove(name)
        self.seen.add(name)
        raw = self.files.read(name)
        if sha256_of(raw).hex() != data["sha256"]:
            raise Wrong(name, f"it is not the file that was accepted ({line.place})")
        if self.clerk is not None:
            with by_the_rules(name):
                self._judge(line, name, raw)
        self.ledger.accept(line.place, data, raw)

    def _judge(self, line: Line, name: str, raw: bytes) -> None:
        assert self.clerk is not None
        letter = Letter(name, raw)
        file = self.clerk.judge_letter(letter)
        if file is None:
            fault = next(fault for fault in letter.faults if fault.answer != WARNING)
            fail(name, fault, letter.line(fault))
        wanted = accept_line(file.name, file.seat, file.sha256)
        if told := difference(line.data, wanted):
            raise Wrong(f"{line.place}, {told[0]}", told[1])
        self.clerk.inbox.take(file)

    def _entry(self, line: Line) -> None:
        """A run was made: by the ledger, then by the rules."""
        with within(line.place):
            entry, sealed = self.ledger.entry(line.data)
        self.newest = line.data
        if self.clerk is None:
            self.reports.expect(Expected(entry.number, None, entry, None))
            return
        if not self.clerk.ready():
            owed = ", ".join(self.clerk.owed())
            raise Wrong(line.place, f"a run was made before the orders of {owed} had come")
        host = bytes.fromhex(str(self.ledger.position.links["host"][2]))
        with by_the_rules(line.place):
            made = self.clerk.make_run(host, sealed)
            head, saved = self.clerk.position.heads[0], self.clerk.saved()
            if told := difference(line.data, entry_line(made, head, saved)):
                raise Wrong(f"{line.place}, {told[0]}", told[1])
            self._expect(made)

    def _upgrade(self, line: Line) -> None:
        """Other rules hold from here on: by the ledger, by the rules of before, by the new."""
        with within(line.place):
            saved = self.ledger.upgrade(line.data)
            if self.clerk is not None:
                with by_the_rules("state"):
                    same_game(saved, self.clerk.saved())
            self._unjudged()
            self.clerk = None
            if (ruleset := self._playable(line.data["number"] + 1)) is not None:
                with by_the_rules("state"):
                    self.clerk = self._taken_up(ruleset, saved)

    def _taken_up(self, ruleset: Ruleset, saved: Data) -> Clerk:
        clerk = taken_up(self.ledger.charter, ruleset, saved, self.newest)
        same_mail(self.files, clerk)
        return clerk

    def _end(self, place: str) -> None:
        """What must hold behind the last line."""
        position, remarks = self.ledger.position, self.result.remarks
        self._unjudged()
        last = position.number if place != "journal" else -1
        must = self.files.finished or self.checkpoints.newest >= last
        if not self.reports.settle(must):
            what = f"run {last}" if last else "the start"
            remarks.append(f"{what} was interrupted; 'referee apply' completes its reports")
        self.result.reports = self.reports.good
        for version in sorted(self.reports.worded):
            said = "their data are good, but their wording was not compared"
            remarks.append(f"some reports were worded by version {version} of the program: {said}")
        for name in [*self.mail, *self.reports.strangers(place, last)]:
            remarks.append(f"{name} was not checked: the journal does not name it")
        for name in self.checkpoints.settle(place, last):
            remarks.append(f"{name} was not compared: only the rules can make it again")
        if self.reveal is not None:
            self._last_word(place, last)
        if self.clerk is not None and self.clerk.ready():
            remarks.append(f"run {last + 1} can be made; 'referee apply' makes it")
        if self.files.finished and not position.over:
            raise Wrong(place, "the game is not over after it, but a bundle is made only then")

    def _last_word(self, place: str, last: int) -> None:
        assert self.reveal is not None
        if int(self.reveal["runs"]) != last:
            raise Wrong(place, f"it is the last one, but {REVEAL} has {self.reveal['runs']} runs")
        if self.reveal["head"] != self.ledger.position.heads[0]:
            raise Wrong(f"{REVEAL}, head", "it is not the head of the last entry")
