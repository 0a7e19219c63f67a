"""The data of every game: shapes, provenance, and that corrections can be written for them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.files.folding import fold, fold_key
from referee.gamedata.corrections import ADD, NOTE, REMOVE
from referee.gamedata.data import DataFolder
from referee.ruleset import load, names
from tests.rules.random_corrections import try_one
from tests.support.seeds import count

ROOT = Path(__file__).parents[2]


def data_of(name: str) -> DataFolder:
    data = load(name).data
    assert data is not None
    return data


def keys(tree: Any) -> Iterator[str]:
    if isinstance(tree, dict):
        yield from tree
    for value in tree.values() if isinstance(tree, dict) else tree:
        if isinstance(value, dict | list):
            yield from keys(value)


@pytest.mark.parametrize("name", names())
def test_data_have_their_shapes(name: str) -> None:
    assert data_of(name).wrong() == []


@pytest.mark.parametrize("name", names())
def test_every_file_has_a_shape_and_is_pinned(name: str) -> None:
    folder = ROOT / "rulesets" / name.replace("-", "_") / "data"
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert data_of(name).files() == files


@pytest.mark.parametrize("name", names())
def test_every_datum_is_from_somewhere(name: str) -> None:
    origins = data_of(name).origins()
    assert {origin.source for origin in origins} <= {"seed", "published", "reconstructed", "ours"}
    assert sum(len(origin.data) for origin in origins) > 100


@pytest.mark.parametrize("name", names())
def test_every_key_and_text_can_be_written_in_corrections(name: str) -> None:
    """Keys as they come out of a strict file, and none of those that corrections need."""
    data = data_of(name)
    for file in data.files():
        stem = file.removesuffix(".yaml")
        assert stem != NOTE
        found = list(keys(data[stem]))
        assert [key for key in found if fold_key(key) != key] == []
        assert {ADD, REMOVE} & set(found) == set()
    texts = [text for o in data.origins() for _, text in o.data if isinstance(text, str)]
    assert [text for text in texts if fold(text) != text] == []


@pytest.mark.parametrize("name", names())
def test_what_passes_the_checks_can_be_played(name: str) -> None:
    """Random corrections; `python -m tests.rules.random_corrections` tries more of them."""
    found: list[str] = []
    while found.count("played") < count(2, 8):
        assert len(found) < 100, "nearly all are refused"
        found.append(try_one(name, len(found)))
    assert "refused" in found
