"""Who is lost: to hits (10.4), to Treachery (A2), to pillage (12.1); and the owner's say in it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from referee.engine.asking import said
from referee.engine.naming import Naming, SomeOf
from referee.engine.request import Data
from referee.engine.table import Table
from referee.engine.words import Answer, Many, Name, Number, Word
from rulesets.caesar_xl import board, position
from rulesets.caesar_xl.board import ALLY, LEADER, LEGION, PIECE_NAMES, kind
from rulesets.caesar_xl.choices import AT, GOLD, NAMES, SIDE


class Fallen(NamedTuple):
    """What a side loses: veterans turned over that survive, and pieces lost, each in order."""

    turned: tuple[str, ...]
    lost: tuple[str, ...]


def rank(key: str, veteran: bool) -> tuple[int, bool]:
    """10.4 The order of losses: light before heavy, regular before veteran, then leaders."""
    return (ALLY, LEGION, LEADER, board.SUPREME).index(kind(key)), veteran


def _next(sides: Mapping[str, bool], wish: Sequence[str]) -> str:
    """10.4 Who is hit next: among equals the first that the owner has named, else the lowest id."""
    front = min(rank(key, side) for key, side in sides.items())
    equals = sorted(key for key, side in sides.items() if rank(key, side) == front)
    return next((key for key in wish if key in equals), equals[0])


def hit(
    public: Data, keys: Iterable[str], hits: int, wish: Sequence[str] = (), spared: int = 0
) -> Fallen:
    """10.4 What this many hits do; a veteran is turned over first.  spared: hits on legions that
    have no effect (T6)."""
    sides = {key: public["pieces"][key]["veteran"] for key in keys}
    turned, lost = [], []
    for _ in range(hits):
        if not sides:
            break
        key = _next(sides, wish)
        if kind(key) == LEGION and spared:
            spared -= 1
        elif sides[key] and position.has(public, "veterans"):
            sides[key] = False
            turned.append(key)
        else:
            del sides[key]
            lost.append(key)
    return Fallen(tuple(key for key in turned if key in sides), tuple(lost))


def betrayed(public: Data, keys: Iterable[str], points: int, wish: Sequence[str] = ()) -> Fallen:
    """A2 Pieces with this many swords in all, in the order of losses, until one has too many."""
    sides = {key: public["pieces"][key]["veteran"] for key in keys}
    lost: list[str] = []
    while sides and position.swords(public, key := _next(sides, wish)) <= points:
        points -= position.swords(public, key)
        del sides[key]
        lost.append(key)
    return Fallen((), tuple(lost))


def pillaged(public: Data, keys: Iterable[str], owed: int, wish: Sequence[str] = ()) -> Fallen:
    """12.1 The named units, until this many swords are lost.  If too few are named, then those of
    the rest with the fewest swords in all that are enough; if level, the lowest ids."""
    left = {key: position.swords(public, key) for key in sorted(keys)}
    lost: list[str] = []
    for key in dict.fromkeys(wish):
        if owed > 0 and key in left:
            owed -= left.pop(key)
            lost.append(key)
    return Fallen((), (*lost, *_fewest(left, owed)))


def _fewest(swords: Mapping[str, int], owed: int) -> tuple[str, ...]:
    """12.1 The units with the fewest swords in all that reach what is owed, or all of them."""
    by_sum: dict[int, tuple[str, ...]] = {0: ()}
    for key, number in swords.items():
        for total, few in [*by_sum.items()]:
            if total < owed:
                more = (*few, key)
                by_sum[total + number] = min(more, by_sum.get(total + number, more))
    return next((by_sum[total] for total in sorted(by_sum) if total >= owed), tuple(swords))


class Lose(Naming):
    """10.4, 12.1, A2 The order in which your pieces are lost, where the rules leave a choice."""

    word, takes, example = "lose", Many(Name("own piece")), "lose: [CL3, CL2]"


class Losses(SomeOf):
    """Which of your pieces are lost first, where you have a choice."""

    actions, quantities, names = (Lose,), GOLD, NAMES
    note, anytime = "in this order, where there is a choice", True

    def able(self, public: Data) -> Sequence[str]:
        """Pieces that could be lost: all that stand there, or anywhere if it is only supposed."""
        if "at" not in self.args:
            return position.owned(public, self.seat)
        return position.there(public, self.args["at"], self.seat)

    def fallen(self, public: Data, wish: Sequence[str]) -> Fallen:
        """What the side loses if its owner names these."""
        raise NotImplementedError

    def usual(self, public: Data) -> Sequence[str]:
        """10.4, 12.1 Those that the rules would take, then the others."""
        return [*dict.fromkeys((*self.fallen(public, ()).lost, *self.able(public)))]

    def wrong(self, thing: str) -> str:
        """It stands elsewhere."""
        return f"{PIECE_NAMES[thing]} cannot be lost here"

    def forced(self, public: Data) -> Answer | None:
        """No lines, where it makes no difference who is named."""
        able = self.able(public)
        both = [[*map(sorted, self.fallen(public, wish))] for wish in (able, able[::-1])]
        return [] if both[0] == both[1] else None


class Loss(Losses):
    """10.4 Hits of a round.

    Args: at, side, round, hits, spared."""

    kind, rule = "loss", "10.4"
    question = "who of equals is lost first at {at}: {hits:hit} in round {round}"
    selectors: ClassVar[Mapping[str, Word]] = {**AT, "side": SIDE, "round": Number(1, 99)}

    def fallen(self, public: Data, wish: Sequence[str]) -> Fallen:
        """Losses to hits."""
        return hit(public, self.able(public), self.args["hits"], wish, self.args["spared"])


class Betrayal(Losses):
    """A2 Treachery.

    Args: at, points."""

    kind, rule, selectors = "betrayal", "A2", AT
    question = "who of equals is lost first at {at}: {points:sword} by Treachery"

    def fallen(self, public: Data, wish: Sequence[str]) -> Fallen:
        """Losses by swords."""
        return betrayed(public, self.able(public), self.args["points"], wish)


class Pillage(Losses):
    """12.1 Units lost for gold that could not be paid.

    Args: owed."""

    kind, rule = "pillage", "12.1"
    question = "which units you lose for {owed} gold that you cannot pay"

    def able(self, public: Data) -> Sequence[str]:
        """All units on the map; no leaders."""
        return [key for key in position.owned(public, self.seat) if board.is_unit(key)]

    def forced(self, public: Data) -> Answer | None:
        """No lines, where all must go, whoever is named last: units are lost whole, and what comes
        first decides whether one is spared."""
        swords = [position.swords(public, key) for key in self.able(public)]
        return [] if sum(swords) - min(swords, default=0) < self.args["owed"] else None

    def fallen(self, public: Data, wish: Sequence[str]) -> Fallen:
        """Losses by swords, one for each gold owed."""
        return pillaged(public, self.able(public), self.args["owed"], wish)


async def decided(table: Table, request: Losses) -> Fallen:
    """Ask the owner, and return what is lost."""
    return request.fallen(table.public, await said(table, request) or ())


LOSSES = (Loss, Betrayal, Pillage)
