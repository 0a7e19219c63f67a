"""What stands beside the questions about cards, points and the end of a turn: templates, random
play, standing orders."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, ClassVar

from referee.engine.beside import Chance, Lines
from referee.engine.ideas import FIRST
from referee.engine.request import View
from referee.engine.view import Data, Quantity
from referee.engine.words import Answer, Many, Name, Nothing, named, parts
from referee.kit.lines import several
from rulesets.sword_of_rome import board, position
from rulesets.sword_of_rome.battle.fight import tactics
from rulesets.sword_of_rome.board import PLAYS
from rulesets.sword_of_rome.cards import placing, points
from rulesets.sword_of_rome.cards.discarding import Discard, lowest
from rulesets.sword_of_rome.cards.events import event_value
from rulesets.sword_of_rome.cards.events.fights import SIDES, opposite, sides_with
from rulesets.sword_of_rome.cards.politics import Losses, Politics, trouble, usable
from rulesets.sword_of_rome.cards.respond import Respond, misfit
from rulesets.sword_of_rome.help import base
from rulesets.sword_of_rome.help.base import Line, Optional, Usual, legal, wished
from rulesets.sword_of_rome.turn.desperate import Announce, Desperate
from rulesets.sword_of_rome.turn.leaders import NewConsuls, default_points, priced
from rulesets.sword_of_rome.turn.order import Order
from rulesets.sword_of_rome.turn.reinforcement import Reinforcement, powers_of
from rulesets.sword_of_rome.turn.surrender import Surrender, to_do


class Responding(Optional[Respond]):
    """7.1.1 Cards of the hand that fit: standing orders play the first one of a list, or any;
    random play also one that may not fit any more when its turn comes."""

    quantities: ClassVar[base.Quantities] = {
        "mine": Quantity("1 if a force of yours fights, otherwise 0"),
        "own total": Quantity("tactics and cards of your side, before the dice"),
        "enemy total": Quantity("the same of the other side"),
    }
    policies: ClassVar[base.Policies] = {"cards": Many(Name("card")), **base.alone("any", "pass")}

    def measure(self, request: Respond, view: View) -> Mapping[str, int]:
        """What is known before the dice of the side on which a force of his fights, otherwise of
        the attacker, and of the other side."""
        battle = view.public["battle"]
        if not battle:
            return dict.fromkeys(self.quantities, 0)
        sides = sides_with(view.public, PLAYS[request.seat])
        own = (*sides, SIDES[0])[0]
        ours, theirs = (
            sum(number for _, number in battle[side]["mods"]) + tactics(battle[side])
            for side in (own, opposite(own))
        )
        return {"mine": bool(sides), "own total": ours, "enemy total": theirs}

    def able(self, request: Respond, view: View) -> list[str]:
        """Cards of the hand that fit."""
        seat, trigger = request.seat, request.args["trigger"]
        return [c for c in view.own["hand"] if not misfit(view.public, seat, c, trigger)]

    def lines(self, request: Respond, view: View) -> Iterable[Line]:
        """Each of them."""
        return self.played(request, view, self.able(request, view), FIRST)

    def played(
        self, request: Respond, view: View, cards: Iterable[str], chance: Chance
    ) -> Iterator[Line]:
        """Lines that play these cards, with what they ask for."""
        for card in cards:
            value = event_value(view.public, view.own, request.seat, card, chance)
            if value is not None:
                yield {"event": value}

    def follow(self, request: Respond, view: View, then: Answer) -> Answer | None:
        """One card, of those that need no choice, or nothing."""
        able = self.able(request, view)
        able = [c for c in able if legal(request, view, [{"event": {"card": c}}])]
        return [{"event": {"card": card}} for card in wished(then, "cards", able, "any")]

    def sample(self, request: Respond, view: View, chance: Chance) -> Answer:
        """One, none or two; seldom a word of windows."""
        if words := self.of_windows(request, view, chance):
            return words
        able = self.able(request, view)
        chance.shuffle(able)
        return [*self.played(request, view, able[: chance.choice((0, 1, 1, 1, 2))], chance)]


class Announcing(Optional[Desperate]):
    """7.4 The three uses; in random play seldom one."""

    often = 8

    quantities: ClassVar[base.Quantities] = {
        "vp": Quantity("your VP", lambda request, view: view.public["vp"][request.seat]),
        "their vp": Quantity(
            "VP of whoever is about to act",
            lambda request, view: view.public["vp"].get(request.args["before"], 0),
        ),
    }
    policies: ClassVar[base.Policies] = {**Desperate.words}

    def options(self, request: Desperate, view: View) -> Iterable[Answer]:
        """Nothing, or an action."""
        yield []
        yield [{"desperate": {"use": "action"}}]

    def noted(self, request: Desperate, view: View) -> Iterable[tuple[Line, str]]:
        """7.4.3 An action, an exchange, an event of a card; what each is."""
        yield {"desperate": {"use": "action"}}, "an action, as with a card of value 3"
        if hand := view.own["hand"]:
            note = "discard any number of cards and draw as many"
            yield {"desperate": {"use": "exchange", "discard": hand[:2]}}, note
        for card in islice(self.fetchable(request, view), 1):
            note = "take any card that is yours and play its event"
            yield {"desperate": {"use": "event", "card": card}}, note

    def at_hand(
        self, request: Desperate, view: View, key: str, beside: Mapping[str, Any]
    ) -> list[str]:
        """Cards that could be fetched; those of the hand."""
        if key == "card":
            return [*self.fetchable(request, view)]
        return list(view.own["hand"]) if key == "discard" else []

    def fetchable(self, request: Desperate, view: View) -> Iterator[str]:
        """7.4.3 Cards whose event could be fetched and played now."""
        walk = request.walk.on_copy(request, view)
        values = ({"use": "event", "card": card} for card in board.DECKS[request.seat])
        return (one["card"] for one in values if not any(Announce(walk, one).problems()))


class Discarding(Usual[Discard]):
    """6.2.1 The default; standing orders keep all, or discard cards of a list."""

    policies: ClassVar[base.Policies] = {"discard": Many(Name("card")), "keep": Nothing()}

    def usual(self, request: Discard, view: View) -> Answer:
        """Nothing; by an event those of the lowest value."""
        chosen = lowest(view.own["hand"])[: request.args["count"]]
        return [{"discard": chosen}] if chosen else []

    def template(self, request: Discard, view: View) -> list[str]:
        """It, or a comment."""
        found = [base.comment({"discard": view.own["hand"][:1]})] if view.own["hand"] else []
        return super().template(request, view) or found

    def follow(self, request: Discard, view: View, then: Answer) -> Answer | None:
        """Those of the list that he has, as many as must be."""
        count, hand = request.args["count"], view.own["hand"]
        wishes = [card for card in named(then, "discard") if card in hand]
        able = dict.fromkeys([*wishes, *named(self.usual(request, view), "discard")])
        chosen = [*able][:count] if count else [*able]
        return [{"discard": chosen}] if chosen else []

    def sample(self, request: Discard, view: View, chance: Chance) -> Answer:
        """As many as must be, or a few."""
        hand, count = view.own["hand"], request.args["count"]
        number = min(count, len(hand)) if count else chance.randint(0, len(hand)) // 2
        chosen = chance.sample(hand, number)
        return [{"discard": chosen}] if chosen else []


class Losing(Usual[Losses]):
    """7.3.2 The points that the rules take; random play takes any."""

    def usual(self, request: Losses, view: View) -> Answer:
        """The points that the rules take."""
        power, count = request.args["power"], request.args["count"]
        return [{"points": points.default_own(view.public, power, count)}]

    def sample(self, request: Losses, view: View, chance: Chance) -> Answer:
        """All ways, or the default."""
        power, count = request.args["power"], request.args["count"]
        there = points.own_counts(view.public, power)
        able = [space for space, number in there.items() for _ in range(number)]
        if chance.random() < 0.1 or not able:
            return []
        return [{"points": chance.sample(able, min(count, len(able)))}]


class Gaining(Optional[Politics], Lines[Politics]):
    """12.5 Points that can be used now; standing orders cannot know how many there will be, nor on
    what."""

    def options(self, request: Politics, view: View) -> Iterable[Answer]:
        """None of them, or each."""
        yield []
        for point in usable(view.public, request.args):
            yield [{"gain": [point]}]

    def lines(self, request: Politics, view: View) -> Iterable[Line]:
        """As many as there are points for."""
        able = list(usable(view.public, request.args))
        tried: list[Answer] = [[{"gain": able[:n]}] for n in range(request.args["count"], 0, -1)]
        return [one[0] for one in tried if not request.refused(view, one)][:1]

    def template(self, request: Politics, view: View) -> list[str]:
        """With all that can be used."""
        sorts: dict[str, list[str]] = {}
        for point in usable(view.public, request.args):
            for key, space in point.items() if isinstance(point, dict) else ((point, None),):
                sorts.setdefault(key, []).extend([space] if space else [])
        count = several(request.args["count"], "point")
        head = f"# {count} at most, each one of these with one of the spaces:"
        told = [
            f"# {{{key}: SPACE}}: {board.named(spaces)}" if spaces else f"# {key}"
            for key, spaces in sorts.items()
        ]
        return [*super().template(request, view), head, *told]

    def sample(self, request: Politics, view: View, chance: Chance) -> Answer:
        """Each on what the ones before have made of it; sometimes not all."""
        walk = request.walk.on_copy(request, view)
        chosen: list[Any] = []
        for _ in range(request.args["count"]):
            walk.play([{"gain": chosen[-1:]}] if chosen else [])
            able = list(usable(walk.public, request.args))
            if not able or chance.random() < 0.1:
                break
            chosen.append(chance.choice(able))
        return [{"gain": chosen}] if chosen else []

    def follow(self, request: Politics, view: View, then: Answer) -> Answer | None:
        """Of the points of the lines those that can be used, in this order, as many as there are;
        None if none can."""
        wishes = super().follow(request, view, then) or []
        walk, chosen = request.walk.on_copy(request, view), list[Any]()
        for point in (one for _, listed in parts(wishes) for one in listed):
            if len(chosen) < request.args["count"] and not trouble(
                walk.public, request.args, point
            ):
                walk.play([{"gain": [point]}])
                chosen.append(point)
        return [{"gain": chosen}] if chosen else None if wishes else []


class Ordering(Usual[Order]):
    """4.4 The order of ties."""

    def usual(self, request: Order, view: View) -> Answer:
        """The order that the rules give."""
        return [{"order": list(request.args["tied"])}]

    def sample(self, request: Order, view: View, chance: Chance) -> Answer:
        """Any order, or none."""
        tied = list(request.args["tied"])
        chance.shuffle(tied)
        return [{"order": tied}] if chance.random() < 0.9 else []


class Sparing(Optional[Surrender]):
    """5.6 What would be done; in random play rather everything."""

    def noted(self, request: Surrender, view: View) -> Iterable[tuple[Line, str]]:
        """All of it."""
        if able := to_do(view.public, request.args["power"]):
            yield {"spare": able}, "the rest is done by itself"

    def sample(self, request: Surrender, view: View, chance: Chance) -> Answer:
        """Or something is left out."""
        able = to_do(view.public, request.args["power"])
        if not able or chance.random() < 0.85:
            return []
        return [{"none": {}}] if chance.random() < 0.3 else [{"spare": [chance.choice(able)]}]


class Placing(Optional[Reinforcement]):
    """5.10 A space that is open; leaders; the price of Greek ones."""

    def template(self, request: Reinforcement, view: View) -> list[str]:
        """With a word of what is not ordered."""
        head = "# what you do not order is placed by the rules"
        return [head, *super().template(request, view)]

    def noted(self, request: Reinforcement, view: View) -> Iterable[tuple[Line, str]]:
        """The first space of each power, and the others; then leaders."""
        count, powers = max(1, view.public["now"]["pool"]), powers_of(view.public)
        for power in powers:
            able = placing.placeable(view.public, power)
            for first in placing.default_spaces(view.public, power)[:1]:
                others = [space for space in able if space != first]
                note = f"or {board.named(others)}" if others else ""
                whose = {"power": power} if len(powers) > 1 else {}
                yield {"put": {"cu": count, "to": first, **whose}}, note
        yield from self.leaders(view.public, powers)
        if board.GREEKS in powers:
            yield from self.prices(view.public)

    def leaders(self, public: Data, powers: Iterable[str]) -> Iterable[tuple[Line, str]]:
        """Those who come back, each to the first space that is open to him."""
        away = (position.DISPLACED, position.ASIDE)
        for one in (one for power in powers for one in position.BY_POWER[power]):
            if public["leaders"].get(one) in away:
                for spot in placing.spots_for(public, one)[:1]:
                    yield {"leader": {"leader": one, "to": spot.space}}, ""

    def prices(self, public: Data) -> Iterable[tuple[Line, str]]:
        """8.2.3 Each leader is kept, or goes."""
        for one in priced(public):
            price = board.LEADERS[one]["penalty"]
            if paid := default_points(public, price):
                yield {"keep": {"leader": one, "points": paid}}, f"he costs {price} loyalty"
            yield {"drop": one}, "or he leaves the game"


class Electing(Optional[NewConsuls]):
    """8.2.2 Spaces that are open."""

    def lines(self, request: NewConsuls, view: View) -> Iterable[Line]:
        """One for each consul."""
        spots = placing.named_spots(view.public, board.ROME)
        for one, spot in zip(request.args["consuls"], spots, strict=False):
            yield {"leader": {"leader": one, "to": spot.space}}
