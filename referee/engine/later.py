"""Parts of a ruleset that are imported when they are first used.

Every command imports the ruleset of its game, but only few draw pictures or reckon odds.
"""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from contextvars import ContextVar
from typing import Any

#: Within it, the modules of the ruleset that is being imported are found, and no others of these
#: names.
Among = Callable[[], AbstractContextManager[None]]

_AMONG: ContextVar[Among] = ContextVar("among", default=contextlib.nullcontext)


class Later:
    """Stands for a function, class or object of another module, which is imported when this is
    called or asked for a member."""

    def __init__(self, where: str) -> None:
        self.module, _, self.name = where.partition(":")
        self._among, self._found = _AMONG.get(), list[Any]()

    def found(self) -> Any:
        """What it stands for; raises ImportError or AttributeError if there is no such thing."""
        if not self._found:
            with self._among():
                self._found.append(getattr(importlib.import_module(self.module), self.name))
        return self._found[0]

    def __call__(self, *args: Any, **named: Any) -> Any:
        """What the function or class makes of these."""
        return self.found()(*args, **named)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.found(), name)

    def __repr__(self) -> str:
        return f"{self.module}:{self.name}"


def later(where: str) -> Any:
    """A part of a game that few commands need, ``module:name``: imported when it is first used.

    A corrected game gets it from its own copy of the package."""
    return Later(where)


@contextlib.contextmanager
def among(modules: Among) -> Iterator[None]:
    """Within this context, parts for later are imported among these modules."""
    token = _AMONG.set(modules)
    try:
        yield
    finally:
        _AMONG.reset(token)
