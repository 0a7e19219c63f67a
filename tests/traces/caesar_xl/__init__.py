"""Caesar XL: games that another implementation has played, decision by decision, by our rules.

Our requests take many lines at once: they are answered with one line and ``look``, so that we are
asked again.  At each request our position is that of the trace; those between, which follow a
choice within a line of ours, are come through in that order.  What each choice offers is compared
with what our request would take, and where the trace asks nothing we must have one answer alone.
Dice and cards fall as the trace says, and each for the same purpose.  After a difference our
position is set to the trace's, and the game goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.table import Table
from referee.engine.words import Answer
from referee.lab.scripted import OutOfDice
from tests.rules.caesar_xl.adapter import (
    Fallen,
    Loss,
    Losses,
    board,
    hidden,
    hit,
    position,
    ruleset,
)
from tests.traces.base import GameReport, TraceDice
from tests.traces.caesar_xl import format as form
from tests.traces.caesar_xl.answers import Answers, Astray, Cursor
from tests.traces.caesar_xl.expected import EXPECTED, FLEETS
from tests.traces.caesar_xl.format import Data, Trace, files, position_of, read
from tests.traces.caesar_xl.offers import Offers

#: More differences than this in one game mean that the replay has gone astray.
OTHERS_AT_MOST = 20


class FragmentEnds(Exception):
    """A fragment is at its end, and our game would go on."""


class Replay:
    """One game under way.

    passed: positions that ours came through since the last request; due: those that the trace
    came through, which must be found among them, each with its step."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.report = GameReport(trace.name, len(trace.steps))
        self.state = form.set_up(trace)
        self.cursor = Cursor(trace, self.other)
        self.answers = Answers(self.cursor, self.report)
        self.log = [*trace.log, *(entry for step in trace.steps for entry in step.log)]
        self.dice = TraceDice(self.draw)
        self.dice.rolled = self.rolled  # type: ignore[method-assign]
        self.game: Game | None = None
        self.passed: list[Data] = []
        self.logged: list[form.Entry] = []

    def other(self, text: str) -> None:
        """A difference that nobody expects."""
        step = self.cursor.peek()
        when = f"step {step.number} {step.kind}" if step else "the end"
        self.report.other.append(f"{when}: {text}")
        if len(self.report.other) > OTHERS_AT_MOST:
            raise Astray

    def play(self) -> GameReport:
        """Replay it all."""
        game = self.game = Game(ruleset.rules, self.state, keep=False)
        game.sits = self.sits
        try:
            over = game.run(self.dice, self.supply).over
        except FragmentEnds:
            game.close()
            self.end(over=False)
        except (Astray, OutOfDice) as trouble:
            if text := str(trouble):
                self.report.other.append(text)
            self.report.other.append("the replay is given up here")
            game.close()
        else:
            self.end(over)
        return self.report

    def end(self, over: bool) -> None:
        """4 The same end, with nothing left; a fragment ends where we are asked on."""
        self.compare("end", exactly=bool(self.trace.end))
        if step := self.cursor.peek():
            self.report.other.append(f"our game is over, the trace has step {step.number}")
        end = self.trace.end
        if end and not over:
            self.report.other.append("the trace is over, our game goes on")
        if end:
            values = {seat: self.value(seat) for seat in board.SEATS}
            if values != end["city_value"]:
                self.report.other.append(f"cities {values}, the trace has {end['city_value']}")
            if len(self.logged) != len(self.log):
                self.report.other.append("dice and draws of the trace are left")

    def value(self, seat: str) -> int:
        """5.4 The value of a player's cities."""
        return position.city_value(self.state["public"], seat)

    # What happens at our table.

    def sits(self, state: Data, scope: str, records: Sequence[Data]) -> Table:
        """A table that is watched."""
        return _Watched(self, state, scope, records)

    def told(self, event: Data) -> None:
        """Something has happened: the same as in the trace, and a position more."""
        if entry := form.entry_of(event):
            number = len(self.logged)
            if self.ended(number):
                raise FragmentEnds
            self.logged.append(entry)
            wanted = self.log[number] if number < len(self.log) else None
            if not form.same(entry, self.cursor.renamed(wanted)):
                self.other(f"{entry}, the trace has {wanted}")
        self.passed.append(position_of(self.state))

    def asks(self, request: Request) -> None:
        """A request, forced or not, before it is answered."""
        self.passed.append(position_of(self.state))
        if isinstance(request, Losses):
            self.lose(request)

    def lose(self, request: Losses) -> None:
        """10.4, 12.1, A2 The trace asks for one after the other, and shows what is left each time:
        these positions ours comes through at once."""
        offers = Offers(request, View(request.seat, self.state["public"], {}))
        wish = self.answers.losses(request, offers)
        self.passed += steps_of(request, self.state, wish)

    def rolled(self, count: int, faces: int) -> list[int]:
        """The next dice of the trace."""
        entry = self.next_entry("dice", f"{count} dice are rolled")
        if len(entry[3]) != count:
            raise OutOfDice(f"{count} dice are rolled, the trace has {entry}")
        return list(entry[3])

    def next_entry(self, what: str, told: str) -> form.Entry:
        """The entry of the log that comes now; raises OutOfDice if it is another."""
        number = len(self.logged)
        if self.ended(number):
            raise FragmentEnds
        entry = self.log[number] if number < len(self.log) else ("nothing",)
        if entry[0] != what:
            raise OutOfDice(f"{told}, the trace has {entry}")
        return entry

    def ended(self, number: int) -> bool:
        """Whether so many entries of the log are all that a fragment has."""
        return number == len(self.log) and not self.cursor.peek() and not self.trace.end

    def draw(self, path: str, k: int, m: int) -> list[int]:
        """The card that the trace draws."""
        entry = self.next_entry("draw", f"{k} of {m} cards are drawn")
        card, deck = self.cursor.card(entry[2]), hidden.CARDS.lying(self.state, hidden.CARDS.pile)
        if card not in deck:
            raise OutOfDice(f"{card} is not in our deck")
        return [deck.index(card)]

    # Requests.

    def supply(
        self, requests: Sequence[Request], view: Callable[[str], View]
    ) -> list[Answer] | None:
        """Answer from the trace; None at the end of a fragment."""
        (request,) = requests
        if self.cursor.peek() is None and not self.trace.end and self.reached():
            return None
        offers = Offers(request, view(request.seat))
        if request.kind == "supply":
            self.answers.unsaved(offers, position_of(self.state))
        if not isinstance(request, Losses) and self.answers.decides(request, offers):
            self.compare(self.state["public"]["phase"])
            if request.kind in ("cards", "turn", "supply"):
                self.answers.between = []  # another line
            offers = Offers(request, view(request.seat))
        answer = self.answers.answer(request, offers)
        faults = request.judge(offers.view, answer).faults
        if faults:
            told = "; ".join(f"{fault.rule}: {fault.reason}" for fault in faults)
            self.other(f"{request.kind}: refused {answer}: {told}")
        return [answer]

    def reached(self) -> bool:
        """Whether ours has come through the last position of a fragment."""
        return self.cursor.position_now() in [*self.passed, position_of(self.state)]

    def compare(self, part: str, exactly: bool = True) -> None:
        """Our position is the trace's, if it should be exactly; those that it has come through are
        among ours, in their order."""
        wanted = self.cursor.position_now()
        here = position_of(self.state)
        if wanted["ending"]:  # ours has no phase any more
            here["phase"] = wanted["phase"]
        found = list(form.differences(here, wanted)) if exactly else []
        if found and not self.between(wanted):
            self.other("; ".join(found))
            form.align(self.state, wanted)
        at = 0
        for step, there in self.cursor.take_due():
            at = self.find(step, there, at) if there != here else at
            self.report.count(part)
        self.passed = [here]

    def find(self, step: form.Step, wanted: Data, at: int) -> int:
        """The number of a position, among those come through, that the trace has after a step."""
        for number in range(at, len(self.passed)):
            if self.passed[number] == wanted:
                return number
        if not self.between(wanted):
            told = "; ".join(form.differences(self.passed[at], wanted))
            self.other(f"after step {step.number} {step.kind} ours never was there: {told}")
        return at

    def between(self, wanted: Data) -> bool:
        """Whether a position is one that only the trace has, within a line of ours."""
        reason = next((why for there, why in self.answers.between if there == wanted), "")
        if reason:
            self.report.expect(reason)
        return bool(reason)


class _Watched(Table):
    """A table that tells a replay of all that happens at it."""

    def __init__(self, replay: Replay, state: Data, scope: str, records: Sequence[Data]) -> None:
        super().__init__(state, scope, records)
        self.replay = replay

    def tell(self, kind: str, public: Data | None, **own: Data) -> None:
        super().tell(kind, public, **own)
        self.replay.told(self.events[-1])

    async def ask_all(self, requests: Sequence[Any]) -> list[Answer]:
        for request in requests:
            self.replay.asks(request)
        return await super().ask_all(requests)


def steps_of(request: Losses, state: Data, wish: Sequence[str]) -> list[Data]:
    """Positions while pieces are turned over and lost, one after the other."""
    public = state["public"]
    able, here = request.able(public), position_of(state)
    if isinstance(request, Loss):
        hits, spared = request.args["hits"], request.args["spared"]
        numbers = range(1, hits + 1)
        return [_fallen(here, hit(public, able, n, wish, spared)) for n in numbers]
    lost = request.fallen(public, wish).lost
    return [_fallen(here, Fallen((), lost[: n + 1])) for n in range(len(lost))]


def _fallen(here: Data, fallen: Fallen) -> Data:
    """A position without those that are lost."""
    pieces = dict(here["pieces"])
    for key in fallen.turned:
        owner, what, _, at = pieces[key]
        pieces[key] = [owner, what, "regular", at]
    for key in fallen.lost:
        del pieces[key]
    discard = sorted([*here["discard"], *(key for key in fallen.lost if key in board.LEADERS)])
    out = sorted([*here["out"], *(key for key in fallen.lost if key in board.SEATS)])
    return {**here, "pieces": pieces, "discard": discard, "out": out}


def compare(path: Path) -> GameReport:
    """Replay one trace."""
    return Replay(read(path)).play()


__all__ = ["EXPECTED", "FLEETS", "Replay", "compare", "files"]
