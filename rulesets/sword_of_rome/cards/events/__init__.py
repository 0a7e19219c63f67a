"""Events by their names in the data (cards.yaml)."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine.beside import Chance
from referee.engine.view import Data
from rulesets.sword_of_rome.board import CARDS, DICTATOR, ETRUSCANS, GALLIC, GREEKS, ROME
from rulesets.sword_of_rome.cards.events import fights, forces, lasting, leading, rolls, support
from rulesets.sword_of_rome.cards.events.base import LOSSES, NAVAL, REACTION, SIEGE, Event, Use
from rulesets.sword_of_rome.cards.events.fights import InBattle
from rulesets.sword_of_rome.cards.events.rolls import Changes
from rulesets.sword_of_rome.position import APPIA, BEASTS, COALITION, DUOVIRI, ENVOYS

EVENTS: Mapping[str, Event] = {
    "campaign": leading.Campaign(),
    "neutral-power": leading.Neutral(),
    "battle-mod": InBattle(fights.described, fights.changed()),
    "battle-fury": InBattle(fights.of(), fights.changed()),
    "tactics-zero": InBattle(fights.against_leader, fights.changed(plain=True, enemy=True)),
    "strike-commander": InBattle(fights.against_leader, fights.strike),
    "devotio": InBattle(fights.led_romans, fights.devotio),
    "omen": InBattle(fights.either, fights.changed(-1, plain=True), needed=("side",)),
    "hoplites": InBattle(fights.of(GREEKS), fights.changed(1, spared=1)),
    "extra-loss": InBattle(fights.victors, fights.slaughter, LOSSES),
    "fewer-loss": InBattle(fights.bled, fights.spare, LOSSES),
    "beasts": lasting.Lasts(BEASTS, again=True),
    "siege-mod": Changes(SIEGE, rolls.another_roll, rolls.added),
    "recruit": forces.Recruit(),
    "pacify": support.Pacify(),
    "sow-discord": support.Discord(),
    "own-discord": support.OwnDiscord(),
    "loyalty": support.Loyalty(),
    "reaction-mod": Changes(REACTION, rolls.no_roll_of_his, rolls.raised),
    "reaction-block": Changes(REACTION, rolls.no_attempt_against_him, lambda _: {"blocked": True}),
    "forced-march": leading.ForcedMarch(),
    "counsel": lasting.Counsel(),
    "camp-fever": forces.Fever(),
    "leader-enters": forces.Enters(),
    "dictator": forces.Enters(DICTATOR),
    "duoviri-navales": lasting.Lasts(DUOVIRI),
    "punic-envoys": lasting.Envoys(ENVOYS),
    "carthage-treaty": lasting.Treaty(),
    "via-appia": lasting.Lasts(APPIA),
    "caudine-forks": rolls.Forks(),
    "death-of-aulius": InBattle(fights.of(ROME), fights.changed(-2)),
    "obesus-etruscus": InBattle(fights.of(ETRUSCANS), fights.changed(-2)),
    "naval-transports": leading.Transports(),
    "gallic-fury": InBattle(fights.of(*GALLIC), fights.changed(2)),
    "grand-coalition": lasting.Lasts(COALITION, again=True),
    "storms": Changes(NAVAL, rolls.his_own, lambda _: {"stopped": True}),
    "agathocles-africa": leading.Africa(),
    "mercenaries-revolt": forces.Revolt(),
    "plunder": lasting.Plunder(),
    "objective": lasting.Objective(),
    "gallic-horde": forces.Horde(),
    "war-party": Changes(SIEGE, rolls.no_raid, rolls.added),
    "reshuffle-only": leading.Nothing(),
    "desperate-times": leading.Nothing(),
}
#: The events of cards as responses: Naval Transports do one thing in an action (9.6.3), another
#: in a retreat (12.4.3).
_RESPONSES: Mapping[str, Event] = {**EVENTS, "naval-transports": rolls.TRANSPORTS}


def event_of(public: Data, card: str) -> Event:
    """The event of a card, now; 19 with three players some only cancel a Gallic event."""
    if public["scenario"] == "three" and CARDS[card].get("cancels"):
        return rolls.CANCELS
    return (_RESPONSES if public["pending"] else EVENTS)[CARDS[card]["event"]]


def windows_of(card: str) -> Sequence[str]:
    """The windows in which a card may be a response, with any number of players."""
    cancels = rolls.CANCELS.windows if CARDS[card].get("cancels") else ()
    return [*_RESPONSES[CARDS[card]["event"]].windows, *cancels]


def lacks(public: Data, seat: str, card: str) -> str:
    """By what all can see, why a card cannot be played for its event now; "" if it can."""
    return event_of(public, card).lacks(Use(public, seat, card))


def event_value(
    public: Data, own: Data, seat: str, card: str, chance: Chance
) -> dict[str, Any] | None:
    """A value for a line that plays a card for its event; None if nothing can be chosen."""
    more = event_of(public, card).choice(Use(public, seat, card), own, chance)
    return None if more is None else {"card": card, **more}
