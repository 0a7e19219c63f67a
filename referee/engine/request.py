"""Requests: what a seat is asked, the grammar of its answer, and which answers are legal.

What helps to answer (standing orders, templates, random play) stands beside them
(`referee.engine.beside`).
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from referee.engine.view import GUEST as GUEST
from referee.engine.view import Data as Data
from referee.engine.view import Judgement as Judgement
from referee.engine.view import Quantity as Quantity
from referee.engine.view import View as View
from referee.engine.view import measured as measured

if TYPE_CHECKING:
    from referee.engine.action import Action
    from referee.engine.walk import Walk
    from referee.engine.words import Answer, Word
    from referee.fault import Fault


class Request(ABC):
    """Something asked of one seat.

    A request is made by a step from the public part of the State; ``args`` is plain public data,
    so the request can be written into a report and read back from it.
    """

    kind: ClassVar[str]
    #: paragraph of the rulebook that asks this
    rule: ClassVar[str]
    #: what is asked in words that everybody may read, with values of the args in {}
    question: ClassVar[str] = ""
    #: the order lines it takes, and what carries them out one after the other
    actions: ClassVar[Sequence[type[Action[Any]]]]
    walk: ClassVar[type[Walk]]
    #: keys that choose among requests of this kind (``at: Genua``) for answers sent in advance;
    #: with a type Many one of several (``unit: [archers 1, archers 2]``)
    selectors: ClassVar[Mapping[str, Word]] = {}
    #: whether there can be no second line: hints then do not propose one
    one_line: ClassVar[bool] = False

    #: the actions and the grammar of the lines, by word; and the numbers that conditions before
    #: them may compare
    by_word: ClassVar[Mapping[str, type[Action[Any]]]]
    words: ClassVar[Mapping[str, Word]]
    conditions: ClassVar[Mapping[str, Quantity]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "actions" in vars(cls):
            cls.by_word = {action.word: action for action in cls.actions}
            cls.words = {action.word: action.takes for action in cls.actions}
        if "walk" in vars(cls):
            cls.conditions = cls.walk.quantities

    def __init__(self, seat: str, **args: Any) -> None:
        self.seat = seat
        self.args: Data = args

    def data(self) -> Data:
        """Plain form, for journals and reports; `Ruleset.request` reads it back."""
        return {"kind": self.kind, "seat": self.seat, "args": self.args}

    def title(self, reader: str = "") -> str:
        """One line: the question; what a game says of it where that has to be worded.

        reader: the seat whose names are used; "" for names that mean the same to all."""
        return self.question.format(**self.args)

    def judge(self, view: View, answer: Answer) -> Judgement:
        """Whether the answer (whole, in order) is legal for the seat that has this View: it is
        carried out on a copy of what the seat sees."""
        return self.walk.on_copy(self, view).rehearse(answer)

    def refused(self, view: View, answer: Answer) -> list[Fault]:
        """The faults alone of that judgement, for those who read no warnings."""
        return self.walk.on_copy(self, view).refused(answer)

    def selected(self, view: View, key: str, value: object) -> bool:
        """Whether a selector fits this request, by what everybody knows: its arguments, and what
        the public part of the position has under that key.  A list fits if one of it does."""
        known = self.args.get(key, view.public.get(key))
        return known in value if isinstance(value, list) else bool(known == value)

    def forced(self, public: Data) -> Answer | None:
        """The one legal answer, if public knowledge alone shows that there is no other."""
        return None
