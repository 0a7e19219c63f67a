"""Finds what a player means by a name (referee-orders(5)).

A name matches without regard to case, accents and spacing, and by any unambiguous beginning.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from referee.files import lookalikes
from referee.files.folding import excerpt, plain
from referee.kit.lines import listed

if TYPE_CHECKING:
    from referee.orders.alike import Alike

Names = Mapping[str, str]
_NOTHING: Names = MappingProxyType({})
#: A longer text is not a misspelt name, and comparing it would take time.
_LONGEST = 80
#: The most names that a hint lists.
_CANDIDATES_AT_MOST = 12
#: How many indexes are kept: each sort of names for each seat of some games.
_KEPT = 64


class NotFound(Exception):
    """No name fits; ``suggestions`` has up to three with similar spelling, the nearest first."""

    def __init__(self, text: str, suggestions: list[str]) -> None:
        super().__init__(text, suggestions)
        self.text = text
        self.suggestions = suggestions

    @property
    def hint(self) -> str:
        """Return ``did you mean ...?``, or "" if nothing has a similar spelling; before it, a
        letter that is not what it looks like."""
        meant = f"did you mean {listed(self.suggestions, 'or')}?" if self.suggestions else ""
        letter = lookalikes.told(self.text) if len(self.text) <= _LONGEST else ""
        return "; ".join(filter(None, [letter, meant]))

    def __str__(self) -> str:
        reason = f'nothing is called "{excerpt(self.text)}"'
        return f"{reason}; {self.hint}" if self.hint else reason


class Ambiguous(Exception):
    """Several names fit; ``candidates`` has them, sorted, or only the first of very many.

    count: how many fit."""

    def __init__(self, text: str, candidates: list[str], count: int) -> None:
        super().__init__(text, candidates, count)
        self.text = text
        self.candidates = candidates
        self.count = count

    @property
    def hint(self) -> str:
        """Return the names to choose from."""
        if self.count > len(self.candidates):
            return f"it could be {', '.join(self.candidates)}, ... ({self.count} fit)"
        return f"it could be {listed(self.candidates, 'or')}"

    def __str__(self) -> str:
        return f'"{excerpt(self.text)}" fits more than one name; {self.hint}'


class Index:
    """Names, arranged so that one is found without searching them all.

    names: by id, for each sort of things that are looked up together; no two sorts have an id in
    common (ValueError).
    also: other spellings, each with its id; they are tried after all names, and only in full."""

    def __init__(self, names: Iterable[Names], also: Iterable[Names] = ()) -> None:
        self._names = _together(names)
        self._whole = _by_spelling(
            (spelling, key) for key, name in self._names.items() for spelling in (name, key)
        )
        self._sorted = sorted(self._whole)
        self._also = _by_spelling(pair for each in also for pair in each.items())
        self._alike: tuple[Alike, Names] | None = None

    def name(self, key: str) -> str:
        """Return the name of an id."""
        return self._names[key]

    def whole(self, text: str) -> bool:
        """Return whether the text is a name or id in full."""
        return plain(text) in self._whole

    def find(self, text: str) -> str:
        """Return the id that a text means.

        A name or id equal to the text (as ``plain`` compares) is preferred to those that begin with
        it.  Raises NotFound, or Ambiguous if more than one fits equally well.
        """
        wanted = plain(text)
        fits = (self._whole.get(wanted) or self._beginning(wanted)) if wanted else []
        if wanted and not fits:
            fits = self._also.get(wanted, [])
        if not fits:
            raise NotFound(text, self._spelt_alike(plain(lookalikes.latin(text))))
        if len(fits) > 1:
            raise Ambiguous(text, self._told_apart(fits), len(fits))
        return fits[0]

    def _beginning(self, wanted: str) -> list[str]:
        """The ids with a spelling that begins so, in the order of spellings."""
        first, size = bisect_left(self._sorted, wanted), len(wanted)
        end = bisect_right(self._sorted, wanted, first, key=lambda spelling: spelling[:size])
        fits = dict.fromkeys(
            key for spelling in self._sorted[first:end] for key in self._whole[spelling]
        )
        return list(fits)

    def _spelt_alike(self, wanted: str) -> list[str]:
        """Up to three names spelt like the text."""
        if not 0 < len(wanted) <= _LONGEST:
            return []
        from referee.orders.alike import Alike  # only a misspelt name needs it

        if self._alike is None:
            # Sorted first, so that the order of the mapping decides nothing between equals.
            by_spelling = {plain(name): name for name in sorted(self._names.values(), reverse=True)}
            self._alike = Alike(sorted(by_spelling)), by_spelling
        alike, names = self._alike
        return [names[spelling] for spelling in alike.nearest(wanted)]

    def _told_apart(self, fits: list[str]) -> list[str]:
        """The names of these ids, sorted; with the id if two have the same name."""
        names = self._names
        times = Counter(names[key] for key in fits)
        shown = [
            names[key] if times[names[key]] == 1 else f"{names[key]} ({key})"
            for key in fits[:_CANDIDATES_AT_MOST]
        ]
        return sorted(shown)


def find(text: str, names: Names, also: Names = _NOTHING) -> str:
    """Return the id that a text means, as `Index.find` does; for a few names made on the spot."""
    return _index_made(tuple(names.items()), tuple(also.items())).find(text)


@lru_cache(maxsize=_KEPT)
def _index_made(names: tuple[tuple[str, str], ...], also: tuple[tuple[str, str], ...]) -> Index:
    """The words of an order line are looked up for each line."""
    return Index([dict(names)], [dict(also)])


class _Itself:
    """Represents an object, and is equal to anything that represents the same object."""

    def __init__(self, own: Any) -> None:
        self.own = own

    def __hash__(self) -> int:
        return id(self.own)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and other.own is self.own


def index_of(names: Iterable[Names], also: Iterable[Names] = ()) -> Index:
    """Return the index of names that never change; the same index for the same mappings."""
    return _index_of(tuple(map(_Itself, names)), tuple(map(_Itself, also)))


@lru_cache(maxsize=_KEPT)
def _index_of(names: tuple[_Itself, ...], also: tuple[_Itself, ...]) -> Index:
    return Index([each.own for each in names], [each.own for each in also])


def _by_spelling(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Spelling, as it is compared -> the ids that have it, sorted."""
    found: dict[str, list[str]] = {}
    for spelling, key in pairs:
        found.setdefault(plain(spelling), []).append(key)
    for spelling, keys in found.items():
        if len(keys) > 1:
            found[spelling] = sorted(set(keys))
    return found


def _together(sorts: Iterable[Names]) -> Names:
    """Names of several sorts as one mapping."""
    found: dict[str, str] = {}
    for names in sorts:
        if twice := sorted(found.keys() & names.keys()):
            raise ValueError(f"{twice[0]!r} is an id of two sorts that are looked up together")
        found.update(names)
    return found


def meant_key(key: str, missing: Sequence[str]) -> str:
    """The missing key that was meant by another one: ``blocks`` by ``block``."""
    try:
        return find(key, {one: one for one in missing})
    except Ambiguous:
        return ""
    except NotFound as trouble:
        return trouble.suggestions[0] if trouble.suggestions else ""
