"""The golden games of Caesar XL, silver and bronze.

Each player sends standing orders with his first file and others in the middle of the game; of some
questions nothing is said, so that they stop the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.engine.ending import AGREED, RESIGNED
from referee.engine.request import Data, View
from referee.engine.rules import Result
from tests.golden.wanted import Wanted
from tests.rules.caesar_xl.adapter import board, position

SEATS = tuple(board.SEATS)
#: the turn with which each player changes his mind
HALFWAY = 7
HOMES = {"caesar": ["Rome", "Massilia", "Rubicon"], "pompey": ["Athens", "Utica", "Brundisium"]}


def careful(seat: str) -> list[Any]:
    """Tactics where they save something; leaves a battle that is lost; pays what it can."""
    outnumbered = "own swords < enemy swords"
    return [
        {"on": "tactics", "side": "defender", "if": outnumbered,
         "then": [{"tactics": ["Siege", "Night March", "Testudo"]}, "default"]},
        {"on": "tactics", "then": {"tactics": ["Triple Line", "Ambush", "Cavalry Charge"]}},
        {"on": "retreat", "if": [outnumbered, "round >= 1"], "then": [{"retreat": HOMES[seat]},
         "own", "default"]},
        {"on": "retreat", "then": [{"retreat": ["stay"]}, "default"]},
        {"on": "loss", "then": "default"},
        {"on": "betrayal", "then": "default"},
        {"on": "pillage", "if": "gold = 0", "then": {"lose": [f"{seat[0].upper()}A1"]}},
        {"on": "pillage", "then": "default"},
        {"on": "promotion", "then": "default"},
        {"on": "rally", "then": "default"},
        {"on": "labienus", "then": "default"},
        {"on": "go home", "then": "default"},
        {"on": "demand", "then": {"demand": ["pay", "lose"]}},
        {"on": "supply", "then": "default"},
        {"on": "reroll", "if": "failed", "then": "failed"},
        {"on": "reroll", "then": "default"},
        {"on": "tribunes", "if": "gold >= 8", "then": {"tribunes": ["Siege", "Ambush", "none"]}},
        {"on": "tribunes", "then": "default"},
    ]  # fmt: skip


def bold(seat: str) -> list[Any]:
    """To the last man, with any card; spares allied units where it can; keeps its gold."""
    letter = seat[0].upper()
    return [
        {"on": "tactics", "then": "any"},
        {"on": "retreat", "side": "attacker", "if": ["round >= 3", "lost > own units"],
         "then": "any"},
        {"on": "retreat", "then": "default"},
        {"on": "loss", "side": "attacker", "round": "1",
         "then": {"lose": [f"{letter}L3", f"{letter}L2"]}},
        {"on": "loss", "then": "default"},
        {"on": "betrayal", "then": {"lose": [f"{letter}L6", f"{letter}L5"]}},
        {"on": "pillage", "then": {"lose": [f"{letter}L1"]}},
        {"on": "promotion", "then": "ally"},
        {"on": "rally", "then": [{"rally": [f"{letter}L4"]}, "default"]},
        {"on": "labienus", "then": [{"labienus": [f"{letter}L2"]}, "regular"]},
        {"on": "go home", "then": [{"go home": [f"{letter}A2"]}, "default"]},
        {"on": "demand", "if": "gold < 9", "then": {"demand": "lose"}},
        {"on": "demand", "then": "default"},
        {"on": "supply", "if": "above > gold", "then": [{"give up": [f"{letter}A1"]}]},
        {"on": "supply", "then": "default"},
        {"on": "reroll", "for": "battle", "then": "failed"},
        {"on": "reroll", "then": {"reroll": ["die 1", "keep"]}},
        {"on": "tribunes", "then": {"tribunes": ["Triple Line", "none"]}},
    ]  # fmt: skip


Style = Callable[[str], list[Any]]


def but_for(style: Style, *kinds: str) -> Style:
    """A style that wants to be asked for some things."""
    return lambda seat: [rule for rule in style(seat) if rule["on"] not in kinds]


def standing_orders(styles: Mapping[str, tuple[Style, Style]]) -> Callable[[Data, int, str], Any]:
    """With the first file of the game, and with the first of turn 7.

    styles: seat -> those of both halves."""

    def sent(public: Data, run: int, seat: str) -> list[Any] | None:
        first, second = styles[seat]
        if run == 1:
            return first(seat)
        now = (public["turn"], public["phase"], public["seat"]) == (HALFWAY, "purchases", seat)
        return second(seat) if now and public["now"]["part"] == 1 else None

    return sent


def turns(public: Data) -> int:
    """How many have begun."""
    return int(public["turn"])


def politician(seat: str) -> Callable[[Data], int]:
    """Worth to a seat that wants to win in the forum: its points for one faction and against the
    other, and gold to go on."""

    def worth(public: Data) -> int:
        one, two = position.points(public, seat).values()
        return 40 * abs(one - two) + min(public["gold"][seat], 20) + lead(seat)(public)

    return worth


def general(seat: str) -> Callable[[Data], int]:
    """Worth to a seat that wants a military victory: the enemy leader dead, Rome, cities; and so
    much of the enemy that he is not wiped out."""

    def worth(public: Data) -> int:
        enemy = board.other(seat)
        out = 300 * (enemy in public["out"]) + 20 * position.controls(public, board.ROME, seat)
        left = min(len(position.owned(public, enemy)), 4)
        return out + 8 * left + 3 * position.city_value(public, seat)

    return worth


def lead(seat: str) -> Callable[[Data], int]:
    """Worth to a seat: its pieces and cities more than the enemy's."""

    def worth(public: Data) -> int:
        mine, theirs = (_strength(public, one) for one in (seat, board.other(seat)))
        return mine - theirs

    return worth


def hunter(seat: str) -> Callable[[Data], int]:
    """Worth to a seat that wants the enemy off the map."""
    return lambda public: lead(seat)(public) - 10 * len(position.owned(public, board.other(seat)))


def _strength(public: Data, seat: str) -> int:
    pieces = position.total(public, position.owned(public, seat))
    return pieces + position.city_value(public, seat)


def buys_ahead(view: View, due: bool) -> Data:
    """With the turn goes the rule for the next cards; before the enemy's, a turn of its own."""
    public, seat = view.public, view.seat
    if not due or public["seat"] != seat or public["phase"] != "purchases":
        return {}
    buy = {"if": ["leaders drawn = 0", "gold >= 8"], "else": "skip", "buy": ""}
    if not position.has(public, "cards"):
        return {"next": [{"on": "cards", "orders": []}]}
    return {"next": [{"on": "cards", "orders": ["free card", {"buy": ""}, buy]}]}


def gives_up(view: View, run: int, due: bool) -> Data:
    """Caesar resigns in turn 4 by a file of which nobody knows."""
    if not due and view.seat == "caesar" and view.public["turn"] == 4:
        return {"resign": "yes"}
    return buys_ahead(view, due)


def makes_peace(view: View, run: int, due: bool) -> Data:
    """Caesar offers a draw in turn 2 in vain; in turn 4 both do."""
    turn = view.public["turn"]
    offers = turn >= 4 or (turn == 2 and view.seat == "caesar")
    return {**buys_ahead(view, due), **({"draw": "yes"} if due and offers else {})}


#: what stops a game is shared out among them
FIGHT = ("tactics", "retreat", "loss")
SETBACKS = ("betrayal", "pillage", "demand", "go home", "rally")
POWERS = ("promotion", "labienus")
GOLD = ("supply", "tribunes")


def _asked(*kinds: str) -> Mapping[str, tuple[Style, Style]]:
    """Both want to be asked for these all through the game, and for dice to roll again, which few
    games have."""
    styles = (but_for(careful, "reroll", *kinds), but_for(bold, "reroll", *kinds))
    return {"caesar": styles, "pompey": styles[::-1]}


def _wanted(winner: str | None, ending: str, scenario: str = "silver", **more: Any) -> Wanted:
    styles = more.pop("styles", _asked())
    return Wanted(Result(winner, ending), scenario, turns, standing_orders(styles), **more)


WANTED: Mapping[str, Wanted] = {
    "political-caesar": _wanted(
        "caesar",
        "political",
        tries={"caesar": 6},
        worth=politician("caesar"),
        styles=_asked(*GOLD),
        stops=GOLD,
    ),
    "political-pompey": _wanted(
        "pompey", "political", tries={"pompey": 6}, worth=politician("pompey")
    ),
    "military-caesar": _wanted(
        "caesar",
        "military",
        tries={"caesar": 8},
        worth=general("caesar"),
        styles=_asked(*FIGHT),
        stops=(*FIGHT, "reroll"),
    ),
    "military-pompey": _wanted(
        "pompey",
        "military",
        tries={"pompey": 8},
        worth=general("pompey"),
    ),
    "wiped-out": _wanted("pompey", "wiped-out", tries={"pompey": 12}, worth=hunter("pompey")),
    "last-turn": _wanted(
        "caesar",
        "last-turn",
        options={"strict-military": "yes"},
        styles=_asked(*SETBACKS),
        stops=SETBACKS,
    ),
    "draw": _wanted(None, "last-turn"),
    "bronze": _wanted(
        "pompey", "last-turn", scenario="bronze", styles=_asked(*POWERS), stops=POWERS
    ),
    "resigned": _wanted("pompey", RESIGNED, also=gives_up, nexts=("cards",)),
    "agreed-draw": _wanted(None, AGREED, also=makes_peace, nexts=("cards",)),
}
