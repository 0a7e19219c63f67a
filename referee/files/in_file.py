"""Which file a refusal is of, where the reader of the message did not name it himself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from referee.fault import Refused


@contextmanager
def in_file(name: object) -> Iterator[None]:
    """What is refused in here is of this file."""
    try:
        yield
    except Refused as trouble:
        trouble.name = trouble.name or str(name)
        raise
