"""Tests reach into a ruleset by one module: the game's adapter."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache

from tests.project.tree import Source, sources

#: Tests that plant a fault in the rules, and so name the place; the list may only become shorter.
PLANTING = {
    "tests/blind/test_alexandria_leaks.py",
    "tests/blind/test_caesar_leaks.py",
    "tests/blind/test_sword_leaks.py",
    "tests/blind/test_triumvirate_leaks.py",
    "tests/blind/test_triumvirate_planted.py",
    "tests/blind/test_xl_leaks.py",
    "tests/rules/slow/test_slow_checker.py",
    "tests/traces/test_caesar_xl.py",
    "tests/traces/test_sword_of_rome.py",
    "tests/traces/test_end_of_the_triumvirate.py",
    "tests/traces/test_julius_caesar.py",
    "tests/traces/test_made_up.py",
}


def imports_of_games(source: Source) -> Iterator[str]:
    """What a module imports from within a ruleset, also within a function."""
    for node in ast.walk(ast.parse(source.text)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rulesets."):
            yield str(node.module)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name.startswith("rulesets."))


@cache
def reaching() -> frozenset[str]:
    """The tests that import from within a ruleset."""
    some = [source for source in sources("tests") if "rulesets." in source.text]
    return frozenset(str(source) for source in some if any(imports_of_games(source)))


def test_only_adapters_and_tests_that_plant_faults_reach_into_a_game() -> None:
    found = {path for path in reaching() if not path.endswith("/adapter.py")}
    assert sorted(found - PLANTING) == []


def test_no_test_is_named_that_needs_it_no_more() -> None:
    assert sorted(PLANTING - reaching()) == []


def test_an_import_is_found_wherever_it_stands() -> None:
    text = "def f():\n    from rulesets.julius_caesar import board\nimport rulesets.x.y\nimport os"
    found = list(imports_of_games(Source("tests/x.py", text)))
    assert sorted(found) == ["rulesets.julius_caesar", "rulesets.x.y"]
