"""What is asked, and what stands beside each question: templates, standing orders, random play."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from referee.engine.beside import Kind, Lines, Suggestions, kinds_of
from referee.engine.choosing import one_of
from referee.engine.request import Data, View
from referee.engine.writer import Written
from rulesets.caesar_xl import board, position
from rulesets.caesar_xl.board import CARD_NAMES, PIECE_NAMES, PLACE_NAMES, PRICES
from rulesets.caesar_xl.choices import NAMES, ONE_OF, TACTICS_KIND
from rulesets.caesar_xl.combat.supply import SUPPLY_KIND
from rulesets.caesar_xl.draw import forum
from rulesets.caesar_xl.draw.orders import Draws, right
from rulesets.caesar_xl.losses import LOSSES, losing
from rulesets.caesar_xl.march.rules import ways
from rulesets.caesar_xl.position import FORUM, PURCHASES
from rulesets.caesar_xl.purchases.recruiting import price, recruit_trouble
from rulesets.caesar_xl.sample import Commander, Drawer
from rulesets.caesar_xl.turn import Orders


class DrawHelp(Suggestions[Draws]):
    """What can be claimed, and cards to buy."""

    def template(self, request: Draws, view: View) -> list[str]:
        """All of it as comments: without a line free cards are drawn and none is bought."""
        public, seat, lines = view.public, request.seat, []
        if public["phase"] == FORUM:
            for card in forum.claimable(public, seat):
                gold = forum.cost(public, seat, card)
                lines.append(f"# - claim: {CARD_NAMES[card]}  # {gold} gold")
        if right(public, seat):
            lines.append("# - decline  # the next free card; otherwise it is drawn")
        if public["gold"][seat] >= PRICES["card"] and position.has(public, "cards"):
            lines.append(f"# - buy  # {PRICES['card']} gold a card, two at most")
        return [*lines, "# - look  # stop here, and order the rest when you have seen the cards"]

    def later(self, request: Draws, view: View) -> list[str]:
        """The turn that follows."""
        return ["- {on: turn, orders: []}"]


class TurnHelp(Suggestions[Orders]):
    """Cards of the hand, something to recruit, something that marches."""

    def template(self, request: Orders, view: View) -> list[str]:
        """As comments: without a line nothing is bought and nobody marches."""
        public, lines = view.public, []
        if public["phase"] == PURCHASES:
            lines = _purchases(request, view)
        mine = sorted(position.owned(public, request.seat), key=lambda key: not board.is_unit(key))
        for key in [key for key in mine if key not in public["now"]["marches"]][:1]:
            to = [way.to for way in ways(public, key) if way.to in board.CITIES][:1]
            names = f"pieces: [{PIECE_NAMES[key]}], to: {PLACE_NAMES[(*to, board.ROME)[0]]}"
            note = "via: PLACE for a forced march" if position.has(public, "forced") else ""
            lines.append(f"march: {{{names}}}" + (f"  # {note}" if note else ""))
        lines += _fleet(public, request.seat, view.own.get("hand", ()))
        lines.append("look  # stop here, and order the rest when you have seen this")
        return [f"# - {line}" for line in lines]

    def later(self, request: Orders, view: View) -> list[str]:
        """The next cards: two are bought, the second one if the first is no leader."""
        if not position.has(view.public, "cards"):
            return ["- {on: cards, orders: []}"]
        return ["- {on: cards, orders: [buy, {if: leaders drawn = 0, else: skip, buy}]}"]

    def at_hand(
        self, request: Orders, view: View, key: str, beside: Mapping[str, Any]
    ) -> list[str]:
        """Pieces that have not marched."""
        if key != "pieces":
            return []
        marches = view.public["now"]["marches"]
        return [one for one in position.owned(view.public, request.seat) if one not in marches]


def _fleet(public: Data, seat: str, hand: Sequence[str]) -> list[str]:
    """A3 Pieces in a port, if the card is held."""
    able = [key for key in position.owned(public, seat) if key not in public["now"]["marches"]]
    lie = [key for key in able if public["pieces"][key]["at"] in board.PORTS]
    if not lie or not {"A3", "A4"} & {*hand}:
        return []
    at = public["pieces"][lie[0]]["at"]
    to = next(port for port in board.PORTS if port != at)
    return [f"fleet: {{pieces: [{PIECE_NAMES[lie[0]]}], to: {PLACE_NAMES[to]}}}"]


def _purchases(request: Orders, view: View) -> list[str]:
    """7 The first thing that can be done with each word, and with each card of the hand."""
    public, seat, walk = view.public, request.seat, request.walk.on_copy(request, view)
    lines = _units(public, seat)
    for word, values in _candidates(public, seat, view.own.get("hand", ())):
        able = (value for value in values if not [*request.by_word[word](walk, value).problems()])
        lines += [f"{word}{_written(value)}" for value in islice(able, 1)]
    return lines


def _units(public: Data, seat: str) -> list[str]:
    """7.1 A unit of each kind in the richest city that can have it."""
    lines = []
    rich = sorted(board.CITIES, key=lambda city: -board.VALUES[city])
    for what, key in ((board.LEGION, "legions"), (board.ALLY, "allies")):
        able = (city for city in rich if not recruit_trouble(public, seat, what, city))
        for city in islice(able, 1):
            gold = price(public, seat, what)
            lines.append(f"recruit: {{{key}: 1, at: {PLACE_NAMES[city]}}}  # {gold} gold each")
    return lines


def _candidates(
    public: Data, seat: str, hand: Sequence[str]
) -> Iterator[tuple[str, Sequence[Any]]]:
    """7.2-7.4 What could be said with each word, the likeliest first."""
    mine, theirs = (position.owned(public, one) for one in (seat, board.other(seat)))
    places = sorted(board.PLACES, key=lambda place: board.VALUES[place])
    cities = [place for place in places if place in board.CITIES]
    lie = [card for card in public["discards"] if card in board.LEADERS]
    yield "diplomacy", [{"at": place} for place in cities]
    yield "free legion", [{}]
    yield "cicero", [{"leader": card, "at": place} for card in lie for place in cities]
    yield "promote", mine
    actions: dict[str, tuple[str, Sequence[Any]]] = {
        "A1": ("mobilize", [[city] for city in cities]),
        "A2": ("treachery", places),
        "A5": ("legionaries", [{"legion": key} for key in theirs if board.is_unit(key)]),
        "A6": ("revolt", cities),
        "A7": ("donations", [{}]),
        "A8": ("levy", cities),
    }
    for card in hand:
        if card in board.LEADERS:
            yield "place", [{"leader": card, "at": place} for place in places[::-1]]
        elif card in actions:
            yield actions[card]


def _written(value: Any) -> str:
    """A value as it stands behind its word."""
    if isinstance(value, dict):
        inside = ", ".join(f"{key}: {NAMES[one]}" for key, one in value.items())
        return f": {{{inside}}}" if value else ""
    return f": [{NAMES[value[0]]}]" if isinstance(value, list) else f": {NAMES[value]}"


KINDS = kinds_of(
    Kind(Draws, DrawHelp(), Written(Drawer), Lines(Draws, whole_turn=True)),
    Kind(Orders, TurnHelp(), Written(Commander), Lines(Orders, whole_turn=True)),
    TACTICS_KIND,
    SUPPLY_KIND,
    *map(one_of, ONE_OF),
    *map(losing, LOSSES),
)
