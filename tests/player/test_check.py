"""`check` with a report says what the host's `check` says; with neither it says that it is form."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.fault import Refused
from referee.orders.order_file import read_orders
from tests.host.test_refused import CASES
from tests.player.test_kind import CHANGES, _signed
from tests.support.mailbag import Said, Table, check_by_report, cli

DRAFTS = {
    "good": "kind: orders\nseat: red\norders:\n  - play: Cat\n",
    "a slip": "kind: orders\nseat: red\norders:\n  - play: Mouse\n",
    "without kind": "seat: red\norders:\n  - play: Cat\n",
    "not in hand": "kind: orders\nseat: red\norders:\n  - play: Lion\n  - play: Wolf\n",
    "many faults": "kind: orders\nseat: red\nrun: x\nextra: 1\norders:\n  - play: Cow\n  - jump\n",
    "ambiguous": "kind: orders\nseat: red\norders:\n  - play: ''\n",
    "old run": "kind: orders\nseat: red\nrun: 2\norders: []\n",
    "advance": "kind: orders\nseat: red\nnext:\n  - {on: play, orders: [play: Cat, play: Ox]}\n",
    "ahead, no turn": "kind: orders\nseat: red\nuntil: never\norders: []\n",
    "no orders": "kind: orders\nseat: red\n",
    "old after": f"kind: orders\nseat: red\nafter: {'0' * 64}\norders:\n  - play: Cat\n",
    "bad dice": f"kind: orders\nseat: red\ndice: {'0' * 64}\norders:\n  - play: Cat\n",
}


@pytest.fixture
def table(game: Callable[..., Table]) -> Table:
    return game("duel", 2)


def _both(table: Table, path: Path, seat: str, *more: str) -> tuple[Said, Said]:
    by_game = cli("check", path, "--game", table.folder, *more)
    return by_game, check_by_report(path, table.report(seat), *more)


def _seat(raw: bytes) -> str:
    """Whose report judges a file: that of the seat which the file names, if there is one."""
    try:
        seat = read_orders(raw).seat
    except Refused:
        return "red"
    return seat if seat in ("red", "blue") else "red"


def _assert_alike(table: Table, raw: bytes, good: bool | None = None) -> None:
    path, seat = table.put("checked.yaml", raw), _seat(raw)
    before = table.snapshot()
    by_game, by_report = _both(table, path, seat)
    assert by_game == by_report
    assert good is None or (by_game.status == 0) == good, by_game.err
    json_game, json_report = _both(table, path, seat, "--json")
    host, player = json.loads(json_game.out), json.loads(json_report.out)
    assert (host.pop("checked"), player.pop("checked")) == ("host", "report")
    assert host == player
    assert host["good"] == (by_game.status == 0)
    assert len(host["faults"]) == by_game.err.count(f"{path}:") - by_game.err.count("verified")
    assert table.snapshot() == before


@pytest.mark.parametrize("case", CASES)
def test_refused_files_and_apply_refuses_them_with_the_words_of_check(
    table: Table, case: str
) -> None:
    good = case == "no signature"  # unsigned files are welcome to check, not to apply
    raw = CASES[case][0](table)
    _assert_alike(table, raw, good)
    path = table.put("bad.yaml", raw)
    checked = json.loads(cli("check", path, "--game", table.folder, "--json").out)
    applied = json.loads(cli("apply", table.folder, path, "--json").out)["files"][0]
    told = [fault for fault in applied["faults"] if "no signature" not in fault["reason"]]
    wanted = [fault for fault in checked["faults"] if "is missing" not in fault["reason"]]
    assert [f for f in told if "is missing" not in f["reason"]] == wanted


@pytest.mark.parametrize("change", CHANGES)
def test_good_files(table: Table, change: str) -> None:
    _assert_alike(table, CHANGES[change](_signed(table)), good=True)


@pytest.mark.parametrize("draft", DRAFTS)
def test_drafts(table: Table, draft: str) -> None:
    good = {"good": True, "a slip": True}.get(draft, False)
    _assert_alike(table, DRAFTS[draft].encode(), None if draft == "a slip" else good)


@pytest.mark.parametrize("seat", ["", "seat: green\n"])
def test_a_draft_without_its_seat_is_judged_whole_by_the_report(table: Table, seat: str) -> None:
    """The report knows whose it is; the host does not, and says no more than that."""
    draft = f"{seat}orders: [play: Cow]\nnext: [{{on: pley, orders: []}}]\nnote: {{blue: hello}}\n"
    by_game, by_report = _both(table, table.put("draft.yaml", draft.encode()), "red")
    assert by_report.status == by_game.status == 1
    for said in ("'Cow' is not a card", "did you mean play?", "to one seat: 'notes: {blue: your"):
        assert said in by_report.err
    assert "there is no seat 'green'" in by_report.err if seat else "'seat: red'" in by_report.err
    assert "the key 'kind' is missing" in by_report.err
    assert "'Cow' is not a card" not in by_game.err


@pytest.mark.parametrize("name", ["duel", "relay"])
def test_random_orders_in_a_whole_game(game: Callable[..., Table], name: str) -> None:
    """At every head of a game, each due seat's report judges some random files as the host does."""
    table = game(name, 0)
    while not table.sheet(table.seats[0])["public"]["over"]:
        for seat in table.seats:
            lines = table.lines(seat)
            for choice in (lines, [], lines * 2, [{"play": "Cat"}, {"stride": "9"}]):
                draft = {"kind": "orders", "seat": seat, "orders": choice}
                path = table.put("draft.yaml", json.dumps(draft).encode())
                by_game, by_report = _both(table, path, seat, "--json")
                host, player = json.loads(by_game.out), json.loads(by_report.out)
                assert host["faults"] == player["faults"], (seat, choice)
        table.play()


def test_another_seats_report_does_not_judge(table: Table) -> None:
    path = table.put("red.yaml", table.orders("red"))
    said = cli("check", path, "--report", table.report("blue"))
    assert said.status == 1
    assert "this is the report of blue, but the orders are for seat 'red'" in said.err
    draft = table.put("draft.yaml", DRAFTS["good"].encode())
    assert cli("check", draft, "--report", table.report("blue")).status == 1


def test_neither_report_nor_game_is_form_only(table: Table) -> None:
    """Nothing but the file itself is looked at: a lie in good form passes, and this is said."""
    path = table.put("red.yaml", table.signed({**table.tree("red"), "run": "77"}, "blue"))
    said = cli("check", path)
    assert said.status == 0
    assert "only the form was checked" in said.err
    assert json.loads(cli("check", path, "--json").out)["checked"] == "form"
    bad = table.put("bad.yaml", DRAFTS["many faults"].encode())
    said = cli("check", bad)
    assert said.status == 1
    assert "only the form was checked" in said.err
    assert "no key 'extra'" in said.err


def test_game_and_report_together_are_wrong_usage(table: Table) -> None:
    path = table.put("red.yaml", table.orders("red"))
    said = cli("check", path, "--report", table.report("red"), "--game", table.folder)
    assert said.status == 2


@pytest.mark.parametrize(
    ("command", "old", "new"),
    [
        ("check", b'"cat"', b'"emu"'),
        ("sign", b'"cat"', b'"emu"'),
        ("sign", b"Hand:", b"Hund:"),
    ],
)
def test_a_report_that_was_changed_judges_nothing(
    table: Table, command: str, old: bytes, new: bytes
) -> None:
    path = table.put("draft.yaml", DRAFTS["good"].encode())
    raw = table.report("red").read_bytes()
    assert old in raw
    table.report("red").write_bytes(raw.replace(old, new))
    more = ["--key", table.folder / "secret" / "red"] if command == "sign" else []
    said = cli(command, path, "--report", table.report("red"), *more)
    assert said.status == 1
    assert "is not verified" in said.err


@pytest.mark.parametrize("draft", ["many faults", "old run", "advance", "not in hand"])
def test_orders_that_would_be_refused_are_not_signed(table: Table, draft: str) -> None:
    path = table.put("draft.yaml", DRAFTS[draft].encode())
    out = path.with_name("signed.yaml")
    key = table.folder / "secret" / "red"
    said = cli("sign", path, "--key", key, "--report", table.report("red"), "--out", out)
    assert said.status == 1
    assert not out.exists()
    assert "Traceback" not in said.err
    assert f"referee: {path}: refused" in said.err.splitlines(), "as check says"


def test_sign_takes_no_other_seats_report_or_key(table: Table) -> None:
    path = table.put("draft.yaml", DRAFTS["good"].encode())
    out = path.with_name("signed.yaml")
    for key, report, reason in (
        ("blue", "red", "this key does not play red"),
        ("red", "blue", "this is the report of blue"),
        ("blue", "blue", "this is the report of blue"),
    ):
        key_file = table.folder / "secret" / key
        said = cli("sign", path, "--key", key_file, "--report", table.report(report), "--out", out)
        assert (said.status, out.exists()) == (1, False)
        assert reason in said.err
