"""Whether somebody is waited for never depends on what only he knows: the queue, by generation."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest

from referee.adjudicate.inbox import Inbox
from referee.engine import standing
from referee.engine.game import Game
from referee.engine.plain import copied
from referee.engine.request import Request, View
from referee.engine.rules import Ruleset
from referee.engine.table import State, view_of
from referee.engine.variation import Variation
from referee.engine.words import Answer
from referee.lab.selfplay import play
from referee.orders.advance import AdvanceOrder, lawful
from referee.orders.standing_list import parse_standing
from referee.ruleset import load
from tests.harness.blind import Breath
from tests.rules.caesar_xl.adapter import HandVariation
from tests.rules.julius_caesar.adapter import CaesarVariation
from tests.rules.random_standing import some_rule
from tests.support.beside import default, sample
from tests.support.installing import toys
from tests.support.mailbag import TOYS
from tests.support.seeds import count
from tests.toys import skirmish
from tests.toys.smugglers.twist import Stashes

GAMES: Mapping[str, tuple[Ruleset, Variation]] = {
    "julius-caesar": (load("julius-caesar"), CaesarVariation()),
    "caesar-xl": (load("caesar-xl"), HandVariation()),
    "relay": (TOYS["relay"], Breath()),
    "smugglers": (TOYS["smugglers"], Stashes()),
    "skirmish": (skirmish.ruleset, skirmish.Seen()),
}
#: positions of each game; how many of them must have an answer that is legal in one state alone
POSITIONS, DIFFERENT = 220, 5


class Position(NamedTuple):
    """Something asked of a seat, in two states that differ in what that seat alone knows."""

    request: Request
    state: State
    other: State

    def views(self) -> tuple[View, View]:
        return view_of(self.state, self.request.seat), view_of(self.other, self.request.seat)


def positions(ruleset: Ruleset, variation: Variation, chance: random.Random) -> list[Position]:
    """Some of all that is asked in random games."""
    found: list[Position] = []

    def watch(game: Game) -> None:
        if chance.random() < 0.2:
            for request in game.open_requests():
                other = copied(game.state)
                variation.disturb(other, request.seat, chance)
                assert other["public"] == game.state["public"]
                found.append(Position(request, copied(game.state), other))

    number = 0
    while len(found) < POSITIONS:
        play(ruleset, 5, number, watch=watch)
        number += 1
    return found


def queue(
    position: Position, ruleset: Ruleset, given: Mapping[str, list[Answer]], chance: random.Random
) -> list[AdvanceOrder]:
    """Answers that are meant for it and for others, good in one state, the other, or neither."""
    request, found = position.request, []
    for number in range(1, chance.randint(1, 4) + 1):
        kind = request.kind if chance.random() < 0.7 else chance.choice(sorted(given))
        if kind == request.kind and chance.random() < 0.7:
            answer = sample(ruleset, request, chance.choice(position.views()), chance)
        else:
            answer = copied(chance.choice(given[kind]))
        chance.shuffle(answer)
        until = ruleset.calendar.after(position.state["public"])
        coming: dict[str, Any] = {"number": number, "on": kind, "select": {}, "until": until}
        found.append({**coming, "misfit": "", "answer": answer})
    return found


@pytest.mark.parametrize("name", GAMES)
def test_whether_it_answers_is_the_same_whatever_its_owner_holds(name: str) -> None:
    """Two states that all but one seat see alike, and the same queue of that seat: it answers in
    both or in neither, the same answer leaves it, and what comes of it is legal."""
    ruleset, variation = GAMES[name]
    chance = random.Random(f"queues {name}")
    given: dict[str, list[Answer]] = {}
    different = 0
    for position in positions(ruleset, variation, chance):
        request, views = position.request, position.views()
        given.setdefault(request.kind, []).append(sample(ruleset, request, views[0], chance))
        coming = queue(position, ruleset, given, chance)
        inboxes = [Inbox(ruleset) for _ in views]
        told = []
        for inbox, view in zip(inboxes, views, strict=True):
            inbox.queue[request.seat] = copied(coming)
            waits = not inbox.unanswered([request], lambda seat, view=view: view)
            answers = inbox.supply([request], lambda seat, view=view: view)
            assert waits == (answers is not None)
            if answers is not None:
                assert request.judge(view, answers[0]).faults == []
            told.append((waits, [one["number"] for one in inbox.queue[request.seat]]))
        assert told[0] == told[1]
        mine = [one["answer"] for one in coming if one["on"] == request.kind]
        outcomes = [[lawful(request, view, answer) for answer in mine] for view in views]
        different += outcomes[0] != outcomes[1]
    assert different >= DIFFERENT, different


@pytest.mark.parametrize("name", GAMES)
def test_whether_a_rule_answers_is_the_same_whatever_its_owner_holds(name: str) -> None:
    """Rules whose answers are legal in one of the two states alone do not tell so by a stop."""
    ruleset, variation = GAMES[name]
    chance = random.Random(f"rules {name}")
    tried = different = 0
    for position in positions(ruleset, variation, chance) * count(2, 4):
        request, views = position.request, position.views()
        kind = ruleset.rules.kinds[request.kind]
        if not kind.standing.policies:
            continue
        raw = [some_rule(kind, ruleset.rules.names(request.seat), chance) for _ in range(2)]
        rules, faults = parse_standing(raw, ruleset, request.seat)
        if faults:
            continue
        told = []
        for view in views:
            inbox = Inbox(ruleset)
            inbox.standing[request.seat] = copied(rules)
            told.append(inbox.unanswered([request], lambda seat, view=view: view))
        assert told[0] == told[1]
        tried += 1
        found = [standing.answer(rules, kind.standing, request, view) for view in views]
        different += len({answer is None for answer in found}) > 1
    assert tried > 50
    assert different or name != "relay"


@pytest.fixture
def _toys() -> Iterator[None]:
    """The toys are found as if they were installed."""
    with toys():
        yield


@pytest.mark.usefixtures("_toys")
def test_due_lists_runs_and_requests_are_the_same() -> None:
    """Whole runs of two games that differ in Anna's breath, with her queue in both."""
    from referee.adjudicate.letters import Mailed
    from referee.lab.twins.twins import Twins

    ruleset, variation = GAMES["relay"]
    twins, tried = Twins(ruleset, variation), 0
    for seed in range(30):
        chance = random.Random(f"queues in runs {seed}")
        tables = [twins.table(), twins.table()]
        while not tables[0].clerk.position.over:
            anna = tables[1].clerk.game.state["seats"]["anna"]
            anna["breath"] = chance.randint(2, 9)
            publics = [table.clerk.game.state["public"] for table in tables]
            if publics[0] != publics[1]:
                break
            due = tables[0].clerk.position.due
            coming = {"number": 1, "on": "stride", "select": {}, "until": "6", "misfit": ""}
            coming["answer"] = [{"stride": chance.randint(1, 9)}]
            if "anna" not in due:
                header = {"seat": "anna", "body": "0" * 64}
                file = Mailed("anna", "", "", header, [], None, 1, coming=[coming], advance=True)
                for table in tables:
                    table.clerk.inbox.take(file)
                tried += 1
            told = []
            asked = tables[0].clerk.basis().asked
            answers = {s: default(ruleset, asked[s], view_of(tables[0].clerk.game.state, s))
                       if s in asked else None for s in due}  # fmt: skip
            for table in tables:
                table.play(dict(answers))
                position = table.clerk.position
                requests = [request.data() for request in table.clerk.game.open_requests()]
                told.append((position.due, position.run, requests, position.over))
            assert told[0] == told[1]
    assert tried > 40
