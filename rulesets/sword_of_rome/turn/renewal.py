"""5.9, 15.4 Alliances end unless both players renew."""

from collections.abc import Mapping
from typing import ClassVar

from referee.engine.table import Table
from referee.engine.words import Choice, Name, Number, Word
from rulesets.sword_of_rome import position, verbs
from rulesets.sword_of_rome.board import PLAYER
from rulesets.sword_of_rome.choosing import Named
from rulesets.sword_of_rome.position import fresh
from rulesets.sword_of_rome.turn import order

RENEW, END = "renew", "end"
#: What is counted for an alliance that one side has ended: the other is not asked any more.
ENDED = -1


class Renewal(Named):
    """15.4 Whether a player renews an alliance.

    Args: turn, own, with (powers)."""

    kind, rule, either = "renewal", "15.4", (END, RENEW)
    question = "whether {own} renew the alliance with {with}"
    takes, example = Choice((RENEW, END)), "renewal: renew"
    selectors: ClassVar[Mapping[str, Word]] = {
        "turn": Number(1, 99),
        "own": Name("power"),
        "with": Name("power"),
    }


async def renewal(table: Table) -> None:
    """5.9 All but the permanent ones; in the order of VP each says it for all of his."""
    public = table.public
    public["now"] = fresh()
    open_pairs = [p for p in public["alliances"] if not position.permanent(public, *p.split("/"))]
    renewed = dict.fromkeys(open_pairs, 0)
    if open_pairs:
        for seat in await order.most_first(table, "renewal"):
            await ask(table, seat, renewed)
    for pair, times in renewed.items():
        if times < 2:
            verbs.part(table, pair, "not renewed, 5.9")
        else:
            table.tell("renewed", {"powers": pair.split("/")})
    public.update(phase="reinforcement", stage="", queue=[])


async def ask(table: Table, seat: str, renewed: dict[str, int]) -> None:
    """15.4 One player, of all his alliances at once; they are told as they are said."""
    requests = []
    for pair in (pair for pair, times in renewed.items() if times >= 0):
        for own, other in (pair.split("/"), pair.split("/")[::-1]):
            if PLAYER.get(own) == seat:
                requests.append(
                    Renewal(seat, turn=table.public["turn"], own=own, **{"with": other})
                )
    if not requests:
        return
    answers = await table.ask_all(requests)
    for request, answer in zip(requests, answers, strict=True):
        said = request.chosen(table.view(seat), answer)
        args = request.args
        pair = position.pair(args["own"], args["with"])
        renewed[pair] = renewed[pair] + 1 if said == RENEW else ENDED
        table.tell("renews", {"power": args["own"], "with": args["with"], "said": said})
