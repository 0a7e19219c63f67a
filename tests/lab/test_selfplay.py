"""Random play, play by mail and twins find what is wrong with a ruleset, and say what it is."""

from __future__ import annotations

import importlib
import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from referee import ruleset as finder
from referee.engine.request import Data, Request, View
from referee.engine.table import State, Table
from referee.engine.variation import Variation
from referee.engine.words import Answer
from referee.fault import NOT_ALLOWED, Fault
from referee.lab.selfplay import ANSWERS_AT_MOST
from tests.support.mailbag import Said, cli
from tests.toys import duel, relay
from tests.toys.changed import alter
from tests.toys.duel import Boast, Play, PlaySuggestions

Patch = pytest.MonkeyPatch
TELL = Table.tell


def selfplay(*arguments: object) -> Said:
    return cli("selfplay", "duel", "--seed", 1, *arguments)


# -- random play -----------------------------------------------------------------------------------


def test_games_come_to_their_end() -> None:
    said = selfplay("--games", 20)
    assert (said.status, said.err) == (0, "")
    assert "most rounds won" in said.out
    games = json.loads(selfplay("--games", 3, "--json").out)
    assert [(game["seed"], game["game"], game["ending"]) for game in games] == [
        (1, number, "rounds") for number in range(3)
    ]


def test_an_offer_that_is_refused_is_found(monkeypatch: Patch) -> None:
    def refused(self: Play, view: View, answer: Answer) -> list[Fault]:
        return [Fault(NOT_ALLOWED, (), "no cards today", "2.1")]

    monkeypatch.setattr(Play, "refused", refused)
    said = selfplay()
    assert said.status == 4
    assert "play offers what it refuses" in said.err
    assert "no cards today (2.1)" in said.err


def test_a_step_that_grows_is_found(monkeypatch: Patch) -> None:
    async def fight(table: Table) -> None:
        for _ in range(ANSWERS_AT_MOST + 1):
            await table.ask(Boast("red"))
        duel.show(table, {seat: table.state["seats"][seat]["hand"][0] for seat in duel.SEATS}, 1)

    monkeypatch.setitem(duel.ruleset.rules.steps, "fight", fight)  # type: ignore[arg-type]
    said = selfplay()
    assert said.status == 4
    assert f"round 1: a step takes more than {ANSWERS_AT_MOST} answers" in said.err


# -- play by mail ----------------------------------------------------------------------------------


def test_a_template_that_is_not_understood_is_found(monkeypatch: Patch, tmp_path: Path) -> None:
    lines = ["- play: Griffin"]
    monkeypatch.setattr(PlaySuggestions, "template", lambda self, request, view: lines)
    said = selfplay("--save", tmp_path / "game")
    assert said.status == 4
    assert "the template of play is not understood: 'Griffin' is not a card" in said.err


@pytest.mark.parametrize(
    "lines", [["- play: [Cat"], ["- play: Cat", "# - play: [Cat"], ["# - play: Griffin"]]
)
def test_a_template_that_is_no_yaml_is_found(
    monkeypatch: Patch, tmp_path: Path, lines: list[str]
) -> None:
    """In its comments too: a player takes the # off."""
    monkeypatch.setattr(PlaySuggestions, "template", lambda self, request, view: lines)
    said = selfplay("--save", tmp_path / "game")
    assert said.status == 4
    assert "the template of play is not understood" in said.err


def test_a_game_that_is_over_before_its_first_run_is_saved(
    monkeypatch: Patch, tmp_path: Path
) -> None:
    monkeypatch.setattr(relay, "TURNS", 0)
    said = cli("selfplay", "relay", "--seed", 1, "--save", tmp_path / "game")
    assert said.status == 0
    assert "the longest way (3)" in said.out
    reports = tmp_path / "game" / "reports" / "anna"
    assert [path.name for path in reports.iterdir()] == ["0000.txt"]
    ended = "the game is over; winner: nobody (a draw); the longest way (3)\n"
    assert cli("status", tmp_path / "game").out.endswith(ended)


def test_a_game_without_a_result_is_found_in_memory_and_by_mail(
    monkeypatch: Patch, tmp_path: Path
) -> None:
    alter(monkeypatch, relay.ruleset, next_step=lambda public: None)
    for more in ([], ["--save", tmp_path / "game"]):
        said = cli("selfplay", "relay", "--seed", 1, *more)
        assert said.status == 4
        assert "the game ended without a result at turn 1" in said.err


def test_rules_that_remember_outside_of_the_state_are_found(
    monkeypatch: Patch, tmp_path: Path
) -> None:
    asked: list[int] = []
    whole = duel.ruleset.rules.steps["fight"]

    async def fight(table: Table) -> None:
        asked.append(1)
        table.state["public"]["times"] = len(asked)
        await whole(table)

    monkeypatch.setitem(duel.ruleset.rules.steps, "fight", fight)  # type: ignore[arg-type]
    said = selfplay("--save", tmp_path / "game")
    assert said.status == 4
    assert "the game cannot be taken up again" in said.err


# -- twins -----------------------------------------------------------------------------------------


class Breath(Variation):
    """Of a runner's breath the others know nothing."""

    def disturb(self, state: State, hidden: str, chance: random.Random) -> None:
        state["seats"][hidden]["breath"] = chance.randint(2, 9)


def twins(seed: int, games: int, *more: object) -> Said:
    """Pairs of the scenario for two."""
    how = ("--twins", "--scenario", "short", "--seed", seed, "--games", games)
    return cli("selfplay", "relay", *how, *more)


def test_twins_of_which_nobody_can_tell_one(monkeypatch: Patch) -> None:
    alter(monkeypatch, relay.ruleset, variation=Breath)
    said = twins(1, 12)
    assert (said.status, said.err) == (0, "")
    first, *seats = said.out.splitlines()
    pairs, differed, runs = (int(word) for word in first.split() if word.isdigit())
    assert pairs == 12
    assert differed > 8
    assert runs > 12
    data = json.loads(twins(1, 12, "--json").out)
    counted = {"pairs": pairs, "differed": differed, "runs": runs, "leaks": []}
    assert {key: data[key] for key in counted} == counted
    hidden = data["hidden"]
    told = {seat: f"{n['differed']} of {n['pairs']} pairs" for seat, n in hidden.items()}
    assert seats == [f"  hidden {seat}: {text}" for seat, text in told.items()]
    assert list(hidden) == ["anna", "bert"]
    for key in ("pairs", "differed"):
        assert sum(counts[key] for counts in hidden.values()) == data[key]


def _panting(self: Table, kind: str, public: Data | None, **own: Data) -> None:
    """A planted leak: who runs is heard to pant."""
    if kind == "run" and public is not None:
        public = {**public, "breath": self.state["seats"][public["seat"]]["breath"]}
    TELL(self, kind, public, **own)


def test_a_leak_is_told_and_can_be_had_again(monkeypatch: Patch) -> None:
    alter(monkeypatch, relay.ruleset, variation=Breath)
    monkeypatch.setattr(Table, "tell", _panting)
    said = twins(1, 40)
    assert said.status == 4
    assert "apart: text: 'breath " in said.err
    again = int(said.err.split("--twins --seed ")[1].split()[0])
    once = twins(again, 1)
    assert once.status == 4
    assert leaks(once) == leaks(said) != []


def leaks(said: Said) -> list[str]:
    return [line for line in said.err.splitlines() if "apart" in line]


def test_a_variation_that_changes_what_others_know_is_found(monkeypatch: Patch) -> None:
    class Heavy(Variation):
        def disturb(self, state: State, hidden: str, chance: random.Random) -> None:
            for part in state["seats"].values():
                part["breath"] = chance.randint(2, 9)

    alter(monkeypatch, relay.ruleset, variation=Heavy)
    said = twins(1, 20)
    assert said.status == 4
    assert leaks(said)


def test_an_answer_that_is_legal_in_one_game_alone_is_told_with_its_seat(
    monkeypatch: Patch,
) -> None:
    class Faint(Variation):
        def disturb(self, state: State, hidden: str, chance: random.Random) -> None:
            for part in state["seats"].values():
                part["breath"] = 0

    alter(monkeypatch, relay.ruleset, variation=Faint)
    form = (
        r".* anna can .* stride: anna's answer .* is legal in one game alone: you have breath for 0"
    )
    found = [leak for seed in range(1, 8) for leak in leaks(twins(seed, 1))]
    assert [leak for leak in found if re.fullmatch(form, leak)]
    assert not [leak for leak in found if "bert's answer" in leak], "anna's comes before"


def test_twins_that_never_differ_prove_nothing(monkeypatch: Patch) -> None:
    alter(monkeypatch, relay.ruleset, variation=Variation)
    said = twins(1, 3)
    assert said.status == 4
    assert "no pair differed" in said.err


class Longest(Breath):
    """Each runner goes as far as breath lasts, which everybody sees."""

    def answer(
        self, request: Request, views: tuple[View, View], answer: Answer, chance: random.Random
    ) -> Answer | None:
        return [{"stride": views[1].own["breath"]}] if request.kind == "stride" else answer


class LongestShown(Longest):
    def shown(self, event: Data, hidden: str) -> object:
        return event["steps"] if event["kind"] == "run" and event["seat"] == hidden else None


def test_the_pair_ends_where_the_rules_show_the_difference(monkeypatch: Patch) -> None:
    alter(monkeypatch, relay.ruleset, variation=Longest)
    assert twins(1, 20).status == 4
    alter(monkeypatch, relay.ruleset, variation=LongestShown)
    said = twins(1, 20)
    assert (said.status, said.err) == (0, "")


def test_no_twins_where_nothing_is_hidden(tmp_path: Path) -> None:
    said = selfplay("--twins")
    assert said.status == 2
    assert "duel has no hidden information to vary" in said.err
    assert selfplay("--twins", "--save", tmp_path / "game").status == 2


# -- finding rulesets ------------------------------------------------------------------------------


class Dist(NamedTuple):
    name: str


class Point(NamedTuple):
    """An entry point that gives whatever it is told to."""

    name: str
    load: Callable[[], object]
    module: str = "tests.lab.test_selfplay"
    dist: Dist | None = None


def _broken() -> object:
    raise ImportError("No module named 'dice_of_mine'")


@pytest.mark.parametrize(
    ("load", "said"),
    [
        (_broken, "cannot be loaded: ImportError at test_selfplay.py, line "),
        (
            lambda: Boast,
            "gives <class 'tests.toys.duel.Boast'> instead of a Ruleset",
        ),
        (lambda: duel.ruleset, "gives the ruleset 'duel': both names must be the same"),
    ],
)
def test_a_ruleset_that_is_none_is_named_with_its_fault(
    monkeypatch: Patch, load: Callable[[], object], said: str
) -> None:
    points = [Point("aardvark", load), Point("duel", lambda: duel.ruleset)]
    monkeypatch.setattr(finder, "_entry_points", lambda: points)
    shown = cli("rulesets", "show", "aardvark")
    assert shown.status == 2
    assert said in shown.err
    listed = cli("rulesets")
    assert listed.status == 2
    assert said in listed.err
    assert "duel  Duel, version 1" in listed.out


@pytest.mark.parametrize("module", ["riders_of_old", "riders_of_old.rules"])
def test_a_ruleset_whose_package_has_another_name_now_says_what_to_do(
    monkeypatch: Patch, module: str
) -> None:
    def gone() -> object:
        return importlib.import_module(module)

    for dist, package in ((Dist("riders-1"), "the package 'riders-1'"), (None, "the package that")):
        point = Point("riders", gone, module, dist)
        monkeypatch.setattr(finder, "_entry_points", lambda point=point: [point])
        for arguments in (["rulesets"], ["selfplay", "riders", "--seed", "1"]):
            said = cli(*arguments)
            assert said.status == 2
            assert "No module named 'riders_of_old'" in said.err
            assert f"hint: uninstall {package}" in said.err


def test_a_module_that_a_ruleset_lacks_is_no_matter_of_its_own_name(monkeypatch: Patch) -> None:
    def lacking() -> object:
        return importlib.import_module("dice_of_mine")

    monkeypatch.setattr(finder, "_entry_points", lambda: [Point("riders", lacking)])
    said = cli("rulesets")
    assert "No module named 'dice_of_mine'" in said.err
    assert "hint" not in said.err
