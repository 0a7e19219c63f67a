"""Everything that changes blocks.  Nobody else writes to the State's places, blocks or pools.

A block is in the part of the seat that controls it; ``public["places"]`` counts what stands where,
and a battle under way shows its face-up blocks once more.  The verbs keep the three in step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.board import SEATS, other
from rulesets.julius_caesar.picture import count_block, enter, use_roads

if TYPE_CHECKING:
    from referee.engine.table import Table

Data = dict[str, Any]

#: Option: which leaders killed are worth a point (ruling 47): with `BATTLE`, none that these have.
TROPHIES, BATTLE = "trophies", "battle"
UNSCORED = ("jupiter", "vulcan")


def colours(blocks: Sequence[str]) -> dict[str, int]:
    """What everybody sees of a group: how many blocks of each colour."""
    shown: dict[str, int] = {}
    for colour in board.COLOURS:
        number = sum(1 for block in blocks if board.blocks()[block].colour == colour)
        if number:
            shown[colour] = number
    return shown


# Groups, face down: everybody is told how many, their owner which.


def march(table: Table, seat: str, blocks: Sequence[str], path: Sequence[str]) -> None:
    """6.1, 6.12 Move a group along a path of neighbours in a command phase, and tell of it.

    The roads count for the limits of this phase.  Where the enemy stands this is an attack, or
    joins one, and the road is written down for main force, pins and retreats."""
    public, to, origin = table.public, path[-1], path[-2]
    seen = legal.status(public, to, seat)
    use_roads(public, seat, path, len(blocks))
    contact = seen in (legal.ENEMY, legal.CONTESTED)
    if contact:
        enter(public, seat, to, origin, len(blocks))
    for block in blocks:
        _put(table, seat, block, to, origin if contact else None)
    aim = {legal.ENEMY: "attack", legal.CONTESTED: "join"}.get(seen, "move")
    told = {"seat": seat, "path": list(path), "colours": colours(blocks), "aim": aim}
    table.tell("move", told, **{seat: {"blocks": list(blocks)}})


def ship(table: Table, seat: str, blocks: Sequence[str], path: Sequence[str]) -> None:
    """6.3 Carry land blocks from port to port, and tell."""
    for block in blocks:
        _put(table, seat, block, path[-1], None)
    told = {"seat": seat, "path": list(path), "colours": colours(blocks)}
    table.tell("ship", told, **{seat: {"blocks": list(blocks)}})


def set_surprise(table: Table, seat: str, place: str) -> None:
    """Cards Mars and Neptune, ruling 34 The battle in which this seat's attackers act first."""
    table.public["surprise"] = {"place": place, "seat": seat}
    table.tell("surprise", {"seat": seat, "at": place})


def shift_group(
    table: Table, seat: str, blocks: Sequence[str], to: str, kind: str = "regroup"
) -> None:
    """7.7 Move hidden blocks from one place to the next, without counting roads, and tell."""
    at = _blocks(table, seat)[blocks[0]]["at"]
    for block in blocks:
        _put(table, seat, block, to, None)
    told = {"seat": seat, "at": at, "to": to, "colours": colours(blocks)}
    table.tell(kind, told, **{seat: {"blocks": list(blocks)}})


def name_main_force(table: Table, seat: str, place: str, origin: str) -> None:
    """7.3, ruling 12 The attacker says which road is his main force's."""
    table.public["attacks"][place]["main"] = origin
    table.tell("main force", {"seat": seat, "at": place, "from": origin})


def raise_troops(table: Table, seat: str, levies: Sequence[Mapping[str, str]]) -> None:
    """6.4 Raise new blocks (``{"block", "at"}``) and add steps (``{"block"}``), and tell.

    The opponent learns at which place how many blocks came and how many steps, never which, nor
    in which order they were written down."""
    shown: dict[str, Data] = {}
    done = []
    for line in levies:
        block = line["block"]
        here = _blocks(table, seat).get(block)
        if here is None:
            place = line["at"]
            _take_from_pool(table, seat, block)
            _add(table, seat, block, place, board.step_up(block, 0))
        else:
            place = here["at"]
            here["strength"] = board.step_up(block, here["strength"])
        entry = shown.setdefault(place, {"new": 0, "steps": 0})
        entry["new" if "at" in line else "steps"] += 1
        done.append({**line, "strength": _blocks(table, seat)[block]["strength"]})
    places = {place: shown[place] for place in board.on_the_board(shown)}
    table.tell("levies", {"seat": seat, "places": places}, **{seat: {"levies": done}})


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
    public = table.public
    place = _take_off(table, seat, block)
    leader = board.blocks()[block].leader
    if leader:
        public["trophies"][other(seat)].append(block)
    else:
        heap = public["dead"][board.blocks()[block].colour]
        heap.append(block)
        heap.sort(key=board.block_order().__getitem__)
    told = {"seat": seat, "block": block, "at": place, "why": why, "trophy": leader}
    told["scores"] = leader and not unscored(public, why)
    table.tell("eliminated", told)


def unscored(public: Data, why: str) -> bool:
    """1.2, ruling 47 Whether a leader who falls in such a way is worth no point."""
    return why in UNSCORED and public["options"].get(TROPHIES) == BATTLE


def change_sides(table: Table, seat: str, block: str, strength: int) -> None:
    """7.52 A block of this seat joins the other one where it stands, with this strength.

    In a battle it stays face up, now for the other side."""
    battle = table.public["battle"]
    shown = battle["blocks"].get(block) if battle else None
    place = _take_off(table, seat, block)
    _add(table, other(seat), block, place, strength)
    if battle and shown is not None:
        change = {"player": other(seat), "strength": strength, "from": None}
        battle["blocks"][block] = {**shown, **change}
    told = {"seat": seat, "block": block, "at": place, "joins": other(seat), "strength": strength}
    table.tell("changes sides", told)


def end_contest(table: Table, place: str) -> None:
    """7.1 Forget how the blocks came into a place that is contested no more."""
    table.public["attacks"].pop(place, None)
    for seat in SEATS:
        for here in _blocks(table, seat).values():
            if here["at"] == place:
                here["from"] = None
    table.tell("contest over", None)


# The parts that the verbs are made of.


def _blocks(table: Table, seat: str) -> dict[str, Data]:
    found: dict[str, Data] = table.state["seats"][seat]["blocks"]
    return found


def _put(table: Table, seat: str, block: str, to: str, origin: str | None) -> None:
    here = _blocks(table, seat)[block]
    count_block(table.public, here["at"], seat, block, -1)
    here["at"], here["from"] = to, origin
    count_block(table.public, to, seat, block, 1)


def _add(table: Table, seat: str, block: str, place: str, strength: int) -> None:
    _blocks(table, seat)[block] = {"at": place, "strength": strength, "from": None}
    count_block(table.public, place, seat, block, 1)


def _take_off(table: Table, seat: str, block: str) -> str:
    """Take a block off the board; the place it stood in."""
    place: str = _blocks(table, seat).pop(block)["at"]
    count_block(table.public, place, seat, block, -1)
    _unshow(table, block)
    return place


def _unshow(table: Table, block: str) -> None:
    """Take a block out of the battle shown."""
    battle = table.public["battle"]
    if battle:
        battle["blocks"].pop(block, None)


def _take_from_pool(table: Table, seat: str, block: str) -> None:
    table.state["seats"][seat]["pool"].remove(block)
    table.public["pool"][seat] -= 1
