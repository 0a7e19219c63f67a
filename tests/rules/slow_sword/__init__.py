"""Questions of The Sword of Rome answered a second time, slow and plain, to check the ruleset by.

Written from the rules text and the rulings, by itself: it imports nothing of
``rulesets.sword_of_rome`` and reads its data files as plain YAML.  It plays no game: `lockstep`
lets the ruleset play random ones, some from crowded positions (`scatter`), and asks both the same
questions on the way: who can react, where a force can go, retreat or be placed, what a battle comes
to, which points can be won or lost, which cards fit and what they can be used on, what comes of
them and of sieges and raids, what the end of a turn does, who falls in battle and at sea, what
becomes of Africa, of alliances, of hands and decks.
"""
