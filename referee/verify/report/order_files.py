"""What a report says of order files beside their headers: who owes the next ones, whose notes it
tells, and which file of its seat counts.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.charter.papers import Charter
from referee.engine.request import GUEST, Data
from referee.verify.finding import Finding, Findings


def waited_for(sheet: Data, charter: Charter) -> Findings:
    """Whether the seats that are due can be: a game that goes on waits for somebody, at its start
    for all, else for seats that are asked; with ``links: turn`` also for all, where a turn begins.

    Which of the seats that are asked are due hangs on what they have left with the host."""
    public, seats = sheet["public"], charter.seats
    due, asked = public["due"], [request["seat"] for request in public["asked"]]
    if public["over"]:
        return
    if not due:
        yield Finding("public, due", "the game goes on, but nobody is due")
    elif due != [seat for seat in seats if seat in due]:
        yield Finding("public, due", "it must name seats once each, in the order of the charter")
    elif sheet["number"] == 0 and due != seats:
        yield Finding("public, due", "not every seat is due in run 1")
    elif sheet["number"] and not (charter.by_turn and due == seats):
        yield from (
            Finding("public, due", f"{seat} is due, but nothing is asked of it")
            for seat in due
            if seat not in asked
        )


def sent_by(sheet: Data, charter: Charter) -> Findings:
    """Whether notes are of seats whose files came, and the newest file of the report's own seat is
    the one that came from it.  An advance file has no note."""
    headers = {header["seat"]: header for header in sheet["public"]["headers"]}
    for name, notes in (("public", sheet["public"]["notes"]), ("own", _own(sheet, "notes"))):
        for seat, *_ in notes:
            if seat not in headers:
                reason = f"it has a note of {seat}, who has no file in this run"
                yield Finding(f"{name}, notes", reason)
    if (header := headers.get(sheet["seat"])) is not None:
        sent = {key: header[key] for key in ("after", "edition", "body")}
        if [sent] != list(_own(sheet, "files"))[:1]:
            reason = "your newest file is not the one whose header the report shows"
            yield Finding("own, files", reason)


def _own(sheet: Data, key: str) -> Iterable[Data]:
    """A part of what a seat alone is told; a guest is told nothing."""
    return [] if sheet["seat"] == GUEST else list(sheet["own"][key])
