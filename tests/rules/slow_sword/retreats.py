"""12.4 Where a beaten force can go, found by walking every path of four spaces."""

from __future__ import annotations

from tests.rules.slow_sword.atlas import AFRICA, BOX, LINKS, PORTS, TABLES, easy
from tests.rules.slow_sword.world import World

MOST = 4
Way = tuple[str, ...]


class Retreat:
    """A force that must retreat: cu with which it begins, first: the space to which an attacker
    goes first, never: the one that a defender cannot enter."""

    def __init__(
        self, world: World, power: str, at: str, cu: int, first: str = "", never: str = ""
    ) -> None:
        self.world, self.power, self.at, self.cu = world, power, at, cu
        self.first, self.never = first, never

    def walled(self, space: str) -> bool:
        """12.4.4 Enemy CU inside a city, and no friendly CU outside."""
        world, power = self.world, self.power
        enemy = any(world.inside(p, space) for p in world.powers if not world.allied(p, power))
        friend = any(world.outside(p, space) for p in world.powers if world.allied(p, power))
        return enemy and not friend

    def goal(self, space: str) -> bool:
        """12.4, 12.4.1 Whether it can end there."""
        world, power = self.world, self.power
        for one in world.powers:
            inside = world.inside(one, space) and world.allied(one, power)
            if one != power and (world.outside(one, space) or inside):
                return False
        italy = power == "carthage" and not world.bounds(power, space)
        if italy or self.walled(space):
            return False
        return world.friendly(power, space) or world.outside(power, space) > self.cu

    def leads(self, here: str, to: str) -> bool:
        """12.4.1 Whether a step can be taken; an attacker's first one always."""
        world = self.world
        if to == BOX or to in (self.at, self.never) or to in world.closed or self.walled(to):
            return False
        italy = self.power == "carthage" and not world.bounds(self.power, to)
        return easy(self.power, here, to) and not italy

    def paths(self, here: str, gone: Way) -> list[Way]:
        """All paths on from a space, without one that goes on from a goal."""
        if gone and self.goal(here):
            return [gone]
        if len(gone) == MOST:
            return []
        found: list[Way] = []
        for to in LINKS[here]:
            if to not in gone and self.leads(here, to):
                found += self.paths(to, (*gone, to))
        return found

    def ways(self) -> list[Way]:
        """The shortest ones: an attacker's counted behind his first step."""
        if self.first == BOX or (self.first and self.walled(self.first)):
            return []
        found = self.paths(self.first or self.at, (self.first,) if self.first else ())
        least = min(map(len, found), default=0)
        return sorted(way for way in found if len(way) == least)

    def havens(self) -> list[str]:
        """12.4.3 Ports to which it could go by sea, cards aside."""
        world, power = self.world, self.power
        if not self.sails(self.at):
            return []
        able = [s for s in PORTS if s != self.at and self.sails(s) and self.limit(s)]
        able = [s for s in able if world.friendly(power, s)]
        if power == "carthage":
            able = [s for s in able if world.bounds(power, s)]
            bomilcar = "bomilcar" in world.leaders(power, self.at)
            if bomilcar or world.public["militia"].get(self.at):
                able = [s for s in able if s in AFRICA]
        free = [s for s in able if not world.others_cu(power, s)]
        return [s for s in free if not world.others_leaders(power, s)]

    def sails(self, space: str) -> bool:
        """9.6, 9.6.2 Whether its power uses a port."""
        return sails(self.world, self.power, space)

    def limit(self, to: str) -> int:
        """12.4.3 How many CU go by sea."""
        sea, flags = TABLES["sea"], self.world.public["flags"]
        rome = sea["allied"] if "treaty" in flags else sea["rome"] * ("duoviri navales" in flags)
        greeks = sea["syracusae"] if to == "syracusae" else sea["greeks"]
        limits = {"carthage": sea["carthage"], "greeks": greeks, "rome": rome, "etruscans": 3}
        return int(limits.get(self.power, 0))


def sails(world: World, power: str, space: str) -> bool:
    """9.6, 9.6.2 Whether a power uses a port."""
    if space not in PORTS or space in world.closed:
        return False
    if space == "kerkouane" and power == "greeks":
        return world.outside("greeks", space) > 0
    return power == "carthage" or space not in ("kerkouane", "carthago")
