"""Who can take a hit (7.4): always one of the strongest blocks, after each hit again."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulesets.julius_caesar import board

#: strength of each block that can still be hit
Targets = dict[str, int]
#: chooses one of several blocks
Choose = Callable[[list[str]], str]


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
    return min(equals, key=lambda block: board.blocks()[block].leader)


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
    leaders = {block for block in standing if board.blocks()[block].leader}
    most = sum(standing.values()) if leaders else 0
    alive = [up for _, up in falls(standing, most, leaders_last) if leaders <= up.keys()]
    return len(alive)
