"""Smugglers, the game that shows how one is made: a case for each paragraph, and whole games."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from referee import ruleset as finder
from referee.engine.game import Game, Outcome
from referee.engine.request import Data, Request, View
from referee.engine.table import State, Table, view_of
from referee.engine.words import Answer
from referee.lab.scripted import ScriptedDice
from referee.lab.selfplay import play
from referee.lab.twins.twins import Twins
from referee.orders.order_lines import read_for
from tests.support.beside import follow, measure
from tests.support.mailbag import cli
from tests.support.seeds import count
from tests.toys.smugglers import ruleset
from tests.toys.smugglers.asking import Cruise, Search, Searched, Voyage
from tests.toys.smugglers.coast import CRATES, DATA
from tests.toys.smugglers.twist import Stashes

Patch = pytest.MonkeyPatch
Answers = dict[str, Answer]
TELL = Table.tell
GULL = ["brandy", "gin", "cloth", "wool", "salt", "herring"]
TERN = ["silk", "lace", "tobacco", "tea", "cheese", "rope"]


def position(scenario: str = "three", **public: Any) -> State:
    """Night 1: the buyer is at Hythe, and the stashes are known."""
    state = ruleset.rules.setup(scenario, {"nights": "6"})
    state["public"].update({"night": 1, "phase": "sail", "buyer": "hythe"} | public)
    stashes = {
        seat: stash for seat, stash in (("gull", GULL), ("tern", TERN)) if seat in state["seats"]
    }
    for seat, stash in stashes.items():
        state["seats"][seat]["stash"] = list(stash)
        state["public"]["crates"][seat] = len(stash)
        state["seats"][seat]["ready"] = stash[: state["public"]["landing"][seat]]
    held = [crate for stash in stashes.values() for crate in stash]
    state["sealed"]["bag"] = [crate for crate in CRATES if crate not in held]
    assert ruleset.laboratory.broken(state) == []
    return state


def run(state: State, dice: ScriptedDice, *answers: Answers) -> tuple[Data, Outcome]:
    """Play on as far as these answers reach; the public part, and what was done."""
    left = list(answers)
    game = Game(ruleset.rules, state)
    outcome = game.run(dice, lambda asked, view: given(asked, left))
    assert ruleset.laboratory.broken(game.state) == []
    assert left == []
    return game.state["public"], outcome


def given(asked: Sequence[Request], left: list[Answers]) -> list[Answer] | None:
    """The next answers, in the order of what is asked."""
    if not left:
        return None
    answers = left.pop(0)
    return [answers[request.seat] for request in asked]


def sail(*places: str) -> Answer:
    return [{"sail": place} for place in places]


def land(*crates: str) -> Answer:
    return [{"land": list(crates)}]


def night(gull: Answer = [], tern: Answer = [], patrol: Answer = []) -> Answers:  # noqa: B006
    return {"gull": gull, "tern": tern, "patrol": patrol}


def faults(request: Request, answer: Answer, state: State | None = None) -> list[tuple[Any, ...]]:
    judged = request.judge(view_of(state or position(), request.seat), answer)
    return [(fault.path, fault.rule, fault.hint) for fault in judged.faults]


def told(outcome: Outcome, kind: str) -> list[Data]:
    return [event["public"] for event in outcome.events if event["kind"] == kind]


MET = night(sail("hythe") + land("brandy", "cloth"), [], sail("hythe"))
SEARCH: Answers = {"patrol": [{"search": "gull"}]}

# -- the rules -------------------------------------------------------------------------------------


def test_1_the_data_are_sound_and_tern_stays_at_home_in_two() -> None:
    assert DATA.wrong() == []
    state = ruleset.rules.setup("two", {"nights": "4"})
    assert list(state["seats"]) == list(state["public"]["where"]) == ["gull", "patrol"]
    assert (state["public"]["gold"], state["public"]["last"]) == ({"gull": 2}, 4)


def test_2_six_crates_each_are_drawn_unseen() -> None:
    state = ruleset.rules.setup("three", {"nights": "6"})
    public, outcome = run(state, ScriptedDice([], [[0, 2, 1, 3, 4, 15], [0, 1, 2, 3, 4, 5], [2]]))
    drawn = ["brandy", "silk", "lace", "tobacco", "gin", "rope"]
    assert state["seats"]["gull"]["stash"] == drawn
    assert public["crates"] == {"gull": 6, "tern": 6}
    first = outcome.events[0]
    assert first["public"] == {"seat": "gull", "count": 6}
    assert first["own"] == {"gull": {"crates": drawn}}
    assert (len(outcome.sealed_rolls), len(outcome.rolls)) == (2, 1)


def test_2_stashes_are_filled_at_dusk_gull_first_as_far_as_the_bag_reaches() -> None:
    state = position(phase="dusk")
    for seat, crates in (("gull", GULL[:2]), ("tern", TERN[:3])):
        state["seats"][seat]["stash"] = crates
        state["public"]["crates"][seat] = len(crates)
    state["public"]["landed"] = [crate for crate in CRATES if crate in GULL[2:5] + TERN[3:]]
    state["sealed"]["bag"] = [
        c for c in CRATES if c not in state["public"]["landed"] + GULL[:2] + TERN[:3]
    ]
    public, outcome = run(state, ScriptedDice([], [[0, 1, 2, 3], [0], [0]]))
    assert [(event["seat"], event["count"]) for event in told(outcome, "drawn")] == [
        ("gull", 4),
        ("tern", 1),
    ]
    assert (public["crates"], state["sealed"]["bag"]) == ({"gull": 6, "tern": 4}, [])


def test_3_the_buyer_comes_to_another_harbour() -> None:
    public, _ = run(position(), ScriptedDice([], [[2]]), night())
    assert (public["night"], public["buyer"]) == (2, "sands")


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (sail("deal"), ((0,), "3", "lanes lead to Hythe, Cap Gris")),
        (sail("hythe", "rye"), ((1,), "3", "leave this line out")),
        (land("cloth"), ((0,), "5", "the buyer is at Hythe tonight")),
        (
            sail("hythe") + land("silk"),
            ((1, 0), "5", "your stash: Brandy, Dutch Gin, Cloth, Wool, Salt, Herring"),
        ),
        (sail("hythe") + land("salt", "salt"), ((1, 1), "5", "name each crate once")),
        (sail("hythe") + land("salt") + land("wool"), ((2,), "5", "write all in one line")),
    ],
)
def test_3_what_a_smuggler_may_not_order(answer: Answer, expected: tuple[Any, ...]) -> None:
    assert faults(Voyage("gull"), answer) == [expected]


@pytest.mark.parametrize("word", ["sail", "sai"])
def test_what_can_be_named_goes_by_the_word_however_it_is_written(word: str) -> None:
    seen, names = view_of(position(), "gull"), ruleset.rules.names("gull")
    beside = ruleset.rules.kinds["voyage"].suggestions
    (fault,) = read_for(Voyage("gull"), beside, seen, [{word: ""}], names).faults
    assert fault.hint == "you can name Hythe, Cap Gris"
    for typed, meant in (("sial", "sail"), ("salt", "'land: salt'")):
        (fault,) = read_for(Voyage("gull"), beside, seen, [{typed: ""}], names).faults
        assert f"did you mean {meant}?" in fault.hint


def test_what_hangs_on_a_lane_that_cannot_be_sailed_is_not_refused_for_it() -> None:
    """3: where the ship would be is not known; what is wrong anywhere is told all the same."""
    assert faults(Voyage("gull"), sail("deal") + land("salt")) == [
        ((0,), "3", "lanes lead to Hythe, Cap Gris")
    ]
    assert faults(Voyage("gull"), sail("deal") + land("salt", "salt")) == [
        ((0,), "3", "lanes lead to Hythe, Cap Gris"),
        ((1, 1), "5", "name each crate once"),
    ]
    assert faults(Cruise("patrol"), sail("rye", "rye", "rye")) == [
        ((0,), "3", "lanes lead to Deal, Hythe, Calais, Cap Gris"),
        ((2,), "3", "leave this line out"),
    ]


def test_3_a_ship_lands_where_it_ends() -> None:
    answer = land("salt") + sail("rye")
    assert faults(Voyage("gull"), answer, position(buyer="rye")) == [
        ((1,), "5", "write land last"),
        ((1,), "3", "lanes lead to Hythe, Cap Gris"),
    ]


def test_3_the_patrol_sails_two_lanes_at_most() -> None:
    assert faults(Cruise("patrol"), sail("hythe", "rye")) == []
    assert faults(Cruise("patrol"), sail("hythe", "rye", "gris")) == [
        ((2,), "3", "leave this line out")
    ]
    public, outcome = run(position(), ScriptedDice(), night(patrol=sail("hythe", "deal")))
    assert public["where"]["patrol"] == "deal"
    assert told(outcome, "sails")[2]["path"] == ["sands", "hythe", "deal"]


def test_3_only_the_owner_reads_which_crates_are_ready() -> None:
    _, outcome = run(position(), ScriptedDice(), MET)
    event = next(event for event in outcome.events if event["kind"] == "sails")
    assert event["public"] == {"seat": "gull", "path": ["rye", "hythe"], "landing": 2}
    assert event["own"] == {"gull": {"ready": ["brandy", "cloth"]}}


def test_4_nobody_is_asked_where_the_patrol_is_alone() -> None:
    _, outcome = run(position(), ScriptedDice(), night())
    assert {request.kind for request in outcome.asked} == {"voyage", "cruise"}


def test_4_a_bribe_takes_gold_and_the_crates_are_landed() -> None:
    public, _ = run(position(), ScriptedDice(), MET, SEARCH, {"gull": [{"searched": "bribe"}]})
    assert (public["gold"]["gull"], public["points"]["gull"]) == (1, 7)
    assert public["landed"] == ["brandy", "cloth"]


@pytest.mark.parametrize("silent", [True, False])
@pytest.mark.parametrize(("die", "seized"), [(3, ["brandy", "gin"]), (4, [])])
def test_4_who_runs_needs_a_four_and_lands_nothing(
    die: int, seized: list[str], silent: bool
) -> None:
    flee: Answers = {"gull": [] if silent else [{"searched": "run"}]}
    public, outcome = run(position(), ScriptedDice([die]), MET, SEARCH, flee)
    assert (public["seized"], public["landed"], public["points"]["gull"]) == (seized, [], 0)
    ends = [event for kind in ("caught", "escapes") for event in told(outcome, kind)]
    assert [event.get("crates", []) for event in ends] == [seized]


def test_4_without_gold_he_runs_and_is_not_asked() -> None:
    state = position(gold={"gull": 0, "tern": 2})
    _, outcome = run(state, ScriptedDice([6]), MET, SEARCH)
    assert told(outcome, "escapes") == [{"seat": "gull", "die": 6}]
    assert [answer["request"]["kind"] for answer in outcome.answers].count("searched") == 0
    request = Searched("gull", at="hythe")
    assert faults(request, [{"searched": "bribe"}], state) == [((0,), "4", "you can choose: run")]


def test_4_the_patrol_searches_only_beside_it() -> None:
    state = position(phase="search")
    state["public"]["where"].update(patrol="hythe", gull="hythe")
    answer: Answer = [{"search": "tern"}]
    assert faults(Search("patrol", at="hythe"), answer, state) == [
        ((0,), "4", "you can choose: Gull, nobody")
    ]


def test_4_plans_for_the_search() -> None:
    state = position(landing={"gull": 2, "tern": 0})
    state["public"]["where"].update(patrol="rye", tern="rye")
    state["public"]["crates"]["gull"] = 5
    view, request = view_of(state, "patrol"), Search("patrol", at="rye")
    assert follow(ruleset, request, view, [{"fullest": {}}]) == [{"search": "tern"}]
    assert follow(ruleset, request, view, [{"search": ["gull"]}]) == [{"search": "gull"}]
    assert follow(ruleset, request, view, [{"default": {}}]) == [{"search": "nobody"}]
    assert measure(ruleset, request, view) == {"night": 1, "seized": 0, "landing": 2}
    own = view_of(state, "gull")
    numbers = measure(ruleset, Searched("gull", at="rye"), own)
    assert numbers == {"gold": 2, "landing": 2, "contraband": 2}


def test_5_landed_crates_score_and_are_shown() -> None:
    answers = night(sail("hythe") + land("cloth", "gin"))
    public, outcome = run(position(), ScriptedDice(), answers)
    assert told(outcome, "lands") == [{"seat": "gull", "crates": ["gin", "cloth"], "points": 6}]
    assert public["points"]["gull"] == 6


@pytest.mark.parametrize(
    ("public", "winner", "ending"),
    [
        ({"points": {"gull": 19, "tern": 0}}, "gull", "fortune"),
        ({"points": {"gull": 19, "tern": 20}}, None, "fortune"),
        ({"points": {"gull": 19, "tern": 24}}, "tern", "fortune"),
        ({"night": 6, "points": {"gull": 8, "tern": 0}}, "gull", "nights"),
        ({"night": 6, "points": {"gull": 8, "tern": 9}}, None, "nights"),
        ({"night": 6, "points": {"gull": 4, "tern": 5}}, "patrol", "quiet"),
    ],
)
def test_6_how_it_ends(public: Data, winner: str | None, ending: str) -> None:
    after, outcome = run(position(**public), ScriptedDice(), night(sail("hythe") + land("salt")))
    assert outcome.over
    assert ruleset.rules.result(after) == (winner, ending)


def test_6_four_crates_seized() -> None:
    answers: list[Answers] = [night(tern=sail("sands")), {"patrol": [{"search": "tern"}]}]
    flee: Answers = {"tern": [{"searched": "run"}]}
    public, _ = run(position(), ScriptedDice([1]), *answers, flee)
    assert ruleset.rules.result(public) == ("patrol", "seized")


def test_until_is_a_night() -> None:
    public = position()["public"]
    assert not ruleset.calendar.reached(public, "1")
    assert ruleset.calendar.reached({**public, "phase": "dusk"}, "1")
    assert ruleset.calendar.reached({**public, "night": 3}, "2")
    with pytest.raises(ValueError, match="such as 1 or 6, or end"):
        ruleset.calendar.reached(public, "7")


# -- whole games -----------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ruleset.scenarios)
def test_random_games_come_to_every_ending(scenario: str) -> None:
    games = [play(ruleset, seed, scenario=scenario) for seed in range(1, 81)]
    assert {game.result.ending for game in games if game.result} == set(ruleset.wording.endings)
    assert {kind for game in games for kind in game.answers} == set(ruleset.rules.requests)


@pytest.mark.parametrize("scenario", ruleset.scenarios)
def test_games_by_mail_come_to_their_end(scenario: str, tmp_path: Path) -> None:
    said = cli(
        "selfplay", "smugglers", "--seed", 5, "--scenario", scenario, "--save", tmp_path / "g"
    )
    assert said.status == 0
    assert "Gull" in (tmp_path / "g" / "reports" / "patrol" / "0001.txt").read_text()


def test_lanes_can_be_corrected(monkeypatch: Patch, tmp_path: Path) -> None:
    """Their ends are one text: so one can be added and taken out by name."""
    point = EntryPoint("smugglers", "tests.toys.smugglers:ruleset", finder.GROUP)
    monkeypatch.setattr(finder, "_entry_points", lambda: [point])
    file = tmp_path / "lanes.yaml"
    head = "referee: 1\nkind: corrections\nruleset: smugglers\nnote: old chart\ncoast:\n  lanes: "
    show = ("rulesets", "show", "smugglers", "--corrections", file)
    file.write_text(f"{head}{{add: [calais/rye], remove: [hythe/rye]}}\n")
    said = cli(*show)
    assert said.status == 0, said.err
    assert "coast: lanes: added: [calais/rye]" in said.out
    file.write_text(f"{head}{{remove: [gris/rye, hythe/rye]}}\n")
    said = cli(*show)
    assert said.status == 1
    assert "coast: harbours/rye: no lane leads there\n" in said.err
    assert "hint: add a lane" in said.err


# -- twins, with a third seat that draws from what was changed -------------------------------------


@dataclass
class Series:
    """What came of pairs in which the patrol watches one smuggler, and the other is the third.

    third: how often he answers for what he alone holds in the second game."""

    leaks: list[str] = field(default_factory=list)
    differed: int = 0
    third: int = 0


def watched(monkeypatch: Patch, pairs: int) -> Series:
    twins, series = Twins(ruleset, Stashes(), "three"), Series()
    whole, hidden = Stashes.answer, ""

    def answer(
        self: Stashes,
        request: Request,
        views: tuple[View, View],
        answer: Answer,
        chance: random.Random,
    ) -> Answer | None:
        series.third += request.seat != hidden
        return whole(self, request, views, answer, chance)

    monkeypatch.setattr(Stashes, "answer", answer)
    seats, seed = sorted(ruleset.seats), 0
    while pairs and not series.leaks:
        seed += 1
        hidden, watcher = random.Random(f"twins {seed}").sample(seats, 2)
        if watcher == "patrol":
            pairs -= 1
            pair = twins.pair(seed, skip=seed % 4)
            assert pair.hidden == hidden
            series.differed += pair.differed
            series.leaks += pair.leaks
    return series


def test_a_third_seat_answers_for_what_it_holds_itself(monkeypatch: Patch) -> None:
    many = count(14, 30)
    series = watched(monkeypatch, many)
    assert series.leaks == []
    assert series.third > many // 4
    assert series.differed > many // 3


def _telling(self: Table, kind: str, public: Data | None, **own: Data) -> None:
    """A planted leak: crates that are to be landed are heard of by their names."""
    if kind == "sails" and public is not None:
        public = {**public, **own[public["seat"]]}
    TELL(self, kind, public, **own)


def test_what_is_told_of_a_third_seat_is_found_too(monkeypatch: Patch) -> None:
    """Of the hidden seat's own voyage nothing is told here."""

    def telling(self: Table, kind: str, public: Data | None, **own: Data) -> None:
        others = public is not None and public.get("seat") == "tern"
        (_telling if others else TELL)(self, kind, public, **own)

    monkeypatch.setattr(Table, "tell", telling)
    twins = Twins(ruleset, Stashes(), "three")
    roles = {s: random.Random(f"twins {s}").sample(sorted(ruleset.seats), 2) for s in range(400)}
    seeds = [seed for seed, pair in roles.items() if pair == ["gull", "patrol"]]
    leaks = next(filter(None, (twins.pair(seed, skip=seed % 4).leaks for seed in seeds)), [])
    assert any("Tern: " in leak for leak in leaks)


def test_a_draw_that_the_rules_do_not_show_the_watcher_is_found(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Stashes, "shown", lambda self, event, hidden: None)
    said = cli("selfplay", "smugglers", "--seed", 1, "--games", 20, "--twins")
    assert said.status == 4
    assert "can tell games of" in said.err


def test_seats_that_hide_nothing_are_counted_apart() -> None:
    series = ("--scenario", "two", "--seed", 1, "--games", 12, "--twins", "--json")
    said = cli("selfplay", "smugglers", *series)
    hidden = json.loads(said.out)["hidden"]
    assert said.status == 0
    assert hidden["patrol"]["differed"] == 0 < hidden["patrol"]["pairs"]
    assert hidden["gull"]["differed"] == hidden["gull"]["pairs"]
