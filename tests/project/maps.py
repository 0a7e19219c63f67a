"""The tables of a game's map and counters in its page, written from the ruleset.

``python -m tests.project.maps --write`` writes it anew: each place with what is printed there, and
where its links lead, by kind; above it what may pass along each kind.  Players without the board
need it, and `referee look` tells the same of one place.  Of hexes the ground is told row by row.
Counters are told with what is printed on them, those that are alike in one line.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping

from referee.engine.request import GUEST, View
from referee.kit.board import HEX, Board, Space
from referee.kit.lines import wrapped
from referee.picture.listing import ground
from referee.playable import options_of
from referee.ruleset import load, names
from tests.project.pages import MAN, escaped

WIDTH = 68


def games() -> list[str]:
    """The rulesets that have a board."""
    return [name for name in names() if load(name).picture is not None]


def board(name: str) -> Board:
    """The board of a game as it is before the first turn, seen by a guest; of scenarios that have
    parts of it the largest."""
    ruleset = load(name)
    assert ruleset.picture is not None
    found = []
    for scenario in ruleset.scenarios:
        state = ruleset.rules.setup(scenario, options_of(ruleset, {}))
        found.append(ruleset.picture(View(GUEST, state["public"], {}), []))
    return max(found, key=lambda one: len(one.spaces))


def tables(name: str) -> Mapping[str, str]:
    """The tables as they must stand between their marks."""
    found = board(name)
    lines = [*_kinds(found), "", *ground(found, WIDTH), *_places(found)]
    return {"map": _literal(lines), "counters": _literal([*_counters(found)])}


def _literal(lines: list[str]) -> str:
    return "\n".join([".Bd -literal", *map(escaped, lines), ".Ed", ""]) if lines else ""


def _counters(found: Board) -> Iterator[str]:
    alike: dict[str, list[str]] = {}
    for counter in found.counters:
        alike.setdefault(counter.ratings, []).append(counter.name)
    for ratings, pieces in alike.items():
        yield from wrapped(f"{', '.join(pieces)}: {ratings}", WIDTH, more="    ")


def _kinds(found: Board) -> Iterator[str]:
    for kind in found.kinds.values():
        yield from wrapped(f"{kind.name}: {kind.limit}", WIDTH, more="    ")
    for border in found.borders.values():
        yield from wrapped(f"{border.name}: {border.limit}", WIDTH, more="    ")


def _places(found: Board) -> Iterator[str]:
    names = {space.id: space.name for space in found.spaces}
    for space in found.spaces:
        if space.shape == HEX and not space.notes:
            continue
        ends: dict[str, list[str]] = {}
        for kind, end in found.neighbours(space.id):
            ends.setdefault(found.kinds[kind].name, []).append(names[end])
        links = "; ".join(f"{kind} {', '.join(there)}" for kind, there in ends.items())
        yield from wrapped(f"{_head(space)}: {links}", WIDTH, more="    ")


def _head(space: Space) -> str:
    """``Massilia (city, 1 point, major port)``."""
    return f"{space.name} ({', '.join([space.sort, *space.notes])})"


def printed(page: str, what: str) -> str:
    """A table as it stands in a page, "" if there is none."""
    _, _, rest = page.partition(_begin(what))
    found, mark, _ = rest.partition(_end(what))
    return found if mark else ""


def _begin(what: str) -> str:
    return f'.\\" {what} begins\n'


def _end(what: str) -> str:
    return f'.\\" {what} ends\n'


def main() -> None:
    """Write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", required=True)
    parser.parse_args()
    for name in games():
        path = MAN / f"referee-{name}.7"
        page = path.read_text("utf-8")
        for what, table in tables(name).items():
            stale, anew = (
                f"{_begin(what)}{part}{_end(what)}" for part in (printed(page, what), table)
            )
            page = page.replace(stale, anew)
        path.write_text(page, "utf-8")


if __name__ == "__main__":
    main()
