"""The template of an order file: what a report proposes to reply with, in 72 columns for mail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from referee import views
from referee.engine.words import Many, Name, Nothing
from referee.kit import lines as kit
from referee.kit.lines import TRAVELS as WIDTH
from referee.kit.lines import listed, packed
from referee.orders.standing_list import sets_of

if TYPE_CHECKING:
    from referee.engine.beside import Kind
    from referee.engine.request import Data, Request, View
    from referee.engine.rules import Ruleset


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
