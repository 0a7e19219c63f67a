"""The engine: a game that was put away and taken up again is the same game."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from referee.engine import game as game_module
from referee.engine.entry import public_events
from referee.engine.game import Game, Outcome
from referee.engine.request import Data, Request, View
from referee.engine.rules import Ruleset, Step, StepCode
from referee.engine.table import ReplayDiffers, Table, TableClosed
from referee.engine.words import Answer
from referee.lab.selfplay import legal_sample
from referee.proof.dice import Dice
from referee.ruleset import load
from tests.support.mailbag import Table as Folder
from tests.support.mailbag import cli
from tests.toys import dig, duel, relay
from tests.toys.changed import changed

pytestmark = pytest.mark.usefixtures("toys")

TOYS = [duel.ruleset, relay.ruleset, dig.ruleset]


def _fresh(ruleset: Ruleset) -> Game:
    options = {name: option.values[0] for name, option in ruleset.options.items()}
    return Game(ruleset.rules, ruleset.rules.setup(next(iter(ruleset.scenarios)), options))


def _dice(run: int, seed: int = 1) -> Dice:
    return Dice(bytes([seed, run]) * 16, bytes(32))


def _json(data: Any) -> Any:
    """Through a file and back, order of keys kept."""
    return json.loads(json.dumps(data))


def _once(ruleset: Ruleset, chance: random.Random) -> Callable[..., list[Answer] | None]:
    """Answers one question of a run, then none."""
    given = []

    def supply(requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer] | None:
        if given:
            return None
        given.append(True)
        return [legal_sample(ruleset.rules, r, view(r.seat), chance) for r in requests]

    return supply


def _stopped(requests: object, view: object) -> None:
    return None


def _plain(outcome: Outcome) -> dict[str, Any]:
    asked = [request.data() for request in outcome.asked]
    rolls = (outcome.rolls, outcome.sealed_rolls)
    return {"events": outcome.events, "rolls": rolls, "asked": asked, "over": outcome.over}


def _runs(ruleset: Ruleset, seed: int, restart: bool) -> list[dict[str, Any]]:
    """A whole game, one answer a run; with `restart` it is put away after every run."""
    game, chance = _fresh(ruleset), random.Random(seed)
    outcome = game.run(None, _stopped)
    told = [_plain(outcome)]
    while not outcome.over:
        if restart:
            saved = _json(game.saved())
            game = Game.restored(ruleset.rules, _json(saved))
            assert _json(game.saved()) == _json(saved)
        outcome = game.run(_dice(len(told), seed), _once(ruleset, chance))
        told.append(copy.deepcopy({**_plain(outcome), "state": game.state}))
    return told


@pytest.mark.parametrize("ruleset", TOYS, ids=lambda r: str(r.name))
@pytest.mark.parametrize("seed", range(3))
def test_a_restored_game_goes_on_alike(ruleset: Ruleset, seed: int) -> None:
    running, restored = (_runs(ruleset, seed, restart) for restart in (False, True))
    assert len(running) >= 4
    assert running == restored


def test_julius_caesar_restored_at_every_stop() -> None:
    ruleset = load("julius-caesar")
    running, restored = (_runs(ruleset, 5, restart) for restart in (False, True))
    assert running == restored


@pytest.mark.parametrize("ruleset", TOYS, ids=lambda r: str(r.name))
def test_state_and_questions_of_a_restored_game(ruleset: Ruleset) -> None:
    game = _fresh(ruleset)
    game.run(None, _stopped)
    run = 0
    while True:
        again = Game.restored(ruleset.rules, _json(game.saved()))
        assert again.state == game.state
        assert json.dumps(again.state) == json.dumps(game.state)  # and in the same order
        asked = [request.data() for request in game.open_requests()]
        assert [request.data() for request in again.open_requests()] == asked
        run += 1
        if game.run(_dice(run), _once(ruleset, random.Random(run))).over:
            return


# -- tampered records ------------------------------------------------------------------------------


def _in_fight() -> Game:
    """A duel with its fight open: boasts were answered, a card of each is asked for."""
    game = _fresh(duel.ruleset)
    game.run(None, _stopped)
    game.run(_dice(1), _stopped)
    game.run(_dice(2), _once(duel.ruleset, random.Random(1)))
    assert [request.kind for request in game.open_requests()] == ["play", "play"]
    return game


def _drop(saved: Any) -> None:
    saved["records"].pop()


def _double(saved: Any) -> None:
    saved["records"].append(copy.deepcopy(saved["records"][-1]))


def _rename(saved: Any) -> None:
    saved["records"][0]["what"] = "roll"


def _reask(saved: Any) -> None:
    saved["records"][0]["asked"] = "0" * 64


def _other_state(saved: Any) -> None:
    saved["state"]["seats"]["red"]["hand"] = ["lion"]


def _other_step(saved: Any) -> None:
    saved["step"]["name"] = "deal"


@pytest.mark.parametrize("tamper", [_double, _rename, _reask, _other_state, _other_step])
def test_tampered_records_are_named(tamper: Callable[[Any], None]) -> None:
    saved = _json(_in_fight().saved())
    assert Game.restored(duel.ruleset.rules, copy.deepcopy(saved)).open_requests()
    tamper(saved)
    with pytest.raises(ReplayDiffers):
        Game.restored(duel.ruleset.rules, saved)


def test_an_answer_that_was_changed_is_named() -> None:
    """The State tells: a relay's stride is another than the one that was recorded."""
    game = _after_a_roll()
    saved = _json(game.saved())
    for record in saved["records"]:
        if record["what"] == "answers":
            record["answers"][0] = [{"boast": {}}]
    with pytest.raises(ReplayDiffers, match="another position"):
        Game.restored(_one_step().rules, saved)


def test_a_die_that_was_changed_is_named() -> None:
    saved = _json(_after_a_roll().saved())
    (roll,) = [record for record in saved["records"] if record["what"] == "roll"]
    roll["values"] = [7 - roll["values"][0]]
    with pytest.raises(ReplayDiffers, match="another position"):
        Game.restored(_one_step().rules, saved)


def test_a_die_that_is_not_recorded_is_named() -> None:
    saved = _json(_after_a_roll().saved())
    saved["records"] = [record for record in saved["records"] if record["what"] != "roll"]
    with pytest.raises(ReplayDiffers):
        Game.restored(_one_step().rules, saved)
    saved["records"] = saved["records"][:1]
    with pytest.raises(ReplayDiffers, match="dice that are not recorded"):
        Game.restored(_one_step().rules, saved)


async def _count(table: Table) -> None:
    for _ in range(4):
        answers = await table.ask_all([duel.Boast(seat) for seat in duel.SEATS])
        table.state["public"]["boasts"] = [len(answer) for answer in answers]
        table.state["public"]["die"] = table.roll("die", 1)
        table.tell("thrown", {"die": table.state["public"]["die"]})
    table.state["public"]["round"] = 99


def _one_step(step: StepCode = _count) -> Ruleset:
    """A duel of one step: it asks, rolls and asks again, and counts both in the State."""

    def next_step(public: Data) -> Step | None:
        return Step("count", "count") if public["round"] < 99 else None

    return changed(duel.ruleset, steps={"count": step}, next_step=next_step)


def _silent(requests: Sequence[Request], view: object) -> list[Answer]:
    return [[] for _ in requests]


def _after_a_roll() -> Game:
    game = _fresh(_one_step())
    game.run(None, _stopped)
    once = iter([_silent, _stopped])
    game.run(_dice(1), lambda requests, view: next(once)(requests, view))
    assert game.state["public"]["boasts"] == [0, 0]
    return game


# -- the table -------------------------------------------------------------------------------------


def test_a_closed_table_refuses_every_verb() -> None:
    table = Table({"public": {}, "seats": {}, "sealed": {}}, "x")
    table.use(_dice(1))
    table.roll("before", 1)
    table.close()
    for verb in (
        lambda: table.state["seats"],
        lambda: table.public["round"],
        lambda: table.public.get("round"),
        lambda: "round" in table.public,
        lambda: list(table.public),
        lambda: table.public.update(round=99),
        lambda: table.public.__setitem__("round", 99),
        lambda: table.view("red"),
        lambda: table.tell("late", {}),
        lambda: table.roll("late", 1),
        lambda: table.draw("late", 1, ["a", "b"]),
        lambda: table.draw_open("late", 1, ["a", "b"]),
    ):
        with pytest.raises(TableClosed):
            verb()


def test_a_seat_can_be_asked_several_things_at_once() -> None:
    """Answers come in the order of the requests."""
    found: list[Answer] = []

    async def greedy(table: Table) -> None:
        found.extend(await table.ask_all([duel.Boast("red"), duel.Play("red"), duel.Boast("blue")]))
        table.state["public"]["round"] = 99

    ruleset = _one_step(greedy)
    given: list[Answer] = [[], [{"play": "cat"}], [{"boast": {}}]]
    outcome = _fresh(ruleset).run(_dice(1), lambda requests, view: given)
    assert outcome.over
    assert found == given
    kinds = [(answer["request"]["kind"], answer["request"]["seat"]) for answer in outcome.answers]
    assert kinds == [("boast", "red"), ("play", "red"), ("boast", "blue")]


def test_a_step_that_keeps_its_table_cannot_use_it_later() -> None:
    """Also in `finally`, when the open step is given up."""
    late: list[str] = []

    async def stubborn(table: Table) -> None:
        try:
            await table.ask(duel.Boast("red"))
        finally:
            try:
                table.state["public"]["round"] = 99
            except TableClosed:
                late.append("refused")

    ruleset = _one_step(stubborn)
    game = _fresh(ruleset)
    game.run(None, _stopped)
    game.close()
    assert late == ["refused"]
    assert game.state["public"]["round"] == 0


def test_what_is_told_does_not_change_with_the_state() -> None:
    table = Table({"public": {"list": [1]}, "seats": {"red": {"hand": ["cat"]}}, "sealed": {}}, "x")
    table.tell("seen", table.state["public"], red=table.state["seats"]["red"])
    table.state["public"]["list"].append(2)
    table.state["seats"]["red"]["hand"].append("dog")
    assert table.events == [
        {"kind": "seen", "public": {"list": [1]}, "own": {"red": {"hand": ["cat"]}}, "rolls": []}
    ]


def test_each_public_event_names_the_rolls_since_the_one_before() -> None:
    """Counted through the run, whatever steps they were made in; what no player is told of, or one
    alone, tells of no roll."""

    async def throw(table: Table) -> None:
        table.roll("first", 1)
        table.draw_open("second", 1, ["a", "b"])
        table.tell("to one", None, red={"x": 1})
        table.tell("two", {})
        table.draw("sealed", 1, ["a", "b"])
        table.tell("none", {})
        table.tell("third", {"die": table.roll("third", 1)})
        table.state["public"]["round"] += 33

    ruleset = _one_step(throw)
    outcome = _fresh(ruleset).run(_dice(1), _stopped)
    assert outcome.over
    found = [(e["kind"], e["rolls"]) for e in public_events(outcome.events)]
    assert found == [
        (kind, [index + 3 * step for index in rolls])
        for step in range(3)
        for kind, rolls in (("two", [0, 1]), ("none", []), ("third", [2]))
    ]
    assert len(outcome.rolls) == 9


@pytest.mark.parametrize("asks", [True, False])
def test_a_roll_that_is_told_to_nobody_is_a_fault_of_the_rules(asks: bool) -> None:
    async def silent(table: Table) -> None:
        table.roll("unlucky", 1)
        if asks:
            await table.ask(duel.Boast("red"))
        table.state["public"]["round"] = 99

    ruleset = _one_step(silent)
    game = _fresh(ruleset)
    with pytest.raises(RuntimeError, match="nobody was told what the dice showed: unlucky"):
        game.run(_dice(1), _stopped)


def test_rules_that_sort_their_dice_do_not_change_the_log() -> None:
    table = Table({"public": {}, "seats": {}, "sealed": {}}, "x")
    table.use(_dice(1))
    values = table.roll("many", 20)
    thrown = list(values)
    values.sort()
    assert values != thrown
    assert table.rolls[0]["values"] == table.records[0]["values"] == thrown
    again = Table({"public": {}, "seats": {}, "sealed": {}}, "x", table.records)
    again.roll("many", 20).sort()
    assert again.records[0]["values"] == thrown


def _drawing(records: Sequence[dict[str, Any]] = ()) -> Table:
    return Table({"public": {}, "seats": {}, "sealed": {}}, "deal/1/a", records)


def test_open_draws_are_those_of_the_vectors() -> None:
    """Their algorithm is that of sealed draws: with the vector's stream as P, the same numbers."""
    data = json.loads(Path(__file__).parents[1].joinpath("data/vectors.json").read_text("utf-8"))
    vectors = data["dice"]
    dice = _dice(1)
    dice._public = bytes.fromhex(vectors["S"])
    table = _drawing()
    table.use(dice)
    drawn = vectors["sealed deal/1/a, first opening"]
    for name, picked in drawn.items():
        _, number, k, _, m = name.replace(",", "").split()
        items = [f"item {i}" for i in range(int(m))]
        assert table.draw_open("bag", int(k), items) == [items[i] for i in picked]
        assert table.rolls[int(number)] == {
            "scope": "deal/1/a",
            "opening": 0,
            "number": int(number),
            "items": items,
            "picked": picked,
            "label": "bag",
        }
    assert (len(table.rolls), table.sealed_rolls) == (len(drawn), [])


def test_rolls_and_open_draws_are_numbered_together() -> None:
    table = _drawing()
    table.use(_dice(1))
    table.roll("die", 1)
    table.draw("hand", 1, ["a", "b"])
    table.draw_open("bag", 1, ["a", "b"])
    table.roll("die", 1)
    assert [cast["number"] for cast in table.rolls] == [0, 1, 2]
    assert [draw["number"] for draw in table.sealed_rolls] == [0]


def test_open_draws_are_given_again_in_a_replay() -> None:
    """Also in a run with other dice, and only for the same question."""
    table = _drawing()
    table.use(_dice(1))
    bag = ["red", "red", "blue", "green"]
    drawn = table.draw_open("bag", 2, bag)
    again = _drawing(_json(table.records))
    again.use(_dice(2))
    assert again.draw_open("bag", 2, bag) == drawn
    assert (again.rolls, again.records) == ([], table.records)
    for label, count, items in [
        ("sack", 2, bag),
        ("bag", 1, bag),
        ("bag", 2, bag[::-1]),
        ("bag", 2, [*bag, "red"]),
    ]:
        with pytest.raises(ReplayDiffers):
            _drawing(_json(table.records)).draw_open(label, count, items)
    with pytest.raises(ReplayDiffers):
        _drawing(_json(table.records)).draw("bag", 2, bag)


def test_sealed_asks_are_opened_together() -> None:
    """Nothing happens, and nobody's answer is used up, before all have answered."""
    game = _in_fight()
    before = copy.deepcopy(game.state)
    outcome = game.run(_dice(3), lambda requests, view: None)
    assert (outcome.events, outcome.rolls, game.state) == ([], [], before)
    asked: list[list[str]] = []

    def both(requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
        asked.append([request.seat for request in requests])
        assert game.state == before  # no answer has been opened yet
        return [
            legal_sample(duel.ruleset.rules, r, view(r.seat), random.Random(1)) for r in requests
        ]

    done = iter([both, _stopped])
    outcome = game.run(_dice(3), lambda requests, view: next(done)(requests, view))
    assert asked == [["red", "blue"]]
    assert [event["kind"] for event in outcome.events] == ["thrown", "shown"]


def test_an_answer_that_rules_change_is_not_changed_in_the_record() -> None:
    async def greedy(table: Table) -> None:
        answer = await table.ask(duel.Boast("red"))
        answer.clear()
        await table.ask(duel.Boast("blue"))

    ruleset = _one_step(greedy)
    game = _fresh(ruleset)
    game.run(None, _stopped)
    given: Any = [{"boast": {}}]
    once = iter([lambda *_: [given], _stopped])
    game.run(_dice(1), lambda requests, view: next(once)(requests, view))
    assert game.saved()["records"][0]["answers"] == [[{"boast": {}}]]


def test_before_the_first_run_a_step_that_wants_dice_waits() -> None:
    game = _fresh(duel.ruleset)
    before = copy.deepcopy(game.state)
    outcome = game.run(None, _stopped)
    assert (_plain(outcome)["events"], outcome.asked, outcome.over) == ([], [], False)
    assert (game.state, game.open_requests(), game.saved()["step"]) == (before, [], None)
    again = Game.restored(duel.ruleset.rules, _json(game.saved()))
    for one in (game, again):
        outcome = one.run(_dice(1), _stopped)
        assert [event["kind"] for event in outcome.events] == ["dealt", "dealt"]
    assert game.state == again.state


def test_verbs_before_the_dice_are_undone_too() -> None:
    async def hasty(table: Table) -> None:
        table.state["public"]["round"] = 50
        table.tell("hasty", {})
        table.tell("thrown", {"die": table.roll("die", 1)})
        table.state["public"]["round"] = 99

    ruleset = _one_step(hasty)
    game = _fresh(ruleset)
    outcome = game.run(None, _stopped)
    assert (outcome.events, game.state["public"]["round"]) == ([], 0)
    outcome = game.run(_dice(1), _stopped)
    assert [event["kind"] for event in outcome.events] == ["hasty", "thrown"]
    assert outcome.over


def test_a_game_that_goes_round_in_circles_is_stopped() -> None:
    async def idle(table: Table) -> None:
        table.tell("idle", None)

    ruleset = _one_step(idle)
    with pytest.raises(RuntimeError, match="more than"):
        _fresh(ruleset).run(_dice(1), _stopped)


@pytest.mark.parametrize("steps", [30, 31])
def test_a_long_game_with_answers_goes_on_up_to_what_any_run_takes(
    steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A battle of Caesar in Alexandria took 14,479 steps in one run."""

    async def ask(table: Table) -> None:
        table.state["public"]["round"] = 99 if table.state["public"]["die"] == steps else 0
        table.state["public"]["die"] += 1
        await table.ask(duel.Boast("red"))

    game = _fresh(_one_step(ask))
    game.state["public"].update(die=1, round=0)
    monkeypatch.setattr(game_module, "STEPS_AT_MOST", 3)
    monkeypatch.setattr(game_module, "RUN_AT_MOST", 31)
    if steps == 30:
        assert game.run(_dice(1), _silent).over
    else:
        with pytest.raises(RuntimeError, match="more than 31 steps"):
            game.run(_dice(1), _silent)


# -- whole games -----------------------------------------------------------------------------------


def test_two_hash_seeds_give_the_same_journal(tmp_path: Path, process: Callable[..., Any]) -> None:
    """A short game; tests/faults and tests/golden play real ones so, and ``python -m
    tests.harness.determinism`` whole campaigns."""
    journals = []
    for seed in ("0", "1"):
        folder = tmp_path / seed
        arguments = ("selfplay", "duel", "--seed", 1, "--save", folder)
        done = process("-m", "referee", *arguments, PYTHONHASHSEED=seed)
        assert done.returncode == 0, done.stderr
        files = {
            str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()
        }
        journals.append({name: raw for name, raw in files.items() if "secret" not in name})
    assert journals[0] == journals[1]
    assert len(journals[0]["journal"].splitlines()) > 10


# -- rules that fail -------------------------------------------------------------------------------


def test_rules_that_fail_drop_the_run_whole(
    game: Callable[..., Folder], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, twin = game("duel", 2), game("duel", 2, called="twin")
    files = [table.put(f"{seat}.yaml", table.orders(seat)) for seat in table.seats]
    before = table.snapshot()

    def broken(*arguments: object) -> None:
        raise KeyError("a bug in the rules")

    with monkeypatch.context() as patch:
        patch.setattr(duel, "show", broken)
        said = cli("apply", table.folder, *files)
        assert said.status == 4
        assert "run 3 could not be made; accepted files are kept" in said.err
        assert cli("apply", table.folder).status == 4  # and again
    after = table.snapshot()
    added = {name for name in after if after[name] != before.get(name)}
    # The files were accepted, and stay so; of the run there is nothing.
    kept = {"journal", "mail/0003-red-1.yaml", "mail/0003-blue-1.yaml"}
    assert added == {*kept, "bug-report.txt"}
    told = after["bug-report.txt"].decode()
    assert "duel 1, run 3\nKeyError\n" in told
    assert "duel.py" in told
    assert "a bug in the rules" not in told, "a message may hold what nobody may know"
    assert b'"number":3' not in after["journal"]
    assert json.loads(cli("status", table.folder, "--json").out)["run"] == 2
    assert cli("apply", table.folder).status == 0
    assert cli("apply", twin.folder, *files).status == 0
    table.folder.joinpath("bug-report.txt").unlink()
    assert table.snapshot() == twin.snapshot()


def test_rules_that_changed_under_an_open_step_are_named(
    game: Callable[..., Folder], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Replayed, the open step does something else: told by name, and nothing is written."""
    table = game("duel", 2)
    before = table.snapshot()

    def other(table: Table, seat: str) -> None:
        table.state["public"]["boasts"] = seat

    files = [table.put(f"{seat}.yaml", table.orders(seat)) for seat in table.seats]
    monkeypatch.setattr(duel, "boast", other)
    said = cli("apply", table.folder, *files)
    boasted = any("boast" in path.read_text() for path in table.folder.glob("mail/0002*"))
    assert boasted, "with this seed somebody boasts"
    assert said.status != 0
    assert "cannot be replayed" in said.err
    assert table.snapshot() == before
