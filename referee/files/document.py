"""What a file says, and where in the file each part of it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

from referee.fault import Fault, Path
from referee.files.folding import excerpt

Tree = str | list["Tree"] | dict[str, "Tree"]

#: keys of texts that players write to each other, in any script; a line end in one is just a blank
NOTES = ("note", "notes")


class Place(NamedTuple):
    """Where a value is: the line of its key or its own, and where its text starts and ends."""

    line: int
    start: int
    end: int


class Document:
    """What a file says: ``tree`` of str, list and dict, and where each part of it is.

    places: gives where each part is, and is called if anybody asks; words: warnings of what was
    read but may not have been meant."""

    def __init__(
        self,
        tree: Tree,
        text: str,
        places: Callable[[], dict[Path, Place]],
        words: Sequence[Fault] = (),
    ) -> None:
        self.tree, self.words = tree, tuple(words)
        self._text, self._find = text, places

    @cached_property
    def _places(self) -> dict[Path, Place]:
        return self._find()

    def line(self, path: Path) -> int | None:
        """Return the line, counted from 1, of the key or list item that a path leads to.

        For a path that leads nowhere, the line of the nearest part above it that exists.
        """
        return self.place(path).line

    def quote(self, path: Path) -> str:
        """Return a value as it was typed, on one line and cut to 40 characters.

        For an empty value its key, for a path that leads nowhere the part above it.
        """
        place = self.place(path)
        return excerpt(self._text[place.start : place.end])

    def comment(self, path: Path) -> str:
        """Return the comment behind a value on its last line, "" if there is none."""
        # Most files have none, and it takes a second reading to find where a value ends.
        values = [line for line in self._text.splitlines() if not line.startswith("#")]
        if not any("#" in line for line in values):
            return ""
        end = self.place(path).end
        if self._text[:end].endswith(("\n", "\r")):  # a block ends where the next line begins
            return ""
        rest = self._text[end:].partition("\n")[0].strip()
        return rest if rest.startswith("#") else ""

    def place(self, path: Path) -> Place:
        """Return where a part is, found as by `line`."""
        match path:
            case ("line", int(line)):
                return Place(line, 0, 0)
        known: Path = ()
        for step in path:
            if (*known, step) in self._places:
                known = (*known, step)
            elif step != 0:  # a single value may be written for a list of one
                break
        return self._places[known]
