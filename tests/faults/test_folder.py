"""Faults of the saved game: what was published stays, and nothing is played twice."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.conftest import NOT_TRIED
from tests.faults.stories import CARRHAE, RUBICON, Game, moving_seats
from tests.harness import determinism
from tests.support.mailbag import Table, cli
from tests.support.seeds import count

ROOT = Path(__file__).parents[2]


def test_a_save_cut_short(rubicon: Game) -> None:
    """The newest line of the journal is cut.  If nobody has seen its reports, it never happened,
    which is said, and the same file makes the same run.  If they are out, nothing is played from
    there.  A checkpoint that is cut is made again from the journal."""
    table, later = rubicon(2), rubicon(3, called="later")
    seat, _ = moving_seats(table)
    orders = table.put(
        "orders.yaml", RUBICON.home.joinpath(f"orders/0003-{seat}.yaml").read_bytes()
    )
    whole, before = _saved(later), _saved(table)
    journal = whole["journal"]
    start = journal.rstrip(b"\n").rindex(b"\n") + 1
    mail = f"mail/0003-{seat}-1.yaml"
    for length in (start, start + 1, (start + len(journal)) // 2, len(journal) - 1):
        _put_back(table, {**before, mail: whole[mail], "journal": journal[:length]})
        said = cli("apply", table.folder, orders)
        assert said.status == 0, said.err
        cut = "the journal's last line is incomplete, so what it says never happened"
        assert (cut in said.err) == (length > start)
        assert _saved(table) == whole

        _put_back(later, {**whole, "journal": journal[:length]})
        said = cli("apply", later.folder, orders)
        assert said.status == 1
        assert "the journal lacks entry 3" in said.err or "the journal ends before" in said.err
        assert _saved(later) == {**whole, "journal": journal[:length]}
    for name in ("checkpoint-0", "checkpoint-1"):
        _put_back(later, {**whole, name: whole[name][: len(whole[name]) // 2]})
        later.play()
        _put_back(table, whole)
        table.play()
        assert {**_saved(later), name: b""} == {**_saved(table), name: b""}


def _saved(table: Table) -> dict[str, bytes]:
    """Every file but the host's key."""
    return {name: raw for name, raw in table.snapshot().items() if not name.startswith("secret")}


def _put_back(table: Table, files: dict[str, bytes]) -> None:
    """Make the folder hold these files and no others."""
    for name in _saved(table):
        table.folder.joinpath(name).unlink()
    for name, raw in files.items():
        table.folder.joinpath(name).write_bytes(raw)


def test_a_stale_save_over_a_newer_one(rubicon: Game) -> None:
    """Parts of an older copy put into the folder are noticed by what was published since.  If the
    whole folder is an older copy, a new file does not fit it; the files that were used since make
    the same reports again, and another story is found as soon as two reports are compared."""
    old, new = rubicon(3, called="old"), rubicon(5, called="new")
    whole, stale = _saved(new), _saved(old)
    files = [path.read_bytes() for path in sorted(RUBICON.home.glob("orders/000[456]-*.yaml"))]
    older = {name: stale[name] for name in stale if not name.startswith(("mail", "reports"))}
    for parts in (["journal"], ["journal", "checkpoint-0", "checkpoint-1"]):
        _put_back(new, {**whole, **{name: older[name] for name in parts}})
        before = new.snapshot()
        said = new.apply(files[-1])
        assert (said.status, new.snapshot()) == (1, before)
        assert "the journal" in said.err and "restore the whole journal from a copy" in said.err
    _put_back(new, {**whole, "checkpoint-0": older["checkpoint-0"], "checkpoint-1": b""})
    assert cli("apply", new.folder).status == 0  # only a checkpoint is older: it is brought up
    made = _saved(new)
    assert [name for name in whole if made[name] != whole[name]] == ["checkpoint-0"]

    said = old.apply(files[-1])
    assert (said.status, _saved(old)) == (1, stale)
    assert "this folder is an old copy" in said.err
    assert "was signed with report 5, but its newest report is 3" in said.err
    other = old.copy(old.folder.with_name("other"))
    assert old.apply(*files[:2]).status == 0
    assert {k: v for k, v in _saved(old).items() if k.startswith("reports")} == {
        k: v for k, v in whole.items() if k.startswith("reports")
    }
    (seat,) = other.due()
    assert other.apply(other.orders(seat, [])).status == 0
    first, last = new.reports(seat)[4], other.reports(seat)[4]
    said = cli("verify", first, last, "--charter", new.folder / "charter.yaml")
    assert said.status == 1
    assert "it tells another story" in said.out


PLAY = """
import sys
from pathlib import Path
from tests.faults.stories import CARRHAE, RUBICON
folder, runs = Path(sys.argv[1]), int(sys.argv[2])
for sample in (RUBICON, CARRHAE):
    sample.replay(folder / sample.home.name, sample.home / "drafts", most=runs)
"""


def test_another_hash_seed_or_python_version(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """Both games come out byte for byte as they are kept, whatever the seed of Python's hashes,
    the time zone and the language, also with every other Python that is here.  What is kept was
    made once, so that each version that runs this test is compared with it."""
    if untried := determinism.not_tried():
        record_property(NOT_TRIED, untried)
    elsewhere = {"PYTHONHASHSEED": "4711", "TZ": "Asia/Tokyo", "LC_ALL": "tr_TR.UTF-8"}
    pythons = [sys.executable, *filter(None, determinism.ready().values())]
    runs = count(6, 12)
    for number, python in enumerate(pythons):
        folder = tmp_path / str(number)
        done = subprocess.run(
            [python, "-c", PLAY, str(folder), str(runs)],
            env={**os.environ, **elsewhere, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, (python, done.stderr)
        for sample in (RUBICON, CARRHAE):
            made = sorted(folder.joinpath(sample.home.name, "game/reports").glob("*/*.txt"))
            assert len(made) == (runs + 1) * len(sample.seats)
            for path in made:
                kept = sample.home.joinpath("reports", path.parent.name, path.name)
                assert path.read_bytes() == kept.read_bytes(), (python, kept)
