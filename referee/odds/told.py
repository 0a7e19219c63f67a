"""The chances of a battle in words, and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.engine.odds import Wager
from referee.kit.lines import columns, several, wrapped
from referee.odds.reckoning import Chances, Estimate


def told(wager: Wager, chances: Chances) -> list[str]:
    """Lines for a terminal: who fights, what is taken for granted, the chances, their errors."""
    assumed = [line for text in wager.assumed for line in wrapped(text, first="", more="  ")]
    return [wager.heading, "", *wager.forces, "", *assumed, "", *_table(wager, chances), "",
            *wrapped(_how(chances))]  # fmt: skip


def _table(wager: Wager, chances: Chances) -> list[str]:
    rows = [(wager.outcomes[name], *_percent(one)) for name, one in chances.outcomes.items()]
    both = zip(wager.counts, chances.counts, strict=True)
    rows += [(what, *_average(one)) for what, one in both]
    rows += [(wager.marks[name], *_percent(one)) for name, one in chances.marks.items()]
    wide = max(len(value) for _, value, _ in rows)
    return columns((f"  {what}", value.rjust(wide), error) for what, value, error in rows)


def _percent(one: Estimate) -> tuple[str, str]:
    error = f"+- {100 * one.error:.1f}" if one.error else ""
    return f"{100 * one.value:.1f} %", error


def _average(one: Estimate) -> tuple[str, str]:
    error = f"+- {one.error:.2f}" if one.error else ""
    return f"{one.value:.2f}  ", error


def _how(chances: Chances) -> str:
    """Where the numbers come from, and what their errors mean."""
    if chances.battles:
        text = f"From {several(chances.battles, 'battle')} played at random: the true values are"
        return (
            f"{text} within the errors 19 times in 20. More battles, with --battles, lessen them."
        )
    if chances.fights > 1:
        return f"Exact, over all {chances.fights} battles that it may be."
    return "Exact."


def data(wager: Wager, chances: Chances) -> dict[str, Any]:
    """The same for a program: chances from 0 to 1, errors half the width of a 95 % interval."""
    return {
        "battle": wager.heading,
        "forces": list(wager.forces),
        "assumed": list(wager.assumed),
        "exact": not chances.battles,
        "battles": chances.battles,
        "outcomes": list(_rows(wager.outcomes, chances.outcomes)),
        "events": list(_rows(wager.marks, chances.marks)),
        "averages": [
            {"what": what, "value": round(one.value, 6), "error": round(one.error, 6)}
            for what, one in zip(wager.counts, chances.counts, strict=True)
        ],
    }


def _rows(words: Any, estimates: dict[str, Estimate]) -> Iterator[dict[str, Any]]:
    for name, one in estimates.items():
        told = {"id": name, "what": words[name]}
        yield {**told, "value": round(one.value, 6), "error": round(one.error, 6)}
