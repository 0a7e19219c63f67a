"""What a ruleset gives for `referee what-if`: a battle as a chain of throws.

A ruleset makes a `Wager` of what a player asks: the fights that it may be, and the words for how
they can end.  `referee.odds` reckons the chances; none of this decides anything in a game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
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


class Left(NamedTuple):
    """What some hits leave of a side: up to which number each of its pieces hits; how many it has
    lost; those of `Wager.marks` that have come true."""

    upto: tuple[int, ...]
    lost: int
    marks: Sequence[str] = ()


class Melee(Fight):
    """A battle in rounds: both sides roll at once, a die for each piece that is left.

    sides: the outcomes in which the first or the second side wins; nobody: that in which none is
    left; left: what so many hits leave of a side; leave: sides that leave while they are weaker.
    A stand is the hits that both have taken, after their sum, and who has left."""

    def __init__(
        self,
        sides: Sequence[str],
        left: Callable[[str, int], Left],
        leave: Collection[str] = (),
        nobody: str = "",
    ) -> None:
        self.sides, self.leave, self.nobody = sides, leave, nobody
        self.left, self._hits = cache(left), cache(mixed_hits)

    def begin(self) -> Stand:
        """Before the first round."""
        return (0, 0, 0, "")

    def weights(self, stand: Stand) -> Sequence[int]:
        """How likely each pair of hits is; a round in which nobody is hit changes nothing and does
        not count, unless somebody leaves after it."""
        mine, theirs = (one.upto for one in self._both(*stand[1:3]))
        if stand[3] or not (mine and theirs):
            return ()
        pairs = [one * two for one in self._hits(theirs) for two in self._hits(mine)]
        if not self._leaves(stand[1], stand[2]):
            pairs[0] = 0
        return pairs

    def after(self, stand: Stand, result: int) -> Stand:
        """Both have taken so many hits; somebody may leave."""
        hits = divmod(result, len(self.left(self.sides[0], stand[1]).upto) + 1)
        mine, theirs = stand[1] + hits[0], stand[2] + hits[1]
        return (stand[0] + sum(hits) + (not result), mine, theirs, self._leaves(mine, theirs))

    def end(self, stand: Stand) -> End:
        """Who is left, and what is lost."""
        both, winner = self._both(*stand[1:3]), self.nobody
        for side, other in ((0, 1), (1, 0)):
            if both[side].upto and (stand[3] == self.sides[other] or not both[other].upto):
                winner = self.sides[side]
        return End(winner, [one.lost for one in both], [mark for one in both for mark in one.marks])

    def _both(self, mine: int, theirs: int) -> list[Left]:
        return [self.left(*one) for one in zip(self.sides, (mine, theirs), strict=True)]

    def _leaves(self, mine: int, theirs: int) -> str:
        """Who leaves after a round, if both are there: the weaker side."""
        one, two = (sum(left.upto) for left in self._both(mine, theirs))
        weaker = self.sides[0 if one < two else 1]
        return weaker if weaker in self.leave and one and two and one != two else ""
