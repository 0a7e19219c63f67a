"""`Standing.default`: legal wherever a seat is asked, and the same for the same View."""

from __future__ import annotations

import copy
import inspect
import random
from collections.abc import Callable, Iterator, Mapping, Sequence

import pytest

from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.rules import Ruleset
from referee.engine.words import Answer
from referee.playable import options_of
from referee.proof.dice import Dice
from tests.rules.end_of_the_triumvirate.adapter import ruleset as triumvirate
from tests.rules.julius_caesar.adapter import ruleset as julius_caesar
from tests.support.beside import default, sample
from tests.toys import dig, duel, relay, smugglers, versions

TOYS = (dig.ruleset, duel.ruleset, relay.ruleset, smugglers.ruleset)
#: Toys that change what another one asks, and can be played by themselves.
CHANGED = (versions.NO_BOAST, versions.ASKS, versions.STRICTER, versions.LEAPING)
#: Ruleset and scenario -> random games of it.
GAMES: tuple[tuple[Ruleset, str, int], ...] = (
    (julius_caesar, "campaign", 12),
    (julius_caesar, "land", 4),
    (triumvirate, "three", 6),
    (triumvirate, "two", 6),
    *((toy, scenario, 8) for toy in (*TOYS, *CHANGED) for scenario in toy.scenarios),
)


class Dull:
    """A game at random, in which one seat and now and then another answers by default."""

    def __init__(self, ruleset: Ruleset, scenario: str, number: int) -> None:
        self.chance = random.Random(f"defaults {ruleset.name} {scenario} {number}")
        some = {key: self.chance.choice(o.values) for key, o in ruleset.options.items()}
        self.ruleset = ruleset
        self.game = Game(ruleset.rules, ruleset.rules.setup(scenario, options_of(ruleset, some)))
        self.dull = self.chance.choice([None, *ruleset.seats_of(scenario)])
        self.met: set[type[Request]] = set()

    def supply(self, requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
        return [self.answer(request, view(request.seat)) for request in requests]

    def answer(self, request: Request, view: View) -> Answer:
        self.met.add(type(request))
        before = copy.deepcopy(view)
        ruleset = self.ruleset
        found = default(ruleset, request, view)
        assert found == default(ruleset, request, before), "the same View, the same answer"
        assert view == before, "the View is not changed"
        assert request.judge(view, found).faults == [], (request.data(), found)
        by_default = request.seat == self.dull or self.chance.randrange(4) == 0
        return found if by_default else sample(ruleset, request, view, self.chance)

    def play(self) -> None:
        dice = Dice(self.chance.randbytes(32), self.chance.randbytes(32))
        assert self.game.run(dice, self.supply).over


def met(ruleset: Ruleset, scenario: str, games: int) -> set[type[Request]]:
    found: set[type[Request]] = set()
    for number in range(games):
        played = Dull(ruleset, scenario, number)
        played.play()
        found |= played.met
    return found


@pytest.mark.parametrize(
    ("ruleset", "scenario", "games"), GAMES, ids=lambda value: getattr(value, "name", str(value))
)
def test_the_default_is_legal_wherever_a_seat_is_asked(
    ruleset: Ruleset, scenario: str, games: int
) -> None:
    found = met(ruleset, scenario, games)
    assert found <= set(ruleset.rules.requests.values())
    if scenario == next(iter(ruleset.scenarios)):
        assert found == set(ruleset.rules.requests.values()), "every request comes up"


def all_requests(kind: type[Request] = Request) -> Iterator[type[Request]]:
    for found in kind.__subclasses__():
        yield found
        yield from all_requests(found)


def test_every_request_says_what_its_default_is() -> None:
    askable = [request for request in all_requests() if "kind" in vars(request)]
    assert [request for request in askable if inspect.isabstract(request)] == []


def test_a_seat_that_says_nothing_plays_the_lowest_card_and_the_dullest_supply() -> None:
    rules: Mapping[str, type[Request]] = julius_caesar.rules.requests
    hand = ["mars", "4/1", "1/2", "1/3", "2/2", "3/1"]
    view = View("caesar", {}, {"hand": hand})
    assert default(julius_caesar, rules["cards"]("caesar", year=705, turn=1), view) == [
        {"discard": "1/3"},
        {"play": "1/2"},
    ]
    turn = triumvirate.rules.requests["turn"]("caesar", year=1, turn=1, part=1)
    assert default(triumvirate, turn, view) == []
