"""Games played by other programs, replayed through our rules (see `tests/traces/compare.py`)."""
