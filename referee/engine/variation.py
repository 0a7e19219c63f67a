"""Variations: how two games may differ in what one seat may not know, for the blind test.

The test (`referee.lab.twins.twins`) plays both games side by side and compares everything that
another seat gets from them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from referee.engine.request import Data, Request, View
    from referee.engine.table import State
    from referee.engine.words import Answer


class Variation:
    """Two games that are alike to all seats but one, `hidden`; a ruleset overrides what it
    needs."""

    def disturb(self, state: State, hidden: str, chance: random.Random) -> None:
        """Change the second game, before a run, in what only `hidden` knows, or nobody, to anything
        that is possible there as far as the other seats can tell.

        Never change ``state["public"]`` or the part of another seat."""

    def answer(
        self, request: Request, views: tuple[View, View], answer: Answer, chance: random.Random
    ) -> Answer | None:
        """The answer in the second game when the seat of the request gives `answer` in the first:
        one that looks the same to the others, None if there is none.

        The seat is `hidden`, or another one that holds something else in the second game because it
        has drawn from what was changed; never the watcher.
        views: its own in both games.  The pair ends at an answer that is not legal."""
        return answer

    def reordered(
        self, request: Request, view: View, answer: Answer, chance: random.Random
    ) -> Answer:
        """The same answer with its lines, or parts of them, in another order, where order means
        nothing."""
        return answer

    def seen(self, request: Request, view: View, answer: Answer) -> object:
        """What everyone sees of an answer once it is carried out; None if that cannot be said yet.

        The games go on side by side only while this is the same in both: advance orders may turn
        out differently in the second game."""
        return None

    def align(self, state: State, first: State, hidden: str) -> None:
        """Make both games agree on what is about to be shown, so that they can go on side by side.

        Called when a step begins in the second game, with the state that the first had then; it may
        change what `disturb` may."""

    def lead(
        self, state: State, first: State, label: str, picked: Sequence[str]
    ) -> Sequence[str] | None:
        """What the second game draws, sealed, when the first has drawn `picked`; None for its own
        random draw.

        It may change the second state so that this can be drawn, but only in what no seat except
        the hidden one knows.  first: the state of the first game at that draw."""
        return None

    def shown(self, event: Data, hidden: str) -> object:
        """What the rules themselves reveal in an event that the watcher did not know, whether it
        belongs to `hidden`, another seat or nobody; None if nothing.

        event: as the watcher reads it.  The pair ends when the games reveal something different."""
        return None

    def asking(self, request: Data, hidden: str) -> object:
        """What the rules reveal of `hidden` by asking this, before any event tells of it: a shot
        that may be answered before it is rolled; None if nothing.

        request: as everyone sees it.  The pair ends when the games reveal something different."""
        return None
