"""Boards as graphs: which spaces are linked, by which kind of link, and the ways between them.

A graph is plain data.  The rules say what a link costs and who may use it; the searches below ask
them.  Results are ordered by the names of spaces and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

#: for each space, the spaces that its links lead to, in alphabetical order
Graph = Mapping[str, Collection[str]]
#: the same, with the kind of each link
Links = Mapping[str, Mapping[str, str]]


class Step(NamedTuple):
    """The cost of a link, and what to remember of the way so far, such as a facing."""

    cost: int
    mark: str = ""


#: The cost of the next link, None if it cannot be used.  Arguments: what is remembered ("" at the
#: start), this space, the next one.
Cost = Callable[[str, str, str], Step | None]


class Way(NamedTuple):
    """A way to a space: its cost, and its spaces without the start."""

    cost: int
    path: tuple[str, ...]


def neighbours(edges: Iterable[tuple[str, str]]) -> Mapping[str, tuple[str, ...]]:
    """Return the graph of edges that can be used in both directions, spaces in order."""
    found = linked((one, other, "") for one, other in edges)
    return {space: tuple(near) for space, near in found.items()}


def linked(
    links: Iterable[tuple[str, str, str]],
    one_way: Iterable[tuple[str, str, str]] = (),
    spaces: Iterable[str] = (),
) -> Links:
    """Return the graph of links (space, space, kind), spaces in order.

    one_way: links that lead only from the first space to the second; spaces: spaces that may have
    no links.  Raises ValueError if two kinds of link lead the same way."""
    found: dict[str, dict[str, str]] = {space: {} for space in spaces}
    for one, other, kind in links:
        _join(found, one, other, kind)
        _join(found, other, one, kind)
    for one, other, kind in one_way:
        _join(found, one, other, kind)
    return {space: dict(sorted(found[space].items())) for space in sorted(found)}


def _join(found: dict[str, dict[str, str]], one: str, other: str, kind: str) -> None:
    """Add a link and its spaces."""
    found.setdefault(other, {})
    if found.setdefault(one, {}).setdefault(other, kind) != kind:
        raise ValueError(f"two links lead from {one} to {other}")


def together(*graphs: Links) -> Links:
    """Return one graph with the links of several, over the same names of spaces."""
    return linked(
        (),
        (
            (one, other, graph[one][other])
            for graph in graphs
            for one in graph
            for other in graph[one]
        ),
    )


def border(one: str, other: str) -> str:
    """Return the name of the border between two spaces, the same from either side."""
    return f"{one}/{other}" if one < other else f"{other}/{one}"


def walks(graph: Graph, start: str, through: Iterable[str], most: int) -> Iterator[tuple[str, ...]]:
    """Yield every way from ``start`` to a space where a move can stop, including the start itself,
    in order of length.

    through: spaces that a way only passes, at most ``most`` of them, also repeatedly.  Ways do not
    include the start, so a way that passes nothing has a single space.
    """
    passed = tuple(through)
    ways: list[tuple[str, ...]] = [()]
    for _ in range(most + 1):
        longer = [(*way, space) for way in ways for space in graph[(start, *way)[-1]]]
        yield from (way for way in longer if way[-1] not in passed)
        ways = [way for way in longer if way[-1] in passed]


def legs(path: Sequence[str], through: Container[str]) -> Iterator[tuple[str, ...]]:
    """Yield a path in pieces, each up to a space where it stops; the last piece may not stop."""
    leg: tuple[str, ...] = ()
    for space in path:
        leg = (*leg, space)
        if space not in through:
            yield leg
            leg = ()
    if leg:
        yield leg


def goes_on(space: str) -> bool:
    """For rules by which a move never has to stop."""
    return False


def reached(
    graph: Graph, start: str, cost: Cost, most: int, stops: Callable[[str], bool] = goes_on
) -> dict[str, Way]:
    """Return every space within a cost of ``most``, except the start, with the cheapest way there;
    among equally cheap ways the first in alphabetical order.

    stops: whether a move must end when it enters a space; it may begin in one.
    """
    found: dict[str, Way] = {}
    done: set[tuple[str, str]] = set()
    ahead: list[tuple[Way, str]] = [(Way(0, ()), "")]
    while ahead:
        way, mark = heappop(ahead)
        here = (start, *way.path)[-1]
        if (here, mark) in done:
            continue
        done.add((here, mark))
        if here != start:
            found.setdefault(here, way)
        if way.path and stops(here):
            continue
        for to in graph[here]:
            step = cost(mark, here, to)
            if step and way.cost + step.cost <= most:
                heappush(ahead, (Way(way.cost + step.cost, (*way.path, to)), step.mark))
    return found


def nearest(
    graph: Graph,
    start: str,
    goal: Callable[[str], bool],
    may: Callable[[str, str], bool],
    most: int,
) -> list[tuple[str, ...]]:
    """Return the shortest ways, of at most ``most`` links, from ``start`` to any goal, in
    alphabetical order; [] if there are none.  They do not include the start.

    may: whether one can go from the first space to the second, its neighbour.
    """
    ways: list[tuple[str, ...]] = [()]
    seen = {start}
    for _ in range(most):
        ways = [
            (*way, to)
            for way in ways
            for to in graph[(start, *way)[-1]]
            if to not in seen and may((start, *way)[-1], to)
        ]
        if there := [way for way in ways if goal(way[-1])]:
            return there
        seen.update(way[-1] for way in ways)
    return []


def flooded(graph: Graph, sources: Iterable[str], may: Callable[[str, str], bool]) -> Iterator[str]:
    """Yield the sources and all spaces connected to them, in the order of the search.

    may: whether it spreads from the first space to the second, its neighbour."""
    found = dict.fromkeys(sources)
    ahead = list(found)
    for here in ahead:  # which grows
        yield here
        for to in graph[here]:
            if to not in found and may(here, to):
                found[to] = None
                ahead.append(to)
