"""One story: whether several reports of a game tell all players the same of its runs.

The public part of a run, its links and its head are the same in the reports of all seats, and each
report names the heads of some runs before.  A host who tells two stories shows here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from referee import views
from referee.charter.papers import Charter
from referee.engine.calendar import Calendar
from referee.engine.request import GUEST, Data
from referee.engine.rules import Memory, Ruleset, Wording
from referee.playable import OtherRules, check_rules
from referee.proof.canonical import typed
from referee.proof.heads import RECENT
from referee.verify.finding import Finding, Findings
from referee.verify.report.turns import TurnSoFar

_MISSING = object()
#: What the reports of a run have in common, in the order in which a difference says most.
COMMON = ("previous", "public", "position", "links", "commitments", "head")


class Told(NamedTuple):
    """A report as it is called, and its block."""

    name: str
    sheet: Data

    @property
    def number(self) -> int:
        """That of its run."""
        number: int = self.sheet["number"]
        return number

    def same_run(self, other: Told) -> bool:
        """Whether both tell the same of their run, which is one and the same."""
        return all(typed(self.common(key)) == typed(other.common(key)) for key in COMMON)

    def common(self, key: str) -> Any:
        """A part that the reports of all seats have in common; ``position``: its public part."""
        return self.sheet["state"]["public"] if key == "position" else self.sheet[key]

    def head_of(self, number: int) -> str | None:
        """The head of a run before that it names, None if it names none."""
        recent: list[str] = self.sheet["public"]["recent"]
        back = self.number - number
        return recent[back - 1] if 0 < back <= len(recent) else None


def stories(reports: Sequence[Told]) -> list[list[Told]]:
    """The reports by their run, the first run first: one of each story that is told of it."""
    found: dict[int, list[Told]] = {}
    for report in reports:
        versions = found.setdefault(report.number, [])
        if not any(report.same_run(other) for other in versions):
            versions.append(report)
    return [found[number] for number in sorted(found)]


def compare(reports: Sequence[Told]) -> list[Finding]:
    """By what reports do not tell one story; [] if they do, as far as they reach."""
    if others := [report for report in reports if report.sheet["game"] != reports[0].sheet["game"]]:
        return [Finding(r.name, f"it is not of the same game as {reports[0].name}") for r in others]
    runs = stories(reports)
    found: list[Finding] = []
    for before, versions in zip([[], *runs], runs, strict=False):
        origins = [_origin(told, before) for told in versions]
        for told, origin in zip(versions, origins, strict=True):
            if before and origin is None:
                found += _parted(told, before)
            # What goes on from two stories that were told is of course told in two ways.
            if told is not versions[0] and origin is origins[0]:
                found += _two_stories(versions[0], told)
    return found


def verify_story(reports: Sequence[Told]) -> list[Finding]:
    """What is wrong between several good reports of one game: two stories of one run, heads that
    do not follow each other, reports that are missing, links and files that do not go on."""
    found = compare(reports)
    runs = stories(reports)
    for before, versions in pairwise(runs):
        for told in versions:
            origin = _origin(told, before)
            if origin is not None and told.number - origin.number == 1:
                found += _follows(told, origin)
    return found + turns_told(reports) + gaps(reports)


def turns_told(reports: Sequence[Told]) -> list[Finding]:
    """Game turns that ended, of which reports repeat something else than those before them told."""
    found = list(_turns_told([versions[0] for versions in stories(reports)], own=False))
    for seat in dict.fromkeys(told.sheet["seat"] for told in reports):
        mine = {told.number: told for told in reports if told.sheet["seat"] == seat}
        if seat != GUEST:
            found += _turns_told([mine[number] for number in sorted(mine)], own=True)
    return list(dict.fromkeys(found))


def _turns_told(reports: Sequence[Told], own: bool) -> Iterator[Finding]:
    """One report of each run; two stories of a run are named elsewhere."""
    told, number, head = TurnSoFar(whole=True), -1, ""
    for report in reports:
        sheet = report.sheet
        if report.number != number + 1 or (number >= 0 and sheet["previous"] != head):
            told = TurnSoFar(whole=False)
        number, head = report.number, sheet["head"]
        if wrong := told.follow(sheet["public"], sheet["own"] if own else None):
            yield Finding(report.name, wrong)


def by_the_rules(reports: Sequence[Told], charter: Charter, ruleset: Ruleset) -> list[Finding]:
    """What does not fit between reports, as far as the rules of the game can tell."""
    found = begun_otherwise(reports, charter, ruleset)
    found += ended_otherwise(reports, charter, ruleset)
    found += remembered_otherwise(reports, charter, ruleset)
    return found + (begun_without_all(reports, ruleset) if charter.by_turn else [])


def begun_without_all(reports: Sequence[Told], ruleset: Ruleset) -> list[Finding]:
    """In a game with ``links: turn``, runs behind which a game turn begins though not every seat
    is due, and runs in which a whole turn went by."""
    found = []
    for before, versions in pairwise(stories(reports)):
        for told in versions:
            public = told.sheet["public"]
            if told.number - before[0].number != 1 or public["over"]:
                continue
            if _turned_twice(before[0], told, ruleset.calendar):
                found.append(Finding(told.name, "a whole game turn went by in its run"))
            elif sorted(public["due"]) == sorted(public["brought"]):
                continue
            elif _turn(told, ruleset.calendar) != _turn(before[0], ruleset.calendar):
                reason = "a game turn begins after it, but not every seat is due"
                found.append(Finding(told.name, reason))
    return found


def _turned_twice(before: Told, told: Told, calendar: Calendar) -> bool:
    """Whether the turn after that of a report is over in the next; no, where the rules stumble over
    a hostile position."""
    first, then = (one.sheet["state"]["public"] for one in (before, told))
    try:
        return calendar.reached(then, calendar.after(first))
    except Exception:
        return False


def begun_otherwise(reports: Sequence[Told], charter: Charter, ruleset: Ruleset) -> list[Finding]:
    """Reports that say of the beginning of their run what the report before does not: where the
    game was, and which dice and the like of an open battle are told again.

    Of other rules than those installed, and where rules change, only these rules know."""
    found = []
    for before, versions in pairwise(stories(reports)):
        for told in versions:
            origin, public = _origin(told, before), told.sheet["public"]
            if origin is None or told.number - origin.number != 1:
                continue
            if not (_installed(origin, charter) and _installed(told, charter)):
                continue
            if _beginning(origin, ruleset.wording) not in (
                None,
                (public["before"], public["again"]),
            ):
                reason = f"where its run began, or what it tells again, is not as in {origin.name}"
                found.append(Finding(told.name, reason))
    return found


def ended_otherwise(reports: Sequence[Told], charter: Charter, ruleset: Ruleset) -> list[Finding]:
    """Reports that name another game turn as the one that ended than it was before their run, or
    none though it ended."""
    found = []
    for before, versions in pairwise(stories(reports)):
        for told in versions:
            origin = _origin(told, before)
            if origin is None or told.number - origin.number != 1:
                continue
            if not (_installed(origin, charter) and _installed(told, charter)):
                continue
            first, then = (_turn(one, ruleset.calendar) for one in (origin, told))
            named = [ended["turn"] for ended in told.sheet["public"]["turn"][:1]]
            if first and then and named != [first] * (first != then):
                reason = f"turn {first} ended in its run" if first != then else "no turn ended"
                found.append(Finding(told.name, f"{reason}, but it says otherwise"))
    return found


def remembered_otherwise(
    reports: Sequence[Told], charter: Charter, ruleset: Ruleset
) -> list[Finding]:
    """Reports whose seat remembers something else than follows from its report before and this."""
    found = []
    if (memory := ruleset.memory) is None:
        return []
    known = {(told.sheet["seat"], told.sheet["head"]): told for told in reports}
    for told in reports:
        sheet = told.sheet
        before = known.get((sheet["seat"], sheet["previous"]))
        if before is None or sheet["seat"] == GUEST:
            continue
        if not (_installed(before, charter) and _installed(told, charter)):
            continue
        if _learnt(before, told, memory) != typed(sheet["own"]["remembered"]):
            reason = f"what is remembered in it does not follow from {before.name}"
            found.append(Finding(told.name, reason))
    return found


def _learnt(before: Told, told: Told, memory: Memory) -> bytes | None:
    """What its seat remembers after a report; None where the rules stumble over hostile notes or
    events, from which nothing follows."""
    notes, sheet = before.sheet["own"]["remembered"], told.sheet
    try:
        return typed(memory.learn(notes, views.events(sheet), views.view(sheet)))
    except Exception:
        return None


def _installed(told: Told, charter: Charter) -> bool:
    """Whether a report is of the rules that are installed."""
    try:
        check_rules(charter.offer, told.sheet["public"].get("rules", []), "the report")
    except OtherRules:
        return False
    return True


def _beginning(before: Told, wording: Wording) -> tuple[str, list[Data]] | None:
    """What the next report says of where the game was; None where the rules stumble over it."""
    public = before.sheet["state"]["public"]
    try:
        return wording.headline(public), wording.reminder(public)
    except Exception:
        return None


def _turn(told: Told, calendar: Calendar) -> str:
    """The game turn behind a report; "" where the rules stumble over a hostile position."""
    try:
        return calendar.turn(told.sheet["state"]["public"])
    except Exception:
        return ""


def gaps(reports: Sequence[Told]) -> list[Finding]:
    """Reports that are missing between others: nobody's fault, but what went on there is not
    checked."""
    found = []
    for before, versions in pairwise(stories(reports)):
        first, last = before[0].number + 1, versions[0].number - 1
        if first <= last:
            what = f"report {last} is" if first == last else f"reports {first} to {last} are"
            reason = f"{what} missing, so what went before is not checked"
            found.append(Finding(versions[0].name, reason))
    return found


def alone(reports: Sequence[Told]) -> list[Told]:
    """Reports whose report before is not there: whether they go on from it is not checked.  Report
    0 follows from the charter."""
    numbers = {told.number for told in reports} | {-1}
    return [told for told in reports if told.number - 1 not in numbers]


def run_of(reports: Sequence[Told], head: str) -> int | None:
    """The run whose head this is, as the reports tell it; None if none names it."""
    for told in reports:
        heads = [told.sheet["head"], *told.sheet["public"]["recent"]]
        if head in heads:
            return told.number - heads.index(head)
    return None


def _origin(told: Told, before: Sequence[Told]) -> Told | None:
    """From which of the stories of an earlier run a report goes on, if from any."""
    return next((o for o in before if o.sheet["head"] == told.head_of(o.number)), None)


def _two_stories(one: Told, other: Told) -> Findings:
    """Two reports of one run that do not say the same: the first field that differs."""
    if one.sheet["previous"] != other.sheet["previous"]:
        yield Finding(other.name, f"it tells another story than {one.name}: {_since(one, other)}")
        return
    part = next(key for key in COMMON if typed(one.common(key)) != typed(other.common(key)))
    name = ("state", "public") if part == "position" else (part,)
    place, this, that = difference(one.common(part), other.common(part), name)
    reason = f"it tells another story of run {one.number} than {one.name}"
    yield Finding(other.name, f"{reason}: {place} is {that}, but there it is {this}")


def _since(one: Told, other: Told) -> str:
    """When two stories of one run parted, as far as the heads before it tell."""
    known = len(one.sheet["public"]["recent"])
    for number in range(one.number - 1, one.number - 1 - known, -1):
        if one.head_of(number) == other.head_of(number):
            return f"they differ after run {number}"
    return f"they differ already before run {one.number - known}"


def difference(one: Any, other: Any, place: tuple[object, ...] = ()) -> tuple[str, str, str]:
    """The first difference of two values: its place, and what stands there in each."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *(key for key in other if key not in one)]:
            if key not in one or key not in other or typed(one[key]) != typed(other[key]):
                values = (one.get(key, _MISSING), other.get(key, _MISSING))
                return difference(*values, (*place, key))
    if isinstance(one, list) and isinstance(other, list):
        for index, (this, that) in enumerate(zip(one, other, strict=False)):
            if typed(this) != typed(that):
                return difference(this, that, (*place, index + 1))
        place = (*place, min(len(one), len(other)) + 1)
        one, other = _rest(one, other), _rest(other, one)
    return ", ".join(map(str, place)), _shown(one), _shown(other)


def _rest(one: list[Any], other: list[Any]) -> Any:
    """The first item that the longer of two lists has more."""
    return one[len(other)] if len(one) > len(other) else _MISSING


def _shown(value: Any) -> str:
    """A value in a few words."""
    text = "missing" if value is _MISSING else typed(value).decode()
    return text if len(text) <= 60 else text[:57] + "..."


def _parted(told: Told, before: Sequence[Told]) -> Findings:
    """How a report does not go on from the newest run before it that is told."""
    names = " or ".join(other.name for other in before)
    if told.head_of(before[0].number) is None:
        oldest = told.number - len(told.sheet["public"]["recent"])
        reason = f"run {before[0].number} is too long ago: it names the heads from run {oldest} on"
        yield Finding(told.name, f"it cannot be compared with {names}: {reason}")
    else:
        reason = f"it does not continue run {before[0].number} of {names}"
        yield Finding(told.name, reason)


def _follows(told: Told, before: Told) -> Findings:
    """What a report says against the one of the run just before."""
    sheet, public = told.sheet, told.sheet["public"]
    recent = [before.sheet["head"], *before.sheet["public"]["recent"]][:RECENT]
    if public["recent"] != recent:
        yield Finding(told.name, f"the heads that it names are not those of {before.name}")
    brought = sorted(header["seat"] for header in public["headers"])
    if brought != sorted(before.sheet["public"]["due"]):
        yield Finding(told.name, "the files of the run are not from the seats that were due")
    rules = [[s["public"].get(key) for key in ("rules", "since")] for s in (before.sheet, sheet)]
    if rules[0] != rules[1] and public.get("since") != told.number:
        yield Finding(told.name, "it has other rules, but no upgrade")
    if rules[0][0] == rules[1][0] and public.get("since") == told.number:
        yield Finding(told.name, "it has an upgrade, but the rules are the same as before")
    yield from _links_go_on(told, before)


def _links_go_on(told: Told, before: Told) -> Findings:
    """Each new link is the one after the newest before it, and none changes without a file."""
    public, earlier = told.sheet["public"], before.sheet
    for party, link in told.sheet["links"].items():
        known, seat = earlier["links"][party], party.removeprefix("seat/")
        if party in public["links"]:
            if link[1] != known[1] + 1:
                reason = f"the link of {party} is number {link[1]}, but must be {known[1] + 1}"
                yield Finding(told.name, reason)
            continue
        if link != known:
            yield Finding(told.name, f"the link of {party} changed without a file")
        if seat != "host" and public["brought"][seat] != earlier["public"]["brought"][seat]:
            yield Finding(told.name, f"no link of {seat} came in run {public['brought'][seat]}")
