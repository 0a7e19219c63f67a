"""`standing show`, `use`, `add` and `drop`: what is in force, and drafts that change it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.engine.standing import Rule
from referee.engine.table import view_of
from referee.files.strict_yaml import read
from referee.orders.foresight import of_rules
from referee.orders.futile import contradiction, futile, never_sure
from referee.orders.standing_list import parse_standing, rules_of_set, sets_of, write_standing
from referee.playable import options_of
from referee.player.standing_draft import _short, in_words
from referee.report.report_file import read_report
from referee.ruleset import load
from tests.support.mailbag import Said, Table, cli

Game = Callable[..., Table]
RULES: list[Any] = [
    {"on": "stride", "turn": "3", "then": {"stride": "2"}},
    {"on": "stride", "if": ["behind > 2"], "then": {"stride": "3"}},
    {"on": "stride", "then": "all"},
]
GAMES = ["julius-caesar", "end-of-the-triumvirate", "caesar-xl", "sword-of-rome"]


@pytest.fixture
def table(game: Game) -> Table:
    """Bert's rules are in force after run 1, and the file that has them is kept."""
    table = game("relay", 0)
    files = {seat: table.orders(seat) for seat in table.due()}
    files["bert"] = table.orders("bert", standing=RULES)
    table.put("bert-rules.yaml", files["bert"])
    assert table.apply(*files.values()).status == 0
    return table


def of(command: str, table: Table, *more: object) -> Said:
    kept = next(table.folder.parent.rglob("bert-rules.yaml"))
    return cli("standing", command, *more, "--report", table.report("bert"), "--orders", kept)


def standing_of(said: Said) -> Any:
    assert said.status == 0, said.err
    tree = read(said.out.encode()).tree
    assert isinstance(tree, dict)
    return tree["standing"]


def test_show_tells_the_rules_in_force_in_words(table: Table) -> None:
    said = of("show", table)
    assert said.status == 0, said.err
    assert "rule 1, on stride, turn 3: stride: 2\n" in said.out
    assert "rule 2, on stride, if behind > 2: stride: 3\n" in said.out
    assert "rule 3, on stride: all\n" in said.out


def test_show_takes_no_file_for_that_of_the_rules(table: Table) -> None:
    """The report names its digest."""
    other = table.put("other.yaml", table.orders("anna", standing=RULES[:1]))
    report = table.report("bert")
    said = cli("standing", "show", "--report", report, "--orders", other)
    assert said.status == 1
    assert "your standing orders depend on edition 1 of your file" in said.err
    assert "--orders" in said.err


def test_a_seat_without_rules_has_none_in_force(game: Game) -> None:
    table = game("relay", 1)
    said = cli("standing", "show", "--report", table.report("bert"))
    assert said.status == 0
    assert "report 1: none\n" in said.out
    assert "you are asked" in said.out


def test_add_puts_a_rule_above_those_on_its_kind(table: Table) -> None:
    rules = standing_of(of("add", table, "{on: stride, if: turn > 4, then: {stride: 1}}"))
    assert len(rules) == 4
    assert rules[0]["then"] == {"stride": "1"}
    assert rules[3]["then"] == "all"


def test_add_warns_of_rules_that_can_then_never_answer(table: Table) -> None:
    """One cause is told once, with the lines of the draft; the host reads nothing of it."""
    said = of("add", table, "{on: stride, then: all}")
    assert len(standing_of(said)) == 4
    assert "warning: rules 2, 3 and 4 can hardly ever answer: rule 1 fits" in said.err
    late = table.orders("bert", orders=None, standing=[*RULES[2:], *RULES])
    applied = table.apply(*map(table.orders, table.due()), late)
    assert applied.status == 0, applied.err
    assert "can hardly ever answer" not in applied.err


def test_add_takes_the_rules_of_a_file(table: Table) -> None:
    new = [
        {"on": "stride", "turn": "5", "then": "all"},
        {"on": "stride", "turn": "6", "then": "all"},
    ]
    for name, tree in (("list.yaml", new), ("orders.yaml", {"standing": new})):
        path = table.put(name, json.dumps(tree).encode())
        assert standing_of(of("add", table, path))[:2] == new
    said = of("add", table, table.put("none.yaml", b"orders: []\n"))
    assert (said.status, said.out) == (1, "")
    assert "this file has no list of rules" in said.err
    assert "hint: write 'standing:', and below it lines as" in said.err


def test_add_takes_a_rule_that_is_longer_than_the_name_of_any_file(table: Table) -> None:
    for begin in ("", " "):
        said = of("add", table, f"{begin}{{on: stride, {' ' * 255}then: all}}")
        assert standing_of(said)[0] == {"on": "stride", "then": "all"}


def test_add_says_what_it_takes_instead_of_the_name_of_no_file(table: Table) -> None:
    said = of("add", table, "rules.yaml")
    assert (said.status, said.out) == (1, "")
    assert (
        "this is neither a rule nor a file\n    rules.yaml\n    hint: write a rule in" in said.err
    )


def draft_of(table: Table, name: str, seat: str, standing: list[Any]) -> Path:
    tree: dict[str, Any] = {"kind": "orders", "seat": seat, "standing": standing}
    if seat in table.due():
        tree["orders"] = table.lines(seat)
    return table.put(name, json.dumps(tree).encode())


def test_kinds_on_which_every_rule_has_a_condition_are_told(table: Table) -> None:
    """Where none holds the seat is asked, which few who write rules expect."""
    path = draft_of(table, "rules.yaml", "bert", RULES[:2])
    said = cli("check", path, "--report", table.report("bert"))
    assert "every rule on stride has a condition: if none holds, you are asked\n" in said.err
    assert "hint: end with a rule on it that has none, unless you want to be asked" in said.err
    assert "every rule on stride has a condition" in of("drop", table, 3).err
    all_of_them = draft_of(table, "all.yaml", "bert", RULES)
    assert "every rule" not in cli("check", all_of_them, "--report", table.report("bert")).err


@pytest.mark.parametrize(
    ("rules", "unsure"),
    [
        ([{"on": "hits", "at": "Rome", "then": "weakest"}], ["hits"]),
        ([{"on": "hits", "then": "weakest", "until": "705/2"}], []),
        ([{"on": "hits", "at": "Rome", "then": "ask"}], []),
        ([{"on": "hits", "at": "Rome", "then": "weakest"}, {"on": "hits", "then": "ask"}], []),
        ([{"on": "battle turn", "if": "round > 1", "then": "fire"}], ["battle turn"]),
    ],
)
def test_rules_with_selectors_are_conditional_too(rules: list[Any], unsure: list[str]) -> None:
    assert never_sure(ruled(*rules)) == unsure


def test_add_refuses_a_rule_with_its_text(table: Table) -> None:
    said = of("add", table, "{on: strode, then: all}")
    assert said.status == 1
    assert "{on: strode, then: all}" in said.err
    assert said.out == ""


def test_drop_leaves_the_others(table: Table) -> None:
    rules = standing_of(of("drop", table, 1, 2))
    assert rules == [{"on": "stride", "then": "all"}]
    said = of("drop", table, 7)
    assert (said.status, said.out) == (1, "")
    assert "there is no rule 7" in said.err


def test_a_draft_without_rules_withdraws_them(table: Table) -> None:
    assert standing_of(of("drop", table, 1, 2, 3)) == []


def test_use_writes_a_draft_that_check_finds_good(table: Table) -> None:
    out = table.folder.parent / "draft.yaml"
    report = table.report("bert")
    said = cli("standing", "use", "ask me", "--report", report, "--out", out)
    assert (said.status, said.out) == (0, f"{out}\n"), said.err
    assert cli("check", out, "--report", report).status == 0
    unknown = cli("standing", "use", "loud", "--report", report)
    assert unknown.status == 2
    assert "no set is called 'loud'" in unknown.err


def test_a_seat_that_is_not_due_gets_an_advance_file(table: Table) -> None:
    seat = next((one for one in table.seats if one not in table.due()), None)
    while seat is None:
        table.play()
        seat = next((one for one in table.seats if one not in table.due()), None)
    said = cli("standing", "use", "ask me", "--report", table.report(seat))
    assert said.out == f"kind: orders\nseat: {seat}\nstanding: []\n"
    assert "advance file" in said.err


@pytest.mark.parametrize("name", GAMES)
def test_every_set_can_be_used_as_it_is_written(name: str) -> None:
    ruleset = load(name)
    scenario = next(iter(ruleset.scenarios))
    state = ruleset.rules.setup(scenario, options_of(ruleset, {}))
    for seat in ruleset.seats_of(scenario):
        view = view_of(state, seat)
        for ready in sets_of(ruleset):
            rules = rules_of_set(ruleset, ready, seat)
            written = [_short(form) for form in write_standing(rules, ruleset, seat)]
            assert parse_standing(written, ruleset, seat) == (rules, [])
            assert len(in_words(rules, ruleset, view)) >= len(rules)
            assert of_rules(rules, view, ruleset) == [], ready


def test_try_without_values_tries_what_is_asked_now(game: Game, tmp_path: Path) -> None:
    table = game("relay", 1)
    draft = tmp_path / "draft.yaml"
    draft.write_text(json.dumps({"kind": "orders", "seat": "bert", "standing": RULES[2:]}))
    said = cli("standing", "try", draft, "--report", table.report("bert"))
    assert said.status == 0
    assert "now:\n  rule 1: answers: [{stride: " in said.out


def ruled(*rules: dict[str, Any]) -> list[Rule]:
    found, faults = parse_standing(list(rules), load("julius-caesar"), "caesar")
    assert faults == []
    return found


def test_a_rule_behind_one_that_fits_whenever_it_does_can_hardly_answer() -> None:
    rules = ruled(
        {"on": "battle turn", "if": "round >= 2", "then": "fire"},
        {"on": "battle turn", "if": ["round >= 2", "own strength < 3"], "then": "withdraw"},
        {"on": "regroup", "then": "ask"},
        {"on": "regroup", "at": "Rome", "then": "stay"},
    )
    found = futile(rules, load("julius-caesar"))
    assert sorted(found) == [1, 3]
    assert "hardly ever answer: rule 1 fits whenever it does" in found[1]
    assert "can never answer: rule 3" in found[3]


def test_a_rule_behind_one_that_may_have_no_answer_or_an_end_is_of_use() -> None:
    rules = ruled(
        {"on": "battle turn", "then": {"retreat": ["Genua"]}},
        {"on": "battle turn", "then": "fire", "times": "2"},
        {"on": "battle turn", "then": "fire", "until": "705/2"},
        {"on": "battle turn", "at": "Rome", "then": "withdraw"},
        {"on": "battle turn", "then": "fire"},
    )
    assert futile(rules, load("julius-caesar")) == {}


@pytest.mark.parametrize(
    ("conditions", "clash"),
    [
        ([["round", ">", 2], ["round", "<", 3]], True),
        ([["round", "=", 2], ["round", "!=", 2]], True),
        ([["round", ">=", 2], ["round", "<=", 2]], False),
        ([["round", ">", 1], ["round", "<", 9], ["round", "!=", 5]], False),
        ([["round", ">", 3], ["round", "<", 6], ["round", "!=", 4], ["round", "!=", 5]], True),
        ([["a", "<", "b"], ["b", "<", "a"]], True),
        ([["a", "<=", "b"], ["b", "<=", "a"]], False),
        ([["a", "<", "b"], ["a", ">=", "b"]], True),
        ([["a", ">", "a"]], True),
        ([["a", ">", "b"], ["a", "<", 2]], False),
    ],
)
def test_conditions_that_cannot_all_hold_are_found(conditions: Any, clash: bool) -> None:
    assert bool(contradiction(conditions)) == clash


def test_check_warns_of_a_rule_that_can_never_answer(table: Table) -> None:
    rules = [{"on": "stride", "if": ["turn > 3", "turn < 2"], "then": "all"}]
    path = draft_of(table, "rules.yaml", "anna", rules)
    said = cli("check", path, "--report", table.report("anna"))
    assert "this rule can never answer: turn > 3 and turn < 2 cannot" in said.err


def test_check_says_until_when_an_advance_order_without_an_end_waits(game: Game) -> None:
    table = game("relay", 1)
    coming = [{"on": "stride", "orders": [{"stride": "1"}]}]
    draft = {"kind": "orders", "seat": "bert", "orders": table.lines("bert"), "next": coming}
    path = table.put("draft.yaml", json.dumps(draft).encode())
    said = cli("check", path, "--report", table.report("bert"))
    assert said.status == 0, said.err
    assert "advance order 1 has no 'until': it waits to the end of turn " in said.err
    ended = {**draft, "next": [{**coming[0], "until": "6"}]}
    path = table.put("ended.yaml", json.dumps(ended).encode())
    assert "no 'until'" not in cli("check", path, "--report", table.report("bert")).err


def test_a_ready_made_set_needs_no_file_though_a_later_file_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The report names the set; the file that counts has no rules, and is not beside the report."""
    monkeypatch.chdir(tmp_path)
    seed = ("--test-seed", 1)
    for name in ("host", *(seats := ("caesar", "pompey"))):
        assert cli("keygen", f"{name}-key", *seed).status == 0
    assert cli("new", "julius-caesar", "game", "--key", "host-key", *seed).status == 0
    for seat in seats:
        join = ("join", "game/offer.yaml", "--seat", seat, "--key", f"{seat}-key")
        assert cli(*join, *seed).status == 0
    assert cli("admit", "game", *(f"{seat}-join.yaml" for seat in seats)).status == 0
    for seat in seats:
        draft, report = tmp_path / f"{seat}.yaml", f"game/reports/{seat}/0000.txt"
        draft.write_text(f"kind: orders\nseat: {seat}\norders: []\n")
        signed = ("sign", draft, "--key", f"{seat}-key", "--report", report)
        assert cli(*signed, *seed).status == 0
    assert cli("apply", "game", *(f"{seat}.signed.yaml" for seat in seats)).status == 0
    (tmp_path / "empty").mkdir()
    report = "game/reports/pompey/0001.txt"
    assert read_report(Path(report).read_bytes()).sheet["own"]["files"]
    said = cli("standing", "show", "--report", report, "--orders", "empty")
    assert said.status == 0, said.err
    assert "the set 'quiet'" in said.out
