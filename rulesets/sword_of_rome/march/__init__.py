"""Marches: activation, paths, reactions to them (9, 10, 11)."""
