"""Referee for board wargames played by e-mail.

Mail comes in through `post`; `desk` accepts it, drives the rules through `engine` and keeps the
game folder through `store`; `views` decides what one seat may know and `report` prints only that;
`cli` holds options and exit statuses, no logic.  Rulesets are found by `ruleset`; this package
names no game.
"""

__version__ = "0.1.0"
