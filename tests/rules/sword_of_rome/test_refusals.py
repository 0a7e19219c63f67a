"""Every refusal of the game is reached by a case, which has its paragraph and its words.

    python -m tests.rules.sword_of_rome.test_refusals

prints every refusal that is not, and what each case reads (`--all`).  A refusal is a place in the
rules that makes a `Problem`; a case reaches it if its orders have a fault or a warning with the
paragraph and the words that were made there."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

from referee.engine.action import Problem
from tests.rules import cases as rulecases
from tests.rules.sword_of_rome.test_cases import cases

#: A file of the game, and a line in it.
Place = tuple[str, int]
#: Refusals that no position can reach, and why.
NEVER: dict[str, str] = {}


def modules() -> list[ModuleType]:
    """Those of the game that make problems."""
    package = importlib.import_module("rulesets.sword_of_rome")
    found = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    named = [importlib.import_module(one.name) for one in found]
    return [one for one in named if vars(one).get("Problem") is Problem]


def written() -> dict[Place, str]:
    """Every place that makes a problem, with its source."""
    found = {}
    for module in modules():
        path = str(module.__file__)
        text = Path(path).read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Problem":
                found[path, node.lineno] = ast.get_source_segment(text, node) or ""
    return found


class _Like(type):
    """Other problems are instances too."""

    def __instancecheck__(cls, one: object) -> bool:
        return isinstance(one, Problem)


@contextmanager
def watched() -> Iterator[dict[tuple[str, str], set[Place]]]:
    """Where problems are made while cases are played, by their paragraphs and words."""
    made: dict[tuple[str, str], set[Place]] = {}

    class Noted(Problem, metaclass=_Like):
        def __new__(cls, reason: str, rule: str, *args: Any, **more: Any) -> Noted:
            frame = sys._getframe(1)
            place = frame.f_code.co_filename, frame.f_lineno
            made.setdefault((rule, reason), set()).add(place)
            return super().__new__(cls, reason, rule, *args, **more)

    patches = [patch.object(one, "Problem", Noted) for one in modules()]
    for one in patches:
        one.start()
    try:
        yield made
    finally:
        for one in patches:
            one.stop()


def read() -> tuple[set[Place], list[str]]:
    """The places that cases reach, and what those cases read."""
    reached: set[Place] = set()
    told = []
    for case in cases():
        if {"refusal", "warning"} & {*case.data}:
            with watched() as made:
                played = rulecases.play(case)
            for fault in [*played.faults, *played.warnings]:
                reached |= made.get((fault.rule, fault.reason), set())
                told.append(f"{case.file} {case.name}: {fault}")
    return reached, told


def test_every_refusal_is_reached_by_a_case() -> None:
    reached, _ = read()
    left = [source for place, source in sorted(written().items()) if place not in reached]
    assert [source for source in left if source not in NEVER] == []
    assert set(NEVER) <= {*left}


if __name__ == "__main__":
    done, lines = read()
    if "--all" in sys.argv:
        print("\n".join(lines))
    places = sorted(written().items())
    missing = [(*place, source) for place, source in places if place not in done]
    print("\n".join(f"{Path(path).name} {line} {source}" for path, line, source in missing))
    print(f"{len(places) - len(missing)} of {len(places)}")
