"""Data files of a ruleset: reading them, and counting where their data come from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import yaml
from yaml.constructor import SafeConstructor

if TYPE_CHECKING:
    from pathlib import Path

#: The C loader is about ten times as fast; both read the same language.
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_MAP, _LIST, _TEXT = (f"tag:yaml.org,2002:{kind}" for kind in ("map", "seq", "str"))

#: (what, seed|published|reconstructed, how many data, note)
Provenance = tuple[str, str, int, str]


def raw_files(folder: Path) -> dict[str, bytes]:
    """Return every YAML file of a folder, unread, by name in alphabetical order."""
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.yaml"))}


def load(raw: bytes) -> Any:
    """Return the plain data of one file; these files are our own and trusted.

    Raises yaml.YAMLError for what is no YAML, or has merge keys or tags of its own."""
    node = yaml.compose(raw, Loader=_Loader)
    return None if node is None else _plain(node, SafeConstructor())


def _plain(node: Any, maker: SafeConstructor) -> Any:
    """Return the data of a node; twice as fast as PyYAML's own way, which allows for circles."""
    if node.tag == _MAP:
        return {_plain(key, maker): _plain(value, maker) for key, value in node.value}
    if node.tag == _LIST:
        return [_plain(value, maker) for value in node.value]
    return node.value if node.tag == _TEXT else maker.construct_object(node)


def count_provenance(data: Mapping[str, Any]) -> list[Provenance]:
    """Return what a file's ``provenance`` list says, with the number of data under each pattern.

    A pattern is a path in which ``*`` stands for any one step and a last ``**`` for the rest; the
    first one that fits a datum counts it.
    Raises ValueError for a datum without pattern or a pattern without data.
    """
    rules = data["provenance"]
    patterns = [rule["what"].split("/") for rule in rules]
    counts = [0] * len(rules)
    for path in _leaves({key: value for key, value in data.items() if key != "provenance"}):
        hits = (n for n, pattern in enumerate(patterns) if _fits(pattern, path))
        number = next(hits, None)
        if number is None:
            raise ValueError(f"nobody says where {'/'.join(path)} is from")
        counts[number] += 1
    idle = [rule["what"] for rule, count in zip(rules, counts, strict=True) if not count]
    if idle:
        raise ValueError(f"no data under {', '.join(idle)}")
    return [
        (rule["what"], rule["is"], count, rule.get("note", ""))
        for rule, count in zip(rules, counts, strict=True)
    ]


def _leaves(data: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the path of every datum; a key with a slash in it is one step."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from _leaves(value, (*path, str(key)))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from _leaves(value, (*path, str(number)))
    else:
        yield path


def _fits(pattern: list[str], path: tuple[str, ...]) -> bool:
    """Whether a path goes by a pattern."""
    if pattern[-1] == "**":
        pattern, path = pattern[:-1], path[: len(pattern) - 1]
    return len(pattern) == len(path) and all(
        want in ("*", step) for want, step in zip(pattern, path, strict=True)
    )
