"""What waits for the next run: order files, and what earlier files have left (advance orders,
standing orders, offers to end the game).  It answers what the rules ask.

None of it is shown to anyone but its owner.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import NamedTuple

from referee.adjudicate.letters import Mailed, pieces
from referee.engine import standing
from referee.engine.ending import AGREED, RESIGNED
from referee.engine.plain import copied
from referee.engine.request import Data, Request, View
from referee.engine.rules import Ruleset
from referee.engine.standing import Rule
from referee.engine.words import Answer
from referee.kit.flow import bare
from referee.orders.advance import ASK, WAITING, AdvanceOrder, lawful, meant_for, named
from referee.orders.order_lines import write_lines
from referee.orders.standing_list import past, rules_of_set, set_of

#: how a report tells the owner of rules that they are in force
IN_FORCE = "Your standing orders:"

#: what can answer
ORDERS, NEXT, STANDING, DEFAULT = "orders", "next", "standing", "default"


class Closed(NamedTuple):
    """What a run's reports say about its mail.

    notes: for everyone, each ``[seat, text in pieces]``; sealed: seat -> notes to it alone; words:
    seat -> what only it is told; answered: seat -> what has answered, for it alone."""

    notes: list[list[str]]
    sealed: dict[str, list[list[str]]]
    words: dict[str, list[str]]
    answered: dict[str, list[Data]]


class Source(NamedTuple):
    """What answers a request, and how.

    by: ``orders``, ``next``, ``standing`` or ``default``; rule: the standing order, if it is one;
    coming: the advance order that matched, whether or not it could be used; left: its lines that
    could not; first: the first standing order that matched, whether or not it could be used."""

    by: str
    answer: Answer
    rule: Rule | None = None
    coming: AdvanceOrder | None = None
    left: Sequence[str] = ()
    first: Rule | None = None


class Inbox:
    """Files by seat: `explicit` for the next run, and what earlier files have left here."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self.explicit: dict[str, Mailed] = {}
        #: seat -> its advance orders, from its newest file that counts
        self.queue: dict[str, list[AdvanceOrder]] = {}
        #: seat -> its newest file that counts, and the file with its standing orders
        self.newest: dict[str, Data] = {}
        self.ruling: dict[str, Data] = {}
        #: seat -> [number of the entry that its newest accepted file follows, edition]
        self.marks: dict[str, list[int]] = {}
        #: seat -> its standing orders, in order
        self.standing: dict[str, list[Rule]] = {}
        #: seats whose newest file resigns, and seats whose newest file offers a draw
        self.resigned: list[str] = []
        self.drawing: list[str] = []
        self._used: list[str] = []
        #: seats that are asked but not due: something here must answer for them
        self._promised: list[str] = []
        self._words: dict[str, list[str]] = {}
        #: seat -> what has answered in this run
        self._answered: dict[str, list[Data]] = {}

    def saved(self) -> Data:
        """Plain data for a checkpoint, between runs; keys for what comes before a run are left out
        when empty."""
        explicit = {seat: asdict(file) for seat, file in self.explicit.items()}
        return {
            "queue": {seat: coming for seat, coming in self.queue.items() if coming},
            "newest": self.newest,
            "ruling": self.ruling,
            "marks": self.marks,
            "standing": self.standing,
            "resigned": self.resigned,
            "drawing": self.drawing,
            **({"explicit": explicit} if explicit else {}),
            **({"words": self._words} if self._words else {}),
        }

    def restore(self, saved: Data) -> None:
        """Restore what `saved` returned."""
        saved = copied(saved)
        self.queue, self.newest, self.ruling = saved["queue"], saved["newest"], saved["ruling"]
        self.marks, self.standing = saved["marks"], saved["standing"]
        self.resigned, self.drawing = saved["resigned"], saved["drawing"]
        self.explicit = {seat: Mailed(**file) for seat, file in saved.get("explicit", {}).items()}
        self._words = saved.get("words", {})

    def set_in_force(self, seat: str) -> str:
        """The ready-made set that the seat's standing orders are, "" if they are its own."""
        rules = self.standing.get(seat)
        return "" if rules is None else set_of(rules, self._ruleset, seat)

    # -- files ---------------------------------------------------------------------------------

    def mark(self, seat: str) -> list[int]:
        """Number of the entry that the seat's newest accepted file follows, and its edition: -1 and
        0 for a seat that has sent nothing yet."""
        return self.marks.get(seat, [-1, 0])

    def take(self, file: Mailed) -> None:
        """Keep a file: one for a run counts in that run, an advance file at once."""
        self.marks[file.seat] = max(self.mark(file.seat), [file.follows, file.edition])
        if file.advance:
            self._count(file)
        else:
            self.explicit[file.seat] = file

    def _count(self, file: Mailed) -> None:
        """Make this the newest file of its seat: it replaces the queue, and the standing orders if
        it has any."""
        seat = file.seat
        self.newest[seat] = file.filed()
        self.queue[seat] = copied(file.coming)
        self.resigned = [s for s in self.resigned if s != seat] + [seat] * file.resign
        self.drawing = [s for s in self.drawing if s != seat] + [seat] * file.draw
        if file.standing is not None:
            if self.standing.get(seat) and not file.standing:
                self.say(seat, "Your standing orders are withdrawn.")
            self.standing[seat] = copied(file.standing)
            self.ruling[seat] = file.filed()

    def adopt(self, promised: Sequence[str] = ()) -> None:
        """A run begins: the files for it count from now on.

        promised: seats that are asked but not due; nobody waits for them."""
        for _, file in sorted(self.explicit.items()):
            self._count(file)
        self._promised = list(promised)

    def void(self) -> None:
        """The game ends before anything is asked: no answer is used."""
        self._used = list(self.explicit)

    def files(self, seat: str) -> list[Data]:
        """The files of a seat that are in force, for their owner."""
        both = [box[seat] for box in (self.newest, self.ruling) if seat in box]
        told = [{key: file[key] for key in ("after", "edition", "body")} for file in both]
        return told[:1] if told[1:] == told[:1] else told

    def ended(self, seats: Sequence[str]) -> Data:
        """How files end the game now, {} if they do not.

        A seat that resigns alone has lost; if all resign, or all offer a draw, it is a draw."""
        resigned = [seat for seat in seats if seat in self.resigned]
        if len(resigned) == len(seats) or all(seat in self.drawing for seat in seats):
            return {"how": AGREED}
        return {"how": RESIGNED, "seat": resigned[0]} if resigned else {}

    # -- answers -------------------------------------------------------------------------------

    def supply(
        self, requests: Sequence[Request], view: Callable[[str], View]
    ) -> list[Answer] | None:
        """An answer to each of these requests, or None; nothing is used up unless all are
        answered."""
        sources = self._sources(requests, view)
        found = [source for source in sources if source is not None]
        if len(found) < len(requests):
            return None
        return [self._use(r, source) for r, source in zip(requests, found, strict=True)]

    def unanswered(self, requests: Sequence[Request], view: Callable[[str], View]) -> list[str]:
        """The seats that are due: nothing here answers one of the requests that they are asked at
        once."""
        sources = self._sources(requests, view)
        return [r.seat for r, source in zip(requests, sources, strict=True) if source is None]

    def _sources(
        self, requests: Sequence[Request], view: Callable[[str], View]
    ) -> list[Source | None]:
        """What answers each request.  If a seat is asked several at once, its orders answer the
        first; once its file has come, the rest are answered too, if only by the default."""
        found: list[Source | None] = []
        for request in requests:
            seat = request.seat
            first = all(known.seat != seat for known in requests[: len(found)])
            taken = [source.coming for source in found if source and source.coming]
            source = self._source(request, view(seat), first, taken)
            if source is None and not first and seat in self.explicit:
                source = Source(DEFAULT, self._default(request, view(seat)))
            found.append(source)
        return found

    def _source(
        self, request: Request, view: View, first: bool, taken: Sequence[AdvanceOrder]
    ) -> Source | None:
        seat = request.seat
        given = self.explicit.get(seat) if first else None
        if given is not None and given.answer is not None and seat not in self._used:
            # It was judged when it came; an answer to something else must never reach the rules.
            if faults := request.refused(view, given.answer):
                raise RuntimeError(f"{seat}'s answer does not fit {request.kind}: {faults[0]}")
            return Source(ORDERS, given.answer)
        found = self._waiting(request, view, taken)
        if found is None and seat in self._promised:
            return Source(DEFAULT, self._default(request, view))
        return found

    def _waiting(
        self, request: Request, view: View, taken: Sequence[AdvanceOrder] = ()
    ) -> Source | None:
        """What answers, of everything that waits here and is not taken by another request.  Whether
        something does depends on public information, except with `misfit: ask`."""
        coming = self._coming(request, view, taken)
        if coming is None:
            return self._by_rule(request, view)
        found = lawful(request, view, coming["answer"])
        if found.left and coming["misfit"] == ASK:
            return None
        if found.answer is not None:
            return Source(NEXT, found.answer, None, coming, found.left)
        rule = self._by_rule(request, view)
        other = rule or Source(DEFAULT, self._default(request, view))
        return other._replace(coming=coming, left=[*found.left, *other.left])

    def _default(self, request: Request, view: View) -> Answer:
        return self._ruleset.rules.kinds[request.kind].standing.default(request, view)

    def _coming(
        self, request: Request, view: View, taken: Sequence[AdvanceOrder]
    ) -> AdvanceOrder | None:
        """The first advance order that matches this request."""
        queue = [one for one in self.queue.get(request.seat, []) if one not in taken]
        return next(
            (one for one in queue if meant_for(one, request, view, self._ruleset.calendar)), None
        )

    def _by_rule(self, request: Request, view: View) -> Source | None:
        """The standing order that answers; in a long run the time of some may have passed.

        Whether a rule gives a legal answer can depend on something only its owner knows.  So if one
        that matched did not, and no other rule does, the default answers: a stop would give it
        away."""
        rules = self.standing.get(request.seat, [])
        good = [rule for rule in rules if not past(rule, view.public, self._ruleset.calendar)]
        beside = self._ruleset.rules.kinds[request.kind].standing
        found = standing.follow(good, beside, request, view)
        if found.rule is not None:
            return Source(STANDING, found.answer, found.rule, first=found.first)
        if found.passed and self._ruleset.rules.hidden:
            left = [f"rule {rule['number']} had no legal answer" for rule in found.passed]
            answer = self._default(request, view)
            return Source(DEFAULT, answer, left=left, first=found.first)
        return None

    def _use(self, request: Request, source: Source) -> Answer:
        """Use an answer up.  What is used up depends on public information, or a later stop would
        give it away: the advance order that matched, otherwise a time of the first rule that
        matched, even if another rule answers because these are illegal."""
        seat = request.seat
        if source.by == ORDERS:
            self._used.append(seat)
            return source.answer
        if source.coming is not None:
            self.queue[seat] = [one for one in self.queue[seat] if one is not source.coming]
        elif source.first is not None and source.first["times"] is not None:
            source.first["times"] -= 1
        self._tell(request, source)
        return source.answer

    def _tell(self, request: Request, source: Source) -> None:
        """Record what has answered, for its owner."""
        seat = request.seat
        told = {
            "on": request.kind,
            "by": source.by,
            "rule": source.rule["number"] if source.rule else 0,
            "next": source.coming["number"] if source.coming else 0,
            "left": list(source.left),
            "answer": self._written(request, source),
        }
        known = self._answered.setdefault(seat, [])
        for same in known:
            if {**same, "times": 0} == {**told, "times": 0}:
                same["times"] += 1
                return
        known.append({**told, "times": 1})

    def _written(self, request: Request, source: Source) -> list[str]:
        """The lines that a rule or the default has answered, as their player would write them; he
        has written those of an advance order himself."""
        answer = [] if source.by == NEXT else source.answer
        names = self._ruleset.rules.names(request.seat)
        return [bare(line, {}) for line in write_lines(answer, request.words, names)]

    # -- a game begins, a run ends -------------------------------------------------------------

    def say(self, seat: str, word: str) -> None:
        """Add something to a seat's next report that only this seat is told."""
        self._words.setdefault(seat, []).append(word)

    def headers(self, due: Sequence[str]) -> list[Data]:
        """The signed headers of the files for this run, for everyone to see."""
        files = [self.explicit[seat] for seat in due]
        return [{**file.header, "signature": file.signature} for file in files]

    def link(self, seat: str) -> bytes | None:
        """The link of the dice in the seat's file for this run, None without a file."""
        file = self.explicit.get(seat)
        return bytes.fromhex(file.header["dice"]) if file else None

    def opened(self, chosen: Mapping[str, str]) -> Closed:
        """The game begins: each seat has the ready-made set that it joined with, and reports tell
        everyone which.

        chosen: seat -> name of the set."""
        names = self._ruleset.seats
        told = ", ".join(f"{names[seat]} with {name!r}" for seat, name in chosen.items())
        for seat, name in chosen.items():
            self.standing[seat] = rules_of_set(self._ruleset, name, seat)
            self.say(seat, f"Standing orders at the start: {told}.")
        self._say_waiting()
        words, self._words = self._words, {}
        return Closed([], {}, words, {})

    def close(self, public: Data, over: bool) -> Closed:
        """The run is over and its files are used up; over: whether the game is over too.

        Raises RuntimeError if an answer was given that nothing asked for."""
        for seat, file in self.explicit.items():
            if seat not in self._used and file.answer is not None:
                raise RuntimeError(f"the answer of {seat} was not asked for")
        self._forget(public)
        if not over:
            self._say_waiting()
        closed = Closed(*self._notes(), self._words, self._answered)
        self.explicit, self._used, self._promised = {}, [], []
        self._words, self._answered = {}, {}
        return closed

    def _notes(self) -> tuple[list[list[str]], dict[str, list[list[str]]]]:
        """Notes for everyone and notes for one seat, both in the order of the seats."""
        public: list[list[str]] = []
        sealed: dict[str, list[list[str]]] = {}
        for seat, file in sorted(self.explicit.items()):
            if file.note:
                public.append([seat, *pieces(file.note)])
            for reader, note in sorted(file.notes.items()):
                if note:
                    sealed.setdefault(reader, []).append([seat, *pieces(note)])
        return public, sealed

    def _forget(self, public: Data) -> None:
        """Drop everything whose time is up."""
        for seat, rules in self.standing.items():
            self.standing[seat] = [
                rule for rule in rules if not past(rule, public, self._ruleset.calendar)
            ]
        for seat, queue in sorted(self.queue.items()):
            over = [one for one in queue if self._ruleset.calendar.reached(public, one["until"])]
            for one in over:
                order = named(one, self._ruleset, seat)
                self.say(seat, f"Your advance order {order} was not needed and is dropped.")
            self.queue[seat] = [one for one in queue if one not in over]

    def _say_waiting(self) -> None:
        """Tell owners, and only them, what is in force and what waits."""
        for seat, rules in sorted(self.standing.items()):
            number = f"{len(rules)} rule{'s' if len(rules) > 1 else ''}"
            if rules:
                kinds = ", ".join(dict.fromkeys(rule["on"] for rule in rules))
                same = f" This is the set {name!r}." if (name := self.set_in_force(seat)) else ""
                self.say(seat, f"{IN_FORCE} {number} in force, on {kinds}.{same}")
            elif self._ruleset.sets:
                self.say(seat, "You have no standing orders: you are asked everything.")
        for seat, queue in sorted(self.queue.items()):
            if queue:
                told = ", ".join(named(one, self._ruleset, seat) for one in queue)
                self.say(seat, f"{WAITING} {told}.")
        for seat in sorted(self.drawing):
            self.say(
                seat,
                "Your newest file offers a draw; the offer stands until you send another file.",
            )
