"""7.1.1 Windows in which cards are played as responses.

What a window is about lies on ``public["pending"]`` until it is decided (`after_responses`).  A
pending thing is a map; which keys it has depends on its kind:

  sea move        {kind: move|return|retreat|hamilcar, power, at, to, stopped}
  reaction roll   {kind: intercept|avoid|pursue|decline, power, against, at, leader, tactics, plus,
                   blocked}; power rolls; events raise tactics or set blocked
  after reactions {kind: entered, power, at, cu, forks: None or {from, cu, leaders}}
  battle, losses  {kind: battle, at, power (the attacker), against}; all else is in
                  ``public["battle"]``
  retreat         {kind: retreat, power, at, sea: whether Naval Transports carry it}
  siege roll      {kind: siege|subjugation|raid, power, against, at, plus}
  gallic event    {kind: gallic event, number, cancelled}"""

from collections.abc import Iterator
from typing import Any

from referee.engine.action import Problem
from referee.engine.table import Table
from referee.engine.view import Data
from referee.engine.window import Reaction, window
from referee.engine.words import Choice
from rulesets.sword_of_rome import hidden, position
from rulesets.sword_of_rome.board import CARDS, DECKS, ROME
from rulesets.sword_of_rome.cards import events, playing
from rulesets.sword_of_rome.cards.events.base import WINDOWS
from rulesets.sword_of_rome.cards.orders import EventLine
from rulesets.sword_of_rome.choosing import Asked, keys
from rulesets.sword_of_rome.report.card_texts import card_text


class RespondWith(EventLine):
    """The card as a response; see `cards.orders.PlayEvent`, which has the same word."""

    def problems(self) -> Any:
        """It is in the hand and fits the window; then its choices."""
        card = self.value["card"]
        trouble = playing.not_held(self.public, self.own, self.seat, card)
        if trouble:
            yield trouble
        elif reason := misfit(self.public, self.seat, card, self.walk.request.args["trigger"]):
            yield Problem(reason, "7.1.1", card_text(card)).at("card")
        else:
            yield from self.choices()

    async def does(self) -> None:
        """Lay it down, carry it out, put it away."""
        card = self.value["card"]
        removed = bool(CARDS[card].get("removed"))
        playing.respond_with(self.table, self.seat, card, removed)
        await self.event().does(self.table, self.use, self.value)


def misfit(public: Data, seat: str, card: str, trigger: str) -> str:
    """By what all can see, why a card cannot be played in a window; "" if it can."""
    if trigger not in events.event_of(public, card).windows:
        return "it is no response here"
    return events.lacks(public, seat, card)


class Respond(Asked, Reaction):
    """7.1.1 Cards played as responses.

    Args: trigger, kind, power, at, number (of the pending thing), span (the action)."""

    kind, rule = "respond", "7.1.1"
    actions = (RespondWith,)
    selectors = keys("at", "power", "turn", trigger=Choice(tuple(WINDOWS)))

    def worded(self) -> str:
        """When."""
        return f"responses {WINDOWS[self.args['trigger']]}"


def fitting(public: Data, seat: str, trigger: str) -> Iterator[str]:
    """Cards of a player's deck that would fit a window, by what all can see."""
    return (card for card in _OF_WINDOW[trigger][seat] if not misfit(public, seat, card, trigger))


#: The cards that are responses in a window, by seats that have any.
_OF_WINDOW = {
    trigger: {
        seat: cards
        for seat, deck in DECKS.items()
        if (cards := [card for card in deck if trigger in events.windows_of(card)])
    }
    for trigger in WINDOWS
}


def could(public: Data, trigger: str) -> list[Reaction]:
    """Who could respond, by what all can see, from the active player on clockwise."""
    start = public["now"]["seat"] or ROME
    return [
        request_for(public, seat, trigger)
        for seat in position.clockwise(public, start)
        if seat in _OF_WINDOW[trigger]
        and hidden.held(public, seat)
        and hidden.could_hold(public, seat, fitting(public, seat, trigger))
    ]


def request_for(public: Data, seat: str, trigger: str) -> Respond:
    """What a player is asked in a window."""
    one, now = public["pending"][-1], public["now"]
    told = {"kind": one["kind"], "power": one.get("power", ""), "at": one.get("at", "")}
    span = f"{public['turn']}/{public['round']}/{now['seat']}"
    number = one.get("number", 0)
    return Respond(seat, trigger=trigger, span=span, turn=public["turn"], number=number, **told)


async def after_responses(table: Table, trigger: str, thing: Data) -> Data:
    """Open a window on something that is about to be decided, until nobody plays anything; what
    events have made of it."""
    table.public["pending"].append(thing)
    await window(table, lambda public: could(public, trigger), repeats=True)
    made: Data = table.public["pending"].pop()
    return made


async def stormed(table: Table, kind: str, power: str, at: str, to: str) -> bool:
    """9.6, 12.4.3 Responses to a sea move; whether Storms at Sea stop it."""
    thing = {"kind": kind, "power": power, "at": at, "to": to, "stopped": False}
    made = await after_responses(table, "sea move", thing)
    return bool(made["stopped"])
