"""Skirmish: marches that are shot at in each hex, and find the enemy gone; orders put down."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from referee import views
from referee.adjudicate.inbox import Inbox
from referee.engine.game import Game, Outcome
from referee.engine.request import Data, Request
from referee.engine.table import State, Table, view_of
from referee.engine.walk import REST
from referee.engine.words import Answer
from referee.lab.scripted import ScriptedDice
from referee.lab.selfplay import (
    apply_all,
    chance_of,
    legal_sample,
    newest_sheet,
    opened,
    play,
    save,
    signed_letter,
)
from referee.lab.twins.twins import Pair, Twins
from referee.orders.order_lines import judge_reading, read_for, write_lines
from referee.orders.standing_list import parse_standing, rules_of_set
from referee.player.trying import verdicts
from referee.proof.dice import Dice
from referee.proof.keys import test_key
from referee.report.template import template
from tests.blind.mails import Mails
from tests.support.installing import toys
from tests.support.mailbag import TOYS, cli
from tests.support.seeds import count
from tests.toys.skirmish import Seen, ruleset, verbs
from tests.toys.skirmish.field import SEATS, reaches
from tests.toys.skirmish.orders import Help, Orders
from tests.toys.skirmish.reactions import may_shoot

SHOOT: Answer = [{"shoot": {}}]
REPLY: Answer = [{"reply": {}}]
PASS: Answer = [{"pass": {}}]
Answers = dict[str, list[Answer]]


def position(turn: int = 2, arrows: int = 3, **at: str) -> State:
    """A turn (2: South's) before its orders, with these units alone: ``south_archers_1``."""
    state = ruleset.rules.setup("plain", {})
    public = state["public"]
    public.update({"turn": turn, "phase": "orders"})
    public["at"] = {unit.replace("_", " "): one for unit, one in at.items()}
    public["lives"] = {unit: n for unit, n in public["lives"].items() if unit in public["at"]}
    for seat in SEATS:
        counted = [u for u in public["shots"] if u.startswith(seat)]
        state["seats"][seat]["arrows"] = dict.fromkeys(counted, arrows)
    return state


def march(unit: str, *path: str, **more: Any) -> Data:
    return {"march": {"unit": unit, "path": list(path)}, **more}


class Seated:
    """A position that is played on by answers: kind -> what is answered there, in order; what has
    no answer left passes, unless a game is `stopped` there."""

    def __init__(self, state: State, dice: Sequence[int] = (), stopped: str = "", **answers: Any):
        self.game = Game(ruleset.rules, state)
        self.answers: Answers = {kind.replace("_", " "): given for kind, given in answers.items()}
        self.stopped = stopped
        #: each time, what was asked of whom, with which unit
        self.asked: list[list[tuple[str, str]]] = []
        self.outcome: Outcome = self.game.run(ScriptedDice(list(dice)), self.supply)

    def supply(self, requests: Sequence[Request], view: Any) -> list[Answer] | None:
        self.asked.append([(r.kind, r.args.get("unit", "")) for r in requests])
        found = [self._answer(request) for request in requests]
        if any(answer is None for answer in found):
            return None
        return [answer for answer in found if answer is not None]

    def _answer(self, request: Request) -> Answer | None:
        left = self.answers.get(request.kind, [])
        if left:
            judged = request.judge(self.game.view(request.seat), left[0])
            assert judged.faults == [], request.data()
            return left.pop(0)
        return None if request.kind in ("orders", self.stopped) else []

    @property
    def public(self) -> Data:
        part: Data = self.game.state["public"]
        return part

    def told(self, *kinds: str) -> list[Data]:
        """What all are told."""
        events = [event for event in self.outcome.events if event["public"] is not None]
        return [event["public"] for event in events if event["kind"] in kinds]

    def path(self, unit: str) -> list[str]:
        """Where a unit went."""
        return [e["hex"] for e in self.told("enters", "falls back") if e["unit"] == unit]

    def notes(self, seat: str) -> list[tuple[int, str]]:
        """What a seat alone was told of lines that were not done."""
        own = [e["own"][seat] for e in self.outcome.events if e["kind"] == "not done"]
        return [(note["line"], note["reason"]) for note in own]


# -- 4 lines of sight ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "two", "clear"),
    [
        ("0301", "0303", True),
        ("0303", "0305", False),
        ("0102", "0204", True),
        ("0207", "0404", False),
        ("0101", "0206", True),
    ],
    ids=["open", "over a wood", "along one", "along two that meet", "touching a corner of one"],
)
def test_4_woods_hide_what_is_behind_them(one: str, two: str, clear: bool) -> None:
    public = position(south_scorpion=one, north_scorpion=two)["public"]
    assert reaches(public, "south scorpion", "north scorpion") is clear
    assert reaches(public, "north scorpion", "south scorpion") is clear


# -- 5 who is shot at in each hex ------------------------------------------------------------------

LANE: dict[str, Any] = {
    "south_slingers": "0101",
    "north_archers_1": "0501",
    "north_scorpion": "0601",
}
RUN = march("south slingers", "0201", "0301", "0401")


def test_5_all_who_reach_a_unit_are_asked_at_once_also_several_of_one_side() -> None:
    seated = Seated(position(**LANE), stopped="shot", orders=[[RUN]])
    both = [("shot", "north archers 1"), ("shot", "north scorpion")]
    assert seated.asked == [[("orders", "")], both]
    assert [request.seat for request in seated.outcome.asked] == ["north", "north"]


def test_5_who_falls_goes_no_further_and_a_shot_that_comes_too_late_is_not_made() -> None:
    later = march("south scorpion", "0202", **{"if": [["lost", ">=", 1]], "else": "skip"})
    state = position(**LANE, south_scorpion="0102")
    seated = Seated(state, [4], orders=[[RUN, later]], shot=[SHOOT, SHOOT])
    assert seated.path("south slingers") == ["0201"]
    assert seated.told("falls") == [{"unit": "south slingers"}]
    assert seated.path("south scorpion") == ["0202"], "the line that hangs on that"
    assert seated.notes("north") == [(1, "the window closed before your turn came")]
    assert seated.public["shots"]["north archers 1"] == 1


def test_5_in_each_hex_all_may_shoot_again_and_a_line_looks_at_its_condition_when_it_begins() -> (
    None
):
    unhurt = {"if": [["lost", "=", 0]], "else": "skip"}
    state = position(**LANE, south_scorpion="0102")
    orders = [[RUN, march("south scorpion", "0202", **unhurt)]]
    seated = Seated(state, [3, 2], orders=orders, shot=[SHOOT, PASS, PASS, SHOOT])
    both = [("shot", "north archers 1"), ("shot", "north scorpion")]
    assert [asked for asked in seated.asked if asked[0][1] != "south scorpion"][1:4] == [both] * 3
    assert seated.path("south slingers") == ["0201", "0301", "0401"]
    assert seated.path("south scorpion") == ["0202"]
    assert len(seated.told("shots")) == 2


def test_4_who_is_shot_at_may_shoot_back_at_the_same_time() -> None:
    """It is asked in the midst of its own march: a window within a window."""
    state = position(south_archers_1="0101", north_archers_1="0501")
    seated = Seated(
        state,
        [4, 4],
        orders=[[march("south archers 1", "0201", "0301")]],
        shot=[SHOOT],
        shot_back=[REPLY],
    )
    assert seated.asked[2] == [("shot back", "south archers 1")]
    assert [shot["hits"] for shot in seated.told("shots")[0]["shots"]] == [True, True]
    assert seated.public["at"] == {}
    assert seated.outcome.over


def test_3_arrows_are_used_up_and_who_has_none_cannot_shoot() -> None:
    state = position(arrows=0, **LANE)
    view = view_of(state, "north")
    state["public"]["at"]["south slingers"] = "0201"
    state["public"]["mover"] = {"unit": "south slingers", "left": 3}
    (shot, _) = may_shoot(state["public"], "south slingers")
    assert [fault.reason for fault in shot.judge(view, SHOOT).faults] == ["it has no arrows left"]
    state["seats"]["north"]["arrows"]["north archers 1"] = 1
    assert shot.judge(view_of(state, "north"), SHOOT).faults == []


# -- 6 who falls back ------------------------------------------------------------------------------

PUSH: dict[str, Any] = {"south_guards_1": "0101", "north_slingers": "0301"}


def test_6_a_path_leads_where_the_enemy_stood_if_he_falls_back() -> None:
    line = march("south guards 1", "0201", "0301")
    judged = Orders("south").judge(view_of(position(**PUSH), "south"), [line])
    assert judged.faults == []
    assert [warning.reason for warning in judged.warnings] == ["North Slingers stands there"]
    back: Answer = [{"fall back": ["0401"]}]
    seated = Seated(position(**PUSH), orders=[[line]], retreat=[back])
    assert seated.path("south guards 1") == ["0201", "0301"]
    assert seated.path("north slingers") == ["0401"]
    assert seated.notes("south") == []
    seated = Seated(position(**PUSH), orders=[[line]])
    assert seated.path("south guards 1") == ["0201"]
    assert seated.notes("south") == [(1, "North Slingers stands there")]


def test_6_a_path_where_nobody_could_make_room_is_refused() -> None:
    state = position(south_guards_1="0101", south_slingers="0301", north_scorpion="0608")
    judged = Orders("south").judge(
        view_of(state, "south"), [march("south guards 1", "0201", "0301")]
    )
    assert [(fault.path, fault.reason) for fault in judged.faults] == [
        ((0, "path", 1), "South Slingers stands there")
    ]


BESIDE: dict[str, Any] = {
    "south_slingers": "0204",
    "north_archers_1": "0403",
    "north_slingers": "0404",
}


@pytest.mark.parametrize(
    ("wishes", "came", "notes"),
    [
        (["0503", "0504"], ["0504"], []),
        (["0503"], [], [(1, "it cannot fall back there")]),
    ],
)
def test_6_of_two_who_wish_the_same_hex_the_second_takes_its_next_wish_or_stays(
    wishes: list[str], came: list[str], notes: list[Any]
) -> None:
    back: list[Answer] = [[{"fall back": ["0503"]}], [{"fall back": wishes}]]
    orders = [[march("south slingers", "0303")]]
    seated = Seated(position(**BESIDE), orders=orders, retreat=back)
    assert ("retreat", "north slingers") in seated.asked[-2]
    assert seated.path("north archers 1") == ["0503"]
    assert seated.path("north slingers") == came
    assert seated.notes("north") == notes


# -- 2 who holds -----------------------------------------------------------------------------------


def test_2_who_comes_beside_guards_stops_and_his_side_alone_knows_that_he_wanted_more() -> None:
    short = {"if": [["short", ">=", 1]], "else": "skip"}
    orders = [march("south scorpion", "0208"), RUN, march("south archers 1", "0105", **short)]
    others: Any = {"south_scorpion": "0108", "south_archers_1": "0104", "north_guards_1": "0302"}
    seated = Seated(position(**LANE, **others), orders=[orders])
    assert seated.path("south slingers") == ["0201", "0301"]
    assert seated.notes("south") == [(2, "it is stopped by one who holds")]
    assert seated.path("south archers 1") == ["0105"]
    assert "short" not in seated.public


# -- orders that are put down ----------------------------------------------------------------------


def test_what_is_left_of_a_path_lies_in_the_part_of_its_seat_while_others_are_asked() -> None:
    seated = Seated(position(**LANE), stopped="shot", orders=[[RUN]], shot=[PASS, PASS])
    left = [march("south slingers", "0301", "0401")]
    state = seated.game.saved()["state"]
    assert state["seats"]["south"][REST] == {"number": 0, "part": 1, "lines": left}
    assert REST not in state["public"]
    assert seated.public["at"]["south slingers"] == "0301", "it is being shot at there"


class Halting:
    """A game that stops after each answer; killed: whether it is then taken up again from what
    was saved, as text."""

    def __init__(self, number: int, killed: bool) -> None:
        self.game = Game(ruleset.rules, ruleset.rules.setup("plain", {}))
        self.chance, self.number, self.killed = chance_of(5, number), number, killed
        self.events: list[Data] = []
        #: how far lines that were put down had come, at stops
        self.parts: set[int] = set()
        self.room = 0

    def supply(self, requests: Sequence[Request], view: Any) -> list[Answer] | None:
        self.room -= 1
        if self.room < 0:
            return None
        return [legal_sample(ruleset.rules, r, view(r.seat), self.chance) for r in requests]

    def play(self) -> Game:
        for run in range(1000):
            self.room = 1
            secret = hashlib.sha256(f"halting {self.number} {run}".encode()).digest()
            outcome = self.game.run(Dice(secret, secret), self.supply)
            self.events += outcome.events
            if outcome.over:
                return self.game
            rests = [part.get(REST, {}) for part in self.game.saved()["state"]["seats"].values()]
            self.parts |= {rest["part"] for rest in rests if "part" in rest}
            if self.killed:
                text = json.dumps(self.game.saved())
                self.game = Game.restored(ruleset.rules, json.loads(text))
        raise AssertionError("no end")


@pytest.mark.parametrize("number", range(3))
def test_a_game_that_is_killed_at_each_question_goes_on_as_if_it_were_not(number: int) -> None:
    whole, killed = Halting(number, False), Halting(number, True)
    assert whole.play().state == killed.play().state
    assert whole.events == killed.events
    assert killed.parts >= {0, 1}


# -- standing orders, mails ------------------------------------------------------------------------


def test_standing_orders_choose_by_unit_sort_and_place() -> None:
    raw = [
        {
            "on": "shot",
            "unit": ["North Archers 1", "North Archers 2"],
            "at": "0301",
            "then": "shoot",
        },
        {"on": "shot", "sort": "scorpion", "at": ["0201", "0401"], "then": "shoot"},
        {"on": "shot", "then": "pass"},
        {"on": "shot back", "then": "reply"},
        {"on": "retreat", "then": "pass"},
    ]
    rules, faults = parse_standing(raw, ruleset, "north")
    assert faults == []
    inbox = Inbox(ruleset)
    inbox.standing = {"north": rules, "south": rules_of_set(ruleset, "quiet", "south")}
    coming = {"number": 1, "on": "orders", "select": {}, "until": "8", "misfit": ""}
    inbox.queue["south"] = [{**coming, "answer": [RUN]}]
    game = Game(ruleset.rules, position(**LANE))
    outcome = game.run(ScriptedDice([1] * 6), inbox.supply)
    made = [e["public"]["unit"] for e in outcome.events if e["kind"] == "shoots"]
    assert made == ["north scorpion", "north archers 1", "north scorpion"]
    assert {request.kind for request in outcome.asked} == {"orders"}


def test_rules_that_name_several_are_tried_with_one_of_them() -> None:
    raw = [{"on": "shot", "unit": ["North Archers 1", "North Archers 2"], "then": "pass"}]
    rules, _ = parse_standing(raw, ruleset, "north")
    for unit, fits in (("north archers 2", True), ("north scorpion", False)):
        (verdict,) = verdicts(rules, {}, {"unit": unit})
        assert verdict.fits is fits


def test_what_is_asked_at_the_same_time_is_suggested_for_the_same_mail() -> None:
    state = position(**LANE)
    seated = Seated(state, stopped="shot", orders=[[RUN]])
    first, second = seated.outcome.asked
    view = seated.game.view("north")
    sheet = {"seat": "north", "state": {"public": view.public, "own": view.own}}
    lines = template(first, ruleset, sheet, also=[second])
    (line,) = [line for line in lines if "on: shot," in line and "unit:" in line]
    assert line == (
        "#   - {on: shot, unit: North Scorpion, sort: scorpion, mover: South Slingers, at: 0201,"
        " orders: [shoot]}"
    )


def mails(folder: Path, standing: str, runs: int = 200) -> tuple[int, int, list[str]]:
    """A game through order files, by random orders: how many player turns it had, how many files
    it took, and of whom each run's were."""
    keys = {party: test_key(3, party) for party in ("host", *SEATS)}
    host = opened(ruleset, folder, 3, "skirmish", None, {}, keys, standing)
    came: list[str] = []
    chance = chance_of(3, 0)
    while not host.clerk.position.over and len(came) < runs:
        letters = []
        for seat in host.clerk.position.due:
            sheet = newest_sheet(host, seat)
            request, draft = (
                views.own_request(sheet, ruleset.rules),
                {"referee": "1", "kind": "orders"},
            )
            orders: list[Any] = []
            if request is not None:
                answer = legal_sample(ruleset.rules, request, views.view(sheet), chance)
                orders = write_lines(
                    without_stops(answer), request.words, ruleset.rules.names(seat)
                )
            more: Any = {"seat": seat, "orders": orders}
            letters.append(signed_letter(host, sheet, {**draft, **more}, keys[seat], 3))
            came.append(seat)
        apply_all(host, letters)
    turn = host.clerk.game.state["public"]["turn"]
    return turn - 1, len(came), came


def without_stops(answer: Answer) -> Answer:
    """Lines that never have the game stop."""
    return [{**line, "else": "skip"} if "else" in line else line for line in answer]


def test_with_standing_orders_a_player_turn_takes_one_mail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And one more at the beginning, when the first run is due from all."""
    monkeypatch.setitem(TOYS, "skirmish", ruleset)
    with toys():
        turns, files, came = mails(tmp_path / "game", "quiet")
    assert turns >= 6
    assert sorted(came[:2]) == ["north", "south"]
    assert came[2:] == ["north", "south"] * (turns // 2) + ["north"] * (turns % 2)
    assert files == turns + 2


# -- whole games -----------------------------------------------------------------------------------

AFTER_A_LOSS = {"if": "lost >= 1", "else": "skip"}
AFTER_A_HIT = {"if": "hits >= 1", "else": "skip"}
#: South's turn as its player has written it.
WRITTEN = [
    {"fire": {"unit": "South Scorpion", "at": "North Archers 2"}},
    {"march": {"unit": "south sl", "path": ["0304", "0404"]}},
    {"march": {"unit": "South Archers 2", "path": ["0305", "0306"]}, **AFTER_A_LOSS},
    {"march": {"unit": "South Guards 1", "path": ["0203", "0303"]}},
    {"march": {"unit": "South Guards 2", "path": ["0206", "0306"]}, **AFTER_A_HIT},
]
#: What all are told of it, with the ready-made standing orders of both sides.
GOLDEN = [
    "south scorpion shoots north archers 2",
    "dice: south scorpion 5 hit",
    "north archers 2 falls",
    "south slingers enters 0304",
    "north archers 1 shoots south slingers",
    "dice: north archers 1 2",
    "north slingers shoots south slingers",
    "dice: north slingers 6 hit, south slingers 1",
    "south slingers falls",
    "south archers 2 enters 0305",
    "south archers 2 enters 0306",
    "south guards 1 enters 0203",
    "south guards 1 enters 0303",
    "north slingers shoots south guards 1",
    "dice: north slingers 3",
    "south guards 2 enters 0206",
    "turn over",
]


def _told(event: Data) -> str:
    if event["kind"] == "shots":
        found = [f"{s['unit']} {s['die']}{' hit' * s['hits']}" for s in event["shots"]]
        return f"dice: {', '.join(found)}"
    return " ".join(str(event[key]) for key in ("unit", "kind", "at", "hex") if key in event)


def test_a_turn_goes_as_it_always_has() -> None:
    state = ruleset.rules.setup("plain", {})
    public = state["public"]
    public.update({"turn": 2, "phase": "orders"})
    for seat, part in state["seats"].items():
        part["arrows"] = {unit: 3 for unit in public["shots"] if unit.startswith(seat)}
    request, seen = Orders("south"), view_of(state, "south")
    reading = read_for(request, Help(), seen, WRITTEN, ruleset.rules.names("south"))
    assert reading.faults == []
    assert judge_reading(request, seen, reading).faults == []
    inbox = Inbox(ruleset)
    inbox.standing = {seat: rules_of_set(ruleset, "quiet", seat) for seat in SEATS}
    coming = {"number": 1, "on": "orders", "select": {}, "until": "8", "misfit": ""}
    inbox.queue["south"] = [{**coming, "answer": reading.lines}]
    outcome = Game(ruleset.rules, state).run(
        ScriptedDice([5, 2, 6, 1, 3, 4, 2, 5, 1, 6, 3, 2]), inbox.supply
    )
    events = [{"kind": e["kind"], **e["public"]} for e in outcome.events if e["public"]]
    assert [_told(event) for event in events] == GOLDEN


def test_random_games_end_whatever_becomes_impossible() -> None:
    winners, kinds = set(), set[str]()
    for number in range(12):
        played = play(ruleset, 1, number)
        assert played.result is not None
        winners.add(played.result.winner)
        kinds |= played.answers.keys()
    assert winners >= set(SEATS)
    assert kinds == ruleset.rules.kinds.keys()


def test_a_game_goes_through_order_files_and_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(TOYS, "skirmish", ruleset)
    with toys():
        played = save(ruleset, tmp_path / "game", 1, None, {}, most_runs=25)
        assert played.answers.keys() >= {"orders", "shot"}
        said = cli("audit", tmp_path / "game")
    assert said.status == 0, said.err


# -- who knows what --------------------------------------------------------------------------------


def pairs(count: int) -> Iterator[Pair]:
    twins = Twins(ruleset, Seen())
    return (twins.pair(seed, most_runs=40, skip=seed) for seed in range(count))


def test_twins_tell_nothing_apart() -> None:
    played = list(pairs(count(6, 40)))
    assert [leak for pair in played for leak in pair.leaks] == []
    assert sum(pair.differed for pair in played) > 3
    assert sum(pair.runs for pair in played) > 30


def test_answers_that_wait_for_windows_tell_nothing_of_what_becomes_of_them() -> None:
    """Pairs in which what waits in the hidden side's mail differs, too."""
    mails = Mails(ruleset, ruleset.laboratory.variation())
    played = [mails.pair(seed, most_runs=40, skip=seed) for seed in range(count(6, 40))]
    assert [leak for pair in played for leak in pair.leaks] == []
    assert sum(pair.runs for pair in played) > 25
    assert mails.tried["advance orders"] > 12


def test_that_a_march_was_cut_short_is_found_if_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut_short(table: Table, seat: str) -> None:
        table.public["cut"] = table.public.get("cut", 0) + 1

    monkeypatch.setattr(verbs, "cut_short", cut_short)
    assert any(pair.leaks for pair in pairs(30))


def test_how_much_is_left_to_be_carried_out_is_found_if_it_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def enter(table: Table, unit: str, to: str, cost: int) -> None:
        own = table.state["seats"][unit.partition(" ")[0]]
        table.public["rest"] = len(own[REST]["lines"]) if REST in own else 0
        verbs_enter(table, unit, to, cost)

    verbs_enter = verbs.enter
    monkeypatch.setattr(verbs, "enter", enter)
    assert any(pair.leaks for pair in pairs(30))
