"""Tracks: numbers with a lowest and a highest place, and who is ahead on them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Track(NamedTuple):
    """The places of a track, from least to most."""

    least: int
    most: int

    def holds(self, place: int) -> bool:
        """Return whether a number is a place of the track."""
        return self.least <= place <= self.most

    def moved(self, place: int, by: int) -> int:
        """Return the place that a marker comes to: it stays on the track.

        Gains and losses that count together are added up first."""
        return max(self.least, min(self.most, place + by))

    def room(self, place: int, by: int) -> int:
        """Return how far a marker can go of so many places up (or down, if less than 0)."""
        return self.moved(place, by) - place


def ranked(places: Mapping[str, int]) -> list[list[str]]:
    """Return who is ahead, highest first: those that stand together in one list, in the order in
    which they are given."""
    heights = sorted(dict.fromkeys(places.values()), reverse=True)
    return [[who for who, place in places.items() if place == height] for height in heights]
