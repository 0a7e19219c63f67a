"""The host's record (rule 14): an old copy of the game folder is recognised, runs nothing until it
is told to, and says what to do."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.folder.store import Store, StoreTrouble
from referee.record.host_record import Keeper, Published, given_up, older, place_of, with_run
from referee.record.record_file import games
from tests.support.mailbag import SEED, TOYS, Table, cli, snapshot
from tests.support.messages import says

D = "d" * 64


def head(number: int, story: str = "a") -> str:
    return f"{number:063d}{story}"


def heads(number: int, story: str = "a") -> list[str]:
    return [head(n, story) for n in range(number, max(number - 9, -1), -1)]


# -- the rule --------------------------------------------------------------------------------------


def test_a_folder_that_ends_before_the_newest_published_run_is_older() -> None:
    assert "its newest report is 2, but report 9 was published" in older(
        Published(D, 9, head(9)), 2, heads(2)
    )
    assert older(Published(D, 9, head(9)), 9, heads(9)) == ""
    assert older(None, 2, heads(2)) == ""


def test_a_record_that_a_crash_left_behind_the_journal_accuses_nobody() -> None:
    assert older(Published(D, 8, head(8)), 9, heads(9)) == ""
    assert older(Published(D, 0, D), 40, heads(40)) == "", "too long ago to be compared"


def test_a_folder_with_another_run_than_was_published_is_told() -> None:
    for number in (9, 12):
        reason = older(Published(D, 9, head(9, "b")), number, heads(number))
        assert "another story of run 9 than was published" in reason


def test_runs_that_come_out_again_as_they_were_are_told() -> None:
    known = given_up(Published(D, 4, head(4)), 2, head(2))
    assert known == Published(D, 2, head(2), 4, head(4))
    known, said = with_run(known, D, 3, heads(3))
    assert (known, said) == (Published(D, 3, head(3), 4, head(4)), "")
    same, said = with_run(known, D, 4, heads(4))
    assert same == Published(D, 4, head(4))
    assert "run 4 is the same as published before: nothing was lost" in said
    same, said = with_run(known, D, 5, heads(5))
    assert "run 4 is the same as published before" in said
    other, said = with_run(known, D, 4, heads(4, "b"))
    assert other == Published(D, 4, head(4, "b"))
    assert "run 4 differs from what was published before: " in said
    assert f"--accept {head(4, 'b')[:16]}" in said


def test_a_copy_that_is_older_still_does_not_forget_the_newest_run() -> None:
    known = given_up(Published(D, 9, head(9)), 5, head(5))
    assert given_up(known, 2, head(2)) == Published(D, 2, head(2), 9, head(9))


# -- the folder ------------------------------------------------------------------------------------


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A game that was opened by commands, so that its host has a record."""
    room, seed = tmp_path / "host", ("--test-seed", SEED)
    room.mkdir()
    keys, folder = room / "keys", room / "game"
    keys.mkdir()
    for party in ("host", "red", "blue"):
        assert cli("keygen", keys / party, *seed).status == 0
    assert cli("new", "duel", folder, "--key", keys / "host", *seed).status == 0
    for seat in ("red", "blue"):
        out = room / f"{seat}.yaml"
        given = ("--seat", seat, "--key", keys / seat, "--out", out, *seed)
        assert cli("join", folder / "offer.yaml", *given).status == 0
    assert cli("admit", folder, room / "red.yaml", room / "blue.yaml").status == 0
    return Table(folder, TOYS["duel"])


def record(table: Table) -> Published | None:
    keeper = Keeper.of(Store.open(table.folder), table.charter.game)
    assert keeper is not None
    return keeper.read()


def put_back(table: Table, copy: Path) -> None:
    shutil.rmtree(table.folder)
    shutil.copytree(copy, table.folder)


Old = tuple[Table, list[bytes], dict[str, bytes]]


@pytest.fixture
def old(table: Table, tmp_path: Path) -> Old:
    """A folder put back from a copy after run 1, while run 3 was published; the files of runs 2
    and 3; the folder as it was."""
    table.play()
    copy = shutil.copytree(table.folder, tmp_path / "copy")
    files = []
    for _ in range(2):
        made = [table.orders(seat) for seat in table.due()]
        assert table.apply(*made).status == 0
        files += made
    whole = table.snapshot()
    put_back(table, copy)
    return table, files, whole


def test_the_record_is_kept_beside_the_hosts_key_and_follows_each_run(table: Table) -> None:
    assert record(table) == Published(table.charter.game, 0, table.charter.game)
    for run in (1, 2):
        table.play()
        assert record(table) == Published(table.charter.game, run, table.sheet("red")["head"])
    root = games(table.folder.parent / "keys" / "host")
    assert [path.name for path in root.glob("*.host")] == [f"{table.charter.game}.host"]


def test_an_old_copy_of_the_folder_takes_and_runs_nothing(old: Old) -> None:
    table, files, _ = old
    before = table.snapshot()
    other = [table.orders(seat, note="other orders") for seat in table.due()]
    for given in (files[:2], other, []):
        said = table.apply(*given)
        assert said.status == 1
        says(said.err, "this folder is an old copy")
        assert "its newest report is 1" in said.err
        assert "but report 3 was published" in said.err
        assert "restore the newest copy of the folder" in said.err
        assert "--accept-backup" in said.err
        assert table.snapshot() == before


def test_status_of_an_old_copy_says_so(old: Old) -> None:
    table, _, _ = old
    said = cli("status", table.folder)
    assert said.status == 1
    assert "report 3 was published" in said.err
    found = json.loads(cli("status", table.folder, "--json").out)
    assert "report 3 was published" in found["damaged"][0]


def test_an_old_copy_is_not_upgraded(old: Old) -> None:
    from unittest import mock

    from tests.toys import versions

    table, _, _ = old
    newer = versions.SAME
    with mock.patch.dict(TOYS, {newer.name: newer}):
        before = table.snapshot()
        said = cli("upgrade", table.folder)
        assert said.status == 1
        assert "report 3 was published" in said.err
        assert table.snapshot() == before


def test_files_of_a_later_run_are_not_called_early(old: Old) -> None:
    table, files, _ = old
    games(table.folder.parent / "keys" / "host").joinpath(f"{table.charter.game}.host").unlink()
    before = table.snapshot()
    said = table.apply(files[2])
    assert said.status == 1
    assert "was signed with report 2, but its newest report is 1" in said.err
    assert "not due yet" not in said.err
    assert table.snapshot() == before


def test_a_file_for_a_later_run_that_follows_a_report_made_here_stops_nothing(old: Old) -> None:
    """Also where no record tells how far the game is: the others' files are taken."""
    table, files, _ = old
    games(table.folder.parent / "keys" / "host").joinpath(f"{table.charter.game}.host").unlink()
    ahead = table.signed({**table.tree("red"), "run": "9"}, "red")
    said = table.apply(ahead, *files[:2])
    assert "this folder is an old copy" not in said.err
    assert "this file is for run 9, but report 8" in said.err


def test_a_file_signed_by_a_report_that_was_never_made_is_refused_alone(table: Table) -> None:
    """The record knows that the folder is the newest one: a player cannot stop the game so."""
    table.play()
    tree = {**table.tree("red"), "run": "9", "after": "ab" * 32}
    files = [table.signed(tree, "red"), table.orders("red"), table.orders("blue")]
    said = table.apply(*files)
    assert said.status == 1
    assert "this file is for run 9, but report 8 is not out yet" in said.err
    assert table.sheet("red")["run"] == 2


def test_the_same_files_make_the_same_runs_again(old: Old) -> None:
    table, files, whole = old
    said = table.apply(*files[:2])
    assert said.status == 1
    paths = [table.put(f"file-{n}.yaml", raw) for n, raw in enumerate(files)]
    said = cli("apply", table.folder, *paths, "--accept-backup")
    assert said.status == 0, said.err
    assert "run 3 is the same as published before: nothing was lost" in said.err
    made = table.snapshot()
    reports = [name for name in whole if name.startswith("reports")]
    assert {name: made[name] for name in reports} == {name: whole[name] for name in reports}
    assert record(table) == Published(table.charter.game, 3, table.sheet("red")["head"])


def test_other_files_make_another_game_and_the_host_is_told(old: Old) -> None:
    table, _, _ = old
    assert cli("apply", table.folder, "--accept-backup").status == 3
    other = [table.orders(seat, note="other orders") for seat in table.due()]
    said = table.apply(*other)
    assert said.status == 0, said.err
    table.play()
    newest = table.sheet("red")["head"]
    found = record(table)
    assert found == Published(table.charter.game, 3, newest)


def test_another_run_than_was_published_is_told_with_what_players_do(old: Old) -> None:
    table, _, _ = old
    assert cli("apply", table.folder, "--accept-backup").status == 3
    for _ in range(2):
        files = [table.orders(seat, note="other") for seat in table.due()]
        said = table.apply(*files)
    assert "run 3 differs from what was published before" in said.err
    assert f"--accept {table.sheet('red')['head'][:16]}" in said.err


def test_a_folder_without_a_record_gets_one_with_a_word(table: Table) -> None:
    table.play()
    shutil.rmtree(games(table.folder.parent / "keys" / "host"))
    files = [table.orders(seat) for seat in table.due()]
    said = table.apply(*files)
    assert said.status == 0
    assert (
        "there was no record of this game beside the host's key, so a new one was made" in said.err
    )
    assert record(table) == Published(table.charter.game, 2, table.sheet("red")["head"])


def test_a_damaged_record_is_refused_by_name(table: Table) -> None:
    path = games(table.folder.parent / "keys" / "host") / f"{table.charter.game}.host"
    path.write_bytes(path.read_bytes().replace(b'"run":"0"', b'"run":"5"'))
    before = table.snapshot()
    said = table.apply(*(table.orders(seat) for seat in table.due()))
    assert said.status == 1
    assert "cannot be read: it is damaged" in said.err
    assert table.snapshot() == before


def test_who_only_looks_need_not_read_the_record(table: Table) -> None:
    table.folder.joinpath("secret", "record").unlink()
    table.folder.joinpath("secret", "record").mkdir()
    said = cli("status", table.folder)
    assert said.status == 0
    assert "warning: secret/record cannot be read" in said.err
    assert "whether this folder is an old copy is not known" in said.err
    assert cli("apply", table.folder).status == 1


def test_folder_and_key_can_be_moved_together_or_apart(table: Table, tmp_path: Path) -> None:
    table.play()
    shutil.move(table.folder.parent, tmp_path / "moved")
    moved = Table(tmp_path / "moved" / "game", table.ruleset)
    assert record(moved) == Published(moved.charter.game, 1, moved.sheet("red")["head"])
    moved.play()
    shutil.move(moved.folder.parent / "keys", tmp_path / "elsewhere")
    said = cli("status", moved.folder)
    assert said.status == 0
    assert "warning: no record of this game is kept" in said.err
    key = tmp_path / "elsewhere" / "host"
    said = cli("apply", moved.folder, "--key", tmp_path / "elsewhere" / "red")
    assert said.status == 2
    assert "is not the key of this game's host" in said.err
    assert cli("apply", moved.folder, "--key", key).status == 3
    assert "no record" not in cli("status", moved.folder).err
    moved.play()
    assert games(key).joinpath(f"{moved.charter.game}.host").exists()
    assert record(moved) == Published(moved.charter.game, 3, moved.sheet("red")["head"])


def test_the_place_of_the_record_is_named_from_the_folder_where_both_move(tmp_path: Path) -> None:
    folder = tmp_path / "games" / "rubicon"
    assert place_of(tmp_path / "games" / "key.games", folder) == b"../key.games\n"
    assert place_of(tmp_path / "games" / "keys" / "key.games", folder) == b"../keys/key.games\n"
    far = tmp_path / "key.games"
    assert place_of(far, folder) == f"{far}\n".encode()


def test_a_record_of_another_game_is_refused(table: Table, tmp_path: Path) -> None:
    root = tmp_path / "host.games"
    Keeper(root, D).keep(Published(D, 3, head(3)))
    root.joinpath(f"{D}.host").rename(root / f"{'e' * 64}.host")
    with pytest.raises(StoreTrouble, match="not a record of this game"):
        Keeper(root, "e" * 64).read()


def test_what_crashes_between_journal_and_record_is_completed(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [table.orders(seat) for seat in table.due()]

    def lost(self: Keeper, known: Published) -> None:
        raise StoreTrouble("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(Keeper, "keep", lost)
        assert table.apply(*files).status == 1
    reports = [name for name in snapshot(table.folder) if name.endswith("0001.txt")]
    assert not reports, "no report before its run is in the record"
    assert cli("apply", table.folder).status == 0
    assert record(table) == Published(table.charter.game, 1, table.sheet("red")["head"])


Game = Callable[..., Table]


def test_games_that_nobody_plays_have_no_record(game: Game) -> None:
    assert Keeper.of(Store.open(game("duel", 1).folder), D) is None
