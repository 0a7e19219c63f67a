"""The host: opens games, applies order files, sends reports."""
