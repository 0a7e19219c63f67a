"""Conditions: comparisons of numbers, before order lines and in standing orders."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
}


def holds(conditions: Sequence[Sequence[Any]], measured: Mapping[str, int]) -> bool:
    """Whether all conditions ``[quantity, comparison, number or quantity]`` hold."""
    return all(
        COMPARISONS[sign](measured[left], measured[right] if isinstance(right, str) else right)
        for left, sign, right in conditions
    )


def unmet(conditions: Sequence[Sequence[Any]], measured: Mapping[str, int]) -> str:
    """Which of the conditions of a line does not hold, in words for its player; "" if all hold."""
    for one in conditions:
        if not holds([one], measured):
            left, sign, right = one
            return (
                f"its condition '{left} {sign} {right}' was not met ({left} was {measured[left]})"
            )
    return ""
