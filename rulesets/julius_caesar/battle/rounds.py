"""Rounds of a battle (7.1 to 7.3): who is in it, in which order, and when it is over; and what the
requests of a battle share.

Everything here reads ``public["battle"]`` and nothing else.  Blocks are always in the order of the
rulebook's list, never in the order of the State.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, TypeVar

from referee.engine.beside import Helper
from referee.engine.request import Data, Quantity, Request, View
from referee.engine.words import Answer, Choice, Name, Number, Word
from referee.fault import Fault
from referee.kit.lines import packed
from referee.kit.phrases import filled
from referee.kit.ratios import percent
from rulesets.julius_caesar import board
from rulesets.julius_caesar.battle.outlook import Outlook
from rulesets.julius_caesar.battle.targets import deadly
from rulesets.julius_caesar.block_walk import BlockWalk
from rulesets.julius_caesar.board import LETTERS, SEATS, other
from rulesets.julius_caesar.board.naming import block_name, listed, names, written

LAST_ROUND = 4
#: 7.4 Faces of a die.
DIE = 6


def face_up(battle: Data, seat: str) -> dict[str, int]:
    """7.1, 3.11 A seat's face-up blocks -> strength, in the rulebook's order."""
    shown = battle["blocks"]
    mine = board.in_order([block for block in shown if shown[block]["player"] == seat])
    return {block: shown[block]["strength"] for block in mine}


def hidden_reserves(battle: Data, seat: str) -> int:
    """7.3 How many blocks of a seat are still face down in Reserve."""
    number: int = battle["reserves"].get(seat, 0)
    return number


def letter(battle: Data, block: str) -> str:
    """3.12, 7.42 The letter at which a block acts, by the current roles."""
    attacking = battle["blocks"][block]["player"] == battle["attacker"]
    return board.blocks()[block].letter(attacking)


def rating(battle: Data, block: str) -> str:
    """3.12 Letter and firepower, as printed: ``C3``."""
    return f"{letter(battle, block)}{board.blocks()[block].firepower}"


def waiting(battle: Data, letter_now: str, seat: str) -> list[str]:
    """7.2 Blocks of a seat that act at a letter and have not acted yet this round."""
    ready = [
        block
        for block, here in battle["blocks"].items()
        if here["player"] == seat and not here["acted"] and letter(battle, block) == letter_now
    ]
    return board.in_order(ready)


def turns(battle: Data) -> list[tuple[str, str]]:
    """7.2 Every turn of a round in order: A to D, the defender first at each letter.

    Mars and Neptune: in round 1 of that battle all attackers act before the defenders."""
    sides = (battle["defender"], battle["attacker"])
    if battle.get("surprise") and battle["round"] == 1:
        return [(letter_now, seat) for seat in reversed(sides) for letter_now in LETTERS]
    return [(letter_now, seat) for letter_now in LETTERS for seat in sides]


def played(battle: Data) -> bool:
    """7.2 Whether a round is over: all have acted, or a side has nobody left to fight.

    If the Main Attack of one side is gone in round 1, the other side does not fire at its Reserves
    (7.3, 7.31)."""
    shown = battle["blocks"].values()
    gone = len({block["player"] for block in shown}) < len(SEATS)
    return gone or all(block["acted"] for block in shown)


def next_turn(battle: Data) -> tuple[str, str] | None:
    """7.2 The letter and seat that act next, None at the end of the round."""
    if played(battle):
        return None
    ready = {
        (letter(battle, block), here["player"])
        for block, here in battle["blocks"].items()
        if not here["acted"]
    }
    return next(turn for turn in turns(battle) if turn in ready)


def main_attack_gone(battle: Data, seat: str) -> bool:
    """7.31 Whether a side has no block left that fights in this round."""
    return seat not in [shown["player"] for shown in battle["blocks"].values()]


def nobody_left(battle: Data, seat: str) -> bool:
    """7.2 Whether a side has no block left at all, including Reserves."""
    return main_attack_gone(battle, seat) and hidden_reserves(battle, seat) == 0


def over(battle: Data) -> bool:
    """7.2 Whether the battle is over: one side has nobody left, or the last round has been
    played."""
    last = battle["round"] == LAST_ROUND and played(battle)
    return last or any(nobody_left(battle, seat) for seat in SEATS)


def must_leave(battle: Data, seat: str) -> bool:
    """7.2, 7.62 In the last round the attacker's blocks can only retreat."""
    return bool(battle["round"] == LAST_ROUND and seat == battle["attacker"])


def acting(battle: Data, reader: str) -> list[str]:
    """7.2 Who has acted in this round, and who has yet to, in which order."""
    done = [one for one in board.in_order(battle["blocks"]) if battle["blocks"][one]["acted"]]
    left = [
        f"{block_name(block, reader)} ({letter_now})"
        for letter_now, seat in turns(battle)
        for block in waiting(battle, letter_now, seat)
    ]
    acted = [block_name(block, reader) for block in done]
    lines = packed("  have acted in this round:", acted, 4) if acted else []
    return lines + (packed("  yet to act, in this order:", left, 4) if left else [])


# What the requests of a battle share.


class BattleRequest(Request):
    """7.0 A question in a battle; args: place, and during a round also round."""

    selectors: ClassVar[Mapping[str, Word]] = {
        "at": Name("place"),
        "round": Number(1, LAST_ROUND),
        "role": Choice(("attacker", "defender")),
    }

    @classmethod
    def outlook(
        cls, view: View, select: Data, lines: Answer, before: Sequence[tuple[Request, Answer]]
    ) -> Iterable[Fault]:
        """What can be said of advance orders before there is such a battle."""
        return Outlook(view, select, lines, before).faults()

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
        self.battle: Data = self.public["battle"]

    def all_of(self, blocks: Iterable[str], last: str = "and") -> str:
        """``Legio 1, Legio 2 and Legio 3``."""
        return listed(map(self.name, blocks), last)


def fire(shown: Mapping[str, int]) -> int:
    """7.4 Strength times firepower of blocks: a sixth of it is the hits of a round on average."""
    return sum(points * board.blocks()[block].firepower for block, points in shown.items())


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
            shown = face_up(battle, side)
            counted[f"{whose} blocks"] = len(shown)
            counted[f"{whose} strength"] = sum(shown.values())
            counted[f"{whose} reserves"] = hidden_reserves(battle, side)
            counted[f"{whose} lost"] = battle["lost"][side]
        mine, theirs = face_up(battle, seat), face_up(battle, other(seat))
        leaders = [strength for block, strength in mine.items() if board.blocks()[block].leader]
        counted |= {"leaders": len(leaders), "leader strength": min(leaders, default=0)}
        in_danger = 0 < deadly(mine) <= -(-fire(theirs) // DIE)
        counted["leader in danger"] = 1 if in_danger else 0
        counted["odds"] = percent(sum(mine.values()), sum(theirs.values()))
        return counted | {"fire odds": percent(fire(mine), fire(theirs))}

    def later(self, request: R, view: View) -> list[str]:
        """7.2, 7.7 At most two of the seat's letters that are still to act in this round, then
        regrouping."""
        battle, lines = view.public["battle"], []
        at, number, after = battle["place"], battle["round"], request.args.get("letter", "")
        for one in LETTERS:
            blocks = waiting(battle, one, view.seat) if one > after else []
            if blocks and not must_leave(battle, view.seat):
                lines.append({"on": "battle turn", "at": at, "round": number, "letter": one})
                lines[-1]["orders"] = [{"fire": block} for block in blocks]
        lines = [*lines[:2], {"on": "regroup", "at": at, "orders": []}]
        return [written(line, view.seat) for line in lines]
