"""What events do to the two sides of a battle (12.2.4, 12.3)."""

from collections.abc import Sequence

from referee.engine.asking import chosen
from referee.engine.request import View
from referee.engine.table import Table
from referee.engine.view import Data
from referee.engine.words import Name
from rulesets.sword_of_rome import position, verbs
from rulesets.sword_of_rome.battle import joining
from rulesets.sword_of_rome.board import GREEKS
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


def shares(public: Data, side: str, number: int) -> list[int]:
    """9.5.6 Losses of a side: those of its main force, with the odd one, and of its flank force;
    what one cannot bear passes to the other."""
    flank_cu = public["battle"][side]["flank_cu"]
    share = min(number // 2, flank_cu)
    share = max(share, min(flank_cu, number - left(public, side)))
    return [number - share, share]


def lose(table: Table, side: str, number: int, why: str) -> None:
    """12.3 CU of a side are lost; they count for 12.5."""
    take(table, side, shares(table.public, side, number), why)


def take(table: Table, side: str, parts: Sequence[int], why: str) -> tuple[int, int]:
    """CU of the main force and of the flank force are lost, and count for 12.5; how many there
    were to lose of each."""
    gone = lose_main(table, side, parts[0], why), joining.lose(table, side, parts[1], why)
    table.public["battle"][side]["removed"] += sum(gone)
    return gone


def by_dice(table: Table, side: str, number: int) -> None:
    """12.3 Losses by the dice; Hoplites spare only Greeks: of two forces the one that is Greek."""
    mine = table.public["battle"][side]
    if mine["flank"] in ("", mine["power"]):
        parts = shares(table.public, side, max(0, number - mine["spared"]))
    else:
        parts = shares(table.public, side, number)
        greek = [mine["power"], mine["flank"]].index(GREEKS) if mine["spared"] else 0
        parts[greek] = max(0, parts[greek] - mine["spared"])
    gone = take(table, side, parts, "losses, 12.3")
    mine["lost"] = sum(gone)
    if gone[1]:
        mine["flank_lost"] = gone[1]


def bled(one: Data, powers: Sequence[str]) -> str:
    """Which force of a side, of one of these powers, has lost CU to the dice: power or flank, the
    main force first, "" if none has."""
    flank = one.get("flank_lost", 0)
    lost = {"power": one["lost"] - flank, "flank": flank}
    return next((key for key, number in lost.items() if number and one[key] in powers), "")


def lose_main(table: Table, side: str, number: int, why: str) -> int:
    """CU of the main force are lost; the force that marches has lost them too."""
    battle = table.public["battle"]
    if side == "attacker":
        return force.lose(table, table.public["march"], number, why)
    return verbs.lose_cu(table, battle[side]["power"], Spot(battle["at"]), number, why)


def give_back(table: Table, side: str, to: str, why: str) -> None:
    """A CU lost to the dice comes back to a force, and does not count for 12.5; to: as `bled` has
    it."""
    one = table.public["battle"][side]
    if to == "flank":
        joining.give_back(table, side, why)
        one["flank_lost"] -= 1
    else:
        give_back_main(table, side, why)
    one["lost"] -= 1
    one["removed"] -= 1


def give_back_main(table: Table, side: str, why: str) -> None:
    """The same to the main force."""
    battle, march = table.public["battle"], table.public["march"]
    verbs.add_cu(table, battle[side]["power"], Spot(battle["at"]), 1, why)
    if side == "attacker":
        march["cu"] += 1
        march["groups"] = force.joined(march["groups"], [[force.DONE, 1]])
        force.write_down(table.public, march)
