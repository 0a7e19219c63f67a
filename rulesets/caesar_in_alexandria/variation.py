"""What only its owner knows, for the blind test: orders that are not carried out yet, and how many
moves ended early; a set-up is seen, but not in which order it was written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.engine.table import State
from referee.engine.variation import Variation
from referee.engine.walk import REST
from referee.engine.words import ELSE, IF, SKIP, Answer, Line, word_of
from rulesets.caesar_in_alexandria.shock.orders import WISHED
from rulesets.caesar_in_alexandria.verbs import SHORT

if TYPE_CHECKING:
    import random

    from referee.engine.request import Data, Request, View

#: What a side does: kind of event -> the keys that hold what its orders say.
_DEEDS: dict[str, tuple[str, ...]] = {
    "activates": ("what",),
    "moves": ("piece", "path", "face"),
    "turns": ("piece", "face"),
    "stands": ("units",),
    "restacked": ("unit", "number"),
    "arrives": ("unit", "at", "face"),
    "harasses": ("unit", "at", "path"),
    "fire": ("shots",),
    "speeds": ("galleys",),
    "sails": ("galley", "speed"),
    "backs": ("galley", "at"),
    "beached": ("galley", "at"),
    "sea fire": ("volleys",),
    "ram": ("galley", "target"),
    "rake": ("galley", "target"),
    "grapple": ("galley", "target"),
    "ungrapple": ("galley", "others"),
    "attack": ("attackers", "at", "kind"),
    "shock": ("attacker",),
}
#: Why the unit goes that its side has chosen.
_AFTER_FIGHTS = ("advances (8.53)", "goes aboard (8.53)")
#: What is asked before anything tells of what a side does, and what it then shows.
_BEFORE: dict[str, tuple[str, ...]] = {
    "answer fire": ("unit", "target"),
    "harassed": ("unit", "at"),
    "sea fire": ("galley", "enemy", "cause"),
}
#: More units than there are.
NEVER = 999


class Sealed(Variation):
    """Hidden is the rest of a side's orders."""

    def disturb(self, state: State, hidden: str, chance: random.Random) -> None:
        """Some of the last lines are gone; other moves of the turn have ended early."""
        own = state["seats"][hidden]
        rest = own.get(REST)
        if rest:
            rest["lines"] = _cut(rest["lines"], chance)
            if not any(IF in line for line in rest["lines"]):
                own[SHORT] = chance.randint(0, 3)

    def answer(
        self, request: Request, views: tuple[View, View], answer: Answer, chance: random.Random
    ) -> Answer | None:
        """Orders with another end, which shows when it is come to, or never."""
        if request.kind == "turn" and len(answer) > 1 and chance.random() < 0.7:
            answer = self._shorter(answer, chance)
        if request.kind == "turn" and len(answer) > 1 and chance.random() < 0.5:
            answer = [*answer, idle(chance.choice(answer))]
        if request.kind == "turn":
            answer = [_other_wishes(line, chance) for line in answer]
        return None if request.judge(views[1], answer).faults else answer

    def _shorter(self, answer: Answer, chance: random.Random) -> Answer:
        """Some lines fewer, of which the last one goes less far."""
        *kept, last = _cut(answer, chance)
        move: Any = last.get("move")
        if word_of(last) != "move" or len(move["path"]) == 1:
            return [*kept, last]
        path = move["path"][: chance.randrange(1, len(move["path"]))]
        return [*kept, {**last, "move": {**move, "path": path}}]

    def reordered(
        self, request: Request, view: View, answer: Answer, chance: random.Random
    ) -> Answer:
        """A set-up with its lines in another order, if all stand as before."""
        if request.kind != "set up":
            return answer
        other = chance.sample(answer, len(answer))
        return (
            other if _comes_to(request, view, other) == _comes_to(request, view, answer) else answer
        )

    def asking(self, request: Data, hidden: str) -> object:
        """Shots, rams and grapples may be answered before they are rolled."""
        if request["kind"] not in _BEFORE or request["seat"] == hidden:
            return None
        return [request["kind"], *(request["args"].get(key) for key in _BEFORE[request["kind"]])]

    def shown(self, event: Data, hidden: str) -> object:
        """What a side does, or does no more, tells what it had ordered."""
        if event["kind"] == "goes" and event["why"] in _AFTER_FIGHTS:
            return [event["piece"], event["to"], event["face"]]
        keys = _DEEDS.get(event["kind"])
        return None if keys is None else [event["kind"], *(event[key] for key in keys)]


def _cut(lines: Answer, chance: random.Random) -> Answer:
    """Some of the last lines are gone, but none at which the orders may stop: that is seen."""
    stops = [number for number, line in enumerate(lines) if _may_stop(line)]
    least = min(max([0, *stops]) + 1, len(lines))
    return lines[: chance.randint(least, len(lines))]


def _other_wishes(line: Line, chance: random.Random) -> Line:
    """An attack without some of what only shows when it is fought."""
    attack: Any = line.get("attack")
    if attack is None:
        return line
    kept = {key: attack[key] for key in attack if key not in WISHED or chance.random() < 0.5}
    return {**line, "attack": kept}


def idle(line: Line) -> Line:
    """The same line, as one that is never carried out."""
    return {**line, IF: [["lost", ">=", NEVER]], ELSE: SKIP}


def _may_stop(line: Line) -> bool:
    return "look" in line or (IF in line and line.get(ELSE) != SKIP)


def _comes_to(request: Request, view: View, answer: Answer) -> tuple[list[Any], Data]:
    """What the lines of a set-up are refused for, and what the position is then."""
    walk: Any = request.walk
    rehearsal = walk.on_copy(request, view)
    faults = rehearsal.refused(answer)
    return faults, rehearsal.public
