"""Who may import whom: each layer of referee/ those below it; a ruleset what is made for games."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator

from tests.project.tree import code, faults_in, rulesets, sources

#: The layers from the ground up: each may import those before it, and itself.
ORDER = (
    "__init__", "kit", "fault", "files", "proof", "gamedata", "engine", "views", "charter",
    "orders", "report", "picture", "story", "odds", "ruleset", "folder", "playable", "adjudicate",
    "verify", "record", "host", "player", "lab", "manual", "cli", "__main__",
)  # fmt: skip
LAYERS: dict[str, tuple[str, ...]] = {layer: ORDER[:i] for i, layer in enumerate(ORDER)}
#: What rulesets may import.
FOR_GAMES = ("referee.engine", "referee.kit", "referee.gamedata", "referee.fault")
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
    """Imports of a ruleset that are none of stdlib, what is made for games, and its own package."""
    allowed = (*FOR_GAMES, f"rulesets.{package}")
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


def test_the_layers_of_referee_import_downwards() -> None:
    assert faults_in(sources("referee"), lambda one: layer_faults(one.layer, one.text)) == []


def test_a_ruleset_imports_what_is_made_for_games() -> None:
    assert faults_in(rulesets(), lambda one: ruleset_faults(one.layer, one.text)) == []


def test_a_ruleset_imports_itself_at_once() -> None:
    """With corrections a ruleset has modules of its own; a later import would find others."""
    assert faults_in(rulesets(), lambda one: late_imports(one.layer, one.text)) == []


def test_referee_names_no_game() -> None:
    assert faults_in(sources("referee"), lambda one: game_faults(one.text)) == []


def test_the_rules_cover_every_module() -> None:
    assert {source.layer for source in sources("referee")} <= set(LAYERS)
    assert rulesets()
    assert all(source.text.strip() for source in code())


def test_a_wrong_import_is_found() -> None:
    assert layer_faults("engine", "def f():\n    from referee.orders import names") == [
        "line 2: engine imports referee.orders"
    ]
    assert layer_faults("views", "from referee import report") == [
        "line 1: views imports referee.report"
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


def test_no_two_modules_of_referee_have_one_name() -> None:
    names = [source.path.split("/")[-1] for source in sources("referee")]
    assert sorted({n for n in names if names.count(n) > 1 and n != "__init__.py"}) == []
