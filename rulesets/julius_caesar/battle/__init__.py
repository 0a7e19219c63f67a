"""Battles (2.3, 7.0): one after the other, in rounds; a round has a turn for each letter."""
