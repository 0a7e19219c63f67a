"""The orders of a player turn, in one file: activation, moves, fire, galleys, fights (3.A to C).

They lie sealed in the player's own part and are carried out piece by piece."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.action import Action, Problem
from referee.engine.looking import Looking
from referee.engine.request import Data, Request, View
from referee.engine.table import Table
from referee.engine.words import Name, Number, Word
from rulesets.caesar_in_alexandria import position, verbs
from rulesets.caesar_in_alexandria.board import COMMANDERS, GALLEYS, named
from rulesets.caesar_in_alexandria.land import march
from rulesets.caesar_in_alexandria.land.arrival import Arrive
from rulesets.caesar_in_alexandria.land.harassment import Harass
from rulesets.caesar_in_alexandria.position import COMMANDER, FLEET, MOVES, ORDERS, OVER, SET_UP
from rulesets.caesar_in_alexandria.sea import fleet, sail
from rulesets.caesar_in_alexandria.shock.orders import Attack
from rulesets.caesar_in_alexandria.turn.command import activated, choices
from rulesets.caesar_in_alexandria.turn.walk import Turning, end_movement, first_attack


class Activate(Action[Turning]):
    """3.A A subordinate leader, the fleet, the auxiliaries, or the commander alone: whom you move
    in this turn. Without this line you pass."""

    word, takes, example = "activate", Name("activation"), "activate: Sosius"

    def __init__(self, walk: Turning, value: str) -> None:
        """The name of a commander means the commander alone."""
        super().__init__(walk, COMMANDER if value == COMMANDERS[walk.seat] else value)

    def problems(self) -> Iterable[Problem]:
        """One choice, of those there are."""
        able = choices(self.public, self.seat)
        if chosen := self.public["now"]["activation"]:
            hint = f"in this turn it is {named(chosen)}; the rest waits for your next"
            yield Problem("you activate once in a turn", "3", hint)
        elif self.value not in able:
            yield Problem("you cannot activate this", "3", self._hint(able))

    def _hint(self, able: Sequence[str]) -> str:
        """What can be activated; and of a leader aboard that his galley lies at no shore."""
        listed = ", ".join(map(named, able))
        his = self.public["leaders"].get(self.value)
        if his and his["at"] in GALLEYS:
            return f"{listed}; his galley is not beached, in port, or grappled to the causeway"
        return listed

    async def does(self) -> None:
        """4.4 The units that are in command now."""
        self.walk.acted = True
        verbs.activate(self.table, self.value, activated(self.public, self.seat, self.value))
        if self.value == FLEET:
            sail.begin(self.table)


class Look(Looking):
    """Stop here, and order the rest of the turn when you have seen what came of this."""


ACTIONS: Sequence[type[Action[Any]]] = (
    Activate,
    *march.ACTIONS,
    Harass,
    Arrive,
    *sail.ACTIONS,
    Attack,
    Look,
)


class Orders(Request):
    """3 A player turn, or what is left of it.

    Args: turn, part (1, 2, ...)."""

    kind, rule, walk = "turn", "3", Turning
    question = "[part=1?|the rest of ]your turn {turn}"
    actions: ClassVar[Sequence[type[Action[Any]]]] = ACTIONS
    selectors: ClassVar[Mapping[str, Word]] = {"turn": Number(1, 999), "part": Number(1, 99)}

    @classmethod
    def supposed(cls, view: View) -> tuple[Request, View] | None:
        """The seat's next turn, at its beginning, with everything as it stands now."""
        public = view.public
        if public["phase"] in (SET_UP, OVER):
            return None
        begins, own = begun(public, view.seat), {**view.own, **verbs.unwritten()}
        supposed = View(view.seat, {**public, **begins}, own)
        number = public["turn"] + (2 if public["seat"] == view.seat else 1)
        return cls(view.seat, turn=number, part=1), supposed


def begun(public: Data, seat: str) -> Data:
    """3 What a player turn changes when it begins, beside its number."""
    began = {unit: public["units"][unit]["at"] for unit in position.of_side(public, seat)}
    now = {**position.fresh(), "sea": fleet.fresh(), "began": began}
    return {"seat": seat, "phase": ORDERS, "part": 1, "fights": [], "now": now}


async def ask_orders(table: Table, seat: str) -> None:
    """3 What a player wants to do: kept, and carried out piece by piece."""
    request = _request(table.public, seat)
    answer = await table.ask(request)
    request.walk(request, table).put_down(answer)
    table.public["phase"] = MOVES


async def carry_on(table: Table, seat: str) -> None:
    """3.B The next order, or the next part of one; before the first attack the end of movement."""
    if first_attack(table, seat):
        end_movement(table.public)
        return
    request = _request(table.public, seat)
    walk = request.walk(request, table)
    if not await walk.take_up() and walk.stopped and not table.public["result"]:
        table.public["phase"] = ORDERS
        table.public["part"] += 1


def _request(public: Data, seat: str) -> Orders:
    return Orders(seat, turn=public["turn"], part=public["part"])
