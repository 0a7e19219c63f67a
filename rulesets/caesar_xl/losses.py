"""Who is lost: to hits (10.4), to Treachery (A2), to pillage (12.1); and the owner's say in it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from referee.engine.action import Problem
from referee.engine.asking import said
from referee.engine.beside import Chance, Helper
from referee.engine.one_line import OneList, Says
from referee.engine.request import Data, Request, View
from referee.engine.table import Table
from referee.engine.words import Answer, Many, Name, Nothing, Number, Word, named
from referee.kit.phrases import filled
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


class Losing(OneList):
    """The named pieces, in the order in which they are lost."""

    request: "Losses"


class Lose(Says):
    """10.4, 12.1, A2 The order in which your pieces are lost, where the rules leave a choice."""

    walk: Losing
    word, takes, example = "lose", Many(Name("own piece")), "lose: [CL3, CL2]"

    def problems(self) -> Iterable[Problem]:
        """Each of them could be lost here."""
        able = self.walk.request.able(self.public)
        for number, key in enumerate(self.value):
            if key not in able:
                hint = f"it can be: {', '.join(PIECE_NAMES[one] for one in able)}"
                reason = f"{PIECE_NAMES[key]} cannot be lost here"
                yield Problem(reason, self.walk.request.rule, hint, path=(number,))


class Losses(Request):
    """Which of your pieces are lost first, where you have a choice."""

    actions, walk = (Lose,), Losing

    def title(self, reader: str = "") -> str:
        """The question, with the place and how much is lost."""
        return filled(self.question, self.args, NAMES)

    @classmethod
    def supposed(cls, view: View) -> tuple[Request, View] | None:
        """Losses somewhere, with everything as it stands now."""
        return None if view.public["phase"] == position.OVER else (cls(view.seat), view)

    def able(self, public: Data) -> Sequence[str]:
        """Pieces that could be lost: all that stand there, or anywhere if it is only supposed."""
        if "at" not in self.args:
            return position.owned(public, self.seat)
        return position.there(public, self.args["at"], self.seat)

    def fallen(self, public: Data, wish: Sequence[str]) -> Fallen:
        """What the side loses if its owner names these."""
        raise NotImplementedError

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

    def fallen(self, public: Data, wish: Sequence[str]) -> Fallen:
        """Losses by swords, one for each gold owed."""
        return pillaged(public, self.able(public), self.args["owed"], wish)


async def decided(table: Table, request: Losses) -> Fallen:
    """Ask the owner, and return what is lost."""
    return request.fallen(table.public, await said(table, request) or ())


class LosingHelp(Helper[Losses]):
    """Helps to answer: the pieces that could be lost, by name; or what the rules lay down."""

    policies: ClassVar[Mapping[str, Word]] = {Lose.word: Lose.takes, "default": Nothing()}
    quantities = GOLD

    def follow(self, request: Losses, view: View, then: Answer) -> Answer:
        """Those of the named pieces that could be lost."""
        able = request.able(view.public)
        fit = [key for key in named(then, Lose.word) if key in able]
        return [{Lose.word: fit}] if fit else []

    def template(self, request: Losses, view: View) -> list[str]:
        """All of them, in the order in which the rules would take them."""
        lost = request.fallen(view.public, ()).lost
        names = [PIECE_NAMES[key] for key in dict.fromkeys((*lost, *request.able(view.public)))]
        return [f"- lose: [{', '.join(names)}]  # in this order, where there is a choice"]

    def sample(self, request: Losses, view: View, chance: Chance) -> Answer:
        """Any of them, in any order."""
        able = list(request.able(view.public))
        few = chance.sample(able, chance.randint(0, len(able)))
        return [{"lose": few}] if few else []

    def at_hand(self, request: Losses, view: View, key: str, beside: object) -> list[str]:
        """All of them."""
        return list(request.able(view.public))


LOSSES = (Loss, Betrayal, Pillage)
