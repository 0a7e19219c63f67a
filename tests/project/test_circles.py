"""No module imports one that imports it, straight or by way of others; also not for types alone."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence

from tests.project.tree import Source, code


def module_of(path: str) -> str:
    """``referee/engine/game.py`` is ``referee.engine.game``; a package is its ``__init__``."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imports(found: Sequence[Source]) -> dict[str, list[str]]:
    """Module -> modules of these that it imports, wherever in it."""
    known = {module_of(source.path) for source in found}
    return {
        module_of(source.path): sorted(set(_named(ast.parse(source.text), known)))
        for source in found
    }


def _named(tree: ast.AST, known: Collection[str]) -> Iterator[str]:
    """What is imported of the modules that are known; of a package its modules, if it is them that
    are wanted."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for name in (f"{node.module}.{alias.name}" for alias in node.names):
                yield from (
                    [name] if name in known else [node.module] if node.module in known else []
                )


def circles(graph: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Sets of modules each of which leads to the others (Tarjan, 1972), each sorted."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        number[node] = low[node] = len(number)
        stack.append(node)
        for other in graph[node]:
            if other not in number:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == number[node]:
            place = stack.index(node)
            group = sorted(stack[place:])
            del stack[place:]
            found.extend([group] if len(group) > 1 else [])

    for node in graph:
        if node not in number:
            visit(node)
    return found


def test_no_module_is_in_a_circle() -> None:
    assert circles(imports(code())) == []


def test_a_circle_is_found() -> None:
    graph = {"a": ["b"], "b": ["c"], "c": ["b"], "d": ["a"]}
    assert circles(graph) == [["b", "c"]]
    text = "if TYPE_CHECKING:\n    from game.two import Two\n"
    found = [Source("game/one.py", text), Source("game/two.py", "import game.one\n")]
    assert circles(imports(found)) == [["game.one", "game.two"]]
