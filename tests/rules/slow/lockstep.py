"""Plays random campaigns with both sets of rules side by side and compares all they say.

After every answer the slow follower must have come to the same position and the same questions;
and of the answers to a question both must refuse the same ones.  As a program it plays until so
many questions have been tried:

    python -m tests.rules.slow.lockstep --seed 1 --count 2000
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from referee.engine.game import Game, Outcome
from referee.engine.request import Request, View
from referee.proof.dice import Dice
from referee.ruleset import load
from tests.rules.slow import answers as tries
from tests.rules.slow.atlas import BLOCKS, OTHER, PLACES, SEATS
from tests.rules.slow.commands import refuse_command
from tests.rules.slow.features import features
from tests.rules.slow.fights import (
    next_battle_refused,
    refuse_hits,
    refuse_regroup,
    refuse_turn,
    targets,
)
from tests.rules.slow.follow import Answers, Follower
from tests.rules.slow.others import (
    Winter,
    refuse_cards,
    refuse_deployment,
    refuse_jupiter,
    refuse_vulcan,
)
from tests.rules.slow.scatter import attack, scatter
from tests.rules.slow.world import Asked, Attack, Known, Scene
from tests.support.beside import sample

OPTIONS: Sequence[Mapping[str, str]] = (
    {},
    {"deployment": "free", "first-turn": "caesar"},
    {"strait-reaction": "one", "trophies": "battle"},
    {"cleopatra-acts": "this-round", "sea-retreats": "one", "port-retreat": "same-sea"},
)
#: So many differences are enough to look at.
ENOUGH = 20
_NAMES = {*BLOCKS, *PLACES}
#: A question of these kinds comes up so often that only one of so many is tried.
ONE_OF = {"round 1": 30, "battle turn": 3, "command": 4, "cards": 12, "regroup": 6, "hits": 8}
ONE_OF |= {"winter": 2}


def scene_of(view: View, known: Known) -> Scene:
    """The board from a seat's View: own blocks, and where how many enemies of which colour are."""
    mine = {block: (here["at"], here["strength"]) for block, here in view.own["blocks"].items()}
    theirs = {
        place: dict(there[OTHER[view.seat]])
        for place, there in view.public["places"].items()
        if OTHER[view.seat] in there
    }
    return Scene(view.seat, known, mine, theirs, view.own["pool"], view.own["hand"])


def refused(asked: Asked, view: View, known: Known, answer: Any) -> str:
    """Why the slow rules refuse an answer; nothing if it is legal."""
    scene, about, battle = scene_of(view, known), asked.about, known.battle
    match asked.kind:
        case "command":
            return refuse_command(
                scene, about["moves"], about["levies"], about.get("card", ""), answer
            )
        case "cards":
            return refuse_cards(scene, about["turn"], answer)
        case "deploy":
            return refuse_deployment(scene, answer)
        case "jupiter":
            return refuse_jupiter(scene, answer)
        case "vulcan":
            return refuse_vulcan(scene, answer)
        case "next battle":
            return next_battle_refused(about["places"], answer)
        case "regroup":
            return refuse_regroup(scene, about["place"], answer)
        case "winter":
            return Winter(scene, answer).told
    assert battle is not None
    if asked.kind == "hits":
        return refuse_hits(targets(battle, asked.seat), about["hits"], answer)
    return refuse_turn(scene, battle, about["blocks"], answer)


class Tally:
    """What was tried: by kind, questions, legal and illegal answers, and where both differ."""

    def __init__(self) -> None:
        self.questions: Counter[str] = Counter()
        self.legal: Counter[str] = Counter()
        self.illegal: Counter[str] = Counter()
        self.features: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.differ: list[str] = []
        self.answers = self.games = self.silent = 0

    def table(self) -> str:
        """One line a kind."""
        rows = [f"{'':12}{'questions':>10}{'answers':>10}{'legal':>10}{'illegal':>10}"]
        for kind in [*sorted(self.questions), "in all"]:
            counts = [
                sum(counter.values()) if kind == "in all" else counter[kind]
                for counter in (self.questions, self.legal, self.illegal)
            ]
            numbers = [counts[0], counts[1] + counts[2], *counts[1:]]
            rows.append(f"{kind:12}" + "".join(f"{number:>10}" for number in numbers))
        for title, counter in (("legal", self.features), ("refused", self.reasons)):
            rows += [f"{title}: {number:>8}  {name}" for name, number in sorted(counter.items())]
        rows.append(f"{self.games} games followed through {self.answers} answers")
        return "\n".join([*rows, f"{len(self.differ)} differences", *self.differ])


class Lockstep:
    """One game, played by the ruleset and followed by the slow rules.

    most: how many answers to a question are tried at most."""

    def __init__(self, seed: int, number: int, tally: Tally, most: int) -> None:
        self.chance = random.Random(f"lockstep {seed} {number}")
        self.tally, self.most = tally, most
        self.battles_only = number % 4 == 3
        options = dict(OPTIONS[number // 4 % len(OPTIONS)])
        scenario = "land" if number % 32 == 30 else "campaign"
        self.ruleset = load("julius-caesar")
        chosen = {name: option.values[0] for name, option in self.ruleset.options.items()}
        chosen = {**chosen, **options}
        self.follower = Follower(scenario, chosen)
        self.game = Game(self.ruleset.rules, self.ruleset.rules.setup(scenario, chosen), keep=False)
        if number % 2 and scenario == "campaign" and "deployment" not in options:
            scatter(self.follower.world, self.game.state, self.chance)
            if self.battles_only:
                attack(self.follower.world, self.game.state, self.chance)
                self.follower.fighting = True
        self.dice = Dice(self.chance.randbytes(32), self.chance.randbytes(32))

    def play(self, enough: Callable[[], bool]) -> None:
        """Play to the end, or until enough questions have been tried."""
        play = self.follower.campaign()
        outcome = self._run(None)
        asked: list[Asked] | None = next(play)
        while not outcome.over and not enough() and not self._fought():
            self._same(asked, outcome)
            assert asked is not None
            given = {about.seat: self._answer(about, outcome) for about in asked}
            self.tally.answers += len(given)
            outcome = self._run(given)
            try:
                asked = play.send(given)
            except StopIteration:
                asked = None
        if outcome.over:
            assert asked is None, "the slow rules would go on"
            compare_states(self.game.state, self.follower)
            result = self.ruleset.rules.result(self.game.state["public"])
            assert result is not None and self.follower.result is not None
            assert result.winner == self.follower.result[0], "another winner"
            self.tally.games += 1

    def _fought(self) -> bool:
        """Whether it was to be battles only, and they are over."""
        return self.battles_only and self.game.state["public"]["phase"] != "battles"

    def _run(self, given: Answers | None) -> Outcome:
        """Give answers once and go on till more are needed; the follower gets the luck of it."""
        waiting = iter([given] if given is not None else [])

        def supply(requests: Sequence[Request], view: Callable[[str], View]) -> list[Any] | None:
            now = next(waiting, None)
            return None if now is None else [now[request.seat] for request in requests]

        outcome = self.game.run(self.dice, supply)
        luck = self.follower.luck
        assert not luck.rolls, "the slow rules rolled fewer dice"
        luck.rolls = [roll["values"] for roll in outcome.rolls]
        for event in outcome.events:
            if event["kind"] == "deal":
                luck.hands = {seat: event["own"][seat]["hand"] for seat in SEATS}
            if event["kind"] == "jupiter":
                luck.turned = event["own"]["caesar"]["block"]
            if event["kind"] == "turn over":
                self._scores = event["public"]["points"]
        return outcome

    def _same(self, asked: list[Asked] | None, outcome: Outcome) -> None:
        """Both stand the same and ask the same."""
        compare_states(self.game.state, self.follower)
        wanted = sorted(_plain(a.kind, a.seat, a.about) for a in asked or [])
        found = sorted(_plain(r.kind, r.seat, r.args) for r in outcome.asked)
        assert found == wanted, f"asked: {found}, by the slow rules: {wanted}"

    def _answer(self, asked: Asked, outcome: Outcome) -> Any:
        """An answer to go on with; now and then every answer to the question is tried first."""
        request = next(r for r in outcome.asked if r.seat == asked.seat)
        view = self.game.view(asked.seat)
        answer = sample(self.ruleset, request, view, self.chance)
        assert not refused(asked, view, self.follower.known, answer), (asked, answer)
        kind = "round 1" if asked.about.get("round") == 1 else asked.kind
        if self.chance.randrange(
            1 if self.battles_only and kind != "round 1" else ONE_OF.get(kind, 1)
        ):
            return answer
        legal = self._try(asked, request, view)
        return self.chance.choice(legal) if legal and self.chance.random() < 0.7 else answer

    def _try(self, asked: Asked, request: Request, view: View) -> list[Any]:
        """Compare the verdicts on many answers; those that are legal by both."""
        self.tally.questions[asked.kind] += 1
        legal = []
        for answer in islice(self._tries(asked, request, view), self.most):
            told = refused(asked, view, self.follower.known, answer)
            faults = request.judge(view, answer).faults
            if bool(told) is not bool(faults):
                reasons = [fault.reason for fault in faults]
                self.tally.differ.append(
                    f"{asked.kind} {asked.about} {asked.seat}: {answer}\n"
                    f"    ruleset: {reasons or 'legal'}, slow rules: {told or 'legal'}"
                )
            elif told:
                self.tally.illegal[asked.kind] += 1
                self.tally.reasons[_outline(told)] += 1
            else:
                self.tally.legal[asked.kind] += 1
                self.tally.features.update(
                    features(asked, scene_of(view, self.follower.known), answer)
                )
                legal.append(answer)
        return legal

    def _tries(self, asked: Asked, request: Request, view: View) -> Iterator[Any]:
        """Nothing, every single line, and as many whole answers."""
        scene, known = scene_of(view, self.follower.known), self.follower.known
        lines = list(tries.lines_for(asked, scene, self.chance))
        lines = self.chance.sample(lines, min(len(lines), self.most // 2))
        yield []
        yield from ([line] for line in lines)
        bases = [sample(self.ruleset, request, view, self.chance) for _ in range(6)]
        yield from bases

        def legal(answer: Any) -> bool:
            return not refused(asked, view, known, answer)

        whole = tries.whole(asked, scene, lines, bases, legal, self.chance)
        yield from islice(whole, max(len(lines), 300))


def _outline(told: str) -> str:
    """A refusal without names and numbers of lines."""
    words = [word for word in told.split() if word.strip("[]',:") not in _NAMES]
    return " ".join(word for word in words if not word.rstrip(":").isdigit() and word != "line")


def _plain(kind: str, seat: str, about: Mapping[str, Any]) -> str:
    """A question in one form, whatever the order of its lists."""
    return str((kind, seat, sorted((k, sorted(v) if isinstance(v, list) else v)
                                   for k, v in about.items())))  # fmt: skip


def compare_states(state: Any, follower: Follower) -> None:
    """Every block, card and trophy is where the slow rules have it, and what the board shows."""
    world, known, public = follower.world, follower.known, state["public"]
    for seat in SEATS:
        own = state["seats"][seat]
        pieces = {b: p for b, p in world.pieces.items() if p.owner == seat}
        found = {b: (h["at"], h["strength"], h["from"]) for b, h in own["blocks"].items()}
        wanted = {b: (p.at, p.strength, p.came) for b, p in pieces.items()}
        assert found == wanted, f"{seat}: {sorted(set(found.items()) ^ set(wanted.items()))}"
        assert sorted(own["pool"]) == sorted(world.pools[seat]), f"reserve of {seat}"
        assert public["pool"][seat] == len(own["pool"]), f"number in reserve of {seat}"
        assert sorted(own["hand"]) == sorted(world.hands[seat]), f"hand of {seat}"
        assert own["discard"] == world.discard[seat], f"card discarded by {seat}"
        assert sorted(public["trophies"][seat]) == sorted(known.trophies[seat])
    dead = [block for heap in public["dead"].values() for block in heap]
    assert sorted(dead) == sorted(known.dead), "blocks face up"
    assert public["places"] == _counted(follower), "the board as it is shown"
    _compare_battles(public, known)
    attacks = {place: _attack(attack) for place, attack in known.attacks.items()}
    assert attacks == {p: _attack_shown(a) for p, a in public["attacks"].items()}


def _counted(follower: Follower) -> Any:
    """4.21 Blocks by place, seat and colour."""
    found: Any = {}
    for block, piece in follower.world.pieces.items():
        colour = BLOCKS[block].colour
        there = found.setdefault(piece.at, {}).setdefault(piece.owner, {})
        there[colour] = there.get(colour, 0) + 1
    return found


def _attack(attack: Attack) -> Any:
    entries = {seat: dict(came) for seat, came in attack.entries.items() if came}
    return attack.attacker, attack.defender, attack.main, entries


def _attack_shown(attack: Any) -> Any:
    entries = {seat: came for seat, came in attack["entries"].items() if came}
    return attack["attacker"], attack["defender"], attack["main"], entries


def _compare_battles(public: Any, known: Known) -> None:
    """7.0 The battle under way: round, roles, who lies face up and has acted."""
    shown, battle = public["battle"], known.battle
    if shown is None or shown["stage"] == "regroup":
        assert battle is None, "the battle is over"
        return
    assert battle is not None, "there is no battle"
    assert (shown["place"], shown["round"]) == (battle.place, battle.round)
    assert (shown["attacker"], shown["defender"]) == (battle.attacker, battle.defender)
    found = {
        block: (here["player"], here["strength"], here["from"], here["acted"])
        for block, here in shown["blocks"].items()
    }
    assert found == {b: (s.owner, s.strength, s.came, s.acted) for b, s in battle.shown.items()}


def run(
    seed: int,
    count: int,
    most: int,
    per_game: int = 10**9,
    differences: int = ENOUGH,
    every: int = 1,
    first: int | None = None,
) -> Tally:
    """Play games until so many questions have been tried, or so many answers were judged
    differently.

    most: answers tried to one question; per_game: questions tried in one game; every: 4 for games
    that are battles only, 1 for all; first: the number of the game to begin with."""
    tally, number = Tally(), every - 1 if first is None else first
    while sum(tally.questions.values()) < count and len(tally.differ) < differences:
        last = min(count, sum(tally.questions.values()) + per_game)

        def enough(last: int = last) -> bool:
            return sum(tally.questions.values()) >= last or len(tally.differ) >= differences

        Lockstep(seed, number, tally, most).play(enough)
        number += every
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the ruleset with the slow rules.")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=2000, help="questions to try")
    parser.add_argument("--most", type=int, default=4000, help="answers to one question at most")
    chosen = parser.parse_args()
    tally = run(chosen.seed, chosen.count, chosen.most)
    print(tally.table())
    return 1 if tally.differ else 0


if __name__ == "__main__":
    sys.exit(main())
