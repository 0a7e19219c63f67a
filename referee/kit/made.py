"""Objects made once, from named members."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Self, dataclass_transform


@dataclass_transform(frozen_default=True)
class Made:
    """An object with the members that its class names, given by position or by name.

    Like a frozen dataclass, but loading those takes longer than processing a whole order file.  A
    named tuple takes twenty times as long to load too; it is equal to another with the same
    members, and quicker to make.
    """

    _names: ClassVar[tuple[str, ...]] = ()
    _all: ClassVar[frozenset[str]] = frozenset()
    _usual: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(cls) -> None:
        cls._names = tuple(vars(cls).get("__annotations__", ()))
        cls._all = frozenset(cls._names)
        cls._usual = {name: vars(cls)[name] for name in cls._names if name in vars(cls)}

    def __init__(self, *given: Any, **named: Any) -> None:
        """Raise TypeError for a missing or unknown member, or more values than members."""
        members = {**self._usual, **dict(zip(self._names, given, strict=False)), **named}
        if members.keys() != self._all or len(given) > len(self._names):
            raise TypeError(f"{type(self).__name__}: {self._wrong(given, members)}")
        vars(self).update(members)

    def _wrong(self, given: Sequence[Any], members: Iterable[str]) -> str:
        """Which members were given wrongly."""
        if len(given) > len(self._names):
            return f"{len(self._names)} members, not {len(given)}"
        return f"{', '.join(sorted(self._all ^ {*members}))} missing, or not a member"

    def but(self, **members: Any) -> Self:
        """Return a copy with other values for some members; TypeError for one that it has not."""
        return type(self)(**{name: vars(self)[name] for name in self._names} | members)

    def __repr__(self) -> str:
        members = vars(self)
        told = ", ".join([f"{name}={members[name]!r}" for name in self._names])
        return f"{type(self).__name__}({told})"
