"""What is asked of both about cards: when they can be played, on what, what comes of them."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

import pytest

from referee.engine.request import Request, View
from referee.engine.table import Table
from tests.rules.slow_sword import deeds, effects, options, points, windows
from tests.rules.slow_sword import reactions as slow
from tests.rules.slow_sword.atlas import SPACES
from tests.rules.slow_sword.retreats import Retreat
from tests.rules.slow_sword.world import World
from tests.rules.sword_of_rome.adapter import EVENTS, Use, board, entry, misfit, responses, rolling
from tests.traces.sword_of_rome.offers import takes

Data = dict[str, Any]
Same = Callable[..., None]
#: What of a position an event can change.
BOARD = (
    *("cu", "inside", "militia", "leaders", "markers", "loyalty", "tribes", "sieges"),
    *("flags", "vp", "plunder", "alliances"),
)
#: Events whose choices are written as spaces; the others as they are here.
SPOTS = ("pacify", "loyalty", "leader-enters", "dictator", "mercenaries-revolt", "gallic-horde")
#: What else the slow rules change.
OTHERS = ("commanders", "out", "battle", "march")


def board_of(public: Data) -> Data:
    """What is compared of a position."""
    return {key: deepcopy(public[key]) for key in BOARD}


def kept(public: Data) -> Data:
    """A position as it is now, of which the slow rules change a copy."""
    more = {key: deepcopy(public[key]) for key in OTHERS}
    return {**public, **board_of(public), **more, "now": {**public["now"]}}


def around(patch: pytest.MonkeyPatch, where: object, **watchers: Callable[[Any], Any]) -> None:
    """Put watchers around functions; watchers: what makes each of the function, by its name."""
    for name, watcher in watchers.items():
        patch.setattr(where, name, watcher(getattr(where, name)))


class Cards:
    """What watches the cards of one game; same: where differences go."""

    def __init__(self, same: Same, chance: random.Random) -> None:
        self.same, self.chance = same, chance
        self.dice: list[int] = []

    def watch(self, patch: pytest.MonkeyPatch) -> None:
        """Ask both where the ruleset asks itself."""
        around(patch, responses, could=self.opened)
        around(patch, Table, roll=self.rolling)
        around(patch, rolling, score=self.scored, roll=self.sieging)
        around(patch, entry, raid=self.raided)
        for name, event in EVENTS.items():
            if name in AFTER or name in IN_BATTLE:
                patch.setattr(event, "does", self.played(name, event.does))

    def rolling(self, roll: Callable[..., list[int]]) -> Callable[..., list[int]]:
        """Remember the dice that fell last."""

        def rolled(table: Table, *args: Any, **more: Any) -> list[int]:
            self.dice = roll(table, *args, **more)
            return self.dice

        return rolled

    # Windows.

    def opened(self, could: Callable[..., Any]) -> Callable[..., Any]:
        """7.1.1 Which cards fit."""

        def asked(public: Data, trigger: str) -> Any:
            for seat in public["seats"]:
                if seat not in public["out"]:
                    self.fits(public, seat, trigger)
            return could(public, trigger)

        return asked

    def fits(self, public: Data, seat: str, trigger: str) -> None:
        mine = {c for c in board.DECKS[seat] if not misfit(public, seat, c, trigger)}
        theirs = {c for c in board.DECKS[seat] if fitting(public, seat, c, trigger)}
        self.same(f"responses: {trigger}", mine, theirs, (seat, public["pending"]))

    # One's own action.

    def action(self, request: Request, view: View) -> None:
        """7.1 Which events can be played, and on what."""
        public, seat = view.public, view.seat
        if public["now"]["card"] or public["now"]["fetched"]:
            return
        world = World(public)
        for card in board.DECKS[seat]:
            told = board.CARDS[card]
            able = playable(world, seat, told)
            event = EVENTS[told["event"]]
            cancels = told.get("cancels") and public["scenario"] == "three"
            mine = event.acting and not cancels and not event.lacks(Use(public, seat, card))
            if able is not None:
                self.same(f"event: {told['event']}", mine, able, (seat, card))
        self.targets(request, view, world)
        self.options(request, full(view), world)

    def targets(self, request: Request, view: View, world: World) -> None:
        """What each event can be used on, as if all cards were in the hand."""
        deck = {board.CARDS[card]["event"]: card for card in board.DECKS[view.seat]}
        able = [card for event, card in deck.items() if event in TARGETS]
        able = [card for card in able if playable(world, view.seat, board.CARDS[card])]
        for card in self.chance.sample(able, min(2, len(able))):
            self.choices(request, full(view), world, card)

    def choices(self, request: Request, view: View, world: World, card: str) -> None:
        told = board.CARDS[card]
        values = {key: {"card": card, **value} for key, value in TARGETS[told["event"]](view.seat)}
        lines = takes(request, view, [{"event": value} for value in values.values()])
        mine = {key for key, value in values.items() if {"event": value} in lines}
        theirs = deeds.USES[told["event"]](world, view.seat, told)
        self.same(f"targets: {told['event']}", mine, theirs, card)

    def options(self, request: Request, view: View, world: World) -> None:
        """5.4 What else the action can hold; some of it, each time."""
        seat, kept = view.seat, board.SCENARIOS[view.public["scenario"]]["permanent"]
        high = next(c for c in view.own["hand"] if board.CARDS[c]["value"] == 3)
        lines = lines_of(high)
        for word in self.chance.sample([*lines], 4):
            values = dict(lines[word](seat))
            taken = takes(request, view, [{word: value} for value in values.values()])
            mine = {key for key, value in values.items() if {word: value} in taken}
            theirs = (
                options.part(world, seat, kept) if word == "break" else OPTIONS[word](world, seat)
            )
            self.same(f"option: {word}", mine, theirs, seat)

    # What comes of it.

    def played(self, name: str, does: Callable[..., Awaitable[None]]) -> Callable[..., Any]:
        async def done(table: Table, use: Use, value: Mapping[str, Any]) -> None:
            before = kept(table.public)
            await does(table, use, value)
            if not table.rehearsing:
                self.after(name, before, table.public, use, value)

        return done

    def after(
        self, name: str, before: Data, public: Data, use: Use, value: Mapping[str, Any]
    ) -> None:
        told = board.CARDS[use.card]
        if name in IN_BATTLE:
            wanted = in_battle(World(before), use, told, value)
            found = {side: changed(public, side) for side in windows.SIDES}
            self.same(f"battle: {name}", found, wanted, value)
            return
        sacked = {**kept(before), "sacks": True}
        for one in (before, sacked):
            AFTER[name](one, use.seat, told, value, self.dice)
        self.either(f"after: {name}", public, before, sacked, (use.card, value))

    def either(self, what: str, public: Data, first: Data, second: Data, about: object) -> None:
        """What the board is: one of two, as Gauls may say whether they sack a city."""
        now = board_of(public)
        wanted = board_of(second) if now == board_of(second) else board_of(first)
        for key in BOARD:
            self.same(what, now[key], wanted[key], (key, about))

    # Sieges and raids.

    def sieging(self, roll: Callable[..., Any]) -> Callable[..., Any]:
        def rolled(table: Table, power: str, at: str, kind: str, plus: int) -> Any:
            self.kind, self.plus = kind, plus
            return roll(table, power, at, kind, plus)

        return rolled

    def scored(self, score: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
        async def done(table: Table, power: str, at: str, points: int, lost: int) -> None:
            before, sacked, dice = kept(table.public), kept(table.public), list(self.dice)
            await score(table, power, at, points, lost)
            if not table.rehearsing:
                effects.siege(before, power, at, dice, self.plus)
                effects.siege(sacked, power, at, dice, self.plus, sack=True)
                self.either("siege roll", table.public, before, sacked, (power, at, dice))

        return done

    def raided(self, raid: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
        async def done(table: Table, march: Data) -> None:
            before, power, at = kept(table.public), march["power"], march["at"]
            await raid(table, march)
            if not table.rehearsing:
                effects.raid(before, power, at, self.dice, self.plus)
                self.either("raid", table.public, before, before, (power, at, self.dice))

        return done


def full(view: View) -> View:
    """As if all cards of the deck were in the hand."""
    hand = [c for c in board.DECKS[view.seat] if board.CARDS[c]["event"] != "desperate-times"]
    return view._replace(own={**view.own, "hand": hand})


def fitting(public: Data, seat: str, card: str, trigger: str) -> bool:
    """7.1.1 Whether a card fits a window, by the slow rules."""
    told, world = board.CARDS[card], World(public)
    one = public["pending"][-1]
    if told.get("cancels") and public["scenario"] == "three":
        return bool(trigger == "gallic event" and not one["cancelled"])
    if trigger == "battle":
        return bool(windows.before_dice(world, seat, told))
    if trigger == "losses":
        return windows.after_losses(world, seat, told)
    if trigger == "siege roll":
        return windows.before_roll(world, seat, told, one["kind"], one["power"], one["at"])
    if trigger == "reaction roll":
        fits = windows.before_die(seat, told, one["kind"], one["power"], one["against"])
        return fits and not one["blocked"]
    if trigger == "sea move":
        return windows.storms(seat, told, one["power"])
    if trigger == "retreat":
        carried = told["event"] == "naval-transports" and one["power"] == "etruscans"
        return carried and bool(Retreat(world, one["power"], one["at"], 0).havens())
    if trigger == "after reactions":
        return bool(told["event"] == "caudine-forks" and slow.forks(world))
    return False


def playable(world: World, seat: str, card: Data) -> bool | None:
    """7.1 Whether an event can be played in an action; None if the slow rules cannot tell."""
    event = card["event"]
    if card.get("cancels") and world.public["scenario"] == "three":
        return False
    if event in ("agathocles-africa", "counsel"):
        return None
    if event in deeds.USES:
        return bool(deeds.USES[event](world, seat, card))
    return deeds.plain(world, seat, card)


Choices = list[tuple[tuple[str, ...], Data]]


def _space(seat: str) -> Choices:
    return [((s,), {"to": [s]}) for s in SPACES]


def _power(seat: str) -> Choices:
    return [((p,), {"power": p}) for p in board.POWERS]


def _both(seat: str) -> Choices:
    return [((p, s), {"power": p, "to": [s]}) for p in board.POWERS for s in SPACES]


def _leader(seat: str) -> Choices:
    return [((x,), {"leader": x}) for x in board.LEADERS]


TARGETS: Mapping[str, Callable[[str], Choices]] = {
    **dict.fromkeys(SPOTS, _space),
    **dict.fromkeys(("recruit", "sow-discord", "camp-fever"), _both),
    **dict.fromkeys(("own-discord", "neutral-power"), _power),
    **dict.fromkeys(("forced-march", "naval-transports"), _leader),
}


OPTIONS: Mapping[str, Callable[[World, str], set[tuple[str, ...]]]] = {
    "propose": options.propose,
    "leader": options.minors,
    "support": options.support,
    "reinforce": options.reinforce,
    "siege": options.siege,
    "colony": options.colony,
    "solidarity": options.solidarity,
    "carthage": options.carthage,
}


def lines_of(card: str) -> Mapping[str, Callable[[str], list[tuple[tuple[str, ...], Any]]]]:
    """Every line of a word that could be right, with a card of value 3."""

    def pairs(seat: str) -> list[tuple[tuple[str, ...], Any]]:
        own = board.PLAYS[seat]
        return [((p, o), {"for": p, "with": o}) for p in own for o in board.POWERS]

    def led(seat: str) -> list[tuple[tuple[str, ...], Any]]:
        return [((x,), {"card": card, "leader": x}) for x in board.LEADERS]

    return {
        "propose": pairs,
        "break": pairs,
        "leader": lambda seat: [((x, s), {"leader": x, "to": s}) for x in MINORS for s in SPACES],
        "support": lambda seat: [((s,), {"card": card, "to": [s]}) for s in SPACES],
        "reinforce": lambda seat: [((s,), {"card": card, "to": s}) for s in SPACES],
        "siege": led,
        "colony": led,
        "solidarity": lambda seat: [((s,), [s]) for s in SPACES],
        "carthage": lambda seat: [(("carthage",), {"card": card})],
    }


MINORS = [x for x in board.LEADERS if board.LEADERS[x]["class"] == "minor"]


# In a battle.

IN_BATTLE = (
    *("battle-mod", "battle-fury", "omen", "hoplites", "devotio", "tactics-zero"),
    *("death-of-aulius", "obesus-etruscus", "gallic-fury"),
)
AMOUNTS = {"omen": -1, "hoplites": 1, "death-of-aulius": -2, "obesus-etruscus": -2}
AMOUNTS |= {"gallic-fury": 2}


class Changed(NamedTuple):
    """All that responses add, whether the commander counts for nothing, losses that are spared."""

    adds: int
    plain: bool
    spared: int


def changed(public: Data, side: str) -> Changed:
    """What responses have made of a side."""
    one = public["battle"][side]
    return Changed(sum(number for _, number in one["mods"]), one["plain"], one["spared"])


def in_battle(world: World, use: Use, card: Data, value: Mapping[str, Any]) -> dict[str, Changed]:
    """What responses have made of each side afterwards."""
    side = value.get("side") or windows.before_dice(world, use.seat, card)[0]
    if card.get("side") == "enemy" or card["event"] == "tactics-zero":
        side = windows.other(side)
    found = {one: changed(world.public, one) for one in windows.SIDES}
    adds, plain, spared = found[side]
    adds += AMOUNTS.get(card["event"], card.get("amount", 0))
    plain = plain or card["event"] in ("omen", "tactics-zero")
    found[side] = Changed(adds, plain, spared + (card["event"] == "hoplites"))
    return found


# On the map.


def _recruit(public: Data, seat: str, card: Data, value: Data, dice: Sequence[int]) -> None:
    world = World(public)
    for space in value["to"]:
        able = [p for p in deeds.own(world, seat) if space in points.placeable(world, p)]
        able = [value["power"]] if "power" in value else able
        able.sort(key=lambda p: p != world.control(space))
        effects.count(public, "cu", able[0], space, 1)


def _pacify(public: Data, seat: str, card: Data, value: Data, dice: Sequence[int]) -> None:
    for space in value["to"]:
        del public["markers"][space]


def _cut(public: Data, seat: str, card: Data, value: Data, dice: Sequence[int]) -> None:
    for space in value["to"]:
        effects.lose_point(public, space, "sacks" in public)


def _loyalty(public: Data, seat: str, card: Data, value: Data, dice: Sequence[int]) -> None:
    for space in value["to"]:
        public["loyalty"][space] += 1


def _fever(public: Data, seat: str, card: Data, value: Data, dice: Sequence[int]) -> None:
    able = deeds.camp_fever(World(public), seat, card)
    power = value.get("power") or next(p for p, s in able if s == value["to"][0])
    effects.attrition(public, power, value["to"][0], dice[0], 2)
    effects.follow(public, value["to"][0])


def _enters(public: Data, seat: str, card: Data, value: Data, dice: Sequence[int]) -> None:
    leader = card.get("leader", "dictator")
    (space,) = value["to"]
    hidden = not public["cu"][board.LEADERS[leader]["power"]].get(space)
    effects.uncommand(public, leader)
    public["leaders"][leader] = f"+{space}" if hidden else space


def _revolt(public: Data, seat: str, card: Data, value: Data, dice: Sequence[int]) -> None:
    (space,) = value["to"]
    militia = public["militia"].pop(space, 0)
    zone = "cu" if public["cu"]["carthage"].get(space) else "inside"
    most = public[zone]["carthage"][space] - militia
    number = 1 if SPACES[space]["region"] == "africa" else 2
    effects.count(public, zone, "carthage", space, -min(most, number))
    public["militia"] |= {space: militia} if militia else {}
    effects.follow(public, space)


def _horde(public: Data, seat: str, card: Data, value: Data, dice: Sequence[int]) -> None:
    effects.count(public, "cu", "gauls", value["to"][0], card["cu"])


def _flag(flag: str) -> Callable[..., None]:
    def done(public: Data, *rest: Any) -> None:
        if flag not in public["flags"]:
            public["flags"].append(flag)
        order = ("via appia", "duoviri navales", "punic envoys", "treaty", "mines depleted")
        order += ("wild beasts", "grand coalition", "carthage out")
        public["flags"].sort(key=order.index)

    return done


def _treaty(public: Data, *rest: Any) -> None:
    _flag("treaty")(public)
    public["flags"].remove("punic envoys")
    for space in [*public["sieges"]]:
        if not effects.besieger(World(public), space):
            del public["sieges"][space]


def _plunder(public: Data, seat: str, card: Data, *rest: Any) -> None:
    effects.plunder(public, "gauls", card["count"])


def _objective(public: Data, *rest: Any) -> None:
    public["vp"]["gauls"] += 1


AFTER: Mapping[str, Callable[..., None]] = {
    "recruit": _recruit,
    "pacify": _pacify,
    "sow-discord": _cut,
    "loyalty": _loyalty,
    "camp-fever": _fever,
    "leader-enters": _enters,
    "dictator": _enters,
    "mercenaries-revolt": _revolt,
    "gallic-horde": _horde,
    "via-appia": _flag("via appia"),
    "duoviri-navales": _flag("duoviri navales"),
    "punic-envoys": _flag("punic envoys"),
    "beasts": _flag("wild beasts"),
    "grand-coalition": _flag("grand coalition"),
    "carthage-treaty": _treaty,
    "plunder": _plunder,
    "objective": _objective,
}
