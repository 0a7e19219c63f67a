"""The battle phase (2.3, 7.0): one battle after the other, each in small steps.

`next_battle_step` says what comes now; the steps read like paragraph 7 of the rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from referee.engine.asking import carried_out
from referee.engine.choosing import OneOf
from referee.engine.request import Data, Quantity, View
from referee.engine.rules import Option, Step
from referee.engine.words import Name
from rulesets.julius_caesar import legal
from rulesets.julius_caesar.battle import regroup, rounds, verbs, ways_out
from rulesets.julius_caesar.battle.turn import BattleTurn
from rulesets.julius_caesar.board import SEATS
from rulesets.julius_caesar.board.naming import listed, place_name

if TYPE_CHECKING:
    from referee.engine.rules import StepCode
    from referee.engine.table import Table


def next_battle_step(public: Data) -> Step | None:
    """2.3, 7.1 to 7.7 The step of the battle phase that comes now, None when all are fought."""
    battle, phase = public["battle"], f"{public['year']}/{public['turn']}/battle"
    if battle is None:
        return Step("next battle", phase) if legal.contested(public) else None
    scope = f"{phase}/{battle['place']}"
    if battle["stage"] == "regroup":
        return Step("regroup", scope)
    if rounds.over(battle):
        return Step("end of battle", scope)
    if turn := rounds.next_turn(battle):
        return Step("battle turn", scope, {"letter": turn[0], "seat": turn[1]})
    return Step("end of round", scope)


class NextBattle(OneOf):
    """7.1 Name the battle to fight next, if you are the first player.

    args: places (where there is one to fight)."""

    example = "battle: Utica"
    kind, rule, word, takes = "next battle", "7.1", "battle", Name("place")
    needed, wishes, favours = "one battle is to be named", "order", ("first",)
    quantities: ClassVar[Mapping[str, Quantity]] = {
        "battles left": Quantity("battles that are still to be fought in this turn"),
    }

    def title(self, reader: str = "") -> str:
        """What is asked."""
        places = listed(map(place_name, self.args["places"]), "or")
        return f"which battle is fought next: {places}?"

    def options(self, view: View) -> Sequence[str]:
        """7.1 Contested places."""
        places: list[str] = self.args["places"]
        return places

    def favour(self, view: View, word: str) -> str:
        """7.1 The first battle in the order of the map."""
        return self.options(view)[0]

    def measure(self, view: View) -> Mapping[str, int]:
        """How many battles there are."""
        return {"battles left": len(self.args["places"])}

    def wrong(self, option: str) -> str:
        """7.1 There is none."""
        return f"there is no battle to fight in {place_name(option)}"

    def hint(self, able: Sequence[str]) -> str:
        """7.1 Where there are."""
        return f"to fight are {listed(map(place_name, able))}"


async def name_battle(table: Table) -> None:
    """7.1 The first player names the battle that is fought next."""
    first = table.public["first"]
    request = NextBattle(first, places=legal.contested(table.public))
    verbs.begin(table, request.chosen(table.view(first), await table.ask(request)))


async def fight_turn(table: Table, letter: str, seat: str) -> None:
    """7.2 Blocks of one letter and one side fire, pass or retreat, in the order they are told."""
    while rounds.next_turn(battle := table.public["battle"]):
        waiting = rounds.waiting(battle, letter, seat)
        for block in ways_out.trapped(table.public, seat, waiting):
            verbs.eliminate(table, block, (letter, seat), "no way out")
        if not (blocks := rounds.waiting(battle, letter, seat)):
            return
        about = {"place": battle["place"], "round": battle["round"], "letter": letter}
        await carried_out(table, BattleTurn(seat, **about, blocks=blocks))


async def end_round(table: Table) -> None:
    """7.2, 7.3 The next round begins; in round 2 reserves join, perhaps disrupted."""
    battle = table.public["battle"]
    disrupted = rounds.to_disrupt(battle)
    verbs.next_round(table)
    for seat in [seat for seat in SEATS if rounds.hidden_reserves(battle, seat)]:
        blocks = verbs.reveal_reserves(table, seat)
        if seat in disrupted:
            _disrupt(table, seat, blocks)


def _disrupt(table: Table, seat: str, blocks: list[str]) -> None:
    """7.31 Reserves whose main force is gone lose a step each; a defender becomes attacker."""
    battle = table.public["battle"]
    if seat == battle["defender"]:
        verbs.swap_roles(table)
    for block in blocks:
        verbs.lose_step(table, block, rounds.turns(battle)[0], "disrupted")


async def end_battle(table: Table) -> None:
    """7.1, 7.2 One side holds the place; the survivors stand up again."""
    verbs.finish(table)


STEPS: Mapping[str, StepCode] = {
    "next battle": name_battle,
    "battle turn": fight_turn,
    "end of round": end_round,
    "end of battle": end_battle,
    "regroup": regroup.regroup,
}

OPTIONS: Mapping[str, Option] = {
    ways_out.SEA_RETREATS: Option(
        ("each", "one"),
        "land blocks that retreat by sea in a round of battle (7.64): one of each player, or one"
        " of both together",
    ),
    ways_out.PORT_RETREAT: Option(
        ("sea", "same-sea"),
        "where fleets retreat to after a battle in a port (7.82): out to sea only, or also to a"
        " friendly port of the same sea",
    ),
    verbs.CLEOPATRA_ACTS: Option(
        ("next-round", "this-round"),
        "when Cleopatra acts for the side that captured her in battle (7.52): from the next round,"
        " or in the same round if her letter is still to come",
    ),
}
