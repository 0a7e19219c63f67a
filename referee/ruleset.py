"""Finds rulesets, built-in ones by place and others by entry point, and applies corrections."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from referee.engine.later import among
from referee.engine.request import GUEST
from referee.engine.rules import Ruleset
from referee.fault import NOT_ALLOWED, Fault, Refused
from referee.gamedata.data import BadData, correcting
from referee.gamedata.shapes import told
from referee.proof.canonical import digest
from referee.proof.hashing import sha256_of

GROUP = "referee.rulesets"
HOME = "rulesets"

#: Rulesets with corrections, newest last: (name, digest of the corrections) -> ruleset.
_corrected: dict[tuple[str, str], Ruleset] = {}
_CORRECTED_AT_MOST = 8


class NoRuleset(Exception):
    """There is no ruleset of that name, or it cannot be loaded; hint: what to do, if known."""

    def __init__(self, reason: str, hint: str = "") -> None:
        super().__init__(reason)
        self.hint = hint


def load(name: str, corrections: Mapping[str, Any] | None = None) -> Ruleset:
    """The ruleset of that name, its data corrected if there are corrections.

    Built-in ones are in the package ``rulesets`` and are found without searching the installed
    packages, which would take longer than everything else.
    corrections: name of a data file -> tree of texts, and their note (referee-corrections(5)).
    Raises NoRuleset, and Refused for corrections that do not fit, with paths into them."""
    if not re.fullmatch(r"[a-z0-9-]{1,40}", name):
        raise _unknown(name)
    if not corrections:
        return _found(name)[1]()
    key = (name, digest(corrections))
    if key not in _corrected:
        while len(_corrected) >= _CORRECTED_AT_MOST:
            del _corrected[next(iter(_corrected))]
        _corrected[key] = _load_corrected(name, corrections)
    return _corrected[key]


def of_game(offer: Mapping[str, Any]) -> Ruleset:
    """The ruleset of a game, with the corrections of its offer; raises as `load`."""
    return load(offer["ruleset"], offer.get("corrections"))


def _load_corrected(name: str, corrections: Mapping[str, Any]) -> Ruleset:
    """A separate copy of a ruleset, loaded with corrections.

    Rulesets keep their data, and what they compute from them, in module constants and caches.  So
    each set of corrections gets its own modules, which nobody else can import."""
    package, get = _found(name)
    with _Private(package, corrections).inside():
        try:
            ruleset = get()
        except BadData as trouble:
            raise Refused([_fault(*wrong) for wrong in trouble.wrong]) from None
    if ruleset.data is None or ruleset.data.corrections is not corrections:
        reason = f"{name} has no data that can be corrected"
        raise Refused([Fault(NOT_ALLOWED, (), reason, "")])
    return ruleset


def _fault(place: tuple[str | int, ...], reason: str, hint: str) -> Fault:
    return Fault(NOT_ALLOWED, place, f"{told(place)}: {reason}", "", hint)


class _Private:
    """A package and all below it, imported with corrections; nobody else can import these."""

    def __init__(self, package: str, corrections: Mapping[str, Any]) -> None:
        self.package, self.corrections = package, corrections
        self.modules: dict[str, ModuleType] = {}

    @contextlib.contextmanager
    def inside(self) -> Iterator[None]:
        """Inside, these modules are the package, more are imported for it; afterwards all is as
        before."""
        shelved = _swap(self.package, self.modules)
        try:
            with correcting(self.corrections), among(self.inside):
                yield
        finally:
            self.modules = _swap(self.package, shelved)


def _swap(package: str, modules: Mapping[str, ModuleType]) -> dict[str, ModuleType]:
    """Let these be the modules of a package and below it; the ones that were."""
    below = f"{package}."
    before = [name for name in sys.modules if name == package or name.startswith(below)]
    found = {name: sys.modules.pop(name) for name in before}
    sys.modules.update(modules)
    above, _, last = package.rpartition(".")
    holder = vars(importlib.import_module(above)) if above else {}
    holder.pop(last, None)
    if package in modules:
        holder[last] = modules[package]
    return found


def names() -> list[str]:
    """Names of all rulesets that are installed, sorted."""
    return sorted({*_built_in(), *(point.name for point in _entry_points())})


def data_digest(ruleset: Ruleset) -> str:
    """What a charter pins of a ruleset's data: hex SHA-256 over all files with their names, and
    the corrections."""
    # A checkout may have changed the line ends, so they do not count.
    lines = [
        f"{name} {sha256_of(raw).hex()}\n"
        for name, data in sorted(ruleset.data_files().items())
        for raw in [data.replace(b"\r\n", b"\n")]
    ]
    return sha256_of("".join(lines).encode()).hex()


def _found(name: str) -> tuple[str, Callable[[], Ruleset]]:
    """The package of a ruleset, and what imports it."""
    package = f"{HOME}.{name.replace('-', '_')}"
    if _is_built_in(package):
        return package, lambda: _checked(importlib.import_module(package).ruleset, name)
    if point := next((point for point in _entry_points() if point.name == name), None):
        with _trouble_told(point):  # to find a module imports the packages above it
            package = _package(point.module)
        return package, lambda: _checked(_loaded(point), name)
    raise _unknown(name)


def _unknown(name: str) -> NoRuleset:
    """There is none of that name; the hint names the one that is meant, if that is clear."""
    from difflib import get_close_matches  # which few calls need

    said, known = "-".join(name.lower().replace("_", "-").split()), names()
    near = [one for one in known if said and said in one] or get_close_matches(said, known, 1)
    hint = f"did you mean {near[0]!r}?" if len(near) == 1 else ""
    return NoRuleset(f"there is no ruleset {name!r:.60}; choose from: {', '.join(known)}", hint)


@cache
def _is_built_in(package: str) -> bool:
    """Whether a package is there; searched for once, for a game of others each command would."""
    return importlib.util.find_spec(package) is not None


def _package(module: str) -> str:
    """The package that a module is, or is in; the module itself if it is in none."""
    spec = importlib.util.find_spec(module)
    inside = spec is not None and spec.submodule_search_locations is not None
    return module if inside else module.rpartition(".")[0] or module


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
    """What an entry point gives; raises NoRuleset."""
    with _trouble_told(point):
        return point.load()


@contextlib.contextmanager
def _trouble_told(point: Any) -> Iterator[None]:
    """Inside, an entry point whose package fails raises NoRuleset, with the place."""
    try:
        yield
    except BadData:
        raise  # told at its place in the corrections
    except Exception as trouble:
        failed = f"the ruleset {point.name!r} cannot be loaded: {failed_at(trouble)}: {trouble}"
        raise NoRuleset(failed, _moved(point, trouble)) from trouble


def _moved(point: Any, trouble: Exception) -> str:
    """What to do about an entry point whose module was renamed or is gone."""
    above = [".".join(point.module.split(".")[: n + 1]) for n in range(point.module.count(".") + 1)]
    if not (isinstance(trouble, ModuleNotFoundError) and trouble.name in above):
        return ""
    package = f"the package {point.dist.name!r}" if point.dist else "the package that names it"
    return f"uninstall {package}, or reinstall it if its module was renamed"


def failed_at(trouble: Exception) -> str:
    """What failed and where, without values, which may be secret."""
    import traceback  # which takes longer to import than most rulesets

    last = traceback.extract_tb(trouble.__traceback__)[-1]
    return f"{type(trouble).__name__} at {Path(last.filename).name}, line {last.lineno}"


def _checked(found: object, name: str) -> Ruleset:
    if not isinstance(found, Ruleset):
        reason = f"{found!r:.80} instead of a Ruleset"
    elif found.name != name:
        reason = f"the ruleset {found.name!r}: both names must be the same"
    elif GUEST in found.seats:
        reason = f"a seat {GUEST!r}, a name kept for those who read along"
    else:
        return found
    raise NoRuleset(f"the entry point {name!r} gives {reason}")
