"""What tests of fights and fire, on land and at sea, know of the game."""

from __future__ import annotations

from referee.engine.view import Data
from rulesets.caesar_in_alexandria.board import TABLES
from rulesets.caesar_in_alexandria.land import harassment
from rulesets.caesar_in_alexandria.land.fire import hits_of, shot_at
from rulesets.caesar_in_alexandria.land.leaders import refuges
from rulesets.caesar_in_alexandria.land.reactions import (
    entry_shooters,
    retire_shooters,
    street_shooters,
)
from rulesets.caesar_in_alexandria.sea import missiles
from rulesets.caesar_in_alexandria.sea.grapples import free_added, grapple_added
from rulesets.caesar_in_alexandria.sea.missiles import strength
from rulesets.caesar_in_alexandria.sea.missiles import targets as sea_targets
from rulesets.caesar_in_alexandria.sea.ramming import (
    diekplus_problem,
    rake_added,
    rake_needs,
    rake_problem,
    ram_added,
    ram_needs,
)
from rulesets.caesar_in_alexandria.sea.status import must_test
from rulesets.caesar_in_alexandria.shock.fights import (
    BLOCK,
    HEXES,
    SPOT,
    ZONE,
    candidates,
    defenders,
    defending,
    linked_enemies,
    made,
    must_attack,
    never_attacks,
    targets_in_zone,
)
from rulesets.caesar_in_alexandria.shock.results import LEAST, modifiers, row_of, shares
from rulesets.caesar_in_alexandria.shock.retreat import hexes_back, spaces_back
from rulesets.caesar_in_alexandria.shock.tests import case_b

__all__ = [
    "BLOCK",
    "HEXES",
    "SPOT",
    "ZONE",
    "candidates",
    "case_b",
    "defenders",
    "defending",
    "diekplus_problem",
    "entry_shooters",
    "free_added",
    "grapple_added",
    "harasses",
    "hexes_back",
    "hits_of",
    "linked_enemies",
    "made",
    "modifiers",
    "must_attack",
    "must_test",
    "never_attacks",
    "rake_added",
    "rake_needs",
    "rake_problem",
    "ram_added",
    "ram_needs",
    "refuges",
    "result",
    "retire_shooters",
    "sea_targets",
    "shares",
    "shot_at",
    "spaces_back",
    "street_shooters",
    "strength",
    "strikes",
    "targets_in_zone",
]  # fmt: skip


def result(number: int) -> Data:
    """The row of the table of results for a die with all that is added."""
    found: Data = TABLES["results"][row_of(number) - LEAST]
    return found


def harasses(public: Data, unit: str, to: str) -> bool:
    """Whether a unit that has not moved can harass a hex."""
    return harassment.why_not(public, unit, to) is None


def strikes(public: Data, galley: str, at: str, number: int, die: int) -> bool:
    """Whether fire of a galley with a strength hits with a die."""
    volley = missiles.Volley(galley, at, number)
    return die + missiles.added(public, volley) <= missiles.needs(number)
