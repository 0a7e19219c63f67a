"""What an event of a card is: when it can be played, what its player chooses, what it does."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from referee.engine.action import SLIP, Action, Problem, of_each
from referee.engine.beside import Chance
from referee.engine.table import Table
from referee.engine.view import Data
from referee.kit.lines import several
from rulesets.sword_of_rome import board
from rulesets.sword_of_rome.board import CARDS, PLAYS

#: Windows in which responses are played (7.1.1), as `cards.respond` opens them.
NAVAL, REACTION, REACTED = "sea move", "reaction roll", "after reactions"
BATTLE, LOSSES, RETREAT = "battle", "losses", "retreat"
SIEGE, GALLIC = "siege roll", "gallic event"
#: What each is about, in words.
WINDOWS = {
    NAVAL: "before {power} goes/go by sea from {at}",
    REACTION: "before {power} rolls/roll to {kind} at {at}",
    REACTED: "when {power} has/have entered {at}",
    BATTLE: "before the dice of the battle at {at}",
    LOSSES: "after the losses of the battle at {at}",
    RETREAT: "before {power} retreats/retreat from {at}",
    SIEGE: "before {power} rolls/roll for a {kind} at {at}",
    GALLIC: "against the Gallic event {number}",
}


class Use(NamedTuple):
    """A card and the player who could use it for its event, on a position."""

    public: Data
    seat: str
    card: str

    def number(self, key: str, otherwise: int = 0) -> int:
        """A number of the card."""
        found: int = CARDS[self.card].get(key, otherwise)
        return found

    @property
    def title(self) -> str:
        """What reports give as the cause."""
        return str(CARDS[self.card]["title"])

    @property
    def powers(self) -> Sequence[str]:
        """The player's own powers."""
        return PLAYS[self.seat]

    @property
    def pending(self) -> Data:
        """What a window is about: the innermost thing that is not decided yet."""
        found: Data = self.public["pending"][-1]
        return found


class Event:
    """An event; a card of it gives its numbers.

    windows: in which it can be played as a response; acting: whether it can be played in one's own
    action; takes: the keys of an order line that it reads, `needed` those that it must have."""

    windows: Sequence[str] = ()
    acting: ClassVar[bool] = True
    takes: ClassVar[Sequence[str]] = ()
    needed: Sequence[str] = ()

    def lacks(self, use: Use) -> str:
        """By what all can see, why it cannot be played now, by anybody's choice; "" if it can."""
        return ""

    def wrong(self, use: Use, line: Action[Any]) -> Iterable[Problem]:
        """What is wrong with the choices of an order line; ``line.value`` has them."""
        return ()

    def choice(self, use: Use, own: Data, chance: Chance) -> Mapping[str, Any] | None:
        """Choices for random play and templates; None if there are none."""
        return {}

    async def does(self, table: Table, use: Use, value: Mapping[str, Any]) -> None:
        """Carry it out."""


class Picks(Event):
    """An event for which its player picks one thing.

    key: where an order line names it (``to`` is a list of one); none: why it cannot be played if
    there is nothing to pick; reason, rule: what is said of anything else."""

    key: ClassVar[str] = "to"
    none: ClassVar[str]
    reason: ClassVar[str]
    rule: ClassVar[str] = "7.1"
    takes: ClassVar[Sequence[str]] = ("to",)
    needed: Sequence[str] = ("to",)

    def able(self, use: Use) -> Sequence[str]:
        """All that can be picked."""
        raise NotImplementedError

    def lacks(self, use: Use) -> str:
        """Something to pick."""
        return "" if self.able(use) else self.none

    def picked(self, use: Use, value: Mapping[str, Any]) -> str:
        """What a line names, "" for nothing or for several."""
        named = value.get(self.key, "")
        found: str = named if self.key != "to" else named[0] if len(named) == 1 else ""
        return found

    def wrong(self, use: Use, line: Action[Any]) -> Iterable[Problem]:
        """It can be picked."""
        if (named := self.picked(use, line.value)) not in self.able(use):
            yield self.unfit(use, named).at(self.key)

    def unfit(self, use: Use, named: str) -> Problem:
        """What is said of something that cannot."""
        reason = self.reason.format(board.NAMES.get(named, named))
        return Problem(reason, self.rule, self.hint(self.able(use)))

    def hint(self, able: Sequence[str]) -> str:
        """What can be picked."""
        return board.named(able)

    def choice(self, use: Use, own: Data, chance: Chance) -> Mapping[str, Any] | None:
        """Any of it."""
        able = self.able(use)
        if not able:
            return None
        found = chance.choice(able)
        return {self.key: [found] if self.key == "to" else found}


class PicksSome(Picks):
    """An event for which its player picks spaces, as many as a number of the card says at most.

    most: that number; what: what it counts."""

    most: ClassVar[str]
    what: ClassVar[str]

    def wrong(self, use: Use, line: Action[Any]) -> Iterable[Problem]:
        """Not too many, and each can be picked after those before it; a slip if there is room for
        more."""
        named, able = line.value["to"], self.able(use)
        most = use.number(self.most)
        yield from too_many(named, most)
        more = [space for space in able if not self.trouble(use, space, named)]
        yield from too_few(named, most, self.what, room_at(more), self.rule)
        yield from of_each(
            named,
            lambda space, before: (
                self.trouble(use, space, before) if space in able else self.unfit(use, space)
            ),
            "to",
        )

    def trouble(self, use: Use, space: str, before: Sequence[str]) -> Problem | None:
        """Why a space cannot be picked once more."""
        raise NotImplementedError

    def choice(self, use: Use, own: Data, chance: Chance) -> Mapping[str, Any] | None:
        """As many of them as can be."""
        able = self.able(use)
        most = min(len(able), use.number(self.most))
        return {"to": chance.sample(able, most)} if able else None


def too_many(named: Sequence[str], most: int) -> Iterable[Problem]:
    """More spaces than points."""
    if len(named) > most:
        yield Problem(f"{several(most, 'space')} at most", "7.1").at("to", most)


def too_few(
    named: Sequence[str], most: int, what: str, hint: str, rule: str = "7.1"
) -> Iterable[Problem]:
    """Fewer spaces than could be named: a slip; hint: where there is room, "" for nowhere."""
    if len(named) < most and hint:
        yield Problem(f"{most - len(named)} of {most} {what} not used", rule, hint, SLIP)


def room_at(spaces: Iterable[str]) -> str:
    """What is said of spaces that could be named besides."""
    told = board.named(spaces)
    return told and f"there is room at {told}"


def some(able: Sequence[str], most: int, chance: Chance) -> list[str]:
    """One to so many of them."""
    return chance.sample(able, chance.randint(1, min(len(able), most)))
