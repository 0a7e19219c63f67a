"""The end of fleet movement and the fleet's status phase: fatigue, fouling, fire, sinking (3.D)."""

from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.caesar_in_alexandria import position
from rulesets.caesar_in_alexandria.board import ATTACK, CRUISE, NAMES
from rulesets.caesar_in_alexandria.position import FLEET
from rulesets.caesar_in_alexandria.sea import course, effects, fleet
from rulesets.caesar_in_alexandria.sea.fleet import FIRE, FRESH, HALF, RAMMED, REPULSED

#: 7.32 A fire is out at this or less, and sinks the galley at this or more; 7.33 it spreads.
OUT, BURNS_DOWN, SPREADS = 2, 5, 5
#: 10.42 A rammed galley sinks.
SINKS = 6
#: 9.44 Taken off each try to unfoul.
UNFOULS = -2


def end_of_movement(table: Table) -> None:
    """5.46, 5.51, 5.56, 10.44 Before phase C of a fleet activation: fatigue, marks of half
    speed."""
    public = table.public
    if public["now"]["activation"] != FLEET:
        return
    mine = position.galleys(public, public["seat"])
    _drop_idle(table, mine)
    tests = [galley for galley in mine if must_test(public, galley)]
    if tests:
        _test(table, tests)
    rested = [galley for galley in mine if _rests(public, galley)]
    for galley in rested:
        public["galleys"][galley]["fatigue"] -= 1
    if rested:
        table.tell("rested", {"galleys": rested})
    for galley in fleet.now(public)["half"]:
        _speed_up(table, galley)


def _drop_idle(table: Table, mine: list[str]) -> None:
    """5.43 A galley at attack speed that did not sail though it could is at cruise (D6)."""
    public = table.public
    idle = [
        galley
        for galley in mine
        if fleet.one(public, galley)["speed"] == ATTACK
        and galley not in fleet.now(public)["sailed"]
        and course.open_steps(public, galley, course.LEAST_AT_ATTACK)
    ]
    for galley in idle:
        public["galleys"][galley]["speed"] = CRUISE
    if idle:
        table.tell("idle", {"galleys": idle})


def must_test(public: Data, galley: str) -> bool:
    """5.51 At attack speed, or at cruise with all points spent, or all but one; 5.55 none that is
    crippled or fouled."""
    if fleet.crippled(public, galley) or fleet.one(public, galley)["fouled"]:
        return False
    now = fleet.now(public)
    if fleet.one(public, galley)["speed"] == ATTACK or galley in now["tests"]:
        return True
    spent = now["spent"].get(galley, 0)
    return bool(spent and spent >= now["had"].get(galley, 0) - 1)


def _rests(public: Data, galley: str) -> bool:
    """5.56 It has spent nothing, and has fatigue to lose."""
    tired = fleet.one(public, galley)["fatigue"] > 0
    return tired and not fleet.now(public)["spent"].get(galley, 0)


def _test(table: Table, galleys: list[str]) -> None:
    """5.52 A die above the crew is a level more."""
    public = table.public
    dice = table.roll("fatigue", len(galleys), hoped=[1] * len(galleys))
    tired = [
        galley
        for galley, die in zip(galleys, dice, strict=True)
        if die > fleet.crew(public, galley)
    ]
    table.tell("fatigue", {"galleys": galleys, "dice": dice, "tired": tired})
    for galley in tired:
        effects.tire(table, galley)


def _speed_up(table: Table, galley: str) -> None:
    """10.44 The mark of half speed goes, but not while the galley is held."""
    public = table.public
    if galley not in public["galleys"]:
        return
    one = fleet.one(public, galley)
    if not one["grappled"] and not one["fouled"]:
        effects.unmark(table, galley, HALF)


# -- phase D ---------------------------------------------------------------------------------------


async def status(table: Table, seat: str) -> None:
    """3.D Unfoul, fight fires, fires spread, rammed galleys sink; own galleys alone."""
    public = table.public
    if public["now"]["activation"] != FLEET:
        return
    _unfoul(table, seat)
    _spread(table, _fight_fires(table, seat))
    _sink(table, seat)
    for galley in position.galleys(public, seat):
        effects.unmark(table, galley, FRESH, REPULSED)


def _unfoul(table: Table, seat: str) -> None:
    """9.44 Each fouled galley tries once."""
    public = table.public
    for galley in position.galleys(public, seat):
        if not fleet.one(public, galley)["fouled"]:
            continue
        crew = fleet.crew(public, galley)
        (die,) = table.roll(f"unfoul: {NAMES[galley]}", 1, hoped=[1])
        free = die + UNFOULS <= crew
        told = {"galley": galley, "added": UNFOULS, "crew": crew, "free": free}
        table.tell("unfoul", {**told, "dice": [die]})
        if free:
            effects.unfoul(table, galley)


def _fight_fires(table: Table, seat: str) -> list[str]:
    """7.32 Each burning galley, but not one that has just caught fire; those that burn on."""
    public = table.public
    alight = [one for one in position.galleys(public, seat) if fleet.has(public, one, FIRE)]
    burning = [galley for galley in alight if not fleet.has(public, galley, FRESH)]
    if not burning:
        return alight
    dice = table.roll("fires", len(burning), hoped=[1] * len(burning))
    found = dict(zip(burning, dice, strict=True))
    out = [galley for galley in burning if found[galley] <= OUT]
    down = [galley for galley in burning if found[galley] >= BURNS_DOWN]
    table.tell("fires", {"galleys": burning, "dice": dice, "out": out, "down": down})
    for galley in out:
        effects.unmark(table, galley, FIRE)
    for galley in down:
        effects.sink(table, [galley], "burned (7.32)")
    return [galley for galley in alight if OUT < found.get(galley, OUT + 1) < BURNS_DOWN]


def _spread(table: Table, sources: list[str]) -> None:
    """7.33, G39 To galleys of both sides that are grappled or fouled to one that burns on."""
    public = table.public
    near = [
        key
        for galley in sources
        for key in (*fleet.one(public, galley)["grappled"], *fleet.one(public, galley)["fouled"])
        if key != fleet.DAM and not fleet.has(public, key, FIRE)
    ]
    threatened = [galley for galley in position.galleys(public) if galley in near]
    if not threatened:
        return
    dice = table.roll("fires spread", len(threatened), hoped=[1] * len(threatened))
    caught = [galley for galley, die in zip(threatened, dice, strict=True) if die >= SPREADS]
    table.tell("spread", {"galleys": threatened, "dice": dice, "caught": caught})
    for galley in caught:
        effects.alight(table, galley)


def _sink(table: Table, seat: str) -> None:
    """10.42 Each rammed galley; with it go all that are grappled or fouled to it."""
    public = table.public
    for galley in position.galleys(public, seat):
        if galley not in public["galleys"] or not fleet.has(public, galley, RAMMED):
            continue
        (die,) = table.roll(f"rammed: {NAMES[galley]}", 1, hoped=[1])
        sinks = die >= SINKS
        table.tell("rammed", {"galley": galley, "dice": [die], "sinks": sinks})
        if sinks:
            effects.sink(table, fleet.linked(public, galley), "sunk (10.42)")
