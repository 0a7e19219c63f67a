"""Boards as graphs: who lies beside whom, and the ways over spaces that are only passed."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

#: for each space those beside it, in alphabetical order
Graph = Mapping[str, tuple[str, ...]]


def neighbours(edges: Iterable[tuple[str, str]]) -> Graph:
    """Return the graph of edges that may be used both ways; its spaces are in order too."""
    found: dict[str, list[str]] = {}
    for one, other in edges:
        found.setdefault(one, []).append(other)
        found.setdefault(other, []).append(one)
    return {space: tuple(sorted(found[space])) for space in sorted(found)}


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
