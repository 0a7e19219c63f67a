"""A player turn of land units in a trace, as lines of ours."""

from __future__ import annotations

from typing import Any

from referee.engine.words import Answer
from tests.rules.caesar_in_alexandria.adapter import board
from tests.traces.alexandria_replayed.form import FACES, Data, Step, Turn

#: Kinds of decisions of the active side.
KINDS = (
    *("activate", "pick unit", "act", "leader moves", "commander rides", "fight", "resolve"),
    *("advance", "reference unit", "goes aboard", "answer fire"),
)
#: H17 The answer of who does not go in.
STAY = "stay"


def face_of(text: str) -> str:
    """Our facing."""
    return FACES.get(text, text)


def leader_of(text: str) -> str:
    """Our id of a leader: E-SOSIUS."""
    return text.lower().partition("-")[2]


def place_of(text: str) -> str:
    """Our id of a place."""
    return text.lower()


class Fights:
    """The fights that the active player chooses."""

    def __init__(self) -> None:
        self.lines: list[Data] = []
        self.fought: list[Data] = []

    def add(self, words: list[str]) -> None:
        """One decision of what fights there are."""
        word, *rest = words
        if word == "join":
            self.lines[int(rest[1])]["attack"]["with"].append(rest[0])
        elif word in ("hex", "links", "block"):
            self.lines.append({"attack": {"with": [rest[0]]}})
        elif word in ("at", "mole", "galley"):
            self.lines.append({"attack": {"with": [rest[0]], "at": [rest[1]]}})
        elif word == "board":
            self._board(*rest)

    def _board(self, unit: str, galley: str) -> None:
        for line in self.lines:
            if line["attack"].get("at") == [galley]:
                line["attack"]["with"].append(unit)
                return
        self.lines.append({"attack": {"with": [unit], "at": [galley]}})

    def mark(self, unit: str, **more: str) -> None:
        """Something that is said of the fight in which a unit attacks."""
        for line in self.all():
            if unit in line["attack"]["with"]:
                line["attack"].update(more)

    def advance(self, step: Step) -> None:
        """Who goes in, and how he stands then; or that he who could stays (H17)."""
        if step.chosen == STAY:
            self.mark(step.legal[0].split()[0].lower(), advance=STAY)
            return
        unit, _, *face = step.chosen.split()
        more = {"face": face_of(face[0])} if face else {}
        self.mark(unit.lower(), advance=unit.lower(), **more)

    def first(self, number: int) -> None:
        """The fight that is fought first of those that are left."""
        if number < len(self.lines):  # others are compulsory, and not chosen
            self.fought.append(self.lines[number])

    def all(self) -> list[Data]:
        """All of them in the order in which they are fought."""
        return [*self.fought, *(line for line in self.lines if line not in self.fought)]


class LandOrders:
    """Reads the decisions of the active player, unit by unit."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.orders: list[Data] = []
        self.fights = Fights()
        self.piece, self.path = "", list[Any]()
        self.waiting: list[str] = []
        self.places = dict(turn.places)
        self.been: list[str] = []
        self.back = ""
        self.rider = False

    def read(self) -> Answer:
        """The lines."""
        for step in self.turn.steps:
            if step.seat == self.turn.seat and step.kind in KINDS:
                getattr(self, f"_{step.kind.replace(' ', '_')}")(step)
            self._follow(step)
        self._done()
        return [*self.orders, *self.fights.all()]

    def _follow(self, step: Step) -> None:
        """A step that the trace did not ask for, for there was no other."""
        if not self.piece or self.piece not in board.UNITS:
            return
        there = step.places.get(self.piece)
        if there and there != self.places[self.piece]:
            if there in self.been:  # H38 it is put back, unless it goes on after that
                self.places[self.piece], self.back = there, there
            else:
                self._go(there)

    def _go(self, to: str) -> None:
        self.been.append(self.places[self.piece])
        self.places[self.piece] = to
        self.path.append(to)

    def _activate(self, step: Step) -> None:
        word, *rest = step.chosen.split()
        if word != "pass":
            self.orders.append({"activate": leader_of(rest[0]) if rest else word})
            self.leader = leader_of(rest[0]) if rest else board.COMMANDERS[self.turn.seat]

    def _done(self) -> None:
        """The path of a piece is complete."""
        if self.piece and self.path:
            only_fire = all(isinstance(item, dict) for item in self.path)
            if only_fire:
                value = {"unit": self.piece, "at": self.path[0]["fire"]}
                self.orders.append({"fire": value})
            else:
                move: Data = {"piece": self.piece, "path": self.path}
                if self.rider:
                    move["with"] = board.COMMANDERS[self.turn.seat]
                self.orders.append({"move": move})
        self.piece, self.path, self.rider, self.been = "", [], False, []
        self.back = ""

    def _pick_unit(self, step: Step) -> None:
        self._done()
        words = step.chosen.lower().split()
        self.waiting = [one.lower().split()[1] for one in step.legal if " " in one]
        if words[0] == "unit":
            self.piece = words[1]
            self.waiting.remove(self.piece)

    def _whose(self, step: Step) -> None:
        """The unit that acts, if nothing was asked of which one it is."""
        moved = [
            key for key in step.changed if key in board.UNITS and board.SIDES[key] == self.turn.seat
        ]
        if not self.piece and len(self.waiting) == 1:
            self.piece = self.waiting.pop()
        elif not self.piece and moved:
            self.piece = moved[0]

    def _commander_rides(self, step: Step) -> None:
        self.rider = step.chosen == "yes"

    def _act(self, step: Step) -> None:
        self._whose(step)
        self.path += [self.back] if self.back else []
        self.back = ""
        word, *rest = step.chosen.split()
        if word in ("step", "land"):
            self._go(place_of(rest[0]))
            self.path += [face_of(rest[1])] if len(rest) > 1 else []
        elif word == "turn":
            self.path.append(face_of(rest[0]))
        elif word == "embark":
            self._go(place_of(rest[0]))
        elif word == "end":
            if self.piece and not self.path:
                self.orders.append({"stand": [self.piece]})
            self._done()
        elif word == "fire":
            self.path.append({"fire": place_of(rest[0])})
        elif word == "reorder":
            self.orders.append({"restack": {"unit": self.piece, "to": int(rest[0]) + 1}})
        elif word == "leave":
            self.path.append("off map")
        elif word == "harass":
            self.orders.append({"harass": {"unit": self.piece, "at": place_of(rest[0])}})

    def _leader_moves(self, step: Step) -> None:
        if self.piece != self.leader:
            self._done()
            self.piece = self.leader
        word, *rest = step.chosen.split()
        if word in ("step", "embark", "land"):
            self.path.append(place_of(rest[0]))

    def _fight(self, step: Step) -> None:
        self._done()
        self.fights.add(step.chosen.lower().split())

    def _resolve(self, step: Step) -> None:
        self.fights.first(int(step.chosen.split()[1]))

    def _advance(self, step: Step) -> None:
        self.fights.advance(step)

    def _reference_unit(self, step: Step) -> None:
        self.fights.mark(step.chosen.lower(), reference=step.chosen.lower())

    def _goes_aboard(self, step: Step) -> None:
        self.fights.mark(step.chosen.lower(), advance=step.chosen.lower())

    def _answer_fire(self, step: Step) -> None:
        """Never of the active side."""
