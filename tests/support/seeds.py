"""How much is tried by chance: a small sample, or with `pytest --long` all of it."""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any

#: set in this process, and in those of xdist, by the option --long
LONG = "REFEREE_TESTS_LONG"


def count(few: int, long: int) -> int:
    """How many are tried in this run."""
    return long if LONG in os.environ else few


def with_each(values: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test, whose first argument is a value, with each of these as one item; the one that
    fails is named."""
    every = list(values)

    def decorated(test: Callable[..., None]) -> Callable[..., None]:
        name, *others = inspect.signature(test).parameters.values()

        @functools.wraps(test)
        def run(**fixtures: Any) -> None:
            assert every, "there is nothing to try"
            for value in every:
                try:
                    test(value, **fixtures)
                except BaseException as trouble:
                    trouble.add_note(f"with {name.name} {value}")
                    raise

        run.__signature__ = inspect.Signature(others)  # type: ignore[attr-defined]
        return run

    return decorated


def with_seeds(
    seeds: Sequence[int], few: int | None = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """As `with_each`, with these seeds; few: so many of them are enough where time is short."""
    return with_each(seeds[: count(few or len(seeds), len(seeds))])
