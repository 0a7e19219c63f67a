"""Rounds of a battle (7.1 to 7.4): who is in it, who acts next, who can be hit, when it is over.

Everything here reads ``public["battle"]``, or strengths of blocks in it, and nothing else.  Blocks
are always in the order of the rulebook's list, never in the order of the State.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from referee.engine.view import Data
from rulesets.julius_caesar import board
from rulesets.julius_caesar.board import LETTERS, SEATS

LAST_ROUND = 4
#: 7.4 Faces of a die.
DIE = 6

#: strength of each block that can still be hit
Targets = dict[str, int]
#: chooses one of several blocks
Choose = Callable[[list[str]], str]


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
    return board.BLOCKS[block].letter(attacking)


def rating(battle: Data, block: str) -> str:
    """3.12 Letter and firepower, as printed: ``C3``."""
    attacking = battle["blocks"][block]["player"] == battle["attacker"]
    return board.BLOCKS[block].rating(attacking)


def waiting(battle: Data, letter_now: str, seat: str) -> list[str]:
    """7.2 Blocks of a seat that act at a letter and have not acted yet this round."""
    attacking = seat == battle["attacker"]
    ready = [
        block
        for block, here in battle["blocks"].items()
        if here["player"] == seat
        and not here["acted"]
        and board.BLOCKS[block].letter(attacking) == letter_now
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


# Who can take a hit: always one of the strongest blocks, after each hit again.


def strongest(standing: Targets) -> list[str]:
    """7.4 The blocks of highest strength, in the rulebook's order: one of them takes the hit."""
    most = max(standing.values(), default=0)
    return board.in_order(block for block, points in standing.items() if points == most)


def after_hit(standing: Targets, block: str) -> Targets:
    """7.4, 7.41, 7.52 The targets after one hit, without a block that lost its last step."""
    left = board.step_down(block, standing[block])
    rest = {name: points for name, points in standing.items() if name != block}
    return {**rest, block: left} if left else rest


def falls(standing: Targets, hits: int, choose: Choose) -> Iterator[tuple[str, Targets]]:
    """7.4 Hit after hit, while there are targets: the one chosen among the strongest, and what
    could be hit."""
    while hits and standing:
        block = choose(strongest(standing))
        yield block, standing
        standing, hits = after_hit(standing, block), hits - 1


def leaders_last(equals: list[str]) -> str:
    """7.4 The first block that is not a leader, if there is one."""
    return min(equals, key=lambda block: board.BLOCKS[block].leader)


def first_choice(standing: Targets, hits: int) -> list[str]:
    """7.4 One legal way to take so many hits; hits beyond the last block are lost."""
    return [block for block, _ in falls(standing, hits, leaders_last)]


def has_choice(standing: Targets, hits: int) -> bool:
    """7.4 Whether the owner's choices can lead to different results.

    With two equal blocks and two hits they cannot: each block takes one."""
    ends = [standing]
    for _ in range(hits):
        following = [after_hit(end, block) for end in ends for block in strongest(end)]
        ends = list({tuple(sorted(end.items())): end for end in following}.values()) or ends
    return len(ends) > 1


def deadly(standing: Targets) -> int:
    """7.4, 7.5 How many hits eliminate the first leader, if leaders are hit last among equals; 0 if
    there is none."""
    leaders = {block for block in standing if board.BLOCKS[block].leader}
    most = sum(standing.values()) if leaders else 0
    alive = [up for _, up in falls(standing, most, leaders_last) if leaders <= up.keys()]
    return len(alive)


def fire(shown: Mapping[str, int]) -> int:
    """7.4 Strength times firepower of blocks: a sixth of it is the hits of a round on average."""
    return sum(points * board.BLOCKS[block].firepower for block, points in shown.items())
