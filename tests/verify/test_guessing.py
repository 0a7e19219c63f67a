"""Nothing a player is given lets them test guesses about what they may not know.

All digests of a seat's reports and of the charter are collected; everything that it does not know
is guessed in every form that the program hashes, and no guess may hit.  The guesses are complete
for this toy: taking the salts out makes the very same test crack hands, deck and orders.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Callable, Iterator
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest

from referee.engine import entry as entries
from referee.engine.request import Data
from referee.player import sign_orders
from referee.proof.canonical import canonical, typed
from referee.report.report_file import read_report
from tests.support.mailbag import Table, cli, opened
from tests.toys.duel import CARDS

DIGEST = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
OTHER = "blue"
#: salts that anybody could think of
SALTS = (b"", bytes(32), b"\x01" * 32)


def _held(table: Table) -> set[str]:
    """Every digest in what red is given."""
    texts = [path.read_text() for path in table.reports("red")]
    texts.append(table.folder.joinpath("charter.yaml").read_text())
    return {found for text in texts for found in DIGEST.findall(text)}


def _known(table: Table) -> list[bytes]:
    """Secrets that red has, and might try as salts: its own salts, the links, public streams."""
    held = [bytes.fromhex(digest) for digest in sorted(_held(table))]
    return [*SALTS, *held]


def _hands() -> Iterator[list[str]]:
    for size in range(4):
        for hand in combinations(sorted(CARDS), size):
            yield list(hand)


def _decks() -> Iterator[list[str]]:
    for size in range(len(CARDS) + 1):
        for deck in combinations(CARDS, size):
            yield list(deck)


def _sha(data: object) -> str:
    return hashlib.sha256(canonical(data)).hexdigest()


def _draws() -> Iterator[list[dict[str, Any]]]:
    """Both hands drawn, in every way; the second one is all that is left."""
    for first in permutations(range(6), 3):
        for second in permutations(range(3)):
            left = [card for index, card in enumerate(CARDS) if index not in first]
            yield [
                {
                    "scope": "deal",
                    "opening": 0,
                    "number": number,
                    "items": items,
                    "picked": list(picked),
                    "label": f"hand of {seat}",
                }
                for number, (seat, items, picked) in enumerate(
                    (("red", list(CARDS), first), ("blue", left, second))
                )
            ]


def _files(table: Table) -> list[list[Data]]:
    """The files of blue that may be in force, by the headers in red's reports."""
    sheets = [read_report(path.read_bytes()).sheet for path in table.reports("red")]
    headers = [h for s in sheets for h in s["public"]["headers"] if h["seat"] == OTHER]
    return [[], *[[{key: h[key] for key in ("after", "edition", "body")}] for h in headers]]


def _parts(files: list[list[Data]]) -> Iterator[object]:
    """Every plausible content of what red may not know, as the program would hash it."""
    rest = {
        "words": [],
        "standing": "ask me",
        "answered": [],
        "notes": [],
        "turn": [],
        "remembered": {},
    }
    for hand in _hands():
        state = {"hand": hand}
        yield from (hand, state)
        whispers = [[], *[_whispers(at) for at in range(3)]]
        dealt = [{"at": at, "adds": True, "kind": "dealt", "data": {"hand": hand}} for at in (0, 1)]
        for events in (*whispers, *[[event] for event in dealt]):
            yield {"events": events, "state": _sha(state)}
            for force in files:
                yield {"events": events, "state": _sha(state), **rest, "files": force}
        for turn in _turns(hand) if len(hand) == 2 else ():
            for force in files:
                told = {"events": [], "state": _sha(state), **rest, "files": force}
                yield {**told, "turn": turn}
    for deck in _decks():
        state = {"deck": deck}
        yield from (deck, state)
        yield {"draws": [], "state": _sha(state)}
    for draws in _draws():
        yield {"draws": draws, "state": _sha({"deck": []})}
    for card in CARDS:
        yield from (card, card.title(), {"play": card}, {"play": card.title()})


def _turns(hand: list[str]) -> Iterator[list[dict[str, Any]]]:
    """What a report may repeat of a turn in which one card of three was played."""
    for card in [card for card in CARDS if card not in hand]:
        data = {"hand": sorted([*hand, card])}
        for at in (0, 1):
            dealt: dict[str, Any] = {"at": at, "adds": True, "kind": "dealt", "data": data}
            yield from ([dealt, *more] for more in ([], _whispers(2), _whispers(3)))


def _whispers(at: int) -> list[dict[str, Any]]:
    return [{"at": at, "adds": False, "kind": "whisper", "data": {"text": "you alone know why"}}]


def _bodies() -> Iterator[object]:
    """Every order body that blue could have sent, with the salts that anybody could think of."""
    lines: list[list[Any]] = [[], ["boast"], [{"boast": ""}], [{"boast": {}}]]
    lines += [[{"play": name}] for card in CARDS for name in (card, card.title())]
    for orders in lines:
        yield {"orders": orders}
        for salt in ("", "0" * 32):
            yield {"orders": orders, "salt": salt}


def _guesses(table: Table) -> Iterator[tuple[str, object]]:
    """(digest, what it would tell) of every guess in every construction."""
    salts = _known(table)
    for part in _parts(_files(table)):
        raw = typed(part)
        yield hashlib.sha256(raw).hexdigest(), part
        for salt in salts:
            yield hmac.digest(salt, raw, "sha256").hex(), part
    for body in _bodies():
        yield _sha(body), body


def _own(table: Table) -> set[str]:
    """Digests of what red knows anyway: its own hands and parts, as its own reports say them."""
    sheets = [read_report(path.read_bytes()).sheet for path in table.reports("red")]
    hands = {_sha(sheet["state"]["own"]) for sheet in sheets}
    return hands | {sheet["commitments"].get("seat/red", "") for sheet in sheets}


def _hits(table: Table) -> list[object]:
    held = _held(table) - _own(table)
    return [part for digest, part in _guesses(table) if digest in held]


def test_no_guess_hits(game: Callable[..., Table]) -> None:
    table = game("duel", 9)
    assert len(_held(table)) > 50
    assert _hits(table) == []


def test_the_other_hand_is_hidden_while_it_matters(game: Callable[..., Table]) -> None:
    """Also in the middle of the game, when blue holds cards that red has not seen."""
    table = game("duel", 2)
    assert len(table.sheet(OTHER)["state"]["own"]["hand"]) == 3
    assert _hits(table) == []


def test_a_constant_salt_is_cracked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same test with the salts of the commitments taken out finds blue's hand and the deck."""
    monkeypatch.setattr(entries, "salt", lambda sealed, number, party: bytes(32))
    table = opened("duel", tmp_path / "game", 3)
    hits = _hits(table)
    hand = {"hand": sorted(table.sheet(OTHER)["state"]["own"]["hand"])}
    assert _sha(hand) in [
        part["state"] for part in hits if isinstance(part, dict) and "state" in part
    ]
    dealt = [part["draws"] for part in hits if isinstance(part, dict) and part.get("draws")]
    assert dealt
    assert [CARDS[n] for n in dealt[0][0]["picked"]] == _dealt(table)


def _dealt(table: Table) -> list[str]:
    """Red's cards in the order in which they were drawn."""
    first = table.folder.joinpath("journal").read_text().splitlines()[3]
    picked: list[int] = json.loads(first)["own"]["sealed"]["draws"][0]["picked"]
    return [CARDS[number] for number in picked]


def test_a_salt_that_red_can_compute_is_cracked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Salts made of what stands in red's own report are as bad as none."""
    own = entries.salt
    monkeypatch.setattr(entries, "salt", lambda sealed, number, party: own(sealed, number, "all"))
    table = opened("duel", tmp_path / "game", 3)
    assert _hits(table)


def test_a_body_without_salt_is_cracked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_orders, "random_bytes", lambda size, seed, what: bytes(size))
    table = opened("duel", tmp_path / "game", 3)
    played = [part for part in _hits(table) if isinstance(part, dict) and "orders" in part]
    raw = table.folder.joinpath("mail", "0003-blue-1.yaml").read_text()
    (card,) = [c.title() for c in CARDS if f"play: {c.title()}" in raw]
    assert {"orders": [{"play": card}], "salt": "0" * 32} in played


def test_real_secrets_are_random(tmp_path: Path) -> None:
    """Without a test seed two signatures of the same orders have different salts and digests."""
    table = opened("duel", tmp_path / "game", 2)
    card = table.sheet("red")["state"]["own"]["hand"][0]
    text = f"kind: orders\nseat: red\norders:\n  - play: {card}\n"
    draft = table.put("draft.yaml", text.encode())
    headers = []
    for name in ("one", "two"):
        out, key = draft.with_name(f"{name}.yaml"), table.folder / "secret" / "red"
        report = table.report("red")
        assert cli("sign", draft, "--key", key, "--report", report, "--out", out).status == 0
        headers.append(cli("canon", out).raw)
    assert headers[0] != headers[1]
