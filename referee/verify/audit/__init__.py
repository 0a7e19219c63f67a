"""A whole game, played again from its files."""
