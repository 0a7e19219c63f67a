"""Finding what a player means by a name (design part 4).

A name matches without regard to case, accents and spacing, and by any beginning that fits one
thing only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from referee.post import lookalikes
from referee.post.fold import excerpt, plain

_SUGGESTIONS = 3
_NOTHING: Mapping[str, str] = MappingProxyType({})
#: Longer texts are no misspelt name, and comparing them would take time.
_LONGEST = 80


class NotFound(Exception):
    """No name fits; ``suggestions`` has up to three that are spelt alike, the nearest first."""

    def __init__(self, text: str, suggestions: list[str]) -> None:
        super().__init__(text, suggestions)
        self.text = text
        self.suggestions = suggestions

    @property
    def hint(self) -> str:
        """Return ``did you mean ...?``, or "" if nothing is spelt alike; before it, which letter
        is not what it looks like."""
        meant = f"did you mean {_either(self.suggestions)}?" if self.suggestions else ""
        letter = lookalikes.told(self.text) if len(self.text) <= _LONGEST else ""
        return "; ".join(filter(None, [letter, meant]))

    def __str__(self) -> str:
        reason = f'nothing is called "{excerpt(self.text)}"'
        return f"{reason}; {self.hint}" if self.hint else reason


class Ambiguous(Exception):
    """Several names fit; ``candidates`` has all of them, sorted."""

    def __init__(self, text: str, candidates: list[str]) -> None:
        super().__init__(text, candidates)
        self.text = text
        self.candidates = candidates

    @property
    def hint(self) -> str:
        """Return the names to choose from."""
        return f"it could be {_either(self.candidates)}"

    def __str__(self) -> str:
        return f'"{excerpt(self.text)}" fits more than one name; {self.hint}'


def find(text: str, names: Mapping[str, str], also: Mapping[str, str] = _NOTHING) -> str:
    """Return the id that a text means.

    names: the name of each id.  A name or id that is equal to the text (as ``plain`` compares)
    goes before those that begin with it.
    also: other spellings, each with its id; they come after all names, and count only whole.
    Raises NotFound, or Ambiguous if more than one fits equally well.
    """
    wanted = plain(text)
    spellings = {key: (plain(name), plain(key)) for key, name in names.items()}
    equal = [key for key, both in spellings.items() if wanted in both]
    fits = equal or [
        key for key, both in spellings.items() if any(one.startswith(wanted) for one in both)
    ]
    if wanted and not fits:
        fits = list(dict.fromkeys(key for other, key in also.items() if plain(other) == wanted))
    if not wanted or not fits:
        raise NotFound(text, _alike(plain(lookalikes.latin(text)), names))
    if len(fits) > 1:
        raise Ambiguous(text, _told_apart(fits, names))
    return fits[0]


def _alike(wanted: str, names: Mapping[str, str]) -> list[str]:
    """Return up to three names that are spelt like the text."""
    if not 0 < len(wanted) <= _LONGEST:
        return []
    # Sorted first, so that the order of the mapping decides nothing between equals.
    by_spelling = {plain(name): name for name in sorted(names.values(), reverse=True)}
    from difflib import get_close_matches  # only a misspelt name needs it

    close = get_close_matches(wanted, sorted(by_spelling), n=_SUGGESTIONS)
    return [by_spelling[spelling] for spelling in close]


def _told_apart(fits: list[str], names: Mapping[str, str]) -> list[str]:
    """Return the names of these ids, sorted; with the id where two have the same name."""
    shown = [names[key] for key in fits]
    return sorted(
        names[key] if shown.count(names[key]) == 1 else f"{names[key]} ({key})" for key in fits
    )


def _either(words: Iterable[str]) -> str:
    """Return ``a``, ``a or b``, ``a, b or c``."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last
