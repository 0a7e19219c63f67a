"""Everything that changes blocks; no other code writes to the State's places, blocks or pools.

A block is in the part of the seat that controls it.  ``public["places"]`` counts what is where,
and a battle in progress also lists its face-up blocks.  The verbs keep the three in step.  They
replace what is said of a block, a place, a road or an attack, or in a battle, and never change it:
a rehearsal shares it with the position that it is a copy of (`BlockWalk`)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.board import other

#: Option: which killed leaders are worth a point (ruling 47).  With `BATTLE`, none killed by these.
TROPHIES, BATTLE = "trophies", "battle"
UNSCORED = ("jupiter", "vulcan")


def colours(blocks: Sequence[str]) -> dict[str, int]:
    """What everyone sees of a group: how many blocks of each colour."""
    seen = [board.BLOCKS[block].colour for block in blocks]
    return board.by_colour({colour: seen.count(colour) for colour in seen})


# Groups, face down: everyone learns how many blocks, only their owner which.


def march(table: Table, seat: str, blocks: Sequence[str], path: Sequence[str]) -> None:
    """6.1, 6.11 Move a group along a path of neighbours in a command phase.

    It counts on every road, in either direction.  Entering a place with enemy blocks is an attack,
    or joins one; then the road is recorded for the Main Attack, pins and retreats (6.12)."""
    public, to, origin = table.public, path[-1], path[-2]
    seen = legal.status(public, to, seat)
    aim = {legal.ENEMY: "attack", legal.CONTESTED: "join"}.get(seen, "move")
    public["roads"][seat] = used = {**public["roads"].get(seat, {})}
    for road in (board.road(one, two) for one, two in pairwise(path)):
        used[road] = used.get(road, 0) + len(blocks)
    if aim != "move":
        # The first road in is that of the Main Attack unless the attacker names another (7.3,
        # ruling 12).
        fresh = {"attacker": seat, "defender": other(seat), "main": origin, "entries": {}}
        attack = public["attacks"].get(to, fresh)
        came = attack["entries"].get(seat, {})
        entered = {**came, origin: came.get(origin, 0) + len(blocks)}
        public["attacks"][to] = {**attack, "entries": {**attack["entries"], seat: entered}}
    told = {"path": list(path), "aim": aim}
    send(table, "move", seat, blocks, to, told, None if aim == "move" else origin)


def send(
    table: Table,
    kind: str,
    seat: str,
    blocks: Sequence[str],
    to: str,
    told: Data,
    origin: str | None = None,
) -> None:
    """6.1, 6.3, 7.7, 8.2 Move a group that stands together and report it; origin: the road by which
    it meets the enemy."""
    _put(table, seat, blocks, to, origin)
    told = {"seat": seat, **told, "colours": colours(blocks)}
    table.tell(kind, told, **{seat: {"blocks": list(blocks)}})


def set_surprise(table: Table, seat: str, place: str) -> None:
    """Cards Mars and Neptune, ruling 34 The battle in which this seat's attackers act first."""
    table.public["surprise"] = {"place": place, "seat": seat}
    table.tell("surprise", {"seat": seat, "at": place})


def levy(table: Table, seat: str, block: str, place: str | None) -> Data:
    """6.4 Raise a new block in a place, or without a place add a step; return what `tell_levies`
    tells its owner."""
    if place is not None:
        table.state["seats"][seat]["pool"].remove(block)
        table.public["pool"][seat] -= 1
        put_down(table, seat, block, place, board.step_up(block, 0))
        return {"block": block, "at": place, "strength": board.step_up(block, 0)}
    here = blocks_of(table, seat)[block]
    strength = board.step_up(block, here["strength"])
    set_strength(table, seat, block, strength)
    return {"block": block, "strength": strength}


def tell_levies(table: Table, seat: str, levies: Sequence[Data]) -> None:
    """6.4 Report all levies of a command.

    The opponent learns how many blocks and steps came in each place, but not which, nor in which
    order they were written."""
    shown: dict[str, Data] = {}
    for line in levies:
        place = blocks_of(table, seat)[line["block"]]["at"]
        entry = shown.setdefault(place, {"new": 0, "steps": 0})
        entry["new" if "at" in line else "steps"] += 1
    places = {place: shown[place] for place in board.on_the_board(shown)}
    table.tell("levies", {"seat": seat, "places": places}, **{seat: {"levies": list(levies)}})


# Single blocks, face up: reported by name.


def retreat(table: Table, seat: str, block: str, to: str, via: str | None) -> None:
    """7.6, 7.64 A block leaves a battle for another place, perhaps across a sea; it stays face up
    until it gets there."""
    at = table.public["battle"]["place"]
    _put(table, seat, [block], to, None)
    _unshow(table, block)
    told = {"seat": seat, "block": block, "at": at, "to": to}
    table.tell("retreat", {**told, "via": via} if via else told)


def beaten(table: Table, seat: str, block: str, why: str) -> None:
    """7.5, 7.51, 7.52 A block has lost its last step.  It is eliminated: a leader becomes a trophy,
    others lie face up until the year ends.  Cleopatra joins the other side instead.

    why: "hit", "disrupted", "no way out", "jupiter", "vulcan", for the report."""
    public, printed = table.public, board.BLOCKS[block]
    if block == board.CLEOPATRA:
        _change_sides(table, seat, block)
        return
    place, dead = take_off(table, seat, block)["at"], public["dead"]
    scores = printed.leader
    if printed.leader:
        public["trophies"][other(seat)].append(block)
        # 1.2, ruling 47 Worth no point if only leaders killed in battle count.
        if why in UNSCORED and public["options"].get(TROPHIES) == BATTLE:
            public["unscored"], scores = [*public["unscored"], block], False
    else:
        dead[printed.colour] = board.in_order([*dead[printed.colour], block])
    told = {"seat": seat, "block": block, "at": place, "why": why}
    table.tell("eliminated", {**told, "trophy": printed.leader, "scores": scores})


def _change_sides(table: Table, seat: str, block: str) -> None:
    """7.52 A block joins the other seat where it is, at its lowest strength; in a battle it stays
    face up."""
    battle, enemy, strength = table.public["battle"], other(seat), board.step_up(block, 0)
    shown = battle["blocks"].get(block) if battle else None
    place = take_off(table, seat, block)["at"]
    put_down(table, enemy, block, place, strength)
    if shown is not None:
        change = {"player": enemy, "strength": strength, "from": None}
        battle["blocks"] = {**battle["blocks"], block: {**shown, **change}}
    told = {"seat": seat, "block": block, "at": place, "joins": enemy, "strength": strength}
    table.tell("changes sides", told)


# What the verbs are made of.


def put_down(table: Table, seat: str, block: str, place: str, strength: int) -> None:
    """Put a block on the board."""
    blocks_of(table, seat)[block] = {"at": place, "strength": strength, "from": None}
    count_blocks(table.public, place, seat, [block], 1)


def take_off(table: Table, seat: str, block: str) -> Data:
    """Take a block off the board; return where and how it was."""
    here: Data = blocks_of(table, seat).pop(block)
    count_blocks(table.public, here["at"], seat, [block], -1)
    _unshow(table, block)
    return here


def count_blocks(public: Data, place: str, seat: str, blocks: Sequence[str], by: int) -> None:
    """Count `by` blocks more or less of each of these in a place; zeros are left out (4.21)."""
    places, printed = public["places"], board.BLOCKS
    places[place] = there = {**places.get(place, {})}
    there[seat] = shown = {**there.get(seat, {})}
    for block in blocks:
        colour = printed[block].colour
        shown[colour] = shown.get(colour, 0) + by
        if not shown[colour]:
            del shown[colour]
    if not shown:
        del there[seat]
    if not there:
        del places[place]


def blocks_of(table: Table, seat: str) -> dict[str, Data]:
    """The blocks of a seat; a rehearsal does not know those of others."""
    if table.rehearsing and seat not in table.state["seats"]:
        return {}
    found: dict[str, Data] = table.state["seats"][seat]["blocks"]
    return found


def _put(table: Table, seat: str, blocks: Sequence[str], to: str, origin: str | None) -> None:
    held = blocks_of(table, seat)
    count_blocks(table.public, held[blocks[0]]["at"], seat, blocks, -1)
    for block in blocks:
        held[block] = {**held[block], "at": to, "from": origin}
    count_blocks(table.public, to, seat, blocks, 1)


def set_strength(table: Table, seat: str, block: str, strength: int) -> None:
    """3.11 Turn a block to another strength."""
    held = blocks_of(table, seat)
    held[block] = {**held[block], "strength": strength}


def show(battle: Data, block: str, change: Data) -> None:
    """7.1 Change what is shown of a block that is face up."""
    battle["blocks"] = {**battle["blocks"], block: {**battle["blocks"][block], **change}}


def _unshow(table: Table, block: str) -> None:
    """Remove a block from the battle in progress."""
    if battle := table.public["battle"]:
        battle["blocks"] = {one: shown for one, shown in battle["blocks"].items() if one != block}
