"""A board as SVG: legible on a phone (scrolled), in black and white, and without colours.

Every text has its own line in its own box, and its width is fixed, so that no two texts can touch.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple

from referee.kit.board import Board, Kind, Space
from referee.kit.lines import packed, room
from referee.picture.layout import EDGE, Box, spread

#: pixels: size of letters, width of one, height of a line, blank around the lines of a box
LETTER, WIDE, LINE, PAD = 12, 7, 15, 4
#: columns of what is printed in a place, so that boxes stay narrow
NOTES = 26
#: colours of the seats, in their order, dark enough for white letters
COLOURS = ("#8c1c13", "#1b4f8a", "#2f6b2f", "#7a5200")
#: what seas are drawn on
SEA = "#dcebf7"
STROKES = {
    "thick": 'stroke-width="4"',
    "plain": 'stroke-width="2"',
    "dashed": 'stroke-width="2" stroke-dasharray="8 5"',
    "dotted": 'stroke-width="2" stroke-dasharray="2 5"',
}


class Row(NamedTuple):
    """A line of a box: its text, and whose pieces it shows; style: "name", "up", "down", "note"."""

    text: str
    style: str
    seat: str = ""


def picture(board: Board, tip: str = "tip") -> str:
    """The SVG document; the same for the same board on every machine.

    tip: the id of its arrow heads, which only one picture of a page may have."""
    rows = {space.id: rows_of(board, space) for space in board.spaces}
    sizes = {key: _size(lines) for key, lines in rows.items()}
    boxes = spread({space.id: space.at for space in board.spaces}, sizes)
    legend = _legend(board)
    below = max((box.y + box.height for box in boxes.values()), default=0) + EDGE
    width = max(
        [box.x + box.width for box in boxes.values()]
        + [EDGE + WIDE * room(text) + 60 for text, _ in legend]
    )
    height = below + LINE * len(legend) + EDGE
    parts = [
        *_links(board, boxes),
        *_journeys(board, boxes, tip),
        *(part for space in board.spaces for part in _box(board, space, rows, boxes)),
        *_below(legend, below),
    ]
    return _document(board.title, width + EDGE, height, [_marker(tip), *parts])


def rows_of(board: Board, space: Space) -> list[Row]:
    """What a box says: name and owner, what is printed there, then the pieces."""
    owner = f" [{board.seats[space.owner]}]" if space.owner else ""
    rows = [Row(space.name + owner, "name", space.owner)]
    notes = [*space.notes, *(["contested"] if space.contested else [])]
    rows += [Row(line, "note") for line in packed("", notes, 0, NOTES)] if notes else []
    for group in board.groups_at(space.id):
        style = "down" if group.down else "up"
        rows += [Row(line, style, group.seat) for line in group.lines]
    return rows


def _size(rows: Sequence[Row]) -> tuple[int, int]:
    longest = max(room(row.text) for row in rows)
    return WIDE * longest + 2 * PAD, LINE * len(rows) + 2 * PAD


def _document(title: str, width: int, height: int, parts: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" font-family="monospace" font-size="{LETTER}">'
    )
    white = f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
    lines = [head, f"<title>{escape(title)}</title>", white, *parts, "</svg>"]
    return "\n".join(lines) + "\n"


def _marker(tip: str) -> str:
    return (
        f'<defs><marker id="{tip}" markerWidth="5" markerHeight="5" refX="4" refY="2.5"'
        ' orient="auto"><path d="M0,0 L5,2.5 L0,5 z" fill="context-stroke"/></marker></defs>'
    )


def _links(board: Board, boxes: Mapping[str, Box]) -> Iterator[str]:
    """Lines from middle to middle, below the boxes."""
    for link in board.links:
        stroke = STROKES[board.kinds[link.kind].stroke]
        yield _line(boxes[link.one].centre, boxes[link.other].centre, f'stroke="#777777" {stroke}')


def _line(one: tuple[int, int], other: tuple[int, int], more: str) -> str:
    return f'<line x1="{one[0]}" y1="{one[1]}" x2="{other[0]}" y2="{other[1]}" {more}/>'


def _journeys(board: Board, boxes: Mapping[str, Box], tip: str) -> Iterator[str]:
    """Arrows of the last moves, which end at the edge of the box they lead to."""
    for journey in board.journeys:
        path = [boxes[place] for place in journey.path if place in boxes]
        if len(path) > 1:
            yield _arrow(_colour(board, journey.seat), path, tip)


def _arrow(colour: str, path: Sequence[Box], tip: str) -> str:
    points = [box.centre for box in path[:-1]] + [_edge(path[-1], path[-2].centre)]
    told = " ".join(f"{x},{y}" for x, y in points)
    stroke = f'stroke="{colour}" stroke-width="5" stroke-opacity="0.75"'
    return f'<polyline points="{told}" fill="none" {stroke} marker-end="url(#{tip})"/>'


def _edge(box: Box, start: tuple[int, int]) -> tuple[int, int]:
    """Where the way from a point to the middle of a box meets its edge."""
    x, y = box.centre
    across, down = start[0] - x, start[1] - y
    if abs(across) * box.height > abs(down) * box.width:
        half = box.width // 2 + 3
        return x + (half if across > 0 else -half), y + down * half // max(abs(across), 1)
    half = box.height // 2 + 3
    return x + across * half // max(abs(down), 1), y + (half if down > 0 else -half)


def _colour(board: Board, seat: str) -> str:
    order = list(board.seats)
    return COLOURS[order.index(seat) % len(COLOURS)] if seat in order else "#444444"


def _box(
    board: Board, space: Space, rows: Mapping[str, Sequence[Row]], boxes: Mapping[str, Box]
) -> Iterator[str]:
    """A frame, thick where there will be a fight, and its lines."""
    box = boxes[space.id]
    edge = _colour(board, space.owner) if space.owner else "#444444"
    thick = 4 if space.contested else 2 if space.owner else 1
    paper = SEA if space.sort == "sea" else "#ffffff"
    yield _rect(box, f'fill="{paper}" stroke="{edge}" stroke-width="{thick}" rx="4"')
    for number, row in enumerate(rows[space.id]):
        line = Box(box.x + PAD, box.y + PAD + LINE * number, box.width - 2 * PAD, LINE)
        yield from _row(board, row, line)


def _row(board: Board, row: Row, line: Box) -> Iterator[str]:
    """A line: own pieces are black on white, those face down white on the colour of their seat."""
    colour, more = "#000000", ""
    if row.style == "down":
        yield _rect(line, f'fill="{_colour(board, row.seat)}"')
        colour = "#ffffff"
    elif row.style == "up":
        colour = _colour(board, row.seat)
    elif row.style == "name":
        more = ' font-weight="bold"'
    else:
        more = ' font-style="italic"'
    yield _text(row.text, line.x, line.y + LINE - 4, f'fill="{colour}"{more}')


def _rect(box: Box, more: str) -> str:
    return f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" {more}/>'


def _text(text: str, x: int, y: int, more: str) -> str:
    """A text of fixed width, whatever letters the reader's machine has."""
    width = WIDE * room(text)
    fixed = f'textLength="{width}" lengthAdjust="spacingAndGlyphs"'
    return f'<text x="{x}" y="{y}" {fixed} {more}>{escape(text)}</text>'


def _legend(board: Board) -> list[tuple[str, Kind | None]]:
    """What stands below the board: title, score, and the kinds of links."""
    kinds = [(f"{k.name}: {k.limit}" if k.limit else k.name, k) for k in board.kinds.values()]
    return [(board.title, None), *((line, None) for line in board.score), *kinds]


def _below(legend: Sequence[tuple[str, Kind | None]], top: int) -> Iterator[str]:
    for number, (text, kind) in enumerate(legend):
        y = top + LINE * (number + 1) - 4
        if kind is not None:
            sample = f'stroke="#777777" {STROKES[kind.stroke]}'
            yield _line((EDGE, y - 4), (EDGE + 44, y - 4), sample)
        yield _text(text, EDGE + (52 if kind is not None else 0), y, 'fill="#000000"')
