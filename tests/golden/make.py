"""Finds, records and renews golden games; see README.md beside this file.

``python -m tests.golden.make RULESET [NAME...]`` from the top of a checkout looks for the golden
games that the ruleset wants, all or those named, and keeps them.  With ``--again`` those that are
kept are played again by the same orders and standing orders, which are signed anew, and all
reports are
written anew: for when reports say something else than before.  With ``--check`` they are played
again by the very files that are kept, and what comes out otherwise is named.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from referee.engine.request import Data
from referee.lab.selfplay import DeadEnd
from referee.ruleset import load
from tests.golden import archive
from tests.golden.archive import Golden
from tests.golden.rehearsal import Rehearsal
from tests.golden.replay import OtherCourse, again, differences, play, signing
from tests.golden.table import write_table
from tests.golden.wanted import Wanted, wanted

#: seeds that are tried for a game, from the first one on
SEEDS = 2000
#: of files that differ so many are named
NAMED = 8


def find(name: str, sought: Wanted, seed: int) -> tuple[int, Rehearsal]:
    """The first seed whose game ends as it should, and the game.  Raises OtherCourse."""
    ruleset, _, game = name.partition("/")
    for number in range(seed, seed + SEEDS):
        found = Rehearsal(load(ruleset, sought.corrections), sought, number, f"golden {game}")
        if found.play():
            return number, found
    raise OtherCourse(f"no game ends so with seeds {seed} to {number}")


def record(name: str, sought: Wanted, seed: int) -> None:
    """Look for a game, play it through a folder and keep it.  Raises OtherCourse."""
    seed, found = find(name, sought, seed)
    turns = sought.turns(found.public)

    def drafts(run: int) -> list[Data]:
        return found.drafts[run - 1]

    with tempfile.TemporaryDirectory() as room:
        folder = Path(room) / "game"
        runs = len(found.drafts)
        result = play(folder, found.charter.offer, seed, runs, signing(seed, drafts))
        if result != sought.result:
            raise OtherCourse(f"with seed {seed} it ends otherwise in a folder: {result}")
        _keep(name, folder, archive.about(seed, result, turns))
    sys.stderr.write(f"{name}: seed {seed}\n")


def renew(name: str) -> None:
    """Play a golden game again by the same orders, signed anew, and keep what comes out.

    Raises DeadEnd or OtherCourse if it does not go the same way; then the old one stays."""
    golden = archive.load(name)
    with tempfile.TemporaryDirectory() as room:
        result = again(golden, Path(room) / "game")
        if result != golden.result:
            raise OtherCourse(f"it ends otherwise: {result}")
        _keep(name, Path(room) / "game", golden.files[archive.ABOUT])
    sys.stderr.write(f"{name}: renewed\n")


def _keep(name: str, folder: Path, about: bytes) -> None:
    """Write the archive, unless it holds just this: another liblzma may pack it otherwise."""
    golden = Golden(name, {archive.ABOUT: about, **archive.kept(folder)})
    if not archive.path_of(name).exists() or archive.load(name) != golden:
        archive.save(golden)


def check(name: str) -> bool:
    """Play a golden game again and name the files that differ; whether there are none."""
    with tempfile.TemporaryDirectory() as room:
        found = differences(archive.load(name), Path(room) / "game")
    # The first say where it began, the last may say why it stopped.
    told = found if len(found) <= NAMED else [*found[: NAMED - 1], "...", found[-1]]
    sys.stderr.write(f"{name}: {', '.join(told) or 'the same'}\n")
    return not found


def main() -> None:
    """The command line of this program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset")
    parser.add_argument("names", nargs="*", metavar="NAME", help="these games, not all")
    parser.add_argument("--seed", type=int, default=1, help="the first that is tried (1)")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--again", action="store_true", help="the same orders, signed anew")
    how.add_argument("--check", action="store_true", help="the same files, nothing is kept")
    chosen = parser.parse_args()
    games = wanted(chosen.ruleset)
    if unknown := [name for name in chosen.names if name not in games]:
        parser.error(f"not wanted: {', '.join(unknown)}; wanted: {', '.join(games)}")
    done = [_done(chosen, game, games[game]) for game in chosen.names or games]
    if not chosen.check:
        write_table()
    sys.exit(0 if all(done) else 1)


def _done(chosen: argparse.Namespace, game: str, sought: Wanted) -> bool:
    """Do with a game what was chosen; whether it went well."""
    name = f"{chosen.ruleset}/{game}"
    try:
        if chosen.check:
            return check(name)
        if chosen.again:
            renew(name)
        else:
            record(name, sought, chosen.seed)
    except (DeadEnd, OtherCourse) as trouble:
        sys.stderr.write(f"{name}: {trouble}\n")
        return False
    return True


if __name__ == "__main__":
    main()
