"""The slow way keeps the same books of whole random games: points, losses, who holds what, who may
try to seize a turn, whom a choice activates, and how it ends."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from referee.engine.game import Game
from referee.engine.plain import copied
from referee.engine.request import Request, View
from referee.engine.words import Answer
from referee.lab.selfplay import legal_sample
from referee.proof.dice import Dice
from tests.rules.caesar_in_alexandria.adapter import board, command, position, ruleset
from tests.rules.slow_alexandria import endings, ground, orders
from tests.support.seeds import count

Data = dict[str, Any]
#: Player turns of the battle that are played in the suite, which has no last one.
ENOUGH = 12
CASES = [
    (scenario, number)
    for scenario in (board.NAVAL, board.HEPTASTADIUM, board.PHAROS, board.BATTLE)
    for number in range(count(1, 12))
]
#: 4.51 A turn is taken at this or less.
INITIATIVE = {"roman": 6, "egyptian": 3}


class Played:
    """A random game: the position where each player turn begins and at the end, who was asked to
    seize after which turn, and what was told in each."""

    def __init__(self, scenario: str, number: int) -> None:
        self.chance = random.Random(f"endings {scenario} {number}")
        options = {"first-exhausted-ends": "yes" if number % 2 else "no", "set-up": "printed"}
        self.before: dict[int, Data] = {}
        self.asked: dict[int, str] = {}
        self.most = ENOUGH if scenario == board.BATTLE else 999
        game = Game(ruleset.rules, ruleset.rules.setup(scenario, options), keep=False)
        outcome = game.run(Dice(self.chance.randbytes(32), b"s" * 32), self.supply)
        self.told = [*turns(event for event in outcome.events if event["public"] is not None)]
        self.over = outcome.over
        if self.over:
            self.before[len(self.told)] = game.state["public"]

    def supply(
        self, requests: Sequence[Request], view: Callable[[str], View]
    ) -> list[Answer] | None:
        public = view(requests[0].seat).public
        if requests[0].kind == "turn" and requests[0].args["part"] == 1:
            self.before[public["turn"]] = copied(public)
        if requests[0].kind == "seize":
            self.asked[public["turn"]] = requests[0].seat
        if public["turn"] > self.most:
            return None
        return [legal_sample(ruleset.rules, r, view(r.seat), self.chance) for r in requests]


def turns(events: Iterator[Data]) -> Iterator[list[Data]]:
    """What is told in each player turn, first before any."""
    found: list[Data] = []
    for event in events:
        if event["kind"] == "turn":
            yield found
            found = []
        found.append(event)
    yield found


def keep(ledger: endings.Ledger, seat: str, events: Sequence[Data]) -> None:
    """Everything of a turn that the books need."""
    for event in events:
        told = event["public"]
        match event["kind"]:
            case "eliminated":
                ledger.eliminated(told["units"])
            case "captured":
                ledger.worse([told["galley"]], captured=True)
            case "sunk":
                ledger.worse(told["galleys"])
            case "ram" if told["rammed"]:
                ledger.worse([told["target"]])
            case "shoals" if told["aground"]:
                ledger.worse([told["galley"]])
            case "alight" if told["burns"] and told["galley"] not in board.GALLEYS:
                ledger.burned(seat)
            case "moves" if told["piece"] in board.UNITS:
                ledger.stepped(told["piece"], told["path"])


@pytest.mark.parametrize(("scenario", "number"), CASES)
def test_books_are_the_same(scenario: str, number: int) -> None:
    played = Played(scenario, number)
    ledger = endings.Ledger(scenario, number % 2 == 1)
    chances = endings.Chances(scenario)
    ledger.seen(played.before[1])
    for turn in range(1, len(played.before)):
        events, after = played.told[turn], played.before[turn + 1]
        seat = events[0]["public"]["seat"]
        keep(ledger, seat, events)
        ledger.seen(after)
        same(played, ledger, turn, after)
        activations = [e["public"]["what"] for e in events if e["kind"] == "activates"]
        result = ledger.turn_ends(turn, after, seat, (activations or [""])[-1])
        if any(
            event["kind"] == "killed" and event["public"]["leader"] == "caesar" for event in events
        ):
            result = "egyptian", "caesar"
        ended = after["result"]
        assert result == ((ended["winner"] or None, ended["ending"]) if ended else None), turn
        if not ended:
            seizes(played, chances, turn, seat, events)


def same(played: Played, ledger: endings.Ledger, turn: int, after: Data) -> None:
    """Points, losses, holders."""
    for seat in endings.SEATS:
        assert after["points"][seat] == (ledger.points(seat) if ledger.scenario == "naval" else 0)
        assert position.losses(after, seat) == ledger.losses(seat), (turn, seat)
    held = {key: after["held"][key] for key in (endings.SOUTH, endings.NORTH)}
    mine = {key: ledger.held[key] for key in held}
    assert held == mine, turn
    assert after["held"][board.PALACE] == ledger.held["palace"], turn


def seizes(
    played: Played, chances: endings.Chances, turn: int, seat: str, events: Sequence[Data]
) -> None:
    """Who is asked, and what comes of a try."""
    after = played.before[turn + 1]
    may = chances.turn_ends(seat, board.COMMANDERS[seat] in after["leaders"])
    assert played.asked.get(turn) == (seat if may else None), turn
    tries = [event["public"] for event in events if event["kind"] == "seizure"]
    for told in tries:
        chances.tried(seat)
        assert told["taken"] == (told["dice"][0] % 10 <= INITIATIVE[seat])
    taken = any(told["taken"] for told in tries)
    assert after["seat"] == (seat if taken else endings.foe(seat)), turn


@pytest.mark.parametrize(("scenario", "number"), CASES)
def test_the_same_units_are_activated(scenario: str, number: int) -> None:
    played = Played(scenario, number)
    closed = {*ground.SIGN, *ground.MAP["points"], *ground.MAP["blocks"]}
    for public in played.before.values():
        for choice in command.choices(public, public["seat"]):
            data = board.LEADERS.get(choice)
            reach = (
                orders.reach(public, choice, data, closed - {*position.country(public).links})
                if data
                else ()
            )
            slow = {
                unit
                for unit, one in public["units"].items()
                if endings.side(unit) == public["seat"] and activates(choice, unit, one, reach)
            }
            assert {*command.activated(public, public["seat"], choice)} == slow, choice


def activates(choice: str, unit: str, one: Data, reach: Any) -> bool:
    """Whether a choice activates a unit."""
    if choice == "fleet":
        return one["at"] in board.GALLEYS
    if choice == "auxiliaries":
        return endings.auxiliary(unit)
    if choice == "commander":
        return False
    return one["at"] in reach and endings.commanded(unit, board.LEADERS[choice])
