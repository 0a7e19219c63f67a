"""What everyone can check: canonical bytes, chains, dice, heads, keys, signatures."""
