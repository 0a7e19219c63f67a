"""An upgrade judges everything in the inbox again by the new rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol

from referee.adjudicate.clerk import Clerk
from referee.adjudicate.letters import Mailed
from referee.engine.request import Data, Request, View
from referee.engine.rules import Rules, Ruleset
from referee.engine.standing import Rule
from referee.engine.words import Answer, compared, word_of
from referee.fault import Fault
from referee.folder.store import StoreTrouble
from referee.orders.advance import parse_next
from referee.orders.examine import examine, judge_lines, read_body
from referee.orders.order_file import OrderFile, read_orders
from referee.orders.order_lines import parse_lines, write_lines
from referee.orders.standing_list import parse_standing, write_standing
from referee.proof.hashing import sha256_of

#: what parsing can raise for text written under other rules
_OTHER_WORDS = (KeyError, TypeError, ValueError, AttributeError)


class Kept(Protocol):
    """Where accepted files are kept."""

    def read(self, *parts: str) -> bytes:
        """The bytes of a file; StoreTrouble if it cannot be read."""


class Dropped(NamedTuple):
    """Something that an upgrade drops: whose it is, and the file's name in ``mail``, or "" for
    standing orders."""

    seat: str
    name: str


def still_good(request: Request, view: View, answer: Answer, rules: Rules) -> bool:
    """Whether an answer that was good under other rules is good under these."""
    if not _fits(request, answer):
        return False
    names = rules.names(request.seat)
    try:
        raw = write_lines(answer, request.words, names)
    except _OTHER_WORDS:
        return False
    _, faults = parse_lines(raw, request.words, names, request.conditions)
    return not faults and not request.refused(view, answer)


def _fits(request: Request, answer: Answer) -> bool:
    """Whether a request takes the words and conditions of all lines."""
    return all(
        word_of(line) in request.words and compared(line) <= set(request.conditions)
        for line in answer
    )


def read_again(files: Kept, name: str, sha256: str) -> bytes:
    """The bytes of an accepted file; StoreTrouble if they have changed."""
    try:
        raw = files.read("mail", name)
    except StoreTrouble as trouble:
        hint = "the journal is newer than mail/: restore both from one copy, or get this file from "
        hint += "its player"
        raise StoreTrouble(f"{trouble.reason}; the journal names it", hint) from trouble
    if sha256_of(raw).hex() != sha256:
        raise StoreTrouble(f"mail/{name} is not the file that was accepted")
    return raw


def accepted(raw: bytes, sha256: str, clerk: Clerk) -> Mailed:
    """An accepted file, read again; it is not judged, because that was done when it came."""
    return clerk.kept(_read(raw, clerk), sha256)


def _read(raw: bytes, clerk: Clerk) -> OrderFile:
    found, basis = read_orders(raw), clerk.basis()
    if not found.advance:
        judge_lines(found, basis)
    read_body(found, basis)
    return found


def judge_again(files: Kept, clerk: Clerk, lines: Sequence[Data], title: str) -> list[Dropped]:
    """Judge everything in a clerk's inbox again, and the files of these lines of the journal.

    What is no longer good is dropped, and its owner is told; title: of the rules, for that."""
    inbox, dropped = clerk.inbox, []
    for line in lines:
        raw, seat = read_again(files, line["file"], line["sha256"]), line["seat"]
        found = _read(raw, clerk)
        inbox.take(clerk.kept(found, line["sha256"]))
        if found.advance and found.faults:
            inbox.say(seat, _told("Your advance file", title, found.faults))
            dropped.append(Dropped(seat, line["file"]))
    dropped += [*_explicit(files, clerk, title), *_queues(files, clerk, title)]
    for seat, rules in sorted(inbox.standing.items()):
        if not standing_holds(rules, clerk.ruleset, seat):
            inbox.standing[seat] = []
            inbox.say(
                seat,
                f"Your standing orders are dropped: {title} does not accept them; send new ones.",
            )
            dropped.append(Dropped(seat, ""))
    return dropped


def _explicit(files: Kept, clerk: Clerk, title: str) -> list[Dropped]:
    basis = clerk.basis()
    inbox, dropped = clerk.inbox, []
    for seat, file in sorted(inbox.explicit.items()):
        found = examine(read_again(files, file.name, file.sha256), basis)
        if found.faults:
            del inbox.explicit[seat]
            inbox.say(seat, _told(f"Edition {file.edition} of your orders", title, found.faults))
            dropped.append(Dropped(seat, file.name))
        else:
            answer, coming, rules = found.answer, found.coming, found.standing
            inbox.explicit[seat] = replace(file, answer=answer, coming=coming, standing=rules)
    return dropped


def _queues(files: Kept, clerk: Clerk, title: str) -> list[Dropped]:
    """Read the rest of each queue again, from its file."""
    inbox, dropped = clerk.inbox, []
    for seat, queue in sorted(inbox.queue.items()):
        file = inbox.newest[seat]
        tree = read_orders(read_again(files, file["name"], file["sha256"])).tree
        coming, faults = parse_next(tree["next"], clerk.ruleset, seat) if queue else ([], [])
        left = [one["number"] for one in queue]
        inbox.queue[seat] = [one for one in coming if one["number"] in left]
        if faults:
            inbox.say(seat, _told("An advance order of yours", title, faults))
            dropped.append(Dropped(seat, file["name"]))
    return dropped


def _told(what: str, title: str, faults: Sequence[Fault]) -> str:
    return f"{what} is no longer legal in {title} and is dropped: {faults[0].reason}."


def standing_holds(rules: Sequence[Rule], ruleset: Ruleset, seat: str) -> bool:
    """Whether rules in force still mean the same."""
    try:
        again, faults = parse_standing(write_standing(rules, ruleset, seat), ruleset, seat)
    except _OTHER_WORDS:
        return False
    pairs = zip(again, rules, strict=True)
    return not faults and all({**new, "number": old["number"]} == old for new, old in pairs)
