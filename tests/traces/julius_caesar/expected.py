"""Differences between our rules and the public implementation that the facts explain, by ruling."""

from __future__ import annotations

LEVIES = "4: levies that are possible cannot be left"
BACK = "9: a group may not go there and back"
STRAIT = "11: one block only reacts over a strait"
ACTS = "29: Cleopatra acts in the round of her capture"
SEA_RETREAT = "38: one sea retreat in a round for both players"
FLEET_AT_SEA = "44: Jupiter cannot name a fleet at sea"
NO_CITY = "45: Vulcan without an enemy city stops the game"
HOME = "49: an empty Alexandria gives Cleopatra to Pompey"
ROADS = "59: roads used elsewhere count for retreats"
WINTER = "section 2: victory is looked at before fleets and supply"
JUPITER = "section 5: Jupiter aimed at green takes Cleopatra"

EXPECTED = (
    LEVIES, BACK, STRAIT, ACTS, SEA_RETREAT, FLEET_AT_SEA, NO_CITY, HOME, ROADS, WINTER, JUPITER,
)  # fmt: skip
