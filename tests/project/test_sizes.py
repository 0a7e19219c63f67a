"""Functions and modules stay small."""

from __future__ import annotations

import ast

import pytest

from tests.project.tree import Source, code

FUNCTION_AT_MOST = 60
MODULE_AT_MOST = 400


def long_functions(text: str, most: int = FUNCTION_AT_MOST) -> list[str]:
    """Functions of more lines, from ``def`` to their end."""
    return [
        f"{node.name}: {size} lines"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if (size := (node.end_lineno or node.lineno) - node.lineno + 1) > most
    ]


def module_size(text: str) -> int:
    """Its number of lines."""
    return len(text.splitlines())


@pytest.mark.parametrize("source", code(), ids=str)
def test_functions_are_short(source: Source) -> None:
    assert long_functions(source.text) == []


@pytest.mark.parametrize("source", code(), ids=str)
def test_modules_are_short(source: Source) -> None:
    assert module_size(source.text) <= MODULE_AT_MOST


def test_a_long_function_is_found() -> None:
    body = "    x = 1\n" * FUNCTION_AT_MOST
    assert long_functions(f"def f():\n{body}") == [f"f: {FUNCTION_AT_MOST + 1} lines"]
    assert long_functions(f"class A:\n  async def g():\n{body}") != []
    assert long_functions("def f():\n    return 1\n") == []
    assert module_size("x = 1\n" * (MODULE_AT_MOST + 1)) > MODULE_AT_MOST
