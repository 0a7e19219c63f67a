"""What `tests.rules.exercised` counts in Caesar in Alexandria: parts of orders, table rows,
paragraphs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from referee.engine.request import Request
from referee.engine.table import Table
from referee.engine.words import Answer
from tests.rules.caesar_in_alexandria.adapter import (
    board,
    fire,
    fleet,
    position,
    ruleset,
    shock_class,
)
from tests.rules.caesar_in_alexandria.paragraphs import LAND, SEA
from tests.rules.caesar_in_alexandria.shown import DEFINITIONS, by_answer, by_event
from tests.rules.caesar_in_alexandria.untraced import UNTRACED
from tests.rules.exercised import PARAGRAPHS, QUESTIONS, TABLES, WORDS, Thing

Data = dict[str, Any]
__all__ = [
    "OPTIONS", "ROWS", "SELDOM", "SHARES", "UNTRACED", "of_answer", "of_event",
    "ruleset", "traced",
]  # fmt: skip

SHARES = {board.NAVAL: 100, board.HEPTASTADIUM: 100, board.PHAROS: 100, board.BATTLE: 15}
OPTIONS: tuple[Mapping[str, str], ...] = ({}, {"set-up": "by the players"})

LEGS = "parts of orders"
_LAND_LEGS = ("hex", "point", "block", "causeway", "facing", "galley", "off map")
_SEA_LEGS = ("hex", "facing", "beach", "leave", "ungrapple")
_DEEDS = ("ram", "rake", "diekplus", "fire", "grapple", "ungrapple from")
_MODIFIERS = ("position", "matrix", "class", "numbers", "charisma", "canal", "lighthouse",
              "reduced attacker", "reduced defender", "no way back", "landed")  # fmt: skip
_FIGHTS = ("zone", "hexes", "spot", "block", "board", "marines", "deck")
_STRENGTHS = ("1 or 2", "3 or 4", "5 or more")
_TESTS = ("passes", "is passed", "attacks", "stands")
#: Dice that come out one way or the other: the key that tells which.
_EITHER = {
    "seizure": "taken", "risk": "killed", "intercepts": "caught", "shoals": "aground",
    "evades": "free", "alight": "burns", "ram": "rammed", "rake": "raked", "grapple": "held",
    "unfoul": "free", "rammed": "sinks",
}  # fmt: skip
#: Dice for several galleys: the keys that tell of whom something becomes true.
_EACH = {"fatigue": ("tired",), "fires": ("out", "down"), "spread": ("caught",),
         "ungrapple": ("free",)}  # fmt: skip
_WINNERS = {
    "points": (*board.SEATS, "nobody"),
    "no-galley": board.SEATS,
    "redoubts": board.SEATS,
    "town": board.SEATS,
    "wiped-out": board.SEATS,
    "goals": board.SEATS,
    "both-exhausted": ("nobody",),
    "first-exhausted": (*board.SEATS, "nobody"),
    "caesar": ("egyptian",),
}
_ACTIVATED = (
    *(leader for leader, one in board.LEADERS.items() if one.get("range")),
    *(position.FLEET, position.AUXILIARIES, position.COMMANDER, position.ARRIVAL),
)


def _ram_cells() -> dict[str, str]:
    """9.16 What can meet, by the defence of the one and the attack of the other."""
    sides = [board.GALLEYS[key] for key in board.GALLEYS]
    found = {
        f"ram, defence {two['defence']}, attack {min(one['ram'], 3)}": "9.16"
        for one in sides
        for two in sides
        if one["ram"]
    }
    return dict(sorted(found.items()))


def _rake_cells() -> dict[str, str]:
    """9.29 The crews that there are, and those of prizes, which are raked and do not rake."""
    crews = sorted({one["crew"] for one in board.GALLEYS.values() if one["ram"]})
    return {f"rake, crew {two}, by {one}": "9.29" for two in (0, 1, *crews) for one in crews}


ROWS: Mapping[str, Mapping[str, str]] = {
    LEGS: {
        **{f"move: {leg}": "5.3" for leg in _LAND_LEGS},
        "move: fire": "7.11",
        "move: with the commander": "4.43",
        **{f"sail: {leg}": "5.4" for leg in _SEA_LEGS},
        **{f"sail: {deed}": "9" for deed in _DEEDS},
        "sail: points": "5.43",
        "sail: stay after a ram": "9.15",
        "sail: strength of fire": "7.23",
        **{f"attack: {key}": "8.5" for key in ("at", "reference", "face")},
        **{f"harassed: {what}": "7.53" for what in ("fire back", "intercept", "none")},
        **{f"seize: {what}": "4.51" for what in ("try", "let")},
        **{f"reaction fire, {cause}": "7.4" for cause in ("retire", "entry", "street")},
        **{f"sea fire, {cause}": "7.45" for cause in ("fire", "ram", "rake", "grapple")},
        **{f"evade: {way}": "5.92" for way in ("ahead", "astern")},
    },
    TABLES: {
        **{f"activates {what}": "4.2" for what in _ACTIVATED},
        **{
            f"fire, {weapon}, range {far}": "7.19"
            for weapon, needs in board.TABLES["fire"].items()
            for far in needs
        },
        **{f"fire at sea, strength {strength}": "7.35" for strength in _STRENGTHS},
        **{
            f"matrix, {one} at {two}": "8.71"
            for two, row in board.TABLES["matrix"].items()
            for one in row
        },
        **{f"shock, row {row}": "8.74" for row in range(-1, 11)},
        **{f"shock, {name}": "8.51" for name in _MODIFIERS},
        **{f"attack, {kind}": "8.1" for kind in _FIGHTS},
        **_ram_cells(),
        **_rake_cells(),
        **{f"test, {what}: {end}": "8.75" for what in _TESTS for end in ("passed", "failed")},
        **{f"{kind}: {end}": "dice" for kind, key in _EITHER.items() for end in (key, "not")},
        **{f"{kind}: {key}": "dice" for kind, keys in _EACH.items() for key in keys},
        **{f"ending {how}, {who}": "11, 12" for how, seats in _WINNERS.items() for who in seats},
    },
    PARAGRAPHS: {
        rule: "" for rule in (*LAND.split(), *SEA.split()) if rule not in DEFINITIONS.split()
    },
}  # fmt: skip

_WINDOWS = ("reaction fire", "answer fire", "withdrawal", "evasion", "sea fire", "lighthouse")
_OF_WINDOWS = ("never", "at most", "ask again")
_TO_COME = "random players do not order it"
#: Why something comes up less often than all else.
SELDOM: Mapping[Thing, str] = {
    **{
        (WORDS, f"{kind}: {word}"): "words of windows, which tests of the engine write"
        for kind in _WINDOWS
        for word in _OF_WINDOWS
        if (kind, word) != ("evasion", "at most")
    },
    **{
        (WORDS, f"lighthouse: {word}"): "galleys seldom come to the lighthouse; cases of 5.26"
        for word in ("close", "pass", "nothing")
    },
    (QUESTIONS, "lighthouse"): "galleys seldom come to the lighthouse; cases of 5.26",
    (WORDS, "replace: nothing"): "few leaders fall; cases of 4.33",
    (WORDS, "reaction fire: shoot at"): "few who answer see several marines; cases of 7.43",
    (LEGS, "move: off map"): f"{_TO_COME}; cases of 5.31",
    (LEGS, "sail: leave"): "it is as bad as sunk; cases of 5.31",
    (LEGS, "sail: ungrapple from"): f"{_TO_COME}: they get free of all; cases of 9.41",
    (LEGS, "sail: points"): f"{_TO_COME}: a course costs what it costs; cases of 5.43",
    **{
        (TABLES, f"matrix, {one} at {two}"): "cavalry never enters the city; cases of 8.71"
        for one in ("co", "hi", "mi", "li", "lc")
        for two in ("co", "hi", "mi", "li", "sk", "lc")
        if "lc" in (one, two)
    },
    **{
        (TABLES, f"matrix, {kind} at {kind}"): f"only one side has many of {kind}"
        for kind in ("co", "hi")
    },
    (TABLES, "matrix, mi at mi"): "few medium infantry meet; cases of 8.71",
    (LEGS, "harassed: fire back"): "few of those who are harassed reach so far; a case of 7.53",
    (TABLES, "fire, mounted, range 1"): "cavalry on the west shore meets nobody; cases of 7.53",
    (TABLES, "shock, canal"): "few fight across the canal; cases of 8.51",
    (TABLES, "shock, lighthouse"): "nobody lands beside the lighthouse; cases of 8.51",
    (TABLES, "attack, deck"): "units seldom stand beside a galley at the causeway; cases of 8.67",
    (TABLES, "attack, marines"): "galleys seldom grapple to the causeway; cases of 8.67",
    (TABLES, "ram, defence 4, attack 1"): "a bireme at the one liburnian, or a transport",
    **{
        (TABLES, f"rake, crew {two}, by {one}"): "one side only has such a crew; prizes do not rake"
        for two in (0, 1, 2, 3, 4)
        for one in (2, 3, 4)
        if (two, one) not in ((2, 3), (2, 4), (3, 2), (4, 2))
    },
    **{
        (TABLES, f"test, is passed: {end}"): "a retreat through friends is rare; cases of 10.3"
        for end in ("passed", "failed")
    },
    (TABLES, "risk: killed"): "two noughts in a row; cases of 8.4",
    **{
        (TABLES, f"ending first-exhausted, {who}"): "an option; a case of 11.4"
        for who in (*board.SEATS, "nobody")
    },
    **{
        (TABLES, f"ending {how}, {who}"): "random players seldom come so far; a case has it"
        for how, who in (
            ("points", "nobody"),
            *(("no-galley", seat) for seat in board.SEATS),
            *(("wiped-out", seat) for seat in board.SEATS),
            *(("goals", seat) for seat in board.SEATS),
            ("both-exhausted", "nobody"),
            ("redoubts", board.ROMAN),
            ("caesar", "egyptian"),
        )
    },
    (PARAGRAPHS, "4.34"): "Caesar seldom falls; cases of 4.34",
    (PARAGRAPHS, "5.26"): "galleys seldom come to the lighthouse; cases of 5.26",
    (PARAGRAPHS, "6.23"): f"{_TO_COME}: they turn step by step; cases of 6.23",
    (PARAGRAPHS, "7.34"): "slips are seldom empty beside an enemy; cases of 7.34",
    (PARAGRAPHS, "8.73"): "few fight across the canal, or at the lighthouse; cases of 8.73",
    (PARAGRAPHS, "8.67"): "galleys seldom grapple to the causeway; cases of 8.67",
}


def of_event(table: Table, kind: str, told: Data) -> Iterator[Thing]:
    """Table rows and paragraphs."""
    for rule in {*by_event(table.public, kind, told)}:
        if rule in ROWS[PARAGRAPHS]:
            yield PARAGRAPHS, rule
    for name in _rows(table.public, kind, told):
        yield TABLES, name


def _rows(public: Data, kind: str, told: Data) -> Iterator[str]:
    if kind in _EITHER:
        yield f"{kind}: {_EITHER[kind] if told[_EITHER[kind]] else 'not'}"
    for key in _EACH.get(kind, ()):
        yield from [f"{kind}: {key}"] * len(told[key])
    if kind == "activates":
        yield f"activates {told['what']}"
    elif kind == "fire":
        yield from (f"fire, {fire.weapon(s['unit'])}, range {s['range']}" for s in told["shots"])
    elif kind == "sea fire":
        for volley in told["volleys"]:
            yield f"fire at sea, strength {_STRENGTHS[min(volley['strength'] - 1, 4) // 2]}"
    elif kind == "shock":
        one, two = shock_class(told["attacker"]), shock_class(told["defender"])
        yield from (f"matrix, {one} at {two}", f"shock, row {told['row']}")
        yield from (f"shock, {name}" for name in told["added"])
    elif kind == "attack":
        yield f"attack, {told['kind']}"
    elif kind == "test":
        yield f"test, {told['for']}: {'failed' if told['hit'] else 'passed'}"
    elif kind == "result":
        yield f"ending {told['ending']}, {told['winner']}"
    elif kind in ("ram", "rake"):
        yield _cell(public, kind, told)


def _cell(public: Data, kind: str, told: Data) -> str:
    galley, target = told["galley"], told["target"]
    if kind == "rake":
        return f"rake, crew {fleet.crew(public, target)}, by {fleet.crew(public, galley)}"
    defence, attack = board.GALLEYS[target]["defence"], min(board.GALLEYS[galley]["ram"], 3)
    return f"ram, defence {defence}, attack {attack}"


def of_answer(table: Table, request: Request, answer: Answer) -> Iterator[Thing]:
    """Parts of orders, and the paragraphs of reactions."""
    for rule in {*by_answer(table.public, request, answer)}:
        if rule in ROWS[PARAGRAPHS]:
            yield PARAGRAPHS, rule
    for line in answer:
        for name in _parts(request, line):
            yield LEGS, name


def _parts(request: Request, line: Data) -> Iterator[str]:
    if "move" in line:
        yield from (f"move: {_land_leg(leg)}" for leg in line["move"]["path"])
        yield from ["move: with the commander"] if "with" in line["move"] else []
    if "sail" in line:
        yield from (f"sail: {_sea_leg(leg)}" for leg in line["sail"]["path"])
        yield from _more(line["sail"])
    if "attack" in line:
        yield from (
            f"attack: {key}" for key in line["attack"] if key in ("at", "reference", "face")
        )
    for word in ("harassed", "seize"):
        if word in line:
            yield f"{word}: {line[word]}"
    if "shoot" in line:
        yield f"{request.kind}, {request.args['cause']}"
    for way in line.get("evade", ()):
        yield f"evade: {way}"


def _land_leg(leg: Any) -> str:
    if isinstance(leg, dict):
        return "fire"
    if leg in board.GALLEYS:
        return "galley"
    if leg in board.SPACE_ORDER:
        hexes = "causeway" if leg in board.MOLE else "hex"
        return hexes if board.is_hex(leg) else "point" if leg in board.POINTS else "block"
    return "facing" if leg in board.FACINGS else str(leg)


def _sea_leg(leg: Any) -> str:
    if isinstance(leg, dict):
        return next(key for key in leg if key in _DEEDS)
    return "hex" if board.is_hex(leg) else "facing" if leg in board.BOWS else str(leg)


def _more(sail: Data) -> Iterator[str]:
    yield from ["sail: points"] if "points" in sail else []
    for leg in sail["path"]:
        if isinstance(leg, dict) and leg.get("then") == "stay":
            yield "sail: stay after a ram"
        if isinstance(leg, dict) and "strength" in leg:
            yield "sail: strength of fire"


def traced(path: Path) -> object:
    """A game that another implementation has played."""
    from tests.traces import alexandria_replayed

    return alexandria_replayed.compare(path)
