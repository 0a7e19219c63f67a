"""One bit is flipped in a file of a game folder or of a bundle: an audit finds it, at its place.

``python -m tests.harness.flips [--seed N] [--count N]``; a case is one bit of one file; all bits
of all files if COUNT is 0.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from referee.folder.store import StoreTrouble
from referee.verify.audit.audit import audit
from tests.harness.settings import Tally, in_time, program
from tests.support.mailbag import SEED, cli, opened

#: files that an audit does not look at, with the reason
HARMLESS = {
    "lock": "it is empty and only held",
    "secret": "the host's own keys; one that is not the host's is refused at once",
}
GAMES = (("duel", 3), ("relay", 4), ("dig", 2))


class Bit(NamedTuple):
    """A bit: the file that it is in, its byte, its place in the byte."""

    name: str
    at: int
    bit: int


class Patient:
    """A game folder, of which one bit at a time is another."""

    def __init__(self, name: str, folder: Path, raws: dict[str, bytes], key: Any) -> None:
        self.name, self.folder, self.raws, self.key = name, folder, raws, key

    def bits(self) -> Iterator[Bit]:
        """All bits of all files that an audit looks at."""
        for name, raw in self.raws.items():
            if name.split("/")[0] not in HARMLESS:
                yield from (Bit(name, at, bit) for at in range(len(raw)) for bit in range(8))

    def flipped(self, bit: Bit) -> str:
        """What an audit says of it that it should not; "" if it names the place."""
        path, raw = self.folder / bit.name, self.raws[bit.name]
        changed = bytes([raw[bit.at] ^ 1 << bit.bit])
        path.write_bytes(raw[: bit.at] + changed + raw[bit.at + 1 :])
        try:
            with in_time(10):
                found = audit(self.folder, lambda: self.key)
        except StoreTrouble as trouble:
            return "" if bit.name in trouble.reason else f"refused: {trouble.reason}"
        finally:
            path.write_bytes(raw)
        if found.wrong is None:
            return f"not found ({found.remarks})"
        wanted = self.places(bit)
        place = str(found.wrong.place)
        return "" if place.startswith(wanted) else f"found at {found.wrong}, not at {wanted[0]}"

    def places(self, bit: Bit) -> tuple[str, ...]:
        """How the place of a bit may be named."""
        if bit.name != "journal":
            return (bit.name,)
        line = self.raws["journal"].count(b"\n", 0, bit.at) + 1
        # Without its end a line goes on in the next one, or is torn.
        return (f"journal, line {line}",)


def patients(folder: Path) -> list[Patient]:
    """Games after some runs, one of them with an accepted file that waits."""
    found = []
    for name, runs in GAMES:
        table = opened(name, folder / name, runs, SEED)
        if name == "duel":
            said = cli("apply", table.folder, table.put("red.yaml", table.orders("red")))
            assert said.status == 3, said.err
        found.append(Patient(name, table.folder, table.snapshot(), table.key("host")))
    return found


def run(given: Any, folder: Path) -> Tally:
    """Flip bits as the command line says."""
    tally, chance = Tally(), random.Random(given.seed)
    for patient in patients(folder):
        good = audit(patient.folder, lambda key=patient.key: key)
        if good.wrong or good.legality:
            tally.fault(f"{patient.name}: wrong as it is: {good.wrong} {good.legality}")
        bits: Sequence[Bit] = _some(patient, chance, given.count // len(GAMES))
        for bit in bits:
            tally.count("bits flipped")
            tally.count(f"bits flipped, {_kind(bit.name)}")
            if fault := patient.flipped(bit):
                tally.fault(f"{patient.name}, {bit.name}, byte {bit.at}, bit {bit.bit}: {fault}")
    return tally


def _some(patient: Patient, chance: random.Random, count: int) -> list[Bit]:
    """All bits, or so many, with as many in each file as in any other."""
    bits = list(patient.bits())
    if not count:
        return bits
    names = sorted({bit.name for bit in bits})
    found = []
    for number in range(count):
        name = names[number % len(names)]
        at = chance.randrange(len(patient.raws[name]))
        found.append(Bit(name, at, chance.randrange(8)))
    return found


def _kind(name: str) -> str:
    return name.split("/")[0].split("-")[0]


if __name__ == "__main__":
    program(__doc__, 3000, run)
