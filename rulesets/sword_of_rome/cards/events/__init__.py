"""Events by their names in the data (cards.yaml)."""

from collections.abc import Mapping

from rulesets.sword_of_rome.cards.events import fights, forces, lasting, leading, rolls, support
from rulesets.sword_of_rome.cards.events.base import Event
from rulesets.sword_of_rome.position import APPIA, BEASTS, COALITION, DUOVIRI, ENVOYS

EVENTS: Mapping[str, Event] = {
    "campaign": leading.Campaign(),
    "neutral-power": leading.Neutral(),
    "battle-mod": fights.BattleMod(),
    "battle-fury": fights.Fury((), 0),
    "tactics-zero": fights.TacticsZero(),
    "strike-commander": fights.Strike(),
    "devotio": fights.Devotio(),
    "omen": fights.Omen(),
    "hoplites": fights.Hoplites(),
    "extra-loss": fights.ExtraLoss(),
    "fewer-loss": fights.FewerLoss(),
    "beasts": lasting.Again(BEASTS),
    "siege-mod": rolls.SiegeMod(),
    "recruit": forces.Recruit(),
    "pacify": support.Pacify(),
    "sow-discord": support.Discord(),
    "own-discord": support.OwnDiscord(),
    "loyalty": support.Loyalty(),
    "reaction-mod": rolls.ReactionMod(),
    "reaction-block": rolls.ReactionBlock(),
    "forced-march": leading.ForcedMarch(),
    "counsel": lasting.Counsel(),
    "camp-fever": forces.Fever(),
    "leader-enters": forces.Enters(),
    "dictator": forces.Dictator(),
    "duoviri-navales": lasting.Lasts(DUOVIRI),
    "punic-envoys": lasting.Envoys(ENVOYS),
    "carthage-treaty": lasting.Treaty(),
    "via-appia": lasting.Lasts(APPIA),
    "caudine-forks": rolls.Forks(),
    "death-of-aulius": fights.AULIUS,
    "obesus-etruscus": fights.OBESUS,
    "naval-transports": leading.Transports(),
    "gallic-fury": fights.GALLIC_FURY,
    "grand-coalition": lasting.Again(COALITION),
    "storms": rolls.Storms(),
    "agathocles-africa": leading.Africa(),
    "mercenaries-revolt": forces.Revolt(),
    "plunder": lasting.Plunder(),
    "objective": lasting.Objective(),
    "gallic-horde": forces.Horde(),
    "war-party": rolls.WarParty(),
    "reshuffle-only": leading.Nothing(),
    "desperate-times": leading.Nothing(),
}
