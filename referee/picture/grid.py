"""A board drawn in letters: names about where they are, or hexes by signs, with who stands there.

Links cannot be drawn so; `listing` names them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.kit.board import BLOCK, BOX, HEX, POINT, Board, Space
from referee.kit.lines import room, wrapped

#: letters are about twice as high as they are wide
TALL = 2
#: the longest name; a longer one is cut
NAME = 14


def drawn(board: Board, width: int) -> list[str]:
    """The board in lines of so many columns.

    Behind each name stand the first letters of each side and how many of its pieces are there;
    ``!`` marks a place where a fight will be.  Of hexes each takes two letters."""
    if any(space.shape != BOX for space in board.spaces):
        return list(_hexes(board, width))
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
    letters = _letters(board)
    told = [f"{letters[seat]}{number or ''}" for seat, number in counts.items()]
    return " ".join([space.name[:NAME].strip(), *told]) + "!" * space.contested


def _letters(board: Board) -> dict[str, str]:
    """How each side is written: as many letters of its name as no other begins with."""
    names = board.seats.values()
    return {
        seat: next(
            name[:end]
            for end in range(1, len(name) + 1)
            if end == len(name) or sum(other.startswith(name[:end]) for other in names) == 1
        )
        for seat, name in board.seats.items()
    }


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


def _hexes(board: Board, width: int) -> Iterator[str]:
    """Each row of hexes after the name of its first one; in parts from west to east if the lines
    would be too long."""
    west = min(space.at[0] for space in board.spaces)
    east = max(space.at[0] + space.span[0] for space in board.spaces)
    head = max(len(space.name) for space in board.spaces if space.shape == HEX) + 1
    step = (width - head) // 2 * 2
    for first in range(west, east, step):
        part = [space for space in board.spaces if first <= space.at[0] < first + step]
        yield from _part(board, part, first, head)
        yield from [""] if first + step < east else []


def _part(board: Board, part: Sequence[Space], first: int, head: int) -> Iterator[str]:
    rows: dict[int, list[Space]] = {}
    for space in part:
        rows.setdefault(space.at[1] + space.span[1] // 2, []).append(space)
    for _, row in sorted(rows.items()):
        names = [space.name for space in row if space.shape == HEX]
        line = " " * (head + max(space.at[0] for space in row) - first + 2)
        for space in row:
            at = head + space.at[0] - first
            line = line[:at] + _signs(board, space) + line[at + 2 :]
        yield ((names[0] if names else "").ljust(head) + line[head:]).rstrip()


def _signs(board: Board, space: Space) -> str:
    """Two letters: of a side and how many pieces it has there, of both sides, or of the ground."""
    found = board.groups_at(space.id)
    letters = list(dict.fromkeys(board.seats[group.seat][0] for group in found))
    if len(letters) > 1:
        return "".join(letters[:2])
    if letters:
        return f"{letters[0]}{min(9, sum(group.number for group in found))}"
    return sign(board, space) + " "


def sign(board: Board, space: Space) -> str:
    """The letter of a hex's ground, and those of points and blocks."""
    if space.shape in _TOWN:
        return _TOWN[space.shape]
    ground = board.grounds[space.sort]
    return ground.sign or _PLAIN.get(ground.pattern, " ")


_TOWN = {POINT: "+", BLOCK: "#"}
#: of grounds that have no sign on the paper
_PLAIN = {"sea": "~", "land": "."}


def legend(board: Board) -> Sequence[str]:
    """What the letters mean."""
    letters = _letters(board)
    sides = ", ".join(f"{letters[seat]} {name}" for seat, name in board.seats.items())
    signs = {sign(board, space): space.sort for space in board.spaces if space.shape != BOX}
    if not signs:
        return wrapped(f"{sides}; the number is that of pieces; ! a fight")
    grounds = ", ".join(f"{letter} {sort}" for letter, sort in signs.items())
    return [f"{sides}; the number is that of pieces, 9 for more;", *wrapped(grounds)]
