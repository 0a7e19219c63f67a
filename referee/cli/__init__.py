"""The command line: options, printing, exit statuses; no logic."""
