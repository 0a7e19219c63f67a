"""A command is interrupted at each call by which it changes the disk, in each way in which a disk
or a process can fail; then the same command is given again.

Whatever was interrupted, the folder must in the end be that of an undisturbed run, byte for byte,
and in between no report may lie there that the journal and the host's record do not hold, and no
signed order file that the signer's record does not know.

``python -m tests.harness.crash [--seed N] [--count N] [--processes]``; a case is one call of one
command, broken in one way; all of them if COUNT is 0.  With ``--processes`` real processes are
killed at their calls, and others may write only so many bytes to a file.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from referee.engine.rules import Ruleset
from referee.folder.store import Store
from referee.proof.keys import KeyTrouble, load_private
from referee.record.host_record import PLACE, Keeper, Published, place_of
from referee.report.report_file import read_report
from tests.harness.disk import WAYS, Disk, Stop
from tests.harness.settings import STATUSES, Tally, program
from tests.support.installing import ROOT, install_toys
from tests.support.mailbag import SEED, TOYS, Said, cli, opened, snapshot
from tests.toys import versions

#: commands of a room: several that begin alike, the last one is interrupted
Words = list[object]


class Deed(NamedTuple):
    """What is interrupted.

    prepare: fills an empty room; command: its words, for a room; newer: rules that have come
    since; anew: parts of names of files that are others each time, the first one is a file that
    must be there in the end: a file that was signed and did not get to its place is signed again in
    the next edition."""

    name: str
    prepare: Callable[[Path], None]
    command: Callable[[Path], Words]
    newer: Ruleset | None = None
    anew: tuple[str, ...] = ()

    def do(self, room: Path) -> Said:
        """Give the command."""
        newer = {self.newer.name: self.newer} if self.newer else {}
        with mock.patch.dict(TOYS, newer), mock.patch("sys.stdin", io.StringIO("\n")):
            return cli(*self.command(room))


def _game(name: str, runs: int, scenario: str | None = None) -> Callable[[Path], None]:
    """A room with a game after some runs, and signed order files for the next one."""

    def prepare(room: Path) -> None:
        table = opened(name, room / "game", runs, SEED, scenario)
        for seat in table.due():
            room.joinpath(f"{seat}.yaml").write_bytes(table.orders(seat))

    return prepare


def _recorded(room: Path) -> None:
    """A room with a game whose host keeps a record outside of it."""
    _game("duel", 2)(room)
    store = Store.open(room / "game")
    store.write(place_of(room / "host.games", store.root), *PLACE)
    newest = read_report((room / "game" / "reports" / "red" / "0002.txt").read_bytes()).sheet
    keeper = Keeper.of(store, newest["game"])
    assert keeper is not None
    keeper.keep(Published(newest["game"], 2, newest["head"]))


def _joined(seats: int) -> Callable[[Path], None]:
    """A room with a game that some seats have joined, and the joins of all."""

    def prepare(room: Path) -> None:
        made = opened("duel", room / "made", 0)
        game, names = room / "game", made.seats
        game.mkdir()
        for part in ("offer.yaml", "secret"):
            made.folder.joinpath(part).rename(game / part)
        for number, seat in enumerate(names):
            join = made.folder / "joins" / f"{seat}.yaml"
            join.rename(room / f"{seat}-join.yaml")
            if number < seats:
                assert cli("admit", game, room / f"{seat}-join.yaml").status == 3
        shutil.rmtree(made.folder)

    return prepare


def _unfinished(room: Path) -> None:
    """A room in which a run is in the journal alone: no report of it, no checkpoint."""
    _game("duel", 2)(room)
    before = snapshot(room / "game")
    cli("apply", room / "game", *sorted(room.glob("*.yaml")))
    for path in [p for p in (room / "game").rglob("*") if p.is_file()]:
        name = str(path.relative_to(room / "game"))
        if name.startswith(("reports", "checkpoint")):
            path.unlink()
            if name in before:
                path.write_bytes(before[name])


def _keys(room: Path) -> None:
    table = opened("duel", room / "made", 1)
    shutil.copy(table.folder / "secret" / "host-key", room / "host-key")
    shutil.copytree(table.folder / "secret", room / "keys")
    for part in ("offer.yaml", "charter.yaml"):
        shutil.copy(table.folder / part, room)
    for number in (0, 1):
        shutil.copy(table.folder / "reports" / "red" / f"{number:04d}.txt", room)
    room.joinpath("red.yaml").write_text("kind: orders\nseat: red\norders: []\n")
    shutil.rmtree(table.folder)


def _signed(room: Path) -> None:
    """A room in which a file was signed, over which another edition is to be written."""
    _keys(room)
    deed = next(deed for deed in DEEDS if deed.name == "sign")
    assert deed.do(room).status == 0


def _damaged(room: Path) -> None:
    """A room with a game of which two reports are damaged."""
    _game("duel", 2)(room)
    reports = room / "game" / "reports"
    reports.joinpath("red", "0002.txt").write_bytes(b"")
    cut = reports / "blue" / "0001.txt"
    cut.write_bytes(cut.read_bytes()[:200])


def _printed(room: Path) -> None:
    """A room with a game, and an older report in the place of the newest."""
    _game("duel", 2)(room)
    shutil.copy(room / "game" / "reports" / "red" / "0001.txt", room / "report.txt")


def _board(room: Path) -> None:
    """A room with a report of a game that has a board."""
    sample = Path(__file__).parents[2] / "samples" / "rubicon"
    shutil.copy(sample / "charter.yaml", room)
    shutil.copy(sample / "reports" / "caesar" / "0002.txt", room)


def _take(room: Path) -> Words:
    return ["take", *sorted(room.glob("*.yaml")), "--games", room / "game"]


def _apply(pattern: str = "*.yaml") -> Callable[[Path], Words]:
    return lambda room: ["apply", room / "game", *sorted(room.glob(pattern))]


_TEST = ("--test-seed", 3)
DEEDS = (
    Deed("apply", _game("duel", 2), _apply()),
    Deed("apply with a record", _recorded, _apply()),
    Deed("apply a file that waits", _game("duel", 2), _apply("red.yaml")),
    Deed("apply of one seat", _game("relay", 4), _apply()),
    Deed("apply at the end", _game("duel", 3), _apply()),
    Deed("apply that completes", _unfinished, _apply("nothing")),
    Deed("apply that mends", _damaged, _apply("nothing")),
    Deed("admit the first", _joined(0), lambda r: ["admit", r / "game", r / "red-join.yaml"]),
    Deed("admit the last", _joined(1), lambda r: ["admit", r / "game", r / "blue-join.yaml"]),
    Deed(
        "new",
        _keys,
        lambda r: ["new", "duel", r / "new", "--key", r / "host-key", *_TEST],
    ),
    Deed(
        "join",
        _keys,
        lambda r: ["join", r / "offer.yaml", "--seat", "red", "--key", r / "keys" / "red",
                   "--out", r / "join.yaml", *_TEST],
    ),
    Deed(
        "sign",
        _keys,
        lambda r: ["sign", r / "red.yaml", "--key", r / "keys" / "red", "--report",
                   r / "0001.txt", "--out", r / "signed.yaml", *_TEST],
        anew=("signed.yaml", "red.games"),
    ),
    Deed(
        "sign again",
        _signed,
        lambda r: ["sign", r / "red.yaml", "--key", r / "keys" / "red", "--report",
                   r / "0001.txt", "--out", r / "signed.yaml", "--force", *_TEST],
        anew=("signed.yaml", "red.games"),
    ),
    Deed(
        "report",
        _game("duel", 1),
        lambda r: ["report", r / "game", "--seat", "red", "--out", r / "report.txt"],
    ),
    Deed(
        "report again",
        _printed,
        lambda r: ["report", r / "game", "--seat", "red", "--out", r / "report.txt", "--force"],
    ),
    Deed("take", _game("duel", 2), _take),
    Deed(
        "story",
        _game("duel", 2),
        lambda r: ["story", r / "game", "--html", r / "story.html"],
    ),
    Deed("map", _board, lambda r: ["map", r / "0002.txt", "--out", r / "board.svg"]),
    # Nothing is asked in report 0, so it is answered by Enter.
    Deed("answer", _keys, lambda r: ["answer", r / "0000.txt", "--out", r / "answer.yaml"]),
    Deed(
        "orders",
        _keys,
        lambda r: ["orders", "--report", r / "0001.txt", "--out", r / "template.yaml"],
    ),
    Deed(
        "canon",
        _game("duel", 1),
        lambda r: ["canon", r / "red.yaml", "--out", r / "header"],
    ),
    # A pair of keys of which one half was written is not taken for another one's.
    Deed(
        "keygen",
        lambda r: None,
        lambda r: ["keygen", r / "mine", *_TEST],
        anew=("mine.pub", "mine"),
    ),
    Deed("upgrade", _game("duel", 2), lambda r: ["upgrade", r / "game"], versions.SAME),
    Deed(
        "reveal",
        _game("duel", 100),
        lambda r: ["reveal", r / "game", "--out", r / "bundle.zip"],
    ),
)  # fmt: skip


class Rig:
    """Breaks one deed, as often as wanted."""

    def __init__(self, deed: Deed, folder: Path) -> None:
        self.deed, self.folder = deed, folder
        self.room = folder / "room"
        self.room.mkdir(parents=True)
        deed.prepare(self.room)
        room, disk = self.copy(), Disk()
        with disk.mounted():
            said = deed.do(room)
        assert said.status in (0, 3), (deed.name, said)
        self.calls, self.names = disk.calls, disk.names
        self.wanted = self.settled(room)

    def settled(self, room: Path) -> dict[str, bytes]:
        """What must be the same in the end.

        An upgrade is in the journal; its checkpoint is made by whatever command comes next."""
        parts = (*self.deed.anew, *(("checkpoint",) if self.deed.newer else ()))
        found = settled(room)
        return {n: raw for n, raw in found.items() if not any(part in n for part in parts)}

    def copy(self) -> Path:
        shutil.rmtree(self.folder / "trial", ignore_errors=True)
        shutil.copytree(self.room, self.folder / "trial")
        return self.folder / "trial"

    def broken(self, at: int, way: str) -> list[str]:
        """Break one call; what was wrong then."""
        room, disk = self.copy(), Disk(at, way)
        said = None
        try:
            with disk.mounted():
                said = self.deed.do(room)
        except Stop:
            pass
        if said is None and not disk.dead:
            return ["the process ended without a word"]
        found = [*(_told(said) if said else []), *_half_a_key(room)]
        return found + unheld(room, self.room) + unknown(room) + self.again(room) + unknown(room)

    def again(self, room: Path) -> list[str]:
        """Give the command again: the room is as if nothing had happened."""
        said = self.deed.do(room)
        made = self.settled(room)
        if self.deed.newer and "upgrade" not in (room / "game" / "journal").read_text():
            return ["given again: the game is not upgraded"]
        if self.deed.anew and not (room / self.deed.anew[0]).is_file():
            return [f"given again: there is no {self.deed.anew[0]}"]
        if made == self.wanted and said.status in STATUSES:
            return []
        names = [n for n in sorted({*made, *self.wanted}) if made.get(n) != self.wanted.get(n)]
        return [f"given again: {', '.join(names)} differ; exit status {said.status}, {said.err}"]

    def cases(self) -> Iterator[tuple[int, str]]:
        for way in WAYS:
            for at in range(1, self.calls + 1):
                yield at, way


def _told(said: Said) -> list[str]:
    """A call that failed is told in words, or did not matter."""
    if said.status in STATUSES and "Traceback" not in said.err and "itself" not in said.err:
        return []
    return [f"exit status {said.status}, {said.err}"]


def settled(room: Path) -> dict[str, bytes]:
    """A room without what broken writes leave beside, which the next write takes over."""
    found = snapshot(room)
    return {name: raw for name, raw in found.items() if not Path(name).name.endswith(".new")}


def _half_a_key(room: Path) -> list[str]:
    """A private key that `keygen` has left, if it is none."""
    path = room / "mine"
    try:
        if path.is_file():
            load_private(path, lambda: b"")
    except KeyTrouble as trouble:
        return [f"half a key lies there: {trouble.reason}"]
    return []


def _bytes(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def unheld(room: Path, before: Path | None = None) -> list[str]:
    """Reports of which the journal holds no entry, and whatever is no whole report, but for one
    that was damaged before, in another room, and is still the same."""
    journal = room / "game" / "journal"
    lines = journal.read_bytes().split(b"\n")[:-1] if journal.is_file() else []
    held = {line["number"] for line in map(json.loads, lines) if line["type"] == "entry"}
    held |= {0} if lines else set()
    found = []
    for path in room.glob("game/reports/*/[0-9]*.txt"):
        raw = path.read_bytes()
        if before and _bytes(before / path.relative_to(room)) == raw:
            continue
        number = read_report(raw).sheet["number"]
        if number != int(path.stem) or number not in held:
            found.append(f"report {path.stem} lies there, and the journal does not hold it")
    return found


def unknown(room: Path) -> list[str]:
    """What lies there, whole or by half, that the records do not know."""
    return [*_beyond(room), *_unsigned(room)]


def _beyond(room: Path) -> list[str]:
    """Reports of later runs than the host's record knows, if there is one."""
    folder = room / "game"
    place = folder.joinpath(*PLACE)
    numbers = [int(path.stem) for path in folder.glob("reports/*/[0-9]*.txt")]
    if not place.is_file():
        return []
    (path,) = (folder / place.read_text().strip()).glob("*.host")
    known = json.loads(path.read_bytes().split(b"\n")[1])
    beyond = max(numbers) > int(known["run"])
    return [f"the host's record knows run {known['run']} alone"] if beyond else []


def _unsigned(room: Path) -> list[str]:
    """Signed order files of which the signer's record does not know link or edition."""
    found = []
    for path in [*room.glob("signed.yaml"), *room.glob(".signed.yaml*")]:
        run, edition = (
            re.search(rb"^%s: .?([0-9]+)" % key, path.read_bytes(), re.M)
            for key in (b"run", b"edition")
        )
        if run is None:
            continue  # nothing of it has reached the disk
        known = [json.loads(p.read_bytes().split(b"\n")[1])
                 for p in (room / "keys" / "red.games").glob("*-red-*[0-9a-f]")]  # fmt: skip
        newest = int(edition[1]) if edition else 0
        if not any(
            int(one["run"]) == int(run[1]) and int(one["edition"]) >= newest and one["top"] != "0"
            for one in known
        ):
            found.append(f"{path.name} is signed, and the record does not know it")
    return found


def trials(deeds: Sequence[Deed], folder: Path, count: int, chance: random.Random) -> Tally:
    """Break deeds: all cases if `count` is 0, else so many of all, by chance."""
    tally = Tally()
    rigs = [Rig(deed, folder / str(number)) for number, deed in enumerate(deeds)]
    cases = [(rig, at, way) for rig in rigs for at, way in rig.cases()]
    for rig in rigs:
        tally.count(f"calls of {rig.deed.name}", rig.calls)
    for rig, at, way in chance.sample(cases, min(count, len(cases))) if count else cases:
        tally.count("cases")
        tally.count(f"cases, {way}")
        where = f"{rig.deed.name}, call {at} ({rig.names[at - 1]}), {way}"
        for fault in rig.broken(at, way):
            tally.fault(f"{where}: {fault}")
    return tally


# -- real processes --------------------------------------------------------------------------------

KILL = """
import os, sys
from tests.harness.disk import Disk, Stop
from referee.cli.main import run
try:
    with Disk(int(sys.argv[1])).mounted():
        status = run(sys.argv[2:])
except Stop:
    os._exit(77)
sys.exit(status)
"""


LIMITS = (0, 1, 100, 1000, 3000, 6000)


def processes(deed: Deed, folder: Path, step: int, limits: Sequence[int] = LIMITS) -> Tally:
    """Kill real processes at every `step`-th call, and keep others from writing long files."""
    tally, rig = Tally(), Rig(deed, folder / "rig")
    environment = install_toys(folder / "site")

    def start(words: Words, limit: int | None = None) -> subprocess.CompletedProcess[str]:
        def limited() -> None:
            if limit is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        command = [sys.executable, *map(str, words)]
        return subprocess.run(
            command, env=environment, capture_output=True, text=True, cwd=ROOT,
            preexec_fn=limited, check=False,
        )  # fmt: skip

    for at in range(1, rig.calls + 1, step):
        room = rig.copy()
        done = start(["-c", KILL, at, *deed.command(room)])
        found = [] if done.returncode == 77 else [f"it was not killed: {done.stderr}"]
        found += unheld(room) + unknown(room) + rig.again(room)
        tally.count("processes killed")
        for fault in found:
            tally.fault(f"{deed.name}, killed at call {at}: {fault}")
    for limit in limits:
        room = rig.copy()
        # -B: Python would keep a compiled module that is cut off there, and others would find it.
        done = start(["-B", "-m", "referee", *deed.command(room)], limit)
        found = _told(Said(done.returncode, b"", done.stderr))
        found += unheld(room) + unknown(room) + rig.again(room)
        tally.count("processes with a limit on files")
        for fault in found:
            tally.fault(f"{deed.name}, files of {limit} bytes at most: {fault}")
    return tally


def run(given: Any, folder: Path) -> Tally:
    """Break all deeds as the command line says."""
    tally = trials(DEEDS, folder / "broken", given.count, random.Random(given.seed))
    if given.processes:
        # Other processes know the first versions of the toys alone.
        for number, deed in enumerate(deed for deed in DEEDS if deed.newer is None):
            tally.add(processes(deed, folder / f"processes-{number}", 1))
    return tally


def _more(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--processes", action="store_true", help="kill real processes too")


if __name__ == "__main__":
    program(__doc__, 0, run, _more)
