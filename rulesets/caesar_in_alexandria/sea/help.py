"""What helps to write the orders of a fleet: lines of a template, ids for hints."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine.view import Data
from rulesets.caesar_in_alexandria import board, position
from rulesets.caesar_in_alexandria.board import ATTACK, CRUISE, GROUND, NAMES, WATER
from rulesets.caesar_in_alexandria.sea import course, fleet, missiles
from rulesets.caesar_in_alexandria.sea.fleet import DAM
from rulesets.caesar_in_alexandria.sea.grapples import grapple_problem
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
    """A step ahead, or fire and a grapple where it lies; with what it can spend."""
    steps = course.open_steps(public, galley, fleet.allowance(public, galley, CRUISE))
    path = [step.to for step in steps[:1] if not step.under]
    near = [
        enemy
        for enemy in fleet.close_by(public, galley, fleet.enemy(public, galley))
        if not grapple_problem(public, galley, enemy)
    ]
    if near:
        path = [f"{{grapple: {NAMES[near[0]]}}}"]
    elif missiles.strength(public, galley) and missiles.targets(public, galley):
        path.append(f"{{fire: {NAMES[missiles.targets(public, galley)[0]]}}}")
    if not path:
        return []
    speeds = [f"{fleet.allowance(public, galley, CRUISE)} points at cruise"]
    if not fleet.cruise_only(public, galley):
        speeds.append(f"{fleet.allowance(public, galley, ATTACK)} at attack speed")
    return [f"sail: {{galley: {NAMES[galley]}, path: [{', '.join(path)}]}}  # {', '.join(speeds)}"]


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
