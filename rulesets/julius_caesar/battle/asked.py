"""What the requests of a battle share (7.0): how orders pick them, their walk, and their help."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, TypeVar

from referee.engine.beside import Helper
from referee.engine.request import Data, Quantity, Request, View
from referee.engine.words import Answer, Choice, Name, Number, Word
from referee.fault import Fault
from referee.kit.phrases import filled
from referee.kit.ratios import percent
from rulesets.julius_caesar import ahead, board
from rulesets.julius_caesar.battle import rounds
from rulesets.julius_caesar.block_walk import BlockWalk
from rulesets.julius_caesar.board import LETTERS, other
from rulesets.julius_caesar.board.naming import listed, names, written


class BattleRequest(Request):
    """7.0 A question in a battle; args: place, and during a round also round."""

    selectors: ClassVar[Mapping[str, Word]] = {
        "at": Name("place"),
        "round": Number(1, rounds.LAST_ROUND),
        "role": Choice(("attacker", "defender")),
    }

    @classmethod
    def outlook(
        cls, view: View, select: Data, lines: Answer, before: Sequence[tuple[Request, Answer]]
    ) -> Iterable[Fault]:
        """What can be said of advance orders before there is such a battle."""
        return ahead.Outlook(view, select, lines, before).faults()

    def title(self, reader: str = "") -> str:
        """The question; it names only face-up blocks."""
        return filled(self.question, self.args, names(reader))

    def selected(self, view: View, key: str, value: object) -> bool:
        """The place of the battle, its round, the letter that acts, or this seat's current role."""
        if key == "role":
            return bool(view.public["battle"][str(value)] == self.seat)
        return bool(self.args["place" if key == "at" else key] == value)


class BattleWalk(BlockWalk):
    """Lines about a battle."""

    def begin(self) -> None:
        """The battle, which changes while they are carried out."""
        super().begin()
        self.battle: Data = self.public["battle"]

    def all_of(self, blocks: Iterable[str], last: str = "and") -> str:
        """``Legio 1, Legio 2 and Legio 3``."""
        return listed(map(self.name, blocks), last)


R = TypeVar("R", bound=BattleRequest)


class Fighting(Helper[R]):
    """Help for the requests of a battle.

    Everything that a condition can compare is public, so no quantity is private.  A rule always
    gives a legal answer, so a battle stops only if a rule says so or none matches."""

    quantities: ClassVar[Mapping[str, Quantity]] = {
        "round": Quantity("the round of the battle, 1 to 4"),
        "attacking": Quantity("1 if you attack as roles stand now, 0 if you defend"),
        "own blocks": Quantity("your blocks face up in the battle"),
        "enemy blocks": Quantity("the enemy's blocks face up in the battle"),
        "own strength": Quantity("the strength of all your blocks face up"),
        "enemy strength": Quantity("the strength of all the enemy's blocks face up"),
        "own reserves": Quantity("your blocks that are still to come in round 2"),
        "enemy reserves": Quantity("the enemy's blocks that are still to come in round 2"),
        "own lost": Quantity("steps that you have lost in this battle, to hits and disruption"),
        "enemy lost": Quantity("steps that the enemy has lost in this battle"),
        "leaders": Quantity("your leaders face up in the battle"),
        "leader strength": Quantity("the strength of the weakest of them, 0 if there is none"),
        "leader in danger": Quantity(
            "1 if the enemy's average hits of a round, rounded up, would kill one of them"
        ),
        "odds": Quantity("your strength face up in percent of the enemy's, at most 999"),
        "fire odds": Quantity("the same of strength times firepower, so of hits on average"),
    }

    def measure(self, request: R, view: View) -> Mapping[str, int]:
        """Public numbers."""
        battle, seat = view.public["battle"], request.seat
        counted = {"round": battle["round"], "attacking": 1 if battle["attacker"] == seat else 0}
        for whose, side in (("own", seat), ("enemy", other(seat))):
            shown = rounds.face_up(battle, side)
            counted[f"{whose} blocks"] = len(shown)
            counted[f"{whose} strength"] = sum(shown.values())
            counted[f"{whose} reserves"] = rounds.hidden_reserves(battle, side)
            counted[f"{whose} lost"] = battle["lost"][side]
        mine, theirs = rounds.face_up(battle, seat), rounds.face_up(battle, other(seat))
        leaders = [strength for block, strength in mine.items() if board.BLOCKS[block].leader]
        counted |= {"leaders": len(leaders), "leader strength": min(leaders, default=0)}
        in_danger = 0 < rounds.deadly(mine) <= -(-rounds.fire(theirs) // rounds.DIE)
        counted["leader in danger"] = 1 if in_danger else 0
        counted["odds"] = percent(sum(mine.values()), sum(theirs.values()))
        return counted | {"fire odds": percent(rounds.fire(mine), rounds.fire(theirs))}

    def later(self, request: R, view: View) -> list[str]:
        """7.2, 7.7 At most two of the seat's letters that are still to act in this round, then
        regrouping."""
        battle, lines = view.public["battle"], []
        at, number, after = battle["place"], battle["round"], request.args.get("letter", "")
        for one in LETTERS:
            blocks = rounds.waiting(battle, one, view.seat) if one > after else []
            if blocks and not rounds.must_leave(battle, view.seat):
                lines.append({"on": "battle turn", "at": at, "round": number, "letter": one})
                lines[-1]["orders"] = [{"fire": block} for block in blocks]
        lines = [*lines[:2], {"on": "regroup", "at": at, "orders": []}]
        return [written(line, view.seat) for line in lines]
