"""Battles (2.3, 7.0): one after the other, each in rounds, each round in turns of one letter."""
