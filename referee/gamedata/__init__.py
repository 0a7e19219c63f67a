"""The data of games: reading, checking against shapes, correcting."""
