"""The reports that lie beside a report: the story that a file is signed by."""

from __future__ import annotations

import errno
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from referee.charter.papers import Charter, namespace
from referee.engine.request import Data
from referee.fault import NOT_ALLOWED, NOT_UNDERSTOOD, Fault, Refused
from referee.proof import sshsig
from referee.proof.canonical import canonical
from referee.proof.chains import walk_back
from referee.record.pages import Page, page
from referee.record.report_names import beside
from referee.record.signing_rules import NumberOf, go_on_from, one_story, two_stories
from referee.report.report_file import BYTES_AT_MOST, read_report
from referee.ruleset import of_game
from referee.verify.compare.story import Told, by_the_rules, stories, verify_story
from referee.verify.report.verify import RULES, verify


class Story:
    """The verified reports of a seat from some number on.

    pages: for the rules of the record; number_of: the number of a link of the seat."""

    def __init__(self, told: Sequence[Told], charter: Charter) -> None:
        self.told, self.charter = told, charter
        self.pages = [page(one.sheet) for one in told]

    @property
    def newest(self) -> Page:
        """That of the newest report."""
        return max(self.pages, key=lambda one: one.number)

    def number_of(self) -> NumberOf:
        """Gives the number of a link of the seat, as far as its newest link tells."""
        told = max(self.told, key=lambda one: one.number)
        party = f"seat/{told.sheet['seat']}"
        return _numbers(self.charter.gid, party, told.sheet["links"][party])


def _numbers(gid: bytes, party: str, newest_link: Sequence[int | str]) -> NumberOf:
    """By a link that was verified: those before it follow from it, those behind it lead to it."""
    epoch, at = int(newest_link[0]), int(newest_link[1])
    known = bytes.fromhex(str(newest_link[2]))
    before = {known.hex(): at}
    link = known
    for number in range(at, 0, -1):
        link = walk_back(link, gid, party, epoch, number, number - 1)
        before[link.hex()] = number - 1

    @cache
    def number_of(text: str, at_most: int) -> int | None:
        found = before.get(text)
        if found is None:
            value, later = _bytes(text), range(at_most, at, -1)
            found = next(
                (n for n in later if walk_back(value, gid, party, epoch, n, at) == known), None
            )
        return found if found and found <= at_most else None

    return number_of


def _bytes(text: str) -> bytes:
    """A link; anything else leads to none that is known."""
    return bytes.fromhex(text) if re.fullmatch(r"[0-9a-f]{64}", text) else bytes(32)


def story(report: Path, sheet: Data, charter: Charter, since: int) -> Story:
    """The story that a verified report of a seat ends, with all reports beside it from number
    `since` on.

    Raises Refused for a report that is bad, missing, or of another story."""
    told = [Told(report.name, sheet)]
    for path, number in sorted(beside(report).items()):
        if number >= since and path != report:
            told += _told(path, sheet, charter)
    found = Story(told, charter)
    one_story(found.pages, since)
    return found


def _told(path: Path, given: Data, charter: Charter) -> list[Told]:
    """A report beside the given one, verified but for its text; none if it is another's."""
    try:
        file = read_report(_bytes_of(path))
    except OSError as trouble:
        raise _bad(path, str(trouble.strerror)) from None
    except Refused as trouble:
        raise _bad(path, trouble.faults[0].reason) from None
    sheet = file.sheet
    if (sheet.get("game"), sheet.get("seat")) != (given["game"], given["seat"]):
        return []
    if found := [one for one in verify(file, charter, None) if one.place != RULES]:
        raise _bad(path, str(found[0]))
    if reason := _unsigned(sheet, charter):
        raise _bad(path, reason)
    return [Told(path.name, sheet)]


def _bytes_of(path: Path) -> bytes:
    """As many as a report can have, and one.  Raises OSError, also for what is no file: nobody has
    named it, and what was unpacked there may be a pipe or lead to a device."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is not an ordinary file")
    with path.open("rb") as file:
        return file.read(BYTES_AT_MOST + 1)


def _bad(path: Path, reason: str) -> Refused:
    hint = "ask the host for this report again"
    return Refused([Fault(NOT_UNDERSTOOD, (), f"{path.name} is not verified: {reason}", "", hint)])


def _unsigned(sheet: Data, charter: Charter) -> str:
    """What is wrong with the late and void headers of the seat, "" if nothing."""
    seat = sheet["seat"]
    for header in (h for key in ("late", "void") for h in sheet["public"].get(key, [])):
        if header.get("seat") != seat:
            continue
        message = canonical({key: value for key, value in header.items() if key != "signature"})
        armored = "".join(f"{line}\n" for line in header["signature"])
        try:
            sshsig.verify(charter.keys[seat], namespace("orders"), message, armored)
        except sshsig.BadSignature as trouble:
            return f"it shows a header that was not signed by {seat}: {trouble}"
    return ""


def compared(told: Sequence[Told]) -> None:
    """Raise Refused for anything else that two reports cannot both say."""
    if twice := next((v for v in stories(told) if len(v) > 1), None):
        raise two_stories(twice[0].number)
    if found := verify_story(told):
        hint = "sign nothing; show both reports to the other players"
        raise Refused([Fault(NOT_ALLOWED, (), str(found[0]), "", hint)])


def against_the_rules(told: Sequence[Told], charter: Charter) -> None:
    """Raise Refused for what the rules of the game show not to fit between reports; a player can go
    over it with ``--accept``, as rules have faults too."""
    if found := by_the_rules(told, charter, of_game(charter.offer)):
        head = max(told, key=lambda one: one.number).sheet["head"]
        hint = f"sign nothing; show both reports to the other players; {go_on_from(head)}"
        raise Refused([Fault(NOT_ALLOWED, (), str(found[0]), "", hint)])
