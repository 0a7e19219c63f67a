"""The verbs that all phases share: pieces come, go, turn, are hit and fall.  Each tells of it."""

from collections.abc import Iterable, Mapping, Sequence

from referee.engine.rules import end_game
from referee.engine.table import Table
from referee.engine.view import Data
from referee.engine.walk import REST
from referee.engine.words import Answer
from rulesets.caesar_in_alexandria import board, position
from rulesets.caesar_in_alexandria.board import (
    CAESAR,
    EGYPTIAN,
    GALLEYS,
    ISLAND,
    LEADERS,
    REDOUBTS,
    ROMAN,
    SIDES,
    UNITS,
)

#: What only its owner knows: moves of this turn that ended before their path did.
SHORT = "short"
#: what it has ordered for fights: number of the fight -> reference, advance, face
WISHES = "wishes"
#: 4.43 The commander who has gone along with a unit in this turn, and that unit.
RIDER = "rider"
#: 8.1 Units that have gone back from a fight into a place that is attacked in this phase.
APART = "apart"

# -- without a word: parts of verbs ----------------------------------------------------------------


def put(public: Data, unit: str, place: str, face: str = "") -> None:
    """5.76 A unit comes to a place, below those that stand there."""
    one = public["units"][unit]
    one["at"], one["face"] = place, face
    public["stacks"].setdefault(place, []).append(unit)


def take(public: Data, unit: str) -> None:
    """A unit leaves its place."""
    place = public["units"][unit]["at"]
    left = [other for other in public["stacks"][place] if other != unit]
    if left:
        public["stacks"][place] = left
    else:
        del public["stacks"][place]


def free_face(public: Data, unit: str, place: str, face: str) -> str:
    """6.17 The facing that a unit has in a place: none where there is none; else this one if it
    can be, or the first."""
    able = [] if board.is_artillery(unit) else board.facings(place)
    return face if face in able else able[0] if able else ""


# -- setting up ------------------------------------------------------------------------------------


def set_up(table: Table, piece: str, place: str, face: str) -> None:
    """11, 12 A piece comes into play; events are told of whole forces."""
    public = table.public
    if piece in UNITS:
        public["units"][piece] = position.unit(place, face)
        put(public, piece, place, free_face(public, piece, place, face))
        if place in REDOUBTS:
            public["held"][place] = SIDES[piece]
    elif piece in GALLEYS:
        public["galleys"][piece] = position.galley(piece, place, face)
        public["ships"].setdefault(place, []).append(piece)
    else:
        public["leaders"][piece] = {"at": place, "replaced": False}


# -- the piece under way ---------------------------------------------------------------------------


def begin_move(table: Table, piece: str, points: int) -> None:
    """5.31 A unit or leader sets out."""
    public = table.public
    place = position.place_of(public, piece)
    public["now"]["deeds"] += 1
    public["now"]["mover"] = {
        "piece": piece,
        "left": points,
        "from": place,
        "trail": [],
        "steps": 0,
        "before": place,
        "through": False,
        "safe": [place, public["units"][piece]["face"] if piece in public["units"] else ""],
        "with": "",
        "stopped": False,
    }


def hold(table: Table, place: str, seat: str) -> None:
    """11.4 A redoubt or the Palace is held by a side."""
    held = table.public["held"]
    if held.get(place) != seat:
        trail(table)
        held[place] = seat
        table.tell("held", {"at": place, "seat": seat})


def trail(table: Table) -> None:
    """Tell how far the piece under way has come since that was told."""
    mover = table.public["now"]["mover"]
    if mover and mover["trail"]:
        public, piece = table.public, mover["piece"]
        found = public["units"].get(piece) or public["galleys"].get(piece) or {"face": ""}
        start = mover.get("told", mover["from"])
        told = {"piece": piece, "start": start, "path": mover["trail"], "face": found["face"]}
        mover.update(trail=[], told=position.place_of(public, piece))
        table.tell("moves", told)


def end_move(table: Table) -> None:
    """The piece under way is at its end; H38 where it may not stay, it is put back to where it
    might have stayed last."""
    trail(table)
    public = table.public
    mover = public["now"]["mover"]
    if not mover:
        return
    piece, (place, face) = mover["piece"], mover["safe"]
    if piece in public["units"] and position.at(public, piece) != place:
        shift(table, piece, place, face, f"it cannot stay there ({mover['unsafe']})")
        if mover["with"]:
            lead(table, mover["with"], place, "with his unit")
    finish(table, [piece, *([mover["with"]] if mover["with"] else [])])
    if mover["with"]:
        public["now"][RIDER] = {"leader": mover["with"], "unit": piece}
    public["now"]["mover"] = None


def finish(table: Table, pieces: Iterable[str]) -> None:
    """Pieces have used up their activation."""
    done = table.public["now"]["done"]
    done += [piece for piece in pieces if piece not in done]


def enter(table: Table, unit: str, place: str, face: str, cost: int) -> None:
    """5.31 The unit under way enters a space, or a galley."""
    public = table.public
    mover = public["now"]["mover"]
    mover["before"] = public["units"][unit]["at"]
    take(public, unit)
    put(public, unit, place, face)
    _paid(mover, place, cost)
    if place in REDOUBTS:
        hold(table, place, SIDES[unit])
    if mover["with"]:
        public["leaders"][mover["with"]]["at"] = place
    public["now"]["moved"] += [unit] if unit not in public["now"]["moved"] else []


def ride(table: Table, leader: str, place: str, cost: int) -> None:
    """The leader under way enters a space, or a galley."""
    mover = table.public["now"]["mover"]
    table.public["leaders"][leader]["at"] = place
    _paid(mover, place, cost)


def _paid(mover: Data, place: str, cost: int) -> None:
    mover["left"] -= cost
    mover["steps"] += 1
    mover["trail"].append(place)


def pivot(table: Table, unit: str, face: str, cost: int) -> None:
    """6.12 The unit under way turns."""
    public = table.public
    public["units"][unit]["face"] = face
    mover = public["now"]["mover"]
    if mover["safe"][0] == position.at(public, unit):
        mover["safe"] = [mover["safe"][0], face]
    mover["left"] -= cost
    public["now"]["mover"]["trail"].append(face)


def unwritten() -> Data:
    """What a seat's own part holds when a player turn begins."""
    return {SHORT: 0, WISHES: {}}


def still_to_do(own: Data) -> Answer:
    """The lines of a player that are still to be carried out, in his own part."""
    lines: Answer = own.get(REST, {}).get("lines", [])
    return lines


def wish(table: Table, wishes: Mapping[str, str]) -> None:
    """What a player has ordered for the fight that is declared next, sealed in his own part."""
    own = table.state["seats"][table.public["seat"]]
    own[WISHES][str(len(table.public["fights"]))] = dict(wishes)


def wished(table: Table, number: int, key: str) -> str:
    """8.5, 8.53 What was ordered for a fight, "" for nothing."""
    own = table.state["seats"][table.public["seat"]]
    found: str = own[WISHES].get(str(number), {}).get(key, "")
    return found


def short(table: Table, seat: str) -> None:
    """A move ends before its path does, as only its owner knows."""
    table.state["seats"][seat][SHORT] += 1


def note(table: Table, key: str, piece: str) -> None:
    """A piece is among the fired, the barred, the landed of this turn."""
    listed = table.public["now"][key]
    listed += [piece] if piece not in listed else []


# -- units elsewhere -------------------------------------------------------------------------------


def shift(table: Table, unit: str, place: str, face: str, why: str) -> None:
    """A unit goes somewhere without moving of its own: it withdraws, retreats, advances."""
    public = table.public
    start = position.at(public, unit)
    take(public, unit)
    put(public, unit, place, free_face(public, unit, place, face))
    told = {"piece": unit, "start": start, "to": place, "why": why}
    table.tell("goes", {**told, "face": public["units"][unit]["face"]})
    if place in REDOUBTS:
        hold(table, place, SIDES[unit])
    if rides(public, unit):
        lead(table, public["now"][RIDER]["leader"], place, "with his unit")


def rides(public: Data, piece: str) -> bool:
    """4.43 Whether a unit has its commander along in this activation, or a commander has gone along
    with a unit that is still there: he stays with it."""
    pair = public["now"].get(RIDER, {})
    there = bool(pair) and pair["unit"] in public["units"] and pair["leader"] in public["leaders"]
    return there and piece in pair.values()


def turn(table: Table, unit: str, face: str) -> None:
    """A unit turns without moving of its own."""
    one = table.public["units"][unit]
    if one["face"] != face:
        one["face"] = face
        table.tell("turns", {"piece": unit, "face": face})


def lead(table: Table, leader: str, place: str, why: str) -> None:
    """A leader goes somewhere without moving of his own."""
    one = table.public["leaders"][leader]
    told = {"piece": leader, "start": one["at"], "to": place, "face": "", "why": why}
    one["at"] = place
    table.tell("goes", told)


def hit(table: Table, unit: str, hits: int, why: str) -> None:
    """10.11, 10.13 A unit takes hits; at its quality it is reduced, or gone."""
    public = table.public
    if unit not in public["units"] or hits < 1:
        return
    one, seat = public["units"][unit], SIDES[unit]
    public["now"]["hits"] += hits if seat != public["seat"] else 0
    one["hits"] += hits
    told = {"unit": unit, "hits": hits, "of": position.quality(public, unit), "why": why}
    table.tell("hit", {**told, "now": one["hits"]})
    while unit in public["units"] and one["hits"] >= position.quality(public, unit):
        over = one["hits"] - position.quality(public, unit)
        if one["reduced"] or not UNITS[unit]["reduced"]:
            eliminate(table, [unit])
        else:
            one["hits"], one["reduced"] = over, True
            table.tell("reduced", {"unit": unit, "hits": over})


def eliminate(table: Table, units: Iterable[str], why: str = "") -> None:
    """10.13 Units are gone."""
    public, gone = table.public, [unit for unit in units if unit in table.public["units"]]
    for unit in gone:
        take(public, unit)
        del public["units"][unit]
        public["lost"].append(unit)
        public["now"]["lost"] += SIDES[unit] == public["seat"]
    if gone:
        table.tell("eliminated", {"units": gone, "why": why})


def kill(table: Table, leader: str, why: str) -> None:
    """4.33, 4.34 A leader is dead, and goes along with nobody; of Caesar the Egyptians have won at
    once."""
    public = table.public
    del public["leaders"][leader]
    mover = public["now"]["mover"]
    if mover and mover["with"] == leader:
        mover["with"] = ""
    table.tell("killed", {"leader": leader, "why": why})
    if leader == CAESAR:
        end_game(table, EGYPTIAN, "caesar")
    elif not LEADERS[leader].get("seizures"):
        public["dead"].append(leader)


def replace(table: Table, leader: str, unit: str) -> None:
    """4.33 The replacement side of a leader comes to a unit."""
    public = table.public
    public["dead"] = [other for other in public["dead"] if other != leader]
    public["leaders"][leader] = {"at": position.at(public, unit), "replaced": True}
    table.tell("replaced", {"leader": leader, "unit": unit, "at": position.at(public, unit)})


def set_foot(table: Table, unit: str, to: str) -> None:
    """11.2 With a Roman landing on Pharos its garrison is free, from the end of the next Egyptian
    turn on."""
    if SIDES[unit] == ROMAN and to in ISLAND:
        table.public["landing"] = True


def leave_map(table: Table, unit: str) -> None:
    """5.31 A unit that leaves the map is eliminated."""
    trail(table)
    eliminate(table, [unit], "it leaves the map")


def stand(table: Table, units: Sequence[str]) -> None:
    """H39 Units will not move in this turn."""
    finish(table, units)
    table.tell("stands", {"units": list(units)})


def restack(table: Table, unit: str, number: int) -> None:
    """5.76 A unit takes another place among those of its side; enemies in a block keep theirs."""
    public = table.public
    place = position.at(public, unit)
    rest = [other for other in position.mates(public, unit) if other != unit]
    order = iter([*rest[:number], unit, *rest[number:]])
    stack = public["stacks"][place]
    public["stacks"][place] = [next(order) if SIDES[o] == SIDES[unit] else o for o in stack]
    table.tell("restacked", {"unit": unit, "at": place, "number": number + 1})


# -- the turn --------------------------------------------------------------------------------------


def activate(table: Table, what: str, units: Sequence[str]) -> None:
    """3.A What a player activates, and the units that he can order."""
    now = table.public["now"]
    now["activation"], now["active"] = what, list(units)
    seat = table.public["seat"]
    ships = position.galleys(table.public, seat) if what == position.FLEET else []
    told = {"seat": seat, "what": what, "galleys": ships, "units": list(units)}
    table.tell("activates", told)
