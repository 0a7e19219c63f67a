"""The battle phase (2.3, 7.0): one battle after the other, each in small steps.

`next_battle_step` says what comes now; the steps read like paragraph 7 of the rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, cast

from referee.engine.fault import NOT_ALLOWED, Fault
from referee.engine.request import Data, Judgement, Request, View
from referee.engine.rules import Option, Step
from referee.engine.words import Answer, Line, Name, Word
from rulesets.julius_caesar import (
    board,
    exits,
    fight_verbs,
    later,
    legal,
    regroup,
    retreat,
    rounds,
    verbs,
)
from rulesets.julius_caesar.battle_turn import BattleTurn
from rulesets.julius_caesar.board import SEATS, other
from rulesets.julius_caesar.hits import Hits, targets, told_order
from rulesets.julius_caesar.naming import listed, place_name
from rulesets.julius_caesar.regroup import Regroup
from rulesets.julius_caesar.standing_battle import NextBattleStanding

if TYPE_CHECKING:
    import random

    from referee.engine.rules import StepCode
    from referee.engine.table import Table


def next_battle_step(public: Data) -> Step | None:
    """2.3, 7.1 to 7.7 The step of the battle phase that comes now, None when all are fought."""
    battle = public["battle"]
    if battle is None:
        return Step("next battle", _scope(public)) if legal.contested(public) else None
    scope = f"{_scope(public)}/{battle['place']}"
    if battle["stage"] == "regroup":
        return Step("regroup", scope)
    if rounds.over(battle):
        return Step("end of battle", scope)
    turn = rounds.next_turn(battle)
    if turn is None:
        return Step("end of round", scope)
    return Step("battle turn", scope, {"letter": turn[0], "seat": turn[1]})


def _scope(public: Data) -> str:
    return f"{public['year']}/{public['turn']}/battle"


async def name_battle(table: Table) -> None:
    """7.1 The first player names the battle that is fought next."""
    request = NextBattle(table.public["first"], places=legal.contested(table.public))
    answer = await table.ask(request)
    fight_verbs.begin(table, cast(str, answer[0]["battle"]))


async def fight_turn(table: Table, letter: str, seat: str) -> None:
    """7.2 Blocks of one letter and one side fire, pass or retreat, in the order they are told."""
    while _goes_on(table) and rounds.waiting(table.public["battle"], letter, seat):
        for block in _trapped(table.public, letter, seat):
            fight_verbs.eliminate(table, block, "no way out")
            fight_verbs.let_captive_act(table, letter, seat)
        blocks = rounds.waiting(table.public["battle"], letter, seat)
        if not blocks:
            return
        for line in await table.ask(_turn_request(table.public, letter, seat, blocks)):
            if _goes_on(table):
                await _act(table, line)
                fight_verbs.let_captive_act(table, letter, seat)


def _goes_on(table: Table) -> bool:
    """7.2, 7.3 Nobody acts once one side has no block left that could be fought."""
    return rounds.next_turn(table.public["battle"]) is not None


def _turn_request(public: Data, letter: str, seat: str, blocks: list[str]) -> BattleTurn:
    battle = public["battle"]
    about = {"place": battle["place"], "round": battle["round"]}
    return BattleTurn(seat, **about, letter=letter, blocks=blocks)


def _trapped(public: Data, letter: str, seat: str) -> list[str]:
    """7.6 Blocks that must retreat now and cannot."""
    battle = public["battle"]
    if not rounds.must_leave(battle, seat):
        return []
    return exits.trapped(public, seat, rounds.waiting(battle, letter, seat))


async def _act(table: Table, line: Line) -> None:
    """7.2 One block fires, passes or retreats."""
    word, value = next(iter(line.items()))
    if word == "retreat":
        fight_verbs.retreat(table, cast(Mapping[str, str], value))
    elif word == "pass":
        fight_verbs.rest(table, cast(str, value))
    else:
        await _fire(table, cast(str, value))


async def _fire(table: Table, block: str) -> None:
    """7.4 A block fires; the enemy's strongest take the hits, their owner picks among equals."""
    seat = other(table.public["battle"]["blocks"][block]["player"])
    hits = fight_verbs.fire(table, block)
    if hits:
        await _take_hits(table, seat, block, hits)
    fight_verbs.end_shot(table)


async def _take_hits(table: Table, seat: str, block: str, hits: int) -> None:
    """7.4 The hits of a block's shot fall on blocks of this seat."""
    battle = table.public["battle"]
    about = {"place": battle["place"], "round": battle["round"], "by": block, "hits": hits}
    lines = await table.ask(Hits(seat, **about))
    taken = [cast(str, line["hit"]) for line in lines]
    for block in told_order(targets(battle, seat), taken):
        fight_verbs.lose_step(table, block)
    if len(lines) < hits:
        fight_verbs.lose_hits(table, hits - len(lines))


async def end_round(table: Table) -> None:
    """7.2, 7.3, 7.31 The next round begins; in round 2 reserves join, perhaps disrupted."""
    battle = table.public["battle"]
    disrupted = rounds.to_disrupt(battle)
    fight_verbs.next_round(table)
    for seat in SEATS:
        if rounds.hidden_reserves(battle, seat):
            blocks = fight_verbs.reveal_reserves(table, seat)
            if seat in disrupted:
                _disrupt(table, seat, blocks)
                fight_verbs.let_captive_act(table, *rounds.turns(table.public["battle"])[0])


def _disrupt(table: Table, seat: str, blocks: list[str]) -> None:
    """7.31 Reserves whose main force is gone lose a step each; a defender becomes attacker."""
    if seat == table.public["battle"]["defender"]:
        fight_verbs.swap_roles(table)
    for block in blocks:
        fight_verbs.lose_step(table, block, "disrupted")


async def end_battle(table: Table) -> None:
    """7.1, 7.2 One side holds the place; the survivors stand up again."""
    fight_verbs.finish(table)


async def regroup_winner(table: Table) -> None:
    """7.7 The winner may regroup before the next battle is named."""
    battle = table.public["battle"]
    if regroup.possible(table.public):
        answer = await table.ask(Regroup(battle["winner"], place=battle["place"]))
        going = regroup.groups(answer)
        for to in board.on_the_board(going):
            verbs.shift_group(table, battle["winner"], board.in_order(going[to]), to)
        if not going:
            fight_verbs.stay(table)
    fight_verbs.close(table)


class NextBattle(NextBattleStanding, Request):
    """7.1 The first player names the battle to fight next.

    args: places (where there is one to fight)."""

    kind = "next battle"
    rule = "7.1"
    words: ClassVar[Mapping[str, Word]] = {"battle": Name("place")}

    def title(self, reader: str = "") -> str:
        """What is asked."""
        return f"which battle is fought next: {self._names('or')}?"

    def judge(self, view: View, answer: Answer) -> Judgement:
        """7.1 One contested place."""
        judgement = Judgement()
        hint = f"to fight are {self._names('and')}"
        if len(answer) != 1:
            judgement.add(Fault(NOT_ALLOWED, (), "one battle is to be named", "7.1", hint))
        for number, line in enumerate(answer):
            place = cast(str, line["battle"])
            if place not in self.args["places"]:
                reason = f"there is no battle to fight in {place_name(place)}"
                judgement.add(Fault(NOT_ALLOWED, (number,), reason, "7.1", hint))
        return judgement

    def sample(self, view: View, chance: random.Random) -> Answer:
        """Any of them."""
        return [{"battle": chance.choice(self.args["places"])}]

    def template(self, view: View) -> list[str]:
        """The first, with the others beside it."""
        first, *others = (place_name(place) for place in self.args["places"])
        return [f"- battle: {first}" + (f"  # or {', '.join(others)}" if others else "")]

    def later(self, view: View) -> list[str]:
        """7.1 The battle after that."""
        return later.after_battle(view, self.args["places"][1:])

    def default(self, view: View) -> Answer:
        """7.1 The first battle in the order of the map."""
        return self.follow(view, [])

    def at_hand(self, view: View, key: str, beside: Mapping[str, object]) -> list[str]:
        """7.1 Where there is a battle to fight."""
        return list(self.args["places"])

    def forced(self, public: Data) -> Answer | None:
        """7.1 The last battle left needs no name."""
        places = self.args["places"]
        return [{"battle": places[0]}] if len(places) == 1 else None

    def _names(self, last: str) -> str:
        return listed((place_name(place) for place in self.args["places"]), last)


STEPS: Mapping[str, StepCode] = {
    "next battle": name_battle,
    "battle turn": fight_turn,
    "end of round": end_round,
    "end of battle": end_battle,
    "regroup": regroup_winner,
}

REQUESTS: Mapping[str, type[Request]] = {
    request.kind: request for request in (NextBattle, BattleTurn, Hits, Regroup)
}

OPTIONS: Mapping[str, Option] = {
    retreat.SEA_RETREATS: Option(
        ("each", "one"),
        "land blocks that retreat by sea in a round of battle (7.64): one of each player, or one"
        " of both together",
    ),
    retreat.PORT_RETREAT: Option(
        ("sea", "same-sea"),
        "where fleets retreat to after a battle in a port (7.82): out to sea only, or also to a"
        " friendly port of the same sea",
    ),
    fight_verbs.CLEOPATRA_ACTS: Option(
        ("next-round", "this-round"),
        "when Cleopatra acts for the side that captured her in battle (7.52): from the next round,"
        " or in the same round if her letter is still to come",
    ),
}
