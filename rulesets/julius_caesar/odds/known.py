"""What a seat knows of enemy blocks that lie face down: those it has met, and those that cannot
have been raised.

Only its report tells it: what everyone sees, and what the seat remembers (`MEMORY`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.engine.view import Data
from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.board import other

#: cards that change strengths unseen, or show blocks before levies; Apollo may stand for them
_UNSURE = frozenset(("jupiter", "vulcan", "apollo"))


class Known:
    """What one seat knows.

    public: what everyone sees; seat: whose knowledge; notes: what it remembers."""

    def __init__(self, public: Data, seat: str, notes: Mapping[str, Any]) -> None:
        self.public, self.seat, self.enemy = public, seat, other(seat)
        self.met: Mapping[str, Data] = notes.get("met", {})
        self.now: str = notes.get("turn", "")

    def surely_at(self, block: str, place: str) -> bool:
        """Whether a block was met and can be nowhere else."""
        return block in self.met and self.met[block]["at"] == [place]

    def may_be_at(self, block: str, place: str) -> bool:
        """Whether a block can be there: what was met, only where it can have gone."""
        if block in self.met:
            return place in self.met[block]["at"]
        return self.may_be_on_board(block)

    def may_be_on_board(self, block: str) -> bool:
        """5.2, 6.4 Whether a block that was not met can have left the enemy's Levy Pool: in the
        first year, when nothing goes back there."""
        printed, public = board.blocks()[block], self.public
        if block in self.met or printed.start or printed.seat != self.enemy:
            return True
        if public["year"] != board.cards()["years"][0]:
            return True
        waiting = [b for b in board.blocks().values() if b.seat == self.enemy and not b.start]
        if public["pool"][self.enemy] == len(waiting):
            return False
        return not self._one_command() or not all(map(self._held, legal.levy_places(block)))

    def _one_command(self) -> bool:
        """2.2 Whether the enemy has had one command at most."""
        public = self.public
        return public["turn"] == 1 or (public["turn"] == 2 and self._yet_to_command())

    def _yet_to_command(self) -> bool:
        """2.2 Whether the enemy has not had his command of this turn."""
        phase = self.public["phase"]
        return phase == "cards" or (phase == "command" and self.enemy in self.public["to_command"])

    def _held(self, city: str) -> bool:
        """5.1 Whether a city was the seat's own at the start, and is now: if the enemy had entered
        it in his only command, he would still be there."""
        starts = {b.start for b in board.blocks().values() if b.seat == self.seat}
        return city in starts and legal.status(self.public, city, self.seat) == legal.FRIENDLY

    def strength(self, block: str) -> int:
        """The strength of a block that was met, if it cannot have changed since; otherwise 0."""
        return self.last_seen(block) if block in self.met and self._unchanged(block) else 0

    def last_seen(self, block: str) -> int:
        """The strength at which a block was met, 0 if it was not."""
        return self.met[block]["strength"] if block in self.met else 0

    def when(self, block: str) -> str:
        """``in 705/1``, ``this turn``: when a block was met."""
        turn = self.met[block]["turn"]
        return "this turn" if turn == self.now else f"in {turn}"

    def _unchanged(self, block: str) -> bool:
        """6.4 Whether a block was met after the enemy's last levies, and no event came between."""
        public, turn = self.public, self.met[block]["turn"]
        if _UNSURE & set(public["played"].values()):
            return False
        if turn == self.now:
            return public["phase"] in ("battles", "over")
        if _UNSURE & set(public["last_played"].values()):
            return False
        before = f"{public['year']}/{public['turn'] - 1}"
        return turn == before and (self._yet_to_command() or public["phase"] == "winter")
