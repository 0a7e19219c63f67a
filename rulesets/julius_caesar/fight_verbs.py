"""Verbs of a battle (7.0): each changes ``public["battle"]`` in one way and tells what it did.

Blocks and places are changed by the verbs of `verbs`, which keep the face-up blocks of the battle
in step with the parts of the seats.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rulesets.julius_caesar import board, legal, rounds, verbs
from rulesets.julius_caesar import retreat as ways_out
from rulesets.julius_caesar.board import SEATS
from rulesets.julius_caesar.naming import block_name

if TYPE_CHECKING:
    from referee.engine.table import Table

Data = dict[str, Any]

#: Option: when Cleopatra acts after she was captured (ruling 29).
CLEOPATRA_ACTS = "cleopatra-acts"


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
        "surprise": public.get("surprise") == {"place": place, "seat": attack["attacker"]},
        "blocks": {},
        "reserves": {},
        "retreats": {},
        "lost": dict.fromkeys(SEATS, 0),
        "shot": None,
    }
    public["battle"] = battle
    waiting: Data = {}
    for seat in SEATS:
        held = _face_down(table, seat)
        origins = {block: part["from"] for block, part in held.items()}
        roads = [origins[block] for block in held if legal.in_reserve(attack, seat, origins[block])]
        for block in held:
            if not legal.in_reserve(attack, seat, origins[block]):
                _turn_up(battle, seat, block, held[block], reserve=False)
        battle["reserves"][seat] = len(roads)
        waiting[seat] = {origin: roads.count(origin) for origin in sorted(roads)}
    told = {"at": place, "attacker": battle["attacker"], "main": attack["main"]}
    told["surprise"] = battle["surprise"]
    shown = {seat: _strengths(battle, rounds.face_up(battle, seat)) for seat in SEATS}
    table.tell("battle", {**told, "blocks": shown, "reserves": waiting})


def fire(table: Table, block: str) -> int:
    """7.4 A block rolls a die for each point of strength; how many hits it makes."""
    battle = table.public["battle"]
    shown = battle["blocks"][block]
    rating = rounds.rating(battle, block)
    label = f"{block_name(block, '')} ({rating}) fires"
    dice = table.roll(label, shown["strength"])
    hits = sum(1 for die in dice if die <= board.blocks()[block].firepower)
    shown["acted"] = True
    told = {"seat": shown["player"], "block": block, "rating": rating}
    battle["shot"] = {**told, "strength": shown["strength"], "dice": dice, "hits": hits}
    table.tell("fire", battle["shot"])
    return hits


def end_shot(table: Table) -> None:
    """7.4 All hits of a shot are taken, if it made any."""
    table.public["battle"]["shot"] = None


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
    table.public["battle"]["lost"][shown["player"]] += 1
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
    shown = table.public["battle"]["blocks"][block]
    shown["acted"] = True
    if table.public["options"].get(CLEOPATRA_ACTS) == "this-round":
        shown["captive"] = True


def let_captive_act(table: Table, letter: str, seat: str) -> None:
    """7.52 In the other reading Cleopatra acts in the round of her capture, if her new side's
    turn at her letter is not past.  letter, seat: the turn in which she was beaten."""
    battle = table.public["battle"]
    for block in rounds.face_up(battle):
        shown = battle["blocks"][block]
        if shown.pop("captive", False):
            turns = rounds.turns(battle)
            hers = turns.index((rounds.letter(battle, block), shown["player"]))
            shown["acted"] = hers < turns.index((letter, seat))


def retreat(table: Table, order: Mapping[str, str]) -> None:
    """7.6, 7.64, 7.82 A block leaves by road or by sea, face up until it is there."""
    public = table.public
    battle = public["battle"]
    block = order["block"]
    seat = battle["blocks"][block]["player"]
    gone = ways_out.used_by(public, seat)
    way = ways_out.resolve(public, seat, block, order["to"], order.get("via"), gone)
    assert isinstance(way, ways_out.Way)
    battle["retreats"][seat] = ways_out.use(public, block, way, gone)
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
    able = _able(public, winner)
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
    battle.update({"stage": "regroup", "winner": winner, "blocks": {}, "reserves": {}})
    battle["able"] = able
    verbs.end_contest(table, battle["place"])


def stay(table: Table) -> None:
    """7.7 The winner sends nobody away."""
    battle = table.public["battle"]
    table.tell("stay", {"seat": battle["winner"], "at": battle["place"]})


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


def _able(public: Data, winner: str | None) -> dict[str, int]:
    """7.7, 7.83 How many land blocks and fleets of the winner there are, as far as both know.

    Reserves that never showed are fleets if they came over a sea border, and land blocks if not."""
    found = {"land": 0, "fleets": 0}
    if winner is None:
        return found
    battle = public["battle"]
    for block in rounds.face_up(battle, winner):
        found["fleets" if board.blocks()[block].fleet else "land"] += 1
    if rounds.hidden_reserves(battle, winner):
        attack = public["attacks"][battle["place"]]
        for origin, number in legal.entered(public, battle["place"], winner).items():
            if legal.in_reserve(attack, winner, origin):
                by_sea = board.edge(battle["place"], origin) == "sea"
                found["fleets" if by_sea else "land"] += number
    return found


def _turn_up(battle: Data, seat: str, block: str, part: Data, reserve: bool) -> None:
    """Show a block."""
    about = {"player": seat, "strength": part["strength"], "from": part["from"]}
    battle["blocks"][block] = {**about, "reserve": reserve, "acted": False}


def _strengths(battle: Data, blocks: list[str]) -> list[list[object]]:
    """Pairs of block and strength, as an event holds them."""
    return [[block, rounds.strength(battle, block)] for block in blocks]
