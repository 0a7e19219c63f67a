"""Journals that were changed, by a disk or by somebody who chains the lines anew; and bundles."""

from __future__ import annotations

import io
import json
import random
import shutil
import warnings
import zipfile
from pathlib import Path
from typing import Any

from referee.fault import Refused
from referee.files.write_yaml import emit
from referee.folder.journal import CHAIN_START, CHECKPOINTS, chained
from referee.folder.store import Store, StoreTrouble
from referee.host.kept_game import Host
from referee.proof.canonical import typed
from referee.verify.audit.audit import audit
from tests.harness.games import Moment
from tests.harness.mutation import ODD, changed, flip, places, tree_changed
from tests.harness.oddities import SPEAKING, confused
from tests.harness.targets import Broken, Forgery, Meaning, Target, tree_of
from tests.harness.weak import by_point, point_of, signed_by_anybody


class JournalFile(Target):
    """The journal of a folder, read from its first line (no checkpoint, no report)."""

    kind = "journal"
    yaml = False

    def __init__(self, moment: Moment, folder: Path, whole: Path) -> None:
        self.folder, self.whole = folder, whole
        super().__init__(folder.joinpath("journal").read_bytes(), moment)
        for name in CHECKPOINTS:
            folder.joinpath(name).unlink(missing_ok=True)

    def values(self) -> list[Any]:
        return [here[key] for line in self._lines() for here, key in places(line)]

    def _lines(self) -> list[Any]:
        return [json.loads(line) for line in self.raw.splitlines()]

    def judge(self, raw: bytes) -> Meaning | None:
        """The lines that were taken for true; a torn last one is none.

        An audit of the whole folder finds whatever differs, were it one blank."""
        self._audited(raw)
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

    def _audited(self, raw: bytes) -> None:
        self.whole.joinpath("journal").write_bytes(raw)
        key = self.moment.game.keys["host"]
        try:
            wrong = audit(self.whole, lambda: key).wrong
        except StoreTrouble:
            return
        # Behind the last line a torn one may begin, of which nothing has happened.
        same = raw.startswith(self.raw) and b"\n" not in raw[len(self.raw) :]
        if (wrong is None) != same:
            raise Broken(f"an audit of it finds: {wrong}")

    def broken(self, chance: random.Random) -> bytes:
        return changed(self.raw, chance)

    def harmless(self, chance: random.Random) -> bytes:
        return self.raw

    def forgeries(self) -> dict[str, Forgery]:
        return {**super().forgeries(), "types": self.confused}

    def altered(self, chance: random.Random) -> bytes:
        """Lines are altered and chained anew."""
        return chained_anew(tree_changed(self._lines(), chance, self.pool, numbers=True))

    def confused(self, chance: random.Random) -> bytes:
        """Values in the lines have another type."""
        return other_types(self.raw, chance)

    def commands(self, file: Path, beside: dict[str, Path]) -> list[list[object]]:
        shutil.copy(file, self.folder / "journal")
        shutil.copy(file, self.whole / "journal")
        return [["status", self.folder], ["apply", self.folder], ["audit", self.whole]]


class Taken:
    """What a host has taken from a journal: equal to another if one begins like the other, as
    that of a journal does which ends earlier."""

    def __init__(self, host: Host) -> None:
        number = host.clerk.position.number
        here = sorted(host.clerk.inbox.explicit)
        self.said = (number, host.clerk.position.heads[0], here)
        self.begun = host.journal.path.read_bytes()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Taken):
            return False
        mine, theirs = (_whole(taken.begun) for taken in (self, other))
        shorter = min(len(mine), len(theirs))
        return mine[:shorter] == theirs[:shorter]


def other_types(raw: bytes, chance: random.Random) -> bytes:
    """A journal with values of other types in a line, chained anew."""
    lines = [json.loads(line) for line in raw.splitlines()]
    confused(chance.choice(lines), chance)
    return chained_anew(lines)


def chained_anew(lines: list[Any]) -> bytes:
    """Lines as a journal has them, each with the chain that it must have."""
    chain, made = CHAIN_START, b""
    for line in lines:
        if not isinstance(line, dict):
            made += json.dumps(line).encode() + b"\n"
            continue
        line.pop("chain", None)
        chain = _chained(chain, line)
        made += json.dumps({**line, "chain": chain}).encode() + b"\n"
    return made


def _whole(raw: bytes) -> list[bytes]:
    return [typed(json.loads(line)) for line in raw.split(b"\n")[:-1]]


def _chained(chain: str, line: Any) -> str:
    try:
        return chained(chain, line)
    except (TypeError, ValueError):
        return chain


class Bundle(Target):
    """The bundle of a game that is over."""

    kind = "bundle"
    yaml = False

    def __init__(self, raw: bytes, moment: Moment, folder: Path) -> None:
        self.file = folder / "hostile.zip"
        super().__init__(raw, moment)

    def values(self) -> list[Any]:
        return []

    def judge(self, raw: bytes) -> Meaning | None:
        """Names and contents of its files, if an audit finds nothing wrong."""
        self.file.write_bytes(raw)
        try:
            if audit(self.file, None).wrong:
                return None
        except StoreTrouble:
            return None
        with zipfile.ZipFile(self.file) as archive:
            return {info.filename: archive.read(info) for info in archive.infolist()}

    def broken(self, chance: random.Random) -> bytes:
        return changed(self.raw, chance)

    def harmless(self, chance: random.Random) -> bytes:
        """Packed in another way, in another order."""
        files = self._files()
        chance.shuffle(files)
        return _packed(files, chance.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)))

    def _files(self) -> list[tuple[str, bytes]]:
        with zipfile.ZipFile(io.BytesIO(self.raw)) as archive:
            return [(info.filename, archive.read(info)) for info in archive.infolist()]

    def forgeries(self) -> dict[str, Forgery]:
        ways = {"types": self.confused, "weak key": self.weak, "odd names": self.odd}
        return {"changed": self.altered, **ways}

    def confused(self, chance: random.Random) -> bytes:
        """Its journal has values of other types."""
        files = dict(self._files())
        files["journal"] = other_types(files["journal"], chance)
        return _packed([*files.items()], zipfile.ZIP_DEFLATED)

    def weak(self, chance: random.Random) -> bytes:
        """Whoever wrote a paper in it has a key by which one signature fits every message."""
        files = dict(self._files())
        papers = [n for n in files if n in ("offer.yaml", "charter.yaml") or n.startswith("joins/")]
        name = chance.choice(papers)
        tree = dict(tree_of(files[name]))
        if name == "charter.yaml":
            tree["offer"] = signed_by_anybody(tree["offer"], chance)
            made = by_point(tree, point_of(tree["offer"]["key"]))
        else:
            made = signed_by_anybody(tree, chance)
        files[name] = emit(made).encode()
        return _packed([*files.items()], zipfile.ZIP_DEFLATED)

    def odd(self, chance: random.Random) -> bytes:
        """A file in it has a name that speaks to a terminal."""
        files, odd = self._files(), chance.choice(SPEAKING)
        name, raw = chance.choice(files)
        files.append((f"{name}{odd}".encode("utf-8", "replace").decode(), raw))
        return _packed(files, zipfile.ZIP_DEFLATED)

    def altered(self, chance: random.Random) -> bytes:
        """A file in it is changed, missing, there twice, elsewhere, very long or oddly named."""
        files = self._files()
        at = chance.randrange(len(files))
        name, raw = files[at]
        odd = chance.choice((*ODD, f"../{name}", f"/{name}", f"mail/../{name}", f"{name}/", "lock"))
        files[at : at + 1] = chance.choice(
            (
                [(name, flip(raw, chance))],
                [(name, changed(raw, chance))],
                [],
                [(name, raw), (name, raw)],
                [(name, raw), (odd.replace("\0", "0") or "x", raw)],
                [(files[0][0], raw)],
                [(name, raw + b"\n" * (30 << 20))],
                [(name, b"")],
            )
        )
        return _packed(files, zipfile.ZIP_DEFLATED)

    def consequences(self, raw: bytes) -> None:
        """Nothing that somebody changed is found good."""
        if self.judge(raw) != self.judge(self.raw):
            raise Broken("an audit finds nothing wrong with an altered bundle")

    def commands(self, file: Path, beside: dict[str, Path]) -> list[list[object]]:
        return [["audit", file], ["audit", file, "--json"]]


def _packed(files: list[tuple[str, bytes]], how: int) -> bytes:
    made = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(made, "w", how) as archive:
        warnings.simplefilter("ignore")  # of names that stand twice
        for name, raw in files:
            archive.writestr(zipfile.ZipInfo(name), raw, how)
    return made.getvalue()
