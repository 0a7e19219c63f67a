"""The combat phase (10)."""
