"""What marches, battles and sieges ask."""

from collections.abc import Sequence

from referee.engine.beside import Kind, Lines
from referee.engine.choosing import one_of
from rulesets.sword_of_rome.battle import africa, effects, flank, relief, retreat
from rulesets.sword_of_rome.help import marching
from rulesets.sword_of_rome.march import bribe, consent, entry, reactions
from rulesets.sword_of_rome.siege import sacking

KINDS: Sequence[Kind] = (
    Kind(reactions.Intercept, marching.TryHelp(), marching.TryPlayer(), marching.Trying()),
    Kind(reactions.Avoid, marching.EvadeHelp(), marching.EvadePlayer(), marching.Evading()),
    Kind(entry.Inside, marching.InsideHelp(), marching.InsidePlayer(), marching.Sheltering()),
    Kind(bribe.Bribe, marching.BribeHelp(), marching.Briber(), marching.Bribing()),
    Kind(flank.Flank, marching.FlankHelp(), marching.Flanker(), Lines(flank.Flank)),
    Kind(retreat.Retreat, marching.RetreatHelp(), marching.Retreater(), marching.Retreating()),
    *map(
        one_of,
        (
            consent.Consent,
            consent.Allow,
            consent.Declining,
            consent.Pursuit,
            sacking.TakeOrSack,
            effects.Successor,
            africa.Home,
            relief.Relief,
        ),
    ),
)
