"""Standing orders in words, and drafts that change them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.charter.papers import Charter
from referee.engine.request import Data, View
from referee.engine.rules import Ruleset
from referee.engine.standing import ASK, Rule
from referee.fault import NOT_UNDERSTOOD, OUT_OF_TURN, Fault, Refused
from referee.files.strict_yaml import read
from referee.files.write_yaml import flow
from referee.kit.lines import listed
from referee.orders.foresight import doubtful_rules
from referee.orders.futile import futile, never_sure, unsure
from referee.orders.order_file import OrderFile
from referee.orders.standing_list import kinds, parse_standing, write_standing
from referee.player.sign_orders import judge_by_report, template_by


def in_words(rules: Sequence[Rule], ruleset: Ruleset, view: View) -> list[str]:
    """A line for each rule, one more for what `check` would warn of, and one for what is asked."""
    lines, seat, late = [], view.seat, futile(rules, ruleset)
    doubtful = doubtful_rules(rules, view, ruleset)
    for i, (rule, form) in enumerate(zip(rules, write_standing(rules, ruleset, seat), strict=True)):
        lines.append(f"rule {rule['number']}, on {_told(form, rule)}")
        lines += [f"  note: {late[i]}"] if i in late else []
        lines += [
            f"  note: {fault.reason}" for fault in doubtful if fault.path[0] == rule["number"] - 1
        ]
    if some := never_sure(rules):
        lines.append(unsure(some))
    answered = {rule["on"] for rule in rules}
    if asked := [kind for kind in kinds(ruleset) if kind not in answered]:
        lines.append(f"no rule is on {listed(asked, 'or')}: you are asked")
    return lines


def _told(form: dict[str, Any], rule: Rule) -> str:
    """``battle turn, at Rome, if round >= 3: withdraw``."""
    keys = [f"{key} {_value(form[key])}" for key in rule["select"]]
    keys += [f"if {listed(form['if'])}"] if rule["if"] else []
    keys += [f"until {rule['until']}"] if rule["until"] else []
    keys += [f"{rule['times']} times at most"] if rule["times"] else []
    does = "you are asked" if rule["then"] == ASK else "; ".join(map(_line, form["then"]))
    return f"{', '.join([form['on'], *keys])}: {does}"


def _value(value: Any) -> str:
    return listed(map(str, value), "or") if isinstance(value, list) else str(value)


def _line(line: Any) -> str:
    """A line of ``then`` without its outer brackets."""
    text = flow(_bare(line))
    return text.removeprefix("{").removesuffix("}")


def _bare(line: Any) -> Any:
    """A line that is a word alone without its empty value."""
    if isinstance(line, dict) and len(line) == 1:
        ((word, value),) = line.items()
        return line if value else word
    return line


def _short(form: dict[str, Any]) -> dict[str, Any]:
    """A rule as people write it: without brackets around a single condition or line."""
    found = dict(form)
    if isinstance(found["then"], list):
        found["then"] = [_bare(line) for line in found["then"]]
    for key in ("if", "then"):
        if isinstance(found.get(key), list) and len(found[key]) == 1:
            (found[key],) = found[key]
    return found


#: what `added` takes, for hints
_FORM = (
    "write a rule in quotes, as in '{on: KIND, then: WORD}', or name a file that has a list of"
    " such rules below 'standing:'; 'referee standing words' lists the words"
)


def rules_in(raw: bytes) -> list[str]:
    """The rules of a file, each as a text: of its ``standing``, or of the list that it is.

    Raises Refused if it has none."""
    tree = read(raw).tree
    rules = tree.get("standing") if isinstance(tree, dict) else tree
    if isinstance(rules, list) and rules:
        return [flow(rule) for rule in rules]
    reason = "this file has no list of rules"
    hint = "write 'standing:', and below it lines as '  - {on: KIND, then: WORD}'"
    raise Refused([Fault(NOT_UNDERSTOOD, (), reason, "", hint)])


def added(rules: Sequence[Rule], texts: Sequence[str], ruleset: Ruleset, seat: str) -> list[Rule]:
    """The rules, with new ones above those on the same kind: the first that fits answers.

    texts: a rule each, as in an order file.  Raises Refused for one that is refused."""
    listing = "".join(f"- {text}\n" for text in texts)
    tree = read(f"standing:\n{listing}".encode()).tree
    raw = tree.get("standing") if isinstance(tree, dict) else None
    if bare := [text for text in raw or () if not isinstance(text, dict)]:
        reason = "this is neither a rule nor a file"
        raise Refused([Fault(NOT_UNDERSTOOD, (), reason, "", _FORM, str(one)) for one in bare])
    new, faults = parse_standing(raw, ruleset, seat)
    if faults:
        raise Refused([_of_text(fault, texts) for fault in faults])
    merged = list(rules)
    for rule in reversed(new):
        at = next((i for i, one in enumerate(merged) if one["on"] == rule["on"]), len(merged))
        merged.insert(at, rule)
    return _whole(merged, ruleset, seat)


def _of_text(fault: Fault, texts: Sequence[str]) -> Fault:
    """A fault of a rule given as a text: that is quoted, as there is no file."""
    match fault.path:
        case (int(number), *_) if number < len(texts):
            return fault._replace(path=(), quote=texts[number])
    return fault._replace(path=())


def dropped(
    rules: Sequence[Rule], numbers: Sequence[int], ruleset: Ruleset, seat: str
) -> list[Rule]:
    """The rules without those of these numbers; raises Refused if there is no such rule."""
    known = {rule["number"] for rule in rules}
    if missing := [str(number) for number in numbers if number not in known]:
        reason = f"there is no rule {listed(missing, 'or')}"
        hint = f"rules in force: {', '.join(str(rule['number']) for rule in rules) or 'none'}"
        raise Refused([Fault(NOT_UNDERSTOOD, (), reason, "", hint)])
    return _whole([rule for rule in rules if rule["number"] not in numbers], ruleset, seat)


def _whole(rules: Sequence[Rule], ruleset: Ruleset, seat: str) -> list[Rule]:
    """The rules numbered anew; raises Refused if they are not allowed together."""
    found, faults = parse_standing(write_standing(rules, ruleset, seat), ruleset, seat)
    if faults:
        raise Refused([fault._replace(path=()) for fault in faults])
    return found


def draft(sheet: Data, rules: Sequence[Rule], ruleset: Ruleset) -> list[str]:
    """The lines of an order file with these rules: for the run if the seat is due, otherwise an
    advance file.  Raises Refused if the game is over."""
    seat = sheet["seat"]
    if seat in sheet["public"]["due"]:
        lines = [line for line in template_by(sheet, ruleset) if not _offers_rules(line)]
    elif sheet["public"]["over"]:
        raise Refused([Fault(OUT_OF_TURN, (), "the game is over")])
    else:
        lines = ["kind: orders", f"seat: {seat}"]
    if not rules:
        return [*lines, "standing: []"]
    written = (f"  - {flow(_short(form))}" for form in write_standing(rules, ruleset, seat))
    return [*lines, "standing:", *written]


def said_of(lines: Sequence[str], sheet: Data, charter: Charter) -> OrderFile:
    """A draft with nothing but what `check` will say of its standing orders: the template above
    them is still to be filled in."""
    found = judge_by_report("\n".join(lines).encode(), sheet, charter, draft=True)
    found.faults = []
    found.warnings = [fault for fault in found.warnings if fault.path[:1] == ("standing",)]
    return found


def _offers_rules(line: str) -> bool:
    """Whether a line of the template offers standing orders, which the draft has."""
    offers = ("# standing:", "#   - {on:", "#   # or rules of your own:")
    return line.startswith(offers) and "orders:" not in line.split("then")[0]
