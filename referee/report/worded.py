"""Paragraphs and events in the lines of a mail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from referee.kit import lines as kit
from referee.kit.lines import TRAVELS as WIDTH

if TYPE_CHECKING:
    from referee.engine.request import Data
    from referee.engine.rules import Wording


def wrapped(text: str, indent: str = "", more: str | None = None) -> list[str]:
    """One paragraph in lines of at most 72 columns; continued lines are indented by `more`."""
    return kit.wrapped(text, WIDTH, indent, indent + "  " if more is None else more)


def told_note(writer: str, pieces: Sequence[str], mark: str = "") -> list[str]:
    """A player's note; writer: the name of the seat, which may be a plural; mark: put before it."""
    return ["", *wrapped(f"{mark}Note from {writer}: {''.join(pieces)}")]


def told_events(events: Sequence[Data], seat: str, wording: Wording, mark: str = "") -> list[str]:
    """What happened, as a seat may know it, in lines of 72 columns; mark: put after each event."""
    lines = []
    for event in events:
        said = wording.describe(event, seat)
        for text in [*said[:-1], said[-1] + mark] if said else []:
            body = text.lstrip(" ")
            lines += wrapped(body, text[: len(text) - len(body)]) if body else [""]
    return lines
