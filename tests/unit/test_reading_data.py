from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from referee.gamedata import data

FILES = sorted(Path(__file__).parents[2].joinpath("rulesets").rglob("*.yaml"))


def told(value: object) -> str:
    """The value with its types and the order of its keys."""
    return repr(value)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_data_files_read_as_any_reader_of_yaml_reads_them(path: Path) -> None:
    raw = path.read_bytes()
    assert told(data._load(raw)) == told(yaml.safe_load(raw))


@pytest.mark.parametrize(
    "text",
    [
        "{b: 1, a: [x, 'y', \"1\"], c: {}, d: []}",
        "[1, -2, 0x10, 0o7, 1.5, true, no, null, ~, '', 2001-01-01]",
        "a:\nb: |\n  two\n  lines\n1: 2",
        "a: &x {b: [1]}\nc: *x",
        "- text",
        "",
    ],
)
def test_every_kind_of_value(text: str) -> None:
    assert told(data._load(text.encode())) == told(yaml.safe_load(text))


@pytest.mark.parametrize(
    "text", ["a: &x {b: 1}\nc: {<<: *x}", "a: !own 1", "[1", "a: 1\n---\nb: 2"]
)
def test_what_no_data_file_may_hold(text: str) -> None:
    with pytest.raises(yaml.YAMLError):
        data._load(text.encode())
