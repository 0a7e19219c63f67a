"""Variations: how two games may differ in what one seat may not know, for the blind test.

The test (`referee.lab.twins.twins`) plays both games side by side and compares all that another
seat gets of them.
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
    """Two games, alike for everybody but one seat, `hidden`; a ruleset overrides what it needs."""

    def disturb(self, state: State, hidden: str, chance: random.Random) -> None:
        """Change in the second game, before a run, what only `hidden` knows, or nobody: to
        anything that is possible there as far as the other seats can tell.

        Never ``state["public"]``, nor the part of another seat."""

    def answer(
        self, request: Request, views: tuple[View, View], answer: Answer, chance: random.Random
    ) -> Answer | None:
        """What the seat of the request answers in the second game where it gives `answer` in the
        first: something that looks the same to the others, None if there is nothing.

        The seat is `hidden`, or another one that holds something else in the second game, as
        it has drawn from what was changed; not the one that watches.
        views: its own in both games.  The pair ends at an answer that is not legal."""
        return answer

    def reordered(
        self, request: Request, view: View, answer: Answer, chance: random.Random
    ) -> Answer:
        """The same answer with its lines, or what stands in them, in another order, as far as that
        order means nothing."""
        return answer

    def seen(self, request: Request, view: View, answer: Answer) -> object:
        """What everybody sees of an answer once it is carried out; None if there is nothing to say
        of it before.

        The games go on side by side only as long as it is the same in both: an advance
        answer may come to something else in the second game."""
        return None

    def align(self, state: State, first: State, hidden: str) -> None:
        """Bring together what is about to be shown, so that the games can go on side by side.

        It is called when a step begins in the second game, with the state that the first one had
        then, and may change what `disturb` may."""

    def lead(
        self, state: State, first: State, label: str, picked: Sequence[str]
    ) -> Sequence[str] | None:
        """What the second game draws, sealed, where the first one has drawn `picked`; None for
        its own lot.

        It may change the second state so that this can be drawn: nothing that a seat but the
        hidden one knows.  first: the state of the first game at that draw."""
        return None

    def shown(self, event: Data, hidden: str) -> object:
        """What the rules themselves show in an event of what the watching seat did not know, be it
        that of `hidden`, of another seat or of nobody; None if nothing.

        event: as the watching seat reads it.  The pair ends when the games show something else."""
        return None
