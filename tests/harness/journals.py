"""Journals that were changed, by a disk or by somebody who chains the lines anew."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any

from referee.desk.host import Host
from referee.engine.canonical import native
from referee.engine.fault import Refused
from referee.store import CHAIN_START, CHECKPOINTS, Store, StoreTrouble, chained
from tests.harness.games import Moment
from tests.harness.mutation import changed, places, tree_changed
from tests.harness.targets import Meaning, Target


class JournalFile(Target):
    """The journal of a folder, read from its first line (no checkpoint, no report)."""

    kind = "journal"
    yaml = False

    def __init__(self, moment: Moment, folder: Path) -> None:
        self.folder = folder
        super().__init__(folder.joinpath("journal").read_bytes(), moment)
        for name in CHECKPOINTS:
            folder.joinpath(name).unlink(missing_ok=True)

    def values(self) -> list[Any]:
        return [here[key] for line in self._lines() for here, key in places(line)]

    def _lines(self) -> list[Any]:
        return [json.loads(line) for line in self.raw.splitlines()]

    def judge(self, raw: bytes) -> Meaning | None:
        """The lines that were taken for true; a torn last one is none."""
        shutil.rmtree(self.folder / "reports", ignore_errors=True)
        self.folder.joinpath("journal").write_bytes(raw)
        for name in CHECKPOINTS:
            self.folder.joinpath(name).unlink(missing_ok=True)
        key = self.moment.game.keys["host"]
        try:
            host = Host.load(Store.open(self.folder), lambda: key)
        except (StoreTrouble, Refused):
            return None
        return Taken(host)

    def broken(self, chance: random.Random) -> bytes:
        return changed(self.raw, chance)

    def harmless(self, chance: random.Random) -> bytes:
        return self.raw

    def forged(self, chance: random.Random) -> bytes:
        """Lines are altered and chained anew."""
        lines = tree_changed(self._lines(), chance, self.pool, numbers=True)
        chain, made = CHAIN_START, b""
        for line in lines:
            if not isinstance(line, dict):
                made += json.dumps(line).encode() + b"\n"
                continue
            line.pop("chain", None)
            chain = _chained(chain, line)
            made += json.dumps({**line, "chain": chain}).encode() + b"\n"
        return made

    def commands(self, file: Path, beside: dict[str, Path]) -> list[list[object]]:
        shutil.copy(file, self.folder / "journal")
        return [["status", self.folder], ["apply", self.folder]]


class Taken:
    """What a host has taken from a journal: equal to another if one begins like the other, as
    that of a journal does which ends earlier."""

    def __init__(self, host: Host) -> None:
        number = host.clerk.position.number
        here = sorted(host.clerk.mailroom.explicit)
        self.said = (number, host.clerk.position.heads[0], here)
        self.begun = host.journal.path.read_bytes()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Taken):
            return False
        mine, theirs = (_whole(taken.begun) for taken in (self, other))
        shorter = min(len(mine), len(theirs))
        return mine[:shorter] == theirs[:shorter]


def _whole(raw: bytes) -> list[bytes]:
    return [native(json.loads(line)) for line in raw.split(b"\n")[:-1]]


def _chained(chain: str, line: Any) -> str:
    try:
        return chained(chain, line)
    except (TypeError, ValueError):
        return chain
