"""Rounds of a battle (7.1 to 7.3): who is in it, in which order, and when it is over.

Everything here reads ``public["battle"]`` and nothing else.  Blocks always come in the order of
the rulebook's list, never in the order in which they stand in the State.
"""

from __future__ import annotations

from referee.engine.request import Data
from rulesets.julius_caesar import board
from rulesets.julius_caesar.board import LETTERS, SEATS

LAST_ROUND = 4


def face_up(battle: Data, seat: str | None = None) -> list[str]:
    """7.1 Blocks lying face up, of one seat or of both, in the rulebook's order."""
    shown = battle["blocks"]
    lying = board.in_order(shown)
    return [block for block in lying if seat is None or shown[block]["player"] == seat]


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


def waiting(battle: Data, letter_now: str, seat: str) -> list[str]:
    """7.2 Blocks of a seat that act at a letter and have not acted in this round."""
    return [
        block
        for block in face_up(battle, seat)
        if not battle["blocks"][block]["acted"] and letter(battle, block) == letter_now
    ]


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
    if any(main_force_gone(battle, seat) for seat in SEATS):
        return None
    ready = [
        (letter(battle, block), shown["player"])
        for block, shown in battle["blocks"].items()
        if not shown["acted"]
    ]
    return next((turn for turn in turns(battle) if turn in ready), None) if ready else None


def main_force_gone(battle: Data, seat: str) -> bool:
    """7.31 Whether a side has no block left that fights in this round."""
    return not any(shown["player"] == seat for shown in battle["blocks"].values())


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
    if len(left) == len(SEATS):
        holder: str = battle["defender"]
        return holder
    return left[0] if left else None


def must_leave(battle: Data, seat: str) -> bool:
    """7.2, 7.62 In the last round the attacker's blocks can only retreat."""
    return bool(battle["round"] == LAST_ROUND and seat == battle["attacker"])


def may_retreat(battle: Data) -> bool:
    """7.2, 7.6 Nobody retreats in round 1."""
    return bool(battle["round"] > 1)


def to_disrupt(battle: Data) -> list[str]:
    """7.31 Sides that begin round 2 with reserves but without a main force."""
    return [
        seat
        for seat in SEATS
        if main_force_gone(battle, seat) and hidden_reserves(battle, seat) > 0
    ]
