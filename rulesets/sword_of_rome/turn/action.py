"""5.4 An action: what its player does, line by line; and its end (20)."""

from typing import ClassVar

from referee.engine.looking import Looking
from referee.engine.request import Request, View
from referee.engine.table import Table
from referee.engine.words import Name, Number
from rulesets.sword_of_rome import following
from rulesets.sword_of_rome.cards import playing
from rulesets.sword_of_rome.cards.orders import Carthage, PlayEvent, Reinforce, Support
from rulesets.sword_of_rome.choosing import YES_NO, Selectors, keys
from rulesets.sword_of_rome.march.orders import March
from rulesets.sword_of_rome.position import Data, fresh
from rulesets.sword_of_rome.siege.orders import Colony, Siege, Sortie
from rulesets.sword_of_rome.siege.plunder import Solidarity
from rulesets.sword_of_rome.siege.rolling import lay_siege
from rulesets.sword_of_rome.turn.alliances import Break, Propose
from rulesets.sword_of_rome.turn.leaders import PlaceLeader
from rulesets.sword_of_rome.turn.walk import Acting


class Look(Looking):
    """Stop here, and be asked for the rest when you have seen what came of it."""


class Orders(Request):
    """5.4 An action, or what is left of it.

    Args: turn, round (0 after the last), part (1, 2, ...), card (Desperate Times, or "")."""

    kind, rule, walk = "action", "5.4", Acting
    question = "[part=1?|the rest of ]your action[desperate=yes? with Desperate Times]"
    actions = (
        *(Propose, Break, PlaceLeader, Solidarity),
        *(Support, Reinforce, PlayEvent, Carthage),
        *(March, Siege, Colony, Sortie),
        Look,
    )
    selectors: ClassVar[Selectors] = {
        **keys("turn", round=Number(0, 99), part=Number(1, 99), desperate=YES_NO),
        "first": Name("player"),
    }

    @classmethod
    def supposed(cls, view: View) -> tuple[Request, View] | None:
        """The seat's next action, at its beginning, with everything as it stands now."""
        public = view.public
        if public["phase"] not in ("first player", "action"):
            return None
        public = {**public, "now": fresh(view.seat), "march": None, "battle": None, "pending": []}
        args = {"turn": public["turn"], "round": public["round"] or 1, "part": 1}
        return cls(view.seat, **args, desperate="no"), view._replace(public=public)


def request_of(public: Data) -> Orders:
    """What is asked of whoever acts."""
    now = public["now"]
    desperate = "yes" if now["desperate"] else "no"
    args = {"turn": public["turn"], "round": public["round"], "part": now["part"]}
    return Orders(now["seat"], **args, desperate=desperate)


async def begin(table: Table) -> None:
    """5.4 The next action begins: that of the first in the queue."""
    seat = table.public["queue"][0]
    table.public["now"] = fresh(seat)
    table.tell("action", {"seat": seat, "round": table.public["round"]})
    table.public["stage"] = "act"


async def act(table: Table) -> None:
    """5.4 His orders; they are put down, to be carried out one in a step."""
    request = request_of(table.public)
    answer = await table.ask(request)
    request.walk(request, table).put_down(answer)
    table.public["stage"] = "line"


async def line(table: Table) -> None:
    """The first of the lines that are left, or the next leg of a march."""
    public = table.public
    request = request_of(public)
    walk = request.walk(request, table)
    more = await walk.take_up()
    if walk.stopped:
        public["now"]["part"] += 1
        public["stage"] = "act"
    elif not more:
        public["stage"] = "close"


async def close(table: Table) -> None:
    """20 The end of an action: leaders alone, sieges that are over, new siege markers, cards to
    their piles; then whoever was interrupted, or the next."""
    public, now = table.public, table.public["now"]
    now["neutral"] = ""
    following.settle_all(table)
    lay_siege(table)
    playing.put_away(table, now["seat"])
    if now["desperate"] and public["phase"] == "action":
        public["stage"] = "begin"
    else:
        public["queue"] = public["queue"][1:]
        public["stage"] = "window"
    public["now"] = fresh()
