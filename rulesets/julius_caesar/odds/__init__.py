"""The chances of a battle, for `referee what-if`."""
