"""Golden games: whole games, kept with every report, that are played again byte for byte."""
