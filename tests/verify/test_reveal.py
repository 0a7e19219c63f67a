"""`reveal`: the bundle of a game that is over, for any stranger to audit; and hostile bundles."""

from __future__ import annotations

import io
import json
import random
import shutil
import stat
import struct
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from referee.charter.papers import read_paper, signed
from referee.charter.secrets import chain
from referee.files.write_yaml import emit
from referee.folder import store as stores
from referee.folder.store import StoreTrouble
from referee.verify.audit import bundle
from referee.verify.audit.audit import Audit, audit
from referee.verify.audit.bundle import packed
from tests.support.mailbag import Table, cli
from tests.verify.test_audit import flipped

Game = Callable[..., Table]
Files = dict[str, bytes]


@pytest.fixture
def table(game: Game) -> Table:
    """A game that is over."""
    return game("duel", 4)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "game.zip"


@pytest.fixture
def files(table: Table, out: Path) -> Files:
    """What a good bundle holds."""
    said = cli("reveal", table.folder, "--out", out)
    assert said.status == 0, said.err
    return unpacked(out)


def unpacked(path: Path) -> Files:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def stranger(path: Path) -> Audit:
    """An audit by somebody who has nothing but the bundle."""
    return audit(path, None)


def wrong(path: Path) -> str:
    found = stranger(path).wrong
    assert found is not None, "nothing was found"
    return found.place


def test_a_game_that_is_over_is_audited_by_a_stranger(
    table: Table, files: Files, out: Path
) -> None:
    found = stranger(out)
    assert (found.wrong, found.runs, found.files, found.reports) == (None, 4, 8, 10)
    said = cli("audit", out)
    assert said.status == 0
    assert said.out == f"{out}: 4 runs, 8 order files, 10 reports: all correct\n"


def test_what_a_bundle_holds(table: Table, files: Files) -> None:
    """All that is public at the end, byte for byte, and nothing of the host's secrets."""
    kept = table.snapshot()
    wanted = {n for n in kept if not n.startswith(("secret/", "checkpoint-"))}
    assert set(files) == wanted | {"reveal.yaml"}
    assert all(files[name] == kept[name] for name in wanted)
    secrets = [raw for name, raw in kept.items() if name.startswith("secret/")]
    lines = {line for raw in secrets for line in raw.splitlines() if b"-----" not in line}
    hidden = {line for line in lines if not line.startswith(b"ssh-ed25519 ")}
    assert len(hidden) > 10
    assert not [line for line in hidden for raw in files.values() if line in raw]


def test_the_same_game_makes_the_same_bundle(table: Table, files: Files, out: Path) -> None:
    other = out.with_name("again.zip")
    assert cli("reveal", table.folder, "--out", other).status == 0
    assert other.read_bytes() == out.read_bytes()
    with zipfile.ZipFile(out) as archive:
        assert archive.namelist() == sorted(archive.namelist())
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_a_bundle_that_was_unpacked(files: Files, tmp_path: Path) -> None:
    """A folder of the files is as good, and needs no key."""
    for name, raw in files.items():
        path = tmp_path / "unpacked" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
    before = sorted(tmp_path.joinpath("unpacked").rglob("*"))
    assert stranger(tmp_path / "unpacked").wrong is None
    assert sorted(tmp_path.joinpath("unpacked").rglob("*")) == before


@pytest.mark.parametrize("runs", [0, 2])
def test_refused_while_the_game_runs(game: Game, out: Path, runs: int) -> None:
    said = cli("reveal", game("duel", runs).folder, "--out", out)
    assert (said.status, "still running" in said.err) == (1, True)
    assert not out.exists()


def test_nothing_is_overwritten(table: Table, out: Path) -> None:
    out.write_bytes(b"mine")
    said = cli("reveal", table.folder, "--out", out)
    assert (said.status, "already exists" in said.err) == (1, True)
    assert out.read_bytes() == b"mine"


def test_nothing_is_overwritten_by_a_race(
    table: Table, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else's file comes between the look and the write."""
    real = stores.appear

    def late(beside: Path, path: Path) -> None:
        path.write_bytes(b"mine")
        real(beside, path)

    monkeypatch.setattr(stores, "appear", late)
    assert cli("reveal", table.folder, "--out", out).status == 1
    assert out.read_bytes() == b"mine"
    assert [path.name for path in out.parent.glob("*.new")] == []


def test_without_hard_links(table: Table, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*paths: object) -> None:
        raise OSError(95, "not supported")

    monkeypatch.setattr(stores.os, "link", none)
    assert cli("reveal", table.folder, "--out", out).status == 0
    assert stranger(out).wrong is None


def test_a_full_disk_leaves_nothing(
    table: Table, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(stores.os, "fsync", full)
        said = cli("reveal", table.folder, "--out", out)
    assert (said.status, "No space left" in said.err) == (1, True)
    assert list(out.parent.glob("*game.zip*")) == []
    assert cli("reveal", table.folder, "--out", out).status == 0


def test_what_is_missing_is_told(table: Table, out: Path) -> None:
    table.reports("red")[2].unlink()
    said = cli("reveal", table.folder, "--out", out)
    assert (said.status, "reports/red/0002.txt is missing" in said.err) == (1, True)


def test_another_host_cannot_reveal(table: Table, out: Path) -> None:
    shutil.copy(table.folder / "secret" / "red", table.folder / "secret" / "host-key")
    said = cli("reveal", table.folder, "--out", out)
    assert (said.status, "not the key of the host" in said.err) == (1, True)


def test_a_file_that_no_line_names_is_not_published(table: Table, out: Path) -> None:
    """A crash may leave one: it was never accepted, so it stays its writer's own."""
    table.folder.joinpath("mail", "0009-red-1.yaml").write_text("kind: orders\n")
    assert cli("reveal", table.folder, "--out", out).status == 0
    assert "mail/0009-red-1.yaml" not in unpacked(out)


# -- bundles that were changed ---------------------------------------------------------------------


def test_one_changed_bit_in_any_file_of_a_bundle(files: Files, out: Path) -> None:
    chance = random.Random("bundle")
    for name, raw in files.items():
        for bit in (chance.randrange(8 * len(raw)), 8 * len(raw) - 1):
            out.write_bytes(packed({**files, name: flipped(raw, bit)}))
            assert wrong(out).split(",")[0] == name, bit


def test_files_that_are_gone_from_a_bundle(files: Files, out: Path) -> None:
    for name in files:
        if name in ("charter.yaml", "journal", "reveal.yaml"):
            continue  # without these it is not a bundle: below
        out.write_bytes(packed({n: raw for n, raw in files.items() if n != name}))
        assert wrong(out) == name


def test_a_bundle_without_its_last_run(table: Table, files: Files, out: Path) -> None:
    """The host leaves out how the game ended; his last word, made again, must fit the rest."""
    lines = files["journal"].splitlines(keepends=True)
    shorter = {n: raw for n, raw in files.items() if "0004" not in n}
    shorter["journal"] = b"".join(lines[:-3])
    out.write_bytes(packed(shorter))
    assert wrong(out) == f"journal, line {len(lines) - 3}"
    links = chain(table.key("host"), table.charter.offer, "sealed")
    head = json.loads(lines[-4])["head"]
    word = {"runs": "3", "head": head, "sealed": links.link(3).hex()}
    shorter["reveal.yaml"] = reveal(table, files, word)
    out.write_bytes(packed(shorter))
    assert wrong(out) == f"journal, line {len(lines) - 3}"
    assert stranger(out).wrong.reason.startswith("the game is not over after it")


def reveal(table: Table, files: Files, change: Mapping[str, str], party: str = "host") -> bytes:
    tree = {**read_paper(files["reveal.yaml"], "reveal"), **change}
    return emit(signed(tree, table.key(party))).encode()


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"game": "0" * 64}, "reveal.yaml, game"),
        ({"runs": "0"}, "reveal.yaml, runs"),
        ({"runs": "10001"}, "reveal.yaml, runs"),
        ({"runs": "3"}, "reveal.yaml, sealed"),
        ({"head": "0" * 64}, "reveal.yaml, head"),
        ({"sealed": "0" * 64}, "reveal.yaml, sealed"),
        ({"sealed": "x"}, "reveal.yaml, line 6"),
    ],
)
def test_a_last_word_that_is_not_true(
    table: Table, files: Files, out: Path, change: dict[str, str], place: str
) -> None:
    out.write_bytes(packed({**files, "reveal.yaml": reveal(table, files, change)}))
    assert wrong(out) == place


def test_the_last_word_of_somebody_else(table: Table, files: Files, out: Path) -> None:
    out.write_bytes(packed({**files, "reveal.yaml": reveal(table, files, {}, "red")}))
    assert wrong(out) == "reveal.yaml, signature"


def test_a_last_word_for_fewer_runs(table: Table, files: Files, out: Path) -> None:
    links = chain(table.key("host"), table.charter.offer, "sealed")
    word = {"runs": "2", "sealed": links.link(2).hex()}
    out.write_bytes(packed({**files, "reveal.yaml": reveal(table, files, word)}))
    assert wrong(out) == "journal, line 10, number"


# -- hostile zip files -----------------------------------------------------------------------------


def refused(path: Path) -> str:
    """What is said of a file that is not a bundle; the command ends with status 1."""
    said = cli("audit", path)
    assert said.status == 1
    assert said.err.startswith("referee: error: ")
    with pytest.raises(StoreTrouble) as trouble:
        stranger(path)
    return trouble.value.reason


def zipped(path: Path, *members: tuple[zipfile.ZipInfo | str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, raw in members:
            archive.writestr(name, raw)
    return path


@pytest.mark.parametrize(
    "name",
    [
        "../charter.yaml",
        "/charter.yaml",
        "C:\\charter.yaml",
        "mail/../../charter.yaml",
        "mail/a/b.yaml",
        "reports/red/0001.txt/x",
        "secret/host-key",
        "CHARTER.YAML",
        "charter.yaml\n",
        "charter.yaml\x1b[2J",
        "mail/\u0430.yaml",
        "checkpoint-0",
        "mail/",
    ],
)
def test_names_that_no_file_of_a_game_has(out: Path, name: str) -> None:
    reason = refused(zipped(out, (name, b"x")))
    assert "no file of a game has the name" in reason
    assert reason.isprintable()


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_that_stands_twice(out: Path) -> None:
    assert "twice" in refused(zipped(out, ("journal", b"x"), ("journal", b"y")))


@pytest.mark.parametrize("missing", ["charter.yaml", "journal", "reveal.yaml"])
def test_what_every_bundle_has(out: Path, files: Files, missing: str) -> None:
    out.write_bytes(packed({n: raw for n, raw in files.items() if n != missing}))
    assert refused(out).endswith(f"it has no {missing}")


def test_a_link_to_somewhere_else(out: Path) -> None:
    info = zipfile.ZipInfo("journal")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    assert "journal is not an ordinary file" in refused(zipped(out, (info, b"/etc/passwd")))


def test_what_is_packed_too_tightly_or_too_large(out: Path) -> None:
    assert "too tightly" in refused(zipped(out, ("journal", bytes(10 << 20))))
    assert "too large" in refused(zipped(out, ("charter.yaml", bytes(1 << 18))))


def test_other_ways_of_packing(out: Path) -> None:
    with zipfile.ZipFile(out, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("journal", b"x")
    assert "unusual way" in refused(out)
    zipped(out, ("journal", b"x"))
    raw = bytearray(out.read_bytes())
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        raw[raw.index(mark) + at] |= 1
    out.write_bytes(raw)
    assert "encrypted" in refused(out)


def test_a_list_of_names_that_is_too_long(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is looked at before it is read."""
    zipped(out, ("journal", b"x"))
    raw = bytearray(out.read_bytes())
    raw[-10:-6] = struct.pack("<I", bundle.NAMES_AT_MOST + 1)
    out.write_bytes(raw)
    assert "too many files" in refused(out)
    monkeypatch.setattr(bundle, "BUNDLE_AT_MOST", 10)
    assert "more than 10 bytes" in refused(out)


def test_a_size_that_is_not_true(out: Path, files: Files) -> None:
    """More bytes come out than the list says: no more than those are read."""
    out.write_bytes(packed(files))
    raw = bytearray(out.read_bytes())
    at = raw.rindex(b"PK\x01\x02", 0, raw.rindex(b"journal"))
    raw[at + 24 : at + 28] = struct.pack("<I", 10)
    out.write_bytes(raw)
    assert "journal" in refused(out)


def test_what_is_no_zip_file(out: Path, files: Files) -> None:
    good = out.read_bytes()
    for raw in (b"", b"PK", b"journal", good[:-1], good[1:], good + b"\n", good[: len(good) // 2]):
        out.write_bytes(raw)
        refused(out)


@pytest.mark.parametrize("mark", [b"PK\x01\x02", b"PK\x03\x04"])  # in the list, at the file
def test_a_name_that_is_no_text(out: Path, files: Files, mark: bytes) -> None:
    raw = bytearray(out.read_bytes())
    at = raw.rindex(mark)
    flags, name = (8, 46) if mark == b"PK\x01\x02" else (6, 30)
    raw[at + flags + 1] |= 0x08  # "this name is UTF-8"
    raw[at + name] = 0xFC
    out.write_bytes(raw)
    if mark == b"PK\x01\x02":
        refused(out)
    else:
        with pytest.raises(StoreTrouble, match="is damaged"):
            stranger(out)


def test_damage_of_every_kind_ends_with_words(out: Path, files: Files) -> None:
    """Random damage to the zip file itself: refused, found, or harmless to what was kept."""
    good, chance = out.read_bytes(), random.Random("damage")
    harmless = 0
    for _ in range(60):
        raw = bytearray(good)
        for _ in range(chance.randint(1, 4)):
            raw[chance.randrange(len(raw))] = chance.randrange(256)
        out.write_bytes(raw)
        try:
            harmless += stranger(out).wrong is None
        except StoreTrouble:
            continue
    assert harmless < 30


def test_a_line_without_end(out: Path, files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "LINE_AT_MOST", 100)
    assert "a line of more than 100 bytes" in refused(out)


def test_packing_is_whole_in_memory() -> None:
    raw = packed({"journal": b"x", "charter.yaml": b"y"})
    assert zipfile.ZipFile(io.BytesIO(raw)).namelist() == ["charter.yaml", "journal"]
