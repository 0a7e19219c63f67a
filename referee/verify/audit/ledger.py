"""The ledger of an audit: what a journal says, line by line, checked without the rules.

Signatures, links, dice, sealed draws and heads are the same whatever the rules are; so a game of
any version can be audited that far.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NoReturn

from referee import views
from referee.adjudicate.clerk import Position
from referee.charter.papers import Charter
from referee.charter.secrets import EPOCH
from referee.engine.entry import Entry, salts
from referee.engine.plain import too_great
from referee.engine.request import Data
from referee.fault import Fault, Refused
from referee.files.characters import first_strange, in_saved_note
from referee.orders.examine import signature_fault
from referee.orders.order_file import OrderFile, read_orders
from referee.playable import pinned
from referee.proof.chains import walk_back
from referee.proof.dice import Dice, sealed_stream
from referee.proof.heads import RECENT
from referee.verify.finding import Finding
from referee.verify.report.block_shape import entry_findings
from referee.verify.report.event_rolls import unbound
from referee.verify.report.rolls import casts, secret
from referee.verify.report.turns import TurnSoFar, misplaced


class Wrong(Exception):
    """The first place that is not as it must be was found."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.finding = Finding(place, reason)


@contextmanager
def within(place: str) -> Iterator[None]:
    """Raise what is found Wrong in here as Wrong within this place."""
    try:
        yield
    except Wrong as trouble:
        inner, reason = trouble.finding
        raise Wrong(f"{place}, {inner}", reason) from None


@contextmanager
def by_the_rules(place: str) -> Iterator[None]:
    """Rules at work on what a stranger may have written, which may lead them anywhere.

    The host's referee went through the same without failing: if they fail, it is
    not the same, and Wrong is raised."""
    try:
        yield
    except Wrong:
        raise
    except Exception as trouble:
        what = f"{type(trouble).__name__}: {trouble}"
        raise Wrong(place, f"the rules cannot replay it ({what:.200})") from trouble


def fail(place: str, fault: Fault, line: int | None = None) -> NoReturn:
    """Raise Wrong for a fault that was found in an order file."""
    path = fault.path if line is None else ("line", line)
    if path[:1] == ("line",):
        path = (f"line {path[1]}",)
    at = "".join(f", {part}" for part in path)
    raise Wrong(f"{place}{at}", fault.reason)


def same_bytes(name: str, raw: bytes, wanted: bytes, reason: str) -> None:
    """Raise Wrong with the first line in which a file is not what it must be."""
    if raw == wanted:
        return
    pairs = itertools.zip_longest(raw.split(b"\n"), wanted.split(b"\n"))
    line = next(i for i, (one, other) in enumerate(pairs, 1) if one != other)
    raise Wrong(f"{name}, line {line}", reason)


def difference(found: Any, wanted: Any, path: tuple[str, ...] = ()) -> tuple[str, str] | None:
    """Where plain data first differ, types too, and how; None if they are the same."""
    inner: Sequence[tuple[str, Any, Any]] = ()
    if isinstance(found, dict) and isinstance(wanted, dict) and found.keys() == wanted.keys():
        inner = [(str(key), found[key], wanted[key]) for key in wanted]
    elif isinstance(found, list) and isinstance(wanted, list) and len(found) == len(wanted):
        inner = [(str(i + 1), *pair) for i, pair in enumerate(zip(found, wanted, strict=True))]
    elif type(found) is not type(wanted) or found != wanted:
        return ", ".join(path), f"it is {_told(found)}, but it must be {_told(wanted)}"
    for name, one, other in inner:
        if told := difference(one, other, (*path, name)):
            return told
    return None


def _told(data: Any) -> str:
    """Plain data in a few words."""
    if isinstance(data, dict):
        return f"a map of {', '.join(sorted(data)) or 'nothing':.100}"
    if isinstance(data, list) and any(isinstance(item, (dict, list)) for item in data):
        return f"a list of {len(data)}"
    return f"{json.dumps(data):.100}"


class Ledger:
    """Where a game stands after a line of its journal.

    sealed: gives the host's link of a run from the chain for sealed draws; explicit: seat -> the
    signed header of its newest file for the next run."""

    def __init__(self, charter: Charter, sealed: Callable[[int], bytes]) -> None:
        self.charter, self._sealed = charter, sealed
        links: dict[str, list[int | str]] = {
            party: [EPOCH, 0, charter.anchors[party].hex()]
            for party in ("host", *charter.parties[1:])
        }
        brought = dict.fromkeys(charter.seats, 0)
        self.position = Position(0, [charter.game], links, brought, charter.seats)
        self.explicit: dict[str, Data] = {}
        #: by seat; nobody knows here what report 0 has told
        self._turns = {seat: TurnSoFar(whole=False) for seat in charter.seats}

    def accept(self, place: str, line: Data, raw: bytes) -> OrderFile:
        """An accepted file, with as much checked as a file says without the rules.

        Raises Wrong."""
        name = f"mail/{line['file']}"
        try:
            file = read_orders(raw)
        except Refused as trouble:
            fail(name, trouble.faults[0])
        if file.faults:
            fail(name, file.faults[0], file.document.line(file.faults[0].path))
        if file.seat != line["seat"] or file.seat not in self.charter.seats:
            raise Wrong(place, f"the file is of {file.seat:.40}, not of {line['seat']:.40}")
        if fault := signature_fault(file, self.charter):
            fail(name, fault, file.document.line(fault.path))
        if not file.advance:
            self._explicit(name, file)
        elif file.tree.get("after") not in self.position.heads:
            raise Wrong(f"{name}, after", "it does not follow any recent report")
        return file

    def _explicit(self, name: str, file: OrderFile) -> None:
        position = self.position
        wanted = {
            "game": self.charter.game,
            "run": str(position.run + 1),
            "after": position.heads[0],
        }
        for key, value in wanted.items():
            if file.tree.get(key) != value:
                raise Wrong(f"{name}, {key}", "it is not what it must be")
        if file.seat not in position.due:
            raise Wrong(name, f"nothing was asked of {file.seat}")
        signature = (file.signature or "").split("\n")[:-1]
        self.explicit[file.seat] = {**file.header, "signature": signature}

    def entry(self, line: Data) -> tuple[Entry, bytes]:
        """The entry that a line tells, and the host's sealed link of its run; raises Wrong,
        with a place within the line."""
        for place, reason in entry_findings(line, self.charter):
            raise Wrong(place, reason)
        public, run = line["public"], self.position.run + 1
        if line["number"] != self.position.number + 1 or public["run"] != run:
            raise Wrong("number", f"it must be entry and run {run}")
        self._in_time(run)
        self._bound(public)
        self._turned(public, line["own"])
        links = self._links(public, run)
        entry = self._made(line, links)
        head = entry.head.hex()
        if head != line["head"]:
            raise Wrong("head", "it does not follow from the parts of the entry")
        heads = [head, *self.position.heads[:RECENT]]
        due, over = public["due"], public["over"]
        self.position = replace(
            self.position,
            number=run,
            run=run,
            heads=heads,
            links=links,
            brought=public["brought"],
            due=due,
            over=over,
            again=False,
            ended=public["ended"],
        )
        self.explicit = {}
        return entry, self._sealed(run)

    def _in_time(self, run: int) -> None:
        if self.position.over:
            raise Wrong("number", "the game was over before it")
        if run > self.charter.length:
            raise Wrong("number", "the chains have no link for it")
        if missing := [seat for seat in self.position.due if seat not in self.explicit]:
            raise Wrong("public, headers", f"no file was accepted from {', '.join(missing)}")

    def _bound(self, public: Data) -> None:
        """What a public part says of the files and of the entries before it."""
        position = self.position
        wanted: dict[str, Any] = {
            "headers": [self.explicit[seat] for seat in position.due],
            "recent": position.heads[:RECENT],
            "brought": position.brought | dict.fromkeys(position.due, position.run + 1),
            **{key: [] for key in ("absent", "late", "void")},
        }
        told = position.upgrade()
        wanted |= {key: told.get(key) for key in ("rules", "since", "reopened")}
        for key, value in wanted.items():
            if other := difference(public.get(key), value, (f"public, {key}",)):
                raise Wrong(*other)

    def _turned(self, public: Data, own: Data) -> None:
        """What it repeats of a game turn that ended is what the entries before have told."""
        for place, reason in misplaced(public):
            raise Wrong(place, reason)
        for seat, told in self._turns.items():
            if wrong := told.follow(public, own[f"seat/{seat}"]):
                raise Wrong("public, turn", wrong)

    def _links(self, public: Data, run: int) -> dict[str, list[int | str]]:
        """The newest links after a run: new are that of the host and those of the headers."""
        headers = {f"seat/{header['seat']}": header for header in public["headers"]}
        new = public["links"]
        if sorted(new) != sorted(["host", *headers]):
            raise Wrong("public, links", "they are not those of the host and the due seats")
        for party, (epoch, number, text) in new.items():
            place = f"public, links, {party}"
            _, known, value = self.position.links[party]
            wanted = run if party == "host" else int(known) + 1
            if (epoch, number) != (EPOCH, wanted):
                raise Wrong(place, f"it must be link {wanted}")
            if party in headers and headers[party].get("dice") != text:
                raise Wrong(place, "it is not the one of the seat's file")
            gid = self.charter.gid
            back = walk_back(bytes.fromhex(text), gid, party, EPOCH, wanted, int(known))
            if back.hex() != value:
                raise Wrong(place, f"it is not link {wanted} of the chain in the charter")
        return {**self.position.links, **new}

    def _made(self, line: Data, links: Mapping[str, list[int | str]]) -> Entry:
        """The entry, once its dice and draws are found good."""
        public, own, number = line["public"], line["own"], line["number"]
        z = self._sealed(number)
        run_secret = secret({"run": number, "links": links}, self.charter)
        dice = Dice(run_secret, z)
        for finding in self._casts(dice, public["rolls"], own["sealed"]["draws"]):
            raise Wrong(*finding)
        for place, reason in unbound(public):
            raise Wrong(place, reason)
        made = salts(sealed_stream(z, run_secret), number, self.charter.parties)
        previous = bytes.fromhex(self.position.heads[0])
        return Entry(number, number, public, own, made, previous)

    def upgrade(self, line: Data) -> Data:
        """The saved game in the line of an upgrade, found to stand where the ledger does.

        Raises Wrong, with a place within the line."""
        saved = _saved(line)
        rules, again = [line["rules"], line["from"]], saved["position"].get("again", False)
        offer, position = self.charter.offer, self.position
        if told := difference(rules[1], position.rules or pinned(offer), ("from",)):
            raise Wrong(*told)
        if line["number"] != position.number:
            raise Wrong("number", f"the newest entry is {position.number}")
        since = position.run + 1
        if rules[0] == rules[1] or position.since == since:
            reason = "the rules are the same, or were already changed after this entry"
            raise Wrong("rules", reason)
        held = [] if rules[0] == pinned(offer) else rules[0]
        self.position = replace(position, rules=held, since=since, again=again is True)
        wanted = self.position.saved()
        if told := difference(saved["position"], wanted, ("state", "position")):
            raise Wrong(*told)
        return saved

    @staticmethod
    def _casts(dice: Dice, rolls: list[Data], draws: list[Data]) -> Iterator[Finding]:
        yield from casts("public, rolls", rolls, dice.public)
        yield from casts("own, sealed, draws", draws, dice.sealed)

    def sheet(self, entry: Entry, seat: str, state: Data) -> Data:
        """The sheet of a seat for the newest entry, with a position that only the rules know."""
        both = {"public": state["public"], "seats": {seat: state["own"]}}
        return views.sheet(self.charter.game, seat, entry, both, self.position.links)


def _saved(line: Data) -> Data:
    """The saved game that is a text in the line of an upgrade."""
    texts = [line.get("rules"), line.get("from")]
    good = all(isinstance(t, list) and len(t) == 2 and _texts(t) for t in texts)
    if sorted(line) != ["from", "number", "rules", "state", "type"] or not good:
        raise Wrong("type", "an upgrade must have number, rules, from and state")
    try:
        saved: Data = json.loads(line["state"])
        parts = {part: saved[part] for part in ("game", "position", "mail")}
    except (ValueError, TypeError, KeyError, RecursionError):
        raise Wrong("state", "it is no saved game") from None
    if reason := first_strange(line["state"], saved, in_saved_note):
        raise Wrong("state", reason)
    if not all(isinstance(part, dict) for part in parts.values()) or too_great(parts["game"]):
        raise Wrong("state", "it is no saved game")
    return saved


def _texts(items: list[Any]) -> bool:
    return all(isinstance(item, str) for item in items)
