"""Faults of dice: nobody can foresee them, and nothing but the links decides them."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from referee.charter.papers import Charter, read_charter
from referee.charter.secrets import chain
from referee.proof.chains import Chain, step_back
from referee.proof.dice import sealed_stream
from referee.proof.keys import load_private
from referee.report.report_file import read_report
from referee.verify.report.rolls import secret
from tests.faults.stories import RUBICON, Game
from tests.support.mailbag import Table, cli, snapshot


def _opened(tmp_path: Path) -> tuple[Path, list[str]]:
    """A game with keys made for it, two runs of it; and what was said on the way."""
    folder, said, keys = tmp_path / "game", [], tmp_path / "keys"
    keys.mkdir()

    def run(*arguments: object) -> None:
        done = cli(*arguments)
        assert done.status == 0, done.err
        said.extend([done.out, done.err])

    for party in ("host", *RUBICON.seats):
        run("keygen", keys / party)
    run("new", RUBICON.ruleset, folder, "--key", keys / "host", "--scenario", "land")
    joins = [tmp_path / f"{seat}.yaml" for seat in RUBICON.seats]
    for seat, join in zip(RUBICON.seats, joins, strict=True):
        offer = folder / "offer.yaml"
        run("join", offer, "--seat", seat, "--key", keys / seat, "--out", join)
    run("admit", folder, *joins)
    for number in range(2):
        signed = []
        for seat in RUBICON.seats:
            report = folder / "reports" / seat / f"{number:04d}.txt"
            draft = tmp_path / f"{number}-{seat}.yaml"
            made = cli("orders", "--report", report)
            draft.write_text(made.out)
            run("sign", draft, "--key", keys / seat, "--report", report)
            signed.append(draft.with_suffix(".signed.yaml"))
        run("apply", folder, *signed)
        run("status", folder)
    return folder, said


def test_a_seed_in_the_log(tmp_path: Path) -> None:
    """In a game with real keys nothing that is written or said outside of the folder `secret`
    holds the key or the end of a chain, nor a link, seed or stream of what is still to come: not
    the reports, not even the host's journal, checkpoints and bug reports."""
    folder, said = _opened(tmp_path)
    charter = read_charter(folder.joinpath("charter.yaml").read_bytes())
    secrets: list[bytes] = []
    for party in ("host", "sealed", *(f"seat/{seat}" for seat in RUBICON.seats)):
        links = _chain(tmp_path, charter, party)
        ahead = range(1 if party == "sealed" else 3, 7)  # no sealed link is shown before the end
        secrets += [links.link(number) for number in (*ahead, 5000, charter.length)]
    secrets += [_key(tmp_path, name).private_bytes_raw() for name in ("host", *RUBICON.seats)]
    report = read_report(folder.joinpath("reports", "caesar", "0002.txt").read_bytes())
    z = _chain(tmp_path, charter, "sealed").link(2)
    secrets.append(sealed_stream(z, secret(report.sheet, charter)))
    written = {name: raw for name, raw in snapshot(folder).items() if not name.startswith("secret")}
    assert len(written) > 15
    everything = b"\n".join([*written.values(), "\n".join(said).encode()])
    for value in secrets:
        for spelling in _spellings(value):
            assert spelling not in everything
    # the search finds what is there
    shown = bytes.fromhex(report.sheet["links"]["host"][2])
    assert any(spelling in everything for spelling in _spellings(shown))


def _key(tmp_path: Path, party: str) -> Ed25519PrivateKey:
    name = "host" if party == "sealed" else party.removeprefix("seat/")
    return load_private(tmp_path / "keys" / name, lambda: b"")


def _chain(tmp_path: Path, charter: Charter, party: str) -> Chain:
    return chain(_key(tmp_path, party), charter.offer, party)


def _spellings(value: bytes) -> list[bytes]:
    """How 32 bytes may stand in a text; in base64 at any place of a longer value."""
    found = [value, value.hex().encode(), value.hex().upper().encode()]
    for before in range(3):
        text = base64.b64encode(bytes(before) + value)
        found.append(text[4 if before else 0 : -4])
    return found


def test_dice_that_depend_on_the_order_in_which_battles_were_listed(rubicon: Game) -> None:
    """The same battles in the same run, fought in this order and in that: each battle has the same
    dice, and goes on as it would have."""
    asked = (n for n, path in enumerate(_sample_reports()) if _kind(path) == "next battle")
    number = next(asked)
    told = []
    places = sorted(rubicon(number).sheet("caesar")["state"]["public"]["attacks"])
    assert len(places) > 1
    for order in (places, places[::-1]):
        table = rubicon(number, called="-".join(order))
        (seat,) = table.due()
        other = next(name for name in table.seats if name != seat)
        names = [table.ruleset.rules.names(seat)["place"][place] for place in order]
        files = [
            table.orders(seat, [{"battle": names[0]}], standing=_standing(names)),
            table.orders(other, orders=None, standing=_standing(names)),
        ]
        said = table.apply(*files)
        assert said.status == 0, said.err
        told.append(_by_scope(table.sheet(seat)["public"]))
    fought = [[scope.rpartition("/")[2] for scope in dice] for dice in told]
    assert fought == [places, places[::-1]]
    assert told[0] == told[1]
    assert all(len(rolls) > 1 for rolls in told[0].values())


def _sample_reports() -> list[Path]:
    return sorted(RUBICON.home.joinpath("reports", "caesar").glob("*.txt"))


def _kind(path: Path) -> str:
    asked = read_report(path.read_bytes()).sheet["public"]["asked"]
    return asked[0]["kind"] if asked else ""


def _standing(places: list[str]) -> list[dict[str, Any]]:
    """Fight to the end in this order."""
    return [
        {"on": "next battle", "then": {"order": places}},
        {"on": "battle turn", "then": "fire"},
        {"on": "hits", "then": "spare leaders"},
        {"on": "regroup", "then": "stay"},
    ]


def _by_scope(public: dict[str, Any]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for roll in public["rolls"]:
        found.setdefault(roll["scope"], []).append([roll["number"], roll["values"]])
    return found


def test_an_outcome_predictable_from_published_commitments(rubicon: Game, carrhae: Game) -> None:
    """Before every run somebody takes all that he was ever given, every digest of his reports and
    of the charter, hashes it on as the chains do and in other ways, and looks for a link that is
    still to come.  A player finds none of the host's, open or sealed, nor another seat's; nor do
    all players together find the host's, nor the host and all players but one the last one's.
    They all find those of the past."""
    for table in (rubicon(8), carrhae(4, called="three")):
        seats, hosts = table.seats, ["host", "sealed"]
        parties = {seat: f"seat/{seat}" for seat in seats}
        for seat in seats:
            others = [name for name in seats if name != seat]
            _find_no_link(table, [seat], [*hosts, *(parties[name] for name in others)])
            _find_no_link(table, others, [parties[seat]])
        _find_no_link(table, seats, hosts)


def _find_no_link(table: Table, readers: list[str], sought: list[str]) -> None:
    """From all reports of these readers up to each run."""
    gid = table.charter.gid
    chains = {party: _test_chain(table, party) for party in sought}
    texts = [table.folder.joinpath("charter.yaml").read_text()]
    for run in range(1, len(table.reports(readers[0])) + 1):
        texts += [table.reports(reader)[run - 1].read_text() for reader in readers]
        held = {found for text in texts for found in re.findall(r"\b[0-9a-f]{64}\b", text)}
        tried = _tries([bytes.fromhex(digest) for digest in sorted(held)], gid, sought, run)
        for party, links in chains.items():
            assert not tried & {links.link(run), links.link(run + 1)}, (party, run)
        if "host" in sought:
            assert {chains["host"].link(number) for number in range(run)} <= tried


def _test_chain(table: Table, party: str) -> Chain:
    key = table.key("host" if party == "sealed" else party.removeprefix("seat/"))
    return chain(key, table.charter.offer, party)


def _tries(held: list[bytes], gid: bytes, parties: list[str], run: int) -> set[bytes]:
    """Every value, and what it gives when it is hashed on."""
    found = set(held)
    for value in held:
        found |= {hashlib.sha256(value).digest(), hashlib.sha256(gid + value).digest()}
        found |= {step_back(value, gid, party, 0, n) for party in parties for n in (run, run + 1)}
    return found
