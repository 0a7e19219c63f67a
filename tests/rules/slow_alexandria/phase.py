"""Phase C of a player turn step by step (8.2 to 8.53): what was rolled and chosen is read from the
events, all the rest is worked out here and must come to the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.rules.slow_alexandria import melee, orders
from tests.rules.slow_alexandria.ground import CAUSEWAY, LIGHTHOUSE, UNITS
from tests.rules.slow_alexandria.groups import Fight, in_hexes, passive, reach
from tests.rules.slow_alexandria.melee import GUNS, open_ground, there
from tests.rules.slow_alexandria.paths import arrivals, facings, room
from tests.rules.slow_alexandria.sight import BLOCKS, POINTS
from tests.rules.slow_alexandria.steps import next_to
from tests.rules.slow_alexandria.volleys import in_streets
from tests.rules.slow_alexandria.water import causeway_beside

Data = dict[str, Any]
Same = Callable[[str, object, object], None]


class Phase:
    """The fights of a player turn.  public: the position, which is changed here; same: told what
    both came to; events: of the step under way, the next one first; asked: its questions."""

    def __init__(self, public: Data, fights: list[Fight], closed: set[str], same: Same) -> None:
        self.public, self.fights, self.closed, self.same = public, fights, closed, same
        self.leaders: Data = {}
        self.events: list[Data] = []
        self.asked: list[Mapping[str, Any]] = []
        self.fired = False

    def take(self, *kinds: str) -> Data | None:
        """The next event, if it is one of these."""
        if self.events and self.events[0]["kind"] in kinds:
            found: Data = self.events.pop(0)["public"]
            return found
        return None

    def at(self, unit: str) -> str:
        found: str = self.public["units"][unit]["at"]
        return found

    def left(self, units: Sequence[str]) -> list[str]:
        """Those of them who are still in play."""
        return [unit for unit in units if unit in self.public["units"]]

    def defenders(self, fight: Fight) -> list[str]:
        """Those who were attacked, and are still where they were."""
        return [unit for unit in self.left(fight.targets) if self.at(unit) in fight.places]

    # -- what happens to pieces --------------------------------------------------------------------

    def shift(self, unit: str, to: str, face: str) -> None:
        """8.1, 8.3 Whoever goes elsewhere is attacked nowhere any more."""
        for fight in self.fights:
            fight.targets = [one for one in fight.targets if one != unit]
        self._off(unit)
        self.public["units"][unit].update(at=to, face=face)
        self.public["stacks"].setdefault(to, []).append(unit)

    def _off(self, unit: str) -> None:
        at = self.at(unit)
        self.public["stacks"][at] = [one for one in self.public["stacks"][at] if one != unit]
        if not self.public["stacks"][at]:
            del self.public["stacks"][at]

    def strike(self, unit: str, hits: int) -> None:
        """10.13 Reduced with what is more, again, gone."""
        one = self.public["units"][unit]
        one["hits"] += hits
        self.events = [event for event in self.events if not _of(event, unit)]
        while one["hits"] >= self.quality(unit):
            if one["reduced"] or not UNITS[unit]["reduced"]:
                self.remove(unit)
                return
            one.update(hits=one["hits"] - self.quality(unit), reduced=True)

    def remove(self, unit: str) -> None:
        self._off(unit)
        del self.public["units"][unit]

    def quality(self, unit: str) -> int:
        side = "reduced" if self.public["units"][unit]["reduced"] else "tq"
        found: int = UNITS[unit][side]
        return found

    # -- tests -------------------------------------------------------------------------------------

    def tests(self, fight: Fight) -> None:
        """8.2, 8.3."""
        if not in_hexes(self.public, fight) or not fight.attackers:
            return
        theirs = self.defenders(fight)
        ours = [one for one in fight.attackers if open_ground(self.at(one))]
        due = {one for one in ours if melee.tests_first(self.public, one, theirs)}
        for unit, failed in self._tested("attacks", due, {}):
            if failed:
                fight.attackers.remove(unit)
        self.drop(fight)
        if not any(melee.must(self.public, one) and one in ours for one in fight.attackers):
            return
        stacked = {one: len(self.public["stacks"][self.at(one)]) > 1 for one in theirs}
        due = {
            one
            for one in self.defenders(fight)
            if UNITS[one]["type"] not in GUNS or not stacked[one]
        }
        for unit, failed in self._tested("stands", due, stacked):
            fight.trapped |= failed and not self._falls_back(unit)
        self.drop(fight)

    def _tested(self, why: str, due: set[str], stacked: dict[str, bool]) -> Any:
        """Each test, and whether it failed; those who tested are those who had to."""
        done = set()
        while self.events and self.events[0]["kind"] == "test":
            if self.events[0]["public"]["for"] != why:
                break
            told: Data = self.take("test") or {}
            unit = told["unit"]
            more = stacked.get(unit, len(self.public["stacks"][self.at(unit)]) > 1)
            failed = told["dice"][0] % 10 + more > self.quality(unit)
            self.same(f"test: {why}", (told["added"], told["hit"]), (more, failed))
            done.add(unit)
            yield unit, failed
        self.same(f"who tests: {why}", done, due)

    def _falls_back(self, unit: str) -> bool:
        """8.3, H49, H50 Whether it can; artillery and leaders left alone go along."""
        able, at, side = melee.before_shock(self.public, unit, self.closed), self.at(unit), unit[0]
        if not able:
            return False
        told = self.take("goes") or {}
        to = str(told.get("to"))
        self.same("falls back", (told.get("piece"), to in able), (unit, True))
        face = "" if to == LIGHTHOUSE else self.public["units"][unit]["face"]
        if at == LIGHTHOUSE:  # 6.17 out of it any facing is free
            face = told.get("face", "")
            self.same("faces out of the lighthouse", face in facings(unit, to) or not face, True)
        self.shift(unit, to, face)
        left = there(self.public, at, side)
        if all(UNITS[one]["type"] in GUNS for one in left):
            for gun in left:
                if room(self.public, gun, to):
                    self.take("goes")
                    self.shift(gun, to, "")
        if not there(self.public, at, side):
            for leader in self._leaders(at, side):
                self.take("goes")
                self.public["leaders"][leader]["at"] = to
        self._touches(unit)
        return True

    def _touches(self, unit: str) -> None:
        """4.32 Lone enemy leaders beside whom, or into whose space, a unit has come."""
        side = "e" if unit[0] == "r" else "r"
        near = {self.at(unit), *(next_to(self.at(unit)) - {*BLOCKS})} - self.closed
        for leader in self.leaders:
            at = self.public["leaders"].get(leader, {"at": ""})["at"]
            mine = self.leaders[leader]["side"][0] == side
            if at not in near or not mine or there(self.public, at, side):
                continue
            able = orders.flights(self.public, at, side, 2, self.closed)
            told = self.take("goes" if able else "killed") or {}
            found = told.get("piece", told.get("leader")), not able or told.get("to") in able
            self.same("touched", found, (leader, True))
            if able:
                self.public["leaders"][leader]["at"] = told.get("to", at)
            else:
                del self.public["leaders"][leader]

    def _leaders(self, at: str, side: str) -> list[str]:
        return [
            one
            for one, where in self.public["leaders"].items()
            if where["at"] == at and self.leaders[one]["side"][0] == side
        ]

    def drop(self, fight: Fight) -> None:
        """8.3, H15, 8.11 Places without a target or an attacker, attackers without a target."""
        theirs = {self.at(one) for one in self.defenders(fight)}
        fight.attackers = self.left(fight.attackers)
        ships = self.public["galleys"]
        hexes = bool(fight.places) and in_hexes(self.public, fight)
        fight.places = [one for one in fight.places if one in theirs or one in ships]
        if hexes:
            near = {one: reach(self.public, one, self.closed) for one in fight.attackers}
            fight.attackers = [one for one in near if near[one] & {*fight.places}]
            met = set().union(*(near[one] for one in fight.attackers))
            fight.places = [one for one in fight.places if one in met]

    # -- fire in streets, leaders ------------------------------------------------------------------

    def streets(self, fight: Fight) -> None:
        """7.43 Who fires; what it does is looked at elsewhere."""
        able: set[str] = set()
        if fight.attackers and not in_hexes(self.public, fight):
            for place in fight.places:
                for one in fight.attackers:
                    able |= in_streets(self.public, one, place)
        for event in self.events:
            if event["kind"] == "fire":
                shooters = {shot["unit"] for shot in event["public"]["shots"]}
                self.same("fires before shock", shooters <= able, True)
        self.events.clear()

    def risks(self, fight: Fight) -> None:
        """8.4 Each leader with units in the fight."""
        self.drop(fight)
        theirs, due = self.defenders(fight), set[str]()
        if fight.attackers and (theirs or self.empty(fight)):
            places = {(self.at(one), one[0]) for one in (*fight.attackers, *theirs)}
            for at, side in places:
                due |= {*self._leaders(at, side)}
        done = set()
        while told := self.take("in the fight"):
            done.add(told["leader"])
            if told["dice"][0] % 10 == 0:
                again = self.take("risk") or {"dice": [1], "killed": None}
                dead = again["dice"][0] % 10 == 0
                self.same("at risk", again["killed"], dead)
                if dead and self.take("killed"):
                    del self.public["leaders"][told["leader"]]
        caesar = "caesar" not in self.public["leaders"]
        self.same("leaders in the fight", done, due if not (caesar and done < due) else done)

    def empty(self, fight: Fight) -> bool:
        """8.65 A galley with nobody aboard."""
        return any(
            one in self.public["galleys"] and not there_any(self.public, one)
            for one in fight.places
        )

    # -- the result --------------------------------------------------------------------------------

    def candidates(self, fight: Fight) -> list[str]:
        """8.11, H30 Attackers that may count."""
        found: list[str] = []
        fight.attackers = self.left(fight.attackers)
        for unit in fight.attackers:
            one = self.public["units"][unit]
            above = [
                other
                for other in fight.attackers
                if in_hexes(self.public, fight)
                and self.public["units"][other]["face"] == one["face"]
                and other in there(self.public, one["at"], unit[0])
            ]
            stack = self.public["stacks"][one["at"]]
            if not passive(unit) and all(stack.index(o) >= stack.index(unit) for o in above):
                found.append(unit)
        return found

    def shock(self, fight: Fight, wished: Data) -> None:
        """8.5 to 8.53."""
        self.drop(fight)
        ours, theirs, able = fight.attackers, self.defenders(fight), self.candidates(fight)
        if able and self.empty(fight):
            free = wished["reference"] or wished["advance"]  # 8.65 nobody counts: D14
            self._boards(fight, free, True, wished)
            return
        if not ours or not able or not theirs:
            fought = self.take("shock") is not None
            self.same("no fight", fought, False)
            self.events.clear()
            return
        told = self.take("shock")
        self.same("a fight", told is not None, True)
        if told is not None:
            self._fought(fight, told, wished)

    def _fought(self, fight: Fight, told: Data, wished: Data) -> None:
        """8.5 Who counts, what is added; 8.52 hits, retreat; 8.53."""
        able, theirs = self.candidates(fight), self.defenders(fight)
        one, other = told["attacker"], told["defender"]
        wish = wished["reference"]
        self.same("who counts", one in able and other in self._counts(theirs), True)
        self.same("as ordered", one, wish if wish in able else self._best(able, other))
        args = (fight.attackers, fight.places, one, other)
        more = melee.total(self._seen(fight), *args, self.leaders) + fight.trapped
        self.same("added", sum(told["added"].values()), more)
        lost, hurt, back = melee.outcome(told["dice"][0] % 10 + more)
        self.same("hits", (*told["hits"], told["retreat"]), (lost, hurt, back))
        shares = melee.shares(fight.attackers, one, lost) | melee.shares(theirs, other, hurt)
        struck = {(self.at(unit), unit[0]) for unit in shares if shares[unit]}
        for unit, hits in shares.items():
            self.strike(unit, hits)
        self._step_back(struck)
        for place in fight.places if back else ():
            if place in POINTS or place in CAUSEWAY:
                self._gives_way(place, "e" if one[0] == "r" else "r")
        if {*fight.places} & {*self.public["galleys"]}:
            self._boards(fight, one, back, wished)
        else:
            self._advance(fight, one, wished)

    def _first(self, able: Sequence[str], one: str, wished: str) -> list[str]:
        """8.53, D14 Who goes in: the one that counts, else any of the best, as ordered."""
        best = max((self.quality(unit) for unit in able), default=0)
        equals = [unit for unit in able if self.quality(unit) == best]
        return [one] if one in able else [wished] if wished in equals else equals

    def _seen(self, fight: Fight) -> Data:
        """8.1 The position without those who are in the places, but are not attacked there."""
        side, theirs = fight.attackers[0][0], self.defenders(fight)
        stacks = {
            to: [one for one in stack if one[0] == side or one in theirs or to not in fight.places]
            for to, stack in self.public["stacks"].items()
        }
        return {**self.public, "stacks": stacks}

    def _boards(self, fight: Fight, one: str, back: bool, wished: Data) -> None:
        """8.64, 8.65, H58 Whether the galley is captured; exactly one goes over."""
        (galley,) = fight.places
        if not back and there_any(self.public, galley):
            self.same("no capture", any(e["kind"] == "captured" for e in self.events), False)
            self.events.clear()
            return
        able = self.candidates(fight)
        due = self._first(able, one, wished["advance"])
        for unit in [*self.public["stacks"].get(galley, ())] if able or back else ():
            self.remove(unit)
        dead = [one for one, where in self.public["leaders"].items() if where["at"] == galley]
        for leader in dead if able or back else ():
            del self.public["leaders"][leader]
        over = [e["public"]["piece"] for e in self.events if e["kind"] == "goes"]
        taken = any(e["kind"] == "captured" for e in self.events)
        self.same("captured", (taken, len(over)), (bool(able), int(bool(able))))
        self.events.clear()
        if able and over:
            self.same("who goes over", over[0] in due, True)
            self.shift(over[0], galley, "")

    def _counts(self, theirs: list[str]) -> list[str]:
        """H52."""
        return [one for one in theirs if UNITS[one]["type"] not in GUNS] or theirs

    def _best(self, able: list[str], other: str) -> str:
        """D13."""

        def worth(unit: str) -> tuple[int, int, int]:
            return (melee.figure(unit, other), self._bears(unit), -[*UNITS].index(unit))

        return max(able, key=worth)

    def _bears(self, unit: str) -> int:
        """Hits until it is gone."""
        one, data = self.public["units"][unit], UNITS[unit]
        more = data["reduced"] or 0 if not one["reduced"] else 0
        return int(self.quality(unit) - one["hits"] + more)

    def _step_back(self, struck: set[tuple[str, str]]) -> None:
        """4.32 Leaders whose own stack has lost hits; 4.43 not one who goes along."""
        due: dict[str, set[str]] = {}
        for leader, where in self.public["leaders"].items():
            side = self.leaders[leader]["side"][0]
            stays = where["at"] in self.public["galleys"] or self._bound(leader)
            if (where["at"], side) in struck and not stays:
                due[leader] = orders.flights(self.public, where["at"], side, 1, self.closed)
        asked = {args["leader"] for args in self.asked if args.get("why") == "struck"}
        free = {
            one
            for one in due
            if len(due[one]) + bool(there(self.public, *self._where(one))) > 1 and due[one]
        }
        self.same("leaders asked", asked, free)
        while (
            self.events
            and self.events[0]["kind"] == "goes"
            and (self.events[0]["public"]["piece"] in due)
            and self.events[0]["public"]["why"] == "struck"
        ):
            told: Data = self.take("goes") or {}
            self.same("leader steps back", told["to"] in due[told["piece"]], True)
            self.public["leaders"][told["piece"]]["at"] = told["to"]

    def _where(self, leader: str) -> tuple[str, str]:
        return self.public["leaders"][leader]["at"], self.leaders[leader]["side"][0]

    def _bound(self, leader: str) -> bool:
        """4.43 Whether the unit is there with which he has gone along."""
        pair = self.public["now"].get("rider", {"leader": ""})
        return pair["leader"] == leader and pair["unit"] in self.public["units"]

    def _gives_way(self, place: str, side: str) -> None:
        """10.3, 7.66."""
        stack = there(self.public, place, side)
        able = melee.after_shock(self.public, place, side, self.closed) if stack else set()
        if not stack:
            return
        if all(UNITS[one]["type"] in GUNS for one in stack) or not able:
            self.take("eliminated")
            for unit in stack:
                self.remove(unit)
            return
        direct = melee.after_shock_at_once(self.public, place, side, self.closed)
        for unit in stack:
            told: Data = self.take("goes") or {}
            self.same("retreats", told.get("to") in able, True)
            self.shift(unit, told["to"], told["face"])
        self.same("passes friends", "through" in told["why"], not direct)
        stacked: dict[str, bool] = {}  # H80 though one of two falls by it
        while told := self.take("test") or {}:
            at = self.at(told["unit"])
            mates = stacked.setdefault(at, len(self.public["stacks"][at]) > 1)
            failed = told["dice"][0] % 10 + mates > self.quality(told["unit"])
            self.same("is passed", told["hit"], failed)
            self.strike(told["unit"], int(failed))
        while told := self.take("turns") or {}:
            self.public["units"][told["piece"]]["face"] = told["face"]
        self._follow(place, side, self.at(stack[0]))
        self._touches(stack[0])

    def _follow(self, place: str, side: str, to: str) -> None:
        """4.32, D2 Leaders in a place that is lost go along, or flee."""
        for leader in self._leaders(place, side):
            able = orders.flights(self.public, place, side, 2, self.closed) | {to}
            told = self.take("goes") or {}
            self.same("leader follows", (told.get("piece"), told.get("to") in able), (leader, True))
            self.public["leaders"][leader]["at"] = told.get("to")

    # -- advance -----------------------------------------------------------------------------------

    def _advance(self, fight: Fight, one: str, wished: Data) -> None:
        """8.53, D14 Exactly one goes into a place that is empty now."""
        empty = [
            to
            for to in fight.places
            if to not in self.public["galleys"]
            and to not in BLOCKS
            and not melee.barred(self.public, to, one[0])
        ]
        able = {
            unit: {to for to in empty if self._enters(unit, to)}
            for unit in self.left(fight.attackers)
            if not passive(unit)
        }
        able = {unit: places for unit, places in able.items() if places}
        due = self._first([*able], one, wished["advance"]) if wished["advance"] != "stay" else []
        told = self.take("goes")
        if told is None or "8.53" not in told["why"]:
            self.same("nobody goes in", due if told is None else told, [])
            return
        unit, to = told["piece"], told["to"]
        self.same("who goes in", (unit in due, to in able.get(unit, ())), (True, True))
        if wished.get("into") in able.get(unit, ()):
            self.same("into which", to, wished["into"])
        self.same("stands so", told["face"] in self._stands(unit, to), True)
        self.shift(unit, to, told["face"])
        if self._bound_to(unit):
            told = self.take("goes") or {}
            self.same("goes along", told.get("piece"), self.public["now"]["rider"]["leader"])
            self.public["leaders"][told["piece"]]["at"] = to
        self.fired = bool(self.events)
        self.events.clear()

    def _bound_to(self, unit: str) -> bool:
        pair = self.public["now"].get("rider", {"unit": "", "leader": ""})
        return pair["unit"] == unit and pair["leader"] in self.public["leaders"]

    def _enters(self, unit: str, to: str) -> bool:
        at = self.at(unit)
        if at in self.public["galleys"]:
            near = causeway_beside(self.public["galleys"][at]["at"])
            return to in near and room(self.public, unit, to)
        city = to in POINTS or to in CAUSEWAY
        fine = not (UNITS[unit]["type"] == "lc" and city)
        return fine and to in next_to(at) and room(self.public, unit, to)

    def _stands(self, unit: str, to: str) -> set[str]:
        """8.53 In a hex it may turn by a sixth; on a point as it likes."""
        if to in CAUSEWAY or to == LIGHTHOUSE:
            return {""}
        every = facings(unit, to)
        if to in POINTS:
            return every
        one = self.public["units"][unit]
        able = arrivals(unit, one["at"], one["face"], to)
        if len(able) > 1:
            return able
        ring = ["N", "NE", "SE", "S", "SW", "NW"]
        (face,) = able
        return {ring[(ring.index(face) + turn) % 6] for turn in (-1, 0, 1)}


def _of(event: Data, unit: str) -> bool:
    """Whether it tells of hits on a unit, and what they did."""
    told = event["public"]
    return event["kind"] in ("hit", "reduced", "eliminated") and (
        told.get("unit") == unit or (told.get("units") == [unit] and not told["why"])
    )


def there_any(public: Data, place: str) -> bool:
    """Whether any unit is in a place."""
    return bool(public["stacks"].get(place))
