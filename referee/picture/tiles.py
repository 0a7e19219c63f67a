"""A board of hexes as SVG: every hex with its number, grounds that need no colours, counters.

What stands in a hex is written in full; a galley looks the way its arrow head does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from referee.kit.board import BLOCK, HEX, PATTERNS, POINT, Board, Group, Space
from referee.kit.lines import room, wrapped
from referee.picture.layout import Box
from referee.picture.marks import (
    LINE,
    MARK,
    PAD,
    STROKES,
    WIDE,
    Entry,
    Row,
    colour,
    journeys,
    line,
    links,
    mark,
    notes,
    page,
    rect,
    stroke_entry,
    text,
)
from referee.picture.rubber import Point, Rubber

#: columns of a counter and of what is printed, so that hexes stay narrow
COLUMNS = 12
#: what borders are drawn with
WALLS = "#000000"
#: what fills a ground: paper, strokes in a square of 24 pixels, and their colour
_WAVE = "M3,6q3,-3 6,0t6,0"
_FILLS = {
    "land": ("#fdfbf4", "", ""),
    "sea": ("#e3eef7", _WAVE, "#9fbdd3"),
    "shoal": ("#e3eef7", f"{_WAVE}M2,14h2M10,14h2M18,14h2M6,20h2M14,20h2M22,20h2", "#6d6d6d"),
    "shore": ("#f6f0de", "M0,24L24,0M0,12L12,0M12,24L24,12", "#b3a67e"),
    "sand": ("#f8efcb", "M3,4h2M15,4h2M9,12h2M21,12h2M3,20h2M15,20h2", "#8f8348"),
    "stone": ("#f1f1f1", "M0,6h24M0,18h24M6,6v12M18,0v6M18,18v6", "#bdbdbd"),
    "wall": ("#d8d8d8", "", ""),
}
assert tuple(_FILLS) == PATTERNS
#: degrees clockwise of the directions in which pieces look
_TURNED = {"N": 0, "NE": 60, "E": 90, "SE": 120, "S": 180, "SW": 240, "W": 270, "NW": 300}


def picture(board: Board, key: str) -> str:
    """The SVG document; key: what its ids begin with."""
    rows = {space.id: rows_of(board, space) for space in board.spaces}
    rubber = Rubber(board.spaces, {place: _size(told) for place, told in rows.items()})
    boxes = {space.id: rubber.body(space) for space in board.spaces}
    parts = [
        *_patterns(board, key),
        *_ground(board, rubber, key),
        *_blocks(board, rubber),
        *links(board, boxes),
        *_walls(board, rubber),
        *_frames(board, rubber),
        *(part for space in board.spaces for part in _papers(space, rows[space.id], boxes)),
        *journeys(board, boxes, key),
        *_numbers(board, rows, boxes),
        *(
            part
            for space in board.spaces
            for part in _counters(board, rows[space.id], boxes[space.id])
        ),
    ]
    more = [*_borders(board), *_grounds(board, key)]
    return page(board, (rubber.right(), rubber.bottom()), key, parts, more)


def rows_of(board: Board, space: Space) -> list[Row]:
    """What is told in a place: its number and sign, what is printed there, then the pieces."""
    sign = board.grounds[space.sort].sign if space.sort in board.grounds else ""
    rows = [Row(told, "name") for told in _broken(f"{space.name} {sign}".strip())]
    rows += notes(space, COLUMNS, *([board.seats[space.owner]] if space.owner else []))
    for group in board.groups_at(space.id):
        rows += _counter_rows(group)
    return rows


def _broken(name: str) -> list[str]:
    """A name in lines of a block's width: a long one ends after a slash or a hyphen."""
    if len(name) <= 8:
        return [name]
    cut = max(name.rfind(sign, 0, 9) for sign in "/-") + 1
    return [name[:cut], *_broken(name[cut:])] if cut else [name]


def _counter_rows(group: Group) -> Iterator[Row]:
    """A line of pieces, broken where it is too long; its face stands before its first line."""
    for number, told in enumerate(group.lines):
        face = group.faces[number] if group.faces else ""
        for part, short in enumerate(wrapped(told, COLUMNS)):
            yield Row(short, "more" if part else "up", group.seat, "" if part else face)


def _size(rows: Sequence[Row]) -> tuple[int, int]:
    wide = max(WIDE * room(row.text) + (_indent(rows) if row.seat else 0) for row in rows)
    return wide + 2 * PAD, LINE * len(rows) + PAD


def _indent(rows: Sequence[Row]) -> int:
    """Room for the mark of the seat, and for arrow heads if any piece in the place has one."""
    return MARK * (2 if any(row.face in _TURNED for row in rows) else 1)


def _patterns(board: Board, key: str) -> Iterator[str]:
    """The grounds that are used, as SVG patterns."""
    yield "<defs>"
    for name in dict.fromkeys(ground.pattern for ground in board.grounds.values()):
        paper, strokes, of = _FILLS[name]
        lines = f'<path d="{strokes}" fill="none" stroke="{of}"/>' if strokes else ""
        yield (
            f'<pattern id="{key}-{name}" width="24" height="24" patternUnits="userSpaceOnUse">'
            f'<rect width="24" height="24" fill="{paper}"/>{lines}</pattern>'
        )
    yield "</defs>"


def _ground(board: Board, rubber: Rubber, key: str) -> Iterator[str]:
    """All hexes of a sort as one path."""
    for sort, ground in board.grounds.items():
        hexes = [space for space in board.spaces if space.shape == HEX and space.sort == sort]
        told = "".join(_closed(rubber.outline(space)) for space in hexes)
        if told:
            yield f'<path d="{told}" fill="url(#{key}-{ground.pattern})" stroke="#b4b4b4"/>'


def _closed(points: Sequence[Point]) -> str:
    """A polygon as part of a path, in steps from corner to corner."""
    steps = [f"M{points[0][0]},{points[0][1]}"]
    for (x, y), (to, down) in pairwise(points):
        across, along = to - x, down - y
        steps.append(f"l{across},{along}" if across and along else f"h{across}v{along}")
    return "".join(steps) + "z"


def _blocks(board: Board, rubber: Rubber) -> Iterator[str]:
    """Blocks as houses between the streets."""
    for space in board.spaces:
        if space.shape == BLOCK:
            yield rect(_inner(rubber.body(space)), 'fill="#efe9dc" stroke="#8a8a8a"')


def _inner(box: Box, by: int = 2) -> Box:
    return Box(box.x + by, box.y + by, box.width - 2 * by, box.height - 2 * by)


def _walls(board: Board, rubber: Rubber) -> Iterator[str]:
    """Borders along the side that two places share."""
    spaces = {space.id: space for space in board.spaces}
    for wall in board.walls:
        if wall.one in spaces and wall.other in spaces:
            one, other = (rubber.outline(spaces[key]) for key in (wall.one, wall.other))
            stroke = STROKES[board.borders[wall.kind].stroke]
            yield line(*_between(one, other), f'stroke="{WALLS}" {stroke}')


def _between(one: Sequence[Point], other: Sequence[Point]) -> tuple[Point, Point]:
    """The side that two outlines share, or a bar where they come nearest."""
    shared = [corner for corner in one if corner in other]
    if len(shared) == 2:
        return shared[0], shared[1]
    x = _meeting([x for x, _ in one], [x for x, _ in other])
    y = _meeting([y for _, y in one], [y for _, y in other])
    return (x, y - 12), (x, y + 12)


def _meeting(one: Sequence[int], other: Sequence[int]) -> int:
    """The middle of what two stretches share, or of the gap between them."""
    return (max(min(one), min(other)) + min(max(one), max(other))) // 2


def _frames(board: Board, rubber: Rubber) -> Iterator[str]:
    """The outline of places that are held, thick where there will be a fight."""
    for space in board.spaces:
        if space.contested or space.owner:
            of = colour(board, space.owner)
            thick = 5 if space.contested else 3
            path = _closed(rubber.outline(space))
            yield f'<path d="{path}" fill="none" stroke="{of}" stroke-width="{thick}"/>'


def _papers(space: Space, rows: Sequence[Row], boxes: Mapping[str, Box]) -> Iterator[str]:
    """What lies under the text of a point, so that streets do not run through it."""
    if space.shape == POINT:
        wide, high = _size(rows)
        box = boxes[space.id]
        left = box.x + (box.width - wide) // 2
        yield rect(Box(left, box.y, wide, high), 'fill="#ffffff" stroke="#555555" rx="4"')


def _start(row: Row, box: Box) -> int:
    """Where a line begins: names stand in the middle."""
    return box.x + (box.width - WIDE * room(row.text)) // 2


def _numbers(
    board: Board, rows: Mapping[str, Sequence[Row]], boxes: Mapping[str, Box]
) -> Iterator[str]:
    """Names and what is printed, with a pale edge so that no line runs through them."""
    yield '<g stroke="#ffffff" stroke-width="2" paint-order="stroke">'
    for space in board.spaces:
        box = boxes[space.id]
        for number, row in enumerate(rows[space.id]):
            if not row.seat:
                more = "" if space.shape == HEX and row.style == "name" else _STYLES[row.style]
                yield text(row.text, _start(row, box), box.y + LINE * (number + 1) - 3, more)
    yield "</g>"


_STYLES = {"name": ' font-weight="bold"', "note": ' font-style="italic"'}


def _counters(board: Board, rows: Sequence[Row], box: Box) -> Iterator[str]:
    """The pieces: of the first seat black on white, of every second one white on its colour."""
    indent = _indent(rows)
    wide = max((WIDE * room(row.text) for row in rows if row.seat), default=0) + indent + PAD
    left = box.x + (box.width - wide) // 2
    for number, row in enumerate(rows):
        if row.seat:
            here = Box(left, box.y + LINE * number, wide, LINE)
            yield from _counter(board, row, here, indent)


def _counter(board: Board, row: Row, here: Box, indent: int) -> Iterator[str]:
    of = colour(board, row.seat)
    dark = list(board.seats).index(row.seat) % 2 == 1
    paper, ink = (of, "#ffffff") if dark else ("#ffffff", of)
    yield rect(here, f'fill="{paper}"')
    middle = here.y + LINE // 2
    if row.style == "up":
        yield mark(board, row.seat, here.x + 7, middle, ink)
        if row.face in _TURNED:
            turn = f"translate({here.x + 7 + MARK},{middle}) rotate({_TURNED[row.face]})"
            yield f'<path d="M0,-6L4,5L0,2L-4,5z" transform="{turn}" fill="{ink}"/>'
    yield text(row.text, here.x + indent, here.y + LINE - 3, f' fill="{ink}"')


def _borders(board: Board) -> list[Entry]:
    """The kinds of borders for the legend."""
    return [stroke_entry(kind, WALLS) for kind in board.borders.values()]


def _grounds(board: Board, key: str) -> list[Entry]:
    """The sorts of hexes for the legend, with their signs."""
    found = []
    used = {space.sort for space in board.spaces}
    for sort, ground in board.grounds.items():
        if sort not in used:
            continue
        box = rect(Box(-22, -6, 44, 12), f'fill="url(#{key}-{ground.pattern})" stroke="#777777"')
        told = f"{ground.sign}: {sort}" if ground.sign else sort
        found.append(Entry(told, box))
    return found
