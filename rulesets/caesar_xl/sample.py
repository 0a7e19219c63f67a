"""Random play that is lively: every kind of line can come out."""

from collections.abc import Sequence
from typing import Any, TypeVar

from referee.engine.walk import Walk, driven
from referee.engine.words import SKIP, STOP, Answer
from referee.engine.writer import Writer
from rulesets.caesar_xl import board, hidden, position
from rulesets.caesar_xl.board import ACTIONS, CITIES, LEADERS, PLACES, PORTS, ROMAN
from rulesets.caesar_xl.draw import forum
from rulesets.caesar_xl.draw.orders import Drawing, begin_cards, right
from rulesets.caesar_xl.march import rules
from rulesets.caesar_xl.march.orders import fought
from rulesets.caesar_xl.position import FORUM, PURCHASES
from rulesets.caesar_xl.purchases.recruiting import recruit_trouble
from rulesets.caesar_xl.purchases.walk import Turning, begin_march

W = TypeVar("W", bound=Walk)


class Careful(Writer[W]):
    """Writes no line that something stands in the way of, and seldom one that stops."""

    otherwise = (*(SKIP,) * 19, STOP)

    def add(self, word: str, value: object) -> None:
        """Unless it would be refused."""
        action = self.walk.request.by_word[word](self.walk, value)
        if not list(action.problems()):
            super().add(word, value)

    def any_of(self, things: Sequence[Any]) -> Any:
        """One of them, None if there is none."""
        return self.chance.choice(list(things)) if things else None


class Drawer(Careful[Drawing]):
    """A claim, free cards, purchases."""

    def written(self) -> Answer:
        """Sometimes only the beginning."""
        able = forum.claimable(self.public, self.seat)
        if self.public["phase"] == FORUM and able and self.maybe(85):
            self.add("claim", self.chance.choice(able))
        driven(begin_cards(self.walk.table, self.seat))
        while self.goes_on() and right(self.public, self.seat) and self.maybe(60):
            self.add("free card" if self.maybe(70) else "decline", {})
        while self.goes_on() and self.maybe(55):
            self.buy()
        if self.lines and self.goes_on() and self.maybe(3) and self.walk.acted:
            self.lines.append({"look": {}})
        return self.lines

    def goes_on(self) -> bool:
        """Whether the game does."""
        return not self.walk.over()

    def buy(self) -> None:
        """A card or Donations."""
        gold, bought = self.public["gold"][self.seat], self.public["now"]["bought"]
        if hidden.held(self.walk.own, "A7") and self.maybe(50):
            self.add("donations", {})
        elif (
            gold >= board.PRICES["card"]
            and bought < board.PRICES["cards"]
            and position.has(self.public, "cards")
        ):
            self.add("buy", {})


class Commander(Careful[Turning]):
    """A turn: purchases, then marches, then the order of battles."""

    def written(self) -> Answer:
        """Rather much than little."""
        if self.public["phase"] == PURCHASES:
            for buy in self.chance.sample(self.purchases(), k=self.chance.randint(1, 8)):
                if self.goes_on():
                    buy()
            if self.lines and self.walk.acted and self.goes_on() and self.maybe(1):
                return [*self.lines, {"look": {}}]
            driven(begin_march(self.walk.table, self.seat))
        while self.goes_on() and self.maybe(88) and self.march():
            if self.walk.acted and self.maybe(1) and self.maybe(20):
                return [*self.lines, {"look": {}}]
        places = fought(self.public, self.seat)
        if len(places) > 1 and self.goes_on() and self.maybe(60):
            self.add("battles", self.chance.sample(places, len(places)))
        return self.lines

    def goes_on(self) -> bool:
        """Whether the game does."""
        return not self.walk.over() and not self.walk.ended

    def purchases(self) -> list[Any]:
        """Everything that can be done there."""
        cards = [self.place, self.play, self.play, self.place]
        return [self.recruit, self.recruit, self.diplomacy, self.promote, self.powers, *cards]

    def recruit(self) -> None:
        """Units where gold and the city allow it."""
        mine = position.cities(self.public, self.seat)
        at = self.any_of(mine)
        if at is None:
            return
        roman = CITIES[at]["type"] == ROMAN and self.maybe(70)
        key, what = ("legions", board.LEGION) if roman else ("allies", board.ALLY)
        if recruit_trouble(self.public, self.seat, what, at):
            return
        price: int = board.UNITS[what]["price"]
        room = CITIES[at]["value"] - self.public["now"]["recruited"].get(at, 0)
        stock = len(position.free_counters(self.public, self.seat, what))
        most = max(1, min(room, stock, self.public["gold"][self.seat] // price))
        self.add("recruit", {key: self.chance.randint(1, most), "at": at})

    def place(self) -> None:
        """A leader of the hand."""
        card = self.any_of([card for card in self.walk.own["hand"] if card in LEADERS])
        at = self.any_of(position.controlled(self.public, self.seat))
        if card and at:
            self.add("place", {"leader": card, "at": at})

    def diplomacy(self) -> None:
        """Rather a city that is cheap."""
        public, seat = self.public, self.seat
        if not position.has(public, "diplomacy") or position.used(public, "diplomacy"):
            return
        able = [p for p in PLACES if not position.enemies(public, p, seat)]
        at = self.any_of([p for p in able if public["markers"].get(p) != seat])
        if at is None or public["gold"][seat] < board.PRICES["replace"]:
            return
        mine = [p for p, owner in public["markers"].items() if owner == seat and p != at]
        if mine and (self.maybe(30) or not position.free_markers(public, seat)):
            self.add("diplomacy", {"at": at, "marker": self.any_of(mine)})
        elif position.free_markers(public, seat):
            self.add("diplomacy", {"at": at})

    def promote(self) -> None:
        """F7."""
        regular = [
            key
            for key in position.owned(self.public, self.seat)
            if board.is_unit(key) and not self.public["pieces"][key]["veteran"]
        ]
        key = self.any_of(regular)
        if key and position.works(self.public, "F7", self.seat):
            self.add("promote", key)

    def powers(self) -> None:
        """L1 and L3."""
        if position.works(self.public, "L1", self.seat):
            self.add("free legion", {})
        card = self.any_of([card for card in self.public["discards"] if card in LEADERS])
        at = self.any_of(position.controlled(self.public, self.seat))
        if position.works(self.public, "L3", self.seat) and card and at:
            self.add("cicero", {"leader": card, "at": at})

    def play(self) -> None:
        """An action of the hand."""
        card = self.any_of([card for card in self.walk.own["hand"] if card in ACTIONS])
        enemy, public = board.other(self.seat), self.public
        match card:
            case "A1":
                kingdoms = [p for p in CITIES if CITIES[p]["type"] == board.KINGDOM]
                self.add("mobilize", self.chance.choices(kingdoms, k=6))
            case "A2":
                at = self.any_of([p for p in PLACES if position.units(public, p, enemy)])
                self.add_if("treachery", at)
            case "A5":
                self.demand(enemy)
            case "A6":
                able = [p for p in CITIES if CITIES[p]["type"] != ROMAN]
                self.add("revolt", self.any_of(able))
            case "A7":
                self.add("donations", {})
            case "A8":
                mine = position.cities(public, self.seat)
                self.add_if("levy", self.any_of([c for c in mine if CITIES[c]["type"] == ROMAN]))

    def add_if(self, word: str, value: Any) -> None:
        """A line, if there is something to say."""
        if value is not None:
            self.add(word, value)

    def demand(self, enemy: str) -> None:
        """A5."""
        legion = self.any_of(
            [k for k in position.owned(self.public, enemy) if board.kind(k) == board.LEGION]
        )
        at = self.any_of(position.cities(self.public, self.seat))
        if legion:
            self.add(
                "legionaries", {"legion": legion, **({"at": at} if at and self.maybe(60) else {})}
            )

    def march(self) -> bool:
        """Pieces of one place, by one way; False if nothing is left to march."""
        public, marches = self.public, self.public["now"]["marches"]
        left = [k for k in position.owned(public, self.seat) if k not in marches]
        if not left:
            return False
        at = public["pieces"][self.chance.choice(left)]["at"]
        here = [key for key in left if public["pieces"][key]["at"] == at]
        keys = (
            here if self.maybe(50) else self.chance.sample(here, self.chance.randint(1, len(here)))
        )
        if hidden.held(self.walk.own, "A3") and at in PORTS and self.maybe(50):
            to = self.chance.choice([port for port in PORTS if port != at])
            self.add("fleet", {"pieces": keys, "to": to})
            return True
        way = self.way(at, keys)
        keys = self.able(keys, way)
        value: dict[str, Any] = {"pieces": keys, "to": way.to}
        if way.forced:
            value["via"] = way.via
            if (cards := self.free(keys)) and self.maybe(70):
                value["free"] = cards[:1]
        if keys:
            self.add("march", value)
        return True

    def free(self, keys: Sequence[str]) -> list[str]:
        """L8, F8 Cards that let the first unit march for nothing."""
        units = [key for key in keys if board.is_unit(key)]
        if not units or self.seat in keys:
            return []
        cards = (rules.LEPIDUS, rules.PROCONSUL)
        return [c for c in cards if not rules.free_trouble(self.public, self.seat, units[0], c)]

    def able(self, keys: Sequence[str], way: rules.Way) -> list[str]:
        """Those that can go, by what is there now."""
        public, seat, gold = self.public, self.seat, self.public["gold"][self.seat]
        if way.forced:
            units = [key for key in keys if board.is_unit(key)][:gold]
            others = [key for key in keys if key == seat]
            followers = [key for key in keys if key in LEADERS] if units else []
            keys = [*units, *others, *followers]
        wild = way.to in board.ZONES and way.to not in public["subdued"]
        marched = not wild or any(board.is_unit(key) for key in keys)
        return [key for key in keys if marched or position.units(public, way.to, seat)]

    def way(self, at: str, keys: Sequence[str]) -> rules.Way:
        """Any way, rather to enemies or to what nobody has."""
        ways = rules.ways(self.public, keys[0])
        ways = [way for way in ways if not way.forced or self.maybe(25)] or ways
        mine = position.controlled(self.public, self.seat)
        good = [way for way in ways if way.to not in mine]
        enemy = [way for way in ways if position.enemies(self.public, way.to, self.seat)]
        return self.chance.choice((enemy if self.maybe(40) else good) or good or ways)
