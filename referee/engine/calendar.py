"""Game turns: their names in orders, which one it is now, and which are over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from referee.engine.view import Data
from referee.kit.made import Made

#: the name for the time after the last game turn
END = "end"


class Calendar(Made):
    """The game turns of a game: orders name them in ``until``."""

    #: names of all game turns of the longest game, in order: ``705/1``, ``705/2``
    turns: Sequence[str]
    #: (public) -> the name of the current game turn; `END` once the game is over
    turn: Callable[[Data], str]
    #: (public) -> the turns of this game, if its scenario or an option leaves some out
    played: Callable[[Data], Sequence[str]] | None = None

    def after(self, public: Data) -> str:
        """The next game turn; advance orders wait until its end unless they say otherwise."""
        left = self.left(public)
        return left[1] if len(left) > 1 else END

    def left(self, public: Data) -> list[str]:
        """The turns still to come, this one first; none once the game is over."""
        turns, now = [*(self.played(public) if self.played else self.turns)], self.turn(public)
        return turns[turns.index(now) :] if now in turns else []

    def reached(self, public: Data, until: str) -> bool:
        """Whether the turn named by an ``until`` is over; capitals and blanks do not matter.

        Raises ValueError, in words for the player, if this game has no such turn."""
        place, end = self.place(until), len(self.turns)
        now = self._places.get(_plain(self.turn(public)), -1)
        return place < now or now == end

    def place(self, until: str) -> int:
        """The number of the turn named by an ``until``, from 0.

        Raises ValueError as `reached` does."""
        try:
            return self._places[_plain(until)]
        except KeyError:
            hint = f"write a turn such as {self.turns[0]} or {self.turns[-1]}, or {END}"
            raise ValueError(hint) from None

    @cached_property
    def _places(self) -> dict[str, int]:
        return {_plain(name): number for number, name in enumerate([*self.turns, END])}


def numbered(
    last: int, key: str = "turn", last_of: Callable[[Data], int] | None = None
) -> Calendar:
    """A calendar with numbered turns, 1 to `last`.

    public[key] is the number of the turn, 0 before the first one; the game is over when it is more
    than `last`, or when there is a result (`referee.engine.rules.recorded`).
    last_of: (public) -> the last turn of this game, if its scenario or an option leaves some out"""

    def turn(public: Data) -> str:
        over = public[key] > last or public.get("result")
        return END if over else str(max(public[key], 1))

    def played(public: Data) -> list[str]:
        return turns[: last_of(public) if last_of else last]

    turns = [str(number) for number in range(1, last + 1)]
    return Calendar(turns, turn, played)


def _plain(text: str) -> str:
    return "".join(text.lower().split()).replace("-", "/")
