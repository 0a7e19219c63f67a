"""The sequence of play once more, as a script: it follows a game from answer to answer.

`Follower.campaign` is a generator.  It yields what is asked of whom, takes the answers, and has
done to its own world what the rules say before it asks again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from typing import Any

from tests.rules.slow.atlas import (
    BLOCKS,
    EVENTS,
    FIRST_YEAR,
    HOME_OF,
    MOVING,
    OTHER,
    SEATS,
    TURNS,
    VALUES,
    YEARS,
    deck,
    moves_and_levies,
    strength_above,
    strength_below,
)
from tests.rules.slow.battles import fight
from tests.rules.slow.commands import named
from tests.rules.slow.others import Winter, jupiter_aims, jupiter_colour, vulcan_cities
from tests.rules.slow.world import Asked, Attack, Known, Piece, Scene, World

Answers = dict[str, Any]
Play = Generator[list[Asked], Answers, None]


class Luck:
    """What chance has done since the last answer; the follower takes it piece by piece."""

    def __init__(self) -> None:
        self.rolls: list[list[int]] = []
        self.hands: dict[str, list[str]] = {}
        self.turned: str = ""


def first_world(scenario: str, options: dict[str, str]) -> World:
    """5.1, 5.2 The deployment; Cleopatra is Pompey's."""
    pieces = {
        block: Piece(HOME_OF.get(about.colour, "pompey"), about.start, about.steps[0])
        for block, about in BLOCKS.items()
        if about.start
    }
    pools = {
        seat: [
            b for b, about in BLOCKS.items() if not about.start and HOME_OF[about.colour] == seat
        ]
        for seat in SEATS
    }
    return World(Known(scenario == "land", options), pieces, pools)


def scene_of(world: World, seat: str) -> Scene:
    """What a seat sees of the board."""
    theirs: dict[str, dict[str, int]] = {}
    for block, piece in world.pieces.items():
        if piece.owner != seat:
            there = theirs.setdefault(piece.at, {})
            there[BLOCKS[block].colour] = there.get(BLOCKS[block].colour, 0) + 1
    mine = {b: (p.at, p.strength) for b, p in world.pieces.items() if p.owner == seat}
    return Scene(seat, world.known, mine, theirs, world.pools[seat], world.hands[seat])


class Follower:
    """Plays along; `result` is the winner and why once the game is over.

    fighting: whether it begins with the battles of a year's last turn."""

    def __init__(self, scenario: str, options: dict[str, str]) -> None:
        self.world = first_world(scenario, options)
        self.known = self.world.known
        self.luck = Luck()
        self.fighting = False
        self.result: tuple[str | None, str] | None = None

    def scene(self, seat: str) -> Scene:
        return scene_of(self.world, seat)

    def campaign(self) -> Play:
        """2.0 Five years of five turns, each with a winter; one year by land."""
        if self.known.says("deployment", "free"):
            yield from self._deployment()
        for year in range(self.known.year, FIRST_YEAR + YEARS):
            self.known.year = year
            yield from self._year()
            if self.known.land:
                self.result = self._winner(last=True)
            else:
                yield from self._winter(last=year == FIRST_YEAR + YEARS - 1)
            if self.result:
                return

    def _year(self) -> Play:
        """2.0 The deal and five turns, or what is left of the last one."""
        if self.fighting:
            self.fighting = False
            yield from self._battles()
            self.known.surprise = None
            return
        self._deal()
        for turn in range(1, TURNS + 1):
            self.known.turn = turn
            yield from self._turn()

    def _deployment(self) -> Play:
        """5.3 Both at once."""
        answers = yield [Asked("deploy", seat, {}) for seat in SEATS]
        for seat in SEATS:
            for line in answers[seat]:
                for block in line["place"]["blocks"]:
                    self.world.pieces[block].at = line["place"]["at"]

    def _deal(self) -> None:
        """2.1 Six cards each, of all that there are."""
        left = Counter(deck(self.known.land))
        for seat in SEATS:
            assert len(self.luck.hands[seat]) == 6, "2.1 six cards are dealt"
            left.subtract(self.luck.hands[seat])
            self.world.hands[seat] = list(self.luck.hands[seat])
            self.world.discard[seat] = None
        assert min(left.values()) >= 0, "2.1 a card was dealt twice"

    # A turn (2.1, 2.2).

    def _turn(self) -> Play:
        self.known.first = None
        answers: Answers = {seat: [] for seat in SEATS}
        if self.known.turn < TURNS:
            about = {"year": self.known.year, "turn": self.known.turn}
            answers = yield [Asked("cards", seat, about) for seat in SEATS]
        played = {seat: self._card(seat, answers[seat]) for seat in SEATS}
        if not all(card in EVENTS for card in played.values()):
            acting = {seat: self._stands_for(seat, played[seat]) for seat in SEATS}
            self.known.first = self._goes_first(acting)
            for seat in (self.known.first, OTHER[self.known.first]):
                yield from self._command(seat, acting[seat])
            yield from self._battles()
        self.known.last_played = played
        self.known.surprise = None

    def _card(self, seat: str, answer: Any) -> str:
        """2.1 A card discarded, a card played; the last card is played unasked."""
        hand = self.world.hands[seat]
        for line in answer:
            if "discard" in line:
                self.world.discard[seat] = line["discard"]
                hand.remove(line["discard"])
        card: str = next((line["play"] for line in answer if "play" in line), hand[0])
        hand.remove(card)
        return card

    def _stands_for(self, seat: str, card: str) -> str:
        """Card Apollo: the opponent's card of the last turn."""
        return self.known.last_played[OTHER[seat]] if card == "apollo" else card

    def _goes_first(self, acting: dict[str, str]) -> str:
        """2.1, rulings 3 and 5: an event, else more moves, else Caesar."""
        opening = (self.known.year, self.known.turn) == (FIRST_YEAR, 1)
        if opening and self.known.says("first-turn", "caesar"):
            return "caesar"
        for seat in SEATS:
            if acting[seat] in EVENTS:
                return seat
        caesar, pompey = (moves_and_levies(acting[seat])[0] for seat in SEATS)
        return "caesar" if caesar >= pompey else "pompey"

    # The command phase of a seat, or its event (2.2).

    def _command(self, seat: str, card: str) -> Play:
        if card == "jupiter":
            yield from self._jupiter(seat)
        elif card == "vulcan":
            yield from self._vulcan(seat)
        else:
            moves, levies = moves_and_levies(card)
            about = {"moves": moves, "levies": levies, **({"card": card} if card in MOVING else {})}
            answers = yield [Asked("command", seat, about)]
            self._carry_out(seat, card, answers[seat])

    def _carry_out(self, seat: str, card: str, answer: Any) -> None:
        """6.0 Every line of an order."""
        attacked: list[str] = []
        for line in answer:
            ((word, value),) = line.items()
            if word == "ship":
                self._put(named(value), value["to"])
            elif word == "move":
                path = [value["from"], *value.get("via", []), value["to"]]
                attacked += self._march(seat, value["blocks"], path)
            elif word == "main attack":
                self.known.attacks[value["at"]].main = value["from"]
            elif word == "surprise":
                self.known.surprise = value
            else:
                self._raise(seat, word, value)
        if card in ("mars", "neptune") and attacked and self.known.surprise is None:
            self.known.surprise = attacked[0]

    def _put(self, blocks: list[str], to: str, came: str | None = None) -> None:
        for block in blocks:
            self.world.pieces[block].at = to
            self.world.pieces[block].came = came

    def _march(self, seat: str, blocks: list[str], path: list[str]) -> list[str]:
        """6.1, 6.12 A group moves; the place that it attacks, if any."""
        to, origin = path[-1], path[-2]
        if OTHER[seat] not in self.world.holders(to):
            self._put(blocks, to)
            return []
        attack = self.known.attacks.setdefault(to, Attack(seat, origin))
        attack.entries[seat][origin] += len(blocks)
        self._put(blocks, to, origin)
        return [to] if attack.attacker == seat else []

    def _raise(self, seat: str, word: str, value: Any) -> None:
        """6.4 A new block at its last step, or one step more."""
        if word == "step":
            piece = self.world.pieces[value]
            piece.strength = strength_above(value, piece.strength) or piece.strength
            return
        block = value["block"]
        self.world.pools[seat].remove(block)
        at = value.get("at", BLOCKS[block].levy)
        self.world.pieces[block] = Piece(seat, at, BLOCKS[block].steps[-1])

    def _jupiter(self, seat: str) -> Play:
        """Card Jupiter: one block of the colour named comes over; leaders and fleets do not."""
        if not jupiter_aims(self.scene(seat)):
            return
        scene = self.scene(seat)
        answers = yield [Asked("jupiter", seat, {})]
        for line in answers[seat]:
            aim, block = line["jupiter"], self.luck.turned
            piece, about = self.world.pieces[block], BLOCKS[block]
            assert (piece.owner, piece.at) == (OTHER[seat], aim["from"]), "Jupiter: not from there"
            assert about.colour == jupiter_colour(scene, aim), "Jupiter: another colour"
            if about.leader or about.fleet:
                self.lose_step(block, scored=not self.known.says("trophies", "battle"))
            else:
                piece.owner, piece.at = seat, aim["to"]

    def _vulcan(self, seat: str) -> Play:
        """Card Vulcan: every block of an enemy city; Cleopatra at I attacks who is left."""
        cities = vulcan_cities(self.scene(seat))
        if not cities:
            return
        answers = yield [Asked("vulcan", seat, {"places": cities})]
        city = answers[seat][0]["vulcan"]
        for block in self.world.at(city, OTHER[seat]):
            self.lose_step(block, scored=not self.known.says("trophies", "battle"))
        if len(self.world.holders(city)) == 2:
            self.known.attacks[city] = Attack(seat, None)

    def lose_step(self, block: str, scored: bool = True) -> int:
        """3.11, 7.4 One step less; what is left."""
        piece = self.world.pieces[block]
        left = strength_below(block, piece.strength)
        if left:
            piece.strength = left
        else:
            self.eliminate(block, scored)
        return left

    def eliminate(self, block: str, scored: bool = True) -> None:
        """7.5 to 7.52 Face up till the year ends; leaders for good; Cleopatra changes sides."""
        piece = self.world.pieces[block]
        if block == "cleopatra":
            piece.owner, piece.strength, piece.came = OTHER[piece.owner], 1, None
            return
        del self.world.pieces[block]
        if BLOCKS[block].leader:
            self.known.trophies[OTHER[piece.owner]].append(block)
            self.known.unscored += [] if scored else [block]
        else:
            self.known.dead.append(block)

    def _battles(self) -> Play:
        """2.3, 7.1 One battle after the other, as the first player names them."""
        while places := self.world.contested():
            place = places[0]
            if len(places) > 1:
                assert self.known.first is not None
                about = {"places": places}
                answers = yield [Asked("next battle", self.known.first, about)]
                place = answers[self.known.first][0]["battle"]
            yield from fight(self, place)

    # Winter (8.0).

    def _winter(self, last: bool) -> Play:
        self._cleopatra_home()
        answers = yield [Asked("winter", seat, {"year": self.known.year}) for seat in SEATS]
        orders = {seat: Winter(self.scene(seat), answers[seat]) for seat in SEATS}
        for order in orders.values():
            for fleet, port in order.homes.items():
                self.world.pieces[fleet].at = port
            for block in [*order.lost, *order.supply]:
                self._to_reserve(block)
        for city in VALUES:
            assert len(self.world.holders(city)) < 2, "no city is contested in winter"
        self.result = self._winner(last)
        if self.result:
            return
        for order in orders.values():
            for block in order.choice:
                self._to_reserve(block)
        for block in self.known.dead:
            self.world.pools[HOME_OF[BLOCKS[block].colour]].append(block)
        self.known.dead = []

    def _cleopatra_home(self) -> None:
        """8.1 To Alexandria; to the enemy if he holds it."""
        queen = self.world.pieces["cleopatra"]
        others = {self.world.pieces[b].owner for b in self.world.at("alexandria")}
        if queen.at != "alexandria" and others == {OTHER[queen.owner]}:
            queen.owner = OTHER[queen.owner]
        queen.at = "alexandria"

    def _to_reserve(self, block: str) -> None:
        """5.2, ruling 48 To the reserve of its colour."""
        del self.world.pieces[block]
        self.world.pools[HOME_OF[BLOCKS[block].colour]].append(block)

    def points(self, seat: str) -> int:
        """1.2 Cities held alone, and leaders taken."""
        cities = sum(n for city, n in VALUES.items() if self.world.friendly(city, seat))
        taken = [b for b in self.known.trophies[seat] if b not in self.known.unscored]
        return cities + len(taken)

    def _winner(self, last: bool) -> tuple[str | None, str] | None:
        """1.2, 8.4 Ten points; at the end more points, else Rome, else nobody."""
        score = {seat: self.points(seat) for seat in SEATS}
        for seat in SEATS:
            if score[seat] >= 10:
                return seat, "ten"
        if not last:
            return None
        if score["caesar"] != score["pompey"]:
            return max(SEATS, key=score.__getitem__), "points"
        holders = self.world.holders("rome")
        return (min(holders), "rome") if len(holders) == 1 else (None, "draw")
