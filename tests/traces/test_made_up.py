"""The comparer of traces in situations that none of the sixteen games has: small made-up traces."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from referee.engine.action import Problem
from referee.engine.game import Game
from referee.engine.request import View
from referee.fault import NOT_ALLOWED, Fault
from rulesets.julius_caesar import board, legal, ruleset
from rulesets.julius_caesar.command.levies import Strengthen
from rulesets.julius_caesar.command.phase import Command
from tests.rules.julius_caesar import battlefield
from tests.traces import julius_caesar
from tests.traces.julius_caesar import expected as julius_caesar_expected
from tests.traces.julius_caesar import format as julius_caesar_format
from tests.traces.julius_caesar import offers as comparing
from tests.traces.julius_caesar import state as states
from tests.traces.julius_caesar.format import DEAD, Basis, Step, Trace
from tests.traces.test_julius_caesar import FILES

Data = dict[str, Any]
END: Data = {"winner": "Draw", "year": 705, "turn": 1, "vp": [0, 0]}


def _replay(state: Data, steps: list[Step]) -> julius_caesar.Replay:
    """A replay that begins in this position; blocks that are not on the board wait."""
    for block, entry in board.BLOCKS.items():
        if not any(block in state["seats"][seat]["blocks"] for seat in board.SEATS):
            state["seats"][entry.seat]["pool"].append(block)
    replay = julius_caesar.Replay(Trace("made up", [], steps, END))
    replay.state = state
    replay.cursor.position = states.basis(state)
    caesar, pompey = (legal.points(state["public"], seat) for seat in board.SEATS)
    replay.cursor.points = caesar, pompey
    return replay


# -- a block without a way out ---------------------------------------------------------------------

ATTACKERS, DEFENDER = ("c-ballista", "c-navis-1"), "legio-1"


def _trapped_fleet() -> Data:
    """Caesar must leave Ravenna in round 4: his ballista by one of two roads, his fleet by none."""
    return battlefield.position(
        {
            "ravenna": {"caesar": ["c-ballista@genua", "c-navis-1"], "pompey": [DEFENDER]},
            "genua": {"caesar": ["legio-8"]},
            "rome": {"caesar": ["legio-9"]},
            "hadriaticum": {"pompey": ["p-navis-1"]},
        },
        scenario="campaign",
    )


def _steps(*last: tuple[str, str, Data]) -> list[Step]:
    """Three rounds in which all pass, then these choices of Caesar: verb, argument, more."""
    turns = [("pompey", DEFENDER), *(("caesar", block) for block in ATTACKERS)]
    steps = [
        Step(0, "battle_round", seat, "battle_pass", block, round=number)
        for number in (1, 2, 3)
        for seat, block in (turns if number > 1 else turns[:2])  # the fleet is a reserve
    ]
    steps.append(Step(0, "battle_round", "pompey", "battle_pass", DEFENDER, round=4))
    states_of = {"space": "retreat"}
    steps += [
        Step(0, states_of.get(verb, "battle_round"), "caesar", verb, what, round=4, **more)
        for verb, what, more in last
    ]
    return [Step(**{**vars(step), "number": n}) for n, step in enumerate(steps, 1)]


LEAVES: tuple[str, str, Data] = (
    "battle_retreat",
    "c-ballista",
    {"offers": ("c-ballista", "c-navis-1", "retreat c-ballista", "retreat c-navis-1")},
)
GOES: tuple[str, str, Data] = (
    "space",
    "genua",
    {"moved": {"c-ballista": ("caesar", "genua", 2)}, "offers": ("genua", "rome")},
)
DIES: tuple[str, str, Data] = (
    "battle_retreat",
    "c-navis-1",
    {"moved": {"c-navis-1": ("caesar", DEAD, 0)}, "offers": ("c-navis-1",)},
)


ALONE: tuple[str, str, Data] = (
    "battle_retreat",
    "c-ballista",
    {"offers": ("c-ballista", "retreat c-ballista")},
)


@pytest.mark.parametrize("last", [(LEAVES, GOES, DIES), (DIES, ALONE, GOES)])
def test_a_block_without_a_way_out_dies_at_its_turn_or_before(
    last: tuple[tuple[str, str, Data], ...],
) -> None:
    """Ours is lost before the others of its letter are asked, theirs by a choice of its own that no
    way out follows, perhaps later: that is no difference."""
    replay = _replay(_trapped_fleet(), _steps(*last))
    look = replay.offers.look
    replay.offers.look = lambda step: look(step) if step.offers else None  # type: ignore
    game = Game(ruleset.rules, replay.state, keep=False)
    game.run(replay.dice, replay.supply)
    assert replay.report.other == [], replay.problem
    assert replay.cursor.next == len(replay.trace.steps), replay.problem


def test_a_block_that_only_ours_loses_is_a_difference() -> None:
    """Theirs leaves after all: it has a way that ours did not see."""
    out = ("space", "hadriaticum", {"moved": {"c-navis-1": ("caesar", "hadriaticum", 1)}})
    away = ("battle_retreat", "c-navis-1", {})
    replay = _replay(_trapped_fleet(), _steps(LEAVES, GOES, away, out))
    replay.offers.look = lambda step: None  # type: ignore
    Game(ruleset.rules, replay.state, keep=False).run(replay.dice, replay.supply)
    assert replay.problem is not None and list(replay.problem.blocks) == ["c-navis-1"]


# -- Jupiter ---------------------------------------------------------------------------------------


def test_jupiter_aimed_at_cleopatra_is_read_in_both_forms() -> None:
    line = {
        "n": 1, "state": "jupiter", "chosen": ["Caesar", "secret", ["Alexandria", "Cleopatra"]],
        "legal": [["Caesar", "secret", ["Alexandria", "Cleopatra"]],
                  ["Caesar", "secret", ["Alexandria", "Pompeius"]], ["Caesar", "pass"]],
        "moved": {"Cleopatra": ["Pompeius", "Alexandria", 3]}, "dice": [], "vp": [1, 7],
    }  # fmt: skip
    step = julius_caesar_format._step(line, None)
    assert step.argument == ["alexandria", "cleopatra"]
    assert step.offers == ("pass", "alexandria")
    row = julius_caesar_format._terse_step(step)
    assert julius_caesar_format._long_step(1, row) == step


@pytest.mark.parametrize(
    ("owner", "beside", "expected"),
    [("pompey", ["legio-1"], True), ("pompey", [], False), ("cleopatra", ["legio-1"], False)],
)
def test_only_cleopatra_drawn_among_green_blocks_is_expected(
    owner: str, beside: list[str], expected: bool
) -> None:
    state = battlefield.position({"alexandria": {"pompey": ["cleopatra", *beside]}})
    step = Step(1, "jupiter", "caesar", "secret", ["alexandria", owner])
    replay = _replay(state, [step])
    replay.cursor.take()
    assert replay.aimed_at_green("alexandria", "caesar") == expected


# -- Cleopatra comes home --------------------------------------------------------------------------

HOME = (("caesar", "alexandria", 4), ("pompey", "alexandria", 4))


def _sent_home(before: Basis, there: str = "") -> julius_caesar.Replay:
    """Winter has sent Cleopatra to Alexandria; before: where she was; there: who is in it."""
    away = {
        block: ("pompey", "tarraco", points)
        for block, (_, place, points) in julius_caesar_format.first_standing().items()
        if place == "alexandria" and block != there
    }
    first = Step(1, "regroup", "caesar", "pass", moved={**away, "cleopatra": before})
    last = Step(2, "regroup", "caesar", "pass", moved={"cleopatra": HOME[1]})
    replay = julius_caesar.Replay(Trace("made up", [], [first, last], END))
    replay.state["public"]["phase"] = "winter"
    replay.cursor.next = 2
    return replay


def test_cleopatra_given_away_is_expected_in_an_empty_alexandria_alone() -> None:
    """Ruling 49."""
    for replay, ours, wanted in (
        (_sent_home(("caesar", "memphis", 4)), HOME[0], True),
        (_sent_home(("caesar", "memphis", 4), "p-navis-2"), HOME[0], False),
        (_sent_home(("caesar", "alexandria", 4)), HOME[0], False),
        (_sent_home(("pompey", "memphis", 4)), HOME[0], False),
        (_sent_home(("caesar", "memphis", 4)), ("caesar", "memphis", 4), False),
    ):
        replay.note(julius_caesar.Mismatch("", {"cleopatra": (ours, HOME[1])}))
        assert (julius_caesar.HOME in replay.report.expected) == wanted
        assert (replay.report.other == []) == wanted


# -- levies ----------------------------------------------------------------------------------------


def test_a_step_above_full_strength_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is judged legal is compared, not what we would offer."""
    obstacle = Strengthen.obstacle

    def lenient(line: Strengthen) -> Problem | None:
        found = obstacle(line)
        return None if found and "at full strength" in found.reason else found

    monkeypatch.setattr(Strengthen, "obstacle", lenient)
    other = julius_caesar.compare(FILES[0]).other
    assert any("levy: only we would take" in text for text in other)


def test_leaving_a_levy_is_expected_only_where_we_accept_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judge = Command.judge

    def strict(self: Command, view: View, answer: Any) -> Any:
        judgement = judge(self, view, answer)
        levies = sum("levy" in line or "step" in line for line in answer)
        if levies < self.args["levies"]:
            judgement.add(Fault(NOT_ALLOWED, (), "a levy is left", "6.4"))
        return judgement

    assert julius_caesar_expected.LEVIES in julius_caesar.compare(FILES[-1]).expected
    monkeypatch.setattr(Command, "judge", strict)
    assert julius_caesar_expected.LEVIES not in julius_caesar.compare(FILES[-1]).expected


# -- ways out that the facts explain ---------------------------------------------------------------


def _offers(state: Data, step: Step, seat: str = "caesar", steps: list[Step] | None = None) -> Any:
    """Offers at a choice of a battle that has begun."""
    offers: Any = comparing.Offers.__new__(comparing.Offers)
    offers.step, offers.lost = step, []
    offers.cursor = SimpleNamespace(steps=steps or [step], path=[])
    offers.view = View(seat, state["public"], state["seats"][seat])
    offers.request = SimpleNamespace(args={"blocks": list(state["seats"][seat]["blocks"])})
    return offers


def _fought(places: Data, round_: int = 2, **options: str) -> Data:
    """A position whose battle of Ravenna is in this round."""
    state = battlefield.position(places, scenario="campaign", options=options)
    fight = battlefield.Fight(state)
    fight.stop()
    state["public"]["battle"]["round"] = round_
    return state


ROAD_BATTLE: Data = {
    "ravenna": {"caesar": ["legio-7@genua"], "pompey": ["legio-1"]},
    "genua": {"caesar": ["legio-8"]},
}


@pytest.mark.parametrize(
    ("used", "held", "explained"),
    [("asculum", "", True), ("aquileia", "", False), ("asculum", "asculum", False)],
)
def test_only_a_way_by_the_marked_road_itself_is_expected(
    used: str, held: str, explained: bool
) -> None:
    """Ruling 59: not one beside it, nor one that is closed for another reason."""
    places = {**ROAD_BATTLE, **({held: {"pompey": ["legio-2"]}} if held else {})}
    state = _fought(places)
    state["public"]["roads"] = {"caesar": {board.road("ravenna", used): 1}}
    steps = [
        Step(1, "battle_round", "caesar", "battle_retreat", "legio-7", round=2),
        Step(2, "retreat", "caesar", "space", "asculum", round=2),
    ]
    offers = _offers(state, steps[1], steps=steps)
    wanted = [julius_caesar_expected.ROADS] if explained else []
    assert comparing._explain(offers, "asculum", mine=False) == wanted


def test_a_retreat_in_round_1_or_of_another_block_is_no_matter_of_roads() -> None:
    state = _fought(ROAD_BATTLE)
    state["public"]["roads"] = {"caesar": {board.road("ravenna", "asculum"): 1}}
    step = Step(1, "battle_round", "caesar", "battle_pass", "legio-7", round=2)
    assert comparing._explain(_offers(state, step), "legio-8", mine=False) == []
    state["public"]["battle"]["round"] = 1
    assert comparing._explain(_offers(state, step), "retreat legio-7", mine=False) == []


def test_a_sea_retreat_is_expected_to_differ_only_after_one_of_the_other_player() -> None:
    """Ruling 38."""
    state = _fought(
        {
            "ravenna": {"caesar": ["legio-7@rome"], "pompey": ["legio-1"]},
            "hadriaticum": {"caesar": ["c-navis-1"]},
            "aquileia": {"caesar": ["legio-8"]},
            "genua": {"pompey": ["legio-2"]},
        }
    )
    steps = [
        Step(1, "battle_round", "caesar", "battle_retreat", "legio-7", round=2),
        Step(2, "retreat", "caesar", "space", "hadriaticum", round=2),
    ]
    offers = _offers(state, steps[1], steps=steps)
    assert "hadriaticum" in [way.via for way in offers.ways("legio-7")]
    assert comparing._explain(offers, "hadriaticum", mine=True) == []
    state["public"]["battle"]["retreats"] = {"pompey": {"sea": 1}}
    assert comparing._explain(offers, "hadriaticum", mine=True) == [
        julius_caesar_expected.SEA_RETREAT
    ]
