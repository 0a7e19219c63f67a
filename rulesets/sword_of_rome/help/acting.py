"""The template of an action: a legal line of every sort that can be ordered now."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

from referee.engine.beside import Suggestions
from referee.engine.request import View
from rulesets.sword_of_rome import board, position
from rulesets.sword_of_rome.board import CARDS, LEADERS, LINKS, MINOR, PLAYER, PLAYS
from rulesets.sword_of_rome.cards import placing, playing, points
from rulesets.sword_of_rome.cards.events import BY_CARD, event_value, lacks
from rulesets.sword_of_rome.cards.playing import ACTIVATE, Permit, permit
from rulesets.sword_of_rome.help.base import comment, legal
from rulesets.sword_of_rome.march.legs import end_problems, leg_problems
from rulesets.sword_of_rome.march.orders import begun
from rulesets.sword_of_rome.siege.plunder import lost_homes
from rulesets.sword_of_rome.turn.action import Orders
from rulesets.sword_of_rome.turn.alliances import BREAKS

T = TypeVar("T")
Line = dict[str, Any]
#: What makes the lines of one sort.
Making = Callable[[Orders, View], Iterable[Line]]
#: Lines of a sort at most, so that a report stays short.
MOST = 5
_MARCH = "then the march, without card"
#: Lines that follow an event which gives somebody an action.
_THEN = {
    "campaign": "then two lines of march, siege and the like, without card",
    "neutral-power": "then a line for that power, without card",
    "forced-march": _MARCH,
    "naval-transports": _MARCH,
    "agathocles-africa": _MARCH,
}
#: What else a path can hold (9.1.2, 9.6, 14.2).
ON_THE_WAY = (
    "a path can also hold {sea: PORT}, {drop: 2}, {pick: 2}, {leave: LEADER}, {join: LEADER}, raid"
)


class First:
    """In the place of chance: always the first of what there is, and as much as there can be."""

    def random(self) -> float:
        """What is seldom is left out."""
        return 1

    def choice(self, able: Sequence[T]) -> T:
        """The first."""
        return able[0]

    def sample(self, able: Sequence[T], count: int) -> list[T]:
        """The first ones."""
        return list(able)[:count]

    def randint(self, least: int, most: int) -> int:
        """The most."""
        return most


#: Chooses what a template shows of an event.
FIRST: Any = First()


class ActionHelp(Suggestions[Orders]):
    """Lines of each sort that are legal now, as comments."""

    def template(self, request: Orders, view: View) -> list[str]:
        """Without a line nothing is done."""
        found: list[str] = []
        for head, making in _WAYS.items():
            begins = "or" if found else _begin(view)
            found += sort(f"{begins} {head}", making, request, view)
        for head, making in _BESIDES.items():
            found += sort(head, making, request, view)
        found.append("# - look  # stop here, and order the rest when you have seen this")
        return found

    def later(self, request: Orders, view: View) -> list[str]:
        """The next action."""
        return ["- {on: action, orders: []}"]

    def at_hand(
        self, request: Orders, view: View, key: str, beside: Mapping[str, Any]
    ) -> list[str]:
        """Cards of the hand, leaders on the map; spaces that the leader can go to."""
        if key == "card":
            return list(view.own.get("hand", ()))
        if key == "leader":
            return movers(request.seat, view)
        return []


def sort(head: str, making: Making, request: Orders, view: View) -> list[str]:
    """The lines of one sort that are legal now, below their heading; none without any."""
    every = (one for one in making(request, view) if legal(request, view, [one]))
    able = list(islice(every, MOST))
    lines = [f"# {head}:", *(comment(one, note_of(one)) for one in able)] if able else []
    return [*lines, f"# {ON_THE_WAY}"] if able and making is marches else lines


def _begin(view: View) -> str:
    """Before the first way: an action takes a card, unless one that is played already allows it."""
    return "your action is one of these:" if open_right(view) else "one card in one way:"


def open_right(view: View) -> bool:
    """Whether a card that is played already still allows an action."""
    return any(one["left"] for one in view.public["now"]["rights"])


def note_of(line: Line) -> str:
    """What follows the event of a line."""
    card = line.get("event", {}).get("card", "")
    return _THEN.get(CARDS[card]["event"], "") if card else ""


def movers(seat: str, view: View) -> list[str]:
    """Leaders on the map for whom a line can be written: of a neutral power while it acts."""
    powers = playing.acting(view.public, seat)
    own = [one for power in powers for one in position.BY_POWER[power]]
    return [one for one in own if position.spot_of(view.public, one)]


def playable(view: View, least: int = 1) -> list[dict[str, str]]:
    """What a line can be played with: nothing, if a right is open; otherwise cards, low ones
    first."""
    if open_right(view):
        return [{}]
    cards = sorted(view.own.get("hand", ()), key=lambda card: CARDS[card]["value"])
    return [{"card": card} for card in cards if CARDS[card]["value"] >= least]


def marches(request: Orders, view: View) -> Iterable[Line]:
    """9 A step of each leader, with the lowest card that activates him."""
    for leader in movers(request.seat, view):
        for paid in playable(view, LEADERS[leader]["initiative"])[:1]:
            more: dict[str, str] = {**paid, "leader": leader}
            yield from ({"march": {**more, "path": [to]}} for to in steps(request, view, more))


def steps(request: Orders, view: View, more: Mapping[str, Any]) -> list[str]:
    """9.2 The first space that he can go to."""
    power = LEADERS[more["leader"]]["power"]
    given = permit(view.public, view.own, request.seat, more, ACTIVATE, power)
    if not isinstance(given, Permit):
        return []
    force = begun(view.public, given, more)
    able = [to for to in LINKS[force["at"]] if not list(leg_problems(view.public, force, to))]
    return [to for to in able if not list(end_problems(view.public, force, [to]))][:1]


def staying(request: Orders, view: View) -> Iterable[Line]:
    """7.2.1, 13.1.1, 13.4.1 Sieges, sorties and colonies."""
    for leader in movers(request.seat, view):
        for paid in playable(view, LEADERS[leader]["initiative"])[:1]:
            for word in ("siege", "sortie", "colony"):
                yield {word: {**paid, "leader": leader}}


def support(request: Orders, view: View) -> Iterable[Line]:
    """7.3.1 As many points as the highest card has."""
    able = points.addable_of(view.public, playing.acting(view.public, request.seat))
    for paid in playable(view)[-1:] if able else []:
        value = CARDS[paid["card"]]["value"] if paid else 3
        yield {"support": {**paid, "to": able[:value]}}


def reinforce(request: Orders, view: View) -> Iterable[Line]:
    """7.1 One CU."""
    able = placing.placeable_of(view.public, playing.acting(view.public, request.seat))
    for paid in playable(view, 3)[:1] if able else []:
        yield {"reinforce": {**paid, "to": able[0]}}


def events(request: Orders, view: View) -> Iterable[Line]:
    """7.1 Cards of the hand whose event can be played."""
    seat, fetched = request.seat, view.public["now"].get("fetched", "")
    for card in [fetched] if fetched else view.own.get("hand", ()):
        if BY_CARD[card].acting and not lacks(view.public, seat, card):
            value = event_value(view.public, view.own, seat, card, FIRST)
            if value is not None:
                yield {"event": value}


def leaders(request: Orders, view: View) -> Iterable[Line]:
    """8.3 A minor leader, to the first space with CU where he is not."""
    for power in playing.acting(view.public, request.seat):
        for leader in [one for one in position.BY_POWER[power] if LEADERS[one]["class"] == MINOR]:
            here = position.spot_of(view.public, leader)
            spots = [spot for spot in placing.cu_spots(view.public, power) if spot != here]
            yield from ({"leader": {"leader": leader, "to": s.space}} for s in spots[:1])


def alliances(request: Orders, view: View) -> Iterable[Line]:
    """15 Each pair: proposed, or broken."""
    for own in PLAYS[request.seat]:
        named = {"for": own} if len(PLAYS[request.seat]) > 1 else {}
        for other in [*PLAYER, board.CARTHAGE]:
            cost = points.default_own(view.public, own, BREAKS)
            yield {"break": {"with": other, **named, "points": cost}}
            yield {"propose": {"with": other, **named}}


def others(request: Orders, view: View) -> Iterable[Line]:
    """14.6, 18 Solidarity of the Gauls; Carthage by the treaty."""
    able = lost_homes(view.public)[: max(0, view.public["plunder"])]
    if able:
        yield {"solidarity": able}
    yield from ({"carthage": paid} for paid in playable(view, 3)[:1] if paid)


#: What one card is for, the only way that is open first, and what can be done besides.
_WAYS: Mapping[str, Making] = {
    "a leader marches": marches,
    "a leader stays for a siege roll, a sortie, a colony": staying,
    "support points": support,
    "a card of 3 for one CU": reinforce,
    "the event of a card": events,
}
_BESIDES: Mapping[str, Making] = {
    "minor leaders, besides": leaders,
    "alliances": alliances,
    "the plunder of the Gauls, or Carthage by the treaty": others,
}
