"""Units and leaders: recruiting (7.1), leaders (7.2), L1, L3, F7, Levy and Revolt (A6, A8)."""

from collections.abc import Iterable

from referee.engine.action import ALWAYS, UNSURE, Problem
from referee.engine.view import Data
from referee.engine.words import Fields, Name, Nothing, Number
from referee.kit.zones import Place as Zone
from rulesets.caesar_xl import board, hidden, position, verbs
from rulesets.caesar_xl.board import ALLY, CITIES, LEGION, PIECE_NAMES, PLACE_NAMES, PRICES
from rulesets.caesar_xl.choices import regular
from rulesets.caesar_xl.dice import HIGH, Cast, cast
from rulesets.caesar_xl.hidden import CARDS, DISCARDS
from rulesets.caesar_xl.lines import too_dear
from rulesets.caesar_xl.purchases.walk import Purchase

#: Cards that make units cheaper by 1: Demands for Reform, Scipio.
CHEAPER = {LEGION: board.REFORM, ALLY: board.SCIPIO}
#: The kinds of units that can be recruited, by the word for several.
RECRUITED = {"legions": LEGION, "allies": ALLY}
_ONE = {LEGION: "a legion", ALLY: "an allied unit"}


def price(public: Data, seat: str, what: str) -> int:
    """7.1 Gold for a unit; discounts (L5, L7, F2) add up."""
    first = what == LEGION and not public["now"]["legions"]
    cards = [CHEAPER[what], *([board.CURIO] if first else [])]
    full: int = board.UNITS[what]["price"]
    return max(0, full - sum(position.works(public, card, seat) for card in cards))


def misplaced(what: str, at: str) -> Problem | None:
    """7.1, 12.2 Why no unit of this kind is ever placed there."""
    if at not in CITIES:
        return Problem(f"{PLACE_NAMES[at]} is a barbarian zone", "12.2", weight=ALWAYS)
    reason = f"{PLACE_NAMES[at]} is a {CITIES[at]['type']} city: only Roman ones have legions"
    barred = what == LEGION and not board.roman(at)
    return Problem(reason, "7.1", weight=ALWAYS) if barred else None


def place_trouble(public: Data, seat: str, what: str, at: str) -> Problem | None:
    """7.1 Why no unit of this kind can be placed there now."""
    return misplaced(what, at) or uncontrolled(public, seat, at, "7.1")


def uncontrolled(public: Data, seat: str, at: str, rule: str) -> Problem | None:
    """7.1, 7.2 The place is not the player's."""
    problem = Problem(f"you do not control {PLACE_NAMES[at]}", rule, weight=UNSURE)
    return None if position.controls(public, at, seat) else problem


def stock_trouble(public: Data, seat: str, what: str) -> Problem | None:
    """1.6 There is no counter left."""
    reason = f"no {_ONE[what].partition(' ')[2]} is left in stock"
    free = position.free_counters(public, seat, what)
    return None if free else Problem(reason, "1.6", weight=UNSURE)


def recruit_trouble(public: Data, seat: str, what: str, at: str) -> Problem | None:
    """7.1 Why this unit cannot be bought there."""
    if problem := place_trouble(public, seat, what, at) or stock_trouble(public, seat, what):
        return problem
    if public["now"]["recruited"].get(at, 0) >= CITIES[at]["value"]:
        reason = f"{PLACE_NAMES[at]} recruits no more than {CITIES[at]['value']} in a turn"
        return Problem(reason, "7.1")
    return too_dear(public, seat, price(public, seat, what), _ONE[what], "7.1")


class Recruit(Purchase):
    """7.1 Recruit units in one city, legions first."""

    word, example = "recruit", "recruit: {legions: 3, at: Utica}"
    takes = Fields({"at": Name("place")}, dict.fromkeys(RECRUITED, Number(1, 20)))

    def obstacle(self) -> Problem | None:
        """It names at least one, of a kind that can be placed there at all."""
        for key in [key for key in RECRUITED if key in self.value]:
            if problem := misplaced(RECRUITED[key], self.value["at"]):
                return problem.at("at")
        if len(self.value) > 1:
            return super().obstacle()
        hint = "write {legions: 1, at: Rome} or {allies: 1, at: Utica}"
        return Problem("say how many legions or allies", "7.1", hint, ALWAYS)

    async def carry_out(self) -> None:
        """One unit after the other, until something prevents it."""
        at = self.value["at"]
        for key, what in RECRUITED.items():
            for number in range(self.value.get(key, 0)):
                if problem := recruit_trouble(self.public, self.seat, what, at):
                    self.walk.trouble(self.short(problem, key, number))
                    break
                self.buy(what, at)

    def buy(self, what: str, at: str) -> None:
        """7.1 One unit."""
        now, cost = self.public["now"], price(self.public, self.seat, what)
        now["recruited"][at] = now["recruited"].get(at, 0) + 1
        now["legions"] += what == LEGION
        verbs.raise_unit(self.table, self.seat, what, at, "7.1", cost)

    def short(self, problem: Problem, key: str, number: int) -> Problem:
        """What prevents the rest, after this many were raised."""
        if number:
            reason = f"after {number} of {self.value[key]}: {problem.reason}"
            return problem._replace(reason=reason).at(key)
        return problem.at(key if problem.rule == "1.6" else "at")


class WithLeader(Purchase):
    """Bring a leader into play in a place that you control."""

    takes = Fields({"leader": Name("leader"), "at": Name("place")})

    def control_trouble(self, rule: str) -> Problem | None:
        """7.2 Why the place will not do."""
        problem = uncontrolled(self.public, self.seat, self.value["at"], rule)
        return problem and problem.at("at")

    def join(self, source: Zone) -> None:
        """11.3 He lies face up from now on."""
        card = self.value["leader"]
        CARDS.move(self.table.state, [card], source, hidden.leaders(self.seat))
        verbs.put(self.public, card, self.seat, self.value["at"])
        self.table.tell("leader", {"seat": self.seat, "card": card, "at": self.value["at"]})


class Place(WithLeader):
    """7.2 Bring a leader of your hand into play."""

    word, example = "place", "place: {leader: Antonius, at: Rubicon}"

    def wrong(self) -> Iterable[Problem | None]:
        """He is in your hand, and the place is yours."""
        missing = self.lacks(self.value["leader"])
        return missing and missing.at("leader"), self.control_trouble("7.2")

    async def carry_out(self) -> None:
        """He comes from the hand."""
        self.join(hidden.hand(self.seat))


def antonius_city(public: Data, seat: str) -> str:
    """L1 The Roman city where Antonius stands, or Rome; "" if that is not the player's."""
    at = public["pieces"][board.ANTONIUS]["at"]
    city = at if board.roman(at) else board.ROME
    return city if position.controls(public, city, seat) else ""


class FreeLegion(Purchase):
    """L1 Antonius raises a legion."""

    word, takes = "free legion", Nothing()
    power = once = board.ANTONIUS
    spent = Problem("Antonius has raised his legion", "L1")

    def wrong(self) -> Iterable[Problem | None]:
        """Antonius has a city, and a counter is left."""
        if not antonius_city(self.public, self.seat):
            yield Problem("he stands in no Roman city, and you do not control Rome", "L1")
        yield stock_trouble(self.public, self.seat, LEGION)

    async def carry_out(self) -> None:
        """The legion does not count toward the limit of 7.1."""
        at = antonius_city(self.public, self.seat)
        verbs.raise_unit(self.table, self.seat, LEGION, at, "by Antonius, L1")


class CallLeader(WithLeader):
    """L3 Cicero calls a leader from the discards."""

    word, example = "cicero", "cicero: {leader: Curio, at: Rome}"
    power = once = board.CICERO
    spent = Problem("Cicero has called a leader in this turn", "L3")

    def wrong(self) -> Iterable[Problem | None]:
        """The other leader is in the discards, and the place is yours."""
        if self.value["leader"] not in self.public["discards"]:
            lie = [PIECE_NAMES[c] for c in self.public["discards"] if c in board.LEADERS]
            hint = f"leaders there: {', '.join(lie) or 'none'}"
            yield Problem("he is not in the discards", "L3", hint, UNSURE, ("leader",))
        yield self.control_trouble("L3")

    async def carry_out(self) -> None:
        """On a 4 or more the leader joins at once."""
        self.table.tell("calls", {"seat": self.seat, "card": self.value["leader"]})
        (die,) = await cast(self.table, self.seat, Cast("cicero"), HIGH)
        if die in HIGH:
            self.public["now"]["succeeded"] += 1
            self.join(DISCARDS)


class Promote(Purchase):
    """F7 Make a unit veteran, for gold."""

    word, takes, example = "promote", Name("own piece"), "promote: CA1"
    power = once = board.LAND
    spent = Problem("one unit a turn is promoted", board.LAND)

    def wrong(self) -> Iterable[Problem | None]:
        """The unit is regular and on the map, and you have the gold."""
        if self.value not in regular(self.public, position.owned(self.public, self.seat), *_ONE):
            reason = f"{PIECE_NAMES[self.value]} is no regular unit of yours on the map"
            yield Problem(reason, board.LAND, weight=UNSURE)
        yield too_dear(self.public, self.seat, PRICES["veteran"], "it", board.LAND)

    async def carry_out(self) -> None:
        """The unit is turned over."""
        verbs.pay(self.table, self.seat, PRICES["veteran"], f"{board.CARD_NAMES[board.LAND]}, F7")
        verbs.turn_veteran(self.table, self.value, board.LAND)


class Levy(Purchase):
    """A8 Raise a legion free in a Roman city."""

    word, takes, card = "levy", Name("place"), "A8"
    example = "levy: Rome"

    def wrong(self) -> Iterable[Problem | None]:
        """The place, and a counter."""
        yield place_trouble(self.public, self.seat, LEGION, self.value)
        yield stock_trouble(self.public, self.seat, LEGION)

    async def carry_out(self) -> None:
        """The legion does not count toward the limit of 7.1."""
        verbs.raise_unit(self.table, self.seat, LEGION, self.value, "A8")


def open_to_allies(public: Data, seat: str, at: str, types: tuple[str, ...]) -> Problem | None:
    """A1, A6 A city of these types without enemy units or leaders, and a counter."""
    if at not in CITIES or CITIES[at]["type"] not in types:
        return Problem(f"{PLACE_NAMES[at]} is no {' or '.join(types)} city", "7.3", weight=ALWAYS)
    if position.enemies(public, at, seat):
        return Problem(f"enemy units are in {PLACE_NAMES[at]}", "7.3", weight=UNSURE)
    return stock_trouble(public, seat, ALLY)


class Revolt(Purchase):
    """A6 Raise an allied unit free in a province or kingdom."""

    word, takes, card = "revolt", Name("place"), "A6"
    example = "revolt: Tarsus"

    def wrong(self) -> Iterable[Problem | None]:
        """No enemies stand there, and a counter is left."""
        types = ("province", board.KINGDOM)
        yield open_to_allies(self.public, self.seat, self.value, types)

    async def carry_out(self) -> None:
        """An enemy marker there is removed."""
        if self.public["markers"].get(self.value) == board.other(self.seat):
            verbs.unmark(self.table, self.value, "A6")
        verbs.raise_unit(self.table, self.seat, ALLY, self.value, "A6")
