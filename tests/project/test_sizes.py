"""Functions and modules stay small."""

from __future__ import annotations

import ast

from tests.project.tree import code, faults_in

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


def test_functions_are_short() -> None:
    assert faults_in(code(), lambda source: long_functions(source.text)) == []


def test_modules_are_short() -> None:
    sizes = {source.path: module_size(source.text) for source in code()}
    assert {path: size for path, size in sizes.items() if size > MODULE_AT_MOST} == {}


def test_a_long_function_is_found() -> None:
    body = "    x = 1\n" * FUNCTION_AT_MOST
    assert long_functions(f"def f():\n{body}") == [f"f: {FUNCTION_AT_MOST + 1} lines"]
    assert long_functions(f"class A:\n  async def g():\n{body}") != []
    assert long_functions("def f():\n    return 1\n") == []
    assert module_size("x = 1\n" * (MODULE_AT_MOST + 1)) > MODULE_AT_MOST
