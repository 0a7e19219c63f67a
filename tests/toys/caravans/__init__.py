"""Caravans: three merchants, a market that moves, raids and guards.

It has what the game of referee-ruleset(7) has not: secret orders of all, an open draw, a deck that
is filled up again, reactions that all announce first, and a window in a window.

1 Each merchant has a caravan, which begins at the Oasis with 2 gold.
2 When a turn begins, each draws up to two cards: raid, guard or haste,
  four of each. When the deck ends, the discards are the deck.
3 Then a market is drawn from the four: another one than that before.
4 All order at once, in secret: a caravan stays, goes one track, or with
  a card of haste two. A caravan that ends at the market earns 2 gold.
5 Then, at each place with several caravans, any of them may raid one
  that has gold, with a card. All announce at once; raids come in the
  order that the poorest there says. The raided one may play a guard:
  then nothing happens. Otherwise the raider takes one gold with 3 to 6.
6 After five turns most gold wins; if that is level, nobody does.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from referee.engine.action import SLIP, Action, Problem
from referee.engine.asking import all_carried_out
from referee.engine.beside import Few, Kind, Standing, Suggestions, kinds_of
from referee.engine.calendar import numbered
from referee.engine.choosing import OneOf, one_of
from referee.engine.request import Request
from referee.engine.rules import Laboratory, Result, Rules, Ruleset, Scenario, Step, Wording
from referee.engine.variation import Variation
from referee.engine.view import Quantity
from referee.engine.walk import Walk
from referee.engine.window import Reaction, window
from referee.engine.words import Many, Name, Nothing, Word
from referee.engine.writer import Writer, Written
from referee.gamedata import shapes
from referee.gamedata.data import DataFolder
from referee.gamedata.shapes import Ends, Keys, Ref, Rows, Text
from referee.kit import phrases
from referee.kit.graphs import neighbours
from referee.kit.lines import columns
from referee.kit.zones import Hand, Place, Zones

PLACE = Ref(("desert/places",))
SHAPE = Keys(
    {
        "places": shapes.Table(Text(), Text()),
        "tracks": Rows(Ends("/", PLACE)),
        "markets": Rows(PLACE, 2),
    }
)
DATA = DataFolder(Path(__file__).parent, {"desert": SHAPE})
PLACES, MARKETS = DATA["desert"]["places"], DATA["desert"]["markets"]
TRACKS = neighbours(track.split("/") for track in DATA["desert"]["tracks"])
SEATS = {"red": "Red", "blue": "Blue", "green": "Green"}
KINDS_OF_CARD = ("raid", "guard", "haste")
CARDS = Zones(
    [card for card in KINDS_OF_CARD for _ in range(4)],
    "deck",
    {"hand": Hand("cards")},
    rows=("discards",),
)
HANDS = {seat: Place("hand", seat) for seat in SEATS}
DISCARDS = Place("discards")
TURNS, HAND = 5, 2


def there(public, place):
    """The caravans at a place."""
    return [seat for seat in SEATS if public["where"][seat] == place]


def victims(public, seat):
    """5 Whom a caravan could raid."""
    here = there(public, public["where"][seat])
    return [other for other in here if other != seat and public["gold"][other]]


# Verbs.


def fill(table, seat):
    """2 Up to two cards."""
    count = HAND - table.public["cards"][seat]
    if not count:
        return
    drawn = CARDS.draw(table, f"cards of {seat}", count, HANDS[seat], refill=[DISCARDS])
    told = {"seat": seat, "count": len(drawn)}
    table.tell("drawn", told, **{seat: {"hand": CARDS.sorted(drawn)}})


def open_market(table, place):
    """3 The market."""
    table.public["market"] = place
    table.public["turn"] += 1
    table.public["phase"] = "go"
    table.tell("market", {"turn": table.public["turn"], "at": [place]})


def discard(table, seat, card):
    CARDS.move(table.state, [card], HANDS[seat], DISCARDS)


def travel(table, seat, path):
    """4 A caravan goes its way."""
    if len(path) > 1:
        discard(table, seat, "haste")
    if path:
        table.public["where"][seat] = path[-1]
    table.tell("goes", {"seat": seat, "path": list(path)})


def trade(table):
    """4 Who is at the market earns."""
    public = table.public
    for seat in there(public, public["market"]):
        public["gold"][seat] += 2
        table.tell("earns", {"seat": seat})
    public["phase"] = "raid"
    public["left"] = [p for p in PLACES if len(there(public, p)) > 1]


def announce(table, seats):
    table.tell("announced", {"seats": seats})


def begin_raid(table, seat, victim):
    discard(table, seat, "raid")
    table.public["raid"] = {"by": seat, "on": victim, "guarded": False}
    table.tell("raids", {"seat": seat, "on": victim})


def guard(table, seat):
    discard(table, seat, "guard")
    table.public["raid"]["guarded"] = True
    table.tell("guards", {"seat": seat})


def end_raid(table, die):
    raid, table.public["raid"] = table.public["raid"], None
    if die:
        table.tell("fought", {**raid, "die": die})
        if die >= 3:
            table.public["gold"][raid["by"]] += 1
            table.public["gold"][raid["on"]] -= 1


def place_done(table):
    table.public["left"].pop(0)


def end_turn(table):
    """6 The next turn, or the end."""
    public = table.public
    public["phase"] = "market"
    if public["turn"] == TURNS:
        gold = public["gold"]
        most = max(gold.values())
        first = [seat for seat in gold if gold[seat] == most]
        winner = first[0] if len(first) == 1 else None
        public["result"] = {"winner": winner, "ending": "gold"}


# 4 Orders


class Journey(Walk):
    """4 One line."""

    def begin(self):
        self.path = []

    def whole(self):
        if len(self.lines) > 1:
            yield Problem("one line: go on with a list", "4", path=(1,))
        elif not self.lines:
            yield Problem("your caravan stays", "4", weight=SLIP)

    def finish(self):
        travel(self.table, self.seat, self.path)


class Go(Action):
    """4 One track, or two with haste."""

    word, takes = "go", Many(Name("place"), most=2)

    def problems(self):
        at = self.public["where"][self.seat]
        for number, to in enumerate(self.value):
            if to not in TRACKS[at]:
                near = ", ".join(PLACES[place] for place in TRACKS[at])
                reason = f"no track leads there from {PLACES[at]}"
                yield Problem(reason, "4", f"it can be {near}", path=(number,))
                return
            at = to
        if len(self.value) > 1 and "haste" not in self.own["hand"]:
            yield Problem("you hold no haste", "4", "go one track")

    async def does(self):
        self.walk.path = self.value
        self.walk.acted = True


class Trek(Request):
    """4 Where a caravan goes."""

    kind, rule, question = "trek", "4", "where your caravan goes"
    actions, walk = (Go,), Journey


# 5 Raids


class Raid(Action):
    word, takes = "raid", Name("seat")

    def problems(self):
        if "raid" not in self.own["hand"]:
            yield Problem("you hold no raid", "5")
        elif self.value not in victims(self.public, self.seat):
            yield Problem("nobody to be raided is that here", "5")

    async def does(self):
        table, victim = self.table, self.value
        begin_raid(table, self.seat, victim)
        await window(table, guards)
        raid = table.public["raid"]
        die = 0
        if not raid["guarded"]:
            (die,) = table.roll(f"{self.seat} raids {victim}", 1, hoped=[6])
        end_raid(table, die)


class Raids(Reaction):
    """5 Args: at, span."""

    kind, rule = "raids", "5"
    actions = (Raid,)
    selectors: ClassVar[Mapping[str, Word]] = {"at": Name("place")}

    def title(self, reader=""):
        return f"whom you raid at {PLACES[self.args['at']]}"


class GuardIt(Action):
    word, takes = "guard", Nothing()

    def problems(self):
        if "guard" not in self.own["hand"]:
            yield Problem("you hold no guard", "5")

    async def does(self):
        guard(self.table, self.seat)


class Guards(Reaction):
    """5 Args: by, span."""

    kind, rule = "guards", "5"
    actions = (GuardIt,)
    selectors: ClassVar[Mapping[str, Word]] = {"by": Name("seat")}

    def title(self, reader=""):
        return f"{SEATS[self.args['by']]} raids you: a guard?"


def guards(public):
    raid, span = public["raid"], str(public["turn"])
    if not public["cards"][raid["on"]]:
        return []
    return [Guards(raid["on"], by=raid["by"], span=span)]


class First(OneOf):
    """5 Whose raid comes first; args: seats."""

    kind, rule = "first", "5"
    question = "whose raid comes first"
    takes = Name("seat")
    names = SEATS

    def options(self, view):
        return self.args["seats"]

    def favour(self, view, word):
        return self.args["seats"][0]


# Steps


async def market(table):
    """2, 3 Cards and the market."""
    for seat in SEATS:
        fill(table, seat)
    able = [place for place in MARKETS if place != table.public["market"]]
    (place,) = table.draw_open("market", 1, able)
    open_market(table, place)


async def go(table):
    """4 All order at once."""
    await all_carried_out(table, [Trek(seat) for seat in SEATS])
    trade(table)


async def raids(table, at):
    """5 Raids at one place."""

    def could(public):
        span = str(public["turn"])
        return [
            Raids(seat, at=at, span=span)
            for seat in there(public, at)
            if public["cards"][seat] and victims(public, seat)
        ]

    async def announced(offers):
        seats = list(dict.fromkeys(offer.request.seat for offer in offers))
        if seats:
            announce(table, seats)
        if len(seats) < 2:
            return offers
        gold = table.public["gold"]
        poorest = min(there(table.public, at), key=lambda seat: gold[seat])
        asked = First(poorest, seats=seats)
        answer = await table.ask(asked)
        first = asked.chosen(table.view(poorest), answer)
        return sorted(offers, key=lambda offer: offer.request.seat != first)

    await window(table, could, announced=announced)
    place_done(table)


async def end(table):
    end_turn(table)


# Beside


class TrekHelp(Suggestions):
    def template(self, request, view):
        at = view.public["where"][request.seat]
        return [f"# - go: {PLACES[to]}" for to in TRACKS[at]]


class Driver(Writer):
    def written(self):
        if self.maybe(90):
            at = self.public["where"][self.seat]
            path = [self.chance.choice(TRACKS[at])]
            if "haste" in self.walk.own["hand"] and self.maybe(50):
                path.append(self.chance.choice(TRACKS[path[0]]))
            self.add("go", path)
        return self.lines


class RaidsHelp(Few):
    def options(self, request, view):
        yield from ([], [{"never": {}}])
        if "raid" in view.own["hand"]:
            for seat in victims(view.public, request.seat):
                yield [{"raid": seat}]

    def template(self, request, view):
        return [f"# - raid: {SEATS[s]}" for s in victims(view.public, request.seat)]


class RaidsStanding(Standing):
    quantities: ClassVar[Mapping[str, Quantity]] = {
        "gold": Quantity("your gold"),
        "raids": Quantity("cards of raid in your hand", private=True),
    }
    policies: ClassVar[Mapping[str, Word]] = {
        "raid": Many(Name("seat")),
        "richest": Nothing(),
        "pass": Nothing(),
    }

    def measure(self, request, view):
        raids = view.own["hand"].count("raid")
        return {"gold": view.public["gold"][request.seat], "raids": raids}

    def follow(self, request, view, then):
        if "raid" not in view.own["hand"]:
            return []
        gold = view.public["gold"]
        able = victims(view.public, request.seat)
        for line in then:
            if "richest" in line:
                return [{"raid": max(able, key=lambda seat: gold[seat])}]
            for seat in line.get("raid", []):
                if seat in able:
                    return [{"raid": seat}]
        return []


class GuardsHelp(Few):
    def options(self, request, view):
        yield []
        if "guard" in view.own["hand"]:
            yield [{"guard": {}}]

    def template(self, request, view):
        return ["# - guard"]


KINDS = kinds_of(
    Kind(Trek, TrekHelp(), Written(Driver)),
    Kind(Raids, RaidsHelp(), RaidsHelp(), RaidsStanding()),
    Kind(Guards, GuardsHelp(), GuardsHelp()),
    one_of(First),
)
NAMES = {**SEATS, **PLACES}
CARD_NAMES = {card: card for card in KINDS_OF_CARD}
PHRASES = {
    "drawn": "{seat} draws {count:card}[: {hand}].",
    "market": "Turn {turn}: the market is at {at}.",
    "goes": "{seat} goes[ to {path: - }].",
    "earns": "  {seat} earns 2 gold.",
    "announced": "Raids are announced by {seats}.",
    "raids": "{seat} raids {on}.",
    "guards": "  {seat} is guarded.",
    "fought": "  {by} rolls {die}.",
    "not done": "  Your order {line} was not done: {reason}.",
}


def setup(scenario, options):
    public = {
        "turn": 0,
        "phase": "market",
        "market": "",
        "where": dict.fromkeys(SEATS, "oasis"),
        "gold": dict.fromkeys(SEATS, 2),
        "left": [],
        "raid": None,
        "result": None,
    }
    state = {"public": public, "seats": {s: {} for s in SEATS}, "sealed": {}}
    CARDS.begin(state, list(SEATS))
    return state


def next_step(public):
    turn = public["turn"]
    if public["result"]:
        return None
    if public["phase"] == "market":
        return Step("market", f"{turn + 1}/market")
    if public["phase"] == "go":
        return Step("go", f"{turn}/go")
    for place in public["left"]:
        return Step("raids", f"{turn}/{place}", {"at": place})
    return Step("end", f"{turn}/end")


def result(public):
    return Result(**public["result"]) if public["result"] else None


def names(seat):
    return {"place": PLACES, "seat": SEATS, "card": CARD_NAMES}


def headline(public):
    return f"turn {public['turn']}" if public["turn"] else "before the first turn"


def describe(event, seat):
    phrase = PHRASES.get(event["kind"], "")
    return phrases.told([phrase], {"hand": [], **event}, NAMES)


def situation(view):
    public, rows = view.public, []
    for place, name in PLACES.items():
        here = [SEATS[seat] for seat in there(public, place)]
        here += ["the market"] if place == public["market"] else []
        near = ", ".join(PLACES[to] for to in TRACKS[place])
        rows.append((name, ", ".join(here) or "-", f"tracks to {near}"))
    held = CARDS.report(public, view.own, view.seat, CARD_NAMES, SEATS)
    gold = columns((SEATS[s], n) for s, n in public["gold"].items())
    return [("the cards", held), ("the desert", columns(rows)), ("gold", gold)]


class Hands(Variation):
    def disturb(self, state, hidden, chance):
        CARDS.swap(state, HANDS[hidden], chance)

    def shown(self, event, hidden):
        """Cards that the watching seat draws from the deck."""
        return event.get("hand")


ruleset = Ruleset(
    name="caravans",
    title="Caravans",
    version="1",
    seats=SEATS,
    scenarios={"plain": Scenario("three caravans")},
    data=DATA,
    rules=Rules(
        setup,
        next_step,
        result,
        steps={"market": market, "go": go, "raids": raids, "end": end},
        kinds=KINDS,
        names=names,
        rolled={"market": ("at",), "fought": ("die",)},
        drawn_from=MARKETS,
    ),
    calendar=numbered(TURNS),
    wording=Wording(headline, describe, situation, endings={"gold": "most gold (6)"}),
    laboratory=Laboratory(CARDS.broken, Hands),
)
