"""Pictures that are kept: five of each game, with the positions that they show.

``python -m tests.picture.kept [RULESET...]``, from the top of a checkout, draws them anew from the
positions: for when pictures look otherwise than before.  With ``--anew`` random games are played
for new positions: for when the State of a game has changed.  Look at them before you commit:
``python -m tests.picture.kept --out FOLDER`` unpacks them.
"""

from __future__ import annotations

import argparse
import json
import lzma
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from referee import views
from referee.engine.request import GUEST, View
from referee.kit.board import Board
from referee.lab.selfplay import save
from referee.picture.svg import picture
from referee.report.report_file import read_report
from referee.ruleset import load, names

HOME = Path(__file__).parent / "golden"
#: of random games; which scenarios are played, None for the first, and how many runs
SEED = 11
RUNS: Mapping[str, Mapping[str | None, int]] = {
    "caesar-in-alexandria": {"naval": 30, "pharos": 30, "battle": 40, "heptastadium": 40},
    "sword-of-rome": {"three": 60, "four": 400},
}
FEW: Mapping[str | None, int] = {None: 80}


class Position(NamedTuple):
    """What one seat saw after a run of a random game."""

    view: View
    events: Sequence[Any]


def games() -> list[str]:
    """The rulesets that draw their board."""
    return [name for name in names() if load(name).picture is not None]


# -- which positions -------------------------------------------------------------------------------


def _pieces(board: Board) -> tuple[int, int]:
    """The fullest place, then all of them."""
    full: dict[str, int] = {}
    for group in board.groups:
        full[group.at] = full.get(group.at, 0) + len(group.lines)
    return max(full.values(), default=0), sum(full.values())


def _moves(board: Board) -> tuple[int, int]:
    return sum(len(journey.path) for journey in board.journeys), len(board.journeys)


def _fights(board: Board) -> tuple[int, int]:
    return sum(space.contested for space in board.spaces), _pieces(board)[1]


#: names of pictures, and of which boards each is the one with most
MOST: Mapping[str, Callable[[Board], tuple[int, int]]] = {
    "crowded": _pieces,
    "moves": _moves,
    "fights": _fights,
}
NAMES = ("start", *MOST, "end")


def found(name: str) -> dict[str, Position]:
    """Positions of random games of a ruleset: the first, the extremes, and the last as a guest
    sees it."""
    every = [
        position
        for scenario, runs in RUNS.get(name, FEW).items()
        for position in _played(name, scenario, runs)
    ]
    last = every[-1]._replace(view=View(GUEST, every[-1].view.public, {}))
    boards = [_board(name, one) for one in every]
    picked = [0, len(every) - 1]
    for most in MOST.values():
        shown = [repr(boards[number]) for number in picked]
        left = [number for number, board in enumerate(boards) if repr(board) not in shown]
        picked.append(max(left, key=lambda number: most(boards[number])))
    first, _, *extremes = [every[number] for number in picked]
    return dict(zip(NAMES, [first, *extremes, last], strict=True))


def _played(name: str, scenario: str | None, runs: int) -> Iterator[Position]:
    """What every seat sees after every run of a random game."""
    ruleset = load(name)
    with tempfile.TemporaryDirectory() as room:
        folder = Path(room) / "game"
        save(ruleset, folder, SEED, scenario, {}, most_runs=runs)
        paths = sorted(folder.glob("reports/*/*.txt"), key=lambda path: (path.name, path))
        for path in paths:
            sheet = read_report(path.read_bytes()).sheet
            told = views.events(sheet)
            yield Position(views.view(sheet), told)


def _board(name: str, position: Position) -> Board:
    draw = load(name).picture
    assert draw is not None
    return draw(position.view, position.events)


# -- what is kept ----------------------------------------------------------------------------------


def _path(name: str, which: str, sort: str) -> Path:
    return HOME / name / f"{which}.{sort}.xz"


def kept(name: str, which: str) -> str:
    """A picture as it is kept."""
    return lzma.decompress(_path(name, which, "svg").read_bytes()).decode()


def drawn(name: str, which: str) -> str:
    """The same, drawn now from the position that is kept."""
    data = json.loads(lzma.decompress(_path(name, which, "json").read_bytes()))
    view = View(data["seat"], data["public"], data["own"])
    return picture(_board(name, Position(view, data["events"])))


def every_picture() -> dict[str, str]:
    """All that are kept, by game and name."""
    return {f"{name}/{which}": kept(name, which) for name in games() for which in NAMES}


def _keep(path: Path, text: str) -> None:
    """Write a file, unless it holds just this: another liblzma may pack it otherwise."""
    raw = text.encode()
    if not path.exists() or lzma.decompress(path.read_bytes()) != raw:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(lzma.compress(raw, preset=9 | lzma.PRESET_EXTREME))


def _keep_positions(name: str) -> None:
    for which, one in found(name).items():
        data = {**one.view._asdict(), "events": one.events}
        _keep(_path(name, which, "json"), json.dumps(data, sort_keys=True, ensure_ascii=False))


def main() -> None:
    """Draw pictures anew, or unpack them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", default=games(), metavar="RULESET")
    parser.add_argument("--anew", action="store_true", help="play random games for new positions")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="unpack what is kept there")
    chosen = parser.parse_args()
    for name in chosen.rulesets:
        if chosen.anew:
            _keep_positions(name)
        for which in NAMES:
            if chosen.out:
                chosen.out.mkdir(parents=True, exist_ok=True)
                (chosen.out / f"{name}-{which}.svg").write_text(kept(name, which), "utf-8")
            else:
                _keep(_path(name, which, "svg"), drawn(name, which))


if __name__ == "__main__":
    main()
