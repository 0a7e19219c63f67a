"""A board drawn in letters: names about where they are, with who stands there.

Links cannot be drawn so; `listing` names them.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.kit.board import Board, Space
from referee.kit.lines import room

#: letters are about twice as high as they are wide
TALL = 2
#: the longest name; a longer one is cut
NAME = 14


def drawn(board: Board, width: int) -> list[str]:
    """The board in lines of so many columns.

    Behind each name stands the letter of each side and how many of its pieces are there; ``!``
    marks a place where a fight will be."""
    lines: list[str] = []
    left, top = min(one.at[0] for one in board.spaces), min(one.at[1] for one in board.spaces)
    across = max(one.at[0] for one in board.spaces) - left
    for space in sorted(board.spaces, key=lambda one: (one.at[1], one.at[0])):
        label = _label(board, space)
        column = (space.at[0] - left) * (width - 1) // max(across, 1) - room(label) // 2
        column = max(0, min(column, width - room(label)))
        row = (space.at[1] - top) * (width - 1) // max(across, 1) // TALL
        _put(lines, row, column, label)
    return [line.rstrip() for line in lines]


def _label(board: Board, space: Space) -> str:
    """``Massilia C3 P2!``: of a side that holds the place without pieces only its letter."""
    counts: dict[str, int] = dict.fromkeys([space.owner] if space.owner else [], 0)
    for group in board.groups_at(space.id):
        counts[group.seat] = counts.get(group.seat, 0) + group.number
    told = [f"{board.seats[seat][0]}{number or ''}" for seat, number in counts.items()]
    return " ".join([space.name[:NAME].strip(), *told]) + "!" * space.contested


def _put(lines: list[str], row: int, column: int, label: str) -> None:
    """Write a label where it fits: in its row, else in one of those below."""
    while True:
        while len(lines) <= row:
            lines.append("")
        line = lines[row].ljust(column + len(label) + 1)
        around = line[max(0, column - 1) : column + len(label) + 1]
        if not around.strip():
            lines[row] = line[:column] + label + line[column + len(label) :]
            return
        row += 1


def legend(board: Board) -> Sequence[str]:
    """What the letters mean."""
    sides = ", ".join(f"{name[0]} {name}" for name in board.seats.values())
    return [f"{sides}; the number is that of pieces; ! a fight"]
