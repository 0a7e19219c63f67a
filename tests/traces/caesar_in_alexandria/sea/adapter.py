"""What the comparison knows of galleys."""

from __future__ import annotations

from rulesets.caesar_in_alexandria.sea import course, fleet, grapples, ships
from rulesets.caesar_in_alexandria.sea.course import (
    LEAST_AT_ATTACK,
    UNGRAPPLE,
    Step,
    open_steps,
    turn_price,
)
from rulesets.caesar_in_alexandria.sea.deeds import leg_of
from rulesets.caesar_in_alexandria.sea.fleet import (
    allowance,
    astern,
    beyond,
    crippled,
    fresh,
    turned,
)
from rulesets.caesar_in_alexandria.sea.grapples import grapple_problem
from rulesets.caesar_in_alexandria.sea.missiles import strength, targets

__all__ = [
    "LEAST_AT_ATTACK", "UNGRAPPLE", "Step", "allowance", "astern", "beyond", "course", "crippled",
    "fleet", "fresh", "grapple_problem", "grapples", "leg_of", "open_steps", "ships",
    "strength", "targets", "turn_price", "turned",
]  # fmt: skip
