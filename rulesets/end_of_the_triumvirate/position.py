"""The position: at the start, what the rules read from it, and checks that no piece is lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.engine.table import State
from rulesets.end_of_the_triumvirate import board
from rulesets.end_of_the_triumvirate.board import ALII, CONSULS, LEGIONS, LEVELS, POINTS, TRACKS

Data = dict[str, Any]


def setup(scenario: str, options: Mapping[str, str]) -> State:
    """3.1, 11 The State before the first turn; nothing is hidden (2.5)."""
    public = first(scenario, options)
    return {"public": public, "seats": {seat: {} for seat in public["players"]}, "sealed": {}}


def first(scenario: str, options: Mapping[str, str]) -> Data:
    """3.1, 3.2, 11 The public part before the first turn; the State has nothing else."""
    given = board.SCENARIOS[scenario]
    provinces = {key: _province(key, given) for key in board.LAND if key not in given["out"]}
    lying = [sum(place[what] for place in provinces.values()) for what in ("legions", "active")]
    supply = {"gold": given["gold"], "legions": given["legions"] - lying[0]}
    supply |= {"servants": given["servants"] - lying[1], "consul_cards": CONSULS}
    fixed = {"scenario": scenario, "options": dict(options), "players": list(given["seats"])}
    clock = {"phase": "turn", "turn": 1, "year": 1, "stone": given["stone"]}
    public = {**fixed, **clock, "active": given["seats"][0], "now": fresh(), "attack": None}
    cards = {"compensation": {"holder": None, "side": 0}, "escape_card": None, "result": None}
    public |= {"alii": given["alii"], "bag": dict(given["bag"]), "supply": supply, **cards}
    public |= {"characters": {}, "provinces": provinces}
    for seat in given["seats"]:
        reserve = {
            "weapons": board.SETUP["pieces"]["weapons"] - given["bag"][seat],
            "governors": board.SETUP["pieces"]["governors"] - len(owned(public, seat)),
            "citizens": given["citizens"],
        }
        who = {"at": board.SETUP["start"][seat], "legions": 0, "servants": 0, "gold": 0, **reserve}
        who |= {"political": 1, "military": 1, "consul": False, "last_added": [0, 0]}
        public["characters"][seat] = who
    return public


def _province(key: str, given: Mapping[str, Any]) -> Data:
    printed = board.LAND[key]
    place = {"owner": given["owners"].get(key, printed["owner"]), "legions": given["province"]}
    place |= {"gold": 0, "governor": printed["governor"]}
    return {**place, "active": 1 if printed.get("servant") else 0, "idle": 0}


def fresh() -> Data:
    """A turn at its start.

    asked: how many times its player has been asked; legions, servants: those that came along to
    where he is; won, lost: attacks."""
    counts = dict.fromkeys(("asked", "legions", "servants", "actions", "won", "lost"), 0)
    return {"supplied": False, "points": POINTS, **counts}


def owned(public: Data, seat: str) -> list[str]:
    """Provinces of a seat, in order of ids."""
    places = public["provinces"]
    return [key for key in sorted(places) if places[key]["owner"] == seat]


def bag(public: Data) -> dict[str, int]:
    """2.1 Weapons in the bag, in the order of the seats, in which draws count them."""
    return {colour: public["bag"][colour] for colour in board.SEATS if colour in public["bag"]}


def here(public: Data, seat: str) -> Data:
    """The province where the character is."""
    place: Data = public["provinces"][public["characters"][seat]["at"]]
    return place


def enemy(public: Data, seat: str, province: str) -> bool:
    """6.8 Whether entering it is an attack."""
    return bool(public["provinces"][province]["owner"] != seat)


def leads(public: Data, seat: str, track: str) -> bool:
    """8.4 Nobody is ahead and someone is behind; if all are on VII, all lead."""
    levels = [who[track] for who in public["characters"].values()]
    mine = public["characters"][seat][track]
    return bool(mine == max(levels) and (mine > min(levels) or mine == LEVELS.most))


def consul(public: Data) -> str:
    """10.2, 10.3 Most citizens; then who went longest without adding one; then seat order."""
    who, seats = public["characters"], list[str](public["players"])
    return min(seats, key=lambda seat: (-who[seat]["citizens"], who[seat]["last_added"]))


def richest(public: Data, provinces: Sequence[str], goods: str) -> str:
    """7.9 The province with most legions (or gold); among equals the first."""
    most = max(public["provinces"][key][goods] for key in provinces)
    return next(key for key in provinces if public["provinces"][key][goods] == most)


def overfull(public: Data) -> dict[str, int]:
    """9.1 Legions above six, by province."""
    many = {key: place["legions"] - LEGIONS for key, place in public["provinces"].items()}
    return {key: many[key] for key in sorted(many) if many[key] > 0}


def turn_of_year(public: Data) -> int:
    """10.1 The number of the turn in its year."""
    start: int = board.SCENARIOS[public["scenario"]]["stone"]
    return start - public["stone"] + 1 if public["stone"] else start


def broken(state: State) -> list[str]:
    """2.4 What must never be in a State, one line each."""
    public = state["public"]
    now, right = counted(public), counted(first(public["scenario"], {}))
    wrong = [f"{now[what]} {what}, not {right[what]}" for what in right if now[what] != right[what]]
    return [*wrong, *_strange(public)]


def counted(public: Data) -> dict[str, int]:
    """2.1, 2.2, 11.3 All pieces, including those carried."""
    supply, bag, who = public["supply"], public["bag"], public["characters"]
    everybody, places = list(who.values()), list(public["provinces"].values())
    found = {
        "gold": supply["gold"] + sum(one["gold"] for one in (*everybody, *places)),
        "legions": supply["legions"] + sum(one["legions"] for one in (*everybody, *places)),
        "servants": supply["servants"] + sum(one["servants"] for one in everybody),
        "citizens": public[ALII] + sum(one["citizens"] for one in everybody),
        "consul cards": supply["consul_cards"] + sum(one["consul"] for one in everybody),
        **{f"weapons of {colour} in the bag": bag[colour] for colour in bag if colour not in who},
        **{f"weapons of {seat}": bag[seat] + one["weapons"] for seat, one in who.items()},
    }
    found["servants"] += sum(place["active"] + place["idle"] for place in places)
    governors = {seat: one["governors"] + len(owned(public, seat)) for seat, one in who.items()}
    return found | {f"governors of {seat}": number for seat, number in governors.items()}


def _strange(public: Data) -> Iterator[str]:
    """Negative numbers; a civil servant without a free square (6.10); more than six legions at the
    start of a turn (9.1); a level off the track (8.5); a character where he cannot be."""
    who, places = public["characters"], public["provinces"]
    counts = [public["supply"], public["bag"], *places.values(), *who.values()]
    if any(isinstance(n, int) and n < 0 for one in counts for n in one.values()):
        yield "less than nothing of something"
    if any(p["active"] > 1 or (p["active"] and p["governor"] == "on") for p in places.values()):
        yield "a civil servant is active where he cannot be"
    if public["phase"] == "turn" and not public["now"]["supplied"] and overfull(public):
        yield "more than six legions at the start of a turn"
    for seat, one in who.items():
        if not all(LEVELS.holds(one[track]) for track in TRACKS):
            yield f"competences of {seat}"
        abroad = one["at"] not in owned(public, seat) or one["legions"] or one["servants"]
        if abroad and public["attack"] is None:
            yield f"{seat} is in {one['at']}, or carries something"
