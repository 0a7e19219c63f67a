"""Tracks: numbers with a lowest and a highest place, and who is ahead on them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Track(NamedTuple):
    """The places of a track, from least to most."""

    least: int
    most: int

    def holds(self, place: int) -> bool:
        """Return whether a number is a place on the track."""
        return self.least <= place <= self.most

    def moved(self, place: int, by: int) -> int:
        """Return where a marker ends up: it never leaves the track.

        Add gains and losses that count together before you call this."""
        return max(self.least, min(self.most, place + by))

    def room(self, place: int, by: int) -> int:
        """Return how many of so many places a marker can go up (or down, if less than 0)."""
        return self.moved(place, by) - place


def ranked(places: Mapping[str, int]) -> list[list[str]]:
    """Return who is ahead, highest first: seats on the same place in one list, in the order
    given."""
    heights = sorted(dict.fromkeys(places.values()), reverse=True)
    return [[who for who, place in places.items() if place == height] for height in heights]
