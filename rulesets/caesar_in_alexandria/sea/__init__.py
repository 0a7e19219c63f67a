"""Galleys: speed, ramming, raking, grappling, fire, boarding, fleet status (5.4 to 5.9, 7.2, 9)."""
