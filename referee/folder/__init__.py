"""The game folder on the disk: one writer, a journal, nothing half-written believed."""
