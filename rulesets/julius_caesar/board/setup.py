"""The State before the first step (5.1, 5.2), and what must never be in one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from referee.engine.table import State
from referee.engine.view import Data
from rulesets.julius_caesar import board
from rulesets.julius_caesar.board import COLOURS, SEATS

#: phases without cards on the table
_UNDEALT = ("deploy", "deal", "over")
_BLOCKS = frozenset(board.BLOCKS)
#: every card, without and with events
_DECKS = [sorted(board.deck(events)) for events in (False, True)]


def first_state(scenario: str, options: Mapping[str, str]) -> State:
    """5.1 Every block where the deployment has it, at full strength; the others in the Levy
    Pools."""
    seats = {seat: _seat_part(seat) for seat in SEATS}
    public = empty_public(scenario, options)
    public["pool"] = {seat: len(part["pool"]) for seat, part in seats.items()}
    public["places"] = counted(seats)
    return {"public": public, "seats": seats, "sealed": {"deck": []}}


def empty_public(scenario: str, options: Mapping[str, str]) -> Data:
    """The public part before the first year, with an empty board."""
    return {
        "scenario": scenario,
        "options": dict(options),
        "year": board.CARDS["years"][0],
        "turn": 1,
        "phase": "deploy" if options.get("deployment") == "free" else "deal",
        "played": {},
        "last_played": {},
        "acting": {},
        "spent": {seat: [] for seat in SEATS},
        "first": None,
        "last_first": None,
        "to_command": [],
        "places": {},
        "roads": {},
        "attacks": {},
        "surprise": None,
        "battle": None,
        "fought": [],
        "dead": {colour: [] for colour in COLOURS},
        "trophies": {seat: [] for seat in SEATS},
        "unscored": [],
        "pool": dict.fromkeys(SEATS, 0),
        "result": None,
    }


def counted(seats: Mapping[str, Data]) -> Data:
    """What everyone sees on the board: blocks by place, seat and colour."""
    places: Data = {}
    printed = board.BLOCKS
    for seat in SEATS:
        for block, here in seats[seat]["blocks"].items():
            shown = places.setdefault(here["at"], {}).setdefault(seat, {})
            colour = printed[block].colour
            shown[colour] = shown.get(colour, 0) + 1
    return places


def _seat_part(seat: str) -> Data:
    """5.1, 5.2 What one player has at the start."""
    mine = [block for block in board.BLOCKS.values() if block.seat == seat]
    fresh = {b.id: {"at": b.start, "strength": b.steps[0], "from": None} for b in mine if b.start}
    waiting = sorted(block.id for block in mine if not block.start)
    return {"blocks": fresh, "pool": waiting, "hand": [], "discard": None}


# Every block and card is in exactly one place, and the public part agrees.


def broken(state: State) -> list[str]:
    """What must never be in a State, one line each."""
    return [*_blocks(state), *_board(state), *_cards(state)]


def _blocks(state: State) -> Iterator[str]:
    """1.3 63 blocks: on the board, in Levy Pools, face up, or trophies."""
    public = state["public"]
    heaps = (*public["dead"].values(), *public["trophies"].values())
    found = list(chain.from_iterable(heaps))
    for seat in SEATS:
        part = state["seats"][seat]
        found += [*part["blocks"], *part["pool"]]
        if public["pool"][seat] != len(part["pool"]):
            yield f"{seat} is said to have {public['pool'][seat]} blocks in reserve"
    if len(found) != len(_BLOCKS) or set(found) != _BLOCKS:
        wrong = [block for block in board.BLOCKS if found.count(block) != 1]
        yield f"blocks lost or doubled: {', '.join(wrong) or 'unknown ones'}"


def _board(state: State) -> Iterator[str]:
    """4.1, 3.11 Blocks are where they can be, at strengths they have, and counted correctly."""
    public, seats, printed = state["public"], state["seats"], board.BLOCKS
    for seat in SEATS:
        yield from [
            f"{block} is in {here['at']} at strength {here['strength']}"
            for block, here in seats[seat]["blocks"].items()
            if here["at"] not in printed[block].ground
            or here["strength"] not in printed[block].steps
        ]
    if counted(seats) != public["places"]:
        yield "the board shows other blocks than there are"
    for block, shown in (public["battle"] or {"blocks": {}})["blocks"].items():
        part = seats[shown["player"]]["blocks"].get(block)
        if part is None or part["strength"] != shown["strength"]:
            yield f"the battle shows {block} wrongly"


def _cards(state: State) -> Iterator[str]:
    """1.3, 2.1 27 cards, or 20: in the draw pile, in hands, discarded, or played this year."""
    public = state["public"]
    if public["phase"] in _UNDEALT:
        return
    found = [*state["sealed"]["deck"], *public["played"].values()]
    for seat in SEATS:
        part = state["seats"][seat]
        found += [*part["hand"], *public["spent"][seat], *filter(None, [part["discard"]])]
    if sorted(found) != _DECKS[public["scenario"] != "land"]:
        yield "cards lost or doubled"
