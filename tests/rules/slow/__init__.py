"""A second Julius Caesar, slow and plain, to check the first one by.

It is written from the rulebook and the rulings, by itself: it imports nothing of
``rulesets.julius_caesar`` and reads its data files as plain YAML.  The numbers that the rulebook
gives itself (limits, supply, points) stand here once more.
"""
