"""Rounds of a battle (7.1 to 7.3): who is in it, in which order, and when it is over.

Everything here reads ``public["battle"]`` and nothing else.  Blocks always come in the order of
the rulebook's list, never in the order in which they stand in the State.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from referee.engine.request import Data, Request, View
from referee.engine.walk import Walk
from referee.engine.words import Choice, Name, Number, Word
from rulesets.julius_caesar import board
from rulesets.julius_caesar.board import LETTERS, SEATS
from rulesets.julius_caesar.board.naming import block_name, listed

LAST_ROUND = 4


def face_up(battle: Data, seat: str) -> list[str]:
    """7.1 Blocks of a seat lying face up, in the rulebook's order."""
    shown = battle["blocks"]
    return [block for block in board.in_order(shown) if shown[block]["player"] == seat]


def strength(battle: Data, block: str) -> int:
    """3.11 Strength of a face-up block: its number of dice."""
    points: int = battle["blocks"][block]["strength"]
    return points


def hidden_reserves(battle: Data, seat: str) -> int:
    """7.3 How many blocks of a seat still lie face down in reserve."""
    number: int = battle["reserves"].get(seat, 0)
    return number


def letter(battle: Data, block: str) -> str:
    """3.12, 7.42 The letter at which a block acts, as roles stand now."""
    attacking = battle["blocks"][block]["player"] == battle["attacker"]
    return board.blocks()[block].letter(attacking)


def rating(battle: Data, block: str) -> str:
    """3.12 Letter and firepower, as printed: ``C3``."""
    return f"{letter(battle, block)}{board.blocks()[block].firepower}"


def waits(battle: Data, block: str, letter_now: str, seat: str) -> bool:
    """7.2 Whether a block of a seat acts at a letter and has not acted in this round."""
    shown = battle["blocks"].get(block)
    mine = shown is not None and shown["player"] == seat and not shown["acted"]
    return bool(mine and letter(battle, block) == letter_now)


def waiting(battle: Data, letter_now: str, seat: str) -> list[str]:
    """7.2 Blocks of a seat that act at a letter and have not acted in this round."""
    return [b for b in board.in_order(battle["blocks"]) if waits(battle, b, letter_now, seat)]


def turns(battle: Data) -> list[tuple[str, str]]:
    """7.2 Every turn of a round in order: A to D, the defender first at each letter.

    Mars and Neptune: in round 1 of that battle the attackers go first, all letters through."""
    sides = (battle["defender"], battle["attacker"])
    if battle.get("surprise") and battle["round"] == 1:
        return [(letter_now, seat) for seat in reversed(sides) for letter_now in LETTERS]
    return [(letter_now, seat) for letter_now in LETTERS for seat in sides]


def next_turn(battle: Data) -> tuple[str, str] | None:
    """7.2 The letter and seat that act now, None when the round is at its end.

    When the main force of one side is gone in round 1, the others do not fire at reserves: the
    round is at its end (7.3, 7.31)."""
    shown = battle["blocks"]
    if len({block["player"] for block in shown.values()}) < len(SEATS):
        return None
    waiting = [block for block in shown if not shown[block]["acted"]]
    ready = {(letter(battle, block), shown[block]["player"]) for block in waiting}
    return next((turn for turn in turns(battle) if turn in ready), None) if ready else None


def main_force_gone(battle: Data, seat: str) -> bool:
    """7.31 Whether a side has no block left that fights in this round."""
    return seat not in [shown["player"] for shown in battle["blocks"].values()]


def nobody_left(battle: Data, seat: str) -> bool:
    """7.2 Whether a side has no block left at all, reserves included."""
    return main_force_gone(battle, seat) and hidden_reserves(battle, seat) == 0


def over(battle: Data) -> bool:
    """7.2 Whether the battle is over: one side has nobody left, or the last round is played."""
    played = battle["round"] == LAST_ROUND and next_turn(battle) is None
    return played or any(nobody_left(battle, seat) for seat in SEATS)


def winner(battle: Data) -> str | None:
    """7.7 Who holds the place when the battle is over, None if nobody is left of either side."""
    left = [seat for seat in SEATS if not nobody_left(battle, seat)]
    return str(battle["defender"]) if len(left) == len(SEATS) else next(iter(left), None)


def must_leave(battle: Data, seat: str) -> bool:
    """7.2, 7.62 In the last round the attacker's blocks can only retreat."""
    return bool(battle["round"] == LAST_ROUND and seat == battle["attacker"])


def may_retreat(battle: Data) -> bool:
    """7.2, 7.6 Nobody retreats in round 1."""
    return bool(battle["round"] > 1)


def to_disrupt(battle: Data) -> list[str]:
    """7.31 Sides that begin round 2 with reserves but without a main force."""
    gone = [seat for seat in SEATS if main_force_gone(battle, seat)]
    return [seat for seat in gone if hidden_reserves(battle, seat)]


class BattleRequest(Request):
    """7.0 What is asked in a battle; args: place, and for those of a round: round."""

    selectors: ClassVar[Mapping[str, Word]] = {
        "at": Name("place"),
        "round": Number(1, LAST_ROUND),
        "role": Choice(("attacker", "defender")),
    }

    def selected(self, view: View, key: str, value: object) -> bool:
        """The place of the battle, its round, the letter that acts, or the part that this seat has
        in it now."""
        if key == "role":
            return bool(view.public["battle"][str(value)] == self.seat)
        return bool(self.args["place" if key == "at" else key] == value)


class BattleWalk(Walk):
    """Lines about a battle."""

    @property
    def battle(self) -> Any:
        """The battle as it stands."""
        return self.public["battle"]

    def name(self, block: str) -> str:
        """A block as the seat writes it."""
        return block_name(block, self.seat)

    def all_of(self, blocks: Iterable[str], last: str = "and") -> str:
        """``Legio 1, Legio 2 and Legio 3``."""
        return listed(map(self.name, blocks), last)
