"""A second Caesar XL, slow and plain, to check the first one by.

It is written from the rules text and the rulings, by itself: it imports nothing of
``rulesets.caesar_xl`` and reads its data files as plain YAML.  It asks for one decision after the
other, and what it plays is written down in the form in which other implementations publish their
games (`tests.traces.caesar_xl.format`), so that the first one is compared with it in the same way.
"""
