"""``referee compare``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.exit_status import DONE, REFUSED
from referee.cli.options import PATH, as_json, charter_above, charter_at, charter_option
from referee.cli.output import MAIL_HINT, print_json, say, tell
from referee.cli.verifying import read_one

if TYPE_CHECKING:
    from referee.charter.papers import Charter
    from referee.verify.compare.story import Told

#: The whole head, since a host who tries can make two stories whose heads begin alike.
_HEAD = re.compile(r"[0-9a-f]{64}")
_HEAD_HELP = "The head of another player's report, instead of that report."


def _heads(_: click.Context, __: click.Parameter, told: tuple[str, ...]) -> list[str]:
    """Heads from the command line; UsageError for anything else."""
    heads = [head.lower() for head in told]
    for head in heads:
        if not _HEAD.fullmatch(head):
            raise click.BadParameter(f"{head!r} is not a head: give all 64 hex digits")
    return heads


@click.command(epilog="Example: referee compare mine/0003.txt yours/0003.txt")
@click.argument("reports", type=PATH, nargs=-1, required=True, metavar="REPORT...")
@click.option("--head", "heads", metavar="HEAD", multiple=True, callback=_heads, help=_HEAD_HELP)
@charter_option
@as_json
def compare(
    reports: tuple[Path, ...], heads: Sequence[str], charter_file: Path | None, as_json: bool
) -> int:
    """Check that reports, of any seats and runs, tell the same public story.

    Names the first difference.  With the charter, the host's signatures are checked too.  For a
    single report this prints its head, which gives nothing away: other players can compare it.
    """
    from referee.verify.compare import story

    charter = _charter(charter_file, reports)
    found = {str(path): _one(path, charter) for path in reports}
    told = [story.Told(name, sheet) for name, (sheet, _) in found.items() if sheet is not None]
    wrong = {name: reasons for name, (_, reasons) in found.items() if reasons}
    between = [str(finding) for finding in story.compare(told)]
    between += _strange(heads, told)
    good = not wrong and not between
    if as_json:
        signed = charter is not None and not wrong
        newest = told[-1].sheet["head"] if told else None
        said = {"same": good, "signed": signed, "head": newest}
        print_json({**said, "findings": wrong, "between": between})
    else:
        _print(wrong, between, story.stories(told), told, heads)
        _warn(charter, wrong)
    return DONE if good else REFUSED


def _charter(given: Path | None, reports: Sequence[Path]) -> Charter | None:
    """The given charter, or the one above a report; None if there is none."""
    from referee.playable import check_dice

    path = given or next((found for found in map(charter_above, reports) if found), None)
    return charter_at(path, check_dice) if path else None


def _one(path: Path, charter: Charter | None) -> tuple[dict[str, object] | None, list[str]]:
    """The block of a report, None if it cannot be compared, and why."""
    from referee.verify.report.verify import verify_signed

    report, reasons = read_one(path)
    if report is not None:
        reasons = [str(finding) for finding in verify_signed(report, charter)]
    return (None if reasons or report is None else report.sheet), reasons


def _strange(heads: Sequence[str], told: Sequence[Told]) -> list[str]:
    """What is wrong with heads that no report names."""
    from referee.verify.compare.story import run_of

    reason = "no report here names it: it is of another story, or of an earlier or later run"
    return [f"{head}: {reason}" for head in heads if told and run_of(told, head) is None]


def _print(
    wrong: dict[str, list[str]],
    between: list[str],
    runs: Sequence[Sequence[Told]],
    told: Sequence[Told],
    heads: Sequence[str],
) -> None:
    for name, reasons in wrong.items():
        for reason in reasons:
            tell(f"{name}: {reason}")
    for finding in between:
        tell(finding)
    if between or wrong:
        return
    for (first,) in runs:
        names = [report.name for report in told if report.number == first.number]
        tell(f"run {first.number}: {', '.join(names)}")
    if len(told) == 1 and not heads:
        tell(f"head {told[0].sheet['head']}")
        say("send it to the other players, who give it to 'referee compare' with --head")
        return
    _print_heads(told, heads)
    tell(f"the same public story in all {len(told) + len(heads)} reports")


def _print_heads(told: Sequence[Told], heads: Sequence[str]) -> None:
    from referee.verify.compare.story import run_of

    for head in heads:
        tell(f"run {run_of(told, head)}: {head}")


def _warn(charter: Charter | None, wrong: dict[str, list[str]]) -> None:
    if charter is None:
        say("warning: no charter, so no signature was checked; name it with --charter")
    elif charter.forgeable:
        say("warning: this game was made with test secrets: anyone can forge it")
    if wrong:
        say(MAIL_HINT)
