"""Docstrings of public functions name what they raise."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.project.tree import code, faults_in

Function = ast.FunctionDef | ast.AsyncFunctionDef
#: What is said of a method that others must write, and what says that something cannot be.
NOT_TOLD = ("NotImplementedError", "AssertionError")


def silent(text: str) -> list[str]:
    """Public functions whose docstring does not name an exception that they raise themselves."""
    return [
        f"line {function.lineno}: {function.name} raises {name}"
        for function in _public(ast.parse(text))
        for name in sorted(set(_raised(function)))
        if name not in NOT_TOLD and name not in (ast.get_docstring(function) or "")
    ]


def _public(tree: ast.AST) -> Iterator[Function]:
    """Functions and methods that others call: neither they nor what they stand in has a name with
    an underscore."""
    for node in ast.iter_child_nodes(tree):
        name = getattr(node, "name", "")
        if isinstance(node, Function) and not name.startswith("_"):
            if not any("command" in ast.unparse(one) for one in node.decorator_list):
                yield node  # what a command says of itself is its help
        elif not isinstance(node, Function) and not name.startswith("_"):
            yield from _public(node)


def _raised(function: Function) -> Iterator[str]:
    """The names of what it raises itself; what it hands on of others is theirs to tell."""
    for node in _own(function):
        if isinstance(node, ast.Raise) and node.exc is not None:
            made = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            name = ast.unparse(made).split(".")[-1]
            if name[0].isupper():
                yield name


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """What stands in a function, but not in functions within it."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, Function | ast.Lambda):
            yield child
            yield from _own(child)


def test_docstrings_name_what_is_raised() -> None:
    assert faults_in(code(), lambda source: silent(source.text)) == []


def test_a_silent_function_is_found() -> None:
    assert silent("def f():\n    '''Do it.'''\n    raise ValueError('x')") == [
        "line 1: f raises ValueError"
    ]
    assert silent("def f():\n    '''Do it; raises ValueError.'''\n    raise ValueError") == []
    assert silent("def _f():\n    raise ValueError") == []
    assert silent("class _A:\n    def f(self):\n        raise ValueError") == []
    assert silent("def f():\n    def g():\n        raise ValueError\n    return g") == []
    assert len(silent("class A:\n    async def f(self):\n        raise store.Gone")) == 1
