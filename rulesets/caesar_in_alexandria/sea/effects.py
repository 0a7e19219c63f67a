"""What becomes of galleys: fatigue, marks, grapples, sinking, and the points of 12.2 for it."""

from collections.abc import Iterable, Sequence

from referee.engine.table import Table
from rulesets.caesar_in_alexandria import board, position, verbs
from rulesets.caesar_in_alexandria.board import ATTACK, CRUISE, GALLEYS, NAVAL, SETUP, SIDES
from rulesets.caesar_in_alexandria.sea import fleet
from rulesets.caesar_in_alexandria.sea.fleet import (
    AGROUND,
    CAPTURED,
    CRIPPLED,
    DAM,
    FIRE,
    FRESH,
    HALF,
    RAMMED,
)


def mark(table: Table, galley: str, *marks: str) -> None:
    """A galley gets marks that it has not."""
    own = table.public["galleys"][galley]["marks"]
    own += [one for one in marks if one not in own]


def unmark(table: Table, galley: str, *marks: str) -> None:
    """A galley loses marks."""
    one = table.public["galleys"][galley]
    one["marks"] = [other for other in one["marks"] if other not in marks]


def tire(table: Table, galley: str) -> None:
    """5.55 One level of fatigue, never above the printed cruise; none for a crippled galley."""
    one = table.public["galleys"][galley]
    if not fleet.crippled(table.public, galley):
        one["fatigue"] = min(one["fatigue"] + 1, GALLEYS[galley]["cruise"])
    slow_down(table, galley)


def slow_down(table: Table, galley: str) -> None:
    """5.46 A galley that may be at cruise only drops to it; if active it will test fatigue."""
    public = table.public
    one = public["galleys"][galley]
    if one["speed"] == ATTACK and fleet.cruise_only(public, galley):
        one["speed"] = CRUISE
        if one["side"] == public["seat"]:
            fleet.now(public)["tests"].append(galley)


# -- points ----------------------------------------------------------------------------------------


def score(table: Table, galley: str, more: int = 0) -> None:
    """12.2 Points for the enemy of a galley's first side: its defence in ramming, one more if it
    is captured; once, by its worst fate (H23, H66)."""
    public = table.public
    if public["scenario"] != NAVAL:
        return
    worth, known = GALLEYS[galley]["defence"] + more, public["scored"].get(galley, 0)
    if worth > known:
        seat = board.other(SIDES[galley])
        public["scored"][galley] = worth
        public["points"][seat] += worth - known
        told = {"seat": seat, "galley": galley, "points": worth - known}
        table.tell("points", {**told, "now": public["points"][seat]})


def score_slip(table: Table) -> None:
    """12.2 Points of the Romans for an Egyptian slip."""
    public = table.public
    if public["scenario"] == NAVAL and public["seat"] == board.ROMAN:
        worth = SETUP["naval-points"]["slip"]
        public["points"][board.ROMAN] += worth
        told = {"seat": board.ROMAN, "galley": "", "points": worth}
        table.tell("points", {**told, "now": public["points"][board.ROMAN]})


# -- what stops a galley ---------------------------------------------------------------------------


def ground(table: Table, galley: str) -> None:
    """5.28 It is aground for good."""
    mark(table, galley, AGROUND)
    slow_down(table, galley)
    score(table, galley)


def ram(table: Table, galley: str) -> None:
    """10.42 It is rammed."""
    mark(table, galley, RAMMED)
    slow_down(table, galley)
    score(table, galley)


def foul(table: Table, galley: str, other: str) -> None:
    """9.15 Two galleys are fouled."""
    for one, two in ((galley, other), (other, galley)):
        fouled = table.public["galleys"][one]["fouled"]
        table.public["galleys"][one]["fouled"] = board.in_order({*fouled, two})
        slow_down(table, one)


def grapple(table: Table, galley: str, other: str) -> None:
    """9.31 Two galleys are grappled, or one to the causeway."""
    ships = table.public["galleys"]
    for one, two in ((galley, other), (other, galley)):
        if one != DAM:
            known = [key for key in ships[one]["grappled"] if key != two]
            ships[one]["grappled"] = _sorted([*known, two])
            slow_down(table, one)


def let_go(table: Table, galley: str, others: Iterable[str]) -> None:
    """9.4 Grapples end."""
    ships = table.public["galleys"]
    for other in others:
        for one, two in ((galley, other), (other, galley)):
            if one in ships:
                ships[one]["grappled"] = [key for key in ships[one]["grappled"] if key != two]


def unfoul(table: Table, galley: str) -> None:
    """9.44 A galley is free of all with which it was fouled; each gets the mark of half speed."""
    ships = table.public["galleys"]
    for other in ships[galley]["fouled"]:
        ships[other]["fouled"] = [key for key in ships[other]["fouled"] if key != galley]
        mark(table, other, HALF)
        slow_down(table, other)
    ships[galley]["fouled"] = []
    mark(table, galley, HALF)
    slow_down(table, galley)


def cripple(table: Table, galley: str, hand: str) -> None:
    """9.28, 10.43 A row of oars is gone on a side; fatigue does not matter any more."""
    public = table.public
    public["galleys"][galley]["fatigue"] = 0
    mark(table, galley, CRIPPLED[hand])
    slow_down(table, galley)


def capture(table: Table, galley: str, seat: str) -> None:
    """10.41 A galley changes hands: all aboard die, fatigue is cut to what it can still go."""
    public = table.public
    told = {"galley": galley, "seat": seat, "units": list(position.stack(public, galley))}
    table.tell("captured", told)
    drown(table, [galley], "captured with their galley (8.64)")
    public["galleys"][galley]["side"] = seat
    mark(table, galley, CAPTURED)
    slow_down(table, galley)
    most = fleet.halved(GALLEYS[galley]["cruise"], 1)
    one = public["galleys"][galley]
    one["fatigue"] = min(one["fatigue"], most)
    score(table, galley, 1)


def alight(table: Table, galley: str) -> None:
    """7.31, 7.33 A galley burns; one of a fleet that is activated fights that in its next status
    phase alone."""
    own = fleet.side(table.public, galley) == table.public["seat"]
    fresh = [FRESH] if own and table.public["now"]["activation"] == position.FLEET else []
    mark(table, galley, FIRE, *fresh)


# -- the end of a galley ---------------------------------------------------------------------------


def sink(table: Table, galleys: Sequence[str], why: str) -> None:
    """7.32, 10.42, 5.31 Galleys are gone with everyone aboard."""
    public = table.public
    table.tell("sunk", {"galleys": list(galleys), "why": why})
    drown(table, galleys, "aboard")
    for galley in galleys:
        one = public["galleys"][galley]
        let_go(table, galley, one["grappled"])
        for other in one["fouled"]:
            left = [key for key in public["galleys"][other]["fouled"] if key != galley]
            public["galleys"][other]["fouled"] = left
        left = [key for key in public["ships"].pop(one["at"]) if key != galley]
        if left:
            public["ships"][one["at"]] = left
        del public["galleys"][galley]
        score(table, galley)


def drown(table: Table, galleys: Sequence[str], why: str) -> None:
    """Everyone aboard dies."""
    public = table.public
    units = [unit for galley in galleys for unit in position.stack(public, galley)]
    leaders = [one for galley in galleys for one in position.leaders_in(public, galley)]
    verbs.eliminate(table, units, why)
    for leader in leaders:
        verbs.kill(table, leader, why)


def go(table: Table, galley: str, to: str, face: str) -> None:
    """A galley lies in another hex now; in port it is at cruise."""
    public = table.public
    one = public["galleys"][galley]
    left = [key for key in public["ships"].pop(one["at"]) if key != galley]
    if left:
        public["ships"][one["at"]] = left
    public["ships"].setdefault(to, []).append(galley)
    one["at"], one["face"] = to, face
    slow_down(table, galley)


def _sorted(keys: Iterable[str]) -> list[str]:
    """Galleys in order, the causeway last."""
    return sorted(keys, key=lambda key: board.ORDER.get(key, len(board.ORDER)))
