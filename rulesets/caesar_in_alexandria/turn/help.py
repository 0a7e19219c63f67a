"""What helps to write the orders of a turn: a template, hints, advance orders."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine.beside import Suggestions
from referee.engine.request import Data, View
from rulesets.caesar_in_alexandria import board, position
from rulesets.caesar_in_alexandria.board import GALLEYS, NAMES, named
from rulesets.caesar_in_alexandria.land import march, ways
from rulesets.caesar_in_alexandria.land.facing import goes_ahead
from rulesets.caesar_in_alexandria.land.fire import may_fire, shot_at
from rulesets.caesar_in_alexandria.land.landing import FACE, free_beaches, waiting
from rulesets.caesar_in_alexandria.land.stacking import may_stay
from rulesets.caesar_in_alexandria.position import ARRIVAL, FLEET
from rulesets.caesar_in_alexandria.sea import help as at_sea
from rulesets.caesar_in_alexandria.shock.fights import never_attacks, targets_in_zone
from rulesets.caesar_in_alexandria.turn.command import activated, choices
from rulesets.caesar_in_alexandria.turn.orders import Orders

#: Examples of each word in a template.
_FEW = 3


class OrdersHelp(Suggestions[Orders]):
    """Whom to activate; a step, a shot and a fight for some of them."""

    def template(self, request: Orders, view: View) -> list[str]:
        """As comments: without a line you pass."""
        public, seat = view.public, request.seat
        chosen = public["now"]["activation"]
        lines: list[str] = []
        units: Sequence[str] = public["now"]["active"]
        if not chosen:
            able = choices(public, seat)
            others = ", ".join(named(one) for one in able[1:])
            note = f"  # or {others}" if others else ""
            lines = [f"activate: {named(one)}{note}" for one in able[:1]]
            chosen = able[0] if able else ""
            units = activated(public, seat, chosen) if able else []
        left = [unit for unit in units if _can_act(public, unit)]
        if chosen == FLEET:
            lines += at_sea.template(public, seat)
        if chosen == ARRIVAL:
            lines += _landings(public)[:_FEW]
        lines += _moves(public, left)[:_FEW] + _shots(public, left)[:1] + _fights(public, left)[:1]
        lines.append("look  # stop here, and order the rest when you have seen what came of this")
        return [f"# - {line}" for line in lines]

    def later(self, request: Orders, view: View) -> list[str]:
        """What the enemy may bring about."""
        galleys = position.galleys(view.public, request.seat)
        if not position.has_land(view.public) and galleys:
            return [
                f"- {{on: evasion, galley: {NAMES[galleys[0]]}, orders: [evade: [astern, ahead]]}}",
                "- {on: sea fire, cause: [ram, rake], orders: [shoot]}",
            ]
        return [
            "- {on: withdrawal, distance: 1, orders: [pass]}",
            "- {on: seize, orders: [seize: let]}",
        ]

    def at_hand(
        self, request: Orders, view: View, key: str, beside: Mapping[str, Any]
    ) -> list[str]:
        """Units that can still be ordered, leaders, the next spaces of a path."""
        public, now = view.public, view.public["now"]
        if key == "activate":
            return choices(public, request.seat)
        left = [unit for unit in now["active"] if _can_act(public, unit)]
        if now["activation"] == ARRIVAL and not now["shock"]:
            return _landing_at_hand(public, key)
        if key in ("unit", "with"):
            return left
        if key == "piece":
            return [*left, *march.movable_leaders(public)]
        if key == "path" and beside.get("piece"):
            return _next_spaces(public, beside["piece"], beside.get("path") or [])
        if now["activation"] == FLEET:
            return at_sea.at_hand(public, request.seat, key, beside)
        return []


def _can_act(public: Data, unit: str) -> bool:
    """Whether an activated unit is on the map, or aboard, and has not been ordered yet."""
    return unit in public["units"] and unit not in public["now"]["done"]


def _landings(public: Data) -> list[str]:
    """12.3 A beach hex for each unit that is still to land."""
    pairs = zip(waiting(public), free_beaches(public), strict=False)
    return [f"arrive: {{unit: {NAMES[unit]}, at: {NAMES[at]}, face: {FACE}}}" for unit, at in pairs]


def _landing_at_hand(public: Data, key: str) -> list[str]:
    """12.3 Who lands, and where."""
    legate = board.SETUP["arrival-leader"]
    leader = [] if legate in public["leaders"] else [legate]
    return {"unit": waiting(public), "at": free_beaches(public), "with": leader}.get(key, [])


def _next_spaces(public: Data, piece: str, path: Sequence[Any]) -> list[str]:
    """Spaces beside the last one of a path."""
    spaces = [item for item in path if isinstance(item, str) and item in board.SPACE_ORDER]
    here = spaces[-1] if spaces else position.place_of(public, piece)
    return ways.steps(public, here)


def _moves(public: Data, units: Sequence[str]) -> list[str]:
    """A first step of those that can go ahead as they stand, and lie below none of them (5.76)."""
    stacks = {position.at(public, unit): position.mates(public, unit) for unit in units}
    tops = [next(one for one in mates if one in units) for mates in stacks.values()]
    pairs = [(unit, to) for unit in tops for to in _ahead(public, unit)[:1]]
    return [f"move: {{piece: {NAMES[unit]}, path: [{NAMES[to]}]}}" for unit, to in pairs]


def _ahead(public: Data, unit: str) -> list[str]:
    """Where a unit on land can step without a turn, and stay."""
    one = public["units"][unit]
    if one["at"] in GALLEYS:
        return []
    steps = [to for to in ways.steps(public, one["at"]) if goes_ahead(one["at"], one["face"], to)]
    return [to for to in steps if may_stay(public, unit, to) and not ways.why_not(public, unit, to)]


def _shots(public: Data, units: Sequence[str]) -> list[str]:
    """Shots that are possible now."""
    return [
        f"fire: {{unit: {NAMES[unit]}, at: {NAMES[place]}}}"
        for unit in units
        if may_fire(public, unit)
        for place in sorted(public["stacks"])
        if shot_at(public, unit, place)
    ]


def _fights(public: Data, units: Sequence[str]) -> list[str]:
    """Fights that are possible now."""
    able = [unit for unit in units if not never_attacks(unit) and targets_in_zone(public, unit)]
    return [f"attack: {{with: [{NAMES[unit]}]}}" for unit in able]
