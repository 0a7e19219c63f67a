"""Reactions of the toys, by generation: whatever is offered in a window, and however much of it has
become stale, the rules never meet what is not legal at that moment."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from referee.engine.action import SLIP, Action
from referee.engine.request import Request, View
from referee.engine.rules import Rules, Ruleset
from referee.engine.table import Table
from referee.engine.window import AGAIN, AT_MOST, NEVER, PASS, Reaction
from referee.engine.words import Answer
from referee.lab import selfplay
from referee.lab.selfplay import legal_sample, play
from tests.toys import caravans, passes, skirmish

SAID = (PASS, NEVER, AT_MOST, AGAIN)
PLAYED = [
    (passes.ruleset, "three"),
    (passes.ruleset, "two"),
    (caravans.ruleset, "plain"),
    (skirmish.ruleset, "plain"),
]


def reactions(ruleset: Ruleset) -> Iterator[type[Action[Any]]]:
    """All that can be done in windows."""
    for kind in ruleset.rules.kinds.values():
        if issubclass(kind.request, Reaction):
            yield from (a for a in kind.request.actions if a.word not in SAID)


def offered(rules: Rules, request: Request, view: View, chance: random.Random) -> Answer:
    """Lines of several answers, so that one spoils the next, with words of the window; what random
    play gives elsewhere, or where that is not legal."""
    if not isinstance(request, Reaction):
        return legal_sample(rules, request, view, chance)
    samples = [legal_sample(rules, request, view, chance) for _ in range(chance.randint(1, 4))]
    answer = [line for sample in samples for line in sample if not {*line} & {PASS, NEVER, AT_MOST}]
    answer += [{AT_MOST: chance.randint(1, 3)}] * (chance.random() < 0.3)
    answer += [{AGAIN: {}}] * (chance.random() < 0.2)
    return samples[0] if request.judge(view, answer).faults else answer


@pytest.mark.parametrize(("ruleset", "scenario"), PLAYED, ids=lambda one: getattr(one, "name", one))
def test_the_rules_meet_only_what_is_legal_then(
    ruleset: Ruleset, scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done, stale = list[str](), list[str]()

    def watched(action: type[Action[Any]]) -> None:
        does = action.does

        async def checked(self: Action[Any]) -> None:
            if not self.table.rehearsing:
                assert [one for one in self.problems() if one.weight != SLIP] == []
                done.append(action.word)
            await does(self)

        monkeypatch.setattr(action, "does", checked)

    for action in reactions(ruleset):
        watched(action)

    def tell(self: Any, kind: str, public: Any, **own: Any) -> None:
        stale.extend(note["on"] for note in own.values() if kind == "not done" and "on" in note)
        told(self, kind, public, **own)

    told = Table.tell
    monkeypatch.setattr(Table, "tell", tell)
    monkeypatch.setattr(selfplay, "legal_sample", offered)
    for number in range(15):
        assert play(ruleset, 9, number, scenario).result is not None
    assert {action.word for action in reactions(ruleset)} <= {*done}
    assert stale
