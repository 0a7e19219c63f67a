"""What is wrong with cards, deployments, answers to gods, and winter orders."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.rules.slow.atlas import (
    BLOCKS,
    CITIES,
    EDGES,
    HOME_OF,
    OTHER,
    SEAS,
    TURNS,
    VALUES,
    ports_of,
    seas_of,
)
from tests.rules.slow.world import Scene

OWN_COLOUR = {seat: colour for colour, seat in HOME_OF.items()}


def refuse_cards(scene: Scene, turn: int, answer: Any) -> str:
    """2.1 One card is played, in the first turn another one is discarded; Apollo never at once."""
    words = Counter(word for line in answer for word in line)
    needed = {"play": 1, "discard": 1} if turn == 1 else {"play": 1}
    if turn == TURNS and not answer:
        return ""
    if words != Counter(needed):
        return "2.1 one card is played, and one discarded in the first turn only"
    hand = Counter(scene.hand)
    hand.subtract(card for line in answer for card in line.values())
    if min(hand.values()) < 0:
        return "2.1 not in hand"
    played = next(line["play"] for line in answer if "play" in line)
    return "Apollo in the first turn" if turn == 1 and played == "apollo" else ""


def refuse_deployment(scene: Scene, answer: Any) -> str:
    """5.3 Blocks on the board change places; every city keeps its number, fleets their ports."""
    before, after, seen = Counter(scene.mine.values()), dict(scene.mine), []
    for line in answer:
        for block in line["place"]["blocks"]:
            at = line["place"]["at"]
            if block not in scene.mine or block in seen or at not in before:
                return f"5.3 {block} cannot be placed in {at}"
            if BLOCKS[block].fleet and not seas_of(at):
                return f"4.1 {at} is no port"
            seen.append(block)
            after[block] = at
        if line["place"]["at"] not in before:
            return "5.3 none of the cities of 5.1"
    return "" if Counter(after.values()) == before else "5.3 numbers differ"


# Jupiter and Vulcan.


def jupiter_aims(scene: Scene) -> dict[str, list[str]]:
    """Card Jupiter: places that the enemy holds -> friendly cities one road (from a sea, one
    border) away."""
    found = {}
    for place in EDGES:
        if not scene.enemy(place) or scene.own(place):
            continue
        cities = [
            near
            for near, kind in EDGES[place].items()
            if near in CITIES and (kind == "sea") is (place in SEAS) and scene.friendly(near)
        ]
        if cities:
            found[place] = cities
    return found


def jupiter_colour(scene: Scene, aim: Any) -> str | None:
    """Ruling 43 The colour a line means: of those that stand there."""
    there = scene.theirs.get(aim["from"], {})
    told = {aim["colour"]} if "colour" in aim else set()
    if "block" in aim:
        told.add(BLOCKS[aim["block"]].colour if aim["block"] == "cleopatra" else "nobody's")
    own = OWN_COLOUR[OTHER[scene.seat]]
    if not told:
        told = {own} if own in there else set(there)
    colour = told.pop() if len(told) == 1 else None
    return colour if colour in there else None


def refuse_jupiter(scene: Scene, answer: Any) -> str:
    """Card Jupiter: one place, one city beside it; or nothing."""
    if not answer:
        return ""
    if len(answer) > 1:
        return "Jupiter turns one block"
    aim = answer[0]["jupiter"]
    if aim["to"] not in jupiter_aims(scene).get(aim["from"], []):
        return "Jupiter: not next to a friendly city"
    return "" if jupiter_colour(scene, aim) else "Jupiter: no such block can be named"


def vulcan_cities(scene: Scene) -> list[str]:
    """Card Vulcan, ruling 45: enemy cities."""
    return [city for city in CITIES if scene.enemy(city) and not scene.own(city)]


def refuse_vulcan(scene: Scene, answer: Any) -> str:
    """Card Vulcan: one enemy city, if there is one."""
    cities = vulcan_cities(scene)
    if not cities and not answer:
        return ""
    good = len(answer) == 1 and answer[0]["vulcan"] in cities
    return "" if good else "Vulcan: one enemy city"


# Winter (8.2, 8.3, 8.5).


class Winter:
    """A winter order on what its seat sees.

    homes: fleet -> port; lost: fleets without one; standing: where all others are then; supply,
    choice: blocks that go for want of supply, and by choice; told: what is wrong."""

    def __init__(self, scene: Scene, answer: Any) -> None:
        self.scene = scene
        self.homes: dict[str, str] = {}
        self.lost: list[str] = []
        self.supply: list[str] = []
        self.choice: list[str] = []
        self.told = self._fleets([line["home"] for line in answer if "home" in line])
        self.standing = {b: self.homes.get(b, at) for b, at in scene.mine.items()}
        for fleet in self.lost:
            del self.standing[fleet]
        for line in answer:
            if "disband" in line:
                self.told = self.told or self._disband(line["disband"])
        over = [city for city in CITIES if self.over(city) > 0]
        self.told = self.told or (f"8.3 {over} have too many" if over else "")

    def ports(self, fleet: str) -> list[str]:
        """8.2 Friendly ports of the sea where a fleet lies."""
        return [port for port in ports_of(self.scene.mine[fleet]) if self.scene.friendly(port)]

    def _fleets(self, lines: list[Any]) -> str:
        """8.2 Every fleet at sea goes to one port, if there is one."""
        at_sea = [block for block, at in self.scene.mine.items() if at in SEAS]
        for line in lines:
            fleet = line["block"]
            if fleet not in at_sea or fleet in self.homes:
                return f"8.2 {fleet} is not to be sent home"
            if line["to"] not in self.ports(fleet):
                return f"8.2 {line['to']} is no friendly port of that sea"
            self.homes[fleet] = line["to"]
        unclear = []
        for fleet in at_sea:
            ports = self.ports(fleet)
            if fleet in self.homes:
                continue
            if not ports:
                self.lost.append(fleet)
            elif len(ports) == 1:
                self.homes[fleet] = ports[0]
            else:
                unclear.append(fleet)
        return f"8.2 no port is told for {unclear}" if unclear else ""

    def over(self, city: str) -> int:
        """8.3 How many blocks a city has beyond three and its value."""
        return list(self.standing.values()).count(city) - 3 - VALUES.get(city, 0)

    def _disband(self, block: str) -> str:
        """8.5 Any own block but Cleopatra, once; 8.3 the first of a city are its supply."""
        if block not in self.standing or block == "cleopatra":
            return f"8.5 {block} cannot be disbanded"
        hungry = self.over(self.standing[block]) > 0
        (self.supply if hungry else self.choice).append(block)
        del self.standing[block]
        return ""
