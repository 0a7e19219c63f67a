"""Windows: everyone who could react, by public information, is asked at once.

The lines of all answers, the *offers*, are settled one after the other, in the order of those who
are asked.  Each is judged when its turn comes.  One that an earlier offer has made impossible is
never carried out, so rules never meet it, and only its owner is told why.  An answer holds for the
whole window, however often that repeats, unless it says ``ask again``.

``at most`` counts what was carried out, not what was offered.  A seat that has done that much is
not asked any more, so everyone must see that a reaction was carried out, if not which.

Advance orders, and the times of a standing order, are used up when they answer, whether or not
anything is carried out.  If they came back, the seats that the game waits for next would show
whether an answer was an offer that came to nothing or a ``pass``, and so who holds what.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from referee.engine.action import IDLE, Action, Problem
from referee.engine.request import Data, Request
from referee.engine.table import Unforeseen
from referee.engine.walk import Walk
from referee.engine.words import Answer, Line, Nothing, Number, word_of

if TYPE_CHECKING:
    from referee.engine.table import Table
    from referee.engine.view import Question

#: more rounds than any window has: each round must use something up
ROUNDS_AT_MOST = 100
#: The key of a seat's own part that keeps what it has said and done in windows of a kind: the
#: `_Limits` of the latest spans, since one span may lie within another.
SPANS = "windows"
_SPANS_KEPT = 8
#: the largest number of reactions that an answer can name
_MANY = 10_000

PASS, NEVER, AT_MOST, AGAIN = "pass", "never", "at most", "ask again"


class _Said(Action[Walk]):
    """A word that only the window reads."""

    async def does(self) -> None:
        """Nothing."""


class _Pass(_Said):
    """No reaction."""

    word, takes = PASS, Nothing()


class _Never(_Said):
    """No reaction in this window, nor in others of its kind in the same span."""

    word, takes = NEVER, Nothing()


class _AtMost(_Said):
    """At most so many reactions in windows of this kind in the same span, including those already
    carried out."""

    word, takes = AT_MOST, Number(1, 99)


class _Again(_Said):
    """Ask again once something has happened."""

    word, takes = AGAIN, Nothing()


class Reacting(Walk):
    """The lines of a reaction; each is judged as if it came first, because any of them may."""

    async def _line(self, line: Line, whole: bool = True) -> None:
        """Each on its own copy."""
        if self.judged is None:
            await super()._line(line, whole)
            return
        twin = self.on_copy(self.request, self.view)
        twin.judged, twin.lines, twin.number = self.judged, self.lines, self.number
        with suppress(Unforeseen):
            await super(Reacting, twin)._line(line, whole=False)

    def whole(self) -> Iterable[Problem]:
        """``pass`` and ``never`` stand alone; ``at most`` must exceed what has been done
        already."""
        words = [word_of(line) for line in self.lines]
        if len(words) > 1 and {PASS, NEVER} & {*words}:
            yield Problem(
                f"'{PASS}' and '{NEVER}' must be the only line", "", "delete the other lines"
            )
        most: Any = [line[AT_MOST] for line in self.lines if AT_MOST in line]
        if most and most[-1] <= (done := _Limits.known(self.own, self.request).done):
            reason = f"you have already reacted {done} time{'s' if done > 1 else ''}"
            yield Problem(reason, "", f"'{AT_MOST}' counts them", IDLE)


class Reaction(Request):
    """What a seat is asked in a window; its actions are the possible reactions.

    span (in args, if there is one): how long ``never`` and ``at most`` hold, by name (a game turn,
    a battle); without it, for this window."""

    walk: ClassVar[type[Walk]] = Reacting
    #: what it has in common with the same question in another round, "" until that is asked
    key: str = ""
    #: whether only one line is done: the first that is possible, like a list of wishes
    once: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        if "actions" in vars(cls):
            built_in: Sequence[type[Action[Any]]] = (_Pass, _Never, _AtMost, _Again)
            cls.actions = (*cls.actions, *built_in)
        super().__init_subclass__()


class Offer(NamedTuple):
    """One line of an answer, and its number there."""

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
    """The outcome of an offer: done, or void because something had made it impossible."""

    offer: Offer
    done: bool


Could = Callable[[Data], Sequence[Reaction]]
Over = Callable[[Data], bool]
Opened = Callable[[Sequence[Offer]], Awaitable[Sequence[Offer]]]


class _Limits(NamedTuple):
    """What a seat has said about windows of a kind in a span: whether ``never``, and how many at
    most; done: how many of its reactions were carried out there."""

    span: str
    never: bool = False
    most: int = _MANY
    done: int = 0

    @classmethod
    def known(cls, part: Data, request: Question) -> _Limits:
        """Those in the seat's own part for the span of a request."""
        span = request.args.get("span", "")
        kept = part.get(SPANS, {}).get(request.kind, [])
        return next((cls(*one) for one in kept if one[0] == span), cls(span))

    @property
    def left(self) -> int:
        """How many more reactions are allowed."""
        return self.most - self.done


#: why an offer was not tried
_OVER = Problem("the window closed before your turn came", "")
_LIMIT = Problem(f"your '{AT_MOST}' allows no more", "")


@dataclass
class _Held:
    """What is left of an answer: its lines in order, as `Offer`s; again: whether its seat wants to
    be asked again; done: how many were carried out; why: what prevented a line, by its number."""

    request: Reaction
    lines: list[Offer]
    again: bool = False
    done: int = 0
    why: dict[int, Problem] = field(default_factory=dict)


@dataclass
class _Window:
    """An open window.

    past: answers of seats that were asked again; limits: (seat, kind) -> limits for this window, if
    requests have no span; spent: requests of which nothing more is done."""

    table: Table
    held: dict[str, _Held] = field(default_factory=dict)
    past: list[_Held] = field(default_factory=list)
    settled: list[Settled] = field(default_factory=list)
    limits: dict[tuple[str, str], _Limits] = field(default_factory=dict)
    spent: set[str] = field(default_factory=set)

    async def ask(self, requests: Sequence[Reaction]) -> None:
        """Ask seats that have not answered, or want to be asked again, but not those that have said
        ``never`` or have reached their own limit."""
        fresh = [request for request in requests if self._open(request)]
        asked = [request for request in fresh if self._may(request)]
        given = await self.table.ask_all(asked) if asked else []
        answers = {_key(r): answer for r, answer in zip(asked, given, strict=True)}
        for key, request in [(_key(request), request) for request in fresh]:
            self.past += [self.held[key]] if key in self.held else []
            self.held[key] = self._read(request, answers.get(key, []))

    def _open(self, request: Reaction) -> bool:
        held = self.held.get(_key(request))
        return held is None or (held.again and bool(self.settled))

    def _may(self, request: Reaction) -> bool:
        said = self.said(request)
        return not said.never and said.left > 0 and _key(request) not in self.spent

    def said(self, request: Reaction) -> _Limits:
        """What the seat has said about the span of a request, or about this window."""
        if "span" in request.args:
            return _Limits.known(self.table.state["seats"][request.seat], request)
        return self.limits.get((request.seat, request.kind), _Limits(""))

    def _say(self, request: Reaction, said: _Limits) -> None:
        if "span" not in request.args:
            self.limits[request.seat, request.kind] = said
            return
        spans = self.table.state["seats"][request.seat].setdefault(SPANS, {})
        others = [one for one in spans.get(request.kind, []) if one[0] != said.span]
        spans[request.kind] = [*others, list(said)][-_SPANS_KEPT:]

    def _read(self, request: Reaction, answer: Answer) -> _Held:
        """Read an answer and record its limits."""
        words: dict[str, Any] = {word_of(line): line[word_of(line)] for line in answer}
        if NEVER in words or AT_MOST in words:
            said = self.said(request)
            most = words.get(AT_MOST, said.most)
            self._say(request, said._replace(never=said.never or NEVER in words, most=most))
        offers = [Offer(request, line, number) for number, line in enumerate(answer)]
        offers = [offer for offer in offers if offer.word not in (PASS, NEVER, AT_MOST, AGAIN)]
        return _Held(request, offers, AGAIN in words)

    def offers(self, requests: Sequence[Reaction]) -> list[Offer]:
        """All lines on offer, in the order of those who are asked."""
        return [offer for request in requests for offer in self.held[_key(request)].lines]

    async def settle(self, offer: Offer, void: bool) -> bool:
        """Carry out an offer if it is possible now; return whether it was.

        void: whether an impossible one is used up; otherwise it stays for another round."""
        held = self.held[_key(offer.request)]
        if self.said(offer.request).left < 1 or _key(offer.request) in self.spent:
            self.pass_over(offer, _LIMIT)
            return False
        walk = offer.request.walk(offer.request, self.table)
        problem = await walk.attempt(offer.line, offer.number)
        if problem is None:
            self._done(offer, held)
        else:
            held.why[offer.number] = problem
        if problem is None or void:
            held.lines.remove(offer)
            self.settled.append(Settled(offer, problem is None))
        return problem is None

    def _done(self, offer: Offer, held: _Held) -> None:
        """Count a reaction that was carried out."""
        held.done += 1
        held.why.pop(offer.number, None)
        self.spent |= {_key(offer.request)} if offer.request.once else set()
        said = self.said(offer.request)
        self._say(offer.request, said._replace(done=said.done + 1))

    def pass_over(self, offer: Offer, why: Problem) -> None:
        """Record why an offer is not tried.  Lines beyond the number allowed are only spares:
        nothing is said about them."""
        held = self.held[_key(offer.request)]
        if not (why is _LIMIT and held.done):
            held.why.setdefault(offer.number, why)

    def close(self) -> list[Settled]:
        """Tell each seat which of its lines were not done; return what was settled."""
        for held in [*self.past, *self.held.values()]:
            seat = held.request.seat
            for number, problem in sorted(held.why.items()):
                told = {"line": number + 1, "reason": problem.reason, "rule": problem.rule}
                told["on"] = held.request.title(seat)
                self.table.tell("not done", None, **{seat: told})
        return self.settled


async def window(
    table: Table,
    could: Could,
    *,
    repeats: bool = False,
    announced: Opened | None = None,
    over: Over = lambda public: False,
) -> list[Settled]:
    """Open a window; return what was settled, in order.

    could: those who could react, by the public part alone, in the order in which they do; called
    again for each round.  repeats: whether there is another round as long as something was done in
    the last one.  announced: gets all offers before any is settled, to report them, and returns
    them in the order in which they are settled (it may ask for that); then void offers are settled
    too, otherwise nobody learns of them.  over: whether there is nothing left to react to.
    Raises RuntimeError for a window without an end."""
    opened: _Window | None = None  # most stay shut
    for _ in range(ROUNDS_AT_MOST):
        requests = could(table.public)
        if not requests or over(table.public):
            return opened.close() if opened else []
        if table.rehearsing:
            table.unsure = True
            return []
        opened = opened or _Window(table)
        if not await _round(opened, requests, announced, over) or not repeats:
            return opened.close()
    raise RuntimeError(f"a window of more than {ROUNDS_AT_MOST} rounds")


async def _round(
    opened: _Window, requests: Sequence[Reaction], announced: Opened | None, over: Over
) -> bool:
    """One round of a window; return whether anything was done."""
    await opened.ask(requests)
    offers: Sequence[Offer] = opened.offers(requests)
    if announced is not None:
        offers = await announced(offers)
    done = False
    for offer in offers:
        if over(opened.table.public):
            opened.pass_over(offer, _OVER)
        else:
            done = await opened.settle(offer, announced is not None) or done
    return done


def _key(request: Reaction) -> str:
    request.key = request.key or repr((request.kind, request.seat, sorted(request.args.items())))
    return request.key
