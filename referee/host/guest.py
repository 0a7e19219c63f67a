"""Reports for guests: what everyone may know of a run, signed by the host."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee import views
from referee.charter.papers import Charter, namespace
from referee.folder.store import Store
from referee.host.sent import read_sent
from referee.playable import check_rules
from referee.proof import sshsig
from referee.proof.canonical import typed
from referee.report.report_file import write_report
from referee.report.text import render
from referee.ruleset import of_game

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def guest_report(store: Store, charter: Charter, number: int, key: Ed25519PrivateKey) -> bytes:
    """A guest's report of an entry, made from what any seat's report tells everyone.

    Raises StoreTrouble if that report is damaged, OtherRules if it was made with rules that are not
    installed."""
    _, report = read_sent(store, charter, charter.seats[0], number)
    sheet = views.guest_sheet(report.sheet)
    check_rules(charter.offer, sheet["public"].get("rules", []), "the report")
    text = render(sheet, charter.offer, charter.insecure, of_game(charter.offer))
    return write_report(text, sheet, sshsig.sign(key, namespace("report"), typed(sheet)))
