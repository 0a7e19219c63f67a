"""Lines of sight and ranges (14), by walking along the line in small steps."""

from __future__ import annotations

from collections import Counter

from tests.rules.slow_alexandria.ground import (
    BACK,
    COMPASS,
    FACES,
    MAP,
    SIGN,
    TABLES,
    UNITS,
    angle,
    centre,
    turned,
)

POINTS: dict[str, str] = MAP["points"]
BLOCKS: dict[str, list[str]] = MAP["blocks"]
#: A prime: no spot but the ends lies on a side by accident.
STEPS = 101
_OPEN = [
    (p, one) for kind in ("open", "gate") for p, row in MAP["links"][kind].items() for one in row
]


def steps_apart(one: str, other: str) -> int:
    """Hexes from one to the other, ring by ring."""
    (x, y), (to, on) = centre(one), centre(other)
    rows = abs(on - y)
    return rows + max(0, (abs(to - x) - rows + 1) // 2)


def spot(x: int, y: int, times: int) -> list[str]:
    """The hex in which a spot lies, two if it is on the side between them; the spot is given so
    many times as far away as it is."""
    row = y // times
    far: dict[str, int] = {}
    for number in range(row - 1, row + 3):
        column = (x // times - number % 2) // 2
        for near in range(column - 1, column + 3):
            cx, cy = times * (2 * near + number % 2), times * number
            far[f"{number:02}{near:02}"] = (x - cx) ** 2 + 3 * (y - cy) ** 2
    least = min(far.values())
    return [one for one, distance in far.items() if distance == least]


def met(one: str, other: str) -> tuple[set[str], set[frozenset[str]]]:
    """The hexes that a line crosses between two, and the pairs along whose side it runs."""
    (x, y), (to, on) = centre(one), centre(other)
    crossed: set[str] = set()
    along: Counter[frozenset[str]] = Counter()
    for step in range(1, STEPS):
        found = spot(x * STEPS + step * (to - x), y * STEPS + step * (on - y), STEPS)
        if len(found) == 1:
            crossed.add(found[0])
        else:
            along[frozenset(found)] += 1
    ends = {one, other}
    return crossed - ends, {p for p, times in along.items() if times > 1 and not p & ends}


def clear(one: str, other: str, full: set[str]) -> bool:
    """14.2, 14.3 Whether nothing hides one hex from another, of those who look from inland."""
    crossed, pairs = met(one, other)

    def hides(space: str) -> bool:
        return SIGN.get(space, "T") in ("T", "W", "w") or space in full

    return not any(map(hides, crossed)) and not any(all(map(hides, pair)) for pair in pairs)


def leaves(one: str, face: str, other: str) -> bool:
    """14.1, H45 Whether the line goes out in front or on a flank: not straight behind."""
    if not face:
        return True
    (x, y), (to, on) = centre(one), centre(other)
    # The rear are the two sides next to the opposite direction: up to 60 degrees from it, and at
    # exactly 60 the line goes through a corner of a flank.
    back = (FACES[face] + 180) % 360
    ways = {30: (3, 1), 90: (0, 1), 150: (-3, 1), 210: (-3, -1), 270: (0, -1), 330: (3, -1)}
    bx, by = ways[back]
    dx, dy = to - x, on - y
    # Vectors with x in half hexes and y in rows: real length squared is x*x + 3*y*y.
    dot = dx * bx + 3 * dy * by
    square = (dx * dx + 3 * dy * dy) * (bx * bx + 3 * by * by)
    return not (dot > 0 and 4 * dot * dot > square)


def ranges(unit: str) -> int:
    """How far it fires."""
    fires = UNITS[unit]["fires"]
    row = "mounted" if UNITS[unit]["type"] == "lc" else fires
    return 0 if fires == "nothing" else len(TABLES["fire"][row])


def _streets(one: str, other: str) -> list[str]:
    """The points from one to the other along a street."""
    for street in MAP["streets"].values():
        if one in street and other in street:
            first, last = street.index(one), street.index(other)
            step = 1 if last > first else -1
            return [street[n] for n in range(first, last + step, step)]
    return []


def street_way(one: str, other: str) -> str:
    """The direction from a point to the next one."""
    (x, y), (to, on) = centre(POINTS[one]), centre(POINTS[other])
    across, up = (to > x) - (to < x), (on > y) - (on < y)
    return next(
        name for name, way in COMPASS.items() if way == ((0, up) if to == x else (across, 0))
    )


def sees(unit: str, at: str, face: str, to: str, full: set[str], enemy_inside: bool) -> int | None:
    """The range at which a unit in a space sees another space, None if it does not.

    full: spaces with a combat unit or a galley; enemy_inside: whether an enemy is in its block."""
    guns = UNITS[unit]["type"] in ("sc", "ba")
    if at in BLOCKS or to in BLOCKS:
        return None if guns else _block(at, face, to, enemy_inside)
    if at in POINTS and to in POINTS:
        return _points(at, face, to, full, guns)
    if at in POINTS:
        return _from_point(at, to, full)
    if to in POINTS:
        return _at_point(at, face, to, full, guns)
    if at == to or not leaves(at, face, to):
        return None
    return steps_apart(at, to) if clear(at, to, full) else None


def _block(at: str, face: str, to: str, enemy_inside: bool) -> int | None:
    if at == to:
        return 1
    if at in BLOCKS:
        return 1 if to in BLOCKS[at] and not enemy_inside else None
    if at not in BLOCKS[to]:
        return None
    if "/" in at or not face:
        return 1
    if face == "hexes":
        return None
    edges = [street_way(at, p) for p in BLOCKS[to] if p != at and len(_streets(at, p)) == 2]
    return 1 if BACK[face] not in edges else None


def _points(at: str, face: str, to: str, full: set[str], guns: bool) -> int | None:
    row = _streets(at, to)
    if len(row) < 2 or any(point in full for point in row[1:-1]):
        return None
    back = BACK.get(face, "")
    if back and street_way(at, row[1]) == back:
        return None
    steps = len(row) - 1
    return sum(1 if n == 0 else 2 for n in range(steps)) if guns else steps


def _through(point: str, far: str, full: set[str]) -> list[int]:
    """Hexes between a linked hex and a hex farther away from its point, one for each way."""
    found = []
    for one, link in _OPEN:
        if one != point or link == far or link in full:
            continue
        distance = steps_apart(link, far)
        away = steps_apart(POINTS[point], far) == distance + 1
        if away and clear(link, far, full):
            found.append(distance)
    return found


def _from_point(at: str, to: str, full: set[str]) -> int | None:
    if (at, to) in _OPEN:
        return 1
    return min((1 + distance for distance in _through(at, to, full)), default=None)


def _at_point(at: str, face: str, to: str, full: set[str], guns: bool) -> int | None:
    if (to, at) in _OPEN:
        way = angle(at, POINTS[to])
        behind = face and turned(FACES[face], way) == 150
        return None if behind else 1
    links = [link for one, link in _OPEN if one == to and link not in full]
    found = []
    for link in links:
        distance = steps_apart(link, at)
        away = steps_apart(POINTS[to], at) == distance + 1
        if link != at and away and leaves(at, face, link) and clear(link, at, full):
            found.append(distance + (2 if guns else 1))
    return min(found, default=None)
