"""The sequence of play (2.0): the next step, decided by public information alone."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine.calendar import END
from referee.engine.rules import Result, Step, StepCode
from referee.engine.view import Data
from rulesets.julius_caesar import board
from rulesets.julius_caesar.battle import phase as battle
from rulesets.julius_caesar.board.naming import place_name
from rulesets.julius_caesar.command.phase import command_phase
from rulesets.julius_caesar.year import cards, deployment, events, winter

#: 2.0 Each year has five turns, ``705/3``, and winter, ``705/winter``.
LAST, WINTER = board.CARDS["turns"], "winter"
TURNS = [f"{year}/{t}" for year in board.CARDS["years"] for t in (*range(1, LAST + 1), WINTER)]


def next_step(public: Data) -> Step | None:
    """2.0, 8.0 Deal; then five turns of cards, two command phases and battles; then winter."""
    turn = f"{public['year']}/{public['turn']}"
    match public["phase"]:
        case "deploy":
            return Step("deploy", f"{public['year']}/deploy")
        case "deal":
            return Step("deal", f"{public['year']}/deal")
        case "cards":
            return Step("cards", f"{turn}/cards")
        case "command" if public["to_command"]:
            # 2.2 The command phase of a seat, or an event of its that moves nothing.
            seat = public["to_command"][0]
            card = cards.acting(public, seat)
            name = card if card in events.CARDS else "command"
            return Step(name, f"{turn}/command/{seat}", {"seat": seat})
        case "battles" if step := battle.next_battle_step(public):
            return step
        case "command" | "battles":
            return Step("end of turn", f"{turn}/end")
        case "winter":
            name = "end of game" if public["scenario"] == "land" else "winter"
            return Step(name, f"{public['year']}/winter")
        case _:
            return None


STEPS: Mapping[str, StepCode] = {
    "deploy": deployment.deploy,
    "deal": cards.deal,
    "cards": cards.play_cards,
    "command": command_phase,
    "jupiter": events.jupiter,
    "vulcan": events.vulcan,
    "end of turn": cards.end_turn,
    "winter": winter.winter_turn,
    "end of game": winter.end_of_game,
    **battle.STEPS,
}


def headline(public: Data) -> str:
    """Where the game is, in a few words."""
    year, phase, fight = f"year {public['year']}", public["phase"], public["battle"]
    if phase == "over":
        return f"the game is over ({year})"
    if phase in ("deploy", "winter"):
        return f"{year}, {'deployment' if phase == 'deploy' else phase}"
    if phase == "battles" and fight:
        stage = "over" if fight["stage"] == "regroup" else f"round {fight['round']}"
        phase = f"battle of {place_name(fight['place'])}, {stage}"
    return f"{year}, turn {public['turn']}, {phase}"


def reminder(public: Data) -> list[Data]:
    """7.4 A shot whose hits have not been taken yet."""
    shot = public["battle"] and public["battle"].get("shot")
    return [{"kind": "fire", "data": shot}] if shot else []


def result(public: Data) -> Result | None:
    """1.2 Who won, and why."""
    found = public["result"]
    return Result(found["winner"], found["why"]) if found else None


def turn(public: Data) -> str:
    """2.0 The current one of `TURNS`; winter follows the last turn of a year."""
    if public["result"]:
        return END
    return f"{public['year']}/{WINTER if public['turn'] > LAST else public['turn']}"
