"""The keys that everybody has are known, and no others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from referee.proof.keys import generate, parse_public, public_line, test_key
from referee.proof.known_keys import FILE, KEPT, is_test_key, mark
from referee.ruleset import load
from tests.support.mailbag import TOYS

SEEDS = range(256)
GAMES = (
    "caesar-in-alexandria",
    "caesar-xl",
    "end-of-the-triumvirate",
    "julius-caesar",
    "sword-of-rome",
)
ROOT = Path(__file__).parents[2]


def names() -> list[str]:
    """Names of key files in tests, samples and pages: a party, or a party and ``-key``."""
    rulesets = [*TOYS.values(), *map(load, GAMES)]
    parties = ["host", *(seat for ruleset in rulesets for seat in ruleset.seats)]
    return [f"{party}{end}" for party in dict.fromkeys(parties) for end in ("", "-key")]


def marks() -> Iterator[bytes]:
    for seed in SEEDS:
        for name in names():
            yield mark(test_key(seed, name).public_key().public_bytes_raw())


def test_the_file_is_of_small_seeds_and_all_parties() -> None:
    """Written anew by ``python -m tests.unit.test_known_keys``."""
    assert FILE.read_bytes() == b"".join(sorted(set(marks())))


def test_keys_of_test_seeds_are_known() -> None:
    for seed in (0, 1, 7, 49, 53, 255):
        for name in ("host", "caesar", "pompey-key", "red"):
            assert is_test_key(public_line(test_key(seed, name)))


def test_keys_of_samples_are_known() -> None:
    found = sorted((ROOT / "samples").glob("*/keys/*.pub"))
    assert len(found) > 4
    assert all(is_test_key(parse_public(path.read_text())) for path in found)


def test_keys_of_players_are_not() -> None:
    assert not any(is_test_key(public_line(generate())) for _ in range(200))
    assert not is_test_key(public_line(test_key(10**6, "host")))
    assert KEPT >= 5


if __name__ == "__main__":
    FILE.write_bytes(b"".join(sorted(set(marks()))))
