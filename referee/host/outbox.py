"""The outbox of a game folder: one message for each player and run, ready to be sent.

A message is a mail that programs open as a draft (RFC 5322, `.eml`): the report's text to read, the
signed report to keep, and with report 0 the charter.  Each is written once; whoever has sent it
deletes it or moves it away, and what still lies there is unsent.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import NamedTuple

from referee import views
from referee.charter.papers import Charter
from referee.engine.rules import Ruleset
from referee.fault import NOT_UNDERSTOOD, Fault, Refused, in_file
from referee.files.strict_yaml import read
from referee.folder.store import Store, StoreTrouble
from referee.host.sent import read_sent
from referee.picture.svg import picture
from referee.report.report_file import ReportFile

OUTBOX = "outbox"
#: which reports have been put into the outbox: seat -> number of the newest
WRITTEN = "written.json"
#: where a host may say who sits where: seat -> address
ADDRESSES = "addresses.yaml"


class Message(NamedTuple):
    """A report on its way: whose, of which run, and the file to send."""

    seat: str
    number: int
    path: Path


def unsent(store: Store) -> list[str]:
    """The names of the messages that still lie in the outbox, sorted."""
    return [name for name in store.names(OUTBOX) if name.endswith(".eml")]


def fill(store: Store, charter: Charter, ruleset: Ruleset, newest: int) -> list[Message]:
    """Write the messages of all reports that were not put into the outbox before.

    newest: the number of the newest report.  Raises StoreTrouble for a damaged report or list,
    Refused for bad addresses."""
    written = _written(store, charter.seats)
    to = addresses(store, charter.seats)
    made = []
    for seat, number in list(_missing(written, newest)):
        name = f"{number:04d}-{seat}.eml"
        raw, file = read_sent(store, charter, seat, number)
        mail = draft(title(file, charter, ruleset), text(file), to.get(seat, ""))
        if number == 0:
            _attach(mail, store.read("charter.yaml"), "charter.yaml")
        _attach(mail, raw, f"{number:04d}.txt")
        if ruleset.picture is not None:
            board = ruleset.picture(views.view(file.sheet), views.events(file.sheet))
            mail.add_attachment(
                picture(board).encode(), "image", "svg+xml", filename=f"{number:04d}.svg"
            )
        mail.set_boundary(f"=_report-{number}-{seat}")  # no part has "=_": their "=" are encoded
        store.write(mail.as_bytes(), OUTBOX, name)
        made.append(Message(seat, number, store.path(OUTBOX, name)))
        written[seat] = number
    if made:
        store.write(json.dumps(written, sort_keys=True).encode(), OUTBOX, WRITTEN)
    return made


def _missing(written: Mapping[str, int], newest: int) -> Iterator[tuple[str, int]]:
    """Seat and number of the reports that have no message yet, run by run."""
    for number in range(min(written.values()) + 1, newest + 1):
        yield from [(seat, number) for seat, last in written.items() if last < number]


def _written(store: Store, seats: Sequence[str]) -> dict[str, int]:
    """Seat -> the newest report that was put into the outbox, -1 for none."""
    if not store.has(OUTBOX, WRITTEN):
        return dict.fromkeys(seats, -1)
    try:
        found = json.loads(store.read(OUTBOX, WRITTEN))
        return {seat: int(found[seat]) for seat in seats}
    except (ValueError, KeyError, TypeError):
        hint = "delete it, and every report gets a message again"
        raise StoreTrouble(f"{store.path(OUTBOX, WRITTEN)} is damaged", hint) from None


def addresses(store: Store, seats: Sequence[str]) -> dict[str, str]:
    """Seat -> the address of its player, as the host has written it down; raises Refused."""
    if not store.has(ADDRESSES):
        return {}
    with in_file(store.path(ADDRESSES)):
        tree = read(store.read(ADDRESSES)).tree
        if not isinstance(tree, dict) or set(tree) - set(seats):
            hint = f"write one line for each seat, as {seats[0]}: name@example.org"
            raise Refused([Fault(NOT_UNDERSTOOD, (), "this is no list of addresses", "", hint)])
    return {seat: str(address) for seat, address in tree.items()}


def title(file: ReportFile, charter: Charter, ruleset: Ruleset) -> str:
    """The subject of a report's mail."""
    sheet = file.sheet
    due = ", your orders are due" if sheet["seat"] in sheet["public"]["due"] else ""
    whose = ruleset.seats[sheet["seat"]]
    return f"{charter.offer['name']}: report {sheet['number']} for {whose}{due}"


def text(file: ReportFile) -> list[str]:
    """The lines to read: what to keep, then the report without its signed block."""
    number = file.sheet["number"]
    name = f"{number:04d}.txt"
    keep = f"Keep the attached {name}, the signed report, in your folder 'reports'."
    if number == 0:
        keep = f"Keep the attached charter.yaml, and {name} in a folder 'reports' beside it."
    return [keep, "", *file.text]


def draft(subject: str, lines: Sequence[str], address: str) -> EmailMessage:
    """A mail to be sent; address: "" if it is not known."""
    mail = EmailMessage(policy=SMTP)
    mail["Subject"] = subject
    if address:
        mail["To"] = address
    mail["X-Unsent"] = "1"  # so that mail programs open it as a draft
    mail.set_content("\n".join(lines) + "\n", cte="quoted-printable")
    return mail


def _attach(mail: EmailMessage, raw: bytes, name: str) -> None:
    mail.add_attachment(raw, maintype="text", subtype="plain", filename=name)
