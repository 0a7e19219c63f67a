"""Offer, join, charter and reveal: what a game is and who plays it."""
