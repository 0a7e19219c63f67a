"""The desks of the host, the players and the doubter: what the commands do."""
