"""Random battles: crowded positions with every kind of block, checked at every question."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import pytest

from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.words import Answer
from referee.lab.scripted import ScriptedDice
from tests.rules.julius_caesar.adapter import SEATS, board, legal, phase, ruleset, setup
from tests.rules.julius_caesar.battlefield import BATTLES
from tests.rules.julius_caesar.whole_games import check_pieces
from tests.support.beside import sample, template
from tests.support.seeds import count

Data = dict[str, Any]


def around(chance: random.Random, by_sea: bool) -> list[str]:
    """The places of one corner of the map, with its seas if wanted."""
    heart = chance.choice([place.id for place in board.PLACES.values() if place.port])
    near = list(board.NEIGHBOURS[heart])
    further = [place for one in near for place in board.NEIGHBOURS[one]]
    places = sorted({heart, *near, *further})
    if not by_sea:
        return [place for place in places if not board.PLACES[place].is_sea]
    return chance.sample(places, min(len(places), 14))


def scattered(chance: random.Random, scenario: str) -> Data:
    """A State in the battle phase: a few places in one corner of the map, many blocks."""
    by_sea = scenario != "land"
    places = around(chance, by_sea)
    options = {name: chance.choice(option.values) for name, option in phase.OPTIONS.items()}
    state = setup.first_state(scenario, options if chance.random() < 0.5 else {})
    public, seats = state["public"], state["seats"]
    public.update(phase="battles", first=chance.choice(SEATS))
    everyone = list(board.BLOCKS)
    chance.shuffle(everyone)
    held: dict[str, str] = {}
    for seat in SEATS:
        seats[seat].update(blocks={}, pool=[])
    for block in everyone:
        seat = board.BLOCKS[block].seat
        if block == "cleopatra":
            seat = chance.choice(SEATS)
        fits = [place for place in places if board.may_stand(block, place)]
        if block != "cleopatra" and (not fits or chance.random() < 0.5):
            seats[seat]["pool"].append(block)
            continue
        place = chance.choice(fits or ["alexandria"])
        holder = held.setdefault(place, seat)
        origin = None
        fleet = board.BLOCKS[block].fleet
        if fleet and holder != seat and not by_sea:
            seats[seat]["pool"].append(block)
            continue
        if holder != seat or (place in public["attacks"] and chance.random() < 0.4):
            near = board.NEIGHBOURS[place].items()
            origins = [p for p, kind in near if (kind == "sea") is fleet]
            if not origins and block == "cleopatra":
                origins, seat = [], holder
            elif not origins or (fleet and not by_sea):
                seats[seat]["pool"].append(block)
                continue
            origin = chance.choice(origins) if origins else None
        if origin:
            fresh = {"attacker": seat, "defender": holder, "main": origin, "entries": {}}
            came = public["attacks"].setdefault(place, fresh)["entries"].setdefault(seat, {})
            came[origin] = came.get(origin, 0) + 1
        points = chance.choice(board.BLOCKS[block].steps)
        seats[seat]["blocks"][block] = {"at": place, "strength": points, "from": origin}
    for seat in SEATS:
        seats[seat]["pool"].sort()
    public["places"] = setup.counted(seats)
    public["pool"] = {seat: len(seats[seat]["pool"]) for seat in SEATS}
    if by_sea and public["attacks"]:
        place = chance.choice(sorted(public["attacks"]))
        public["surprise"] = {"place": place, "seat": public["attacks"][place]["attacker"]}
    return state


class RandomBattles:
    """Fights all battles of a position at random; saves and restores at every question."""

    def __init__(self, number: int, restore: bool, scenario: str = "campaign") -> None:
        self.chance = random.Random(number)
        self.state = scattered(self.chance, scenario)
        self.restore = restore
        self.dice = ScriptedDice([self.chance.randint(1, 6) for _ in range(9000)])
        self.kinds: list[str] = []
        self.events: list[Data] = []

    def fight(self) -> None:
        self.game = Game(BATTLES, self.state)
        while True:
            self.answered = 0
            outcome = self.game.run(self.dice, self.supply)
            self.tell(outcome.events)
            self.state = self.game.state
            if outcome.over:
                return
            self.game = Game.restored(BATTLES, json.loads(json.dumps(self.game.saved())))

    def supply(
        self, requests: Sequence[Request], view: Callable[[str], View]
    ) -> list[Answer] | None:
        check_pieces(self.game.state)
        if self.restore and self.answered:
            return None
        self.answered += 1
        (request,) = requests
        return [self.answer(request, view(request.seat))]

    def tell(self, events: Sequence[Data]) -> None:
        self.events += events
        for event in events:
            self.kinds.append(event["kind"])
            for seat in SEATS:
                public = event["public"]
                if public is not None:
                    full = {"kind": event["kind"], **public, **event["own"].get(seat, {})}
                    lines = ruleset.wording.describe(full, seat)
                    assert lines
                    assert [line for line in lines if len(line) > 72] == []

    def answer(self, request: Request, view: View) -> Answer:
        self.kinds.append(request.kind)
        answer = sample(ruleset, request, view, self.chance)
        assert not request.judge(view, answer).faults, (request.data(), answer)
        assert template(ruleset, request, view)
        assert len(request.title()) < 250
        for _, lines in ruleset.wording.situation(view):
            assert [line for line in lines if len(line) > 72] == []
        now = view.public["battle"]
        if now and now["round"] == 1 and now["stage"] == "rounds":
            check_reserves_unseen(view, request)
        return answer


def check_reserves_unseen(view: View, request: Request) -> None:
    """7.3: no word of reserves in what anybody may read in round 1."""
    now = view.public["battle"]
    text = json.dumps([view.public, request.args])
    for block, here in view.own["blocks"].items():
        if here["at"] == now["place"] and block not in now["blocks"]:
            assert block in SEATS or f'"{block}"' not in text


@cache
def fought(scenario: str, number: int) -> RandomBattles:
    """All battles of a position, fought in one go."""
    battles = RandomBattles(number, False, scenario)
    battles.fight()
    return battles


def numbers() -> range:
    """The positions that are tried."""
    return range(count(25, 300))


@pytest.mark.parametrize("scenario", ["land", "campaign"])
def test_battles_come_to_an_end_and_nothing_is_contested_afterwards(scenario: str) -> None:
    for number in numbers():
        before = scattered(random.Random(number), scenario)["public"]
        state = fought(scenario, number).state
        check_pieces(state)
        assert legal.contested(state["public"]) == []
        assert sorted(state["public"]["fought"]) == sorted(legal.contested(before))
        assert state["public"]["attacks"] == {}


@pytest.mark.parametrize("scenario", ["land", "campaign"])
def test_stopping_at_each_question_changes_nothing(scenario: str) -> None:
    """Battles saved and replayed at every question go like those fought in one go."""
    for number in range(count(4, 40)):
        straight, stopping = fought(scenario, number), RandomBattles(number, True, scenario)
        stopping.fight()
        assert straight.state == stopping.state
        told, stopped = (
            # The rolls of each run are counted anew.
            [{key: event[key] for key in event if key != "rolls"} for event in battles.events]
            for battles in (straight, stopping)
        )
        assert told == stopped


def test_every_event_of_a_battle_comes_up() -> None:
    kinds = {kind for number in numbers() for kind in fought("campaign", number).kinds}
    wanted = ["hits", "regroup", "next battle", "battle turn", "reserves", "roles", "disrupted"]
    wanted += ["changes sides", "eliminated", "retreat", "hits lost", "pass"]
    assert [kind for kind in wanted if kind not in kinds] == []


def test_fleets_fight_retreat_and_regroup() -> None:
    """7.64, 7.8 to 7.83: at sea and in ports, with ways out of every kind."""
    seen: list[str] = []
    for number in numbers():
        events = fought("campaign", number).events
        wanted = ("retreat", "regroup", "battle")
        seen += [kind_of(event) for event in events if event["kind"] in wanted]
    kinds = ["battle at sea", "battle on land", "battle by surprise", "retreat by sea"]
    kinds += ["retreat of a fleet", "retreat on land", "regroup on land", "regroup of fleets"]
    assert [kind for kind in kinds if kind not in seen] == []


def kind_of(event: Data) -> str:
    """What of a battle event is of interest here."""
    told = event["public"]
    at_sea = board.PLACES[told["at"]].is_sea
    if event["kind"] == "battle":
        return f"battle {'by surprise' if told['surprise'] else 'at sea' if at_sea else 'on land'}"
    border = board.edge(told["at"], told["to"]) == "sea"
    if event["kind"] == "regroup":
        return f"regroup {'of fleets' if border else 'on land'}"
    return f"retreat {'by sea' if 'via' in told else 'of a fleet' if border else 'on land'}"
