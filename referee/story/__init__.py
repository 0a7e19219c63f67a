"""A game told from its reports, turn by turn: as text, or as one page with maps."""
