"""Decisions at sea of games that others have played, compared with ours."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.traces.caesar_in_alexandria import Follower, offers
from tests.traces.caesar_in_alexandria.adapter import board, command, position
from tests.traces.caesar_in_alexandria.format import Data, ours, public
from tests.traces.caesar_in_alexandria.sea import adapter as sea
from tests.traces.caesar_in_alexandria.sea import courses

#: The first words of choices that are none of what is compared.
NONE = ("no", "end", "all", "from", "stay")


class Sailor(Follower):
    """Goes through a trace, and keeps what belongs to the galley under way as our rules would.

    ship: that galley, where we expect it; boards: which units board it, by galley."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.galley, self.player_turn = "", 0
        self.ship: Data = {}
        self.boards: dict[str, list[str]] = {}

    # -- going through -------------------------------------------------------------------------

    def look_at(self, one: Data) -> None:
        """As any decision; then the galley under way is followed."""
        if one["turn"] != self.player_turn:
            self.player_turn = one["turn"]
            self._turn_begins(one["seat"])
        super().look_at(one)
        if self.now["activation"] == position.FLEET:
            self._ram_came_of(self.state())
            self._forced(one)

    def _turn_begins(self, seat: str) -> None:
        """12.2 Where there are fleets only, one is activated unasked."""
        self.now, self.galley, self.boards = position.fresh(), "", {}
        self.now |= {"activation": position.FLEET, "sea": sea.fresh()}
        self.now["active"] = command.activated(self.state(), seat, position.FLEET)

    def state(self) -> Data:
        """The position now."""
        return public(self.scenario, self.raw, self.now)

    def _activate(self, state: Data, one: Data) -> None:
        super()._activate(state, one)
        self.now["sea"] = sea.fresh()

    def _start(self, state: Data, galley: str) -> None:
        """A galley sets out, with as many points as it can have."""
        if self.galley == galley:
            return
        self.galley, self.ship = galley, dict(state["galleys"][galley])
        left = sea.allowance(state, galley, self.ship["speed"])
        self.now["mover"] = {"piece": galley, "left": left, "steps": 0, "spent": 0, "halt": False}
        self.now["mover"] |= {"start": "", "trail": [], "turned": False, "pivoted": False}
        self.now["mover"] |= {"raked": [], "asked": []}
        self.now["sea"]["sailed"].append(galley)

    def _under_sail(self, state: Data, one: Data) -> str:
        """The galley under way; if nothing was asked of which one it is the only one left."""
        if not self.galley:
            sailed, mine = self.now["sea"]["sailed"], position.galleys(state, one["seat"])
            (last,) = (key for key in mine if key not in sailed)
            self._start(state, last)
        self.unit = self.galley
        return self.galley

    def _pay(self, points: int) -> None:
        self.now["mover"]["left"] -= points
        self.now["mover"]["spent"] += points

    # -- steps that the trace makes unasked ------------------------------------------------------

    def _forced(self, one: Data) -> None:
        """Until it lies where the trace has it: each step is our only one."""
        while True:
            state = self.state()
            there = state["galleys"].get(self.galley)
            if not there or not self.ship or _spot(there) == _spot(self.ship):
                self.ship = dict(there or {})
                return
            if self.now["mover"].pop("backs", False):  # 9.15
                self.ship, self.now["mover"]["start"] = dict(there), ""
                return
            self._one_more(state, one)

    def _one_more(self, state: Data, one: Data) -> None:
        """The only step from where it lay, as it was then."""
        there = state["galleys"][self.galley]
        state["ships"][there["at"]].remove(self.galley)
        state["galleys"][self.galley] = self.ship
        state["ships"].setdefault(self.ship["at"], []).append(self.galley)
        able = courses.steps(state, self.galley)
        self.report.compared["one step"] += 1
        if len(able) == 1:
            self._gone(*able.values())
            return
        text = f"{one['n']} {self.galley}: goes to {_spot(there)} unasked, we have {[*able]}"
        self.report.other.append(text)
        self.ship = dict(there)

    def _gone(self, step: sea.Step) -> None:
        """It has made a step."""
        start = "" if step.under else self.ship["at"]
        self.ship |= {"at": step.to, "face": step.face}
        self._arrived(start, step.turned, step.cost)
        if step.to in board.SLIPS:
            self.now["mover"]["halt"] = True

    def _arrived(self, start: str, turned: bool, cost: int) -> None:
        self._pay(cost)
        self.now["mover"]["steps"] += 1
        self.now["mover"] |= {"start": start, "turned": turned, "pivoted": False, "asked": []}

    def _ram_came_of(self, state: Data) -> None:
        """9.15 Whether the target is rammed, or both have collided."""
        mover = self.now["mover"]
        target = mover.get("ram") if mover else None
        if not target:
            return
        rammed, slow = (_has(state, *pair) for pair in ((target, "rammed"), (self.galley, "half")))
        if rammed or slow:
            mover |= {"halt": True, "backs": rammed, "ram": None}
            self.now["sea"]["collided"] += [] if rammed else [self.galley]

    # -- decisions -----------------------------------------------------------------------------

    def _transfer(self, state: Data, one: Data) -> None:
        """5.64 Both galleys have half their points."""
        word, *names = ours_of(one["chosen"])
        if word == "move":
            self.now["sea"]["slowed"] += [position.at(state, names[0]), names[1]]

    def _pick_galley(self, state: Data, one: Data) -> None:
        mine = {*position.galleys(state, one["seat"])} - {*self.now["sea"]["sailed"]}
        self.differ(one, mine, named(one["legal"]))
        self.galley, self.now["mover"] = "", None
        if one["chosen"] != "end":
            self._start(state, ours_of(one["chosen"])[1])

    def _declare(self, state: Data, one: Data) -> None:
        """5.43 Points; 2 at least at attack speed."""
        galley, points = ours_of(one["chosen"])
        self._start(state, galley)
        self.unit = galley
        least = sea.LEAST_AT_ATTACK if self.ship["speed"] == board.ATTACK else 0
        mine = {str(n) for n in range(least, self.now["mover"]["left"] + 1)}
        self.differ(one, mine, {text.split()[1] for text in one["legal"]})
        self.now["mover"]["left"] = int(points)

    def _ungrapple(self, state: Data, one: Data) -> None:
        """9.41, 9.43 From each, or from several at once."""
        galley = self._under_sail(state, one)
        held = state["galleys"][galley]["grappled"]
        mine = {to for to in held if courses.able(state, galley, {"ungrapple from": [to]})}
        self.differ(one, mine, named(one["legal"]))
        if one["chosen"] != "no":
            self._pay(min(sea.UNGRAPPLE, self.now["mover"]["left"]))

    def _galley(self, state: Data, one: Data) -> None:
        """5.43, 7.21, 9 Everything on its course, but rakes and grapples, which are asked for."""
        galley = self._under_sail(state, one)
        legal = {" ".join(ours_of(text)) for text in one["legal"] if text != "end"}
        legal = {"leave" if text.startswith("leave") else text for text in legal}
        able = courses.steps(state, galley)
        mine = {*able, *courses.deeds(state, galley), *courses.shots(state, galley)}
        self.differ(one, mine, legal)
        if more := self._rakes(state):
            self.report.other.append(f"{one['n']} {galley}: nothing is asked of raking {more}")
        words = ours_of(one["chosen"])
        step = able.get(" ".join(words))
        if step:
            self._gone(step)
        else:
            self._does(state, *words)

    def _does(self, state: Data, word: str, target: str = "", *_: str) -> None:
        """What it does, if that is no step, changes what it can do then."""
        mover = self.now["mover"]
        if word in ("turn", "about"):
            face = sea.turned(self.ship["face"], courses.TURNS[target or word])
            self._pay(sea.turn_price(self.ship["face"], face))
            self.ship["face"] = face
            mover |= {"pivoted": True, "start": ""}
        elif word in courses.FIRE:
            self.now["sea"]["shot"].append(self.galley)
            self.now["fired"] += state["stacks"].get(self.galley, [])
        elif word == "ram":
            mover["ram"] = target
        elif word == "diekplus":
            cost = courses.leg(state, self.galley, {word: target}).cost()
            self.ship["at"] = sea.beyond(state["galleys"][target]["at"], self.ship["face"])
            self._arrived("", False, cost)
        else:
            mover["halt"] = word in ("beach", "leave")

    def _rake(self, state: Data, one: Data) -> None:
        """9.21 A trace asks of each that can be raked, one after the other."""
        self._under_sail(state, one)
        legal = named(one["legal"])
        self.differ(one, {*self._rakes(state)[:1]}, legal)
        self.now["mover"]["asked"] += legal

    def _rakes(self, state: Data) -> list[str]:
        """The galleys that it can rake, of which nothing was asked yet."""
        able = courses.rakes(state, self.galley)
        return board.in_order({*able} - {*self.now["mover"]["asked"]})

    def _grapple(self, state: Data, one: Data) -> None:
        """9.31 At the end of its course."""
        galley = self._under_sail(state, one)
        self.differ(one, courses.grapples(state, galley), named(one["legal"]))
        if one["chosen"] != "no":
            self.now["sea"]["tried"].append(galley)
            self.now["mover"]["halt"] = True

    def _slip_facing(self, state: Data, one: Data) -> None:
        """5.27 Any."""
        self.differ(one, {*courses.GRID.directions}, {*one["legal"]})
        self.ship["face"] = one["chosen"]

    def _passenger(self, state: Data, one: Data) -> None:
        """5.63, 7.16 Who lands, or fires at the shore; a trace does not say whom it asks."""
        galley = self._under_sail(state, one)
        able = [offers.passenger(state, unit) for unit in position.stack(state, galley)]
        legal = offers.theirs(one["legal"]) - {"stay"}
        best = min(able, key=lambda mine: len(mine ^ legal), default=set())
        self.differ(one, best, legal)
        if one["chosen"].startswith("fire"):
            aboard = state["stacks"][galley]
            archers = [unit for unit in aboard if board.TYPE[unit] == board.AR]
            self.now["fired"].append((archers or aboard)[0])
        elif one["chosen"].startswith("land"):
            to = one["chosen"].split()[1]
            self.unit = next(ours(name) for name, at in one["changes"].items() if at[0] == to)

    def _fight(self, state: Data, one: Data) -> None:
        """8.6 Boarding too, where several may be named for one galley."""
        boarding = [{"attackers": units, "at": []} for units in self.boards.values()]
        self.now["sea"]["boarding"] = boarding
        super()._fight(state, one)
        word, *names = ours_of(one["chosen"])
        if word == "board":
            self.boards.setdefault(names[1], []).append(names[0])

    def _goes_aboard(self, state: Data, one: Data) -> None:
        """8.53, 8.65 Anyone into a galley with nobody aboard, else of the best."""
        chosen = ours(one["chosen"])
        (galley,) = (key for key, units in self.boards.items() if chosen in units)
        able = [unit for unit in self.boards[galley] if unit in state["units"]]
        if position.stack(state, galley):
            best = max(position.quality(state, unit) for unit in able)
            able = [unit for unit in able if position.quality(state, unit) == best]
        self.differ(one, {*able}, {*map(ours, one["legal"])})


def ours_of(text: str) -> list[str]:
    """The words of a choice of a trace, in our ids."""
    return [*map(ours, text.split())]


def named(legal: Sequence[str]) -> set[str]:
    """The pieces and places that choices name."""
    return {name for text in legal for name in ours_of(text)[-1:] if name not in NONE}


def _spot(ship: Data) -> tuple[Any, Any]:
    return ship["at"], ship["face"]


def _has(state: Data, galley: str, mark: str) -> bool:
    """Whether a galley has a mark, or is gone."""
    return mark in state["galleys"].get(galley, {"marks": [mark]})["marks"]
