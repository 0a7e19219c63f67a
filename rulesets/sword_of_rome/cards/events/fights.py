"""Responses in battles: for which sides a card can be played, and what it does for one.

``public["battle"]`` has ``attacker`` and ``defender``, each {power, flank (a power, or ""), leader,
mods: [[what, number], ...], plain (whether its commander counts as tactics 0), spared (losses by
dice that Greeks on it do not take), lost (CU removed by dice), flank_lost (those of its flank force
among them)}; ``winner`` is a side or "".
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any

from referee.engine.action import Action, Problem
from referee.engine.beside import Chance
from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.sword_of_rome.battle import effects
from rulesets.sword_of_rome.board import CARDS, POWER_NAMES, ROME
from rulesets.sword_of_rome.cards.events.base import BATTLE, Picks, Use

SIDES = ("attacker", "defender")


def opposite(side: str) -> str:
    """The other side."""
    return SIDES[side == SIDES[0]]


def sides_with(public: Data, powers: Sequence[str]) -> list[str]:
    """Sides on which a force of these powers fights."""
    battle = public["battle"]
    return [s for s in SIDES if battle[s]["power"] in powers or battle[s]["flank"] in powers]


class InBattle(Picks):
    """A response before the dice, or in another window, for or against a side.

    sides: those that the card is for, of which its player chooses if both fit; effect: what it
    does for one."""

    acting, takes, key = False, ("side",), "side"
    none, reason = "it does not fit this battle", "here the card is not for the {}"

    def __init__(
        self,
        sides: Callable[[Use], list[str]],
        effect: Callable[[Table, Use, str], Awaitable[None]],
        window: str = BATTLE,
        needed: Sequence[str] = (),
    ) -> None:
        self.sides, self.effect = sides, effect
        self.windows, self.needed = (window,), needed

    def able(self, use: Use) -> list[str]:
        """The sides."""
        return self.sides(use)

    def picked(self, use: Use, value: Mapping[str, Any]) -> str:
        """The side that is named, or fits."""
        side: str = value.get("side") or self.able(use)[0]
        return side

    def wrong(self, use: Use, line: Action[Any]) -> Iterable[Problem]:
        """If both fit, its player says which."""
        if len(self.able(use)) > 1 and "side" not in line.value:
            return [Problem("the card fits both sides", "7.1", "side: attacker, or defender")]
        return super().wrong(use, line)

    def choice(self, use: Use, own: Data, chance: Chance) -> Mapping[str, Any] | None:
        """Nothing if only one fits."""
        able = self.able(use)
        return {} if len(able) == 1 else super().choice(use, own, chance)

    def hint(self, able: Sequence[str]) -> str:
        """The first one."""
        return f"side: {able[0]}"

    async def does(self, table: Table, use: Use, value: Mapping[str, Any]) -> None:
        """For that side."""
        await self.effect(table, use, self.picked(use, value))


# For which sides.


def own(use: Use) -> list[str]:
    """Those with a force of the player's."""
    return sides_with(use.public, use.powers)


def either(use: Use) -> list[str]:
    """Any battle."""
    return list(SIDES)


def described(use: Use) -> list[str]:
    """Those with a force of the powers that the card names, or of the player's, in a battle that
    it describes."""
    data, battle = CARDS[use.card], use.public["battle"]
    powers = [power for power in data.get("own", use.powers) if power in use.powers]
    found = [s for s in sides_with(use.public, powers) if data.get("role", s) == s]
    enemies = data.get("enemy", (*POWER_NAMES,))
    return [side for side in found if battle[opposite(side)]["power"] in enemies]


def of(*powers: str) -> Callable[[Use], list[str]]:
    """Those with a force of certain powers, whoever they are, or of those that the card names."""
    return lambda use: sides_with(use.public, CARDS[use.card].get("own", powers))


def against_leader(use: Use) -> list[str]:
    """Own ones whose enemy has a commander."""
    return [side for side in own(use) if use.public["battle"][opposite(side)]["leader"]]


def led_romans(use: Use) -> list[str]:
    """A Roman army with a commander."""
    battle = use.public["battle"]
    return [s for s in SIDES if battle[s]["power"] == ROME and battle[s]["leader"]]


def victors(use: Use) -> list[str]:
    """An own one that has won, against CU that are left."""
    won = [side for side in own(use) if side == use.public["battle"]["winner"]]
    return [side for side in won if effects.any_left(use.public, opposite(side))]


def bled(use: Use) -> list[str]:
    """One with an own force that has lost CU to the dice."""
    battle = use.public["battle"]
    return [side for side in SIDES if effects.bled(battle[side], use.powers)]


# What it does.


def changed(
    amount: int = 0, plain: bool = False, spared: int = 0, enemy: bool = False
) -> Callable[[Table, Use, str], Awaitable[None]]:
    """A total is changed by what the card says, or else by so much.

    plain: its commander has tactics 0; spared: losses by the dice that it does not take; enemy: it
    is the enemy's, as it is where the card says so."""

    async def does(table: Table, use: Use, side: str) -> None:
        other = enemy or CARDS[use.card].get("side") == "enemy"
        one = table.public["battle"][opposite(side) if other else side]
        if by := use.number("amount", amount):
            one["mods"].append([use.title, by])
        one.update(plain=plain or one["plain"], spared=one["spared"] + spared)

    return does


async def strike(table: Table, use: Use, side: str) -> None:
    """12.2.4 The enemy commander is displaced; his owner says who commands then."""
    await effects.strike(table, opposite(side), use.title)


async def devotio(table: Table, use: Use, side: str) -> None:
    """The commander is displaced; the total rises."""
    await changed()(table, use, side)
    await effects.strike(table, side, use.title)


async def slaughter(table: Table, use: Use, side: str) -> None:
    """The beaten force loses more."""
    effects.lose(table, opposite(side), use.number("cu"), use.title)


async def spare(table: Table, use: Use, side: str) -> None:
    """1 CU that the dice have just taken from his force comes back."""
    to = effects.bled(table.public["battle"][side], use.powers)
    effects.give_back(table, side, to, use.title)
