"""Every refusal of Caesar in Alexandria is reached by a case: its paragraph and its words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.rules.caesar_in_alexandria.adapter import board
from tests.rules.caesar_in_alexandria.test_cases import cases

FOLDER = Path(board.__file__).parent
_WINDOW = "what is asked at once is judged as it is asked; another answer may forestall it"
_AREAS = "the areas of the printed game never come to that; corrected data may"
#: Those that no case reaches, and why.
UNREACHED = {
    ("7.4", "one of the two has fallen"): _WINDOW,
    ("7.12", "it is not the top unit"): _WINDOW,
    ("5.8", "one of the two has fallen"): _WINDOW,
    ("5.81", "the enemy is not near any more"): _WINDOW,
    ("5.81", "it cannot withdraw"): _WINDOW,
    ("5.91", "one of the two galleys is gone"): _WINDOW,
    ("5.93", "it may not evade now"): _WINDOW,
    ("11.2", "cavalry is not set up there"): _AREAS,
    ("11", "enemies are there"): _AREAS,
}


class Refusal(NamedTuple):
    """Where it stands, its paragraph, and what in its words is always the same."""

    where: str
    rule: str
    words: str


@cache
def refusals() -> tuple[Refusal, ...]:
    """Every refusal of the ruleset."""
    return tuple(found for path in sorted(FOLDER.rglob("*.py")) for found in in_file(path))


def in_file(path: Path) -> Iterator[Refusal]:
    """Calls of `Problem`, and tuples of a paragraph and a reason for one."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        where = f"{path.relative_to(FOLDER)}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.FunctionDef):
            yield from _named_reasons(node, path)
        elif isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
            parts = [text(part) for part in node.value.elts]
            if len(parts) == 2 and re.fullmatch(r"\d+(\.\d+)*", parts[0]):
                yield Refusal(where, *parts)
        elif is_problem(node):
            reason, rule = (text(one) for one in node.args[:2])
            if reason and rule:
                yield Refusal(where, rule, reason)


def _named_reasons(function: ast.FunctionDef, path: Path) -> Iterator[Refusal]:
    """Reasons that have a name within a function."""
    named: dict[str, list[str]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            value = node.value
            ends = [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
            named.setdefault(node.targets[0].id, []).extend(filter(None, map(text, ends)))
    for node in ast.walk(function):
        if is_problem(node) and isinstance(node.args[0], ast.Name):
            for reason in named.get(node.args[0].id, ()):
                where = f"{path.relative_to(FOLDER)}:{node.lineno}"
                yield Refusal(where, text(node.args[1]), reason)


def is_problem(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Problem"


def text(node: ast.expr) -> str:
    """A text, or the longest part of one with values in it; "" for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = [part.value for part in node.values if isinstance(part, ast.Constant)]
        return max((str(part).strip() for part in parts), key=len, default="")
    return ""


@cache
def shown() -> tuple[tuple[str, str], ...]:
    """Paragraph and words of every refusal and warning of the cases, and what is told of orders
    that came to nothing."""
    found: list[tuple[str, str]] = []
    for case in cases():
        for key in ("refusal", "warning"):
            told = case.data.get(key, [])
            told = told if isinstance(told, list) else [told]
            found += [(one.get("rule", ""), one.get("says", "")) for one in told]
        for texts in case.data.get("told", {}).values():
            for line in texts:
                found += [(rule, line) for rule in re.findall(r"\((\d+(?:\.\d+)*)\)", line)]
    return tuple(found)


def is_shown(refusal: Refusal) -> bool:
    """Whether a case has its paragraph and its words, or a part of them."""
    return any(
        rule == refusal.rule and says and (says in refusal.words or refusal.words in says)
        for rule, says in shown()
    )


def test_every_refusal_has_a_case() -> None:
    never = {one[1:]: one.where for one in refusals() if not is_shown(one)}
    assert {why: where for why, where in never.items() if why not in UNREACHED} == {}
    assert [why for why in UNREACHED if why not in never] == []


def test_the_refusals_are_found() -> None:
    assert len(refusals()) > 170
