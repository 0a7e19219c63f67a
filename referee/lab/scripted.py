"""Dice that fall as a test says: for rule cases, where a position and its dice are given."""

from __future__ import annotations

from collections.abc import Sequence

from referee.proof.dice import Dice, Scope


class OutOfDice(Exception):
    """The rules roll or draw something that the test does not have."""


class ScriptedDice(Dice):
    """Dice for `Game.run`.

    values: what dice show, in the order in which they are rolled, whatever the scope; draws: the
    numbers of the items drawn, one list for each draw.  Draws that are not told take the first
    items.  What is left in both at the end was not rolled or drawn."""

    def __init__(self, values: Sequence[int] = (), draws: Sequence[Sequence[int]] = ()) -> None:
        self.values = list(values)
        self.draws = [list(picked) for picked in draws]

    def rolled(self, count: int, faces: int) -> list[int]:
        """What the next dice show; raises OutOfDice."""
        values = self.values[:count]
        if len(values) < count or any(not 1 <= value <= faces for value in values):
            raise OutOfDice(f"the rules roll {count} dice of {faces} faces, there are {values}")
        del self.values[:count]
        return values

    def drawn(self, path: str, k: int, m: int) -> list[int]:
        """The numbers of the next k items drawn among m, in the scope `path`.

        Raises OutOfDice if the script has other numbers there."""
        picked = self.draws.pop(0) if self.draws else list(range(k))
        if len(picked) != k or any(not 0 <= number < m for number in picked):
            raise OutOfDice(f"the rules draw {k} items of {m}, there are {picked}")
        return picked

    def public(self, path: str) -> Scope:
        """Open a scope for rolls."""
        return _Scripted(self, path)

    def sealed(self, path: str) -> Scope:
        """Open a scope for draws."""
        return _Scripted(self, path)


class _Scripted(Scope):
    """One opening of scripted dice."""

    def __init__(self, dice: ScriptedDice, path: str) -> None:
        self.path, self.opening, self.number = path, 0, 0
        self._script = dice

    def roll(self, count: int, faces: int) -> list[int]:
        self.number += 1
        return self._script.rolled(count, faces)

    def draw(self, k: int, m: int) -> list[int]:
        self.number += 1
        return self._script.drawn(self.path, k, m)
