"""The orders of a turn as they are carried out: purchases, taxes, the march (7 to 9)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import ClassVar

from referee.engine.action import SLIP, Problem
from referee.engine.request import Quantity
from referee.engine.table import Table
from referee.engine.walk import Walk
from rulesets.caesar_xl import board, hidden, position, tax, verbs
from rulesets.caesar_xl.choices import GOLD, of_turn
from rulesets.caesar_xl.lines import Line
from rulesets.caesar_xl.position import MARCH, PURCHASES, TAX

#: Words of the march; with them purchases are over.
MARCHING = ("march", "fleet", "battles")


def _counted(words: str, things: Callable[..., list[str]], *of: str) -> Quantity:
    """A quantity: how many such things the player has."""
    return Quantity(words, lambda one, view: len(things(view.public, one.seat, *of)))


class Turning(Walk):
    """The lines of a turn; in a rehearsal every roll goes well."""

    quantities: ClassVar[Mapping[str, Quantity]] = {
        **GOLD,
        "succeeded": of_turn(
            "succeeded", "of your rolls for diplomacy and Cicero, those that succeeded"
        ),
        "legions": _counted("your legions on the map", position.owned, board.LEGION),
        "allies": _counted("your allied units on the map", position.owned, board.ALLY),
        "places": _counted("places that you control", position.controlled),
        **hidden.HAND_COUNTS,
    }

    linked: ClassVar[bool] = True

    def remarks(self) -> Iterator[str]:
        """1.4 Places that nobody holds now that their pieces have left, and the gold left over."""
        marches = [one["public"] for one in self.table.events if one["kind"] == "marches"]
        for at in dict.fromkeys(march["path"][0] for march in marches):
            held = position.controls(self.public, at, self.seat)
            if not held and not position.there(self.public, at):
                yield f"{board.PLACE_NAMES[at]} is left without a piece or marker of yours (1.4)."
        yield f"{self.public['gold'][self.seat]} gold is left."

    def slips(self) -> Iterator[Problem]:
        """10.1 Battles that have been put in order, and are not fought as things stand."""
        named = () if self.stopped else self.public["now"]["order"]
        fought = position.fought(self.public, self.seat)
        for at in (at for at in named if at not in fought):
            reason = f"no battle is fought in {board.PLACE_NAMES[at]}"
            yield Problem(reason, "10.1", weight=SLIP)

    async def prepare(self, word: str) -> None:
        """3.1 The first march ends purchases and brings in taxes."""
        if word in MARCHING and self.public["phase"] == PURCHASES:
            self.acted = True
            await begin_march(self.table, self.seat)


async def begin_march(table: Table, seat: str) -> None:
    """3.1, 3.2 End the purchases, collect taxes, and end that phase."""
    if table.public["phase"] != PURCHASES:
        return
    verbs.end_phase(table, TAX)
    if not table.public["result"]:
        await tax.collect(table, seat)
        verbs.end_phase(table, MARCH)


class Purchase(Line[Turning]):
    """7 A line of the purchase phase."""

    phases = (PURCHASES,)
    late = Problem("purchases are over", "3.1", "they come before the first march")

    def names(self) -> Iterable[str]:
        """The leader who is placed, and the gold: what is left of it hangs on every purchase."""
        placed = self.value.get("leader", "") if isinstance(self.value, dict) else ""
        return ["gold", placed]

    def depends(self) -> Iterable[str]:
        """On what it names, and on the gold."""
        return ["gold", *super().depends()]
