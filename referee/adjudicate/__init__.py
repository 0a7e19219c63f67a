"""A game in memory: files that wait, runs, entries; knows no disk."""
