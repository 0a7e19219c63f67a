"""Marches, battles and sieges in words."""

from collections.abc import Mapping, Sequence

PHRASES: Mapping[str, str] = {}
#: Events that tell what dice showed, and under which keys.
ROLLED: Mapping[str, Sequence[str]] = {}
