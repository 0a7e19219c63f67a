"""One report, checked with the charter alone."""
