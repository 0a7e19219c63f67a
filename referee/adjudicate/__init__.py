"""A game in memory: waiting files, runs, entries; it never touches the disk."""
