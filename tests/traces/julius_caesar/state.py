"""Our State beside the position of a trace: what differs, and how to set ours to theirs."""

from __future__ import annotations

from typing import Any

from tests.rules.julius_caesar.adapter import SEATS, board, other, setup
from tests.traces.julius_caesar.format import DEAD, POOL, Basis

Data = dict[str, Any]
Differences = dict[str, tuple[Basis, Basis]]


def basis(state: Data) -> dict[str, Basis]:
    """Where every block is by our rules."""
    public = state["public"]
    found: dict[str, Basis] = {}
    for seat in SEATS:
        part = state["seats"][seat]
        for block, here in part["blocks"].items():
            found[block] = (seat, here["at"], here["strength"])
        found.update(dict.fromkeys(part["pool"], (seat, POOL, 0)))
    for heap in (*public["dead"].values(), *public["trophies"].values()):
        found.update({block: (board.BLOCKS[block].seat, DEAD, 0) for block in heap})
    return found


def plain(block: str, where: Basis) -> Basis:
    """The strength of a block off the board is of no interest, nor who lost an eliminated one:
    by ruling 48 it lies with its own colour."""
    seat, place, points = where
    if place == DEAD:
        return (board.BLOCKS[block].seat, place, 0)
    return (seat, place, 0 if place == POOL else points)


def differences(state: Data, position: dict[str, Basis]) -> Differences:
    """Blocks that stand otherwise: ours, theirs."""
    ours = basis(state)
    found = {block: (ours[block], plain(block, position[block])) for block in board.BLOCKS}
    return {block: pair for block, pair in found.items() if pair[0] != pair[1]}


def align(state: Data, position: dict[str, Basis]) -> None:
    """Set every block of ours to where the trace has it."""
    public, seats = state["public"], state["seats"]
    before = {b: here for seat in SEATS for b, here in seats[seat]["blocks"].items()}
    for seat in SEATS:
        seats[seat].update(blocks={}, pool=[])
        public["trophies"][seat] = [b for b in public["trophies"][seat] if _dead(position, b)]
    for colour in board.COLOURS:
        public["dead"][colour] = []
    for block in board.BLOCKS:
        _settle(state, block, position[block], before.get(block))
    for seat in SEATS:
        seats[seat]["pool"].sort()
        public["pool"][seat] = len(seats[seat]["pool"])
    public["places"] = setup.counted(seats)
    for place in list(public["attacks"]):
        if len(public["places"].get(place, ())) < len(SEATS):
            del public["attacks"][place]
    _align_origins(state)
    if public["battle"]:
        _align_battle(public["battle"], position)


def _dead(position: dict[str, Basis], block: str) -> bool:
    return position[block][1] == DEAD


def _settle(state: Data, block: str, where: Basis, before: Data | None) -> None:
    """Put one block where it belongs."""
    seat, place, points = where
    printed = board.BLOCKS[block]
    if place == POOL:
        state["seats"][printed.seat]["pool"].append(block)
    elif place == DEAD and printed.leader:
        taken = state["public"]["trophies"][other(printed.seat)]
        if block not in taken:
            taken.append(block)
    elif place == DEAD:
        state["public"]["dead"][printed.colour].append(block)
    else:
        origin = before["from"] if before and before["at"] == place else None
        state["seats"][seat]["blocks"][block] = {"at": place, "strength": points, "from": origin}


def _align_origins(state: Data) -> None:
    """Only blocks in contested places came from somewhere."""
    attacks = state["public"]["attacks"]
    for seat in SEATS:
        for here in state["seats"][seat]["blocks"].values():
            if here["at"] not in attacks:
                here["from"] = None


def _align_battle(battle: Data, position: dict[str, Basis]) -> None:
    """The face-up blocks of a battle that goes on."""
    for block, shown in list(battle["blocks"].items()):
        seat, place, points = position[block]
        if place != battle["place"]:
            del battle["blocks"][block]
        else:
            shown.update(player=seat, strength=points)


def drop_battle(state: Data) -> None:
    """Have done with the battle under way."""
    public = state["public"]
    place = public["battle"]["place"]
    public["fought"] = [*public["fought"], place]
    public["battle"] = None
    public["attacks"].pop(place, None)
    _align_origins(state)
