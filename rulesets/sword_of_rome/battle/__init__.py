"""Battles (12)."""
