"""A board in words: each place, what is there, and where each link leads.

For terminals, mails and screen readers: nothing here needs to be seen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, islice

from referee.kit.board import BOX, HEX, Board, Counter, Space
from referee.kit.lines import WIDTH, packed, wrapped

#: how many rings of distance are told
RINGS = 3


def told(board: Board) -> list[str]:
    """The whole board: title and score, then each place; of hexes the ground row by row, then each
    where anything is."""
    notation = wrapped(board.notation) if board.notation else []
    lines = [board.title, *score(board), *notation, "", *ground(board)]
    for space in board.spaces:
        if space.shape != HEX or _notable(board, space):
            lines += place(board, space)
    return lines


def score(board: Board) -> list[str]:
    """The score, in lines of text."""
    return [line for told in board.score for line in wrapped(told, more="    ")]


def _notable(board: Board, space: Space) -> bool:
    """Whether anything is in a hex beside its ground."""
    there = space.notes or space.owner or space.contested
    return bool(there or board.groups_at(space.id))


def ground(board: Board, width: int = WIDTH) -> Iterator[str]:
    """``sea 4401-4427, beach 4428``: hexes of one ground beside each other, from the north."""
    hexes = sorted((one for one in board.spaces if one.shape == HEX), key=lambda one: one.at[::-1])
    for _, row in groupby(hexes, key=lambda one: one.at[1]):
        found = []
        for sort, span in groupby(_beside(list(row)), key=lambda one: one[1:]):
            names = [name for name, *_ in span]
            ends = f"{names[0]}-{names[-1]}" if len(names) > 1 else names[0]
            found.append(f"{sort[0]} {ends}")
        yield from packed("row:", found, 4, width)


def _beside(row: list[Space]) -> Iterator[tuple[str, str, int]]:
    """Name and ground of each hex of a row, with a number that rises after each gap."""
    gaps, last = 0, row[0].at[0]
    for space in row:
        gaps += space.at[0] - last > space.span[0]
        last = space.at[0]
        yield space.name, space.sort, gaps


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
    ends: dict[str, list[str]] = {}
    for kind, end in board.neighbours(space.id):
        ends.setdefault(kind, []).append(_end(board, space, end))
    for kind, found in ends.items():
        yield from packed(f"  by {board.kinds[kind].name} to", found, 4)


def _end(board: Board, space: Space, end: str) -> str:
    """A place beside another by its name; on a board of hexes with its direction."""
    other = board.space(end)
    if space.shape == BOX:
        return other.name
    across = 2 * (other.at[0] - space.at[0]) + other.span[0] - space.span[0]
    down = 2 * (other.at[1] - space.at[1]) + other.span[1] - space.span[1]
    way = ("S" if down > 0 else "N" if down else "") + (
        "E" if across > 0 else "W" if across else ""
    )
    return f"{other.name} {way}"


def piece(board: Board, counter: Counter) -> list[str]:
    """One piece: what is printed on it, and the place where it is, with all that is there."""
    lines = wrapped(f"{counter.name}: {counter.ratings}", more="    ")
    return [*lines, *(place(board, board.space(counter.at)) if counter.at else ["not in play"])]


def look(board: Board, space: Space) -> list[str]:
    """One place with all that can be known of it: its links' limits, and what lies farther off."""
    lines = place(board, space)
    used = dict.fromkeys(kind for kind, _ in board.neighbours(space.id))
    for kind in (board.kinds[one] for one in used):
        if kind.limit:
            lines += wrapped(f"{kind.name}: {kind.limit}", first="  ", more="    ")
    names = {one.id: one.name for one in board.spaces}
    for group in dict.fromkeys(board.kinds[kind].group for kind in used):
        for steps, ring in enumerate(islice(board.rings(space.id, group), 1, RINGS), 2):
            lines += packed(f"  {steps} steps by {group}:", [names[one] for one in ring], 4)
    return lines
