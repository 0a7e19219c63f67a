"""What the toys that are played in turns share."""

from __future__ import annotations

from referee.engine.request import Data
from referee.engine.rules import Ruleset
from referee.engine.words import Vocabulary


class TurnByTurn(Ruleset):
    """A game without names, that says which turn it is and tells an event by its data."""

    #: how many turns there are
    last: int

    def names(self, seat: str) -> Vocabulary:
        return {}

    def headline(self, public: Data) -> str:
        return f"turn {public['turn']}"

    def turns(self, public: Data) -> list[str]:
        return [str(number + 1) for number in range(self.last)]

    def turn(self, public: Data) -> str:
        return str(min(public["turn"], self.last))

    def describe(self, event: Data, seat: str) -> list[str]:
        return [" ".join(f"{key} {value}" for key, value in sorted(event.items()))]
