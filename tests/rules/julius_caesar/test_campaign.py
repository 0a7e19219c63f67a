"""Whole campaigns at random: every piece in one place, templates legal, reports fit."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
import yaml

from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.table import State, Table, view_of
from referee.engine.words import Answer
from referee.orders.order_lines import parse_lines
from referee.proof.dice import Dice
from tests.rules.julius_caesar.adapter import (
    SEATS,
    Command,
    Orders,
    WinterWalk,
    board,
    command_phase,
    ruleset,
    setup,
)
from tests.rules.julius_caesar.whole_games import WIDTH, RandomGame, check_texts
from tests.support.beside import sample, template
from tests.support.seeds import with_seeds

OPTIONS = [
    {},
    {"deployment": "free"},
    {"strait-reaction": "one", "trophies": "battle", "first-turn": "caesar"},
    {"cleopatra-acts": "this-round", "sea-retreats": "one", "port-retreat": "same-sea"},
]


def template_answers(request: Request, where: View) -> tuple[list[Any], list[list[Any]]]:
    """The template as it stands, and every line that is commented out, each alone."""
    lines = template(ruleset, request, where)
    plain = yaml.load("\n".join(lines), Loader=yaml.BaseLoader) or []
    hidden = [line.removeprefix("# ") for line in lines if line.startswith("# - ")]
    return plain, [yaml.load(line, Loader=yaml.BaseLoader) for line in hidden]


def check_template(request: Request, where: View) -> None:
    """As it stands a template is legal, and so is each of its commented lines alone."""
    plain, alone = template_answers(request, where)
    for raw in [plain, *alone]:
        if raw == [] and request.kind in ("battle turn", "hits", "cards"):
            continue
        answer, faults = parse_lines(raw, request.words, ruleset.rules.names(request.seat))
        assert answer is not None, (raw, faults)
        assert request.judge(where, answer).faults == [], (request.data(), raw)


def check_words(request: Request, where: View, chance: random.Random) -> None:
    """Every word that an answer may use is shown, as a line or in a comment."""
    text = "\n".join(template(ruleset, request, where))
    for _ in range(4):
        for line in sample(ruleset, request, where, chance):
            (word,) = line
            # What is forced needs no line, and the template says so of its word.
            shown = f"{word}: " in text or f"needs no '{word}' line" in text
            assert shown, (request.data(), word, text)


@with_seeds(range(80), few=4)
def test_campaigns_end_and_lose_nothing(seed: int) -> None:
    played = RandomGame(seed, "campaign", OPTIONS[seed % 4])
    check_texts(played.game, played.play())


@with_seeds(range(100, 140), few=1)
def test_templates_and_situations_of_whole_campaigns(seed: int) -> None:
    played = RandomGame(seed, "campaign", OPTIONS[seed % 4])

    def look(request: Request, where: View) -> None:
        check_template(request, where)
        check_words(request, where, played.chance)
        for _, lines in ruleset.wording.situation(where):
            assert [line for line in lines if len(line) > WIDTH] == []

    played.looks.append(look)
    played.play()
    assert {"command", "winter", "battle turn"} <= set(played.kinds)


def middle(seed: int, kind: str) -> tuple[State, Request]:
    """A position in the middle of a campaign where something of a kind is asked."""
    chance = random.Random(seed)
    wait = chance.randint(0, 25)
    game = Game(ruleset.rules, ruleset.rules.setup("campaign", {}), keep=False)
    found: list[tuple[State, Request]] = []
    left = [wait]

    def supply(requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer] | None:
        for request in requests:
            if request.kind == kind:
                left[0] -= 1
                found[:] = [(copy.deepcopy(game.state), request)]
        if left[0] < 0:
            return None
        return [sample(ruleset, r, view(r.seat), chance) for r in requests]

    game.run(Dice(chance.randbytes(32), chance.randbytes(32)), supply)
    game.close()
    return found[0]


def of(request: Request, seat: str) -> Request:
    """The same, asked of a seat."""
    return ruleset.rules.request({**request.data(), "seat": seat})


def winter_of(view: View, request: Request, answer: Answer) -> WinterWalk:
    """What a legal answer comes to in winter, by what its seat sees."""
    walk = WinterWalk.on_copy(of(request, view.seat), view)
    assert walk.rehearse(answer).faults == []
    return walk


def finish(code: Any, answers: list[Answer]) -> None:
    """Run a step that asks once to its end."""
    code.send(None)
    with pytest.raises(StopIteration):
        code.send(answers)


@with_seeds(range(60), few=15)
def test_the_walk_of_a_command_ends_where_the_step_ends(seed: int) -> None:
    state, request = middle(seed, "command")
    assert isinstance(request, Command)
    seat = request.seat
    view = view_of(state, seat)
    answer = sample(ruleset, request, view, random.Random(seed))
    walk = Orders.on_copy(request, view)
    assert walk.rehearse(answer).faults == []
    finish(command_phase(Table(state, "x"), seat), [answer])
    for part in ("places", "roads", "attacks"):
        assert walk.public[part] == state["public"][part]
    own = state["seats"][seat]
    assert (walk.pool, walk.blocks) == (own["pool"], own["blocks"])
    assert walk.public["surprise"] == state["public"]["surprise"]
    assert setup.broken(state) == []


@with_seeds(range(20), few=6)
def test_the_walk_of_a_winter_ends_where_the_step_ends(seed: int) -> None:
    state, request = middle(seed, "winter")
    chance = random.Random(seed)
    before = {seat: view_of(copy.deepcopy(state), seat) for seat in SEATS}
    answers = {
        seat: sample(ruleset, of(request, seat), view_of(state, seat), chance) for seat in SEATS
    }
    finish(ruleset.rules.steps["winter"](Table(state, "x")), [*answers.values()])
    for seat in SEATS:
        walk = winter_of(before[seat], request, answers[seat])
        gone = [*walk.lost, *walk.supply]
        if state["public"]["phase"] != "over":
            gone += walk.choice
        for block, here in state["seats"][seat]["blocks"].items():
            assert not board.PLACES[here["at"]].is_sea
            assert here["at"] == walk.homes.get(block, here["at"])
        assert not set(gone) & set(state["seats"][seat]["blocks"])
    assert setup.broken(state) == []


def test_supply_limits_hold_after_every_winter() -> None:
    for seed in range(6):
        state, request = middle(seed, "winter")
        for seat in SEATS:
            view = view_of(state, seat)
            some = sample(ruleset, of(request, seat), view, random.Random(seed))
            walk = winter_of(view, request, some)
            for place, blocks in walk.standing.items():
                assert len(blocks) <= 3 + board.PLACES[place].value


def test_pieces_that_are_lost_or_doubled_are_found() -> None:
    state = ruleset.rules.setup("campaign", {})
    assert setup.broken(state) == []
    lost = copy.deepcopy(state)
    lost["seats"]["caesar"]["blocks"].pop("legio-7")
    assert len(setup.broken(lost)) == 2
    twice = copy.deepcopy(state)
    twice["seats"]["caesar"]["pool"].append("legio-7")
    assert len(setup.broken(twice)) == 2
    for change, faults in (({"at": "hispanum"}, 2), ({"strength": 9}, 1)):
        astray = copy.deepcopy(state)
        astray["seats"]["caesar"]["blocks"]["legio-7"].update(change)
        assert len(setup.broken(astray)) == faults
    cards = copy.deepcopy(state)
    cards["public"]["phase"] = "cards"
    assert setup.broken(cards) == ["cards lost or doubled"]


def test_who_is_asked_in_winter_does_not_depend_on_hidden_facts() -> None:
    """8.3, 8.5 Both are asked even where nobody has a choice."""
    state, request = middle(3, "winter")
    bare = copy.deepcopy(state["public"])
    bare["places"] = {}
    assert request.forced(state["public"]) is None
    assert request.forced(bare) is None


def _has_jupiter(seed: int) -> bool:
    try:
        return bool(middle(seed, "jupiter"))
    except IndexError:
        return False


def test_jupiter_lists_places_by_public_facts() -> None:
    """Leaders and fleets are not told apart from other blocks by the request."""
    seed = next(seed for seed in range(50) if _has_jupiter(seed))
    state, request = middle(seed, "jupiter")
    enemy = next(seat for seat in SEATS if seat != request.seat)
    twin = copy.deepcopy(state)
    blocks = twin["seats"][enemy]["blocks"]
    leader = next(b for b in blocks if board.BLOCKS[b].leader)
    other = next(b for b in blocks if board.BLOCKS[b].type == "legio")
    blocks[leader]["at"], blocks[other]["at"] = blocks[other]["at"], blocks[leader]["at"]
    views = [view_of(one, request.seat) for one in (state, twin)]
    assert template(ruleset, request, views[0]) == template(ruleset, request, views[1])
    assert request.forced(state["public"]) == request.forced(twin["public"])


@pytest.mark.parametrize("until", ["705/1", "705/winter", "707/3", "709/5", "709/winter", "end"])
def test_until_in_five_years(until: str) -> None:
    public = ruleset.rules.setup("campaign", {})["public"]
    assert not ruleset.calendar.reached(public, until)
    over = {"year": 709, "turn": 6, "result": {"winner": None, "why": "draw"}}
    assert ruleset.calendar.reached({**public, **over}, until)


def test_until_a_winter() -> None:
    public = ruleset.rules.setup("campaign", {})["public"]
    assert not ruleset.calendar.reached({**public, "turn": 6, "phase": "winter"}, "705/winter")
    assert ruleset.calendar.reached({**public, "turn": 6, "phase": "winter"}, "705/5")
    assert ruleset.calendar.reached({**public, "year": 706, "turn": 1}, "705/winter")
