"""What is asked of both about what follows by itself: the ends of actions and phases, points,
retreats, Gallic events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from referee.engine.table import Table
from tests.rules.slow_sword import effects, phases
from tests.rules.slow_sword.cards import BOARD, Same, board_of, kept
from tests.rules.sword_of_rome.adapter import gallic, points, retreat

Data = dict[str, Any]


class Flows:
    """What watches one game; same: where differences go."""

    def __init__(self, same: Same) -> None:
        self.same, self.scope, self.what = same, "", ""
        self.wanted: list[Data] = []
        self.queue: list[str] = []

    def watch(self, patch: pytest.MonkeyPatch) -> None:
        """Ask both where the ruleset asks itself."""
        for name in ("add", "turn", "free"):
            patch.setattr(points, name, self.after(getattr(points, name), self.point(name)))
        patch.setattr(points, "remove_own", self.after(points.remove_own, self.lost))
        patch.setattr(gallic, "lose", self.after(gallic.lose, self.gallic))
        patch.setattr(retreat, "by_land", self.after(retreat.by_land, self.gone))

    def boards(self, what: str, public: Data, wanted: Sequence[Data], about: object) -> None:
        """What the board is: one of some."""
        now = board_of(public)
        found = next((one for one in map(board_of, wanted) if one == now), board_of(wanted[0]))
        for key in BOARD:
            self.same(what, now[key], found[key], (key, about))

    def after(self, real: Callable[..., None], check: Callable[..., None]) -> Callable[..., None]:
        """Watch a function; check is told the position before, that behind, and of what."""

        def done(table: Table, *args: Any) -> None:
            before = None if table.rehearsing else kept(table.public)
            real(table, *args)
            if before:
                check(before, table.public, *args)

        return done

    def point(self, name: str) -> Callable[..., None]:
        """7.3 A point is added, turned or won back."""
        made = {"add": effects.add, "turn": effects.turn, "free": effects.free}[name]

        def check(before: Data, public: Data, power: str, space: str, why: str) -> None:
            made(before, power, space)
            self.boards(f"point: {name}", public, [before], (power, space))

        return check

    def lost(self, before: Data, public: Data, power: str, space: str, why: str) -> None:
        """7.3.2 A point is lost; what Gauls take by it waits for their word."""
        if not public["falls"]:
            effects.lose_point(before, space)
            self.boards("point: lost", public, [before], (power, space))

    def gallic(self, before: Data, public: Data, space: str, powers: Any, loses: str) -> None:
        """19 What a Gallic event takes."""
        effects.gallic_loss(before, space, powers, loses)
        self.boards("Gallic event", public, [before], (space, powers, loses))

    def gone(self, before: Data, public: Data, one: Any, way: Sequence[str]) -> None:
        """12.4 A retreat by land."""
        if way:
            phases.retreats(before, one.power, one.at, one.cu, one.leaders, way)
            for space in (one.at, *way):
                effects.follow(before, space)
            self.boards("retreat", public, [before], (one, way))

    # Steps.

    def sits(self, public: Data, scope: str) -> None:
        """A step begins: what the one before has made of the position is compared."""
        if scope == self.scope:
            return
        if self.wanted:
            self.boards(self.what, public, self.wanted, self.scope)
        if self.queue:
            self.same("who acts", public["queue"], self.queue, self.scope)
        self.scope, self.wanted, self.queue = scope, [], []
        self.expect(public)

    def expect(self, public: Data) -> None:
        """What the next step will make of it, if that hangs on nothing else."""
        after, self.what = kept(public), str(public["stage"] or public["phase"])
        if public["phase"] in ("action", "last chance") and public["stage"] == "close":
            phases.close(after)
            self.wanted = [after]
        elif public["phase"] == "action" and not public["queue"] and public["round"] < 5:
            self.queue = phases.queue(public)
        elif public["phase"] == "isolation":
            self.wanted = phases.isolations(public)
        elif public["phase"] == "scoring":
            effects.score(after)
            self.wanted = [after]
        elif public["phase"] == "end":
            phases.turn_over(after)
            self.wanted = [after]
