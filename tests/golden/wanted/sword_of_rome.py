"""The golden games of The Sword of Rome: with four, three and two players, long and short.

A turn has twenty actions.  So that a game takes few mails each player acts by file in some rounds
of a turn, and his standing orders let him do nothing in the others.  All send them with their first
file, and others in the middle of the game.  Of some questions nothing is said, so that they stop
the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.engine.ending import AGREED, RESIGNED
from referee.engine.request import Data, View
from referee.engine.rules import Result
from referee.orders.standing_list import sets_of
from tests.golden.wanted import Wanted
from tests.rules.sword_of_rome.adapter import board, ending, points, position, ruleset

ROME, GREEKS, GAULS, LEAGUE = board.SEATS
#: the turn with which each player changes his mind
HALFWAY = 4
#: so seldom asked that nobody has standing orders for them
RARE = ("allow", "bribe", "consent", "decline", "flank", "home", "pursuit", "relief", "sack")
RARE += ("retreat", "successor", "points")

Worth = Callable[[Data], int]
Rounds = Mapping[str, tuple[int, ...]]


def idle(rounds: tuple[int, ...]) -> list[Any]:
    """Nothing is done in other rounds than these."""
    others = [number for number in range(1, board.ROUNDS + 1) if number not in rounds]
    return [{"on": "action", "round": str(number), "then": "default"} for number in others]


def wary(seat: str) -> list[Any]:
    """Rules of a player who saves his forces."""
    return [
        {"on": "respond", "trigger": "battle", "if": ["mine", "own total <= enemy total"],
         "then": "any"},
        {"on": "respond", "trigger": "losses", "then": "any"},
        {"on": "respond", "trigger": "sea move", "then": "any"},
        {"on": "avoid", "if": "their odds >= 3", "then": "anywhere"},
        {"on": "intercept", "if": "odds >= 1", "then": "all"},
        {"on": "inside", "if": "their cu >= 6", "then": {"cu": "2"}},
        {"on": "alliance", "then": {"alliance": ["accept"]}},
        {"on": "order", "what": "reinforcement", "then": "default"},
        {"on": "desperate times", "if": "their vp > vp", "times": "1",
         "then": {"desperate": {"use": "action"}}},
    ]  # fmt: skip


def bold(seat: str) -> list[Any]:
    """Rules of a player who meets everybody."""
    return [
        {"on": "respond", "then": "any"},
        {"on": "intercept", "if": "own cu >= their cu", "then": {"cu": "4"}},
        {"on": "intercept", "then": "all"},
        {"on": "renewal", "turn": "5", "then": {"renewal": ["renew"]}},
        {"on": "desperate times", "round": "3", "times": "1",
         "then": {"desperate": {"use": "exchange", "when": "another"}}},
    ]  # fmt: skip


def orders_of(seat: str, style: list[Any], rounds: Rounds, asked: tuple[str, ...]) -> list[Any]:
    """A player's rules before those of *quiet*, without what he wants to be asked."""
    quiet: list[Any] = sets_of(ruleset)["quiet"].rules
    rules = [rule for rule in style + quiet if rule["on"] not in (*RARE, *asked)]
    return idle(rounds[seat]) + rules


def standing_orders(
    rounds: Rounds, asked: tuple[str, ...]
) -> Callable[[Data, int, str], list[Any] | None]:
    """With the first file of the game, and with the first action by file in turn 4."""

    def sent(public: Data, run: int, seat: str) -> list[Any] | None:
        first, then = (wary, bold) if seat in (ROME, GAULS) else (bold, wary)
        if run == 1:
            return orders_of(seat, first(seat), rounds, asked)
        begins = (public["turn"], public["round"]) == (HALFWAY, rounds[seat][0])
        if begins and public["now"]["seat"] == seat and public["now"]["part"] == 1:
            return orders_of(seat, then(seat), rounds, asked)
        return None

    return sent


def turns(public: Data) -> int:
    """How many have begun."""
    return int(public["turn"])


def leads(*seats: str) -> Worth:
    """Worth to a side: its VP and victory spaces more than the others'."""

    def worth(public: Data) -> int:
        def stands(seat: str) -> int:
            gains = sum(ending.victory_points(public, power) for power in board.PLAYS[seat])
            cu = sum(position.total_cu(public, power) for power in board.PLAYS[seat])
            return 10 * (public["vp"][seat] + 3 * gains) + cu

        others = [seat for seat in position.players(public) if seat not in seats]
        mine = sum(map(stands, seats)) * len(others)
        return mine - sum(map(stands, others)) * len(seats)

    return worth


def tied(public: Data) -> bool:
    """Whether several have the most VP."""
    best = max(public["vp"].values())
    return list(public["vp"].values()).count(best) > 1


def early(public: Data) -> bool:
    """Whether it has not taken long."""
    return turns(public) <= 4


# -- what they send beside orders ------------------------------------------------------------------


def ahead(view: View, due: bool) -> Data:
    """With an action goes the next one: support by the first card that is still in the hand."""
    public, seat = view.public, view.seat
    if not due or public["phase"] != "action" or public["now"]["seat"] != seat:
        return {}
    able = [s for power in board.PLAYS[seat] for s in points.addable(public, power)]
    lines = [
        {
            "if": "taken = 0",
            "else": "skip",
            "support": {"card": board.NAMES[card], "to": board.NAMES[space]},
        }
        for card in view.own["hand"][:3]
        for space in able[:1]
    ]
    return {"next": [{"on": "action", "part": "1", "orders": lines}]}


def gives_up(view: View, run: int, due: bool) -> Data:
    """The Gauls write to the league; they resign in turn 2, by a file of which nobody knows."""
    if not due and view.seat == GAULS and view.public["turn"] == 2:
        return {"resign": "yes"}
    notes = {"notes": {LEAGUE: "Rome is mine if you let me pass."}}
    return {**ahead(view, due), **(notes if due and run == 1 and view.seat == GAULS else {})}


def makes_peace(view: View, run: int, due: bool) -> Data:
    """Rome offers a draw in turn 1 in vain; in turn 2 all do."""
    turn, phase = view.public["turn"], view.public["phase"]
    offers = turn >= 2 or (view.seat == ROME and phase == "action")
    return {**ahead(view, due), **({"draw": "yes"} if due and offers else {})}


#: each acts by file twice a turn, the winner of a game that he must win more often
TWICE: Rounds = {ROME: (1, 4), GREEKS: (2, 5), GAULS: (1, 3), LEAGUE: (3, 5)}
ONCE: Rounds = {ROME: (1,), GREEKS: (2,), GAULS: (3,), LEAGUE: (5,)}
ALWAYS: Rounds = dict.fromkeys(board.SEATS, (1, 2, 3, 4, 5))
SHORT = {"length": "short"}


#: With fewer VP an automatic victory comes early, and the game takes few mails.
LOWER = {
    "note": "8 VP are an automatic victory",
    "tables": {
        "turns": [
            {"years": [str(year) for year in turn["years"]], "level": "8"}
            for turn in board.TABLES["turns"]
        ]
    },
}


def _wanted(winner: str | None, ending: str, scenario: str, *asked: str, **more: Any) -> Wanted:
    """A game in which its players are also asked these."""
    rounds = more.pop("rounds", TWICE)
    standing = standing_orders(rounds, asked)
    return Wanted(Result(winner, ending), scenario, turns, standing, **more)


def _often(seat: str) -> Rounds:
    """The rounds of a game in which one player acts always and the others once a turn."""
    return {**ONCE, seat: ALWAYS[seat]}


def _for(*seats: str, tries: int = 4) -> dict[str, Any]:
    """These choose what is best for them."""
    return {"tries": dict.fromkeys(seats, tries), "worth": leads(*seats)}


def _automatic(seat: str) -> Wanted:
    """An early victory of a player by 8 VP."""
    more = {"corrections": LOWER, "rounds": _often(seat), "holds": early}
    return _wanted(seat, "automatic", "four", **more, **_for(seat))


WANTED: Mapping[str, Wanted] = {
    "automatic": _wanted(
        ROME, "automatic", "four", "consuls", "alliance", "renewal",
        stops=("consuls", "alliance", "renewal", "relief"),
        rounds=_often(ROME), **_for(ROME, tries=10),
    ),
    "automatic-greeks": _automatic(GREEKS),
    "automatic-gauls": _automatic(GAULS),
    "automatic-league": _automatic(LEAGUE),
    "last-turn": _wanted(
        LEAGUE, "last-turn", "four", "avoid", "intercept", "inside",
        stops=("avoid", "intercept", "inside", "allow", "pursuit", "points"),
        rounds=_often(LEAGUE), **_for(LEAGUE),
    ),
    "short": _wanted(
        GAULS, "last-turn", "four", "politics", "discard",
        stops=("politics", "discard", "flank"), options=SHORT, **_for(GAULS),
    ),
    "tie": _wanted(
        GAULS, "last-turn", "four", "who", "reinforcement",
        stops=("who", "reinforcement"), options=SHORT, rounds=ONCE, holds=tied,
    ),
    "three": _wanted(
        GREEKS, "last-turn", "three", "gallic event", "surrender",
        stops=("gallic event", "surrender"), options=SHORT, **_for(GREEKS),
    ),
    "two": _wanted(
        ROME, "last-turn", "two", "first player",
        stops=("first player",), rounds=ONCE, **_for(ROME, LEAGUE),
    ),
    "two-gauls": _wanted(
        GAULS, "last-turn", "two", "order",
        stops=("order",), options=SHORT, **_for(GAULS, GREEKS),
    ),
    "resigned": _wanted(
        None, RESIGNED, "four",
        stops=("sack", "retreat"), also=gives_up, nexts=("action",), rounds=ALWAYS,
    ),
    "agreed-draw": _wanted(
        None, AGREED, "four", "respond", "desperate times",
        stops=("respond", "desperate times"), also=makes_peace, nexts=("action",), rounds=ALWAYS,
    ),
}  # fmt: skip
#: what random players do not come to, and the case that has it
ELSEWHERE: Mapping[str, str] = {
    "alone": "if one player is left he wins at the next scoring",
    "consent": "with it the force marches",
    "home": "Carthage falls, and a third power's siege is settled",
    "successor": "the owner of a struck commander says who takes over",
}
