"""A player turn: activation and command, orders, its end, seizure (3, 4)."""
