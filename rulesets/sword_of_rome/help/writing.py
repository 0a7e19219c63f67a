"""Random orders of several lines, which are lively: every kind of line can come out."""

from collections.abc import Sequence
from typing import Any, TypeVar

from referee.engine.request import Data
from referee.engine.words import Answer
from referee.engine.writer import SELDOM, Writer
from rulesets.sword_of_rome import board, position
from rulesets.sword_of_rome.board import LEADERS, LIMITS
from rulesets.sword_of_rome.cards import placing
from rulesets.sword_of_rome.cards.playing import by_right
from rulesets.sword_of_rome.help.acting import BESIDES
from rulesets.sword_of_rome.help.base import Line
from rulesets.sword_of_rome.help.ideas import WAYS, Ideas, Paid
from rulesets.sword_of_rome.march import rules
from rulesets.sword_of_rome.march.entry import meets
from rulesets.sword_of_rome.march.legs import RAID, SEA, end_problems, leads_to, leg_problems
from rulesets.sword_of_rome.march.orders import March
from rulesets.sword_of_rome.siege import rolling
from rulesets.sword_of_rome.turn.leaders import Consuls, city_points
from rulesets.sword_of_rome.turn.reinforcement import Reinforcing
from rulesets.sword_of_rome.turn.walk import Acting

T = TypeVar("T")


class Actor(Writer[Acting]):
    """An action."""

    otherwise = SELDOM

    @property
    def ideas(self) -> Ideas:
        """What can be ordered after the lines written so far."""
        return Ideas(self.public, self.walk.own, self.seat, self.chance)

    def written(self) -> Answer:
        """A few alliances and leaders, then rather a card than none."""
        for making in self.chance.sample([*BESIDES.values()], 2):
            if self.maybe(25):
                self.besides(list(making(self.ideas)))
        for _ in range(6):
            if self.walk.over() or self.walk.ended or not self.play():
                break
        return self.lines

    def besides(self, able: list[Line]) -> None:
        """One of these lines, if any of a few can be carried out."""
        tried = self.chance.sample(able, min(3, len(able)))
        any(self.try_to(word, value) for line in tried for word, value in line.items())

    def play(self) -> bool:
        """Something by a right or a card; whether more can be tried."""
        now = self.public["now"]
        if now.get("fetched"):
            return self.by_way("event", {"card": now["fetched"]})
        if by_right(self.public) and self.maybe(95):
            return self.use({}, "support", "reinforce")
        card = self.any_of(self.walk.own.get("hand", ()))
        if card is None:
            return False
        if now["card"]:
            neutral = board.CARDS[card]["event"] == "neutral-power" and self.maybe(50)
            return neutral and self.by_way("event", {"card": card})
        return self.use({"card": card}, "event", *WAYS)

    def use(self, paid: Paid, *ways: str) -> bool:
        """Rather an activation, or one of some ways of 7.1."""
        if self.maybe(70) and self.leads(paid):
            return True
        tried = self.chance.sample(ways, min(3, len(ways)))
        return any(self.by_way(way, paid) for way in tried) or self.leads(paid)

    def by_way(self, word: str, paid: Paid) -> bool:
        """One of `WAYS`, if there is something to do that would not be refused."""
        value = WAYS[word](self.ideas, paid)
        return value is not None and self.try_to(word, value)

    def leads(self, paid: Paid) -> bool:
        """Try a sortie, a siege roll, a colony or a march with a card, or by a right if there is
        none; whether a line was written."""
        leader = self.pick()
        if leader is None:
            return False
        more = {"leader": leader, **paid}
        words = ("sortie", "siege", *["colony"] * self.maybe(4))
        return any(self.try_to(word, more) for word in words) or self.march(more)

    def pick(self) -> str | None:
        """Any leader on the map who may be activated, rather one who besieges, or has CU."""
        public, here = self.public, self.ideas.movers
        rights = public["now"]["rights"]
        named: list[str] = [one["leader"] for one in rights if one["left"] and one["leader"]]
        if named:
            return self.chance.choice(named)
        spots = [(one, LEADERS[one]["power"], position.spot_of(public, one)) for one in here]
        strong = [one for one, power, spot in spots if spot and position.cu(public, power, spot)]
        sieges = [
            one for one, power, spot in spots if spot and rolling.besieges(public, power, spot)
        ]
        return self.rather(sieges, strong, here)

    def rather(self, *sorts: Sequence[T]) -> T | None:
        """One of the first of these sorts that has any, mostly; otherwise one of the last."""
        for able in sorts[:-1]:
            if able and self.maybe(80):
                return self.chance.choice(able)
        return self.any_of(sorts[-1])

    def march(self, more: Line) -> bool:
        """A force and a path that goes leg by leg where it can."""
        force = self.ideas.force(more)
        if force is None:
            return False
        if self.maybe(30):
            more = {**more, "cu": self.chance.randint(0, force["cu"])}
            force = self.ideas.force(more) or force
        path = self.walked({**force, "mp": max(0, rules.mp_left(self.public, force))})
        return bool(path) and self.try_to(March.word, {**more, "path": path})

    def walked(self, force: Data) -> list[Any]:
        """A path, each leg of which could be gone if nothing stops the force; rather to enemies."""
        public, good = self.public, 0
        path: list[Any] = []
        while len(path) < 7 and self.maybe(93):
            able = [
                one for one in self.legs(force, path) if not [*leg_problems(public, force, one)]
            ]
            lively = [one for one in able if one == RAID or is_walled(public, force, leads_to(one))]
            manned = [one for one in able if meets(public, {**force, "at": leads_to(one)})]
            element = self.rather(manned, lively, able)
            if element is None:
                break
            path.append(element)
            force = beyond(public, force, element)
            if not [*end_problems(public, force, [element])]:
                good = len(path)
            besieges = is_walled(public, force, force["at"]) and force["cu"] >= LIMITS["siege"]
            if meets(public, force) or (besieges and self.maybe(70)):
                break
        return path[:good]

    def legs(self, force: Data, path: Sequence[Any]) -> list[Any]:
        """What a path could go on with: a space beside, a port, a raid."""
        near = [to for to in board.LINKS[force["at"]] if to != force["came"]]
        by_sea = self.maybe(60) and rules.sea_limit(self.public, force, force["at"])
        ports = [{SEA: to} for to in board.PORTS] if by_sea else []
        return [*near, *ports, *([RAID] if path and path[-1] != RAID else [])]


def beyond(public: Data, force: Data, element: Any) -> Data:
    """A force after one more leg of its path."""
    to = leads_to(element)
    if not to:
        return {**force, "mp": force["mp"] - board.TABLES["mp"]["raid"]}
    price = rules.cost(public, force, to) if to == element else rules.SEA["mp"]
    return {**force, "at": to, "came": force["at"], "mp": force["mp"] - (price or 0)}


def is_walled(public: Data, force: Data, to: str) -> bool:
    """13.1 Whether there is something to besiege for a force."""
    walled = position.is_city(public, to) or position.is_tribe(public, to)
    return walled and not position.friendly(public, force["power"], to)


class Recruiter(Writer[Reinforcing]):
    """5.10 Some CU and leaders where they like, the rest by the rules."""

    def written(self) -> Answer:
        """Each sort of line, those that place something several times."""
        for word in (*("put", "leader") * 4, "keep", "drop", "aside", "command"):
            if self.maybe(50):
                self.add_any(word, self.at_hand, tries=2)
        return self.lines

    def at_hand(self, key: str) -> Sequence[str]:
        """Powers and leaders of the player, open spaces, cities whose loyalty can be given up."""
        powers = self.walk.powers
        if key == "power":
            return powers
        if key == "points":
            return [s for s in self.public["loyalty"] if city_points(self.public, s)]
        if key == "to":
            spots = (spot for power in powers for spot in placing.cu_spots(self.public, power))
            return [*placing.placeable_of(self.public, powers), *(spot.space for spot in spots)]
        return [one for power in powers for one in position.BY_POWER[power]]


class Elector(Writer[Consuls]):
    """8.2.2 New consuls."""

    def written(self) -> Answer:
        """Each somewhere, or by the rules."""
        for _ in range(2):
            if self.maybe(80):
                self.add_any("leader", self.at_hand)
        return self.lines

    def at_hand(self, key: str) -> Sequence[str]:
        """The consuls, spaces that are open to them."""
        if key != "to":
            consuls: list[str] = self.public["now"]["consuls"]
            return consuls
        return [spot.space for spot in placing.named_spots(self.public, board.ROME)]
