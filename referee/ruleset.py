"""Finds rulesets: built-in ones by their place, others by entry points."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import re
import traceback
from pathlib import Path
from typing import Any

from referee.engine.rules import Ruleset

GROUP = "referee.rulesets"
HOME = "rulesets"


class NoRuleset(Exception):
    """There is no ruleset of that name, or it cannot be loaded."""


def load(name: str) -> Ruleset:
    """The ruleset of that name.

    Built-in ones lie in the package ``rulesets`` and are found without looking through the
    installed packages, which takes longer than everything else.  Raises NoRuleset."""
    if not re.fullmatch(r"[a-z0-9-]{1,40}", name):
        raise NoRuleset(f"{name!r} is no name of a ruleset")
    package = f"{HOME}.{name.replace('-', '_')}"
    if importlib.util.find_spec(package) is not None:
        return _checked(importlib.import_module(package).ruleset, name)
    for point in _entry_points():
        if point.name == name:
            return _checked(_loaded(point), name)
    raise NoRuleset(f"there is no ruleset {name!r}; there are: {', '.join(names())}")


def names() -> list[str]:
    """Names of all rulesets that are installed, sorted."""
    return sorted({*_built_in(), *(point.name for point in _entry_points())})


def data_digest(ruleset: Ruleset) -> str:
    """What a charter pins of a ruleset's data: hex SHA-256 over all files with their names."""
    total = hashlib.sha256()
    for name, raw in sorted(ruleset.data_files().items()):
        # Line ends are no part of the data: a checkout may have changed them.
        content = hashlib.sha256(raw.replace(b"\r\n", b"\n")).hexdigest()
        total.update(f"{name} {content}\n".encode())
    return total.hexdigest()


def _built_in() -> list[str]:
    home = importlib.import_module(HOME)
    return sorted(
        entry.name.replace("_", "-") for place in home.__path__ for entry in _folders(place)
    )


def _folders(place: str) -> list[Any]:
    return [p for p in Path(place).iterdir() if p.joinpath("__init__.py").is_file()]


def _entry_points() -> Any:
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)


def _loaded(point: Any) -> object:
    """What an entry point gives; NoRuleset, with the place, if its package fails."""
    try:
        return point.load()
    except Exception as trouble:
        frames = traceback.extract_tb(trouble.__traceback__)
        place = f"{Path(frames[-1].filename).name}, line {frames[-1].lineno}"
        reason = f"{type(trouble).__name__} at {place}: {trouble}"
        raise NoRuleset(f"the ruleset {point.name!r} cannot be loaded: {reason}") from trouble


def _checked(found: object, name: str) -> Ruleset:
    if not isinstance(found, Ruleset):
        reason = f"{found!r:.80}, where an object of a class of Ruleset is wanted"
    elif found.name != name:
        reason = f"the ruleset {found.name!r}: both names must be the same"
    else:
        return found
    raise NoRuleset(f"the entry point {name!r} gives {reason}")
