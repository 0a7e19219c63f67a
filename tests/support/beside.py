"""What stands beside a request, asked for in one word, whatever game it is of."""

from __future__ import annotations

import random
from collections.abc import Mapping

from referee.engine.request import Request, View
from referee.engine.rules import Ruleset
from referee.engine.words import Answer


def sample(ruleset: Ruleset, request: Request, view: View, chance: random.Random) -> Answer:
    """What random play answers."""
    return ruleset.rules.kinds[request.kind].player.sample(request, view, chance)


def template(ruleset: Ruleset, request: Request, view: View) -> list[str]:
    """Lines to start from."""
    return ruleset.rules.kinds[request.kind].suggestions.template(request, view)


def default(ruleset: Ruleset, request: Request, view: View) -> Answer:
    """The answer of a seat that has said nothing."""
    return ruleset.rules.kinds[request.kind].standing.default(request, view)


def follow(ruleset: Ruleset, request: Request, view: View, then: Answer) -> Answer | None:
    """What a rule of standing orders comes to."""
    return ruleset.rules.kinds[request.kind].standing.follow(request, view, then)


def measure(ruleset: Ruleset, request: Request, view: View) -> Mapping[str, int]:
    """What conditions of standing orders compare."""
    return ruleset.rules.kinds[request.kind].standing.measure(request, view)
