"""Nothing Pompey holds lets him test a guess at Caesar's hand or orders; without salts it would."""

from __future__ import annotations

import copy
import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.engine.request import Data
from referee.lab.selfplay import save
from referee.proof import heads
from referee.proof.canonical import digest, typed_digest
from referee.report.report_file import read_report
from referee.ruleset import load
from tests.rules.julius_caesar.adapter import board

NO_SALT = bytes(32)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game after its first two runs: the deal, then cards discarded and played."""
    folder = tmp_path / "game"
    save(load("julius-caesar"), folder, 5, "land", {}, most_runs=2)
    return folder


def held(game: Path) -> set[str]:
    """Every digest that Pompey was given."""
    texts = [path.read_text() for path in sorted((game / "reports" / "pompey").glob("*.txt"))]
    texts.append((game / "charter.yaml").read_text())
    return set(re.findall(r"[0-9a-f]{64}", "".join(texts)))


def hands(pompey: list[str]) -> Iterator[list[str]]:
    """Every hand that Caesar may have been dealt, as far as Pompey knows."""
    left = list(board.deck(events=False))
    for card in pompey:
        left.remove(card)
    return (list(hand) for hand in sorted(set(itertools.combinations(left, 6))))


def sheet(game: Path, seat: str, number: int) -> Data:
    path = game / "reports" / seat / f"{number:04d}.txt"
    return read_report(path.read_bytes()).sheet


def own_part(like: Data, own: Data, hand: list[str]) -> Data:
    """Caesar's part of the entry of the deal, if this were his hand."""
    part: Data = copy.deepcopy(like)
    for event in part["events"]:
        if "hand" in event["data"]:
            event["data"]["hand"] = hand
    return {**part, "state": typed_digest({**own, "hand": hand})}


def guesses(game: Path) -> Iterator[str]:
    """Digests of every hand, bare and committed with a salt that anybody knows."""
    like = sheet(game, "caesar", 1)
    for hand in hands(sheet(game, "pompey", 1)["state"]["own"]["hand"]):
        part = own_part(like["own"], like["state"]["own"], hand)
        state = {**like["state"]["own"], "hand": hand}
        yield from (digest(hand), typed_digest(state), typed_digest(part), part["state"])
        yield heads.commitment(NO_SALT, part).hex()


def order_guesses() -> Iterator[str]:
    """Digests of every order of the first card phase, without a salt."""
    kinds = sorted(set(board.deck(events=False)))
    for discard, card in itertools.product(kinds, kinds):
        for lines in (
            [{"discard": discard}, {"play": card}],
            [{"play": card}, {"discard": discard}],
        ):
            yield digest({"orders": lines})


def cards() -> Iterator[str]:
    for card in sorted(set(board.deck(events=True))):
        yield from (digest(card), digest([card]), digest({"card": card}), digest({"play": card}))


def test_no_hand_can_be_tested(game: Path) -> None:
    known = held(game)
    tried = [*guesses(game), *cards()]
    assert len(tried) > 500
    assert [guess for guess in tried if guess in known] == []


def test_no_order_can_be_tested(game: Path) -> None:
    known = held(game)
    assert [guess for guess in order_guesses() if guess in known] == []


def test_without_salts_the_hand_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.engine.entry.salt", lambda *ignored: NO_SALT)
    folder = tmp_path / "game"
    save(load("julius-caesar"), folder, 5, "land", {}, most_runs=2)
    known = held(folder)
    assert [guess for guess in guesses(folder) if guess in known]


def test_without_salts_the_order_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.orders.order_file import OrderFile

    body = OrderFile.body.fget  # type: ignore[attr-defined]
    unsalted = property(lambda self: {k: v for k, v in body(self).items() if k != "salt"})
    monkeypatch.setattr(OrderFile, "body", unsalted)
    folder = tmp_path / "game"
    save(load("julius-caesar"), folder, 5, "land", {}, most_runs=2)
    known = held(folder)
    assert [guess for guess in order_guesses() if guess in known]
