"""What `sign` and `check` ask the signer's record: how the next file is signed, and what that file
makes of the record."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from referee.charter.papers import Charter
from referee.engine.request import GUEST, Data
from referee.fault import OUT_OF_TURN, Fault, Refused
from referee.orders.order_file import read_orders
from referee.record.record_file import Games
from referee.record.report_names import newest
from referee.record.reports_beside import against_the_rules, compared, story
from referee.record.signer_record import Record, Stamp
from referee.record.signing_rules import NOTHING, Asked, first_needed, next_file, signed
from referee.views import NO_ORDERS


class Stamped(NamedTuple):
    """How the next file is signed; the record as it is before; warnings for the player."""

    stamp: Stamp
    record: Record
    said: list[str]


def stamped(
    games: Games, report: Path, sheet: Data, charter: Charter, asked: Asked = NOTHING
) -> Stamped:
    """How a seat's next file is signed by a report that was verified, and those beside it.

    games: of the seat's key; sheet: that of the report.  Raises Refused with the rule that
    forbids it, StoreTrouble for a record that cannot be read."""
    if (newer := newest(report)) is not None:
        raise Refused([_newer(newer.name)])
    if sheet["seat"] == GUEST:
        raise Refused([NO_ORDERS])
    seat, host, gid = sheet["seat"], charter.offer["key"], charter.offer["gid"]
    known = games.record(host, gid, seat)
    since = 0 if asked.accept else first_needed(known)
    told = story(report, sheet, charter, since)
    if told.newest.number != sheet["number"]:
        raise Refused([_newer(f"report {told.newest.number} is beside it and")])
    record = known or Record(host, gid, seat, epoch=told.newest.epoch)
    made = next_file(record, told.pages, charter.game, told.number_of(), asked)
    compared(told.told)
    if not asked.accept:
        against_the_rules(told.told, charter)
    return Stamped(*made)


def _newer(name: str) -> Fault:
    """The fault of a report that is not the newest; name: of the newer one."""
    hint = "if it is not of this game, move it to another folder"
    return Fault(OUT_OF_TURN, (), f"{name} is newer; use that report", "", hint)


def with_file(given: Stamped, text: str) -> Record:
    """The record with a file that was signed so; text: of the file."""
    file = read_orders(text.encode())
    stamp = given.stamp._replace(edition=file.edition)
    return signed(given.record, stamp, file.header["after"], file.header["body"])
