"""The set-up: the printed default, or force by force by the players (11, 12)."""
