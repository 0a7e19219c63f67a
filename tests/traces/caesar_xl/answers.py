"""Decisions of a trace of Caesar XL, made into answers to our requests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from referee.engine.request import Request
from referee.engine.words import Answer, Line
from tests.rules.caesar_xl.adapter import SEATS, Loss, Losses, board, excess, position
from tests.traces.base import GameReport
from tests.traces.caesar_xl.expected import CALLED, FLEETS, LONE, PLACED, SAILED, SUPPLY
from tests.traces.caesar_xl.format import Data, Entry, Step, Trace, changed, ours, theirs
from tests.traces.caesar_xl.offers import WORDS, Offers, answer_of, equals

LEADERS, PRICES = board.LEADERS, board.PRICES
CARDS, FORUM = position.CARDS, position.FORUM
MARCH, PURCHASES = position.MARCH, position.PURCHASES
#: Decisions that begin a line; those of one line stand before the next of them.
BEGIN = ("claim", "extra", "buy", "purchase", "march")
#: Kinds of a trace by ours, where they are not the same.
KINDS = {"demand": "demand answer", "betrayal": "treachery loss", "pillage": "pillage loss"}
#: Phases of walks, with the decisions that they ask for.
PHASES = {FORUM: ("claim",), CARDS: ("extra", "buy"), PURCHASES: ("purchase",), MARCH: ("march",)}
#: The two Fleets.
TWO = {"A3": "A4", "A4": "A3"}


class Astray(Exception):
    """A replay that cannot go on."""


class Cursor:
    """Where a replay is in its trace; some steps are taken before those in front of them."""

    def __init__(self, trace: Trace, other: Callable[[str], None]) -> None:
        self.trace, self.steps, self.other = trace, trace.steps, other
        self.taken: set[int] = set()
        self.next = self.compared = 0
        self.swapped = False

    def peek(self) -> Step | None:
        """The next decision, None at the end."""
        return self.steps[self.next] if self.next < len(self.steps) else None

    def take(self, step: Step) -> Step:
        """A decision is made."""
        self.taken.add(self.steps.index(step, self.next))
        while self.next in self.taken:
            self.next += 1
        return step

    def ahead(self, kind: str, seat: str) -> Step | None:
        """The next decision of a kind within the line that has begun."""
        for number in range(self.next, len(self.steps)):
            step = self.steps[number]
            if number in self.taken:
                continue
            if (step.kind, step.seat) == (kind, seat):
                return step
            if step.kind in BEGIN:
                return None
        return None

    def battles(self, seat: str) -> list[Step]:
        """10.1 All choices of a battle in this turn."""
        found = []
        for step in self.steps[self.next :]:
            if step.kind in BEGIN or (step.kind == "battle" and step.seat != seat):
                break
            found += [step] if step.kind == "battle" else []
        return found

    def before(self, step: Step) -> Data:
        """The position before a decision."""
        number = self.steps.index(step)
        return self.mine(self.steps[number - 1].position if number else self.trace.start)

    def position_now(self) -> Data:
        """The position before the next decision."""
        return self.mine(self.steps[self.next - 1].position if self.next else self.trace.start)

    def take_due(self) -> list[tuple[Step, Data]]:
        """Decisions made since the last time, each with the position that follows."""
        due = self.steps[self.compared : self.next]
        self.compared = self.next
        return [(step, self.mine(step.position)) for step in due]

    # Two Fleets.

    def card(self, card: str) -> str:
        """Our copy of a card."""
        return TWO.get(card, card) if self.swapped else card

    def renamed(self, entry: Entry | None) -> Entry | None:
        """An entry of the log with our copies of cards."""
        return (*entry[:2], self.card(entry[2])) if entry and entry[0] == "draw" else entry

    def mine(self, there: Data) -> Data:
        """A position with our copies of cards."""
        if not self.swapped:
            return there
        lists = {key: _swapped(there[key]) for key in ("deck", "discard", "table")}
        return {**there, **lists, "hands": {s: _swapped(there["hands"][s]) for s in SEATS}}


def _swapped(cards: Sequence[str]) -> list[str]:
    return sorted(TWO.get(card, card) for card in cards)


class Answers:
    """Answers to our requests."""

    def __init__(self, cursor: Cursor, report: GameReport) -> None:
        self.cursor, self.report = cursor, report
        #: who is lost, of the request that is asked
        self.wish: list[str] = []
        #: positions of a trace within a line of ours, each with the difference that it is
        self.between: list[tuple[Data, str]] = []
        self.here: Data = {}

    # Comparing offers.

    def looked(self, step: Step, able: Sequence[str]) -> str:
        """A decision is taken: what it offers must be what we would take; what is chosen."""
        self.cursor.take(step)
        legal = [self.fleet(one) for one in step.legal]
        self.report.offers[step.kind] = self.report.offers.get(step.kind, 0) + 1
        for whose, one, two in (("only the trace", legal, able), ("only we", able, legal)):
            if more := sorted({*one} - {*two}):
                self.cursor.other(f"{step.kind} {step.about}: {whose} would take {more}")
        if len(set(able)) != len(able):
            self.cursor.other(f"{step.kind}: twice in {able}")
        return self.fleet(step.chosen)

    def fleet(self, answer: str) -> str:
        """An answer with our copies of cards."""
        word, _, card = answer.partition(" ")
        return f"{word} {TWO[card]}" if self.cursor.swapped and card in TWO else answer

    def choose(self, kind: str, seat: str, able: Sequence[str]) -> str:
        """What is chosen within a line; nothing is asked where we would take one thing alone."""
        step = self.cursor.ahead(kind, seat)
        return self.looked(step, able) if step else self.only(kind, able)

    def only(self, kind: str, able: Sequence[str]) -> str:
        """The one thing that we would take."""
        if len(able) != 1:
            self.cursor.other(f"{kind}: the trace asks nothing, we would take {[*able]}")
        if not able:
            raise Astray(f"{kind}: there is nothing to choose")
        return able[0]

    # Which decision a request is.

    def decides(self, request: Request, offers: Offers) -> bool:
        """Whether the next decision of the trace is this request's."""
        step, phase = self.cursor.peek(), offers.public["phase"]
        if step is None or step.seat != request.seat:
            return False
        if request.kind in ("cards", "turn"):
            return step.kind in PHASES[phase] and self.cursor.position_now()["phase"] == phase
        return step.kind == KINDS.get(request.kind, request.kind) and _about(request, step.about)

    def answer(self, request: Request, offers: Offers) -> Answer:
        """The answer of the trace, or the only one that there is."""
        match request.kind:
            case "cards":
                return self.cards(offers)
            case "turn":
                return self.turn(offers)
            case "supply":
                return self.supply(offers)
            case "loss" | "betrayal" | "pillage":
                return [{"lose": self.wish}] if self.wish else []
        return self.one(request, offers)

    def one(self, request: Any, offers: Offers) -> Answer:
        """One thing out of a few."""
        able, step = offers.one_of(), self.cursor.peek()
        if step is None or not self.decides(request, offers):
            self.only(request.kind, able)
            return []
        return [{request.word: _said(self.looked(step, able))}]

    # 5, 6

    def cards(self, offers: Offers) -> Answer:
        """A claim, or a card; then we look."""
        phase, look = offers.public["phase"], answer_of()
        step = self.cursor.peek() if self.decides(offers.request, offers) else None
        if phase == FORUM:
            claim = (
                self.looked(step, offers.claim()) if step else self.only("claim", offers.claim())
            )
            return look if claim == "none" else answer_of({"claim": claim})
        words = {"draw": "free card", "decline": "decline", "buy": "buy", "play A7": "donations"}
        if step and step.kind == "extra":
            return answer_of({words[self.looked(step, offers.extra())]: {}})
        chosen = self.looked(step, offers.buy()) if step else self.only("buy", offers.buy())
        if offers.extra() != offers.donations():
            self.cursor.other(f"a free card: the trace asks nothing, we have {offers.extra()}")
        return [] if chosen == "stop" else answer_of({words[chosen]: {}})

    # 7

    def turn(self, offers: Offers) -> Answer:
        """A purchase or a march, then we look; the order of battles at the end."""
        self.here = self.cursor.position_now()
        step = self.cursor.peek() if self.decides(offers.request, offers) else None
        if offers.public["phase"] == PURCHASES:
            able = offers.purchase()
            chosen = self.looked(step, able) if step else self.only("purchase", able)
            if chosen == "end":
                return answer_of({"battles": [board.ROME]})
            return answer_of(self.purchase(chosen, offers))
        able = offers.march()
        chosen = self.looked(step, able) if step else self.only("march", able)
        if chosen != "end":
            return answer_of(self.march(chosen, offers))
        order = self.battles(offers)
        return [{"battles": order}] if order else []

    def purchase(self, chosen: str, offers: Offers) -> Line:
        """7 A line of a purchase."""
        seat = offers.seat
        match chosen:
            case "legion" | "ally":
                at = self.choose("recruit place", seat, offers.recruit(chosen))
                return {"recruit": {_PLURAL[chosen]: 1, "at": ours(at)}}
            case "diplomacy":
                return {"diplomacy": self.diplomacy(offers)}
            case "L1":
                return {"free legion": {}}
            case "F7":
                return {"promote": self.choose("promote", seat, offers.promoted())}
            case "L3":
                card = self.choose("cicero card", seat, offers.called())
                discard = [one for one in self.here["discard"] if one != card]
                self.passes({"discard": discard, "table": [card]}, CALLED)
                return {"cicero": {"leader": card, "at": self.home(offers.homes(card), seat)}}
        return self.card(chosen.removeprefix("play "), offers)

    def home(self, able: Sequence[str], seat: str) -> str:
        """L3 A place for a leader, which the trace asks for if he comes."""
        step = self.cursor.ahead("leader place", seat)
        return ours(self.looked(step, able) if step else able[0])

    def diplomacy(self, offers: Offers) -> Line:
        """7.4 The target, and where the marker comes from."""
        at = ours(self.choose("diplomacy target", offers.seat, offers.targets()))
        source = self.choose("diplomacy marker", offers.seat, offers.sources(at))
        return {"at": at} if source == "stock" else {"at": at, "marker": ours(source)}

    def card(self, card: str, offers: Offers) -> Line:
        """7.2, 7.3 A leader or an action of the hand."""
        seat = offers.seat
        if card in LEADERS:
            at = self.choose("leader place", seat, offers.placed(card))
            hand = [one for one in self.here["hands"][seat] if one != card]
            self.passes({f"hands/{seat}": hand, "table": [card]}, PLACED)
            return {"place": {"leader": card, "at": ours(at)}}
        match card:
            case "A1":
                return {"mobilize": self.mobilize(offers)}
            case "A2":
                return {"treachery": ours(self.choose("treachery", seat, offers.betrayable()))}
            case "A5":
                return {"legionaries": self.demand(offers)}
            case "A6" | "A8":
                places = [theirs(at) for at in offers.good(WORDS[card], board.PLACES)]
                return {WORDS[card]: ours(self.choose(WORDS[card], seat, places))}
        return {"donations": {}}

    def passes(self, changes: Data, why: str) -> None:
        """A position of the trace within a line; why: the difference, "" where ours has it too."""
        self.here = changed(self.here, changes)
        self.between += [(self.here, why)] if why else []

    def mobilize(self, offers: Offers) -> list[str]:
        """A1 Place by place; the die has fallen by then."""
        found: list[str] = []
        while step := self.cursor.ahead("mobilize", offers.seat):
            there = offers.at(self.cursor.before(step))
            at = self.looked(step, ["stop", *there.mobilized()])
            if at == "stop":
                break
            found.append(ours(at))
        return found

    def demand(self, offers: Offers) -> Line:
        """A5 A legion, and a city for the new one, which the trace asks for if it is lost."""
        legion = self.choose("demand", offers.seat, offers.demanded())
        step = self.cursor.ahead("demand place", offers.seat)
        if step is None:
            return {"legion": legion}
        return {"legion": legion, "at": ours(self.looked(step, offers.new_homes(legion)))}

    # 9

    def march(self, chosen: str, offers: Offers) -> Line:
        """9 A line of the march."""
        if chosen.startswith("play "):
            return {"fleet": self.sail(chosen.removeprefix("play "), offers)}
        ways = list(offers.ways(chosen))
        words = self.choose("way", offers.seat, ways).split()
        if words[0] == "to":
            return {"march": {"pieces": [chosen], "to": ours(words[1])}}
        via, to, paid = ours(words[1]), ours(words[2]), words[3]
        pieces = [chosen]
        if chosen == offers.seat:
            pieces = [*self.group(chosen, (via, to), offers), chosen]
        value: Line = {"pieces": pieces, "to": to, "via": via}
        return {"march": {**value, "free": [paid]} if paid in board.CARDS else value}

    def group(self, leader: str, way: tuple[str, str], offers: Offers) -> list[str]:
        """9.4 Units that go with the supreme leader, one after the other."""
        chosen: list[str] = []
        while True:
            able = offers.joining(leader, way, chosen)
            step = self.cursor.ahead("group", offers.seat)
            unit = self.looked(step, able) if step else self.only("group", able)
            if unit == "done":
                return chosen
            chosen.append(unit)

    def sail(self, card: str, offers: Offers) -> Line:
        """A3 A port, another one, and pieces."""
        seat = offers.seat
        held = [one for one in offers.view.own["hand"] if one in TWO]
        if card != held[0]:
            self.cursor.swapped = not self.cursor.swapped
            self.report.expect(FLEETS)
        hand = [one for one in self.here["hands"][seat] if one != held[0]]
        self.here = changed(self.here, {f"hands/{seat}": hand, "table": [held[0]]})
        start = ours(self.choose("fleet from", seat, offers.ports()))
        here = [key for key in position.there(offers.public, start, seat) if offers.landings([key])]
        to = ours(self.choose("fleet to", seat, offers.landings(here[:1])))
        chosen: list[str] = []
        while True:
            able = offers.aboard(start, to, chosen)
            step = self.cursor.ahead("fleet piece", seat)
            piece = self.looked(step, able) if step else self.only("fleet piece", able)
            if piece == "done":
                return {"pieces": chosen, "to": to}
            chosen.append(piece)
            self.passes({f"pieces/{piece}": [*self.here["pieces"][piece][:3], theirs(to)]}, SAILED)

    def battles(self, offers: Offers) -> list[str]:
        """10.1 The order of battles, all said beforehand."""
        order = []
        for step in self.cursor.battles(offers.seat):
            there = offers.at(self.cursor.before(step))
            order.append(ours(self.looked(step, there.battles())))
        return order

    # 10

    def losses(self, request: Losses, offers: Offers) -> list[str]:
        """10.4, 12.1, A2 Who is lost, one after the other."""
        self.wish = []
        while (step := self.cursor.peek()) and self.decides(request, offers):
            there = offers.at(self.cursor.before(step))
            left = int(step.about.split()[-2]) if isinstance(request, Loss) else _number(step)
            self.wish.append(self.looked(step, equals(request, there, left)))
        if not self.wish and request.forced(offers.public) is None:
            self.cursor.other(f"{request.kind} is asked of {request.seat}")
        return self.wish

    def supply(self, offers: Offers) -> Answer:
        """10.9 Place by place, unit by unit."""
        said: list[tuple[str, str]] = []
        self.here = self.cursor.position_now()
        while (step := self.cursor.peek()) and self.decides(offers.request, offers):
            there, at = offers.at(self.cursor.before(step)), step.about.split()[0]
            fed = sum(word == "free" for _, word in said)
            chosen = self.looked(step, self.supplies(there, ours(at), fed))
            said.append((ours(at), chosen))
        self.supplied(said, offers.seat)
        up = [word.split()[1] for _, word in said if word.startswith("lose")]
        dole = [at for at, word in said if word == "free"]
        lines: Answer = [{"give up": up}] if up else []
        works = position.works(offers.public, "F5", offers.seat)
        return [*lines, {"dole": dole or [board.ROME]}] if works else lines

    def unsaved(self, offers: Offers, here: Data) -> None:
        """10.9 Positions in which units are lost of which the trace asks nothing, since each is
        alone in a place of no value, and there is neither gold nor the Dole."""
        public, seat = offers.public, offers.seat
        if public["gold"][seat] or position.works(public, "F5", seat):
            return
        for at in excess(public, seat):
            unit, *more = position.units(public, at, seat)
            if more:
                return
            here = changed(here, {f"pieces/{unit}": None})
            self.between.append((here, LONE))

    def supplied(self, said: Sequence[tuple[str, str]], seat: str) -> None:
        """10.9 Positions of the trace, for places where it has another order than ours."""
        for at in dict.fromkeys(at for at, _ in said):
            words = [word for place, word in said if place == at]
            other = words != sorted(words, key=lambda word: ("lose", "free", "pay").index(word[:4]))
            for word in words:
                changes: Data = {}
                if word == "pay":
                    changes = {f"gold/{seat}": self.here["gold"][seat] - PRICES["supply"]}
                elif word != "free":
                    changes = {f"pieces/{word.split()[1]}": None}
                self.passes(changes, SUPPLY if other else "")

    def supplies(self, offers: Offers, at: str, fed: int) -> list[str]:
        """10.9, F5 What can be said of a unit in a place."""
        public, seat = offers.public, offers.seat
        if at not in excess(public, seat):
            return []
        units = [key for key in offers.supply() if public["pieces"][key]["at"] == at]
        pay = ["pay"] * (public["gold"][seat] >= PRICES["supply"])
        free = ["free"] * (position.works(public, "F5", seat) and fed < 2)
        return [*pay, *free, *(f"lose {key}" for key in units)]


_PLURAL = {"legion": "legions", "ally": "allies"}


def _number(step: Step) -> int:
    """Swords that are left or owed."""
    return next(int(word) for word in step.about.split() if word.isdigit())


def _about(request: Request, about: str) -> bool:
    """Whether a decision is about what a request is about."""
    args = request.args
    at = theirs(args["at"]) if args.get("at") else ""
    match request.kind:
        case "tactics" | "promotion":
            return about == at
        case "retreat":
            return about == at if args["card"] else about == f"{at} after round {args['round']}"
        case "labienus":
            return about == f"{at} round {args['round']}"
        case "loss":
            return about.startswith(f"{at} round {args['round']} ")
        case "betrayal":
            return about.startswith(f"{at} ")
        case "demand":
            return bool(about == args["unit"])
    return True


def _said(chosen: str) -> str:
    """An answer of the trace as our value."""
    if chosen.startswith("reroll "):
        name = chosen.removeprefix("reroll ")
        return f"die {name}" if name.isdigit() else name
    return ours(chosen)


__all__ = ["Answers", "Astray", "Cursor"]
