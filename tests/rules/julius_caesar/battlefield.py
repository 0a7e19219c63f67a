"""Small battlefields for the tests of battles: positions, fixed dice, and a driver.

Blocks are written ``legio-7``, ``legio-7/2`` (strength), ``legio-7@genua`` (came from), or both:
``legio-7/2@genua``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from referee.engine.game import Game, Outcome
from referee.engine.request import Request, View
from referee.engine.words import Answer
from referee.lab.scripted import ScriptedDice
from tests.rules.julius_caesar.adapter import (
    board,
    first_choice,
    phase,
    rounds,
    ruleset,
    setup,
    ways_out,
)

Data = dict[str, Any]

#: The rules of the battle phase alone, as the engine wants them.
BATTLES: Any = SimpleNamespace(next_step=phase.next_battle_step, steps=phase.STEPS)


def basis(text: str, place: str) -> tuple[str, Data]:
    """A block and its entry in the part of a seat."""
    text, _, origin = text.partition("@")
    block, _, points = text.partition("/")
    strength = "01234".index(points) if points else board.full(block)
    return block, {"at": place, "strength": strength, "from": origin or None}


def position(
    places: Mapping[str, Mapping[str, Sequence[str]]],
    attacker: str = "caesar",
    main: Mapping[str, str] | None = None,
    scenario: str = "land",
    options: Mapping[str, str] | None = None,
) -> Data:
    """A State in the battle phase: {place: {seat: blocks}}.

    attacker: who attacks everywhere, and who is first player.  main: origin of the main attack by
    place; without it, the first origin of an attacking block."""
    seats: Data = {seat: {"blocks": {}, "pool": [], "hand": [], "discard": None} for seat in SEATS}
    attacks: Data = {}
    for place, sides in places.items():
        for seat, blocks in sides.items():
            for text in blocks:
                block, entry = basis(text, place)
                seats[seat]["blocks"][block] = entry
        if len(sides) == len(SEATS):
            attacks[place] = _attack(seats, place, attacker, (main or {}).get(place))
    public = setup.empty_public(scenario, options or {})
    public.update(phase="battles", first=attacker, places=setup.counted(seats), attacks=attacks)
    return {"public": public, "seats": seats, "sealed": {"deck": []}}


def _attack(seats: Data, place: str, attacker: str, main: str | None) -> Data:
    entries: Data = {}
    for seat in SEATS:
        for entry in seats[seat]["blocks"].values():
            if entry["at"] == place and entry["from"]:
                came = entries.setdefault(seat, {})
                came[entry["from"]] = came.get(entry["from"], 0) + 1
    origins = list(entries.get(attacker, {}))
    defender = board.other(attacker)
    return {
        "attacker": attacker,
        "defender": defender,
        "main": main or (origins[0] if origins else None),
        "entries": entries,
    }


SEATS = board.SEATS

#: What a test answers: request and View -> answer, None to stop there.
Say = Callable[[Request, View], Answer | None]


class Fight:
    """A battle phase under way, driven by a test."""

    def __init__(self, state: Data) -> None:
        self.state = state
        self.game = Game(BATTLES, state)
        self.events: list[Data] = []
        self.questions: list[Request] = []

    @property
    def public(self) -> Data:
        public: Data = self.state["public"]
        return public

    @property
    def battle(self) -> Data:
        found: Data = self.public["battle"]
        return found

    def run(self, say: Say, dice: Sequence[int] = ()) -> Outcome:
        """Go on until `say` has no answer; each answer must be legal."""

        def supply(requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer] | None:
            (request,) = requests
            answer = say(request, view(request.seat))
            if answer is None:
                return None
            self.questions.append(request)
            judgement = request.judge(view(request.seat), answer)
            assert not judgement.faults, judgement.faults
            return [answer]

        outcome = self.game.run(ScriptedDice(dice), supply)
        self.events += outcome.events
        return outcome

    def stop(self) -> Request:
        """Go on to the next question; it."""
        outcome = self.run(lambda request, view: None)
        (request,) = outcome.asked
        return request

    def answer(self, answer: Answer, dice: Sequence[int] = ()) -> None:
        """Answer the open question, and go on to the next one."""
        answers = [answer]
        self.run(lambda request, view: answers.pop() if answers else None, dice)

    def refusals(self, answer: Answer) -> list[tuple[str, str]]:
        """What the open question says of an answer: (paragraph, reason) for each fault."""
        (request,) = self.game.open_requests()
        view = self.game.view(request.seat)
        return [(fault.rule, fault.reason) for fault in request.judge(view, answer).faults]

    def told(self, kind: str) -> list[Data]:
        """The public side of every event of a kind."""
        return [event["public"] for event in self.events if event["kind"] == kind]

    def story(self, seat: str = "caesar") -> list[str]:
        """Everything told so far, as lines."""
        lines = []
        for event in self.events:
            if event["public"] is not None:
                full = {"kind": event["kind"], **event["public"], **event["own"].get(seat, {})}
                lines += ruleset.wording.describe(full, seat)
        return lines


def turn(*orders: str) -> Answer:
    """A battle turn in short: ``fire legio-7``, ``pass legio-7``, ``retreat legio-7 rome``."""
    answer: Answer = []
    for order in orders:
        word, block, *to = order.split()
        answer.append({word: {"block": block, "to": to[0]} if to else block})
    return answer


def hits(*blocks: str) -> Answer:
    """Which blocks take hits."""
    return [{"hit": block} for block in blocks]


def everybody(word: str) -> Say:
    """Whatever is asked: every block does this (or leaves, if it must, one by one), hits fall on
    the first, nobody regroups."""

    def say(request: Request, view: View) -> Answer:
        if request.kind == "battle turn":
            blocks = request.args["blocks"]
            if not rounds.must_leave(view.public["battle"], request.seat):
                return [{word: block} for block in blocks]
            to = ways_out.routes(view.public, request.seat, blocks[0])[0].to
            return [{"retreat": {"block": blocks[0], "to": to}}]
        if request.kind == "hits":
            standing_now = rounds.face_up(view.public["battle"], request.seat)
            return hits(*first_choice(standing_now, request.args["hits"]))
        if request.kind == "next battle":
            return [{"battle": request.args["places"][0]}]
        return []

    return say
