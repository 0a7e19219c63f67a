"""Actions: one class for each word of an order line.

The same object judges the line and carries it out, on the table or in rehearsal on a copy of what
the seat sees, so that a check and what then happens cannot differ but by chance.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from referee.engine.table import Table
    from referee.engine.view import Data
    from referee.engine.words import Word

#: How a problem weighs: the line is refused; refused also where it may not be reached, for it is
#: wrong in any position; refused, but behind chance only a warning; legal, but it does nothing;
#: legal and carried out, but perhaps a slip.
WRONG, ALWAYS, UNSURE, IDLE, SLIP = "fault", "always", "unsure", "idle", "slip"
#: Nothing is said of the line, but it is not tried: it speaks of what a refused line spoke of.
DOUBT = "doubt"


class Problem(NamedTuple):
    """What is wrong with a line: reason, paragraph, hint, how it weighs, and where: a path below
    the line (``("blocks", 0)``); answer: the kind of refusal, if not the usual one."""

    reason: str
    rule: str
    hint: str = ""
    weight: str = WRONG
    path: tuple[str | int, ...] = ()
    answer: str = ""

    def at(self, *path: str | int) -> Problem:
        """The same, of a part of the line."""
        return self._replace(path=path)


#: For a line that is not tried, though there is nothing to say of it.
DOUBTED = Problem("", "", weight=DOUBT)


class Position(Protocol):
    """What a line is judged on: the walk that it is part of (`referee.engine.walk`)."""

    table: Table
    seat: str
    public: Data
    own: Data


W = TypeVar("W", bound=Position)


class Action(ABC, Generic[W]):
    """One order line: its word's value, read, and the walk that it is part of.

    word, takes: how the line is written.  The docstring of a class says in its first paragraph,
    behind that of the rulebook, what such a line does: players read it in the help, and with it
    the example, a whole line, which is made from the grammar if none is given."""

    word: ClassVar[str]
    takes: ClassVar[Word]
    example: ClassVar[str] = ""

    #: the table, for verbs
    table: Table
    #: whose line it is
    seat: str
    #: the public part of the position, as the lines above have left it
    public: Data
    #: the seat's own part of it
    own: Data

    def __init__(self, walk: W, value: Any) -> None:
        self.walk, self.value = walk, value
        self.table, self.seat = walk.table, walk.seat
        self.public, self.own = walk.public, walk.own

    def problems(self) -> Iterable[Problem]:
        """All that is wrong with the line in this position, by what its seat sees."""
        obstacle = self.obstacle()
        return [obstacle] if obstacle else ()

    def obstacle(self) -> Problem | None:
        """The first thing that is wrong, where more is not told of a line."""
        return None

    def names(self) -> Iterable[str]:
        """What else is in doubt when this line is refused: ids of which later lines may speak
        without being refused for the same cause."""
        return ()

    @abstractmethod
    async def does(self) -> None:
        """Carry the line out.

        In rehearsal (``self.walk.rehearsing``) nobody can be asked and nothing rolled: what chance
        or others decide is taken to come out well, and ``self.walk.unsure`` is set."""
