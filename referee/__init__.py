"""Referee for board wargames played by e-mail.

Where things are: `cli` (options and exit statuses, no logic) calls the `host`, the `player`,
`verify` for anyone, or the `lab` (random play and twin games). `files` reads what people write,
`orders` understands order files, `charter` offers and joins; `proof` makes dice, chains and
signatures; `adjudicate` keeps a game in memory and drives a ruleset through `engine`; `folder`
keeps it on the disk, and `record` what a signer remembers. `views` decides what one seat may
know, and `report` prints only that. Rulesets stand on `engine`, `kit` and `gamedata`, and are
found by `ruleset`; this package names no game.
"""

__version__ = "0.9.0"
