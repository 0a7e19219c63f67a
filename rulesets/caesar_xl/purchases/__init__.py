"""The purchase phase (7)."""
