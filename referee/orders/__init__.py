"""Order files: read, understood, judged."""
