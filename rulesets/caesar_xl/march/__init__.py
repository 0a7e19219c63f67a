"""The march phase (9)."""
