"""Random orders of several lines, which are lively: every kind of line can come out."""

from collections.abc import Sequence
from typing import Any, TypeVar

from referee.engine.action import SLIP
from referee.engine.walk import Walk
from referee.engine.words import SKIP, STOP, Answer
from referee.engine.writer import Writer
from rulesets.sword_of_rome import board, position
from rulesets.sword_of_rome.board import CARDS, GAULS, LEADERS, MINOR, PLAYER, PLAYS
from rulesets.sword_of_rome.cards import placing, playing, points
from rulesets.sword_of_rome.cards.events import BY_CARD, event_value, lacks
from rulesets.sword_of_rome.help import marches as march
from rulesets.sword_of_rome.siege.plunder import lost_homes
from rulesets.sword_of_rome.turn.alliances import BREAKS
from rulesets.sword_of_rome.turn.leaders import Consuls
from rulesets.sword_of_rome.turn.reinforcement import Reinforcing
from rulesets.sword_of_rome.turn.walk import Acting

W = TypeVar("W", bound=Walk)


class Careful(Writer[W]):
    """Writes no line that something stands in the way of, and seldom one that stops."""

    otherwise = (*(SKIP,) * 19, STOP)

    def try_to(self, word: str, value: object) -> bool:
        """Write a line, unless it would be refused."""
        self.walk.part = 0
        self.walk.before(word)
        action = self.walk.request.by_word[word](self.walk, value)
        if any(problem.weight != SLIP for problem in action.problems()):
            return False
        self.add_good(word, value, conditions=True)
        return True

    def any_of(self, things: Sequence[Any]) -> Any:
        """One of them, None if there is none."""
        return self.chance.choice(list(things)) if things else None


class Actor(Careful[Acting]):
    """An action."""

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
            return self.event(now["fetched"])
        if any(one["left"] for one in now["rights"]) and self.maybe(95):
            return self.by_right()
        card = self.any_of(self.walk.own.get("hand", ()))
        if card is None:
            return False
        if now["card"]:
            neutral = CARDS[card]["event"] == "neutral-power"
            return bool(neutral and self.maybe(50) and self.event(card))
        return self.by_card(card)

    def by_card(self, card: str) -> bool:
        """One of the ways of 7.1."""
        if self.maybe(70) and march.lines(self, card):
            return True
        ways = [self.event, self.event, self.support, self.reinforce]
        self.chance.shuffle(ways)
        return any(way(card) for way in ways[:3]) or march.lines(self, card)

    def by_right(self) -> bool:
        """What a right gives."""
        march_first = self.maybe(70)
        if march_first and march.lines(self, ""):
            return True
        return self.support("") or self.reinforce("") or march.lines(self, "")

    def event(self, card: str) -> bool:
        """An event with choices."""
        if not BY_CARD[card].acting or lacks(self.public, self.seat, card):
            return False
        value = event_value(self.public, self.walk.own, self.seat, card, self.chance)
        return value is not None and self.try_to("event", value)

    def powers(self) -> Sequence[str]:
        """Those that he may act for."""
        return playing.acting(self.public, self.seat)

    def support(self, card: str) -> bool:
        """7.3.1."""
        able = points.addable_of(self.public, self.powers())
        if not able:
            return False
        most = CARDS[card]["value"] if card else 3
        to = self.chance.sample(able, min(len(able), most))
        return self.try_to("support", {"to": to, **({"card": card} if card else {})})

    def reinforce(self, card: str) -> bool:
        """7.1."""
        if card and CARDS[card]["value"] < 3:
            return False
        able = placing.placeable_of(self.public, self.powers())
        if not able:
            return False
        value = {"to": self.any_of(able), **({"card": card} if card else {})}
        return self.try_to("reinforce", value)

    def diplomacy(self) -> None:
        """15."""
        own = self.any_of(PLAYS[self.seat])
        others = [p for p in PLAYER if PLAYER[p] in position.players(self.public)]
        other = self.any_of([power for power in others if PLAYER[power] != self.seat])
        value = {"with": other, **({"for": own} if len(PLAYS[self.seat]) > 1 else {})}
        if position.pair(own, other) in self.public["alliances"]:
            if self.maybe(30):
                self.try_to(
                    "break", {**value, "points": points.default_own(self.public, own, BREAKS)}
                )
        elif self.maybe(60):
            self.try_to("propose", value)

    def leader(self) -> None:
        """8.3."""
        power = self.any_of(PLAYS[self.seat])
        minor = [one for one in position.BY_POWER[power] if LEADERS[one]["class"] == MINOR]
        spot = self.any_of(placing.cu_spots(self.public, power))
        if minor and spot:
            self.try_to("leader", {"leader": self.any_of(minor), "to": spot.space})

    def solidarity(self) -> None:
        """14.6."""
        able = lost_homes(self.public)
        most = min(len(able), self.public["plunder"])
        if self.seat == GAULS and most > 0:
            self.try_to("solidarity", self.chance.sample(able, self.chance.randint(1, most)))


class Recruiter(Careful[Reinforcing]):
    """5.10 Some CU where they like, the rest by the rules."""

    def written(self) -> Answer:
        """CU, leaders, the price of Greek leaders."""
        while self.public["now"]["pool"] and self.maybe(60):
            power = self.any_of(self.walk.powers)
            to = self.any_of(placing.placeable(self.public, power))
            if to is None:
                break
            cu = self.chance.randint(1, self.public["now"]["pool"])
            self.try_to("put", {"cu": cu, "to": to, "power": power})
        for power in self.walk.powers:
            for leader in position.BY_POWER[power]:
                if self.maybe(40):
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


class Elector(Careful[Consuls]):
    """8.2.2 New consuls."""

    def written(self) -> Answer:
        """Each somewhere, or by the rules."""
        for one in self.public["now"]["consuls"]:
            spot = self.any_of(placing.named_spots(self.public, board.ROME))
            if spot and self.maybe(80):
                self.try_to("leader", {"leader": one, "to": spot.space})
        return self.lines
