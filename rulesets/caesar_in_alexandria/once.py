"""Lists in orders: nothing is named twice in one."""

from collections.abc import Iterator, Sequence

from referee.engine.action import ALWAYS, Problem, of_each
from rulesets.caesar_in_alexandria.board import named


def once(values: Sequence[str], rule: str, *path: str) -> Iterator[Problem]:
    """Each piece or place that stands in a list a second time."""

    def trouble(one: str, before: Sequence[str]) -> Problem | None:
        if one not in before:
            return None
        return Problem(f"{named(one)} is named twice", rule, "delete one of them", ALWAYS)

    return of_each(values, trouble, *path)
