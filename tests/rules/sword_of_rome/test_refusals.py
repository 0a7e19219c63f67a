"""Every refusal of the game is reached by a case, which has its paragraph and its words.

    python -m tests.rules.sword_of_rome.test_refusals

prints every refusal that is not, and with `--all` what each case reads.  A refusal is a place in
the rules that makes a `Problem`; a case reaches it if it has a fault, a warning or a line that was
not done, with the paragraph and the words that were made there."""

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
Words = tuple[str, str]


def modules() -> list[ModuleType]:
    """Those of the game that make problems."""
    package = importlib.import_module("rulesets.sword_of_rome")
    found = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    named = [importlib.import_module(one.name) for one in found]
    return [one for one in named if vars(one).get("Problem") is Problem]


def written() -> dict[Place, str]:
    """Every place in a function that makes a problem, with its source."""
    found = {}
    for module in modules():
        path = str(module.__file__)
        text = Path(path).read_text(encoding="utf-8")
        functions = [one for one in ast.walk(ast.parse(text)) if isinstance(one, ast.FunctionDef)]
        for node in (node for one in functions for node in ast.walk(one)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Problem":
                found[path, node.lineno] = ast.get_source_segment(text, node) or ""
    return found


class _Like(type):
    """Other problems are instances too."""

    def __instancecheck__(cls, one: object) -> bool:
        return isinstance(one, Problem)


@contextmanager
def watched() -> Iterator[dict[Words, set[Place]]]:
    """Where problems are made while cases are played, by their paragraphs and words."""
    made: dict[Words, set[Place]] = {}

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


def read_in(played: rulecases.Played) -> set[Words]:
    """Paragraphs and words of every refusal that came of a case."""
    faults = {(fault.rule, fault.reason) for fault in [*played.faults, *played.warnings]}
    parts = [part for event in played.events for part in event["own"].values()]
    return faults | {(part["rule"], part["reason"]) for part in parts if "reason" in part}


def read() -> tuple[set[Place], dict[str, set[Words]]]:
    """The places that cases reach, and what each of those cases reads."""
    reached: set[Place] = set()
    told = {}
    for case in cases():
        if {"refusal", "warning", "told"} & {*case.data}:
            with watched() as made:
                told[case.name] = read_in(rulecases.play(case))
            for words in told[case.name]:
                reached |= made.get(words, set())
    return reached, told


def unreached() -> dict[Place, str]:
    """Places that no case reaches."""
    reached, _ = read()
    return {place: source for place, source in written().items() if place not in reached}


def test_every_refusal_is_reached_by_a_case() -> None:
    assert sorted(unreached().values()) == []


if __name__ == "__main__":
    if "--all" in sys.argv:
        print(*(f"{name}: {found}" for name, found in read()[1].items()), sep="\n")
    for (path, line), source in unreached().items():
        print(Path(path).name, line, source)
