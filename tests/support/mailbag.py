"""What tests of hosts and players share: toy games in folders, order files made from reports."""

from __future__ import annotations

import contextlib
import io
import json
import random
import shutil
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee import views
from referee.charter.papers import Charter, namespace, read_charter, read_paper
from referee.cli.main import run
from referee.engine.rules import Ruleset
from referee.files.write_yaml import emit
from referee.lab.selfplay import legal_sample, save
from referee.orders.order_file import read_orders
from referee.orders.order_lines import write_lines
from referee.player.sign_orders import Signing, sign_orders
from referee.proof import sshsig
from referee.proof.keys import test_key
from referee.report.report_file import read_report, write_report
from referee.report.text import render
from tests.toys import dig, duel, relay, smugglers

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

SEED = 7
QUESTION = ", your newest one?\n"
TOYS: dict[str, Ruleset] = {
    toy.name: toy for toy in (duel.ruleset, relay.ruleset, dig.ruleset, smugglers.ruleset)
}


@dataclass
class Said:
    """What a command line gave back."""

    status: int
    raw: bytes
    err: str

    @property
    def out(self) -> str:
        return self.raw.decode()


def cli(*arguments: object) -> Said:
    """Run one command of the command line in this process."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    err = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run([str(argument) for argument in arguments])
    return Said(status, out.buffer.getvalue(), err.getvalue())


def check_by_report(path: Path, report: Path, *more: object) -> Said:
    """What `check` says by a report, less the question whether it is the newest one: the host,
    who has the game, is not asked that, and is told all the rest."""
    said = cli("check", path, "--report", report, *more)
    lines = said.err.splitlines(keepends=True)
    return replace(said, err="".join(line for line in lines if not line.endswith(QUESTION)))


#: order files that were made before: with a test seed they are always the same
_SIGNED: dict[tuple[object, ...], bytes] = {}


@lru_cache
def _charter(raw: bytes) -> Charter:
    return read_charter(raw)


@lru_cache
def _seats(raw: bytes) -> list[str]:
    return list(read_paper(raw, "offer")["seats"])


@lru_cache
def _sheet(raw: bytes) -> dict[str, Any]:
    return read_report(raw).sheet


@dataclass
class Table:
    """A toy game in a folder, with everybody's keys at hand."""

    folder: Path
    ruleset: Ruleset
    seed: int = SEED

    def copy(self, folder: Path) -> Table:
        shutil.copytree(self.folder, folder)
        return Table(folder, self.ruleset, self.seed)

    @property
    def seats(self) -> list[str]:
        return _seats(self.folder.joinpath("offer.yaml").read_bytes())

    @property
    def charter(self) -> Charter:
        return _charter(self.folder.joinpath("charter.yaml").read_bytes())

    def key(self, party: str) -> Ed25519PrivateKey:
        return test_key(self.seed, party)

    def reports(self, seat: str) -> list[Path]:
        return sorted(self.folder.joinpath("reports", seat).glob("[0-9]*.txt"))

    def report(self, seat: str) -> Path:
        """The newest report of a seat."""
        return self.reports(seat)[-1]

    def sheet(self, seat: str) -> dict[str, Any]:
        return read_report(self.report(seat).read_bytes()).sheet

    def due(self) -> list[str]:
        due: list[str] = self.sheet(self.seats[0])["public"]["due"]
        return due

    def lines(self, seat: str, choice: int = 0) -> list[Any]:
        """Some legal order lines of a seat, as they are written; [] if nothing is asked."""
        sheet = _sheet(self.report(seat).read_bytes())
        request = views.own_request(sheet, self.ruleset.rules)
        if request is None:
            return []
        answer = legal_sample(self.ruleset.rules, request, views.view(sheet), random.Random(choice))
        return write_lines(answer, request.words, self.ruleset.rules.names(seat))

    def orders(self, seat: str, lines: list[Any] | None = None, **more: Any) -> bytes:
        """A signed order file; more: edition, note, next; `orders=None` for no such key."""
        edition = more.pop("edition", None)
        given = self.lines(seat) if lines is None else lines
        draft = {"kind": "orders", "seat": seat, "orders": given, **more}
        draft = {key: value for key, value in draft.items() if value is not None}
        raw, report = emit(draft).encode(), self.report(seat).read_bytes()
        wanted = (raw, report, edition, self.seed)
        if wanted not in _SIGNED:
            how = Signing(self.key(seat), edition, test_seed=self.seed)
            text = sign_orders(raw, _sheet(report), self.charter, self.ruleset, how)
            _SIGNED[wanted] = text.encode()
        return _SIGNED[wanted]

    def later(self, seat: str, *coming: dict[str, Any], **more: Any) -> bytes:
        """A signed file with answers to what comes later, and no orders."""
        return self.orders(seat, orders=None, next=list(coming), **more)

    def tree(self, seat: str, lines: list[Any] | None = None, **more: Any) -> dict[str, Any]:
        """The same as a tree without its signature, to be changed and signed again."""
        return dict(read_orders(self.orders(seat, lines, **more)).tree)

    def signed(self, tree: dict[str, Any], party: str) -> bytes:
        """Any tree, signed as an order file with anybody's key, whatever it says."""
        return sign_anything(tree, self.key(party))

    def put(self, name: str, raw: bytes) -> Path:
        """A file in the players' mail, outside of the folder."""
        path = self.folder.with_name(f"{self.folder.name}-mail")
        path.mkdir(exist_ok=True)
        path.joinpath(name).write_bytes(raw)
        return path / name

    def apply(self, *files: bytes) -> Said:
        """Give files to the host."""
        paths = [self.put(f"file-{number}.yaml", raw) for number, raw in enumerate(files)]
        return cli("apply", self.folder, *paths)

    def status(self) -> dict[str, Any]:
        """What ``status`` says to a program."""
        found: dict[str, Any] = json.loads(cli("status", self.folder, "--json").out)
        return found

    def play(self, runs: int = 1) -> None:
        """Make runs with legal orders of all that are due."""
        for _ in range(runs):
            files = [self.put(f"{seat}.yaml", self.orders(seat)) for seat in self.due()]
            said = cli("apply", self.folder, *files)
            assert said.status == 0, said.err

    def snapshot(self) -> dict[str, bytes]:
        return snapshot(self.folder)


def snapshot(folder: Path) -> dict[str, bytes]:
    """Every file of a folder but the lock."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "lock"
    }


def sign_anything(tree: dict[str, Any], key: Ed25519PrivateKey) -> bytes:
    """A tree as an order file with a good signature, whatever it says."""
    file = read_orders(emit(tree).encode())
    signature = sshsig.sign(key, namespace("orders"), file.header_bytes())
    return emit({**tree, "signature": signature}).encode()


def opened(
    name: str, folder: Path, runs: int = 0, seed: int | None = None, scenario: str | None = None
) -> Table:
    """A toy game with all seats joined, after some runs of random play.

    seed: None for one that deals what the tests play with."""
    for number in (SEED, *range(101, 200)) if seed is None else (seed,):
        save(TOYS[name], folder, number, scenario, {}, most_runs=runs)
        table = Table(folder, TOYS[name], number)
        if seed is not None or _deals_well(table, runs):
            return table
        shutil.rmtree(folder)
    raise AssertionError("no seed deals well")


def _deals_well(table: Table, runs: int) -> bool:
    """Whether red holds the cat, which most orders of these tests play."""
    if table.ruleset.name != "duel" or runs not in (1, 2):
        return True
    return "cat" in table.sheet("red")["state"]["own"]["hand"]


def published(sheet: dict[str, Any], table: Table) -> bytes:
    """A report with this sheet, text and signature as the host (or a cheating one) makes them."""
    charter = table.charter
    text = render(sheet, charter.offer, charter.insecure, table.ruleset)
    return signed_report(text, sheet, table)


def signed_report(text: list[str], sheet: dict[str, Any], table: Table) -> bytes:
    """A report signed by the host, whatever its text and sheet say."""
    from referee.proof.canonical import typed

    signature = sshsig.sign(table.key("host"), namespace("report"), typed(sheet))
    return write_report(text, sheet, signature)
