"""The template of an action: a legal line of every sort that can be ordered now."""

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any

from referee.engine.beside import Suggestions
from referee.engine.request import View
from referee.engine.view import Data
from rulesets.sword_of_rome import board, position
from rulesets.sword_of_rome.board import CARDS, LEADERS, LINKS, PLAYER, PLAYS
from rulesets.sword_of_rome.cards import placing, points
from rulesets.sword_of_rome.cards.playing import by_right
from rulesets.sword_of_rome.help.base import Line, comment, legal
from rulesets.sword_of_rome.help.ideas import WAYS, Ideas, Paid, minor_leaders
from rulesets.sword_of_rome.march.legs import leads_to, path_problems
from rulesets.sword_of_rome.turn.action import Orders
from rulesets.sword_of_rome.turn.alliances import BREAKS

#: What makes the lines of one sort.
Making = Callable[[Ideas], Iterable[Line]]
#: Lines of a sort at most, so that a report stays short.
MOST = 5
_MARCH = "with the march in a line below it, without card"
#: Lines that follow an event which gives somebody an action.
THEN = {
    "campaign": "with two lines below it, of march, siege and the like, without card",
    "neutral-power": "with a line for that power below it, without card",
    "forced-march": _MARCH,
    "naval-transports": _MARCH,
    "agathocles-africa": _MARCH,
}
#: What else a path can hold (9.1.2, 9.6, 14.2).
ON_THE_WAY = (
    "a path can also hold {sea: PORT}, {drop: 2}, {pick: 2}, {leave: LEADER}, {join: LEADER}, raid"
)


class ActionHelp(Suggestions[Orders]):
    """Lines of each sort that are legal now, as comments."""

    def template(self, request: Orders, view: View) -> list[str]:
        """Without a line nothing is done."""
        found: list[str] = []
        right = by_right(view.public)
        begin = "your action is one of these:" if right else "one card in one way:"
        for head, making in _WAYS.items():
            begins = "or" if found else begin
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
        if key == "path":
            return next_spaces(view.public, beside)
        movers = Ideas(view.public, view.own, request.seat).movers
        if key == "with":
            at = view.public["leaders"].get(leader := beside.get("leader"))
            return [one for one in movers if view.public["leaders"][one] == at and one != leader]
        return movers if key in ("leader", "commander") else []


def next_spaces(public: Data, beside: Mapping[str, Any]) -> list[str]:
    """Where links lead from the end of a path so far, or from its leader."""
    been = [to for to in map(leads_to, beside.get("path") or ()) if to]
    spot = position.spot_of(public, beside.get("leader") or "")
    at = been[-1] if been else spot.space if spot else ""
    return sorted(LINKS.get(at, ()))


def sort(head: str, making: Making, request: Orders, view: View) -> list[str]:
    """The lines of one sort that are legal now, below their heading; none without any."""
    ideas = Ideas(view.public, view.own, request.seat)
    able = list(islice((one for one in making(ideas) if legal(request, view, [one])), MOST))
    lines = [f"# {head}:", *(comment(one, note_of(one)) for one in able)] if able else []
    return [*lines, f"# {ON_THE_WAY}"] if able and making is marches else lines


def note_of(line: Line) -> str:
    """What follows the event of a line."""
    card = line.get("event", {}).get("card", "")
    return THEN.get(CARDS[card]["event"], "") if card else ""


def playable(ideas: Ideas, least: int = 1) -> list[Paid]:
    """What a line can be played with: nothing, if a right is open; otherwise cards, low ones
    first."""
    if by_right(ideas.public):
        return [{}]
    cards = sorted(ideas.own.get("hand", ()), key=lambda card: CARDS[card]["value"])
    return [{"card": card} for card in cards if CARDS[card]["value"] >= least]


def led(ideas: Ideas) -> Iterable[Line]:
    """Each leader, with the lowest card that activates him."""
    for leader in ideas.movers:
        for paid in playable(ideas, LEADERS[leader]["initiative"])[:1]:
            yield {**paid, "leader": leader}


def marches(ideas: Ideas) -> Iterable[Line]:
    """9 A step of each leader, to the first space that he can go to."""
    for value in led(ideas):
        if force := ideas.force(value):
            public = ideas.public
            able = (to for to in LINKS[force["at"]] if not path_problems(public, force, [to]))
            yield from ({"march": {**value, "path": [to]}} for to in islice(able, 1))


def staying(ideas: Ideas) -> Iterable[Line]:
    """7.2.1, 13.1.1, 13.4.1 Sieges, sorties and colonies."""
    yield from ({word: value} for value in led(ideas) for word in ("siege", "sortie", "colony"))


def by_way(word: str, ideas: Ideas, able: Iterable[Paid]) -> Iterable[Line]:
    """7.1 One of `WAYS`, with each of these cards."""
    yield from ({word: value} for paid in able if (value := WAYS[word](ideas, paid)))


def playable_events(ideas: Ideas) -> Iterable[Paid]:
    """Cards whose event could be played: that which Desperate Times have fetched, or the hand."""
    fetched = ideas.public["now"].get("fetched", "")
    return ({"card": card} for card in ([fetched] if fetched else ideas.own.get("hand", ())))


def leaders(ideas: Ideas) -> Iterable[Line]:
    """8.3 Minor leaders, each to a space with CU where he is not."""
    for power in ideas.powers:
        for leader in minor_leaders(power):
            here = position.spot_of(ideas.public, leader)
            spots = [spot for spot in placing.cu_spots(ideas.public, power) if spot != here]
            if spots:
                yield {"leader": {"leader": leader, "to": ideas.chance.choice(spots).space}}


def alliances(ideas: Ideas) -> Iterable[Line]:
    """15 Each pair: proposed, or broken."""
    for own in PLAYS[ideas.seat]:
        for other in [*PLAYER, board.CARTHAGE]:
            cost = points.default_own(ideas.public, own, BREAKS)
            yield {"break": {**ideas.pair(own, other), "points": cost}}
            yield {"propose": ideas.pair(own, other)}


def others(ideas: Ideas) -> Iterable[Line]:
    """14.6, 18 Solidarity of the Gauls; Carthage by the treaty."""
    if able := ideas.solidarity():
        yield {"solidarity": able}
    yield from ({"carthage": paid} for paid in playable(ideas, 3)[:1] if paid)


#: What one card is for, the only way that is open first, and what can be done besides.
_WAYS: Mapping[str, Making] = {
    "a leader marches": marches,
    "a leader stays for a siege roll, a sortie, a colony": staying,
    "support points": lambda ideas: by_way("support", ideas, playable(ideas)[-1:]),
    "a card of 3 for one CU": lambda ideas: by_way("reinforce", ideas, playable(ideas, 3)[:1]),
    "the event of a card": lambda ideas: by_way("event", ideas, playable_events(ideas)),
}
_BESIDES: Mapping[str, Making] = {
    "minor leaders, besides": leaders,
    "alliances": alliances,
    "the plunder of the Gauls, or Carthage by the treaty": others,
}
