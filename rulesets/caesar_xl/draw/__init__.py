"""The forum and card phases (5, 6)."""
