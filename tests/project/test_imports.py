"""Who may import whom: cli -> desk -> post, journal, report, ruleset -> views -> engine -> kit;
journal -> store -> views."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator

import pytest

from tests.project.tree import Source, code, rulesets, sources

#: Each layer may import those below it, and itself.
LAYERS: dict[str, tuple[str, ...]] = {
    "kit": (),
    "engine": ("kit",),
    "views": ("engine", "kit"),
    "post": ("views", "engine", "kit"),
    "store": ("views", "engine", "kit"),
    "journal": ("store", "views", "engine", "kit"),
    "ruleset": ("views", "engine", "kit"),
    "report": ("views", "engine", "kit"),
    "desk": ("post", "journal", "store", "report", "ruleset", "views", "engine", "kit"),
    "cli": ("desk", "post", "journal", "store", "report", "ruleset", "views", "engine", "kit"),
    "__main__": ("cli",),
    "__init__": (),
}
#: What stands in strings of referee/ without being a game's name.
GAMES = re.compile(r"julius|caesar|pompey|triumvir|alexandria|sword.of.rome|rome\b|legio", re.I)
STANDARD = sys.stdlib_module_names


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every module that is imported anywhere, with its line; names of packages are tried too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level:
            yield node.lineno, "." * node.level + (node.module or "")
        elif isinstance(node, ast.ImportFrom) and node.module:
            # "from referee import views" imports a module; "from referee import __version__" not.
            whole = [f"{node.module}.{alias.name}" for alias in node.names]
            package = node.module in ("referee", "rulesets")
            yield from ((node.lineno, name) for name in (whole if package else [node.module]))


def layer_faults(layer: str, text: str) -> list[str]:
    """Imports that go the wrong way in a module of referee/."""
    faults = []
    for line, name in imported(ast.parse(text)):
        parts = name.split(".")
        if parts[0] == "":
            faults.append(f"line {line}: relative import")
        elif parts[0] == "rulesets":
            faults.append(f"line {line}: {name} is a game")
        elif name.startswith("referee.") and not parts[-1].startswith("__"):
            allowed = (layer, *LAYERS[layer])
            faults += [] if parts[1] in allowed else [f"line {line}: {layer} imports {name}"]
    return faults


def ruleset_faults(package: str, text: str) -> list[str]:
    """Imports of a ruleset that are none of stdlib, engine, kit and its own package."""
    allowed = ("referee.engine", "referee.kit", f"rulesets.{package}")
    return [
        f"line {line}: {name}"
        for line, name in imported(ast.parse(text))
        if name.split(".")[0] not in STANDARD
        and not any(name == place or name.startswith(f"{place}.") for place in allowed)
    ]


def late_imports(package: str, text: str) -> list[str]:
    """Imports of a ruleset's own package that happen when a function is called."""
    functions = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
    ]
    found = {pair for node in functions for pair in imported(node)}
    own = f"rulesets.{package}"
    return [f"line {n}: {name}" for n, name in sorted(found) if f"{name}.".startswith(f"{own}.")]


def docstrings(tree: ast.AST) -> list[ast.Constant]:
    """The strings that are docstrings."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, kinds)]
    first = [body[0].value for body in bodies if body and isinstance(body[0], ast.Expr)]
    return [value for value in first if isinstance(value, ast.Constant)]


def epilogs(tree: ast.AST) -> list[ast.AST]:
    """Everything that is given as ``epilog=``: the examples of the help."""
    keywords = [node for node in ast.walk(tree) if isinstance(node, ast.keyword)]
    wanted = [keyword.value for keyword in keywords if keyword.arg == "epilog"]
    return [part for value in wanted for part in ast.walk(value)]


def game_faults(text: str) -> list[str]:
    """Strings that name a game or a thing of one, examples in docstrings and epilogs aside."""
    tree = ast.parse(text)
    free = [id(node) for node in [*docstrings(tree), *epilogs(tree)]]
    return [
        f"line {node.lineno}: {node.value!r:.60}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if id(node) not in free and GAMES.search(node.value)
    ]


@pytest.mark.parametrize("source", sources("referee"), ids=str)
def test_the_layers_of_referee_import_downwards(source: Source) -> None:
    assert layer_faults(source.layer, source.text) == []


@pytest.mark.parametrize("source", rulesets(), ids=str)
def test_a_ruleset_imports_engine_and_kit_alone(source: Source) -> None:
    assert ruleset_faults(source.layer, source.text) == []


@pytest.mark.parametrize("source", rulesets(), ids=str)
def test_a_ruleset_imports_itself_at_once(source: Source) -> None:
    """With corrections a ruleset has modules of its own; a later import would find others."""
    assert late_imports(source.layer, source.text) == []


@pytest.mark.parametrize("source", sources("referee"), ids=str)
def test_referee_names_no_game(source: Source) -> None:
    assert game_faults(source.text) == []


def test_the_rules_cover_every_module() -> None:
    assert {source.layer for source in sources("referee")} <= set(LAYERS)
    assert rulesets()
    assert all(source.text.strip() for source in code())


def test_a_wrong_import_is_found() -> None:
    assert layer_faults("engine", "def f():\n    from referee.post import keys") == [
        "line 2: engine imports referee.post"
    ]
    assert layer_faults("views", "from referee import report") == [
        "line 1: views imports referee.report.text"
    ]
    assert layer_faults("cli", "import rulesets.julius_caesar")
    assert layer_faults("cli", "from . import output")
    assert layer_faults("cli", "from referee import __version__") == []
    assert ruleset_faults("chess", "from rulesets.go import board")
    assert ruleset_faults("chess", "import referee.folder.store")
    assert ruleset_faults("chess", "from rulesets import go")
    assert ruleset_faults("chess", "import yaml")
    assert ruleset_faults("chess", "import random\nfrom rulesets.chess import board") == []


def test_a_late_import_is_found() -> None:
    late = "def f():\n    from rulesets.chess import board\n    import rulesets.chess.board as b"
    assert late_imports("chess", late) == [
        "line 2: rulesets.chess",
        "line 3: rulesets.chess.board",
    ]
    assert late_imports("chess", "async def f():\n  from rulesets.chess.a import b") != []
    fine = "from rulesets.chess import board\ndef f():\n    import json, rulesets.chesses"
    assert late_imports("chess", fine) == []


def test_a_game_named_in_a_string_is_found() -> None:
    assert game_faults("if seat == 'caesar':\n    pass") == ["line 1: 'caesar'"]
    assert game_faults("'''Such as Caesar.'''\nclick.command(epilog='sign for Caesar')") == []
