"""8.2, 8.3 Tests before shock, by those who attack and those who are attacked in hexes."""

from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.caesar_in_alexandria import board, position
from rulesets.caesar_in_alexandria.board import AR, LC, LI, MI, TYPE
from rulesets.caesar_in_alexandria.shock import fights
from rulesets.caesar_in_alexandria.shock.retreat import back_before, test


async def tests(table: Table, fight: Data) -> None:
    """8.2 Attackers of case B, then defenders if there is one of case A."""
    public = table.public
    if fight["kind"] != fights.ZONE:
        return
    for unit in fights.attackers(public, fight):
        if case_b(public, fight, unit) and test(table, unit, _stacked(public, unit), "attacks"):
            fight["attackers"].remove(unit)
    drop_out(public, fight)
    if any(fights.must_attack(public, unit) for unit in fights.attackers(public, fight)):
        found = fights.defenders(public, fight)
        # 8.3 the tests are simultaneous: who was stacked is, though the other has left by then
        for unit, more in [(unit, _stacked(public, unit)) for unit in found]:
            await _defends(table, fight, unit, more)
    drop_out(public, fight)


def _stacked(public: Data, unit: str) -> int:
    """5.77 One more if it is stacked."""
    return 1 if len(position.stack(public, position.at(public, unit))) > 1 else 0


def case_b(public: Data, fight: Data, unit: str) -> bool:
    """8.2 B: moved or landed medium and light infantry and cavalry, but not against archers or
    artillery."""
    now = public["now"]
    if TYPE[unit] not in (MI, LI, LC) or not fights.in_the_open(public, unit):
        return False
    if unit not in (*now["moved"], *now["landed"]):
        return False
    enemies = fights.defenders(public, fight)
    return not all(TYPE[enemy] == AR or board.is_artillery(enemy) for enemy in enemies)


async def _defends(table: Table, fight: Data, unit: str, stacked: int) -> None:
    """8.3, H49 Artillery tests only when alone."""
    if position.at(table.public, unit) not in fight["at"] or (board.is_artillery(unit) and stacked):
        return
    if test(table, unit, stacked, "stands") and not await back_before(table, unit):
        fight["trapped"] = True


def drop_out(public: Data, fight: Data) -> None:
    """8.3, H15 Places that are empty, and attackers with nobody left to attack, are out; so are
    hexes that lie in the zone of none who still attacks (8.11)."""
    held = {position.at(public, unit) for unit in fights.defenders(public, fight)}
    fight["at"] = [to for to in fight["at"] if to in public["galleys"] or to in held]
    if fight["kind"] == fights.ZONE:
        fight["attackers"] = [
            unit
            for unit in fights.attackers(public, fight)
            if any(to in fight["at"] for to in fights.reached(public, unit))
        ]
        met = {to for unit in fight["attackers"] for to in fights.reached(public, unit)}
        fight["at"] = [place for place in fight["at"] if place in met]
