"""The end of a player turn: replacements, exhaustion, victory (4.33, 11.3, 11.4, 12)."""

from referee.engine.rules import end_game
from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.caesar_in_alexandria import board, position, verbs
from rulesets.caesar_in_alexandria.board import (
    BATTLE,
    EGYPTIAN,
    HEPTASTADIUM,
    NAVAL,
    PALACE,
    PHAROS,
    POINTS,
    REDOUBTS,
    ROMAN,
    SEATS,
    TABLES,
)
from rulesets.caesar_in_alexandria.position import COMMANDER, GOALS


def hold(table: Table) -> None:
    """11.4, H21 Who holds the Palace now: a side without enemies there, or the last such side."""
    there = position.in_palace(table.public)
    if len(there) == 1:
        verbs.hold(table, PALACE, there[0])


def exhaust(table: Table, seat: str) -> None:
    """11.3 Phase E of a side: whether it is at its level; H79 with the option that ends the game
    for any."""
    public = table.public
    if not position.exhaustion(public) or public["now"]["activation"] == COMMANDER:
        return
    spent = {side: position.losses(public, side) for side in SEATS}
    at_level = {side: spent[side] >= TABLES["levels"][side] for side in SEATS}
    if at_level[seat] and not public["exhausted"][seat]:
        public["exhausted"][seat] = True
        table.tell("exhausted", {"seat": seat, "losses": spent[seat]})
    if public["first exhausted"] and any(at_level.values()):
        _first_exhausted(table, at_level)


def _first_exhausted(table: Table, at_level: dict[str, bool]) -> None:
    """H79 Control first, as it is now; otherwise the side below its level, or nobody."""
    hold(table)
    winner = _holder(table.public)
    if not winner and not all(at_level.values()):
        winner = next(side for side in SEATS if not at_level[side])
    end_game(table, winner or None, "goals" if _holder(table.public) else "first-exhausted")


def _holder(public: Data) -> str:
    """11.4 Who holds both redoubts and the Palace, "" if nobody does."""
    if len(position.in_palace(public)) > 1:
        return ""
    holders = {public["held"][place] for place in GOALS}
    return next(iter(holders)) if len(holders) == 1 else ""


def decide(table: Table) -> None:
    """3.F Whether the game is over, by its scenario."""
    public = table.public
    if public["result"]:
        return
    hold(table)
    _DECIDES[public["scenario"]](table)


def _battle(table: Table) -> None:
    """11.4 All three goals; 11.3 both exhausted."""
    winner = _holder(table.public)
    if winner:
        end_game(table, winner, "goals")
    elif all(table.public["exhausted"].values()):
        end_game(table, None, "both-exhausted")


def _heptastadium(table: Table) -> None:
    """12.1 After the last turn the Romans need both redoubts."""
    public = table.public
    if public["turn"] >= board.SETUP[HEPTASTADIUM]["turns"]:
        both = all(public["held"][redoubt] == ROMAN for redoubt in REDOUBTS)
        end_game(table, ROMAN if both else EGYPTIAN, "redoubts")


def _pharos(table: Table) -> None:
    """12.3 A side without a unit has lost; after the last turn the Romans need the town."""
    public = table.public
    left = [seat for seat in SEATS if position.of_side(public, seat)]
    if len(left) < len(SEATS):
        end_game(table, left[0] if left else None, "wiped-out")
    elif public["turn"] >= board.SETUP[PHAROS]["turns"]:
        town = [
            point for point in (*POINTS, REDOUBTS[1]) if point in position.country(public).links
        ]
        kept = any(position.held_by(public, place, EGYPTIAN) for place in town)
        end_game(table, EGYPTIAN if kept else ROMAN, "town")


def _naval(table: Table) -> None:
    """12.2 After each Egyptian turn who has enough points, if both have the higher total; a side
    with no galley left has lost (H73)."""
    public, needs = table.public, board.SETUP["naval-points"]
    afloat = [seat for seat in SEATS if position.galleys(public, seat)]
    points = public["points"]
    enough = [seat for seat in SEATS if points[seat] >= needs[seat]]
    if len(afloat) < len(SEATS):
        end_game(table, afloat[0] if afloat else None, "no-galley")
    elif public["seat"] == EGYPTIAN and enough:
        ahead = max(enough, key=lambda seat: points[seat])
        level = len(enough) > 1 and points[ROMAN] == points[EGYPTIAN]
        end_game(table, None if level else ahead, "points")


_DECIDES = {BATTLE: _battle, HEPTASTADIUM: _heptastadium, PHAROS: _pharos, NAVAL: _naval}
