"""What can be bought, and random play in which every kind of line comes up."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from referee.engine.ideas import Hand
from referee.engine.table import driven
from referee.engine.walk import Walk
from referee.engine.words import Answer
from referee.engine.writer import SELDOM, Writer
from rulesets.caesar_xl import board, position
from rulesets.caesar_xl.board import LEADERS, LEGION, PLACES, PORTS, UNITS, VALUES
from rulesets.caesar_xl.draw import forum
from rulesets.caesar_xl.draw.orders import Donations, Drawing, begin_cards, right
from rulesets.caesar_xl.march import (
    Fleet,
    Way,
    free_trouble,
    waiting,
    ways,
    zone_trouble,
)
from rulesets.caesar_xl.position import FORUM, PURCHASES
from rulesets.caesar_xl.purchases.recruiting import RECRUITED, recruit_trouble
from rulesets.caesar_xl.purchases.walk import Turning, begin_march
from rulesets.caesar_xl.turn import BUYING

#: Words of purchases that need no card, and of those that play one.
_OPEN = ("diplomacy", "free legion", "cicero", "promote")
_PLAYED = {line.card: line.word for line in BUYING if line.card} | dict.fromkeys(LEADERS, "place")


def purchases(walk: Walk) -> list[tuple[str, Hand]]:
    """7 The words of all purchases but recruiting, once for each card of the hand, with the ids
    that each could name."""
    cards = [card for card in walk.own["hand"] if card in _PLAYED]
    return [
        *((word, at_hand(walk, word)) for word in _OPEN),
        *((_PLAYED[card], at_hand(walk, _PLAYED[card], card)) for card in cards),
    ]


def at_hand(walk: Walk, word: str, card: str = "") -> Hand:
    """Ids that a key of a line could name, the most promising first: places that are cheap to win,
    rich ones for leaders; card: the one that is played."""
    public, seat = walk.public, walk.seat
    cheap = sorted(PLACES, key=VALUES.__getitem__)
    kingdoms = [at for at in cheap if at in board.KINGDOMS]
    places = {"mobilize": kingdoms, "place": cheap[::-1], "fleet": PORTS}

    def found(key: str) -> Sequence[str]:
        match key:
            case "leader":
                return [card] if card else [one for one in public["discards"] if one in LEADERS]
            case "marker":
                return [place for place, owner in public["markers"].items() if owner == seat]
            case "legion":
                return position.owned(public, board.other(seat), LEGION)
            case "pieces":
                return position.owned(public, seat)
        return position.owned(public, seat) if word == "promote" else places.get(word, cheap)

    return found


class Drawer(Writer[Drawing]):
    """Claims, draws and buys cards."""

    otherwise = SELDOM

    def written(self) -> Answer:
        """The lines, now and then only the first of them."""
        able = forum.claimable(self.public, self.seat)
        if self.public["phase"] == FORUM and able and self.maybe(85):
            self.may_add("claim", self.chance.choice(able))
        driven(begin_cards(self.walk.table, self.seat))
        while self.goes_on() and right(self.public, self.seat) and self.maybe(60):
            self.may_add("free card" if self.maybe(70) else "decline", {})
        while self.goes_on() and self.maybe(55):
            held = Donations.card in self.walk.own["hand"]
            self.may_add("donations" if held and self.maybe(50) else "buy", {})
        self.looks(3)
        return self.lines


class Commander(Writer[Turning]):
    """Orders a turn: purchases, marches, the order of battles."""

    otherwise = SELDOM

    def written(self) -> Answer:
        """The lines: plenty rather than few."""
        if self.public["phase"] == PURCHASES:
            self.buy()
            if self.looks(1):
                return self.lines
            driven(begin_march(self.walk.table, self.seat))
        while self.goes_on() and self.maybe(88) and self.march():
            if self.maybe(20) and self.looks(1):
                return self.lines
        places = position.fought(self.public, self.seat)
        if len(places) > 1 and self.goes_on() and self.maybe(60):
            self.may_add("battles", self.chance.sample(places, len(places)))
        return self.lines

    def buy(self) -> None:
        """Buy some of what can be bought, in any order."""
        able: list[Callable[[], object]] = [self.recruit, self.recruit]
        able += [partial(self.add_any, *purchase, 20) for purchase in purchases(self.walk)]
        for buy in self.chance.sample(able, self.chance.randint(1, len(able))):
            if self.goes_on():
                buy()

    def recruit(self) -> None:
        """Recruit units where gold and the city allow it."""
        public, seat = self.public, self.seat
        key, what = self.chance.choice([*RECRUITED.items()])
        mine = position.cities(public, seat)
        if able := [at for at in mine if not recruit_trouble(public, seat, what, at)]:
            at = self.chance.choice(able)
            room = VALUES[at] - public["now"]["recruited"].get(at, 0)
            stock = len(position.free_counters(public, seat, what))
            paid = max(1, public["gold"][seat] // UNITS[what]["price"])
            number = self.chance.randint(1, min(room, stock, paid))
            self.add("recruit", {key: number, "at": at})

    def march(self) -> bool:
        """March pieces of one place the same way; False if nothing is left to march."""
        public, left = self.public, waiting(self.public, self.seat)
        if not left:
            return False
        at = public["pieces"][self.chance.choice(left)]["at"]
        here = [key for key in left if public["pieces"][key]["at"] == at]
        few = self.chance.sample(here, self.chance.randint(1, len(here)))
        keys = here if self.maybe(50) else few
        if at in PORTS and self.maybe(50) and not Fleet(self.walk, {}).lacks(Fleet.card):
            to = self.chance.choice([port for port in PORTS if port != at])
            self.add("fleet", {"pieces": keys, "to": to})
            return True
        way = self.way(keys)
        if keys := self.able(keys, way):
            value: dict[str, Any] = {"pieces": keys, "to": way.to}
            if way.via:
                value["via"] = way.via
                if self.maybe(70) and (free := self.free(keys)):
                    value["free"] = free[:1]
            self.add("march", value)
        return True

    def way(self, keys: Sequence[str]) -> Way:
        """Any way, but rather to enemies or to places that nobody holds."""
        able = ways(self.public, keys[0])
        able = [way for way in able if not way.via or self.maybe(25)] or able
        mine = position.controlled(self.public, self.seat)
        good = [way for way in able if way.to not in mine]
        enemy = [way for way in able if position.enemies(self.public, way.to, self.seat)]
        return self.chance.choice((enemy if self.maybe(40) else good) or good or able)

    def able(self, keys: Sequence[str], way: Way) -> list[str]:
        """The pieces that could go, on what is known now."""
        most = self.public["gold"][self.seat] if way.via else len(keys)
        units = [key for key in keys if board.is_unit(key)][:most]
        free = units or not way.via
        leaders = [key for key in keys if key == self.seat or (key in LEADERS and free)]
        led = zone_trouble(self.public, self.seat, units, way.to) is None
        return [*units, *(leaders if led else [])]

    def free(self, keys: Sequence[str]) -> list[str]:
        """L8, F8 Cards by which the first unit marches free."""
        able = board.is_unit(keys[0]) and self.seat not in keys
        cards = board.FREE_MARCHES if able else ()
        return [c for c in cards if not free_trouble(self.public, self.seat, keys[0], c)]
