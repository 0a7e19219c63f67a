"""The public names of a module with their signatures, read from its syntax tree."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Container, Iterator, Sequence

INDENT = "    "


def interface(module: str, wanted: Sequence[str] = (), engine: Container[str] = ()) -> list[str]:
    """Lines for the public names of a module, in its order; a method that a class takes over from
    another one of the module, with the same signature, stands there alone.

    wanted: the names that count, all if there are none; engine: members of its classes that are
    the engine's own, and left out."""
    tree = ast.parse(inspect.getsource(importlib.import_module(module)))
    found = [(name, line) for name, line in _lines(tree.body) if name not in engine]
    top = ""
    kept = []
    bodies: dict[str, list[str]] = {}
    inherited: list[str] = []
    for name, line in found:
        if not line.startswith(INDENT):
            top, bodies[name] = name, []
            inherited = [inner for base in _bases(line) for inner in bodies.get(base, [])]
        elif line in inherited:
            continue
        else:
            bodies[top].append(line)
        kept += [line] if not wanted or top in wanted else []
    return kept


def _bases(line: str) -> list[str]:
    """The classes that the line of a class names in brackets."""
    return re.findall(r"\w+", line.partition("(")[2]) if line.startswith("class ") else []


def members(cls: type) -> list[str]:
    """The public names that a class gives: its own and those of the classes it is made from."""
    tree = ast.parse(inspect.getsource(importlib.import_module(cls.__module__)))
    body = next(n.body for n in tree.body if isinstance(n, ast.ClassDef) and n.name == cls.__name__)
    return [name for name, _ in _lines(body) if name != "__init__"]


def _lines(body: Sequence[ast.stmt]) -> Iterator[tuple[str, str]]:
    """Every public name that statements bind, with its line."""
    for node in body:
        match node:
            case ast.ClassDef(name=name) if _public(name):
                bases = ", ".join(ast.unparse(base) for base in node.bases)
                yield name, f"class {name}({bases})" if bases else f"class {name}"
                yield from ((inner, INDENT + line) for inner, line in _lines(node.body))
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if _public(name):
                yield name, _function(node)
            case ast.AnnAssign(target=ast.Name(id=name)) if _public(name):
                yield name, ast.unparse(node)
            case ast.Assign(targets=[target]):
                names = [n.id for n in ast.walk(target) if isinstance(n, ast.Name)]
                yield from ((name, ast.unparse(node)) for name in names[:1] if _public(name))


def _function(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    start = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    if any(ast.unparse(d) == "property" for d in node.decorator_list):
        return f"{node.name}:{result.replace(' ->', '')}"
    return f"{start} {node.name}({ast.unparse(node.args)}){result}"


def _public(name: str) -> bool:
    return name == "__init__" or not name.startswith("_")


def joined(lines: Sequence[str]) -> list[str]:
    """Lines of a page in which long ones were broken: what is indented deeper than one step
    belongs to the line before."""
    found: list[str] = []
    for line in lines:
        if found and re.match(INDENT * 2, line):
            found[-1] += " " + line.strip()
        else:
            found.append(line)
    return found
