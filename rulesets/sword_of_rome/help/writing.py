"""Random orders of several lines, which are lively: every kind of line can come out."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from referee.engine.words import Answer
from referee.engine.writer import SELDOM, Writer
from rulesets.sword_of_rome import board, position
from rulesets.sword_of_rome.board import CARDS, LEADERS, LIMITS, PLAYER, PLAYS
from rulesets.sword_of_rome.cards import placing, points
from rulesets.sword_of_rome.cards.playing import by_right
from rulesets.sword_of_rome.help.acting import THEN
from rulesets.sword_of_rome.help.base import Line
from rulesets.sword_of_rome.help.ideas import WAYS, Ideas, Paid, minor_leaders
from rulesets.sword_of_rome.march import rules
from rulesets.sword_of_rome.march.entry import meets
from rulesets.sword_of_rome.march.legs import RAID, SEA, end_problems, leads_to, leg_problems
from rulesets.sword_of_rome.march.orders import March
from rulesets.sword_of_rome.siege import rolling
from rulesets.sword_of_rome.turn.alliances import BREAKS
from rulesets.sword_of_rome.turn.leaders import Consuls
from rulesets.sword_of_rome.turn.reinforcement import Reinforcing
from rulesets.sword_of_rome.turn.walk import Acting


class Actor(Writer[Acting]):
    """An action."""

    otherwise = SELDOM

    @property
    def ideas(self) -> Ideas:
        """What can be ordered after the lines written so far."""
        return Ideas(self.public, self.walk.own, self.seat, self.chance)

    def written(self) -> Answer:
        """A few alliances and leaders, then rather a card than none."""
        now = self.public["now"]
        if not now["event_only"]:
            for extra in self.chance.sample((self.diplomacy, self.leader, self.solidarity), 2):
                if self.maybe(25):
                    extra()
        for _ in range(6):
            if self.walk.over() or self.walk.ended or not self.play():
                break
        return self.lines

    def play(self) -> bool:
        """Something by a right or a card; whether more can be tried."""
        now = self.public["now"]
        if now.get("fetched"):
            return self.by_way("event", {"card": now["fetched"]})
        if by_right(self.public) and self.maybe(95):
            return self.use({}, ("support", "reinforce"))
        hand = self.walk.own.get("hand", ())
        neutral = [one for one in hand if CARDS[one]["event"] == "neutral-power"]
        if now["card"]:
            return bool(neutral) and self.by_way("event", {"card": neutral[0]})
        card = self.any_of(hand)
        if card is None or not self.use({"card": card}, self.chance.sample(["event", *WAYS], 3)):
            return False
        gives = "event" in self.lines[-1] and CARDS[card]["event"] in THEN
        return gives or (bool(neutral) and self.maybe(25))

    def use(self, paid: Paid, ways: Iterable[str]) -> bool:
        """Rather an activation, or the first of these ways of 7.1 that is open."""
        if self.maybe(84) and self.leads(paid):
            return True
        return any(self.by_way(way, paid) for way in ways) or self.leads(paid)

    def by_way(self, word: str, paid: Paid) -> bool:
        """One of `WAYS`, if there is something to do that would not be refused."""
        value = WAYS[word](self.ideas, paid)
        return value is not None and self.try_to(word, value)

    def leads(self, paid: Paid) -> bool:
        """Try a march, a siege roll, a sortie or a colony with a card, or by a right if there is
        none; whether a line was written."""
        leader = self.pick()
        if leader is None:
            return False
        more, spot = {"leader": leader, **paid}, position.spot_of(self.public, leader)
        power = LEADERS[leader]["power"]
        besieges = spot and rolling.can_besiege(self.public, power, spot) and self.maybe(95)
        return (
            (bool(spot and spot.inside) and self.try_to("sortie", more))
            or (bool(besieges) and self.try_to("siege", more))
            or (self.maybe(4) and self.try_to("colony", more))
            or self.march(more)
        )

    def pick(self) -> str | None:
        """Any leader on the map who may be activated, rather one with CU."""
        public, here = self.public, self.ideas.movers
        rights = public["now"]["rights"]
        named: list[str] = [one["leader"] for one in rights if one["left"] and one["leader"]]
        if named:
            return self.chance.choice(named)
        spots = {one: spot for one in here if (spot := position.spot_of(public, one))}
        placed = [(one, LEADERS[one]["power"], spot) for one, spot in spots.items()]
        sieges = [one for one, power, spot in placed if rolling.besieges(public, power, spot)]
        if sieges and self.maybe(60):
            return self.chance.choice(sieges)
        strong = [one for one, power, spot in placed if position.cu(public, power, spot)]
        return self.any_of(strong if strong and self.maybe(95) else here)

    def march(self, more: Line) -> bool:
        """A force and a path that goes leg by leg where it can, rather to enemies."""
        force: Any = self.ideas.force(more)
        if force is None:
            return False
        if self.maybe(30):
            spot = position.spot_of(self.public, more["leader"])
            there = position.cu(self.public, force["power"], spot) if spot else 0
            more = {**more, "cu": self.chance.randint(0, min(LIMITS["move"], there))}
            force = self.ideas.force(more)
        path = self.walked({**force, "mp": max(0, rules.mp_left(self.public, force))})
        return bool(path) and self.try_to(March.word, {**more, "path": path})

    def walked(self, force: Any) -> list[Any]:
        """A path, each leg of which could be gone if nothing stops the force."""
        public, power, seen = self.public, force["power"], [force["at"]]
        strong = force["cu"] >= LIMITS["siege"]
        gone: list[tuple[Any, Any]] = []  # each element, behind the force as it finds it

        def can(element: Any) -> bool:
            pays = force["mp"] > 0 or force["road"] > 0  # 9.2 where a link may be free
            return pays and not any(leg_problems(public, force, element))

        while len(gone) < 7 and self.maybe(90):
            if power in board.GALLIC and gone and self.maybe(50) and can(RAID):
                gone.append((force, RAID))
                force = {**force, "mp": force["mp"] - board.TABLES["mp"]["raid"]}
                continue
            near = [to for to in board.LINKS[force["at"]] if to not in seen or self.maybe(5)]
            element = next(filter(can, self.wishes(force, near)), None)
            if element is None:
                break
            to = leads_to(element)
            price = rules.cost(public, force, to) if to == element else rules.SEA["mp"]
            gone.append((force, element))
            force = rules.beyond(force, to, price or 0)
            seen.append(to)
            besieges = strong and rolling.enemy_walls(public, power, to)
            if meets(public, force) or (besieges and self.maybe(70)):
                break
        while gone and any(end_problems(public, gone[-1][0], [gone[-1][1]])):
            gone.pop()
        return [element for _, element in gone]

    def wishes(self, force: Any, near: Sequence[str]) -> Iterator[Any]:
        """Where a force would go, spaces beside or ports, best first: rather to enemies."""
        public, shuffled = self.public, self.shuffled
        at, power, cu = force["at"], force["power"], force["cu"]
        manned = [to for to in near if position.enemies_outside(public, power, to)]
        if self.maybe(85):
            yield from shuffled(manned) if self.maybe(75) else ()
            walled = {to for to in near if rolling.enemy_walls(public, power, to)}
            yield from shuffled([to for to in near if to in manned or to in walled])
        if self.maybe(60) and rules.sea_limit(public, force, at):
            ports = shuffled(board.PORTS)
            if force["mp"] >= rules.SEA["mp"] and rules.is_port(public, power, at):
                yield from ({SEA: to} for to in ports if cu <= rules.sea_limit(public, force, to))
        yield from shuffled(near)

    def shuffled(self, some: Sequence[str]) -> list[str]:
        """The same in any order."""
        return self.chance.sample(some, len(some)) if len(some) > 1 else [*some]

    def diplomacy(self) -> None:
        """15."""
        own = self.chance.choice(PLAYS[self.seat])
        others = [p for p in PLAYER if PLAYER[p] in position.players(self.public)]
        other = self.chance.choice([power for power in others if PLAYER[power] != self.seat])
        value = self.ideas.pair(own, other)
        if position.pair(own, other) in self.public["alliances"]:
            if self.maybe(30):
                cost = points.default_own(self.public, own, BREAKS)
                self.try_to("break", {**value, "points": cost})
        elif self.maybe(60):
            self.try_to("propose", value)

    def leader(self) -> None:
        """8.3."""
        power = self.chance.choice(PLAYS[self.seat])
        minor, spot = minor_leaders(power), self.any_of(placing.cu_spots(self.public, power))
        if minor and spot:
            self.try_to("leader", {"leader": self.any_of(minor), "to": spot.space})

    def solidarity(self) -> None:
        """14.6."""
        if chosen := self.ideas.solidarity():
            self.try_to("solidarity", chosen)


class Recruiter(Writer[Reinforcing]):
    """5.10 Some CU where they like, the rest by the rules."""

    def written(self) -> Answer:
        """CU, leaders, the price of Greek leaders."""
        while self.public["now"]["pool"] and self.maybe(60):
            power = self.chance.choice(self.walk.powers)
            to = self.any_of(placing.placeable(self.public, power))
            if to is None:
                break
            cu = self.chance.randint(1, self.public["now"]["pool"])
            self.try_to("put", {"cu": cu, "to": to, "power": power})
        for power in self.walk.powers:
            for leader in position.BY_POWER[power]:
                away = self.public["leaders"].get(leader) == position.DISPLACED
                if (away or not position.is_named(leader)) and self.maybe(40):
                    self.place(leader)
        if board.GREEKS in self.walk.powers:
            self.prices()
        return self.lines

    def place(self, leader: str) -> None:
        """Somewhere that is open to him."""
        spot = self.any_of(placing.spots_for(self.public, leader))
        if spot:
            self.try_to("leader", {"leader": leader, "to": spot.space})

    def prices(self) -> None:
        """8.2.3."""
        for leader in position.BY_POWER[board.GREEKS]:
            price = LEADERS[leader]["penalty"]
            if not price or not position.spot_of(self.public, leader) or self.maybe(50):
                continue
            cities = [s for s in self.public["loyalty"] for _ in range(self.public["loyalty"][s])]
            mine = [s for s in cities if position.control(self.public, s) == board.GREEKS]
            if len(mine) >= price and self.maybe(70):
                chosen = self.chance.sample(mine, price)
                self.try_to("keep", {"leader": leader, "points": chosen})
            else:
                self.try_to("drop", leader)


class Elector(Writer[Consuls]):
    """8.2.2 New consuls."""

    def written(self) -> Answer:
        """Each somewhere, or by the rules."""
        for one in self.public["now"]["consuls"]:
            spot = self.any_of(placing.named_spots(self.public, board.ROME))
            if spot and self.maybe(80):
                self.try_to("leader", {"leader": one, "to": spot.space})
        return self.lines
