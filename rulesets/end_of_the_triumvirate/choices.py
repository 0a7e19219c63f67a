"""What others are asked: where to flee, what to raise, where a consul's servant goes (13.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from referee.engine.choosing import OneOf
from referee.engine.request import Data, Quantity, View
from referee.engine.words import Choice, Many, Name, Nothing, Number, Word
from rulesets.end_of_the_triumvirate import board
from rulesets.end_of_the_triumvirate.board import SEATS, TOP, TRACKS
from rulesets.end_of_the_triumvirate.position import here, owned, richest

TRACK = Choice((*TRACKS, "none"))
_ATTACK: Mapping[str, Word] = {"at": Name("province"), "by": Name("seat")}


class Forced(OneOf):
    """What the three have in common: an own province, and quantities."""

    quantities: ClassVar[Mapping[str, Quantity]] = {
        "gold": Quantity("gold in your treasury"),
        "provinces": Quantity("provinces that you own"),
        **{track: Quantity(f"your {track} competence") for track in TRACKS},
        **{f"rival {t}": Quantity(f"the highest {t} competence of others") for t in TRACKS},
    }
    titles: ClassVar[dict[str, str]] = dict(board.names())

    def options(self, public: Data) -> Sequence[str]:
        """7.7.1, 10.5 Own provinces, but for one just lost."""
        return [key for key in owned(public, self.seat) if key != self.args.get("at")]

    def measure(self, view: View) -> Mapping[str, int]:
        """The quantities now."""
        who = view.public["characters"]
        rivals = [other for seat, other in who.items() if seat != self.seat]
        numbers = {name: who[self.seat][name] for name in ("gold", *TRACKS)}
        numbers |= {f"rival {name}": max(other[name] for other in rivals) for name in TRACKS}
        return {**numbers, "provinces": len(owned(view.public, self.seat))}


class Escape(Forced):
    """7.7.1, 7.9 The refuge of a character; args: at, the province taken, and by."""

    kind = "escape"
    rule = "7.7"
    words: ClassVar[Mapping[str, Word]] = {"escape": Name("province")}
    selectors = _ATTACK
    policies: ClassVar[Mapping[str, Word]] = {
        "escape": Many(Name("province")),
        "default": Nothing(),
        "most gold": Nothing(),
    }

    def title(self) -> str:
        """Whence."""
        return f"where your character flees from {board.names()[self.args['at']]}"

    def favour(self, public: Data, word: str) -> str:
        """7.9 Most legions; or most gold, which will be his (6.7)."""
        goods = "gold" if word == "most gold" else "legions"
        return richest(public, self.options(public), goods)


class Raise(Forced):
    """7.8, 7.9 The competence raised by side II of the card; args: at, by."""

    kind = "raise"
    rule = "7.8"
    words: ClassVar[Mapping[str, Word]] = {"raise": TRACK}
    selectors = _ATTACK
    policies: ClassVar[Mapping[str, Word]] = {
        "raise": Many(TRACK),
        "default": Nothing(),
        "higher": Nothing(),
    }

    def title(self) -> str:
        """For what."""
        return f"which competence you raise for {board.names()[self.args['at']]}, or none"

    def options(self, public: Data) -> Sequence[str]:
        """7.8 What is not on VII; it may be declined."""
        who = public["characters"][self.seat]
        return [*(track for track in TRACKS if who[track] < TOP), "none"]

    def favour(self, public: Data, word: str) -> str:
        """7.9 The lower one, political if level; or the higher one, if that can be raised."""
        low = min(TRACKS, key=lambda track: self._level(public, track))
        high = max(TRACKS, key=lambda track: self._level(public, track))
        return high if word == "higher" and high in self.options(public) else low

    def _level(self, public: Data, track: str) -> int:
        level: int = public["characters"][self.seat][track]
        return level


class Servant(Forced):
    """10.5 Where the servant of a new consul goes; args: year."""

    kind = "servant"
    rule = "10.5"
    words: ClassVar[Mapping[str, Word]] = {"servant": Name("province")}
    selectors: ClassVar[Mapping[str, Word]] = {"year": Number(1, board.YEARS)}
    policies: ClassVar[Mapping[str, Word]] = {
        "servant": Many(Name("province")),
        "default": Nothing(),
        **{kind: Nothing() for kind in board.setup()["types"]},
    }

    def title(self) -> str:
        """For whom."""
        return f"the province of consul {SEATS[self.seat]}'s new servant"

    def favour(self, public: Data, word: str) -> str:
        """10.5 Where the character stands if none is placed there, else the first province
        without one, else where he stands; of a type: the first of it without one."""
        at: str = public["characters"][self.seat]["at"]
        free = [key for key in self.options(public) if not public["provinces"][key]["active"]]
        fit = [key for key in free if board.provinces()[key]["type"] == word]
        if fit:
            return fit[0]
        return at if not here(public, self.seat)["active"] or not free else free[0]
