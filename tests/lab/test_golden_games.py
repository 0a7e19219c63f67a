"""The harness of golden games, with toys: it records, replays, renews and sees what differs."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import pytest

from referee.engine import table as engine
from referee.engine.ending import AGREED, RESIGNED
from referee.engine.request import Data, Judgement, View
from referee.engine.rules import Result
from referee.fault import NOT_ALLOWED, Fault
from tests.golden import archive, make
from tests.golden.archive import Golden
from tests.golden.replay import OtherCourse, again, differences, replay
from tests.golden.table import table
from tests.golden.wanted import Wanted
from tests.support.mailbag import Table, cli
from tests.toys import relay
from tests.toys.changed import alter

BERT = Wanted(
    Result("bert", "way"),
    "short",
    turns=lambda public: int(public["turn"]) - 1,
    standing=lambda public, run, seat: [{"on": "stride", "then": "all"}] if run == 3 else None,
    tries={"bert": 3},
    worth=lambda public: int(public["way"]["bert"]),
    tells=("cheers",),
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Golden games of toys are kept apart from those of games."""
    place = tmp_path / "golden"
    place.mkdir()
    monkeypatch.setattr(archive, "HOME", place)
    return place


def golden_of(table: Table, seed: int, result: Result) -> Golden:
    """A golden game of a toy that was played by hand."""
    files = {archive.ABOUT: archive.about(seed, result, 6), **archive.kept(table.folder)}
    return Golden("relay/by-hand", files)


def with_file(golden: Golden, name: str, raw: bytes | None) -> Golden:
    """The same with a file changed, or without it."""
    files = {key: old for key, old in golden.files.items() if key != name}
    return Golden(golden.name, files if raw is None else {**files, name: raw})


def recorded(wanted: Wanted, seed: int) -> Golden:
    make.record("relay/bert", wanted, seed)
    return archive.load("relay/bert")


@lru_cache
def _bert() -> Golden:
    return recorded(BERT, 7)


@pytest.fixture
def golden() -> Golden:
    """A golden game of the toy, which lies where golden games lie."""
    golden = _bert()
    archive.save(golden)
    return golden


def test_a_game_that_is_found_is_kept_and_comes_out_again(golden: Golden, tmp_path: Path) -> None:
    assert archive.names("relay") == ["relay/bert"]
    assert golden.result == BERT.result
    assert golden.about["turns"] == "6"
    assert b"on: stride" in b"".join(golden.mail(3).values())
    assert differences(golden, tmp_path / "again") == []
    assert [name for name in golden.files if "key" in name or "secret" in name] == []


def test_a_draw_is_found_and_kept() -> None:
    golden = recorded(dataclasses.replace(BERT, result=Result(None, "way"), tries={}), 32)
    assert golden.result == Result(None, "way")
    assert "winner" not in golden.about


def test_a_game_of_three_is_found_and_comes_out_again(tmp_path: Path) -> None:
    cleo = dataclasses.replace(BERT, result=Result("cleo", "way"), scenario="crowd", tries={})
    golden = recorded(cleo, 1)
    assert {name.split("/")[1] for name in golden.part("reports")} == set(relay.SEATS)
    assert len(golden.part("reports")) == 3 * (golden.runs + 1)
    assert differences(golden, tmp_path / "again") == []


def test_a_game_that_somebody_gives_up_by_an_advance_file_is_kept(tmp_path: Path) -> None:
    def also(view: View, run: int, due: bool) -> Data:
        return {"resign": "yes"} if view.seat == "anna" and not due else {}

    ends = Result("bert", RESIGNED)
    golden = recorded(dataclasses.replace(BERT, result=ends, also=also, tells=()), 1)
    assert golden.result == ends
    assert [name for name in golden.part("mail") if ".advance-anna" in name] != []
    assert differences(golden, tmp_path / "again") == []
    make.renew("relay/bert")
    assert archive.load("relay/bert") == golden


def test_a_draw_that_is_agreed_on_is_kept_with_answers_to_what_comes_next(tmp_path: Path) -> None:
    def also(view: View, run: int, due: bool) -> Data:
        if not due:
            return {}
        cheer = {"on": "cheer", "orders": [{"cheer": "loud"}]}
        return {"next": [cheer], **({"draw": "yes"} if run > 4 else {})}

    agreed = dataclasses.replace(BERT, result=Result(None, AGREED), also=also, nexts=("cheer",))
    agreed = dataclasses.replace(agreed, tries={}, tells=(), standing=lambda *now: None)
    golden = recorded(agreed, 1)
    assert golden.result == Result(None, AGREED)
    assert b"cheer: loud" in b"".join(golden.part("mail").values())
    assert differences(golden, tmp_path / "again") == []


def test_a_game_that_cannot_be_found_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make, "SEEDS", 3)
    with pytest.raises(OtherCourse, match="seeds 1 to 3"):
        recorded(dataclasses.replace(BERT, tells=("thunder",)), 1)
    assert archive.names("relay") == []


def test_the_archive_is_always_the_same(golden: Golden) -> None:
    first = archive.path_of(golden.name).read_bytes()
    archive.save(Golden(golden.name, dict(reversed(list(golden.files.items())))))
    assert archive.path_of(golden.name).read_bytes() == first


def test_renewing_what_has_not_changed_changes_nothing(golden: Golden) -> None:
    first = archive.path_of(golden.name).read_bytes()
    make.renew("relay/bert")
    assert archive.path_of("relay/bert").read_bytes() == first


def test_reports_are_renewed_by_the_same_orders(golden: Golden, tmp_path: Path) -> None:
    name = "reports/bert/0004.txt"
    archive.save(with_file(golden, name, b"as it was told before\n"))
    assert differences(archive.load("relay/bert"), tmp_path / "again") == [name]
    make.renew("relay/bert")
    assert archive.load("relay/bert") == golden


def test_files_that_are_signed_anew_follow_the_new_heads(
    golden: Golden, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # the public part says more than before, so all heads are others, but the game is the same
    plain = relay.breathe

    def breathe(table: engine.Table, seat: str, wind: int) -> None:
        plain(table, seat, wind)
        table.tell("lull", {"shows": wind})

    monkeypatch.setattr(relay, "breathe", breathe)
    *files, why = differences(golden, tmp_path / "again")
    assert files == ["reports/anna/0001.txt", "reports/bert/0001.txt"]
    assert why.startswith("mail/0002-bert-1.yaml was refused: these orders do not follow")
    assert not make.check("relay/bert")
    make.renew("relay/bert")
    renewed = archive.load("relay/bert")
    assert make.check("relay/bert")
    assert renewed.result == golden.result
    assert renewed.part("mail").keys() == golden.part("mail").keys()
    assert renewed.part("mail") != golden.part("mail")


def test_another_course_is_no_renewal(golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(table: engine.Table, seat: str, steps: int) -> None:
        table.state["public"]["way"][seat] += 9 if seat == "anna" else steps
        table.tell("run", {"seat": seat, "steps": steps})

    monkeypatch.setattr(relay, "run", run)
    with pytest.raises(OtherCourse, match="it ends otherwise"):
        make.renew("relay/bert")
    assert archive.load("relay/bert") == golden


def test_orders_that_no_longer_fit_are_no_renewal(
    golden: Golden, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = Judgement([Fault(NOT_ALLOWED, (0,), "it is too hot to stride", "1")])
    monkeypatch.setattr(relay.Stride, "judge", lambda self, view, answer: judged)
    with pytest.raises(OtherCourse, match="run 1: anna's orders do not fit: it is too hot"):
        make.renew("relay/bert")
    assert archive.load("relay/bert") == golden


def test_another_version_of_the_rules_is_named(
    golden: Golden, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alter(monkeypatch, relay.ruleset, version="2")
    with pytest.raises(OtherCourse, match="another version or other data"):
        replay(golden, tmp_path / "again")


def test_a_file_that_is_lost_is_named(golden: Golden, tmp_path: Path) -> None:
    (last,) = golden.mail(golden.runs)
    with pytest.raises(OtherCourse, match=f"run {golden.runs} waits for"):
        replay(with_file(golden, last, None), tmp_path / "again")


def test_an_end_too_early_is_named(golden: Golden, tmp_path: Path) -> None:
    short = golden
    for name in golden.part("reports"):
        if name.endswith(f"{golden.runs:04d}.txt"):
            short = with_file(short, name, None)
    with pytest.raises(OtherCourse, match="not over"):
        replay(short, tmp_path / "again")


def test_another_result_is_named(golden: Golden, tmp_path: Path) -> None:
    about = archive.about(golden.seed, Result("anna", "way"), 6)
    found = differences(with_file(golden, archive.ABOUT, about), tmp_path / "again")
    assert found == ["result"]


def test_advance_files_and_later_editions_come_again(
    game: Callable[..., Table], tmp_path: Path
) -> None:
    played = game("relay", 1)
    files = [
        played.later("anna", {"on": "stride", "orders": [{"stride": "1"}]}),
        played.orders("bert", note="first thought"),
        played.orders("bert", edition=2, note="better"),
    ]
    paths = [played.put(f"{number}.yaml", raw) for number, raw in enumerate(files)]
    assert cli("apply", played.folder, *paths).status == 0
    while played.due():
        played.play()
    way = played.sheet("anna")["state"]["public"]["way"]
    winner = None if way["anna"] == way["bert"] else max(way, key=way.__getitem__)
    golden = golden_of(played, played.seed, Result(winner, "way"))
    assert [name for name in golden.part("mail") if "advance" in name]
    assert [name for name in golden.part("mail") if name.endswith("bert-2.yaml")]
    assert differences(golden, tmp_path / "replayed") == []
    assert again(golden, tmp_path / "signed-anew") == golden.result
    assert archive.kept(tmp_path / "signed-anew") == archive.kept(played.folder)


def test_the_table_has_a_row_for_each_game(golden: Golden) -> None:
    head, rule, row = table().splitlines()
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells[:4] == ["relay/bert", "way", "bert", "short"]
    assert cells[5] == "6"
    assert (head.count("|"), rule.count("|")) == (9, 9)
