"""Verbs of a battle (7.0): each changes ``public["battle"]`` in one way and tells what it did.

Blocks and places are changed by the verbs of `verbs`, which keep the face-up blocks of the battle
in step with the parts of the seats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.julius_caesar import board, legal, verbs
from rulesets.julius_caesar.battle import rounds
from rulesets.julius_caesar.battle.ways_out import Way, counted_as
from rulesets.julius_caesar.board import SEATS
from rulesets.julius_caesar.board.naming import block_name

if TYPE_CHECKING:
    from referee.engine.request import Data
    from referee.engine.table import Table

#: A letter and the seat whose blocks of it act.
Turn = tuple[str, str]

#: Option: when Cleopatra acts after she was captured (ruling 29).
CLEOPATRA_ACTS = "cleopatra-acts"


def begin(table: Table, place: str) -> None:
    """7.1, 7.3 Start a battle: the main forces lie face up, reserves are only counted."""
    public, attack = table.public, table.public["attacks"][place]
    sides = {side: attack[side] for side in ("attacker", "defender")}
    surprise = public.get("surprise") == {"place": place, "seat": attack["attacker"]}
    counts = {"blocks": {}, "reserves": {}, "retreats": {}, "lost": dict.fromkeys(SEATS, 0)}
    about = {"place": place, "round": 1, "stage": "rounds", "swapped": False, "shot": None}
    battle: Data = {**about, **sides, "surprise": surprise, **counts}
    public["battle"] = battle
    shown, waiting = {}, {}
    for seat in SEATS:
        held = _face_down(table, seat)
        late = [b for b in held if legal.in_reserve(attack, seat, held[b]["from"])]
        main = {block: held[block] for block in held if block not in late}
        shown[seat] = _turn_up(table, seat, main, reserve=False)
        roads = [held[block]["from"] for block in late]
        battle["reserves"][seat] = len(roads)
        waiting[seat] = {origin: roads.count(origin) for origin in sorted(roads)}
    told = {"at": place, "attacker": attack["attacker"], "surprise": surprise}
    table.tell("battle", {**told, "main": attack["main"], "blocks": shown, "reserves": waiting})


def fire(table: Table, block: str) -> int:
    """7.4 A block rolls a die for each point of strength; how many hits it makes."""
    battle = table.public["battle"]
    shown, rating = battle["blocks"][block], rounds.rating(battle, block)
    dice = table.roll(f"{block_name(block, '')} ({rating}) fires", shown["strength"])
    hits = sum(die <= board.blocks()[block].firepower for die in dice)
    shown["acted"] = True
    told = {"seat": shown["player"], "block": block, "rating": rating}
    battle["shot"] = {**told, "strength": shown["strength"], "dice": dice, "hits": hits}
    table.tell("fire", battle["shot"])
    return hits


def end_shot(table: Table, lost: int) -> None:
    """7.4 All hits of a shot are taken; those beyond the last block are lost."""
    if lost:
        table.tell("hits lost", {"hits": lost})
    table.public["battle"]["shot"] = None


def rest(table: Table, block: str) -> None:
    """7.2 A block passes."""
    shown = table.public["battle"]["blocks"][block]
    shown["acted"] = True
    table.tell("pass", {"seat": shown["player"], "block": block})


def lose_step(table: Table, block: str, turn: Turn, why: str = "hit") -> None:
    """7.4, 7.41, 7.31 A block loses one step; below the last one it is eliminated."""
    battle = table.public["battle"]
    shown = battle["blocks"][block]
    battle["lost"][shown["player"]] += 1
    if left := board.step_down(block, shown["strength"]):
        verbs.set_strength(table, shown["player"], block, left, kind=why)
    else:
        eliminate(table, block, turn, why)


def eliminate(table: Table, block: str, turn: Turn, why: str) -> None:
    """7.5, 7.52, 7.6 A block is out; Cleopatra joins the other side and acts from next round, or
    in the other reading in this one, if her new side's turn at her letter is not past.

    turn: the one in which it is beaten."""
    battle = table.public["battle"]
    seat = battle["blocks"][block]["player"]
    if board.blocks()[block].type != "cleopatra":
        verbs.remove_block(table, seat, block, why)
        return
    verbs.change_sides(table, seat, block, board.step_up(block, 0))
    hers = (rounds.letter(battle, block), battle["blocks"][block]["player"])
    waits = table.public["options"].get(CLEOPATRA_ACTS) != "this-round"
    order = rounds.turns(battle)
    battle["blocks"][block]["acted"] = waits or order.index(hers) < order.index(turn)


def retreat(table: Table, block: str, way: Way) -> None:
    """7.6, 7.64, 7.82 A block leaves by road or by sea, face up until it is there."""
    public, battle = table.public, table.public["battle"]
    seat, name = battle["blocks"][block]["player"], counted_as(public, block, way)
    used = battle["retreats"].setdefault(seat, {})
    used[name] = used.get(name, 0) + 1
    verbs.move_block(table, seat, block, way.to, kind="retreat", via=way.via)


def next_round(table: Table) -> None:
    """7.2 A round is over: all may act again, and roads are free again (7.61)."""
    battle = table.public["battle"]
    battle["round"] += 1
    battle["retreats"] = {}
    for shown in battle["blocks"].values():
        shown["acted"] = False
    table.tell("round", {"at": battle["place"], "round": battle["round"]})


def reveal_reserves(table: Table, seat: str) -> list[str]:
    """7.3 The reserves of a side are turned up and fight from now on; which blocks they are."""
    held = _face_down(table, seat)
    table.public["battle"]["reserves"][seat] = 0
    told = _turn_up(table, seat, held, reserve=True)
    table.tell("reserves", {"seat": seat, "blocks": told})
    return list(held)


def swap_roles(table: Table) -> None:
    """7.31 The reserve of the defender is disrupted: the attacker defends from now on."""
    battle = table.public["battle"]
    battle["attacker"], battle["defender"] = battle["defender"], battle["attacker"]
    battle["swapped"] = True
    table.tell("roles", {"attacker": battle["attacker"], "defender": battle["defender"]})


def finish(table: Table) -> None:
    """7.1 A battle is over: survivors stand up again and nobody sees which is which."""
    public, battle = table.public, table.public["battle"]
    place, winner = battle["place"], rounds.winner(battle)
    left = legal.count(public, place, winner) if winner else 0
    unseen = rounds.hidden_reserves(battle, winner) if winner else 0
    told = {"at": place, "round": battle["round"], "winner": winner}
    table.tell("battle over", {**told, "left": left, "unseen": unseen})
    able = _able(public, winner) if winner else {"land": 0, "fleets": 0}
    battle.update(stage="regroup", winner=winner, blocks={}, reserves={}, able=able)
    verbs.end_contest(table, place)


def stay(table: Table) -> None:
    """7.7 The winner sends nobody away."""
    battle = table.public["battle"]
    table.tell("stay", {"seat": battle["winner"], "at": battle["place"]})


def close(table: Table) -> None:
    """7.1 Regrouping is done; the next battle can be named."""
    public = table.public
    public["fought"] = [*public["fought"], public["battle"]["place"]]
    public["battle"] = None
    table.tell("battle closed", None)


# What the verbs are made of.


def _face_down(table: Table, seat: str) -> dict[str, Data]:
    """Blocks of a seat in the place of the battle that are not shown, in the rulebook's order."""
    battle, blocks = table.public["battle"], table.state["seats"][seat]["blocks"]
    here = [b for b in blocks if blocks[b]["at"] == battle["place"] and b not in battle["blocks"]]
    return {block: blocks[block] for block in board.in_order(here)}


def _turn_up(table: Table, seat: str, held: Data, reserve: bool) -> list[list[object]]:
    """Show blocks; pairs of block and strength, as an event holds them."""
    for block, part in held.items():
        about = {"player": seat, "strength": part["strength"], "from": part["from"]}
        about |= {"reserve": reserve, "acted": False}
        table.public["battle"]["blocks"][block] = about
    return [[block, part["strength"]] for block, part in held.items()]


def _able(public: Data, winner: str) -> dict[str, int]:
    """7.7, 7.83 How many land blocks and fleets of the winner there are, as far as both know.

    Reserves that never showed are fleets if they came over a sea border, and land blocks if not."""
    battle, found = public["battle"], {"land": 0, "fleets": 0}
    for block in rounds.face_up(battle, winner):
        found["fleets" if board.is_fleet(block) else "land"] += 1
    if rounds.hidden_reserves(battle, winner):
        attack = public["attacks"][battle["place"]]
        for origin, number in legal.entered(public, battle["place"], winner).items():
            if legal.in_reserve(attack, winner, origin):
                by_sea = board.edge(battle["place"], origin) == "sea"
                found["fleets" if by_sea else "land"] += number
    return found
