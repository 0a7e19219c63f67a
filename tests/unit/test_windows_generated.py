"""Windows by generation: whatever two to four seats answer, an action is never carried out where it
is impossible, limits hold, and of every line its owner knows what became of it.

Actions here refuse to be carried out where they are not legal, and a second book is kept of all
that was said and done."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest

from referee.engine.action import Action, Problem
from referee.engine.plain import copied
from referee.engine.request import Data, Quantity
from referee.engine.table import Ask, Table
from referee.engine.window import (
    AGAIN,
    AT_MOST,
    NEVER,
    PASS,
    Offer,
    Reacting,
    Reaction,
    _Window,
    window,
)
from referee.engine.words import Answer, Line, Name, Nothing, Number, word_of

SEATS = ("red", "blue", "green", "black")
CARDS = ("ace", "king", "halt")
SAID = (PASS, NEVER, AT_MOST, AGAIN)


class Impossible(AssertionError):
    """An action was carried out where it is not legal."""


class Reach(Reacting):
    quantities: ClassVar[Mapping[str, Quantity]] = {"heap": Quantity("coins in the heap")}

    def measure(self) -> Mapping[str, int]:
        return {"heap": self.public["heap"]}


class Act(Action[Reach]):
    """What is done is written into the book of its request; never twice, never in vain."""

    async def does(self) -> None:
        if found := [problem.reason for problem in self.problems()]:
            raise Impossible(found)
        request: Any = self.walk.request
        if not self.walk.rehearsing:
            request.book.done(request, self.walk.number)
        await self.change()

    async def change(self) -> None:
        """The position afterwards."""


class Take(Act):
    word, takes = "take", Number(1, 4)

    def obstacle(self) -> Problem | None:
        left = self.public["heap"]
        return Problem("so many are not there", "1") if self.value > left else None

    async def change(self) -> None:
        self.public["heap"] -= self.value
        if not self.walk.rehearsing:
            self.table.tell("takes", {"seat": self.seat, "coins": self.value})


class Play(Act):
    """Nobody plays what was played last; a halt ends the matter, a king asks the others."""

    word, takes = "play", Name("card")

    def obstacle(self) -> Problem | None:
        if self.value not in self.own["hand"]:
            return Problem("not in your hand", "2")
        if self.public["played"][-1:] == [self.value]:
            return Problem("it was played last", "2")
        return Problem("all is over", "2") if self.public["halted"] else None

    async def change(self) -> None:
        self.own["hand"].remove(self.value)
        self.public["played"].append(self.value)
        self.public["halted"] = self.value == "halt"
        if not self.walk.rehearsing:
            self.table.tell("plays", {"seat": self.seat, "card": self.value})
        request: Any = self.walk.request
        if self.value == "king" and request.depth < 2:
            others = [seat for seat in request.book.seats if seat != self.seat]
            await request.book.open(self.table, others, request.depth + 1)


class Give(Act):
    word, takes = "give", Nothing()

    async def change(self) -> None:
        self.public["heap"] += 1


class Asked(Reaction):
    """args: slot, and perhaps span."""

    kind, rule, walk = "asked", "1", Reach
    actions: ClassVar[Sequence[type[Action[Any]]]] = (Take, Play, Give)
    #: not of its plain form: the book that is kept, which window it is of, how deep that is nested
    book: Book
    window, depth, number = 0, 0, 0

    def title(self, reader: str = "") -> str:
        return f"question {self.number}"


@dataclass
class Given:
    """An answer: who gave it, its lines, and the numbers of those that were done."""

    request: Asked
    answer: Answer
    done: list[int] = field(default_factory=list)

    def words(self) -> list[str]:
        return [word_of(line) for line in self.answer]


class Book:
    """What was said and done in the windows of one game, kept apart from the engine's own count."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(f"windows {seed}")
        self.seats = SEATS[: self.chance.randint(2, 4)]
        hands = {s: self.chance.choices(CARDS, k=self.chance.randint(0, 4)) for s in self.seats}
        heap = self.chance.randint(0, 6)
        self.table = Table(
            {
                "public": {"heap": heap, "played": [], "halted": False, "rounds": 0},
                "seats": {seat: {"hand": hand} for seat, hand in hands.items()},
                "sealed": {},
            },
            "windows",
        )
        self.given: list[Given] = []
        self.log: list[tuple[Asked, int]] = []
        self.windows = 0
        #: where limits hold -> how many at most (never: None), and how many were done
        self.most: dict[tuple[str, object], int | None] = {}
        self.count: dict[tuple[str, object], int] = {}
        #: (window, question) -> how much had been done when it was asked last, and whether again
        self.last: dict[tuple[int, str], tuple[int, bool]] = {}

    # -- opening windows

    async def open(self, table: Table, seats: Sequence[str], depth: int) -> None:
        """A window of some sort for these seats."""
        self.windows += 1
        mine, chance = self.windows, self.chance
        span, once = chance.choice(["", "", "1", "2"]), chance.random() < 0.3
        slots = {seat: chance.randint(1, 2) for seat in seats}
        order = list(seats)
        chance.shuffle(order)

        def could(public: Data) -> list[Asked]:
            able = [seat for seat in order if public["heap"] or seat != order[-1]]
            asked = [self._asked(s, n, span) for s in able for n in range(slots[s])]
            for request in asked:
                request.window, request.depth, request.once = mine, depth, once  # type: ignore[misc]
            return asked

        await window(
            table,
            could,
            repeats=chance.random() < 0.6,
            announced=self._announced(table) if chance.random() < 0.3 else None,
            over=lambda public: bool(public["halted"]),
        )

    def _asked(self, seat: str, slot: int, span: str) -> Asked:
        request = Asked(seat, slot=slot, span=span) if span else Asked(seat, slot=slot)
        request.book = self
        return request

    def _announced(self, table: Table) -> Callable[[Sequence[Offer]], Awaitable[Sequence[Offer]]]:
        async def found(offers: Sequence[Offer]) -> Sequence[Offer]:
            table.tell("announced", {"count": len(offers)})
            return self.chance.sample(list(offers), len(offers))

        return found

    def play(self) -> None:
        """Some windows, one after the other."""
        for _ in range(self.chance.randint(2, 5)):
            self.table.public["halted"] = False
            self._drive(self.open(self.table, self.seats, 0))

    def _drive(self, code: Any) -> None:
        given: Any = None
        while True:
            try:
                ask: Ask = code.send(given)
            except StopIteration:
                return
            assert ask.requests
            for request in ask.requests:
                self._may_be_asked(request)
            given = [copied(self._answer(request)) for request in ask.requests]

    # -- answering

    def _answer(self, request: Asked) -> Answer:
        """Some lines that are legal now."""
        request.number = len(self.given) + 1
        view = self.table.view(request.seat)
        for _ in range(20):
            answer = self._lines()
            if not request.judge(view, answer).faults:
                self._said(request, answer)
                return answer
        self._said(request, [])
        return []

    def _lines(self) -> Answer:
        chance = self.chance
        if chance.random() < 0.15:
            return [{chance.choice((PASS, NEVER)): {}}]
        lines: Answer = [self._line() for _ in range(chance.randint(0, 4))]
        if chance.random() < 0.3:
            lines.insert(chance.randint(0, len(lines)), {AT_MOST: chance.randint(1, 3)})
        if chance.random() < 0.3:
            lines.append({AGAIN: {}})
        return lines

    def _line(self) -> Line:
        chance = self.chance
        kinds: list[Line] = [{"take": chance.randint(1, 3)}, {"play": chance.choice(CARDS)}]
        line = chance.choice([*kinds, kinds[1], {"give": {}}] if chance.random() < 0.5 else kinds)
        if chance.random() < 0.2:
            condition = [["heap", chance.choice((">=", "<")), chance.randint(0, 4)]]
            line = {**line, "if": condition, "else": "skip"}
        return line

    # -- the book

    def _where(self, request: Asked) -> tuple[str, object]:
        return request.seat, request.args.get("span", request.window)

    def _may_be_asked(self, request: Asked) -> None:
        """Not after `never`, nor when as many were done as are allowed; twice in a window only if
        that was wished and something has been done since."""
        most = self.most.get(self._where(request), 999)
        assert most is not None and self.count.get(self._where(request), 0) < most
        key = (request.window, f"{request.seat} {request.args['slot']}")
        if key in self.last:
            before, again = self.last[key]
            assert again and len(self.log) > before

    def _said(self, request: Asked, answer: Answer) -> None:
        made = Given(request, answer)
        words = made.words()
        if NEVER in words:
            self.most[self._where(request)] = None
        for line in answer:
            if AT_MOST in line and self.most.get(self._where(request), 0) is not None:
                most: Any = line[AT_MOST]
                self.most[self._where(request)] = most
        key = (request.window, f"{request.seat} {request.args['slot']}")
        self.last[key] = (len(self.log), AGAIN in words)
        self.given.append(made)

    def done(self, request: Asked, number: int) -> None:
        """An action is carried out: its line was offered, once, and its owner allows it."""
        where = self._where(request)
        (made,) = [one for one in self.given if one.request is request]
        assert number not in made.done, "a line is done once"
        assert made.words()[number] not in SAID
        assert not (request.once and self._done_in_window(request))
        made.done.append(number)
        self.count[where] = self.count.get(where, 0) + 1
        most = self.most.get(where, 999)
        assert most is None or self.count[where] <= most
        self.log.append((request, number))

    def _done_in_window(self, request: Asked) -> bool:
        """Whether anything was done by this question before, in its window."""
        place = (request.window, request.seat, request.args["slot"])
        return place in [(r.window, r.seat, r.args["slot"]) for r, _ in self.log]

    def left(self) -> Iterable[tuple[Given, int]]:
        """The lines that were offered and not done."""
        for made in self.given:
            for number, word in enumerate(made.words()):
                if word not in SAID and number not in made.done:
                    yield made, number

    def told(self) -> set[tuple[str, str, int]]:
        """What each seat alone was told of: question, number of the line."""
        found = set()
        for event in self.table.events:
            if event["kind"] == "not done":
                assert event["public"] is None
                ((seat, note),) = event["own"].items()
                assert note["reason"]
                entry = (seat, note["on"], note["line"] - 1)
                assert entry not in found, "told once"
                found.add(entry)
        return found


def played(seed: int) -> Book:
    book = Book(seed)
    book.play()
    return book


def test_whatever_is_answered_nothing_impossible_is_carried_out_and_limits_hold() -> None:
    """`Impossible`, and what the book asserts, would come up in here."""
    books = [played(seed) for seed in range(250)]
    assert {len(book.seats) for book in books} == {2, 3, 4}
    assert sum(len(book.log) for book in books) > 900
    assert sum(book.windows for book in books) > 900, "some within others"
    stale = [made for book in books for made, _ in book.left()]
    assert len(stale) > 300, "many were legal when they were offered, and no more at their turn"


def test_of_every_line_its_owner_knows_what_became_of_it() -> None:
    """Done, which all see; not done, which its owner is told; or behind as many as it allows."""
    silent = 0
    for seed in range(150):
        book = played(seed)
        told = book.told()
        for made, number in book.left():
            entry = (made.request.seat, made.request.title(), number)
            if entry in told:
                told.remove(entry)
            else:
                assert made.done, "an answer of which nothing was done is told of"
                silent += 1
        assert not told, "nothing else is told of"
    assert silent


@pytest.mark.parametrize("fault", ["not judged again", "limits are forgotten", "all wishes"])
def test_faults_of_a_window_are_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A window that carries out what it was given, or loses count, does not get through."""

    async def attempt(self: Reach, line: Line, number: int = 0) -> Problem | None:
        self.lines, self.number = [{}] * number + [line], number
        await self._action(line).does()
        return None

    counted = _Window._done
    if fault == "not judged again":
        monkeypatch.setattr(Reach, "attempt", attempt)
    elif fault == "limits are forgotten":
        monkeypatch.setattr("referee.engine.window._Limits.left", 99)
    else:
        monkeypatch.setattr(
            _Window, "_done", lambda self, *what: counted(self, *what) or self.spent.clear()
        )
    with pytest.raises(AssertionError):
        for seed in range(50):
            played(seed)
