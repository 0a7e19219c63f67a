"""A board as one seat sees it: what `referee map` draws, and `referee look` tells in words.

A ruleset makes one from a View, so that nothing hidden can be in it; where things stand on the
paper comes from its data file ``drawing``, or from the hexes of its map.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from referee.kit.made import Made


class Space(Made):
    """A place of the board.

    at: its centre in the data's pixels (x, y); of a board of hexes the half column where it begins
    in the west, and its row from the north; sort: what it is, such as ``city``; notes: what is
    printed there or lies there beside pieces, a few words each; owner: the seat that holds it, ""
    for nobody; contested: whether a fight will be there; shape: one of SHAPES; span: of a board of
    hexes, how many half columns and rows it takes."""

    id: str
    name: str
    at: tuple[int, int]
    sort: str
    notes: Sequence[str] = ()
    owner: str = ""
    contested: bool = False
    shape: str = "box"
    span: tuple[int, int] = (2, 1)


#: shapes of places: a frame as large as what is told of it; and on a board of hexes a hex, a point
#: where streets meet, a block between streets
SHAPES = BOX, HEX, POINT, BLOCK = ("box", "hex", "point", "block")


class Kind(Made):
    """A kind of links: what it is called, who can pass and how many, its stroke, and which journeys
    it is part of (links of one group add up to a distance)."""

    name: str
    limit: str = ""
    stroke: str = "plain"
    group: str = "land"


#: how links can be drawn; from hex to hex nothing is, as they touch
STROKES = ("thick", "plain", "dashed", "dotted", "none")


class Ground(Made):
    """What a sort of places of a board of hexes looks like: its sign, "" for none, and one of
    PATTERNS."""

    sign: str
    pattern: str


#: what grounds are filled with
PATTERNS = ("land", "sea", "shoal", "shore", "sand", "stone", "wall")


class Border(Made):
    """What is printed between two places that touch, such as a wall: the kind that the board's
    `borders` name."""

    one: str
    other: str
    kind: str


class Link(Made):
    """Two spaces beside each other, and the kind of their border."""

    one: str
    other: str
    kind: str


def links_of(near: Mapping[str, Mapping[str, str]]) -> list[Link]:
    """Return each link of a graph once; near: space -> space beside it -> kind of link."""
    return [
        Link(one, other, kind)
        for one, beside in near.items()
        for other, kind in beside.items()
        if one < other
    ]


class Group(Made):
    """Pieces of a seat in a place: one line for each, or for all that cannot be told apart.

    number: how many pieces; down: whether they lie face down for whoever sees this board; faces:
    the direction in which the pieces of each line look, "" for none."""

    at: str
    seat: str
    lines: Sequence[str]
    number: int
    down: bool = False
    faces: Sequence[str] = ()


class Journey(Made):
    """A move that was made in this run: by whom, and through which places."""

    seat: str
    path: Sequence[str]


class Counter(Made):
    """What is printed on a piece.  ratings: told in words; at: where it is, "" if it is not in
    play."""

    name: str
    ratings: str
    at: str = ""


class Board(Made):
    """All of it.  kinds: by id, in the order of the legend; score: lines
    that say who leads; grounds: of a board of hexes, what each sort of hex looks like; borders:
    kinds of walls, with their strokes; notation: what signs in the lines of groups mean;
    counters: pieces with ratings, all that are printed."""

    title: str
    seats: Mapping[str, str]
    spaces: Sequence[Space]
    kinds: Mapping[str, Kind]
    links: Sequence[Link]
    groups: Sequence[Group] = ()
    journeys: Sequence[Journey] = ()
    score: Sequence[str] = ()
    grounds: Mapping[str, Ground] = {}
    borders: Mapping[str, Kind] = {}
    walls: Sequence[Border] = ()
    notation: str = ""
    counters: Sequence[Counter] = ()

    @cached_property
    def _here(self) -> dict[str, list[Group]]:
        order, here = list(self.seats), dict[str, list[Group]]()
        for group in sorted(self.groups, key=lambda group: order.index(group.seat)):
            here.setdefault(group.at, []).append(group)
        return here

    @cached_property
    def _ends(self) -> dict[str, dict[str, set[str]]]:
        """Place -> kind -> the other ends of its links."""
        found: dict[str, dict[str, set[str]]] = {}
        for link in self.links:
            for one, other in ((link.one, link.other), (link.other, link.one)):
                found.setdefault(one, {}).setdefault(link.kind, set()).add(other)
        return found

    @cached_property
    def _order(self) -> dict[str, int]:
        return {space.id: number for number, space in enumerate(self.spaces)}

    def space(self, place: str) -> Space:
        """The place of this id; raises KeyError."""
        return self.spaces[self._order[place]]

    def groups_at(self, place: str) -> Sequence[Group]:
        """What stands in a place, in the order of the seats."""
        return self._here.get(place, ())

    def neighbours(self, place: str) -> Iterator[tuple[str, str]]:
        """Kind and other end of each link of a place: by kind, then in the order of the spaces."""
        found = self._ends.get(place, {})
        for kind in self.kinds:
            ends = sorted(found.get(kind, ()), key=self._order.__getitem__)
            yield from ((kind, end) for end in ends)

    def rings(self, place: str, group: str) -> Iterator[list[str]]:
        """The places one, two, three ... links of a group away, each in the order of the spaces."""
        kinds = [key for key, kind in self.kinds.items() if kind.group == group]
        seen, ring = {place}, [place]
        while ring:
            beside = [found for start in ring if (found := self._ends.get(start))]
            ends = {end for found in beside for kind in kinds for end in found.get(kind, ())} - seen
            seen |= ends
            if ring := sorted(ends, key=self._order.__getitem__):
                yield ring
