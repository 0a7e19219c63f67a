"""The game folder on disk: one writer, a journal, and no trust in half-written files."""
