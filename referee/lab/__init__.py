"""The laboratory: random play, dice that fall as told, twin games."""
