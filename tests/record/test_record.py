"""`sign`, `check` and `join` hold the reports against the record of what was signed, and against
each other: what a host gets who signs reports that contradict each other."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from referee import views
from referee.adjudicate.clerk import Clerk
from referee.charter.papers import read_paper, signed, unsigned
from referee.charter.secrets import chain
from referee.files.write_yaml import emit
from referee.host.opening import bind, make_join
from referee.lab.selfplay import legal_sample
from referee.orders.order_file import read_orders
from referee.orders.order_lines import write_lines
from referee.record.record_file import Games, games
from referee.record.reports_beside import _numbers
from referee.record.signer_record import Record
from referee.report.report_file import read_report
from referee.report.text import render
from tests.support.forging import following, headed
from tests.support.mailbag import Said, Table, cli, published, signed_report
from tests.support.messages import says

Game = Callable[..., Table]
Sheet = dict[str, Any]
DRAFT = "kind: orders\nseat: red\norders: []\n"


def follow(table: Table, sheet: Sheet, number: int) -> Sheet:
    """A report that the host makes up behind another one; the seat is due after it."""
    return following(table.charter, table.key("host"), sheet, number)


@dataclass
class Room:
    """A player's folder: the charter, the reports, the key, a draft."""

    path: Path
    table: Table

    @classmethod
    def of(cls, table: Table, path: Path, until: int) -> Room:
        room = cls(path, table)
        path.joinpath("reports").mkdir(parents=True)
        shutil.copy(table.folder / "charter.yaml", path)
        shutil.copy(table.folder / "secret" / "red", path / "key")
        path.joinpath("orders.yaml").write_text(DRAFT)
        for number in range(until + 1):
            room.take(number)
        return room

    def report(self, number: int) -> Path:
        return self.path / "reports" / f"{number:04d}.txt"

    def take(self, number: int) -> None:
        """A report as the host has sent it."""
        shutil.copy(self.table.reports("red")[number], self.report(number))

    def put(self, sheet: Sheet, name: str = "") -> Path:
        """A report that the host has signed, whatever it says."""
        path = self.path / "reports" / (name or f"{sheet['number']:04d}.txt")
        path.write_bytes(published(sheet, self.table))
        return path

    def sheet(self, number: int) -> Sheet:
        return read_report(self.report(number).read_bytes()).sheet

    def sign(self, number: int, *more: object, draft: str = "") -> Said:
        """Sign the draft by a report; the signed file lies at `signed`."""
        self.path.joinpath("orders.yaml").write_text(draft or self.draft(number))
        given = ("--key", self.path / "key", "--report", self.report(number))
        self.signed.unlink(missing_ok=True)
        return cli("sign", self.path / "orders.yaml", *given, "--out", self.signed, *more)

    def draft(self, number: int) -> str:
        """Legal orders by a report."""
        sheet, ruleset = self.sheet(number), self.table.ruleset
        request = views.own_request(sheet, ruleset.rules)
        if request is None:
            return DRAFT
        answer = legal_sample(ruleset.rules, request, views.view(sheet), random.Random(number))
        lines = write_lines(answer, request.words, ruleset.rules.names("red"))
        return emit({"kind": "orders", "seat": "red", "orders": lines})

    def check(self, number: int, *more: object) -> Said:
        self.path.joinpath("orders.yaml").write_text(self.draft(number))
        return cli("check", self.path / "orders.yaml", "--report", self.report(number), *more)

    @property
    def signed(self) -> Path:
        return self.path / "signed.yaml"

    def link(self) -> int:
        """The number of the link in the signed file."""
        made = chain(self.table.key("red"), self.table.charter.offer, "seat/red")
        dice = read_orders(self.signed.read_bytes()).tree["dice"]
        return next(n for n in range(10001) if made.link(n).hex() == dice)

    def edition(self) -> int:
        return read_orders(self.signed.read_bytes()).edition

    def record(self) -> Record:
        offer = self.table.charter.offer
        found = Games(games(self.path / "key")).record(offer["key"], offer["gid"], "red")
        assert found is not None
        return found

    def games(self) -> dict[str, bytes]:
        """The files of the record."""
        root = games(self.path / "key")
        return {p.name: p.read_bytes() for p in root.glob("*-*")} if root.exists() else {}


@pytest.fixture
def room(game: Game, tmp_path: Path) -> Room:
    return Room.of(game("duel", 3), tmp_path / "room", 3)


def without(room: Room, *numbers: int) -> None:
    for number in numbers:
        room.report(number).unlink()


# -- forged reports --------------------------------------------------------------------------------


@pytest.mark.parametrize("recorded", [False, True])
def test_one_forged_report_numbered_9999_takes_no_link(room: Room, recorded: bool) -> None:
    without(room, 2, 3)
    if recorded:
        assert room.sign(1).status == 0
    before = room.games()
    room.put(follow(room.table, room.sheet(1), 9999))
    assert cli("verify", room.report(9999)).status == 0, "by itself it is good"
    said = room.sign(9999)
    assert said.status == 1
    assert "reports 2 to 9998 are missing" in said.err
    assert "ask the host for the missing reports" in said.err
    assert not room.signed.exists()
    assert room.games() == before
    assert "reports 2 to 9998 are missing" in room.check(9999).err
    assert "reports 2 to 9998 are missing" in room.check(9999, "--key", room.path / "key").err
    assert room.games() == before, "a check changes nothing"


@pytest.mark.parametrize("recorded", [False, True])
def test_a_forged_report_3_beside_0_and_1_takes_no_link(room: Room, recorded: bool) -> None:
    without(room, 2, 3)
    if recorded:
        assert room.sign(1).status == 0
    room.put(follow(room.table, room.sheet(1), 3))
    for said in (room.sign(3), room.check(3), room.check(3, "--key", room.path / "key")):
        assert "report 2 is missing" in said.err
    assert not room.signed.exists()


def test_a_forged_report_that_leaves_the_seats_file_out(room: Room) -> None:
    without(room, 2, 3)
    room.put(follow(room.table, room.sheet(1), 2))
    said = room.sign(2)
    assert said.status == 1
    says(said.err, "leaves your file out")
    assert "for they prove it" in said.err
    assert not room.signed.exists()


def test_two_stories_of_a_run_in_one_folder(room: Room) -> None:
    other = room.sheet(3)
    other["public"]["notes"] = [["blue", "another story"]]
    room.put(headed(room.table.charter, other), "3.txt")
    said = room.sign(3)
    assert said.status == 1
    says(said.err, "the host has signed two stories of run")
    assert "two stories of run 3" in room.check(3, "--key", room.path / "key").err


def test_a_story_that_goes_on_from_another_run_than_the_one_told(room: Room) -> None:
    other = room.sheet(2)
    other["public"]["notes"] = [["blue", "another story"]]
    room.put(headed(room.table.charter, other))
    said = room.sign(3)
    assert said.status == 1
    assert "the host has signed two stories of run 2" in said.err


def test_a_forged_report_that_makes_the_seat_due_gives_away_one_link(
    game: Game, tmp_path: Path
) -> None:
    """Signed by it, a file brings the next link and none behind it; the true report that comes
    then is told to be of another story."""
    room = Room.of(game("duel", 2), tmp_path / "room", 2)
    assert room.sign(2).status == 0
    number = room.link()
    true = room.sheet(2)
    other = follow(room.table, room.sheet(1), 2)
    header = true["public"]["headers"]
    other["public"] |= {"headers": header, "links": true["public"]["links"]}
    other["public"]["brought"] = true["public"].get("brought", {})
    other["links"] = true["links"]
    other["own"] |= {"files": true["own"]["files"]}
    forged = Room.of(game("duel", 2, called="again"), tmp_path / "forged", 1)
    forged.put(headed(room.table.charter, other))
    shutil.copytree(games(room.path / "key"), games(forged.path / "key"))
    said = forged.sign(2, draft=DRAFT)
    assert said.status == 1
    says(said.err, "this is not the story that you signed for")
    assert forged.record().top == number


def test_another_charter_over_the_same_offer_is_final(room: Room, tmp_path: Path) -> None:
    assert room.sign(3).status == 0
    tree = room.table.charter.tree
    joins = [dict(tree["joins"][0]), dict(tree["joins"][1])]
    joins[1] = make_join(tree["offer"], "blue", room.table.key("someone"), insecure=True)
    twin = bind(tree["offer"], joins, room.table.key("host"))
    assert twin.game != room.table.charter.game
    record = room.record()
    assert record.game == room.table.charter.game
    other = tmp_path / "other"
    other.mkdir()
    other.joinpath("charter.yaml").write_text(emit(twin.tree))
    clerk, entry = Clerk.opened(twin, room.table.ruleset)
    report = other / "0000.txt"
    sheet = clerk.sheet(entry, "red")
    report.write_bytes(published_by(twin, room.table, sheet))
    draft = other / "orders.yaml"
    draft.write_text(cli("orders", "--report", report).out)
    for more in ((), ("--accept", sheet["head"]), ("--force",)):
        said = cli("sign", draft, "--key", room.path / "key", "--report", report, *more)
        assert said.status == 1
        says(said.err, "another game under your offer")
        assert "show both charters" in said.err


def published_by(charter: Any, table: Table, sheet: Sheet) -> bytes:
    text = render(sheet, charter.offer, charter.insecure, table.ruleset)
    return signed_report(text, sheet, table)


# -- honest play -----------------------------------------------------------------------------------


def test_each_file_of_a_run_is_the_next_edition_with_the_same_link(room: Room) -> None:
    assert room.sign(3).status == 0
    number = room.link()
    assert room.edition() == 1
    assert room.sign(3).status == 0
    assert (room.link(), room.edition()) == (number, 2)
    assert room.sign(3, "--edition", "5").status == 0
    assert (room.link(), room.edition()) == (number, 5)
    said = room.sign(3, "--edition", "5")
    assert said.status == 1
    assert "you have already signed edition 5" in said.err
    assert (room.record().run, room.record().edition, room.record().top) == (4, 5, number)


def test_with_a_record_only_the_reports_since_are_needed(room: Room) -> None:
    without(room, 3)
    assert room.sign(2).status == 0
    without(room, 0, 1)
    room.take(3)
    said = room.sign(3)
    assert said.status == 0, said.err
    without(room, 2)
    assert room.sign(3).status == 0, "by the newest one alone, which was signed by before"


def test_without_a_record_all_reports_are_needed(room: Room) -> None:
    without(room, 1)
    said = room.sign(3)
    assert said.status == 1
    assert "report 1 is missing" in said.err
    room.take(1)
    assert room.sign(3).status == 0


def test_a_record_that_was_lost_is_made_again_by_the_reports(room: Room) -> None:
    assert room.sign(3).status == 0
    record, number = room.record(), room.link()
    shutil.rmtree(games(room.path / "key"))
    assert room.sign(3).status == 0
    assert (room.link(), room.edition()) == (number, 1)
    assert room.record() == record


def test_reports_may_be_called_otherwise_if_they_are_all_called_so(room: Room) -> None:
    for number in range(4):
        room.report(number).rename(room.path / "reports" / f"duel-{number}.txt")
    report = room.path / "reports" / "duel-3.txt"
    draft = room.path / "orders.yaml"
    draft.write_text(cli("orders", "--report", report).out)
    said = cli("sign", draft, "--key", room.path / "key", "--report", report)
    assert said.status == 0, said.err


def test_reports_of_other_games_and_seats_are_passed_over(room: Room, game: Game) -> None:
    other = Table(room.table.folder, room.table.ruleset)
    shutil.copy(other.reports("blue")[3], room.path / "reports" / "3.txt")
    assert room.sign(3).status == 0


def test_an_older_report_than_the_newest_is_not_signed_by(room: Room) -> None:
    said = room.sign(1)
    assert said.status == 1
    assert "0003.txt is newer; use that report" in said.err


def test_a_damaged_report_beside_is_named(room: Room) -> None:
    room.report(1).write_bytes(room.report(1).read_bytes()[:1000])
    said = room.sign(3)
    assert said.status == 1
    assert "0001.txt is not verified" in said.err
    assert "ask the host for this report again" in said.err


def test_an_older_folder_is_signed_by_only_with_accept(room: Room) -> None:
    assert room.sign(3).status == 0
    followed = read_orders(room.signed.read_bytes()).tree["after"]
    without(room, 2, 3)
    said = room.sign(1)
    assert said.status == 1
    says(said.err, "is older than your own files")
    newest = room.sheet(1)["head"]
    assert f"--accept {newest[:16]}" in said.err
    said = room.sign(1, "--accept", newest[:16])
    assert said.status == 0, said.err
    says(said.err, "was in a file of yours that no report shows")
    assert room.link() == 2
    tree = read_orders(room.signed.read_bytes()).tree
    assert tree["instead"] == followed
    assert room.record().top == 4


def test_the_record_lies_where_the_key_lies(room: Room, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(room.path / "key")
    room.path.joinpath("orders.yaml").write_text(room.draft(3))
    given = ("--key", link, "--report", room.report(3), "--out", room.signed)
    assert cli("sign", room.path / "orders.yaml", *given).status == 0
    assert not tmp_path.joinpath("link.games").exists()
    assert room.record().run == 4
    assert games(room.path / "key").stat().st_mode & 0o077 == 0


# -- an unreadable record --------------------------------------------------------------------------


@pytest.mark.parametrize("place", [0, 70, 200, -3])
def test_a_record_that_was_changed_is_refused(room: Room, place: int) -> None:
    assert room.sign(3).status == 0
    (path,) = games(room.path / "key").glob("*-red-*")
    raw = bytearray(path.read_bytes())
    raw[place] ^= 1
    path.write_bytes(raw)
    said = room.sign(3)
    assert said.status == 1
    assert "cannot be read" in said.err
    assert "restore a copy of it; without a copy, delete it" in said.err
    assert not room.signed.exists()
    path.unlink()
    assert room.sign(3).status == 0


def test_a_record_put_under_another_games_name_is_refused(room: Room) -> None:
    assert room.sign(3).status == 0
    (path,) = games(room.path / "key").glob("*-red-*")
    path.rename(path.with_name(path.name.replace("-red-", "-blue-")))
    said = cli("join", room.table.folder / "offer.yaml", "--seat", "red", "--key",
               room.path / "key", "--out", room.path / "join.yaml")  # fmt: skip
    assert said.status == 1
    assert "it is of another game or seat" in said.err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_key_in_a_folder_that_cannot_be_written_to(room: Room) -> None:
    place = room.path / "stick"
    place.mkdir()
    key = shutil.copy(room.path / "key", place)
    place.chmod(0o500)
    room.path.joinpath("orders.yaml").write_text(room.draft(3))
    given = ("--key", key, "--report", room.report(3), "--out", room.signed)
    said = cli("sign", room.path / "orders.yaml", *given)
    place.chmod(0o700)
    assert said.status == 1
    assert "key.games cannot be made" in said.err
    assert not room.signed.exists()


# -- links -----------------------------------------------------------------------------------------


def test_a_link_has_its_number_by_what_reports_show(room: Room) -> None:
    """As far as the newest used one by the way back from it, behind it by the way to it."""
    made = chain(room.table.key("red"), room.table.charter.offer, "seat/red")
    number_of = _numbers(room.table.charter.gid, "seat/red", [0, 5, made.link(5).hex()])
    for number in range(1, 9):
        assert number_of(made.link(number).hex(), number) == number
        assert number_of(made.link(number).hex(), 12) == number
        assert number_of(made.link(number).hex(), number - 1) is None
    for other in (made.link(0).hex(), "ab" * 32, "", "x" * 64, "ab"):
        assert number_of(other, 12) is None


# -- output ----------------------------------------------------------------------------------------


def test_sign_writes_over_its_own_file_with_force_and_over_nothing_else(room: Room) -> None:
    room.path.joinpath("orders.yaml").write_text(room.draft(3))
    given = ("sign", room.path / "orders.yaml", "--key", room.path / "key")
    given = (*given, "--report", room.report(3))
    assert cli(*given).status == 0
    again = cli(*given)
    assert again.status == 2
    assert "replace it with --force, or choose another name with --out" in again.err
    assert room.record().edition == 1, "what was not written was not signed"
    assert cli(*given, "--force").status == 0
    assert read_orders((room.path / "orders.signed.yaml").read_bytes()).edition == 2
    for name in ("key", "charter.yaml", "orders.yaml"):
        before = room.path.joinpath(name).read_bytes()
        said = cli(*given, "--force", "--out", room.path / name)
        assert said.status == 2, name
        assert "already exists" in said.err
        assert room.path.joinpath(name).read_bytes() == before


# -- join ------------------------------------------------------------------------------------------


def test_a_join_that_was_made_is_made_again_byte_for_byte(room: Room) -> None:
    offer, made = room.table.folder / "offer.yaml", []
    for name in ("one.yaml", "two.yaml"):
        given = ("--seat", "red", "--key", room.path / "key", "--out", room.path / name)
        said = cli("join", offer, *given, "--test-seed", "7")
        assert said.status == 0, said.err
        made.append(room.path.joinpath(name).read_bytes())
    assert made[0] == made[1]
    assert "the same join again" in said.err
    assert room.record().join.encode() == made[0]


def test_another_offer_with_the_same_gid_is_not_joined(room: Room) -> None:
    raw = room.table.folder.joinpath("offer.yaml").read_bytes()
    given = ("--key", room.path / "key", "--out", room.path / "join.yaml")
    path = room.path / "offer.yaml"
    path.write_bytes(raw)
    assert cli("join", path, "--seat", "red", *given).status == 0
    offer = {**unsigned(read_paper(raw, "offer")), "name": "another game"}
    path.write_text(emit(signed(offer, room.table.key("host"))))
    room.path.joinpath("join.yaml").unlink()
    for seat in ("red", "blue"):
        said = cli("join", path, "--seat", seat, *given)
        assert said.status == 1
        assert "you have already joined another offer of this host with the same gid" in said.err
        assert "ask the host for a new one" in said.err
    assert not room.path.joinpath("join.yaml").exists()


def test_a_record_is_made_of_texts_alone(room: Room) -> None:
    assert room.sign(3).status == 0
    (raw,) = room.games().values()
    digest, line, end = raw.decode().split("\n")
    assert len(digest) == 64
    assert end == ""
    assert all(isinstance(value, str | dict) for value in json.loads(line).values())
