"""What lies in the mail room at an upgrade, judged again by the new rules."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol

from referee.desk.clerk import Clerk
from referee.desk.mailroom import Mailed, mailed
from referee.engine.plan import Rule
from referee.engine.request import Data, Request, View
from referee.engine.rules import Ruleset
from referee.engine.words import Answer
from referee.post.examine import (
    Examined,
    examine,
    fits,
    read_lines,
    read_plans,
    until_fault,
)
from referee.post.lines import parse_lines, write_lines
from referee.post.orders import read_orders
from referee.post.plans import parse_plans, write_plans
from referee.store import StoreTrouble

#: What reading raises that was written in words of other rules.
_OTHER_WORDS = (KeyError, TypeError, ValueError, AttributeError)


class Kept(Protocol):
    """Where accepted files lie."""

    def read(self, *parts: str) -> bytes:
        """The bytes of a file; StoreTrouble if it cannot be read."""


class Dropped(NamedTuple):
    """What an upgrade drops: whose, the file's name in ``mail``, or "" for a seat's plans."""

    seat: str
    name: str


def still_good(request: Request, view: View, answer: Answer, ruleset: Ruleset) -> bool:
    """Whether an answer that was good by other rules is one that these take."""
    if not fits(request, answer):
        return False
    names = ruleset.names(request.seat)
    try:
        raw = write_lines(answer, request.words, names)
    except _OTHER_WORDS:
        return False
    _, faults = parse_lines(raw, request.words, names, request.conditions)
    return not faults and not request.judge(view, answer).faults


def read_again(files: Kept, name: str, sha256: str) -> bytes:
    """The bytes of a file that was accepted; StoreTrouble if they are others now."""
    raw = files.read("mail", name)
    if hashlib.sha256(raw).hexdigest() != sha256:
        raise StoreTrouble(f"mail/{name} is not the file that was accepted")
    return raw


def accepted(raw: bytes, sha256: str, clerk: Clerk) -> Mailed:
    """A file that was accepted, read again; it was judged then."""
    found = Examined(read_orders(raw))
    read_lines(found, clerk.standing())
    read_plans(found, clerk.standing())
    return mailed(found, sha256, clerk.position.heads, clerk.position.number)


def judge_again(files: Kept, clerk: Clerk, lines: Sequence[Data], title: str) -> list[Dropped]:
    """Judge all that lies in a clerk's mail room, and the files of these lines of the journal.

    What is no longer good is dropped, with a word to its owner; title: of the rules, for that."""
    room = clerk.mailroom
    for line in lines:
        raw = read_again(files, line["file"], line["sha256"])
        room.take(accepted(raw, line["sha256"], clerk))
    dropped = [*_explicit(files, clerk, title), *_ahead(files, clerk, title)]
    for seat, rules in sorted(room.plans.items()):
        if not plans_stand(rules, clerk.ruleset, seat):
            room.plans[seat] = []
            room.say(seat, f"Your plans are dropped: {title} does not take them; send them anew.")
            dropped.append(Dropped(seat, ""))
    return dropped


def _explicit(files: Kept, clerk: Clerk, title: str) -> list[Dropped]:
    standing = clerk.standing()
    room, dropped = clerk.mailroom, []
    for seat, file in sorted(room.explicit.items()):
        found = examine(read_again(files, file.name, file.sha256), standing)
        if found.faults:
            del room.explicit[seat]
            room.dropped[seat] = file.edition
            room.say(seat, _told(f"Edition {file.edition} of your orders", title, found))
            dropped.append(Dropped(seat, file.name))
        else:
            room.explicit[seat] = replace(file, answer=found.answer, plans=found.plans)
    return dropped


def _ahead(files: Kept, clerk: Clerk, title: str) -> list[Dropped]:
    room, dropped = clerk.mailroom, []
    standing = clerk.standing(waiting=True)
    for seat, file in sorted(room.ahead.items()):
        found = Examined(read_orders(read_again(files, file.name, file.sha256)))
        if fault := until_fault(found.file, standing):
            found.faults.append(fault)
        if "orders" in found.file.tree:
            read_lines(found, standing)
        if file.plans is not None:
            read_plans(found, standing)
        if found.faults:
            del room.ahead[seat]
            room.say(seat, _told(f"Your file ahead ({file.until})", title, found))
            dropped.append(Dropped(seat, file.name))
        else:
            room.ahead[seat] = replace(file, answer=found.answer, plans=found.plans)
    return dropped


def _told(what: str, title: str, found: Examined) -> str:
    return f"{what} is no longer good by {title} and is dropped: {found.faults[0].reason}."


def plans_stand(rules: Sequence[Rule], ruleset: Ruleset, seat: str) -> bool:
    """Whether rules that are in force mean the same now."""
    try:
        again, faults = parse_plans(write_plans(rules, ruleset, seat), ruleset, seat)
    except _OTHER_WORDS:
        return False
    pairs = zip(again, rules, strict=True)
    return not faults and all({**new, "number": old["number"]} == old for new, old in pairs)
