"""Verbs of Jupiter, Vulcan and the winter: blocks that change sides, are struck, or go home."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulesets.julius_caesar import board, legal, verbs
from rulesets.julius_caesar.board import SEATS, other
from rulesets.julius_caesar.picture import count_block

if TYPE_CHECKING:
    from referee.engine.table import Table

Data = dict[str, Any]


def alike(table: Table, seat: str, place: str, colour: str) -> list[str]:
    """Ruling 43 Blocks of a seat in a place that look alike, in the rulebook's order."""
    blocks = table.state["seats"][seat]["blocks"]
    here = [b for b in blocks if blocks[b]["at"] == place and board.blocks()[b].colour == colour]
    return sorted(here, key=board.block_order().__getitem__)


def turn(table: Table, seat: str, block: str, to: str) -> None:
    """Card Jupiter: an enemy block comes over to a city of this seat with its strength; a leader
    or a fleet loses a step where it is."""
    entry, enemy = board.blocks()[block], other(seat)
    here = table.state["seats"][enemy]["blocks"][block]
    told = {"seat": seat, "from": here["at"], "to": to, "colour": entry.colour}
    shown = {"block": block, "strength": here["strength"]}
    stays = entry.leader or entry.fleet
    table.tell("jupiter", {**told, "stays": stays}, **{name: dict(shown) for name in SEATS})
    if stays:
        lose_step(table, enemy, block, "jupiter")
        return
    part = table.state["seats"][enemy]["blocks"].pop(block)
    count_block(table.public, part["at"], enemy, block, -1)
    joined = {"at": to, "strength": part["strength"], "from": None}
    table.state["seats"][seat]["blocks"][block] = joined
    count_block(table.public, to, seat, block, 1)


def strike(table: Table, seat: str, place: str) -> None:
    """Card Vulcan: every block in an enemy city loses a step; who is left stays hidden.

    Cleopatra on her last step comes over (7.52, ruling 46), after all others are struck."""
    enemy = other(seat)
    blocks = table.state["seats"][enemy]["blocks"]
    here = [block for block in blocks if blocks[block]["at"] == place]
    here.sort(key=board.block_order().__getitem__)
    table.tell("vulcan", {"seat": seat, "at": place, "blocks": len(here)})
    for block in here:
        lose_step(table, enemy, block, "vulcan")
    left = [[b, blocks[b]["strength"]] for b in here if b in blocks]
    if left:
        told = {"seat": enemy, "at": place, "left": len(left)}
        table.tell("struck", told, **{enemy: {"blocks": left}})
    if legal.status(table.public, place, seat) == legal.CONTESTED:
        attack: Data = {"attacker": seat, "defender": enemy, "main": None, "entries": {}}
        table.public["attacks"][place] = attack


def leave_unused(table: Table, seat: str, card: str) -> None:
    """Cards Jupiter and Vulcan: nobody is turned or struck."""
    table.tell("unused", {"seat": seat, "card": card})


def lose_step(table: Table, seat: str, block: str, why: str) -> None:
    """3.11, 7.5 A hidden block loses a step outside battle; below the last one it is out."""
    here = table.state["seats"][seat]["blocks"][block]
    strength = board.step_down(block, here["strength"])
    if strength:
        here["strength"] = strength
    elif board.blocks()[block].type == "cleopatra":
        verbs.change_sides(table, seat, block, board.step_up(block, 0))
    else:
        verbs.remove_block(table, seat, block, why)
        if board.blocks()[block].leader and verbs.unscored(table.public, why):
            table.public["unscored"] = [*table.public["unscored"], block]


def send_cleopatra_home(table: Table) -> None:
    """8.1, ruling 49 Cleopatra goes to Alexandria; if the enemy holds it she joins him."""
    home = board.blocks()["cleopatra"].start
    assert home is not None
    seat = next((s for s in SEATS if "cleopatra" in table.state["seats"][s]["blocks"]), None)
    if seat is None:
        return  # in a made-up position; in a game she is always somewhere
    at = table.state["seats"][seat]["blocks"]["cleopatra"]["at"]
    if at == home:
        return
    joins = seat
    if legal.status(table.public, home, seat) == legal.ENEMY:
        joins = other(seat)
    part = table.state["seats"][seat]["blocks"].pop("cleopatra")
    count_block(table.public, at, seat, "cleopatra", -1)
    table.state["seats"][joins]["blocks"]["cleopatra"] = {**part, "at": home, "from": None}
    count_block(table.public, home, joins, "cleopatra", 1)
    told = {"seat": seat, "at": at, "to": home, "joins": joins}
    table.tell("cleopatra home", told, **{joins: {"strength": part["strength"]}})


def disband(table: Table, seat: str, blocks: Sequence[str], why: str) -> None:
    """8.2, 8.3, 8.5 Blocks of one place go back, unseen, to the reserve of their own colour.

    why: "no port", "supply" or "choice"."""
    place = table.state["seats"][seat]["blocks"][blocks[0]]["at"]
    own: dict[str, Data] = {seat: {"blocks": list(blocks)}}
    for block in blocks:
        table.state["seats"][seat]["blocks"].pop(block)
        count_block(table.public, place, seat, block, -1)
        owner = board.blocks()[block].seat
        if owner != seat:
            own.setdefault(owner, {}).setdefault("back", []).append(block)
        to_reserve(table, block)
    told = {"seat": seat, "at": place, "colours": verbs.colours(blocks), "why": why}
    table.tell("disband", told, **own)


def to_reserve(table: Table, block: str) -> None:
    """5.2, 8.6, ruling 48 A block stands upright in the reserve of its own colour's player."""
    owner = board.blocks()[block].seat
    pool = table.state["seats"][owner]["pool"]
    pool.append(block)
    pool.sort()
    table.public["pool"][owner] += 1


def new_year(table: Table) -> None:
    """8.6 Blocks that lay face up can be raised again, and the next year begins."""
    public = table.public
    for colour in board.COLOURS:
        for block in public["dead"][colour]:
            to_reserve(table, block)
        public["dead"][colour] = []
    for seat in SEATS:
        part = table.state["seats"][seat]
        part["hand"], part["aside"] = [], None
    public.update(phase="deal", turn=1, last_played={})
    public["spent"] = {seat: [] for seat in SEATS}
    public["year"] += 1
    table.tell("new year", {"year": public["year"]})


def deploy(table: Table, seat: str, moved: dict[str, str]) -> None:
    """5.3 Blocks change places among the cities of the deployment, seen by their owner alone.

    Every city keeps its number; the picture is made anew city by city, so that its order does not
    tell from where blocks were taken first."""
    blocks = table.state["seats"][seat]["blocks"]
    for block, place in moved.items():
        blocks[block]["at"] = place
    for place, there in table.public["places"].items():
        if seat in there:
            there[seat] = verbs.colours([b for b in blocks if blocks[b]["at"] == place])
    table.tell("deploy", {"seat": seat}, **{seat: {"moved": len(moved)}})


def deployed(table: Table) -> None:
    """5.3 Both have deployed; the first year begins."""
    table.public["phase"] = "deal"
    table.tell("deployed", None)
