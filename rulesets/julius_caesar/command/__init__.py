"""The command phase (2.2, 6.0): shipping, moves, levies, and the effects of events."""
