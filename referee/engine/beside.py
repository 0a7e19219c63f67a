"""What helps to answer a request: standing orders, suggestions, random play.

None of it decides what is legal; `Request.judge` does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from referee.engine.request import Quantity, Request, View, measured
from referee.engine.words import Answer, Nothing, Word
from referee.kit.made import Made

if TYPE_CHECKING:
    import random

R = TypeVar("R", bound=Request)

#: the source of random play's decisions
Chance: TypeAlias = "random.Random"


class Standing(Generic[R]):
    """What standing orders can say about requests of one kind, and the default answer
    (referee-standing(5))."""

    #: numbers that conditions can compare
    quantities: ClassVar[Mapping[str, Quantity]] = {}
    #: words of ``then``; if there are none, the kind has no standing orders
    policies: ClassVar[Mapping[str, Word]] = {}
    #: numbers that conditions before lines of ``then`` can compare; if there are none, lines have
    #: no conditions
    conditions: ClassVar[Mapping[str, Quantity]] = {}
    #: whether it is a whole turn of the seat; a rule without an end would go on playing such turns
    whole_turn: ClassVar[bool] = False

    def measure(self, request: R, view: View) -> Mapping[str, int]:
        """The quantities now, as the seat knows them."""
        return measured(self.quantities, request, view)

    def follow(self, request: R, view: View, then: Answer) -> Answer | None:
        """The answer that a ``then`` (lines of `policies`) gives; None if it gives none now.  It is
        judged like any other answer."""
        return then

    def default(self, request: R, view: View) -> Answer:
        """The answer of a seat that has said nothing: always legal, the same for the same View, and
        the rulebook's own default if it has one.  Unless overridden, what a rule without lines
        gives, or no lines."""
        return self.follow(request, view, []) or []


class Lines(Standing[R]):
    """Standing orders whose lines are order lines, or ``default`` for no lines."""

    default_word = "default"

    def __init__(self, request: type[Request], whole_turn: bool = False) -> None:
        walk = request.walk
        self.walk, self.quantities = walk, walk.quantities  # type: ignore[misc]
        self.conditions = walk.quantities  # type: ignore[misc]
        self.policies = {**request.words, self.default_word: Nothing()}  # type: ignore[misc]
        self.whole_turn = whole_turn  # type: ignore[misc]

    def measure(self, request: R, view: View) -> Mapping[str, int]:
        """The numbers that conditions before lines compare."""
        return self.walk.on_copy(request, view).measure()

    def follow(self, request: R, view: View, then: Answer) -> Answer | None:
        """The lines themselves, or none."""
        return [] if any(self.default_word in line for line in then) else then


class Suggestions(Generic[R]):
    """Help for writing an answer: legal answers, a template, hints."""

    def options(self, request: R, view: View) -> Iterable[Answer]:
        """Legal answers, the likeliest first; all of them if they are few."""
        return ()

    def template(self, request: R, view: View) -> list[str]:
        """Lines of the ``orders:`` list to start from, with comments; legal as printed if
        possible."""
        return []

    def reach(self, request: R, view: View) -> list[str]:
        """For each group of the seat, where it can go and what limits are left, in lines of 72
        columns; a report tells it above the template."""
        return []

    def later(self, request: R, view: View) -> list[str]:
        """What the seat will probably be asked next, as a few lines of a ``next:`` list to start
        from, each on one line: ``- {on: ..., orders: [...]}``."""
        return []

    def open_words(self, request: R) -> list[str]:
        """The words that lines can have here, for a hint; by default all words of this kind."""
        return list(request.words)

    def at_hand(self, request: R, view: View, key: str, beside: Mapping[str, Any]) -> list[str]:
        """Ids that could be the value of a key of an order line (or of its word), for a hint if
        that is empty; beside: what was read of the same map and the maps around it, and for an item
        of a list the items before it."""
        return []


class Player(Generic[R]):
    """Answers for random play."""

    def sample(self, request: R, view: View, chance: Chance) -> Answer:
        """A legal answer picked by `chance`; every kind of legal answer must be possible."""
        raise NotImplementedError


class Few(Suggestions[R], Player[R]):
    """For requests with few legal answers: the game lists all of them, random play takes any."""

    def sample(self, request: R, view: View, chance: Chance) -> Answer:
        """Any of them."""
        return chance.choice(list(self.options(request, view)))


class Helper(Suggestions[R], Player[R], Standing[R]):
    """All three in one object; `helped` makes a kind with it."""


class Kind(Made):
    """A kind of request, with everything that helps to answer it."""

    request: type[Request]
    suggestions: Suggestions[Any]
    player: Player[Any]
    standing: Standing[Any] = Standing()


def helped(request: type[Request], helper: Helper[Any]) -> Kind:
    """The kind of a request whose help comes from one helper."""
    return Kind(request, helper, helper, helper)


def kinds_of(*kinds: Kind) -> dict[str, Kind]:
    """Kinds by the names of their requests.

    Raises ValueError for a word that has different types in two requests: order files are signed in
    a form that depends on the word alone."""
    types: dict[str, Word] = {}
    for kind in kinds:
        for word, takes in kind.request.words.items():
            known = types.setdefault(word, takes)
            if (type(known), known) != (type(takes), takes):
                raise ValueError(f"{kind.request.kind}: {word!r} has another type elsewhere")
    return {kind.request.kind: kind for kind in kinds}
