"""Questions and choices of one thing out of a few, with the names of this game."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

from referee.engine.choosing import OneOf
from referee.engine.request import Request, View
from referee.engine.words import Choice, Many, Name, Number, Value
from referee.kit.phrases import filled
from rulesets.sword_of_rome import board

YES, NO = "yes", "no"
YES_NO = Choice((YES, NO))
#: Spaces, one at least: those of a way, or of support points one for each.
SOME_SPACES = Many(Name("space"))
#: By what standing orders tell questions of a kind apart.
Selectors: TypeAlias = Mapping[str, Value]
#: What can stand for a key, of a selector or in a line.
_KEYS: Mapping[str, Value] = {
    "turn": Number(1, 99),
    **dict.fromkeys(("power", "mover", "against", "beaten"), Name("power")),
    **dict.fromkeys(("at", "space", "to", "from", "sea"), Name("space")),
    **dict.fromkeys(("leader", "commander"), Name("leader")),
    "with": Many(Name("leader"), least=0),
    "leaders": Many(Name("leader")),
    "cu": Number(1, 10),
    "inside": Number(0, 3),
    "card": Name("card"),
    "discard": Many(Name("card")),
    "before": Name("player"),
}


def keys(*names: str, **others: Value) -> dict[str, Value]:
    """What can stand for these keys, and for others."""
    return {**{name: _KEYS[name] for name in names}, **others}


#: Selectors: the turn; which power; which power, and where.
TURN, POWER, POWER_AT = keys("turn"), keys("power"), keys("power", "at")


_VERB = re.compile(r"(\w+)/(\w+)")
#: Who can be the subject of a verb.
_SUBJECTS = ("seat", "who", "power", "own")


def agreed(phrase: str, words: Mapping[str, Any]) -> str:
    """A phrase with its verb, ``loses/lose``, as its subject wants it; words: what it is filled
    with."""
    subject = next((key for key in _SUBJECTS if f"{{{key}}} " in phrase), "")
    plural = words.get(subject, "") not in (board.ROME, board.CARTHAGE)
    return _VERB.sub(lambda found: found[1 + plural], phrase)


class Asked(Request):
    """A question that names spaces, powers, leaders, players or cards."""

    names = board.NAMES

    def title(self, reader: str = "") -> str:
        """Its verb agrees."""
        return filled(agreed(self.worded(), self.args), self.args, self.names)

    def worded(self) -> str:
        """The question before it is filled in."""
        return self.question


class Named(Asked, OneOf):
    """A choice of one of them; either: what can be chosen, the default first, where it is always
    the same."""

    either: ClassVar[Sequence[str]] = ()

    def options(self, view: View) -> Sequence[str]:
        """The default first."""
        return self.either
