"""Every question, with its template, its standing orders and its random play."""

from collections.abc import Iterable, Iterator

from referee.engine.beside import Kind, Lines, Suggestions, kinds_of
from referee.engine.choosing import one_of
from referee.engine.ideas import Hand, first
from referee.engine.naming import some_of
from referee.engine.request import View
from referee.engine.walk import Walk
from referee.engine.writer import Written
from referee.kit.flow import written
from rulesets.caesar_xl import board, position
from rulesets.caesar_xl.board import CARD_NAMES, PLACE_NAMES, PRICES
from rulesets.caesar_xl.choices import NAMES, ONE_OF
from rulesets.caesar_xl.combat.supply import SUPPLY_KIND
from rulesets.caesar_xl.draw import forum
from rulesets.caesar_xl.draw.orders import Draws, right
from rulesets.caesar_xl.losses import LOSSES
from rulesets.caesar_xl.march import reach, waiting, ways
from rulesets.caesar_xl.position import FORUM, PURCHASES
from rulesets.caesar_xl.purchases.recruiting import RECRUITED, price, recruit_trouble
from rulesets.caesar_xl.sample import Commander, Drawer, at_hand, purchases
from rulesets.caesar_xl.turn import Orders


class DrawHelp(Suggestions[Draws]):
    """Suggestions for the draw: what you can claim, and cards to buy."""

    def template(self, request: Draws, view: View) -> list[str]:
        """Comments only: without a line you draw your free cards and buy none."""
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
        """The turn after this one."""
        return ["- {on: turn, orders: []}"]


class TurnHelp(Suggestions[Orders]):
    """Suggestions for the turn: cards of your hand, a unit to recruit, pieces to march."""

    def template(self, request: Orders, view: View) -> list[str]:
        """Comments only: without a line you buy nothing and nobody marches."""
        public, walk = view.public, request.walk.on_copy(request, view)
        buys = public["phase"] == PURCHASES
        lines = [*_units(request, view), *_ideas(walk, purchases(walk))] if buys else []
        mine = waiting(public, request.seat)
        for key in sorted(mine, key=lambda key: not board.is_unit(key))[:1]:
            to = next((way.to for way in ways(public, key) if way.to in board.CITIES), board.ROME)
            note = "  # via: PLACE for a forced march" if position.has(public, "forced") else ""
            lines.append(written({"march": {"pieces": [key], "to": to}}, NAMES) + note)
        lines += _ideas(walk, [("fleet", at_hand(walk, "fleet"))])
        lines.append("- look  # stop here, and order the rest when you have seen this")
        return [f"# {line}" for line in lines]

    def reach(self, request: Orders, view: View) -> list[str]:
        """9.1, 9.3 Next to each group that can march; what a forced march costs."""
        return reach(view.public, request.seat)

    def later(self, request: Orders, view: View) -> list[str]:
        """The next cards: two are bought, the second one only if the first is no leader."""
        if not position.has(view.public, "cards"):
            return ["- {on: cards, orders: []}"]
        return ["- {on: cards, orders: [buy, {if: leaders drawn = 0, else: skip, buy}]}"]

    def at_hand(self, request: Orders, view: View, key: str, beside: object) -> list[str]:
        """Pieces that have not marched."""
        return waiting(view.public, request.seat) if key == "pieces" else []


def _ideas(walk: Walk, words: Iterable[tuple[str, Hand]]) -> list[str]:
    """For each word a line that can be carried out, if there is one."""
    return [written({word: idea}, NAMES) for word, of in words for idea in first(walk, word, of)]


def _units(request: Orders, view: View) -> Iterator[str]:
    """7.1 One unit of each kind, in the richest city where it can be raised."""
    public, seat = view.public, request.seat
    rich = sorted(board.CITIES, key=lambda city: -board.VALUES[city])
    for key, what in RECRUITED.items():
        able = (city for city in rich if not recruit_trouble(public, seat, what, city))
        if city := next(able, ""):
            gold = price(public, seat, what)
            yield f"- recruit: {{{key}: 1, at: {PLACE_NAMES[city]}}}  # {gold} gold each"


KINDS = kinds_of(
    Kind(Draws, DrawHelp(), Written(Drawer), Lines(Draws, whole_turn=True)),
    Kind(Orders, TurnHelp(), Written(Commander), Lines(Orders, whole_turn=True)),
    SUPPLY_KIND,
    *map(one_of, ONE_OF),
    *map(some_of, LOSSES),
)
