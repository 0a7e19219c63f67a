"""Choices out of turn: where to flee, what to raise, where a civil servant goes (13.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from referee.engine.choosing import OneOf
from referee.engine.request import Quantity, View
from referee.engine.words import Choice, Name, Number, Word
from rulesets.end_of_the_triumvirate import board
from rulesets.end_of_the_triumvirate.actions import complete
from rulesets.end_of_the_triumvirate.board import LEVELS, TRACKS
from rulesets.end_of_the_triumvirate.position import here, owned, richest

NONE = "none"
_PROVINCE, _TRACK = Name("province"), Choice((*TRACKS, NONE))
_ATTACK: Mapping[str, Word] = {"at": _PROVINCE, "by": Name("seat")}


class Forced(OneOf):
    """What the three have in common: own provinces and quantities."""

    anytime = True
    quantities: ClassVar[Mapping[str, Quantity]] = {
        "gold": Quantity("gold in your treasury"),
        "provinces": Quantity("provinces that you own"),
        **{track: Quantity(f"your {track} competence") for track in TRACKS},
        **{f"rival {t}": Quantity(f"the highest {t} competence of others") for t in TRACKS},
    }
    names: ClassVar[Mapping[str, str]] = {**board.NAMES, **board.SEATS}

    def options(self, view: View) -> Sequence[str]:
        """7.7.1, 10.5 Own provinces, except one that was just lost."""
        return [key for key in owned(view.public, self.seat) if key != self.args.get("at")]

    def wrong(self, view: View, option: str) -> str:
        """It is not his, or no more."""
        taken = option == self.args.get("at")
        why = "has just been taken" if taken else "is not a province of yours"
        return f"{self.listed([option])} {why}"

    def measure(self, view: View) -> Mapping[str, int]:
        """The quantities now."""
        who = view.public["characters"]
        rivals = [other for seat, other in who.items() if seat != self.seat]
        numbers = {name: who[self.seat][name] for name in ("gold", *TRACKS)}
        numbers |= {f"rival {name}": max(other[name] for other in rivals) for name in TRACKS}
        return {**numbers, "provinces": len(owned(view.public, self.seat))}


class Escape(Forced):
    """7.7.1, 7.9 Name the province that your character flees to.

    args: at (the province taken), by (whom)."""

    example = "escape: Achaea"
    kind, rule = "escape", "7.7"
    question = "flight from {at}: name a province"
    takes = _PROVINCE
    selectors = _ATTACK
    favours = ("default", "most gold")

    def favour(self, view: View, word: str) -> str:
        """7.9 Most legions; or most gold, which becomes his (6.7)."""
        goods = "gold" if word == "most gold" else "legions"
        return richest(view.public, self.options(view), goods)


class Raise(Forced):
    """7.8, 7.9 Raise a competence for a province that you have lost, or none.

    args: at, by."""

    example = "raise: military"
    kind, rule = "raise", "7.8"
    question = "compensation for {at}: raise a competence, or none"
    takes = _TRACK
    selectors = _ATTACK
    favours = ("default", "higher")

    def options(self, view: View) -> Sequence[str]:
        """7.8 Competences that are not on VII; it can be declined."""
        who = view.public["characters"][self.seat]
        return [*(track for track in TRACKS if who[track] < LEVELS.most), NONE]

    def wrong(self, view: View, option: str) -> str:
        """8.5 It ends there."""
        return complete(option)

    def favour(self, view: View, word: str) -> str:
        """7.9 The lower one, political if equal; or the higher one, if it can be raised."""
        who = view.public["characters"][self.seat]
        low, high = TRACKS if who[TRACKS[0]] <= who[TRACKS[1]] else TRACKS[::-1]
        return high if word == "higher" and who[high] < LEVELS.most else low


class Servant(Forced):
    """10.5 Name the province for the civil servant of a new consul.

    args: year."""

    example = "servant: Africa"
    kind, rule = "servant", "10.5"
    question = "the new consul's civil servant: name a province"
    takes = _PROVINCE
    selectors: ClassVar[Mapping[str, Word]] = {"year": Number(1, board.YEARS)}
    favours = ("default", *board.SETUP["types"])

    def favour(self, view: View, word: str) -> str:
        """10.5 Where the character is if none is active there, otherwise the first province without
        one, otherwise where he is.  For a type: the first such province without one."""
        public = view.public
        at: str = public["characters"][self.seat]["at"]
        free = [key for key in self.options(view) if not public["provinces"][key]["active"]]
        fit = [key for key in free if board.LAND[key]["type"] == word]
        default = free[0] if free and here(public, self.seat)["active"] else at
        return fit[0] if fit else default
