"""The reports in the host's folder: whether each is complete and the one that was sent.

A report proves itself: by its name, the host's signature, its links, heads and dice, and its text,
which follows from its block.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from referee.charter.papers import Charter
from referee.fault import Refused
from referee.folder.store import Store, StoreTrouble, report_name
from referee.report.report_file import ReportFile, read_report, write_report
from referee.ruleset import NoRuleset, of_game
from referee.verify.report.verify import RULES, verify

if TYPE_CHECKING:
    from referee.engine.rules import Ruleset


class Damage(NamedTuple):
    """A report that is missing or damaged, and how."""

    seat: str
    number: int
    reason: str

    def __str__(self) -> str:
        return f"report {self.number} of {self.seat} {self.reason}"


def damaged(store: Store, charter: Charter, numbers: Iterable[int]) -> list[Damage]:
    """What is wrong with the reports of these numbers; [] if all are there and undamaged."""
    asked = [(seat, number) for number in numbers for seat in charter.seats]
    found = [Damage(*one, _damage(store, charter, *one)) for one in asked]
    return [damage for damage in found if damage.reason]


def _damage(store: Store, charter: Charter, seat: str, number: int) -> str:
    path = store.path(*report_name(seat, number))
    try:
        return fault(path.read_bytes(), seat, number, charter)
    except FileNotFoundError:
        return "is missing"
    except OSError as trouble:
        return f"cannot be read: {trouble.strerror}"


def read_sent(store: Store, charter: Charter, seat: str, number: int) -> tuple[bytes, ReportFile]:
    """A report's bytes and content.  Raises StoreTrouble if it is damaged."""
    raw = store.read(*report_name(seat, number))
    if reason := fault(raw, seat, number, charter):
        hint = f"'referee apply {store.root}' makes it again with the rules that made it"
        raise StoreTrouble(f"{'/'.join(report_name(seat, number))} {reason}", hint)
    return raw, read_report(raw)


def fault(raw: bytes, seat: str, number: int, charter: Charter) -> str:
    """What is wrong with the bytes of a seat's report of this number, as "is ..."; "" if nothing.

    The text of a report made with other rules is not checked."""
    if not raw.strip():
        return "is damaged: it is empty"
    try:
        report = read_report(raw)
    except Refused as trouble:
        return f"is damaged: {_told(trouble)}"
    for finding in verify(report, charter, _ruleset(charter)):
        if finding.place != RULES:
            return f"is damaged: {finding}"
    sheet = report.sheet
    if (sheet["seat"], sheet["number"]) != (seat, number):
        return f"is another one: report {sheet['number']} of {sheet['seat']}"
    if write_report(report.text, sheet, report.signature) != raw:
        return "is damaged: its lines are not as they were written"
    return ""


def _told(trouble: Refused) -> str:
    first = trouble.faults[0]
    where = f"line {first.path[1]}: " if first.path[:1] == ("line",) else ""
    return f"{where}{first.reason}"


def _ruleset(charter: Charter) -> Ruleset | None:
    """The rules of the game; None if they are not installed, or its corrections do not fit them."""
    try:
        return of_game(charter.offer)
    except (NoRuleset, Refused):
        return None
