"""How much is tried by chance: a small sample, or with `pytest --long` all of it."""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Sequence
from typing import Any

#: set in this process, and in those of xdist, by the option --long
LONG = "REFEREE_TESTS_LONG"


def count(few: int, long: int) -> int:
    """How many are tried in this run."""
    return long if LONG in os.environ else few


def with_seeds(
    seeds: Sequence[int], few: int | None = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test, whose first argument is a seed, with each of these as one item; the one that
    fails is named.

    few: so many of them are enough where time is short."""

    def decorated(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def run(**fixtures: Any) -> None:
            for seed in seeds[: count(few or len(seeds), len(seeds))]:
                try:
                    test(seed, **fixtures)
                except BaseException as trouble:
                    trouble.add_note(f"with seed {seed}")
                    raise

        _, *others = inspect.signature(test).parameters.values()
        run.__signature__ = inspect.Signature(others)  # type: ignore[attr-defined]
        return run

    return decorated
