"""Finds names spelt like a text, for the "did you mean" of a name that does not exist.

The result is that of ``difflib.get_close_matches``, without comparing the text with every name:
the number of shared letters bounds how alike two texts are, and is counted quickly.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher

#: How many names are suggested, and how alike they must be: twice the letters that two texts have
#: in the same order, over the letters of both.
SUGGESTIONS = 3
_ALIKE = 0.6
#: The most names that are compared with one text, the likeliest first.
_COMPARED = 400

#: How alike, and the spelling.
_Score = tuple[float, str]


class Alike:
    """Spellings by the letters in them.

    spellings: sorted, each once."""

    def __init__(self, spellings: Sequence[str]) -> None:
        self._spellings = spellings
        #: (letter, n) -> the numbers of the spellings that have it at least n times
        self._with: dict[tuple[str, int], list[int]] = {}
        for number, spelling in enumerate(spellings):
            for letter in _counted(spelling):
                self._with.setdefault(letter, []).append(number)

    def nearest(self, wanted: str) -> list[str]:
        """Up to three spellings like the text, the nearest first."""
        matcher = SequenceMatcher(b=wanted)
        best: list[_Score] = []
        for bound in self._likeliest(wanted)[:_COMPARED]:
            if len(best) == SUGGESTIONS and best[0] > bound:
                break  # no other can be nearer
            matcher.set_seq1(bound[1])
            if (alike := matcher.ratio()) >= _ALIKE:
                insort(best, (alike, bound[1]))
                del best[:-SUGGESTIONS]
        return [spelling for _, spelling in reversed(best)]

    def _likeliest(self, wanted: str) -> list[_Score]:
        """The spellings with enough letters of the text, and how alike each can be at most."""
        shared: Counter[int] = Counter()
        for letter in _counted(wanted):
            shared.update(self._with.get(letter, ()))
        bounds = (
            (2.0 * letters / (len(self._spellings[number]) + len(wanted)), self._spellings[number])
            for number, letters in shared.items()
        )
        return sorted((bound for bound in bounds if bound[0] >= _ALIKE), reverse=True)


def _counted(text: str) -> list[tuple[str, int]]:
    """Each letter of a text, counted among its like: ``a1 n1 n2 a2``."""
    seen: Counter[str] = Counter()
    found = []
    for letter in text:
        seen[letter] += 1
        found.append((letter, seen[letter]))
    return found
