"""The frame of a turn: phases, rounds, actions, the end of a turn (5)."""
