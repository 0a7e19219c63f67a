"""Crowded positions to begin from: most blocks in one corner of the board, fleets at sea."""

from __future__ import annotations

import random
from typing import Any

from tests.rules.slow.atlas import (
    BLOCKS,
    EDGES,
    FIRST_YEAR,
    HOME_OF,
    OTHER,
    PLACES,
    ROADS,
    SEAS,
    SEATS,
    TURNS,
    YEARS,
    seas_of,
)
from tests.rules.slow.follow import scene_of
from tests.rules.slow.world import Attack, Piece, World


def scatter(world: World, state: Any, chance: random.Random) -> None:
    """Put both, the slow rules' world and the ruleset's State, into one random position."""
    world.known.year = chance.choice([FIRST_YEAR + YEARS - 1, FIRST_YEAR + 2])
    _fallen_leaders(world, chance)
    corner = _corner(chance)
    held: dict[str, str] = {}
    dead = [block for heap in world.known.trophies.values() for block in heap]
    world.pieces.clear()
    world.pools.update({seat: [] for seat in SEATS})
    for block in chance.sample(list(BLOCKS), len(BLOCKS)):
        if block in dead:
            continue
        about = BLOCKS[block]
        seat = HOME_OF.get(about.colour) or chance.choice(SEATS)
        if about.colour in HOME_OF and chance.random() < 0.06:
            seat = OTHER[seat] if not about.leader and not about.fleet else seat
        place = chance.choice(corner)
        fits = bool(seas_of(place)) or place in SEAS if about.fleet else place not in SEAS
        waits = about.needs and not any(leader in dead for leader in about.needs)
        alone = held.setdefault(place, seat) == seat if fits and not waits else False
        if block == "cleopatra":
            world.pieces[block] = Piece(seat, _home(held, seat), chance.choice(about.steps))
        elif alone and chance.random() < 0.7:
            world.pieces[block] = Piece(seat, place, chance.choice(about.steps))
        else:
            world.pools[HOME_OF[about.colour]].append(block)
    _write(world, state)


def _fallen_leaders(world: World, chance: random.Random) -> None:
    for seat in SEATS:
        if chance.random() < 0.4:
            leader = chance.choice([b for b in BLOCKS if BLOCKS[b].leader and not BLOCKS[b].needs])
            if HOME_OF[BLOCKS[leader].colour] != seat:
                world.known.trophies[seat].append(leader)


def _corner(chance: random.Random) -> list[str]:
    """A port, its neighbours and theirs, or some of them."""
    heart = chance.choice([place for place in PLACES if seas_of(place)])
    near = {heart, *EDGES[heart]}
    wide = sorted({further for place in near for further in EDGES[place]} | near)
    return chance.sample(wide, min(len(wide), chance.choice([8, 14, 24])))


def _home(held: dict[str, str], seat: str) -> str:
    """A city that the enemy does not hold, for Cleopatra."""
    return next(
        place
        for place in ("alexandria", "memphis", "rome", "massilia", *PLACES)
        if held.setdefault(place, seat) == seat and place not in SEAS
    )


def attack(world: World, state: Any, chance: random.Random) -> None:
    """Begin with battles: blocks go into places of the enemy, others come to help."""
    known = world.known
    known.first, known.turn = chance.choice(SEATS), TURNS
    for seat in (known.first, OTHER[known.first]):
        for block in chance.sample(list(world.pieces), len(world.pieces)):
            piece = world.pieces[block]
            if piece.owner == seat and piece.came is None and chance.random() < 0.5:
                _enter(world, block, chance)
    if known.attacks and chance.random() < 0.3:
        known.surprise = chance.choice(list(known.attacks))
    _write(world, state)


def _enter(world: World, block: str, chance: random.Random) -> None:
    """6.12, 6.14 A block goes into a place with enemies next to it, if there is one."""
    piece, attacks = world.pieces[block], world.known.attacks
    if piece.at in attacks:
        return
    for to in chance.sample(list(EDGES[piece.at]), len(EDGES[piece.at])):
        kind = EDGES[piece.at][to]
        if (
            OTHER[piece.owner] not in world.holders(to)
            or (kind == "sea") is not BLOCKS[block].fleet
        ):
            continue
        found = attacks.setdefault(to, Attack(piece.owner, piece.at))
        came = found.entries[piece.owner]
        if came[piece.at] < ROADS["attack"].get(kind, 9):
            came[piece.at] += 1
            piece.at, piece.came = to, piece.at
            return


def _attacks(world: World) -> Any:
    """Attacks as the State has them."""
    return {
        place: {
            "attacker": attack.attacker,
            "defender": attack.defender,
            "main": attack.main,
            "entries": {seat: dict(came) for seat, came in attack.entries.items() if came},
        }
        for place, attack in world.known.attacks.items()
    }


def _write(world: World, state: Any) -> None:
    """The same position as a State of the ruleset."""
    public = state["public"]
    known = world.known
    public.update(year=known.year, places={}, attacks=_attacks(world))
    if known.first:
        public.update(turn=known.turn, first=known.first, phase="battles")
        public["played"] = dict.fromkeys(SEATS, "2/1")
    if known.surprise:
        seat = known.attacks[known.surprise].attacker
        public["surprise"] = {"place": known.surprise, "seat": seat}
    for seat in SEATS:
        scene = scene_of(world, OTHER[seat])
        for place, there in scene.theirs.items():
            public["places"].setdefault(place, {})[seat] = there
        part = state["seats"][seat]
        part["blocks"] = {
            block: {"at": piece.at, "strength": piece.strength, "from": piece.came}
            for block, piece in world.pieces.items()
            if piece.owner == seat
        }
        part["pool"] = sorted(world.pools[seat])
        public["pool"][seat] = len(part["pool"])
        public["trophies"][seat] = list(world.known.trophies[seat])
