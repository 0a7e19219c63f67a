"""The chances of a battle, from what one seat knows."""
