"""Templates of all games: what a player starts from is understood, also with the # taken off."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from referee.engine.game import Game
from referee.lab.selfplay import check_template, play, uncommented
from referee.report.template import WIDTH, noted, template
from referee.ruleset import load
from tests.support.seeds import count

GAMES: Mapping[str, list[tuple[str, dict[str, str]]]] = {
    "julius-caesar": [("campaign", {"deployment": "free"}), ("campaign", {}), ("land", {})],
    "end-of-the-triumvirate": [("three", {}), ("two", {})],
    "caesar-xl": [("silver", {}), ("bronze", {})],
    "caesar-in-alexandria": [
        ("pharos", {}),
        ("naval", {}),
        ("heptastadium", {}),
        ("battle", {"set-up": "by the players"}),
    ],
    "sword-of-rome": [("four", {}), ("three", {}), ("two", {})],
}
#: A game of each ruleset, or with --long of each scenario too.
PLAYED = [
    (name, scenario, options)
    for name, ways in GAMES.items()
    for scenario, options in ways[: count(1, len(ways))]
]


@pytest.mark.parametrize(("name", "scenario", "options"), PLAYED)
def test_every_line_of_every_template_is_understood(
    name: str, scenario: str, options: dict[str, str]
) -> None:
    """In a whole game at random: as they stand, and with every example ordered."""
    ruleset, seen = load(name), set()
    kinds: dict[str, int] = {}

    def look(game: Game) -> None:
        for request in game.open_requests():
            view = game.view(request.seat)
            sheet = {"seat": request.seat, "state": {"public": view.public, "own": view.own}}
            lines = template(request, ruleset, sheet, fitted=True)
            if (text := "\n".join(lines)) not in seen:
                seen.add(text)
                check_template(request, sheet, ruleset)
                assert max(len(line) for line in lines) <= WIDTH
                examples = sum(line not in lines for line in uncommented(lines))
                kinds[request.kind] = kinds.get(request.kind, 0) + examples

    play(ruleset, 11, scenario=scenario, options=options, watch=look)
    assert len(kinds) > 1
    assert sum(kinds.values()) > 20


def test_a_comment_is_broken_between_things() -> None:
    chance = random.Random(5)
    things = ["Gallia Narbonensis", "[Hispania Ulterior, Africa Nova]", "{gold: 1, at: [Syria A]}"]
    for _ in range(200):
        named = [chance.choice(things) for _ in range(chance.randint(1, 12))]
        text = "of " + "".join(name + chance.choice((", ", " or ", "; ")) for name in named) + "x"
        lines = noted(text)
        assert max(len(line) for line in lines) <= WIDTH - 2
        assert " ".join(line.removeprefix("#").strip() for line in lines) == text
        for name in set(named):
            assert sum(line.count(name) for line in lines) == named.count(name)
    assert len(noted("word " * 40)) > 2, "what has no breaks is broken between words"


def test_a_template_shows_what_can_ride_along() -> None:
    """The rest of a round, where to regroup, and a rule: with the # taken off it is understood."""
    ruleset = load("julius-caesar")
    found: dict[str, list[str]] = {}

    def watch(game: Game) -> None:
        for request in game.open_requests():
            view = game.view(request.seat)
            sheet = {"seat": view.seat, "state": {"public": view.public, "own": view.own}}
            lines = template(request, ruleset, sheet, fitted=True)
            lines = [line for line in lines if line[0] == "#"]
            assert len(lines) <= 12, lines
            assert max(map(len, lines), default=0) <= 72
            found.setdefault(request.kind, []).extend(lines)

    for number in range(count(1, 20)):
        play(ruleset, 9, number, watch=watch)
    assert "# next:  # advance orders, for what you may be asked after this" in found["cards"]
    assert any("on: command, orders: [move:" in line for line in found["cards"])
    assert any("letter: C," in line for line in found["battle turn"])
    assert any("on: regroup, at: " in line for line in found["hits"])
    assert any("on: next battle" in line for line in found["regroup"])
    assert "#   # or rules of your own: [{on: regroup, then: stay}]" in found["regroup"]
    assert not any("of your own" in line for line in found["command"])
    assert all(any("# standing: quiet" in line for line in lines) for lines in found.values())
