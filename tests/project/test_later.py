"""Parts of a game that few commands need are imported when they are first used."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from referee.engine.later import Later
from referee.ruleset import load
from tests.project.tree import ROOT

GAMES = sorted(
    path.parent.name.replace("_", "-") for path in (ROOT / "rulesets").glob("*/__init__.py")
)


def parts(game: str) -> list[Any]:
    """The parts of a game that `check` and `apply` do without."""
    ruleset = load(game)
    found = [ruleset.picture, ruleset.odds, ruleset.laboratory.variation]
    return [part for part in found if part is not None]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_gives_what_few_commands_need_as_parts_for_later(game: str) -> None:
    own = f"rulesets.{game.replace('-', '_')}."
    assert [part for part in parts(game) if not isinstance(part, Later)] == []
    assert [part.module for part in parts(game) if not part.module.startswith(own)] == []
    assert all(part.found() is not None for part in parts(game))


@pytest.mark.parametrize("game", GAMES)
def test_no_other_module_of_a_game_imports_its_parts_for_later(game: str) -> None:
    code = f"import sys; from referee.ruleset import load; load({game!r}); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert {part.module for part in parts(game)} & set(done.stdout.split()) == set()
