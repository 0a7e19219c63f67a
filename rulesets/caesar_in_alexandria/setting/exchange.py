"""11, 12 Which counters make up a force: its player may take others for those of the default.

public["now"]["exchanged"], until the first turn: counter of the default -> the one in its stead."""

from collections.abc import Mapping, Sequence

from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.caesar_in_alexandria import board, position
from rulesets.caesar_in_alexandria.board import (
    BATTLE,
    CO,
    GALLEYS,
    LC,
    LEADERS,
    NAVAL,
    PHAROS,
    SETUP,
    SIDES,
    TYPE,
    UNITS,
    VETERANS,
)

EXCHANGED = "exchanged"
#: 11.2, 12.3 The force of ten units, whatever they are, and with a subordinate leader.
GARRISON = "pharos garrison"


def forces(public: Data) -> Sequence[Data]:
    """The forces of the scenario."""
    found: Sequence[Data] = SETUP[public["scenario"]]["forces"]
    return found


def pieces(public: Data, number: int) -> Mapping[str, str]:
    """The pieces of a force, with where the default puts each."""
    taken = public["now"].get(EXCHANGED, {})
    return {taken.get(one, one): text for one, text in forces(public)[number]["at"].items()}


def is_there(public: Data, piece: str) -> bool:
    """Whether a piece has been set up."""
    return position.place_of(public, piece) != ""


def left(public: Data, number: int) -> list[str]:
    """The pieces of a force that are still to be set up."""
    return [piece for piece in pieces(public, number) if not is_there(public, piece)]


def others(public: Data, number: int) -> list[str]:
    """The pieces that could be of a force in the stead of one that is still to be set up."""
    seat, last = forces(public)[number]["seat"], range(number + 1, len(forces(public)))
    later = [one for n in last if forces(public)[n]["seat"] == seat for one in pieces(public, n)]
    able = [*later, *(one for one in _spare(public) if SIDES[one] == seat)]
    return [one for one in board.in_order(able) if in_whose_stead(public, number, one)]


def in_whose_stead(public: Data, number: int, piece: str) -> str:
    """The piece of a force that another one can replace, the last of those left; "" for none."""
    found = (one for one in reversed(left(public, number)) if _alike(public, number, one, piece))
    return next(found, "")


def _spare(public: Data) -> list[str]:
    """12.1 to 12.3 Counters that no force has where any will do: cohorts; a leader on Pharos."""
    leaders = LEADERS if public["scenario"] == PHAROS else ()
    able = [*(unit for unit in UNITS if TYPE[unit] == CO), *leaders]
    known = [one for number in range(len(forces(public))) for one in pieces(public, number)]
    return [one for one in able if one not in (*known, *SETUP["arrival"])]


def _alike(public: Data, number: int, one: str, other: str) -> bool:
    """Whether one counter does as well as another: leaders, and any units on foot, for Pharos;
    artillery for artillery; units of one type, cohorts of one legion, veterans at sea."""
    scenario, free = public["scenario"], forces(public)[number]["area"] == GARRISON
    if {one, other} & {*GALLEYS, *board.COMMANDERS.values()}:
        return False
    if one in LEADERS or other in LEADERS:
        return free and one in LEADERS and other in LEADERS
    if free and scenario == BATTLE:
        return LC not in (TYPE[one], TYPE[other])
    if board.is_artillery(one):
        return board.is_artillery(other)
    legion = [UNITS[unit].get("legion") for unit in (one, other)]
    same = len({*legion}) == 1 or (scenario == NAVAL and {one, other} <= {*VETERANS})
    return TYPE[one] == TYPE[other] and same


def exchange(table: Table, number: int, piece: str) -> None:
    """A piece is of this force, and the one in whose stead it is of the other."""
    public = table.public
    one = in_whose_stead(public, number, piece)
    taken: dict[str, str] = public["now"].setdefault(EXCHANGED, {})
    found = {taken.get(key, key): key for force in forces(public) for key in force["at"]}
    for now, before in ((piece, one), (one, piece)):
        if before in found:
            taken[found[before]] = now
