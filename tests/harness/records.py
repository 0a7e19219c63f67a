"""Records of signers and hosts (referee-record(5)) that a disk has damaged, that are old copies, or
that somebody has written anew."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from referee.fault import Refused
from referee.folder.store import Store, StoreTrouble
from referee.record.host_record import PLACE, Keeper, Published, Watch, place_of
from referee.record.record_file import Games, opened, sealed
from referee.record.signer_record import tree
from referee.record.stamping import Stamped, stamped, with_file
from referee.report.report_file import read_report
from tests.harness.games import Moment
from tests.harness.mutation import changed, tree_changed
from tests.harness.oddities import confused
from tests.harness.targets import Broken, Forgery, Meaning, Target


def _sealed(data: Any) -> bytes:
    """Anything as a record's file, with the digest that it must have."""
    line = json.dumps(data).encode("utf-8", "surrogatepass")
    return hashlib.sha256(line).hexdigest().encode() + b"\n" + line + b"\n"


class Room:
    """A player's folder: the reports up to some moment of a game, and the record of a key.

    records: the record at each moment before the seat signed, and behind the last."""

    def __init__(self, moments: Sequence[Moment], seat: str, key: bytes, folder: Path) -> None:
        self.moments, self.seat, self.folder = moments, seat, folder
        self.name = moments[0].game.name
        self.key, self.charter = folder / "key", moments[0].game.charter
        folder.joinpath("reports").mkdir(parents=True)
        folder.joinpath("charter.yaml").write_bytes(moments[0].game.papers["charter"])
        self.key.write_bytes(key)
        self.key.chmod(0o600)
        self.games = Games(folder / "key.games")
        self.games.root.mkdir(mode=0o700)
        self.records = [b""]
        for number, moment in enumerate(moments):
            self.show(number)
            if raw := moment.files.get(seat):
                self.games.keep(with_file(self.stamped(number), raw.decode()))
            self.records.append(self.file.read_bytes() if number or raw else b"")

    @property
    def file(self) -> Path:
        """The record."""
        (path,) = (path for path in self.games.root.iterdir() if path.name != "lock")
        return path

    def show(self, newest: int) -> Path:
        """Have all reports up to this one in the folder, and no others; the newest."""
        for number, moment in enumerate(self.moments):
            path = self.folder / "reports" / f"{number:04d}.txt"
            if number > newest:
                path.unlink(missing_ok=True)
            elif not path.exists():
                path.write_bytes(moment.reports[self.seat])
        return self.folder / "reports" / f"{newest:04d}.txt"

    def stamped(self, number: int) -> Stamped:
        """How the seat's next file is signed by a report."""
        path = self.show(number)
        sheet = read_report(path.read_bytes()).sheet
        return stamped(self.games, path, sheet, self.charter)


class Record(Target):
    """What the records of signers and hosts have in common."""

    yaml, looked_at = False, True

    def broken(self, chance: random.Random) -> bytes:
        return changed(self.raw, chance)

    def harmless(self, chance: random.Random) -> bytes:
        return self.raw

    def forgeries(self) -> dict[str, Forgery]:
        ways = {"older copy": self.older, "types": self.confused}
        return {**super().forgeries(), **ways}

    def altered(self, chance: random.Random) -> bytes:
        """Its owner has written it anew."""
        return _sealed(tree_changed(self._tree(), chance, self.pool))

    def confused(self, chance: random.Random) -> bytes:
        """Values in it have another type."""
        data = self._tree()
        confused(data, chance)
        return _sealed(data)

    def older(self, chance: random.Random) -> bytes:
        """A copy of before was put back."""
        raise NotImplementedError

    def _tree(self) -> Any:
        return json.loads(self.raw.split(b"\n")[1])


class SignersRecord(Record):
    """The record of a seat, before it signs by the report of a moment, or signs again.

    number: of the moment, in the room's."""

    kind = "record"

    def __init__(self, raw: bytes, room: Room, number: int, strange: Sequence[bytes]) -> None:
        """strange: records of other seats and games."""
        self.room, self.number, self.seat, self.strange = room, number, room.seat, strange
        super().__init__(raw, room.moments[number])

    def values(self) -> list[Any]:
        return [*self._tree().values(), "1", "2", "999", {}]

    def judge(self, raw: bytes) -> Meaning | None:
        """How the next file is signed, and the record before it."""
        self.room.file.write_bytes(raw)
        try:
            given = self.room.stamped(self.number)
        except (StoreTrouble, Refused):
            return None
        return given.stamp, tree(given.record), given.said

    def forgeries(self) -> dict[str, Forgery]:
        return {**super().forgeries(), "another's": self.another}

    def older(self, chance: random.Random) -> bytes:
        """A copy of before was put back."""
        before = self.room.records[: self.number + 1]
        return chance.choice([raw for raw in before if raw] or [self.raw])

    def another(self, chance: random.Random) -> bytes:
        """The record of another seat or game has its name."""
        return chance.choice(self.strange)

    def consequences(self, raw: bytes) -> None:
        """An old copy is signed by like the newest record, since all reports are there; nothing
        else is believed, and no link is passed over."""
        right, found = self._stamp(self.raw), self._stamp(raw)
        if self.how == "older copy":
            if found is None or right is None:
                raise Broken("an old copy of the record stops its player")
            if (found.stamp.run, found.stamp.number) != (right.stamp.run, right.stamp.number):
                raise Broken(f"by an old copy {found.stamp} is signed, not {right.stamp}")
        elif found is not None and self.how != "changed":
            raise Broken("a record of somebody else, or of another form, is believed")
        elif found and found.stamp.number and found.stamp.number > found.record.top + 1:
            raise Broken("a link is passed over")

    def _stamp(self, raw: bytes) -> Stamped | None:
        self.room.file.write_bytes(raw)
        try:
            return self.room.stamped(self.number)
        except (StoreTrouble, Refused):
            return None

    def commands(self, file: Path, beside: dict[str, Path]) -> list[list[object]]:
        report, room = self.room.show(self.number), self.room
        room.file.write_bytes(file.read_bytes())
        out = room.folder / "signed.yaml"
        draft = room.folder / "draft.yaml"
        draft.write_bytes(self.moment.files.get(self.seat, b"kind: orders\nstanding: []\n"))
        by = ("--report", report, "--charter", room.folder / "charter.yaml")
        sign = ["sign", draft, "--key", room.key, *by, "--out", out, "--force"]
        return [["check", draft, *by], [*sign], [*sign]]


class HostsRecord(Record):
    """The record of a host, beside the folder of a game.

    moments: of the game, the last one is that of the folder."""

    kind = "host-record"

    def __init__(self, moments: Sequence[Moment], folder: Path, root: Path) -> None:
        self.store, self.moments = Store.open(folder), moments
        self.store.write(place_of(root, folder), *PLACE)
        keeper = Keeper.of(self.store, moments[-1].game.charter.game)
        assert keeper is not None
        self.keeper, self.file = keeper, root / f"{moments[-1].game.charter.game}.host"
        super().__init__(self._published(len(moments) - 1), moments[-1])

    def _published(self, number: int) -> bytes:
        moment = self.moments[number]
        head = next(iter(moment.sheets.values()))["head"]
        self.keeper.keep(Published(moment.game.charter.game, number, head))
        return self.file.read_bytes()

    def values(self) -> list[Any]:
        return [*opened(self.file).values(), "1", "2", "999", "f" * 64]

    def judge(self, raw: bytes) -> Meaning | None:
        """Whether the folder is old by it, and why."""
        self.file.write_bytes(raw)
        try:
            watch = Watch(self.store, self.moment.game.charter.game)
            watch.look(self.moment.clerk().position)
        except StoreTrouble:
            return None
        return watch.older, str(self.keeper.read())

    def forgeries(self) -> dict[str, Forgery]:
        return {**super().forgeries(), "newer": self.newer}

    def older(self, chance: random.Random) -> bytes:
        """A copy of before was put back, as the host of a folder that is newer may do."""
        return self._published(chance.randrange(len(self.moments)))

    def newer(self, chance: random.Random) -> bytes:
        """It is the folder that is old, or tells another story."""
        run = int(self._tree()["run"]) + chance.choice((0, 1, 5))
        return sealed({**self._tree(), "run": str(run), "head": "ab" * 32})

    def consequences(self, raw: bytes) -> None:
        """The folder is old exactly if it is."""
        found = self.judge(raw)
        old = found[0] if isinstance(found, tuple) else None
        if self.how == "older copy" and old != "":
            raise Broken(f"by an old copy of the record the folder is old: {old}")
        if self.how == "newer" and not old:
            raise Broken("a folder that is old is played on")
        if self.how == "types" and found is not None:
            raise Broken("a record of another form is believed")

    def commands(self, file: Path, beside: dict[str, Path]) -> list[list[object]]:
        self.file.write_bytes(file.read_bytes())
        folder = self.store.root
        return [["status", folder], ["apply", folder], ["status", folder, "--json"]]
