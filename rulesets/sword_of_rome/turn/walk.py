"""The lines of an action as they are carried out (5.4)."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from referee.engine.action import Action, Problem
from referee.engine.request import Quantity
from referee.engine.walk import Walk
from rulesets.sword_of_rome import hidden
from rulesets.sword_of_rome.position import NEUTRAL

#: 7.4.3 What Desperate Times that fetch an event do not bring with them.
NOT_NOW = Problem("with a fetched event there are no alliances and minor leaders", "7.4.3")


#: what lines without a card are done with: a card or an event above them
RIGHT = "right"


def needs(action: Action[Any]) -> Iterable[str]:
    """On what it depends what is wrong with a line of an action: on the leader, and without a card
    on what gives the right to it."""
    leader, card = action.value.get("leader"), action.value.get("card")
    return [*([leader] if leader else []), *([] if card else [RIGHT])]


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

    def measure(self) -> Mapping[str, int]:
        """The quantities now."""
        now = self.public["now"]
        counted = {name: now[name] for name in self.quantities if name in now}
        vp: int = self.public["vp"][self.seat]
        return {**counted, "vp": vp, "hand": hidden.held(self.public, self.seat)}

    def before(self, word: str) -> None:
        """16.1.2 With the next line, but to place its leaders, the action of a neutral power is
        over."""
        public = self.public
        open_rights = [one for one in public["now"]["rights"] if one["kind"] == NEUTRAL]
        if self.part == 0 and public["now"]["neutral"] and not any(r["left"] for r in open_rights):
            public["now"]["neutral"] = ""

    def acts(self) -> None:
        """A line does something that everybody sees: dice of what follows have names of their
        own."""
        self.acted = True
        self.public["now"]["acts"] += 1
