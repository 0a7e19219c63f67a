"""What is asked of both about commanders struck, losses, fleets, Africa, relief, alliances that are
renewed, cards that are drawn, Greek leaders that are paid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any

import pytest

from referee.engine.request import Request
from referee.engine.table import Table
from tests.rules.slow_sword import fates, hands
from tests.rules.slow_sword.cards import Cards, Same, around, board_of, kept
from tests.rules.slow_sword.world import World
from tests.rules.sword_of_rome.adapter import (
    africa,
    board,
    discarding,
    drawing,
    effects,
    entry,
    fight,
    flow,
    hidden,
    joining,
    leaders,
    rules,
)

Data = dict[str, Any]
Step = Callable[[Table], Awaitable[None]]


class Happenings:
    """What watches one game; same: where differences go; cards: who knows the last dice."""

    def __init__(self, same: Same, cards: Cards) -> None:
        self.same, self.cards = same, cards
        self.asked: Counter[str] = Counter()
        self.renewals: list[tuple[str, str, str]] = []

    def watch(self, patch: pytest.MonkeyPatch) -> None:
        """Ask both where the ruleset asks itself."""
        around(patch, effects, strike=self.struck, lose=self.losing)
        around(patch, fight, by_dice=self.diced)
        around(patch, entry, naval_combat=self.naval)
        around(patch, rules, opposed=self.opposed)
        around(patch, africa, landed=self.landed, fallen=self.fallen)
        around(patch, joining, relieve=self.relieved)
        around(patch, discarding, draw=self.drawn)
        around(patch, drawing, fill=self.filled)
        around(patch, hidden, reshuffle=self.shuffled)
        around(patch, leaders, paid=self.paid)
        patch.setitem(flow.STEPS, "renewal", self.renewed(flow.STEPS["renewal"]))

    def answered(self, request: Request, answer: Sequence[Mapping[str, Any]]) -> None:
        """What a player was asked, and says."""
        self.asked[request.kind] += 1
        if request.kind == "renewal":
            said = answer[0]["renewal"] if answer else "end"
            said = said[0] if isinstance(said, list) else said
            self.renewals.append((request.args["own"], request.args["with"], said))

    # Battles.

    def struck(self, strike: Callable[..., Awaitable[None]]) -> Callable[..., Any]:
        """12.2.4"""

        async def done(table: Table, side: str, why: str) -> None:
            before = kept(table.public)
            await strike(table, side, why)
            if not table.rehearsing:
                able, now = fates.strike(before, side), table.public["battle"][side]["leader"]
                self.same("who takes over", now in able, True, (side, now, able))
                self.same("struck", table.public["leaders"], before["leaders"], side)

        return done

    def losing(self, lose: Callable[..., None]) -> Callable[..., None]:
        """9.5.6"""

        def done(table: Table, side: str, number: int, why: str) -> None:
            before = kept(table.public)
            lose(table, side, number, why)
            if not table.rehearsing:
                fates.losses(before, side, number)
                self.same("losses", table.public["cu"], before["cu"], (side, number))

        return done

    def diced(self, by_dice: Callable[..., None]) -> Callable[..., None]:
        """12.3, 9.5.6"""

        def done(table: Table, side: str, number: int) -> None:
            before = kept(table.public)
            by_dice(table, side, number)
            if not table.rehearsing:
                fates.losses(before, side, number, before["battle"][side]["spared"])
                self.same("losses", table.public["cu"], before["cu"], (side, number))

        return done

    def relieved(self, relieve: Callable[..., Awaitable[None]]) -> Callable[..., Any]:
        """13.4.2"""

        async def done(table: Table, march: Data) -> None:
            able, before = fates.relief(World(table.public)), self.asked["relief"]
            await relieve(table, march)
            self.same("may relieve", self.asked["relief"] > before, able, march)

        return done

    # The sea, Africa.

    def opposed(self, opposed: Callable[..., bool]) -> Callable[..., bool]:
        """9.6.4"""

        def done(public: Data, power: str, to: str) -> bool:
            found = opposed(public, power, to)
            self.same("naval combat is due", found, fates.opposed(World(public), power, to), to)
            return found

        return done

    def naval(self, combat: Callable[..., bool]) -> Callable[..., bool]:
        """9.6.4"""

        def done(table: Table, march: Data, to: str) -> bool:
            before, fleet = kept(table.public), deepcopy(march)
            found = combat(table, march, to)
            if not table.rehearsing:
                lands = fates.naval(before, fleet, self.cards.dice[0])
                self.same("lands", found, lands, fleet)
                self.boards("naval combat", table.public, [before], fleet)
            return found

        return done

    def boards(self, what: str, public: Data, wanted: Sequence[Data], about: object) -> None:
        """What the board is: one of some."""
        now, able = board_of(public), [*map(board_of, wanted)]
        best = now if now in able else able[0]
        for key in now:
            self.same(what, now[key], best[key], (key, about))

    def landed(self, landed: Step) -> Step:
        """17.2.1; Storms at Sea may stop it."""

        async def done(table: Table) -> None:
            before, moved = kept(table.public), kept(table.public)
            await landed(table)
            fates.landed(moved)
            self.boards("landing", table.public, [moved, before], "")

        return done

    def fallen(self, fallen: Step) -> Step:
        """17.2.2"""

        async def done(table: Table) -> None:
            before = kept(table.public)
            await fallen(table)
            able = fates.havens(World(before)) | fates.havens(World(table.public))
            wanted = []
            for haven in sorted(able) or [""]:
                for sack in (False, True):
                    wanted.append(kept(before))
                    fates.fallen(wanted[-1], haven, sack)
            self.boards("Carthage falls", table.public, wanted, sorted(able))

        return done

    # Cards.

    def drawn(self, draw: Callable[..., None]) -> Callable[..., None]:
        """6.4.2"""

        def done(table: Table, seat: str, count: int) -> None:
            before = hands.cards(table.public, seat)
            draw(table, seat, count)
            self.same("draw", hands.cards(table.public, seat), hands.drawn(before, count), seat)

        return done

    def filled(self, fill: Callable[..., None]) -> Callable[..., None]:
        """6.2.2"""

        def done(table: Table, seat: str) -> None:
            before = hands.cards(table.public, seat)
            fill(table, seat)
            wanted = hands.filled(before, seat, table.public["scenario"])
            self.same("hand", hands.cards(table.public, seat), wanted, seat)

        return done

    def shuffled(self, reshuffle: Callable[..., bool]) -> Callable[..., bool]:
        """6.4.1"""

        def done(table: Table, seat: str) -> bool:
            before = hands.cards(table.public, seat)
            found = reshuffle(table, seat)
            self.same("deck", hands.cards(table.public, seat), hands.shuffled(before), seat)
            return found

        return done

    # The end of a turn.

    def renewed(self, renewal: Step) -> Step:
        """15.4 Both must renew; the players with most VP are asked first, and nobody who is allied
        with one that has ended it."""

        async def done(table: Table) -> None:
            public, before = table.public, [*table.public["alliances"]]
            self.renewals = []
            await renewal(table)
            kept_on = [*board.SCENARIOS[public["scenario"]]["permanent"]]
            said = {(own, other): word for own, other, word in self.renewals}
            pairs = [one.split("/") for one in before if one not in kept_on]
            for one, other in pairs:
                words = [said.get((one, other)), said.get((other, one))]
                kept_on += [f"{one}/{other}"] if words == ["renew"] * 2 else []
                self.same("renewals", None in words and "end" not in words, False, (one, other))
            self.same("renewed", public["alliances"], sorted(kept_on), said)
            vp = [public["vp"][board.PLAYER[own]] for own, _, _ in self.renewals]
            self.same("who renews first", vp, sorted(vp, reverse=True), said)

        return done

    def paid(self, paid: Callable[..., bool]) -> Callable[..., bool]:
        """8.2.3"""

        def done(table: Table, leader: str, said: dict[str, Sequence[str] | None]) -> bool:
            before, sacked = kept(table.public), kept(table.public)
            stays = paid(table, leader, said)
            if leader in said and not table.rehearsing and not table.public["falls"]:
                points = said[leader] or ()
                enough = fates.paid(before, leader, points, sack=False)
                fates.paid(sacked, leader, points, sack=True)
                self.same("paid", stays, enough, (leader, points))
                self.boards("Greek leaders", table.public, [before, sacked], said)
            return stays

        return done
