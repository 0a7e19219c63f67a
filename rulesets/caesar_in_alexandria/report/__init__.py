"""What reports say: events and the situation in words."""
