"""The Sword of Rome: games that another implementation has played, decision by decision, by our
rules."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.table import State, Table
from referee.engine.words import Answer
from referee.lab.scripted import OutOfDice
from tests.rules.sword_of_rome.adapter import board, hidden, orders, position, ruleset
from tests.support.seeds import count
from tests.traces.base import GameReport
from tests.traces.sword_of_rome import action_offers, positions
from tests.traces.sword_of_rome.answers import Answers
from tests.traces.sword_of_rome.cursor import Cursor
from tests.traces.sword_of_rome.format import (
    SEATS,
    Data,
    Step,
    Trace,
    card,
    files,
    leader,
    read,
    space,
)
from tests.traces.sword_of_rome.offers import OFFERS, moves

#: Differences that are no faults, each with its paragraph.
TIES = "4.4 the trace has a tie settled where nothing hangs on it"
STAYS = "9.4.4 a leader who was to go without CU may stay with those that he had"
LED = "8.2.1 who is activated commands, even if he then does nothing"
EXPECTED = (TIES, STAYS, LED)
#: Which of our requests are compared with what a trace offers at which of its decisions; of
#: actions, which take long, one of so many.
COMPARED = {**OFFERS, ("action", "action"): action_offers.actions}
EVERY = count(8, 1)
#: Requests of ours that a trace does not ask have one answer.
ASKED = ("intercept", "avoid", "inside", "retreat", "politics", "points")


class Astray(Exception):
    """A replay that cannot go on."""


class Replay:
    """One game under way.

    matched: the number of decisions behind which our game has come to the same position."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.report = GameReport(trace.name, len(trace.steps))
        self.state = positions.set_up(trace)
        self.cursor = Cursor(trace)
        self.answers = Answers(self.cursor, self.taken)
        self.log = [(step, entry) for step in trace.steps for entry in step.dice]
        self.totals = [entry[1:] for _, entry in self.log if entry[0] == "totals"]
        self.used: set[int] = set()
        self.matched = 0
        self.before = ""
        self.here: Data = {}
        self.fresh = True
        self.idle: set[str] = set()
        self.soft = {n for n, pair in enumerate(pairwise(trace.steps)) if self.together(*pair)}
        self.wanted = [positions.early(step.position) for step in trace.steps]

    @staticmethod
    def together(one: Step, next_one: Step) -> bool:
        """Whether two decisions are announced at once by us, so that nothing lies between."""
        both = one.kind, next_one.kind
        return both in (("discard",) * 2, ("renew",) * 2, ("forks_force", "forks_leader"))

    def other(self, text: str) -> None:
        step = self.cursor.peek()
        when = f"step {step.label} {step.kind}" if step else "the end"
        self.report.other.append(f"{when}: {text}")
        raise Astray

    def play(self) -> GameReport:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(position, "last_turn", lambda public: self.trace.last_turn)
            patch.setattr(position, "level", lambda public: self.trace.levels[public["turn"] - 1])
            patch.setattr(orders, "leg", self.watched(orders.leg))
            patch.setattr(orders, "end", self.watched_end(orders.end))
            return self.run()

    def watched(self, leg: Callable[..., Any]) -> Callable[..., Any]:
        """9 Each leg of a march, with what else could be done in its place."""

        async def seen(table: Table, march: Data, element: Any, more: bool) -> None:
            if not table.rehearsing:
                self.moves(march)
            await leg(table, march, element, more)

        return seen

    def watched_end(self, end: Callable[[Table], None]) -> Callable[[Table], None]:
        """9 The end of a march, where the trace asks whether it goes on."""

        def seen(table: Table) -> None:
            march = table.public["march"]
            if march and not table.rehearsing:
                self.moves(march)
            self.before = ""
            end(table)

        return seen

    def moves(self, march: Data) -> None:
        """9 What a force could do next, and what the trace offers."""
        legs = self.answers.legs
        while legs and legs[0] and leader(legs[0].about[0]) != march["leader"]:
            legs.pop(0)
        step = legs.pop(0) if legs else None
        fresh, self.before = self.before == "step", ""
        if step and space(step.about[1]) == march["at"]:
            public, self.before = self.state["public"], step.chosen[0]
            self.offers(step, moves(public, march, fresh), fresh)

    def offers(self, step: Step, ours: list[Any], fresh: bool = True) -> None:
        """What could be chosen here is what the trace offers."""
        self.report.offers[step.kind] = self.report.offers.get(step.kind, 0) + 1
        theirs = offered(step, fresh)
        mine, wanted = ({json.dumps(one) for one in some} for some in (ours, theirs))
        if mine - {'["stop", ""]'} == wanted != mine and step.about[2] == 0 and not fresh:
            self.report.expect(STAYS)  # 9.4.4
        elif mine != wanted:
            more, less = sorted(mine - wanted), sorted(wanted - mine)
            told = f"only we would take {more}, only the trace {less}"
            self.report.other.append(f"{step.label} {step.kind} {step.about}: {told}")

    def run(self) -> GameReport:
        """The same, with the turns and levels of the trace."""
        game = Game(ruleset.rules, self.state, keep=False)
        game.sits = self.sits
        try:
            game.run(None, self.supply)
        except (Astray, OutOfDice) as trouble:
            if text := str(trouble):
                step = self.cursor.peek()
                self.report.other.append(f"{step.label if step else 'end'}: {text}")
            game.close()
        else:
            with suppress(Astray):
                self.end()
        return self.report

    def end(self) -> None:
        self.observe()
        self.skip(())
        if step := self.cursor.peek():
            self.other(f"our game is over, the trace has step {step.number} {step.kind}")
        self.caught_up(len(self.trace.steps))
        self.report.compared["positions"] = self.matched
        end, public = self.trace.end, self.state["public"]
        sides = board.SCENARIOS[public["scenario"]]["sides"]
        seats = {"first": 0, "second": 1}
        won = sides[seats[end["winner"]]][0] if sides else SEATS[end["winner"]]
        wanted = {"winner": won, "ending": {"end": "last-turn"}.get(end["why"], end["why"])}
        vp = {SEATS[seat]: number for seat, number in end["vp"].items()}
        if (public["result"], public["vp"]) != (wanted, vp):
            self.other(f"{public['result']} {public['vp']}, the trace has {end}")
        self.report.count("end")

    def sits(self, state: State, scope: str, records: Sequence[Data]) -> Table:
        self.observe()
        return Watched(self, state, scope, records)

    # Positions.

    def observe(self) -> None:
        """Our position now: perhaps that of the next decisions."""
        self.here = positions.position_of(self.state)
        number = self.matched
        while number < len(self.wanted):
            if self.wanted[number] == self.here:
                self.matched = number + 1
            elif number not in self.soft:
                return
            number += 1

    def taken(self, step: Step) -> None:
        """A decision is taken: all before it must have come to the same."""
        if self.fresh and self.cursor.is_next(step):
            self.caught_up(step.number - 1)
        if step.kind == "activation" and step.chosen == "nothing":
            who = leader(step.about[0])
            self.idle.add(f"commander/{board.LEADERS[who]['power']}/{space(step.about[1])}")
        made = COMPARED.get((self.request.kind, step.kind))
        if self.fresh and made and (step.kind != "action" or step.number % EVERY == 0):
            self.offers(step, made(self.request, self.seen, step))
        self.fresh = False

    def caught_up(self, number: int) -> None:
        """Our game has come through the positions behind so many decisions."""
        self.observe()
        while number - 1 in self.soft:
            number -= 1
        if self.matched >= number:
            return
        missed = next(n for n in range(self.matched, number) if n not in self.soft)
        wanted = self.wanted[missed]
        found = positions.differences(self.here, wanted)
        step = self.trace.steps[missed]
        self.other(f"behind {step.label} {step.kind}: {'; '.join(found[:8])}")

    # Dice.

    def roll(self, label: str, count: int) -> list[int]:
        first = next(
            (
                n
                for n in range(len(self.log))
                if n not in self.used and self.log[n][1][0] in ("roll", "consuls", "draw")
            ),
            None,
        )
        if first is None:
            raise OutOfDice(f"{label}: the trace rolls nothing more")
        step = self.log[first][0]
        for n in range(first, len(self.log)):
            s, entry = self.log[n]
            if s is not step:
                break
            if n in self.used or entry[0] != "roll" or len(entry) - 2 != count:
                continue
            if self.fits(label, entry[1]):
                self.used.add(n)
                return list(entry[2:])
        raise OutOfDice(f"{label}: the trace has {step.dice} behind {step.label}")

    def fits(self, label: str, theirs: str) -> bool:
        words = theirs.split()
        first = label.split()[0]
        public = self.state["public"]
        if first in ("attacker", "defender"):
            return words == [first, public["battle"][first]["power"]]
        if first in ("siege", "subjugation", "raid"):
            return f" of {board.SPACE_NAMES[space(words[1])]} by " in label
        if first == "attrition":
            if words[0] != "attrition":
                return words == ["fever"]
            force = f"attrition of {board.POWERS[words[1]]} at {board.SPACE_NAMES[space(words[2])]}"
            return label == force
        if first == "naval":
            return words[0] == "naval"
        if first == "Gallic":
            return theirs == "gallic event"
        return words[0] == {"pursue": "pursuit"}.get(first, first) and (
            len(words) < 2 or board.LEADER_NAMES[leader(words[1])] in label
        )

    def draw(self, seat: str, count: int) -> list[str]:
        found: list[str] = []
        for n, (_, entry) in enumerate(self.log):
            if len(found) == count:
                break
            if n not in self.used and entry[0] == "draw" and entry[1] == seat:
                self.used.add(n)
                found.append(card(entry[2]))
        if len(found) < count:
            raise OutOfDice(f"{seat} draws {count}")
        return found

    def total(self, ours: list[int]) -> None:
        """12.2 The totals of a battle are those of the trace."""
        theirs = self.totals.pop(0) if self.totals else []
        if ours != theirs:
            self.other(f"totals {ours}, the trace has {theirs}")

    def consuls(self) -> list[str]:
        for n, (_, entry) in enumerate(self.log):
            if n not in self.used and entry[0] == "consuls":
                self.used.add(n)
                return [*map(leader, entry[1:])]
        raise OutOfDice("consuls")

    # Requests.

    def supply(self, requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
        found = []
        self.skip(requests)
        if requests[0].kind in ("desperate times", "action"):
            self.commanded()
        self.fresh = True
        for request in requests:
            seen = view(request.seat)
            self.answers.public = seen.public
            first = self.cursor.next
            self.fresh = self.fresh and request.kind not in ("reinforcement", "consuls")
            self.answers.seat = {v: k for k, v in SEATS.items()}[request.seat]
            self.request, self.seen = request, seen
            known = len(self.cursor.taken)
            answer = self.answers.answer(request, seen)
            asked = len(self.cursor.taken) > known or (request.kind == "avoid" and any(found))
            if request.kind in ASKED and not asked:  # after interceptions avoiding may be void
                self.silent(request, seen)
            faults = request.judge(seen, answer).faults
            if faults:
                told = "; ".join(f"{f.rule}: {f.reason}" for f in faults)
                self.other(f"{request.kind} {request.args}: refused {answer}: {told}")
            found.append(answer)
            if request.kind in ("reinforcement", "consuls"):
                self.soft |= {*range(first - 1, self.cursor.next - 1)}
        return found

    def silent(self, request: Request, seen: View) -> None:
        """A trace asks nothing where there is one answer: nor is there another by our rules."""
        step = self.cursor.peek()
        for (kind, _), made in OFFERS.items():
            if step and kind == request.kind and len(found := made(request, seen, step)) > 1:
                self.other(f"only we ask {kind} {request.args}: {found[:6]}")

    def commanded(self) -> None:
        """8.2.1 Between what is done in an action, and between two, the same leaders command."""
        number = self.cursor.next
        mine = positions.commanders(self.state)
        theirs = self.trace.steps[number - 1].position if number else self.trace.start
        for key, one in mine.items():
            if one == theirs[key]:
                self.idle.discard(key)
            elif key in self.idle:
                self.report.expect(LED)
            else:
                self.report.other.append(f"before {number}: {key} {one}, the trace {theirs[key]}")

    def phase(self, step: Step) -> str:
        """The phase in which a decision is made."""
        before = self.trace.steps[step.number - 2].position if step.number > 1 else self.trace.start
        return str(before["phase"])

    def skip(self, requests: Sequence[Request]) -> None:
        """Ties on which nothing hangs are not settled by us."""
        kind = requests[0].kind if requests else ""
        what = requests[0].args["what"] if kind in TIED else ""
        while (step := self.cursor.peek()) and step.kind in TIED.values():
            self.observe()
            number = step.number - 1
            while number - 1 in self.soft:
                number -= 1
            if self.matched < number or self.settled(step, kind, what):
                return
            self.cursor.take(step)
            self.report.expect(TIES)

    def settled(self, step: Step, kind: str, what: str) -> bool:
        """Whether we ask for a tie that the trace asks for.  It asks who decides for each power
        without a player, and for the order of players behind those."""
        if step.kind == TIED["who"]:
            asked = kind == "order" or (kind == "who" and len(self.cursor.run(step.kind)) == 1)
            return asked or self.phase(step) != "reinforcement"
        if kind == "order" and self.phase(step) in PHASES.get(what, ("action",)):
            return True
        return self.phase(step) not in UNASKED


def offered(step: Step, fresh: bool = True) -> Any:
    """What a trace offers, without what ours has not: points of politics by the power that loses
    them, ways by sea with each card."""
    if step.kind in ("politics", "remove_own") or step.kind.startswith("response/"):
        return [one[:2] for one in step.legal]
    if step.kind == "move" and not fresh:
        return [one for one in step.legal if one[0] in ("stop", "step", "sea", "raid")]
    return step.legal


#: Phases of theirs in which our orders of ties are asked.
PHASES = {
    "surrender": ("surrender",),
    "isolation": ("isolation",),
    "renewal": ("alliances",),
    "reinforcement": ("reinforcement",),
}
#: Their decisions of ties by our requests.
TIED = {"order": "tie_order", "who": "tie_one"}
#: Phases of theirs whose orders of ties we do not ask, or only if something hangs on them.
UNASKED = ("action", "attrition", "surrender", "isolation", "alliances")


class Watched(Table):
    def __init__(self, replay: Replay, state: State, scope: str, records: Sequence[Data]) -> None:
        super().__init__(state, scope, records)
        self.replay = replay

    def tell(self, kind: str, public: Data | None, **own: Data) -> None:
        super().tell(kind, public, **own)
        if kind == "battle dice" and public is not None:
            self.replay.total(public["totals"])
        if kind == "not done":
            self.replay.other(f"not done: {own}")
        self.replay.observe()

    def _chance(self, stream: str, asked: Data) -> tuple[list[int], Data | None]:
        if asked["what"] == "roll":
            values = self.replay.roll(asked["label"], asked["count"])
        elif asked["what"] == "open draw":
            values = [asked["items"].index(one) for one in self.replay.consuls()]
        else:
            ours = asked["label"].removeprefix("cards of ")
            seat = {v: k for k, v in SEATS.items()}[ours]
            pile = hidden.ZONES[ours].lying(self.state, hidden.ZONES[ours].pile)
            drawn = self.replay.draw(seat, asked["count"])
            values = [pile.index(one) for one in drawn]
        return values, {"scope": self._scope_path, "opening": 0, "number": 0}


def compare(path: Path) -> GameReport:
    """Replay one trace."""
    return Replay(read(path)).play()


__all__ = ["EXPECTED", "Replay", "compare", "files"]
