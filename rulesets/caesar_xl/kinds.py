"""What is asked, and what stands beside each question: templates, standing orders, random play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.engine.beside import Kind, Lines, Suggestions, kinds_of
from referee.engine.choosing import one_of
from referee.engine.request import View
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
        public, seat, lines = view.public, request.seat, []
        if public["phase"] == PURCHASES:
            mine = position.cities(public, seat)
            rich = max(mine, key=lambda city: board.VALUES[city], default="")
            if rich:
                lines.append(f"# - recruit: {{allies: 1, at: {PLACE_NAMES[rich]}}}")
            for card in view.own.get("hand", ()):
                if card in board.LEADERS and mine:
                    name = board.LEADER_NAMES[card]
                    lines.append(f"# - place: {{leader: {name}, at: {PLACE_NAMES[mine[0]]}}}")
        for key in position.owned(public, seat)[:1]:
            way = ways(public, key)[0]
            names = f"pieces: [{PIECE_NAMES[key]}], to: {PLACE_NAMES[way.to]}"
            lines.append(f"# - march: {{{names}}}  # via: for a forced march")
        return [*lines, "# - look  # stop here, and order the rest when you have seen this"]

    def later(self, request: Orders, view: View) -> list[str]:
        """The next draw: two cards, the second one if the first is no leader."""
        return ["- {on: cards, orders: [buy, {if: leaders drawn = 0, else: skip, buy}]}"]

    def at_hand(
        self, request: Orders, view: View, key: str, beside: Mapping[str, Any]
    ) -> list[str]:
        """Pieces that have not marched."""
        if key != "pieces":
            return []
        marches = view.public["now"]["marches"]
        return [one for one in position.owned(view.public, request.seat) if one not in marches]


KINDS = kinds_of(
    Kind(Draws, DrawHelp(), Written(Drawer), Lines(Draws, whole_turn=True)),
    Kind(Orders, TurnHelp(), Written(Commander), Lines(Orders, whole_turn=True)),
    TACTICS_KIND,
    SUPPLY_KIND,
    *map(one_of, ONE_OF),
    *map(losing, LOSSES),
)
