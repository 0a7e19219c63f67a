"""Drafts: copies of plain data that copy only what is looked at."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Any

from referee.engine.plain import copied


class Draft(dict[str, Any]):
    """A copy of a dict of plain data.  Each value is copied when you first ask for it, because most
    lines change only a little of the position.

    under: the original, which must not change while the draft exists; replaced: keys of dicts and
    lists of which the top alone is copied.  `json` sees only what was copied."""

    __slots__ = ("_replaced", "_under")

    def __init__(self, under: Mapping[str, Any], replaced: Container[str] = ()) -> None:
        self._under, self._replaced = under, replaced

    def __missing__(self, key: str) -> Any:
        value = self._under[key]
        if isinstance(value, (dict, list)):  # for others no call
            value = value.copy() if key in self._replaced else copied(value)
        self[key] = value
        return value

    def __contains__(self, key: object) -> bool:
        return super().__contains__(key) or key in self._under

    def get(self, key: str, default: Any = None) -> Any:
        """The value of a key, or the default."""
        try:
            return self[key]
        except KeyError:
            return default

    def setdefault(self, key: str, default: Any = None) -> Any:
        """The value of a key, which is set first if it is missing."""
        if key not in self:
            self[key] = default
        return self[key]

    def pop(self, key: str, *default: Any) -> Any:
        """Remove a key and return its value."""
        return super(Draft, self._whole()).pop(key, *default)

    def popitem(self) -> tuple[str, Any]:
        """Remove the last key and return it with its value."""
        return super(Draft, self._whole()).popitem()

    def clear(self) -> None:
        """Remove everything."""
        super(Draft, self._whole()).clear()

    def copy(self) -> dict[str, Any]:
        """A plain dict with the same values."""
        return {**self}

    def __delitem__(self, key: str) -> None:
        super(Draft, self._whole()).__delitem__(key)

    def __iter__(self) -> Iterator[str]:
        return super(Draft, self._whole()).__iter__()

    def __reversed__(self) -> Iterator[str]:
        return super(Draft, self._whole()).__reversed__()

    def __len__(self) -> int:
        return super(Draft, self._whole()).__len__()

    def __eq__(self, other: object) -> bool:
        return super(Draft, self._whole()).__eq__({**other} if isinstance(other, Draft) else other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __or__(self, other: Any) -> Any:
        return {**self, **other}

    def __ror__(self, other: Any) -> Any:
        return {**other, **self}

    def __repr__(self) -> str:
        return super(Draft, self._whole()).__repr__()

    def keys(self) -> Any:
        """All keys, those of the original in their order, then new ones."""
        return super(Draft, self._whole()).keys()

    def values(self) -> Any:
        """All values, in the order of the keys."""
        return super(Draft, self._whole()).values()

    def items(self) -> Any:
        """All keys and values, in the order of the keys."""
        return super(Draft, self._whole()).items()

    def _whole(self) -> Draft:
        """The draft itself, with everything copied.

        Afterwards its keys have the order that a full copy would have."""
        if self._under:
            found = copied({**self._under})
            self._under = {}
            found.update(super().items())
            super().clear()
            super().update(found)
        return self
