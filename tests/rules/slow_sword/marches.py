"""9 What a force on the march can do next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.rules.slow_sword.atlas import AFRICA, BOX, GALLIC, LEADERS, LINKS, PORTS, TABLES, kind
from tests.rules.slow_sword.retreats import sails
from tests.rules.slow_sword.world import World

SEA_MP = 3
#: 9.5.2 what counts as spent by those that have fought
DONE = 99


class March:
    """A force: `World.march`, and where it would be after some steps more."""

    def __init__(self, world: World) -> None:
        self.world, self.force = world, world.march
        self.power, self.cu = world.march["power"], world.march["cu"]
        self.leaders = [world.march["leader"], *world.march["with"]]

    # What is open.

    def moves(self) -> set[tuple[str, Any]]:
        """All of it, one leg each."""
        here, left = self.force["at"], self.left()
        found: set[tuple[str, Any]] = set()
        if self.strips():
            return {*self.lots()} | {*self.company()}
        for to in LINKS[here]:
            price = self.price(here, to, self.force["road"])
            if price is not None and price <= left and self.opens(to, left - price, here):
                found.add(("step", to))
        found |= {("sea", to) for to in self.ports(here, left)}
        found |= {("raid", "")} if self.raids() else set()
        return found | {*self.lots()} | {*self.company()}

    def strips(self) -> bool:
        """9.1.2 Whether a consul who has joined here would go without his CU."""
        bare = self.force.get("bare") in self.leaders
        return bare and not self.cu and self.world.outside(self.power, self.force["at"]) > 0

    def left(self) -> int:
        """9.5.2 MP; in a Campaign no CU or leader goes beyond its own."""
        mp: int = self.force["mp"]
        if self.force["kind"] != "campaign":
            return mp
        most = 5 if self.power == "gauls" else 4
        moved = self.world.now["moved"]
        spent = [moved.get(one, 0) for one in self.leaders]
        spent += [gone for gone, _ in self.force["groups"]]
        return min(mp, most - max(spent))

    def price(self, here: str, to: str, road: int) -> int | None:
        """9.2 MP of a step; 9.4.4, 16.3, 17.1 None where the force may not go."""
        link = kind(self.power, here, to)
        if not link or to == BOX or to in self.world.closed or not self.enters(to):
            return None
        if link == "strait":
            cities = [self.world.friendly(self.power, s) for s in ("rhegium", "messana")]
            return 2 if all(cities) else None
        if link == "via-appia":
            built = "via appia" in self.world.public["flags"] and self.power == "rome"
            return 0 if built and road % 2 else 1
        return 2 if link == "rough" else 1

    def enters(self, to: str) -> bool:
        """9.4.4, 16.3, 17.1 Whether it may be in a space at all."""
        world = self.world
        if self.power == "carthage":
            away = to not in AFRICA
            if not world.bounds("carthage", to) or ("bomilcar" in self.leaders and away):
                return False
            here = self.force["at"]
            militia = world.public["militia"].get(here, 0)
            among = self.cu - (world.outside("carthage", here) - militia)
            if among > 0 and "bomilcar" not in self.leaders:
                return False
        enemies = [one for one in world.powers if not world.allied(one, self.power)]
        return self.cu > 0 or not any(world.all_cu(one, to) for one in enemies)

    def opens(self, to: str, left: int, here: str) -> bool:
        """9.4.5 Whether it could end there, or go on to where it can."""
        link = LINKS[here].get(to) == "via-appia"
        road = self.force["road"] + 1 if link and here == self.force["at"] else int(link)
        return any(self.ends(space) for space in self.onward(to, left, road))

    def ends(self, space: str) -> bool:
        """9.4.5 Whether it could end there, or must fight there."""
        fights = self.cu > 0 and bool(self.world.enemies(self.power, space))
        return self.world.stands(self.power, space, self.cu > 0) or (
            fights and self.world.bounds(self.power, space)
        )

    def onward(self, at: str, left: int, road: int) -> Iterator[str]:
        """A space and all that lie ahead of it."""
        yield at
        if self.world.enemies(self.power, at):
            return
        for to in LINKS[at]:
            price = self.price(at, to, road)
            if price is not None and price <= left:
                further = road + 1 if LINKS[at][to] == "via-appia" else 0
                yield from self.onward(to, left - price, further)

    # By sea.

    def ports(self, here: str, left: int) -> list[str]:
        """9.6"""
        if self.force["sailed"] or left < SEA_MP or not sails(self.world, self.power, here):
            return []
        able = [to for to in PORTS if to != here and to not in self.world.closed]
        africa = self.force["sea"] == "kerkouane"
        able = [
            to for to in able if sails(self.world, self.power, to) or (africa and to == "kerkouane")
        ]
        able = [to for to in able if self.cu <= self.most(here, to) and self.most(here, to)]
        return [to for to in able if self.enters(to) and self.opens_by_sea(to, left - SEA_MP)]

    def opens_by_sea(self, to: str, left: int) -> bool:
        return any(self.ends(space) for space in self.onward(to, left, 0))

    def most(self, here: str, to: str) -> int:
        """9.6.3 CU that go by sea."""
        sea, force, flags = TABLES["sea"], self.force, self.world.public["flags"]
        high, treaty = force["value"] >= 3, "treaty" in flags
        if self.power == "carthage":
            return int(sea["carthage"]) if force["kind"] == "neutral" or (treaty and high) else 0
        if self.power == "greeks" and (high or force["sea"] == "kerkouane"):
            return int(sea["syracusae" if "syracusae" in (here, to) else "greeks"])
        romans = high and self.world.now["seat"] == "rome"
        if self.power == "rome" and romans and (treaty or "duoviri navales" in flags):
            return int(sea["allied" if treaty else "rome"])
        by_card = self.power == "etruscans" and force["sea"] == "etruscans"
        return int(sea["etruscans"]) if by_card else 0

    # Where it is.

    def raids(self) -> bool:
        """14.2"""
        world, at = self.world, self.force["at"]
        hostile = world.control(at) != "independent" and not world.friendly(self.power, at)
        army = self.power in GALLIC and self.cu > 0 and self.left() >= 1
        return army and hostile and world.normal(at)

    def stays(self) -> bool:
        """9.4.5, 16.3 Whether some of it could be left there."""
        world, at = self.world, self.force["at"]
        if world.stands(self.power, at, self.cu > 0):
            return True
        raided = self.force.get("raided") == at and self.force["held"]
        return raided and not world.others_cu(self.power, at)

    def lots(self) -> Iterator[tuple[str, int]]:
        """9.1.2 CU that can be dropped or picked up, 9.5.2 of those that have not fought."""
        at = self.force["at"]
        consul = any(LEADERS[one]["class"] == "consul" for one in self.leaders)
        if self.stays():
            yield from (("drop", n) for n in range(1, self.cu - consul + 1))
        left = self.world.outside(self.power, at) - self.cu
        kept = any(LEADERS[one]["class"] == "consul" for one in self.waiting())
        moved = self.world.now["moved"].get(f"{self.power}/{at}", [])
        fresh = left - sum(cu for spent, cu in moved if spent >= DONE)
        yield from (("pick", n) for n in range(1, min(fresh, left - kept, 10 - self.cu) + 1))

    def waiting(self) -> list[str]:
        here = self.world.leaders(self.power, self.force["at"])
        return [one for one in here if one not in self.leaders]

    def company(self) -> Iterator[tuple[str, str]]:
        """9.1.2, 8.2.1 Subordinates that can come along or stay."""
        at = self.force["at"]
        minor = LEADERS[self.force["leader"]]["class"] == "minor"
        for one in self.waiting():
            follows = not minor or LEADERS[one]["class"] == "minor"
            if follows and self.world.now["moved"].get(one, 0) < DONE:
                yield "join", one
        left = self.world.outside(self.power, at) - self.cu
        for one in self.force["with"]:
            bare = LEADERS[one]["class"] == "consul" and self.cu > 0 and left == 0
            if self.stays() and not bare:
                yield "leave", one


def goes_on(world: World) -> bool:
    """7.2.2 Whether a step leads on from where the force is."""
    march = March(world)
    here, left, road = march.force["at"], march.left(), march.force["road"]
    for to in LINKS[here]:
        price = march.price(here, to, road)
        if price is not None and price <= left and march.opens(to, left - price, here):
            return True
    return bool(march.ports(here, left))


def embarks(world: World, leader: str, left: int = 4) -> bool:
    """9.6 Whether a leader can be in a port by land; who is alone does not leave a siege."""
    power, at = LEADERS[leader]["power"], world.public["leaders"][leader]
    inside, space = at.startswith("+"), at.lstrip("+")
    cu = world.inside(power, space) if inside else world.outside(power, space)
    if inside and not cu and world.enemies(power, space):
        return False
    force = {"power": power, "leader": leader, "with": [], "cu": cu, "at": space}
    march = March(World({**world.public, "march": force}))
    reached = [space]
    for to in LINKS[space]:
        price = march.price(space, to, 0)
        if price is not None and price <= left:
            reached += march.onward(to, left - price, 0)
    return any(sails(world, power, port) for port in reached if port != "kerkouane")
