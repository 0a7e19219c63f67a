"""Phase C of a trace fought again with its choices and dice: the same units are left."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from types import SimpleNamespace
from typing import Any

from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.words import Answer
from referee.lab.scripted import ScriptedDice
from tests.traces.caesar_in_alexandria.adapter import board, fights, own_part, position, ruleset
from tests.traces.caesar_in_alexandria.format import Data, facing, ours, public
from tests.traces.caesar_in_alexandria.sea.sailing import Sailor

#: Decisions of a trace within phase C, and the questions of ours that they answer.
KINDS = {
    "street fire": "reaction fire",
    "reaction fire": "reaction fire",
    "reference unit": "reference",
    "retreat": "retreat",
    "facing": "facing",
    "leader retreats": "flee",
    "leader withdraws": "flee",
    "resolve": "",
    "advance": "",
}
_FIGHTS = {"hex": fights.ZONE, "links": fights.HEXES, "at": fights.SPOT, "block": fights.BLOCK}


class Fighter(Sailor):
    """Goes through a trace, and fights each phase C of land fights again."""

    def fought(self) -> tuple[int, list[str]]:
        """How many phases were fought, and what came out otherwise."""
        count, wrong = 0, list[str]()
        for number, one in enumerate(self.decisions):
            first = one["kind"] == "fight" and self.decisions[number - 1]["kind"] != "fight"
            if first and (phase := [*self._phase(number)]) and _on_land(phase):
                count += 1
                wrong += self._again(phase)
            self.look_at(one)
        return count, wrong

    def _phase(self, number: int) -> Iterator[Data]:
        """The decisions of a phase C."""
        for one in self.decisions[number:]:
            if one["kind"] != "fight" and one["kind"] not in KINDS:
                return
            yield one

    def _again(self, phase: Sequence[Data]) -> list[str]:
        """Fight it by our rules; which units and leaders are not where they are in the trace."""
        state = public(self.scenario, deepcopy(self.raw), deepcopy(self.now))
        state.update(phase=position.FIGHTS, seat=phase[0]["seat"])
        state["now"] |= {"shock": True, "mover": None}
        state["fights"], wishes = chosen(state, phase)
        seats = {seat: own_part(wishes if seat == state["seat"] else ()) for seat in board.SEATS}
        whole = {"public": state, "sealed": {}, "seats": seats}
        queue = [one for one in phase if KINDS.get(one["kind"])]
        dice = ScriptedDice([die or 10 for one in phase for die in one["dice"]])
        rules = ruleset.rules.but(
            next_step=lambda now: (
                ruleset.rules.next_step(now) if now["phase"] == position.FIGHTS else None
            )
        )
        Game(rules, whole, keep=False).run(dice, answers(queue))
        return [f"{phase[0]['n']}: {text}" for text in self._unlike(state, phase)]

    def _unlike(self, state: Data, phase: Sequence[Data]) -> Iterator[str]:
        raw = dict(self.raw)
        for one in phase:
            raw |= one["changes"]
        wanted = public(self.scenario, raw, self.now)
        for unit in board.UNITS:
            if state["units"].get(unit) != wanted["units"].get(unit):
                yield f"{unit} {state['units'].get(unit)}, not {wanted['units'].get(unit)}"
        for leader in board.LEADERS:
            mine = state["leaders"].get(leader, {}).get("at")
            if mine != wanted["leaders"].get(leader, {}).get("at"):
                yield f"{leader} {mine}"


def _on_land(phase: Sequence[Data]) -> bool:
    words = [one["chosen"].split()[0] for one in phase if one["kind"] == "fight"]
    return all(word in _FIGHTS or word == "end" for word in words)


def chosen(state: Data, phase: Sequence[Data]) -> tuple[list[Data], list[Data]]:
    """The fights, in the order in which they are resolved, and who goes in afterwards how."""
    for one in phase:
        word, *rest = one["chosen"].split()
        if one["kind"] == "fight" and word in _FIGHTS:
            places = [*map(ours, rest[1:])]
            made = fights.made(state, _FIGHTS[word], [ours(rest[0])], places)
            state["fights"].append(made)
    table: Any = SimpleNamespace(public=state, tell=lambda kind, told: None)
    fights.complete(table)
    found: list[Data] = state["fights"]
    wishes: list[Data] = [{}] * len(found)
    for one in phase:
        if one["kind"] == "advance":
            unit, _, *face = (*one["chosen"].split(), "")[:3]
            stays = unit == fights.STAY
            who = ours(one["legal"][0].split()[0]) if stays else ours(unit)
            for number, made in enumerate(found):
                if who in made["attackers"]:
                    goes = unit if stays else who
                    wishes[number] = {"advance": goes, "face": facing("".join(face))}
    said = [int(one["chosen"].split()[1]) for one in phase if one["kind"] == "resolve"]
    order = [*said, *(number for number in range(len(found)) if number not in said)]
    return [found[number] for number in order], [wishes[number] for number in order]


def answers(queue: list[Data]) -> Callable[..., list[Answer]]:
    """What the trace says to each question, else the default; vias: the points to pass."""
    vias: list[str] = []

    def supply(requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
        return [answer(request, view(request.seat)) for request in requests]

    def answer(request: Request, view: View) -> Answer:
        if vias and request.args.get("why") == "through":
            return [{"retreat": ours(vias.pop())}]
        known = [one for one in queue if KINDS[one["kind"]] == request.kind]
        if not known:
            return ruleset.rules.kinds[request.kind].standing.default(request, view)
        queue.remove(known[0])
        vias.extend(known[0]["chosen"].split(" via ")[1:])
        return meant(request.kind, known[0]["chosen"])

    return supply


def meant(kind: str, text: str) -> Answer:
    """A choice of a trace as our answer."""
    if kind == "reaction fire":
        return [] if text == "hold" else [{"shoot": {}}]
    value: Any = facing(text) if kind == "facing" else ours(text.split(" via")[0])
    return [{kind: value}]
