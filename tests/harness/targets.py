"""What reads files that others wrote: for each kind of file, how it is judged and signed anew."""

from __future__ import annotations

import contextlib
import copy
import json
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from referee.adjudicate.clerk import Clerk
from referee.charter.corrections_file import read_corrections
from referee.charter.papers import (
    Charter,
    namespace,
)
from referee.engine.entry import Entry
from referee.engine.plain import too_great
from referee.fault import Refused
from referee.files.strict_yaml import read
from referee.files.write_yaml import emit
from referee.orders.examine import examine
from referee.orders.order_file import OrderFile, read_orders
from referee.player.sign_orders import Signing, judge_by_report, sign_orders, template_by
from referee.proof import sshsig
from referee.proof.canonical import canonical, typed, typed_digest
from referee.proof.heads import commitment, head
from referee.report.report_file import ReportFile, read_report, write_json, write_report
from referee.report.text import render
from referee.ruleset import load
from referee.verify.compare.story import Told, compare
from referee.verify.report.verify import verify, verify_block, verify_signed
from tests.harness.games import Moment, take
from tests.harness.mutation import changed, harmless, mailed, places, shuffled, tree_changed
from tests.harness.oddities import confused, speaking, texts, told_oddly
from tests.harness.queues import filled
from tests.support.mailbag import sign_anything

if TYPE_CHECKING:
    from pathlib import Path


#: makes a file that is forged
Forgery = Callable[[random.Random], bytes]
#: what a file says to the program that takes it; None if it is refused
Meaning = object


class Broken(Exception):
    """The referee did what it must never do; the text says what."""


@lru_cache(maxsize=500)
def tree_of(raw: bytes) -> dict[str, Any]:
    """What a good YAML file says."""
    tree = read(raw, notes=True).tree
    assert isinstance(tree, dict)
    return tree


@lru_cache(maxsize=500)
def report_of(raw: bytes) -> ReportFile:
    """A good report."""
    return read_report(raw)


class Target(ABC):
    """A good file of one kind.  raw: its bytes; moment: the game that it belongs to."""

    kind: str
    yaml = True
    #: whether there are consequences also of forged files that are refused
    looked_at = False
    #: which of its forgeries it is, "" for none
    how = ""

    def __init__(self, raw: bytes, moment: Moment) -> None:
        self.raw, self.moment = raw, moment
        self.pool = self.values()

    @abstractmethod
    def judge(self, raw: bytes) -> Meaning | None:
        """What the product takes it for; raises only what the product must not raise."""

    @abstractmethod
    def commands(self, file: Path, beside: dict[str, Path]) -> list[list[object]]:
        """Command lines that read it; beside: good files for what else they need."""

    def values(self) -> list[Any]:
        """What stands in it, and in files like it."""
        return [here[key] for here, key in places(tree_of(self.raw))]

    def forged(self, chance: random.Random) -> bytes:
        """Changed, and signed anew by who may sign it, as far as it can be."""
        forgeries = self.forgeries()
        self.how = chance.choice(list(forgeries))
        return forgeries[self.how](chance)

    def forgeries(self) -> dict[str, Forgery]:
        """What they are called who forge, and how each does it."""
        return {"changed": self.altered}

    def altered(self, chance: random.Random) -> bytes:
        """Anything in it is another thing."""
        return self.signed(tree_changed(self.tree(), chance, self.pool))

    def tree(self) -> dict[str, Any]:
        return {key: value for key, value in tree_of(self.raw).items() if key != "signature"}

    def signed(self, tree: dict[str, Any]) -> bytes:
        """A tree as a file, signed if something signs it."""
        return emit(tree).encode("utf-8", "surrogatepass")

    def consequences(self, raw: bytes) -> None:
        """What comes of a forged file that is good: raises Broken if that must not be."""
        return

    def harmless(self, chance: random.Random) -> bytes:
        """The same file, as it may come out of a mail."""
        if chance.random() < 0.3:
            return shuffled(tree_of(self.raw), chance)
        return harmless(self.raw, chance)

    def broken(self, chance: random.Random) -> bytes:
        """Changed by somebody who can sign nothing."""
        if chance.random() < 0.3:
            made = tree_changed(tree_of(self.raw), chance, self.pool)
            return emit(made).encode("utf-8", "surrogatepass")
        return changed(self.raw, chance)


class Orders(Target):
    """A player's order file."""

    kind = "orders"

    def __init__(self, raw: bytes, moment: Moment, seat: str, words: Sequence[Any]) -> None:
        self.seat, self.words = seat, words
        super().__init__(raw, moment)

    def values(self) -> list[Any]:
        return [*super().values(), *self.words]

    def judge(self, raw: bytes) -> Meaning | None:
        try:
            found = examine(raw, self.moment.basis)
        except Refused:
            self._same_by_report(raw, None)
            return None
        self._same_by_report(raw, [str(fault) for fault in found.in_order()])
        file: OrderFile = found
        return None if found.faults else (file.header_bytes(), canonical(file.body))

    def _same_by_report(self, raw: bytes, said: list[str] | None) -> None:
        """A player's check says of the seat's own file what the host says; of another's nothing."""
        try:
            if read_orders(raw).seat != self.seat:
                return
            told = [str(f) for f in examine(raw, self.moment.seen[self.seat]).in_order()]
        except Refused:
            told = None
        if told != said:
            raise Broken(f"the host says {said}, a check by the report {told}")

    def forgeries(self) -> dict[str, Forgery]:
        return {**super().forgeries(), "more": self.more}

    def more(self, chance: random.Random) -> bytes:
        """Its player has more to say, of which some is good."""
        game, public = self.moment.game, self.moment.sheets[self.seat]["state"]["public"]
        return self.signed(filled(self.tree(), game.ruleset, public, chance))

    def signed(self, tree: dict[str, Any]) -> bytes:
        try:
            return sign_anything(tree, self.moment.game.keys[self.seat])
        except Refused:
            return super().signed(tree)

    def consequences(self, raw: bytes) -> None:
        """The file is taken and the run is made: what was found good can be played."""
        clerk = self.moment.clerk()
        for seat, other in self.moment.files.items():
            if seat != self.seat:
                take(clerk, other)
        take(clerk, raw)
        if clerk.ready():
            entry = clerk.make_run(*self.moment.game.links(clerk.position.run + 1))
            self._told(clerk, entry)

    def _told(self, clerk: Clerk, entry: Entry) -> None:
        """What comes of it can be kept, and read by all who are told of it."""
        game, saved = self.moment.game, json.dumps(clerk.saved())
        again = Clerk.restored(game.charter, game.ruleset, json.loads(saved))
        if json.dumps(again.saved()) != saved:
            raise Broken("the game is another one when it is taken up again")
        for seat in game.charter.seats:
            sheet = clerk.sheet(entry, seat)
            text = render(sheet, game.charter.offer, game.charter.insecure, game.ruleset)
            signature = sshsig.sign(game.keys["host"], namespace("report"), typed(sheet))
            report = read_report(write_report(text, sheet, signature))
            if wrong := verify(report, game.charter, game.ruleset):
                raise Broken(f"the report of {seat} that follows is not good: {wrong}")

    def commands(self, file: Path, beside: dict[str, Path]) -> list[list[object]]:
        by = ("--report", beside["report"], "--charter", beside["charter"])
        signing = ("--key", beside["key"], "--out", file.with_suffix(".signed"))
        return [
            ["check", file],
            ["check", file, *by],
            ["check", file, *by, "--json"],
            ["canon", file],
            ["sign", file, *by, *signing],
            ["standing", "try", file, *by],
        ]


class Report(Target):
    """A report of one seat, whose block a hostile host can sign."""

    kind = "report"
    yaml, looked_at = False, True

    def __init__(self, raw: bytes, moment: Moment, seat: str) -> None:
        self.seat = seat
        super().__init__(raw, moment)

    def values(self) -> list[Any]:
        return [here[key] for here, key in places(report_of(self.raw).sheet)]

    def judge(self, raw: bytes) -> Meaning | None:
        game = self.moment.game
        try:
            report = read_report(raw)
        except Refused:
            return None
        if verify(report, game.charter, game.ruleset):
            return None
        # A host may say that another version of the program has worded the text.
        told = typed({**report.sheet, "wording": ""})
        return told, [line for line in report.text if line]

    def broken(self, chance: random.Random) -> bytes:
        return changed(self.raw, chance)

    def harmless(self, chance: random.Random) -> bytes:
        """What mails do to a report: line ends, empty lines, blanks behind."""
        ways = (
            lambda: self.raw.replace(b"\n", b"\r\n"),
            lambda: self.raw.replace(b"\n\n", b"\n"),
            lambda: self.raw.replace(b"\n", b"\n\n"),
            lambda: self.raw.replace(b"\n", b"  \n"),
            lambda: b"\xef\xbb\xbf" + self.raw,
            lambda: self.raw + b"\n\n",
            lambda: self.raw.replace(b"\n", "\u00a0\n".encode()),
            lambda: (b"Hi,\n\n" + self.raw).replace(b"\n", b"\n\n"),
            *mailed(self.raw),
        )
        return chance.choice(ways)()

    def forgeries(self) -> dict[str, Forgery]:
        return {"changed": self.altered, "odd texts": self.odd, "types": self.confused}

    def altered(self, chance: random.Random) -> bytes:
        """The host alters the block, and as many of its digests as he likes, and signs it."""
        sheet = tree_changed(report_of(self.raw).sheet, chance, self.pool, numbers=True)
        return self.told(sheet, chance.choice((0, 1, 2, 3, 3, 3)))

    def odd(self, chance: random.Random) -> bytes:
        """Texts in the block speak to a terminal, or look like others; sometimes it is JSON."""
        sheet = copy.deepcopy(report_of(self.raw).sheet)
        told_oddly(sheet, chance)
        return self.told(sheet, chance.choice((0, 2, 3, 3)), in_json=chance.random() < 0.2)

    def confused(self, chance: random.Random) -> bytes:
        """Values in the block have another type, whose digest some would take for the same."""
        sheet = copy.deepcopy(report_of(self.raw).sheet)
        confused(sheet, chance)
        return self.told(sheet, chance.choice((0, 1, 2, 3)))

    def told(self, sheet: dict[str, Any], level: int, in_json: bool = False) -> bytes:
        """A block as the host signs it, whatever it says, with the text that it has then.

        level: as `bind` has it; in_json: the form of the file."""
        report, game = report_of(self.raw), self.moment.game
        self.level, text = level, report.text
        try:
            bind(sheet, game.charter, level)
            signature = sshsig.sign(game.keys["host"], namespace("report"), typed(sheet))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            signature = report.signature  # nobody could sign it
        if level and not too_great(sheet):  # the host's own rules would count up to that
            try:
                text = render(sheet, game.charter.offer, game.charter.insecure, game.ruleset)
            except Exception:  # no honest text can be made: the old one stays
                text = report.text
        text = [line.encode("utf-8", "replace").decode() for line in text]
        if in_json:
            return write_json(text, sheet, signature).encode()
        return write_report(text, sheet, signature)

    def consequences(self, raw: bytes) -> None:
        """A player works with it as with any other: it may be refused, nothing else."""
        game = self.moment.game
        try:
            report = read_report(raw)
        except Refused:
            return
        self._plain(report)
        self._compared(report)
        if verify_block(report, game.charter):
            return
        with contextlib.suppress(Refused):
            by_report(report.sheet, self.moment, self.seat)
        # A host who makes all digests right again tells another story, but not of the start.
        other = self.level >= 3 and report.sheet["number"]
        found = self.judge(raw)
        if not other and found not in (None, self.judge(self.raw)):
            raise Broken("an altered report is verified")
        if found is not None:
            self._other_head(report.sheet)

    def _plain(self, report: ReportFile) -> None:
        """Nothing in a report that is read speaks to a terminal."""
        told = [*texts(report.sheet), *report.text]
        notes = [str(line) for part in ("public", "own") for line in _notes(report.sheet, part)]
        for text in told:
            sign = speaking(text)
            if sign and not (sign in JOINERS and any(text in note for note in notes)):
                raise Broken(f"a report with {sign} in a text is read")

    def _compared(self, report: ReportFile) -> None:
        """A comparison, be it without a charter, finds whatever all should see alike."""
        if verify_signed(report, None):
            return
        good, other = report_of(self.raw).sheet, report.sheet
        found = compare([Told("one", good), Told("other", other)])
        alike = all(_all_see(good)[key] == value for key, value in _all_see(other).items())
        if not found and not alike and good["number"] == other["number"]:
            raise Broken("a comparison finds no difference in what all see")

    def _other_head(self, sheet: dict[str, Any]) -> None:
        """What two good reports with one head tell is the same, value for value."""
        good = report_of(self.raw).sheet
        bound = [key for key in good if key not in ("wording", "head")]
        if sheet["head"] == good["head"] and any(
            typed(sheet[key]) != typed(good[key]) for key in bound
        ):
            raise Broken("two reports with one head tell different things")

    def commands(self, file: Path, beside: dict[str, Path]) -> list[list[object]]:
        by = ("--report", file, "--charter", beside["charter"])
        out = ("--key", beside["key"], "--out", file.with_suffix(".signed"))
        return [
            ["verify", file, beside["report"], "--charter", beside["charter"]],
            ["verify", file, "--charter", beside["charter"], "--json"],
            ["compare", file, beside["report"], "--charter", beside["charter"]],
            ["compare", file, beside["report"]],
            ["orders", *by],
            ["check", beside["orders"], *by],
            ["sign", beside["orders"], *by, *out],
            ["standing", "try", beside["orders"], *by],
        ]


#: what players may have in notes, by the names that `speaking` gives
JOINERS = ("U+200C", "U+200D", "U+FE0F")


def _all_see(sheet: dict[str, Any]) -> dict[str, bytes]:
    """What a report tells that everybody is told."""
    seen = (sheet["public"], sheet["state"]["public"], sheet["head"], sheet["previous"])
    return {str(number): typed(part) for number, part in enumerate(seen)}


def _notes(sheet: dict[str, Any], part: str) -> list[Any]:
    found = sheet.get(part)
    notes = found.get("notes") if isinstance(found, dict) else None
    return notes if isinstance(notes, list) else []


def bind(sheet: dict[str, Any], charter: Charter, level: int) -> None:
    """Make the digests of a changed sheet right again: of the position; then the
    commitment to the seat's own part and the head, which makes it another story."""
    if level >= 2:
        for part in ("public", "own"):
            sheet[part]["state"] = typed_digest(sheet["state"][part])
    if level >= 3 and sheet["number"]:
        own = commitment(bytes.fromhex(sheet["salt"]), sheet["own"])
        sheet["commitments"][f"seat/{sheet['seat']}"] = own.hex()
        values = [bytes.fromhex(sheet["commitments"][party]) for party in charter.parties]
        sheet["head"] = head(bytes.fromhex(sheet["previous"]), sheet["public"], values).hex()


def by_report(sheet: dict[str, Any], moment: Moment, seat: str) -> None:
    """What a player does with a report: template, check, signing; raises Refused."""
    game = moment.game
    "\n".join(template_by(sheet, game.ruleset))
    raw = moment.files.get(seat, b"kind: orders\nseat: " + seat.encode() + b"\norders: []\n")
    judge_by_report(raw, sheet, game.charter, draft=False)
    how = Signing(game.keys[seat], test_seed=1)
    sign_orders(raw, sheet, game.charter, game.ruleset, how)


class Corrections(Target):
    """A corrections file, which nobody signs: any that fits is good."""

    kind = "corrections"

    def judge(self, raw: bytes) -> Meaning | None:
        name = self.moment.game.ruleset.name
        try:
            load(name, read_corrections(read(raw), name))
        except Refused:
            return None
        return name

    def commands(self, file: Path, beside: dict[str, Path]) -> list[list[object]]:
        name = self.moment.game.ruleset.name
        return [["rulesets", "show", name, "--corrections", file]]
