"""Asking standing orders about one request, for the tests of standing orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.engine import conditions, standing
from referee.engine.request import Data, Request, View
from referee.engine.table import view_of
from referee.engine.words import Answer
from tests.rules.julius_caesar.adapter import SEATS, ruleset, setup
from tests.rules.julius_caesar.battlefield import Fight, everybody, position
from tests.rules.random_standing import rules_of
from tests.support.beside import measure


def answer_by(request: Request, view: View, *raw: Any) -> Answer | None:
    """What rules, as they stand in a file, come to; it must be legal."""
    rules = rules_of(ruleset, request.seat, list(raw))
    found = standing.answer(rules, ruleset.rules.kinds[request.kind].standing, request, view)
    if found is None:
        return None
    assert request.judge(view, found[1]).faults == []
    return found[1]


def then_by(request: Request, view: View, then: Any) -> Answer | None:
    """What one rule without a condition comes to."""
    return answer_by(request, view, {"on": request.kind, "then": then})


def number_of(request: Request, view: View, condition: str) -> bool:
    """Whether a condition holds, by the rule it stands in being taken."""
    (rule,) = rules_of(
        ruleset, request.seat, [{"on": request.kind, "if": condition, "then": "ask"}]
    )
    return conditions.holds(rule["if"], measure(ruleset, request, view))


def fight_at(
    place: str,
    sides: Mapping[str, Sequence[str]],
    others: Mapping[str, Mapping[str, Sequence[str]]] | None = None,
    attacker: str = "caesar",
    scenario: str = "campaign",
) -> Fight:
    """A battle of a place with other places held by one side."""
    state = position({place: sides, **(others or {})}, attacker=attacker)
    state["public"]["scenario"] = scenario
    return Fight(state)


def reached(
    fight: Fight,
    stops: Callable[[Request, View], bool],
    dice: Sequence[int] = (),
    word: str = "pass",
) -> tuple[Request, View]:
    """Go on till a question comes that is looked for; all others are answered by `everybody`."""
    say = everybody(word)
    found = fight.run(lambda r, view: None if stops(r, view) else say(r, view), dice).asked
    (request,) = found
    return request, fight.game.view(request.seat)


def turn_in(fight: Fight, round_: int, seat: str) -> tuple[Request, View]:
    """The first turn of a seat in a round, everybody passing before."""

    def stops(request: Request, view: View) -> bool:
        return (request.kind, request.args.get("round"), request.seat) == (
            "battle turn",
            round_,
            seat,
        )

    return reached(fight, stops)


def campaign(blocks: Mapping[str, Mapping[str, Sequence[str]]], **public: Any) -> dict[str, Any]:
    """A State of the campaign with some blocks on the board: {place: {seat: blocks}}."""
    state: Data = position(blocks)
    state["public"].update(scenario="campaign", phase="command", **public)
    for seat in SEATS:
        mine = state["seats"][seat]["blocks"]
        everything = setup.first_state("campaign", {})["seats"][seat]
        state["seats"][seat]["pool"] = sorted(
            b for b in [*everything["blocks"], *everything["pool"]] if b not in mine
        )
    return state


def seen(state: Data, seat: str) -> View:
    return view_of(state, seat)
