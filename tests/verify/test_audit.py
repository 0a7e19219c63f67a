"""`audit`: nothing honest is accused; what was changed, and every cheat, is named with its place.

The cheats are made with the host's own key and the program's own code, so that all that a
cheating host can make fit does fit.
"""

from __future__ import annotations

import hashlib
import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.adjudicate.clerk import Clerk
from referee.adjudicate.inbox import Inbox
from referee.adjudicate.letters import Letter
from referee.engine.entry import Entry
from referee.engine.table import Table as Seats
from referee.folder import journal as journals
from referee.folder.store import Store, StoreTrouble
from referee.lab.selfplay import save
from referee.orders.order_file import OrderFile
from referee.proof.dice import Scope
from referee.proof.keys import test_key
from referee.report.report_file import read_report
from referee.ruleset import load
from referee.verify.audit.audit import Audit, audit
from tests.host.test_crash import Breaker, Stop, breaking
from tests.support.mailbag import TOYS, Table, cli, published, signed_report
from tests.support.seeds import count
from tests.toys import duel
from tests.toys.changed import alter
from tests.toys.duel import Play

Game = Callable[..., Table]


def audited(table: Table) -> Audit:
    return audit(table.folder, lambda: table.key("host"))


def wrong(table: Table) -> tuple[str, str]:
    """The first place that is wrong, and what is said of it."""
    found = audited(table).wrong
    assert found is not None, "nothing was found"
    return found.place, found.reason


def chained_again(folder: Path, lines: list[dict[str, Any]]) -> None:
    """Write a journal of these lines as a cheating host can: with a chain that fits."""
    chain, raw = journals.CHAIN_START, b""
    for line in lines:
        line.pop("chain", None)
        chain = journals.chained(chain, line)
        raw += journals.written(line, chain)
    folder.joinpath("journal").write_bytes(raw)
    for name in journals.CHECKPOINTS:
        folder.joinpath(name).unlink(missing_ok=True)


def journal_of(table: Table) -> list[dict[str, Any]]:
    return [json.loads(line) for line in table.folder.joinpath("journal").read_text().splitlines()]


# -- nothing honest is accused ---------------------------------------------------------------------


@pytest.mark.parametrize(("name", "runs"), [("duel", 0), ("duel", 4), ("relay", 4), ("dig", 6)])
def test_an_honest_game_at_any_stage(game: Game, name: str, runs: int) -> None:
    table = game(name, runs)
    found = audited(table)
    entries = sum(line["type"] == "entry" for line in journal_of(table))
    assert found.wrong is None
    assert found.runs == entries
    assert found.files == len(list(table.folder.joinpath("mail").iterdir()))
    assert found.reports == 2 * (entries + 1)
    assert found.legality == ""


@pytest.mark.parametrize(
    "name", ["julius-caesar", "end-of-the-triumvirate", "caesar-xl", "sword-of-rome"]
)
def test_an_honest_game_of_every_ruleset(tmp_path: Path, name: str) -> None:
    save(load(name), tmp_path / "game", 6, None, {}, most_runs=12)
    found = audit(tmp_path / "game", lambda: test_key(6, "host"))
    assert (found.wrong, found.runs, found.legality) == (None, 12, "")


def test_editions_advance_files_and_notes(game: Game) -> None:
    """All that may lie between two runs: replaced editions, an advance file that is used later."""
    table = game("relay", 1)
    (due,) = table.due()
    other = next(seat for seat in table.seats if seat != due)
    ahead = table.later(other, {"on": "stride", "orders": [{"stride": "1"}]})
    assert table.apply(ahead).status == 3
    first, second = (table.orders(due, edition=n, note=f"take {n}") for n in (1, 2))
    assert table.apply(first, second).status == 0
    table.play(2)
    found = audited(table)
    assert (found.wrong, found.files) == (None, len(list(table.folder.glob("mail/*"))))


def test_a_file_that_waits_for_its_run(game: Game) -> None:
    table = game("duel", 2)
    assert table.apply(table.orders("red")).status == 3
    assert audited(table).wrong is None


@pytest.mark.parametrize("late", [False, True])
def test_a_crash_is_no_cheat(game: Game, late: bool) -> None:
    """`apply` is interrupted at each of its calls that change the disk; nobody is accused."""
    files = {"red.yaml": game("duel", 2, called="files").orders("red")}
    files["blue.yaml"] = game("duel", 2, called="more").orders("blue")
    remarks: set[str] = set()
    for at in range(1, 40, count(4, 2)):
        table = game("duel", 2, called=f"game-{at}-{late}")
        paths = [table.put(name, raw) for name, raw in files.items()]
        try:
            with breaking(Breaker(at, late)):
                cli("apply", table.folder, *paths)
        except Stop:
            found = audited(table)
            assert found.wrong is None, at
            remarks |= {remark.split(":")[0][:20] for remark in found.remarks}
        shutil.rmtree(table.folder)
    assert len(remarks) >= 4


def test_a_join_whose_lines_the_mail_has_changed(game: Game, tmp_path: Path) -> None:
    """It is kept as it was written, so that every byte of it can be checked."""
    table = game("duel", 0)
    joins = {
        seat: table.folder.joinpath("joins", f"{seat}.yaml").read_bytes() for seat in table.seats
    }
    for name in ("charter.yaml", "journal", *journals.CHECKPOINTS):
        table.folder.joinpath(name).unlink(missing_ok=True)
    shutil.rmtree(table.folder / "reports")
    mailed = [
        table.put(seat, b"\xef\xbb\xbf" + raw.replace(b"\n", b" \r\n"))
        for seat, raw in joins.items()
    ]
    said = cli("admit", table.folder, *mailed)
    assert said.status == 0, said.err
    assert audited(table).wrong is None
    assert table.folder.joinpath("joins", "red.yaml").read_bytes() == joins["red"]


def test_a_line_that_was_cut_short_is_a_remark(game: Game) -> None:
    table = game("duel", 2)
    assert table.apply(table.orders("red")).status == 3
    journal = table.folder / "journal"
    raw = journal.read_bytes()
    for cut in (1, 2, 40, len(raw.splitlines()[-1])):
        journal.write_bytes(raw[:-cut])
        found = audited(table)
        assert found.wrong is None
        assert any("incomplete" in remark for remark in found.remarks)
        assert any("0003-red-1.yaml was not checked" in remark for remark in found.remarks)


# -- one changed bit -------------------------------------------------------------------------------


def flipped(raw: bytes, bit: int) -> bytes:
    changed = bytearray(raw)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


@pytest.mark.parametrize(("name", "runs"), [("duel", 4), ("relay", 2)])
def test_one_changed_bit_in_any_file(game: Game, name: str, runs: int) -> None:
    table, chance = game(name, runs), random.Random(name)
    table.apply(table.orders(table.due()[0])) if table.due() else None
    files = [n for n in table.snapshot() if not n.startswith("secret/")]
    assert {n.split("/")[0] for n in files} == {
        *("charter.yaml", "offer.yaml", "joins", "journal", "mail", "reports"),
        *journals.CHECKPOINTS,
    }
    for file in files:
        path = table.folder / file
        raw = path.read_bytes()
        bits = [chance.randrange(8 * len(raw)) for _ in range(count(1, 8))]
        for bit in [*bits, 8 * len(raw) - 1 - chance.randrange(8)]:
            path.write_bytes(flipped(raw, bit))
            place, reason = wrong(table)
            assert place.split(",")[0] == file, (bit, place, reason)
        path.write_bytes(raw)
    assert audited(table).wrong is None


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("charter.yaml", b"kind: charter", b"kind:  charter"),
        ("charter.yaml", b"kind: charter", b"kind: charter # mine"),
        ("charter.yaml", b"kind: charter", b"kind: 'charter'"),
        ("charter.yaml", b"-----END SSH SIGNATURE-----\n", b"-----END SSH SIGNATURE----- \n"),
        ("offer.yaml", b"\n", b"\r\n"),
        ("joins/red.yaml", b"kind: join\n", b"kind: join\n\n"),
        ("journal", b'"type":"start"', b'"type": "start"'),
        ("journal", b'"seat":"red"', b'"seat":"r\\u0065d"'),
        ("mail/0001-red-1.yaml", b"\n", b"\r\n"),
        ("reports/red/0001.txt", b"\n", b" \n"),
        ("reports/red/0001.txt", b"\n\n", b"\n\n\n"),
        (
            "reports/red/0001.txt",
            b"-----END SSH SIGNATURE-----\n",
            b"-----END SSH SIGNATURE----- \n",
        ),
        ("reports/red/0001.txt", b"", b"\xef\xbb\xbf"),
    ],
)
def test_what_no_signature_covers(game: Game, file: str, old: bytes, new: bytes) -> None:
    """White space, comments, quotes and spellings that mean the same are found as well."""
    table = game("duel", 1)
    path = table.folder / file
    path.write_bytes(path.read_bytes().replace(old, new, 1))
    assert wrong(table)[0].split(",")[0] == file


def test_files_that_are_gone(game: Game) -> None:
    table = game("duel", 2)
    gone = [n for n in table.snapshot() if n.split("/")[0] in ("joins", "mail", "reports")]
    for name in gone:
        path = table.folder / name
        raw = path.read_bytes()
        path.unlink()
        place, reason = wrong(table)
        assert (place, "missing" in reason) == (name, True)
        path.write_bytes(raw)


def test_lines_that_are_gone(game: Game) -> None:
    """The journal lost its end, with a chain that holds: what was sent tells of it."""
    table = game("duel", 2)
    journal = table.folder / "journal"
    raw = journal.read_bytes()
    lines = raw.splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:-1]))
    place, reason = wrong(table)
    assert place == f"journal, line {len(lines) - 1}"
    assert "entry 2 is missing: reports/blue/0002.txt is there" in reason
    shutil.rmtree(table.folder / "reports")
    journal.write_bytes(b"".join(lines[:1]))
    assert "missing" in wrong(table)[1]
    journal.unlink()
    assert "entry 2 is missing: checkpoint-0" in wrong(table)[1]


def test_a_float_or_a_surrogate_in_a_journal_is_damage(game: Game) -> None:
    """Not a fault of the referee, for the audit nor for the host."""
    table = game("duel", 1)
    journal = table.folder / "journal"
    for bad in (b'{"chain":"0","x":0.5}\n', b'{"chain":"0","x":"\\ud800"}\n', b"[" * 5000 + b"\n"):
        raw = journal.read_bytes()
        journal.write_bytes(raw + bad)
        assert wrong(table)[1] == "this is not a journal line"
        said = cli("status", table.folder)
        assert (said.status, "this is not a journal line" in said.err) == (1, True)
        journal.write_bytes(raw)


def test_another_key_in_the_folder(game: Game) -> None:
    table = game("duel", 1)
    found = audit(table.folder, lambda: test_key(99, "host"))
    assert found.wrong is not None
    assert found.wrong.place == "secret/host-key"


# -- a host who cheats -----------------------------------------------------------------------------


def test_the_same_steps_without_a_cheat(game: Game) -> None:
    table = game("duel", 2)
    table.play()
    assert audited(table).wrong is None


def test_another_die(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rolled, shown, bound by heads, signed in reports and used by the rules: all fits but the
    links."""
    table, honest = game("duel", 2), Scope.roll

    def turned(self: Scope, count: int, faces: int) -> list[int]:
        return [1 + value % faces for value in honest(self, count, faces)]

    with monkeypatch.context() as patch:
        patch.setattr(Scope, "roll", turned)
        table.play()
    place, reason = wrong(table)
    assert place == "journal, line 10, public, rolls, 2: round/1 roll 1"
    assert reason.startswith("the dice give ")


def test_another_deal(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sealed draw of the hands is turned: no report shows it, the audit does."""
    table, honest = game("duel", 0), Scope.draw

    def turned(self: Scope, k: int, m: int) -> list[int]:
        return [(i + 1) % m for i in honest(self, k, m)]

    with monkeypatch.context() as patch:
        patch.setattr(Scope, "draw", turned)
        table.play()
    paths = [*table.reports("red"), *table.reports("blue")]
    assert cli("verify", *paths).status == 0
    place, reason = wrong(table)
    assert place == "journal, line 4, own, sealed, draws, 1: deal draw 0"
    assert reason.startswith("the dice give ")


def test_a_true_draw_and_other_cards(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The draw in the journal is the right one; the hands are others."""
    table, honest = game("duel", 0), Seats.draw

    def swapped(self: Seats, label: str, count: int, items: list[str]) -> list[str]:
        drawn = honest(self, label, count, items)
        return [item for item in items if item not in drawn][:count] if "red" in label else drawn

    with monkeypatch.context() as patch:
        patch.setattr(Seats, "draw", swapped)
        table.play()
    assert wrong(table)[0].startswith("journal, line 4, ")


def _unjudged(patch: pytest.MonkeyPatch, better: str) -> None:
    """A host who takes a card that red does not hold."""
    honest, play = Clerk.judge_letter, Play.judge

    def lenient(clerk: Clerk, letter: Letter, draft: bool = False) -> Any:
        honest(clerk, letter, draft)
        file = letter.found
        assert isinstance(file, OrderFile)
        file.answer = [{"play": str(line["play"]).lower()} for line in file.tree["orders"]]
        file.faults = letter.faults = []
        return clerk.kept(file, letter.sha256)

    def mild(self: Play, view: Any, answer: Any) -> Any:
        judged = play(self, view, answer)
        judged.faults.clear()
        return judged

    patch.setattr(Clerk, "judge_letter", lenient)
    patch.setattr(Play, "judge", mild)
    patch.setattr(Play, "refused", lambda self, view, answer: [])
    patch.setattr("tests.toys.duel.show", lambda table, played, die: table.tell("shown", {}))


def test_an_illegal_order_that_was_accepted(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    table = game("duel", 2)
    hand = table.sheet("red")["state"]["own"]["hand"]
    other = next(card for card in ("lion", "bear", "wolf", "dog") if card not in hand)
    tree = table.tree("red", [{"play": hand[0].title()}])
    tree["orders"] = [{"play": other.title()}]
    raw = table.signed(tree, "red")
    assert table.apply(raw).status == 1
    with monkeypatch.context() as patch:
        _unjudged(patch, other)
        assert table.apply(raw, table.orders("blue")).status == 0
    assert wrong(table) == ("mail/0003-red-1.yaml, line 10", "not in your hand")


def test_a_file_that_the_host_has_made_up(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Orders in red's name, signed with the host's key."""
    table = game("duel", 2)
    raw = table.signed(table.tree("red"), "host")
    with monkeypatch.context() as patch:
        patch.setattr("referee.orders.examine.signature_fault", lambda file, charter: None)
        assert table.apply(raw, table.orders("blue")).status == 0
    place, reason = wrong(table)
    assert place == "mail/0003-red-1.yaml, line 12"
    assert "the signature is bad" in reason


def test_a_report_that_was_changed_and_signed_again(game: Game) -> None:
    table = game("duel", 3)
    sheet = table.sheet("red")
    events = sheet["own"]["events"]
    sheet["own"]["words"] = ["Blue plays a lion next."]
    table.report("red").write_bytes(published(sheet, table))
    assert wrong(table)[0] == "reports/red/0003.txt, own, words"
    assert events == sheet["own"]["events"]


def test_a_text_that_its_block_does_not_say(game: Game) -> None:
    table = game("duel", 3)
    report = read_report(table.report("red").read_bytes())
    at = next(i for i, line in enumerate(report.text) if line.startswith("Hand: "))
    text = [*report.text[:at], "Hand: Lion", *report.text[at + 1 :]]
    table.report("red").write_bytes(signed_report(text, report.sheet, table))
    assert wrong(table)[0] == f"reports/red/0003.txt, line {at + 1}"


def test_a_report_of_another_seat(game: Game) -> None:
    """Blue is sent what only red may know, under blue's name."""
    table = game("duel", 2)
    shutil.copy(table.report("red"), table.report("blue"))
    assert wrong(table)[0].startswith("reports/blue/0002.txt, ")


_RED = "public, links, seat/red"


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda line: line["public"]["notes"].append(["red", "I give up."]), "head"),
        (lambda line: line["public"].update(over=True), "head"),
        (lambda line: line["own"]["sealed"].update(state="0" * 64), "head"),
        (lambda line: line.update(state="0" * 64), "state"),
        (lambda line: line.update(number=3), "number"),
        (lambda line: line["public"].pop("due"), "public, due"),
        (lambda line: line["own"].pop("seat/red"), "own"),
        (lambda line: line["public"]["links"].pop("seat/red"), "public, links"),
        (lambda line: line["public"]["links"]["seat/red"].__setitem__(1, 9), _RED),
        (lambda line: line["public"]["links"]["seat/red"].__setitem__(2, "0" * 64), _RED),
        (lambda line: line["public"]["headers"].pop(), "public, headers"),
        (lambda line: line["public"].update(recent=[]), "public, recent"),
        (lambda line: line.update(more=""), "entry, more"),
        (lambda line: line.update(type="redo"), "type"),
    ],
)
def test_an_entry_that_was_changed(game: Game, change: Callable[[Any], Any], place: str) -> None:
    """The journal says something else, with a chain made again; what was sent stays."""
    table = game("duel", 2)
    lines = journal_of(table)
    change(lines[-1])
    chained_again(table.folder, lines)
    assert wrong(table)[0] == f"journal, line {len(lines)}, {place}"


def test_notes_that_nobody_wrote(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a head and reports that fit."""
    table, honest = game("duel", 2), Inbox.close

    def invented(self: Inbox, public: Any, over: bool) -> Any:
        closed = honest(self, public, over)
        return closed._replace(notes=[*closed.notes, ["blue", "I give up."]])

    with monkeypatch.context() as patch:
        patch.setattr(Inbox, "close", invented)
        table.play()
    assert wrong(table)[0] == "journal, line 10, public, notes"


def test_a_run_by_another_link_of_the_host(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    table, honest = game("duel", 2), Clerk.make_run

    def other(self: Clerk, host_link: bytes, z: bytes) -> Entry:
        return honest(self, bytes(32), z)

    with monkeypatch.context() as patch:
        patch.setattr(Clerk, "make_run", other)
        table.play()
    place, reason = wrong(table)
    assert place == "journal, line 10, public, links, host"
    assert reason == "it is not link 3 of the chain in the charter"


def test_a_run_by_another_sealed_link(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other deals and salts would be in the host's hand; only the sealed chain shows it."""
    table, honest = game("duel", 0), Clerk.make_run

    def other(self: Clerk, host_link: bytes, z: bytes) -> Entry:
        return honest(self, host_link, bytes(32))

    with monkeypatch.context() as patch:
        patch.setattr(Clerk, "make_run", other)
        table.play()
    paths = [*table.reports("red"), *table.reports("blue")]
    assert cli("verify", *paths).status == 0
    assert wrong(table)[0].startswith("journal, line 4, own, sealed, draws, 1")


def test_a_run_without_a_file_of_a_seat(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red's file was not there when the run was made: its line is gone, its header stands."""
    table = game("duel", 3)
    lines = [line for line in journal_of(table) if line.get("file") != "0003-red-1.yaml"]
    chained_again(table.folder, lines)
    assert wrong(table) == ("journal, line 9, public, headers", "no file was accepted from red")


def test_a_run_after_the_end(game: Game) -> None:
    table = game("duel", 4)
    lines = journal_of(table)
    chained_again(table.folder, [*lines, {**lines[-1], "number": lines[-1]["number"] + 1}])
    assert wrong(table)[0].startswith(f"journal, line {len(lines) + 1}, ")


def test_a_file_that_is_accepted_twice(game: Game) -> None:
    table = game("duel", 3)
    lines = journal_of(table)
    at = next(i for i, line in enumerate(lines) if line.get("file") == "0003-red-1.yaml")
    chained_again(table.folder, [*lines[: at + 1], *lines[at:]])
    assert wrong(table)[0] == "mail/0003-red-1.yaml"


@pytest.mark.parametrize(
    ("key", "value"), [("file", "../secret/host-key"), ("seat", "blue"), ("sha256", "0" * 64)]
)
def test_an_accepted_file_that_was_told_otherwise(game: Game, key: str, value: str) -> None:
    table = game("duel", 3)
    lines = journal_of(table)
    at = next(i for i, line in enumerate(lines) if line.get("file") == "0003-red-1.yaml")
    lines[at][key] = value
    chained_again(table.folder, lines)
    place = wrong(table)[0]
    assert place.startswith(f"journal, line {at + 1}") or place == "mail/0003-red-1.yaml"


def test_a_checkpoint_that_was_changed_with_its_digest(game: Game) -> None:
    """The next run would be made from another position; found before it is made."""
    table = game("duel", 2)
    saved = journals.load_checkpoints(Store.open(table.folder))[0]
    saved["game"]["state"]["seats"]["red"]["hand"][0] = "lion"
    journals.save_checkpoint(Store.open(table.folder), saved["number"], saved)
    assert wrong(table) == ("checkpoint-0", "it is not the position after entry 2")


def test_a_charter_that_was_signed_again(game: Game) -> None:
    """The host changes what he had offered; the joins are for the offer that was."""
    from referee.charter.papers import read_charter, signed
    from referee.files.write_yaml import emit

    table = game("duel", 1)
    tree = read_charter(table.folder.joinpath("charter.yaml").read_bytes()).tree
    tree["offer"] = signed({**tree["offer"], "name": "another"}, table.key("host"))
    table.folder.joinpath("charter.yaml").write_text(emit(signed(tree, table.key("host"))))
    assert wrong(table) == ("charter.yaml, joins, 0, offer", "this join is for another offer")


# -- a game of other rules -------------------------------------------------------------------------


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From the call on, a later version of the toy is installed."""

    def install() -> None:
        alter(monkeypatch, duel.ruleset, version="2")

    return install


def test_a_game_of_an_older_version(game: Game, later: Callable[[], None]) -> None:
    table = game("duel", 4)
    later()
    found = audited(table)
    assert (found.wrong, found.runs, found.reports) == (None, 4, 10)
    what = "reports 0 to 4: legality of orders and texts were not checked"
    why = "the game was made with duel 1, but duel 2 is installed; install duel 1"
    assert found.legality == f"{what}: {why}"


def test_a_game_of_rules_that_are_not_here(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    table = game("duel", 4)
    monkeypatch.delitem(TOYS, "duel")
    found = audited(table)
    assert (found.wrong, found.runs, found.reports) == (None, 4, 10)
    assert "there is no ruleset 'duel'" in found.legality


def test_bits_of_a_game_of_an_older_version(game: Game, later: Callable[[], None]) -> None:
    """All but the texts of reports and what checkpoints say is found as before."""
    table, chance = game("duel", 2), random.Random("older")
    later()
    for file in table.snapshot():
        if file.startswith("secret/"):
            continue
        path = table.folder / file
        raw = path.read_bytes()
        start = raw.find(b"-----BEGIN REFEREE REPORT") if file.startswith("reports/") else 0
        for bit in (8 * start + chance.randrange(8 * (len(raw) - start)), 8 * len(raw) - 1):
            path.write_bytes(flipped(raw, bit))
            assert wrong(table)[0].split(",")[0] == file, bit
        path.write_bytes(raw)


def test_cheats_in_a_game_of_an_older_version(
    game: Game, later: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, honest = game("duel", 0), Scope.draw
    with monkeypatch.context() as patch:
        patch.setattr(Scope, "draw", lambda self, k, m: [(i + 1) % m for i in honest(self, k, m)])
        table.play()
    later()
    assert wrong(table)[0] == "journal, line 4, own, sealed, draws, 1: deal draw 0"


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda sheet: sheet["own"].update(words=["psst"]), "own, words"),
        (lambda sheet: sheet["state"]["own"]["hand"].append("lion"), "state, own"),
        (lambda sheet: sheet["public"]["notes"].append(["red", "no"]), "public, notes"),
    ],
)
def test_reports_of_a_game_of_an_older_version(
    game: Game, later: Callable[[], None], change: Callable[[Any], Any], place: str
) -> None:
    table = game("duel", 2)
    sheet = table.sheet("red")
    change(sheet)
    table.report("red").write_bytes(published(sheet, table))
    later()
    assert wrong(table)[0] == f"reports/red/0002.txt, {place}"


def test_a_forged_file_in_a_game_of_an_older_version(
    game: Game, later: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = game("duel", 2)
    raw = table.signed(table.tree("red"), "host")
    with monkeypatch.context() as patch:
        patch.setattr("referee.orders.examine.signature_fault", lambda file, charter: None)
        assert table.apply(raw, table.orders("blue")).status == 0
    later()
    assert wrong(table)[0] == "mail/0003-red-1.yaml, line 12"


def _swapped(table: Table, raw: bytes) -> None:
    """Another file in the place of red's of run 3, with all that tells of it made to fit."""
    lines = journal_of(table)
    at = next(i for i, line in enumerate(lines) if line.get("file") == "0003-red-1.yaml")
    table.folder.joinpath("mail", "0003-red-1.yaml").write_bytes(raw)
    lines[at]["sha256"] = hashlib.sha256(raw).hexdigest()
    chained_again(table.folder, lines)


@pytest.mark.parametrize(
    ("change", "place", "reason"),
    [
        ({"run": "2"}, ", run", "it is not what it must be"),
        ({"after": "0" * 64}, ", after", "it is not what it must be"),
        ({"game": "0" * 64}, ", game", "it is not what it must be"),
        ({"hurry": "yes"}, ", line 12", "an order file has no key 'hurry'"),
    ],
)
def test_another_file_that_red_has_signed_in_a_game_of_an_older_version(
    game: Game, later: Callable[[], None], change: dict[str, str], place: str, reason: str
) -> None:
    table = game("duel", 2)
    raw = table.signed({**table.tree("red"), **change}, "red")
    table.play()
    _swapped(table, raw)
    later()
    found, why = wrong(table)
    assert (found, reason in why) == (f"mail/0003-red-1.yaml{place}", True), why


def test_an_advance_file_that_follows_no_report_in_a_game_of_an_older_version(
    game: Game, later: Callable[[], None]
) -> None:
    table = game("duel", 2)
    tree = table.tree("red", next=[{"on": "play", "orders": [{"play": "Lion"}]}])
    for key in ("run", "dice", "orders"):
        tree.pop(key, None)
    raw = table.signed({**tree, "after": "0" * 64}, "red")
    table.play()
    _swapped(table, raw)
    later()
    assert wrong(table) == (
        "mail/0003-red-1.yaml, after",
        "it does not follow any recent report",
    )


def test_a_file_of_blue_as_reds_in_a_game_of_an_older_version(
    game: Game, later: Callable[[], None]
) -> None:
    table = game("duel", 2)
    raw = table.orders("blue")
    table.play()
    _swapped(table, raw)
    later()
    assert wrong(table)[1] == "the file is of blue, not of red"


def test_a_text_as_an_order_file_in_a_game_of_an_older_version(
    game: Game, later: Callable[[], None]
) -> None:
    table = game("duel", 3)
    _swapped(table, b"[")
    later()
    assert wrong(table)[0].startswith("mail/0003-red-1.yaml")


# -- the command -----------------------------------------------------------------------------------


def test_the_command(game: Game) -> None:
    table = game("duel", 3)
    said = cli("audit", table.folder)
    assert said.status == 0
    assert said.out == f"{table.folder}: 3 runs, 6 order files, 8 reports: all correct\n"
    assert said.err == "referee: made with test secrets: anyone can forge this game\n"
    found = json.loads(cli("audit", table.folder, "--json").out)
    assert (found["good"], found["wrong"], found["runs"]) == (True, None, 3)
    table.report("red").write_bytes(table.report("red").read_bytes() + b"\x1b")
    said = cli("audit", table.folder)
    assert said.status == 1
    assert said.out.startswith(f"{table.folder}: reports/red/0003.txt, line ")
    found = json.loads(cli("audit", table.folder, "--json").out)
    assert found["wrong"]["place"].startswith("reports/red/0003.txt")


def test_what_is_no_game(tmp_path: Path, game: Game) -> None:
    assert cli("audit", tmp_path).status == 1
    assert "not a game folder" in cli("audit", tmp_path).err
    assert "cannot be read" in cli("audit", tmp_path / "none").err
    table = game("duel", 0)
    table.folder.joinpath("charter.yaml").unlink()
    said = cli("audit", table.folder)
    assert (said.status, "has not started" in said.err) == (1, True)


def test_progress_on_a_terminal_alone(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    table = game("duel", 1)
    told: list[tuple[int, int]] = []
    audit(table.folder, lambda: table.key("host"), lambda done, total: told.append((done, total)))
    size = table.folder.joinpath("journal").stat().st_size
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1] == (size, size)
    assert "%" not in cli("audit", table.folder).err
    monkeypatch.setattr("referee.cli.auditing._watched", lambda: True)
    assert "referee: audit: 100 %" in cli("audit", table.folder).err


def test_without_a_key_a_folder_is_not_audited(game: Game) -> None:
    with pytest.raises(StoreTrouble, match="without the host's key"):
        audit(game("duel", 1).folder, None)
