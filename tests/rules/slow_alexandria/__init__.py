"""Caesar in Alexandria once more, slowly and in other ways: to compare with.

Nothing here uses the board, the kit or the rules of the ruleset, only its data files."""
