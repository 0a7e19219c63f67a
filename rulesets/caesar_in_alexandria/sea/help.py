"""What helps to write the orders of a fleet: lines of a template, ids for hints."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine.view import Data
from referee.kit.lines import several
from rulesets.caesar_in_alexandria import board, position
from rulesets.caesar_in_alexandria.board import ATTACK, CRUISE, GROUND, NAMES, PORTS, WATER, named
from rulesets.caesar_in_alexandria.position import FLEET
from rulesets.caesar_in_alexandria.sea import course, fleet, missiles
from rulesets.caesar_in_alexandria.sea.fleet import DAM
from rulesets.caesar_in_alexandria.sea.grapples import grapple_problem
from rulesets.caesar_in_alexandria.sea.legs import UNGRAPPLE
from rulesets.caesar_in_alexandria.shock.fights import never_attacks

#: Galleys whose courses a template begins.
_FEW = 3
#: Keys of orders behind which an enemy galley stands.
_AT = ("ram", "rake", "diekplus", "fire", "grapple")


def waiting(public: Data, seat: str) -> list[str]:
    """Galleys of a side that have not sailed in this activation."""
    done = fleet.now(public)["sailed"]
    return [galley for galley in position.galleys(public, seat) if galley not in done]


def template(public: Data, seat: str) -> list[str]:
    """Speeds, a few courses, boarding: what is possible now."""
    left = waiting(public, seat)
    lines: list[str] = []
    able = [galley for galley in left if not fleet.cruise_only(public, galley)]
    if able and not fleet.now(public)["sailed"]:
        note = "all others are at cruise; before any galley moves"
        lines.append(f"attack speed: [{', '.join(NAMES[key] for key in able[:2])}]  # {note}")
    lines += [line for galley in left for line in _course(public, galley)][:_FEW]
    return lines + _boarding(public, seat)[:1]


def _course(public: Data, galley: str) -> list[str]:
    """A step ahead, before that fire, or a grapple where it lies, or a try to get free; with what
    it can spend."""
    most = fleet.allowance(public, galley, CRUISE)
    path, near = _ahead(public, galley, most), _within_reach(public, galley)
    if near:
        path = [f"{{grapple: {NAMES[near[0]]}}}"]
    elif missiles.strength(public, galley) and missiles.targets(public, galley):
        path.insert(0, f"{{fire: {named(missiles.targets(public, galley)[0])}}}")
    elif most and fleet.one(public, galley)["grappled"]:
        path = [UNGRAPPLE]
    if not path:
        return []
    speeds = [f"{several(most, 'point')} at cruise"]
    if not fleet.cruise_only(public, galley):
        speeds.append(f"{fleet.allowance(public, galley, ATTACK)} at attack speed")
    return [f"sail: {{galley: {NAMES[galley]}, path: [{', '.join(path)}]}}  # {', '.join(speeds)}"]


def _fast(public: Data, galley: str) -> bool:
    """5.42 Whether it is at attack speed in this turn, not still from the last one."""
    fast: bool = fleet.one(public, galley)["speed"] == ATTACK
    return fast and public["now"]["activation"] == FLEET


def _ahead(public: Data, galley: str, most: int) -> list[str]:
    """A step that is possible at cruise; at attack speed two straight ahead (5.43)."""
    steps = course.open_steps(public, galley, most)
    first = [step for step in steps[:1] if not step.under]
    if not _fast(public, galley):
        return [step.to for step in first]
    one = fleet.one(public, galley)
    on = [fleet.beyond(step.to, one["face"]) for step in first if step.face == one["face"]]
    return [to for to in on if to and to not in PORTS and fleet.free(public, to, galley)]


def _within_reach(public: Data, galley: str) -> list[str]:
    """9.32 Enemies that it could grapple where it lies, at its speed of this turn."""
    if _fast(public, galley):
        return []
    beside = fleet.close_by(public, galley, fleet.enemy(public, galley))
    slow = [enemy for enemy in beside if fleet.one(public, enemy)["speed"] != ATTACK]
    return [enemy for enemy in slow if not grapple_problem(public, galley, enemy)]


def _boarding(public: Data, seat: str) -> list[str]:
    """8.6 Whom units could board."""
    lines = []
    for galley in position.galleys(public, seat):
        units = [unit for unit in position.stack(public, galley) if not never_attacks(unit)]
        for enemy in fleet.one(public, galley)["grappled"]:
            if units and enemy != DAM and fleet.side(public, enemy) != seat:
                named = ", ".join(NAMES[unit] for unit in units)
                lines.append(f"attack: {{with: [{named}], at: {NAMES[enemy]}}}")
    return lines


def at_hand(public: Data, seat: str, key: str, beside: Mapping[str, Any]) -> list[str]:
    """Galleys that can still sail, the next hexes of a course, enemies for what it does."""
    left = waiting(public, seat)
    if key == "galley":
        return left
    if key == "attack speed":
        return [galley for galley in left if not fleet.cruise_only(public, galley)]
    if key in _AT:
        return position.galleys(public, board.other(seat))
    if key == "path" and beside.get("galley") in left:
        return _next_hexes(public, beside["galley"], beside.get("path") or [])
    return []


def _next_hexes(public: Data, galley: str, path: Sequence[Any]) -> list[str]:
    """Hexes that it can enter from where its course leads; of the first those that are free."""
    hexes = [leg for leg in path if isinstance(leg, str) and leg in GROUND]
    if not hexes:
        most = fleet.allowance(public, galley, CRUISE)
        return [step.to for step in course.open_steps(public, galley, most)]
    return list(WATER.get(hexes[-1], ()))
