"""Names the file in a refusal, where the command line does not name it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from referee.fault import Refused


@contextmanager
def in_file(name: object) -> Iterator[None]:
    """Inside, any refusal is of this file."""
    try:
        yield
    except Refused as trouble:
        trouble.name = trouble.name or str(name)
        raise
