"""17.2 Africa: a Greek landing, and the fall of Carthage."""

from collections.abc import Sequence

from referee.engine.asking import chosen
from referee.engine.request import View
from referee.engine.table import Table
from referee.engine.view import Data
from referee.engine.words import Name
from rulesets.sword_of_rome import board, following, position, verbs
from rulesets.sword_of_rome.board import AFRICAN, CARTHAGE, CARTHAGO, GREEKS, SYRACUSAE
from rulesets.sword_of_rome.cards.respond import stormed
from rulesets.sword_of_rome.choosing import Named
from rulesets.sword_of_rome.position import ENVOYS, NO_CARTHAGE, TREATY
from rulesets.sword_of_rome.siege import plunder


class Home(Named):
    """17.2.2 Where Greek forces in Africa go when Carthage has fallen."""

    kind, rule = "home", "17.2.2"
    question = "where your forces in Africa go"
    takes, example = Name("space"), "home: Syracusae"

    def options(self, view: View) -> Sequence[str]:
        """Greek reinforcement spaces without enemy CU, Syracusae first."""
        return havens(view.public)


def havens(public: Data) -> list[str]:
    """17.2.2 Greek reinforcement spaces that the Greeks control, without enemy CU."""
    held = position.controlled(public, GREEKS)
    homes = [s for s in held if s in board.SOURCES and board.HOME[s] == GREEKS]
    able = [s for s in homes if not position.enemies_anywhere(public, GREEKS, s)]
    return sorted(able, key=lambda space: space != SYRACUSAE)


async def landed(table: Table) -> None:
    """17.2.1 After a Greek win at Kerkouane, or a landing that meets nobody: Hamilcar with his CU
    goes to Carthago, unless he is in Africa, besieged or displaced; storms can stop it."""
    public = table.public
    spot = position.spot_of(public, board.HAMILCAR)
    if spot is None or spot.inside or spot.space in AFRICAN:
        return
    if await stormed(table, "hamilcar", CARTHAGE, spot.space, CARTHAGO):
        return
    cu = position.outside(public, CARTHAGE, spot.space)
    following.go(table, CARTHAGE, spot, CARTHAGO, cu, position.stack(public, CARTHAGE, spot))


async def fallen(table: Table) -> None:
    """17.2.2 Carthage is beaten at Carthago: it is out, and what it had outside Africa is Greek;
    siege markers of enemies of the Greeks stay."""
    public = table.public
    verbs.set_flag(table, NO_CARTHAGE)
    for flag in (ENVOYS, TREATY):
        if flag in public["flags"]:
            verbs.set_flag(table, flag, on=False)
    clear(table)
    public["militia"] = {}
    for space in [s for s in position.controlled(public, CARTHAGE) if s not in AFRICAN]:
        following.hand_over(table, space, GREEKS, "17.2.2")
        await plunder.decide(table)
    await go_home(table)
    public["march"].update(stopped=True, cu=0)
    for space in AFRICAN:
        verbs.take(table, space, board.INDEPENDENT, "17.2.2")
    public["closed"] = sorted({*public["closed"], *AFRICAN})


def clear(table: Table) -> None:
    """17.2.2 All its CU and leaders go."""
    public = table.public
    spots = position.stacks(public, CARTHAGE)
    for spot in spots:
        verbs.lose_cu(table, CARTHAGE, spot, position.cu(public, CARTHAGE, spot), "17.2.2")
    for leader in position.BY_POWER[CARTHAGE]:
        verbs.take_off(table, leader, position.REMOVED, "17.2.2")
    for spot in spots:
        following.settle(table, spot.space)


async def go_home(table: Table) -> None:
    """17.2.2 Greek forces in Africa go to one reinforcement space, or are eliminated."""
    public = table.public
    spots = [spot for spot in position.spots(public, GREEKS) if spot.space in AFRICAN]
    to = await chosen(table, Home(GREEKS)) if spots and havens(public) else ""
    for spot in spots:
        cu, leaders = position.cu(public, GREEKS, spot), position.stack(public, GREEKS, spot)
        if to:
            following.go(table, GREEKS, spot, to, cu, leaders)
        else:
            verbs.lose_cu(table, GREEKS, spot, cu, "17.2.2")
            following.displace_all(table, leaders, "17.2.2")
