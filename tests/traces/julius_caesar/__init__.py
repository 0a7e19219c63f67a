"""Julius Caesar: games of the public implementation that the facts name, through our rules.

At every question of ours the positions are compared, then it is answered with the choice that the
trace has.  Differences that the facts expect are counted; all others are told in words.  After a
difference our position is set to the trace's, and the game goes on.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.words import Answer
from referee.lab.scripted import OutOfDice
from tests.rules.julius_caesar.adapter import (
    LAST_ROUND,
    SEATS,
    board,
    events,
    legal,
    rounds,
    ruleset,
)
from tests.support.beside import sample
from tests.traces.base import GameReport, TraceDice, traces
from tests.traces.julius_caesar import answers as answers
from tests.traces.julius_caesar import state as states
from tests.traces.julius_caesar.expected import ACTS, EXPECTED, HOME, JUPITER, WINTER
from tests.traces.julius_caesar.format import (
    CARDS,
    DEAD,
    GAME,
    POOL,
    Basis,
    Trace,
    first_standing,
    read,
)
from tests.traces.julius_caesar.offers import Offers

Data = dict[str, Any]

#: More differences than this in one game mean that the replay has gone astray.
OTHERS_AT_MOST = 20

#: The part of the game that a choice belongs to, for the table.
_PARTS = {
    **dict.fromkeys(answers.CARD_STATES, "cards"),
    **dict.fromkeys(answers.COMMAND_STATES, "command"),
    **dict.fromkeys(("jupiter", "jupiter_to", "vulcan"), "event"),
    **dict.fromkeys(answers.BATTLE_STATES, "in battle"),
    **dict.fromkeys(("regroup", "regroup_to"), "battle"),
    **dict.fromkeys(answers.WINTER_STATES, "winter"),
    "pick_battle": "command",
}


class Mismatch(Exception):
    """Ours and theirs part; `blocks` that stand otherwise, or `text` that says what else."""

    def __init__(self, text: str, blocks: states.Differences | None = None) -> None:
        super().__init__(text)
        self.text, self.blocks = text, blocks or {}


class Astray(Exception):
    """A replay that cannot go on."""


class Replay:
    """One game under way; every: what can be chosen is compared at every so manieth choice."""

    def __init__(self, trace: Trace, every: int = 1) -> None:
        self.trace = trace
        self.cursor = answers.Cursor(trace, first_standing())
        self.report = GameReport(trace.name, len(trace.steps))
        defaults = {name: option.values[0] for name, option in ruleset.options.items()}
        self.state = ruleset.rules.setup("campaign", defaults)
        self.dice = TraceDice(self.draw)
        self.drawn: tuple[str, str] = ("", "")
        self.problem: Mismatch | None = None
        self.offers = Offers(self.cursor, self.report, every)

    def play(self) -> GameReport:
        """Replay it all."""
        try:
            self.run()
        except Astray:
            self.report.other.append("the replay is given up here")
        else:
            self.compare_end()
        return self.report

    def run(self) -> None:
        """Go on from one difference to the next, up to the end."""
        while True:
            game = Game(ruleset.rules, self.state, keep=False)
            try:
                outcome = game.run(self.dice, self.supply)
            except OutOfDice as error:
                self.problem = Mismatch(str(error))
                game.close()
            else:
                if outcome.over:
                    return
                game.close()
            assert self.problem is not None
            self.go_on(self.problem)

    # Answers.

    def supply(
        self, requests: Sequence[Request], view: Callable[[str], View]
    ) -> list[Answer] | None:
        """Answer from the trace; None once ours and theirs have parted."""
        try:
            self.catch_up(requests[0])
            self.compare()
            self.offers.open(requests, view)
            by_seat = self.answer(requests, view)
            given = [by_seat[request.seat] for request in requests]
            for request, answer in zip(requests, given, strict=True):
                faults = request.judge(view(request.seat), answer).faults
                if faults:
                    told = "; ".join(f"{fault.rule}: {fault.reason}" for fault in faults)
                    raise Mismatch(f"refused {answer}: {told}")
            return given
        except Mismatch as mismatch:
            self.problem = mismatch
            return None
        finally:
            self.cursor.watch = None

    def catch_up(self, request: Request) -> None:
        """Pass over choices that our rules have made without asking."""
        while not answers.belongs(self.cursor.peek(), request):
            step = self.cursor.peek()
            if step is None or not answers.silent(self.cursor):
                now = f"{step.state} of {step.seat}: {step.argument}" if step else "the end"
                raise Mismatch(f"{request.kind} is asked of {request.seat}, the trace has {now}")
            self.cursor.take()

    def answer(self, requests: Sequence[Request], view: Callable[[str], View]) -> dict[str, Answer]:
        """The trace's answers to these requests."""
        request, cursor, chance = requests[0], self.cursor, random.Random(0)
        match request.kind:
            case "cards":
                return answers.cards(cursor)
            case "winter" if cursor.peek() is None:
                return {r.seat: sample(ruleset, r, view(r.seat), chance) for r in requests}
            case "winter":
                return answers.winter(cursor)
        return {request.seat: self.answer_one(request, view(request.seat))}

    def answer_one(self, request: Request, view: View) -> Answer:
        """The trace's answer to a request that one seat gets."""
        cursor = self.cursor
        match request.kind:
            case "command":
                return answers.command(cursor, request.seat)
            case "jupiter":
                return self.jupiter(request.seat)
            case "vulcan":
                return [{"vulcan": cursor.take().argument}]
            case "next battle":
                return [{"battle": cursor.take().argument}]
            case "battle turn":
                return self.battle_turn(request)
            case "hits":
                basis = rounds.face_up(view.public["battle"], request.seat)
                landing = len(rounds.first_choice(basis, request.args["hits"]))
                return answers.hits(cursor, landing)
            case "regroup":
                return answers.regroup(cursor)
        raise Mismatch(f"{request.kind} is asked of {request.seat}")

    def battle_turn(self, request: Request) -> Answer:
        """7.2 One block acts."""
        step = self.cursor.peek()
        assert step is not None
        if step.round != request.args["round"] or step.argument not in request.args["blocks"]:
            asked = f"round {request.args['round']}: {request.args['blocks']} act"
            raise Mismatch(f"{asked}, the trace has round {step.round}: {step.argument}")
        answer, dice = answers.battle_turn(self.cursor)
        if dice:
            self.dice.rolls.append(list(dice))
        return answer

    def jupiter(self, seat: str) -> Answer:
        """Card Jupiter: where it is aimed, and what will be drawn."""
        answer, block = answers.jupiter(self.cursor, self.state["public"], seat)
        if answer:
            aim: Any = answer[0]["jupiter"]
            self.drawn = (aim["from"], block)
            if block == "cleopatra" and self.aimed_at_green(aim["from"], seat):
                self.report.expect(JUPITER)
        return answer

    def aimed_at_green(self, place: str, seat: str) -> bool:
        """Section 5 Whether the trace has named Pompey's own blocks, some of which are there, and
        has drawn Cleopatra among them; who names her colour gets her by our rules too."""
        step = self.cursor.last
        while step is not None and step.state != "jupiter":
            step = self.cursor.steps[step.number - 2]
        blocks = self.state["seats"][board.other(seat)]["blocks"]
        green = [b for b in blocks if blocks[b]["at"] == place and b != "cleopatra"]
        return bool(step and step.argument[1] == "pompey" and green)

    def draw(self, path: str, k: int, m: int) -> list[int]:
        """What is drawn: the cards of a year, or the block that Jupiter takes."""
        if path.endswith("/deal"):
            return self.deal(self.state["public"]["year"])
        place, block = self.drawn
        seat = next(s for s in SEATS if block in self.state["seats"][s]["blocks"])
        table: Any = self  # has the State, which is all that is read
        items = events.alike(table, seat, place, board.BLOCKS[block].colour)
        if len(items) != m:
            raise OutOfDice(f"drawn among {m}, not {len(items)}")
        return [items.index(block)]

    def deal(self, year: int) -> list[int]:
        """2.1 Numbers of the cards dealt, counted in our deck."""
        deck = list(board.deck(events=True))
        picked = []
        for hand in self.trace.deals[year - board.CARDS["years"][0]]:
            for card in hand:
                at = deck.index(CARDS[card])
                deck[at] = ""
                picked.append(at)
        return picked

    # Comparing.

    def compare(self) -> None:
        """Positions and points must agree."""
        found = states.differences(self.state, self.cursor.position)
        # A block without a way out is lost by ours before the others of its letter are asked.
        self.offers.lost = [b for b, pair in found.items() if self.lost_early(b, pair)]
        found = {b: pair for b, pair in found.items() if b not in self.offers.lost}
        if found:
            raise Mismatch("", found)
        points = tuple(legal.points(self.state["public"], seat) for seat in SEATS)
        if self.cursor.next and points != self.cursor.points and not self.offers.lost:
            raise Mismatch(f"points {points}, the trace has {self.cursor.points}")
        last = self.cursor.last
        self.report.count(_PARTS[last.state] if last else "start")

    def lost_early(self, block: str, pair: tuple[Basis, Basis]) -> bool:
        """7.6, rulings 37 and 56 Whether a block is out of the battle by ours already, and by the
        trace as soon as it is its turn."""
        battle = self.state["public"]["battle"]
        (seat, place, _), theirs = pair
        if not battle or battle["round"] != LAST_ROUND or theirs[1] != battle["place"]:
            return False
        out = place == DEAD or seat != theirs[0]
        return out and theirs[0] == battle["attacker"] and self.cursor.lost_next(block)

    def compare_end(self) -> None:
        """1.2 Who has won, with how many points, at the same time."""
        public, end = self.state["public"], self.trace.end
        while self.cursor.peek() is not None and answers.silent(self.cursor):
            self.cursor.take()
        if self.cursor.peek() is not None:
            self.report.other.append("our game is over, the trace goes on")
        found = states.differences(self.state, self.cursor.position)
        late = [b for b, (ours, theirs) in found.items() if not _of_winter(ours[1], theirs[1])]
        if late:
            self.report.other.append(f"at the end {late} stand otherwise")
        elif found:
            self.report.expect(WINTER)
        winner = {"Caesar": "caesar", "Pompeius": "pompey", "Draw": None}[end["winner"]]
        ours = (public["result"]["winner"], [legal.points(public, seat) for seat in SEATS])
        if ours != (winner, end["vp"]):
            self.report.other.append(f"the end: {ours}, the trace has {winner}, {end['vp']}")
        self.report.count("end")

    # After a difference.

    def go_on(self, problem: Mismatch) -> None:
        """Note a difference, and set our position to the trace's."""
        if len(self.report.other) > OTHERS_AT_MOST:
            raise Astray(self.report.other)
        self.dice.rolls = []
        battle = self.state["public"]["battle"]
        if problem.blocks:
            self.note(problem)
            states.align(self.state, self.cursor.position)
        elif battle and self.captive_acts(battle):
            self.report.expect(ACTS)
            battle["blocks"]["cleopatra"]["acted"] = False
        else:
            self.note(problem)
            self.leave_battle()

    def captive_acts(self, battle: Data) -> bool:
        """Ruling 29 Whether the trace lets Cleopatra act in the round of her capture."""
        step, shown = self.cursor.peek(), battle["blocks"].get("cleopatra")
        beaten = self.cursor.moved_last("cleopatra")
        return bool(
            shown
            and shown["acted"]
            and step is not None
            and beaten is not None
            and beaten.moved["cleopatra"][0] == step.seat
            and (beaten.state, beaten.round) in _beaten_in(battle["round"])
            and (step.state, step.argument, step.round)
            == ("battle_round", "cleopatra", battle["round"])
            and step.seat == shown["player"]
        )

    def note(self, problem: Mismatch) -> None:
        """Count a difference that the facts expect, or tell of it."""
        if list(problem.blocks) == ["cleopatra"] and self.given_away(*problem.blocks["cleopatra"]):
            self.report.expect(HOME)
            return
        when = "{year}/{turn} {phase}".format(**self.state["public"])
        blocks = [
            f"{b} {mine}, the trace has {their}" for b, (mine, their) in problem.blocks.items()
        ]
        told = "; ".join([*([problem.text] if problem.text else []), *blocks])
        self.report.other.append(f"step {self.cursor.next + 1}, {when}: {told}")

    def given_away(self, ours: Basis, theirs: Basis) -> bool:
        """Ruling 49 Whether Cleopatra, who was Caesar's and elsewhere, has come home in winter to
        an Alexandria in which nobody stood, and is Pompey's by the trace alone."""
        sent = self.cursor.moved_last("cleopatra")
        if self.state["public"]["phase"] != "winter" or sent is None:
            return False
        stood = self.cursor.before(sent)
        seat, place, points = stood.pop("cleopatra")
        empty = not any(at == "alexandria" for _, at, _ in stood.values())
        wanted = [(owner, "alexandria", points) for owner in SEATS]
        return (
            (seat == "caesar" and place != "alexandria" and empty)
            and [ours, theirs] == wanted
            and sent.moved["cleopatra"] == theirs
        )

    def leave_battle(self) -> None:
        """Pass over the rest of the battle under way; a difference elsewhere ends the replay."""
        if not self.state["public"]["battle"]:
            raise Astray(self.report.other)
        for _ in self.cursor.while_in(answers.BATTLE_STATES):
            pass
        states.align(self.state, self.cursor.position)
        states.drop_battle(self.state)


def _beaten_in(number: int) -> list[tuple[str, int]]:
    """What beats Cleopatra in a round of battle: hits, and disruption as round 2 begins, which the
    last choice of round 1 brings."""
    return [("battle_hits", number), ("battle_round", number), ("battle_round", number - 1)]


def _of_winter(ours: str, theirs: str) -> bool:
    """8.2, 8.3 Whether a block is a fleet that has yet to go home, or was not fed."""
    at_sea = theirs in board.PLACES and board.PLACES[theirs].is_sea
    return at_sea or ours == POOL


def files(folder: Path) -> list[Path]:
    """The traces in a folder, in either form."""
    return traces(folder, GAME)


def compare(path: Path, every: int = 1) -> GameReport:
    """Replay one trace; what can be chosen is compared at every so manieth choice."""
    return Replay(read(path), every).play()


__all__ = ["ACTS", "EXPECTED", "HOME", "compare", "files"]
