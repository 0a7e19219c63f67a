"""A player's dice, and the one that Pontifex Maximus lets him roll again (F4)."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.engine.asking import chosen
from referee.engine.table import Table
from rulesets.caesar_xl import position
from rulesets.caesar_xl.board import PLACE_NAMES, PONTIFEX, SEATS
from rulesets.caesar_xl.choices import KEEP, ROLLS, Reroll

#: The numbers that do well, best first: where high ones do, where low ones do, or any.
HIGH, LOW, ANY = (6, 5, 4), (1, 2, 3), (1, 2, 3, 4, 5, 6)


class Cast(NamedTuple):
    """What dice are rolled for (a key of `ROLLS`), where, and in which round of a battle."""

    what: str
    at: str = ""
    round: int = 0

    @property
    def label(self) -> str:
        """The label of the roll in the dice log."""
        where = f" at {PLACE_NAMES[self.at]}" if self.at else ""
        return f"{ROLLS[self.what]}{where}" + (f", round {self.round}" if self.round else "")


async def cast(table: Table, seat: str, of: Cast, well: Sequence[int], count: int = 1) -> list[int]:
    """Roll dice for a player, who may roll one of them again, and return what they show in the end.

    well: the numbers that he hopes for, the best first."""
    dice = table.roll(f"{of.label}: {SEATS[seat]}", count, hoped=[well[0]] * count)
    told = {"seat": seat, "for": of.what, "at": of.at, "round": of.round}
    table.tell("dice", {**told, "names": [], "dice": dice})
    names = [f"die {number + 1}" for number in range(count)]
    failed = [name for name, die in zip(names, dice, strict=True) if die not in well]
    return await reroll(table, seat, of, names, dice, failed)


async def reroll(
    table: Table, seat: str, of: Cast, names: Sequence[str], dice: list[int], failed: Sequence[str]
) -> list[int]:
    """F4 Once in each of his own turns he rolls one die again, before it takes effect."""
    public = table.public
    able = dice and public["seat"] == seat and position.works(public, PONTIFEX, seat)
    if not able or position.used(public, PONTIFEX):
        return dice
    args = {"for": of.what, "at": of.at, "round": of.round}
    request = Reroll(seat, **args, names=list(names), dice=dice, failed=list(failed))
    name = await chosen(table, request)
    if name == KEEP:
        return dice
    public["now"]["used"].append(PONTIFEX)
    (new,) = table.roll(f"{of.label}, again: {SEATS[seat]}", 1)
    table.tell("again", {"seat": seat, "name": name, "die": new})
    return [new if one == name else die for one, die in zip(names, dice, strict=True)]
