"""The independent verifier agrees with `verify` and `audit` on games that were just played."""

from __future__ import annotations

import copy
import random
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.engine.rules import Ruleset
from referee.folder.store import Store, StoreTrouble
from referee.host.guest import guest_report
from referee.host.reveal import reveal
from referee.lab.selfplay import save
from referee.report.report_file import BEGIN, read_report
from referee.ruleset import load
from referee.verify.audit.audit import audit
from referee.verify.audit.bundle import packed
from referee.verify.compare.story import Told, verify_story
from tests import verifier
from tests.project.tree import ROOT
from tests.support.changing import leaves
from tests.support.installing import TOYS
from tests.support.mailbag import Table, cli, signed_report
from tests.support.seeds import count
from tests.toys import versions
from tests.verify.test_verifier import Both, changed

Game = Callable[..., Table]
Files = dict[str, bytes]

pytestmark = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="no ssh-keygen here")

#: a ruleset, a scenario, and how many runs of it are played here
SHORT = (
    ("julius-caesar", "land", 7),
    ("end-of-the-triumvirate", "two", 5),
    ("end-of-the-triumvirate", "three", 4),
    ("caesar-xl", "silver", 6),
    ("sword-of-rome", "four", 6),
)


def agreed(table: Table) -> int:
    """How many reports of a game both verifiers find good, each alone and all together."""
    both = Both(table)
    paths = [path for seat in table.seats for path in table.reports(seat)]
    for path in paths:
        assert (both.here(path.read_bytes()), both.there(path.read_bytes())) == ([], []), path
    charter = table.folder.joinpath("charter.yaml").read_bytes()
    named = [(str(path), path.read_bytes()) for path in paths]
    assert verifier.verify(charter, named)[0] == []
    assert verify_story([Told(str(p), read_report(p.read_bytes()).sheet) for p in paths]) == []
    return len(paths)


@pytest.mark.parametrize("name", sorted(TOYS))
def test_both_verify_every_report_of_every_toy(game: Game, name: str) -> None:
    assert agreed(game(name, 9)) > 9


@pytest.fixture(scope="module", params=SHORT, ids=lambda short: "-".join(map(str, short)))
def short(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Table:
    name, scenario, runs = request.param
    folder = tmp_path_factory.mktemp("short") / name
    save(load(name), folder, 5, scenario, {}, most_runs=runs)
    return Table(folder, load(name), 5)


def test_both_verify_every_report_of_short_games(short: Table) -> None:
    assert agreed(short) >= 12


def tried(table: Table, count: int) -> Iterator[tuple[Any, bytes]]:
    """Reports, but the first, in which the host has changed a leaf and signed what came of it."""
    chance = random.Random(count)
    for _ in range(count):
        path = chance.choice(table.reports(chance.choice(table.seats))[1:])
        report = read_report(path.read_bytes())
        keys = chance.choice(list(leaves(report.sheet)))
        yield (path, keys), signed_report(report.text, changed(report.sheet, keys), table)


@pytest.mark.parametrize("name", sorted(TOYS))
def test_both_find_what_a_host_changed_in_any_toy(game: Game, name: str) -> None:
    table = game(name, 9)
    both = Both(table)
    for where, raw in tried(table, count(12, 80)):
        assert both.agree(raw) or where[1] == ("wording",), where


def test_both_find_what_a_host_changed_in_short_games(short: Table) -> None:
    both = Both(short)
    for where, raw in tried(short, count(6, 60)):
        assert both.agree(raw) or where[1] == ("wording",), where


def test_both_verify_the_reports_of_a_guest(game: Game) -> None:
    table = game("duel", 3)
    both = Both(table)
    for number in (0, 3):
        store = Store.open(table.folder)
        raw = guest_report(store, table.charter, number, table.key("host"))
        assert (both.here(raw), both.there(raw)) == ([], [])
        report = read_report(raw)
        for keys in list(leaves(report.sheet))[:: count(3, 1)]:
            forged = signed_report(report.text, changed(report.sheet, keys), table)
            # Report 0 is bound by no head: the rules know what the game begins with.
            assert both.agree(forged) or number == 0 or keys == ("wording",), keys


def test_both_compare_types_and_not_only_words(game: Game) -> None:
    """`false` and "false", 0 and "0" had one canonical form, so that under one head two players
    could be told different things."""
    table = game("duel", 3)
    both, report = Both(table), read_report(table.report("red").read_bytes())
    for keys in leaves(report.sheet):
        sheet = copy.deepcopy(report.sheet)
        place = sheet
        for key in keys[:-1]:
            place = place[key]
        value = place[keys[-1]]
        if isinstance(value, str):
            continue
        place[keys[-1]] = str(value).lower()
        assert both.agree(signed_report(report.text, sheet, table)), keys


def test_a_host_in_a_seat_of_a_game_that_hides_is_found_in_its_reports(game: Game) -> None:
    both, table = Both(game("duel", 3)), game("duel", 3, called="other")
    both.charter.hosts = ["red"]
    (fault,) = both.there(table.report("red").read_bytes())
    assert fault.endswith("the host plays a game that hides")


# -- bundles ---------------------------------------------------------------------------------------


def bundle(table: Table, out: Path) -> Files:
    """The files of the bundle of a game that is over, written to a file too."""
    out.unlink(missing_ok=True)
    reveal(table.folder, out, lambda: table.key("host"))
    with zipfile.ZipFile(out) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("name", sorted(TOYS))
def test_it_checks_the_bundle_of_any_toy(game: Game, tmp_path: Path, name: str) -> None:
    table, out = game(name, 200), tmp_path / "game.zip"
    files = bundle(table, out)
    wrong, count, left_out = verifier.check_bundle(out)
    assert wrong == []
    reports = sum(name.startswith("reports/") for name in files)
    assert count.endswith(f", {reports} reports")
    assert all("rules" in sentence or "text" in sentence for sentence in left_out)


def test_it_checks_a_bundle_as_a_program_and_a_folder_that_it_was_unpacked_to(
    game: Game, tmp_path: Path
) -> None:
    out, folder = tmp_path / "game.zip", tmp_path / "unpacked"
    for name, raw in bundle(game("duel", 4), out).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
    for place in (out, folder):
        command = [sys.executable, "-I", "-W", "error", ROOT / "tests" / "verifier.py", "bundle"]
        done = subprocess.run([*command, place], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.splitlines()[-1] == "4 runs, 8 files, 10 reports: nothing is wrong"


@pytest.mark.parametrize("later", [versions.SAME, versions.NO_BOAST, versions.ASKS])
def test_it_checks_a_game_whose_rules_were_upgraded(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, later: Ruleset
) -> None:
    table, out = game("duel", 2), tmp_path / "game.zip"
    files = [table.orders(seat) for seat in table.due()]
    monkeypatch.setitem(TOYS, "duel", later)
    assert cli("upgrade", table.folder).status == 0
    assert table.apply(*files).status == 0
    table = Table(table.folder, later, table.seed)
    while table.due():
        table.play()
    named = [(str(path), path.read_bytes()) for seat in table.seats for path in table.reports(seat)]
    assert verifier.verify(table.folder.joinpath("charter.yaml").read_bytes(), named)[0] == []
    bundle(table, out)
    assert verifier.check_bundle(out)[0] == []


def test_it_checks_notes_and_games_that_players_end(game: Game, tmp_path: Path) -> None:
    table = game("duel", 1)
    red = table.orders("red", note="word " * 300, notes={"blue": "Pax?"}, draw="yes")
    table.apply(red, table.orders("blue", note="\u2018no\u2019", notes={"red": "word " * 300}))
    table.apply(*(table.orders(seat, draw="yes", note="enough") for seat in table.seats))
    assert table.sheet("red")["public"]["ended"] == {"how": "agreed draw"}
    assert agreed(table) == 8
    out = tmp_path / "game.zip"
    files = bundle(table, out)
    assert verifier.check_bundle(out)[0] == []
    bundle_of = verifier.Bundle(files, verifier.Signatures())
    notes = bundle_of.entries[2]["own"]["seat/blue"]["notes"]
    assert [[note[0], "".join(note[1:])] for note in notes] == [["red", "Pax?"]]


def found(files: Files, out: Path) -> tuple[bool, bool]:
    """Whether an audit finds something wrong with a bundle, and the verifier does."""
    out.write_bytes(packed(files))
    try:
        here = audit(out, None).wrong is not None
    except StoreTrouble:
        here = True
    return here, bool(verifier.check_bundle(out)[0])


def test_both_find_a_changed_byte_in_every_file_of_a_bundle(game: Game, tmp_path: Path) -> None:
    out, chance = tmp_path / "game.zip", random.Random(3)
    files = bundle(game("duel", 4), out)
    assert found(files, out) == (False, False)
    for name, raw in list(files.items())[:: count(3, 1)]:
        # Of a report's text only the rules know; its block is what is signed.
        start = raw.index(BEGIN.encode()) if name.startswith("reports/") else 0
        at = chance.randrange(start, len(raw))
        while raw[at : at + 1].isspace():
            at = chance.randrange(start, len(raw))
        sign = b"x" if raw[at : at + 1] != b"x" else b"y"
        forged = {**files, name: raw[:at] + sign + raw[at + 1 :]}
        assert found(forged, out) == (True, True), (name, at)


def test_both_find_a_file_that_is_missing(game: Game, tmp_path: Path) -> None:
    out = tmp_path / "game.zip"
    files = bundle(game("duel", 4), out)
    for name in list(files)[:: count(3, 1)]:
        rest = {other: raw for other, raw in files.items() if other != name}
        assert found(rest, out) == (True, True), name


def test_sealed_draws_are_made_again_by_a_stranger(game: Game, tmp_path: Path) -> None:
    """A bundle in which one is told otherwise, with everything that follows from it made anew but
    the draw itself."""
    out = tmp_path / "game.zip"
    bundle(game("duel", 4), out)
    files = verifier.read_bundle(out)
    game_over = verifier.Bundle(files, verifier.Signatures())
    assert game_over.faults == []
    draws = game_over.entries[1]["own"]["sealed"]["draws"]
    assert [draw["label"] for draw in draws] == ["hand of red", "hand of blue"]
    secret = verifier.secret_of(
        game_over.charter,
        1,
        {p: verifier.link_of(link) for p, link in game_over.entries[1]["links"].items()},
    )
    sealed = verifier.sealed_secret(secret, game_over.sealed[1])
    verifier.check_casts(draws, sealed)
    for change in (
        lambda d: d[0]["picked"].reverse(),
        lambda d: d[0]["items"].pop(),
        lambda d: d.pop(0),
        lambda d: d.reverse(),
        lambda d: d[1].update(scope="deal/other"),
    ):
        other = copy.deepcopy(draws)
        change(other)
        with pytest.raises(verifier.Wrong):
            verifier.check_casts(other, sealed)
