"""What is wrong with answers in and after a battle (7.1 to 7.8)."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

from tests.rules.slow.atlas import BLOCKS, CITIES, EDGES, OTHER, ROADS, seas_of
from tests.rules.slow.atlas import strength_below as below
from tests.rules.slow.commands import named
from tests.rules.slow.world import Battle, Scene

#: A way out of a battle: where to, and the sea that is crossed, if any.
Way = tuple[str, str | None]
BY_SEA = "by sea"


def next_battle_refused(places: list[str], answer: Any) -> str:
    """7.1 One battle is named."""
    good = len(answer) == 1 and answer[0]["battle"] in places
    return "" if good else "7.1 one of the battles is named"


# Retreats (7.6, 7.8).


class Exits:
    """7.6 Ways out of a battle for one seat, as they are after some blocks have left."""

    def __init__(self, scene: Scene, battle: Battle) -> None:
        self.scene, self.battle = scene, battle
        self.used = battle.left_by[scene.seat].copy()

    def vacant(self, place: str) -> bool:
        return not self.scene.enemy(place) and not self.scene.own(place)

    def ways(self, block: str) -> set[Way]:
        """Every way that a block may go now."""
        if BLOCKS[block].fleet:
            return set() if self.scene.known.land else self._of_fleet()
        return self._by_road() | self._by_sea()

    def _came(self, seat: str, origin: str) -> bool:
        return origin in self.battle.attack.entries[seat]

    def _open(self, to: str, harbour: bool) -> bool:
        """7.62, 7.63, 7.82 Friendly, or vacant if the side may go there.

        harbour: a fleet goes to a port."""
        seat, place = self.scene.seat, self.battle.place
        friendly, vacant = self.scene.friendly(to), self.vacant(to)
        if seat == self.battle.attacker:
            return friendly or (vacant and self._came(seat, to))
        attackers_way = self._came(self.battle.attacker, to)
        if EDGES[place][to] == "sea":
            return friendly or (vacant and not attackers_way and not harbour)
        return (friendly or vacant) and not attackers_way

    def _by_road(self) -> set[Way]:
        """7.61 to 7.63 Adjacent cities, roads within their limits."""
        place = self.battle.place
        return {
            (to, None)
            for to, kind in EDGES[place].items()
            if kind != "sea" and self.used[to] < ROADS["retreat"][kind] and self._open(to, False)
        }

    def _by_sea(self) -> set[Way]:
        """7.64 One land block a round over a friendly sea to a friendly port of it."""
        both = [self.used, self.battle.left_by[OTHER[self.scene.seat]]]
        counted = both if self.scene.known.says("sea-retreats", "one") else both[:1]
        if self.scene.known.land or sum(used[BY_SEA] for used in counted) >= 1:
            return set()
        return {
            (port, sea)
            for sea in seas_of(self.battle.place)
            if self.scene.friendly(sea)
            for port in EDGES[sea]
            if port in CITIES and self.scene.friendly(port)
        }

    def _of_fleet(self) -> set[Way]:
        """7.82, ruling 40 Out of a sea to seas and ports next to it, out of a port to a sea."""
        place = self.battle.place
        near = [to for to, kind in EDGES[place].items() if kind == "sea"]
        ways: set[Way] = {(to, None) for to in near if self._open(to, to in CITIES)}
        if place in CITIES and self.scene.known.says("port-retreat", "same-sea"):
            ways |= {
                (port, sea)
                for sea in near
                if not self.scene.enemy(sea)
                for port in EDGES[sea]
                if port in CITIES and self.scene.friendly(port)
            }
        return ways

    def take(self, block: str, way: Way) -> None:
        """7.61 One block is gone."""
        to, via = way
        self.used[BY_SEA if via and not BLOCKS[block].fleet else to] += 1
        self.scene.mine[block] = to

    def meant(self, block: str, to: str, via: str | None) -> Way | None:
        """The way that a line means: by road or border if there is one, else over some sea."""
        ways = self.ways(block)
        kind = EDGES[self.battle.place].get(to)
        straight = kind is not None and (kind == "sea") is BLOCKS[block].fleet
        if via is not None or straight:
            return (to, via) if (to, via) in ways else None
        return next((way for way in sorted(ways, key=str) if way[0] == to), None)


def refuse_turn(scene: Scene, battle: Battle, waiting: list[str], answer: Any) -> str:
    """7.2, 7.6 Blocks of one letter act once each, one after the other."""
    left, exits = list(waiting), Exits(scene, battle)
    if not answer:
        return "7.2 somebody must be told what to do"
    for number, line in enumerate(answer):
        ((word, value),) = line.items()
        block = value["block"] if word == "retreat" else value
        if block not in left:
            return f"line {number}: 7.2 {block} does not act now"
        left.remove(block)
        if word != "retreat":
            if battle.must_leave(scene.seat):
                return f"line {number}: 7.62 attackers leave in round 4"
            continue
        if battle.round == 1:
            return f"line {number}: 7.6 nobody leaves in round 1"
        way = exits.meant(block, value["to"], value.get("via"))
        if way is None:
            return f"line {number}: 7.61 {block} cannot go to {value['to']}"
        exits.take(block, way)
    return ""


def trapped(scene: Scene, battle: Battle, waiting: list[str]) -> list[str]:
    """7.6 Blocks that find no way out, in whatever order the blocks of the turn leave.

    A block that leaves can make a sea or port friendly for those after it."""
    return [
        b for b in waiting if not _helped(scene, battle, [o for o in waiting if o != b]).ways(b)
    ]


def _helped(scene: Scene, battle: Battle, others: list[str]) -> Exits:
    """Ways out when others stand wherever they can go."""
    exits = Exits(copy.deepcopy(scene), battle)
    while True:
        before = len(exits.scene.mine)
        for block in others:
            for to, _ in exits.ways(block):
                exits.scene.mine[f"{block} in {to}"] = to
        if len(exits.scene.mine) == before:
            return exits


def one_way_only(scene: Scene, battle: Battle, waiting: list[str]) -> list[tuple[str, Way]] | None:
    """7.62 What blocks that must leave do, if there is one thing only that they can do: every
    order of theirs and every way ends the same."""
    ends: list[dict[str, Way | None]] = []
    seen: list[Any] = []

    def leave(exits: Exits, done: dict[str, Way | None]) -> None:
        left = [block for block in waiting if block not in done]
        here = (dict(done), dict(exits.used))
        if len(ends) > 1 or here in seen:
            return
        seen.append(here)
        if not left and done not in ends:
            ends.append(done)
        for block in left:
            for way in exits.ways(block) or [None]:
                after = Exits(copy.deepcopy(exits.scene), battle)
                after.used = exits.used.copy()
                if way is not None:
                    after.take(block, way)
                leave(after, {**done, block: way})

    leave(Exits(scene, battle), {})
    if len(ends) > 1 or None in ends[0].values():
        return None
    return [(block, way) for block, way in ends[0].items() if way is not None]


# Hits (7.4).


def targets(battle: Battle, seat: str) -> dict[str, int]:
    """7.4 Blocks of a seat that can be hit, with their strengths."""
    return {block: battle.shown[block].strength for block in battle.of(seat)}


def strongest(standing: dict[str, int]) -> list[str]:
    return [b for b in standing if standing[b] == max(standing.values())]


def hit(standing: dict[str, int], block: str) -> dict[str, int]:
    """7.4, 7.5 Who stands how after one hit; nobody at 0."""
    left = below(block, standing[block])
    return {b: left if b == block else s for b, s in standing.items() if b != block or left}


def refuse_hits(standing: dict[str, int], hits: int, answer: Any) -> str:
    """7.4 Each hit falls on one of the strongest at that moment; those beyond the last are
    lost."""
    for line in answer:
        if hits == 0 or not standing:
            return "7.4 more lines than hits"
        if line["hit"] not in strongest(standing):
            return f"7.4 {line['hit']} is not the strongest"
        standing, hits = hit(standing, line["hit"]), hits - 1
    return "7.4 a hit is not told" if hits and standing else ""


def hits_by_force(standing: dict[str, int], hits: int) -> list[str] | None:
    """7.4 Who takes the hits, if the end is the same however they are taken."""
    ends: dict[Any, list[str]] = {}
    front = [(standing, [])]
    for _ in range(hits):
        front = [
            (hit(at, block), [*order, block]) for at, order in front for block in strongest(at)
        ] or front
        front = list({tuple(sorted(at.items())): (at, order) for at, order in front}.values())
    for at, order in front:
        ends[tuple(sorted(at.items()))] = order
    return next(iter(ends.values())) if len(ends) == 1 else None


# Regrouping (7.7, 7.83).


def regroup_ways(scene: Scene, place: str, block: str) -> list[str]:
    """7.7, 7.83 Neighbours without enemies: by road, fleets over a sea border."""
    if BLOCKS[block].fleet and scene.known.land:
        return []
    return [
        to
        for to, kind in EDGES[place].items()
        if (kind == "sea") is BLOCKS[block].fleet and not scene.enemy(to)
    ]


def refuse_regroup(scene: Scene, place: str, answer: Any) -> str:
    """7.7 Each block of the winner one step, roads within their limits."""
    going: list[tuple[str, str]] = []
    for line in answer:
        value = line["regroup"]
        if not named(value):
            return "nobody is named"
        going += [(block, value["to"]) for block in named(value)]
    over: Counter[str] = Counter()
    for block, to in going:
        if scene.mine.get(block) != place or to not in regroup_ways(scene, place, block):
            return f"7.7 {block} does not go to {to}"
        over[to] += EDGES[place][to] != "sea"
    if len({block for block, _ in going}) < len(going):
        return "7.7 a block goes once"
    for to, number in over.items():
        if number > ROADS["regroup"].get(EDGES[place][to], number):
            return f"6.11 too many to {to}"
    return ""
