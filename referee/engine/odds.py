"""What a ruleset gives for `referee what-if`: a battle as a chain of throws.

A ruleset makes a `Wager` of what a player asks: the fights that it may be, and the words for how
they can end.  `referee.odds` reckons the chances; none of this decides anything in a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from referee.engine.view import View
from referee.kit.made import Made

if TYPE_CHECKING:
    from referee.engine.beside import Chance

#: how a fight stands: a tuple that begins with a number which every throw makes greater
Stand: TypeAlias = tuple[Any, ...]


class Unreckoned(Exception):
    """What was asked is no battle; ``hint`` says what to ask instead."""

    def __init__(self, reason: str, hint: str = "") -> None:
        super().__init__(reason)
        self.hint = hint


class Piece(NamedTuple):
    """Part of a force as a player names it: ``Legio 8 III``, ``2 unseen``.

    name: an id of `Odds.words`; number: what stands before or behind it, 0 if nothing does."""

    name: str
    number: int = 0


class Asked(NamedTuple):
    """What a player asks.

    at: a place, "" if none is named; mine, theirs: the forces, None for those that are there;
    defend: whether he defends, where the position leaves it open; mine_leave, theirs_leave: one of
    `Odds.leaving`; full: whether unseen pieces are taken to be as strong as they can be;
    remembered: what the report remembers for him, the notes of `Ruleset.memory`."""

    at: str = ""
    mine: Sequence[Piece] | None = None
    theirs: Sequence[Piece] | None = None
    defend: bool = False
    mine_leave: str = ""
    theirs_leave: str = ""
    full: bool = False
    remembered: Mapping[str, Any] = MappingProxyType({})


class End(NamedTuple):
    """How a fight ended: one of `Wager.outcomes`; a number for each of `Wager.counts`; those of
    `Wager.marks` that have come true."""

    outcome: str
    counts: Sequence[int]
    marks: Sequence[str] = ()


class Fight:
    """One battle of known forces, thrown out step by step."""

    def begin(self) -> Stand:
        """How it stands at first."""
        raise NotImplementedError

    def weights(self, stand: Stand) -> Sequence[int]:
        """How likely each result of the next throw is, in proportion; () if the fight is over."""
        raise NotImplementedError

    def after(self, stand: Stand, result: int) -> Stand:
        """How it stands after that result, up to the next throw."""
        raise NotImplementedError

    def end(self, stand: Stand) -> End:
        """What came of a fight that is over."""
        raise NotImplementedError


class Fights(NamedTuple):
    """The battles that one may be, as far as the player knows.

    many: how many, or more; every: each of them, with n if its weight is one nth; drawn: one of
    them, drawn by these weights."""

    many: int
    every: Callable[[], Iterator[tuple[int, Fight]]]
    drawn: Callable[[Chance], Fight]


class Wager(NamedTuple):
    """A question made ready.

    heading: place and roles; forces: who fights, line by line; assumed: whole sentences;
    outcomes: how it can end, by id, in the order of printing; counts: numbers whose averages are
    told, each with its words; marks: what may come true, by id.
    fights: which battle it may be."""

    heading: str
    forces: Sequence[str]
    assumed: Sequence[str]
    outcomes: Mapping[str, str]
    counts: Sequence[str]
    marks: Mapping[str, str]
    fights: Fights


def certain(fight: Fight) -> Fights:
    """The fights of a wager whose forces are all known."""
    return Fights(1, lambda: iter([(1, fight)]), lambda chance: fight)


class Odds(Made):
    """How a ruleset answers `referee what-if`."""

    #: (view, what is asked) -> the wager; raises Unreckoned
    wager: Callable[[View, Asked], Wager]
    #: (seat) -> names of the pieces that a force can have, and other spellings with their ids
    words: Callable[[str], tuple[Mapping[str, str], Mapping[str, str]]]
    #: when a side may leave a battle: word -> meaning; the first is the default
    leaving: Mapping[str, str]
    #: the sort of `Rules.names` that places of battles are of
    places: str = "place"


def hits_of(dice: int, upto: int, faces: int = 6) -> list[int]:
    """How likely 0, 1, ... hits of some dice are, in proportion, if each hits up to a number."""
    return mixed_hits([upto] * dice, faces)


def mixed_hits(upto: Sequence[int], faces: int = 6) -> list[int]:
    """The same for dice that hit up to different numbers."""
    found = [1]
    for number in upto:
        found = _one_more(found, number, faces)
    return found


def _one_more(found: Sequence[int], upto: int, faces: int) -> list[int]:
    missed = [weight * (faces - upto) for weight in found]
    hit = [weight * upto for weight in found]
    return [a + b for a, b in zip([*missed, 0], [0, *hit], strict=True)]
