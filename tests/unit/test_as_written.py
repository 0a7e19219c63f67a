"""What is read quickly is what the strict reader makes of it, or it is not read quickly."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from referee.fault import Refused
from referee.files.strict_yaml import _built, read
from referee.files.write_yaml import as_written, emit
from tests.support.seeds import count

ROOT = Path(__file__).parents[2]
WORDS = [
    "Legio 13",
    "yes",
    "1:30",
    "0512",
    "~",
    "a: b",
    "",
    " x",
    "x ",
    "- a",
    "[a]",
    "null",
    "'",
    '"q"',
]


def some_tree(chance: random.Random, levels: int = 3) -> Any:
    kind = chance.choice(("text", "map", "list")) if levels else "text"
    if kind == "list":
        return [some_tree(chance, levels - 1) for _ in range(chance.randint(0, 4))]
    if kind == "map":
        keys = chance.sample(["a", "from", "orders", "key 1", "Key", "joins", "z9"], 3)
        return {key: some_tree(chance, levels - 1) for key in keys}
    return chance.choice([*WORDS, "ab" * chance.randint(1, 60), "a\nb\n", "one two " * 12])


def strictly(raw: bytes) -> Any:
    """What the strict reader alone makes of a file, and where each part of it is; None if it
    refuses it."""
    try:
        built = _built(raw.decode(), False)
    except (Refused, UnicodeError):
        return None
    return built.root, built.places


def quickly(raw: bytes) -> Any:
    """The same of a file that is read quickly."""
    return read(raw).tree, read(raw)._places


def test_what_is_read_quickly_is_what_the_strict_reader_makes_of_it() -> None:
    quick = 0
    for seed in range(count(400, 20000)):
        chance = random.Random(seed)
        raw = emit({"a": some_tree(chance), "orders": [some_tree(chance)], "z": "end"}).encode()
        if as_written(raw) is not None:
            quick += 1
            assert quickly(raw) == strictly(raw), raw.decode()
    assert quick > count(50, 3000)


def test_a_file_that_was_touched_is_read_strictly_or_means_the_same() -> None:
    signs = b"\n\n# \t -:[]{},'\"#&*!|>%@`\\?<=~a9A\r\x00\x85\xa0\xc3"
    samples = [path.read_bytes() for path in sorted(ROOT.glob("samples/*/orders/*.yaml"))[::9]]
    for seed in range(count(1500, 100000)):
        chance = random.Random(seed)
        raw = bytearray(chance.choice(samples))
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(raw))
            raw[at : at + chance.randint(0, 2)] = bytes([chance.choice(signs)])
        if as_written(bytes(raw)) is not None:
            assert quickly(bytes(raw)) == strictly(bytes(raw)), raw.decode()


@pytest.mark.parametrize(
    "raw",
    [
        *(b"[" * 60000, b"a: " + b"[\n" * 5000, b"- " * 30 + b"\n", b"? " * 30000),
        *(b"a: &x 1\nb: *x\n", b"a: !!int 1\n", b"%YAML 1.1\n---\na: b\n", b"a: b\na: b\n"),
        *(
            b"A: b\n",
            b"a: b\n---\nc: d\n",
            b"a: b # c\n",
            b"a:  b\n",
            b"a: 'b'\n",
            b"a: b",
            b"[]\n",
        ),
        *(b"", b"\n", b"a\n", b"- a\n", b"a: b\r\n", b"\xef\xbb\xbfa: b\n", "a: é\n".encode()),
        b"".join(b"k%d: v\n" % number for number in range(3000)),
    ],
)
def test_anything_else_is_left_to_the_strict_reader(raw: bytes) -> None:
    assert as_written(raw) is None


def test_charters_and_most_order_files_of_the_samples_are_read_quickly() -> None:
    """All but those with a note that has a sign such as ``!``."""
    for path in ROOT.glob("samples/*/charter.yaml"):
        assert as_written(path.read_bytes()) is not None, path
    orders = [path.read_bytes() for path in ROOT.glob("samples/*/orders/*.yaml")]
    assert sum(as_written(raw) is not None for raw in orders) > len(orders) * 3 // 4


def test_where_a_part_is_is_found_when_somebody_asks() -> None:
    raw = emit({"a": "b", "orders": [{"move": {"from": "Rome", "to": "Genua"}}]}).encode()
    assert as_written(raw) is not None
    document = read(raw)
    assert document.line(("orders", 0, "move", "to")) == 3
    assert document.quote(("orders", 0, "move", "to")) == "Genua"


def test_without_the_library_all_is_read_strictly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("yaml.CBaseLoader", raising=False)
    assert as_written(b"a: b\n") is None
    assert read(b"a: b\n").tree == {"a": "b"}
