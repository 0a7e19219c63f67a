"""Decisions at sea: what galleys could do, by a trace and by our rules."""
