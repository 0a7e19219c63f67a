"""What others are asked: where to flee, what to raise, where a consul's servant goes (13.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from referee.engine.fault import NOT_ALLOWED, Fault
from referee.engine.request import Data, Judgement, Quantity, Request, View
from referee.engine.words import Answer, Choice, Many, Name, Nothing, Number, Word
from rulesets.end_of_the_triumvirate import board
from rulesets.end_of_the_triumvirate.board import SEATS, TOP, TRACKS
from rulesets.end_of_the_triumvirate.position import lower, owned, strongest, unserved

if TYPE_CHECKING:
    import random

PROVINCES = Many(Name("province"))
NONE = "none"


class OneOf(Request):
    """One thing out of a few: the answer is one line, or nothing for the rules' default.

    A rule's ``then`` may name several, the first that can be is taken; ``default`` is the
    rules' own choice, other words of `favour` choose by the position."""

    quantities: ClassVar[Mapping[str, Quantity]] = {
        "year": Quantity("the year"),
        "gold": Quantity("gold in your treasury"),
        "provinces": Quantity("provinces that you own"),
        "political": Quantity("your political competence"),
        "military": Quantity("your military competence"),
        "rival political": Quantity("the highest political competence of the others"),
        "rival military": Quantity("the highest military competence of the others"),
    }

    def options(self, public: Data) -> Sequence[str]:
        """All that can be chosen."""
        return owned(public, self.seat)

    def default(self, public: Data) -> str:
        """What the rules choose."""
        raise NotImplementedError

    def favour(self, public: Data, word: str) -> str:
        """What another policy chooses."""
        return self.default(public)

    def reading(self, public: Data, answer: Answer) -> str:
        """What an answer chooses."""
        return str(answer[0][self.kind]) if answer else self.default(public)

    def judge(self, view: View, answer: Answer) -> Judgement:
        """One line with something that can be chosen, or none."""
        judged, able = Judgement(), self.options(view.public)
        if len(answer) > 1:
            judged.add(Fault(NOT_ALLOWED, (1,), "one line answers this", self.rule))
        for number, line in enumerate(answer[:1]):
            if line[self.kind] not in able:
                hint = f"it can be: {', '.join(_name(option) for option in able)}"
                judged.add(Fault(NOT_ALLOWED, (number,), "this cannot be chosen", self.rule, hint))
        return judged

    def sample(self, view: View, chance: random.Random) -> Answer:
        """Anything that can be chosen, now and then the default."""
        if chance.random() < 0.1:
            return []
        return [{self.kind: chance.choice(self.options(view.public))}]

    def skeleton(self, view: View) -> list[str]:
        """The default, and what else there is."""
        others = ", ".join(_name(option) for option in self.options(view.public))
        return [f"- {self.kind}: {_name(self.default(view.public))}  # of {others}"]

    def measure(self, view: View) -> Mapping[str, int]:
        """The quantities now."""
        who = view.public["characters"]
        numbers = {name: who[self.seat][name] for name in ("gold", *TRACKS)}
        rivals = [other for seat, other in who.items() if seat != self.seat]
        numbers |= {f"rival {name}": max(other[name] for other in rivals) for name in TRACKS}
        owns = len(owned(view.public, self.seat))
        return {**numbers, "year": view.public["year"], "provinces": owns}

    def follow(self, view: View, then: Answer) -> Answer | None:
        """The first of the names that can be chosen, or what another word comes to."""
        able = self.options(view.public)
        wishes: list[Any] = []
        for line in then:
            for word, value in line.items():
                wishes += value if isinstance(value, list) else [self.favour(view.public, word)]
        return next(([{self.kind: wish}] for wish in wishes if wish in able), None)

    def forced(self, public: Data) -> Answer | None:
        """No question where there is one thing to choose."""
        return [] if len(self.options(public)) == 1 else None


def _name(option: str) -> str:
    return board.names().get(option, option)


#: Selectors of what happens in an attack.
_ATTACK: Mapping[str, Word] = {"at": Name("province"), "by": Name("seat")}


class Escape(OneOf):
    """7.7.1, 7.9 The refuge of a character whose province was taken; args: at, by."""

    kind = "escape"
    rule = "7.7"
    words: ClassVar[Mapping[str, Word]] = {"escape": Name("province")}
    selectors = _ATTACK
    policies: ClassVar[Mapping[str, Word]] = {
        "escape": PROVINCES,
        "default": Nothing(),
        "most gold": Nothing(),
    }

    def title(self) -> str:
        """Whence and from whom."""
        return f"where your character flees from {_name(self.args['at'])}"

    def options(self, public: Data) -> Sequence[str]:
        """7.7.1 Any other own province."""
        return [p for p in owned(public, self.seat) if p != self.args["at"]]

    def default(self, public: Data) -> str:
        """7.9 That with most legions."""
        return strongest(public, self.options(public))

    def favour(self, public: Data, word: str) -> str:
        """6.7 The gold of the refuge is his."""
        return strongest(public, self.options(public), "gold" if word == "most gold" else "legions")


class Raise(OneOf):
    """7.8, 7.9 The competence raised by side II of the card; args: at, by."""

    kind = "raise"
    rule = "7.8"
    words: ClassVar[Mapping[str, Word]] = {"raise": Choice((*TRACKS, NONE))}
    selectors = _ATTACK
    policies: ClassVar[Mapping[str, Word]] = {
        "raise": Many(Choice((*TRACKS, NONE))),
        "default": Nothing(),
        "higher": Nothing(),
    }

    def title(self) -> str:
        """For what."""
        return f"which competence you raise for {_name(self.args['at'])}, or none"

    def options(self, public: Data) -> Sequence[str]:
        """7.8 What is not on VII; it may be declined."""
        able = [track for track in TRACKS if public["characters"][self.seat][track] < TOP]
        return [*able, NONE]

    def default(self, public: Data) -> str:
        """7.9 The lower one."""
        return lower(public, self.seat)

    def favour(self, public: Data, word: str) -> str:
        """The other one, if it can still be raised."""
        low = self.default(public)
        high = next(track for track in TRACKS if track != low)
        return high if word == "higher" and high in self.options(public) else low


class Servant(OneOf):
    """10.5 Where the servant of a new consul goes."""

    kind = "servant"
    rule = "10.5"
    words: ClassVar[Mapping[str, Word]] = {"servant": Name("province")}
    selectors: ClassVar[Mapping[str, Word]] = {"year": Number(1, board.YEARS)}
    policies: ClassVar[Mapping[str, Word]] = {
        "servant": PROVINCES,
        "default": Nothing(),
        **{kind: Nothing() for kind in board.setup()["yields"]},
    }

    def title(self) -> str:
        """For whom."""
        return f"the province of consul {SEATS[self.seat]}'s new servant"

    def default(self, public: Data) -> str:
        """10.5 Where the character stands, if it can be placed there."""
        return unserved(public, self.seat)

    def favour(self, public: Data, word: str) -> str:
        """The first own province of a type without a servant."""
        able = [p for p in owned(public, self.seat) if board.kind(p) == word]
        free = [p for p in able if not public["provinces"][p]["active"]]
        return free[0] if free else self.default(public)
