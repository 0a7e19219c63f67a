"""What reads files that others wrote: for each kind of file, how it is judged and signed anew."""

from __future__ import annotations

import contextlib
import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from referee.desk.known import check_known
from referee.desk.opening import good_offer, offered
from referee.desk.player import Signing, judge_by_report, sign_orders, template_by
from referee.desk.verify import verify, verify_block
from referee.engine.canonical import canonical, typed, typed_digest
from referee.engine.fault import Refused
from referee.engine.heads import commitment, head
from referee.engine.plain import too_great
from referee.post import sshsig
from referee.post.corrections import read_corrections
from referee.post.examine import examine
from referee.post.orders import OrderFile
from referee.post.papers import (
    Charter,
    check_join,
    namespace,
    read_charter,
    read_paper,
    signed,
    unsigned,
)
from referee.post.report_file import ReportFile, read_report, write_report
from referee.post.strict_yaml import read
from referee.post.write_yaml import emit
from referee.report import render
from referee.ruleset import NoRuleset, load
from tests.desk.mailbag import sign_anything
from tests.harness.games import Moment, take
from tests.harness.mutation import changed, harmless, places, shuffled, tree_changed

if TYPE_CHECKING:
    from pathlib import Path

    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

#: what a file says to the program that takes it; None if it is refused
Meaning = object


class Broken(Exception):
    """The referee did what it must never do; the text says what."""


@lru_cache(maxsize=500)
def tree_of(raw: bytes) -> dict[str, Any]:
    """What a good YAML file says."""
    tree = read(raw).tree
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
        tree = tree_changed(self.tree(), chance, self.pool)
        return self.signed(tree)

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
        file: OrderFile = found.file
        return None if found.faults else (file.header_bytes(), canonical(file.body))

    def _same_by_report(self, raw: bytes, said: list[str] | None) -> None:
        """A player's check says of the seat's own file what the host says."""
        try:
            found = examine(raw, self.moment.seen[self.seat])
        except Refused:
            told = None
        else:
            if found.file.seat != self.seat:
                return
            told = [str(fault) for fault in found.in_order()]
        if told != said:
            raise Broken(f"the host says {said}, a check by the report {told}")

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
            clerk.make_run(*self.moment.game.links(clerk.position.run + 1))

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


class Paper(Target):
    """An offer, a join or a charter: who signs it, and what reads it."""

    def signed(self, tree: dict[str, Any]) -> bytes:
        with contextlib.suppress(ValueError, KeyError, TypeError):  # what nobody could sign
            tree = signed(tree, self.key())
        return super().signed(tree)

    def key(self) -> Ed25519PrivateKey:
        return self.moment.game.keys["host"]


class Offer(Paper):
    """A host's offer."""

    kind = "offer"

    def judge(self, raw: bytes) -> Meaning | None:
        try:
            offer = good_offer(raw)
        except (Refused, NoRuleset):
            return None
        offered(offer)
        return canonical(unsigned(offer))

    def commands(self, file: Path, beside: dict[str, Path]) -> list[list[object]]:
        out = file.with_suffix(".join")
        seat = next(iter(self.moment.game.charter.seats))
        return [
            ["join", file, "--seat", seat, "--key", beside["key"], "--out", out],
            ["rulesets", "show", "--game", file],
        ]


class Join(Paper):
    """A player's join."""

    kind = "join"

    def __init__(self, raw: bytes, moment: Moment, seat: str) -> None:
        self.seat = seat
        super().__init__(raw, moment)

    def key(self) -> Ed25519PrivateKey:
        return self.moment.game.keys[self.seat]

    def judge(self, raw: bytes) -> Meaning | None:
        try:
            join = read_paper(raw, "join")
            check_join(join, self.moment.game.charter.offer)
        except Refused:
            return None
        return canonical(unsigned(join))

    def commands(self, file: Path, beside: dict[str, Path]) -> list[list[object]]:
        return [["admit", beside["opened"], file]]


class CharterFile(Paper):
    """A charter."""

    kind = "charter"

    def judge(self, raw: bytes) -> Meaning | None:
        try:
            charter = read_charter(raw)
            check_known(charter.offer)
        except (Refused, NoRuleset):
            return None
        return canonical(unsigned(charter.tree))

    def forged(self, chance: random.Random) -> bytes:
        """The host alters the offer within and signs both again, or the charter alone."""
        tree = self.tree()
        if chance.random() < 0.5:
            offer = tree_changed(unsigned(tree["offer"]), chance, self.pool)
            try:
                tree["offer"] = signed(offer, self.key())
            except (ValueError, KeyError, TypeError):
                tree["offer"] = offer
        else:
            tree = tree_changed(tree, chance, self.pool)
        return self.signed(tree)

    def commands(self, file: Path, beside: dict[str, Path]) -> list[list[object]]:
        return [
            ["verify", beside["report"], "--charter", file],
            ["check", beside["orders"], "--report", beside["report"], "--charter", file],
            ["rulesets", "show", "--game", file],
        ]


class Report(Target):
    """A report of one seat, whose block a hostile host can sign."""

    kind = "report"
    yaml = False

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
        return typed(report.sheet), [line for line in report.text if line]

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
        )
        return chance.choice(ways)()

    def forged(self, chance: random.Random) -> bytes:
        """The host alters the block, and as many of its digests as he likes, and signs it."""
        report = report_of(self.raw)
        sheet = tree_changed(report.sheet, chance, self.pool, numbers=True)
        self.level = chance.choice((0, 1, 2, 3, 3, 3))
        game, text = self.moment.game, report.text
        try:
            bind(sheet, game.charter, self.level)
            signature = sshsig.sign(game.keys["host"], namespace("report"), typed(sheet))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            signature = report.signature  # nobody could sign it
        if self.level and not too_great(sheet):  # the host's own rules would count up to that
            try:
                text = render(sheet, game.charter.offer, game.charter.insecure, game.ruleset)
            except Exception:  # no honest text can be made: the old one stays
                text = report.text
        return write_report(text, sheet, signature)

    def consequences(self, raw: bytes) -> None:
        """A player works with it as with any other: it may be refused, nothing else."""
        game = self.moment.game
        try:
            report = read_report(raw)
            if verify_block(report, game.charter):
                return
            by_report(report.sheet, self.moment, self.seat)
        except Refused:
            return
        # A host who makes all digests right again tells another story, but not of the start.
        other = self.level >= 3 and report.sheet["number"]
        if not other and self.judge(raw) not in (None, self.judge(self.raw)):
            raise Broken("an altered report is verified")

    def commands(self, file: Path, beside: dict[str, Path]) -> list[list[object]]:
        by = ("--report", file, "--charter", beside["charter"])
        out = ("--key", beside["key"], "--out", file.with_suffix(".signed"))
        return [
            ["verify", file, beside["report"], "--charter", beside["charter"]],
            ["orders", *by],
            ["check", beside["orders"], *by],
            ["sign", beside["orders"], *by, *out],
            ["standing", "try", beside["orders"], *by],
        ]


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
    judge_by_report(raw, sheet, game.charter, unsigned=False)
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
