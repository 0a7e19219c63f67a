"""Boards as graphs: who lies beside whom by which kind of link, and the ways that lead there.

A graph is plain data.  What a link costs, and whom it bars, is for the rules to say; the searches
below ask them.  Whatever they find has an order that hangs on the names of spaces alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

#: for each space those that a link leads to, in alphabetical order
Graph = Mapping[str, Collection[str]]
#: the same with the kind of each link
Links = Mapping[str, Mapping[str, str]]


class Step(NamedTuple):
    """What a link costs, and what is to be remembered of the way behind it, such as a facing."""

    cost: int
    mark: str = ""


#: What the next link costs, None if it cannot be used: what is remembered ("" at the start), this
#: space, and the next.
Cost = Callable[[str, str, str], Step | None]


class Way(NamedTuple):
    """A way to a space: what it costs, and the spaces behind its start."""

    cost: int
    path: tuple[str, ...]


def neighbours(edges: Iterable[tuple[str, str]]) -> Mapping[str, tuple[str, ...]]:
    """Return the graph of edges that may be used both ways; its spaces are in order too."""
    found = linked((one, other, "") for one, other in edges)
    return {space: tuple(near) for space, near in found.items()}


def linked(
    links: Iterable[tuple[str, str, str]],
    one_way: Iterable[tuple[str, str, str]] = (),
    spaces: Iterable[str] = (),
) -> Links:
    """Return the graph of links (space, space, kind); its spaces are in order too.

    one_way: those that lead from the first space to the second only; spaces: those to which
    perhaps no link leads.  Raises ValueError where links of two kinds lead the same way."""
    found: dict[str, dict[str, str]] = {space: {} for space in spaces}
    for one, other, kind in links:
        _join(found, one, other, kind)
        _join(found, other, one, kind)
    for one, other, kind in one_way:
        _join(found, one, other, kind)
    return {space: dict(sorted(found[space].items())) for space in sorted(found)}


def _join(found: dict[str, dict[str, str]], one: str, other: str, kind: str) -> None:
    """Enter a link, and that there are these spaces."""
    found.setdefault(other, {})
    if found.setdefault(one, {}).setdefault(other, kind) != kind:
        raise ValueError(f"two links lead from {one} to {other}")


def together(*graphs: Links) -> Links:
    """Return the graph of all links of several over the same names of spaces."""
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
    """Return the name of the border between two spaces, the same from both sides."""
    return f"{one}/{other}" if one < other else f"{other}/{one}"


def walks(graph: Graph, start: str, through: Iterable[str], most: int) -> Iterator[tuple[str, ...]]:
    """Yield every way from ``start`` to a space that is not only passed, the start itself among
    them; short ways of a start first.

    through: spaces that are only passed, at most ``most`` of them on a way, any of them again.
    The ways begin behind the start: a single space if nothing is passed.
    """
    passed = tuple(through)
    ways: list[tuple[str, ...]] = [()]
    for _ in range(most + 1):
        longer = [(*way, space) for way in ways for space in graph[(start, *way)[-1]]]
        yield from (way for way in longer if way[-1] not in passed)
        ways = [way for way in longer if way[-1] in passed]


def legs(path: Sequence[str], through: Container[str]) -> Iterator[tuple[str, ...]]:
    """Yield a path in pieces that end where it does not only pass; the last may lack that."""
    leg: tuple[str, ...] = ()
    for space in path:
        leg = (*leg, space)
        if space not in through:
            yield leg
            leg = ()
    if leg:
        yield leg


def goes_on(space: str) -> bool:
    """The rule that a move stops nowhere."""
    return False


def reached(
    graph: Graph, start: str, cost: Cost, most: int, stops: Callable[[str], bool] = goes_on
) -> dict[str, Way]:
    """Return every space that can be reached for ``most`` at most, the start not among them, with
    the cheapest way; of equally cheap ones the first in alphabetical order.

    stops: whether a move ends where it enters a space; it may begin there.
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
    """Return all ways with the fewest links, ``most`` at most, from ``start`` to any space that is
    a goal, in alphabetical order; [] if there is none.  They begin behind the start.

    may: whether one goes from the first space to the second, which lies beside it.
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


def flooded(graph: Graph, sources: Iterable[str], may: Callable[[str, str], bool]) -> list[str]:
    """Return all spaces that are joined to the sources, these among them, in the order in which
    they are come to.

    may: whether it spreads from the first space to the second, which lies beside it."""
    found = dict.fromkeys(sources)
    ahead = list(found)
    for here in ahead:
        for to in graph[here]:
            if to not in found and may(here, to):
                found[to] = None
                ahead.append(to)
    return ahead
