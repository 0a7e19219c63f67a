"""What stands beside a request and helps to answer it: standing orders, suggestions, random play.

None of it decides what is legal; `Request.judge` does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from referee.engine.request import Quantity, Request, View, measured
from referee.engine.words import Answer, Nothing, Word

if TYPE_CHECKING:
    import random

R = TypeVar("R", bound=Request)

#: What random play decides by.
Chance: TypeAlias = "random.Random"


class Standing(Generic[R]):
    """What standing orders may say of requests of one kind, and the answer where nobody has said
    anything (referee-standing(5))."""

    #: numbers that conditions may compare
    quantities: ClassVar[Mapping[str, Quantity]] = {}
    #: words of ``then``; none: no standing orders
    policies: ClassVar[Mapping[str, Word]] = {}
    #: numbers that conditions before lines of ``then`` may compare; none: no such conditions
    conditions: ClassVar[Mapping[str, Quantity]] = {}
    #: whether it is a turn of the seat's own, which a rule without an end would go on playing
    whole_turn: ClassVar[bool] = False

    def measure(self, request: R, view: View) -> Mapping[str, int]:
        """The quantities as the seat knows them now."""
        return measured(self.quantities, request, view)

    def follow(self, request: R, view: View, then: Answer) -> Answer | None:
        """The answer that a ``then`` (lines of `policies`) comes to; None if it comes to none now.
        It is judged like any other."""
        return then

    def default(self, request: R, view: View) -> Answer:
        """The answer of a seat that has said nothing: always legal, the same for the same View, and
        what the rulebook says where it says something.  By itself what a rule without lines comes
        to, or no lines."""
        return self.follow(request, view, []) or []


class Lines(Standing[R]):
    """Standing orders that say what orders may, or ``default``: no lines."""

    default_word = "default"

    def __init__(self, request: type[Request], whole_turn: bool = False) -> None:
        walk = request.walk
        self.walk, self.quantities = walk, walk.quantities  # type: ignore[misc]
        self.conditions = walk.quantities  # type: ignore[misc]
        self.policies = {**request.words, self.default_word: Nothing()}  # type: ignore[misc]
        self.whole_turn = whole_turn  # type: ignore[misc]

    def measure(self, request: R, view: View) -> Mapping[str, int]:
        """What conditions before lines compare."""
        return self.walk.on_copy(request, view).measure()

    def follow(self, request: R, view: View, then: Answer) -> Answer | None:
        """The lines themselves, or none."""
        return [] if any(self.default_word in line for line in then) else then


class Suggestions(Generic[R]):
    """What helps to write an answer: legal ones, a template, hints."""

    def options(self, request: R, view: View) -> Iterable[Answer]:
        """Legal answers, the likeliest first; all of them where they are few."""
        return ()

    def template(self, request: R, view: View) -> list[str]:
        """Lines of the ``orders:`` list to start from, with comments; legal as they stand if
        that is possible."""
        return []

    def later(self, request: R, view: View) -> list[str]:
        """What the seat will probably be asked next, as a few lines of a ``next:`` list to start
        from, each on one line: ``- {on: ..., orders: [...]}``."""
        return []

    def open_words(self, request: R) -> list[str]:
        """The words that lines can have here, for a hint; all that requests of this kind take."""
        return list(request.words)

    def at_hand(self, request: R, view: View, key: str, beside: Mapping[str, Any]) -> list[str]:
        """Ids that could stand for a key of an order line (or for its word), for a hint to whoever
        left it empty; beside: what was read of the same map and of those around it, and below the
        key of a list the items before."""
        return []


class Player(Generic[R]):
    """Answers for random play."""

    def sample(self, request: R, view: View, chance: Chance) -> Answer:
        """Some legal answer, picked by `chance`; every legal kind of answer can come out."""
        raise NotImplementedError


class Few(Suggestions[R], Player[R]):
    """Where legal answers are few: a game says all of them, and random play takes any."""

    def sample(self, request: R, view: View, chance: Chance) -> Answer:
        """Any of them."""
        return chance.choice(list(self.options(request, view)))


class Helper(Suggestions[R], Player[R], Standing[R]):
    """All three in one object; `helped` makes a kind of it."""


class Kind(NamedTuple):
    """A kind of request, with all that stands beside it."""

    request: type[Request]
    suggestions: Suggestions[Any]
    player: Player[Any]
    standing: Standing[Any] = Standing()


def helped(request: type[Request], helper: Helper[Any]) -> Kind:
    """The kind of a request that one helper stands beside."""
    return Kind(request, helper, helper, helper)


def kinds_of(*kinds: Kind) -> dict[str, Kind]:
    """Kinds by the names of their requests.

    ValueError for a word that has another type in another request: order files are signed in a
    form that hangs on the word alone."""
    types: dict[str, Word] = {}
    for kind in kinds:
        for word, takes in kind.request.words.items():
            known = types.setdefault(word, takes)
            if (type(known), known) != (type(takes), takes):
                raise ValueError(f"{kind.request.kind}: {word!r} has another type elsewhere")
    return {kind.request.kind: kind for kind in kinds}
