"""Exit statuses, as referee(1) lists them."""

DONE = 0
REFUSED = 1
USAGE = 2
WAITING = 3
FAILED = 4
UNHEARD = 5
