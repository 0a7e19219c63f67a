"""Where each group can go in a command phase, and how many blocks the roads still let pass."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from referee.kit.lines import packed, several, wrapped
from rulesets.julius_caesar import board
from rulesets.julius_caesar.board.naming import place_name
from rulesets.julius_caesar.command.moves import Move
from rulesets.julius_caesar.command.walk import CommandWalk


def reach(walk: CommandWalk) -> list[str]:
    """6.1, 6.2, 6.11 Every place with blocks that can move, with the first step of each way."""
    groups = list(_groups(walk)) if walk.moves else []
    if not groups:
        return []
    lines = [line for head, ends in groups for line in packed(f"  {head}:", ends, 4)]
    about = "the number of blocks that can still go there; !: meets the enemy, who stops them"
    return ["Your groups can go to:", *lines, *wrapped(about, first="  ", more="    ")]


def _groups(walk: CommandWalk) -> Iterator[tuple[str, list[str]]]:
    """``Rome, 6 blocks`` and ``Asculum 4``, ``Neapolis 4!``."""
    for place in board.places():
        for blocks, paths in Move.groups(walk, place):
            steps = takewhile(lambda path: len(path) == 2, paths)
            fits = {path[1]: min(len(blocks), Move.fits(walk, path)) for path in steps}
            ends = [
                f"{place_name(end)} {number}{'!' if end in walk.met else ''}"
                for end, number in fits.items()
                if number
            ]
            if ends:
                what = "fleet" if board.is_fleet(blocks[0]) else "block"
                yield f"{place_name(place)}, {several(len(blocks), what)}", ends
