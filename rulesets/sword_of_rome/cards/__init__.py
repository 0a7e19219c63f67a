"""Cards: how they are played, what their events do, support points (6, 7)."""
