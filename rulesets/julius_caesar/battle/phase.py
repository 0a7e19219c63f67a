"""The battle phase (2.3, 7.0): one battle after the other, each in small steps.

`next_battle_step` gives the next step; the steps read like paragraph 7 of the rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.engine.asking import carried_out, chosen
from referee.engine.choosing import Chooser, OneOf, one_of
from referee.engine.request import Data, View
from referee.engine.rules import Option, Step, StepCode
from referee.engine.table import Table
from referee.engine.words import Answer, Name
from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.battle import hits, rounds, ways_out
from rulesets.julius_caesar.battle.regroup import BATTLES_LEFT, REGROUP, later_battle, regroup
from rulesets.julius_caesar.battle.turn import TURN, BattleTurn
from rulesets.julius_caesar.board import SEATS
from rulesets.julius_caesar.board.naming import listed, place_name


def next_battle_step(public: Data) -> Step | None:
    """2.3, 7.1 to 7.7 The next step of the battle phase, None when all battles are fought."""
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

    args: places (with a battle to fight)."""

    example = "battle: Utica"
    kind, rule, word, takes = "next battle", "7.1", "battle", Name("place")
    needed, wishes, favours = "name one battle", "order", ("first",)
    quantities = BATTLES_LEFT

    def title(self, reader: str = "") -> str:
        """What is asked."""
        places = listed(map(place_name, self.args["places"]), "or")
        return f"which battle next: {places}?"

    def options(self, view: View) -> Sequence[str]:
        """7.1 Contested places, in the order of the map."""
        places: list[str] = self.args["places"]
        return places

    def wrong(self, view: View, option: str) -> str:
        """7.1 There is no battle."""
        return f"there is no battle to fight in {place_name(option)}"

    def hint(self, able: Sequence[str]) -> str:
        """7.1 The places with battles."""
        return f"battles to fight: {listed(map(place_name, able))}"


class Battles(Chooser):
    """7.1 Battles to be fought: a rule takes the first place it names that has a battle, otherwise
    the first of all."""

    def template(self, request: OneOf, view: View) -> list[str]:
        """The first, with the others as alternatives."""
        first, *others = map(place_name, request.options(view))
        return [f"- battle: {first}" + (f"  # or {', '.join(others)}" if others else "")]

    def later(self, request: OneOf, view: View) -> list[str]:
        """7.1 The battle after that."""
        return later_battle(view, request.options(view)[1:])

    def follow(self, request: OneOf, view: View, then: Answer) -> Answer:
        """7.1 `first` counts after all names."""
        named = [line for line in then if request.wishes in line]
        return super().follow(request, view, named) or self.default(request, view)


async def name_battle(table: Table) -> None:
    """7.1, 7.3 The first player names the next battle.  The Main Attack and the defenders are
    turned face up; Reserves are only counted."""
    public, first = table.public, table.public["first"]
    request = NextBattle(first, places=legal.contested(public))
    place = await chosen(table, request)
    attack = public["attacks"][place]
    sides = {side: attack[side] for side in ("attacker", "defender")}
    surprise = public.get("surprise") == {"place": place, "seat": attack["attacker"]}
    counts = {"blocks": {}, "reserves": {}, "retreats": {}, "lost": dict.fromkeys(SEATS, 0)}
    about = {"place": place, "round": 1, "stage": "rounds", "swapped": False, "shot": None}
    public["battle"] = {**about, **sides, "surprise": surprise, **counts}
    shown, waiting = {}, {}
    for seat in SEATS:
        held = _face_down(table, seat)
        late = [b for b in held if legal.in_reserve(attack, seat, held[b]["from"])]
        shown[seat] = _turn_up(table, seat, [b for b in held if b not in late], reserve=False)
        roads = [held[block]["from"] for block in late]
        public["battle"]["reserves"][seat] = len(roads)
        waiting[seat] = {origin: roads.count(origin) for origin in sorted(roads)}
    told = {"at": place, "attacker": attack["attacker"], "surprise": surprise}
    table.tell("battle", {**told, "main": attack["main"], "blocks": shown, "reserves": waiting})


def _face_down(table: Table, seat: str) -> dict[str, Data]:
    """Blocks of a seat that are face down in the place of the battle, in the rulebook's order."""
    battle, blocks = table.public["battle"], table.state["seats"][seat]["blocks"]
    here = board.standing(blocks, battle["place"])
    return {block: blocks[block] for block in here if block not in battle["blocks"]}


def _turn_up(table: Table, seat: str, blocks: Sequence[str], reserve: bool) -> list[list[object]]:
    """Turn blocks face up; return pairs of block and strength, as events have them."""
    held = table.state["seats"][seat]["blocks"]
    for block in blocks:
        about = {"player": seat, "strength": held[block]["strength"], "from": held[block]["from"]}
        table.public["battle"]["blocks"][block] = about | {"reserve": reserve, "acted": False}
    return [[block, held[block]["strength"]] for block in blocks]


async def fight_turn(table: Table, letter: str, seat: str) -> None:
    """7.2 Blocks of one letter and one side fire, pass or retreat, in the order of the lines."""
    while not rounds.played(battle := table.public["battle"]):
        waiting = rounds.waiting(battle, letter, seat)
        lost = ways_out.trapped(table.public, seat, waiting)
        for block in lost:
            hits.eliminate(table, block, (letter, seat), "no way out")
        if not (blocks := [block for block in waiting if block not in lost]):
            return
        about = {"place": battle["place"], "round": battle["round"], "letter": letter}
        await carried_out(table, BattleTurn(seat, **about, blocks=blocks))


async def end_round(table: Table) -> None:
    """7.2, 7.61, 7.3 The next round begins: all blocks may act again, and roads have room again.
    In round 2 the Reserves are turned up and fight from now on, perhaps disrupted."""
    battle = table.public["battle"]
    gone = [seat for seat in SEATS if rounds.main_attack_gone(battle, seat)]
    battle.update(round=battle["round"] + 1, retreats={})
    for shown in battle["blocks"].values():
        shown["acted"] = False
    table.tell("round", {"at": battle["place"], "round": battle["round"]})
    for seat in [seat for seat in SEATS if rounds.hidden_reserves(battle, seat)]:
        blocks = list(_face_down(table, seat))
        battle["reserves"][seat] = 0
        told = _turn_up(table, seat, blocks, reserve=True)
        table.tell("reserves", {"seat": seat, "blocks": told})
        if seat in gone:
            disrupt(table, seat, blocks)


def disrupt(table: Table, seat: str, blocks: Sequence[str]) -> None:
    """7.31 Reserves whose Main Attack is gone lose a step each; a defender becomes the attacker."""
    battle = table.public["battle"]
    if seat == battle["defender"]:
        roles = {"attacker": battle["defender"], "defender": battle["attacker"]}
        battle.update(roles, swapped=True)
        table.tell("roles", roles)
    for block in blocks:
        hits.lose_step(table, block, rounds.turns(battle)[0], "disrupted")


async def end_battle(table: Table) -> None:
    """7.1, 7.2 The battle is over: one side holds the place, and its blocks are face down again, so
    nobody sees which is which.

    If both sides are left, the defender holds it; if neither is, nobody does."""
    public, battle = table.public, table.public["battle"]
    place, left = battle["place"], [s for s in SEATS if not rounds.nobody_left(battle, s)]
    winner = battle["defender"] if len(left) == len(SEATS) else next(iter(left), None)
    standing = legal.count(public, place, winner) if winner else 0
    unseen = rounds.hidden_reserves(battle, winner) if winner else 0
    told = {"at": place, "round": battle["round"], "winner": winner}
    table.tell("battle over", {**told, "left": standing, "unseen": unseen})
    able = _able(public, winner) if winner else {"land": 0, "fleets": 0}
    battle.update(stage="regroup", winner=winner, blocks={}, reserves={}, able=able)
    # How the blocks came into the place no longer matters.
    public["attacks"].pop(place, None)
    for seat in SEATS:
        for block in board.standing(table.state["seats"][seat]["blocks"], place):
            table.state["seats"][seat]["blocks"][block]["from"] = None
    table.tell("contest over", None)


def _able(public: Data, winner: str) -> dict[str, int]:
    """7.7, 7.83 How many land blocks and fleets the winner has, as far as both players know.

    Reserves that were never shown are fleets if they came over a sea border, otherwise land
    blocks."""
    battle, found = public["battle"], {"land": 0, "fleets": 0}
    place = battle["place"]
    for block in rounds.face_up(battle, winner):
        found["fleets" if board.is_fleet(block) else "land"] += 1
    if rounds.hidden_reserves(battle, winner):
        for origin, number in legal.entered(public, place, winner).items():
            if legal.in_reserve(public["attacks"][place], winner, origin):
                found["fleets" if board.edge(place, origin) == "sea" else "land"] += number
    return found


STEPS: Mapping[str, StepCode] = {
    "next battle": name_battle,
    "battle turn": fight_turn,
    "end of round": end_round,
    "end of battle": end_battle,
    "regroup": regroup,
}

BATTLE = (one_of(NextBattle, Battles), TURN, hits.HITS, REGROUP)

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
    hits.CLEOPATRA_ACTS: Option(
        ("next-round", "this-round"),
        "when Cleopatra acts for the side that captured her in battle (7.52): from the next round,"
        " or in the same round if her letter is still to come",
    ),
}
