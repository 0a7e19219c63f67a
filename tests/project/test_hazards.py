"""What would make the rules depend on anything but their input: found in the syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.project.tree import Source, faults_in, rulesets, sources

BANNED = ("random", "time", "datetime", "secrets", "os", "uuid", "locale", "threading", "asyncio")
CALLS = {
    "hash": "hash() differs from run to run",
    "id": "id() differs from run to run",
    "open": "open() is input and output",
    "float": "float() rounds",
    "input": "input() is input",
}
METHODS = {"isdigit": "takes digits of all scripts", "casefold": "folds letters of all scripts"}
#: Places that may use what is refused elsewhere: (file, text of the line) -> the reason.
ALLOWED: dict[tuple[str, str], str] = {}


def hazards(text: str) -> list[tuple[int, str]]:
    """Every hazard of a module, with its line."""
    tree = ast.parse(text)
    harmless = [*_typing_blocks(tree), *_random_play(tree)]
    skipped = [id(part) for block in harmless for part in ast.walk(block)]
    nodes = [node for node in ast.walk(tree) if id(node) not in skipped]
    return sorted((_line(node), why) for node in nodes for why in _hazards(node))


def _line(node: ast.AST) -> int:
    """The line of a node; a comprehension's ``for`` has none of its own."""
    place = node.iter if isinstance(node, ast.comprehension) else node
    return int(getattr(place, "lineno", 1))


def _typing_blocks(tree: ast.AST) -> Iterator[ast.AST]:
    """Statements below ``if TYPE_CHECKING:``, which never run."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) in (
            "TYPE_CHECKING",
            "typing.TYPE_CHECKING",
        ):
            yield from node.body


def _random_play(tree: ast.AST) -> Iterator[ast.AST]:
    """Floats where a ``chance`` is handed in, to a function or to a class as it is made: samples
    for random play decide nothing in a game."""
    for node in ast.walk(tree):
        if _takes_chance(node):
            inner = [part for part in ast.walk(node) if isinstance(part, ast.Constant)]
            yield from (part for part in inner if isinstance(part.value, float))


def _takes_chance(node: ast.AST) -> bool:
    """Whether it is a function with a ``chance``, or a class that has one: by its ``__init__``, or
    as a `Writer`."""
    if isinstance(node, ast.ClassDef):
        if any(ast.unparse(base).startswith("Writer[") for base in node.bases):
            return True
        inits = [part for part in node.body if getattr(part, "name", "") == "__init__"]
        return any(map(_takes_chance, inits))
    return isinstance(node, ast.FunctionDef) and any(a.arg == "chance" for a in node.args.args)


def _hazards(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            yield from (f"import of {n.name}" for n in names if _root(n.name) in BANNED)
        case ast.ImportFrom(module=str(module)) if _root(module) in BANNED:
            yield f"import of {module}"
        case ast.Constant(value=float()):
            yield "a float"
        case ast.BinOp(op=ast.Div(), right=right) if not _is_text(right):
            yield "true division"
        case ast.AugAssign(op=ast.Div()):
            yield "true division"
        case ast.Global() | ast.Nonlocal():
            yield "a global or nonlocal statement"
        case ast.Call():
            yield from _call(node)
        case ast.For(iter=many) | ast.AsyncFor(iter=many) | ast.comprehension(iter=many):
            yield from _iteration(many)
        case ast.FunctionDef(args=args) | ast.AsyncFunctionDef(args=args) | ast.Lambda(args=args):
            defaults = [*args.defaults, *(d for d in args.kw_defaults if d is not None)]
            yield from ("a default that can change" for d in defaults if _changeable(d))


def _is_text(node: ast.AST) -> bool:
    """Whether it can only be a text: behind a slash, a part of a path."""
    text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return text or isinstance(node, ast.JoinedStr)


def _root(module: str) -> str:
    return module.split(".")[0]


def _call(node: ast.Call) -> Iterator[str]:
    match node.func:
        case ast.Name(id="int"):
            yield "int() on a text takes digits of all scripts, blanks and underscores"
        case ast.Name(id="sorted" | "list" | "tuple" | "enumerate" | "next" | "iter" as name):
            if name != "sorted" and node.args:
                yield from _iteration(node.args[0])
        case ast.Name(id=name) if name in CALLS:
            yield CALLS[name]
        case ast.Attribute(attr=name) if name in METHODS:
            yield f"str.{name} {METHODS[name]}"
        case ast.Attribute(attr="open"):
            yield CALLS["open"]


def _iteration(many: ast.expr) -> Iterator[str]:
    is_set = isinstance(many, ast.Set | ast.SetComp)
    is_call = isinstance(many, ast.Call) and isinstance(many.func, ast.Name)
    if is_set or (is_call and many.func.id in ("set", "frozenset")):  # type: ignore[attr-defined]
        yield "iteration over a set"


def _changeable(default: ast.expr) -> bool:
    displays = ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp | ast.SetComp
    made = isinstance(default, ast.Call) and ast.unparse(default.func) in ("list", "dict", "set")
    return isinstance(default, displays) or made


def unexcused(source: Source) -> list[str]:
    """The hazards of a module that nobody has given a reason for."""
    lines = source.text.split("\n")
    return [
        f"line {line}: {why}"
        for line, why in hazards(source.text)
        if not any(path == source.path and text in lines[line - 1] for path, text in ALLOWED)
    ]


def test_rules_depend_on_their_input_alone() -> None:
    found = [*sources("referee/engine", "referee/gamedata", "referee/kit"), *rulesets()]
    assert faults_in(found, unexcused) == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("import random", "import of random"),
        ("def f():\n    from datetime import date", "import of datetime"),
        ("x = 0.5", "a float"),
        ("x = a / b", "true division"),
        ("x /= b", "true division"),
        ("hash(x)", CALLS["hash"]),
        ("id(x)", CALLS["id"]),
        ("open(x)", CALLS["open"]),
        ("path.open()", CALLS["open"]),
        ("int(text)", "int() on a text takes digits of all scripts, blanks and underscores"),
        ("text.isdigit()", "str.isdigit takes digits of all scripts"),
        ("text.casefold()", "str.casefold folds letters of all scripts"),
        ("for x in {1, 2}: pass", "iteration over a set"),
        ("[x for x in set(y)]", "iteration over a set"),
        ("list({x for x in y})", "iteration over a set"),
        ("def f():\n    global x", "a global or nonlocal statement"),
        ("def f(x=[]): pass", "a default that can change"),
        ("def f(*, x=dict()): pass", "a default that can change"),
    ],
)
def test_each_hazard_is_found(text: str, why: str) -> None:
    assert [found for _, found in hazards(text)] == [why]


def test_what_never_runs_is_no_hazard() -> None:
    assert hazards("if TYPE_CHECKING:\n    import random\n") == []
    assert hazards("def sample(chance):\n    return chance.random() < 0.5") == []
    writer = "class Writer:\n  def __init__(self, chance): ...\n  def f(self): return 0.5\n"
    assert hazards(writer) == []
    assert hazards(writer.replace("__init__", "other")) != []
    assert hazards("file = folder / 'a.yaml'") == []
    assert hazards("sorted({1, 2})\nx = 3 // 2\nfor x in (1, 2): pass") == []


def test_every_excuse_is_used() -> None:
    for (path, text), reason in ALLOWED.items():
        source = next(s for s in sources("referee", "rulesets") if s.path == path)
        lines = source.text.split("\n")
        used = [line for line, _ in hazards(source.text) if text in lines[line - 1]]
        assert used, f"{path}: nothing to excuse in {text!r} ({reason})"
