"""Faults in what is done with a file: whose it is, whether it counts, and what it replaces."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import permutations
from typing import Any

from referee.files.write_yaml import emit
from referee.orders.order_file import read_orders
from referee.proof.keys import public_line, test_key
from tests.faults.stories import CARRHAE, MOVES, RUBICON, Game, moving_seats, refused, sample_lines
from tests.support.mailbag import cli, sign_anything


def _variants(lines: list[Any], others: list[Any]) -> Iterator[list[Any]]:
    """Order lines and what may be wrong with them: too few, too many, another's, misspelt."""
    yield from (lines, [], lines[::-1], [*lines, *lines], others, [*lines, *others], ["nonsense"])
    for number in range(len(lines)):
        yield [*lines[:number], *lines[number + 1 :]]
        text = json.dumps(lines[number])
        for old, new in (("Legio 8", "Legio 1"), ("Rome", "Antioch"), ("Rome", "Rumia")):
            if old in text:
                changed = json.loads(text.replace(old, new))
                yield [*lines[:number], changed, *lines[number + 1 :]]


def test_a_checker_that_says_yes_to_what_the_adjudicator_refuses(rubicon: Game) -> None:
    """In cards, commands and battles: what a player is told of a file by his report is what the
    host's `apply` says of it, fault by fault, and what it accepts."""
    verdicts = []
    for run in (2, 3, 6, 7):
        table = rubicon(run - 1, called=f"game-{run}")
        for seat in table.due():
            for number, lines in enumerate(_variants(sample_lines(run, seat), MOVES[seat][0])):
                raw = table.signed({**table.tree(seat, sample_lines(run, seat)), "orders": lines},
                                   seat)  # fmt: skip
                path = table.put("orders.yaml", raw)
                said = cli("check", path, "--report", table.report(seat), "--json")
                verdict, here = json.loads(said.out), table
                if verdict["good"]:  # the game goes on in a copy
                    here = table.copy(table.folder.with_name(f"copy-{run}-{seat}-{number}"))
                applied = cli("apply", here.folder, path, "--json")
                (file,) = json.loads(applied.out)["files"]
                assert verdict["good"] == (file["state"] == "accepted"), (run, lines)
                assert verdict["faults"] == file["faults"], (run, lines)
                verdicts.append(verdict["good"])
    assert verdicts.count(True) > 5
    assert verdicts.count(False) > 30


def test_an_empty_but_final_order_set_taken_for_no_orders(rubicon: Game) -> None:
    """`orders: []` is an answer: the run is made, and its seat is not asked again.  A file without
    the key is no answer, and the game waits."""
    table = rubicon(2)
    seat, other = moving_seats(table)
    tree = table.tree(seat, [])
    del tree["orders"]
    assert "the key 'orders' is missing: command" in refused(table, table.signed(tree, seat))
    assert table.due() == [seat]
    assert table.apply(table.orders(seat, [])).status == 0
    assert table.due() == [other]
    assert f"{seat.title()} makes no moves and no levies" in table.report(other).read_text()


def test_last_turns_orders_again(rubicon: Game) -> None:
    """A file that was used once is of no use again: neither at once, nor when its words would be
    legal orders of a later phase, nor with its run changed by somebody without the key."""
    table = rubicon(2)
    seat, other = moving_seats(table)
    raw = table.orders(seat, [])
    assert table.apply(raw).status == 0
    assert "run 3 is over: these orders were used, or came too late" in refused(table, raw)
    table.apply(table.orders(other, []))
    while table.sheet(seat)["public"]["asked"][0]["kind"] != "command":
        table.play()
    seat = table.due()[0]
    old = next(path for path in table.folder.glob("mail/000[34]-*") if seat in path.name)
    assert read_orders(old.read_bytes()).tree["orders"] == []
    assert "is over: these orders were used" in refused(table, old.read_bytes())
    wanted = table.tree(seat, [])
    forged = {key: wanted[key] for key in ("run", "after", "dice")}
    again = {**dict(read_orders(old.read_bytes()).tree), **forged}
    signature = read_orders(old.read_bytes()).signature
    said = refused(table, emit({**again, "signature": signature}).encode())
    assert "the file was changed after signing" in said
    assert table.apply(table.orders(seat, [])).status == 0


def test_the_result_depending_on_the_order_of_files_or_keys(carrhae: Game) -> None:
    """Three files in every order, their keys turned about: the reports are the same to the byte."""
    found = []
    files = sorted(CARRHAE.home.joinpath("orders").glob("0001-*.yaml"))
    for number, order in enumerate(permutations(files)):
        table = carrhae(0, called=f"game-{number}")
        paths = [table.put(path.name, _turned(path.read_bytes(), number)) for path in order]
        assert cli("apply", table.folder, *paths).status == 0
        found.append([table.report(seat).read_bytes() for seat in table.seats])
        ours = CARRHAE.home / "reports"
        kept = [ours.joinpath(seat, "0001.txt").read_bytes() for seat in table.seats]
        assert found[-1] == kept
    assert len(found) == 6


def _turned(raw: bytes, by: int) -> bytes:
    """The same file with its keys in another order."""
    file = read_orders(raw)
    items = [*file.tree.items(), ("signature", file.signature)]
    return emit(dict(items[by:] + items[:by])).encode()


def test_authority_taken_from_the_file_instead_of_the_key(rubicon: Game) -> None:
    """Who speaks for a seat is shown by the key of its join alone: not by the seat that the file
    names, nor by its name, nor by a key that the file brings along."""
    table = rubicon(2)
    seat, other = moving_seats(table)
    tree = table.tree(seat, MOVES[seat][0])
    said = refused(table, table.signed(tree, other), f"{seat}.yaml")
    assert f"this was signed by {other}, not by {seat}" in said
    stranger = test_key(1, "stranger")
    raw = sign_anything(tree, stranger)
    assert "the signature is by another key" in refused(table, raw, f"{seat}.yaml")
    brought = emit({"key": public_line(stranger)}).encode() + raw
    said = refused(table, brought, f"{seat}.yaml")
    assert "an order file has no key 'key'" in said and "by another key" in said
    assert "the file has no signature" in refused(table, raw.partition(b"signature:")[0])
    name = f"{other}.yaml"  # what a file is called does not count at all
    assert cli("apply", table.folder, table.put(name, table.signed(tree, seat))).status == 0


def test_a_final_file_replaced_by_an_incomplete_one(rubicon: Game) -> None:
    """What is accepted stays until something better is: a later edition that was cut short
    anywhere, is not signed, has no orders or is illegal takes nothing from it."""
    table = rubicon(1)
    seat, other = table.due()
    assert table.apply(table.orders(seat, sample_lines(2, seat))).status == 3
    kept = table.folder.joinpath("mail", f"0002-{seat}-1.yaml").read_bytes()
    later = table.orders(seat, sample_lines(2, seat), edition=2)
    lines = later.splitlines(keepends=True)
    for number in range(len(lines)):
        refused(table, b"".join(lines[:number]))
    tree = table.tree(seat, sample_lines(2, seat), edition=2)
    for orders in ([], sample_lines(2, seat)[:1], sample_lines(2, seat) * 2):
        refused(table, table.signed({**tree, "orders": orders}, seat))
    del tree["orders"]
    refused(table, table.signed(tree, seat))
    assert (
        table.apply(RUBICON.home.joinpath("orders", f"0002-{other}.yaml").read_bytes()).status == 0
    )
    assert table.folder.joinpath("mail", f"0002-{seat}-1.yaml").read_bytes() == kept
    assert not table.folder.joinpath("mail", f"0002-{seat}-2.yaml").exists()
    for name in table.seats:
        made = table.sheet(name)["state"]
        wanted = rubicon(2, called=f"wanted-{name}").sheet(name)["state"]
        assert made == wanted
