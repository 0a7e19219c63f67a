"""Supply (10.9) and the end of combat (7.6, 12.4)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.action import SLIP, Action, Problem
from referee.engine.asking import carried_out
from referee.engine.beside import Chance, Kind, Lines, Player, Suggestions
from referee.engine.request import Data, Quantity, View
from referee.engine.table import Table
from referee.engine.walk import Walk
from referee.engine.words import ELSE, IF, SKIP, STOP, Answer, Many, Name, Word
from rulesets.caesar_xl import board, position, verbs
from rulesets.caesar_xl.board import DOLE, PIECE_NAMES, PLACE_NAMES, PRICES, VALUES
from rulesets.caesar_xl.choices import GOLD
from rulesets.caesar_xl.lines import OfTurn, powerless
from rulesets.caesar_xl.losses import rank

#: F5 How many units the Grain Dole supplies in a turn.
FED = 2


def excess(public: Data, seat: str) -> dict[str, int]:
    """10.9 How many units each place has above its value, in the order of the map."""
    if not position.has(public, "supply"):
        return {}
    units = position.owned(public, seat, board.LEGION, board.ALLY)
    mine = [public["pieces"][key]["at"] for key in units]
    above = {at: mine.count(at) - VALUES[at] for at in board.by_map(mine)}
    return {at: number for at, number in above.items() if number > 0}


class Supplying(Walk):
    """What a player orders for supply, carried out when all lines are read."""

    quantities: ClassVar[Mapping[str, Quantity]] = {
        **GOLD,
        "above": Quantity(
            "units above the values of their places, all together",
            lambda one, view: sum(excess(view.public, one.seat).values()),
        ),
    }

    def begin(self) -> None:
        """Nothing."""
        self.given_up: list[str] = []
        self.dole: list[str] | None = None

    def finish(self) -> None:
        """Supply place by place, unit by unit."""
        self.free = FED if position.works(self.public, DOLE, self.seat) else 0
        for at, number in excess(self.public, self.seat).items():
            for _ in range(number):
                self.supply_one(at)

    def slips(self) -> Iterable[Problem]:
        """10.9, F5 Units named that need not be given up, and places where the Dole feeds none."""
        pieces = self.public["pieces"]
        for key in (key for key in dict.fromkeys(self.given_up) if key in pieces):
            reason = f"{PIECE_NAMES[key]} is kept: {PLACE_NAMES[pieces[key]['at']]} supplies it"
            yield Problem(reason, "10.9", weight=SLIP)
        for at in dict.fromkeys(self.dole or ()):
            reason = f"the Grain Dole feeds no more units in {PLACE_NAMES[at]}"
            yield Problem(reason, DOLE, weight=SLIP)

    def supply_one(self, at: str) -> None:
        """10.9, F5 Settle one unit too many: the player gives it up, the Dole feeds it, or he pays
        for it; if none of these is possible the weakest is given up."""
        here, pieces = position.units(self.public, at, self.seat), self.public["pieces"]
        if named := [key for key in self.given_up if key in here]:
            verbs.lose(self.table, named[:1], "given up, 10.9")
        elif self.free and (self.dole is None or at in self.dole):
            self.free -= 1
            if self.dole:
                self.dole.remove(at)
            self.table.tell("fed", {"seat": self.seat, "at": at})
        elif self.public["gold"][self.seat] >= PRICES["supply"]:
            verbs.pay(self.table, self.seat, PRICES["supply"], f"supply at {PLACE_NAMES[at]}, 10.9")
        else:
            weakest = min(here, key=lambda key: (rank(key, pieces[key]["veteran"]), key))
            verbs.lose(self.table, [weakest], "not supplied, 10.9")


class GiveUp(Action[Supplying]):
    """10.9 Units that are given up rather than paid for."""

    word, takes = "give up", Many(Name("own piece"))

    def problems(self) -> Iterable[Problem]:
        """The units stand where there are too many."""
        above, pieces = excess(self.public, self.seat), self.public["pieces"]
        for number, key in enumerate(self.value):
            one = pieces.get(key)
            if not one or one["owner"] != self.seat or not board.is_unit(key):
                reason = f"{PIECE_NAMES[key]} is no unit of yours on the map"
                yield Problem(reason, "10.9", path=(number,))
            elif one["at"] not in above:
                reason = f"{PLACE_NAMES[one['at']]} supplies all that stand there"
                yield Problem(reason, "10.9", path=(number,))

    async def does(self) -> None:
        """The units are noted."""
        self.walk.given_up += self.value


class Dole(Action[Supplying]):
    """F5 Where the Grain Dole feeds units; without it, the first ones."""

    word, takes, example = "dole", Many(Name("place")), "dole: [Rubicon]"

    def obstacle(self) -> Problem | None:
        """The Grain Dole is yours."""
        return powerless(self.public, self.seat, DOLE)

    async def does(self) -> None:
        """The places are noted; a list may name fewer than the Dole can feed."""
        self.walk.dole = [*(self.walk.dole or []), *self.value]


class Supply(OfTurn):
    """10.9 Which of the units above the value of their place you pay for.

    Args: turn."""

    kind, rule, walk = "supply", "10.9", Supplying
    question = "units that are not supplied: they are paid for while your gold lasts"
    actions: ClassVar[Sequence[type[Action[Any]]]] = (GiveUp, Dole)

    begins = position.SUPPLY
    selectors: ClassVar[Mapping[str, Word]] = {}

    def forced(self, public: Data) -> Answer | None:
        """No lines, if every unit is supplied."""
        return None if excess(public, self.seat) else []


class SupplyHelp(Suggestions[Supply], Player[Supply]):
    """Suggestions for supply: the units that you could give up."""

    def template(self, request: Supply, view: View) -> list[str]:
        """One line for each place."""
        lines = []
        for at, number in excess(view.public, request.seat).items():
            here = position.units(view.public, at, request.seat)
            names = ", ".join(PIECE_NAMES[key] for key in here)
            note = f"{number} above the value of {PLACE_NAMES[at]}"
            lines.append(f"# - give up: [{names}]  # {note}")
        return lines

    def sample(self, request: Supply, view: View, chance: Chance) -> Answer:
        """Some are given up, some fed."""
        lines: Answer = []
        above = excess(view.public, request.seat)
        units = [key for at in above for key in position.units(view.public, at, request.seat)]
        if units and chance.random() < 0.2:
            lines.append({"give up": chance.sample(units, chance.randint(1, len(units)))})
        if above and position.works(view.public, DOLE, request.seat) and chance.random() < 0.4:
            lines.append({"dole": [chance.choice(list(above))]})
        if lines and chance.random() < 0.2:
            number, otherwise = sum(above.values()), chance.choice((SKIP, STOP))
            lines[-1] |= {IF: [["above", ">=", number]], ELSE: otherwise}
        return lines


SUPPLY_KIND = Kind(Supply, SupplyHelp(), SupplyHelp(), Lines(Supply))


async def end_combat(table: Table, seat: str) -> None:
    """7.6 Supply; then enemy markers where the player's units stand, zones (12.4), and 4.2."""
    await carried_out(table, Supply(seat, turn=table.public["turn"]))
    for at, owner in list(table.public["markers"].items()):
        if owner != seat and position.there(table.public, at, seat):
            verbs.unmark(table, at, "enemies are there, 7.6")
    verbs.end_phase(table, "end")
