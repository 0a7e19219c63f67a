"""The reports and checkpoints of a folder, against what an audit knows must be in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from referee import __version__
from referee.adjudicate.clerk import Clerk
from referee.engine.entry import Entry
from referee.engine.request import Data
from referee.fault import Refused
from referee.folder.journal import (
    CHAIN_START,
    CHECKPOINTS,
    checkpoint,
    checkpoint_bytes,
    read_checkpoint,
)
from referee.folder.store import report_name
from referee.proof.canonical import typed_digest
from referee.report.report_file import ReportFile, read_report, write_report
from referee.verify.audit.bundle import Source
from referee.verify.audit.ledger import Ledger, Wrong, by_the_rules, difference, fail, same_bytes
from referee.verify.report.block_shape import shape_findings
from referee.verify.report.verify import differences, signature

_OTHER_BYTES = "its bytes are not those of the report that was sent"
_NAME = re.compile(r"reports/([a-z0-9-]{1,40})/([0-9]{4,9})\.txt")


@dataclass
class Expected:
    """What the reports of an entry must be.

    sheets: by seat, None where only the rules could tell; entry: as the journal has it, None for
    entry 0; text: gives the lines of a sheet's report, None as for the sheets."""

    number: int
    sheets: dict[str, Data] | None
    entry: Entry | None
    text: Callable[[Data], list[str]] | None


class Reports:
    """Compares the reports that lie in a folder or bundle.

    good: how many were found good."""

    def __init__(self, files: Source, ledger: Ledger) -> None:
        self._files, self._ledger = files, ledger
        self._left = [name for name in files.names() if name.startswith("reports/")]
        self._next: Expected | None = None
        self.good = 0
        #: versions of the program, but for this one, in whose words reports were written
        self.worded: set[str] = set()

    def expect(self, expected: Expected) -> None:
        """Know what the reports of the newest entry must be; `settle` looks at them."""
        self._next = expected

    def settle(self, must: bool) -> bool:
        """Look at the reports of the newest entry, once; whether all were there.

        must: whether a missing one is wrong; else a crash may have come between.
        Raises Wrong."""
        expected, self._next = self._next, None
        if expected is None:
            return True
        whole = True
        for seat in self._ledger.charter.seats:
            name = "/".join(report_name(seat, expected.number))
            if name in self._left:
                self._left.remove(name)
                self._compare(name, seat, expected)
                self.good += 1
            elif must:
                raise Wrong(name, "it is missing")
            else:
                whole = False
        return whole

    def strangers(self, place: str, last: int) -> Iterator[str]:
        """Files that are no reports of this game; Wrong for a report of an entry after the last,
        which the journal lacks."""
        for name in self._left:
            form = _NAME.fullmatch(name)
            if form and form[1] in self._ledger.charter.seats and int(form[2]) > last:
                raise Wrong(place, f"after it entry {int(form[2])} is missing: {name} is there")
            yield name

    def _compare(self, name: str, seat: str, expected: Expected) -> None:
        raw = self._files.read(name)
        try:
            report = read_report(raw)
        except Refused as trouble:
            fail(name, trouble.faults[0])
        wanted = (
            expected.sheets[seat] if expected.sheets else self._framed(name, seat, report, expected)
        )
        written = report.sheet.get("wording", "")
        wanted = {**wanted, "wording": written} if isinstance(written, str) else wanted
        if told := difference(report.sheet, wanted):
            raise Wrong(f"{name}, {told[0] or 'block'}", told[1])
        for finding in signature(report, self._ledger.charter):
            raise Wrong(f"{name}, {finding.place}", finding.reason)
        if expected.text is None or written != __version__:
            self.worded |= {written} - {__version__}
            # Its own version knows in which words, and the rules alone in which order of keys.
            sent = write_report(report.text, report.sheet, report.signature)
            same_bytes(name, raw, sent, _OTHER_BYTES)
            return
        with by_the_rules(name):
            lines = expected.text(wanted)
        for finding in differences(report, [line.rstrip() for line in lines]):
            raise Wrong(f"{name}, {finding.place}", finding.reason)
        same_bytes(name, raw, write_report(lines, wanted, report.signature), _OTHER_BYTES)

    def _framed(self, name: str, seat: str, report: ReportFile, expected: Expected) -> Data:
        """What a report must say as far as the journal tells: its position is its own, if it is
        the one that the entry is bound to."""
        charter = self._ledger.charter
        for place, reason in shape_findings(report.sheet, charter):
            raise Wrong(f"{name}, {place}", reason)
        sheet, party = report.sheet, f"seat/{seat}"
        entry = expected.entry or Entry(
            0, 0, sheet["public"], {party: sheet["own"]}, {}, charter.digest
        )
        parts = {"public": entry.public["state"], "own": entry.own[party]["state"]}
        for part, bound in parts.items():
            if typed_digest(sheet["state"][part]) != bound:
                raise Wrong(f"{name}, state, {part}", "the entry commits to another position")
        return self._ledger.sheet(entry, seat, sheet["state"])


class Checkpoints:
    """The checkpoints of a host's folder: each must be the position after its entry.

    newest: the newest entry that one was made after; -1 if there is none."""

    def __init__(self, files: Source) -> None:
        there = [name for name in files.names() if name in CHECKPOINTS]
        self._raw = {name: files.read(name) for name in there}
        #: what each says of its place: number of the newest entry, offset and chain value
        self._claims = {name: _claimed(raw) for name, raw in self._raw.items()}
        self.newest = max((claim[0] for claim in self._claims.values() if claim), default=-1)
        #: those at whose place no rules were there to compare them
        self._unseen: list[str] = []
        #: where the newest line begins that is no accepted file
        self.tail = (0, CHAIN_START)

    def met(self, number: int, at: tuple[int, str], clerk: Clerk | None) -> None:
        """Look at those that were made behind the line that was read last.

        number: of the newest entry there; at: offset and chain value behind the line; clerk: the
        game there, None if only the rules of another version could tell."""
        for name, claim in list(self._claims.items()):
            if claim != (number, *at) or name != CHECKPOINTS[number % 2]:
                continue
            if clerk is None:
                self._unseen.append(name)
                del self._claims[name]
                continue
            made = checkpoint(clerk.saved(), clerk.charter.game, *at, self.tail)
            if self._raw[name] == checkpoint_bytes(made):
                del self._claims[name]

    def settle(self, place: str, last: int) -> Iterator[str]:
        """Those that could not be compared; Wrong for one that is not as it must be."""
        for name, claim in self._claims.items():
            if claim is None:
                raise Wrong(name, "it is damaged")
            if claim[0] > last:
                reason = f"after it entry {claim[0]} is missing: {name} was made after it"
                raise Wrong(place, reason)
            raise Wrong(name, f"it is not the position after entry {claim[0]}")
        yield from self._unseen


def _claimed(raw: bytes) -> tuple[int, int, str] | None:
    """The place in the game and in the journal that a checkpoint says it was made at, None if it
    is damaged."""
    try:
        data: Any = read_checkpoint(raw)
        number, offset, chain = (data[key] for key in ("number", "offset", "chain"))
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    good = type(number) is int and type(offset) is int and isinstance(chain, str)
    return (number, offset, chain) if good and number >= 0 else None
