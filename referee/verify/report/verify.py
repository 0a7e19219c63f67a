"""Verifying reports: with the charter alone, every public claim of the host is checked.

Each check gives findings that name their place; a report is good if there are none.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Sequence

from referee import __version__
from referee.charter.papers import Charter, namespace
from referee.engine.request import GUEST, Data
from referee.engine.rules import Ruleset
from referee.fault import Refused
from referee.playable import OtherRules, check_rules, pinned
from referee.proof import sshsig
from referee.proof.canonical import typed, typed_digest
from referee.proof.heads import RECENT, commitment, head
from referee.report.report_file import ReportFile
from referee.verify.finding import Finding, Findings
from referee.verify.report.block_shape import form_findings, shape_findings, strange_keys
from referee.verify.report.course import ended, ended_by_rules, upgraded
from referee.verify.report.turns import misplaced
from referee.views import guest_sheet

#: more seats than any game has: of so many the orders are not tried
SEATS_AT_MOST = 6
#: the place of the one finding that says nothing against a report
RULES = "rules"


def verify(report: ReportFile, charter: Charter, ruleset: Ruleset | None) -> list[Finding]:
    """All that is wrong with one report; [] if it is good.

    ruleset: None if that of the game is not installed."""
    # Whoever judges orders by the block alone (`verify_block`) needs none of these.
    from referee.verify.report.event_rolls import disordered, unrolled
    from referee.verify.report.links import check_headers, check_links
    from referee.verify.report.order_files import sent_by, waited_for
    from referee.verify.report.rolls import bound_rolls, check_rolls, untrue_rolls

    sheet = report.sheet
    if misshapen := _misshapen(report, charter):
        return misshapen
    checks: list[Callable[[Data, Charter], Findings]] = [
        _game,
        _course,
        _states,
        _heads,
        check_links,
        check_headers,
        waited_for,
        sent_by,
        _reserved,
        check_rolls,
        bound_rolls,
    ]
    if other := list(_other_game(sheet, charter)):
        return other
    found = list(signature(report, charter))
    for check in checks:
        found += check(sheet, charter)
    if ruleset is None:
        rules = f"{charter.offer['ruleset']} {charter.offer['version']}"
        reason = f"{rules}, or data that its corrections fit, are not installed here"
        return [*found, Finding(RULES, f"{reason}, so its text was not checked")]
    if other := list(_rules(sheet, charter)):
        return found + other
    by_rules = (untrue_rolls, disordered, unrolled, ended_by_rules)
    found += [Finding(*wrong) for check in by_rules for wrong in check(sheet, ruleset.rules)]
    found += [*_remembered(sheet, ruleset), *_opening(sheet, charter, ruleset)]
    return [*found, *_text(report, charter, ruleset)]


def other_wording(sheet: Data) -> str:
    """The version of the program that wrote the report's text, "" if it is this one: then the text
    can be compared."""
    return str(sheet["wording"]) if sheet["wording"] != __version__ else ""


def verify_block(report: ReportFile, charter: Charter) -> list[Finding]:
    """What is wrong with the host's word in a report: enough to judge one's own orders by it.

    Text, dice, links and heads are left to `verify`."""
    if found := verify_signed(report, charter):
        return found
    checks = (_game, _states, _rules)
    return [finding for check in checks for finding in check(report.sheet, charter)]


def verify_signed(report: ReportFile, charter: Charter | None) -> list[Finding]:
    """Whether the host of the charter has signed the block as it is; without a charter, whether its
    digests fit at least, so that no mail has changed it."""
    if charter is None:
        found = [Finding(place, reason) for place, reason in form_findings(report.sheet)]
        return found or [*_states(report.sheet), *_bound(report.sheet, None)]
    found = _misshapen(report, charter) or list(_other_game(report.sheet, charter))
    return found or list(signature(report, charter))


def _misshapen(report: ReportFile, charter: Charter) -> list[Finding]:
    """What keeps the block from being read: that it is of another game goes before all else.

    Of a block that the host signed with other keys no key is to blame, but the program."""
    sheet = report.sheet
    named = re.fullmatch(r"[0-9a-f]{64}", str(sheet.get("game")))
    if named and (other := list(_other_game(sheet, charter))):
        return other
    found = [Finding(place, reason) for place, reason in shape_findings(sheet, charter)]
    keys = strange_keys(sheet)
    if not keys or sheet.get("game") != charter.game:
        return found
    if list(signature(report, charter)):
        return found
    told = ", ".join(keys)
    reason = f"another version of the program made this report, with other keys: {told}"
    return [Finding("version", f"{reason}; only the host's signature was checked, and it is good")]


def signature(report: ReportFile, charter: Charter) -> Findings:
    """Whether the host has signed the report's block."""
    message = typed(report.sheet)
    try:
        key = charter.offer["key"]
        sshsig.verify(key, namespace("report"), message, report.signature)
    except sshsig.BadSignature as trouble:
        yield Finding("signature", f"not the host's signature of this report: {trouble}")


def _other_game(sheet: Data, charter: Charter) -> Findings:
    """With the wrong charter nothing else needs to be said."""
    if sheet["game"] != charter.game:
        named = f"that of {charter.offer['name']}, {charter.game[:8]}..."
        yield Finding("game", f"the report is not of the charter's game ({named})")


def _game(sheet: Data, charter: Charter) -> Findings:
    if sheet["number"] != sheet["run"] or sheet["public"]["run"] != sheet["run"]:
        yield Finding("run", "entry and run do not have the same number")


def _course(sheet: Data, charter: Charter) -> Findings:
    public = sheet["public"]
    for wrong in (*upgraded(sheet, pinned(charter.offer)), *ended(public), *misplaced(public)):
        yield Finding(*wrong)


def _rules(sheet: Data, charter: Charter) -> Findings:
    """A report of other rules than those installed: its text, and orders, are theirs to judge."""
    try:
        check_rules(charter.offer, sheet["public"].get("rules", []), "the report")
    except OtherRules as trouble:
        yield Finding(
            RULES, f"{trouble.reason}, so its text was not checked; {trouble.version} can check it"
        )


def _states(sheet: Data, charter: Charter | None = None) -> Findings:
    for name in ("public",) if sheet["seat"] == GUEST else ("public", "own"):
        if typed_digest(sheet["state"][name]) != sheet[name]["state"]:
            yield Finding(f"state, {name}", "it is not the position that the entry commits to")


def _heads(sheet: Data, charter: Charter) -> Findings:
    recent = sheet["public"]["recent"]
    if recent[:1] != ([sheet["previous"]] if sheet["number"] else []):
        yield Finding("public, recent", "it does not begin with the previous head")
    elif len(recent) != min(sheet["number"], RECENT):
        yield Finding("public, recent", f"it must have the {RECENT} heads before, or all there are")
    elif 0 < sheet["number"] <= RECENT and recent[-1] != charter.game:
        yield Finding("public, recent", "it does not end in head 0, which is the charter's digest")
    if sheet["number"] == 0 and sheet["head"] != charter.game:
        yield Finding("head", "head 0 is not the charter's digest")
    yield from _bound(sheet, charter)


def _bound(sheet: Data, charter: Charter | None) -> Findings:
    """Whether the head binds what the block says.

    charter: None if it is not at hand; then its seats may stand in any order."""
    if sheet["number"] == 0:
        return
    seat = f"seat/{sheet['seat']}"
    commitments = sheet["commitments"]
    own = commitment(bytes.fromhex(sheet["salt"]), sheet["own"])
    if sheet["seat"] != GUEST and own.hex() != commitments[seat]:
        yield Finding(f"commitments, {seat}", "it does not commit to your own part of the entry")
    orders = [charter.parties] if charter else _orders(commitments)
    if orders and not any(_head(sheet, parties) == sheet["head"] for parties in orders):
        yield Finding("head", "it does not follow from the previous head and the public part")


def _orders(parties: Iterable[str]) -> list[list[str]]:
    """Every order that the parties of a head may have; [] if there are too many to try."""
    seats = sorted(party for party in parties if party != "sealed")
    if len(seats) > SEATS_AT_MOST:
        return []
    return [["sealed", *order] for order in itertools.permutations(seats)]


def _head(sheet: Data, parties: Sequence[str]) -> str:
    values = [bytes.fromhex(sheet["commitments"].get(party, "")) for party in parties]
    if not all(values):
        return ""
    return head(bytes.fromhex(sheet["previous"]), sheet["public"], values).hex()


def _opening(sheet: Data, charter: Charter, ruleset: Ruleset) -> Findings:
    """Report 0, which no head binds, follows from the charter alone."""
    if sheet["number"]:
        return
    from referee.adjudicate.clerk import Clerk  # of all reports only this one needs it

    try:
        clerk, entry = Clerk.opened(charter, ruleset)
    except Refused as trouble:
        yield Finding("standing", trouble.faults[0].reason)
        return
    seat, guest = sheet["seat"], sheet["seat"] == GUEST
    wanted = clerk.sheet(entry, charter.seats[0] if guest else seat)
    for key, value in (guest_sheet(wanted) if guest else wanted).items():
        if sheet[key] != value and key != "wording":
            yield Finding(key, "it is not what the game begins with")


def _reserved(sheet: Data, charter: Charter) -> Findings:
    """Keys for what this mode and deadline rule do not have."""
    for key in ("absent", "late", "void"):
        if sheet["public"].get(key):
            yield Finding(f"public, {key}", "this game has nothing of the kind")


def _remembered(sheet: Data, ruleset: Ruleset) -> Findings:
    if ruleset.memory is None and sheet["own"].get("remembered"):
        yield Finding("own, remembered", "this game has nothing of the kind")


def _text(report: ReportFile, charter: Charter, ruleset: Ruleset) -> Findings:
    """The text must be what its block says, line by line; in which words, each version of the
    program knows of its own."""
    if other_wording(report.sheet):
        return
    from referee.report.text import render  # rendering is half of a ruleset, and not always wanted

    try:
        wanted = render(report.sheet, charter.offer, charter.insecure, ruleset)
    except Exception as trouble:  # the rules may stumble over a hostile position in any way
        place = f"{type(trouble).__name__}: {trouble}"
        yield Finding("block", f"no text can be made from it ({place})")
        return
    yield from differences(report, [line.rstrip() for line in wanted])


def differences(report: ReportFile, wanted: list[str]) -> Findings:
    """Lines that were changed, left out or put in.  Empty lines are the mail's to drop."""
    there = [(report.first + i, line) for i, line in enumerate(report.text) if line]
    right = [line for line in wanted if line]
    if [line for _, line in there] == right:
        return
    from referee.verify.report.changed_lines import TOLD_AT_MOST, changes  # few texts are changed

    end = report.first + len(report.text)
    told = 0
    for place, found, line in changes([line for _, line in there], right):
        number, told = there[place][0] if place < len(there) else end, told + 1
        said = f"it should say {line!r}" if found is not None else f"before it {line!r} is missing"
        yield Finding(f"line {number}", said if line is not None else "it does not belong here")
    if told >= TOLD_AT_MOST:
        yield Finding("text", "comparing stopped here; more lines may differ")
