"""A board as SVG: legible on a phone (scrolled), in black and white, and without colours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.kit.board import BOX, Board, Space
from referee.kit.lines import room
from referee.picture import tiles
from referee.picture.layout import Box, spread
from referee.picture.marks import (
    LINE,
    MARK,
    PAD,
    WIDE,
    Row,
    colour,
    journeys,
    links,
    mark,
    notes,
    page,
    rect,
    text,
)

#: columns of what is printed in a place, so that boxes stay narrow
NOTES = 26
#: what seas are drawn on
SEA = "#dcebf7"


def picture(board: Board, key: str = "tip") -> str:
    """The SVG document; the same for the same board on every machine.

    key: the id of its arrow heads, and what its other ids begin with: each picture of a page has
    its own."""
    if any(space.shape != BOX for space in board.spaces):
        return tiles.picture(board, key)
    rows = {space.id: rows_of(board, space) for space in board.spaces}
    sizes = {place: _size(lines) for place, lines in rows.items()}
    boxes = spread({space.id: space.at for space in board.spaces}, sizes)
    right = max((box.x + box.width for box in boxes.values()), default=0)
    bottom = max((box.y + box.height for box in boxes.values()), default=0)
    parts = [
        *links(board, boxes),
        *journeys(board, boxes, key),
        *(part for space in board.spaces for part in _box(board, space, rows, boxes)),
    ]
    return page(board, (right, bottom), key, parts)


def rows_of(board: Board, space: Space) -> list[Row]:
    """What a box says: name and owner, what is printed there, then the pieces."""
    owner = f" [{board.seats[space.owner]}]" if space.owner else ""
    rows = [Row(space.name + owner, "name", space.owner)]
    rows += notes(space, NOTES)
    for group in board.groups_at(space.id):
        style = "down" if group.down else "up"
        rows += [Row(told, style, group.seat) for told in group.lines]
    return rows


def _size(rows: Sequence[Row]) -> tuple[int, int]:
    longest = max(WIDE * room(row.text) + _indent(row) for row in rows)
    return longest + 2 * PAD, LINE * len(rows) + 2 * PAD


def _indent(row: Row) -> int:
    """Room for the mark before a piece, and before the name of a place that is held."""
    return MARK if row.seat else 0


def _box(
    board: Board, space: Space, rows: Mapping[str, Sequence[Row]], boxes: Mapping[str, Box]
) -> Iterator[str]:
    """A frame, thick where there will be a fight, and its lines."""
    box = boxes[space.id]
    edge = colour(board, space.owner)
    thick = 4 if space.contested else 2 if space.owner else 1
    paper = SEA if space.sort == "sea" else "#ffffff"
    yield rect(box, f'fill="{paper}" stroke="{edge}" stroke-width="{thick}" rx="4"')
    for number, row in enumerate(rows[space.id]):
        here = Box(box.x + PAD, box.y + PAD + LINE * number, box.width - 2 * PAD, LINE)
        yield from _row(board, row, here)


def _row(board: Board, row: Row, here: Box) -> Iterator[str]:
    """A line: own pieces are black on white, those face down white on the colour of their seat."""
    paint, more = "#000000", ""
    if row.style == "down":
        yield rect(here, f'fill="{colour(board, row.seat)}"')
        paint = "#ffffff"
    elif row.style == "up":
        paint = colour(board, row.seat)
    elif row.style == "name":
        more = ' font-weight="bold"'
    else:
        more = ' font-style="italic"'
    if row.seat:
        of = "#ffffff" if row.style == "down" else ""
        yield mark(board, row.seat, here.x + 5, here.y + LINE // 2, of)
    yield text(row.text, here.x + _indent(row), here.y + LINE - 4, f' fill="{paint}"{more}')
