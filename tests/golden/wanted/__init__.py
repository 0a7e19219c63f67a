"""What golden games a ruleset wants, one module a ruleset: ``WANTED``, name -> `Wanted`."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.engine.request import Data, View
from referee.engine.rules import Result


@dataclass(frozen=True)
class Wanted:
    """A game to look for, and how those who play it are inclined.

    result: how it must end.
    tries: seat -> of how many random answers it takes the one of most worth; 1 if it is not named.
    worth: of the position that a run leads to, by the public part.
    wishes: orders that a seat considers beside random ones: (kind of the request, its view), lists
    of lines, of which it orders those that are legal.
    standing: the list of standing orders that a seat sends along with its file: (public part,
    number of the run, seat); None for none.
    tells: kinds of events that its public reports must tell.
    stops: kinds of requests that must stop it, as nothing answers them.
    also: what a seat writes beside its orders, such as ``next`` or ``resign``: (its view, number
    of the run, whether it is due); of a seat that is not due it is an advance file, {} for none.
    nexts: kinds of requests that ``next`` must answer.
    holds: whether the position at the end is as it should be.
    turns: how many the game has had, when it is over.
    corrections: with which it is opened, as `referee.ruleset.load` takes them.
    """

    result: Result
    scenario: str
    turns: Callable[[Data], int]
    standing: Callable[[Data, int, str], list[Any] | None]
    options: Mapping[str, str] = field(default_factory=dict)
    tries: Mapping[str, int] = field(default_factory=dict)
    worth: Callable[[Data], int] = lambda public: 0
    wishes: Callable[[str, View], Iterable[list[Any]]] = lambda kind, view: ()
    tells: tuple[str, ...] = ()
    stops: tuple[str, ...] = ()
    also: Callable[[View, int, bool], Data] = lambda view, run, due: {}
    nexts: tuple[str, ...] = ()
    corrections: Mapping[str, Any] = field(default_factory=dict)
    holds: Callable[[Data], bool] = lambda public: True


def wanted(ruleset: str) -> Mapping[str, Wanted]:
    """The golden games that the ruleset of that name wants, by name."""
    module = importlib.import_module(f"{__name__}.{ruleset.replace('-', '_')}")
    found: Mapping[str, Wanted] = module.WANTED
    return found


def elsewhere(ruleset: str) -> Mapping[str, str]:
    """Kinds of requests and ways of ending that random games hardly ever come to, so that no golden
    game of the ruleset has them; each with the title of a case of its that does."""
    module = importlib.import_module(f"{__name__}.{ruleset.replace('-', '_')}")
    found: Mapping[str, str] = getattr(module, "ELSEWHERE", {})
    return found
