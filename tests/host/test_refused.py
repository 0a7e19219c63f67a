"""Files that must be refused: exit status 1, the line named, nothing changed in the folder."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.files.write_yaml import emit
from tests.support.mailbag import Table, cli, opened, sign_anything
from tests.toys.duel import CARDS

#: makes a bad file of red's; what the named line holds, None where no line can be named; what is
#: said of it
Case = tuple[Callable[[Table], bytes], str | None, str]


def _changed(table: Table, party: str = "red", **more: object) -> bytes:
    """Red's orders with other values, signed after the change."""
    return table.signed({**table.tree("red"), **more}, party)


def _digit(key: str) -> Callable[[Table], bytes]:
    """One digit of a value changed after signing."""

    def change(table: Table) -> bytes:
        old = table.tree("red")[key]
        new = old[:-1] + ("1" if old[-1] != "1" else "2")
        text = table.orders("red").decode()
        assert text.count(f"{key}: {old}\n") == 1
        return text.replace(f"{key}: {old}\n", f"{key}: {new}\n").encode()

    return change


def _flipped_digit(key: str) -> Callable[[Table], bytes]:
    """One digit of a value changed, and the file signed again with the right key."""

    def change(table: Table) -> bytes:
        old = table.tree("red")[key]
        return _changed(table, **{key: ("a" if old[0] != "a" else "b") + old[1:]})

    return change


def _other_card(table: Table) -> bytes:
    """Another card of the hand, written in after signing."""
    first, second = (card.title() for card in table.sheet("red")["state"]["own"]["hand"][:2])
    text = table.orders("red", [{"play": first}]).decode()
    assert text.count(first) == 1
    return text.replace(first, second).encode()


def _edited(old: str, new: str) -> Callable[[Table], bytes]:
    """The text of the file changed in one place."""

    def change(table: Table) -> bytes:
        text = table.orders("red").decode()
        assert text.count(old) == 1
        return text.replace(old, new).encode()

    return change


def _added(more: str) -> Callable[[Table], bytes]:
    return lambda table: table.orders("red") + more.encode()


def _drawn(key: str) -> Callable[[Table], bytes]:
    """A key left out, and the file signed again."""

    def change(table: Table) -> bytes:
        tree = table.tree("red")
        del tree[key]
        return table.signed(tree, "red")

    return change


def _last(table: Table) -> bytes:
    return table.folder.joinpath("mail", "0002-red-1.yaml").read_bytes()


def _of_other_game(table: Table) -> bytes:
    other = opened("duel", table.folder.with_name("other"), 2, seed=8)
    return other.orders("red")


def _stale_after(table: Table) -> bytes:
    recent = table.sheet("red")["public"]["recent"]
    return _changed(table, after=recent[0])


def _unsigned(table: Table) -> bytes:
    return table.orders("red").partition(b"signature:")[0]


def _stranger(table: Table) -> bytes:
    return sign_anything(table.tree("red"), Table(table.folder, table.ruleset, 99).key("red"))


CASES: dict[str, Case] = {
    "another seat": (lambda t: _changed(t, seat="blue"), "signature", "signed by red, not by blue"),
    "another seat's key": (lambda t: _changed(t, "blue"), "signature", "signed by blue, not by"),
    "no such seat": (lambda t: _changed(t, seat="green"), "seat: green", "no seat 'green'"),
    "seat in capitals": (
        lambda t: _changed(t, seat="RED"),
        "seat: RED",
        "must spell the seat 'red'",
    ),
    "another game": (_of_other_game, "game:", "orders for another game"),
    "another game, same keys": (_flipped_digit("game"), "game:", "orders for another game"),
    "replayed": (_last, "run: 2", "run 2 is over"),
    "stale after": (_stale_after, "after:", "do not follow the newest report"),
    "unknown after": (_flipped_digit("after"), "after:", "do not follow the newest report"),
    "no link": (_flipped_digit("dice"), "dice:", "not link 3 of red's chain"),
    "digit of run": (_digit("run"), "run:", "run 1 is over"),
    "digit of after": (_digit("after"), "after:", "do not follow the newest report"),
    "digit of dice": (_digit("dice"), "dice:", "not link 3"),
    "digit of salt": (_digit("salt"), "signature", "changed after it was signed"),
    "digit of edition": (_digit("edition"), "signature", "changed after it was signed"),
    "other orders": (_other_card, "signature", "changed after it was signed"),
    "note added": (_added("note: hello\n"), "signature", "changed after it was signed"),
    "until added": (
        _added("until: 2\n"),
        "until:",
        "no key 'until'",
    ),
    "no signature": (_unsigned, None, "no signature"),
    "stranger": (_stranger, "signature", "by another key"),
    "empty signature": (lambda t: _unsigned(t) + b"signature: ''\n", "signature", "not an SSH"),
    "signature is a list": (
        lambda t: _unsigned(t) + b"signature: [a]\n",
        "signature",
        "must be text",
    ),
    "duplicate key": (_added("edition: 1\n"), "edition: 1", "appears twice"),
    "duplicate key, other case": (_added("Edition: 1\n"), "Edition: 1", "appears twice"),
    "unknown key": (_added("extra: 1\n"), "extra: 1", "no key 'extra'"),
    "unknown key, signed": (lambda t: _changed(t, extra="1"), "extra: 1", "no key 'extra'"),
    "merge key": (_added("<<: {a: b}\n"), "<<", "merge key"),
    "alias": (_edited("seat: red", "seat: *red"), "seat: *red", "alias"),
    "anchor": (_edited("seat: red", "seat: &a red"), "seat: &a red", "anchor"),
    "tag": (_edited("seat: red", "seat: !!str red"), "seat: !!str", "tag"),
    "directive": (lambda t: b"%YAML 1.1\n---\n" + t.orders("red"), "%YAML", "directive"),
    "deep": (_added(f"note: {'[' * 500}{']' * 500}\n"), "note:", "deep"),
    "deep maps": (_added("note: " + "{a: " * 500 + "}" * 500 + "\n"), "note:", "deep"),
    "one megabyte": (lambda t: t.orders("red") + b"# " + b"x" * (1 << 20), None, "are allowed"),
    "many values": (_added("note: [" + "a, " * 6000 + "a]\n"), "note:", "values"),
    "two documents": (_added("---\nseat: red\n"), "---", "there is more than one document"),
    "invalid UTF-8": (lambda t: t.orders("red") + b"# \xff\n", "# ", "UTF-8"),
    "UTF-32": (lambda t: t.orders("red").decode().encode("utf-32"), None, "UTF-32"),
    "a zero byte": (lambda t: t.orders("red") + b"# \0\n", "# ", "U+0000"),
    "bidi": (lambda t: _edited("seat: red", "seat: r\u202eed")(t), "seat:", "U+202E"),
    "empty": (lambda t: b"", None, "empty"),
    "comments only": (lambda t: b"# nothing\n\n", None, "empty"),
    "a list": (lambda t: b"- a\n", None, "map of keys"),
    "a word": (lambda t: b"seat\n", None, "map of keys"),
    "standing": (lambda t: _changed(t, standing=["x"]), "x", "a rule must be a map"),
    "orders missing": (_drawn("orders"), None, "'orders' is missing"),
    "orders no list": (lambda t: _changed(t, orders="play"), "orders: play", "a list of order"),
    "orders a map": (lambda t: _changed(t, orders={"a": "b", "c": "d"}), "orders:", "a list"),
    "no orders": (lambda t: _changed(t, orders=[]), "orders:", "exactly one card"),
    "unknown word": (
        lambda t: _changed(t, orders=[{"jump": "Cat"}]),
        "jump",
        "'jump' is not an order",
    ),
    "unknown name": (lambda t: _changed(t, orders=[{"play": "Cow"}]), "Cow", "'Cow' is not a card"),
    "run missing": (_drawn("run"), None, "'run' is missing"),
    "after missing": (_drawn("after"), None, "'after' is missing"),
    "dice missing": (_drawn("dice"), None, "'dice' is missing"),
    "salt missing": (_drawn("salt"), None, "'salt' is missing"),
    "edition missing": (_drawn("edition"), None, "'edition' is missing"),
    "game missing": (_drawn("game"), None, "'game' is missing"),
    "seat missing": (_drawn("seat"), None, "'seat' is missing"),
    "format missing": (_drawn("referee"), None, "'referee' is missing"),
    "kind missing": (_drawn("kind"), None, "'kind' is missing"),
    "other format": (lambda t: _changed(t, referee="2"), "referee: 2", "format '2'"),
    "seat is a list": (lambda t: _changed(t, seat=["red"]), "seat:", "name of a seat"),
    "run is zero": (lambda t: _changed(t, run="0"), "run: 0", "number of a run"),
    "run in other digits": (lambda t: _changed(t, run="\u0663"), "run:", "number of a run"),
    "edition is a word": (lambda t: _changed(t, edition="one"), "edition:", "whole number from 1"),
    "short salt": (lambda t: _changed(t, salt="00"), "salt:", "32 hex"),
    "an offer": (lambda t: t.folder.joinpath("offer.yaml").read_bytes(), "kind: offer", "'offer'"),
    "a charter": (
        lambda t: t.folder.joinpath("charter.yaml").read_bytes(),
        "kind: ch",
        "'charter'",
    ),
    "a report": (lambda t: t.report("red").read_bytes(), "", ""),
}


@pytest.fixture
def table(game: Callable[..., Table]) -> Table:
    """Both seats are asked for a card."""
    return game("duel", 2)


def _line(said: str, path: Path, reason: str = "") -> int | None:
    """The line that is named for the fault with this reason."""
    found = re.search(rf"^{re.escape(str(path))}:(\d+): .*{re.escape(reason)}", said, re.MULTILINE)
    return int(found[1]) if found else None


@pytest.mark.parametrize("case", CASES)
def test_refused_with_its_line_and_nothing_changed(table: Table, case: str) -> None:
    make, held, reason = CASES[case]
    path = table.put("bad.yaml", make(table))
    before = table.snapshot()
    said = cli("apply", table.folder, path)
    assert said.status == 1, said
    assert reason in said.err, said.err
    line = _line(said.err, path, reason)
    if held is None:
        assert line is None, said.err
    else:
        assert line is not None, said.err
        lines = re.split(r"\r\n|\n", path.read_bytes().decode(errors="replace"))
        assert held in lines[line - 1], (line, lines[line - 1])
    assert "Traceback" not in said.err
    _assert_told_once(cli("apply", table.folder, path, "--json").out)
    assert table.snapshot() == before


def _assert_told_once(out: str) -> None:
    """One cause is told once; that the signature does not hold comes on top of what was changed."""
    faults = json.loads(out)["files"][0]["faults"]
    lines = [fault["line"] for fault in faults if fault["line"] is not None]
    assert len(lines) == len(set(lines)), faults


@pytest.mark.parametrize(
    "case", ["another seat", "replayed", "stale after", "two documents", "empty"]
)
def test_the_others_of_the_call_stand(table: Table, case: str) -> None:
    bad = table.put("bad.yaml", CASES[case][0](table))
    good = table.put("good.yaml", table.orders("blue"))
    said = cli("apply", table.folder, bad, good, "--json")
    assert said.status == 1
    told = json.loads(said.out)
    assert [file["state"] for file in told["files"]] == ["refused", "accepted"]
    assert told["standing"]["here"] == ["blue"]
    assert table.folder.joinpath("mail", "0003-blue-1.yaml").read_bytes() == good.read_bytes()


def test_an_edition_that_is_here_is_refused(table: Table) -> None:
    first = table.put("one.yaml", table.orders("red", [{"play": _card(table, 0)}]))
    assert cli("apply", table.folder, first).status == 3
    before = table.snapshot()
    second = table.put("two.yaml", table.orders("red", [{"play": _card(table, 1)}]))
    said = cli("apply", table.folder, second)
    assert said.status == 1
    assert _line(said.err, second) is not None
    assert "edition 1 of these orders has already been accepted" in said.err
    assert table.snapshot() == before
    better = table.put("three.yaml", table.orders("red", [{"play": _card(table, 1)}], edition=2))
    assert cli("apply", table.folder, better).status == 3
    assert cli("apply", table.folder, first).status == 1


def test_the_very_same_file_again_is_no_fault(table: Table) -> None:
    first = table.put("one.yaml", table.orders("red"))
    assert cli("apply", table.folder, first).status == 3
    before = table.snapshot()
    said = cli("apply", table.folder, first, first)
    assert (said.status, table.snapshot()) == (3, before)
    assert "already accepted" in said.err


def test_a_copy_with_other_line_ends_is_the_same_file(table: Table) -> None:
    raw = table.orders("red")
    one, two = table.put("one.yaml", raw), table.put("two.yaml", raw.replace(b"\n", b"\r\n"))
    assert cli("apply", table.folder, one, two).status == 3


def test_a_seat_that_is_not_due_is_refused(game: Callable[..., Table]) -> None:
    table = game("relay", 1)
    (due,) = table.due()
    idle = next(seat for seat in table.seats if seat != due)
    tree = {**table.tree(due), "seat": idle}
    tree["dice"] = _link(table, idle, int(tree["run"]))
    path = table.put("early.yaml", table.signed(tree, idle))
    before = table.snapshot()
    said = cli("apply", table.folder, path)
    assert (said.status, _line(said.err, path)) == (1, 4)
    assert f"nothing is asked of {idle.title()} now" in said.err
    assert table.snapshot() == before


def test_a_game_that_is_over_takes_nothing(game: Callable[..., Table]) -> None:
    table = game("duel", 9)
    assert table.sheet("red")["public"]["over"]
    last = sorted(table.folder.joinpath("mail").glob("*-red-*"))[-1]
    before = table.snapshot()
    said = cli("apply", table.folder, table.put("late.yaml", last.read_bytes()))
    assert said.status == 1
    assert "the game is over" in said.err
    assert table.snapshot() == before


@pytest.mark.parametrize("signature", ["red", "none"])
def test_a_forged_file_learns_nothing_of_the_hand(table: Table, signature: str) -> None:
    """Whoever sends orders in another's name is not told what the other's view decides."""
    told: dict[str, set[str]] = {"apply": set(), "check": set()}
    for card in CARDS:
        tree = {**table.tree("blue"), "orders": [{"play": card.title()}]}
        forged = emit({**tree, "signature": "none"}).encode()
        path = table.put("probe.yaml", table.signed(tree, "red") if signature == "red" else forged)
        commands = {"apply": ("apply", table.folder, path), "check": ("check", path, "--game")}
        for name, command in commands.items():
            said = cli(*command, *([table.folder] if name == "check" else []))
            assert said.status == 1
            told[name].add(said.err.replace(card.title(), "CARD"))
    assert [len(texts) for texts in told.values()] == [1, 1], told


@pytest.mark.parametrize("case", ["another seat", "another seat's key"])
def test_of_another_seats_file_nothing_else_is_said(table: Table, case: str) -> None:
    path = table.put("bad.yaml", CASES[case][0](table))
    (fault,) = json.loads(cli("apply", table.folder, path, "--json").out)["files"][0]["faults"]
    assert fault["answer"] == "out of turn"


def test_a_long_quote_is_cut(table: Table) -> None:
    path = table.put("bad.yaml", _changed(table, orders=[{"play": "x" * 50000}]))
    said = cli("apply", table.folder, path)
    assert said.status == 1
    assert len(said.err) < 1000


def _card(table: Table, number: int) -> str:
    hand: list[str] = table.sheet("red")["state"]["own"]["hand"]
    return hand[number].title()


def _link(table: Table, seat: str, run: int) -> str:
    from referee.charter.secrets import chain

    return chain(table.key(seat), table.charter.offer, f"seat/{seat}").link(run).hex()
