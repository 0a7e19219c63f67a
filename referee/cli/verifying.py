"""``referee verify``."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.options import PATH, above, as_json, charter_at, charter_option
from referee.cli.output import MAIL_HINT, print_json, read_file, say, tell
from referee.cli.status import DONE, REFUSED

if TYPE_CHECKING:
    from referee.desk.story import Told
    from referee.engine.rules import Ruleset
    from referee.post.papers import Charter
    from referee.post.report_file import ReportFile


@click.command(epilog="Example: referee verify reports/*.txt --charter charter.yaml")
@click.argument("reports", type=PATH, nargs=-1, required=True, metavar="REPORT...")
@charter_option
@as_json
def verify(reports: tuple[Path, ...], charter_file: Path | None, as_json: bool) -> int:
    """Check reports with the charter alone: signature, text, chains, heads, every public roll.

    Several reports are also checked against each other.  Every place that is wrong is named.
    """
    from referee.desk.known import check_dice
    from referee.desk.story import Told, verify_story

    charter = charter_at(charter_file or above(reports[0]), check_dice)
    ruleset = _ruleset(charter)
    read: list[Told] = []
    found: dict[str, list[str]] = {}
    for path in reports:
        report, findings = _one(path, charter, ruleset)
        found[str(path)] = findings
        if report is not None and all(map(_of_other_rules, findings)):
            read.append(Told(str(path), report.sheet))
    between = [str(finding) for finding in verify_story(read)]
    good = not between and not any(found.values())
    if as_json:
        print_json({"verified": good, "findings": found, "between": between})
    else:
        _print(found, between, charter)
        _tell_rules(read, charter)
    return DONE if good else REFUSED


def _ruleset(charter: Charter) -> Ruleset | None:
    """The rules of the game, None if they, or data that its corrections fit, are not installed."""
    from referee.engine.fault import Refused
    from referee.ruleset import NoRuleset, of_game

    try:
        return of_game(charter.offer)
    except (NoRuleset, Refused):
        return None


def _one(
    path: Path, charter: Charter, ruleset: Ruleset | None
) -> tuple[ReportFile | None, list[str]]:
    from referee.desk.verify import verify

    report, findings = read_one(path)
    if report is not None:
        findings = [str(found) for found in verify(report, charter, ruleset)]
    return report, findings


def read_one(path: Path) -> tuple[ReportFile | None, list[str]]:
    """A report that is not checked yet; None and why, if it cannot be read."""
    from referee.engine.fault import Refused
    from referee.post.report_file import read_report

    try:
        report = read_report(read_file(path))
        if report.outside:
            say(f"{path}: {report.outside} is no part of the report and was not read")
        return report, []
    except Refused as trouble:
        return None, [_place(fault.path, fault.reason) for fault in trouble.faults]


def _of_other_rules(finding: str) -> bool:
    """Whether all but the text of the report was found good."""
    from referee.desk.verify import RULES

    return finding.startswith(f"{RULES}: ")


def _place(path: tuple[str | int, ...], reason: str) -> str:
    return f"line {path[1]}: {reason}" if path[:1] == ("line",) else reason


def _print(found: dict[str, list[str]], between: list[str], charter: Charter) -> None:
    for name, findings in found.items():
        if not findings:
            tell(f"{name}: {'good by itself' if between else 'verified'}")
        for finding in findings:
            tell(f"{name}: {finding}")
    for finding in between:
        tell(finding)
    if len(found) > 1:
        say(_sum(found, between))
    if not all(map(_of_other_rules, chain.from_iterable(found.values()))):
        say(MAIL_HINT)
    if charter.insecure:
        say("warning: this game was made with test secrets: anybody can forge it")


def _tell_rules(reports: Sequence[Told], charter: Charter) -> None:
    """Since when a game is played by other rules than those that it began with."""
    told = {}
    for public in (report.sheet["public"] for report in reports):
        if "since" in public:
            told[public["since"]] = public.get("rules", [charter.offer["version"]])[0]
    for since, version in sorted(told.items()):
        say(f"since run {since} the game is played by {charter.offer['ruleset']} {version}")


def _sum(found: dict[str, list[str]], between: list[str]) -> str:
    good = sum(not findings for findings in found.values())
    if between:
        return (
            f"{good} of {len(found)} reports are good by themselves, but they do not fit together"
        )
    return f"{good} of {len(found)} reports are verified"
