"""What the toys that are played in turns share: they tell an event by its data."""

from __future__ import annotations

from referee.engine.request import Data
from referee.engine.words import Vocabulary


def no_names(seat: str) -> Vocabulary:
    return {}


def headline(public: Data) -> str:
    return f"turn {public['turn']}"


def describe(event: Data, seat: str) -> list[str]:
    return [" ".join(f"{key} {value}" for key, value in sorted(event.items()))]
