"""The lines of an action as they are carried out (5.4)."""

from collections.abc import Container, Iterable, Mapping
from functools import cached_property
from typing import Any, ClassVar

from referee.engine.action import SLIP, UNSURE, WRONG, Action, Problem
from referee.engine.request import Quantity
from referee.engine.walk import Walk
from rulesets.sword_of_rome import hidden
from rulesets.sword_of_rome.board import LEADERS
from rulesets.sword_of_rome.cards import playing
from rulesets.sword_of_rome.cards.playing import Permit
from rulesets.sword_of_rome.position import NEUTRAL, ZONES

#: 7.4.3 What Desperate Times that fetch an event do not bring with them.
NOT_NOW = Problem("with a fetched event there are no alliances and minor leaders", "7.4.3")


#: what lines without a card are done with: a card or an event above them
RIGHT = "right"
#: the words of such lines
_BARE = ("march", "siege", "colony", "sortie", playing.SUPPORT, playing.REINFORCE)


def _bare(line: Mapping[str, Any]) -> bool:
    """Whether a line does something without a card of its own."""
    return any(word in line and "card" not in line[word] for word in _BARE)


#: Maps and lists that hold nothing but strings and numbers; and CU, whose maps are replaced.
_FLAT = {
    *ZONES,
    *("markers", "loyalty", "sieges", "militia", "leaders", "commanders"),
    *("tribes", "closed", "flags", "alliances", "seats", "out"),
}


class Acting(Walk):
    """The lines of an action; one is a step of its own, and of a march each leg."""

    quantities: ClassVar[Mapping[str, Quantity]] = {
        "won": Quantity("battles that your forces have won in this action"),
        "lost": Quantity("battles that they have lost in this action"),
        "taken": Quantity("cities and tribes that they have taken in this action"),
        "accepted": Quantity("alliances that were accepted in this action"),
        "vp": Quantity("your VP"),
        "hand": Quantity("cards in your hand"),
    }

    linked: ClassVar[bool] = True
    replaced: ClassVar[Container[str]] = _FLAT

    def trouble(self, problem: Problem) -> None:
        """Whatever is wrong with a line may be otherwise behind dice and what others do, but for
        what is `playing.SURE`."""
        unsure = (WRONG, playing.SURE) if RIGHT in self.doubts else (WRONG,)
        super().trouble(problem._replace(weight=UNSURE) if problem.weight in unsure else problem)

    def measure(self) -> Mapping[str, int]:
        """The quantities now."""
        now = self.public["now"]
        counted = {name: now[name] for name in self.quantities if name in now}
        vp: int = self.public["vp"][self.seat]
        return {**counted, "vp": vp, "hand": hidden.held(self.public, self.seat)}

    def before(self, word: str) -> None:
        """16.1.2 A power without a player is an ally while a line acts for it, and not before
        or after."""
        now = self.public["now"]
        if self.part == 0 and any(one["kind"] == NEUTRAL for one in now["rights"]):
            now["neutral"] = self._neutral(word)

    def _neutral(self, word: str) -> str:
        """The power without a player for which the next line acts: that of its leader, or for
        points and CU without a card the last one that still can; "" for none."""
        able = playing.neutrals(self.public)
        value: Any = self.lines[self.number][word]
        told: Mapping[str, Any] = value if isinstance(value, dict) else {}
        if leader := told.get("leader"):
            able = [power for power in able if power == LEADERS[leader]["power"]]
        elif word not in (playing.SUPPORT, playing.REINFORCE):
            return ""
        return able[-1] if able and "card" not in told else ""

    def slips(self) -> Iterable[Problem]:
        """7.1 What a card lets him do further, if no line is for it."""
        unused = playing.by_right(self.public) and not any(map(_bare, self.lines))
        if self.lines and unused and not self.stopped:
            hint = "add a line without 'card', as a march"
            yield Problem("no line uses what the card lets you do", "7.1", hint, SLIP)

    def acts(self) -> None:
        """A line does something that everybody sees: dice of what follows have names of their
        own."""
        self.acted = True
        self.public["now"]["acts"] += 1


class Permitted(Action[Acting]):
    """A line for which a card is played, or without one a right used."""

    def permitted(self) -> Permit | Problem:
        """What it is done with, or why it cannot be."""
        raise NotImplementedError

    @cached_property
    def permit(self) -> Permit | Problem:
        """The same, as it is at first."""
        return self.permitted()

    @property
    def given(self) -> Permit:
        """What it is done with, if it can be."""
        assert isinstance(self.permit, Permit)
        return self.permit

    def problems(self) -> Iterable[Problem]:
        """The card or the right; then the rest."""
        return [self.permit] if isinstance(self.permit, Problem) else self.wrong(self.permit)

    def wrong(self, given: Permit) -> Iterable[Problem]:
        """What is wrong with the line, though it may be played."""
        raise NotImplementedError

    def depends(self) -> Iterable[str]:
        """The leader, and without a card what gives the right to it."""
        leader, card = self.value.get("leader"), self.value.get("card")
        return [*([leader] if leader else []), *([] if card else [RIGHT])]
