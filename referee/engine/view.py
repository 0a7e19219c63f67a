"""What a seat may know, and the numbers that conditions can compare."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from referee.engine.words import Answer

Data = dict[str, Any]


#: someone who reads along: a seat of no game, whose View has an empty own part
GUEST = "guest"


class View(NamedTuple):
    """What one seat may know: the public part of the State and the seat's own part.

    Requests, reports and pictures are made from this and nothing else.  It is plain data, and
    nobody who reads it changes it.
    """

    seat: str
    public: Data
    own: Data

    @property
    def open(self) -> View:
        """The public part alone."""
        return self._replace(own={})


class Quantity(NamedTuple):
    """A number that conditions can compare: what it counts, how it is counted for a request (unless
    a ``measure`` counts several together), and whether only the seat knows it."""

    meaning: str
    of: Callable[[Any, View], int] | None = None
    private: bool = False


def measured(quantities: Mapping[str, Quantity], request: Question, view: View) -> dict[str, int]:
    """All quantities that say how they are counted, as the seat knows them now."""
    return {name: one.of(request, view) for name, one in quantities.items() if one.of}


class Question(Protocol):
    """What tables and walks need of a request (`referee.engine.request`)."""

    seat: str
    args: Data

    @property
    def kind(self) -> str:
        """Its kind."""

    @property
    def rule(self) -> str:
        """The paragraph that asks it."""

    @property
    def by_word(self) -> Mapping[str, Any]:
        """The classes of its order lines, by word."""

    def data(self) -> Data:
        """Its plain form."""

    def forced(self, public: Data) -> Answer | None:
        """The one legal answer, if public knowledge alone shows that there is no other."""
