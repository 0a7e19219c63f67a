"""One item for a test by generation, however many seeds it is tried with."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable


def with_seeds(seeds: Iterable[int]) -> Callable[[Callable[[int], None]], Callable[[], None]]:
    """Run a test that takes a seed with each of these; the one that fails is named."""

    def decorated(test: Callable[[int], None]) -> Callable[[], None]:
        @functools.wraps(test)
        def run() -> None:
            for seed in seeds:
                try:
                    test(seed)
                except BaseException as trouble:
                    trouble.add_note(f"with seed {seed}")
                    raise

        run.__signature__ = inspect.Signature()  # type: ignore[attr-defined]
        return run

    return decorated
