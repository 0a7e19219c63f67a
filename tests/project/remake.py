"""Makes anew, in the right order, everything that is kept and holds what reports say.

``python -m tests.project.remake [PART...]``, from the top of a checkout, after a change of wording:
golden games, samples, the tutorial, stories and pictures, or the parts that are named.  All are
made of the same orders as before.  What no longer comes out so is named in the end, and is then
yours: an order that is not legal any more, a game that ends otherwise, a story that shows something
else.  Look at all that has changed before you commit it.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from samples import allia, carrhae, eunostos, ilerda, rubicon
from samples.playing import Sample, Trouble

SAMPLES: tuple[Sample, ...] = (
    rubicon.SAMPLE,
    ilerda.SAMPLE,
    carrhae.SAMPLE,
    allia.SAMPLE,
    eunostos.SAMPLE,
)
GAMES = tuple(sample.ruleset for sample in SAMPLES)


def golden() -> Iterator[str]:
    """Golden games, one ruleset after the other: each writes the table of a README."""
    for name in GAMES:
        yield from module("tests.golden.make", name, "--again")


def samples() -> Iterator[str]:
    """Samples, by the drafts that are kept."""
    for sample in SAMPLES:
        with tempfile.TemporaryDirectory() as room:
            try:
                sample.replay(Path(room) / "again", sample.home / "drafts")
                sample.keep(Path(room) / "again")
            except Trouble as trouble:
                yield f"samples/{sample.home.name}: {trouble}; its script can make new drafts"


def tutorial() -> Iterator[str]:
    """The outputs in its page."""
    yield from module("tests.project.tutorial", "--write")


def stories() -> Iterator[str]:
    """What commands print in stories."""
    yield from module("tests.stories.retell")


def pictures() -> Iterator[str]:
    """Boards, of the positions that are kept."""
    yield from module("tests.picture.kept")


#: In the order in which they are made.
PARTS: Mapping[str, Callable[[], Iterator[str]]] = {
    "golden": golden,
    "samples": samples,
    "tutorial": tutorial,
    "stories": stories,
    "pictures": pictures,
}


def module(name: str, *words: str) -> Iterator[str]:
    """Run one of the programs that make things; what to say if it did not go well."""
    if subprocess.run([sys.executable, "-m", name, *words], check=False).returncode:
        yield f"python -m {' '.join((name, *words))}: see above"


def main() -> None:
    """The command line of this program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all")
    chosen = parser.parse_args().parts or [*PARTS]
    if unknown := [part for part in chosen if part not in PARTS]:
        parser.error(f"no parts: {', '.join(unknown)}; parts: {', '.join(PARTS)}")
    troubles = [said for part in PARTS if part in chosen for said in PARTS[part]()]
    sys.exit("\n".join(troubles) or None)


if __name__ == "__main__":
    main()
