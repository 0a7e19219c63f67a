"""Windows: everybody who could react, by what is public, is asked at once.

The lines of all answers, the *offers*, are settled one after the other in the order of those who
are asked.  Each is judged when its turn comes: one that an earlier offer has made impossible is
never carried out, so rules do not meet it.  An answer holds for the whole window, however often
that repeats, unless it says ``ask again``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from referee.engine.action import Action, Problem
from referee.engine.request import Data, Request
from referee.engine.table import Unforeseen
from referee.engine.walk import Walk
from referee.engine.words import Answer, Line, Nothing, Number, word_of
from referee.proof.canonical import typed_digest

if TYPE_CHECKING:
    from referee.engine.table import Table

#: More rounds than any window has: each must use something up.
ROUNDS_AT_MOST = 100
#: Where a seat's own part keeps what it has said of windows of a kind: [span, reactions left].
SPANS = "windows"
#: Instead of reactions left: ``never``.  It leaves what other answers of the seat offer now.
_NONE = -1

PASS, NEVER, AT_MOST, AGAIN = "pass", "never", "at most", "ask again"


class _Said(Action[Walk]):
    """A word that the window itself reads."""

    async def does(self) -> None:
        """Nothing."""


class _Pass(_Said):
    """No reaction."""

    word, takes = PASS, Nothing()


class _Never(_Said):
    """None in this window, nor in others of the kind in the same span."""

    word, takes = NEVER, Nothing()


class _AtMost(_Said):
    """So many reactions at most in windows of the kind in the same span."""

    word, takes = AT_MOST, Number(1, 99)


class _Again(_Said):
    """To be asked again when something has happened."""

    word, takes = AGAIN, Nothing()


class Reacting(Walk):
    """The lines of a reaction: each is judged as if it came first, for any of them may."""

    async def _line(self, line: Line) -> None:
        """Each on a copy of its own."""
        if self.judged is None:
            await super()._line(line)
            return
        twin = self.on_copy(self.request, self.view)
        twin.judged, twin.lines, twin.number = self.judged, self.lines, self.number
        with suppress(Unforeseen):
            await super(Reacting, twin)._line(line)

    def whole(self) -> Iterable[Problem]:
        """``pass`` and ``never`` stand alone."""
        words = [word_of(line) for line in self.lines]
        if len(words) > 1 and {PASS, NEVER} & {*words}:
            yield Problem(f"'{PASS}' and '{NEVER}' stand alone", "", "leave out the other lines")


class Reaction(Request):
    """What a seat is asked in a window; its actions are the reactions there are.

    span (of args, if it has one): how long ``never`` and ``at most`` hold, by name (a game turn,
    a battle); without, for this window."""

    walk: ClassVar[type[Walk]] = Reacting

    def __init_subclass__(cls) -> None:
        if "actions" in vars(cls):
            built_in: Sequence[type[Action[Any]]] = (_Pass, _Never, _AtMost, _Again)
            cls.actions = (*cls.actions, *built_in)
        super().__init_subclass__()


class Offer(NamedTuple):
    """One line of one answer, and its number there."""

    request: Reaction
    line: Line
    number: int

    @property
    def word(self) -> str:
        """Its word."""
        return word_of(self.line)

    @property
    def value(self) -> Any:
        """Its value."""
        return self.line[self.word]


class Settled(NamedTuple):
    """What became of an offer: done, or void as something had made it impossible."""

    offer: Offer
    done: bool


Could = Callable[[Data], Sequence[Reaction]]
Over = Callable[[Data], bool]
Opened = Callable[[Sequence[Offer]], Awaitable[Sequence[Offer]]]


@dataclass
class _Held:
    """What is left of an answer: its lines in order, as `Offer`s; again: whether its seat wants to
    be asked again; left: reactions that it still allows; why: what stood in the way of a line, by
    its number."""

    seat: str
    lines: list[Offer]
    again: bool = False
    left: int = 99
    why: dict[int, Problem] = field(default_factory=dict)


@dataclass
class _Window:
    """A window while it is open."""

    table: Table
    held: dict[str, _Held] = field(default_factory=dict)
    settled: list[Settled] = field(default_factory=list)

    async def ask(self, requests: Sequence[Reaction]) -> None:
        """Ask those that have not answered, or want to be asked again."""
        fresh = [request for request in requests if self._open(request)]
        for request, answer in zip(fresh, await _answers(self.table, fresh), strict=True):
            self.held[_key(request)] = _read(self.table, request, answer)

    def _open(self, request: Reaction) -> bool:
        held = self.held.get(_key(request))
        return held is None or (held.again and bool(self.settled))

    def offers(self, requests: Sequence[Reaction]) -> list[Offer]:
        """All lines that are on offer, in the order of those who are asked."""
        return [offer for request in requests for offer in self.held[_key(request)].lines]

    async def settle(self, offer: Offer, void: bool) -> bool:
        """Carry an offer out if it is possible now; whether it was.

        void: whether one that is not is used up; otherwise it stays for another round."""
        held = self.held[_key(offer.request)]
        if held.left < 1 or _left(self.table, offer.request) == 0:
            return False
        walk = offer.request.walk(offer.request, self.table)
        problem = await walk.attempt(offer.line, offer.number)
        if problem is None:
            held.left -= 1
            held.why.pop(offer.number, None)
            _count(self.table, offer.request)
        else:
            held.why[offer.number] = problem
        if problem is None or void:
            held.lines.remove(offer)
            self.settled.append(Settled(offer, problem is None))
        return problem is None

    def close(self) -> list[Settled]:
        """Tell each seat what of its answer was not done; what was settled."""
        for held in self.held.values():
            for number, problem in sorted(held.why.items()):
                told = {"line": number + 1, "reason": problem.reason, "rule": problem.rule}
                self.table.tell("not done", None, **{held.seat: told})
        return self.settled


async def window(
    table: Table,
    could: Could,
    *,
    repeats: bool = False,
    announced: Opened | None = None,
    over: Over = lambda public: False,
) -> list[Settled]:
    """Open a window; what was settled, in that order.

    could: those who could react, by the public part alone, in the order in which they do; called
    again for each round.  repeats: whether there is another round as long as something was done in
    the last one.  announced: given all offers before any is settled, to tell of them, and gives
    them back in the order in which they are settled (it may ask for that); offers that are void
    then count, otherwise nobody learns of them.  over: whether nothing is left to react to.
    RuntimeError for a window without an end."""
    opened = _Window(table)
    for _ in range(ROUNDS_AT_MOST):
        requests = could(table.public)
        if not requests or over(table.public):
            return opened.close()
        if table.rehearsing:
            table.unsure = True
            return []
        if not await _round(opened, requests, announced, over) or not repeats:
            return opened.close()
    raise RuntimeError(f"a window of more than {ROUNDS_AT_MOST} rounds")


async def _round(
    opened: _Window, requests: Sequence[Reaction], announced: Opened | None, over: Over
) -> bool:
    """One round of a window; whether anything was done."""
    await opened.ask(requests)
    offers: Sequence[Offer] = opened.offers(requests)
    if announced is not None:
        offers = await announced(offers)
    done = False
    for offer in offers:
        if not over(opened.table.public):
            done = await opened.settle(offer, announced is not None) or done
    return done


def _key(request: Reaction) -> str:
    return typed_digest(request.data())


async def _answers(table: Table, requests: Sequence[Reaction]) -> list[Answer]:
    """The answers of all; of those who have said ``never``, nothing, unasked."""
    open_to = [_left(table, request) > 0 for request in requests]
    asked = [request for request, may in zip(requests, open_to, strict=True) if may]
    given = iter(await table.ask_all(asked) if asked else [])
    return [next(given) if may else [] for may in open_to]


def _read(table: Table, request: Reaction, answer: Answer) -> _Held:
    """What an answer says, its limits written down for the span."""
    words: dict[str, Any] = {word_of(line): line[word_of(line)] for line in answer}
    if NEVER in words or AT_MOST in words:
        _limit(table, request, words.get(AT_MOST, _NONE))
    offers = [Offer(request, line, number) for number, line in enumerate(answer)]
    offers = [offer for offer in offers if offer.word not in (PASS, NEVER, AT_MOST, AGAIN)]
    return _Held(request.seat, offers, AGAIN in words, words.get(AT_MOST, 99))


def _said(table: Table, request: Reaction) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = table.state["seats"][request.seat].setdefault(SPANS, {})
    return found


def _left(table: Table, request: Reaction) -> int:
    """How many reactions of this kind the seat still allows itself in the span."""
    span, left = table.state["seats"][request.seat].get(SPANS, {}).get(request.kind, ["", 0])
    return left if "span" in request.args and request.args["span"] == span else 99


def _limit(table: Table, request: Reaction, most: int) -> None:
    if "span" in request.args:
        _said(table, request)[request.kind] = [request.args["span"], most]


def _count(table: Table, request: Reaction) -> None:
    limit = table.state["seats"][request.seat].get(SPANS, {}).get(request.kind)
    if limit and limit[0] == request.args.get("span") and limit[1] > 0:
        limit[1] -= 1
