"""Galleys as others see them: who can be embarked and landed where (5.62, 5.63)."""

from referee.engine.view import Data
from rulesets.caesar_in_alexandria.board import (
    COUNTRIES,
    GALLEYS,
    GRID,
    GROUND,
    LINKS,
    MOLE,
    OVERPASSES,
    POINTS,
    PORTS,
    WALKED,
)

#: What a galley grappled to the causeway has among its grapples (H37).
CAUSEWAY = "causeway"
BEACHED = "beached"


def moored(public: Data, galley: str) -> bool:
    """4.44, 5.63 Whether units get in and out: beached, in port, or grappled to the causeway."""
    one = public["galleys"][galley]
    return BEACHED in one["marks"] or one["at"] in PORTS or CAUSEWAY in one["grappled"]


def ashore(public: Data, galley: str) -> list[str]:
    """H36, 5.63 The spaces from which units embark in a moored galley, and where they land: its
    own hex and those beside it, linked points; or of one grappled to the causeway its spaces."""
    at: str = public["galleys"][galley]["at"]
    if not moored(public, galley):
        return []
    if CAUSEWAY in public["galleys"][galley]["grappled"]:
        return [one for one in GRID.links[at] if one in MOLE and one not in OVERPASSES]
    hexes = [one for one in (at, *GRID.links[at]) if GROUND[one] in WALKED]
    points = [to for to in LINKS[at] if to in POINTS]
    open_to = COUNTRIES[public["scenario"]].links
    return [one for one in (*hexes, *points) if one in open_to]


def room(public: Data, galley: str) -> int:
    """5.61 How many units more it can carry."""
    holds: int = GALLEYS[galley]["holds"]
    return holds - len(public["stacks"].get(galley, ()))
