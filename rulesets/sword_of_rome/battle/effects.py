"""What events do to the two sides of a battle (12.2.4, 12.3)."""

from collections.abc import Sequence

from referee.engine.asking import chosen
from referee.engine.request import View
from referee.engine.table import Table
from referee.engine.view import Data
from referee.engine.words import Name
from rulesets.sword_of_rome import position, verbs
from rulesets.sword_of_rome.battle import joining
from rulesets.sword_of_rome.choosing import POWER_AT, Named
from rulesets.sword_of_rome.march import force
from rulesets.sword_of_rome.position import Spot
from rulesets.sword_of_rome.turn.order import runner


class Successor(Named):
    """12.2.4 Who commands when the commander was displaced.

    Args: power, at."""

    kind, rule, selectors = "successor", "12.2.4", POWER_AT
    question = "who commands at {at} in the place of his leader"
    takes, example = Name("leader"), "successor: Valerius"

    def options(self, view: View) -> Sequence[str]:
        """8.2.1 The best first."""
        power, spot = self.args["power"], Spot(self.args["at"])
        able = position.may_command(view.public, power, spot)
        return sorted(able, key=lambda one: (-position.tactics(one), one))


async def strike(table: Table, side: str, why: str) -> None:
    """12.2.4 The commander of a side is displaced; a subordinate of his owner's choice takes
    over."""
    public = table.public
    one, spot = public["battle"][side], Spot(public["battle"]["at"])
    verbs.displace(table, one["leader"], why)
    one["leader"] = ""
    if position.leaders(public, one["power"], spot):
        seat = await runner(table, one["power"])
        request = Successor(seat, power=one["power"], at=spot.space)
        one["leader"] = await chosen(table, request)
        verbs.set_commander(table, one["leader"])


def left(public: Data, side: str) -> int:
    """CU of the main force of a side that are left."""
    battle = public["battle"]
    if side == "attacker":
        number: int = public["march"]["cu"]
        return number
    return position.outside(public, battle[side]["power"], battle["at"])


def any_left(public: Data, side: str) -> int:
    """CU of a side that are left, those of its flank force too."""
    flank: int = public["battle"][side]["flank_cu"]
    return left(public, side) + flank


def lose(table: Table, side: str, number: int, why: str) -> int:
    """12.3, 9.5.6 CU of a side are lost, shared with its flank force, the odd one on the main
    force; they count for 12.5. Returns how many there were to lose."""
    mine = table.public["battle"][side]
    share = min(number // 2, mine["flank_cu"])
    share = max(share, min(mine["flank_cu"], number - left(table.public, side)))
    gone = lose_main(table, side, number - share, why) + joining.lose(table, side, share, why)
    mine["removed"] += gone
    return gone


def lose_main(table: Table, side: str, number: int, why: str) -> int:
    """CU of the main force are lost; the force that marches has lost them too."""
    battle = table.public["battle"]
    if side == "attacker":
        return force.lose(table, table.public["march"], number, why)
    return verbs.lose_cu(table, battle[side]["power"], Spot(battle["at"]), number, why)


def give_back(table: Table, side: str, why: str) -> None:
    """A CU lost to the dice comes back, and does not count for 12.5."""
    battle, march = table.public["battle"], table.public["march"]
    one = battle[side]
    verbs.add_cu(table, one["power"], Spot(battle["at"]), 1, why)
    if side == "attacker":
        march["cu"] += 1
        march["groups"] = force.joined(march["groups"], [[force.DONE, 1]])
        force.write_down(table.public, march)
    one["lost"] -= 1
    one["removed"] -= 1
