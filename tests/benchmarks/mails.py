"""Runs and mails for each game turn, all players together, over whole random games.

``python tests/benchmarks/mails.py [GAMES [GAME]]``, with an installed referee, plays GAMES (200)
of each game, or of one, with the same cards and prints the runs and mails a game turn: with each
ready-made set for each player, and with *quiet* and a rule more; in Julius Caesar also with four
rules, and with the card of the next turn written along, and with a new hand the commands if one
goes first; in The End of the Triumvirate also with turns that are written to their end; in The
Sword of Rome also with the next action in each file; in Caesar in Alexandria also with rules that
leave what may decide the battle to the players.  A mail is a file from a player: where the game
stops each seat that is due sends one.  Orders are random, or those of the rules.
"""

from __future__ import annotations

import copy
import hashlib
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.engine import standing
from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.words import Answer
from referee.files.write_yaml import flow
from referee.lab.selfplay import legal_sample
from referee.orders.advance import lawful
from referee.orders.standing_list import parse_standing, sets_of
from referee.playable import options_of
from referee.proof.dice import Dice
from referee.ruleset import load

GAME, SCENARIO = "julius-caesar", "campaign"
TRIUMVIRATE = "end-of-the-triumvirate"
XL = "caesar-xl"
SWORD = "sword-of-rome"
ALEXANDRIA = "caesar-in-alexandria"
#: What is counted as a turn, if not that one is over.
COUNTED = {XL: "turn", SWORD: "turn", ALEXANDRIA: "turn"}
#: What is counted as a battle, if not a battle.
FOUGHT = {ALEXANDRIA: "shock"}
#: Changes of the deciding seat per game turn in another implementation, by the same measure of ten
#: random games.
ELSEWHERE = 10.1

FIGHT: list[Any] = [
    {"on": "battle turn", "then": ["fire", {"retreat": ["Rome", "Neapolis", "Massilia"]}]},
    {"on": "hits", "then": "weakest"},
    {"on": "next battle", "then": {"order": ["Rome", "Neapolis", "Athena"]}},
    {"on": "regroup", "then": "stay"},
]
AHEAD: list[Any] = [
    {"on": "cards", "then": [{"play": ["4/1", "3/2", "3/1", "2/3"]}, {"discard": ["1/2", "1/3"]}]},
    {"on": "winter", "then": {"home": ["Massilia", "Neapolis", "Alexandria"]}},
]
#: Cards of Caesar XL: one is bought by whoever is rich.
DRAW: list[Any] = [
    {"on": "cards", "if": "gold >= 10", "then": "buy"},
    {"on": "cards", "then": "default"},
]
#: In rows of this name each file brings the answer to the next question of a kind, if that has
#: these arguments.
ALONG = "quiet, and two actions in each file"
RIDING: dict[str, dict[str, dict[str, Any]]] = {ALONG: {"action": {"part": 1, "desperate": "no"}}}

#: Reactions that may decide the battle are asked in Caesar in Alexandria, and where the beaten go.
DECISIVE: list[Any] = [
    {"on": "withdrawal", "if": ["distance = 1", "quality < enemy quality"], "then": "ask"},
    {"on": "evasion", "bows on": "yes", "if": ["enemy fast = 1", "fatigue <= 1"], "then": "ask"},
    {"on": "reaction fire", "then": "shoot"},
    {"on": "answer fire", "then": "answer"},
    *(
        {"on": kind, "then": "default"}
        for kind in ("withdrawal", "evasion", "sea fire", "harassed", "lighthouse")
    ),
    *({"on": kind, "then": "default"} for kind in ("facing", "reference", "replace")),
]

#: The rest of a turn of The End of the Triumvirate is given up, instead of another mail.
NO_REST: list[Any] = [{"on": "turn", "part": str(part), "then": "default"} for part in range(2, 10)]
#: With this, the next card is written along wherever a hand is known.
NEXT_CARD = "quiet, and the next card written along"
#: With this also the commands (`next`, `first: yes`) with the card of a new hand.
FIRST = f"{NEXT_CARD}; with a new hand, the commands if first"
#: With this no line of a turn stops: what it waits for is said by conditions, or not at all.
TO_THE_END = "quiet, and turns written to their end"


def ready(game: str, name: str) -> list[Any]:
    """A ready-made set of a game, as an order file has it."""
    return sets_of(load(game))[name].rules


def every(game: str) -> dict[str, list[Any]]:
    """All ready-made sets of a game; the one that asks comes first."""
    return {name: found.rules for name, found in reversed(sets_of(load(game)).items())}


#: Game, scenario and what a game turn of it is -> what the players' standing orders are.
SETS: dict[tuple[str, str, str], dict[str, list[Any]]] = {
    (GAME, SCENARIO, "game turn"): {
        **every(GAME),
        NEXT_CARD: ready(GAME, "quiet"),
        FIRST: ready(GAME, "quiet"),
        "quiet, and a rule for the cards": [*ready(GAME, "quiet"), *AHEAD[:1]],
        "with four rules a player": FIGHT,
        "with the card and the winter sent along": [*FIGHT, *AHEAD],
    },
    **{
        (TRIUMVIRATE, scenario, "player's turn"): {
            **every(TRIUMVIRATE),
            TO_THE_END: ready(TRIUMVIRATE, "quiet"),
            "quiet, and the rest of a turn given up": [*ready(TRIUMVIRATE, "quiet"), *NO_REST],
        }
        for scenario in ("three", "two")
    },
    **{
        (XL, scenario, "player's turn"): {
            **every(XL),
            "quiet, and a rule for the cards": [*ready(XL, "quiet"), *DRAW],
        }
        for scenario in ("silver", "bronze")
    },
    **{
        (SWORD, scenario, "game turn"): {
            **every(SWORD),
            ALONG: ready(SWORD, "quiet"),
        }
        for scenario in ("four", "three", "two")
    },
    **{
        (ALEXANDRIA, scenario, "player turn"): {
            **every(ALEXANDRIA),
            "what may decide the battle is asked": DECISIVE,
        }
        for scenario in ("naval", "heptastadium", "pharos", "battle")
    },
}


@dataclass
class Tally:
    """What some games took."""

    turns: int = 0
    runs: int = 0
    mails: int = 0
    changes: int = 0
    answers: int = 0
    battles: int = 0
    #: blocks that moved or were shipped in command phases
    moved: int = 0
    stops: dict[str, int] = field(default_factory=dict)
    decider: frozenset[str] = frozenset()

    def stop(self, requests: Sequence[Request]) -> None:
        """Count a stop: one mail of each seat that is due."""
        seats = frozenset(request.seat for request in requests)
        self.runs += 1
        self.mails += len(requests)
        self.changes += len(seats - self.decider)
        self.decider = seats
        for request in requests:
            self.stops[request.kind] = self.stops.get(request.kind, 0) + 1


class Player:
    """Plays one game: by rules where they fit, else at random, which is a mail."""

    def __init__(
        self,
        number: int,
        raw: list[Any],
        tally: Tally,
        game: str = GAME,
        scenario: str = SCENARIO,
        name: str = "",
    ) -> None:
        self.ruleset, self.tally, self.riding = load(game), tally, RIDING.get(name, {})
        self.queue: dict[str, list[tuple[str, Answer]]] = {}
        self.chance = random.Random(f"mails {number}")
        state = self.ruleset.rules.setup(scenario, options_of(self.ruleset, {}))
        self.game = Game(self.ruleset.rules, state, keep=False)
        self.standing = {seat: self._rules(raw, seat) for seat in self.ruleset.seats_of(scenario)}
        secret = hashlib.sha256(f"mails {number}".encode()).digest()
        self.dice = Dice(secret, hashlib.sha256(secret).digest())
        #: what else the files of this row hold
        self.along, self.first = name in (NEXT_CARD, FIRST), name == FIRST
        self.to_the_end = name == TO_THE_END
        #: seat -> the year of its newest file, which has the next cards of that year, if `along`
        self.written: dict[str, int] = {}
        #: seat -> the places of the board when it sent the card of a new hand, if `first`
        self.before: dict[str, Any] = {}

    def _rules(self, raw: list[Any], seat: str) -> list[standing.Rule]:
        rules, faults = parse_standing(raw, self.ruleset, seat)
        assert not faults, faults
        return rules

    def supply(self, requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
        """Answers to all; those that no rule gives are mails."""
        self.tally.answers += len(requests)
        found = [self._waiting(r, view(r.seat)) for r in requests]
        asked = [r for r, answer in zip(requests, found, strict=True) if answer is None]
        if due := [request for request in asked if not self._written(request)]:
            self.tally.stop(due)
        return [
            self._mailed(r, view(r.seat)) if answer is None else answer
            for r, answer in zip(requests, found, strict=True)
        ]

    def _mailed(self, request: Request, view: View) -> Answer:
        """A random answer; with it what rides along, as if the next question were this one."""
        if request.kind in self.riding:
            along = legal_sample(self.ruleset.rules, request, view, self.chance)
            self.queue[request.seat] = [(request.kind, along)]
        return self._sample(request, view)

    def _waiting(self, request: Request, view: View) -> Answer | None:
        """What has come along with an earlier file, without lines that are not legal now, or what
        a rule says."""
        queue = self.queue.get(request.seat, [])
        wanted = self.riding.get(request.kind, {})
        if queue and queue[0][0] == request.kind and wanted.items() <= request.args.items():
            answer = lawful(request, view, queue.pop(0)[1]).answer
            if answer is not None:
                return answer
        return self._by_rule(request, view)

    def _sample(self, request: Request, view: View) -> Answer:
        """A random answer; `to_the_end`, without a line that stops it where it can do without."""
        answer = legal_sample(self.ruleset.rules, request, view, self.chance)
        if self.to_the_end and request.kind == "turn":
            unbroken = [_unbroken(line) for line in answer if "wait" not in line]
            answer = answer if request.refused(view, unbroken) else unbroken
        return answer

    def _written(self, request: Request) -> bool:
        """Whether an earlier file has the answer: a card that its seat held when it sent the file,
        or the commands of whoever goes first with a new hand, on the board as it was then.  Other
        answers are mails, and each can have the cards after it."""
        public, seat = self.game.state["public"], request.seat
        year = public.get("year", 0)
        if self.along and request.kind == "cards" and self.written.get(seat) == year:
            return True
        before = self.before.pop(seat, None)
        if request.kind == "command" and public["first"] == seat and before == public["places"]:
            return True
        self.written[seat] = year
        if self.first and request.kind == "cards":
            self.before[seat] = copy.deepcopy(public["places"])
        return False

    def _by_rule(self, request: Request, view: View) -> Answer | None:
        beside = self.ruleset.rules.kinds[request.kind].standing
        found = standing.answer(self.standing[request.seat], beside, request, view)
        return found[1] if found else None

    def play(self) -> None:
        """From set-up to the end."""
        outcome = self.game.run(self.dice, self.supply)
        assert outcome.over
        kinds = [event["kind"] for event in outcome.events]
        self.tally.turns += kinds.count(COUNTED.get(self.ruleset.name, "turn over"))
        self.tally.battles += kinds.count(FOUGHT.get(self.ruleset.name, "battle"))
        moves = [e["public"] for e in outcome.events if e["kind"] in ("move", "ship")]
        groups = [move["colours"] for move in moves if "colours" in move]
        self.tally.moved += sum(sum(colours.values()) for colours in groups)


def _unbroken(line: dict[str, Any]) -> dict[str, Any]:
    """A line of a turn after which the next one follows, also if an attack fails, or a condition
    does not hold."""
    line = {**line, "else": "skip"} if "if" in line else line
    return {**line, "move": {**line["move"], "failed": "go on"}} if "move" in line else line


def measure(
    raw: list[Any], games: int, game: str = GAME, scenario: str = SCENARIO, name: str = ""
) -> Tally:
    """Play so many games with the same rules for all players; name: of the row, which says what
    else the files hold: `NEXT_CARD`, `FIRST`, `TO_THE_END`, those of `RIDING`."""
    tally = Tally()
    for number in range(games):
        tally.decider = frozenset()
        Player(number, raw, tally, game, scenario, name).play()
    return tally


def main() -> None:
    """Measure and print."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    print(
        f"{games} games of each; Julius Caesar elsewhere: {ELSEWHERE} changes of the deciding seat"
    )
    wanted = sys.argv[2:] or dict.fromkeys(game for game, *_ in SETS)
    for (game, scenario, turn), rows in SETS.items():
        if game not in wanted:
            continue
        print(f"{game} ({scenario})")
        for name, raw in rows.items():
            print_row(name, measure(raw, games, game, scenario, name), turn)
            for rule in raw:
                print(f"    - {flow(rule)}")


def print_row(name: str, tally: Tally, turn: str) -> None:
    """One measure: mails, changes of the deciding seat, and at what the game stops."""
    turns = tally.turns
    print(f"{name}: {tally.runs / turns:.2f} runs, {tally.mails / turns:.2f} mails a {turn}")
    print(
        f"    {turns} turns, {tally.battles / turns:.2f} battles and"
        f" {tally.answers / turns:.1f} answers a turn,"
        f" {tally.changes / turns:.2f} changes of the deciding seat"
    )
    stops = sorted(tally.stops.items(), key=lambda item: (-item[1], item[0]))
    print("    mails for " + ", ".join(f"{kind} {n / turns:.2f}" for kind, n in stops))


if __name__ == "__main__":
    main()
