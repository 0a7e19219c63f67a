"""New files: written whole beside their place, then put there over no other."""

from __future__ import annotations

import errno
import os
from pathlib import Path


def write_beside(beside: Path, data: bytes, mode: int) -> None:
    """Write a file durably, with this mode from its first moment; raises OSError."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(beside, flags, mode), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def appear(beside: Path, path: Path) -> None:
    """Give a file its name; FileExistsError if another has it, other OSErrors as they come."""
    try:
        os.link(beside, path)
    except FileExistsError:
        raise
    except OSError:  # no hard links there: all but a file of the same instant is safe
        if path.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
        beside.rename(path)
    else:
        beside.unlink()
