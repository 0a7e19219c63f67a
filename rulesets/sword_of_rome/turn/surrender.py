"""5.6 Surrender: PC markers where an army stands, and one roll for each siege."""

from collections.abc import Iterable

from referee.engine.action import Action, Problem, of_each
from referee.engine.asking import carried_out
from referee.engine.table import Table
from referee.engine.view import Data
from referee.engine.walk import Walk
from referee.engine.words import Answer, Nothing
from rulesets.sword_of_rome import board, position, verbs
from rulesets.sword_of_rome.cards import points
from rulesets.sword_of_rome.choosing import SOME_SPACES, Asked, keys
from rulesets.sword_of_rome.position import is_normal
from rulesets.sword_of_rome.siege import rolling
from rulesets.sword_of_rome.siege.rolling import besiegeable
from rulesets.sword_of_rome.turn import order


def markable(public: Data, power: str) -> list[str]:
    """5.6 Enemy normal spaces where a power has CU, by id; in the home space of an ally an
    independent marker or an enemy's goes."""
    spaces = sorted({spot.space for spot in position.stacks(public, power) if not spot.inside})
    enemy = [s for s in spaces if not position.friendly(public, power, s)]
    return [s for s in enemy if is_normal(public, s) and points.open_to(public, s)]


def to_do(public: Data, power: str) -> list[str]:
    """5.6, 13.1.2 Where a power puts a marker, then where it rolls."""
    return [*markable(public, power), *besiegeable(public, power)]


class Surrendering(Walk):
    """What is left out; everything else is done."""

    def begin(self) -> None:
        """Nothing is left out yet."""
        self.spared: list[str] = []


class Spare(Action[Surrendering]):
    """5.6 Spaces where you put no marker, or do not roll."""

    word, takes, example = "spare", SOME_SPACES, "spare: [Nola]"

    def problems(self) -> Iterable[Problem]:
        """Each is one where something would be done."""
        power = self.walk.request.args["power"]
        able = to_do(self.public, power)
        wrong = Problem("nothing would be done there", "5.6", board.named(able))
        return of_each(self.value, lambda space, _: None if space in able else wrong)

    async def does(self) -> None:
        """See `surrender_of`."""
        self.walk.spared += self.value


class SpareAll(Action[Surrendering]):
    """5.6 Put no marker and do not roll anywhere."""

    word, takes = "none", Nothing()

    async def does(self) -> None:
        """See `surrender_of`."""
        power = self.walk.request.args["power"]
        self.walk.spared += to_do(self.public, power)


class Surrender(Asked):
    """5.6 Where no marker is put and no roll made; all others are, by themselves.

    Args: turn, power."""

    kind, rule, walk, actions = "surrender", "5.6", Surrendering, (Spare, SpareAll)
    question = "whether {power} leaves/leave out a marker or a siege roll"
    selectors = keys("turn", "power")

    def forced(self, public: Data) -> Answer | None:
        """Nothing to do."""
        power = self.args["power"]
        return None if to_do(public, power) else []


async def begin(table: Table) -> None:
    """5.6 The order of those who have anything to do."""
    public = table.public
    busy = [s for s in position.players(public) if any(to_do(public, p) for p in board.PLAYS[s])]
    await order.begin(table, busy)


async def surrender(table: Table) -> None:
    """5.6 The next power: its markers, then its rolls."""
    public = table.public
    power = public["queue"][0]
    if to_do(public, power):
        await surrender_of(table, power)
    order.done(public, "isolation")


async def surrender_of(table: Table, power: str) -> None:
    """5.6 All that its player does not leave out."""
    public = table.public
    seat = await order.runner(table, power)
    walk = await carried_out(table, Surrender(seat, turn=public["turn"], power=power))
    assert isinstance(walk, Surrendering)
    for space in markable(public, power):
        if space not in walk.spared:
            verbs.take(table, space, points.gainer(public, power, space), "surrender, 5.6")
    for space in besiegeable(public, power):
        if space not in walk.spared:
            kind = rolling.kind_at(public, space)  # 13.1.2 without responses
            got, lost = rolling.roll(table, power, space, kind, 0)
            await rolling.score(table, power, space, got, lost)
