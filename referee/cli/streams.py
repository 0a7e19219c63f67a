"""Standard output and error that may be full or closed: the work goes on, and the end says so.

What a command does must not depend on who reads its output.  So a stream that cannot be written to
stops nothing; at the end the other stream and the exit status say so.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from typing import Any


class Stream:
    """A stream that keeps its first trouble and drops what is written to it afterwards.

    name: in messages; inner: the stream, None for one that was closed before the program began;
    may_end: whether its reader may close it early, as a pager does."""

    def __init__(self, name: str, inner: Any) -> None:
        self.name, self._inner = name, inner
        self.trouble: OSError | None = None
        self.may_end = False

    @property
    def lost(self) -> bool:
        """Whether output was lost that somebody wanted."""
        ended = self.may_end and isinstance(self.trouble, BrokenPipeError)
        return self.trouble is not None and not ended

    def write(self, text: Any) -> int:
        """Like a stream's; never raises OSError."""
        with self._kept():
            if self._inner is None and text:
                raise OSError(errno.EBADF, "it is closed")
            if self._inner is not None and self.trouble is None:
                self._inner.write(text)
        return len(text)

    def flush(self) -> None:
        """Like a stream's; never raises OSError."""
        with self._kept():
            if self._inner is not None and self.trouble is None:
                self._inner.flush()

    def isatty(self) -> bool:
        """Whether somebody sits there."""
        return self._inner is not None and bool(self._inner.isatty())

    @property
    def buffer(self) -> _Bytes:
        """The same stream for bytes; AttributeError if there are no bytes below."""
        return _Bytes(self, None if self._inner is None else self._inner.buffer)

    @contextlib.contextmanager
    def _kept(self) -> Iterator[None]:
        try:
            yield
        except OSError as trouble:
            self.trouble = self.trouble or trouble

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


class _Bytes:
    """A stream's bytes, behind what was written as text."""

    def __init__(self, stream: Stream, raw: Any) -> None:
        self._stream, self._raw = stream, raw

    def write(self, data: bytes) -> int:
        stream = self._stream
        stream.flush()
        with stream._kept():
            if self._raw is None and data:
                raise OSError(errno.EBADF, "it is closed")
            if self._raw is not None and stream.trouble is None:
                self._raw.write(data)
        return len(data)

    def flush(self) -> None:
        self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._raw, name)


@contextlib.contextmanager
def standing() -> Iterator[list[Stream]]:
    """Inside, standard output and error are in UTF-8 and stop nothing."""
    before = sys.stdout, sys.stderr
    for stream in before:
        # A report that is redirected to a file must verify, whatever the terminal's encoding.
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    streams = [Stream("standard output", before[0]), Stream("standard error", before[1])]
    sys.stdout, sys.stderr = streams
    try:
        yield streams
    finally:
        sys.stdout, sys.stderr = before


def let_go() -> None:
    """Drop what could not be written, so that Python does not try again on exit."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
