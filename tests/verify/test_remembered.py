"""What a report says its seat remembers: by the rules it follows from the report before."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from referee.charter.papers import read_charter
from referee.report.report_file import read_report
from referee.ruleset import load
from referee.verify.compare.story import Told, remembered_otherwise
from tests.verify.test_verifier import rebound

RUBICON = Path(__file__).parents[2] / "samples" / "rubicon"
CHARTER = read_charter((RUBICON / "charter.yaml").read_bytes())
RULESET = load("julius-caesar")
#: of one seat, in order
REPORTS = sorted((RUBICON / "reports" / "caesar").glob("*.txt"))


def sheets() -> list[Any]:
    return [read_report(path.read_bytes()).sheet for path in REPORTS]


def wrong(reports: list[Any]) -> list[str]:
    told = [Told(f"report {sheet['number']}", sheet) for sheet in reports]
    found = remembered_otherwise(told, CHARTER, RULESET)
    return [f"{finding.place}: {finding.reason}" for finding in found]


def pair() -> tuple[Any, Any]:
    """Two reports in a row, behind which something is remembered."""
    reports = sheets()
    number = next(n for n, sheet in enumerate(reports) if sheet["own"]["remembered"].get("met"))
    before, then = reports[number : number + 2]
    assert then["own"]["remembered"]["met"]
    return copy.deepcopy(before), copy.deepcopy(then)


def test_the_reports_of_an_honest_host_remember_what_follows() -> None:
    assert wrong(sheets()) == []


@pytest.mark.parametrize("lie", ["forgets", "knows more"])
def test_a_host_who_lets_a_seat_remember_otherwise_is_found(lie: str) -> None:
    before, then = pair()
    met = then["own"]["remembered"]["met"]
    block = min(met)
    if lie == "forgets":
        del met[block]
    else:
        met[block]["strength"] = 5 - met[block]["strength"]
    then = rebound(then, CHARTER)
    number = then["number"]
    reason = f"what is remembered in it does not follow from report {number - 1}"
    assert wrong([before, then]) == [f"report {number}: {reason}"]


def test_notes_over_which_the_rules_stumble_are_found() -> None:
    before, then = pair()
    before["own"]["remembered"]["met"] = "everything"
    before = rebound(before, CHARTER)
    then["previous"] = before["head"]
    then = rebound(then, CHARTER)
    assert len(wrong([before, then])) == 1
