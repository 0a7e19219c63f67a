"""What a template says of requests that are made at the same time."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, ClassVar

from referee.engine.action import Action
from referee.engine.beside import Suggestions
from referee.engine.request import Request, View
from referee.engine.walk import Walk
from referee.engine.words import Many, Name, Nothing, Word
from referee.report.template import _beside


class Hold(Action[Walk]):
    """Stay."""

    word, takes = "hold", Nothing()

    async def does(self) -> None:
        """Nothing."""


class Guard(Request):
    kind, rule, actions, walk = "guard", "1", (Hold,), Walk
    selectors: ClassVar[Mapping[str, Word]] = {"at": Many(Name("space", ("hex", "point")))}


class Help(Suggestions[Guard]):
    def template(self, request: Guard, view: View) -> list[str]:
        return ["- hold"]


def test_a_selector_of_several_sorts_is_named_by_the_sort_that_has_it() -> None:
    names = {"hex": {"2023": "2023"}, "point": {"4-d": "4-D"}}
    kinds = {"guard": SimpleNamespace(suggestions=Help())}
    rules = SimpleNamespace(names=lambda seat: names, kinds=kinds)
    ruleset: Any = SimpleNamespace(rules=rules)
    told = [_beside(Guard("red", at=at), ruleset, View("red", {}, {})) for at in ("4-d", "2023")]
    assert told == [
        "- {on: guard, at: 4-D, orders: [hold]}",
        "- {on: guard, at: 2023, orders: [hold]}",
    ]
