"""Phase C: fights, on land and aboard (8, 10)."""
