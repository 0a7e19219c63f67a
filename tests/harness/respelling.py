"""Papers that say the same in other words: what nobody minds, and what would make a twin."""

from __future__ import annotations

import random
import re
from typing import Any

_HEX = re.compile(r"[0-9a-f]{32,}")
_KEY = re.compile(r"ssh-ed25519 [A-Za-z0-9+/=]+")
_ARMOR = re.compile(r"-+BEGIN SSH SIGNATURE-+\s[^-]*-+END SSH SIGNATURE-+\s*")


def broken_elsewhere(tree: Any, chance: random.Random) -> Any:
    """A tree whose hex, keys and signatures have blanks and line ends in them, as mail leaves
    them."""
    if isinstance(tree, dict):
        return {key: broken_elsewhere(value, chance) for key, value in tree.items()}
    if isinstance(tree, list):
        return [broken_elsewhere(item, chance) for item in tree]
    if _HEX.fullmatch(tree):
        return _spaced(tree, chance)
    if _KEY.fullmatch(tree):
        kind, encoded = tree.split(" ")
        return f"{kind} {_spaced(encoded, chance)}"
    return _refolded(tree, chance) if _ARMOR.fullmatch(tree) else tree


def _spaced(text: str, chance: random.Random) -> str:
    """A text with blanks somewhere in it."""
    for _ in range(chance.choice((0, 1, 3))):
        at = chance.randrange(1, len(text))
        text = text[:at] + " " + text[at:]
    return text


def _refolded(armored: str, chance: random.Random) -> str:
    """A signature whose base64 is broken elsewhere."""
    first, *body, last = armored.strip().split("\n")
    whole, width = "".join(body), chance.choice((20, 40, 50, 60))
    lines = [whole[at : at + width] for at in range(0, len(whole), width)]
    return "\n".join([first, *lines, last, ""])


# -- twins -----------------------------------------------------------------------------------------


def respelt(paper: dict[str, Any], chance: random.Random) -> None:
    """Say something in a paper in another way, or say more."""
    kind = chance.randrange(4)
    if kind == 0:
        _more(paper, chance)
    elif kind == 1 and isinstance(paper.get("joins"), list):
        _reordered(paper["joins"], chance)
    elif kind == 2 and isinstance(paper.get("signature"), str):
        paper["signature"] = _other_base64(_refolded(paper["signature"], chance), chance)
    else:
        key = chance.choice(list(paper))
        paper[key] = _other_words(paper[key], chance)


def _more(paper: dict[str, Any], chance: random.Random) -> None:
    """One key more, known or not."""
    key = chance.choice(
        (
            "notice",
            "more",
            "standing",
            "receipt",
            "insecure",
            "corrections",
            "Gid",
            "name ",
            "kind2",
        )
    )
    paper[key] = chance.choice(("", "x", ["x"], [], {}, {"note": "x"}, "test", "quiet"))


def _reordered(joins: list[Any], chance: random.Random) -> None:
    """Joins in another order, one twice or none of one."""
    at = chance.randrange(len(joins))
    kind = chance.randrange(4)
    if kind == 0:
        joins.reverse()
    elif kind == 1:
        joins.insert(at, joins[at])
    elif kind == 2:
        joins.append(joins.pop(at))
    else:
        del joins[at]


_NEXT = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def _other_base64(text: str, chance: random.Random) -> str:
    """Base64 that some readers read as the same: other bits behind the end, no padding or more,
    signs that are passed over."""
    kind = chance.randrange(5)
    if kind == 0:
        bits = re.compile(r"[A-Za-z0-9+/](?==)")
        return bits.sub(lambda one: _NEXT[_NEXT.index(one[0]) ^ 1], text)
    if kind == 1:
        return text.replace("=", "")
    if kind == 2:
        return text.replace("=", "==")
    if kind == 3:
        return text.replace("+", "-").replace("/", "_")
    at = chance.randrange(len(text))
    return text[:at] + chance.choice((" ", "\n", "=", "!", "\u00a0", "\u200b", "A")) + text[at:]


def _other_words(value: Any, chance: random.Random) -> Any:
    """A value that somebody might take for the same."""
    if isinstance(value, dict) and value:
        inner = dict(value)
        key = chance.choice(list(inner))
        inner[key] = _other_words(inner[key], chance)
        return inner
    if isinstance(value, list) and value:
        return chance.choice((value[::-1], [*value, value[-1]], value[:-1], {}, ""))
    if not isinstance(value, str) or not value:
        return chance.choice(("", [], {}, "none"))
    wide = value.translate({code: code + 0xFEE0 for code in range(0x21, 0x7F)})
    other = _other_base64(value, chance)
    ways = (value.upper(), value.title(), f"0{value}", f"+{value}", f"{value}.0", f" {value}", wide)
    return chance.choice((*ways, f"{value}\u00a0", f"{value}\u0301", [value], other, other, other))
