"""The laboratory: random play, scripted dice, twin games."""
