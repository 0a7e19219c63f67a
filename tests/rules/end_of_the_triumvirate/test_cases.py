"""Every rule of The End of the Triumvirate has a case, every worked example has its cases, and
the adapter of the cases finds what is wrong."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from referee.lab.scripted import OutOfDice
from referee.proof.canonical import typed_digest
from tests.rules import cases as rulecases
from tests.rules.end_of_the_triumvirate.adapter import ADAPTER
from tests.support.seeds import with_each

PACKAGE = "end_of_the_triumvirate"
PARAGRAPHS = """
1.1 1.2 1.3 1.4 2.1 2.2 2.3 2.4 2.5 3.1 3.2 3.3 4.1 5.1 5.2 5.3 5.4 5.5 5.6
6.1 6.2 6.3 6.4 6.5 6.6 6.7 6.8 6.9 6.10 6.11 6.12 6.13
7.1 7.2 7.3 7.4 7.5 7.6 7.7.1 7.7.2 7.7.3 7.7.4 7.7.5 7.8 7.9
8.1 8.2 8.3 8.4 8.5 8.6 9.1 10.1 10.2 10.3 10.4 10.5 10.6 11.1 11.2 11.3 11.4
13.1 13.2 13.3 13.4
"""
#: Worked examples of the rules, and how many cases each has if not one.
EXAMPLES = """
supply-types supply-gold-to-treasury-when-character-present flip-every-second-turn
civil-servant-every-turn servant-leaves shortage-prefer-rome move-fig4 move-sea-discount:3
end-at-sea-illegal arrow-italia-sicilia draw-count-small-defender draw-count-three-each
draw-count-undefended battle-blue-red battle-weapons battle-character-protection
failed-attack-return governor-position-kept compensation-one-then-two:4 captured-servant
no-weapons-left escape-before-compensation last-province-immune actions-full-price
actions-caesar-in-competence-province:2 actions-pompey-military-three-gold:3
actions-crassus-political-six-gold nobody-leads-at-start all-on-seven-all-lead two-lead-together
trim-to-six election-tie first-consul first-consul-with-six-does-not-win
six-citizens-after-consulship second-election ninth-province competence-victory
calendar-three-players calendar-two-players neutral-weapons-two-players setup-sums
player-numbers:3 first-consul-with-nine-wins latest-end:2 pieces closed-pools:2 open-information
start-positions order-of-players:4 order-of-phases first-supply-of-caesar rome:4 shortage-default
carry-and-drop legions-never-alone nothing-at-sea gold-is-collected
enemy-province-needs-a-legion:2 servant-placed second-servant-idle four-attacks:3 refused-step
refused-sea-step short-bag both-empty-fails protection-of-an-empty-province:2 retreat-after-sea
ninth-before-compensation escape-refuge default-competence:2 compensation-can-win
actions-by-type:12 persuade-cases:4 weapons-cases:2 lead-first-then-persuade track-end
unpayable-action-keeps-price most-citizens:2 tie-nobody-added tie-never-added-is-oldest
consul-with-two-citizens two-player-board two-player-same-rules:3 script-with-branches
missing-orders idle-servant-does-not-stop-the-flip shortage-hands-out-everything:3 voyage-home:3
sea-without-a-landing:3 servant-taken-up-on-the-spot servant-left-behind-is-placed-at-once
captured-idle-servant ninth-province-after-escape consul-places-the-servant:3
escape-only-where-he-leads refuge-gold six-citizens-without-a-consulship
only-adding-counts-for-the-tie:2 stone-after-the-election:2
"""


def cases() -> list[rulecases.Case]:
    return [case for case in rulecases.cases() if case.package == PACKAGE]


def differences(before: dict[str, Any], **data: Any) -> list[str]:
    return rulecases.differences(rulecases.Case(PACKAGE, "made-up", {"before": before, **data}))


def test_every_paragraph_has_a_case() -> None:
    rules = {case.data["rule"] for case in cases()}
    assert set(PARAGRAPHS.split()) == rules


def test_every_example_has_its_cases() -> None:
    found = Counter(case.data["example"] for case in cases() if "example" in case.data)
    wanted = [entry.partition(":") for entry in EXAMPLES.split()]
    assert sorted(found) == sorted(name for name, _, _ in wanted)
    assert [name for name, _, number in wanted if found[name] < int(number or 1)] == []


@with_each(case for case in cases() if "draws" in case.data)
def test_draws_are_logged_and_open(case: rulecases.Case) -> None:
    """13.1 What was drawn stands in the log, so that a turn can be played again from there."""
    played = rulecases.play(case)
    logged = [[roll["items"][number] for number in roll["picked"]] for roll in played.rolls]
    assert logged == [draw for draw in case.data["draws"] if draw][: len(logged)]
    assert len(logged) == len(case.data["draws"])
    again = rulecases.Case(case.package, case.file, {**case.data, "draws": logged})
    assert typed_digest(rulecases.play(again).state) == typed_digest(played.state)


ATTACK = {"move": {"to": "Italia", "legions": "2"}}
FIELD = {"caesar": {"at": "Gallia Cisalpina"}, "Italia": "1"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"after": {"Italia": "pompey 1"}},
        {"after": {"Italia": {"owner": "caesar", "gold": "1"}}},
        {"after": {"caesar": {"at": "Gallia Cisalpina"}}},
        {"after": {"bag": {"crassus": "1"}}},
        {"after": {"compensation": "pompey II"}},
        {"after": {"points": "4"}},
        {"after": {"winner": "caesar competence"}},
        {"asked": {"pompey": "raise"}},
        {"facts": [{"leading": "political", "is": ["caesar"]}]},
        {"told": {"crassus": ["Sicilia"]}},
        {"untold": {"crassus": ["Italia"]}},
    ],
)
def test_a_wrong_case(wrong: dict[str, Any]) -> None:
    orders, draws = [ATTACK], [["crassus"]]
    assert differences(FIELD, orders=orders, draws=draws, after={"Italia": "caesar 1"}) == []
    assert len(differences(FIELD, orders=orders, draws=draws, **wrong)) == 1


@pytest.mark.parametrize(
    "draws", [[], [["crassus", "crassus"]], [["crassus"], ["caesar"]]], ids=["none", "two", "left"]
)
def test_draws_must_be_told(draws: list[list[str]]) -> None:
    with pytest.raises((AssertionError, OutOfDice)):
        differences(FIELD, orders=[ATTACK], draws=draws)


def test_positions_keep_the_books() -> None:
    public = ADAPTER.start({"supply": {"gold": "2", "legions": "20"}, "Italia": "3"})["public"]
    assert (public["supply"]["gold"], public["supply"]["legions"]) == (2, 20)
    assert public["provinces"]["italia"]["legions"] == 3
    assert public["characters"]["caesar"]["gold"] == 0
    with pytest.raises(AssertionError):
        ADAPTER.start({"caesar": {"gold": "16"}})
    with pytest.raises(AssertionError):
        ADAPTER.start({"alii": "4"})
    with pytest.raises(AssertionError):
        ADAPTER.start({"caesar": {"at": "Italia"}})
