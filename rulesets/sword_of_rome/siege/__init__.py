"""Sieges, subjugation, raids (13, 14)."""
