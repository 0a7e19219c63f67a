"""Whole processes of `referee sign` with a record of what was signed and without one, late in a
game, against `referee check` of the same file by the same report.

``python tests/benchmarks/records.py [PAIRS [RUNS]]``, with an installed referee, plays campaigns
through files until one goes on after report RUNS (200), and signs a file of a seat that is due
then: by the record, for which one report is read, and without, for which all are.  Median of PAIRS
(10).
"""

from __future__ import annotations

import itertools
import random
import shutil
import sys
import tempfile
from pathlib import Path

from measuring import by_turns, compiled, floor, referee, seconds

from referee import views
from referee.engine.request import Data
from referee.engine.rules import Ruleset
from referee.files.write_yaml import emit
from referee.lab.selfplay import legal_sample, save
from referee.orders.order_lines import write_lines
from referee.record.record_file import games
from referee.report.report_file import read_report
from referee.ruleset import load

GAME, SCENARIO = "julius-caesar", "campaign"
#: pairs, runs
DEFAULTS = ("10", "200")


def going_on(runs: int, folder: Path) -> Path:
    """The folder of a game that is not over after so many runs: of the first seed that has one."""
    ruleset = load(GAME)
    for seed in itertools.count(1):
        game = folder / f"game {seed}"
        if save(ruleset, game, seed, SCENARIO, {}, most_runs=runs).result is None:
            return game
    raise AssertionError("seeds do not end")


def played(runs: int, folder: Path) -> tuple[Path, Path]:
    """The newest report of a seat that is due, in a player's folder with all of them, and its
    key."""
    ruleset, game = load(GAME), going_on(runs, folder)
    newest = max((game / "reports" / "caesar").glob("*.txt"))
    due = read_report(newest.read_bytes()).sheet["public"]["due"]
    room = folder / "room"
    shutil.copytree(game / "reports" / due[0], room / "reports")
    shutil.copy(game / "charter.yaml", room)
    shutil.copy(game / "secret" / due[0], room / "key")
    report = room / "reports" / newest.name
    room.joinpath("orders.yaml").write_text(
        draft(read_report(report.read_bytes()).sheet, ruleset), encoding="utf-8"
    )
    return report, room / "key"


def draft(sheet: Data, ruleset: Ruleset) -> str:
    """Legal orders by a report."""
    request, lines = views.own_request(sheet, ruleset.rules), []
    if request is not None:
        answer = legal_sample(ruleset.rules, request, views.view(sheet), random.Random(1))
        lines = write_lines(answer, request.words, ruleset.rules.names(sheet["seat"]))
    return emit({"referee": "1", "kind": "orders", "seat": sheet["seat"], "orders": lines})


def main() -> None:
    """Measure and print."""
    pairs, runs = (int(text) for text in [*sys.argv[1:], *DEFAULTS[len(sys.argv) - 1 :]])
    with compiled(), tempfile.TemporaryDirectory() as name:
        report, key = played(runs, Path(name))
        orders, given = report.parents[1] / "orders.yaml", ("--report", report)

        def check() -> float:
            return seconds(referee("check", orders, *given))

        def sign() -> float:
            return seconds(referee("sign", orders, *given, "--key", key, "--force"))

        def sign_without() -> float:
            shutil.rmtree(games(key), ignore_errors=True)
            return sign()

        def bare() -> float:
            return seconds(floor())

        rows = {"check": (check, bare), "sign with a record": (sign, check)}
        rows["sign without one"] = (sign_without, check)
        for row, (one, other) in rows.items():
            found = by_turns(pairs, one, other)
            against = "the floor" if other is bare else "check"
            print(
                f"{row}, {report.stem} reports: {found.one:.3f} s,"
                f" {found.ratio:.2f} times {against}"
            )


if __name__ == "__main__":
    main()
