"""Advance files: they wait, are used when they fit, replaced, refused or dropped with a word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.desk.mailbag import Said, Table, check_by_report, cli

Game = Callable[..., Table]


def _text(table: Table, seat: str) -> str:
    return table.report(seat).read_text()


def _stride(table: Table, steps: int, until: str, seat: str = "anna", **more: Any) -> bytes:
    """An advance file."""
    return table.orders(seat, [{"stride": str(steps)}], until=until, **more)


@pytest.fixture
def table(game: Game) -> Table:
    """Bert is due in turn 2; Anna is next in turn 3."""
    table = game("relay", 1)
    assert table.due() == ["bert"]
    return table


def _bert(table: Table) -> bytes:
    return table.orders("bert", [{"stride": "1"}])


def test_it_waits_and_is_used_when_its_turn_comes(table: Table) -> None:
    assert table.apply(_stride(table, 1, "3")).status == 3
    assert table.status()["advance"] == ["anna"]
    assert table.apply(_bert(table)).status == 0
    # Anna's stride was made in the same run: the next question is the cheer of both.
    assert table.status()["asked"] == {"anna": "cheer once", "bert": "cheer once"}
    assert table.status()["advance"] == []
    assert "run seat anna steps 1" in _text(table, "bert")
    assert "Answered by your advance file." in _text(table, "anna")
    assert "Answered by your advance file." not in _text(table, "bert")


def test_it_brings_no_link_of_the_dice(table: Table) -> None:
    table.apply(_stride(table, 1, "3"))
    table.apply(_bert(table))
    public = table.sheet("anna")["public"]
    assert sorted(public["links"]) == ["host", "seat/bert"]
    assert [header["seat"] for header in public["headers"]] == ["bert"]
    assert cli("verify", *table.reports("anna"), *table.reports("bert")).status == 0


def test_it_is_used_in_a_process_of_its_own(table: Table) -> None:
    """The answer is in the journal's file alone, not in the memory of the one who took it."""
    table.apply(_stride(table, 2, "3"))
    for name in ("checkpoint-0", "checkpoint-1"):
        table.folder.joinpath(name).unlink()
    assert table.apply(_bert(table)).status == 0
    assert "run seat anna steps 2" in _text(table, "bert")


def test_that_it_lies_there_is_public(table: Table) -> None:
    """Anna's file for a later turn is told to Bert in the next report, but nothing of it."""
    assert table.apply(table.orders("anna", [{"cheer": "soft"}], until="4")).status == 3
    assert table.apply(_bert(table)).status == 0
    assert table.due() == ["anna"]
    assert table.sheet("bert")["public"]["advance"] == ["anna"]
    assert "Advance orders lie here from: Anna." in _text(table, "bert")
    assert "soft" not in _text(table, "bert")


def test_whose_file_waits_is_not_due(table: Table) -> None:
    table.apply(table.orders("anna", [{"cheer": "soft"}], until="4"))
    table.apply(_bert(table))
    table.apply(table.orders("anna", [{"stride": "1"}]))
    # Both are asked to cheer, Anna has answered ahead: Bert alone is due.
    assert [asked["seat"] for asked in table.sheet("bert")["public"]["asked"]] == ["anna", "bert"]
    assert table.due() == ["bert"]
    assert table.apply(table.orders("bert", [{"cheer": "loud"}])).status == 0
    assert "anna soft bert loud kind cheers" in _text(table, "bert")


def test_a_newer_edition_replaces_it(table: Table) -> None:
    assert table.apply(_stride(table, 1, "3")).status == 3
    assert table.apply(_stride(table, 2, "3", edition=2)).status == 3
    table.apply(_bert(table))
    assert "run seat anna steps 2" in _text(table, "bert")


def test_a_replay_is_refused(table: Table) -> None:
    old, new = _stride(table, 1, "3"), _stride(table, 2, "3", edition=2)
    assert [table.apply(file).status for file in (old, new)] == [3, 3]
    before = table.snapshot()
    said = table.apply(old)
    assert (said.status, table.snapshot()) == (1, before)
    assert "this advance file, or a later one, was accepted before" in said.err


def test_a_used_one_is_not_used_again(game: Game) -> None:
    table = game("relay", 1)
    ahead = _stride(table, 1, "6")
    assert table.apply(ahead).status == 3
    table.apply(_bert(table))
    table.apply(*[table.orders(seat) for seat in table.due()])
    before = table.snapshot()
    assert table.due() == ["bert"]
    said = table.apply(ahead)
    assert (said.status, table.snapshot()) == (1, before)


def test_after_many_runs_its_report_is_too_old(table: Table) -> None:
    tree = table.tree("anna", [{"stride": "1"}], until="3")
    said = table.apply(table.signed({**tree, "after": "0" * 64}, "anna"))
    assert said.status == 1
    assert "does not follow any of the newest reports" in said.err


def test_what_no_longer_fits_is_dropped_with_a_word_to_its_owner(table: Table) -> None:
    assert table.apply(_stride(table, 9, "3")).status == 3
    assert table.sheet("anna")["state"]["own"]["breath"] < 9
    assert table.apply(_bert(table)).status == 0
    assert table.due() == ["anna"]
    told = " ".join(_text(table, "anna").split())
    assert "Your advance file (3) no longer fitted and is dropped: order 1, you have breath" in told
    assert "dropped" not in _text(table, "bert")
    assert table.status()["advance"] == []


def test_what_was_not_needed_in_time_is_dropped_with_a_word(table: Table) -> None:
    assert table.apply(table.orders("anna", [{"cheer": "soft"}], until="2")).status == 3
    assert table.apply(_bert(table)).status == 0
    assert table.status()["advance"] == []
    assert "Your advance file (2) was not needed and is dropped." in _text(table, "anna")
    assert "dropped" not in _text(table, "bert")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"until": "1"}, "1 is over already"),
        ({"until": "never"}, "'until' is a turn"),
        ({"run": "2"}, "'until' and no 'run'"),
        ({"dice": "0" * 64}, "'until' and no 'dice'"),
        ({"orders": None}, "an advance file needs orders or standing orders"),
        ({"orders": "x"}, "a list of order lines"),
        ({"orders": [{"jump": "1"}]}, "'jump' is no order"),
        ({"orders": [{"stride": "1"}, {"cheer": "loud"}]}, "no single request"),
        ({"orders": [{"stride": "99"}]}, "a whole number from 1 to 9"),
    ],
)
def test_form_of_an_advance_file(table: Table, change: dict[str, Any], reason: str) -> None:
    tree = {**table.tree("anna", [{"stride": "1"}], until="3"), **change}
    raw = table.signed({key: value for key, value in tree.items() if value is not None}, "anna")
    before = table.snapshot()
    said = table.apply(raw)
    assert (said.status, table.snapshot()) == (1, before)
    assert reason in said.err
    path = table.put("again.yaml", raw)
    by_game = cli("check", path, "--game", table.folder)
    assert by_game == check_by_report(path, table.report("anna"))


def test_a_seat_that_is_due_gives_its_orders_first(table: Table) -> None:
    tree = {**table.tree("anna", [{"stride": "1"}], until="4"), "seat": "bert"}
    said = table.apply(table.signed(tree, "bert"))
    assert said.status == 1
    assert "this seat is due now" in said.err


# -- nothing, and no orders at all -----------------------------------------------------------------


def _check(table: Table, draft: str, seat: str) -> Said:
    said = cli("check", table.put("d.yaml", draft.encode()), "--report", table.report(seat))
    by_game = cli("check", table.put("d.yaml", draft.encode()), "--game", table.folder)
    assert (said.status, said.err) == (by_game.status, by_game.err)
    return said


def test_a_file_without_orders_and_plans_is_refused_at_its_until(table: Table) -> None:
    said = _check(table, 'kind: orders\nseat: anna\nuntil: "3"\n', "anna")
    assert said.status == 1
    assert "d.yaml:3: not understood: an advance file needs orders or standing orders\n" in said.err
    assert "hint: write 'orders:' with lines for what will be asked, or 'standing:'" in said.err


def test_orders_that_are_nothing_answer_what_is_asked_next(game: Game) -> None:
    """As referee-orders(5) has it: received, final, nothing."""
    table = game("dig", 0)
    table.apply(*(table.orders(seat, []) for seat in table.seats))
    assert table.due() == ["lee"]
    said = _check(table, 'kind: orders\nseat: kim\nuntil: "3"\norders: []\n', "kim")
    assert said.status == 0
    assert "d.yaml:4: warning: whatever is asked of you next is answered with nothing" in said.err
    assert table.apply(table.orders("kim", [], until="3")).status == 3
    assert table.apply(table.orders("lee", [])).status == 0
    assert "Answered by your advance file." in _text(table, "kim")
    assert table.due() == ["lee"], "turn 3 was Kim's"


def test_nothing_that_is_no_answer_is_dropped_with_a_word(table: Table) -> None:
    assert table.apply(table.orders("anna", [], until="3")).status == 3
    assert table.apply(_bert(table)).status == 0
    assert "is dropped: stride exactly once." in " ".join(_text(table, "anna").split())
    assert table.due() == ["anna"]


def test_beside_plans_nothing_is_an_answer_too(table: Table) -> None:
    """Who means the standing orders alone is told so, and `sign` writes no orders that there are
    not."""
    standing_orders = "standing:\n  - {on: stride, then: all}\n"
    said = _check(
        table, f'kind: orders\nseat: anna\nuntil: "3"\norders: []\n{standing_orders}', "anna"
    )
    assert said.status == 0
    assert "hint: leave 'orders' out if only the standing orders are meant" in said.err
    said = _check(table, f'kind: orders\nseat: anna\nuntil: "3"\n{standing_orders}', "anna")
    assert (said.status, "warning" in said.err) == (0, False)
    alone = table.orders("anna", orders=None, until="3", standing=[{"on": "stride", "then": "all"}])
    assert b"orders:" not in alone


def test_plans_alone_lie_here_like_any_file(table: Table) -> None:
    """They have no orders to be read again when the folder is opened."""
    standing_orders = [{"on": "stride", "then": "all"}]
    assert (
        table.apply(table.orders("anna", orders=None, until="6", standing=standing_orders)).status
        == 3
    )
    assert table.status()["advance"] == ["anna"]
    assert table.apply(_bert(table)).status == 0
    assert "Answered by your rule 1 on stride." in _text(table, "anna")


# -- what answers a question already ---------------------------------------------------------------


@pytest.fixture
def answered(table: Table) -> Table:
    """Both are asked to cheer; Anna's advance file will answer, Bert alone is due."""
    table.apply(table.orders("anna", [{"cheer": "soft"}], until="6"))
    table.apply(_bert(table))
    table.apply(table.orders("anna", [{"stride": "1"}]))
    assert table.due() == ["bert"]
    return table


def test_the_one_that_replaces_it_must_answer_too(answered: Table) -> None:
    """Else a player takes back the answer that the run is built on, and no run is possible."""
    tree = answered.tree("anna", [{"cheer": "loud"}], until="6", edition=2)
    other = answered.signed({**tree, "orders": [{"stride": "1"}]}, "anna")
    before = answered.snapshot()
    said = answered.apply(other)
    assert (said.status, answered.snapshot()) == (1, before)
    assert "'stride' is not asked for now" in said.err
    path = answered.put("again.yaml", other)
    by_report = check_by_report(path, answered.report("anna"))
    assert by_report == cli("check", path, "--game", answered.folder)
    twice = answered.signed({**tree, "orders": [{"cheer": "loud"}, {"cheer": "loud"}]}, "anna")
    assert answered.apply(twice).status == 1
    assert answered.apply(answered.signed(tree, "anna")).status == 3
    assert answered.apply(answered.orders("bert", [{"cheer": "loud"}])).status == 0
    assert "anna loud bert loud kind cheers" in _text(answered, "bert")


def test_plans_that_replace_it_must_answer_too(answered: Table) -> None:
    standing_orders = [{"on": "stride", "then": "all"}]
    tree = answered.tree(
        "anna", [{"cheer": "soft"}], until="6", edition=2, standing=standing_orders
    )
    alone = answered.signed({key: tree[key] for key in tree if key != "orders"}, "anna")
    before = answered.snapshot()
    said = answered.apply(alone)
    assert (said.status, answered.snapshot()) == (1, before)
    assert "out of turn: what is asked of you now would no longer be answered" in said.err
    path = answered.put("again.yaml", alone)
    by_report = check_by_report(path, answered.report("anna"))
    assert by_report == cli("check", path, "--game", answered.folder)
    assert answered.apply(answered.signed(tree, "anna")).status == 3
    assert answered.apply(answered.orders("bert", [{"cheer": "loud"}])).status == 0


def test_names_of_files_never_collide(game: Game) -> None:
    """Two advance files of one edition that follow different reports are both kept."""
    table = game("relay", 2)
    old = _stride(table, 1, "6", "bert")
    assert table.apply(old).status == 3
    table.play()
    while "bert" in table.due():
        table.play()
    new = _stride(table, 2, "6", "bert")
    assert table.apply(new).status == 3
    kept = sorted(path.read_bytes() for path in table.folder.glob("mail/*advance*"))
    assert kept == sorted([old, new])
    assert cli("status", table.folder).status == 0


@pytest.mark.parametrize("together", [False, True])
def test_a_advance_file_that_was_held_back_does_not_undo_a_newer_file(
    game: Game, together: bool
) -> None:
    """Who withholds it, host or mail, cannot bring back standing orders that its owner has
    withdrawn."""
    table = game("relay", 2)
    standing_orders = [{"on": "stride", "then": "all"}]
    held = table.orders("bert", [{"stride": "1"}], until="6", standing=standing_orders)
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
    assert "out of turn: an advance file, or standing orders, by report" in said.err
    assert "this one is by report 2" in said.err
    assert "by the newest report" in said.err
    assert table.sheet("bert")["public"]["advance"] == []


def test_orders_for_nothing_but_the_dice_answer_nothing(game: Game) -> None:
    """In run 1 Bert is due for a link only: what he is asked later in the run is still asked."""
    table = game("relay", 0)
    assert [asked["seat"] for asked in table.sheet("bert")["public"]["asked"]] == ["anna"]
    assert table.apply(table.orders("anna"), table.orders("bert", [])).status == 0
    assert table.due() == ["bert"]


def test_orders_with_a_link_only_may_not_hold_orders(game: Game) -> None:
    table = game("relay", 0)
    tree = {**table.tree("bert", []), "orders": [{"stride": "1"}]}
    said = table.apply(table.signed(tree, "bert"))
    assert said.status == 1
    assert "nothing but the file itself is asked for" in said.err
