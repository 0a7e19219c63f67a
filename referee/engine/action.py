"""Actions: one class for each word of an order line.

The same object judges a line and carries it out, on the table or in a rehearsal on a copy of what
the seat sees.  So what `check` says and what happens later can only differ by chance.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from referee.engine.table import Table
    from referee.engine.view import Data
    from referee.engine.words import Word

#: What a problem means: the line is refused; refused even if it may not be reached, because it is
#: wrong in any position; refused, but only a warning after a chance event; legal, but without
#: effect; legal and carried out, but perhaps a slip.
WRONG, ALWAYS, UNSURE, IDLE, SLIP = "fault", "always", "unsure", "idle", "slip"
#: not a fault of this line, but it is not tried: it depends on what a refused line named
DOUBT = "doubt"


class Problem(NamedTuple):
    """What is wrong with a line: reason, paragraph, hint, what it means, and where: a path below
    the line (``("blocks", 0)``); answer: the kind of refusal, if not the usual one."""

    reason: str
    rule: str
    hint: str = ""
    weight: str = WRONG
    path: tuple[str | int, ...] = ()
    answer: str = ""

    def at(self, *path: str | int) -> Problem:
        """The same problem, with a part of the line."""
        return self._replace(path=path)


#: for a line that is not tried and has no fault of its own
DOUBTED = Problem("", "", weight=DOUBT)


class Position(Protocol):
    """What a line is judged on: the walk that it belongs to (`referee.engine.walk`)."""

    table: Table
    seat: str
    public: Data
    own: Data


W = TypeVar("W", bound=Position)


def of_each(
    values: Sequence[Any], trouble: Callable[[Any, Sequence[Any]], Problem | None], *path: str | int
) -> Iterator[Problem]:
    """What is wrong with the items of a list, each problem at its item.

    trouble: gets an item and those before it; path: of the list."""
    for place, one in enumerate(values):
        if problem := trouble(one, values[:place]):
            yield problem.at(*path, place)


def repeats(
    values: Sequence[str], names: Mapping[str, str], rule: str, *path: str | int
) -> Iterator[Problem]:
    """The ids that a list names again, each problem at its item.

    names: id -> how a reason names it; path: of the list."""

    def trouble(one: str, before: Sequence[str]) -> Problem | None:
        again = Problem(f"{names.get(one, one)} is named twice", rule, "delete one of them", ALWAYS)
        return again if one in before else None

    return of_each(values, trouble, *path)


def ids_in(value: object) -> Iterator[str]:
    """Every id and word in the value of a line: in a list, in a map, or alone."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for one in value.values() if isinstance(value, dict) else value:
            yield from ids_in(one)


class Action(ABC, Generic[W]):
    """One order line: the value of its word, parsed, and the walk that it belongs to.

    word, takes: how you write the line.  The docstring of a class says in its first paragraph,
    after the paragraph of the rulebook, what such a line does.  Players read it in the help, with
    the
    example: a complete line, made from the grammar if the class has none."""

    word: ClassVar[str]
    takes: ClassVar[Word]
    example: ClassVar[str] = ""

    #: the table, for verbs
    table: Table
    #: whose line it is
    seat: str
    #: the public part of the position, as the lines above left it
    public: Data
    #: the seat's own part of it
    own: Data

    def __init__(self, walk: W, value: Any) -> None:
        self.walk, self.value = walk, value
        self.table, self.seat = walk.table, walk.seat
        self.public, self.own = walk.public, walk.own

    def problems(self) -> Iterable[Problem]:
        """Everything that is wrong with the line in this position, as far as its seat can see."""
        obstacle = self.obstacle()
        return [obstacle] if obstacle else ()

    def obstacle(self) -> Problem | None:
        """The first thing that is wrong, if a line reports only one problem."""
        return None

    def never(self) -> Iterable[Problem]:
        """Everything that is wrong with the line in any position: all that is said of it where it
        is not reached, and first of advance orders."""
        return [problem for problem in self.problems() if problem.weight == ALWAYS]

    def names(self) -> Iterable[str]:
        """Ids that are in doubt if this line is refused: later lines that name them are not refused
        for the same cause."""
        return ()

    def depends(self) -> Iterable[str]:
        """Ids and other words, ``gold``, on which it depends what is wrong with this line, if its
        walk is `linked`: if one of them is in doubt, its faults are not told, since the line above
        may be their only cause.  Unless overridden, all ids that it has."""
        return ids_in(self.value)

    def subjects(self) -> Iterable[str]:
        """Ids that this line is about.  Once `check` has warned of such a line in advance orders,
        it does not warn of later lines about the same."""
        return ()

    @abstractmethod
    async def does(self) -> None:
        """Carry the line out.

        In a rehearsal (``self.walk.rehearsing``) you cannot ask or roll: assume that chance and the
        decisions of others turn out well, and ``self.walk.unsure`` is set."""

    def ends(self) -> None:
        """The line is over: its last part has been carried out, or this part was refused.  Put
        right here what a line that goes on part by part (`Walk.go_on`) has left half done."""
