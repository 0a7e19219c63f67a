"""Whole games under other hash seeds and other versions of Python come out byte for byte.

``python -m tests.harness.determinism [--seed N] [--count N] [--python PATH]... [--install]``; a
case is one game, played once under each hash seed by each Python.  Pythons are those named, or
all of 3.11 and later that are found and have what the referee needs; ``--install`` makes an
environment for each of the others, with pip, and keeps it for later runs and the tests.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from referee import ruleset as finder
from tests.harness.settings import Tally, program
from tests.support.installing import ROOT, install_toys
from tests.support.mailbag import snapshot

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
HASHES = ("0", "1", "4711")
NEEDED = "import click, yaml, tabulate, cryptography.hazmat.primitives.asymmetric.ed25519"


def version(python: str) -> str:
    """``3.12.1``, "" if it does not start."""
    code = "import platform; print(platform.python_version())"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def found() -> list[str]:
    """Interpreters of every version that is on the path, or that pyenv keeps."""
    names = [shutil.which(f"python{one}") for one in VERSIONS]
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    more = [str(path) for one in VERSIONS for path in sorted(kept.glob(f"{one}.*/bin/python"))]
    by_version = {version(name): name for name in (*more, *names) if name}
    by_version.pop("", None)
    return list(by_version.values())


def able(python: str) -> bool:
    """Whether an interpreter has what the referee needs."""
    return subprocess.run([python, "-c", NEEDED], capture_output=True, check=False).returncode == 0


def cache() -> Path:
    """Where environments for other interpreters are kept, for this user alone."""
    place = Path(tempfile.gettempdir()) / f"referee-pythons-{os.getuid()}"
    place.mkdir(mode=0o700, exist_ok=True)
    if place.is_symlink() or place.stat().st_uid != os.getuid():
        raise OSError(f"{place} is somebody else's")
    return place


def environment(python: str) -> Path:
    """Where the environment of an interpreter is kept; what the referee needs is in its name."""
    needs = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()[:8]
    return cache() / f"{version(python)}-{needs}"


def kept_environment(python: str) -> str:
    """The interpreter of an environment that was made before, "" if there is none."""
    own = str(environment(python) / "bin" / "python")
    return own if Path(own).exists() and able(own) else ""


def installed(python: str) -> str:
    """An environment of this interpreter with what the referee needs, made now unless it is kept;
    its own interpreter."""
    if kept := kept_environment(python):
        return kept
    place = environment(python)
    shutil.rmtree(place, ignore_errors=True)
    subprocess.run([python, "-m", "venv", place], check=True, capture_output=True)
    own = str(place / "bin" / "python")
    command = [own, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(ROOT)]
    subprocess.run(command, check=True, capture_output=True, stdin=subprocess.DEVNULL)
    subprocess.run([own, "-m", "pip", "uninstall", "--quiet", "-y", "referee"], check=True)
    return own


def others(install: bool, tally: Tally) -> list[str]:
    """Interpreters of other versions than this one that can play."""
    able_ones = []
    for python, own in ready().items():
        if own or install:
            able_ones.append(own or installed(python))
        else:
            tally.count(f"Python {version(python)} lacks packages: not tried")
    return able_ones


def ready() -> dict[str, str]:
    """Interpreters of other versions than this one; each with the one that can play, itself or that
    of an environment that was made before, "" if none can."""
    mine = version(sys.executable)
    pythons = [python for python in found() if version(python) != mine]
    return {one: one if able(one) else kept_environment(one) for one in pythons}


def not_tried() -> str:
    """Which other versions of Python a test run leaves out, and how to try them."""
    pythons = ready()
    left = ", ".join(version(python) for python, own in pythons.items() if not own)
    if not pythons:
        return f"other versions of Python than {version(sys.executable)}: none is here"
    how = "python -m tests.harness.determinism --install makes environments for them"
    return f"Python {left}, which lack packages; {how}" if left else ""


def play(python: str, hashes: str, words: Sequence[object], folder: Path, site: Path) -> str:
    """Play one game into a folder; what went wrong, "" if nothing."""
    path = os.pathsep.join([str(site), str(ROOT)])
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": hashes}
    command = [python, "-m", "referee", "selfplay", *map(str, words), "--save", str(folder)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return done.stderr if done.returncode else ""


def kept(folder: Path) -> dict[str, bytes]:
    """What a game leaves but for its keys, whose files are never the same."""
    return {name: raw for name, raw in snapshot(folder).items() if not name.startswith("secret")}


def games(names: Sequence[str]) -> list[list[object]]:
    """A game of each scenario of each ruleset, as words for ``selfplay``."""
    return [[n, "--scenario", s] for n in names for s in finder.load(n).scenarios]


def trials(
    pythons: Sequence[str], hashes: Sequence[str], words: Sequence[Sequence[object]], room: Path
) -> Tally:
    """Play games in every way, and compare."""
    tally = Tally()
    install_toys(room / "site")
    for number, game in enumerate(words):
        first: dict[str, bytes] = {}
        for python, seed in [(python, seed) for python in pythons for seed in hashes]:
            folder = room / f"{number}-{tally.counts.get('games played', 0)}"
            trouble = play(python, seed, game, folder, room / "site")
            tally.count("games played")
            tally.count(f"with Python {version(python)}")
            made = kept(folder) if not trouble else {}
            first = first or made
            names = [n for n in sorted({*first, *made}) if first.get(n) != made.get(n)]
            if trouble or names:
                how = f"{game}, Python {version(python)}, hash seed {seed}"
                tally.fault(f"{how}: {trouble or names[:5]}")
            shutil.rmtree(folder, ignore_errors=True)
        tally.count("files compared", len(first))
    return tally


def run(given: Any, folder: Path) -> Tally:
    """Play as the command line says."""
    tally = Tally()
    more = given.python or others(given.install, tally)
    every = games(finder.names())
    words = [
        [*every[n % len(every)], "--seed", given.seed + n // len(every)] for n in range(given.count)
    ]
    tally.add(trials([sys.executable, *more], HASHES, words, folder))
    return tally


def _more(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--python", action="append", help="an interpreter to try")
    parser.add_argument("--install", action="store_true", help="install what others lack")


if __name__ == "__main__":
    program(__doc__, 10, run, _more)
