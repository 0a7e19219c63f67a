"""Standing orders answer what no order file answers, are told to their owner alone, and never stop
a game in a way that tells what only the owner knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.adjudicate.inbox import Inbox
from referee.engine import standing
from referee.engine.request import View
from referee.engine.table import view_of
from referee.orders.standing_list import QUIET, kinds, parse_standing, unending, write_standing
from referee.player.trying import words_of
from referee.ruleset import load
from tests.support.mailbag import Table, cli
from tests.toys import relay

Game = Callable[..., Table]

ALL: dict[str, Any] = {"on": "stride", "then": "all"}
STRIDE_2 = {"stride": "2"}
STRIDE_RULE = {"on": "stride", "then": STRIDE_2}


def rules_of(*raw: Any) -> list[standing.Rule]:
    rules, faults = parse_standing(list(raw), relay.ruleset, "anna")
    assert faults == []
    return rules


def faults_of(*raw: Any) -> list[tuple[Any, str]]:
    rules, faults = parse_standing(list(raw), relay.ruleset, "anna")
    assert rules == []
    return [(fault.path, fault.reason) for fault in faults]


def answer_to(rules: list[standing.Rule], breath: int, turn: int = 1) -> Any:
    public = {"turn": turn, "way": {"anna": 2, "bert": 5}}
    request, view = relay.Stride("anna", turn=turn), View("anna", public, {"breath": breath})
    found = standing.answer(rules, relay.STRIDE.standing, request, view)
    return found and (found[0]["number"], found[1][0]["stride"])


# The language.


def test_the_first_rule_that_fits_answers() -> None:
    rules = rules_of(
        {"on": "stride", "if": ["breath >= 5", "turn < 3"], "then": {"stride": "2"}},
        {"on": "stride", "if": "behind = breath", "then": {"stride": "1"}},
        ALL,
    )
    assert answer_to(rules, breath=6) == (1, 2)
    assert answer_to(rules, breath=6, turn=3) == (3, 6)
    assert answer_to(rules, breath=3) == (2, 1)
    assert answer_to(rules, breath=2) == (3, 2)


def test_a_rule_that_is_not_legal_now_falls_through() -> None:
    rules = rules_of(
        {"on": "stride", "then": {"stride": "5"}}, {"on": "stride", "then": {"stride": "1"}}
    )
    assert answer_to(rules, breath=4) == (2, 1)
    assert answer_to(rules, breath=5) == (1, 5)


def test_a_selector_chooses_the_request() -> None:
    rules = rules_of({"on": "stride", "turn": "3", "then": "all"})
    assert answer_to(rules, breath=4, turn=3) == (1, 4)
    assert answer_to(rules, breath=4, turn=1) is None


def test_ask_stops_there() -> None:
    rules = rules_of({"on": "stride", "if": "turn = 1", "then": "ask"}, ALL)
    assert answer_to(rules, breath=4) is None
    assert answer_to(rules, breath=4, turn=3) == (2, 4)


@pytest.mark.parametrize("sign", ["<=", ">=", "!=", "<", ">", "="])
@pytest.mark.parametrize("breath", [2, 3, 4])
def test_each_comparison(sign: str, breath: int) -> None:
    rules = rules_of({"on": "stride", "if": f"breath{sign}3", "then": {"stride": "1"}}, ALL)
    wanted = {"<=": breath <= 3, ">=": breath >= 3, "!=": breath != 3}
    wanted |= {"<": breath < 3, ">": breath > 3, "=": breath == 3}
    assert (answer_to(rules, breath) == (1, 1)) is wanted[sign]


def test_a_quantity_alone_is_at_least_one() -> None:
    rules = rules_of({"on": "stride", "if": "behind", "then": {"stride": "1"}}, ALL)
    assert rules[0]["if"] == [["behind", ">=", 1]]
    assert answer_to(rules, breath=4) == (1, 1)


def test_rules_are_written_as_they_are_read() -> None:
    raw = [
        {
            "on": "stride",
            "turn": "3",
            "if": ["breath > 2"],
            "then": [{"stride": "2"}],
            "times": "2",
        },
        {"on": "stride", "then": [{"all": {}}]},
    ]
    rules = rules_of(*raw)
    assert write_standing(rules, relay.ruleset, "anna") == raw
    assert rules_of(*write_standing(rules, relay.ruleset, "anna")) == rules


@pytest.mark.parametrize(
    ("rule", "path", "reason"),
    [
        ("x", (0,), "a rule must be a map"),
        ({"then": "all"}, (0, "on"), "this is not a request that standing orders answer"),
        (
            {"on": "cheer", "then": "all"},
            (0, "on"),
            "this is not a request that standing orders answer",
        ),
        ({"on": "stride"}, (0,), "the key 'then' is missing"),
        (
            {"on": "stride", "then": {"stride": "99"}},
            (0, "then", "stride"),
            "a whole number from 1",
        ),
        (
            {"on": "stride", "then": "flee"},
            (0, "then", "flee"),
            "is not something that this rule can do",
        ),
        ({"on": "stride", "if": "breath >", "then": "all"}, (0, "if", 0), "write a condition as"),
        ({"on": "stride", "if": "luck", "then": "all"}, (0, "if", 0), "not a quantity"),
        ({"on": "stride", "if": ["luck > 1"], "then": "all"}, (0, "if", 0), "not a quantity"),
        ({"on": "stride", "at": "Rome", "then": "all"}, (0, "at"), "no key 'at'"),
        ({"on": "stride", "times": "0", "then": "all"}, (0, "times"), "a whole number from 1"),
        ({"on": "stride", "until": "dusk", "then": "all"}, (0, "until"), "a turn or phase"),
        ({"on": "stride", "until": ["2"], "then": "all"}, (0, "until"), "a turn or phase"),
    ],
)
def test_a_rule_that_is_not_understood(rule: Any, path: Any, reason: str) -> None:
    found = faults_of(rule)
    assert len(found) == 1
    assert found[0][0] == path
    assert reason in found[0][1]


def test_a_private_condition_needs_a_default() -> None:
    found = faults_of({"on": "stride", "if": "breath > 3", "then": "all"})
    assert found[0][0] == (0,)
    assert "a stop would reveal it" in found[0][1]
    rules_of({"on": "stride", "if": "turn > 3", "then": "all"})


def test_a_private_condition_forbids_ask() -> None:
    found = faults_of({"on": "stride", "if": "breath > 3", "then": "ask"}, ALL)
    assert [path for path, _ in found] == [(0, "then")]


# A rule that plays for its owner to the end of the game.


@pytest.mark.parametrize(
    ("game", "seat", "rule", "warned"),
    [
        ("end-of-the-triumvirate", "crassus", {"on": "turn", "then": "default"}, True),
        ("end-of-the-triumvirate", "crassus", {"on": "turn", "if": "won", "then": "weapons"}, True),
        (
            "end-of-the-triumvirate",
            "crassus",
            {"on": "turn", "until": "1/8", "then": "wait"},
            False,
        ),
        ("end-of-the-triumvirate", "crassus", {"on": "turn", "times": "1", "then": "wait"}, False),
        ("end-of-the-triumvirate", "crassus", {"on": "turn", "turn": "2", "then": "wait"}, False),
        ("end-of-the-triumvirate", "crassus", {"on": "turn", "then": "ask"}, False),
        ("end-of-the-triumvirate", "crassus", {"on": "escape", "then": "default"}, False),
        ("julius-caesar", "pompey", {"on": "command", "then": "stay"}, True),
        ("julius-caesar", "pompey", {"on": "command", "turn": "3", "then": "stay"}, False),
        ("julius-caesar", "pompey", {"on": "cards", "then": {"play": ["3/1"]}}, False),
        ("julius-caesar", "pompey", {"on": "battle turn", "then": "fire"}, False),
    ],
)
def test_whole_turns_that_are_played_for_good(
    game: str, seat: str, rule: dict[str, Any], warned: bool
) -> None:
    ruleset = load(game)
    first = next(kind for kind in kinds(ruleset) if kind not in ("turn", "command"))
    rules, faults = parse_standing([{"on": first, "then": "ask"}, rule], ruleset, seat)
    assert faults == []
    found = unending(rules, ruleset)
    assert [fault.path for fault in found] == ([(1,)] if warned else [])


def test_a_rule_without_an_end_is_warned_of_in_any_file(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relay.STRIDE.standing, "whole_turn", True)
    draft = "kind: orders\nseat: {}\nstanding:\n  - {{on: stride, then: all}}\n{}"
    for seat, more in (("anna", ""), ("bert", "orders:\n  - stride: 1\n")):
        path = table.put("d.yaml", draft.format(seat, more).encode())
        said = cli("check", path, "--report", table.report(seat))
        assert said.status == 0
        assert (
            "this rule plays every stride that it fits, to the end, without asking you\n"
            in said.err
        )


# By the commands.


@pytest.fixture
def table(game: Game) -> Table:
    """Bert is due in turn 2; Anna is next in turn 3."""
    return game("relay", 1)


def test_a_rule_answers_and_only_its_owner_is_told(table: Table) -> None:
    ahead = table.orders("anna", orders=None, standing=[ALL])
    assert table.apply(ahead).status == 3
    assert table.apply(table.orders("bert", [{"stride": "1"}])).status == 0
    assert table.status()["asked"].keys() == {"anna", "bert"}, "turn 3 was answered by the rule"
    told = "On stride, rule 1 of your standing orders answered 'stride: "
    assert told in " ".join(table.report("anna").read_text().split())
    assert "rule" not in table.report("bert").read_text()


def test_plans_come_with_orders_too(table: Table) -> None:
    bert = table.orders("bert", [{"stride": "1"}], standing=[{**ALL, "times": "1"}])
    assert table.apply(bert).status == 0
    assert table.due() == ["anna"]
    assert table.apply(table.orders("anna", [{"stride": "1"}])).status == 0
    cheers = [table.orders(seat, [{"cheer": "loud"}]) for seat in table.seats]
    assert table.apply(*cheers).status == 0
    assert table.due() == ["anna"], "bert's rule answered in turn 4"
    assert table.apply(table.orders("anna", [{"stride": "1"}])).status == 0
    assert table.due() == ["bert"], "it was good for one time"


def test_an_empty_list_withdraws_and_no_key_keeps(table: Table) -> None:
    assert table.apply(table.orders("bert", [{"stride": "1"}], standing=[ALL])).status == 0
    assert table.apply(table.orders("anna", [{"stride": "1"}])).status == 0
    cheers = [table.orders("anna", [{"cheer": "loud"}])]
    cheers.append(table.orders("bert", [{"cheer": "loud"}], standing=[]))
    assert table.apply(*cheers).status == 0
    assert table.due() == ["bert"]


def test_an_explicit_file_goes_before_a_rule(table: Table) -> None:
    bert = table.orders("bert", [{"stride": "1"}], standing=[ALL])
    assert table.apply(bert).status == 0
    assert "run seat bert steps 1" in table.report("anna").read_text()


def test_plans_survive_a_restart_and_a_lost_checkpoint(table: Table) -> None:
    table.apply(table.orders("bert", [{"stride": "1"}], standing=[ALL]))
    for name in ("checkpoint-0", "checkpoint-1"):
        table.folder.joinpath(name).unlink()
    table.apply(table.orders("anna", [{"stride": "1"}]))
    table.apply(*(table.orders(seat, [{"cheer": "loud"}]) for seat in table.seats))
    assert table.due() == ["anna"]


def test_a_bad_rule_is_refused_with_its_line(table: Table) -> None:
    tree = table.tree("bert", [{"stride": "1"}])
    raw = table.signed({**tree, "standing": [{"on": "strode", "then": "all"}]}, "bert")
    said = table.apply(raw)
    assert said.status == 1
    assert "this is not a request that standing orders answer" in said.err
    assert "did you mean stride?" in said.err
    assert ".yaml:" in said.err


def test_a_rule_ends_with_its_time_also_within_a_run(table: Table) -> None:
    """One run would go from turn 2 to the cheers before turn 4; anna's rule is good in turn 2."""
    ahead = table.orders("anna", orders=None, standing=[{**ALL, "until": "2"}])
    assert table.apply(ahead).status == 3
    assert table.apply(table.orders("bert", [{"stride": "1"}])).status == 0
    assert table.due() == ["anna"]


def test_the_rules_in_force_are_told_to_their_owner(table: Table) -> None:
    bert = table.orders("bert", [{"stride": "1"}], standing=[{**ALL, "times": "2"}, STRIDE_RULE])
    assert table.apply(bert).status == 0
    assert "Your standing orders: 2 rules in force, on stride." in table.report("bert").read_text()
    assert "Your standing orders" not in table.report("anna").read_text()
    anna = table.orders("anna", [{"stride": "1"}])
    assert table.apply(anna).status == 0
    cheers = [table.orders("anna", [{"cheer": "loud"}])]
    cheers.append(table.orders("bert", [{"cheer": "loud"}], standing=[]))
    assert table.apply(*cheers).status == 0
    assert "Your standing orders are withdrawn." in table.report("bert").read_text()


def test_the_set_in_force_is_what_the_rules_are_whatever_it_is_called_elsewhere() -> None:
    """After an upgrade a set may have other rules: those that a seat has are then its own."""
    game = load("julius-caesar")
    before = Inbox(game)
    before.opened({"caesar": QUIET})
    assert before.set_in_force("caesar") == QUIET
    ready = game.sets[QUIET]
    fewer = {QUIET: {"meaning": ready.meaning, "rules": ready.rules[:-1]}}
    after = Inbox(game.but(data={"standing": fewer}))
    after.restore(before.saved())
    assert after.set_in_force("caesar") == ""
    assert after.set_in_force("pompey") == ""


def test_answers_by_one_rule_are_counted() -> None:
    inbox = Inbox(relay.ruleset)
    state = relay.ruleset.rules.setup("short", {})
    request, view = relay.Stride("anna", turn=1), view_of(state, "anna")
    inbox.standing["anna"] = [
        {"number": 2, "on": "stride", "select": {}, "if": [], "then": [{"all": {}}],
         "times": 3, "until": None},
        {"number": 4, "on": "stride", "select": {}, "if": [], "then": [{"stride": 1}],
         "times": None, "until": None},
    ]  # fmt: skip
    for _ in range(4):
        assert inbox.supply([request], lambda seat: view) is not None
    (two, four) = inbox.close(state["public"], False).answered["anna"]
    assert (two["rule"], two["times"], four["rule"], four["times"]) == (2, 3, 4, 1)
    assert inbox.close(state["public"], False).answered == {}


def test_standing_words_show_their_forms() -> None:
    parts = dict(words_of(relay.STRIDE))
    assert parts["then"] == ["stride: 1-9", "all", "ask"]


def due_later(breath: int, *raw: Any, coming: bool = False) -> list[bool]:
    """Whether something answers anna's next two strides without her; breath: what she hides in the
    first; coming: whether an advance order is for that one."""
    inbox = Inbox(relay.ruleset)
    state = relay.ruleset.rules.setup("short", {})
    inbox.standing["anna"] = rules_of(*raw)
    if coming:
        answer = {"number": 1, "on": "stride", "select": {}, "until": "6", "misfit": ""}
        inbox.queue["anna"] = [{**answer, "answer": [{"stride": 6}]}]
    answered = []
    for hidden in (breath, 5):
        state["seats"]["anna"]["breath"] = hidden
        request, view = relay.Stride("anna", turn=1), view_of(state, "anna")
        answered.append(not inbox.unanswered([request], lambda seat, view=view: view))
        inbox.supply([request], lambda seat, view=view: view)
    return answered


def test_whether_a_seat_is_due_later_tells_nothing_of_which_rule_was_legal() -> None:
    """Rules that are gone after some times: how often they have answered hangs on what their owner
    hides, and how long they stay may not."""
    six = {"on": "stride", "times": "1", "then": {"stride": "6"}}
    one = {"on": "stride", "times": "1", "then": {"stride": "1"}}
    for rules in ([six], [six, one], [six, six]):
        assert due_later(3, *rules) == due_later(7, *rules), rules
    assert due_later(3, one, coming=True) == due_later(7, one, coming=True) == [True, True]
