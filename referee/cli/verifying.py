"""``referee verify``."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.options import PATH, as_json, charter_option, find_charter
from referee.cli.output import MAIL_HINT, print_json, read_file, say
from referee.cli.status import DONE, REFUSED

if TYPE_CHECKING:
    from referee.desk.verify import Finding
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
    charter = find_charter(charter_file, reports[0])
    read: list[ReportFile] = []
    found: dict[str, list[str]] = {}
    for path in reports:
        report, findings = _one(path, charter)
        found[str(path)] = findings
        if report is not None and all(map(_of_other_rules, findings)):
            read.append(report)
    between = _between(read)
    good = not between and not any(found.values())
    if as_json:
        print_json({"verified": good, "findings": found, "between": between})
    else:
        _print(found, between, charter)
    return DONE if good else REFUSED


def _one(path: Path, charter: Charter) -> tuple[ReportFile | None, list[str]]:
    from referee.desk.verify import verify
    from referee.engine.fault import Refused
    from referee.post.report_file import read_report
    from referee.ruleset import of_game

    try:
        report = read_report(read_file(path))
    except Refused as trouble:
        return None, [_place(fault.path, fault.reason) for fault in trouble.faults]
    findings: list[Finding] = verify(report, charter, of_game(charter.offer))
    return report, [str(finding) for finding in findings]


def _of_other_rules(finding: str) -> bool:
    """Whether all but the text of the report was found good."""
    from referee.desk.verify import RULES

    return finding.startswith(f"{RULES}: ")


def _place(path: tuple[str | int, ...], reason: str) -> str:
    return f"line {path[1]}: {reason}" if path[:1] == ("line",) else reason


def _between(reports: list[ReportFile]) -> list[str]:
    from referee.desk.verify import verify_story

    return [str(finding) for finding in verify_story(reports)]


def _print(found: dict[str, list[str]], between: list[str], charter: Charter) -> None:
    for name, findings in found.items():
        if not findings:
            click.echo(f"{name}: verified")
        for finding in findings:
            click.echo(f"{name}: {finding}")
    for finding in between:
        click.echo(finding)
    if len(found) > 1:
        good = sum(not findings for findings in found.values())
        say(f"{good} of {len(found)} reports are verified")
    if not all(map(_of_other_rules, chain.from_iterable(found.values()))):
        say(MAIL_HINT)
    if charter.insecure:
        say("warning: this game was made with test secrets: anybody can forge it")
