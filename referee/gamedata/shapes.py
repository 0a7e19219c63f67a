"""Shapes: which values a ruleset's data may have, for the data and for corrections alike.

A shape finds the faults of a value at a place.  A place is a path that begins with the name of the
file: ``("map", "cities", "rome", "value")``.  Values are plain data, as read from YAML.  A
corrections file contains only texts; `of_text` turns them into values.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

Place = tuple[str | int, ...]
#: all data of a ruleset: name of a file, without extension -> its content
Trees = Mapping[str, Any]

_DIGITS = "0123456789"
_NONE: Mapping[str, Shape] = MappingProxyType({})


class Wrong(NamedTuple):
    """One fault: where, what, and what to do about it ("" if we do not know)."""

    place: Place
    reason: str
    hint: str = ""


#: a check of a ruleset that goes beyond shapes, between several data
Check = Callable[[Trees], Iterable[Wrong]]


class Shape(ABC):
    """Which values are allowed."""

    @abstractmethod
    def wrong(self, value: object, place: Place, trees: Trees) -> Iterator[Wrong]:
        """The faults of a value at a place; trees: all data, for references."""

    def of_text(self, text: str) -> object:
        """The value that a text stands for; ValueError, in plain words, if there is none."""
        return text


#: a shape; or a map for `Keys` that are all needed, to any depth
Tree = Shape | Mapping[str, "Tree"]


def shape(tree: Tree) -> Shape:
    """The shape that it stands for."""
    if isinstance(tree, Shape):
        return tree
    return Keys({key: shape(one) for key, one in tree.items()})


class Text(Shape):
    """A text that matches a regular expression; what: the form in words."""

    def __init__(self, form: str = r"\S(.*\S)?", what: str = "a text") -> None:
        self.form, self.what = form, what

    def wrong(self, value: object, place: Place, trees: Trees) -> Iterator[Wrong]:
        """It must match."""
        if not (isinstance(value, str) and re.fullmatch(self.form, value)):
            yield Wrong(place, f"{value!r:.60} is not {self.what}")


class Whole(Shape):
    """A whole number from least to most."""

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most

    def wrong(self, value: object, place: Place, trees: Trees) -> Iterator[Wrong]:
        """It must be within the limits."""
        if not (isinstance(value, int) and type(value) is int and self._fits(value)):
            yield Wrong(place, f"{value!r:.60} is not {self._what()}")

    def of_text(self, text: str) -> object:
        """ASCII digits; raises ValueError for anything else."""
        if not re.fullmatch(r"[0-9]{1,9}", text):
            raise ValueError(f"{text!r:.60} is not {self._what()}")
        number = 0
        for digit in text:
            number = 10 * number + _DIGITS.index(digit)
        return number

    def _fits(self, value: int) -> bool:
        return self.least <= value <= self.most

    def _what(self) -> str:
        return f"a whole number from {self.least} to {self.most}"


class Flag(Shape):
    """True or false."""

    def wrong(self, value: object, place: Place, trees: Trees) -> Iterator[Wrong]:
        """It must be true or false."""
        if not isinstance(value, bool):
            yield Wrong(place, f"{value!r:.60} is not true or false")

    def of_text(self, text: str) -> object:
        """``true`` or ``false``; raises ValueError for anything else."""
        if text not in ("true", "false"):
            raise ValueError(f"{text!r:.60} is not true or false")
        return text == "true"


class One(Shape):
    """One of a few fixed words."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words

    def wrong(self, value: object, place: Place, trees: Trees) -> Iterator[Wrong]:
        """It must be one of these words."""
        if value not in self.words:
            yield Wrong(place, f"{value!r:.60} is not {' or '.join(self.words)}")


class Ref(Shape):
    """The id of something in one of these places, such as ``map/cities``."""

    def __init__(self, places: tuple[str, ...]) -> None:
        self.places = places

    def wrong(self, value: object, place: Place, trees: Trees) -> Iterator[Wrong]:
        """The id must exist."""
        if not self.known(value, trees):
            yield Wrong(place, f"there is no {value!r:.60} in {' or '.join(self.places)}")

    def known(self, value: object, trees: Trees) -> bool:
        """Whether the id exists."""
        return isinstance(value, str) and any(value in inside(trees, at) for at in self.places)


class Ends(Shape):
    """Two different ids in alphabetical order, joined by a character: the ends of a road."""

    def __init__(self, sign: str, of: Ref) -> None:
        self.sign, self.of = sign, of

    def wrong(self, value: object, place: Place, trees: Trees) -> Iterator[Wrong]:
        """Both ids must exist and be in that order."""
        ends = value.split(self.sign) if isinstance(value, str) else []
        if len(ends) != 2 or not ends[0] < ends[1]:
            form = f"ONE{self.sign}OTHER in alphabetical order"
            yield Wrong(place, f"{value!r:.60} is not {form}")
            return
        for end in ends:
            yield from self.of.wrong(end, place, trees)


class Rows(Shape):
    """A list without duplicates, unless `twice` is set."""

    def __init__(self, of: Tree, least: int = 0, most: int = 1000, twice: bool = False) -> None:
        self.of, self.least, self.most, self.twice = shape(of), least, most, twice

    def wrong(self, value: object, place: Place, trees: Trees) -> Iterator[Wrong]:
        """The list, then each value."""
        if not isinstance(value, list):
            yield Wrong(place, f"{value!r:.60} is not a list")
            return
        if not self.least <= len(value) <= self.most:
            yield Wrong(place, f"{len(value)} values: there must be {self.least} to {self.most}")
        for number, item in enumerate(value):
            if not self.twice and item in value[:number]:
                yield Wrong((*place, number), f"{item!r:.60} is listed twice")
            yield from self.of.wrong(item, (*place, number), trees)


class Table(Shape):
    """A map with keys of one shape and values of one shape.

    needs: keys that must be there, or places such as ``map/cities`` all of whose keys must be."""

    def __init__(self, key: Shape, of: Tree, needs: tuple[str, ...] = ()) -> None:
        self.key, self.of, self.needs = key, shape(of), needs

    def wrong(self, value: object, place: Place, trees: Trees) -> Iterator[Wrong]:
        """The keys, the values, and which keys are missing."""
        if not isinstance(value, dict):
            yield Wrong(place, f"{value!r:.60} is not a map")
            return
        for key, item in value.items():
            yield from self.key.wrong(key, (*place, str(key)), trees)
            yield from self.of.wrong(item, (*place, str(key)), trees)
        for need in self.needs:
            wanted = inside(trees, need) if "/" in need else (need,)
            for key in wanted:
                if key not in value:
                    yield Wrong(place, f"the key {key!r} is missing")


class Keys(Shape):
    """A map with fixed keys; the optional ones may be missing."""

    def __init__(self, needed: Mapping[str, Shape], optional: Mapping[str, Shape] = _NONE) -> None:
        self.needed, self.optional = needed, optional

    def all(self) -> dict[str, Shape]:
        """All keys and their shapes."""
        return {**self.needed, **self.optional}

    def wrong(self, value: object, place: Place, trees: Trees) -> Iterator[Wrong]:
        """The keys and the values."""
        if not isinstance(value, dict):
            yield Wrong(place, f"{value!r:.60} is not a map")
            return
        shapes = self.all()
        for key, item in value.items():
            if key in shapes:
                yield from shapes[key].wrong(item, (*place, key), trees)
            else:
                yield Wrong((*place, str(key)), f"there is no such key; keys: {', '.join(shapes)}")
        for key in self.needed:
            if key not in value:
                yield Wrong(place, f"the key {key!r} is missing")


def each(keys: Iterable[str], of: Tree) -> Keys:
    """A map with fixed keys, and values of one shape."""
    return Keys(dict.fromkeys(keys, shape(of)))


def drawing(*places: str) -> Keys:
    """The positions on a picture: its size, and a point for everything in these places."""
    return Keys(
        {
            "size": Rows(Whole(1, 99999), 2, 2, twice=True),
            "at": Table(Ref(places), Rows(Whole(0, 99999), 2, 2, twice=True), needs=places),
        }
    )


class Rules(Shape):
    """Standing orders as in an order file: lists and maps of texts.  They are parsed where they are
    used."""

    def wrong(self, value: object, place: Place, trees: Trees) -> Iterator[Wrong]:
        """It must be a list, and everything in it text."""
        if not isinstance(value, list):
            yield Wrong(place, f"{value!r:.60} is not a list")
            return
        for where, datum in leaves(value):
            if not isinstance(datum, str):
                yield Wrong((*place, *where), f"{datum!r:.60} is not text")


def standing() -> Table:
    """Ready-made standing orders, the data file ``standing``: name -> meaning and rules."""
    return Table(Text(), Keys({"meaning": Text(), "rules": Rules()}))


class Either(Shape):
    """A value that fits one of several shapes."""

    def __init__(self, shapes: tuple[Shape, ...]) -> None:
        self.shapes = shapes

    def wrong(self, value: object, place: Place, trees: Trees) -> Iterator[Wrong]:
        """It must fit one of them; otherwise the faults by the first shape of its own kind."""
        told = [list(shape.wrong(value, place, trees)) for shape in self.shapes]
        if all(told):
            own = [w for w, shape in zip(told, self.shapes, strict=True) if _alike(shape, value)]
            yield from (own or told)[0]


def _alike(shape: Shape, value: object) -> bool:
    """Whether a shape is for this kind of value: list, map or neither."""
    if isinstance(shape, Rows):
        return isinstance(value, list)
    if isinstance(shape, Table | Keys):
        return isinstance(value, dict)
    return not isinstance(value, list | dict)


def same_names(what: str, *tables: Mapping[str, Mapping[str, Any]]) -> Iterator[Wrong]:
    """Faults of a map on which two things have the same id or name; tables: things with a ``name``,
    by id; what: what they are called."""
    things = [thing for table in tables for thing in table.items()]
    told = [word for key, thing in things for word in {key: 0, thing["name"]: 0}]
    for word in sorted({word for word in told if told.count(word) > 1}):
        yield Wrong(("map",), f"two {what} are called {word}")


def inside(trees: Trees, at: str) -> Any:
    """What is at a place such as ``map/cities``; () if there is no list or map."""
    found: Any = trees
    for step in at.split("/"):
        found = found.get(step) if isinstance(found, Mapping) else None
    return found if isinstance(found, Mapping | list) else ()


def told(place: Iterable[str | int]) -> str:
    """A place in words: ``map: cities/rome/value``."""
    first, *rest = (str(step) for step in place)
    return f"{first}: {'/'.join(rest)}" if rest else first


def leaves(data: Any) -> Iterator[tuple[Place, Any]]:
    """Every datum below a value, with its place; a key that contains a slash is one step."""
    if isinstance(data, Mapping | list):
        pairs = data.items() if isinstance(data, Mapping) else enumerate(data)
        for key, value in pairs:
            yield from (((key, *place), datum) for place, datum in leaves(value))
    else:
        yield (), data
