"""7.2.2 The Etruscan bribe."""

from referee.engine.action import Problem
from referee.engine.asking import said
from referee.engine.one_line import OneLine, Says
from referee.engine.table import Table
from referee.engine.view import Data
from referee.engine.words import Name
from rulesets.sword_of_rome import board, position
from rulesets.sword_of_rome.board import ETRUSCANS, LEAGUE
from rulesets.sword_of_rome.cards import playing
from rulesets.sword_of_rome.choosing import POWER_AT, Asked
from rulesets.sword_of_rome.march import force, rules
from rulesets.sword_of_rome.position import DEPLETED, Spot

BACK, PASS = "back", "pass"


class Offer(Says):
    """7.2.2 A card of value 3 for a bribe; it leaves the game."""

    word, takes = "bribe", Name("card")
    example = "bribe: Grand Coalition"

    def obstacle(self) -> Problem | None:
        """7.4.6 A card of value 3 of the hand, or Desperate Times."""
        if playing.pays(self.public, self.own, LEAGUE, self.value):
            return None
        mine = playing.payable(self.public, self.own, LEAGUE)
        held = self.value in self.own.get("hand", ())
        hint = board.named(mine) or "leave the line out"
        return Problem("its value is not 3" if held else "it is not in your hand", "7.2.2", hint)


class Bribe(Asked):
    """7.2.2 Whether the Etruscans bribe.

    Args: what (back: an enemy that has entered goes back; pass: an Etruscan force goes on), power
    (of whom), at."""

    kind, rule, walk, actions = "bribe", "7.2.2", OneLine, (Offer,)
    question = "whether the Etruscans bribe {power} at {at}"
    selectors = POWER_AT


def kind_of(public: Data, march: Data) -> str:
    """7.2.2 Which bribe is possible, by what all can see; "" if none is."""
    if DEPLETED in public["flags"] or LEAGUE not in position.players(public):
        return ""
    if not march["came"] or not playing.could_pay(public, LEAGUE):
        return ""
    if not position.has_army(public, ETRUSCANS, Spot(march["at"])):
        return ""
    if march["power"] == ETRUSCANS:
        return PASS if rules.goes_on(public, march, rules.mp_left(public, march)) else ""
    enemy = not position.allied(public, march["power"], ETRUSCANS)
    return BACK if enemy and can_go_back(public, march) else ""


def can_go_back(public: Data, march: Data) -> bool:
    """7.2.2 Not into the box, nor among CU of another power."""
    came = march["came"]
    others = [one for one in public["cu"] if one != march["power"]]
    return not rules.is_box(came) and not any(position.all_cu(public, o, came) for o in others)


async def offered(table: Table, march: Data) -> bool:
    """7.2.2 The Etruscans may bribe; whether the battle is off."""
    what = kind_of(table.public, march)
    if not what:
        return False
    enemies = position.enemies_outside(table.public, march["power"], march["at"])
    power = march["power"] if what == BACK else enemies[0]
    card = await said(table, Bribe(LEAGUE, what=what, power=power, at=march["at"]))
    if card is None:
        return False
    playing.respond_with(table, LEAGUE, card, removed=True)
    if what == BACK:
        force.back(table, march, march["came"], "bribed, 7.2.2")
        march["stopped"] = True
    else:
        march["bribed"] += [[one, march["at"]] for one in enemies]
        table.tell("bribed", {"power": power, "at": march["at"]})
    return True
