"""The text of a report: a pure rendering of a seat's sheet, in 72 columns for mail."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from referee import views
from referee.engine import ending
from referee.engine.request import GUEST, View
from referee.engine.words import Many, Name, Nothing
from referee.gamedata.data import certainty
from referee.kit import lines as kit
from referee.kit.lines import TRAVELS as WIDTH
from referee.kit.lines import listed, packed, room
from referee.orders.standing_list import sets_of
from referee.report.worded import told_events, told_note, wrapped

if TYPE_CHECKING:
    from referee.engine.beside import Kind
    from referee.engine.request import Data, Request
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
        "standing": f"your rule {what['rule']}",
        "default": "the default",
    }.get(what["by"], "something unknown")
    times = f" ({what['times']} times)" if what["times"] > 1 else ""
    left = "; ".join(what["left"])
    if what["next"] and what["by"] != "next":
        tried = f"your advance order {what['next']} was not legal ({left})"
        return f"On {what['on']}, {tried}; {by} answered{times}."
    if what["by"] == "default" and left:
        return f"On {what['on']}, the default answered{times}: {left}."
    out = f" Skipped: {left}." if left else ""
    return f"On {what['on']}, {by} answered{times}.{out}"


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
        said = f"Run {run}: no orders, only a signed file with 'orders: []' for your link."
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


def empty(sheet: Data, ruleset: Ruleset) -> list[str]:
    """Lines of an order file without orders."""
    lines = ["kind: orders", f"seat: {sheet['seat']}", "orders: []"]
    return [*lines, *_sets_help(ruleset, sheet)]


def template(
    request: Request,
    ruleset: Ruleset,
    sheet: Data,
    fitted: bool = False,
    also: Sequence[Request] = (),
) -> list[str]:
    """Lines of an order file to start from, without what `sign` fills in.

    fitted: with long lines broken, for mail; an editor wants each order on one line; also: what is
    asked at the same time."""
    kind, view = ruleset.rules.kinds[request.kind], views.view(sheet)
    lines = [*kind.suggestions.template(request, view)]
    if request.conditions:
        lines += _condition_help(request, lines)
    if fitted:
        lines = [short for line in lines for short in _fitted(line)]
    if not any(line.startswith("- ") for line in lines):
        lines.append("# to do nothing at all, write  orders: []  instead of  orders:")
    orders = [f"  {line}" for line in lines]
    more = _later_help(request, kind, view, [_beside(one, ruleset, view) for one in also], fitted)
    more += _standing_help(request, kind, ruleset, sheet)
    return ["kind: orders", f"seat: {sheet['seat']}", "orders:", *orders, *more]


def _beside(request: Request, ruleset: Ruleset, view: View) -> str:
    """An entry of a ``next:`` list for a request that is made at the same time."""
    names = ruleset.rules.names(view.seat)
    chosen = []
    for key, takes in request.selectors.items():
        if key in request.args:
            value, word = request.args[key], takes.of if isinstance(takes, Many) else takes
            sorts = word.looked_up() if isinstance(word, Name) else ()
            name = next((names[sort][value] for sort in sorts if value in names[sort]), value)
            chosen.append(f"{key}: {name}, ")
    lines = ruleset.rules.kinds[request.kind].suggestions.template(request, view)
    orders = [line[2:].partition("  # ")[0] for line in lines if line.startswith("- ")]
    return f"- {{on: {request.kind}, {''.join(chosen)}orders: [{', '.join(orders)}]}}"


def _later_help(
    request: Request, kind: Kind, view: View, also: Sequence[str], fitted: bool
) -> list[str]:
    """What else the file can hold, in comments: advance orders."""
    lines = []
    later = [*also, *kind.suggestions.later(request, view)]
    if coming := [f"# {line}" for line in later]:
        short = [part for line in coming for part in _fitted(line)] if fitted else coming
        lines += ["# next:  # advance orders, for what you may be asked after this"]
        lines += [line.replace("# ", "#   ", 1) for line in short]
    return lines


def _standing_help(request: Request, kind: Kind, ruleset: Ruleset, sheet: Data) -> list[str]:
    """The line that changes the standing orders to another set, and a rule, in comments."""
    beside, lines = kind.standing, _sets_help(ruleset, sheet)
    words = [word for word, takes in beside.policies.items() if isinstance(takes, Nothing)]
    if words and not beside.whole_turn:
        rule = f"{{on: {request.kind}, then: {words[0]}}}"
        if lines:  # the key stands once, so that nothing is wrong if all comments are removed
            return [*lines, f"#   # or rules of your own: [{rule}]"]
        lines = ["# standing:  # standing orders, for what nothing else answers", f"#   - {rule}"]
    return lines


def _sets_help(ruleset: Ruleset, sheet: Data) -> list[str]:
    """``standing: quiet`` for the first set that is not in force, and the names of all others."""
    now, sets = sheet.get("own", {}).get("standing", ""), sets_of(ruleset) if ruleset.sets else {}
    others = [name for name in sets if name != now]
    known = [*([f"{now} (yours now)"] if now else []), *others[1:]]
    also = f"  # or {listed(known, 'or')}" if known else ""
    return [f"# standing: {others[0]}{also}"] if others else []


def _condition_help(request: Request, lines: Sequence[str]) -> list[str]:
    """How to give a line a condition, with the last of these lines as the example."""
    named = ", ".join(request.conditions)
    bare = [line.removeprefix("# ").partition("  # ")[0] for line in lines]
    orders = [line.removeprefix("- ") for line in bare if line.startswith("- ") and ": " in line]
    condition = f"if: {next(iter(request.conditions))} >= 1, else: skip"
    # With no order to show, the example does not look like an order line.
    example = f"# - {{{condition}, {orders[-1]}}}" if orders else f"# {{{condition}, WORD: ...}}"
    return [
        "# a line may have a condition; if it does not hold, 'else: skip' skips",
        "# the line, and 'else: stop' has you asked again from there on",
        example,
        *noted(f"it can compare {named}"),
    ]


def _fitted(line: str) -> list[str]:
    """An order line that fits a mail, and is still YAML when its # is removed."""
    space = WIDTH - 2
    if len(line) <= space:
        return [line]
    body, mark, note = line.partition("  # ")
    if mark:
        return [*noted(note), *_fitted(body)]
    if line.startswith("# ") and not line.startswith("# - "):
        return noted(line.removeprefix("# "))
    sign = "# " if line.startswith("# ") else ""
    first, *things = line.removeprefix(sign).split(", ")
    lines = packed(f"{first}," if things else first, things, 4, space - len(sign))
    return [sign + text for text in lines]


def noted(text: str) -> list[str]:
    """A comment in as many lines as needed, broken between things rather than inside one: no name,
    list or map is torn, unless it is longer than a line."""
    space = WIDTH - 2
    kept = [p if len(p) > space - 6 else p.replace(" ", "\u00a0") for p in _things(text)]
    lines = kit.wrapped(" ".join(kept), space, "# ", "#     ")
    return [line.replace("\u00a0", " ") for line in lines]


def _things(text: str) -> list[str]:
    """The text in pieces, which end at a comma or the like or before 'or', outside brackets."""
    pieces, depth, ends = [], 0, True
    for word in text.split(" "):
        if depth == 0 and (ends or word == "or"):
            pieces.append(word)
        else:
            pieces[-1] += f" {word}"
        depth += sum(word.count(sign) for sign in "[{") - sum(word.count(sign) for sign in "]}")
        ends = word.endswith((",", ";", ":", "."))
    return pieces


def _waiting(sheet: Data, ruleset: Ruleset) -> list[str]:
    public = sheet["public"]
    if public["over"]:
        return []
    lines = [f"Run {sheet['run'] + 1} waits for: {_names(public['due'], ruleset)}."]
    for data in public["asked"]:
        if data["seat"] != sheet["seat"]:
            title = ruleset.rules.request(data).title(sheet["seat"])
            lines += wrapped(f"- {ruleset.seats[data['seat']]}: {title}")
    return _section("waiting for", lines)


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
    return wrapped(f"Newest links: {', '.join(told)}.")


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
