"""Compares our rules with games that other programs have played.

    python tests/traces/compare.py FOLDER

FOLDER holds traces, as they are published or in the terse form of our test data, or folders of
them.  Each says which game it is of, or its folder is called like the game
(``traces/julius-caesar``).  Each game has a module in `tests.traces`; another one is added to
`GAMES`.
"""

from __future__ import annotations

import importlib
import sys
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.traces.base import Comparer, GameReport

#: Modules of `tests.traces`.
GAMES = (
    "julius_caesar",
    "end_of_the_triumvirate",
    "caesar_xl",
    "alexandria_replayed",
    "sword_of_rome",
)


def comparers(folder: Path) -> Iterator[tuple[Comparer, list[Path]]]:
    """The comparison for each game that has traces in a folder, or in one of its folders, and
    these; SystemExit if there is none."""
    places, found = [folder, *sorted(filter(Path.is_dir, folder.iterdir()))], False
    for game in GAMES:
        module: Comparer = importlib.import_module(f"tests.traces.{game}")
        for paths in filter(None, map(module.files, places)):
            found = True
            yield module, paths
    if not found:
        raise SystemExit(f"no traces of a game that we know in {folder}")


def lines(report: GameReport) -> list[str]:
    """What came of one game, for the terminal."""
    parts = ", ".join(f"{number} {part}" for part, number in report.compared.items())
    compared = sum(report.compared.values())
    offers = sum(report.offers.values())
    found = [
        f"{report.name}: {report.steps} choices, {offers} of them compared with what we would take,"
        f" {compared} positions compared ({parts})"
    ]
    found += [
        f"    expected, {number} x {what}" for what, number in sorted(report.expected.items())
    ]
    return found + [f"    OTHER: {text}" for text in report.other]


def _summed(counts: list[dict[str, int]]) -> dict[str, int]:
    """Counts added up by name."""
    names = dict.fromkeys(name for count in counts for name in count)
    return {name: sum(count.get(name, 0) for count in counts) for name in names}


def compare(module: Comparer, paths: Sequence[Path]) -> int:
    """Compare the traces of one game, and print what comes of it; how many differences there are
    that nobody expects."""
    reports = []
    for path in paths:
        reports.append(_compared(module, path))
        print("\n".join(lines(reports[-1])))
    total = sum(sum(report.compared.values()) for report in reports)
    expected = _summed([report.expected for report in reports])
    others = sum(len(report.other) for report in reports)
    print(f"\n{len(reports)} games, {total} positions compared")
    for kind, number in _summed([report.offers for report in reports]).items():
        print(f"    offers compared, {number} x {kind}")
    for what in getattr(module, "EXPECTED", sorted(expected)):
        print(f"    expected, {expected.get(what, 0)} x {what}")
    print(f"    other differences: {others}")
    return others


def _compared(module: Comparer, path: Path) -> GameReport:
    """What came of one game.  One that we cannot go through is a difference too, which must not
    keep the others from being compared."""
    try:
        return module.compare(path)
    except Exception as trouble:
        last = traceback.extract_tb(trouble.__traceback__)[-1]
        what = f"{type(trouble).__name__}: {trouble} ({Path(last.filename).name}:{last.lineno})"
        name = path.name.partition(".")[0]
        return GameReport(name, 0, other=[f"it cannot be gone through: {what}"])


def main(folder: str) -> int:
    """Compare a folder; 1 if there is any difference that nobody expects."""
    others = [compare(module, paths) for module, paths in comparers(Path(folder))]
    return 1 if any(others) else 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
