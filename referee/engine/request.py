"""Requests: what a seat is asked, the grammar of its answer, and which answers are legal.

Everything that helps to answer (standing orders, templates, random play) is in
`referee.engine.beside`.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from referee.engine.judgement import Judgement as Judgement
from referee.engine.view import GUEST as GUEST
from referee.engine.view import Data as Data
from referee.engine.view import Quantity as Quantity
from referee.engine.view import View as View
from referee.engine.view import measured as measured
from referee.kit.phrases import filled

if TYPE_CHECKING:
    from referee.engine.action import Action
    from referee.engine.walk import Walk
    from referee.engine.words import Answer, Word
    from referee.fault import Fault


class Request(ABC):
    """Something asked of one seat.

    A step makes a request from the public part of the State.  ``args`` is plain public data, so the
    request can be written into a report and read back.
    """

    kind: ClassVar[str]
    #: the rulebook paragraph that asks this
    rule: ClassVar[str]
    #: the question in words that everyone may read, with values of the args in {}
    question: ClassVar[str] = ""
    #: whether it may be asked at any time, and means something without args
    anytime: ClassVar[bool] = False
    #: names to print, for values of the args
    names: ClassVar[Mapping[str, str]] = {}
    #: the order lines it takes, and the walk that carries them out
    actions: ClassVar[Sequence[type[Action[Any]]]]
    walk: ClassVar[type[Walk]]
    #: keys by which advance orders and standing orders pick requests of this kind (``at: Genua``);
    #: with a type Many, any one of a list (``unit: [archers 1, archers 2]``)
    selectors: ClassVar[Mapping[str, Word]] = {}

    #: the actions and the grammar of the lines, by word; and the numbers that conditions before
    #: them can compare
    by_word: ClassVar[Mapping[str, type[Action[Any]]]]
    words: ClassVar[Mapping[str, Word]]
    conditions: ClassVar[Mapping[str, Quantity]]
    #: as the walk has it
    one_line: ClassVar[bool]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "actions" in vars(cls):
            cls.by_word = {action.word: action for action in cls.actions}
            cls.words = {action.word: action.takes for action in cls.actions}
        if "walk" in vars(cls):
            cls.conditions, cls.one_line = cls.walk.quantities, cls.walk.one_line

    def __init__(self, seat: str, **args: Any) -> None:
        self.seat = seat
        self.args: Data = args

    def data(self) -> Data:
        """Plain form, for journals and reports; `Ruleset.request` reads it back."""
        return {"kind": self.kind, "seat": self.seat, "args": self.args}

    def title(self, reader: str = "") -> str:
        """The question in one line, filled in like a phrase (`referee.kit.phrases`); override it if
        the wording depends on more than the args.

        reader: the seat whose names are used; "" for names that mean the same to everyone."""
        return filled(self.question, self.args, self.names)

    def judge(self, view: View, answer: Answer) -> Judgement:
        """Whether the answer (complete, in order) is legal for the seat with this View: it is
        carried out on a copy of what the seat sees."""
        return self.walk.on_copy(self, view).rehearse(answer)

    def refused(self, view: View, answer: Answer) -> list[Fault]:
        """The faults alone of that judgement, for those who read no warnings."""
        return self.walk.on_copy(self, view).refused(answer)

    def selected(self, view: View, key: str, value: object) -> bool:
        """Whether a selector matches this request, by public information: its arguments, or the
        public part of the position under that key.  A list matches if one of its items does."""
        known = self.args.get(key, view.public.get(key))
        return known in value if isinstance(value, list) else bool(known == value)

    @classmethod
    def supposed(cls, view: View) -> tuple[Request, View] | None:
        """A request of this kind as it could come later to that seat, and the position of the
        newest report as it would be at that moment; None if nothing can be said of it before.
        By it `check` looks at advance orders.  If not overridden, what is `anytime`, as it would be
        now."""
        able = cls.anytime and not view.public.get("result")
        return (cls(view.seat), view) if able else None

    @classmethod
    def suppositions(cls, view: View, soonest: bool) -> list[tuple[Request, View]]:
        """What `supposed` says; or all that may be asked, if that is not known yet.  `check` warns
        of what none of them allows.

        soonest: whether the one that comes first is meant, not a later one."""
        found = cls.supposed(view)
        return [found] if found else []

    @classmethod
    def outlook(
        cls,
        view: View,
        select: Data,
        lines: Answer,
        before: Sequence[tuple[Request, Answer]],
    ) -> Iterable[Fault]:
        """Warnings of an advance order for a request of this kind of which `supposed` says nothing:
        what no position allows, and what is possible only in another one than today's.

        select: its selectors; before: what is asked now, with the answers of the same file."""
        return ()

    def once_answered(self, view: View, answer: Answer) -> View:
        """The position for `suppositions` when this is answered so in the same file; by default
        nothing changes."""
        return view

    def forced(self, public: Data) -> Answer | None:
        """The one legal answer, if public information alone shows that there is no other."""
        return None
