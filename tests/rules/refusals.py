"""Which refusals of a game its cases reach.

    python -m tests.rules.refusals PACKAGE

prints those that none reaches.  A refusal is a place in the rules that makes a `Problem`; a case
reaches it if it names the paragraph and the words of a fault, a warning or a line that was not
done, and they were made there."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

from referee.engine.action import Problem
from tests.rules.cases import Case, Data, Played, cases, play

#: A file of the game, and a line in it.
Place = tuple[str, int]
#: A paragraph and the reason.
Words = tuple[str, str]
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def modules(package: str) -> list[ModuleType]:
    """Those of a game that make problems."""
    game = importlib.import_module(f"rulesets.{package}")
    found = pkgutil.walk_packages(game.__path__, f"{game.__name__}.")
    named = [importlib.import_module(one.name) for one in found]
    return [one for one in named if vars(one).get("Problem") is Problem]


def written(package: str) -> dict[Place, str]:
    """Every place in a function that makes a problem, with its reason and paragraph as they stand
    there."""
    found = {}
    for module in modules(package):
        path = str(module.__file__)
        text = Path(path).read_text(encoding="utf-8")
        functions = [one for one in ast.walk(ast.parse(text)) if isinstance(one, FUNCTIONS)]
        for node in (node for one in functions for node in ast.walk(one)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Problem":
                source = [ast.get_source_segment(text, one) or "" for one in node.args[:2]]
                found[path, node.lineno] = " ".join(", ".join(source).split())
    return found


class _Like(type):
    """Other problems are instances too."""

    def __instancecheck__(cls, one: object) -> bool:
        return isinstance(one, Problem)


@contextmanager
def watched(package: str) -> Iterator[dict[Words, set[Place]]]:
    """Where problems are made while cases are played, by their paragraphs and words."""
    made: dict[Words, set[Place]] = {}

    class Noted(Problem, metaclass=_Like):
        def __new__(cls, reason: str, rule: str, *args: Any, **more: Any) -> Noted:
            frame = sys._getframe(1)
            place = frame.f_code.co_filename, frame.f_lineno
            made.setdefault((rule, reason), set()).add(place)
            return super().__new__(cls, reason, rule, *args, **more)

    with ExitStack() as patches:
        for one in modules(package):
            patches.enter_context(patch.object(one, "Problem", Noted))
        yield made


def read_in(played: Played) -> set[Words]:
    """Paragraphs and words of every refusal that came of a case."""
    faults = {(fault.rule, fault.reason) for fault in [*played.faults, *played.warnings]}
    parts = [part for event in played.events for part in event["own"].values()]
    return faults | {(part["rule"], part["reason"]) for part in parts if "reason" in part}


def named(case: Case, words: Words) -> bool:
    """Whether a case names the paragraph and the words; a refusal or warning, a part of them."""
    rule, reason = words
    told = [line for texts in case.data.get("told", {}).values() for line in texts]
    return any(f"{reason} ({rule})" in line for line in told) or any(
        entry.get("rule") == rule and "says" in entry and entry["says"] in reason
        for entry in (*entries(case, "refusal"), *entries(case, "warning"))
    )


def entries(case: Case, key: str) -> list[Data]:
    """What a case has under a key: one or several."""
    found: Data | list[Data] = case.data.get(key, [])
    return found if isinstance(found, list) else [found]


def unreached(package: str) -> dict[Place, str]:
    """Places of a game that none of its cases reaches."""
    reached: set[Place] = set()
    with watched(package) as made:
        for case in cases():
            if case.package == package and {"refusal", "warning", "told"} & {*case.data}:
                made.clear()
                told = read_in(play(case))
                reached |= {
                    place for words in told if named(case, words) for place in made.get(words, ())
                }
    return {place: source for place, source in written(package).items() if place not in reached}


if __name__ == "__main__":
    for (path, line), source in unreached(sys.argv[1]).items():
        print(f"{path}:{line}: {source}")
