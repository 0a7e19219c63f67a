"""Games played by other programs, replayed through our rules (see `tests/compare_traces.py`)."""
