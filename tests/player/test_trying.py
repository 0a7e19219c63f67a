"""``standing try`` tells which rule would answer a made-up request."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.mailbag import Said, Table, cli

Game = Callable[..., Table]

RULES = """\
kind: orders
seat: bert
orders: []
standing:
  - {on: stride, turn: 3, then: {stride: 2}}
  - {on: stride, if: [behind > 2, turn < 5], then: {stride: 3}}
  - {on: stride, then: all}
"""


@pytest.fixture
def table(game: Game) -> Table:
    return game("relay", 1)


def tried(table: Table, *settings: str, standing: str = RULES) -> Said:
    path = table.put("standing.yaml", standing.encode())
    given = [word for setting in settings for word in ("--set", setting)]
    return cli("standing", "try", path, "--report", table.report("bert"), *given)


def test_the_first_rule_that_fits_is_named(table: Table) -> None:
    said = tried(table, "turn=2", "behind=3")
    assert said.status == 0
    assert "rule 1: passes on: turn is different" in said.out
    assert "rule 2: answers: behind > 2 (behind is 3); turn < 5 (turn is 2)" in said.out
    assert "rule 3" not in said.out


def test_the_condition_that_fails_is_told(table: Table) -> None:
    said = tried(table, "turn=5", "behind=3")
    assert "rule 2: passes on: not turn < 5 (turn is 5)" in said.out
    assert "rule 3: answers: always" in said.out


def test_nobody_answers(table: Table) -> None:
    said = tried(
        table,
        "turn=2",
        standing=RULES.replace("  - {on: stride, then: all}\n", ""),
    )
    assert said.status == 2, "behind has no value"
    assert "rules need values for 'behind'" in said.err
    shorter = RULES.split("  - {on: stride, if")[0]
    assert "you would be asked" in tried(table, "turn=2", standing=shorter).out


def test_all_values_that_are_missing_are_named_at_once(table: Table) -> None:
    path = table.put("standing.yaml", RULES.encode())
    said = cli("standing", "try", path, "--report", table.report("bert"), "--on", "stride")
    assert said.status == 2
    assert "rules need values for 'turn', 'behind'\n" in said.err
    assert "add --set 'turn=VALUE' --set 'behind=VALUE'\n" in said.err
    said = tried(table, "turn=3")
    assert (said.status, said.err) == (0, ""), "the first rule fits whatever the others need"


def test_bad_standing_are_refused_with_their_line(table: Table) -> None:
    said = tried(table, "turn=2", "behind=0", standing=RULES.replace("then: all", "then: al l"))
    assert said.status == 0, "names are matched kindly"
    said = tried(table, standing=RULES.replace("then: all", "then: none"))
    assert said.status == 1
    assert ":7: rule 3: not understood" in said.err


def test_words_are_listed() -> None:
    said = cli("standing", "words", "relay")
    assert "on: stride" in said.out
    assert "breath: your breath (known to you only)" in said.out
