"""A player turn of a trace as one answer of ours, and what the other side answers in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.engine.request import Request, View
from referee.engine.words import Answer
from tests.rules.caesar_in_alexandria.adapter import board
from tests.traces.alexandria_replayed import land
from tests.traces.alexandria_replayed.form import Step, Turn
from tests.traces.caesar_in_alexandria.adapter import withdrawal

Data = dict[str, Any]
Spot = tuple[str, str]
GRID = board.GRID
_DEEDS = ("ram", "diekplus", "rake", "grapple")


#: Kinds of decisions of the side that is not to move.
REACTIONS = {
    "evade": "evasion",
    "naval reaction": "sea fire",
    "reference unit": "reference",
    "withdraw": "withdrawal",
    "answer fire": "answer fire",
    "reaction fire": "reaction fire",
    "street fire": "reaction fire",
    "retreat": "retreat",
    "facing": "facing",
    "leader retreats": "flee",
    "leader withdraws": "flee",
    "replace leader": "replace",
    "close": "lighthouse",
}
#: Kinds of decisions that a turn of a fleet has, landings aside.
KINDS = (
    *("activate", "speed", "transfer", "pick galley", "declare", "ungrapple", "galley", "rake"),
    *("grapple", "split fire", "retract", "cripple side", "slip facing", "fight", "goes aboard"),
    *(
        "passenger",
        "commander lands",
        "advance",
        "reference unit",
        "resolve",
        "evade",
        "naval reaction",
        "seize",
        "close",
    ),
)


def is_of_fleet(turn: Turn) -> bool:
    """Whether a fleet is activated."""
    first = turn.steps[0]
    return first.kind != "activate" or first.chosen == "fleet"


def is_compared(turn: Turn) -> bool:
    """Whether all that is decided in a turn is understood here."""
    known = KINDS if is_of_fleet(turn) else land.KINDS
    return all(step.kind in (*known, *REACTIONS, "seize") for step in turn.steps)


def lines(turn: Turn) -> Answer:
    """Everything that the active player orders in a turn."""
    return _Orders(turn).read() if is_of_fleet(turn) else land.LandOrders(turn).read()


class _Orders:
    """Reads the decisions of the active player.  Where only one step is possible the trace asks
    nothing: those are found by where the galley lies then.

    spots: where galleys lie, as far as the courses written lead; waiting: galleys that may still
    sail, by the last list that the trace offered."""

    def __init__(self, turn: Turn) -> None:
        self.turn, self.spots = turn, dict(turn.before)
        self.waiting: list[str] = []
        self.places = dict(turn.places)
        self.fast: list[str] = []
        self.orders: list[Data] = []
        self.fights = land.Fights()
        self.galley, self.path, self.points = "", list[Any](), dict[str, int]()
        self.after: list[Data] = []

    def read(self) -> Answer:
        """The lines."""
        for step in self.turn.steps:
            if step.seat == self.turn.seat:
                getattr(self, f"_{step.kind.replace(' ', '_')}", self._unknown)(step)
            self._follow(step)
        self._done()
        head: list[Data] = [{"activate": "fleet"}]
        if self.fast:
            head.append({"attack speed": self.fast})
        return [*head, *self.orders, *self.fights.all()]

    def _unknown(self, step: Step) -> None:
        raise KeyError(f"{step.kind} {step.chosen}")

    def _follow(self, step: Step) -> None:
        """Steps that the trace did not ask for."""
        if self.galley:
            self._bridge(step)
        for galley, spot in step.spots.items():
            mine = board.SIDES[galley] == self.turn.seat or galley in self.waiting
            if mine and galley in self.waiting and spot != self.spots[galley]:
                self._done()
                self._start(galley)
                self._bridge(step)

    def _bridge(self, step: Step) -> None:
        """From where the written course leads to where the galley lies."""
        here, there = self.spots[self.galley], step.spots.get(self.galley)
        last = self.path[-1] if self.path else ""
        if there is None or here == there:
            return
        if isinstance(last, dict) and "ram" in last:
            last["then"] = "back"
        else:
            self.path += bridge(here, there)
        self.spots[self.galley] = there

    def _start(self, galley: str) -> None:
        self.galley = galley
        self.waiting = [key for key in self.waiting if key != galley]

    def _left(self) -> None:
        """The galley under way when nothing was asked of which one it is."""
        if not self.galley and len(self.waiting) == 1:
            self._start(self.waiting[0])

    def _move(self, to: str, face: str = "") -> None:
        """A step of the galley under way."""
        at, now = self.spots[self.galley]
        way = GRID.side(at, to) or now
        self.spots[self.galley] = to, face or way
        self.path.append(to)

    def _done(self) -> None:
        """The course of a galley is complete."""
        if self.galley and (self.path or self.galley in self.fast):
            value = {"galley": self.galley, "path": self.path, **self.points}
            self.orders.append({"sail": value})
        self.orders += self.after
        self.galley, self.path, self.points, self.after = "", [], {}, []

    def _activate(self, step: Step) -> None:
        """Always the fleet."""

    def _passenger(self, step: Step) -> None:
        """A unit lands, or fires at land, before its galley sails or after it."""
        word, *rest = step.chosen.split()
        if word == "stay":
            return
        galley = self.galley
        orders = self.after if self.path else self.orders
        at = rest[0].lower()
        if word == "fire":
            aboard = [unit for unit in board.UNITS if self.places.get(unit) == galley]
            able = [unit for unit in aboard if board.TYPE[unit] == board.AR] or aboard
            orders.append({"fire": {"unit": able[0], "at": at}})
            return
        landed = [unit for unit in step.changed if step.places.get(unit) == at]
        unit = next(unit for unit in landed if self.places.get(unit) in board.GALLEYS)
        path = [at, *([land.face_of(rest[1])] if len(rest) > 1 else [])]
        orders.append({"move": {"piece": unit, "path": path}})
        self.places.update(step.places)

    def _commander_lands(self, step: Step) -> None:
        if step.chosen == "yes":
            [*self.orders, *self.after][-1]["move"]["with"] = board.COMMANDERS[self.turn.seat]

    def _seize(self, step: Step) -> None:
        """Behind what is compared."""

    def _slip_facing(self, step: Step) -> None:
        at, face = self.spots[self.galley]
        if step.chosen != face:
            self.spots[self.galley] = at, step.chosen
            self.path.append(step.chosen)

    def _cripple_side(self, step: Step) -> None:
        last = self.path[-1]
        last["side"] = step.chosen

    def _speed(self, step: Step) -> None:
        name, speed = step.chosen.split()
        self.fast += [name.lower()] if speed == board.ATTACK else []

    def _transfer(self, step: Step) -> None:
        word, *rest = step.chosen.lower().split()
        if word == "move":
            self.orders.append({"transfer": {"unit": rest[0], "to": rest[1]}})

    def _pick_galley(self, step: Step) -> None:
        self._done()
        word, *rest = step.chosen.lower().split()
        self.waiting = [name.lower().split()[1] for name in step.legal if " " in name]
        if word == "galley":
            self._start(rest[0])

    def _declare(self, step: Step) -> None:
        galley = step.chosen.lower().split()[0]
        if galley != self.galley:
            self._done()
            self._start(galley)
        self.points = {"points": int(step.chosen.split()[1])}

    def _ungrapple(self, step: Step) -> None:
        self._left()
        word, *rest = step.chosen.lower().split()
        if word == "from":
            self.path.append({"ungrapple from": rest})

    def _galley(self, step: Step) -> None:
        self._left()
        word, *rest = step.chosen.lower().split()
        face = self.spots[self.galley][1]
        if word in ("ahead", "left", "right"):
            self._move(rest[0])
        elif word == "under":
            self._move_under(rest[1])
        elif word in ("back", "drift"):
            self._move(rest[0], face)
        elif word in ("turn", "about"):
            new = GRID.turned((face,), {"left": -1, "right": 1}.get(rest[0] if rest else "", 3))[0]
            self.spots[self.galley] = self.spots[self.galley][0], new
            self.path.append(new)
        elif word in ("fire", "burn"):
            self._split_fire(step)
        elif word in ("beach", "leave"):
            self.path.append(word)
        elif word in _DEEDS:
            self._deed(word, rest[0])

    def _move_under(self, to: str) -> None:
        """Through an overpass to the hex behind it."""
        at, _ = self.spots[self.galley]
        under = next(one for one in board.OVERPASSES if GRID.side(at, one) and GRID.side(one, to))
        self.spots[self.galley] = to, GRID.side(under, to)
        self.path += [under, to]

    def _deed(self, word: str, target: str) -> None:
        self.path.append({word: target, **({"then": "stay"} if word == "ram" else {})})
        if word == "diekplus":
            at, face = self.spots[self.galley]
            on = GRID.beside(GRID.beside(at, face), face)
            self.spots[self.galley] = on, face

    def _split_fire(self, step: Step) -> None:
        word, *rest = step.chosen.lower().split()
        if word in ("fire", "burn"):
            self.path.append({"fire": rest[0], "strength": int(rest[1])})

    def _rake(self, step: Step) -> None:
        self._left()
        word, *rest = step.chosen.lower().split()
        if word == "rake":
            self.path.append({"rake": rest[0]})

    def _grapple(self, step: Step) -> None:
        self._left()
        word, *rest = step.chosen.lower().split()
        if word == "grapple":
            self.path.append({"grapple": rest[0]})

    def _retract(self, step: Step) -> None:
        """Where it lies then tells."""

    def _fight(self, step: Step) -> None:
        self.fights.add(step.chosen.lower().split())

    def _goes_aboard(self, step: Step) -> None:
        self.fights.mark(step.chosen.lower(), advance=step.chosen.lower())

    def _reference_unit(self, step: Step) -> None:
        self.fights.mark(step.chosen.lower(), reference=step.chosen.lower())

    def _advance(self, step: Step) -> None:
        self.fights.advance(step)

    def _resolve(self, step: Step) -> None:
        self.fights.first(int(step.chosen.split()[1]))


def bridge(here: Spot, there: Spot) -> list[Any]:
    """The shortest course from one spot to another, by steps ahead with a free turn; or a step
    back, or of a crippled galley."""
    if here[1] == there[1] and GRID.side(here[0], there[0]):
        return [there[0]]
    found: dict[Spot, list[Any]] = {here: []}
    for spot in (queue := [here]):
        if spot == there:
            return found[spot]
        for sixths in (0, -1, 1):
            (way,) = GRID.turned((spot[1],), sixths)
            to = GRID.beside(spot[0], way)
            if to and (to, way) not in found and len(found[spot]) < 4:
                found[to, way] = [*found[spot], to]
                queue.append((to, way))
    return []


def is_blocked(request: Request, view: View) -> bool:
    """Whether a unit can withdraw only if friends make room."""
    if request.kind != "withdrawal":
        return False
    return not any(
        True for _ in withdrawal.ways(view.public, request.args["unit"], request.args["target"])
    )


class Reactions:
    """What the trace has for the other side in a turn, in order."""

    def __init__(self, steps: list[Step]) -> None:
        seat = steps[0].seat if steps else ""
        self.left = [step for step in steps if step.kind in REACTIONS and step.seat != seat]
        self.taken: Step | None = None

    def take(self, request: Request, view: View) -> Answer | None:
        """The answer to a request, None if the trace has another one next."""
        if request.kind == "retreat" and request.args["why"] == "through":
            return self._passed()
        if request.kind == "withdrawal":
            unit, mover = request.args["unit"], request.args["target"]
            able = {
                " ".join(way) for way in withdrawal.ways(view.public, unit, mover, friends=False)
            }
            return self._withdrawal(unit, lambda options: options <= able)
        for number, step in enumerate(self.left):
            if REACTIONS[step.kind] == request.kind:
                found = self._answer(request, step)
                if found is not None:
                    self.taken = self.left.pop(number)
                    return found
        return None

    def _passed(self) -> Answer | None:
        """10.3 The point that the trace named with the space behind it."""
        _, _, via = self.taken.chosen.lower().partition(" via ") if self.taken else ("", "", "")
        return [{"retreat": via}] if via else None

    def exactly(self, request: Request, view: View) -> Answer | None:
        """The answer of a unit to which the trace offers what we do."""
        if request.kind != "withdrawal":
            return None
        unit, mover = request.args["unit"], request.args["target"]
        able = {" ".join(way) for way in withdrawal.ways(view.public, unit, mover)}
        return self._withdrawal(unit, lambda options: options == able)

    def _withdrawal(self, unit: str, fits: Callable[[set[str]], bool]) -> Answer | None:
        """The trace does not say which unit it asks: it is known by where that could go, and by
        which one went."""
        for number, step in enumerate(self.left):
            if step.kind != "withdraw" or not fits({one.lower()[3:] for one in step.legal[1:]}):
                continue
            went = [key for key in step.changed if board.SIDES.get(key) == step.seat]
            if step.chosen == "hold" or unit in went or not went:
                return self._chosen(number, step)
        return None

    def _chosen(self, number: int, step: Step) -> Answer:
        del self.left[number]
        words = step.chosen.lower().split()
        answer: Answer = [{"withdraw": {"to": words[1:]}}] if words[0] == "to" else []
        return self._faced(answer, step, number)

    def _faced(self, answer: Answer, step: Step, at: int) -> Answer:
        """5.83 The facing after a withdrawal, which the trace asks for next, once or twice."""
        line: Any = answer[0] if answer else {}
        last = step.number
        while "withdraw" in line and at < len(self.left):
            more = self.left[at]
            if more.kind != "facing" or more.number != last + 1:
                break
            line["withdraw"]["face"] = land.face_of(more.chosen)
            last = self.left.pop(at).number
        return answer

    def _answer(self, request: Request, step: Step) -> Answer | None:
        words = step.chosen.lower().split()
        if request.kind in ("evasion", "sea fire") and words[0] != request.args["galley"]:
            return None
        if request.kind == "evasion":
            return [] if words[1] == "none" else [{"evade": [words[1]]}]
        if request.kind == "sea fire":
            return [{"shoot": {}}] if words[1] == "fire" else []
        if request.kind == "reaction fire" and words[-1] in request.args.get("others", ()):
            return [{"shoot at": words[-1]}]
        if request.kind in ("answer fire", "reaction fire"):
            word = "answer" if request.kind == "answer fire" else "shoot"
            return [{word: {}}] if words[0] == "fire" else []
        if request.kind == "lighthouse":
            return [{"close": {}}] if words[0] == "close" else []
        if request.kind == "facing":
            return [{"facing": land.face_of(step.chosen)}]
        return [{request.kind: words[0]}]
