"""What files cost that nobody has signed, or not well: a stranger may send any, so none may keep
the referee busy before its signature was looked at.

``python tests/benchmarks/hostile.py [PAIRS [KILOBYTES]]``, with an installed referee, reads order
files, and reads and verifies reports, each made to cost as much as it can, in this process; every
one is measured against the floor by turns. Order files have at most 64 kB, reports 1000.
"""

from __future__ import annotations

import contextlib
import copy
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from measuring import by_turns, compiled, floor, seconds

from referee.charter.papers import read_charter
from referee.fault import Refused
from referee.lab.selfplay import save
from referee.orders.order_file import formed, read_orders
from referee.report.report_file import ReportFile, read_report, write_report
from referee.ruleset import load
from referee.verify.report.verify import verify

GAME, SCENARIO = "julius-caesar", "campaign"
HEAD = "referee: 1\nkind: orders\nseat: caesar\n"

#: what an order file is filled with, behind what stands before
ORDERS = {
    "combining marks": (HEAD + "note: a", "\u0301"),
    "letters with marks": (HEAD + "note: ", "a" + "\u0301" * 30),
    "order lines": (HEAD + "orders:\n", "- {a: [b, c]}\n"),
    "slips": (HEAD + "orders:\n", "- a: b: c\n"),
    "curly quotes": (HEAD, "\u201c"),
    "empty lines": (HEAD + "note: \u201c", "\n"),
    "keys twice": (HEAD, "k: |\n"),
    "quotations": (HEAD, "> kind: orders\n"),
    "a mail": ("Hello\n\n" + HEAD + "orders:\n", "- a: {b: c}\n"),
}


def orders(kilobytes: int) -> Iterator[tuple[str, Callable[[], object]]]:
    """Order files by name, each with its reading."""
    room = min(kilobytes, 63) * 1024
    for name, (before, filling) in ORDERS.items():
        raw = (before + filling * (room // len(filling.encode()))).encode()
        yield name, lambda raw=raw: read_orders(raw)


def reports(kilobytes: int, folder: Path) -> Iterator[tuple[str, Callable[[], object]]]:
    """Reports by name, each with its reading and verifying; the block is not what was signed."""
    rules = load(GAME)
    save(rules, folder / "game", 3, SCENARIO, {}, most_runs=12)
    charter = read_charter((folder / "game" / "charter.yaml").read_bytes())
    good = read_report(sorted(folder.glob("game/reports/caesar/*.txt"))[-1].read_bytes())
    for name, text, sheet in forged(good, min(kilobytes, 900) * 1024):
        raw = write_report(text, sheet, good.signature)
        yield name, lambda raw=raw: verify(read_report(raw), charter, rules)


def forged(good: ReportFile, room: int) -> Iterator[tuple[str, list[str], dict[str, Any]]]:
    """Texts and blocks of about so many bytes."""
    roll = {"scope": "a", "opening": 0, "number": 0, "faces": 6, "label": "x"}
    event = good.sheet["public"]["events"][0]
    for name, public in {
        "events": {"events": [event] * (room // len(json.dumps(event)))},
        "a word": {"notes": [["caesar", "x" * room]]},
        "words": {"notes": [["caesar", "x " * (room // 2)]]},
        "one roll": {"rolls": [{**roll, "values": [1] * (room // 2)}]},
        "scopes": {"rolls": [{**roll, "scope": f"a{n}", "values": [1]} for n in range(room // 90)]},
    }.items():
        sheet = copy.deepcopy(good.sheet)
        sheet["public"].update(public)
        yield name, good.text, sheet
    yield "lines", ["a", "b", "a"] * (room // 6), good.sheet
    yield "lines of the text", good.text * (room // len("\n".join(good.text))), good.sheet


def timed(work: Callable[[], object]) -> float:
    """How long it takes, refused or not."""
    formed.cache_clear()
    start = time.perf_counter()
    with contextlib.suppress(Refused):
        work()
    return time.perf_counter() - start


def main() -> None:
    pairs, kilobytes = (*map(int, sys.argv[1:3]), *(5, 900)[len(sys.argv) - 1 :])
    worst = 0.0
    with compiled(), tempfile.TemporaryDirectory() as folder:
        for kind, cases in (
            ("order file", orders(kilobytes)),
            ("report", reports(kilobytes, Path(folder))),
        ):
            for name, work in cases:
                measured = by_turns(pairs, lambda work=work: timed(work), lambda: seconds(floor()))
                worst = max(worst, measured.ratio)
                print(f"{kind} of {name}: {measured.ratio:.2f} times the floor", flush=True)
    print(f"the worst: {worst:.2f} times the floor")


if __name__ == "__main__":
    main()
