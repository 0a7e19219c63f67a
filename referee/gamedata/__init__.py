"""The data of games: read, checked against their shapes, corrected."""
