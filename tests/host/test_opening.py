"""Offers, joins and charters from hostile hands: refused with a word, never a traceback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.charter.papers import read_paper, signed
from referee.files.write_yaml import emit
from referee.proof.keys import public_line
from tests.support.mailbag import Said, Table, cli

OFFERS: dict[str, tuple[dict[str, Any], str]] = {
    "other seats": ({"seats": ["red", "green"]}, "the seats of duel are red, blue"),
    "seats twice": ({"seats": ["red", "red"]}, "must be a list of seats without repeats"),
    "no such scenario": ({"scenario": "grand"}, "no scenario 'grand'"),
    "no such option": ({"options": {"mood": "calm", "more": "x"}}, "no option 'more'"),
    "no such value": ({"options": {"mood": "sad"}}, "option mood must be one of"),
    "an option missing": ({"options": {}}, "an option of this game is missing"),
    "other data": ({"data": "0" * 64}, "the game was opened with other data of"),
    "other version": ({"version": "2"}, "the game was opened with"),
    "other mode": ({"mode": "blind"}, "does not know mode 'blind'"),
    "a deadline": ({"deadline": "noon"}, "does not know deadline rule 'noon'"),
    "endless chains": ({"chain": "999999999"}, "chains of 999999999 links"),
    "no anchors": ({"anchors": {}}, "'anchors' must be two digests, 'host' and 'sealed'"),
    "a short id": ({"gid": "00"}, "'gid' must be 32 hexadecimal digits"),
    "more keys": ({"more": "x"}, "no key 'more'"),
    "a broken key": ({"key": "ssh-ed25519 AAAA"}, "the public key is damaged"),
    "other links": ({"links": "week"}, "'links' must be 'asked' or 'turn'"),
    "options in another form": ({"options": ""}, "'options' must be keys with one text each"),
    "no warning": ({"notice": []}, "'notice' must be a list of texts"),
    "test secrets in other words": ({"insecure": "x"}, "'insecure' must be the words"),
}


@pytest.fixture
def table(game: Callable[..., Table]) -> Table:
    return game("duel", 0)


def _offer(table: Table, **change: Any) -> dict[str, Any]:
    tree = read_paper(table.folder.joinpath("offer.yaml").read_bytes(), "offer")
    return signed({**tree, **change}, table.key("host"))


def _join(table: Table, offer: Path, seat: str = "red", key: str = "red") -> Said:
    out = offer.with_name("join.yaml")
    out.unlink(missing_ok=True)
    options = ("--seat", seat, "--key", table.folder / "secret" / key, "--out", out)
    return cli("join", offer, *options)


@pytest.mark.parametrize("kind", OFFERS)
def test_hostile_offers(table: Table, kind: str) -> None:
    change, reason = OFFERS[kind]
    path = table.put("offer.yaml", emit(_offer(table, **change)).encode())
    said = _join(table, path)
    assert said.status == 1, said.err
    assert reason in said.err
    assert "Traceback" not in said.err
    assert not path.with_name("join.yaml").exists()


def test_an_offer_that_was_changed(table: Table) -> None:
    raw = table.folder.joinpath("offer.yaml").read_bytes()
    path = table.put("offer.yaml", raw.replace(b"mood: calm", b"mood: wild"))
    assert path.read_bytes() != raw
    said = _join(table, path)
    assert said.status == 1
    assert "the signature of the host is bad" in said.err


def test_the_host_may_not_play_where_things_are_hidden(table: Table) -> None:
    said = _join(table, table.folder / "offer.yaml", key="host-key")
    assert said.status == 1
    assert "the host's key may not play red" in said.err


def _unjoined(table: Table, tmp_path: Path) -> Table:
    """The same game before it began, with the joins that were made."""
    folder = tmp_path / "new"
    folder.mkdir()
    for name in ("offer.yaml", "secret", "joins"):
        table.folder.joinpath(name).rename(folder / name)
    return Table(folder, table.ruleset)


def _not_admitted(fresh: Table, reason: str, party: str = "red", **change: Any) -> None:
    """Red's join with a change, signed by a party, is refused, and nothing is kept of it."""
    path = fresh.folder.joinpath("joins", "red.yaml")
    tree = read_paper(path.read_bytes(), "join")
    path.unlink()
    raw = emit(signed({**tree, **change}, fresh.key(party))).encode()
    before = fresh.snapshot()
    said = cli("admit", fresh.folder, fresh.put("join.yaml", raw))
    assert (said.status, fresh.snapshot()) == (1, before)
    assert reason in said.err
    assert "Traceback" not in said.err


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"offer": "0" * 64}, "this join is for another offer"),
        ({"seat": "green"}, "no seat 'green'"),
        ({"seat": "blue"}, "the seat blue is already taken"),
        ({"anchor": "00"}, "'anchor' must be 64 hexadecimal digits"),
        ({"more": "x"}, "no key 'more'"),
        ({"kind": "offer"}, "kind 'offer'"),
    ],
)
def test_hostile_joins(table: Table, tmp_path: Path, change: dict[str, Any], reason: str) -> None:
    _not_admitted(_unjoined(table, tmp_path), reason, **change)


@pytest.mark.parametrize(
    ("party", "reason"),
    [
        ("host", "the host's key may not play red"),
        ("blue", "this key already plays blue"),
    ],
)
def test_a_join_with_the_key_of_another(
    table: Table, tmp_path: Path, party: str, reason: str
) -> None:
    """Made without `join`, which would refuse it, and given to `admit`."""
    fresh = _unjoined(table, tmp_path)
    _not_admitted(fresh, reason, party, key=public_line(fresh.key(party)))


def test_nobody_joins_a_game_that_has_started(table: Table) -> None:
    before = table.snapshot()
    said = cli("admit", table.folder, table.folder / "joins" / "red.yaml")
    assert (said.status, table.snapshot()) == (1, before)


@pytest.mark.parametrize("what", ["joins turned", "a join twice", "a join less", "signature"])
def test_hostile_charters(table: Table, what: str) -> None:
    tree = dict(table.charter.tree)
    joins = tree["joins"]
    turned = {"joins turned": joins[::-1], "a join twice": [joins[0]] * 2, "a join less": joins[:1]}
    tree["joins"] = turned.get(what, joins)
    raw = emit(signed(tree, table.key("red" if what == "signature" else "host"))).encode()
    path = table.put("charter.yaml", raw)
    said = cli("verify", table.report("red"), "--charter", path)
    assert said.status == 1
    assert "Traceback" not in said.err
    assert (
        "a charter needs one join for each seat" in said.err
        or "signature of the host is bad" in said.err
    )
