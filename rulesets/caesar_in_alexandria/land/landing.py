"""12.3 How the Romans come ashore on Pharos, whoever says where."""

from referee.engine.action import UNSURE, Problem
from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.caesar_in_alexandria import board, position, verbs
from rulesets.caesar_in_alexandria.board import MAP, PHAROS, ROMAN, SETUP
from rulesets.caesar_in_alexandria.land.stacking import fits
from rulesets.caesar_in_alexandria.land.steps import come

_BEACHES = MAP["beaches"]["pharos"]
#: How they stand, if nothing is said.
FACE = "S"


def is_arrival(public: Data) -> bool:
    """Whether this is the turn in which they land."""
    return bool(public["scenario"] == PHAROS and public["seat"] == ROMAN and waiting(public))


def waiting(public: Data) -> list[str]:
    """Those who are still to land, in the order of the default."""
    known = (*public["units"], *public["lost"])
    return [unit for unit in SETUP["arrival"] if unit not in known]


def free_beaches(public: Data) -> list[str]:
    """12.3 The beach hexes with nobody in them."""
    return [one for one in _BEACHES if not position.stack(public, one)]


def why_not(public: Data, unit: str, at: str) -> Problem | None:
    """12.3 A beach hex north of Pharos, free when the first is put there; stacking is kept."""
    if at not in _BEACHES:
        return Problem("they land on the beach north of Pharos", "12.3", "3304 to 4130")
    there = position.stack(public, at)
    if any(other not in public["now"]["landed"] for other in there):
        return Problem("units are there", "12.3", weight=UNSURE)
    if unit in board.UNITS and not fits(public, unit, at):
        return Problem("there is no room", "5.71", weight=UNSURE)
    return None


async def land(table: Table, unit: str, at: str, face: str, leader: str) -> None:
    """12.3 A unit comes ashore."""
    verbs.set_up(table, unit, at, face)
    if leader:
        verbs.set_up(table, leader, at, "")
    verbs.begin_move(table, unit, 0)
    verbs.note(table, "landed", unit)
    table.public["now"]["mover"]["from"] = ""
    told = {"unit": unit, "at": at, "face": face, "leader": leader}
    table.tell("arrives", told)
    await come(table, unit, "")
    verbs.end_move(table)


async def land_rest(table: Table) -> None:
    """12.3 Whoever is left, one in a hex, in order; the legate with the first."""
    for unit in waiting(table.public):
        public = table.public
        at = free_beaches(public)[0]
        legate = SETUP["arrival-leader"]
        leader = "" if legate in public["leaders"] else legate
        await land(table, unit, at, FACE, leader)
