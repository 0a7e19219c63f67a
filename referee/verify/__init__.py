"""What anybody may check: reports, several reports together, a whole game."""
