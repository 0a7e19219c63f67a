"""What our requests would take at each choice of a trace of Caesar XL, in the trace's words.

Each list is made by trying lines, one for each thing that could be said, on what the seat sees;
lines that are judged legal are offers.  Where the trace asks within one line of ours, the rest of
the line is what has been chosen so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from referee.engine.plain import copied
from referee.engine.request import Request, View
from referee.engine.words import Answer, Line
from tests.rules.caesar_xl.adapter import (
    Betrayal,
    Loss,
    Losses,
    betrayed,
    board,
    fought,
    hit,
    position,
)
from tests.traces.caesar_xl.format import Data, board_of, theirs

ACTIONS, FORUM, LEADERS = board.ACTIONS, board.FORUM, board.LEADERS
LINKS, PLACES = board.LINKS, board.PLACES
#: Cards that let a unit march for nothing, by the words of a trace.
FREE = ("L8", "F8")
#: Words of ours that play an action card.
WORDS = {
    "A1": "mobilize", "A2": "treachery", "A3": "fleet", "A4": "fleet", "A5": "legionaries",
    "A6": "revolt", "A7": "donations", "A8": "levy",
}  # fmt: skip


class Offers:
    """A request, and what its seat sees of a position."""

    def __init__(self, request: Request, view: View) -> None:
        self.request, self.view = request, view

    @property
    def public(self) -> Data:
        """What all see."""
        return self.view.public

    @property
    def seat(self) -> str:
        """Who chooses."""
        return self.view.seat

    def at(self, there: Data) -> Offers:
        """The same in another position of the trace, with the same cards."""
        public = {**self.public, **board_of(there)}
        return Offers(self.request, View(self.seat, public, self.view.own))

    def takes(self, line: Any) -> bool:
        """Whether our request would take a line."""
        return not self.request.judge(self.view, [line]).faults

    def good(self, word: str, values: Sequence[Any]) -> list[Any]:
        """Of values of a word those that would be taken."""
        return [value for value in values if self.takes({word: value})]

    def marked(self, word: str, among: Sequence[str], **beside: Any) -> list[str]:
        """Places, by their names, that a line would take as its ``at``, beside other values."""
        lines = [{word: {**beside, "at": place}} for place in among]
        return [theirs(at) for at, line in zip(among, lines, strict=True) if self.takes(line)]

    # 5, 6

    def claim(self) -> list[str]:
        """5.1 None, or a card of the forum."""
        return ["none", *self.good("claim", [*FORUM])]

    def extra(self) -> list[str]:
        """6.1 The next free card."""
        words = {"draw": "free card", "decline": "decline"}
        return [*(name for name, word in words.items() if self.good(word, [{}])), *self.donations()]

    def donations(self) -> list[str]:
        """A7 Two cards."""
        return ["play A7"] * len(self.good("donations", [{}]))

    def buy(self) -> list[str]:
        """6.2 A card, or nothing more."""
        return ["stop", *["buy"] * len(self.good("buy", [{}])), *self.donations()]

    # 7

    def purchase(self) -> list[str]:
        """7 What could be done."""
        simple = {
            "legion": self.recruit("legion", self.few),
            "ally": self.recruit("ally", self.few),
            "diplomacy": self.targets(),
            "L1": self.good("free legion", [{}]),
            "L3": self.called(),
            "F7": self.promoted(),
        }
        held = [card for card in self.view.own["hand"] if card in LEADERS or card in ACTIONS]
        cards = [f"play {card}" for card in held if self.playable(card)]
        return ["end", *(name for name, found in simple.items() if found), *cards]

    def playable(self, card: str) -> bool:
        """7.3 Whether a card of the hand could do something; Fleets are for the march."""
        tries: dict[str, Callable[[], list[Any]]] = {
            "A1": self.mobilized,
            "A2": self.betrayable,
            "A5": self.demanded,
            "A6": lambda: self.good("revolt", PLACES),
            "A7": self.donations,
            "A8": lambda: self.good("levy", PLACES),
        }
        if card in LEADERS:
            return bool(self.placed(card, self.few))
        return card in tries and bool(tries[card]())

    @property
    def few(self) -> list[str]:
        """Places that the player controls, and some others: whether there is one at all."""
        mine = position.controlled(self.public, self.seat)
        return [*mine, *[place for place in PLACES if place not in mine][:3]]

    def recruit(self, what: str, among: Sequence[str] = PLACES) -> list[str]:
        """7.1 Where a unit could be bought."""
        key = {"legion": "legions", "ally": "allies"}[what]
        return self.marked("recruit", among, **{key: 1})

    def targets(self) -> list[str]:
        """7.4 Targets of diplomacy, wherever the marker would come from."""
        if found := self.marked("diplomacy", PLACES):
            return found
        mine = [at for at, seat in self.public["markers"].items() if seat == self.seat]
        found = [at for one in mine for at in self.marked("diplomacy", PLACES, marker=one)]
        return list(dict.fromkeys(found))

    def sources(self, at: str) -> list[str]:
        """7.4 Where the marker for a target could come from."""
        places = [p for p in PLACES if self.takes({"diplomacy": {"at": at, "marker": p}})]
        stock = ["stock"] * self.takes({"diplomacy": {"at": at}})
        return [*stock, *map(theirs, places)]

    def placed(self, card: str, among: Sequence[str] = PLACES) -> list[str]:
        """7.2 Where a leader could be placed."""
        return self.marked("place", among, leader=card)

    def called(self) -> list[str]:
        """L3 Leaders that Cicero could call."""
        return [card for card in LEADERS if self.homes(card, self.few[:1])]

    def homes(self, card: str, among: Sequence[str] = PLACES) -> list[str]:
        """L3 Where a leader could be placed whom Cicero calls."""
        return self.marked("cicero", among, leader=card)

    def promoted(self) -> list[str]:
        """F7 Units that could be promoted."""
        return self.good("promote", [*self.public["pieces"]])

    def mobilized(self) -> list[str]:
        """A1 Kingdoms where a unit could be placed."""
        return [theirs(at) for at in PLACES if self.takes({"mobilize": [at]})]

    def betrayable(self) -> list[str]:
        """A2 Places of enemy units."""
        return [theirs(at) for at in self.good("treachery", PLACES)]

    def demanded(self) -> list[str]:
        """A5 Legions that could be named."""
        return [
            key
            for key in self.public["pieces"]
            if board.is_unit(key) and self.takes({"legionaries": {"legion": key}})
        ]

    def new_homes(self, legion: str) -> list[str]:
        """A5 Cities for the new legion."""
        return self.marked("legionaries", PLACES, legion=legion)

    # 9

    def march(self) -> list[str]:
        """9.1 Pieces that could march, and Fleets that could be played."""
        pieces = [key for key in self.public["pieces"] if self.marches(key)]
        fleets = [card for card in self.view.own["hand"] if WORDS.get(card) == "fleet"]
        return ["end", *pieces, *(f"play {card}" for card in fleets if self.ports())]

    def ways(self, key: str) -> Iterator[str]:
        """9 Ways of a piece, with what they cost."""
        start = self.public["pieces"][key]["at"]
        beside = list(LINKS[start])
        near = dict.fromkeys([*beside, *(to for via in beside for to in LINKS[via]), start])
        for to in near:
            if self.takes({"march": {"pieces": [key], "to": to}}):
                yield f"to {theirs(to)}"
        for via in beside:
            for to in (start, via, *(to for to in LINKS[via] if to != start)):
                yield from self.forced(key, via, to)

    def marches(self, key: str) -> bool:
        """9.1 Whether a piece could march: one that has marched, and an enemy, could not even take
        a step, or a forced march."""
        mine = self.public["pieces"][key]["owner"] == self.seat
        if mine and key not in self.public["now"]["marches"]:
            return any(self.ways(key))
        at = self.public["pieces"][key]["at"]
        to = next(iter(LINKS[at]))
        far = next(place for place in LINKS[to] if place != at)
        step, forced = {"pieces": [key], "to": to}, {"pieces": [key], "to": far, "via": to}
        return self.takes({"march": step}) or self.takes({"march": forced})

    def forced(self, key: str, via: str, to: str) -> Iterator[str]:
        """9.3 A forced march, for gold or free; of the supreme leader, perhaps with a unit that the
        way needs (9.7)."""
        ways = f"force {theirs(via)} {theirs(to)}"
        value = {"pieces": [key], "to": to, "via": via}
        if key == self.seat and not self.takes({"march": value}):
            if any(self.takes({"march": {**value, "pieces": [u, key]}}) for u in self.group(key)):
                yield f"{ways} free"
            return
        if self.takes({"march": value}):
            yield f"{ways} {'gold' if self.price({'march': value}) else 'free'}"
        for card in FREE:
            line = {"march": {**value, "free": [card]}}
            if card not in self.public["now"]["used"] and self.uses(line, card):
                yield f"{ways} {card}"

    def price(self, line: Any) -> int:
        """Gold that a line costs."""
        return int(self.public["gold"][self.seat] - self.after(line)["gold"][self.seat])

    def uses(self, line: Any, card: str) -> bool:
        """Whether a line would be taken, and uses the power of a card."""
        return self.takes(line) and card in self.after(line)["now"]["used"]

    def after(self, line: Any) -> Data:
        """What all see after a line."""
        walk: Any = self.request.walk.on_copy(self.request, self.view)
        walk.play([line])
        public: Data = walk.public
        return public

    def group(self, key: str) -> list[str]:
        """9.4 Units that stand with a supreme leader."""
        here = position.there(self.public, self.public["pieces"][key]["at"], self.seat)
        return [one for one in here if board.is_unit(one)]

    def joining(self, key: str, way: tuple[str, str], chosen: Sequence[str]) -> list[str]:
        """9.4 Units that could go with him besides those chosen; done."""
        via, to = way

        def may(*more: str) -> bool:
            value = {"pieces": [*chosen, *more, key], "to": to, "via": via}
            return self.takes({"march": value})

        left = [one for one in self.group(key) if one not in chosen]
        return [*["done"] * may(), *(one for one in left if may(one))]

    def ports(self) -> list[str]:
        """A3 Ports from which pieces could go."""
        found: dict[str, None] = {}
        for key in position.owned(self.public, self.seat):
            at = self.public["pieces"][key]["at"]
            if at not in found and any(self._landings([key])):
                found[at] = None
        return [theirs(at) for at in board.by_map(list(found))]

    def landings(self, keys: Sequence[str]) -> list[str]:
        """A3 Ports to which pieces could go."""
        return [theirs(to) for to in self._landings(keys)]

    def _landings(self, keys: Sequence[str]) -> Iterator[str]:
        lines = ((to, {"fleet": {"pieces": [*keys], "to": to}}) for to in PLACES)
        return (to for to, line in lines if self.takes(line))

    def aboard(self, start: str, to: str, chosen: Sequence[str]) -> list[str]:
        """A3 Pieces of a port that could go besides those chosen; done."""
        left = [key for key in self.public["pieces"] if key not in chosen]
        here = [key for key in left if self.public["pieces"][key]["at"] == start]
        more = [k for k in here if self.takes({"fleet": {"pieces": [*chosen, k], "to": to}})]
        return [*["done"] * bool(chosen), *more]

    # 10

    def battles(self) -> list[str]:
        """10.1 Places of battles still to be fought."""
        return [theirs(at) for at in fought(self.public, self.seat)]

    def one_of(self) -> list[str]:
        """What a request for one thing would take, of all that could be named."""
        request: Any = self.request
        word, known = request.word, [*request.options(self.view)]
        names = {**board.PIECE_NAMES, **board.PLACE_NAMES, **board.CARD_NAMES}
        other = [name for name in names if name not in known]
        able = [one for one in (*known, *other) if self.takes({word: one})]
        if request.kind == "reroll":
            return [_reroll(one) for one in able]
        return [theirs(one) for one in able if self.own_copy(one)]

    def own_copy(self, option: str) -> bool:
        """Whether a card is the copy itself, not its twin that stands for it."""
        twin = self.request.kind == "tactics" and option in board.TACTICS
        return not twin or option in self.view.own["hand"]

    def supply(self) -> list[str]:
        """10.9 Units that could be given up, anywhere."""
        return [key for (key,) in self.good("give up", [[key] for key in self.public["pieces"]])]


def _reroll(option: str) -> str:
    """F4 ``keep``, or what is rolled again."""
    return option if option == "keep" else f"reroll {option.removeprefix('die ')}"


def equals(request: Losses, offers: Offers, left: int) -> list[str]:
    """10.4, A2, 12.1 Who could be lost next, of so many hits or swords."""
    public, able = offers.public, request.able(offers.public)
    if isinstance(request, Loss):
        found = [hit(public, able, 1, [key]) for key in able]
        first = [[*one.turned, *one.lost][:1] for one in found]
    elif isinstance(request, Betrayal):
        first = [[*betrayed(public, able, left, [key]).lost[:1]] for key in able]
    else:
        return [key for key in public["pieces"] if offers.takes({"lose": [key]})]
    return [key for key, one in zip(able, first, strict=True) if one == [key]]


def answer_of(*lines: Line) -> Answer:
    """An answer that stops behind its lines, to be asked for the rest."""
    return [*copied([*lines]), {"look": {}}]


__all__ = ["WORDS", "Offers", "answer_of", "equals"]
