"""The golden games of Julius Caesar: whole campaigns by two players with standing orders of their
own.

Each sends standing orders with his first file and with his first command of each year, in one
style in odd
years and in another in even ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.engine.ending import AGREED, RESIGNED
from referee.engine.request import Data, View
from referee.engine.rules import Result
from tests.golden.wanted import Wanted
from tests.rules.julius_caesar.adapter import legal

SEATS = ("caesar", "pompey")
FIRST_YEAR = 705
TURNS = 5
HAVENS = {
    "caesar": ["Genua", "Ravenna", "Rome", "Massilia", "Narbo", "Lugdunum"],
    "pompey": ["Neapolis", "Brundisium", "Athena", "Antioch", "Alexandria", "Utica"],
}
PORTS = {"caesar": ["Massilia", "Rome", "Ravenna"], "pompey": ["Neapolis", "Athena", "Alexandria"]}
#: what each means to do at the start, best first; lines that are not legal are left out
PURPOSES: dict[str, list[Any]] = {
    "caesar": [
        {"move": {"from": "Genua", "blocks": ["Antonius", "Legio 12"], "to": "Ravenna"}},
        {"move": {"from": "Narbo", "blocks": ["Legio 7"], "to": "Tarraco"}},
        {"levy": {"block": "Legio 17"}},
        {"levy": {"block": "Auxilia 3", "at": "Massilia"}},
        {"step": "Legio 9"},
    ],
    "pompey": [
        {"move": {"from": "Brundisium", "blocks": ["Legio 3"], "to": "Neapolis"}},
        {"move": {"from": "Antioch", "blocks": ["Legio 34"], "to": "Tarsus"}},
        {"levy": {"block": "Legio 32"}},
        {"levy": {"block": "Legio 38"}},
        {"step": "Legio 37"},
    ],
}
PRECIOUS = {"caesar": ["Legio 10", "Legio 13"], "pompey": ["Legio 1", "Legio 3"]}


def careful(seat: str) -> list[Any]:
    """Leaders leave early, everybody leaves a battle that is lost; command cards are kept."""
    havens, precious = HAVENS[seat], PRECIOUS[seat]
    lost = ["round >= 3", "own strength < enemy strength"]
    return [
        {"on": "battle turn", "if": lost, "then": [{"retreat": havens}, "fire"]},
        {"on": "battle turn", "if": "own reserves = 0", "then": [{"save leaders": havens}, "fire"]},
        {"on": "battle turn", "then": "fire"},
        {"on": "hits", "then": ["spare leaders", {"last": precious}]},
        {"on": "next battle", "then": {"order": havens}},
        {"on": "regroup", "at": "Rome", "then": [{"keep": precious[1:]}, {"all": havens[:1]}]},
        {"on": "regroup", "then": "stay"},
        {"on": "cards", "turn": "1", "then": [{"play": ["3/1", "2/3"]}, {"discard": ["1/2"]}]},
        {"on": "cards", "if": "was first = 1", "then": {"play": ["2/3", "2/2"]}},
        {"on": "cards", "then": {"play": ["Mars", "4/1", "3/2", "3/1"]}},
        {"on": "winter", "then": [{"home": PORTS[seat]}, {"disband": ["Auxilia 1"]}]},
        {"on": "jupiter", "then": [{"from": HAVENS[_other(seat)][:3]}, "none"]},
        {"on": "vulcan", "then": [{"strike": HAVENS[_other(seat)]}, "most"]},
    ]


def bold(seat: str) -> list[Any]:
    """To the last man; events first; victors press on."""
    havens, precious, theirs = HAVENS[seat], PRECIOUS[seat], HAVENS[_other(seat)]
    spent = ["attacking = 1", "round = 4"]
    return [
        {"on": "battle turn", "if": spent, "then": [{"retreat": [*theirs, *havens]}]},
        {"on": "battle turn", "role": "defender", "if": "own lost > enemy lost", "times": "9",
         "then": [{"save": {"blocks": precious, "to": havens}}, "fire"]},
        {"on": "battle turn", "then": "fire"},
        {"on": "hits", "if": "enemy lost >= 3", "then": [{"first": precious}]},
        {"on": "hits", "then": "weakest"},
        {"on": "next battle", "if": "battles left >= 2", "then": {"order": theirs}},
        {"on": "next battle", "then": {"order": havens}},
        {"on": "regroup", "if": "own blocks >= 4", "then": [{"keep": precious}, {"all": theirs}]},
        {"on": "regroup", "then": "stay"},
        {"on": "cards", "then": [
            {"play": ["Mercury", "Neptune", "Mars", "Pluto", "Apollo", "Vulcan", "Jupiter", "4/1"]},
            {"discard": ["2/1", "2/2"]}]},
        {"on": "winter", "then": {"home": PORTS[seat][::-1]}},
        {"on": "jupiter", "then": [{"from": theirs}, {"to": havens}]},
        {"on": "vulcan", "then": "most"},
    ]  # fmt: skip


def watchful(seat: str) -> list[Any]:
    """Wants to be asked when a leader may fall, and once of everything; else careful."""
    asked = [
        {"on": "battle turn", "if": ["leaders >= 1", "enemy strength > 3"], "then": "ask"},
        {"on": "hits", "if": "leaders >= 1", "then": "ask"},
        {"on": "next battle", "then": "ask"},
        {"on": "regroup", "if": "own blocks >= 3", "then": "ask"},
        {"on": "cards", "turn": "1", "then": "ask"},
        {"on": "winter", "if": "year != 707", "then": "ask"},
        {"on": "jupiter", "then": "ask"},
        {"on": "vulcan", "then": "ask"},
    ]
    return asked + careful(seat)


def hesitant(seat: str) -> list[Any]:
    """Careful, but wants to say who is hit."""
    return [{"on": "hits", "then": "ask"}, *careful(seat)]


def undecided(seat: str) -> list[Any]:
    """Careful, but for Jupiter, of whom it has not thought."""
    return [rule for rule in careful(seat) if rule["on"] != "jupiter"]


def open_handed(seat: str) -> list[Any]:
    """Careful, but for the cards: these are chosen turn by turn."""
    return [rule for rule in careful(seat) if rule["on"] != "cards"]


def _other(seat: str) -> str:
    return SEATS[1 - SEATS.index(seat)]


Style = Callable[[str], list[Any]]


def standing_orders(styles: Mapping[str, tuple[Style, Style]]) -> Callable[[Data, int, str], Any]:
    """New standing orders with the first file of the game, and of each year.

    styles: seat -> that of odd years, that of even ones."""

    def sent(public: Data, run: int, seat: str) -> list[Any] | None:
        if run > 1 and (public["phase"], public["turn"]) != ("command", 1):
            return None
        odd, even = styles[seat]
        return (odd if public["year"] % 2 else even)(seat)

    return sent


def turns(public: Data) -> int:
    """Turns of five to a year, and then winter."""
    return (int(public["year"]) - FIRST_YEAR) * TURNS + min(int(public["turn"]), TURNS)


def lead(seat: str) -> Callable[[Data], int]:
    """Worth to a seat: its own points and those that the other has not."""
    return lambda public: 2 * legal.points(public, seat) - legal.points(public, _other(seat))


def level(public: Data) -> int:
    """Worth to both: the same points, and nobody in Rome."""
    caesar, pompey = (legal.points(public, seat) for seat in SEATS)
    return -2 * abs(caesar - pompey) - 3 * ("rome" in public["places"])


def coming(view: View, due: bool) -> Data:
    """In odd turns commands go with the card; in even ones the next card with the commands, and
    who waits for the other's commands sends his own ahead."""
    year, turn, seat = view.public["year"], view.public["turn"], view.seat
    commands = {"on": "command", "orders": PURPOSES[seat]}
    hand, later = sorted(view.own["hand"]), 1 < turn < TURNS - 1
    match view.public["phase"], turn % 2, due:
        case ("cards", 1, True):
            return {"next": [commands]}
        case ("command", 0, True) if hand and later:
            stay = {"on": "regroup", "at": HAVENS[seat][0], "until": f"{year}/5", "orders": []}
            return {"next": [stay, {"on": "cards", "orders": [{"play": hand[-1]}]}]}
        case ("command", 0, False) if seat in view.public["to_command"]:
            return {"next": [commands]}
    return {}


def gives_up(view: View, run: int, due: bool) -> Data:
    """Caesar writes ahead; Pompey resigns when he should command in the second year."""
    if view.seat == "caesar":
        return coming(view, due)
    if due and (view.public["year"], view.public["phase"]) == (FIRST_YEAR + 1, "command"):
        return {"resign": "yes", "note": "Rome is yours, for now."}
    return {}


def makes_peace(view: View, run: int, due: bool) -> Data:
    """Caesar offers a draw in turn 2, Pompey in turn 3, in vain; in the second year both do."""
    year, turn = view.public["year"], view.public["turn"]
    offers = year > FIRST_YEAR or turn == {"caesar": 2, "pompey": 3}[view.seat]
    written = coming(view, due)
    return {**written, **({"draw": "yes"} if offers and (due or written) else {})}


BY_TURNS = dict.fromkeys(SEATS, (open_handed, open_handed))
MIXED = {"caesar": (careful, bold), "pompey": (bold, careful)}


def _wanted(winner: str | None, ending: str, **more: Any) -> Wanted:
    scenario, styles = more.pop("scenario", "campaign"), more.pop("styles", MIXED)
    return Wanted(Result(winner, ending), scenario, turns, standing_orders(styles), **more)


WANTED: Mapping[str, Wanted] = {
    "ten-caesar": _wanted(
        "caesar",
        "ten",
        options={"strait-reaction": "one", "first-turn": "caesar"},
        tries={"caesar": 25},
        worth=lead("caesar"),
    ),
    "ten-pompey": _wanted(
        "pompey",
        "ten",
        options={"deployment": "free"},
        tries={"pompey": 12},
        worth=lead("pompey"),
        tells=("deploy", "ship", "surprise"),
    ),
    "points": _wanted(
        "pompey",
        "points",
        styles={"caesar": (watchful, bold), "pompey": (bold, watchful)},
        tells=("disrupted", "pass", "roles", "main attack", "vulcan", "jupiter"),
        stops=("vulcan",),
    ),
    "rome": _wanted(
        "caesar",
        "rome",
        options={"trophies": "battle"},
        styles={"caesar": (watchful, undecided), "pompey": (bold, watchful)},
        tells=("cleopatra home", "regroup", "surprise"),
        stops=("jupiter",),
    ),
    "draw": _wanted(
        None,
        "draw",
        options={"sea-retreats": "one", "port-retreat": "same-sea"},
        tries={"caesar": 4, "pompey": 4},
        worth=level,
    ),
    "land": _wanted(
        "caesar",
        "points",
        scenario="land",
        styles={"caesar": (hesitant, bold), "pompey": (bold, careful)},
        stops=("hits",),
    ),
    "resigned": _wanted(
        "caesar", RESIGNED, styles=BY_TURNS, also=gives_up, nexts=("cards", "command")
    ),
    "agreed-draw": _wanted(
        None, AGREED, styles=BY_TURNS, also=makes_peace, nexts=("cards", "command")
    ),
}
