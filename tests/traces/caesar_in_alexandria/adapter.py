"""What the comparison knows of the game."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.view import Data
from rulesets.caesar_in_alexandria import board, position, ruleset, verbs
from rulesets.caesar_in_alexandria.land import march, ways, withdrawal
from rulesets.caesar_in_alexandria.land.facing import arrival, pivot_cost
from rulesets.caesar_in_alexandria.land.fire import shot_at
from rulesets.caesar_in_alexandria.land.harassment import why_not as no_harassment
from rulesets.caesar_in_alexandria.land.stacking import may_stay
from rulesets.caesar_in_alexandria.land.steps import own_shot
from rulesets.caesar_in_alexandria.land.withdrawal import faces
from rulesets.caesar_in_alexandria.sea import ships
from rulesets.caesar_in_alexandria.shock import fights
from rulesets.caesar_in_alexandria.shock.orders import Attack
from rulesets.caesar_in_alexandria.shock.results import stands
from rulesets.caesar_in_alexandria.turn import command

__all__ = [
    "Attack", "arrival", "board", "command", "faces", "fights", "march", "may_stay",
    "no_harassment", "own_part", "own_shot", "pivot_cost", "position", "ruleset", "ships",
    "shot_at", "stands", "ways", "withdrawal",
]  # fmt: skip


def own_part(wished: Sequence[Data] = ()) -> Data:
    """What a seat alone knows at the beginning of a turn, or of phase C with which of its units are
    to advance, and how they then face, fight by fight."""
    wishes = {str(number): wish for number, wish in enumerate(wished)}
    return {**verbs.unwritten(), verbs.WISHES: wishes}
