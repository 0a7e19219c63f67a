"""Windows (7.1.1): who is asked, in which order, and what each response does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.rules import Step
from referee.engine.table import Table
from referee.engine.words import Answer
from referee.lab.scripted import ScriptedDice
from referee.orders.order_lines import parse_lines
from tests.rules.sword_of_rome.adapter import ADAPTER, after_responses, ruleset

Data = dict[str, Any]


def side(power: str, leader: str = "", **more: Any) -> Data:
    plain = {"power": power, "flank": "", "flank_cu": 0, "leader": leader, "mods": []}
    return {**plain, "plain": False, "spared": 0, "lost": 0, "removed": 0, **more}


BATTLE = {
    "at": "clusium",
    "attacker": side("rome", "valerius"),
    "defender": side("etruscans", "etruscan-a"),
    "winner": "",
}
FORCES: Data = {
    "rome": {"Clusium": "5 Valerius, Claudius"},
    "etruscans": {"Clusium": "5 Etruscan leader A"},
}
FIGHT = {"kind": "battle", "at": "clusium", "power": "rome", "against": "etruscans"}


class Opened:
    """A window on something pending, with what the seats answer; without an answer they pass."""

    def __init__(
        self,
        trigger: str,
        thing: Data,
        before: Data,
        lines: dict[str, Sequence[Any]],
        **public: Any,
    ) -> None:
        self.trigger, self.thing, self.lines = trigger, thing, lines
        self.state = ADAPTER.start({"now": {}, **before})
        self.state["public"].update(public)
        self.pending: Data = {}
        self.asked: list[tuple[str, str]] = []
        self.faults: list[Any] = []
        rules = ruleset.rules.but(next_step=self.step, steps={"window": self.window})
        self.events = Game(rules, self.state).run(ScriptedDice([]), self.supply).events

    @staticmethod
    def step(public: Data) -> Step | None:
        return None if public.get("done") else Step("window", "window")

    async def window(self, table: Table) -> None:
        self.pending = await after_responses(table, self.trigger, dict(self.thing))
        table.public["done"] = True

    def supply(
        self, requests: Sequence[Request], view: Callable[[str], View]
    ) -> list[Answer] | None:
        answers: list[Answer] = []
        for request in requests:
            self.asked.append((request.seat, request.kind))
            names = ruleset.rules.names(request.seat)
            raw = self.lines.get(request.seat, []) if request.kind == "respond" else []
            answer, faults = parse_lines(raw, request.words, names, request.conditions)
            faults = faults or request.judge(view(request.seat), answer or []).faults
            self.faults += faults
            answers.append([] if faults else answer or [])
        return answers

    @property
    def public(self) -> Data:
        public: Data = self.state["public"]
        return public


def battle(**changes: Any) -> Data:
    return {
        key: dict(value) if isinstance(value, dict) else value for key, value in BATTLE.items()
    } | changes


def march() -> Data:
    """The force of Rome that has entered."""
    force = {"power": "rome", "leader": "valerius", "with": ["claudius"], "at": "clusium"}
    return {**force, "cu": 5, "groups": [[0, 5]]}


def in_battle(hands: Data, lines: dict[str, Sequence[Any]], **changes: Any) -> Opened:
    copy = battle(**changes)
    for one in ("attacker", "defender"):
        copy[one]["mods"] = list(copy[one]["mods"])
    return Opened("battle", FIGHT, {**FORCES, "hands": hands}, lines, battle=copy, march=march())


def event(card: str, **more: Any) -> list[Any]:
    return [{"event": {"card": card, **more}}]


def test_everybody_who_could_hold_a_card_that_fits_is_asked_clockwise_from_the_active_player() -> (
    None
):
    hands = {"rome": ["Via Appia"], "greeks": ["Slingers"], "gauls": ["Brennus"],
             "etruscans-samnites": ["Towns Rally"]}  # fmt: skip
    asked = in_battle(hands, {}).asked
    assert asked == [("rome", "respond"), ("greeks", "respond"), ("etruscans-samnites", "respond")]


def test_an_empty_hand_is_not_asked() -> None:
    assert in_battle({"rome": ["Via Appia"]}, {}).asked == [("rome", "respond")]


def test_who_holds_the_card_is_asked_as_often_as_who_does_not() -> None:
    """Greeks are asked for Solar Eclipse, held or not; Slingers do not fit a battle of others."""
    for held in ("Solar Eclipse", "Slingers"):
        assert in_battle({"greeks": [held]}, {}).asked == [("greeks", "respond")]


def test_a_card_that_lies_open_can_be_in_no_hand() -> None:
    before = {
        **FORCES,
        "hands": {"greeks": ["Slingers"]},
        "discards": {"greeks": ["Solar Eclipse"]},
    }
    opened = Opened("battle", FIGHT, before, {}, battle=battle())
    assert opened.asked == []


def test_a_played_response_goes_to_the_discards_and_the_others_may_answer_it() -> None:
    opened = in_battle(
        {"rome": ["Ill Omens"], "greeks": ["Solar Eclipse"]},
        {"rome": event("Ill Omens"), "greeks": event("Solar Eclipse", side="attacker")},
    )
    assert opened.public["battle"]["defender"]["mods"] == [["Ill Omens", -1]]
    assert opened.public["battle"]["attacker"]["mods"] == [["Solar Eclipse", -1]]
    assert opened.public["rome discards"] == ["r22"]
    assert opened.public["greeks cards"] == {"greeks": 0}


@pytest.mark.parametrize(
    ("seat", "card", "more", "attacker", "defender"),
    [
        ("rome", "Maniples in Line", {}, 2, 0),
        ("rome", "Volley of Javelins", {}, 1, 0),
        ("rome", "Alae Close In", {}, 1, 0),
        ("rome", "Ill Omens", {}, 0, -1),
        ("rome", "Obesus Etruscus", {}, 0, -2),
        ("rome", "Devotio", {}, 3, 0),
        ("etruscans-samnites", "Etruscan Phalanx", {}, 0, 1),
        ("etruscans-samnites", "Death of Aulius", {}, -2, 0),
        ("etruscans-samnites", "Haruspex", {}, -1, 0),
        ("etruscans-samnites", "Taunts Across the Line", {}, -1, 0),
        ("etruscans-samnites", "Reserve Committed", {}, 0, 1),
        ("greeks", "Solar Eclipse", {"side": "defender"}, 0, -1),
    ],
)  # fmt: skip
def test_a_card_changes_a_total(
    seat: str, card: str, more: Data, attacker: int, defender: int
) -> None:
    fight = in_battle({seat: [card]}, {seat: event(card, **more)}).public["battle"]
    sums = [sum(number for _, number in fight[one]["mods"]) for one in ("attacker", "defender")]
    assert sums == [attacker, defender]


@pytest.mark.parametrize(
    ("seat", "card", "changes"),
    [
        ("rome", "Camp Fortified", {}),
        ("rome", "Torque of the Champion", {}),
        ("rome", "Sacred Band", {}),
        ("rome", "Via Appia", {}),
        ("gauls", "War Horns", {}),
        ("greeks", "Peace with the North", {"attacker": side("greeks", "dionysius")}),
        ("greeks", "Hoplites", {}),
        ("etruscans-samnites", "Linen Legion", {}),
        ("etruscans-samnites", "Gallic Fury", {}),
    ],
)
def test_a_card_that_does_not_fit_the_battle_is_refused(
    seat: str, card: str, changes: Data
) -> None:
    # Another card of the hand's deck fits, so that the seat is asked.
    opened = in_battle({seat: [card]}, {seat: event(card)}, **changes)
    assert opened.faults or (seat, "respond") not in opened.asked


def test_cards_for_gauls_and_greeks() -> None:
    sides = {"attacker": side("gauls"), "defender": side("greeks", "dionysius")}
    hands = {"greeks": ["Hoplites"], "etruscans-samnites": ["Gallic Fury"], "rome": ["Sacred Band"],
             "gauls": ["Wild Charge"]}  # fmt: skip
    lines = {"greeks": event("Hoplites"), "etruscans-samnites": event("Gallic Fury"),
             "gauls": event("Wild Charge")}  # fmt: skip
    fight = in_battle(hands, lines, **sides).public["battle"]
    assert fight["attacker"]["mods"] == [["Wild Charge", 2], ["Gallic Fury", 2]]
    assert (fight["defender"]["mods"], fight["defender"]["spared"]) == ([["Hoplites", 1]], 1)


def test_the_enemy_commander_counts_for_nothing() -> None:
    opened = in_battle(
        {"etruscans-samnites": ["False Retreat"]}, {"etruscans-samnites": event("False Retreat")}
    )
    assert opened.public["battle"]["attacker"]["plain"]
    assert opened.public["leaders"]["valerius"] == "clusium"


def test_a_struck_commander_is_displaced_and_his_owner_names_the_next() -> None:
    card = "Consul Cut Down"
    opened = in_battle({"etruscans-samnites": [card]}, {"etruscans-samnites": event(card)})
    assert opened.public["leaders"]["valerius"] == "(displaced)"
    assert opened.public["battle"]["attacker"]["leader"] == "claudius"


def test_devotio_displaces_the_roman_commander() -> None:
    opened = in_battle({"rome": ["Devotio"]}, {"rome": event("Devotio")})
    assert opened.public["leaders"]["valerius"] == "(displaced)"


LOST = {"attacker": side("rome", "valerius", lost=2, removed=2), "winner": "defender"}


def test_more_and_fewer_losses() -> None:
    hands = {"gauls": [], "rome": ["The Third Line Holds"]}
    lines = {"rome": event("The Third Line Holds")}
    before = {**FORCES, "hands": hands}
    opened = Opened("losses", FIGHT, before, lines, battle=battle(**LOST), march=march())
    assert opened.public["cu"]["rome"]["clusium"] == 6
    assert (
        opened.public["battle"]["attacker"]["lost"],
        opened.public["battle"]["attacker"]["removed"],
    ) == (1, 1)
    won = {"winner": "attacker"}
    lines = {"rome": event("Rout Pursued")}
    opened = Opened(
        "losses",
        FIGHT,
        {**FORCES, "hands": {"rome": ["Rout Pursued"]}},
        lines,
        battle=battle(**won),
    )
    assert opened.public["cu"]["etruscans"]["clusium"] == 3
    assert opened.public["battle"]["defender"]["removed"] == 2


ROLL = {"kind": "intercept", "power": "rome", "against": "etruscans", "at": "clusium",
        "leader": "valerius", "tactics": 5, "plus": 0, "blocked": False}  # fmt: skip


def test_tactics_rise_to_five_at_most() -> None:
    for tactics, then in ((2, 3), (5, 5)):
        thing = {**ROLL, "tactics": tactics}
        lines = {"rome": event("Scouts Report")}
        opened = Opened("reaction roll", thing, {"hands": {"rome": ["Scouts Report"]}}, lines)
        assert opened.pending["tactics"] == then


def test_an_attempt_against_an_army_is_blocked() -> None:
    card = "Shepherds as Spies"
    lines = {"etruscans-samnites": event(card)}
    opened = Opened("reaction roll", ROLL, {"hands": {"etruscans-samnites": [card]}}, lines)
    assert opened.pending["blocked"]
    pursuit = {**ROLL, "kind": "pursue"}
    assert (
        Opened("reaction roll", pursuit, {"hands": {"etruscans-samnites": [card]}}, lines).asked
        == []
    )


SIEGE = {"kind": "siege", "power": "rome", "against": "etruscans", "at": "pisae", "plus": 0}


@pytest.mark.parametrize(
    ("seat", "card", "thing", "plus"),
    [
        ("rome", "Siege Mounds", {}, 2),
        ("etruscans-samnites", "Hill Forts", {}, -3),
        ("etruscans-samnites", "Night Watches", {}, -2),
        ("rome", "Watch on the Capitol", {"power": "gauls"}, -3),
        ("rome", "Watch on the Capitol", {"power": "transalpine", "kind": "raid"}, -3),
        ("gauls", "Cattle Driven Off", {"power": "gauls", "kind": "raid"}, 2),
        ("greeks", "Catapults", {"power": "greeks"}, 2),
        ("greeks", "Harbour Chains", {"against": "greeks"}, -2),
    ],
)
def test_a_siege_roll_is_changed(seat: str, card: str, thing: Data, plus: int) -> None:
    opened = Opened(
        "siege roll", {**SIEGE, **thing}, {"hands": {seat: [card]}}, {seat: event(card)}
    )
    assert (opened.faults, opened.pending["plus"]) == ([], plus)


def test_a_raid_is_no_siege() -> None:
    raid = {**SIEGE, "kind": "raid"}
    assert Opened("siege roll", raid, {"hands": {"rome": ["Siege Mounds"]}}, {}).asked == []


def test_storms_stop_a_sea_move_of_others() -> None:
    thing = {"kind": "move", "power": "rome", "at": "tarracina", "to": "neapolis", "stopped": False}
    lines = {"greeks": event("Storms at Sea")}
    opened = Opened("sea move", thing, {"hands": {"greeks": ["Storms at Sea"]}}, lines)
    assert opened.pending["stopped"]
    own = {**thing, "power": "greeks"}
    assert Opened("sea move", own, {"hands": {"greeks": ["Storms at Sea"]}}, lines).asked == []


ENTERED = {"kind": "entered", "power": "rome", "at": "fregellae", "cu": 3, "forks": None}


def test_the_forks_bring_a_samnite_army_over_any_link() -> None:
    before = {"samnites": {"Aufidena": "4 Gavius Pontius"}, "rome": {"Fregellae": "3 Valerius"},
              "hands": {"etruscans-samnites": ["Caudine Forks"]}}  # fmt: skip
    lines = {"etruscans-samnites": event("Caudine Forks", **{"from": "Aufidena", "cu": "3"})}
    opened = Opened("after reactions", ENTERED, before, lines)
    came = {"from": "aufidena", "cu": 3, "leaders": ["pontius"], "commander": ""}
    assert opened.pending["forks"] == came
    assert "e6" in opened.public["etruscans-samnites removed"]
    allied = Opened("after reactions", ENTERED, {**before, "allies": [["rome", "samnites"]]}, lines)
    assert allied.asked == []


def test_naval_transports_carry_beaten_etruscans() -> None:
    thing = {"kind": "retreat", "power": "etruscans", "at": "pisae", "sea": False}
    lines = {"etruscans-samnites": event("Naval Transports")}
    before = {"hands": {"etruscans-samnites": ["Naval Transports"]}}
    assert Opened("retreat", thing, before, lines).pending["sea"]
    inland = {**thing, "at": "clusium"}
    assert Opened("retreat", inland, before, lines).asked == []


def test_never_holds_for_the_action() -> None:
    opened = in_battle({"rome": ["Ill Omens"]}, {"rome": [{"never": ""}]})
    assert opened.state["seats"]["rome"]["windows"]["respond"][0][:2] == ["1/1/rome", True]
