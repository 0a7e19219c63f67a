"""Dice of a report: every public roll and draw is made again from the links that it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from referee.charter.papers import Charter
from referee.engine.request import Data
from referee.engine.rules import Rules
from referee.proof.dice import Dice, Scope, run_secret
from referee.verify.finding import Finding, Findings
from referee.verify.report.event_rolls import misled, unbound, untrue


def check_rolls(sheet: Data, charter: Charter) -> Findings:
    """Every public roll and draw of the run, made again from the links."""
    if sheet["run"] == 0:
        if sheet["public"]["rolls"]:
            yield Finding("rolls", "there are no dice before run 1")
        return
    dice = Dice(secret(sheet, charter))
    yield from casts("rolls", sheet["public"]["rolls"], dice.public)


def bound_rolls(sheet: Data, charter: Charter) -> Findings:
    """Whether events name the rolls of the run as they came, and a seat's own stand beside them."""
    for wrong in (*unbound(sheet["public"]), *misled(sheet)):
        yield Finding(*wrong)


def untrue_rolls(sheet: Data, rules: Rules) -> Iterator[tuple[str, str]]:
    """Events that tell other numbers than the rolls they name; place and reason."""
    if not list(unbound(sheet["public"])):
        yield from untrue(sheet["public"], rules)


def casts(name: str, rolls: Sequence[Data], opened: Callable[[str], Scope]) -> Findings:
    """What is wrong with rolls and draws of one run.

    name: of their place; opened: opens a scope of the stream that they are from."""
    scopes: dict[tuple[str, int], Scope] = {}
    for index, roll in enumerate(rolls):
        key = (roll["scope"], roll["opening"])
        try:
            if key not in scopes:
                scopes[key] = opened(roll["scope"])
            reason = _cast(roll, scopes[key])
        except ValueError as trouble:
            reason = str(trouble)
        if reason:
            what = "roll" if "faces" in roll else "draw"
            yield Finding(f"{name}, {index + 1}: {key[0]} {what} {roll['number']}", reason)


def secret(sheet: Data, charter: Charter) -> bytes:
    """R of the sheet's run, from the links that it shows."""
    links = sheet["links"]
    seats = [links[f"seat/{seat}"] for seat in charter.seats]
    return run_secret(
        charter.digest,
        charter.gid,
        sheet["run"],
        bytes.fromhex(links["host"][2]),
        [(epoch, number, bytes.fromhex(text)) for epoch, number, text in seats],
    )


def _cast(roll: Data, scope: Scope) -> str:
    """Make one roll or draw again; what is wrong with it, "" if nothing.

    Raises ValueError for what no dice can do."""
    if roll["opening"] != scope.opening:
        return f"opening {roll['opening']} comes before opening {scope.opening}"
    if roll["number"] != scope.number:
        return f"number {scope.number} of this scope was left out or told twice"
    if "faces" in roll:
        shown = roll["values"]
        made = scope.roll(len(shown), roll["faces"])
    else:
        shown = roll["picked"]
        made = scope.draw(len(shown), len(roll["items"]))
    return "" if made == shown else f"the dice give {_told(made)}, the report says {_told(shown)}"


def _told(values: Sequence[Any]) -> str:
    return " ".join(str(value) for value in values)
