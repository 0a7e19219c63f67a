"""What is asked, and what stands beside each question: templates, standing orders, random play."""

from collections.abc import Mapping
from typing import Any

from referee.engine.beside import Kind, Lines, Suggestions, kinds_of
from referee.engine.choosing import one_of
from referee.engine.request import Data, View
from referee.engine.writer import Written
from rulesets.caesar_xl import board, position
from rulesets.caesar_xl.board import CARD_NAMES, PIECE_NAMES, PLACE_NAMES, PRICES
from rulesets.caesar_xl.choices import ONE_OF, TACTICS_KIND
from rulesets.caesar_xl.combat.supply import SUPPLY_KIND
from rulesets.caesar_xl.draw import forum
from rulesets.caesar_xl.draw.orders import Draws, right
from rulesets.caesar_xl.losses import LOSSES, losing
from rulesets.caesar_xl.march.rules import ways
from rulesets.caesar_xl.position import FORUM, PURCHASES
from rulesets.caesar_xl.purchases.politics import roll_price, target_trouble
from rulesets.caesar_xl.purchases.recruiting import price as recruiting_price
from rulesets.caesar_xl.purchases.recruiting import recruit_trouble
from rulesets.caesar_xl.sample import Commander, Drawer
from rulesets.caesar_xl.turn import Orders


class DrawHelp(Suggestions[Draws]):
    """What can be claimed, and cards to buy."""

    def template(self, request: Draws, view: View) -> list[str]:
        """All of it as comments: without a line free cards are drawn and none is bought."""
        public, seat, lines = view.public, request.seat, []
        if public["phase"] == FORUM:
            for card in forum.claimable(public, seat):
                price = forum.cost(public, seat, card)
                lines.append(f"# - claim: {CARD_NAMES[card]}  # {price} gold")
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
            lines = [*_units(public, request.seat), *_hand(view), *_powers(public, request.seat)]
        mine = position.owned(public, request.seat)
        for key in [key for key in mine if key not in public["now"]["marches"]][:1]:
            names = f"pieces: [{PIECE_NAMES[key]}], to: {PLACE_NAMES[ways(public, key)[0].to]}"
            note = "via: PLACE for a forced march" if position.has(public, "forced") else ""
            lines.append(f"march: {{{names}}}" + (f"  # {note}" if note else ""))
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


def _units(public: Data, seat: str) -> list[str]:
    """7.1 A unit of each kind in the richest city that can have it."""
    lines = []
    for what, key in ((board.LEGION, "legions"), (board.ALLY, "allies")):
        mine = position.cities(public, seat)
        able = [city for city in mine if not recruit_trouble(public, seat, what, city)]
        for city in sorted(able, key=lambda city: -board.VALUES[city])[:1]:
            price = recruiting_price(public, seat, what)
            lines.append(f"recruit: {{{key}: 1, at: {PLACE_NAMES[city]}}}  # {price} gold each")
    return lines


def _hand(view: View) -> list[str]:
    """7.2, 7.3 What can be done with each leader and action of the hand, as it is written."""
    public, lines = view.public, []
    mine = position.controlled(public, view.seat)
    cities = [city for city in mine if city in board.CITIES]
    roman = [city for city in cities if board.CITIES[city]["type"] == board.ROMAN]
    kingdoms = [city for city in board.CITIES if board.CITIES[city]["type"] == board.KINGDOM]
    theirs = [key for key in position.owned(public, board.other(view.seat)) if board.is_unit(key)]
    legions = [key for key in theirs if board.kind(key) == board.LEGION]
    at = {key: public["pieces"][key]["at"] for key in theirs}
    written = {
        "A1": [f"mobilize: [{PLACE_NAMES[city]}]" for city in kingdoms],
        "A2": [f"treachery: {PLACE_NAMES[at[key]]}" for key in theirs],
        "A5": [f"legionaries: {{legion: {PIECE_NAMES[key]}}}" for key in legions],
        "A6": [f"revolt: {PLACE_NAMES[city]}" for city in kingdoms],
        "A7": ["donations"],
        "A8": [f"levy: {PLACE_NAMES[city]}" for city in roman],
    }
    for card in view.own.get("hand", ()):
        if card in board.LEADERS and mine:
            name = board.LEADER_NAMES[card]
            lines.append(f"place: {{leader: {name}, at: {PLACE_NAMES[mine[0]]}}}")
        lines += written.get(card, [])[:1]
    return lines


def _powers(public: Data, seat: str) -> list[str]:
    """7.4, L1, F7 Diplomacy, and what leaders and claimed cards can do."""
    lines = []
    targets = [place for place in board.CITIES if not target_trouble(public, seat, place)]
    cheap = sorted(targets, key=lambda place: board.VALUES[place])
    if position.has(public, "diplomacy") and not position.used(public, "diplomacy"):
        for place in cheap[:1]:
            price = roll_price(public, seat, place)
            lines.append(f"diplomacy: {{at: {PLACE_NAMES[place]}}}  # {price} gold")
    if position.works(public, "L1", seat) and not position.used(public, "L1"):
        lines.append("free legion")
    units = [key for key in position.owned(public, seat) if board.is_unit(key)]
    regular = [key for key in units if not public["pieces"][key]["veteran"]]
    if position.works(public, "F7", seat) and not position.used(public, "F7") and regular:
        lines.append(f"promote: {PIECE_NAMES[regular[0]]}")
    return lines


KINDS = kinds_of(
    Kind(Draws, DrawHelp(), Written(Drawer), Lines(Draws, whole_turn=True)),
    Kind(Orders, TurnHelp(), Written(Commander), Lines(Orders, whole_turn=True)),
    TACTICS_KIND,
    SUPPLY_KIND,
    *map(one_of, ONE_OF),
    *map(losing, LOSSES),
)
