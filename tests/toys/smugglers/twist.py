"""For the blind test: other crates in a stash."""

from __future__ import annotations

import random
from typing import Any

from referee.engine.request import Data, Request, View
from referee.engine.table import State
from referee.engine.variation import Variation
from referee.engine.words import Answer
from referee.kit.zones import Place
from tests.toys.smugglers.asking import landed, sailed
from tests.toys.smugglers.coast import ZONES, in_order


class Stashes(Variation):
    """Stashes are hidden; the patrol hides nothing."""

    def disturb(self, state: State, hidden: str, chance: random.Random) -> None:
        """Crates of the stash change places with some of the bag."""
        ready = state["seats"][hidden].get("ready", [])
        for _ in range(chance.randint(1, 3)):
            mine, other = ZONES.swap(state, Place("stash", hidden), chance) or ("", "")
            ready[:] = in_order([other if crate == mine else crate for crate in ready])

    def answer(
        self, request: Request, views: tuple[View, View], answer: Answer, chance: random.Random
    ) -> Answer | None:
        """As many crates, the same ones as far as he has them."""
        told: Answer = []
        for line in answer:
            crates: Any = line.get("land", [])
            stash = views[1].own["stash"] if crates else []
            same = [crate for crate in crates if crate in stash]
            rest = [crate for crate in stash if crate not in same]
            more = chance.sample(rest, len(crates) - len(same))
            told.append({"land": [*same, *more]} if crates else line)
        return told

    def reordered(
        self, request: Request, view: View, answer: Answer, chance: random.Random
    ) -> Answer:
        """Crates are landed all at once."""
        return [
            {"land": chance.sample(crates, len(crates))} if (crates := landed([line])) else line
            for line in answer
        ]

    def seen(self, request: Request, view: View, answer: Answer) -> object:
        """Where a ship goes, and how many crates it wants to land; what else is asked, is told."""
        if request.kind not in ("voyage", "cruise"):
            return answer
        return [sailed(answer), len(landed(answer))]

    def shown(self, event: Data, hidden: str) -> object:
        """Crates that are landed or seized, whoever had them; those that another seat draws, if it
        is the one that watches and reads them."""
        drawn = event["kind"] == "drawn" and event["seat"] == hidden
        return None if drawn else event.get("crates")
