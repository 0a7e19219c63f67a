"""Requests: what a seat is asked, and which answers are legal, judged from its own View alone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from referee.engine.fault import WARNING, Fault

if TYPE_CHECKING:
    import random

    from referee.engine.words import Answer, Word

Data = dict[str, Any]


#: who reads along: no seat of any game, with a View whose own part is empty
GUEST = "guest"


class View(NamedTuple):
    """What one seat may know: the public part of the State and the seat's own part.

    Requests, reports and pictures are made from this and nothing else.  It is plain data and is
    never changed by whoever reads it.
    """

    seat: str
    public: Data
    own: Data

    @property
    def open(self) -> View:
        """What everybody knows of it."""
        return self._replace(own={})


class Quantity(NamedTuple):
    """A number that standing rules may compare: what it counts, and whether only the seat knows
    it."""

    meaning: str
    private: bool = False


class Judgement:
    """What a request says of an answer: it is good if ``faults`` is empty.

    faults: refusals, with paths that begin at the answer (``(2, "blocks", 0)``).
    warnings: legal slips, same form.
    """

    def __init__(self, faults: Iterable[Fault] = (), warnings: Iterable[Fault] = ()) -> None:
        self.faults, self.warnings = list(faults), list(warnings)

    def __eq__(self, other: object) -> bool:
        """Whether both say the same."""
        if not isinstance(other, Judgement):
            return NotImplemented
        return (self.faults, self.warnings) == (other.faults, other.warnings)

    def add(self, fault: Fault) -> None:
        """Sort one fault into faults or warnings."""
        (self.warnings if fault.answer == WARNING else self.faults).append(fault)


class Request(ABC):
    """Something asked of one seat.

    A request is made by a step from the public part of the State; ``args`` is plain public data,
    so the request can be written into a report and read back from it.
    """

    kind: ClassVar[str]
    #: paragraph of the rulebook that asks this
    rule: ClassVar[str]
    #: the order lines it takes, by word
    words: ClassVar[Mapping[str, Word]]

    #: whether each line depends on all lines above it, so that nothing can be said of those below
    #: one that could not be read
    chained: ClassVar[bool] = False
    #: whether it is a turn of the seat's own, which a rule without an end would go on playing
    whole_turn: ClassVar[bool] = False
    #: numbers that conditions before lines of one's own orders may compare, public results of the
    #: run; none: no conditions.  The step walks the lines and measures them.
    conditions: ClassVar[Mapping[str, Quantity]] = {}

    # What standing rules may say (referee-standing(5)); a request without policies takes no
    # standing orders.
    #: keys that choose among requests of this kind (``at: Genua``)
    selectors: ClassVar[Mapping[str, Word]] = {}
    #: numbers that conditions may compare
    quantities: ClassVar[Mapping[str, Quantity]] = {}
    #: words of ``then``
    policies: ClassVar[Mapping[str, Word]] = {}

    def __init__(self, seat: str, **args: Any) -> None:
        self.seat = seat
        self.args: Data = args

    def data(self) -> Data:
        """Plain form, for journals and reports; `Ruleset.request` reads it back."""
        return {"kind": self.kind, "seat": self.seat, "args": self.args}

    @abstractmethod
    def title(self, reader: str = "") -> str:
        """One line: what is asked, in words that everybody may read.

        reader: the seat whose names are used; "" for names that mean the same to all."""

    @abstractmethod
    def judge(self, view: View, answer: Answer) -> Judgement:
        """Whether the answer (whole, in order) is legal for the seat that has this View."""

    @abstractmethod
    def sample(self, view: View, chance: random.Random) -> Answer:
        """Some legal answer, picked by `chance`; every legal kind of answer can come out."""

    @abstractmethod
    def template(self, view: View) -> list[str]:
        """Lines of the ``orders:`` list to start from, with comments; legal as they stand if
        that is possible."""

    def later(self, view: View) -> list[str]:
        """What the seat will probably be asked next, as a few lines of a ``next:`` list to start
        from, each on one line: ``- {on: ..., orders: [...]}``."""
        return []

    @abstractmethod
    def default(self, view: View) -> Answer:
        """The answer of a seat that has said nothing that fits: always legal, the same for the
        same View, and what the rulebook says where it says something."""

    def open_words(self) -> list[str]:
        """The words that lines can have here, for a hint; all that requests of this kind take."""
        return list(self.words)

    def at_hand(self, view: View, key: str, beside: Mapping[str, Any]) -> list[str]:
        """Ids that could stand for a key of an order line (or for its word), for a hint to whoever
        left it empty; beside: what was read of the same map."""
        return []

    def selected(self, view: View, key: str, value: object) -> bool:
        """Whether a selector of a standing rule fits this request, by what everybody knows."""
        return bool(self.args.get(key) == value)

    def measure(self, view: View) -> Mapping[str, int]:
        """The quantities as the seat knows them now."""
        return {}

    def follow(self, view: View, then: Answer) -> Answer | None:
        """The answer that a standing order's ``then`` (lines of `policies`) comes to; None if it
        comes to
        none now.  It is judged like any other."""
        return None

    def forced(self, public: Data) -> Answer | None:
        """The one legal answer, if public knowledge alone shows that there is no other."""
        return None
