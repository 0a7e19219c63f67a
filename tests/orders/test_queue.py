"""Answers to what comes later: they wait, answer when their time comes, and tell nobody else."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.orders.order_file import read_orders
from tests.support.mailbag import Said, Table, check_by_report, cli

Game = Callable[..., Table]


def _text(table: Table, seat: str) -> str:
    return " ".join(table.report(seat).read_text().split())


def stride(steps: object, **more: object) -> dict[str, Any]:
    return {"on": "stride", **more, "orders": [{"stride": str(steps)}]}


def cheer(how: str, **more: object) -> dict[str, Any]:
    return {"on": "cheer", **more, "orders": [{"cheer": how}]}


@pytest.fixture
def table(game: Game) -> Table:
    """Bert is due in turn 2; Anna is next in turn 3, and then both cheer."""
    table = game("relay", 1)
    assert table.due() == ["bert"]
    return table


def _bert(table: Table, **more: Any) -> bytes:
    return table.orders("bert", [{"stride": "1"}], **more)


# -- answers -------------------------------------------------------------------------------------


def test_it_waits_and_answers_when_its_time_comes(table: Table) -> None:
    assert table.apply(table.later("anna", stride(1))).status == 3
    assert table.status()["queues"] == {"anna": 1}
    assert table.apply(_bert(table)).status == 0
    # Anna's stride was made in the same run: the next question is the cheer of both.
    assert table.status()["asked"] == {"anna": "cheer once", "bert": "cheer once"}
    assert table.status()["queues"] == {}
    assert "run seat anna steps 1" in _text(table, "bert")
    assert "On stride, your advance order 1 answered." in _text(table, "anna")
    assert "your advance order" not in _text(table, "bert")


def test_check_says_that_advance_orders_are_not_judged_yet(table: Table) -> None:
    advance = table.put("advance.yaml", table.later("anna", stride(1)))
    said = check_by_report(advance, table.report("anna"))
    assert said.status == 0
    assert "advance orders were read; they are judged again when they are used" in said.err
    orders = check_by_report(table.put("orders.yaml", _bert(table)), table.report("bert"))
    assert (orders.status, "advance orders" in orders.err) == (0, False)


def test_orders_and_what_comes_after_them_are_one_mail(table: Table) -> None:
    """Bert strides, and has already said how he will cheer when he is asked, in turn 4, and how he
    strides then: Anna alone is asked for the rest of the game but for one."""
    last = stride(2, turn="4", until="6")
    assert table.apply(_bert(table, next=[cheer("soft", until="6"), last])).status == 0
    assert table.due() == ["anna"]
    assert table.apply(table.orders("anna", [{"stride": "1"}], next=[cheer("loud")])).status == 0
    assert "anna loud bert soft kind cheers" in _text(table, "anna")
    assert "run seat bert steps 2" in _text(table, "anna")
    assert table.due() == ["anna"]
    assert "On stride, your advance order 2 answered." in _text(table, "bert")


def test_within_a_run_orders_answer_what_is_asked_and_next_what_follows(game: Game) -> None:
    table = game("relay", 3)
    assert table.due() == ["anna", "bert"]
    later = stride(1, turn="4")
    files = [table.orders("anna"), table.orders("bert", [{"cheer": "loud"}], next=[later])]
    assert table.apply(*files).status == 0
    assert "run seat bert steps 1" in _text(table, "anna")
    assert table.sheet("anna")["run"] == 4


def test_the_first_that_fits_answers_and_leaves_the_queue(table: Table) -> None:
    other = stride(1, turn="5", until="6")
    assert table.apply(table.later("anna", other, cheer("soft", until="6"), stride(2))).status == 3
    assert table.apply(_bert(table)).status == 0
    assert "run seat anna steps 2" in _text(table, "bert")
    assert table.due() == ["bert"], "her cheer is answered"
    waits = (
        "Not waited for, since standing or advance orders will answer: - asked of Anna: cheer once"
    )
    assert f"waits for: Bert. {waits}" in _text(table, "bert")
    told = (
        "Your advance orders that wait: no. 1 for stride (turn 5, until the end of turn 6), no. 2"
        " for cheer (until the end of turn 6)."
    )
    assert told in _text(table, "anna")


def test_it_brings_no_link_of_the_dice(table: Table) -> None:
    table.apply(table.later("anna", stride(1)))
    table.apply(_bert(table))
    public = table.sheet("anna")["public"]
    assert sorted(public["links"]) == ["host", "seat/bert"]
    assert [header["seat"] for header in public["headers"]] == ["bert"]
    assert cli("verify", *table.reports("anna"), *table.reports("bert")).status == 0


def test_it_answers_in_a_process_of_its_own(table: Table) -> None:
    """The answer is in the journal's file alone, not in the memory of the one who took it."""
    table.apply(table.later("anna", stride(2), cheer("loud")))
    for name in ("checkpoint-0", "checkpoint-1"):
        table.folder.joinpath(name).unlink()
    assert table.apply(_bert(table)).status == 0
    assert "run seat anna steps 2" in _text(table, "bert")
    for name in ("checkpoint-0", "checkpoint-1"):
        table.folder.joinpath(name).unlink(missing_ok=True)
    assert table.apply(table.orders("bert")).status == 0
    assert cli("audit", table.folder, "--without-key").status in (0, 2)


def test_nothing_of_it_is_public(table: Table) -> None:
    """Bert's report is the same whether Anna has a queue or not, but for what binds her part."""
    other = Table(table.folder.with_name("other"), table.ruleset)
    table.copy(other.folder)
    assert table.apply(table.later("anna", cheer("soft"), stride(1, turn="5"))).status == 3
    for one in (table, other):
        assert one.apply(_bert(one)).status == 0
        assert one.due() == ["anna"]
    mine, his = (one.sheet("bert") for one in (table, other))
    for key in ("public", "own", "state", "due", "links"):
        assert mine.get(key) == his.get(key)
    assert "next" not in _text(table, "bert")


def test_whose_answer_waits_is_not_due(table: Table) -> None:
    table.apply(table.later("anna", cheer("soft")))
    table.apply(_bert(table))
    table.apply(table.orders("anna", [{"stride": "1"}], next=[cheer("soft")]))
    # Both are asked to cheer, Anna has answered before: Bert alone is due.
    assert [asked["seat"] for asked in table.sheet("bert")["public"]["asked"]] == ["anna", "bert"]
    assert table.due() == ["bert"]
    assert table.apply(table.orders("bert", [{"cheer": "loud"}])).status == 0
    assert "anna soft bert loud kind cheers" in _text(table, "bert")


# -- files that count ----------------------------------------------------------------------------


def test_a_newer_edition_replaces_it(table: Table) -> None:
    assert table.apply(table.later("anna", stride(1))).status == 3
    assert table.apply(table.later("anna", stride(2), edition=2)).status == 3
    table.apply(_bert(table))
    assert "run seat anna steps 2" in _text(table, "bert")


def test_each_file_replaces_the_queue_even_one_without_next(table: Table) -> None:
    table.apply(table.later("anna", cheer("soft"), stride(1, turn="5", until="6")))
    table.apply(_bert(table))
    assert "no. 2 for stride (turn 5, until the end of turn 6)" in _text(table, "anna")
    assert table.apply(table.orders("anna", [{"stride": "1"}])).status == 0
    assert table.due() == ["anna", "bert"]
    assert "Still waiting" not in _text(table, "anna")


def test_check_warns_of_a_draft_that_drops_what_waits(table: Table, tmp_path: Path) -> None:
    """Each file replaces the queue: a draft without `next` says so, one with it has it in mind."""
    assert table.apply(_bert(table, next=[stride(2, turn="4", until="6")])).status == 0
    assert table.apply(table.orders("anna", [{"stride": "1"}])).status == 0
    assert table.status()["queues"] == {"bert": 1}
    draft = {"kind": "orders", "seat": "bert", "orders": [{"cheer": "soft"}]}

    def said(**more: Any) -> str:
        path = tmp_path / "draft.yaml"
        path.write_text(json.dumps({**draft, **more}))
        return cli("check", path, "--report", table.report("bert")).err

    told = "drops all advance orders that wait: no. 1 for stride (turn 4, until the end of turn 6)"
    assert told in " ".join(said().split())
    assert "drops all" not in said(next=[])
    assert "drops all" not in said(orders=[{"cheer": "green"}]), "first things first"


def test_the_own_part_names_the_files_in_force(table: Table) -> None:
    rules = [{"on": "stride", "then": "all"}]
    ahead = table.later("anna", cheer("soft", until="6"), standing=rules)
    assert table.apply(ahead).status == 3
    table.apply(_bert(table))
    header = read_orders(ahead).header
    (file,) = table.sheet("anna")["own"]["files"]
    assert file == {key: header[key] for key in ("after", "edition", "body")}
    assert table.due() == ["bert"]
    newer = table.later("anna", cheer("loud"))
    assert table.apply(newer).status == 3
    table.apply(table.orders("bert", [{"cheer": "loud"}]))
    newest, ruling = table.sheet("anna")["own"]["files"]
    assert (newest["body"], ruling) == (read_orders(newer).header["body"], file)


def test_a_replay_is_refused(table: Table) -> None:
    old, new = table.later("anna", stride(1)), table.later("anna", stride(2), edition=2)
    assert [table.apply(file).status for file in (old, new)] == [3, 3]
    before = table.snapshot()
    said = table.apply(old)
    assert (said.status, table.snapshot()) == (1, before)
    assert "edition 2 of these orders has already been accepted" in said.err


def test_a_used_one_is_not_used_again(game: Game) -> None:
    table = game("relay", 1)
    ahead = table.later("anna", stride(1, until="6"))
    assert table.apply(ahead).status == 3
    table.apply(_bert(table))
    table.apply(*[table.orders(seat) for seat in table.due()])
    before = table.snapshot()
    assert table.due() == ["bert"]
    said = table.apply(ahead)
    assert (said.status, table.snapshot()) == (1, before)


def test_after_many_runs_its_report_is_too_old(table: Table) -> None:
    tree = table.tree("anna", None, orders=None, next=[stride(1)])
    tree.pop("orders", None)
    said = table.apply(table.signed({**tree, "after": "0" * 64}, "anna"))
    assert said.status == 1
    assert "does not follow any recent report" in said.err


def test_one_that_was_held_back_does_not_undo_a_newer_file(game: Game) -> None:
    """Who withholds it, host or mail, cannot bring back standing orders that its owner has
    withdrawn."""
    for together in (False, True):
        table = game("relay", 2, called=f"held-{together}")
        rules = [{"on": "stride", "then": "all"}]
        held = table.later("bert", stride(1, until="6"), standing=rules)
        while table.due() != ["bert"]:
            table.play()
        newer = table.orders("bert", standing=[])
        if together:
            said = table.apply(held, newer)
        else:
            assert table.apply(newer).status == 0
            said = table.apply(held)
        assert "bert" not in table.due()
        assert said.status == 1
        assert "this file is by report 2" in said.err
        assert table.status()["queues"] == {}


def test_names_of_files_never_collide(game: Game) -> None:
    """Two advance files of one edition that follow different reports are both kept."""
    table = game("relay", 2)
    old = table.later("bert", stride(1, until="6"))
    assert table.apply(old).status == 3
    table.play()
    while "bert" in table.due():
        table.play()
    new = table.later("bert", stride(2, until="6"))
    assert table.apply(new).status == 3
    kept = sorted(path.read_bytes() for path in table.folder.glob("mail/*advance*"))
    assert kept == sorted([old, new])
    assert cli("status", table.folder).status == 0


# -- what does not fit ---------------------------------------------------------------------------


def test_lines_that_are_not_legal_are_left_out_and_their_owner_is_told(game: Game) -> None:
    """Dig takes up to three lines; the fourth is left out, the others are carried out."""
    table = game("dig", 0)
    table.apply(*(table.orders(seat, []) for seat in table.seats))
    assert table.due() == ["lee"]
    lines = [{"dig": "hill"}, {"dig": "brook"}, {"dig": "hill"}, {"dig": "hill"}]
    assert table.apply(table.later("kim", {"on": "dig", "orders": lines})).status == 3
    assert table.apply(table.orders("lee", [])).status == 0
    events = [event["kind"] for event in table.sheet("lee")["public"]["events"]]
    assert events.count("dug") == 3
    assert "Skipped: order 4: no digs are left for this." in _text(table, "kim")
    assert "Left out" not in _text(table, "lee")


def test_where_nothing_is_left_that_is_legal_the_default_answers(table: Table) -> None:
    """Anna's breath is hers to know: whether she is asked must not tell how much there is."""
    assert table.apply(table.later("anna", stride(9))).status == 3
    assert table.sheet("anna")["state"]["own"]["breath"] < 9
    assert table.apply(_bert(table)).status == 0
    assert table.due() == ["anna", "bert"], "her stride was made"
    told = "On stride, your advance order 1 was not legal (order 1: you have breath for"
    assert told in _text(table, "anna")
    assert "; the default answered 'stride: 1'." in _text(table, "anna")
    assert "was not legal" not in _text(table, "bert")


def test_standing_orders_go_before_the_default(table: Table) -> None:
    rules = [{"on": "stride", "then": "all"}]
    breath = table.sheet("anna")["state"]["own"]["breath"]
    assert table.apply(table.later("anna", stride(9), standing=rules)).status == 3
    assert table.apply(_bert(table)).status == 0
    assert f"run seat anna steps {breath}" in _text(table, "bert")
    told = f"; rule 1 of your standing orders answered 'stride: {breath}'."
    assert told in _text(table, "anna")


def test_misfit_ask_has_its_seat_asked_instead(table: Table) -> None:
    assert table.apply(table.later("anna", stride(9, misfit="ask"))).status == 3
    assert table.apply(_bert(table)).status == 0
    assert table.due() == ["anna"]
    assert table.apply(table.orders("anna", [{"stride": "1"}])).status == 0


def test_misfit_ask_answers_where_it_fits(table: Table) -> None:
    assert table.apply(table.later("anna", stride(1, misfit="ask"))).status == 3
    assert table.apply(_bert(table)).status == 0
    assert "run seat anna steps 1" in _text(table, "bert")


def test_what_was_not_needed_in_time_is_dropped_with_a_word(table: Table) -> None:
    assert table.apply(table.later("anna", cheer("soft", until="2"))).status == 3
    assert table.apply(_bert(table)).status == 0
    assert table.status()["queues"] == {}
    no = "Your advance order no. 1 for cheer (until the end of turn 2)"
    assert f"{no} was not needed and is dropped." in _text(table, "anna")
    assert "dropped" not in _text(table, "bert")


def test_without_until_it_waits_to_the_end_of_the_turn_after(table: Table) -> None:
    raw = table.later("anna", cheer("soft"))
    assert b'until: "3"' in raw or b"until: 3" in raw
    assert table.ruleset.calendar.turn(table.sheet("anna")["state"]["public"]) == "2"


# -- its form ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"next": [stride(1, until="1")]}, "1 is already over"),
        ({"next": [stride(1, until="never")]}, "a turn or phase is expected here"),
        ({"next": [stride(1, until="3", turn="x")]}, "a whole number from 1 to 6"),
        ({"next": [stride(1, until="3", misfit="skip")]}, "only 'ask' is allowed here"),
        (
            {"next": [stride(1, until="3", when="x")]},
            "an advance order on stride has no key 'when'",
        ),
        ({"next": [{"on": "stride", "until": "3"}]}, "the key 'orders' is missing"),
        (
            {"next": [{"on": "jump", "orders": []}]},
            "this is not a request that is made in this game",
        ),
        ({"next": [{"on": "cheers", "orders": []}]}, "did you mean cheer?"),
        ({"next": ["stride"]}, "write {on: ..., orders: [...]}"),
        ({"next": "x"}, "a list of advance orders"),
        ({"next": [cheer("soft", until="3")] * 61}, "at most 60 advance orders are allowed"),
        ({"next": [{**stride(1, until="3"), "orders": "x"}]}, "a list of order lines"),
        ({"next": [{**cheer("soft", until="3"), "orders": [{"stride": "1"}]}]}, "does not answer"),
        ({"next": [stride(99, until="3")]}, "a whole number from 1 to 9"),
        ({"until": "3"}, "write 'until' inside an entry of 'next' or 'standing'"),
        ({"nxet": "3"}, "did you mean next?"),
        ({"run": "2"}, "the key 'dice' is missing"),
        ({"note": "hello"}, "an advance file cannot carry a note, since no run publishes it"),
        ({"orders": [{"stride": "1"}]}, "write advance orders under 'next'"),
    ],
)
def test_form_of_an_advance_file(table: Table, change: dict[str, Any], reason: str) -> None:
    tree = {**table.tree("anna", None, orders=None, next=[stride(1)]), **change}
    raw = table.signed({key: value for key, value in tree.items() if value is not None}, "anna")
    before = table.snapshot()
    said = table.apply(raw)
    over = "already over" in reason  # in a signed file that is no fault
    assert said.status == (3 if over else 1)
    assert reason in said.err
    if not over:
        assert table.snapshot() == before
        path = table.put("again.yaml", raw)
        by_game = cli("check", path, "--game", table.folder)
        assert by_game == check_by_report(path, table.report("anna"))


def test_what_is_over_is_a_fault_of_a_draft(table: Table) -> None:
    draft = 'kind: orders\nseat: anna\nnext:\n  - {on: cheer, until: "1", orders: [cheer: loud]}\n'
    said = _check(table, draft, "anna")
    assert said.status == 1
    assert "d.yaml:4: out of turn: 1 is already over" in said.err


def _check(table: Table, draft: str, seat: str) -> Said:
    said = check_by_report(table.put("d.yaml", draft.encode()), table.report(seat))
    by_game = cli("check", table.put("d.yaml", draft.encode()), "--game", table.folder)
    assert (said.status, said.err) == (by_game.status, by_game.err)
    return said


def test_an_advance_file_of_a_seat_that_is_due_is_refused(table: Table) -> None:
    tree = {**table.tree("anna", None, orders=None, next=[stride(1)]), "seat": "bert"}
    said = table.apply(table.signed(tree, "bert"))
    assert said.status == 1
    assert "this seat is due now" in said.err


def test_a_draft_with_next_alone_of_a_seat_that_is_due_needs_its_orders(table: Table) -> None:
    draft = "kind: orders\nseat: bert\nnext:\n  - {on: cheer, orders: [cheer: loud]}\n"
    said = _check(table, draft, "bert")
    assert said.status == 1
    assert "the key 'orders' is missing: stride once" in said.err


def test_standing_orders_alone_are_an_advance_file(table: Table) -> None:
    """They have no orders to be read again when the folder is opened."""
    rules = [{"on": "stride", "then": "all"}]
    assert table.apply(table.orders("anna", orders=None, standing=rules)).status == 3
    assert table.apply(_bert(table)).status == 0
    assert "On stride, rule 1 of your standing orders answered 'stride: " in _text(table, "anna")


# -- what answers a question already -------------------------------------------------------------


@pytest.fixture
def answered(table: Table) -> Table:
    """Both are asked to cheer; an answer of Anna's waits, Bert alone is due."""
    table.apply(_bert(table))
    table.apply(table.orders("anna", [{"stride": "1"}], next=[cheer("soft")]))
    assert table.due() == ["bert"]
    return table


def test_it_can_be_changed_as_long_as_the_run_is_not_made(answered: Table) -> None:
    raw = answered.later("anna", cheer("loud"))
    assert answered.apply(raw).status == 3
    assert answered.apply(answered.orders("bert", [{"cheer": "loud"}])).status == 0
    assert "anna loud bert loud kind cheers" in _text(answered, "bert")


@pytest.mark.parametrize("more", [{}, {"standing": [{"on": "stride", "then": "all"}]}])
def test_if_it_is_taken_back_the_default_answers(answered: Table, more: dict[str, Any]) -> None:
    """Nobody waits for Anna: the reports say that she is not due."""
    raw = answered.later("anna", stride(1), **more)
    said = _check(answered, raw.decode(), "anna")
    assert said.status == 0
    assert "warning: nothing in this file answers a request to you: cheer once" in said.err
    assert "hint: your standing orders will, otherwise the default" in said.err
    assert answered.apply(raw).status == 3
    assert answered.apply(answered.orders("bert", [{"cheer": "loud"}])).status == 0
    assert "kind cheers" in _text(answered, "bert")
    assert "On cheer, the default answered '" in _text(answered, "anna")


def test_orders_for_nothing_but_the_dice_answer_nothing(game: Game) -> None:
    """In run 1 Bert is due for a link only: what he is asked later in the run is still asked."""
    table = game("relay", 0)
    assert [asked["seat"] for asked in table.sheet("bert")["public"]["asked"]] == ["anna"]
    assert table.apply(table.orders("anna"), table.orders("bert", [])).status == 0
    assert table.due() == ["bert"]


def test_with_the_link_alone_next_can_answer_what_follows(game: Game) -> None:
    table = game("relay", 0)
    bert = table.later("bert", stride(2))
    assert table.apply(table.orders("anna"), bert).status == 0
    assert "run seat bert steps 2" in _text(table, "anna")


def test_orders_with_a_link_only_may_not_hold_orders(game: Game) -> None:
    table = game("relay", 0)
    tree = {**table.tree("bert", []), "orders": [{"stride": "1"}]}
    said = table.apply(table.signed(tree, "bert"))
    assert said.status == 1
    assert "this run needs your file, but no orders" in said.err
