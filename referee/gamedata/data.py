"""The data files of a ruleset: reading, checking, correcting; and where each datum comes from."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import cached_property
from typing import TYPE_CHECKING, Any

import yaml
from yaml.constructor import SafeConstructor

from referee.gamedata.shapes import Check, Place, Tree, Wrong, leaves, shape, told
from referee.kit.made import Made

if TYPE_CHECKING:
    from pathlib import Path

    from referee.gamedata.corrections import Change, Corrected

#: the C loader is about ten times as fast and reads the same language
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_MAP, _LIST, _TEXT = (f"tag:yaml.org,2002:{kind}" for kind in ("map", "seq", "str"))

#: What a datum can be: from the rules, from another source, our best guess, corrected, or ours: not
#: part of the published game.
SEED, PUBLISHED, RECONSTRUCTED, CORRECTED = "seed", "published", "reconstructed", "corrected"
OURS = "ours"

#: The data file of ready-made standing orders.  It takes no corrections: players agree on a set by
#: its name, and each can replace it with a list of his own.
STANDING = "standing"

#: any one step of a path
_ANY = "[^\0]*"

#: corrections for the ruleset that is being imported; None for its data as they are
_IN_EFFECT: ContextVar[Mapping[str, Any] | None] = ContextVar("corrections", default=None)


class BadData(Exception):
    """Data or corrections are invalid; ``wrong`` is never empty."""

    def __init__(self, wrong: Sequence[Wrong]) -> None:
        super().__init__("; ".join(f"{told(one.place)}: {one.reason}" for one in wrong))
        self.wrong = list(wrong)


def _load(raw: bytes, texts: bool = False) -> Any:
    """Return the plain data of one file; these are our own files and trusted.

    texts: whether every scalar is a text, as in order files, so ``on`` and ``1`` stay as typed.
    Raises yaml.YAMLError for invalid YAML, merge keys and custom tags."""
    node = yaml.compose(raw, Loader=_Loader)
    if node is None:
        return None
    return _texts(node) if texts else _plain(node, SafeConstructor())


def _texts(node: Any) -> Any:
    """Return the data of a node, with every scalar as written."""
    if node.tag == _MAP:
        return {_texts(key): _texts(value) for key, value in node.value}
    return [_texts(value) for value in node.value] if node.tag == _LIST else node.value


def _plain(node: Any, maker: SafeConstructor) -> Any:
    """Return the data of a node; PyYAML's own way takes twice as long because it allows circles."""
    if node.tag == _MAP:
        return {_plain(key, maker): _plain(value, maker) for key, value in node.value}
    if node.tag == _LIST:
        return [_plain(value, maker) for value in node.value]
    return node.value if node.tag == _TEXT else maker.construct_object(node)


class Origin(Made):
    """The data of a file that come from one source: pattern of their places, source, note, and each
    datum with its place in the file."""

    file: str
    pattern: str
    source: str
    note: str
    data: list[tuple[Place, Any]]


#: Sources as people read them.
_TOLD = {SEED: "certain", OURS: "our own"}


def totals(origins: Iterable[Origin]) -> dict[str, int]:
    """How many data come from each source; every source is named but corrections."""
    found = dict.fromkeys((SEED, PUBLISHED, RECONSTRUCTED), 0)
    for origin in origins:
        found[origin.source] = found.get(origin.source, 0) + len(origin.data)
    return found


def certainty(origins: Iterable[Origin]) -> str:
    """How much of the data is certain, in a few words; "" where there are none."""
    counts = totals(origins)
    if not any(counts.values()):
        return ""
    return ", ".join(f"{number} {_TOLD.get(source, source)}" for source, number in counts.items())


@contextlib.contextmanager
def correcting(corrections: Mapping[str, Any]) -> Iterator[None]:
    """Within this context, every new DataFolder applies these corrections."""
    token = _IN_EFFECT.set(corrections)
    try:
        yield
    finally:
        _IN_EFFECT.reset(token)


class DataFolder:
    """The YAML files of a folder: ``data["map"]`` is map.yaml without its provenance.

    A ruleset makes one as a constant, so it keeps the corrections in effect while the ruleset is
    imported.  shapes: name of each file -> what it may contain; checks: see `Check`.
    Raises BadData for corrections that do not fit.
    """

    def __init__(
        self, folder: Path, shapes: Mapping[str, Tree], checks: Sequence[Check] = ()
    ) -> None:
        self._folder, self._checks = folder, checks
        self._shapes = {name: shape(tree) for name, tree in shapes.items()}
        self._read: dict[str, Any] = {}
        self.corrections = _IN_EFFECT.get()
        self._corrected: Corrected | None = None
        if self.corrections is not None:
            self._correct(self.corrections)

    def __getitem__(self, name: str) -> Any:
        """The data of a file, with corrections if there are any."""
        return self._corrected.trees[name] if self._corrected else self._file(name)[0]

    def __contains__(self, name: object) -> bool:
        """Whether there is a file with that name."""
        return name in self._shapes

    @property
    def changes(self) -> list[Change]:
        """What the corrections changed."""
        return self._corrected.changes if self._corrected else []

    def files(self) -> dict[str, bytes]:
        """Everything that a charter pins: the bytes of each file by name, and the corrections."""
        found = {f"{name}.yaml": self._raw(name) for name in sorted(self._shapes)}
        if self.corrections is not None:
            text = json.dumps(self.corrections, sort_keys=True, separators=(",", ":"))
            found["corrections"] = text.encode()
        return found

    def wrong(self) -> list[Wrong]:
        """The faults of the data; [] if there are none."""
        trees = {name: self[name] for name in self._shapes}
        found = [
            wrong
            for name, of in self._shapes.items()
            for wrong in of.wrong(trees[name], (name,), trees)
        ]
        # Checks between data make sense only if each datum has its shape.
        return found or [wrong for check in self._checks for wrong in check(trees)]

    def origins(self) -> list[Origin]:
        """Where each datum comes from, by the patterns in the files' ``provenance``.

        A pattern is a path; ``*`` stands for any one step, a final ``**`` for all the rest.  The
        first pattern that fits a datum counts.
        Raises ValueError for a datum without a pattern or a pattern without data."""
        return list(self._all_origins)

    @cached_property
    def _all_origins(self) -> list[Origin]:
        return [origin for name in self._shapes for origin in self._origins(name)]

    def _origins(self, name: str) -> Iterator[Origin]:
        tree, rules = self[name], self._file(name)[1]
        corrected = self._corrected.places if self._corrected else ()
        patterns = _one_of([rule["what"] for rule in rules])
        found: list[list[tuple[Place, Any]]] = [[] for _ in rules]
        fixed: list[tuple[Place, Any]] = []
        for place, datum in leaves(tree):
            fit = patterns.fullmatch("".join(f"{step}\0" for step in place))
            if (name, *place) in corrected:
                fixed.append((place, datum))
            elif fit is None:
                path = "/".join(map(str, place))
                raise ValueError(f"no provenance says where {name}: {path} is from")
            else:
                found[(fit.lastindex or 0) - 1].append((place, datum))
        for rule, data in zip(rules, found, strict=True):
            if data:
                yield Origin(name, rule["what"], rule["is"], rule.get("note", ""), data)
            elif self.corrections is None:
                raise ValueError(f"no data under {name}: {rule['what']}")
        if fixed:
            yield Origin(name, "**", CORRECTED, "", fixed)

    def _correct(self, corrections: Mapping[str, Any]) -> None:
        from referee.gamedata.corrections import correct  # few games have any

        if STANDING in self._shapes and STANDING in corrections:
            reason = "standing orders take no corrections"
            raise BadData([Wrong((STANDING,), reason, "order files can replace them")])
        trees = {name: self._file(name)[0] for name in self._shapes}
        open_to_all = {n: of for n, of in self._shapes.items() if n != STANDING}
        self._corrected = correct(trees, open_to_all, corrections)
        if wrong := self._corrected.wrong or self.wrong():
            raise BadData([self._corrected.hinted(one) for one in wrong])

    def _raw(self, name: str) -> bytes:
        return (self._folder / f"{name}.yaml").read_bytes()

    def _file(self, name: str) -> tuple[Any, list[Any]]:
        """A file as it is on disk: its data and its provenance."""
        if name not in self._read:
            tree = _load(self._raw(name), texts=name == STANDING)
            self._read[name] = (tree, tree.pop("provenance"))
        data: tuple[Any, list[Any]] = self._read[name]
        return data


def _one_of(patterns: Iterable[str]) -> re.Pattern[str]:
    """A group for each pattern, in this order; it takes a path as its steps, each with a zero
    behind it.  One by one they would take half a second for the largest game."""
    return re.compile("|".join(f"({_steps(pattern)})" for pattern in patterns), re.DOTALL)


def _steps(pattern: str) -> str:
    *steps, last = pattern.split("/")
    told = [_ANY if step == "*" else re.escape(step) for step in (*steps, last)]
    end = ".*" if last == "**" else f"{told[-1]}\0"
    return "".join(f"{step}\0" for step in told[:-1]) + end
