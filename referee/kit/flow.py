"""Order lines as text: YAML's flow style, with names instead of ids."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

_PLAIN = r"[A-Za-z0-9](?:[A-Za-z0-9 ./'_+-]*[A-Za-z0-9./'_+-])?"

#: what YAML takes for a line end; no text contains these
_NO_TEXT = "[\x7f-\xa0\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]"


def scalar(text: str) -> str:
    """Return a YAML scalar that reads back as this text, also inside [] and {}."""
    return text if re.fullmatch(_PLAIN, text) else escaped(text)


def escaped(text: str) -> str:
    """Return a text in double quotes, with escapes only where a file needs them."""
    quoted = json.dumps(text, ensure_ascii=False)
    if quoted.isascii() and quoted.isprintable():
        return quoted
    return re.sub(_NO_TEXT, lambda found: json.dumps(found[0])[1:-1], quoted)


def written(line: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Return a line of ``orders:`` or an entry of ``next:`` as a player would write it, on one
    line: ``- move: {from: Home, to: Hill}``.  names: id -> name."""
    return f"- {bare(line, names)}"


def bare(line: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """The same without the dash of a list."""
    return _item(line, names)


def _item(tree: Any, names: Mapping[str, str]) -> str:
    """An item of a list; a map with one key needs no {}, and a word by itself no colon."""
    if isinstance(tree, Mapping) and [*tree.values()] == [{}]:
        return scalar(*tree)
    text = _flow(tree, names)
    return text[1:-1] if isinstance(tree, Mapping) and len(tree) == 1 else text


def _flow(tree: Any, names: Mapping[str, str]) -> str:
    if isinstance(tree, Mapping):
        return "{" + ", ".join(f"{scalar(k)}: {_flow(v, names)}" for k, v in tree.items()) + "}"
    if isinstance(tree, list):
        return "[" + ", ".join(_item(one, names) for one in tree) + "]"
    return scalar(names.get(str(tree), str(tree)))
