"""What all pictures are drawn with: texts of fixed width, lines, arrows, the marks of the seats.

Every text has its own line, and its width is fixed, so that no two texts can touch.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple

from referee.kit.board import Board, Kind, Space
from referee.kit.lines import packed, room
from referee.picture.layout import EDGE, Box

#: pixels: size of letters, width of one, height of a line, blank around the lines of a box, and
#: room for a mark before a text
LETTER, WIDE, LINE, PAD, MARK = 12, 7, 15, 4, 12
#: colours of the seats, in their order, dark enough for white letters; without colours their marks
#: tell them apart
COLOURS = (
    *("#8c1c13", "#1b4f8a", "#2f6b2f", "#7a5200"),
    *("#5b2c83", "#00666b", "#9c2266", "#4a5200"),
)
NOBODY, LINKS = "#444444", "#777777"
STROKES = {
    "thick": 'stroke-width="4"',
    "plain": 'stroke-width="2"',
    "dashed": 'stroke-width="2" stroke-dasharray="8 5"',
    "dotted": 'stroke-width="2" stroke-dasharray="2 5"',
}
#: a square, a frame, a triangle, a ring, a diamond, a cross, a hollow triangle on its tip, a plus:
#: ten pixels wide, around a middle
_MARKS = (
    *("M-4,-4h8v8h-8z", "M-4,-4h8v8h-8z", "M0,-5L5,4H-5z", "M-4,0a4,4 0 1 0 8,0a4,4 0 1 0 -8,0"),
    *("M0,-5L5,0L0,5L-5,0z", "M-4,-4L4,4M4,-4L-4,4", "M0,5L5,-4H-5z", "M0,-5V5M-5,0H5"),
)
_HOLLOW = (1, 3, 6)


class Row(NamedTuple):
    """A line of a box: its text, and whose pieces it shows; style: "name", "up", "down", "note",
    "more" for the rest of a line;
    face: the direction in which the piece looks."""

    text: str
    style: str
    seat: str = ""
    face: str = ""


class Entry(NamedTuple):
    """A line of the legend: a text, and what it explains, drawn in a space of EXPLAINED pixels
    whose middle stands at 0, 0; "" for nothing."""

    text: str
    drawn: str = ""


EXPLAINED = 44


def page(
    board: Board, size: tuple[int, int], key: str, parts: Sequence[str], more: Sequence[Entry] = ()
) -> str:
    """The SVG document of a board: what is drawn in this size, and the legend below it.

    key: the id of its arrow heads; more: what the legend has at its end."""
    entries = _legend(board, more)
    width, end = max(size[0], _legend_width(entries)) + EDGE, size[1] + EDGE
    lines = [_tip(key), *parts, *_below(entries, end)]
    return _document(board.title, width, end + LINE * len(entries) + EDGE, lines)


def _document(title: str, width: int, height: int, parts: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" font-family="monospace" font-size="{LETTER}">'
    )
    white = f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
    lines = [head, f"<title>{escape(title)}</title>", white, *parts, "</svg>"]
    return "\n".join(lines) + "\n"


def _tip(key: str) -> str:
    """The head of arrows, under an id."""
    return (
        f'<defs><marker id="{key}" markerWidth="5" markerHeight="5" refX="4" refY="2.5"'
        ' orient="auto"><path d="M0,0 L5,2.5 L0,5 z" fill="context-stroke"/></marker></defs>'
    )


def line(one: tuple[int, int], other: tuple[int, int], more: str) -> str:
    """A line between two points."""
    return f'<line x1="{one[0]}" y1="{one[1]}" x2="{other[0]}" y2="{other[1]}" {more}/>'


def links(board: Board, boxes: Mapping[str, Box]) -> Iterator[str]:
    """Lines from middle to middle, of the kinds that have a stroke."""
    for link in board.links:
        if stroke := STROKES.get(board.kinds[link.kind].stroke):
            ends = boxes[link.one].centre, boxes[link.other].centre
            yield line(*ends, f'stroke="{LINKS}" {stroke}')


def journeys(board: Board, boxes: Mapping[str, Box], key: str) -> Iterator[str]:
    """Arrows of the last moves, which end at the edge of the box they lead to."""
    for journey in board.journeys:
        path = [boxes[place] for place in journey.path if place in boxes]
        if len(path) > 1:
            yield _arrow(colour(board, journey.seat), path, key)


def _arrow(of: str, path: Sequence[Box], key: str) -> str:
    points = [box.centre for box in path[:-1]] + [_edge(path[-1], path[-2].centre)]
    told = " ".join(f"{x},{y}" for x, y in points)
    stroke = f'stroke="{of}" stroke-width="5" stroke-opacity="0.75"'
    return f'<polyline points="{told}" fill="none" {stroke} marker-end="url(#{key})"/>'


def _edge(box: Box, start: tuple[int, int]) -> tuple[int, int]:
    """Where the way from a point to the middle of a box meets its edge."""
    x, y = box.centre
    across, down = start[0] - x, start[1] - y
    if abs(across) * box.height > abs(down) * box.width:
        half = box.width // 2 + 3
        return x + (half if across > 0 else -half), y + down * half // max(abs(across), 1)
    half = box.height // 2 + 3
    return x + across * half // max(abs(down), 1), y + (half if down > 0 else -half)


def colour(board: Board, seat: str) -> str:
    """The colour of a seat; grey of nobody."""
    order = list(board.seats)
    return COLOURS[order.index(seat) % len(COLOURS)] if seat in order else NOBODY


def mark(board: Board, seat: str, x: int, y: int, of: str = "") -> str:
    """The mark of a seat around a point; of: a colour other than its own."""
    order = list(board.seats)
    number = order.index(seat) % len(_MARKS) if seat in order else 0
    of = of or colour(board, seat)
    fill = "none" if number in _HOLLOW else of
    path = f'd="{_MARKS[number]}" transform="translate({x},{y})"'
    return f'<path {path} fill="{fill}" stroke="{of}" stroke-width="2"/>'


def rect(box: Box, more: str) -> str:
    """A rectangle."""
    return f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" {more}/>'


def text(told: str, x: int, y: int, more: str = "") -> str:
    """A text of fixed width, whatever letters the reader's machine has."""
    width = WIDE * room(told)
    fixed = f'textLength="{width}" lengthAdjust="spacingAndGlyphs"'
    return f'<text x="{x}" y="{y}" {fixed}{more}>{escape(told)}</text>'


def notes(space: Space, columns: int, *more: str) -> list[Row]:
    """What is printed in a place, whether a fight will be there, and more, in so many columns."""
    told = [*space.notes, *["contested"] * space.contested, *more]
    return [Row(part, "note") for part in packed("", told, 0, columns)] if told else []


def stroke_entry(kind: Kind, of: str) -> Entry:
    """What a kind of links or borders is, with its stroke, if it has one, in a colour."""
    told, half = f"{kind.name}: {kind.limit}" if kind.limit else kind.name, EXPLAINED // 2
    stroke = STROKES.get(kind.stroke)
    return Entry(told, line((-half, 0), (half, 0), f'stroke="{of}" {stroke}') if stroke else "")


def _legend(board: Board, more: Sequence[Entry]) -> list[Entry]:
    """What stands below the board: title, seats and score, the kinds of links, and more."""
    found = [Entry(board.title)]
    found += [Entry(name, mark(board, seat, 0, 0)) for seat, name in board.seats.items()]
    found += [Entry(told) for told in board.score]
    found += [stroke_entry(kind, LINKS) for kind in board.kinds.values()]
    found += [Entry(board.notation)] if board.notation else []
    return [*found, *more]


def _legend_width(entries: Sequence[Entry]) -> int:
    """How wide it is, the edge at its left included."""
    return max(EDGE + WIDE * room(entry.text) + 60 for entry in entries)


def _below(entries: Sequence[Entry], top: int) -> Iterator[str]:
    """The legend, from a height on."""
    for number, entry in enumerate(entries):
        y = top + LINE * (number + 1) - 4
        if entry.drawn:
            middle = EDGE + EXPLAINED // 2
            yield f'<g transform="translate({middle},{y - 4})">{entry.drawn}</g>'
        yield text(entry.text, EDGE + (EXPLAINED + 8 if entry.drawn else 0), y)
