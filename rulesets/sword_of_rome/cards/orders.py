"""The order words that play a card, or use a right: support, reinforce, event, carthage (7.1)."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from referee.engine.action import ALWAYS, Action, Problem, ids_in, of_each
from referee.engine.words import Choice, Fields, Name, Number
from referee.kit.lines import several
from rulesets.sword_of_rome import board, position, verbs
from rulesets.sword_of_rome.board import CARDS, CARTHAGE, PLAYS, ROME
from rulesets.sword_of_rome.cards import events, placing, playing, points
from rulesets.sword_of_rome.cards.events.base import Event, Use, room_at, too_few
from rulesets.sword_of_rome.cards.events.leading import activate, can_activate
from rulesets.sword_of_rome.cards.playing import Permit, not_held, permit
from rulesets.sword_of_rome.choosing import SOME_SPACES, keys
from rulesets.sword_of_rome.position import Spot
from rulesets.sword_of_rome.report.card_texts import card_text
from rulesets.sword_of_rome.turn.walk import RIGHT, Permitted


class ForPowers(Permitted):
    """A line by which points or CU come to a power of the player's, or to a neutral one that acts;
    without a card it uses a right."""

    way: ClassVar[str]

    def acting_powers(self) -> Sequence[str]:
        """Whose points or CU they can be: those of the hand with a card; else of the right."""
        return PLAYS[self.seat] if "card" in self.value else playing.acting(self.public, self.seat)

    def permitted(self) -> Permit | Problem:
        """The card or the right."""
        power = self.acting_powers()[0]
        return permit(self.public, self.own, self.seat, self.value, self.way, power)

    async def does(self) -> None:
        """The card is played, or the right used."""
        self.walk.acts()
        playing.use(self.table, self.seat, self.given, self.way)


class Support(ForPowers):
    """7.3.1 Add support points up to the value of a card, a space for each: PC markers where you
    have CU, loyalty of your cities."""

    word, way = "support", playing.SUPPORT
    takes = Fields({"to": SOME_SPACES}, {"card": Name("card")})
    example = "support: {card: Second Levy, to: [Elea]}"

    def wrong(self, given: Permit) -> Iterable[Problem]:
        """Each point on the position that it meets."""
        named, most = self.value["to"], given.value
        if len(named) > most:
            yield Problem(f"{several(most, 'point')} at most", "7.1").at("to", most)
        yield from of_each(named, self.trouble, "to")
        if len(named) < most:
            able = dict.fromkeys(points.addable_of(self.public, self.acting_powers()))
            more = [space for space in able if not self.trouble(space, named)]
            yield from too_few(named, most, "support points", room_at(more), "7.3.1")

    def trouble(self, space: str, before: Sequence[str]) -> Problem | None:
        """7.3.1 What is wrong with a point, those before it added."""
        power = self.gains(space) or self.acting_powers()[0]
        return points.add_trouble(self.public, power, space, before.count(space))

    def gains(self, space: str) -> str:
        """Which of the powers can add a point there; "" for none."""
        able = (p for p in self.acting_powers() if not points.add_trouble(self.public, p, space))
        return next(able, "")

    async def does(self) -> None:
        """Add them."""
        powers = {space: self.gains(space) for space in self.value["to"]}
        await super().does()
        for space in self.value["to"]:
            points.add(self.table, powers[space], space, "support, 7.3.1")


class Reinforce(ForPowers):
    """7.1 With a card of value 3: place one CU (5.10)."""

    word, way = "reinforce", playing.REINFORCE
    takes = Fields({"to": Name("space")}, {"card": Name("card"), "power": Name("power")})
    example = "reinforce: {card: Latin Rights, to: Narnia}"

    def wrong(self, given: Permit) -> Iterable[Problem]:
        """The value, then the space."""
        if given.value < 3:
            yield Problem("only a card of value 3 brings a CU", "7.1").at("card")
        if not self.power():
            able = placing.placeable_of(self.public, self.acting_powers())
            yield Problem("no CU of yours can be placed there", "5.10", board.named(able)).at("to")

    def power(self) -> str:
        """Whose CU it is."""
        named, to = self.value.get("power"), self.value["to"]
        return placing.whose(self.public, self.acting_powers(), named, to)

    async def does(self) -> None:
        """It arrives."""
        power = self.power()
        await super().does()
        verbs.add_cu(self.table, power, Spot(self.value["to"]), 1, "7.1")


EVENT_FIELDS = Fields(
    keys("card"),
    {
        **keys("power", side=Choice(("attacker", "defender")), to=SOME_SPACES),
        **keys("from", "leader", "leaders", "commander", cu=Number(1, 10, all=True)),
        **keys("discard"),
    },
)


class EventLine(Action[Any]):
    """A card played for its event."""

    word, takes = "event", EVENT_FIELDS
    example = "event: {card: Rebels Pardoned, to: [Anagnia, Praeneste]}"

    def names(self) -> Iterable[str]:
        """The right to the lines that follow."""
        return [RIGHT]

    def event(self) -> Event:
        """What the card does."""
        return events.event_of(self.public, self.value["card"])

    @property
    def use(self) -> Use:
        """The card on this position."""
        return Use(self.public, self.seat, self.value["card"])

    def choices(self) -> Iterable[Problem]:
        """What is wrong with the choices."""
        event = self.event()
        for key in self.value:
            if key not in ("card", *event.takes):
                hint = f"it asks for: {', '.join(event.takes)}" if event.takes else "leave it out"
                reason = f"this card does not ask for '{key}'"
                yield Problem(reason, "7.1", hint, ALWAYS).at(key)
        missing = [key for key in event.needed if key not in self.value]
        if missing:
            hint = ", ".join(f"{key}: ..." for key in missing)
            hint = f"{hint}; {card_text(self.value['card'])}"
            yield Problem("the card needs more", "7.1", hint, ALWAYS)
        else:
            yield from event.wrong(self.use, self)


class PlayEvent(EventLine):
    """7.1 Play a card for its event: in your action with what it asks for, in a window as a
    response (7.1.1)."""

    def problems(self) -> Iterable[Problem]:
        """The card is there and can be played; then its choices."""
        card, event = self.value["card"], self.event()
        trouble = self.card_trouble()
        if trouble:
            yield trouble
            return
        if not event.acting:
            reason = "it is no event of your own action"
            yield Problem(reason, "7.1", card_text(card), ALWAYS).at("card")
        elif reason := event.lacks(self.use):
            yield Problem(reason, "7.1", card_text(card)).at("card")
        else:
            yield from self.choices()

    def free(self) -> bool:
        """7.1.2 Neutral Power Activates is not the card of the action."""
        return bool(CARDS[self.value["card"]]["event"] == "neutral-power")

    def card_trouble(self) -> Problem | None:
        """Whether he has it, or Desperate Times have fetched it (7.4.3), and he may play a card."""
        card, now = self.value["card"], self.public["now"]
        if card == now["fetched"]:
            return None
        if self.free() and not now["event_only"]:
            return not_held(self.public, self.own, self.seat, card)
        return playing.card_trouble(self.public, self.own, self.seat, card)

    async def does(self) -> None:
        """Lay it down, and carry it out."""
        card = self.value["card"]
        self.walk.acts()
        playing.play(self.table, self.seat, card, playing.EVENT, self.free())
        await self.event().does(self.table, self.use, self.value)


class Carthage(ForPowers):
    """18 With the treaty: activate Carthage with a Roman card of value 3, the card of your action,
    or without one by Desperate Times; then lines for Carthage."""

    word = way = "carthage"
    takes, example = Fields({}, {"card": Name("card")}), "carthage: {card: Latin Rights}"

    def names(self) -> Iterable[str]:
        """The right to the lines that follow."""
        return [RIGHT]

    def depends(self) -> Iterable[str]:
        """The card alone."""
        return ids_in(self.value)

    def acting_powers(self) -> Sequence[str]:
        """Rome's cards."""
        return (ROME,)

    def problems(self) -> Iterable[Problem]:
        """The treaty, once a round; then the card."""
        public = self.public
        if position.TREATY not in public["flags"] or self.seat != ROME:
            return [Problem("only Rome activates Carthage so, once it has signed", "18")]
        if not can_activate(public, self.seat, CARTHAGE):
            done = CARTHAGE in public["activated"]
            idle = "there is nothing that Carthage could do"
            reason = "Carthage was activated in this round already" if done else idle
            return [Problem(reason, "16.1.1")]
        return super().problems()

    def wrong(self, given: Permit) -> Iterable[Problem]:
        """Its value."""
        return [Problem("its value is not 3", "18").at("card")] if given.value < 3 else []

    async def does(self) -> None:
        """Its action begins."""
        await super().does()
        activate(self.table, self.seat, CARTHAGE)
