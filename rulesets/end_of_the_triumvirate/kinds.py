"""The requests, and the help for each: templates, standing orders, random play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.engine.beside import Kind, Lines, Suggestions, kinds_of
from referee.engine.choosing import one_of
from referee.engine.request import Data, View
from referee.engine.writer import Written
from referee.kit.lines import packed, several
from rulesets.end_of_the_triumvirate import actions, board, movement, supply
from rulesets.end_of_the_triumvirate.choices import Escape, Raise, Servant
from rulesets.end_of_the_triumvirate.position import enemy
from rulesets.end_of_the_triumvirate.sample import Player
from rulesets.end_of_the_triumvirate.turn import SUPPLY, Turn, TurnWalk
from rulesets.end_of_the_triumvirate.wording import VOCABULARY


class TurnSuggestions(Suggestions[Turn]):
    """A template with the default supply of Rome, and what can be done after it."""

    def open_words(self, request: Turn) -> list[str]:
        """Without the words for supply in the rest of a turn."""
        return [word for word in request.words if request.args["part"] == 1 or word not in SUPPLY]

    def template(self, request: Turn, view: View) -> list[str]:
        """Supply, a move, actions."""
        walk, lines = TurnWalk.on_copy(request, view), []
        public, seat = walk.public, request.seat
        at = board.NAMES[public["characters"][seat]["at"]]
        if not public["now"]["supplied"]:
            other = f"{{gold: 1, legions: 1, at: {at}}} or {{legions: 2, at: [{at}]}}"
            lines.append(f"- rome: {{gold: 2}}  # or {other}")
            most = dict.fromkeys(supply.GOODS, supply.UNITS)
            for goods, _, takers in supply.shortages(public, seat, most):
                note = f"who comes first; the supply has {public['supply'][goods]}"
                lines += [f"# - {supply.wish(goods, takers)}  # {note}"] if takers else []
            walk.finish()
        if not public["now"]["actions"]:
            lines += _some_move(public, seat)
        lines += _some_actions(public, seat)
        return [*lines, "# - wait  # stop here; give the other orders when you have seen this"]

    def at_hand(self, request: Turn, view: View, key: str, beside: Mapping[str, Any]) -> list[str]:
        """6.2 The next space of a path: one beside where it has come, or beside his own."""
        if key != "to":
            return []
        path = [view.public["characters"][request.seat]["at"], *beside.get("to", ())]
        return movement.beside(view.public, path[-1])

    def reach(self, request: Turn, view: View) -> list[str]:
        """6.1, 6.4 Where he can go, by the points that it takes, with whom he has brought."""
        walk = TurnWalk.on_copy(request, view)
        return [] if walk.public["now"]["actions"] else _reach(walk.public, request.seat)


def _reach(public: Data, seat: str) -> list[str]:
    legions, _ = movement.loads(public, seat)
    costs: dict[str, int] = {}
    for leg in movement.ways(public, seat, legions):
        price = movement.cost(leg, legions)
        costs[leg[-1]] = min(price, costs.get(leg[-1], price))
    costs.pop(public["characters"][seat]["at"], None)
    if not costs:
        return []
    lines = [f"You have {several(public['now']['points'], 'movement point')} left. You can go to:"]
    for points in sorted({*costs.values()}):
        ends = [key for key in board.LAND if costs.get(key) == points]
        names = [board.NAMES[key] + ("!" if enemy(public, seat, key) else "") for key in ends]
        lines += packed(f"  for {several(points, 'point')}:", names, 4)
    return [*lines, "  !: enemy province, so at least one legion must go along"]


def _some_move(public: Data, seat: str) -> list[str]:
    """A possible move, preferably to an own province, with everyone who is there."""
    legions, servants = movement.loads(public, seat)
    at = public["characters"][seat]["at"]
    able = [leg for leg in movement.ways(public, seat, legions) if leg[-1] != at]
    able.sort(key=lambda leg: (enemy(public, seat, leg[-1]), len(leg), leg))
    load = {"legions": legions, "servants": servants}
    along = "".join(f", {what}: {number}" for what, number in load.items() if number)
    note = f"name every space on the way; {several(legions, 'legion')} here"
    return [
        f"# - move: {{to: [{', '.join(board.NAMES[key] for key in leg)}]{along}}}  # {note}"
        for leg in able[:1]
    ]


def _some_actions(public: Data, seat: str) -> list[str]:
    """Actions that he can pay for, with their prices."""
    lines = []
    for action, section in actions.possible(public, seat):
        whose = VOCABULARY["section"].get(section, "")
        written = {"persuade": f"persuade: {whose}", "weapons": "weapons"}
        line = written.get(action, f"improve: {action}")
        lines.append(f"# - {line}  # {actions.price(public, seat, action)} gold")
    return lines


KINDS = kinds_of(
    Kind(Turn, TurnSuggestions(), Written(Player), Lines(Turn, whole_turn=True)),
    *map(one_of, (Escape, Raise, Servant)),
)
