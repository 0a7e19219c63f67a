"""The order word that stops: its player sees what has come of the lines before, and orders the
rest then."""

from __future__ import annotations

from referee.engine.action import Action
from referee.engine.walk import Walk
from referee.engine.words import Nothing


class Looking(Action[Walk]):
    """Stop here.  A game says in the docstring of its own class what that means."""

    word, takes = "look", Nothing(stops=True)

    async def does(self) -> None:
        """Stop: the player is asked again."""
        self.walk.stop()
