"""Reports: the text for people and the signed block below it."""
