"""Golden games as files: a ``.tar.xz`` of the parts of a game folder that are no secrets."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from referee.charter.paper_shapes import Tree
from referee.charter.papers import read_paper
from referee.engine.rules import Result
from referee.files.strict_yaml import read
from referee.files.write_yaml import emit

HOME = Path(__file__).parent
ENDING = ".tar.xz"
#: what is kept of a game folder; order files are in ``mail``
PARTS = ("offer.yaml", "charter.yaml", "joins", "mail", "reports")
#: what only a golden game has: seed of its test keys, how it ends, how many turns it has
ABOUT = "golden.yaml"


@dataclass(frozen=True)
class Golden:
    """A golden game.  name: ``julius-caesar/draw``; files: by their path in the archive."""

    name: str
    files: Mapping[str, bytes]

    @cached_property
    def about(self) -> dict[str, str]:
        """Seed, ending, winner (unless it is a draw) and turns."""
        found: Any = read(self.files[ABOUT]).tree
        return dict(found)

    @property
    def seed(self) -> int:
        """Of its test keys, from which salts and dice follow."""
        return int(self.about["seed"])

    @property
    def result(self) -> Result:
        """How it ends."""
        return Result(self.about.get("winner"), self.about["ending"])

    @cached_property
    def offer(self) -> Tree:
        """Ruleset, name, scenario and options stand here."""
        return read_paper(self.files["offer.yaml"], "offer")

    @property
    def runs(self) -> int:
        """How many."""
        return len(self.part("reports")) // len(self.offer["seats"]) - 1

    def part(self, part: str) -> dict[str, bytes]:
        """The files of one part: ``mail`` or ``reports``."""
        return {name: raw for name, raw in self.files.items() if name.startswith(f"{part}/")}

    def mail(self, run: int) -> dict[str, bytes]:
        """Name -> order files that come after report ``run - 1``, advance files included."""
        heads = (f"mail/{run:04d}-", f"mail/{run - 1:04d}.advance-")
        return {name: raw for name, raw in self.part("mail").items() if name.startswith(heads)}


def about(seed: int, result: Result, turns: int) -> bytes:
    """The file `ABOUT` of a golden game."""
    winner = {"winner": result.winner} if result.winner else {}
    return emit(
        {"seed": str(seed), "ending": result.ending, **winner, "turns": str(turns)}
    ).encode()


def kept(folder: Path) -> dict[str, bytes]:
    """What a golden game keeps of a game folder."""
    paths = [path for part in PARTS for path in (folder / part, *(folder / part).rglob("*"))]
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in paths if p.is_file()}


def path_of(name: str) -> Path:
    """Where the archive of a golden game lies."""
    return HOME / f"{name}{ENDING}"


def names(ruleset: str) -> list[str]:
    """Names of the golden games of a ruleset, sorted."""
    found = (HOME / ruleset).glob(f"*{ENDING}")
    return sorted(f"{ruleset}/{path.name.removesuffix(ENDING)}" for path in found)


def load(name: str) -> Golden:
    """The golden game of that name."""
    with tarfile.open(path_of(name), "r:xz") as archive:
        found = {member.name: archive.extractfile(member) for member in archive}
        return Golden(name, {name: file.read() for name, file in found.items() if file})


def save(golden: Golden) -> None:
    """Write the archive: the same bytes for the same files, wherever and whenever."""
    path = path_of(golden.name)
    path.parent.mkdir(exist_ok=True)
    with tarfile.open(path, "w:xz", format=tarfile.USTAR_FORMAT, preset=9) as archive:
        for name, raw in sorted(golden.files.items()):
            member = tarfile.TarInfo(name)  # time, owner and group are all 0
            member.size = len(raw)
            archive.addfile(member, io.BytesIO(raw))
