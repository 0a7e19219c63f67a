"""Dice that fall as a test says: for rule cases, which give a position and its dice."""

from __future__ import annotations

from collections.abc import Sequence

from referee.proof.dice import Dice, Scope


class OutOfDice(Exception):
    """The rules roll or draw something that the script does not have."""


class ScriptedDice(Dice):
    """Dice for `Game.run`.

    values: what the dice show, in the order of the rolls, whatever the scope; draws: the numbers
    of the items drawn, one list for each draw.  Draws that are not scripted take the first items.
    What is left in either at the end was never rolled or drawn."""

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
        """The numbers of the next k items drawn from m, in the scope `path`.

        Raises OutOfDice if the script does not fit."""
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
    """One opening of a scope with scripted dice."""

    def __init__(self, dice: ScriptedDice, path: str) -> None:
        self.path, self.opening, self.number = path, 0, 0
        self._script = dice

    def roll(self, count: int, faces: int) -> list[int]:
        self.number += 1
        return self._script.rolled(count, faces)

    def draw(self, k: int, m: int) -> list[int]:
        self.number += 1
        return self._script.drawn(self.path, k, m)
