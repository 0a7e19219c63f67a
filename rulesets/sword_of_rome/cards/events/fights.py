"""Responses in battles.

``public["battle"]`` has ``attacker`` and ``defender``, each {power, flank (a power, or ""), leader,
mods: [[what, number], ...], plain (whether its commander counts as tactics 0), spared (losses by
dice that it does not take), lost (CU removed by dice)}; ``winner`` is a side or "".
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.engine.action import Action, Problem
from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.sword_of_rome.battle import effects
from rulesets.sword_of_rome.board import (
    CARDS,
    ETRUSCANS,
    GALLIC,
    GREEKS,
    PLAYS,
    POWER_NAMES,
    ROME,
)
from rulesets.sword_of_rome.cards.events.base import BATTLE, LOSSES, Event, number
from rulesets.sword_of_rome.cards.events.support import title

SIDES = ("attacker", "defender")


def opposite(side: str) -> str:
    """The other side."""
    return SIDES[side == SIDES[0]]


def sides_with(public: Data, powers: Sequence[str]) -> list[str]:
    """Sides on which a force of these powers fights."""
    battle = public["battle"]
    return [s for s in SIDES if battle[s]["power"] in powers or battle[s]["flank"] in powers]


def add(table: Table, side: str, amount: int, card: str) -> None:
    """A side's total changes."""
    table.public["battle"][side]["mods"].append([title(card), amount])


class InBattle(Event):
    """A response before the dice, for or against a side."""

    windows, acting = (BATTLE,), False
    takes = ("side",)

    def able(self, public: Data, seat: str, card: str) -> list[str]:
        """Sides that the card is for; its player chooses if both fit."""
        return sides_with(public, PLAYS[seat])

    def lacks(self, public: Data, seat: str, card: str) -> str:
        """One such side."""
        return "" if self.able(public, seat, card) else "it does not fit this battle"

    def wrong(self, line: Action[Any], card: str) -> Iterable[Problem]:
        """One of them."""
        side = line.value.get("side")
        if side and side not in self.able(line.public, line.seat, card):
            hint = f"side: {self.able(line.public, line.seat, card)[0]}"
            yield Problem(f"here the card is not for the {side}", "7.1", hint).at("side")

    async def does(self, table: Table, seat: str, card: str, value: Mapping[str, Any]) -> None:
        """For the side that is named, or fits."""
        side = value.get("side") or self.able(table.public, seat, card)[0]
        await self.on_side(table, card, side)

    async def on_side(self, table: Table, card: str, side: str) -> None:
        """What it does."""
        raise NotImplementedError


class BattleMod(InBattle):
    """Own or enemy total is changed, in a battle that the card describes."""

    def able(self, public: Data, seat: str, card: str) -> list[str]:
        """Sides with a force of the powers that it names, or of the player's."""
        data, battle = CARDS[card], public["battle"]
        own = [power for power in data.get("own", PLAYS[seat]) if power in PLAYS[seat]]
        found = [s for s in sides_with(public, own) if data.get("role", s) == s]
        return [
            s for s in found if battle[opposite(s)]["power"] in data.get("enemy", (*POWER_NAMES,))
        ]

    async def on_side(self, table: Table, card: str, side: str) -> None:
        """The total."""
        side = side if CARDS[card]["side"] == "own" else opposite(side)
        add(table, side, number(card, "amount"), card)


class Fury(InBattle):
    """A side with a force of certain powers is changed, whoever they are."""

    def __init__(self, powers: Sequence[str], amount: int) -> None:
        self.powers, self.amount = powers, amount

    def able(self, public: Data, seat: str, card: str) -> list[str]:
        """Sides with such a force."""
        return sides_with(public, CARDS[card].get("own", self.powers))

    async def on_side(self, table: Table, card: str, side: str) -> None:
        """The total."""
        add(table, side, number(card, "amount", self.amount), card)


class Hoplites(Fury):
    """1 more for the Greeks, who lose 1 CU less by the dice."""

    def __init__(self) -> None:
        super().__init__((GREEKS,), 1)

    async def on_side(self, table: Table, card: str, side: str) -> None:
        """The total, and a loss spared."""
        await super().on_side(table, card, side)
        table.public["battle"][side]["spared"] += 1


class Omen(InBattle):
    """Any battle: the side that is named has 1 less, and its commander tactics 0."""

    needed = ("side",)

    def able(self, public: Data, seat: str, card: str) -> list[str]:
        """Either side."""
        return list(SIDES)

    async def on_side(self, table: Table, card: str, side: str) -> None:
        """Both."""
        add(table, side, -1, card)
        table.public["battle"][side]["plain"] = True


class AgainstCommander(InBattle):
    """Something happens to the enemy commander."""

    def able(self, public: Data, seat: str, card: str) -> list[str]:
        """Own sides whose enemy has one."""
        battle = public["battle"]
        own = sides_with(public, PLAYS[seat])
        return [side for side in own if battle[opposite(side)]["leader"]]


class TacticsZero(AgainstCommander):
    """The enemy commander counts as tactics 0."""

    async def on_side(self, table: Table, card: str, side: str) -> None:
        """He stays."""
        table.public["battle"][opposite(side)]["plain"] = True


class Strike(AgainstCommander):
    """12.2.4 The enemy commander is displaced; his owner says who commands then."""

    async def on_side(self, table: Table, card: str, side: str) -> None:
        """Strike him."""
        await effects.strike(table, opposite(side), title(card))


class Devotio(InBattle):
    """The Roman commander is displaced; Rome's total rises."""

    def able(self, public: Data, seat: str, card: str) -> list[str]:
        """A Roman army with a commander."""
        battle = public["battle"]
        sides = [s for s in SIDES if battle[s]["power"] == ROME]
        return [side for side in sides if battle[side]["leader"]]

    async def on_side(self, table: Table, card: str, side: str) -> None:
        """Both."""
        add(table, side, number(card, "amount"), card)
        await effects.strike(table, side, title(card))


class AfterLosses(InBattle):
    """A response between the dice and the retreat."""

    windows = (LOSSES,)


class ExtraLoss(AfterLosses):
    """The force that your force has beaten loses more."""

    def able(self, public: Data, seat: str, card: str) -> list[str]:
        """An own side that has won, against CU that are left."""
        battle = public["battle"]
        won = [side for side in sides_with(public, PLAYS[seat]) if side == battle["winner"]]
        return [side for side in won if effects.left(public, opposite(side))]

    async def on_side(self, table: Table, card: str, side: str) -> None:
        """They go."""
        effects.lose(table, opposite(side), number(card, "cu"), title(card))


class FewerLoss(AfterLosses):
    """1 CU of yours that the dice have just taken comes back."""

    def able(self, public: Data, seat: str, card: str) -> list[str]:
        """An own side that has lost CU to the dice."""
        return [s for s in sides_with(public, PLAYS[seat]) if public["battle"][s]["lost"]]

    async def on_side(self, table: Table, card: str, side: str) -> None:
        """It comes back."""
        effects.give_back(table, side, title(card))


#: Those of fixed powers and amounts.
GALLIC_FURY = Fury(GALLIC, 2)
AULIUS = Fury((ROME,), -2)
OBESUS = Fury((ETRUSCANS,), -2)
