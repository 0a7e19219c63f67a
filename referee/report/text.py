"""The text of a report: a pure rendering of a seat's sheet, in 72 columns for mail."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from referee import views
from referee.engine import ending
from referee.engine.request import GUEST
from referee.gamedata.data import certainty
from referee.kit import lines as kit
from referee.kit.lines import TRAVELS as WIDTH
from referee.kit.lines import listed, room
from referee.report.template import empty, template
from referee.report.worded import told_events, told_note, wrapped

if TYPE_CHECKING:
    from referee.engine.request import Data
    from referee.engine.rules import Ruleset, Wording

#: After what a report repeats.
TOLD_BEFORE = " (already reported)"

INSECURE = "INSECURE: made with test secrets; anyone can forge this game and its dice"


def render(sheet: Data, offer: Data, insecure: bool, ruleset: Ruleset) -> list[str]:
    """The lines of a report.

    offer: of the charter (name, scenario, notices); insecure: whether any party of the charter
    uses test secrets.  The text depends on these arguments alone."""
    parts = [
        _heading(sheet, offer, insecure, ruleset),
        _turn(sheet, ruleset.wording),
        _happened(sheet, ruleset),
        *_situation(sheet, ruleset),
        _asked(sheet, offer, ruleset),
        _waiting(sheet, ruleset),
        _dice(sheet, ruleset),
    ]
    # Mail drops blanks at the ends of lines, and whoever reads a report does so too.
    return [line.rstrip() for part in parts for line in part][:-1]


def _section(title: str, lines: Sequence[str]) -> list[str]:
    return [title.upper(), "-" * len(title), *lines, ""] if lines else []


def _heading(sheet: Data, offer: Data, insecure: bool, ruleset: Ruleset) -> list[str]:
    seat = ruleset.seats.get(sheet["seat"], "a guest")
    left = f"{offer['name']}: {ruleset.title} ({offer['scenario']})"
    right = f"report {sheet['number']} for {seat}"
    gap = max(2, WIDTH - room(left) - room(right))
    lines = wrapped(left + " " * gap + right) if gap > 2 else [*wrapped(left), right]
    lines += wrapped(ruleset.wording.headline(sheet["state"]["public"]))
    warnings = [*offer.get("notice", []), *([INSECURE] if insecure else [])]
    for warning in warnings:
        lines += wrapped(f"*** {warning}", "", "    ")
    if not sheet["number"] and (sure := certainty(ruleset.origins())):
        lines += wrapped(f"data of the game: {sure}", "", "    ")
    if corrections := offer.get("corrections"):
        from referee.gamedata.corrections import summary  # few games have any

        lines += wrapped(summary(corrections), "", "    ")
    if since := sheet["public"].get("since"):
        lines += wrapped(_rules_told(sheet, offer, since, ruleset), "", "    ")
    return [*lines, "=" * WIDTH, ""]


def _rules_told(sheet: Data, offer: Data, since: int, ruleset: Ruleset) -> str:
    """Which rules apply since an upgrade."""
    version, data = sheet["public"].get("rules") or (offer["version"], offer["data"])
    rules = f"{ruleset.title} {version}"
    if version == offer["version"] and data != offer["data"]:
        rules += f" with data {data[:12]}"
    charter = f"the game was opened with version {offer['version']}"
    if since < sheet["run"]:
        return f"Rules since run {since}: {rules}; {charter}."
    return f"*** New rules from this run on: {rules}; {charter}."


_REOPENED = (
    "(The rules were upgraded, and the open step was replayed with them. What this report says of"
    " it replaces what you were told before. Orders for this run did not count.)"
)

#: What precedes that which no other seat is told.
_ALONE = "(for you alone) "

#: to a seat that is due but not asked
_NO_QUESTION = (
    "you have no orders to give, but this run cannot roll its dice without your share of them. Sign"
    " the file below and send it; signing adds your share (your link)."
)

#: above what is asked of seats that are not due
_SUPPLIED = "Not waited for, since standing or advance orders will answer:"

_ENDED = "The players have ended the game, so the orders for this run were not carried out."


def _turn(sheet: Data, wording: Wording) -> list[str]:
    """Everything that earlier reports told of the game turn that has ended: with what happened in
    this run, that is all of it."""
    events = [event for event in views.turn(sheet) if event["kind"] not in wording.minor]
    if not events:
        return []
    lines = told_events(events, sheet["seat"], wording)
    return _section(f"earlier in turn {sheet['public']['turn'][0]['turn']}", lines)


def _happened(sheet: Data, ruleset: Ruleset) -> list[str]:
    before = sheet["public"]["before"]
    lines = wrapped(_REOPENED) if sheet["public"].get("reopened") else []
    lines += wrapped(_ENDED) if sheet["public"]["ended"] else []
    if before and sheet["public"]["events"]:
        lines += [
            f"(since {before})",
            *_again(sheet, ruleset.wording),
        ]
    lines += told_events(views.events(sheet), sheet["seat"], ruleset.wording)
    own = sheet["own"]
    for word in [*map(_answered, own.get("answered", [])), *own.get("words", [])]:
        lines += wrapped(f"{_whom(sheet, word)}{word}")
    for seat, *pieces in sheet["public"]["notes"]:
        lines += told_note(ruleset.seats[seat], pieces)
    for seat, *pieces in own.get("notes", []):
        lines += told_note(ruleset.seats[seat], pieces, _ALONE)
    return _section("what happened", lines or ["Nothing yet."])


def _again(sheet: Data, wording: Wording) -> list[str]:
    """What is told again of the run before, unless the whole turn is."""
    told = views.turn(sheet)
    events = [event for event in views.again(sheet) if event not in told]
    return told_events(events, sheet["seat"], wording, TOLD_BEFORE)


def _answered(what: Data) -> str:
    """What answered a request for the seat, of all its orders that the host has."""
    by = {
        "next": f"your advance order {what['next']}",
        "standing": f"rule {what['rule']} of your standing orders",
        "default": "the default",
    }.get(what["by"], "something unknown")
    lines = listed(f"'{line}'" for line in what["answer"]) or "with no orders"
    said = f"{by} answered" + (f" {lines}" if what["by"] != "next" else "")
    said += f" ({what['times']} times)" if what["times"] > 1 else ""
    left = "; ".join(what["left"])
    if what["next"] and what["by"] != "next":
        tried = f"your advance order {what['next']} was not legal ({left})"
        return f"On {what['on']}, {tried}; {said}."
    if what["by"] == "default" and left:
        return f"On {what['on']}, {said}, because {left}."
    out = f" Skipped: {left}." if left else ""
    return f"On {what['on']}, {said}.{out}"


def _whom(sheet: Data, word: str) -> str:
    """What precedes a message: the first one of report 0 is for everyone."""
    public = sheet["number"] == 0 and word in sheet["own"].get("words", [])[:1]
    return "" if public else _ALONE


def _situation(sheet: Data, ruleset: Ruleset) -> Iterator[list[str]]:
    view, notes = views.view(sheet), sheet["own"].get("remembered", {})
    remembered = ruleset.memory.told(notes, view) if ruleset.memory and notes else []
    for title, lines in [*ruleset.wording.situation(view), *remembered]:
        yield _section(title, [part for line in lines for part in kit.broken(line, 4, WIDTH)])


def _asked(sheet: Data, offer: Data, ruleset: Ruleset) -> list[str]:
    public = sheet["public"]
    if public["over"]:
        end = ending.told(public["ended"], sheet["state"]["public"], ruleset, offer["seats"])
        return _section("the end", wrapped(end))
    if sheet["seat"] == GUEST:
        return []
    requests = views.own_requests(sheet, ruleset.rules)
    request = next(iter(requests), None)
    if sheet["seat"] not in public["due"]:
        # If you have left neither with the host, you see here that the host skipped you.
        said = "your standing orders or advance orders will answer this"
        title = f"; {said}: {request.title(sheet['seat'])}" if request else ""
        return _section("asked of you", wrapped(f"Nothing now{title}."))
    run = sheet["run"] + 1
    if request is None:
        said = f"Run {run}: {_NO_QUESTION}"
        return _section("asked of you", [*wrapped(said), "", *empty(sheet, ruleset)])
    said = f"Run {run}: {request.title(sheet['seat'])} ({request.rule})"
    lines = wrapped(said)
    for also in requests[1:]:
        title = f"{also.title(sheet['seat'])} ({also.rule})"
        lines += wrapped(f"at the same time, to be answered under 'next': {title}")
    if reach := ruleset.rules.kinds[request.kind].suggestions.reach(request, views.view(sheet)):
        lines += ["", *reach]
    lines += ["", *template(request, ruleset, sheet, True, requests[1:])]
    return _section("asked of you", lines)


def _waiting(sheet: Data, ruleset: Ruleset) -> list[str]:
    public = sheet["public"]
    if public["over"]:
        return []
    due, me = public["due"], sheet["seat"]
    lines = wrapped(f"Run {sheet['run'] + 1} waits for: {_names(due, ruleset)}.")
    asked = [data["seat"] for data in public["asked"]]
    for seat in due if due != [me] else ():
        lines += _questions(seat, sheet, ruleset)
    if silent := [seat for seat in due if seat not in asked]:
        lines += wrapped(f"- without orders, for the dice alone: {_names(silent, ruleset)}")
    others = dict.fromkeys(seat for seat in asked if seat not in [*due, me])
    lines += wrapped(_SUPPLIED) if others else []
    for seat in others:
        lines += _questions(seat, sheet, ruleset)
    return _section("waiting for", lines)


def _questions(seat: str, sheet: Data, ruleset: Ruleset) -> list[str]:
    """What a seat is asked, in lines for the reader of the sheet; his own questions stand above."""
    asked = [data for data in sheet["public"]["asked"] if data["seat"] == seat]
    if seat == sheet["seat"]:
        return ["- asked of you: see above"] if asked else []
    titles = [ruleset.rules.request(data).title(sheet["seat"]) for data in asked]
    name = ruleset.seats[seat]
    return [part for title in titles for part in wrapped(f"- asked of {name}: {title}")]


def _names(seats: Sequence[str], ruleset: Ruleset) -> str:
    return ", ".join(ruleset.seats[seat] for seat in seats) or "nobody"


def _dice(sheet: Data, ruleset: Ruleset) -> list[str]:
    lines = []
    for roll in sheet["public"]["rolls"]:
        again = f" (opening {roll['opening']})" if roll["opening"] else ""
        cast = _drawn(roll) if "items" in roll else _rolled(roll)
        lines += wrapped(f"{roll['scope']}{again} {cast}  [{roll['label']}]")
    return _section("dice of this run", [*lines, *_freshness(sheet, ruleset)])


def _freshness(sheet: Data, ruleset: Ruleset) -> list[str]:
    """The age of each seat's newest link: the host can know the dice of the runs since then."""
    if not sheet["run"]:
        return []
    brought = sheet["public"]["brought"]
    ages = {seat: sheet["run"] - brought[seat] for seat in ruleset.seats if seat in brought}
    told = [f"{ruleset.seats[seat]} {_ago(age)}" for seat, age in ages.items()]
    return wrapped(f"Newest shares in the dice (links): {', '.join(told)}.")


def _ago(runs: int) -> str:
    return f"{runs} run{'s' if runs > 1 else ''} ago" if runs else "in this run"


def _rolled(roll: Data) -> str:
    values = " ".join(str(value) for value in roll["values"])
    return f"roll {roll['number']}, d{roll['faces']}: {values}"


def _drawn(roll: Data) -> str:
    """What was drawn, and from what, in the order in which the draw counts."""
    items, picked = roll["items"], roll["picked"]
    runs = [(item, len(list(alike))) for item, alike in itertools.groupby(items)]
    bag = ", ".join(item if count == 1 else f"{count} {item}" for item, count in runs)
    drawn = ", ".join(items[i] for i in picked) or "nothing"
    return f"draw {roll['number']}, {len(picked)} of {len(items)} ({bag}): {drawn}"
