"""Diplomacy (7.4), Allies Mobilize, Treachery, Legionaries' Demands (A1, A2, A5)."""

from collections.abc import Iterable

from referee.engine.action import SLIP, UNSURE, Problem
from referee.engine.asking import chosen
from referee.engine.view import Data
from referee.engine.words import Fields, Many, Name
from rulesets.caesar_xl import board, position, verbs
from rulesets.caesar_xl.board import CITIES, LEGION, PLACE_NAMES, PRICES, ROME, VALUES, ZONES
from rulesets.caesar_xl.choices import PAY, Demand
from rulesets.caesar_xl.dice import Cast, cast
from rulesets.caesar_xl.lines import too_dear
from rulesets.caesar_xl.losses import Betrayal, decided
from rulesets.caesar_xl.purchases.recruiting import open_to_allies
from rulesets.caesar_xl.purchases.walk import Purchase

_DICE = range(1, 7)


def modifiers(public: Data, seat: str, at: str) -> dict[str, int]:
    """7.4 What is added to a roll for diplomacy, with the reason for each."""
    watched = position.near(public, at, board.other(seat)) > VALUES[at]
    friendly = at in CITIES and position.controls(public, at, seat)
    found = {
        "friendly city": +friendly,
        "enemy swords near it": -watched,
        "barbarian zone": -(at in ZONES),
        "Octavius": +position.works(public, board.OCTAVIUS, seat),
    }
    return {reason: number for reason, number in found.items() if number}


def successes(public: Data, seat: str, at: str) -> list[int]:
    """7.4 The dice that succeed: with what is added they show more than the value."""
    added = sum(modifiers(public, seat, at).values())
    return [die for die in _DICE if die + added > VALUES[at]]


def roll_price(public: Data, seat: str, at: str) -> int:
    """7.4 The price of a roll; replacing an enemy marker costs more."""
    replaces = public["markers"].get(at) == board.other(seat)
    return PRICES["replace"] if replaces else PRICES["marker"]


def target_trouble(public: Data, seat: str, at: str) -> Problem | None:
    """7.4 Why a place cannot be the target."""
    if position.enemies(public, at, seat):
        return Problem(position.enemies_in(at), "7.4", weight=UNSURE).at("at")
    mine = Problem(f"your marker is in {PLACE_NAMES[at]}", "7.4", weight=UNSURE).at("at")
    return mine if public["markers"].get(at) == seat else None


def marker_trouble(public: Data, seat: str, source: str) -> Problem | None:
    """7.4 Why no marker comes from this place, or from stock if it is ""."""
    if source and public["markers"].get(source) != seat:
        return Problem(f"no marker of yours is in {PLACE_NAMES[source]}", "7.4").at("marker")
    if source or position.free_markers(public, seat):
        return None
    hint = "say which comes: marker: its place"
    return Problem("no marker is left in stock", "1.6", hint, UNSURE)


class Diplomacy(Purchase):
    """7.4 Roll once a turn for an alliance marker."""

    word = once = "diplomacy"
    takes = Fields({"at": Name("place")}, {"marker": Name("place")})
    spent = Problem("one roll a turn", "7.4")

    def obstacle(self) -> Problem | None:
        """15 The bronze game has none."""
        none = Problem("there is no diplomacy in the bronze game", "15")
        return super().obstacle() if position.has(self.public, "diplomacy") else none

    def wrong(self) -> Iterable[Problem | None]:
        """Where the marker comes from, the target, and the price."""
        public, seat, at = self.public, self.seat, self.value["at"]
        yield marker_trouble(public, seat, self.value.get("marker", ""))
        yield target_trouble(public, seat, at)
        yield too_dear(public, seat, roll_price(public, seat, at), "the roll", "7.4")

    async def carry_out(self) -> None:
        """Success is a roll above the value; the gold is gone either way."""
        public, seat, at = self.public, self.seat, self.value["at"]
        verbs.pay(self.table, seat, roll_price(public, seat, at), "diplomacy, 7.4")
        added, well = modifiers(public, seat, at), successes(public, seat, at)
        if not well:
            reason = f"not even a 6 succeeds in {PLACE_NAMES[at]} as things stand"
            hint = f"it must be more than {VALUES[at]}"
            self.walk.trouble(Problem(reason, "7.4", hint, SLIP).at("at"))
        (die,) = await cast(self.table, seat, Cast("diplomacy", at), well[::-1] or [6])
        told = {"seat": seat, "at": at, "sum": die + sum(added.values()), "value": VALUES[at]}
        self.table.tell("diplomacy", {**told, "added": added, "success": die in well})
        if die in well:
            self.succeed(at)

    def succeed(self, at: str) -> None:
        """7.4 The marker is placed; with a zone this is a treaty."""
        self.public["now"]["succeeded"] += 1
        if at in self.public["markers"]:
            verbs.unmark(self.table, at, "replaced, 7.4")
        verbs.mark(self.table, self.seat, at, self.value.get("marker", ""))
        if at in ZONES and at not in self.public["subdued"]:
            verbs.subdue(self.table, at, subdued=True)


class Mobilize(Purchase):
    """A1 Allied units in kingdoms, as many as a die shows, in the order of the list."""

    word, takes, card = "mobilize", Many(Name("place"), 0, 6), "A1"
    example = "mobilize: [Thracia, Pontus, Pontus, Alexandria]"

    def wrong(self) -> Iterable[Problem | None]:
        """7.3 At least one can be placed, and each place is a kingdom."""
        found = [self.trouble(at) for at in self.value]
        bad = [p.at(n) for n, p in enumerate(found) if p and p.weight != UNSURE]
        # If none is named, it is asked where one could be placed.
        found = found or [self.trouble(at) for at in board.KINGDOMS]
        return bad or (found[:1] if all(found) else ())

    def trouble(self, at: str) -> Problem | None:
        """Why no unit can be placed there."""
        return open_to_allies(self.public, self.seat, at, (board.KINGDOM,))

    async def carry_out(self) -> None:
        """An enemy marker does not prevent it, and stays (7.6)."""
        (die,) = await cast(self.table, self.seat, Cast("mobilize"), (6, 5, 4))
        for number, at in enumerate(self.value[:die]):
            if self.walk.good((p := self.trouble(at)) and p.at(number)):
                verbs.raise_unit(self.table, self.seat, board.ALLY, at, "A1")


class Treachery(Purchase):
    """A2 Enemy pieces are lost, with as many swords as a die shows."""

    word, takes, card = "treachery", Name("place"), "A2"
    example = "treachery: Rome"

    def wrong(self) -> Iterable[Problem | None]:
        """An enemy legion or allied unit stands there."""
        if not position.units(self.public, self.value, board.other(self.seat)):
            yield Problem(f"no enemy units are in {PLACE_NAMES[self.value]}", "A2", weight=UNSURE)

    async def carry_out(self) -> None:
        """The owner chooses among equals."""
        enemy, at = board.other(self.seat), self.value
        (die,) = await cast(self.table, self.seat, Cast("treachery", at), (6, 5, 4, 3))
        fallen = await decided(self.table, Betrayal(enemy, at=at, points=die))
        verbs.lose(self.table, fallen.lost, "Treachery, A2")


def legion_trouble(public: Data, seat: str, key: str) -> Problem | None:
    """A5 Why a piece makes no demands: it is no enemy legion, or a leader of his is there."""
    enemy, one = board.other(seat), public["pieces"].get(key)
    reason = ""
    if not one or one["owner"] != enemy or board.kind(key) != LEGION:
        reason = f"{board.PIECE_NAMES[key]} is no enemy legion on the map"
    elif not all(map(board.is_unit, position.there(public, one["at"], enemy))):
        reason = f"an enemy leader is in {PLACE_NAMES[one['at']]}"
    return Problem(reason, "A5", weight=UNSURE).at("legion") if reason else None


class Demands(Purchase):
    """A5 Your opponent pays for one of his legions, or loses it to you."""

    word, card = "legionaries", "A5"
    takes = Fields({"legion": Name("enemy piece")}, {"at": Name("place")})

    def wrong(self) -> Iterable[Problem | None]:
        """A legion without an enemy leader beside it, and a city for the new one."""
        yield legion_trouble(self.public, self.seat, self.value["legion"])
        at = self.value.get("at", "")
        if at and at not in position.cities(self.public, self.seat):
            yield Problem(f"you control no city {PLACE_NAMES[at]}", "A5", "", UNSURE).at("at")

    async def carry_out(self) -> None:
        """He pays, or loses it; then you place a legion free if a counter is left."""
        enemy, legion = board.other(self.seat), self.value["legion"]
        self.table.tell("demands", {"seat": self.seat, "unit": legion})
        if await chosen(self.table, Demand(enemy, unit=legion)) == PAY:
            verbs.pay(self.table, enemy, PRICES["demand"], "Legionaries' Demands, A5")
            return
        verbs.lose(self.table, [legion], "Legionaries' Demands, A5")
        at = self.new_home()
        if at and position.free_counters(self.public, self.seat, LEGION):
            verbs.raise_unit(self.table, self.seat, LEGION, at, "A5")

    def new_home(self) -> str:
        """A5 The city named, if it is still yours; or Rome, a Roman city, any city."""
        mine = position.cities(self.public, self.seat)
        wishes = [self.value.get("at", ""), ROME, *filter(board.roman, mine), *mine]
        return next((city for city in wishes if city in mine), "")
