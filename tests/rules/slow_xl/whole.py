"""Section 3: whole games, chosen by chance."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tests.rules.slow_xl.atlas import SETUP, VALUE
from tests.rules.slow_xl.battle import combat
from tests.rules.slow_xl.cards import draws, forum
from tests.rules.slow_xl.march import march
from tests.rules.slow_xl.purchases import purchases, taxes
from tests.rules.slow_xl.world import OTHER, Data, Ended, World

PHASES = (forum, draws, purchases, taxes, march, combat)


def play(world: World, turns: int = 0) -> list[Data]:
    """3.1 A whole game, or so many turns of players; its lines as a trace."""
    world.start()
    played = 0
    try:
        while not turns or played < turns:
            played += 1
            for phase in PHASES:
                phase(world, world.at["seat"])
            next_turn(world)
    except Ended:
        world.end()
    else:
        world.stop()
    return world.lines


def next_turn(world: World) -> None:
    """3.1, 4.1 The other player, the next turn, the end."""
    at = world.at
    if at["seat"] == "pompey" and at["turn"] == SETUP["turns"]:
        last(world)
    at["turn"] += at["seat"] == "pompey"
    at["seat"] = OTHER[at["seat"]]
    at["phase"] = "forum"
    world.new_turn()


def last(world: World) -> None:
    """4.1 The value of cities, Rome counted twice; level: who controls Rome."""
    rome = world.holder("rome")
    value = {seat: world.city_value(seat) for seat in OTHER}
    if rome:
        value[rome] += VALUE["rome"]
    one, two = value
    if value[one] == value[two]:
        world.over("last turn", rome)
    world.over("last turn", one if value[one] > value[two] else two)


#: How rarely a player stops, of a hundred, where he could go on.
STOPS = {"end": 8, "none": 25, "stop": 30, "decline": 30, "stay": 75, "keep": 40, "done": 35}


class Lively:
    """Chooses by chance, rather something than nothing; forced marches and legions are rarer."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        #: how often it marches to enemies, or to what it does not control
        self.boldness = chance.choice((0.05, 0.2, 0.5, 0.8))

    def __call__(self, world: World, seat: str, kind: str, about: str, legal: Sequence[str]) -> str:
        stops = [answer for answer in legal if answer in STOPS]
        if stops and self.chance.randrange(100) < STOPS[stops[0]]:
            return stops[0]
        able = [answer for answer in legal if answer not in stops] or list(legal)
        if kind == "way" and self.chance.random() < self.boldness:
            able = self.bold(world, seat, able)
        if kind == "supply" and self.chance.random() < 0.7:
            able = [answer for answer in able if not answer.startswith("lose")] or able
        if kind == "purchase" and self.chance.random() < 0.6:
            able = [answer for answer in able if answer not in ("legion", "ally")] or able
        return self.chance.choice(able)

    def bold(self, world: World, seat: str, able: list[str]) -> list[str]:
        """Ways to where enemies are, or to what he does not control."""

        def target(way: str) -> str:
            return way.split()[1 if way.startswith("to") else 2]

        steps = (
            [way for way in able if way.startswith("to")] if self.chance.random() < 0.6 else able
        )
        fight = [way for way in steps if world.pieces(target(way), OTHER[seat])]
        new = [way for way in steps if not world.holds(target(way), seat)]
        return fight or new or steps or able
