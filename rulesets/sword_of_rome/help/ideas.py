"""What can be ordered in an action: for templates the first of each sort, for random play any."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from referee.engine.beside import Chance
from referee.engine.ideas import FIRST
from referee.engine.request import Data
from rulesets.sword_of_rome import position
from rulesets.sword_of_rome.board import CARDS, GAULS, LEADERS, PLAYS
from rulesets.sword_of_rome.cards import placing, playing, points
from rulesets.sword_of_rome.cards.events import event_of, event_value
from rulesets.sword_of_rome.cards.playing import ACTIVATE, Permit, permit
from rulesets.sword_of_rome.help.base import Line
from rulesets.sword_of_rome.march.orders import begun
from rulesets.sword_of_rome.siege.plunder import lost_homes

#: What a line is done with: ``{card: ...}``, or nothing by a right.
Paid = dict[str, str]


class Ideas(NamedTuple):
    """Values of order lines on a position, None where there is nothing to order."""

    public: Data
    own: Data
    seat: str
    chance: Chance = FIRST

    @property
    def powers(self) -> Sequence[str]:
        """Those that the player may act for."""
        return playing.acting(self.public, self.seat)

    @property
    def movers(self) -> list[str]:
        """Leaders on the map for whom a line can be written."""
        own = [one for power in self.powers for one in position.BY_POWER[power]]
        return [one for one in own if position.spot_of(self.public, one)]

    def force(self, value: Line) -> Data | None:
        """9.1 The force of a march as it sets out; None if its leader cannot be activated."""
        power = LEADERS[value["leader"]]["power"]
        given = permit(self.public, self.own, self.seat, value, ACTIVATE, power)
        return begun(self.public, given, value) if isinstance(given, Permit) else None

    def support(self, paid: Paid) -> Line | None:
        """7.3.1 As many points as the card has at most."""
        able = points.addable_of(self.public, self.powers)
        most = CARDS[paid["card"]]["value"] if paid else 3
        chosen = self.chance.sample(able, min(len(able), most))
        return {**paid, "to": chosen} if able else None

    def reinforce(self, paid: Paid) -> Line | None:
        """7.1 One CU, for a card of value 3."""
        if paid and CARDS[paid["card"]]["value"] < 3:
            return None
        able = placing.placeable_of(self.public, self.powers)
        return {**paid, "to": self.chance.choice(able)} if able else None

    def event(self, paid: Paid) -> Line | None:
        """7.1 A card for its event."""
        card = paid["card"]
        if not event_of(self.public, card).acting:
            return None
        return event_value(self.public, self.own, self.seat, card, self.chance)

    def solidarity(self) -> list[str] | None:
        """14.6 Homes that come back for markers."""
        able = lost_homes(self.public)
        most = min(len(able), self.public["plunder"])
        if self.seat != GAULS or most < 1:
            return None
        return self.chance.sample(able, self.chance.randint(1, most))

    def pair(self, own: str, other: str) -> Line:
        """15 Two powers, the own one named if the player has several."""
        return {"with": other, **({"for": own} if len(PLAYS[self.seat]) > 1 else {})}


#: Ways to use a card besides the activation of a leader.
WAYS: Mapping[str, Callable[[Ideas, Paid], Line | None]] = {
    "event": Ideas.event,
    "support": Ideas.support,
    "reinforce": Ideas.reinforce,
}


def minor_leaders(power: str) -> list[str]:
    """8.3 Those of a power."""
    return [one for one in position.BY_POWER[power] if not position.is_named(one)]
