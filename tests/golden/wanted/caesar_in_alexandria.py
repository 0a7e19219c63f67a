"""The golden games of Caesar in Alexandria: each scenario, and each way in which it ends.

Each player sends standing orders with his first file, and another set in the middle of the game; of
some questions nothing is said, so that they stop the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from referee.engine.ending import AGREED, RESIGNED
from referee.engine.request import Data, View
from referee.engine.rules import Result
from referee.orders.standing_list import sets_of
from tests.golden.wanted import Wanted
from tests.rules.caesar_in_alexandria.adapter import board, position, ruleset

ROMAN, EGYPTIAN = board.SEATS
#: the player turn with which each player changes his mind
HALFWAY = (9, 10)
CAESAR = "caesar"
#: the galleys of the Romans in the naval battle
SHIPS = [
    piece
    for force in board.SETUP["naval"]["forces"]
    for piece in force["at"]
    if piece in board.GALLEYS and board.SIDES[piece] == ROMAN
]
#: further than any hex
FAR = 99

Worth = Callable[[Data], int]


def ready(name: str, *left_out: str) -> list[Any]:
    """A ready-made set, but for what its player wants to be asked."""
    rules: list[Any] = sets_of(ruleset)[name].rules
    return [rule for rule in rules if rule["on"] not in left_out]


def wary(seat: str, left_out: Iterable[str]) -> list[Any]:
    """Rules of a player's own before those of *careful*."""
    letter = seat[0].upper()
    own: list[Any] = [
        {"on": "withdrawal", "unit": [f"{letter}-AR-1", f"{letter}-AR-2"], "then": "away"},
        {"on": "withdrawal", "sort": ["mi", "li"], "if": ["hits >= 2", "distance = 1"],
         "then": "away"},
        {"on": "evasion", "sort": ["tri", "bi"], "if": "fatigue = 0",
         "then": {"evade": ["ahead", "astern"]}},
        {"on": "sea fire", "cause": ["ram", "grapple"], "then": "shoot"},
        {"on": "reaction fire", "cause": "retire", "if": "own hits >= 4", "then": "pass"},
    ]  # fmt: skip
    return [rule for rule in own if rule["on"] not in left_out] + ready("careful", *left_out)


def standing_orders(*asked: str) -> Callable[[Data, int, str], list[Any] | None]:
    """With the first file of the game, and with the first of its player's HALFWAY; asked: what both
    want to be asked all through the game."""

    def sent(public: Data, run: int, seat: str) -> list[Any] | None:
        if run == 1:
            return wary(seat, asked) if seat == ROMAN else ready("bold", *asked)
        now = (public["turn"] in HALFWAY, public["phase"], public["seat"]) == (True, "orders", seat)
        if not now or public["part"] != 1:
            return None
        return ready("quiet", *asked) if seat == ROMAN else wary(seat, asked)

    return sent


def turns(public: Data) -> int:
    """Player turns that have begun."""
    return int(public["turn"])


# -- what each wants -------------------------------------------------------------------------------


def lead(seat: str) -> Worth:
    """Worth to a seat: what the enemy has lost, less what it has."""
    enemy = board.other(seat)

    def worth(public: Data) -> int:
        fallen = position.losses(public, enemy) - position.losses(public, seat)
        scored = public["points"][seat] - public["points"][enemy]
        ships = len(position.galleys(public, seat)) - len(position.galleys(public, enemy))
        return 2 * fallen + 3 * scored + ships

    return worth


def bloodshed(public: Data) -> int:
    """Worth to whoever wants a quick end: what both have lost, up to their levels."""
    levels = board.TABLES["levels"]
    spent = sum(min(position.losses(public, seat), levels[seat]) for seat in board.SEATS)
    hurt = sum(one["hits"] for one in public["units"].values())
    return 10 * spent + hurt + 200 * sum(public["exhausted"].values())


def _hex(public: Data, place: str) -> str:
    """Where on the map a place lies."""
    here = position.hex_of(public, place)
    if here in board.BLOCKS:
        here = board.BLOCKS[here][0]
    return str(board.POINTS.get(here, here))


def _nearest(public: Data, goal: str, pieces: Iterable[str]) -> int:
    """How far the nearest of these pieces is from a hex."""
    far = [
        board.GRID.distance(goal, _hex(public, position.place_of(public, one))) for one in pieces
    ]
    return min(far, default=FAR)


def on_redoubts(public: Data) -> int:
    """Worth to the Romans: the redoubts, and how near they are to those that they do not have."""
    units = position.of_side(public, ROMAN)
    found = 0
    for redoubt in board.REDOUBTS:
        mine = public["held"][redoubt] == ROMAN
        guards = len(position.here(public, redoubt, EGYPTIAN))
        hits = sum(public["units"][u]["hits"] for u in position.here(public, redoubt, EGYPTIAN))
        found += 300 if mine else hits - 80 * guards - 5 * _nearest(public, redoubt, units)
    return found + lead(ROMAN)(public)


def in_palace(public: Data, seat: str) -> int:
    """How many units of a side are in the Palace or on its points."""
    places = (board.PALACE, *board.BLOCKS[board.PALACE])
    return sum(len(position.here(public, place, seat)) for place in places)


def yields_palace(public: Data) -> int:
    """Worth to Romans who give the Palace away."""
    return -10 * in_palace(public, ROMAN) + lead(ROMAN)(public)


def takes_palace(public: Data) -> int:
    """Worth to Egyptians who want the Palace, and keep the redoubts."""
    kept = sum(position.held_by(public, one, EGYPTIAN) for one in board.REDOUBTS)
    units = position.of_side(public, EGYPTIAN)
    near = _nearest(public, _hex(public, board.PALACE), units)
    there = in_palace(public, EGYPTIAN)
    return 50 * kept + 20 * min(there, 2) - 3 * near - 20 * in_palace(public, ROMAN)


def dares(public: Data) -> int:
    """Worth when Caesar is in danger: his galley among enemies, hurt, boarded, sunk."""
    if CAESAR not in public["leaders"]:
        return 1000
    place = public["leaders"][CAESAR]["at"]
    enemies = position.galleys(public, EGYPTIAN)
    near = -3 * _nearest(public, _hex(public, place), enemies)
    if place not in public["galleys"]:
        return near - 200
    one = public["galleys"][place]
    return near + 60 * len(one["marks"]) + 40 * len(one["grappled"]) + 30 * len(one["fouled"])


def _out_to_sea() -> dict[str, int]:
    """How many hexes it is by water to the passage below the lighthouse."""
    far = dict.fromkeys(board.MAP["closes"], 0)
    found = [*far]
    for here in found:
        for to in board.WATER[here]:
            if to not in far:
                far[to] = far[here] + 1
                found.append(to)
    return far


#: From where the passage below the lighthouse is how far.
PASSAGE = _out_to_sea()


def passage(public: Data) -> int:
    """Worth to Egyptians who want through below the lighthouse: most while it is being asked."""
    ships = position.galleys(public, EGYPTIAN)
    return FAR * ("closed" in public["now"]) - min(
        (PASSAGE.get(public["galleys"][one]["at"], FAR) for one in ships), default=FAR
    )


def runs(public: Data) -> int:
    """Worth to Romans who want off the map together."""
    left = position.galleys(public, ROMAN)
    columns = [int(public["galleys"][one]["at"][2:]) for one in left]
    return -sum(columns) - (1000 if 0 < len(left) < len(SHIPS) else 0)


def dwindles(seat: str) -> Worth:
    """Worth to whoever wants a side off the map, be it his own: the units it has left, their hits,
    and how far they are from the enemy."""

    def worth(public: Data) -> int:
        left = position.of_side(public, seat)
        enemies = position.of_side(public, board.other(seat))
        worn = sum(4 * one["hits"] + 12 * one["reduced"] for one in map(public["units"].get, left))
        places = [_hex(public, position.place_of(public, unit)) for unit in left]
        return worn - 60 * len(left) - sum(_nearest(public, at, enemies) for at in places)

    return worth


def to_the_last(public: Data, run: int, seat: str) -> list[Any] | None:
    """Standing orders of Egyptians who do not spare themselves, and of Romans who do not let go."""
    if run > 1:
        return None
    silent = ["reaction fire", "answer fire"] if seat == EGYPTIAN else []
    own = [{"on": kind, "then": "pass"} for kind in silent]
    own.append({"on": "seize", "then": "let" if seat == EGYPTIAN else "try"})
    asked = ["retreat", "withdrawal"] if seat == ROMAN else ["retreat"]
    return own + ready("bold", *asked)


# -- what they would rather order ------------------------------------------------------------------


def sails_away(kind: str, view: View) -> Iterator[list[Any]]:
    """The Romans turn about and make for the western edge; they leave when all can."""
    if kind != "turn" or view.seat != ROMAN:
        return
    public = view.public
    ships = {one: public["galleys"][one] for one in position.galleys(public, ROMAN)}
    order = sorted(ships, key=lambda one: ships[one]["at"][2:])
    yield [{"activate": "fleet"}, *(_west(one, ships[one], "leave") for one in order)]
    near = [_west(one, ships[one], "", short) for one in order for short in range(3)]
    yield [{"activate": "fleet"}, *near]


def _west(galley: str, one: Data, last: str, short: int = 0) -> dict[str, Any]:
    """A galley goes to the edge, or so many hexes short of it, and off the map."""
    at, about = one["at"], [] if one["face"] == "W" else ["W"]
    west = [f"{at[:2]}{column:02}" for column in range(int(at[2:]) - 1, short, -1)]
    path = [*about, *west, *([last] if last else [])]
    return {"sail": {"galley": board.NAMES[galley], "path": path or ["W"]}}


def rounds_pharos(kind: str, view: View) -> Iterator[list[Any]]:
    """The first of the Egyptian galleys rows on around the island, as far as it can."""
    if kind != "turn" or view.seat != EGYPTIAN:
        return
    ships = {one: view.public["galleys"][one] for one in position.galleys(view.public, EGYPTIAN)}
    for galley in sorted(ships, key=lambda one: PASSAGE.get(ships[one]["at"], FAR))[:2]:
        path = _course(ships[galley])
        for legs in range(1, len(path) + 1):
            line = {"sail": {"galley": board.NAMES[galley], "path": path[:legs]}}
            yield [{"activate": "fleet"}, line]


def _course(one: Data) -> list[str]:
    """Ten legs of the shortest way of a galley to the passage."""
    at, face, path = one["at"], one["face"], list[str]()
    while len(path) < 10 and PASSAGE.get(at):
        to = min(board.WATER[at], key=lambda hex_: PASSAGE[hex_])
        way = board.WATER[at][to]
        if board.GRID.sixths((face,), (way,)) > 1:
            path.append(way)
        path.append(to)
        at, face = to, way
    return path


def avoids_palace(kind: str, view: View) -> Iterator[list[Any]]:
    """The Romans go aboard instead of into the Palace."""
    if kind != "set up" or view.seat != ROMAN:
        return
    palace = (board.PALACE, *board.BLOCKS[board.PALACE])
    forces = board.SETUP["battle"]["forces"]
    units = [
        piece
        for force in forces
        for piece, at in force["at"].items()
        if piece in board.UNITS and at.split()[0] in palace
    ]
    ships = position.galleys(view.public, ROMAN)
    yield [
        {"place": {"pieces": [board.NAMES[unit]], "at": board.NAMES[ship]}}
        for unit in units
        for ship in ships
    ]


# -- what they send beside orders ------------------------------------------------------------------

#: What galleys do in the enemy's turn, and what the fleet does in the next one.
COMING: list[Any] = [
    {"on": "sea fire", "cause": ["ram", "rake"], "orders": ["shoot"]},
    {"on": "evasion", "bows on": "yes", "orders": [{"evade": ["astern", "ahead"]}]},
]


def plans(view: View, due: bool) -> Data:
    """With each second turn goes what answers in the enemy's."""
    public = view.public
    mine = due and public["seat"] == view.seat and public["phase"] == "orders"
    return {"next": COMING} if mine and public["turn"] % 4 in (1, 2) else {}


def gives_up(view: View, run: int, due: bool) -> Data:
    """The Egyptian resigns in turn 5 by a file of which nobody knows."""
    if not due and view.seat == EGYPTIAN and view.public["turn"] == 5:
        return {"resign": "yes"}
    return plans(view, due)


def makes_peace(view: View, run: int, due: bool) -> Data:
    """The Roman offers a draw in turn 3 in vain; from turn 26 on both do."""
    turn = view.public["turn"]
    offers = turn >= 26 or (turn == 3 and view.seat == ROMAN)
    return {"draw": "yes"} if due and offers else {}


def _wanted(winner: str | None, ending: str, scenario: str, *asked: str, **more: Any) -> Wanted:
    """A game that is stopped by questions of these kinds."""
    return Wanted(
        Result(winner, ending), scenario, turns, standing_orders(*asked), stops=asked, **more
    )


def _both(tries: int, worth: Worth) -> dict[str, Any]:
    """Both choose, and for the same."""
    return {"tries": dict.fromkeys(board.SEATS, tries), "worth": worth}


#: 20 turns are too few to wipe out a side.
LONGER = {"note": "until a side has no unit", "setup": {"pharos": {"turns": "90"}}}
BY_PLAYERS = {"set-up": "by the players"}
WANTED: Mapping[str, Wanted] = {
    "naval-roman": _wanted(
        ROMAN, "points", "naval", tries={ROMAN: 3}, worth=lead(ROMAN)
    ),
    "naval-egyptian": _wanted(
        EGYPTIAN, "points", "naval", "evasion", "sea fire",
        tries={EGYPTIAN: 2}, worth=lead(EGYPTIAN),
    ),
    "no-galley": _wanted(
        EGYPTIAN, "no-galley", "naval", tries={ROMAN: 1}, worth=runs, wishes=sails_away
    ),
    "redoubts": _wanted(EGYPTIAN, "redoubts", "heptastadium", "seize"),
    "redoubts-roman": _wanted(
        ROMAN, "redoubts", "heptastadium", **_both(6, on_redoubts)
    ),
    "caesar": _wanted(EGYPTIAN, "caesar", "heptastadium", **_both(6, dares)),
    "town": _wanted(
        EGYPTIAN, "town", "pharos", "reaction fire", "answer fire", "harassed", options=BY_PLAYERS
    ),
    "town-roman": _wanted(
        ROMAN, "town", "pharos", "reference", tries={ROMAN: 4}, worth=lead(ROMAN)
    ),
    "wiped-out": Wanted(
        Result(ROMAN, "wiped-out"), "pharos", turns, to_the_last, corrections=LONGER,
        **_both(6, dwindles(EGYPTIAN)), stops=("retreat", "withdrawal"),
    ),
    "goals": _wanted(EGYPTIAN, "goals", "battle", worth=takes_palace, wishes=avoids_palace,
        options=BY_PLAYERS),
    "first-exhausted": _wanted(
        ROMAN, "first-exhausted", "battle", "flee", "facing",
        options={"first-exhausted-ends": "yes"}, tries={ROMAN: 3}, worth=lead(ROMAN),
    ),
    "both-exhausted": _wanted(None, "both-exhausted", "battle", "replace", **_both(4, bloodshed)),
    "resigned": _wanted(
        ROMAN, RESIGNED, "naval", also=gives_up, nexts=("sea fire",)
    ),
    "agreed-draw": _wanted(
        None, AGREED, "battle", "set up", "lighthouse", options=BY_PLAYERS,
        also=makes_peace, worth=passage, wishes=rounds_pharos,
    ),
}  # fmt: skip
