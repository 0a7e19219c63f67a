"""Games at each of their runs, with everybody's keys at hand: what hostile files are made from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from referee.adjudicate.clerk import Clerk
from referee.charter.papers import Charter, read_charter
from referee.charter.secrets import chain
from referee.engine.request import Data
from referee.engine.rules import Ruleset
from referee.orders.examine import Basis, examine
from referee.player.sign_orders import basis as known_by
from referee.proof.keys import load_private
from referee.ruleset import of_game
from tests.support.installing import ROOT
from tests.support.mailbag import TOYS, opened

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from referee.proof.chains import Chain

SAMPLES = ("rubicon", "carrhae")
SEED = 7


@dataclass
class Moment:
    """A game between two runs.

    saved: the clerk's; files: those that came for the run, by seat; sheets and reports: the
    newest of each seat."""

    game: Game
    saved: str
    files: dict[str, bytes]
    sheets: dict[str, Data]
    reports: dict[str, bytes]

    def clerk(self) -> Clerk:
        """The host's game at this moment, for itself."""
        return Clerk.restored(self.game.charter, self.game.ruleset, json.loads(self.saved))

    @cached_property
    def basis(self) -> Basis:
        """What the host judges by."""
        return self.clerk().basis()

    @cached_property
    def seen(self) -> dict[str, Basis]:
        """What each seat judges by."""
        game = self.game
        return {s: known_by(sheet, game.charter, game.ruleset) for s, sheet in self.sheets.items()}


@dataclass
class Game:
    """A played game.  papers: its offer, joins and charter as files: ``join/SEAT`` and so on."""

    name: str
    charter: Charter
    ruleset: Ruleset
    keys: Mapping[str, Ed25519PrivateKey]
    papers: dict[str, bytes]

    def moments(
        self, mail: Callable[[int], dict[str, bytes]], report: Callable[[str, int], bytes]
    ) -> list[Moment]:
        """Play it again from its files; mail: the order files of a run, {} after the last."""
        clerk, entry = Clerk.opened(self.charter, self.ruleset)
        found: list[Moment] = []
        while True:
            run = clerk.position.run + 1
            files, seats = mail(run), self.charter.seats
            sheets = {seat: clerk.sheet(entry, seat) for seat in seats}
            reports = {seat: report(seat, run - 1) for seat in seats}
            found.append(Moment(self, json.dumps(clerk.saved()), files, sheets, reports))
            if not files:
                return found
            for raw in files.values():
                take(clerk, raw)
            entry = clerk.make_run(*self.links(run))

    def links(self, run: int) -> list[bytes]:
        """The host's links of a run."""
        return [one.link(run) for one in self.chains]

    @cached_property
    def chains(self) -> list[Chain]:
        """The host's chains."""
        host, offer = self.keys["host"], self.charter.offer
        return [chain(host, offer, party) for party in ("host", "sealed")]


def take(clerk: Clerk, raw: bytes) -> None:
    """Have the clerk keep a file that is good."""
    found = examine(raw, clerk.basis())
    assert found.faults == [], found.faults
    clerk.inbox.take(clerk.kept(found, hashlib.sha256(raw).hexdigest()))


def sample(name: str) -> list[Moment]:
    """A sample game."""
    home = ROOT / "samples" / name
    return _moments(Home(name, home, "{}-join.yaml", "keys/{}", "orders/{:04d}-{}.yaml"))


def toy(name: str, folder: Path, runs: int) -> list[Moment]:
    """A toy game after some runs; its folder is made."""
    opened(name, folder, runs, SEED)
    return _moments(Home(name, folder, "joins/{}.yaml", "secret/{}", "mail/{:04d}-{}-1.yaml"))


class Home(NamedTuple):
    """Where the files of a game lie: patterns for join and key of a party, orders of a run."""

    name: str
    folder: Path
    join: str
    key: str
    orders: str

    def papers(self, seats: Sequence[str]) -> dict[str, bytes]:
        names = {"offer": "offer.yaml", "charter": "charter.yaml"}
        names |= {f"join/{seat}": self.join.format(seat) for seat in seats}
        return {paper: (self.folder / name).read_bytes() for paper, name in names.items()}

    def private(self, party: str) -> Ed25519PrivateKey:
        paths = [self.folder / self.key.format(name) for name in (party, f"{party}-key")]
        (path,) = (path for path in paths if path.is_file())
        return load_private(path, lambda: b"", lambda text: None)

    def mail(self, run: int, seats: Sequence[str]) -> dict[str, bytes]:
        paths = {seat: self.folder / self.orders.format(run, seat) for seat in seats}
        return {seat: path.read_bytes() for seat, path in paths.items() if path.is_file()}

    def report(self, seat: str, run: int) -> bytes:
        return (self.folder / "reports" / seat / f"{run:04d}.txt").read_bytes()


def _moments(home: Home) -> list[Moment]:
    charter = read_charter((home.folder / "charter.yaml").read_bytes())
    seats = charter.seats
    keys = {party: home.private(party) for party in ("host", *seats)}
    game = Game(home.name, charter, of_game(charter.offer), keys, home.papers(seats))
    return game.moments(lambda run: home.mail(run, seats), home.report)


def all_moments(folder: Path, samples: tuple[str, ...] = SAMPLES) -> list[Moment]:
    """Those of the toys, which are played into a folder, and of samples."""
    found = [m for name in sorted(TOYS) for m in toy(name, folder / name, 5)]
    return found + [m for name in samples for m in sample(name)]
