"""Whole processes of `referee apply` late in a game against early in it, and against the same
place without its past: what a turn costs must not grow with the length of the game.

``python tests/benchmarks/turns.py [--pairs N] [--games N] [--late YEAR/TURN]``, with an installed
referee, plays GAMES campaigns through files, keeps each folder where the first command phase of
the first turn and of a late one (25) is asked, and applies an order file without orders to both:
the same work, one run with two reports.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from measuring import Pairs, by_turns, compiled, referee, seconds

from referee.files.write_yaml import emit
from referee.folder.journal import Journal, load_checkpoints, save_checkpoint
from referee.folder.store import Store
from referee.host.kept_game import Host
from referee.lab.selfplay import save
from referee.player.sign_orders import Signing, sign_orders
from referee.proof.keys import test_key
from referee.record.host_record import PLACE
from referee.report.report_file import read_report
from referee.ruleset import load

GAME, SCENARIO, EARLY = "julius-caesar", "campaign", "705/1"


@dataclass
class Place:
    """A game folder in which one order file is awaited, and that file."""

    folder: Path
    orders: Path
    run: int

    @classmethod
    def of(cls, folder: Path, seed: int) -> Place | None:
        """The place that a folder stands at, None if it is no command phase."""
        host = Host.load(Store.open(folder))
        asked = host.clerk.game.open_requests()
        if [request.kind for request in asked] != ["command"]:
            return None
        seat, run = asked[0].seat, host.clerk.position.run
        sheet = read_report(host.report_path(seat, run).read_bytes()).sheet
        how = Signing(test_key(seed, seat), test_seed=seed)
        draft = emit({"referee": "1", "kind": "orders", "seat": seat, "orders": []})
        orders = folder.with_name(f"{folder.name}.yaml")
        orders.write_text(sign_orders(draft.encode(), sheet, host.charter, host.ruleset, how))
        return cls(folder, orders, run)

    def apply(self) -> float:
        """Seconds of `apply` on a copy of the folder."""
        copy = self.folder.with_name("copy")
        shutil.copytree(self.folder, copy, copy_function=_linked)
        # By the host's record all copies but the first would be older than what was published.
        copy.joinpath(*PLACE).unlink(missing_ok=True)
        # Else the command, which syncs what it writes, would wait for the copy to be written.
        with copy.joinpath("journal").open("rb+") as journal:
            os.fsync(journal.fileno())
        taken = seconds(referee("apply", copy, self.orders))
        shutil.rmtree(copy)
        return taken

    def without_past(self) -> Place:
        """The same place in a folder that holds nothing older than the newest reports."""
        store = Store(self.folder.with_name(f"{self.folder.name}-young"))
        shutil.copytree(self.folder, store.root)
        for old in [*store.path("mail").iterdir(), *store.path("reports").glob("*/*.txt")]:
            if old.stem != f"{self.run:04d}":
                old.unlink()
        saved = load_checkpoints(store)[0]
        journal = store.path("journal")
        lines = journal.read_bytes()
        at, chain = saved["tail"]  # of the newest entry's line, by which the checkpoint is known
        first = lines[: lines.index(b"\n") + 1]
        young = first + lines[at : saved["offset"]]
        journal.write_bytes(young)
        later = {**saved, "offset": len(young), "tail": [len(first), chain]}
        save_checkpoint(store, saved["number"], later)
        store.path("checkpoint-0" if saved["number"] % 2 else "checkpoint-1").unlink()
        assert Journal.read(journal, len(young), saved["chain"]).lines == []
        return Place(store.root, self.orders, self.run)

    def told(self) -> str:
        """How long the past of this place is."""
        size = self.folder.joinpath("journal").stat().st_size
        return f"run {self.run + 1}, journal {size // 1000} kB"


def _linked(source: str, copy: str) -> None:
    """Copy the journal, which is written on; of the rest nothing but names."""
    (shutil.copyfile if Path(source).name == "journal" else os.link)(source, copy)


def places(room: Path, seed: int, turns: Sequence[str], runs: int | None) -> list[Place]:
    """The places of a random campaign where the first command phase of these turns is asked; not
    all of them, if it ends before or an event card takes its place."""
    playing = room / "game"
    folders = {f"year {turn.replace('/', ', turn ')}, command": turn for turn in turns}

    def progress(where: str) -> None:
        folder = room / folders.get(where, "").replace("/", "-")
        if where in folders and not folder.exists():
            shutil.copytree(playing, folder)

    save(load(GAME), playing, seed, SCENARIO, {}, runs, progress)
    shutil.rmtree(playing)
    stood = [room / turn.replace("/", "-") for turn in turns]
    found = [Place.of(folder, seed) for folder in stood if folder.exists()]
    return [place for place in found if place is not None]


def measure(seed: int, early: Place, late: Place, pairs: int) -> tuple[Pairs, Pairs]:
    """One game: late against early, and late against late without its past."""
    told = "; ".join(f"{place.folder.name}: {place.told()}" for place in (early, late))
    print(f"game {seed}: {told}")
    young = late.without_past()
    rows = tuple(by_turns(pairs, late.apply, other.apply) for other in (early, young))
    for row, what in zip(rows, ("the first turn", "the same place without its past"), strict=True):
        print(
            f"    {row.ratio:.3f} times {what} ({row.one * 1000:.1f} ms"
            f" against {row.other * 1000:.1f} ms)"
        )
    return rows[0], rows[1]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="apply late in a game against early in it")
    parser.add_argument("--pairs", type=int, default=30, help="of each game (30)")
    parser.add_argument("--games", type=int, default=3, help="that reach the late turn (3)")
    parser.add_argument("--late", default="709/5", metavar="YEAR/TURN", help="(709/5)")
    parser.add_argument("--runs", type=int, help="stop each game after so many runs")
    given = parser.parse_args()
    rows: list[tuple[Pairs, Pairs]] = []
    with compiled():
        for seed in count(1):
            if len(rows) == given.games:
                break
            with tempfile.TemporaryDirectory() as name:
                found = places(Path(name), seed, (EARLY, given.late), given.runs)
                if len(found) == 2:
                    rows.append(measure(seed, *found, given.pairs))
    against_early, against_young = (
        statistics.median(row.ratio for row in column) for column in zip(*rows, strict=True)
    )
    print(f"median of {len(rows)} games: {against_early:.3f} times the first turn", end="")
    print(f", {against_young:.3f} times the same place without its past")


if __name__ == "__main__":
    main()
