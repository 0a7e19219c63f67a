"""The game turn that ended in a run: reports repeat what earlier ones told of it, and a host who
repeats something else is found by the reports before."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from referee.engine.game import Game
from referee.engine.rules import Step
from referee.engine.table import Table as Seats
from referee.report.report_file import read_report
from referee.verify.compare.story import Told, by_the_rules, verify_story
from referee.verify.report.turns import TurnSoFar, misplaced
from tests import verifier
from tests.support.mailbag import Table
from tests.toys import duel
from tests.verify.test_verifier import rebound


@pytest.fixture
def table(game: Callable[..., Table]) -> Table:
    """A game that is over; in its first turn both seats have boasted."""
    found = game("duel", 1)
    boasts = [found.orders(seat, ["boast"]) for seat in found.seats]
    assert found.apply(*boasts).status == 0
    while not found.sheet("red")["public"]["over"]:
        found.play(1)
    return found


def sheets(table: Table, seat: str = "red") -> list[Any]:
    return [read_report(path.read_bytes()).sheet for path in table.reports(seat)]


def told(reports: list[Any]) -> list[Told]:
    return [Told(f"report {sheet['number']}", sheet) for sheet in reports]


def ending(reports: list[Any]) -> int:
    """The number of a run in which a turn ended that earlier runs had begun."""
    found = [n for n, one in enumerate(reports) if any(t["events"] for t in one["public"]["turn"])]
    return found[0]


def test_it_repeats_exactly_the_events_since_the_turn_before_ended(table: Table) -> None:
    reports = sheets(table)
    events: list[Any] = []
    for sheet in reports:
        public = sheet["public"]
        now = [{"kind": e["kind"], "data": e["data"]} for e in public["events"]]
        for ended in public["turn"]:
            assert ended["events"] == events
            events, now = [], now[ended["at"] :]
        events += now
    assert [t["turn"] for sheet in reports for t in sheet["public"]["turn"]] == ["1", "2"]


def test_its_text_has_what_the_earlier_reports_said(table: Table) -> None:
    for seat in table.seats:
        reports = [read_report(path.read_bytes()) for path in table.reports(seat)]
        number = ending(sheets(table, seat))
        text = reports[number].text
        turn = reports[number].sheet["public"]["turn"][0]["turn"]
        start = text.index(f"EARLIER IN TURN {turn}")
        digest = text[start + 2 : text.index("", start)]
        assert digest
        assert text.index("WHAT HAPPENED") > start
        before = {line for report in reports[:number] for line in report.text}
        assert set(digest) <= before


def test_a_seat_is_told_again_what_only_it_was_told(table: Table) -> None:
    found = {
        seat: sheets(table, seat)[ending(sheets(table))]["own"]["turn"] for seat in table.seats
    }
    whispers = {seat: [e for e in own if e["kind"] == "whisper"] for seat, own in found.items()}
    boasts = [
        e["data"]["seat"]
        for e in sheets(table)[ending(sheets(table))]["public"]["turn"][0]["events"]
        if e["kind"] == "boast"
    ]
    assert boasts
    for seat in table.seats:
        assert len(whispers[seat]) == boasts.count(seat)


def agreed(reports: list[Any]) -> list[str]:
    """By which reports something is wrong between them, as both verifiers find."""
    ours = {finding.place for finding in verify_story(told(reports))}
    made = [Shown(sheet) for sheet in reports]
    theirs = {name for name, _ in verifier.check_story(made)}
    return sorted(ours & theirs) if ours == theirs else [f"{ours} is not {theirs}"]


class Shown:
    """A report as the independent verifier has it when it has found it good alone."""

    def __init__(self, sheet: Any) -> None:
        self.name, self.block, self.guest = f"report {sheet['number']}", sheet, False
        self.number, self.public, self.own = sheet["number"], sheet["public"], sheet["own"]
        self.links = {party: verifier.link_of(link) for party, link in sheet["links"].items()}


def lies() -> dict[str, Callable[[Any], None]]:
    """What a host may do to the turn that he repeats."""

    def add(sheet: Any) -> None:
        first = sheet["public"]["turn"][0]["events"]
        first.insert(0, copy.deepcopy(first[0]))
        for event in sheet["own"]["turn"]:
            event["at"] += 1

    def leave_out(sheet: Any) -> None:
        sheet["public"]["turn"][0]["events"].pop()
        last = len(sheet["public"]["turn"][0]["events"])
        sheet["own"]["turn"] = [e for e in sheet["own"]["turn"] if e["at"] < last]

    def change(sheet: Any) -> None:
        sheet["public"]["turn"][0]["events"][-1]["kind"] = "thunder"
        last = len(sheet["public"]["turn"][0]["events"]) - 1
        sheet["own"]["turn"] = [e for e in sheet["own"]["turn"] if e["at"] < last]

    def whisper(sheet: Any) -> None:
        sheet["own"]["turn"].append({"at": 0, "adds": False, "kind": "whisper", "data": {}})
        sheet["own"]["turn"].sort(key=lambda event: event["at"])

    def hush(sheet: Any) -> None:
        assert sheet["own"]["turn"]
        sheet["own"]["turn"].clear()

    return {one.__name__: one for one in (add, leave_out, change, whisper, hush)}


@pytest.mark.parametrize("lie", lies())
def test_both_verifiers_find_a_host_who_repeats_something_else(table: Table, lie: str) -> None:
    seat = next(s for s in table.seats if sheets(table, s)[ending(sheets(table))]["own"]["turn"])
    reports = sheets(table, seat)
    assert agreed(reports) == []
    number = ending(reports)
    lies()[lie](reports[number])
    charter = table.charter
    reports[number] = rebound(reports[number], charter)
    assert agreed(reports[: number + 1]) == [f"report {number}"]


def test_without_the_turns_beginning_its_end_is_compared(table: Table) -> None:
    reports = sheets(table)
    number = ending(reports)
    last = reports[number - 1 : number + 1]
    assert last[0]["public"]["events"]
    assert agreed(last) == []
    forged = copy.deepcopy(last)
    lies()["change"](forged[1])
    charter = table.charter
    forged[1] = rebound(forged[1], charter)
    assert agreed(forged) == [f"report {number}"]
    assert agreed(reports[number:]) == []


def test_by_the_rules_a_turn_ended_or_not(table: Table) -> None:
    charter = table.charter
    reports = sheets(table)
    number = ending(reports)
    assert by_the_rules(told(reports), charter, duel.ruleset) == []
    forged = copy.deepcopy(reports[: number + 1])
    forged[number]["public"]["turn"], forged[number]["own"]["turn"] = [], []
    forged[number] = rebound(forged[number], charter)
    (found,) = by_the_rules(told(forged), charter, duel.ruleset)
    assert found.reason == "turn 1 ended in its run, but it says otherwise"
    forged = copy.deepcopy(reports[:2])
    assert not forged[1]["public"]["turn"]
    forged[1]["public"]["turn"] = [{"turn": "1", "at": 0, "events": []}]
    forged[1] = rebound(forged[1], charter)
    (found,) = by_the_rules(told(forged), charter, duel.ruleset)
    assert found.reason == "no turn ended, but it says otherwise"


def test_a_turn_cannot_end_behind_the_run_or_before_the_one_before_it() -> None:
    event = {"kind": "boast", "data": {}}
    public: Any = {"events": [event, event], "turn": [{"turn": "1", "at": 2, "events": [event]}]}
    assert list(misplaced(public)) == []
    public["turn"].append({"turn": "2", "at": 1, "events": []})
    assert [place for place, _ in misplaced(public)] == ["public, turn, 2"]
    public["turn"][1] = {"turn": "2", "at": 2, "events": [event]}
    assert [place for place, _ in misplaced(public)] == ["public, turn, 2"]
    public["turn"][0]["at"] = 3
    assert [place for place, _ in misplaced(public)] == ["public, turn, 1"]


def test_behind_a_step_that_was_gone_through_again_only_the_end_is_known() -> None:
    told, event = TurnSoFar(whole=True), {"kind": "boast", "data": {}, "rolls": []}
    assert told.follow({"events": [event], "turn": []}) == ""
    assert told.follow({"events": [event], "turn": [], "reopened": True}) == ""
    seen = {"kind": "boast", "data": {}}
    ended = [{"turn": "1", "at": 0, "events": [seen, seen, seen, seen]}]
    assert told.follow({"events": [event], "turn": ended}) == ""
    ended = [{"turn": "2", "at": 0, "events": [seen, seen]}]
    assert told.follow({"events": [], "turn": ended}) != ""


def test_what_is_hidden_behind_the_last_event_of_a_turn_is_counted_to_the_next() -> None:
    async def days(table: Seats) -> None:
        await table.ask(duel.Play("red"))
        table.tell("dawn", {})
        table.tell("dream", None, red={"of": "sheep"})
        table.state["public"]["round"] += 1

    rules = duel.ruleset.rules.but(
        next_step=lambda public: Step("days", "days") if public["round"] < 3 else None,
        steps={"days": days},
    )
    game = Game(rules, duel.setup("plain", {}))
    game.state["public"]["round"] = 1
    turn = duel.ruleset.calendar.turn
    game.run(None, lambda requests, view: None, turn)
    for name in ("1", "2"):
        given = iter([[[]]])
        outcome = game.run(None, lambda requests, view, left=given: next(left, None), turn)
        ((ended, at, before),) = outcome.turns
        assert (ended, at) == (name, 1)
        assert [event["kind"] for event in before] == ["dream"] * (name == "2")
        saved = json.loads(json.dumps(game.saved()))
        assert [event["kind"] for event in saved["told"]] == ["dream"]
        assert Game.restored(rules, saved).saved() == saved
    assert outcome.over
