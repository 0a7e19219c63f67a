"""Objects made once, from named members."""

from __future__ import annotations

from typing import Any, dataclass_transform


@dataclass_transform(frozen_default=True)
class Made:
    """An object with the members that its class names, given by position or by name.

    Like a frozen dataclass, but loading those takes longer than processing a whole order file."""

    def __init__(self, *given: Any, **named: Any) -> None:
        """Raise TypeError for a missing or unknown member."""
        cls = type(self)
        names = list(cls.__annotations__)
        usual = {name: vars(cls)[name] for name in names if name in vars(cls)}
        members = {**usual, **dict(zip(names, given, strict=False)), **named}
        if wrong := sorted({*names} ^ {*members}):
            raise TypeError(f"{cls.__name__}: {', '.join(wrong)} missing, or not a member")
        vars(self).update(members)

    def but(self, **members: Any) -> Any:
        """Return a copy with other values for some members; TypeError for one that it has not."""
        cls = type(self)
        return cls(**{name: vars(self)[name] for name in cls.__annotations__} | members)

    def __repr__(self) -> str:
        told = ", ".join(f"{name}={vars(self)[name]!r}" for name in type(self).__annotations__)
        return f"{type(self).__name__}({told})"
