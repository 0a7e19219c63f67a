"""Texts and trees on one line, in YAML's flow style."""

from __future__ import annotations

import json
import re
from typing import Any

_PLAIN = r"[A-Za-z0-9](?:[A-Za-z0-9 ./'_+-]*[A-Za-z0-9./'_+-])?"

#: What YAML takes for line ends, and what no text has.
_NO_TEXT = "[\x7f-\xa0\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]"


def scalar(text: str) -> str:
    """One scalar of YAML that reads back as this text, also inside [] and {}."""
    return text if re.fullmatch(_PLAIN, text) else escaped(text)


def escaped(text: str) -> str:
    """A text in double quotes; only what cannot stand in a file as it is has an escape."""
    return re.sub(
        _NO_TEXT, lambda found: json.dumps(found[0])[1:-1], json.dumps(text, ensure_ascii=False)
    )


def flow(tree: Any) -> str:
    """A tree in YAML's flow style, on one line."""
    if isinstance(tree, dict):
        return "{" + ", ".join(f"{scalar(k)}: {flow(v)}" for k, v in tree.items()) + "}"
    if isinstance(tree, list):
        return "[" + ", ".join(flow(v) for v in tree) + "]"
    return scalar(str(tree))
