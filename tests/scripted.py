"""Dice and draws that come out as a test says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.engine.dice import Dice


class ScriptedDice(Dice):
    """Every opening gives what `roll` and `draw` say; a test has its own."""

    def __init__(self) -> None:
        """No secrets: nothing is made from them."""

    def roll(self, count: int, faces: int) -> Sequence[int]:
        """The next dice."""
        raise NotImplementedError

    def draw(self, path: str, k: int, m: int) -> list[int]:
        """Which k of m items are drawn in a scope."""
        raise NotImplementedError

    def public(self, path: str) -> Any:
        """Open a scope for rolls."""
        return _Scope(self, path)

    def sealed(self, path: str) -> Any:
        """Open a scope for draws."""
        return _Scope(self, path)


class _Scope:
    """One opening of scripted dice."""

    def __init__(self, dice: ScriptedDice, path: str) -> None:
        self.dice, self.path, self.opening, self.number = dice, path, 0, 0

    def roll(self, count: int, faces: int) -> list[int]:
        self.number += 1
        return list(self.dice.roll(count, faces))

    def draw(self, k: int, m: int) -> list[int]:
        self.number += 1
        return self.dice.draw(self.path, k, m)
