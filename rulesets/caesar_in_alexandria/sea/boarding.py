"""8.6 What fights between galleys, and with the causeway, come to: capture, and who goes over."""

from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.caesar_in_alexandria import position, verbs
from rulesets.caesar_in_alexandria.board import GALLEYS
from rulesets.caesar_in_alexandria.sea import effects, fleet
from rulesets.caesar_in_alexandria.sea.fleet import REPULSED
from rulesets.caesar_in_alexandria.shock import fights


def target(public: Data, fight: Data) -> str:
    """The galley that is attacked in a fight and is still the enemy's, "" for none."""
    at = fight["at"][0] if fight["at"] else ""
    enemy_s = at in public["galleys"] and fleet.side(public, at) != public["seat"]
    return at if at in GALLEYS and enemy_s else ""


def undefended(public: Data, fight: Data) -> bool:
    """8.65 Whether nobody is aboard."""
    galley = target(public, fight)
    return bool(galley) and not position.stack(public, galley)


def settle(table: Table, number: int, attacker: str, captured: bool) -> None:
    """8.53, 8.64 A galley that is captured, or where nobody is left, is taken by one who goes
    over (H58: nobody is left to go over: it stays, empty); others have held it (9.42)."""
    public = table.public
    fight = public["fights"][number]
    galley = target(public, fight)
    if not galley:
        return
    if not captured and position.stack(public, galley):
        if fight["kind"] == fights.BOARD:
            effects.mark(table, galley, REPULSED)
        return
    able = fights.candidates(public, fight)
    unit = fights.goes_in(public, able, attacker, verbs.wished(table, number, "advance"))
    if not unit:
        if captured:
            effects.drown(table, [galley], "R (8.64)")
        return
    effects.capture(table, galley, public["seat"])
    verbs.shift(table, unit, galley, "", "goes aboard (8.53)")
