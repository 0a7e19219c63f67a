"""A position: who controls what, who stands where, who is whose friend (2, 9.3.1, 15, 16.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tests.rules.slow_sword.atlas import BOX, GALLIC, LEADERS, POWERS, SEATS, SPACES, home

Data = Mapping[str, Any]


class World:
    """The public part of a State, read in the words of the rules."""

    def __init__(self, public: Data) -> None:
        self.public = public
        self.now, self.march, self.battle = public["now"], public["march"], public["battle"]
        self.closed = {*public["closed"]}
        self.powers = [power for power in POWERS if power in public["cu"]]

    # Spaces.

    def control(self, space: str) -> str:
        """2 The power that controls it, or independent."""
        return str(self.public["markers"].get(space, home(space)))

    def city(self, space: str) -> bool:
        return space in self.public["loyalty"]

    def tribe(self, space: str) -> bool:
        return space in self.public["tribes"]

    def normal(self, space: str) -> bool:
        return space != BOX and not self.city(space) and not self.tribe(space)

    def besieged(self, space: str) -> bool:
        return space in self.public["sieges"]

    def supports(self, space: str) -> bool:
        """7.3.4 Not Carthago, the box, an unsubjugated tribe, nor what is out of play."""
        return not self.tribe(space) and space not in (BOX, "carthago", *self.closed)

    # Powers.

    def allied(self, one: str, other: str) -> bool:
        """15, 16.1.2, 18 Allied, or the same."""
        pairs = [{*pair.split("/")} for pair in self.public["alliances"]]
        if "treaty" in self.public["flags"]:
            pairs.append({"rome", "carthage"})
        if self.now["neutral"]:
            pairs += [{self.now["neutral"], own} for own in SEATS[self.now["seat"]]]
        return one == other or {one, other} in pairs

    def friendly(self, power: str, space: str) -> bool:
        """2 Controlled by it or an ally."""
        holder = self.control(space)
        return holder != "independent" and self.allied(power, holder)

    def out(self, power: str) -> bool:
        """5.10.3, 17.2.2 Whether the printed owner is no more."""
        if power not in self.powers:
            return True
        if power == "carthage" and "carthage out" in self.public["flags"]:
            return True
        return any(power in SEATS[seat] for seat in self.public["out"])

    # Pieces.

    def outside(self, power: str, space: str) -> int:
        return int(self.public["cu"].get(power, {}).get(space, 0))

    def inside(self, power: str, space: str) -> int:
        return int(self.public["inside"].get(power, {}).get(space, 0))

    def all_cu(self, power: str, space: str) -> int:
        return self.outside(power, space) + self.inside(power, space)

    def leaders(self, power: str, space: str, inside: bool = False) -> list[str]:
        """Leaders of a power outside in a space, or inside its city."""
        key = f"+{space}" if inside else space
        where = self.public["leaders"]
        mine = [one for one in LEADERS if LEADERS[one]["power"] == power]
        return [one for one in mine if where.get(one) == key]

    def commander(self, power: str, space: str, inside: bool = False) -> str:
        """8.2.1 Whom the owner named, else the best of those who may."""
        here = self.leaders(power, space, inside)
        named = [one for one in here if LEADERS[one]["class"] != "minor"] or here
        chosen = str(self.public["commanders"].get(f"{power}/{'+' * inside}{space}", ""))
        if chosen in named:
            return chosen
        return min(named, key=lambda one: (-LEADERS[one]["tactics"], one), default="")

    def army(self, power: str, space: str) -> bool:
        """2 CU with a leader, outside."""
        return bool(self.outside(power, space) and self.leaders(power, space))

    def enemies(self, power: str, space: str) -> list[str]:
        """Enemy powers with CU outside there."""
        there = [one for one in self.powers if self.outside(one, space)]
        return [one for one in there if not self.allied(power, one)]

    def others_cu(self, power: str, space: str, ignore: Iterable[str] = ()) -> bool:
        """CU of any other power there, outside or inside."""
        others = [one for one in self.powers if one != power and one not in ignore]
        return any(self.all_cu(one, space) for one in others)

    def others_leaders(self, power: str, space: str, ignore: Iterable[str] = ()) -> bool:
        """Leaders of any other power there, outside or inside."""
        others = [one for one in self.powers if one != power and one not in ignore]
        return any(self.leaders(p, space, i) for p in others for i in (False, True))

    # 16.3, 15.3

    def bounds(self, power: str, space: str) -> bool:
        """16.3 Whether a power may end there by its own restriction."""
        holder = self.control(space)
        if power == "carthage":
            return bool(SPACES[space]["region"] != "italy")
        if power == "volsci":
            return holder in ("rome", "volsci")
        return power != "transalpine" or holder in GALLIC

    def stands(self, power: str, space: str, army: bool) -> bool:
        """9.4.5, 15.3 Whether a force could end a movement there.  Enemies inside their city do not
        hinder; enemy leaders alone are displaced by an army (8.4)."""
        if not self.bounds(power, space):
            return False
        for one in self.powers:
            if one == power:
                continue
            ally = self.allied(one, power)
            if self.outside(one, space) or (ally and self.inside(one, space)):
                return False
            if self.leaders(one, space) and (ally or not army):
                return False
            if ally and self.leaders(one, space, inside=True):
                return False
        return True
