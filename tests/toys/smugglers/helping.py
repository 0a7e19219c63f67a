"""What helps to answer: templates, random play, standing orders."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from referee.engine.beside import Kind, Player, Suggestions, kinds_of
from referee.engine.choosing import one_of
from referee.engine.request import View
from referee.engine.words import Answer
from tests.toys.smugglers.asking import Cruise, Search, Searched, Voyage, sailed
from tests.toys.smugglers.coast import HARBOURS, NAMES, near


def _at(request: Cruise, view: View, before: Answer) -> str:
    """3 Where the ship is behind these lines."""
    return [str(view.public["where"][request.seat]), *sailed(before)][-1]


class CruiseSuggestions(Suggestions[Cruise]):
    def template(self, request: Cruise, view: View) -> list[str]:
        """Every first lane, with what lies beyond, all behind #."""
        return [
            f"# - sail: {HARBOURS[to]}  # then {', '.join(HARBOURS[on] for on in near(to))}"
            for to in near(_at(request, view, []))
        ]

    def at_hand(
        self, request: Cruise, view: View, key: str, beside: Mapping[str, Any]
    ) -> list[str]:
        return near(_at(request, view, [])) if key == "sail" else list(view.own["stash"])


class VoyageSuggestions(CruiseSuggestions):
    def template(self, request: Cruise, view: View) -> list[str]:
        """The lanes, and all crates where the buyer is in reach, behind #."""
        lines, at = super().template(request, view), _at(request, view, [])
        if view.own["stash"] and view.public["buyer"] in [at, *near(at)]:
            lines.append(f"# - land: [{', '.join(NAMES[crate] for crate in view.own['stash'])}]")
        return lines


class CruisePlayer(Player[Cruise]):
    def sample(self, request: Cruise, view: View, chance: random.Random) -> Answer:
        answer: Answer = []
        for _ in range(chance.randint(0, request.lanes)):
            answer.append({"sail": chance.choice(near(_at(request, view, answer)))})
        return answer


class VoyagePlayer(CruisePlayer):
    def sample(self, request: Cruise, view: View, chance: random.Random) -> Answer:
        """Often to the buyer, and there often with crates."""
        answer = super().sample(request, view, chance)
        buyer, stash = view.public["buyer"], view.own["stash"]
        if buyer in near(_at(request, view, [])) and chance.randrange(3):
            answer = [{"sail": buyer}]
        if _at(request, view, answer) == buyer and stash and chance.randrange(4):
            answer.append({"land": chance.sample(stash, chance.randint(1, len(stash)))})
        return answer


KINDS = kinds_of(
    Kind(Voyage, VoyageSuggestions(), VoyagePlayer()),
    Kind(Cruise, CruiseSuggestions(), CruisePlayer()),
    *map(one_of, (Search, Searched)),
)
