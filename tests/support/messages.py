"""What referee-trust(7) quotes of what commands print."""

from __future__ import annotations

import re

from tests.project.pages import section, source

MESSAGES = re.findall(
    r"^\.It Dq (.*)$", section(source("referee-trust.7"), "MESSAGES"), re.MULTILINE
)


def says(text: str, message: str) -> None:
    """The text has this message, and the page tells what it means."""
    assert message in text
    assert message in MESSAGES
