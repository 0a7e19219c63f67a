"""7.2.2 The Etruscan bribe."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.action import Action, Problem
from referee.engine.asking import carried_out
from referee.engine.request import Request
from referee.engine.table import Table
from referee.engine.view import Data
from referee.engine.walk import Walk
from referee.engine.words import Name, Word
from rulesets.sword_of_rome import following, hidden, position
from rulesets.sword_of_rome.board import CARDS, DESPERATE, ETRUSCANS, LEAGUE, POWERS, SPACE_NAMES
from rulesets.sword_of_rome.cards import playing
from rulesets.sword_of_rome.march import force, rules
from rulesets.sword_of_rome.position import DEPLETED, Spot

BACK, PASS = "back", "pass"


class Bribing(Walk):
    """One line or none."""

    def begin(self) -> None:
        """Nothing is offered yet."""
        self.card = ""


class Offer(Action[Bribing]):
    """7.2.2 A card of value 3 for a bribe; it leaves the game."""

    word: ClassVar[str] = "bribe"
    takes: ClassVar[Word] = Name("card")
    example = "bribe: Grand Coalition"

    def obstacle(self) -> Problem | None:
        """7.4.6 A card of value 3 of the hand, or Desperate Times."""
        card = self.value
        mine = [*self.own.get("hand", ()), *hidden.desperate(self.public, LEAGUE)]
        if card not in mine:
            return Problem("you do not have it", "7.2.2")
        return None if CARDS[card]["value"] >= 3 else Problem("its value is not 3", "7.2.2")

    async def does(self) -> None:
        """See `offered`."""
        self.walk.card = self.value


class Bribe(Request):
    """7.2.2 Whether the Etruscans bribe.

    Args: what (back: an enemy that has entered goes back; pass: an Etruscan force goes on), power
    (of whom), at."""

    kind, rule, walk = "bribe", "7.2.2", Bribing
    actions: ClassVar[Sequence[type[Action[Any]]]] = (Offer,)
    selectors: ClassVar[Mapping[str, Word]] = {"power": Name("power"), "at": Name("space")}

    def title(self, reader: str = "") -> str:
        """Whom, where."""
        power, at = POWERS[self.args["power"]], SPACE_NAMES[self.args["at"]]
        return f"whether the Etruscans bribe {power} at {at}"


def kind_of(public: Data, march: Data) -> str:
    """7.2.2 Which bribe is possible, by what all can see; "" if none is."""
    at, power = march["at"], march["power"]
    if DEPLETED in public["flags"] or LEAGUE not in position.players(public):
        return ""
    if not march["came"] or not could_pay(public):
        return ""
    if power == ETRUSCANS:
        way_out = rules.goes_on(public, march, march["mp"])
        return PASS if way_out and position.has_army(public, ETRUSCANS, Spot(at)) else ""
    enemy = not position.allied(public, power, ETRUSCANS)
    there = position.has_army(public, ETRUSCANS, Spot(at))
    return BACK if enemy and there and can_go_back(public, march) else ""


def can_go_back(public: Data, march: Data) -> bool:
    """7.2.2 Not into the box, nor among CU of another power."""
    came = march["came"]
    others = [one for one in public["cu"] if one != march["power"]]
    return not rules.is_box(came) and not any(position.all_cu(public, o, came) for o in others)


def could_pay(public: Data) -> bool:
    """7.2.2, 7.4.6 Whether the hand could hold a card of value 3, or Desperate Times lie open."""
    cards = hidden.of_value(LEAGUE, 3)
    held = hidden.held(public, LEAGUE) and hidden.could_hold(public, LEAGUE, cards)
    return bool(held or hidden.desperate(public, LEAGUE))


async def offered(table: Table, march: Data) -> bool:
    """7.2.2 The Etruscans may bribe; whether the battle is off."""
    what = kind_of(table.public, march)
    if not what:
        return False
    enemies = position.enemies_outside(table.public, march["power"], march["at"])
    power = march["power"] if what == BACK else enemies[0]
    walk = await carried_out(table, Bribe(LEAGUE, what=what, power=power, at=march["at"]))
    assert isinstance(walk, Bribing)
    if not walk.card:
        return False
    pay(table, walk.card)
    if what == BACK:
        go_back(table, march)
    else:
        march["bribed"] = [*march.get("bribed", ()), *enemies]
        table.tell("bribed", {"power": power, "at": march["at"]})
    return True


def pay(table: Table, card: str) -> None:
    """7.1.3, 7.4.6 The card leaves the game."""
    if CARDS[card]["event"] == DESPERATE:
        hidden.lay_down(table, LEAGUE, card)
        row = hidden.row
        hidden.move(table, [card], row(LEAGUE, "table"), row(LEAGUE, "removed"))
        table.tell("responds", {"seat": LEAGUE, "card": card})
    else:
        playing.respond_with(table, LEAGUE, card, removed=True)


def go_back(table: Table, march: Data) -> None:
    """7.2.2 The enemy goes back to where it came from, and its movement ends."""
    here, came = march["at"], march["came"]
    force.move(table, march, came, 0)
    told = {"power": march["power"], "from": here, "to": came, "why": "bribed, 7.2.2"}
    table.tell("back", told)
    march["stopped"] = True
    following.settle(table, here)


def usable(own: Data, public: Data) -> Iterable[str]:
    """Cards that could be offered."""
    mine = [*own.get("hand", ()), *hidden.desperate(public, LEAGUE)]
    return [card for card in mine if CARDS[card]["value"] >= 3]
