"""Keys that nobody may have, that one person has twice, or that everybody has."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.charter.papers import read_paper, signed, unsigned
from referee.charter.secrets import chain
from referee.files.write_yaml import emit
from referee.host.opening import bind
from referee.proof.keys import generate, public_line, write_pair
from tests.support.mailbag import Said, Table, cli

Game = Callable[..., Table]


def _weak() -> str:
    blob = b"\x00\x00\x00\x0bssh-ed25519\x00\x00\x00\x20" + (1).to_bytes(32, "little")
    return "ssh-ed25519 " + base64.b64encode(blob).decode()


SAID = "one signature would fit every message"


@pytest.fixture
def table(game: Game) -> Table:
    return game("duel", 0)


def _read_by_all(table: Table, raw: bytes) -> list[Said]:
    """What each command says that reads a charter."""
    charter = table.put("charter.yaml", raw)
    report = table.report("red")
    draft = table.put("draft.yaml", b"kind: orders\nseat: red\norders: []\n")
    by = ("--report", report, "--charter", charter)
    said = [cli("verify", report, "--charter", charter), cli("orders", *by)]
    said.append(cli("check", draft, *by))
    said.append(cli("sign", draft, "--key", table.folder / "secret" / "red", *by))
    said.append(cli("compare", report, "--charter", charter))
    table.folder.joinpath("charter.yaml").write_bytes(raw)
    said += [cli("status", table.folder), cli("audit", table.folder)]
    return said


@pytest.mark.parametrize("where", ["offer", "join"])
def test_a_weak_key_is_refused_in_every_paper(table: Table, where: str) -> None:
    tree = dict(table.charter.tree)
    paper = tree["offer"] if where == "offer" else tree["joins"][0]
    paper = {**paper, "key": _weak()}
    path = table.put(f"{where}.yaml", emit(paper).encode())
    if where == "offer":
        key = table.folder / "secret" / "red"
        said = cli("join", path, "--seat", "red", "--key", key, "--out", path.with_name("j"))
        tree["offer"] = paper
    else:
        fresh = table.copy(table.folder.with_name("fresh"))
        for name in ("charter.yaml", "joins/red.yaml"):
            fresh.folder.joinpath(name).unlink()
        said = cli("admit", fresh.folder, path)
        tree["joins"] = [paper, tree["joins"][1]]
    assert (said.status, SAID in said.err) == (1, True)
    for said in _read_by_all(table, emit(tree).encode()):
        assert said.status == 1
        assert SAID in said.err + said.out
        assert "Traceback" not in said.err


def _charter(table: Table, keys: dict[str, Any]) -> bytes:
    """The game's charter with joins by these keys, as a host could make it."""
    offer = read_paper(table.folder.joinpath("offer.yaml").read_bytes(), "offer")
    joins = []
    for join in table.charter.tree["joins"]:
        seat, key = join["seat"], keys[join["seat"]]
        anchor = chain(key, offer, f"seat/{seat}").anchor.hex()
        joins.append(signed({**unsigned(join), "key": public_line(key), "anchor": anchor}, key))
    return emit(bind(offer, joins, table.key("host")).tree).encode()


def test_a_charter_in_which_one_key_has_two_seats(table: Table) -> None:
    raw = _charter(table, {"red": table.key("blue"), "blue": table.key("blue")})
    for said in _read_by_all(table, raw):
        assert said.status == 1
        assert "this key already plays red" in said.err + said.out


def test_a_charter_in_which_the_host_sits_where_he_sees_everything(table: Table) -> None:
    raw = _charter(table, {"red": table.key("red"), "blue": table.key("host")})
    for said in _read_by_all(table, raw):
        assert said.status == 1
        assert "the host's key may not play blue" in said.err + said.out


def test_the_host_may_sit_where_nothing_is_hidden(game: Game) -> None:
    table = game("dig", 0)
    seats = table.seats
    raw = _charter(table, {seats[0]: table.key(seats[0]), seats[1]: table.key("host")})
    charter = table.put("charter.yaml", raw)
    said = cli("verify", table.report(seats[0]), "--charter", charter)
    assert "may not play" not in said.err + said.out
    assert "not of the charter's game" in said.out


KNOWN = "this is a key for tests: everyone has it"


def _own(tmp_path: Path, name: str) -> Path:
    """A key that its owner alone has."""
    write_pair(tmp_path / name, generate())
    return tmp_path / name


def test_test_keys_are_known_without_the_flag(tmp_path: Path, table: Table) -> None:
    """Keys of samples and of ``--test-seed`` in a game that says nothing of it."""
    known, folder, own = table.folder / "secret", tmp_path / "new", _own(tmp_path, "own")
    said = cli("new", "duel", folder, "--key", known / "host-key")
    assert (said.status, KNOWN in said.err) == (0, True)
    offer = folder / "offer.yaml"
    join = ("join", offer, "--seat")
    # A player with his own key hears it of the host's key.
    said = cli(*join, "red", "--key", own, "--out", tmp_path / "red")
    assert (said.status, KNOWN in said.err) == (0, True)
    said = cli(*join, "blue", "--key", known / "blue", "--out", tmp_path / "blue")
    assert (said.status, KNOWN in said.err) == (0, True)
    assert KNOWN not in cli("admit", folder, tmp_path / "red").err
    said = cli("admit", folder, tmp_path / "blue")
    assert (said.status, KNOWN in said.err) == (0, True)
    report = folder / "reports" / "blue" / "0000.txt"
    forge = "anyone can forge"
    for words in (("verify", report), ("compare", report), ("audit", folder)):
        said = cli(*words)
        assert (said.status, forge in said.err) == (0, True), words
    assert '"insecure": true' in cli("status", folder, "--json").out
    draft = table.put("draft.yaml", b"kind: orders\nseat: blue\norders: []\n")
    said = cli("sign", draft, "--key", known / "blue", "--report", report)
    assert (said.status, KNOWN in said.err) == (0, True)


def test_of_own_keys_nothing_is_said(tmp_path: Path) -> None:
    host, red, blue = (_own(tmp_path, name) for name in ("host", "red", "blue"))
    folder = tmp_path / "new"
    heard = [cli("new", "duel", folder, "--key", host)]
    for seat, key in (("red", red), ("blue", blue)):
        out = tmp_path / f"{seat}.yaml"
        heard.append(cli("join", folder / "offer.yaml", "--seat", seat, "--key", key, "--out", out))
    heard.append(cli("admit", folder, tmp_path / "red.yaml", tmp_path / "blue.yaml"))
    heard.append(cli("verify", folder / "reports" / "red" / "0000.txt"))
    assert [said.status for said in heard] == [0] * 5
    assert not [said.err for said in heard if KNOWN in said.err or "forge" in said.err]
