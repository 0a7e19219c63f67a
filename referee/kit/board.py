"""A board as one seat sees it: what `referee map` draws, and `referee look` tells in words.

A ruleset makes one from a View, so that nothing hidden can be in it; where things stand on the
paper comes from its data file ``drawing``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.kit.made import Made


class Space(Made):
    """A place of the board.

    at: its centre in the data's pixels (x, y); sort: what it is, such as ``city``; notes: what is
    printed there or lies there beside pieces, a few words each; owner: the seat that holds it, ""
    for nobody; contested: whether a fight will be there."""

    id: str
    name: str
    at: tuple[int, int]
    sort: str
    notes: Sequence[str] = ()
    owner: str = ""
    contested: bool = False


class Kind(Made):
    """A kind of links: what it is called, who can pass and how many, its stroke, and which journeys
    it is part of (links of one group add up to a distance)."""

    name: str
    limit: str = ""
    stroke: str = "plain"
    group: str = "land"


#: how links can be drawn
STROKES = ("thick", "plain", "dashed", "dotted")


class Link(Made):
    """Two spaces beside each other, and the kind of their border."""

    one: str
    other: str
    kind: str


class Group(Made):
    """Pieces of a seat in a place: one line for each, or for all that cannot be told apart.

    number: how many pieces; down: whether they lie face down for whoever sees this board."""

    at: str
    seat: str
    lines: Sequence[str]
    number: int
    down: bool = False


class Journey(Made):
    """A move that was made in this run: by whom, and through which places."""

    seat: str
    path: Sequence[str]


class Board(Made):
    """All of it.  size: of the data's paper; kinds: by id, in the order of the legend; score: lines
    that say who leads."""

    title: str
    size: tuple[int, int]
    seats: Mapping[str, str]
    spaces: Sequence[Space]
    kinds: Mapping[str, Kind]
    links: Sequence[Link]
    groups: Sequence[Group] = ()
    journeys: Sequence[Journey] = ()
    score: Sequence[str] = ()

    def groups_at(self, place: str) -> list[Group]:
        """What stands in a place, in the order of the seats."""
        order = list(self.seats)
        here = [group for group in self.groups if group.at == place]
        return sorted(here, key=lambda group: order.index(group.seat))

    def neighbours(self, place: str) -> Iterator[tuple[str, str]]:
        """Kind and other end of each link of a place: by kind, then in the order of the spaces."""
        for kind in self.kinds:
            ends = {
                (link.other if link.one == place else link.one)
                for link in self.links
                if link.kind == kind and place in (link.one, link.other)
            }
            yield from ((kind, space.id) for space in self.spaces if space.id in ends)

    def rings(self, place: str, group: str) -> list[list[str]]:
        """The places one, two, three ... links of a group away, each in the order of the spaces."""
        near = self._graph(group)
        seen, rings = {place}, [[place]]
        while rings[-1]:
            ends = {end for start in rings[-1] for end in near.get(start, ())} - seen
            seen |= ends
            rings.append([space.id for space in self.spaces if space.id in ends])
        return rings[1:-1]

    def _graph(self, group: str) -> dict[str, set[str]]:
        near: dict[str, set[str]] = {}
        for link in self.links:
            if self.kinds[link.kind].group == group:
                near.setdefault(link.one, set()).add(link.other)
                near.setdefault(link.other, set()).add(link.one)
        return near
