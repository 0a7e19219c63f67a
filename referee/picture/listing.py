"""A board in words: each place, what is there, and where each link leads.

For terminals, mails and screen readers: nothing here needs to be seen."""

from __future__ import annotations

from collections.abc import Iterator

from referee.kit.board import Board, Space
from referee.kit.lines import packed, wrapped

#: how many rings of distance are told
RINGS = 3


def told(board: Board) -> list[str]:
    """The whole board: title and score, then each place."""
    lines = [board.title, *board.score, ""]
    for space in board.spaces:
        lines += place(board, space)
    return lines


def place(board: Board, space: Space) -> list[str]:
    """One place: what it is and who holds it, what is there, and its links by kind."""
    return [
        *wrapped(_head(board, space), more="    "),
        *_pieces(board, space),
        *_links(board, space),
    ]


def _head(board: Board, space: Space) -> str:
    """``Massilia (city, 1 point, held by Caesar, contested)``."""
    facts = [space.sort, *space.notes]
    facts += [f"held by {board.seats[space.owner]}"] if space.owner else []
    facts += ["contested"] if space.contested else []
    return f"{space.name} ({', '.join(facts)})"


def _pieces(board: Board, space: Space) -> Iterator[str]:
    for group in board.groups_at(space.id):
        yield from packed(f"  {board.seats[group.seat]}:", group.lines, 4)


def _links(board: Board, space: Space) -> Iterator[str]:
    names = {one.id: one.name for one in board.spaces}
    ends: dict[str, list[str]] = {}
    for kind, end in board.neighbours(space.id):
        ends.setdefault(kind, []).append(names[end])
    for kind, found in ends.items():
        yield from packed(f"  by {board.kinds[kind].name} to", found, 4)


def look(board: Board, space: Space) -> list[str]:
    """One place with all that can be known of it: its links' limits, and what lies farther off."""
    lines = place(board, space)
    used = dict.fromkeys(kind for kind, _ in board.neighbours(space.id))
    for kind in (board.kinds[one] for one in used):
        if kind.limit:
            lines += wrapped(f"{kind.name}: {kind.limit}", first="  ", more="    ")
    names = {one.id: one.name for one in board.spaces}
    for group in dict.fromkeys(board.kinds[kind].group for kind in used):
        for steps, ring in enumerate(board.rings(space.id, group)[1:RINGS], 2):
            lines += packed(f"  {steps} steps by {group}:", [names[one] for one in ring], 4)
    return lines
