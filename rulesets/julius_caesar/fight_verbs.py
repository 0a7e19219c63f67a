"""Verbs of a battle (7.0): each changes ``public["battle"]`` in one way and tells what it did.

Blocks and places are changed by the verbs of `verbs`, which keep the face-up blocks of the battle
in step with the parts of the seats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.julius_caesar import board, legal, rounds, verbs
from rulesets.julius_caesar.board import SEATS

if TYPE_CHECKING:
    from referee.engine.table import Table

Data = dict[str, Any]


def begin(table: Table, place: str) -> None:
    """7.1, 7.3 Start a battle: the main forces lie face up, reserves are only counted."""
    public = table.public
    attack = public["attacks"][place]
    battle: Data = {
        "place": place,
        "round": 1,
        "stage": "rounds",
        "attacker": attack["attacker"],
        "defender": attack["defender"],
        "swapped": False,
        "blocks": {},
        "reserves": {},
        "retreats": {},
    }
    public["battle"] = battle
    waiting: Data = {}
    for seat in SEATS:
        held = _face_down(table, seat)
        origins = {block: part["from"] for block, part in held.items()}
        roads = [origins[block] for block in held if _in_reserve(attack, seat, origins[block])]
        for block in held:
            if not _in_reserve(attack, seat, origins[block]):
                _turn_up(battle, seat, block, held[block], reserve=False)
        battle["reserves"][seat] = len(roads)
        waiting[seat] = {origin: roads.count(origin) for origin in sorted(roads)}
    told = {"at": place, "attacker": battle["attacker"], "main": attack["main"]}
    shown = {seat: _strengths(battle, rounds.face_up(battle, seat)) for seat in SEATS}
    table.tell("battle", {**told, "blocks": shown, "reserves": waiting})


def fire(table: Table, block: str) -> int:
    """7.4 A block rolls a die for each point of strength; how many hits it makes."""
    battle = table.public["battle"]
    shown = battle["blocks"][block]
    rating = rounds.rating(battle, block)
    label = f"{board.blocks()[block].name} ({rating}) fires"
    dice = table.roll(label, shown["strength"])
    hits = sum(1 for die in dice if die <= board.blocks()[block].firepower)
    shown["acted"] = True
    told = {"seat": shown["player"], "block": block, "rating": rating}
    table.tell("fire", {**told, "strength": shown["strength"], "dice": dice, "hits": hits})
    return hits


def rest(table: Table, block: str) -> None:
    """7.2 A block passes."""
    shown = table.public["battle"]["blocks"][block]
    shown["acted"] = True
    table.tell("pass", {"seat": shown["player"], "block": block})


def lose_hits(table: Table, hits: int) -> None:
    """7.4 Hits beyond the last block are lost."""
    table.tell("hits lost", {"hits": hits})


def lose_step(table: Table, block: str, why: str = "hit") -> None:
    """7.4, 7.41, 7.31 A block loses one step; below the last one it is eliminated."""
    shown = table.public["battle"]["blocks"][block]
    left = board.step_down(block, shown["strength"])
    if left:
        verbs.set_strength(table, shown["player"], block, left, kind=why)
    else:
        eliminate(table, block, why)


def eliminate(table: Table, block: str, why: str) -> None:
    """7.5, 7.52, 7.6 A block is out; Cleopatra joins the other side and acts from next round."""
    shown = table.public["battle"]["blocks"][block]
    seat = shown["player"]
    if board.blocks()[block].type != "cleopatra":
        verbs.remove_block(table, seat, block, why)
        return
    verbs.change_sides(table, seat, block, board.step_up(block, 0))
    table.public["battle"]["blocks"][block]["acted"] = True


def retreat(table: Table, block: str, to: str) -> None:
    """7.6 A block leaves for another city, face up until it is there."""
    battle = table.public["battle"]
    seat = battle["blocks"][block]["player"]
    road = board.road(battle["place"], to)
    used = battle["retreats"].setdefault(seat, {})
    used[road] = used.get(road, 0) + 1
    verbs.move_block(table, seat, block, to, kind="retreat")


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
    battle = table.public["battle"]
    held = _face_down(table, seat)
    for block in held:
        _turn_up(battle, seat, block, held[block], reserve=True)
    battle["reserves"][seat] = 0
    table.tell("reserves", {"seat": seat, "blocks": _strengths(battle, list(held))})
    return list(held)


def swap_roles(table: Table) -> None:
    """7.31 The reserve of the defender is disrupted: the attacker defends from now on."""
    battle = table.public["battle"]
    battle["attacker"], battle["defender"] = battle["defender"], battle["attacker"]
    battle["swapped"] = True
    table.tell("roles", {"attacker": battle["attacker"], "defender": battle["defender"]})


def finish(table: Table) -> None:
    """7.1 A battle is over: survivors stand up again and nobody sees which is which."""
    public = table.public
    battle = public["battle"]
    winner = rounds.winner(battle)
    land = [b for b in rounds.face_up(battle, winner) if not board.blocks()[b].fleet]
    unseen = {seat: rounds.hidden_reserves(battle, seat) for seat in SEATS}
    table.tell(
        "battle over",
        {
            "at": battle["place"],
            "round": battle["round"],
            "winner": winner,
            "left": legal.count(public, battle["place"], winner) if winner else 0,
            "unseen": unseen[winner] if winner else 0,
        },
    )
    # Reserves that never showed came by road, as far as anybody knows: they can go.
    battle["able"] = len(land) + unseen[winner] if winner else 0
    battle.update({"stage": "regroup", "winner": winner, "blocks": {}, "reserves": {}})
    verbs.end_contest(table, battle["place"])


def close(table: Table) -> None:
    """7.1 Regrouping is done; the next battle can be named."""
    public = table.public
    place = public["battle"]["place"]
    public["fought"] = [*public["fought"], place]
    public["battle"] = None
    table.tell("battle closed", None)


# What the verbs are made of.


def _face_down(table: Table, seat: str) -> dict[str, Data]:
    """Blocks of a seat in the place of the battle that are not shown, in the rulebook's order."""
    battle = table.public["battle"]
    blocks = table.state["seats"][seat]["blocks"]
    here = [b for b in blocks if blocks[b]["at"] == battle["place"] and b not in battle["blocks"]]
    return {block: blocks[block] for block in sorted(here, key=board.block_order().__getitem__)}


def _in_reserve(attack: Data, seat: str, origin: str | None) -> bool:
    """7.3 Whether a block from an origin is reserve: not of the main road, or a reinforcement."""
    if seat == attack["attacker"]:
        return bool(origin != attack["main"])
    return origin is not None


def _turn_up(battle: Data, seat: str, block: str, part: Data, reserve: bool) -> None:
    """Show a block."""
    about = {"player": seat, "strength": part["strength"], "from": part["from"]}
    battle["blocks"][block] = {**about, "reserve": reserve, "acted": False}


def _strengths(battle: Data, blocks: list[str]) -> list[list[object]]:
    """Pairs of block and strength, as an event holds them."""
    return [[block, rounds.strength(battle, block)] for block in blocks]
