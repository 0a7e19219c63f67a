"""Everything that changes blocks.  Nobody else writes to the State's places, blocks or pools.

A block is in the part of the seat that controls it; ``public["places"]`` counts what stands where,
and a battle under way shows its face-up blocks once more.  The verbs keep the three in step."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.board import SEATS, other

if TYPE_CHECKING:
    from referee.engine.table import Table

Data = dict[str, Any]

#: Option: which leaders killed are worth a point (ruling 47): with `BATTLE`, none that these have.
TROPHIES, BATTLE = "trophies", "battle"
UNSCORED = ("jupiter", "vulcan")


def colours(blocks: Sequence[str]) -> dict[str, int]:
    """What everybody sees of a group: how many blocks of each colour."""
    seen = [board.blocks()[block].colour for block in blocks]
    return {colour: seen.count(colour) for colour in board.COLOURS if colour in seen}


# Groups, face down: everybody is told how many, their owner which.


def march(table: Table, seat: str, blocks: Sequence[str], path: Sequence[str]) -> None:
    """6.1, 6.12 Move a group along a path of neighbours in a command phase, and tell of it.

    The roads count for the limits of this phase.  Where the enemy stands this is an attack, or
    joins one, and the road is written down for main force, pins and retreats."""
    to, origin = path[-1], path[-2]
    seen = legal.status(table.public, to, seat)
    aim = {legal.ENEMY: "attack", legal.CONTESTED: "join"}.get(seen, "move")
    _use_roads(table.public, seat, path, len(blocks))
    if aim != "move":
        _enter(table.public, seat, to, origin, len(blocks))
    told = {"path": list(path), "aim": aim}
    _send(table, "move", seat, blocks, to, told, None if aim == "move" else origin)


def ship(table: Table, seat: str, blocks: Sequence[str], path: Sequence[str]) -> None:
    """6.3 Carry land blocks from port to port, and tell."""
    _send(table, "ship", seat, blocks, path[-1], {"path": list(path)})


def shift_group(
    table: Table, seat: str, blocks: Sequence[str], to: str, kind: str = "regroup"
) -> None:
    """7.7 Move hidden blocks from one place to the next, without counting roads, and tell."""
    at = _blocks(table, seat)[blocks[0]]["at"]
    _send(table, kind, seat, blocks, to, {"at": at, "to": to})


def _send(
    table: Table,
    kind: str,
    seat: str,
    blocks: Sequence[str],
    to: str,
    told: Data,
    origin: str | None = None,
) -> None:
    """Move a group, and tell of it; origin: the road by which it meets the enemy."""
    for block in blocks:
        _put(table, seat, block, to, origin)
    told = {"seat": seat, **told, "colours": colours(blocks)}
    table.tell(kind, told, **{seat: {"blocks": list(blocks)}})


def _use_roads(public: Data, seat: str, path: Sequence[str], number: int) -> None:
    """6.11 Count a group on every road of its path, whichever way it goes."""
    used = public["roads"].setdefault(seat, {})
    for one, two in pairwise(path):
        name = board.road(one, two)
        used[name] = used.get(name, 0) + number


def _enter(public: Data, seat: str, place: str, origin: str, number: int) -> None:
    """6.12, 7.3 Write down a group that comes into a place where the enemy stands.

    The first road in is the main force's until the attacker names another (ruling 12)."""
    fresh = {"attacker": seat, "defender": other(seat), "main": origin, "entries": {}}
    attack = public["attacks"].setdefault(place, fresh)
    came = attack["entries"].setdefault(seat, {})
    came[origin] = came.get(origin, 0) + number


def name_main_force(table: Table, seat: str, place: str, origin: str) -> None:
    """7.3, ruling 12 The attacker says which road is his main force's."""
    table.public["attacks"][place]["main"] = origin
    table.tell("main force", {"seat": seat, "at": place, "from": origin})


def set_surprise(table: Table, seat: str, place: str) -> None:
    """Cards Mars and Neptune, ruling 34 The battle in which this seat's attackers act first."""
    table.public["surprise"] = {"place": place, "seat": seat}
    table.tell("surprise", {"seat": seat, "at": place})


def levy(table: Table, seat: str, block: str, place: str | None) -> Data:
    """6.4 Raise a new block in a place, or without one add a step; what `tell_levies` tells of it
    to its owner."""
    if place is not None:
        table.state["seats"][seat]["pool"].remove(block)
        table.public["pool"][seat] -= 1
        put_down(table, seat, block, place, board.step_up(block, 0))
        return {"block": block, "at": place, "strength": board.step_up(block, 0)}
    here = _blocks(table, seat)[block]
    here["strength"] = board.step_up(block, here["strength"])
    return {"block": block, "strength": here["strength"]}


def tell_levies(table: Table, seat: str, levies: Sequence[Data]) -> None:
    """6.4 Tell of all levies of a command.

    The opponent learns at which place how many blocks came and how many steps, never which, nor
    in which order they were written down."""
    shown: dict[str, Data] = {}
    for line in levies:
        place = _blocks(table, seat)[line["block"]]["at"]
        entry = shown.setdefault(place, {"new": 0, "steps": 0})
        entry["new" if "at" in line else "steps"] += 1
    places = {place: shown[place] for place in board.on_the_board(shown)}
    table.tell("levies", {"seat": seat, "places": places}, **{seat: {"levies": list(levies)}})


def do_nothing(table: Table, seat: str, levies: int) -> None:
    """2.2 A command in which nobody moved, and nothing was levied though levies were allowed."""
    table.tell("nothing", {"seat": seat, "levies": levies})


# Single blocks, face up: what happens to them is told with their names.


def move_block(
    table: Table,
    seat: str,
    block: str,
    to: str,
    origin: str | None = None,
    kind: str = "retreat",
    via: str | None = None,
) -> None:
    """Move a block that lies face up to another place and tell; it leaves the battle shown.

    via: the sea that it crosses, if any (7.64)."""
    at = _blocks(table, seat)[block]["at"]
    _put(table, seat, block, to, origin)
    _unshow(table, block)
    told = {"seat": seat, "block": block, "at": at, "to": to}
    table.tell(kind, {**told, "via": via} if via else told)


def set_strength(table: Table, seat: str, block: str, strength: int, kind: str = "loss") -> None:
    """3.11 Turn a face-up block to another strength (not 0) and tell."""
    here = _blocks(table, seat)[block]
    before, here["strength"] = here["strength"], strength
    battle = table.public["battle"]
    if battle and block in battle["blocks"]:
        battle["blocks"][block]["strength"] = strength
    told = {"seat": seat, "block": block, "at": here["at"], "was": before, "strength": strength}
    table.tell(kind, told)


def remove_block(table: Table, seat: str, block: str, why: str = "hit") -> None:
    """7.5, 7.51 Eliminate a block: a leader is a trophy, others lie face up till the year ends.

    why: "hit", "disrupted", "no way out", for the report.  Cleopatra is never removed
    (`change_sides`, 7.52)."""
    public, printed = table.public, board.blocks()[block]
    place = take_off(table, seat, block)["at"]
    if printed.leader:
        public["trophies"][other(seat)].append(block)
    else:
        dead = public["dead"]
        dead[printed.colour] = board.in_order([*dead[printed.colour], block])
    told = {"seat": seat, "block": block, "at": place, "why": why, "trophy": printed.leader}
    told["scores"] = printed.leader and not unscored(public, why)
    table.tell("eliminated", told)


def unscored(public: Data, why: str) -> bool:
    """1.2, ruling 47 Whether a leader who falls in such a way is worth no point."""
    return why in UNSCORED and public["options"].get(TROPHIES) == BATTLE


def change_sides(table: Table, seat: str, block: str, strength: int) -> None:
    """7.52 A block of this seat joins the other one where it stands, with this strength.

    In a battle it stays face up, now for the other side."""
    battle, enemy = table.public["battle"], other(seat)
    shown = battle["blocks"].get(block) if battle else None
    place = take_off(table, seat, block)["at"]
    put_down(table, enemy, block, place, strength)
    if battle and shown is not None:
        change = {"player": enemy, "strength": strength, "from": None}
        battle["blocks"][block] = {**shown, **change}
    told = {"seat": seat, "block": block, "at": place, "joins": enemy, "strength": strength}
    table.tell("changes sides", told)


def end_contest(table: Table, place: str) -> None:
    """7.1 Forget how the blocks came into a place that is contested no more."""
    table.public["attacks"].pop(place, None)
    for seat in SEATS:
        for here in _blocks(table, seat).values():
            if here["at"] == place:
                here["from"] = None
    table.tell("contest over", None)


# What the verbs are made of.


def put_down(table: Table, seat: str, block: str, place: str, strength: int) -> None:
    """A block comes on the board."""
    _blocks(table, seat)[block] = {"at": place, "strength": strength, "from": None}
    count_block(table.public, place, seat, block, 1)


def take_off(table: Table, seat: str, block: str) -> Data:
    """Take a block off the board; how it stood there."""
    here: Data = _blocks(table, seat).pop(block)
    count_block(table.public, here["at"], seat, block, -1)
    _unshow(table, block)
    return here


def count_block(public: Data, place: str, seat: str, block: str, by: int) -> None:
    """Count one block more or less in a place; what comes to zero is left out (4.21)."""
    colour, places = board.blocks()[block].colour, public["places"]
    there = places.setdefault(place, {})
    shown = there.setdefault(seat, {})
    shown[colour] = shown.get(colour, 0) + by
    if not shown[colour]:
        del shown[colour]
    if not shown:
        del there[seat]
    if not there:
        del places[place]


def _blocks(table: Table, seat: str) -> dict[str, Data]:
    """The blocks of a seat; in rehearsal those of others are nowhere."""
    if table.rehearsing and seat not in table.state["seats"]:
        return {}
    found: dict[str, Data] = table.state["seats"][seat]["blocks"]
    return found


def _put(table: Table, seat: str, block: str, to: str, origin: str | None) -> None:
    here = _blocks(table, seat)[block]
    count_block(table.public, here["at"], seat, block, -1)
    here["at"], here["from"] = to, origin
    count_block(table.public, to, seat, block, 1)


def _unshow(table: Table, block: str) -> None:
    """Take a block out of the battle shown."""
    if battle := table.public["battle"]:
        battle["blocks"].pop(block, None)
