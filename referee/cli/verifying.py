"""``referee verify``."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.exit_status import DONE, REFUSED
from referee.cli.options import PATH, above, as_json, charter_at, charter_option
from referee.cli.output import MAIL_HINT, print_json, read_file, say, tell

if TYPE_CHECKING:
    from referee.charter.papers import Charter
    from referee.engine.rules import Ruleset
    from referee.report.report_file import ReportFile
    from referee.verify.compare.story import Told


@click.command(epilog="Example: referee verify reports/*.txt --charter charter.yaml")
@click.argument("reports", type=PATH, nargs=-1, required=True, metavar="REPORT...")
@charter_option
@as_json
def verify(reports: tuple[Path, ...], charter_file: Path | None, as_json: bool) -> int:
    """Check reports with the charter alone: signature, text, chains, heads, every public roll.

    Several reports are also checked against each other.  Names every place that is wrong.
    """
    from referee.playable import check_dice
    from referee.verify.compare.story import Told, alone, by_the_rules, gaps, verify_story

    charter = charter_at(charter_file or above(reports[0]), check_dice)
    ruleset = _ruleset(charter)
    read: list[Told] = []
    found: dict[str, list[str]] = {}
    worded: dict[str, str] = {}
    for path in reports:
        report, findings = _one(path, charter, ruleset)
        found[str(path)] = findings
        if report is not None and all(map(_of_other_rules, findings)):
            read.append(Told(str(path), report.sheet))
            worded |= _worded(str(path), report)
    between = [str(finding) for finding in verify_story(read)]
    between += map(str, by_the_rules(read, charter, ruleset) if ruleset else [])
    good = not between and not any(found.values())
    single = {told.name: told.number - 1 for told in alone(read)}
    if as_json:
        said = {"verified": good, "findings": found, "between": between}
        by = {"written by": worded} if worded else {}
        print_json({**said, "alone": list(single), **by})
    else:
        missing = [str(finding) for finding in gaps(read)]
        _print(found, between, single, worded)
        _say_sum(found, between, missing, single)
        _warn(found, worded, charter)
        _tell_rules(read, charter)
    return DONE if good else REFUSED


def _ruleset(charter: Charter) -> Ruleset | None:
    """The rules of the game; None if they are not installed, or its corrections do not fit them."""
    from referee.fault import Refused
    from referee.ruleset import NoRuleset, of_game

    try:
        return of_game(charter.offer)
    except (NoRuleset, Refused):
        return None


def _one(
    path: Path, charter: Charter, ruleset: Ruleset | None
) -> tuple[ReportFile | None, list[str]]:
    from referee.verify.report.verify import verify

    report, findings = read_one(path)
    if report is not None:
        findings = [str(found) for found in verify(report, charter, ruleset)]
    return report, findings


def read_one(path: Path) -> tuple[ReportFile | None, list[str]]:
    """A report, not checked yet; None, and why, if it cannot be read."""
    from referee.fault import Refused
    from referee.report.report_file import read_report

    try:
        report = read_report(read_file(path))
        if report.outside:
            say(f"{path}: ignored, since it is not part of the report: {report.outside}")
        return report, []
    except Refused as trouble:
        return None, [_place(fault.path, fault.reason) for fault in trouble.faults]


def _of_other_rules(finding: str) -> bool:
    """Whether only the text of the report was not checked, for its rules are not installed."""
    from referee.verify.report.verify import RULES

    return finding.startswith(f"{RULES}: ")


def _worded(name: str, report: ReportFile) -> dict[str, str]:
    """The version of the program that worded a report, if it is not this one."""
    from referee.verify.report.verify import other_wording

    version = other_wording(report.sheet)
    return {name: version} if version else {}


def _place(path: tuple[str | int, ...], reason: str) -> str:
    return f"line {path[1]}: {reason}" if path[:1] == ("line",) else reason


def _print(
    found: dict[str, list[str]],
    between: list[str],
    single: dict[str, int],
    worded: dict[str, str],
) -> None:
    for name, findings in found.items():
        if not findings:
            alone = "verified by itself" if name in single else "verified"
            by = f"; worded by version {worded[name]} of the program" if name in worded else ""
            tell(f"{name}: {'good by itself' if between else alone}{by}")
        for finding in findings:
            tell(f"{name}: {finding}")
    for finding in between:
        tell(finding)


def _warn(found: dict[str, list[str]], worded: dict[str, str], charter: Charter) -> None:
    if not all(map(_of_other_rules, chain.from_iterable(found.values()))):
        say(MAIL_HINT)
    if worded:
        say("the wording of another version was not compared; everything else was checked")
    if charter.forgeable:
        say("warning: this game was made with test secrets: anyone can forge it")


def _tell_rules(reports: Sequence[Told], charter: Charter) -> None:
    """Say since which run a game is played by other rules than at its beginning."""
    told = {}
    for public in (report.sheet["public"] for report in reports):
        if "since" in public:
            told[public["since"]] = public.get("rules", [charter.offer["version"]])[0]
    for since, version in sorted(told.items()):
        say(f"since run {since} the game is played by {charter.offer['ruleset']} {version}")


def _say_sum(
    found: dict[str, list[str]], between: list[str], missing: list[str], single: dict[str, int]
) -> None:
    """Say what was checked in all, and what only another report could show."""
    good = sum(not findings for findings in found.values())
    all_of = f"{good} of {len(found)} reports are"
    if set(between) - set(missing):
        say(f"{all_of} good by themselves, but contradict each other")
    elif missing:
        say(f"{all_of} good by themselves and do not contradict each other")
    elif len(found) > 1:
        say(f"{all_of} verified")
    for before in [] if between else sorted(set(single.values())):
        follows = f"whether report {before + 1} follows from it and the files that were due"
        say(f"report {before} was not given, so this was not checked: {follows}")
