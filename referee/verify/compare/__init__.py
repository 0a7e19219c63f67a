"""Several reports, checked against each other."""
