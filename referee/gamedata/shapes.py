"""Shapes: what a ruleset's data may be, so that data and corrections of them are checked alike.

A shape says of a value at a place what is wrong with it.  Places are paths from the name of the
file: ``("map", "cities", "rome", "value")``.  Values are plain data as YAML gives them; the text
of a corrections file, where all is text, becomes such a value by `of_text`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

Place = tuple[str | int, ...]
#: All data of a ruleset: name of the file, without its ending -> what is in it.
Trees = Mapping[str, Any]

_DIGITS = "0123456789"
_NONE: Mapping[str, Shape] = MappingProxyType({})


class Wrong(NamedTuple):
    """One thing wrong: where, what, and what to do about it ("" if nothing is known)."""

    place: Place
    reason: str
    hint: str = ""


#: What a ruleset checks beyond shapes: whatever ties several data together.
Check = Callable[[Trees], Iterable[Wrong]]


class Shape(ABC):
    """What a value may be."""

    @abstractmethod
    def wrong(self, value: object, place: Place, trees: Trees) -> Iterator[Wrong]:
        """What is wrong with a value at a place; trees: all data, for what it refers to."""

    def of_text(self, text: str) -> object:
        """The value that a text stands for; ValueError, with words for people, if for none."""
        return text


class Text(Shape):
    """A text of a form (a regular expression); what: the form in words."""

    def __init__(self, form: str = r"\S(.*\S)?", what: str = "a text") -> None:
        self.form, self.what = form, what

    def wrong(self, value: object, place: Place, trees: Trees) -> Iterator[Wrong]:
        """It must have the form."""
        if not (isinstance(value, str) and re.fullmatch(self.form, value)):
            yield Wrong(place, f"{value!r:.60} is not {self.what}")


class Whole(Shape):
    """A whole number from least to most."""

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most

    def wrong(self, value: object, place: Place, trees: Trees) -> Iterator[Wrong]:
        """It must be in its bounds."""
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
        """It must be one of the two."""
        if not isinstance(value, bool):
            yield Wrong(place, f"{value!r:.60} is not true or false")

    def of_text(self, text: str) -> object:
        """One of two words; raises ValueError for anything else."""
        if text not in ("true", "false"):
            raise ValueError(f"{text!r:.60} is not true or false")
        return text == "true"


class One(Shape):
    """One of a few fixed words."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words

    def wrong(self, value: object, place: Place, trees: Trees) -> Iterator[Wrong]:
        """It must be one of them."""
        if value not in self.words:
            yield Wrong(place, f"{value!r:.60} is not {' or '.join(self.words)}")


class Ref(Shape):
    """The id of something in one of these places, such as ``map/cities``."""

    def __init__(self, places: tuple[str, ...]) -> None:
        self.places = places

    def wrong(self, value: object, place: Place, trees: Trees) -> Iterator[Wrong]:
        """There must be such a thing."""
        if not self.known(value, trees):
            yield Wrong(place, f"there is no {value!r:.60} in {' or '.join(self.places)}")

    def known(self, value: object, trees: Trees) -> bool:
        """Whether there is such a thing."""
        return isinstance(value, str) and any(value in inside(trees, at) for at in self.places)


class Ends(Shape):
    """Two different ids in alphabetical order with a sign between: the ends of a road."""

    def __init__(self, sign: str, of: Ref) -> None:
        self.sign, self.of = sign, of

    def wrong(self, value: object, place: Place, trees: Trees) -> Iterator[Wrong]:
        """There must be both, in that order."""
        ends = value.split(self.sign) if isinstance(value, str) else []
        if len(ends) != 2 or not ends[0] < ends[1]:
            form = f"ONE{self.sign}OTHER in alphabetical order"
            yield Wrong(place, f"{value!r:.60} is not {form}")
            return
        for end in ends:
            yield from self.of.wrong(end, place, trees)


class Rows(Shape):
    """A list, in which nothing stands twice unless `twice` is set."""

    def __init__(self, of: Shape, least: int = 0, most: int = 1000, twice: bool = False) -> None:
        self.of, self.least, self.most, self.twice = of, least, most, twice

    def wrong(self, value: object, place: Place, trees: Trees) -> Iterator[Wrong]:
        """The list, then each of its values."""
        if not isinstance(value, list):
            yield Wrong(place, f"{value!r:.60} is no list")
            return
        if not self.least <= len(value) <= self.most:
            yield Wrong(place, f"{len(value)} values are not {self.least} to {self.most}")
        for number, item in enumerate(value):
            if not self.twice and item in value[:number]:
                yield Wrong((*place, number), f"{item!r:.60} stands there twice")
            yield from self.of.wrong(item, (*place, number), trees)


class Table(Shape):
    """A map with keys of one shape and values of one shape.

    needs: keys, and places such as ``map/cities`` all of whose keys, that must be there."""

    def __init__(self, key: Shape, of: Shape, needs: tuple[str, ...] = ()) -> None:
        self.key, self.of, self.needs = key, of, needs

    def wrong(self, value: object, place: Place, trees: Trees) -> Iterator[Wrong]:
        """The keys, the values, and what is missing."""
        if not isinstance(value, dict):
            yield Wrong(place, f"{value!r:.60} is no map")
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
    """A map with fixed keys; optional ones may be absent."""

    def __init__(self, needed: Mapping[str, Shape], optional: Mapping[str, Shape] = _NONE) -> None:
        self.needed, self.optional = needed, optional

    def all(self) -> dict[str, Shape]:
        """Every key with its shape."""
        return {**self.needed, **self.optional}

    def wrong(self, value: object, place: Place, trees: Trees) -> Iterator[Wrong]:
        """The keys and the values."""
        if not isinstance(value, dict):
            yield Wrong(place, f"{value!r:.60} is no map")
            return
        shapes = self.all()
        for key, item in value.items():
            if key in shapes:
                yield from shapes[key].wrong(item, (*place, key), trees)
            else:
                yield Wrong((*place, str(key)), f"no such key, of: {', '.join(shapes)}")
        for key in self.needed:
            if key not in value:
                yield Wrong(place, f"the key {key!r} is missing")


def each(keys: Iterable[str], of: Shape) -> Keys:
    """A map with fixed keys, and values of one shape."""
    return Keys(dict.fromkeys(keys, of))


def drawing(*places: str) -> Keys:
    """Where things stand on a picture: its size, and a point for each thing of these places."""
    return Keys(
        {
            "size": Rows(Whole(1, 99999), 2, 2, twice=True),
            "at": Table(Ref(places), Rows(Whole(0, 99999), 2, 2, twice=True), needs=places),
        }
    )


class Rules(Shape):
    """Standing orders as an order file has them: texts in lists and maps.  What they mean is read
    where they are used."""

    def wrong(self, value: object, place: Place, trees: Trees) -> Iterator[Wrong]:
        """A list; all in it is text, whatever it looks like."""
        if not isinstance(value, list):
            yield Wrong(place, f"{value!r:.60} is no list")
            return
        for where, datum in leaves(value):
            if not isinstance(datum, str):
                yield Wrong((*place, *where), f"{datum!r:.60} is no text")


def standing() -> Table:
    """Ready-made standing orders, the data file ``standing``: name -> meaning and rules."""
    return Table(Text(), Keys({"meaning": Text(), "rules": Rules()}))


class Either(Shape):
    """What one of several shapes allows."""

    def __init__(self, shapes: tuple[Shape, ...]) -> None:
        self.shapes = shapes

    def wrong(self, value: object, place: Place, trees: Trees) -> Iterator[Wrong]:
        """It must fit one of them; else what the first of its own form says."""
        told = [list(shape.wrong(value, place, trees)) for shape in self.shapes]
        if all(told):
            own = [w for w, shape in zip(told, self.shapes, strict=True) if _alike(shape, value)]
            yield from (own or told)[0]


def _alike(shape: Shape, value: object) -> bool:
    """Whether a shape is for values of this form: list, map or neither."""
    if isinstance(shape, Rows):
        return isinstance(value, list)
    if isinstance(shape, Table | Keys):
        return isinstance(value, dict)
    return not isinstance(value, list | dict)


def inside(trees: Trees, at: str) -> Any:
    """What is at a place such as ``map/cities``; () if nothing of that kind is there."""
    found: Any = trees
    for step in at.split("/"):
        found = found.get(step) if isinstance(found, Mapping) else None
    return found if isinstance(found, Mapping | list) else ()


def told(place: Iterable[str | int]) -> str:
    """A place in words: ``map: cities/rome/value``."""
    first, *rest = (str(step) for step in place)
    return f"{first}: {'/'.join(rest)}" if rest else first


def leaves(data: Any) -> Iterator[tuple[Place, Any]]:
    """Every datum below a value with its place; a key with a slash in it is one step."""
    if isinstance(data, Mapping | list):
        pairs = data.items() if isinstance(data, Mapping) else enumerate(data)
        for key, value in pairs:
            yield from (((key, *place), datum) for place, datum in leaves(value))
    else:
        yield (), data
