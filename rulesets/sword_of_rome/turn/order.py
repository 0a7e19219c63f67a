"""4.4 Who comes first: by VP, ties as their winner says; 16.1 who runs a power without a player."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from referee.engine.action import Problem
from referee.engine.asking import chosen, said
from referee.engine.choosing import OneOf
from referee.engine.one_line import OneList, Says
from referee.engine.request import Request, View
from referee.engine.table import Table
from referee.engine.view import Data
from referee.engine.words import Choice, Many, Name
from referee.kit.phrases import filled
from referee.kit.tracks import ranked
from rulesets.sword_of_rome import board, position
from rulesets.sword_of_rome.board import PLAYER_NAMES, SEATS
from rulesets.sword_of_rome.choosing import Selectors
from rulesets.sword_of_rome.position import fresh

#: What is done in an order, or by one player, as `what` of requests has it.
WHATS = {
    "first player": "names the first player",
    "surrender": "comes first with surrenders",
    "isolation": "comes first with isolated markers",
    "renewal": "comes first with renewals",
    "reinforcement": "comes first with reinforcements",
    "desperate times": "plays Desperate Times",
    "interception": "comes first with interceptions",
    "carthage": "decides for Carthage",
    "volsci": "decides for the Volsci",
    "transalpine": "decides for the Transalpine Gauls",
    "gallic event": "is the leader in VP",
}
_WORDS = {**SEATS, **WHATS}


class Who(OneOf):
    """4.4 The winner of a tie says which one of those that are tied does something.

    Args: what, tied."""

    kind, rule = "who", "4.4"
    takes, example, names = Name("player"), "who: Rome", PLAYER_NAMES
    selectors: ClassVar[Selectors] = {"what": Choice(tuple(WHATS))}

    def title(self, reader: str = "") -> str:
        """What it is about."""
        return filled("which of {tied} {what}", self.args, _WORDS)

    def options(self, view: View) -> Sequence[str]:
        """Those that are tied, himself first."""
        return position.by_ties(self.args["tied"])


class _Order(Says):
    """4.4 All tied players, or 10.3 powers, the first one first."""

    word, takes = "order", Many(Name("party"))
    example = "order: [Rome, Gauls]"

    def meant(self) -> list[str]:
        """Those that are tied: a power stands for its player, a player for his powers."""
        tied, found = self.walk.request.args["tied"], []
        for one in self.value:
            others = [one, board.PLAYER.get(one, one), *board.PLAYS.get(one, ())]
            found += [other for other in dict.fromkeys(others) if other in tied]
        return found

    def obstacle(self) -> Problem | None:
        """Each of them once."""
        tied = self.walk.request.args["tied"]
        if sorted(self.meant()) == sorted(tied):
            return None
        hint = f"tied are {board.named(tied)}"
        return Problem("name each of the tied players once", "4.4", hint)

    async def does(self) -> None:
        """Keep whom it names."""
        self.walk.value = self.meant()


class Order(Request):
    """4.4 The winner of a tie says in which order the tied players do something; 10.3 for powers.

    Args: what, tied."""

    kind, rule, walk, actions = "order", "4.4", OneList, (_Order,)
    question, selectors = "in which order: who of {tied} {what}", Who.selectors
    names: ClassVar[Mapping[str, str]] = {**WHATS, **board.POWERS, **SEATS}


async def ordered(table: Table, seat: str, tied: Sequence[str], what: str) -> list[str]:
    """4.4, 10.3 Those that are tied in the order that a player says, else as they stand."""
    if len(tied) < 2:
        return list(tied)
    named = list(await said(table, Order(seat, what=what, tied=tied)) or tied)
    table.tell("order", {"seat": seat, "what": what, "order": named})
    return named


async def one_of_tied(table: Table, tied: Sequence[str], what: str) -> str:
    """4.4 The one of tied players that their tie winner names."""
    tied = position.by_ties(tied)
    if len(tied) < 2:
        return tied[0]
    request = Who(tied[0], what=what, tied=tied)
    named = await chosen(table, request)
    table.tell("named", {"seat": tied[0], "what": what, "who": named})
    return named


def groups(public: Data, seats: Iterable[str]) -> list[list[str]]:
    """Players from most VP to fewest, those that are level together."""
    return ranked({seat: public["vp"][seat] for seat in seats})


def with_neutrals(public: Data, seats: Iterable[str]) -> list[str]:
    """5.5 to 5.7 Powers that nobody plays, then those of players in their order."""
    return position.neutrals(public) + [power for seat in seats for power in board.PLAYS[seat]]


async def most_first(table: Table, what: str, among: Sequence[str]) -> list[str]:
    """5 The players among whom an order matters, in the order of their VP; of those that are tied
    the winner of the tie says it, whether it matters to him or not (4.4)."""
    found: list[str] = []
    for level in groups(table.public, position.players(table.public)):
        tied = position.by_ties(level)
        found += await ordered(table, tied[0], [seat for seat in tied if seat in among], what)
    return found


async def begin(table: Table, among: Sequence[str] | None = None) -> None:
    """5.6, 5.10 The order of surrenders or reinforcements: powers without a player, then the
    players by VP, for surrenders power by power; among: who has anything to do, if that is not
    everybody, the others after them."""
    public = table.public
    public["now"] = fresh()
    live = position.players(public)
    players = await most_first(table, public["phase"], live if among is None else among)
    players += [seat for seat in live if seat not in players]
    by_power = public["phase"] == "surrender"
    neutrals = position.neutrals(public)
    public["queue"] = with_neutrals(public, players) if by_power else [*neutrals, *players]
    public["stage"] = "power"


def done(public: Data, phase: str) -> None:
    """The first of that order is done, and with the last one the next phase begins."""
    public["queue"] = public["queue"][1:]
    if not public["queue"]:
        public.update(phase=phase, stage="")


async def fewest(table: Table, seats: Iterable[str], what: str) -> str:
    """The one with the fewest VP."""
    return await one_of_tied(table, groups(table.public, seats)[-1], what)


async def runner(table: Table, power: str) -> str:
    """16.1 Who decides for a power: its player, or for one that nobody plays the player whom this
    paragraph names; he is named once for an action or a phase."""
    public = table.public
    if power in board.PLAYER:
        return board.PLAYER[power]
    if public["now"]["neutral"] == power:
        acting: str = public["now"]["seat"]
        return acting
    if power == board.CARTHAGE and position.TREATY in public["flags"]:
        return board.ROME
    known = public["now"]["runner"]
    if power not in known:
        known[power] = await fewest(table, able_runners(public, power), power)
    named: str = known[power]
    return named


def able_runners(public: Data, power: str) -> list[str]:
    """16.1 In an action those not allied with the active player; at the end of a turn those not
    allied with the traditional enemy, nor that enemy himself."""
    active, players = public["now"]["seat"], position.players(public)
    against = board.PLAYS[active] if active else (board.TRADITIONAL[power],)
    others = [seat for seat in players if not {*against}.intersection(board.PLAYS[seat])]
    able = [s for s in others if not any(position.seats_allied(public, s, p) for p in against)]
    return able or others or players
