"""What only its owner knows, for the blind test: orders that are not carried out yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.engine.request import Data, Request, View
from referee.engine.table import State
from referee.engine.variation import Variation
from referee.engine.walk import REST
from referee.engine.words import Answer, word_of

if TYPE_CHECKING:
    import random


class Sealed(Variation):
    """Hidden is the rest of a side's orders."""

    def disturb(self, state: State, hidden: str, chance: random.Random) -> None:
        """Some of the last lines are gone."""
        rest = state["seats"][hidden].get(REST)
        if rest and len(rest["lines"]) > 1:
            rest["lines"] = rest["lines"][: chance.randint(1, len(rest["lines"]) - 1)]

    def answer(
        self, request: Request, views: tuple[View, View], answer: Answer, chance: random.Random
    ) -> Answer | None:
        """Orders with another end, which shows when it is come to."""
        if request.kind == "turn" and len(answer) > 1 and chance.random() < 0.7:
            answer = self._shorter(answer, chance)
        return None if request.judge(views[1], answer).faults else answer

    def _shorter(self, answer: Answer, chance: random.Random) -> Answer:
        """Some lines fewer, of which the last one goes less far."""
        *kept, last = answer[: chance.randint(1, len(answer))]
        move: Any = last.get("move")
        if word_of(last) != "move" or len(move["path"]) == 1:
            return [*kept, last]
        path = move["path"][: chance.randrange(1, len(move["path"]))]
        return [*kept, {**last, "move": {**move, "path": path}}]

    def shown(self, event: Data, hidden: str) -> object:
        """What a side does, or does no more, tells what it had ordered."""
        return dict(event) if event["kind"] in _DEEDS else None


_DEEDS = (
    *("activates", "moves", "attack", "harasses", "arrives", "restacked", "fire", "turn"),
    *("no fight", "shock"),
)
