"""Answers of one line, which says everything, or of none, for what the rules say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from referee.engine.action import Action, Problem
from referee.engine.walk import Walk


class OneLine(Walk):
    """One line or none; value: what it says, None if there is none."""

    one_line = True
    #: what helps whoever writes a second
    advice: ClassVar[str] = ""

    def begin(self) -> None:
        """Nothing is said yet."""
        self.value: Any = None

    def whole(self) -> Iterable[Problem]:
        """A second line would replace the first."""
        if len(self.lines) > 1:
            yield Problem("give one line only", self.request.rule, self.advice, path=(1,))


class OneList(OneLine):
    """The one line is a list."""

    advice = "name all in one list"


class Says(Action[OneLine]):
    """The line of such an answer; the step reads `OneLine.value`."""

    async def does(self) -> None:
        """Keep what it says."""
        self.walk.value = self.value
