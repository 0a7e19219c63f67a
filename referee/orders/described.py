"""What the docstrings of a ruleset tell players."""

from __future__ import annotations

import re

#: the paragraph or card at the start of a docstring: ``6.1, 6.2 A group goes a path``
_RULE = re.compile(
    r"((?:(?:[Rr]uling )?[A-Z]?\d[\d.-]*(?:[A-Z]\b)?(?:, )?)+|Card \w+:?) (.+)", re.DOTALL
)


def told(docstring: str, rule: str = "") -> tuple[str, str]:
    """The rulebook paragraph and the description in the first paragraph of a docstring.

    rule: the paragraph to use if the docstring does not begin with one."""
    text = " ".join(docstring.partition("\n\n")[0].split())
    found = _RULE.fullmatch(text)
    return (found[1].rstrip(":, "), found[2]) if found else (rule, text)
