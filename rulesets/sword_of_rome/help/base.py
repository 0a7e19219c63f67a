"""What all help has in common: legal lines as comments."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from referee.engine.beside import Helper
from referee.engine.request import Request, View
from referee.engine.words import Answer
from referee.kit.flow import written
from rulesets.sword_of_rome.board import WRITTEN

R = TypeVar("R", bound=Request)


def comment(line: Mapping[str, Any], note: str = "") -> str:
    """A line as a comment."""
    return f"# {written(line, WRITTEN)}" + (f"  # {note}" if note else "")


class Helps(Helper[R]):
    """The template is a few lines that could be ordered, as comments."""

    def lines(self, request: R, view: View) -> Iterable[Mapping[str, Any]]:
        """These lines."""
        return ()

    def note(self, line: Mapping[str, Any], request: R, view: View) -> str:
        """What is said beside one of them."""
        return ""

    def template(self, request: R, view: View) -> list[str]:
        """As comments."""
        lines = self.lines(request, view)
        return [comment(line, self.note(line, request, view)) for line in lines]


def legal(request: Request, view: View, answer: Answer) -> Answer:
    """The answer, or none where it would be refused."""
    return [] if request.judge(view, answer).faults else answer
