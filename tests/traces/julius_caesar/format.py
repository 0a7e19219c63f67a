"""Traces of Julius Caesar: read as they are published, or in the terse form of our test data.

    python -m tests.traces.julius_caesar.format FOLDER OUT

writes every trace of a folder in the terse form, after checking that the positions read give the
trace's own digests.  A terse file is gzipped JSON: ``{game, name, deals, steps, end}``; a step is
``[state, seat, verb, argument, dice, moved, round, points, offers]``, nothings at the end left out.
States, verbs, seats, blocks and places are numbers in the lists below and in the board's order.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import sys
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from tests.rules.julius_caesar.adapter import SEATS, board
from tests.traces.base import RAW, TERSE, read_either, write

Data = dict[str, Any]

GAME = "julius-caesar"
POOL = "pool"
PASS = "pass"
RETREAT = "retreat "
DEAD = "dead"

#: Where a block is: seat that has it, place (or `POOL`, `DEAD`), strength.
Basis = tuple[str, str, int]

STATES = (
    "discard_and_play_card", "play_card", "move_who", "move_where", "move_where_2",
    "amphibious_move_to", "levy", "levy_where", "jupiter", "jupiter_to", "vulcan",
    "mars_and_neptune", "mercury_move_1", "mercury_move_2", "mercury_move_3", "pick_battle",
    "battle_round", "battle_hits", "retreat", "sea_retreat", "regroup", "regroup_to",
    "navis_to_port", "navis_to_port_where", "disband",
)  # fmt: skip
VERBS = (
    "pass", "card", "block", "space", "secret", "battle_fire", "battle_pass", "battle_retreat",
    "battle_hit",
)  # fmt: skip

#: The cards by number.
CARDS = (
    "", "apollo", "jupiter", "mars", "mercury", "neptune", "pluto", "vulcan", "4/1", "3/2", "3/2",
    "3/1", "3/1", "3/1", "2/3", "2/3", "2/3", "2/3", "2/2", "2/2", "2/2", "2/2", "2/1", "2/1",
    "2/1", "1/3", "1/2", "1/2",
)  # fmt: skip

#: Places that the other implementation spells otherwise.
_SPELT = {
    "Roma": "rome", "Syracusae": "syracuse", "Antiochia": "antioch", "Athenae": "athena",
    "Thessalonica": "thessalonika", "Salona": "salone", "Treviri": "treveri",
    "Corduba": "cordoba", "Mare Aegypticum": "egypticum", "Levy": POOL, "Dead": DEAD,
}  # fmt: skip
_PLAYERS = {"Caesar": "caesar", "Pompeius": "pompey"}
#: Whose blocks Jupiter can be aimed at: those of a seat's own colour, or Cleopatra.
CLEOPATRA = "cleopatra"
OWNERS = (*SEATS, CLEOPATRA)
_OWNERS = {**_PLAYERS, "Cleopatra": CLEOPATRA}


@dataclass(frozen=True)
class Step:
    """One choice of a trace, in our names.

    argument: block, place, card, or what `secret` names.  moved: blocks that stand otherwise
    after it.  round: of a battle, 0 elsewhere.  points: of both seats, if they changed.
    offers: what else could be chosen, blocks and places in the board's order; a turn in battle
    offers a block once more as ``retreat BLOCK`` if it could leave."""

    number: int
    state: str
    seat: str
    verb: str
    argument: Any = None
    dice: tuple[int, ...] = ()
    moved: dict[str, Basis] = field(default_factory=dict)
    round: int = 0
    points: tuple[int, int] | None = None
    offers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Trace:
    """One game: cards dealt in each year (by number, for each seat), choices, and the end."""

    name: str
    deals: list[list[list[int]]]
    steps: list[Step]
    end: Data


@cache
def places() -> tuple[str, ...]:
    """Every place by number, the pool and the eliminated last."""
    return (*board.PLACES, POOL, DEAD)


@cache
def blocks() -> tuple[str, ...]:
    """Every block by number."""
    return tuple(board.BLOCKS)


@cache
def offer_names() -> tuple[str, ...]:
    """Everything that can be offered, by number."""
    leaving = tuple(f"{RETREAT}{block}" for block in blocks())
    return (PASS, *blocks(), *leaving, *board.PLACES)


def first_standing() -> dict[str, Basis]:
    """5.1 Where every block begins."""
    return {
        block.id: (block.seat, block.start or POOL, block.steps[0])
        for block in board.BLOCKS.values()
    }


def read(path: Path) -> Trace:
    """A trace in either form."""
    return read_either(path, _from_lines, _from_terse)


# As published.


@cache
def place_id(name: str) -> str:
    """Our id of a place."""
    named = {place.name: place.id for place in board.PLACES.values()}
    return _SPELT.get(name) or named.get(name) or _sea(name)


def _sea(name: str) -> str:
    """Seas are found by their last word."""
    word = name.split()[-1].lower()
    return next(p.id for p in board.PLACES.values() if p.is_sea and p.id.startswith(word[:6]))


@cache
def block_id(name: str) -> str:
    """Our id of a block."""
    plain = {"Pompeius": "pompey"}.get(name, name.lower().replace(" ", "-"))
    assert plain in board.BLOCKS, name
    return plain


def strength(block: str, steps: int) -> int:
    """Strength from the number of steps left."""
    printed = board.BLOCKS[block].steps
    return printed[len(printed) - steps]


def _standing(block: str, value: list[Any]) -> Basis:
    seat, place, steps = value
    return _PLAYERS[seat], place_id(place), strength(block, steps)


def _argument(verb: str, rest: list[Any]) -> Any:
    if verb == "pass":
        return None
    value = rest[0]
    if verb == "card":
        return value
    if verb == "secret":
        return [place_id(value[0]), _OWNERS[value[1]]]
    return place_id(value) if verb == "space" else block_id(value)


def _from_lines(name: str, lines: list[Data]) -> Trace:
    steps: list[Step] = []
    deals, points = [], None
    for line in lines:
        if line["t"] != "step":
            continue
        if line["state"] == "discard_and_play_card" and (
            not steps or steps[-1].state != line["state"]
        ):
            deals.append(_deal(line))
        steps.append(_step(line, points))
        points = line["vp"]
    return Trace(name, deals, steps, lines[-1])


def _deal(line: Data) -> list[list[int]]:
    """Hands at the beginning of a year, from what is left after the first choice of it."""
    hands = []
    for seat in SEATS:
        held = line["cards"][seat]
        hands.append(
            sorted(card for card in (*held["hand"], held["discard"], held["card"]) if card)
        )
    assert [len(hand) for hand in hands] == [6, 6]
    return hands


def _step(line: Data, points: list[int] | None) -> Step:
    player, verb, *rest = line["chosen"]
    moved = {}
    for peer, value in line["moved"].items():
        block = block_id(peer)
        moved[block] = _standing(block, value)
    return Step(
        line["n"], line["state"], _PLAYERS[player], verb, _argument(verb, rest),
        tuple(line["dice"]), moved, line.get("battle", {}).get("round", 0),
        None if line["vp"] == points else tuple(line["vp"]), _offers(line),
    )  # fmt: skip


def _offers(line: Data) -> tuple[str, ...]:
    """What could be chosen, cards apart."""
    found = []
    for _, verb, *rest in line["legal"]:
        if verb in ("block", "battle_hit", "battle_fire"):
            found.append(block_id(rest[0]))
        elif verb == "battle_retreat":
            found.append(f"{RETREAT}{block_id(rest[0])}")
        elif verb in ("space", "secret"):
            found.append(place_id(rest[0] if verb == "space" else rest[0][0]))
        elif verb == "pass":
            found.append(PASS)
    return tuple(name for name in offer_names() if name in found)


def check(path: Path) -> None:
    """That the positions read from a published trace give its digests."""
    lines = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    start, shown, when = lines[0], [0, 0], (705, 1)
    assert {block_id(n): _standing(block_id(n), v) for n, v in start["blocks"].items()} == (
        first_standing()
    )
    position = dict(start["blocks"])
    for line in lines[1:-1]:
        position.update(line["moved"])
        shown = line.get("shown", shown)
        cards = line.get("cards")
        when = (cards["year"], cards["turn"]) if cards else when
        text = [str(when[0]), str(when[1]), "{}:{}".format(*line["vp"]), "{}:{}".format(*shown)]
        text += [f"{name}={'/'.join(map(str, position[name]))}" for name in sorted(position)]
        digest = hashlib.sha1("\n".join(text).encode()).hexdigest()[:16]
        assert digest == line["hash"], (path.name, line["n"])


# The terse form.


def terse(trace: Trace) -> Data:
    end = {key: trace.end[key] for key in ("winner", "year", "turn", "vp")}
    steps = [_terse_step(step) for step in trace.steps]
    return {"game": GAME, "name": trace.name, "deals": trace.deals, "steps": steps, "end": end}


def _terse_step(step: Step) -> list[Any]:
    moved: list[int] = []
    for block, (seat, place, points) in step.moved.items():
        moved += [blocks().index(block), SEATS.index(seat), places().index(place), points]
    row = [
        STATES.index(step.state), SEATS.index(step.seat), VERBS.index(step.verb),
        _to_number(step.verb, step.argument), "".join(map(str, step.dice)), moved, step.round,
        list(step.points or ()), [offer_names().index(name) for name in step.offers],
    ]  # fmt: skip
    while row and not row[-1]:
        row.pop()
    return row


def _to_number(verb: str, argument: Any) -> Any:
    if verb in ("pass", "card"):
        return argument or 0
    if verb == "secret":
        return [places().index(argument[0]), OWNERS.index(argument[1])]
    return places().index(argument) if verb == "space" else blocks().index(argument)


def _from_number(verb: str, number: Any) -> Any:
    if verb == "pass":
        return None
    if verb == "card":
        return number
    if verb == "secret":
        return [places()[number[0]], OWNERS[number[1]]]
    return places()[number] if verb == "space" else blocks()[number]


def _from_terse(data: Data) -> Trace:
    steps = [_long_step(number, row) for number, row in enumerate(data["steps"], 1)]
    return Trace(data["name"], data["deals"], steps, data["end"])


def _long_step(number: int, row: list[Any]) -> Step:
    ends: list[Any] = [0, 0, 0, 0, "", [], 0, [], []]
    state, seat, verb, argument, dice, moved, battle_round, points, offers = row + ends[len(row) :]
    groups = [moved[at : at + 4] for at in range(0, len(moved), 4)]
    stands = {blocks()[b]: (SEATS[s], places()[p], points_) for b, s, p, points_ in groups}
    word = VERBS[verb]
    return Step(
        number, STATES[state], SEATS[seat], word, _from_number(word, argument),
        tuple("0123456".index(die) for die in dice), stands, battle_round,
        (points[0], points[1]) if points else None,
        tuple(offer_names()[offer] for offer in offers),
    )  # fmt: skip


def main(folder: str, out: str) -> None:
    """Convert a folder."""
    Path(out).mkdir(parents=True, exist_ok=True)
    for path in sorted(Path(folder).glob(f"*{RAW}")):
        check(path)
        trace = read(path)
        target = Path(out) / f"{trace.name}{TERSE}"
        write(terse(trace), target)
        again = read(target)
        assert (again.steps, again.deals) == (trace.steps, trace.deals)
        print(f"{target}: {len(trace.steps)} steps, {target.stat().st_size} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
