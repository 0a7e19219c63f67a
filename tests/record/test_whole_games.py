"""Whole toy games in which every file is signed by the command, with its record: corrections, files
ahead, records that are lost or put back from an old copy; the host takes every file."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from referee import views
from referee.files.write_yaml import emit
from referee.lab.selfplay import legal_sample
from referee.orders.order_lines import write_lines
from referee.record.record_file import games
from referee.report.report_file import read_report
from tests.support.mailbag import Table, cli

Game = Callable[..., Table]


@dataclass
class Seat:
    """A player with a folder: reports come by mail, all that are out or none for a while."""

    name: str
    room: Path
    table: Table
    chance: random.Random

    @property
    def key(self) -> Path:
        return self.room / "key"

    def open(self) -> None:
        self.room.mkdir()
        shutil.copy(self.table.folder / "charter.yaml", self.room)
        shutil.copy(self.table.folder / "secret" / self.name, self.key)

    def mail(self) -> Path:
        """Take what has come; the newest report."""
        for path in self.table.reports(self.name):
            shutil.copy(path, self.room)
        return self.room / self.table.report(self.name).name

    def draft(self, report: Path) -> dict[str, object]:
        sheet = read_report(report.read_bytes()).sheet
        tree: dict[str, object] = {"kind": "orders", "seat": self.name}
        if self.name not in sheet["public"]["due"]:
            return {**tree, "standing": []}
        request = views.own_request(sheet, self.table.ruleset.rules)
        if request is None:
            return {**tree, "orders": []}
        answer = legal_sample(self.table.ruleset.rules, request, views.view(sheet), self.chance)
        lines = write_lines(answer, request.words, self.table.ruleset.rules.names(self.name))
        return {**tree, "orders": lines}

    def sign(self) -> bytes:
        """A file by the newest report."""
        report = self.mail()
        path = self.room / "draft.yaml"
        path.write_text(emit(self.draft(report)))
        out = self.room / "signed.yaml"
        said = cli("sign", path, "--key", self.key, "--report", report, "--out", out, "--force")
        assert said.status == 0, said.err
        return out.read_bytes()

    def mishap(self) -> None:
        """The record is lost, or put back from an old copy."""
        root, copy = games(self.key), self.room / "copy"
        what = self.chance.random()
        if what < 0.1:
            shutil.rmtree(root, ignore_errors=True)
        elif what < 0.2 and copy.exists():
            shutil.rmtree(root, ignore_errors=True)
            shutil.copytree(copy, root)
        elif what < 0.4 and root.exists():
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(root, copy)


def play(table: Table, room: Path, chance: random.Random, runs: int) -> int:
    """Play some runs; how many files were signed."""
    seats = [Seat(name, room / name, table, chance) for name in table.seats]
    room.mkdir()
    for seat in seats:
        seat.open()
    signed = 0
    while table.sheet(table.seats[0])["run"] < runs and table.due():
        due, files = table.due(), []
        for seat in sorted(seats, key=lambda seat: seat.name in due):
            if seat.name not in due and chance.random() < 0.7:
                continue
            for _ in range(chance.choice((1, 1, 2))):
                seat.mishap()
                raw = seat.sign()
                signed += 1
            files.append(raw)
        for raw in files:
            said = table.apply(raw)
            if said.status == 1:  # its player has lost the record of a file that the host has
                assert "was accepted" in said.err, said.err
    return signed


@pytest.mark.parametrize("name", ["duel", "relay"])
@pytest.mark.parametrize("seed", range(4))
def test_a_game_signed_with_records_that_get_lost(
    game: Game, tmp_path: Path, name: str, seed: int
) -> None:
    table = game(name, 0)
    signed = play(table, tmp_path / "rooms", random.Random(seed), 6)
    assert signed > 6
    for seat in table.seats:
        assert cli("verify", *table.reports(seat)).status == 0
