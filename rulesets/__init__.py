"""Rulesets: one folder a game, its data and its few differences."""
