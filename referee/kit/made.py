"""Objects that are made once, of named members."""

from __future__ import annotations

from typing import Any, dataclass_transform


@dataclass_transform(frozen_default=True)
class Made:
    """An object made of the members that its class names, by place or by name.

    Like a frozen data class; but to load those takes longer than a whole order file does."""

    def __init__(self, *given: Any, **named: Any) -> None:
        """Raise TypeError for a member too much or too few."""
        cls = type(self)
        names = list(cls.__annotations__)
        usual = {name: vars(cls)[name] for name in names if name in vars(cls)}
        members = {**usual, **dict(zip(names, given, strict=False)), **named}
        if wrong := sorted({*names} ^ {*members}):
            raise TypeError(f"{cls.__name__}: {', '.join(wrong)} missing, or not a member")
        vars(self).update(members)

    def but(self, **members: Any) -> Any:
        """Return the same with other members."""
        cls = type(self)
        return cls(**{name: members.get(name, vars(self)[name]) for name in cls.__annotations__})

    def __repr__(self) -> str:
        told = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({told})"
