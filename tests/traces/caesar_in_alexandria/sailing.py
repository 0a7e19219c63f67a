"""What galleys could do in a trace, decision by decision, by our rules and by theirs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.traces.caesar_in_alexandria import Follower, sea
from tests.traces.caesar_in_alexandria.adapter import board, position
from tests.traces.caesar_in_alexandria.format import Data, ours, public

GRID = board.GRID
#: The free turn before a step, by the sixths of it; others go back, or drift.
WAYS = {0: "ahead", 1: "right", 5: "left"}
TURNS = {"left": -1, "right": 1, "about": 3}
FIRE = ("fire", "burn")


class Quiet:
    """Stands for the table of a course, where a leg is but judged."""

    unsure = False

    def __init__(self, public: Data) -> None:
        self.public = public


def leg(state: Data, galley: str, value: Any) -> Any:
    """A leg of a course."""
    return sea.leg_of(Quiet(state), galley, [value])  # type: ignore[arg-type]


def steps(state: Data, galley: str) -> Iterator[tuple[str, Any]]:
    """The steps that a galley under way can make, each in the words of a trace."""
    one, left = state["galleys"][galley], state["now"]["mover"]["left"]
    if state["now"]["mover"]["halt"]:
        return
    for step in sea.open_steps(state, galley, left):
        if sea.crippled(state, galley):
            yield f"drift {step.to}", step
        elif step.face == one["face"] and step.to == sea.astern(state, galley):
            yield f"back {step.to}", step
        else:
            way = GRID.side(one["at"], step.under or step.to)
            sixths = GRID.directions.index(way) - GRID.directions.index(one["face"])
            yield f"{'under ' if step.under else ''}{WAYS[sixths % 6]} {step.to}", step


def others(state: Data, galley: str) -> Iterator[str]:
    """What else it can do on its course, fire aside."""
    face = state["galleys"][galley]["face"]
    for word, sixths in TURNS.items():
        if leg(state, galley, sea.turned(face, sixths)).problem() is None:
            yield "about" if word == "about" else f"turn {word}"
    for word in ("ram", "diekplus"):
        for other in state["galleys"]:
            if leg(state, galley, {word: other}).problem() is None:
                yield f"{word} {other}"
    if leg(state, galley, "beach").problem() is None:
        yield "beach"
    if leg(state, galley, "leave").problem() is None:
        yield "leave"


def shots(state: Data, galley: str) -> set[str]:
    """Galleys and slips at which it could fire, with each part of its strength."""
    able = [one for one in sea.targets(state, galley)]
    parts = range(1, sea.strength(state, galley) + 1)
    fine = [one for one in able if leg(state, galley, {"fire": one}).problem() is None]
    return {f"{'burn' if one in board.GROUND else 'fire'} {one} {n}" for one in fine for n in parts}


class Sailor(Follower):
    """Goes through a trace, and keeps what belongs to a galley under way."""

    def __init__(self, path: Any) -> None:
        super().__init__(path)
        self.galley, self.player_turn = "", 0
        self.ship: Data = {}

    # -- going through -------------------------------------------------------------------------

    def look_at(self, one: Data) -> None:
        """As any decision; then the galley under way is followed."""
        if one["turn"] != self.player_turn:
            self.player_turn = one["turn"]
            self.now, self.galley = position.fresh(), ""
            self.now |= {"activation": position.FLEET, "sea": sea.fresh()}
        super().look_at(one)
        if self.now["activation"] == position.FLEET:
            self._ram_came_of(self.state())
            self._forced(one)

    def state(self) -> Data:
        """The position now."""
        return public(self.scenario, self.raw, self.now) | {"burned": list(self.raw["game"][7])}

    def _activate(self, state: Data, one: Data) -> None:
        super()._activate(state, one)
        self.now["sea"] = sea.fresh()

    def _start(self, state: Data, galley: str, points: int | None = None) -> None:
        """A galley sets out, with as many points as it has if nothing is said."""
        if self.galley != galley or points is not None:
            speed = state["galleys"][galley]["speed"]
            left = sea.allowance(state, galley, speed) if points is None else points
            mover = self.now["mover"] if self.galley == galley else None
            self.galley, self.ship = galley, dict(state["galleys"][galley])
            self.now["mover"] = mover or {
                **{"piece": galley, "steps": 0, "spent": 0, "start": "", "trail": [], "halt": False},
                **{"turned": False, "pivoted": False, "raked": []},
            }
            self.now["mover"]["left"] = left
        if galley not in self.now["sea"]["sailed"]:
            self.now["sea"]["sailed"].append(galley)

    def _left(self, state: Data, seat: str) -> str:
        """The galley under way, if nothing was asked of which one it is the only one left."""
        if not self.galley:
            mine = [key for key in position.galleys(state, seat) if key not in self.now["sea"]["sailed"]]
            if len(mine) == 1:
                self._start(state, mine[0])
        return self.galley

    def _forced(self, one: Data) -> None:
        """Steps that the trace does not ask for: ours is the only one too."""
        for _ in range(9):
            state = self.state()
            ship = state["galleys"].get(self.galley)
            if not ship or not self.ship or _spot(ship) == _spot(self.ship):
                self.ship = dict(ship or {})
                return
            self._one_more(state, one)

    def _one_more(self, state: Data, one: Data) -> None:
        """The only step from where it lay, as it was before."""
        there = state["galleys"][self.galley]
        if self.now["mover"].pop("backs", False):
            self.ship = dict(there)
            self.now["mover"]["start"] = ""
            return
        state["ships"][there["at"]].remove(self.galley)
        state["galleys"][self.galley] = self.ship
        state["ships"].setdefault(self.ship["at"], []).append(self.galley)
        able = dict(steps(state, self.galley))
        self.report.compared["forced"] += 1
        if len(able) == 1 and (step := next(iter(able.values()))):
            self._gone(step)
        else:
            text = f"{one['n']} {self.galley} {self.ship} to {_spot(there)}: {[*able]}"
            self.report.other.append(text)
            self.ship = dict(there)

    def _gone(self, step: Any) -> None:
        mover = self.now["mover"]
        start = "" if step.under else self.ship["at"]
        self.ship |= {"at": step.to, "face": step.face}
        mover.update(start=start, turned=step.turned, pivoted=False)
        mover.update(raked=[], asked=[], steps=mover["steps"] + 1)
        mover["left"] -= step.cost
        mover["spent"] += step.cost
        if step.to in board.SLIPS:
            mover["halt"] = True

    # -- decisions -----------------------------------------------------------------------------

    def _pick_galley(self, state: Data, one: Data) -> None:
        legal = {ours(text.split()[1]) for text in one["legal"] if text != "end"}
        mine = {*position.galleys(state, one["seat"])} - {*self.now["sea"]["sailed"]}
        self.differ(one, mine, legal)
        self.galley, self.now["mover"] = "", None
        if one["chosen"] != "end":
            self._start(state, ours(one["chosen"].split()[1]))

    def _declare(self, state: Data, one: Data) -> None:
        name, points = one["chosen"].split()
        galley = ours(name)
        speed = state["galleys"][galley]["speed"]
        most = sea.allowance(state, galley, speed)
        mine = {str(n) for n in range(sea.LEAST_AT_ATTACK if speed == "attack" else 0, most + 1)}
        if self.galley != galley:
            self.galley, self.now["mover"] = "", None
        self._start(state, galley, int(points))
        self.differ(one, mine, {text.split()[1] for text in one["legal"]})

    def _galley(self, state: Data, one: Data) -> None:
        galley = self._left(state, one["seat"])
        if rakes := self._rakes(state):
            self.report.other.append(f"{one['n']} {galley}: not asked to rake {rakes}")
        legal = {ours_of(text) for text in one["legal"] if text != "end"}
        legal = {text.split()[0] if text.startswith("leave") else text for text in legal}
        able = dict(steps(state, galley))
        mine = {*able, *others(state, galley), *shots(state, galley)}
        self.unit = galley
        self.differ(one, mine, legal)
        self._done(state, one, able)

    def _done(self, state: Data, one: Data, able: Data) -> None:
        """What it does changes what it can do after that."""
        mover, galley = self.now["mover"], self.galley
        word, *rest = ours_of(one["chosen"]).split()
        if ours_of(one["chosen"]) in able:
            self._gone(able[ours_of(one["chosen"])])
        elif word in ("turn", "about"):
            face = sea.turned(self.ship["face"], TURNS[rest[0] if rest else word])
            cost = sea.turn_price(self.ship["face"], face)
            self.ship["face"] = face
            mover.update(pivoted=True, start="")
            mover["left"] -= cost
            mover["spent"] += cost
        elif word in FIRE:
            self.now["sea"]["shot"].append(galley)
            self.now["fired"] += state["stacks"].get(galley, [])
        elif word in ("beach", "leave"):
            mover["halt"] = True
        elif word == "ram":
            mover["ram"] = rest[0]
        elif word == "diekplus":
            cost = leg(state, galley, {word: rest[0]}).cost()
            mover["left"] -= cost
            mover["spent"] += cost
            self.ship["at"] = sea.beyond(state["galleys"][rest[0]]["at"], self.ship["face"])
            mover.update(start="", turned=False, pivoted=False)
            mover["steps"] += 1

    def _ram_came_of(self, state: Data) -> None:
        """9.15 Whether the target is rammed, or both have collided."""
        mover = self.now["mover"]
        target = mover.pop("ram", "") if mover else ""
        if not target:
            return
        marks = {key: state["galleys"].get(key, {"marks": ["rammed"]})["marks"] for key in (target, self.galley)}
        if "rammed" in marks[target]:
            mover.update(halt=True, backs=True)
        elif "half" in marks[self.galley]:
            mover["halt"] = True
            self.now["sea"]["collided"].append(self.galley)
        else:
            mover["ram"] = target

    def _grapple(self, state: Data, one: Data) -> None:
        galley = self._left(state, one["seat"])
        legal = {ours(text.split()[1]) for text in one["legal"] if text != "no"}
        mine = {to for to in (*state["galleys"], *board.MOLE) if not sea.grapple_problem(state, galley, to)}
        self.differ(one, mine, legal)
        if one["chosen"] != "no":
            self.now["sea"]["tried"].append(galley)
            self.now["mover"]["halt"] = True

    def _rake(self, state: Data, one: Data) -> None:
        """9.21 A trace asks of each galley that can be raked, one after the other."""
        galley = self._left(state, one["seat"])
        self.unit = galley
        legal = {ours(text.split()[1]) for text in one["legal"] if text != "no"}
        self.differ(one, {*self._rakes(state)[:1]}, legal)
        self.now["mover"]["asked"] = [*self.now["mover"].get("asked", ()), *legal]

    def _rakes(self, state: Data) -> list[str]:
        """The galleys that can be raked, of which nothing was asked yet."""
        mover = self.now["mover"]
        if not mover or self.galley not in state["galleys"] or mover.get("backs"):
            return []
        asked = mover.get("asked", ())
        able = [to for to in state["galleys"] if not leg(state, self.galley, {"rake": to}).problem()]
        return board.in_order(to for to in able if to not in asked)

    def _slip_facing(self, state: Data, one: Data) -> None:
        """5.27 Any."""
        self.differ(one, {*GRID.directions}, {*one["legal"]})
        self.ship["face"] = one["chosen"]

    def _passenger(self, state: Data, one: Data) -> None:
        super()._passenger(state, one)
        if one["chosen"].startswith("fire"):
            aboard = state["stacks"][self._left(state, one["seat"])]
            able = [unit for unit in aboard if board.TYPE[unit] == board.AR] or aboard
            self.now["fired"].append(able[0])

    def _transfer(self, state: Data, one: Data) -> None:
        """5.64 Both galleys have half their points."""
        word, *names = ours_of(one["chosen"]).split()
        if word == "move":
            self.now["sea"]["slowed"] += [position.at(state, names[0]), names[1]]

    def _ungrapple(self, state: Data, one: Data) -> None:
        """9.41, 9.43 From each, or from several at once."""
        galley = self._left(state, one["seat"])
        self.unit = galley
        held = state["galleys"][galley]["grappled"]
        mine = {to for to in held if not leg(state, galley, {"ungrapple from": [to]}).problem()}
        legal = {to for text in one["legal"] for to in ours_of(text).split() if to not in ("no", "from", "all")}
        self.differ(one, mine, legal)
        if one["chosen"] != "no":
            cost = min(sea.UNGRAPPLE, self.now["mover"]["left"])
            self.now["mover"]["left"] -= cost
            self.now["mover"]["spent"] += cost


def _spot(ship: Data) -> tuple[str, str]:
    return ship["at"], ship["face"]


def ours_of(text: str) -> str:
    """A choice of a trace in our words."""
    return " ".join(map(ours, text.split()))
