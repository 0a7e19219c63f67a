"""Differences between our order lines and the single decisions of a trace, by paragraph.

A line of ours is carried out at once; a trace shows its position between the choices of the line.
"""

from __future__ import annotations

PLACED = "7.2: while his place is chosen a leader lies on the table"
CALLED = "L3: while the die is rolled the leader who is called lies on the table"
SAILED = "A3: pieces of a Fleet go one after the other"
FLEETS = "A3: of two Fleets in a hand ours plays the first"
SUPPLY = "10.9: of the units of a place ours gives up some, then feeds some, then pays"
LONE = "10.9: ours asks once for all places; what nothing can save is lost before the trace asks"

EXPECTED = (PLACED, CALLED, SAILED, FLEETS, SUPPLY, LONE)
