"""Jupiter and Vulcan: events that are settled without a move (cards, rulings 43 to 48)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from referee.engine.fault import AMBIGUOUS, NOT_ALLOWED, Fault
from referee.engine.request import Data, Judgement, Request, View
from referee.engine.words import Answer, Choice, Fields, Name, Word
from rulesets.julius_caesar import board, event_verbs, legal, turn_verbs
from rulesets.julius_caesar.board import other
from rulesets.julius_caesar.naming import block_name, listed, place_name
from rulesets.julius_caesar.standing_events import JupiterStanding, VulcanStanding

if TYPE_CHECKING:
    import random

    from referee.engine.table import Table

#: The events that have a request of their own, in place of a command.
CARDS = ("jupiter", "vulcan")


async def jupiter(table: Table, seat: str) -> None:
    """Card Jupiter: a block of the place that is named, drawn unseen, comes over."""
    answer = await table.ask(Jupiter(seat))
    for line in answer:
        aim: Any = line["jupiter"]
        colour = _colour(table.public, seat, aim)
        assert colour is not None
        blocks = event_verbs.alike(table, other(seat), aim["from"], colour)
        block = table.draw("the block that Jupiter turns", 1, blocks)[0]
        event_verbs.turn(table, seat, block, aim["to"])
    if not answer:
        event_verbs.leave_unused(table, seat, "jupiter")
    turn_verbs.command_done(table, seat)


async def vulcan(table: Table, seat: str) -> None:
    """Card Vulcan: every block in the city that is named loses a step."""
    answer = await table.ask(Vulcan(seat, places=enemy_cities(table.public, seat)))
    for line in answer:
        event_verbs.strike(table, seat, str(line["vulcan"]))
    if not answer:
        event_verbs.leave_unused(table, seat, "vulcan")
    turn_verbs.command_done(table, seat)


def enemy_cities(public: Data, seat: str) -> list[str]:
    """Card Vulcan, ruling 45 The cities that can be struck, in the board's order."""
    return [
        place.id
        for place in board.places().values()
        if not place.is_sea and legal.status(public, place.id, seat) == legal.ENEMY
    ]


def havens(public: Data, seat: str, place: str) -> list[str]:
    """Card Jupiter, ruling 44 Friendly cities beside a place: by road or strait from a city, by
    sea border from a sea."""
    by_sea = board.places()[place].is_sea
    return [
        near
        for near, kind in board.neighbours(place).items()
        if (kind == "sea") is by_sea
        and not board.places()[near].is_sea
        and legal.status(public, near, seat) == legal.FRIENDLY
    ]


def targets(public: Data, seat: str) -> dict[str, list[str]]:
    """Card Jupiter: places of the enemy that can be named -> cities a block could come to.

    Anybody can see them: which block it will be, nobody."""
    found = {}
    for place in board.places():
        if legal.status(public, place, seat) == legal.ENEMY:
            cities = havens(public, seat, place)
            if cities:
                found[place] = cities
    return found


def _colours_at(public: Data, seat: str, place: str) -> list[str]:
    shown = public["places"].get(place, {}).get(other(seat), {})
    return [colour for colour in board.COLOURS if colour in shown]


def _colour(public: Data, seat: str, aim: Data) -> str | None:
    """Ruling 43 The colour that a line means: the one it says, else the enemy's own if it is
    there, else the only one; None if it does not say enough."""
    if "colour" in aim:
        return str(aim["colour"])
    if "block" in aim:
        return board.blocks()[aim["block"]].colour
    colours = _colours_at(public, seat, aim["from"])
    own = _own_colour(other(seat))
    if own in colours:
        return own
    return colours[0] if len(colours) == 1 else None


def _own_colour(seat: str) -> str:
    return {"caesar": "brown", "pompey": "green"}[seat]


class Jupiter(JupiterStanding, Request):
    """Which enemy place loses a block, and to which friendly city; [] declines.

    Places are offered by what everybody sees; the block is drawn among those of one colour."""

    kind = "jupiter"
    rule = "card Jupiter"
    words: ClassVar[Mapping[str, Word]] = {
        "jupiter": Fields(
            {"from": Name("place"), "to": Name("place")},
            {"colour": Choice(board.COLOURS), "block": Name("block")},
        )
    }

    def title(self, reader: str = "") -> str:
        """What is asked."""
        return "Jupiter: which place loses a block, and to which of your cities?"

    def judge(self, view: View, answer: Answer) -> Judgement:
        """One enemy place beside a friendly city, and a colour that stands there."""
        judgement = Judgement()
        for number, line in enumerate(answer):
            if number:
                reason = "one block is turned, and an earlier line names its place"
                judgement.add(Fault(NOT_ALLOWED, (number,), reason, self.rule, "leave one line"))
                continue
            for fault in _aim_faults(view, (number,), line["jupiter"]):
                judgement.add(fault)
        return judgement

    def sample(self, view: View, chance: random.Random) -> Answer:
        """Any place and city; seldom nothing."""
        found = targets(view.public, view.seat)
        if not found or chance.random() < 0.05:
            return []
        place = chance.choice(list(found))
        aim: Data = {"from": place, "to": chance.choice(found[place])}
        colours = _colours_at(view.public, view.seat, place)
        if len(colours) > 1 or chance.random() < 0.3:
            aim["colour"] = chance.choice(colours)
        if aim.get("colour") == "blue" and chance.random() < 0.5:
            del aim["colour"]
            aim["block"] = "cleopatra"
        return [{"jupiter": aim}]

    def template(self, view: View) -> list[str]:
        """One line for each place and city; as it stands nobody is turned."""
        lines = ["# Jupiter turns one block; take the # off one line"]
        for place, cities in targets(view.public, view.seat).items():
            colours = _colours_at(view.public, view.seat, place)
            for city in cities:
                for colour in colours:
                    more = f", colour: {colour}" if len(colours) > 1 else ""
                    aim = f"{{from: {place_name(place)}, to: {place_name(city)}{more}}}"
                    lines.append(f"# - jupiter: {aim}")
        return lines

    def default(self, view: View) -> Answer:
        """Nobody is turned."""
        return []

    def at_hand(self, view: View, key: str, beside: Mapping[str, Any]) -> list[str]:
        """Places that can be named, and the cities beside one of them."""
        found = targets(view.public, view.seat)
        if key == "to":
            return found.get(beside.get("from") or "", [])
        return ["cleopatra"] if key == "block" else list(found)

    def forced(self, public: Data) -> Answer | None:
        """Where no enemy stands beside a friendly city, as all can see, there is no choice."""
        return None if targets(public, self.seat) else []


def _aim_faults(view: View, path: tuple[int], aim: Any) -> list[Fault]:
    """What is wrong with a ``jupiter`` line."""
    rule, found = Jupiter.rule, targets(view.public, view.seat)
    place, city = aim["from"], aim["to"]
    if place not in found:
        hint = f"you can name {listed(map(place_name, found), 'or')}" if found else ""
        enemy = legal.status(view.public, place, view.seat) == legal.ENEMY
        reason = f"no enemy block stands in {place_name(place)}"
        if enemy:
            reason = f"{place_name(place)} is not next to a friendly city"
        return [Fault(NOT_ALLOWED, (*path, "from"), reason, rule, hint)]
    faults = _colour_faults(view, path, aim)
    if city not in found[place]:
        hint = f"the block can come to {listed(map(place_name, found[place]), 'or')}"
        reason = f"{place_name(city)} is no friendly city next to {place_name(place)}"
        faults.append(Fault(NOT_ALLOWED, (*path, "to"), reason, rule, hint))
    return faults


def _colour_faults(view: View, path: tuple[int], aim: Any) -> list[Fault]:
    """Ruling 43 Blocks are told apart by their colour only; blue is Cleopatra."""
    rule, place = Jupiter.rule, aim["from"]
    colours = _colours_at(view.public, view.seat, place)
    if "block" in aim and board.blocks()[aim["block"]].colour != "blue":
        name = block_name(aim["block"], view.seat)
        reason = f"{name} cannot be named: the block is drawn unseen"
        hint = "only Cleopatra can be named; leave block out"
        return [Fault(NOT_ALLOWED, (*path, "block"), reason, rule, hint)]
    if "block" in aim and aim.get("colour", "blue") != "blue":
        reason = "Cleopatra's block is blue"
        return [Fault(NOT_ALLOWED, (*path, "colour"), reason, "3.27", "leave colour out")]
    colour = _colour(view.public, view.seat, aim)
    if colour is None:
        reason = f"blocks of more than one colour stand in {place_name(place)}"
        return [Fault(AMBIGUOUS, path, reason, rule, f"add colour: {listed(colours, 'or')}")]
    if colour not in colours:
        where = (*path, "block") if "block" in aim else (*path, "colour")
        reason = f"no {colour} enemy block stands in {place_name(place)}"
        return [Fault(NOT_ALLOWED, where, reason, rule, f"there is {listed(colours)}")]
    return []


class Vulcan(VulcanStanding, Request):
    """Which enemy city is struck (card Vulcan).

    args: places (enemy cities)."""

    kind = "vulcan"
    rule = "card Vulcan"
    words: ClassVar[Mapping[str, Word]] = {"vulcan": Name("place")}

    def title(self, reader: str = "") -> str:
        """What is asked."""
        return "Vulcan: which enemy city is struck?"

    def judge(self, view: View, answer: Answer) -> Judgement:
        """One enemy city; none only if there is none (ruling 45)."""
        judgement = Judgement()
        hint = f"you can name {listed(map(place_name, self.args['places']), 'or')}"
        if len(answer) != 1 and (answer or self.args["places"]):
            reason = "one enemy city is to be named"
            judgement.add(Fault(NOT_ALLOWED, (), reason, self.rule, hint))
        for number, line in enumerate(answer):
            place = str(line["vulcan"])
            if place not in self.args["places"]:
                reason = f"{place_name(place)} is no city held by the enemy"
                judgement.add(Fault(NOT_ALLOWED, (number,), reason, self.rule, hint))
        return judgement

    def sample(self, view: View, chance: random.Random) -> Answer:
        """Any of them, most often one with several blocks."""
        places = self.args["places"]
        if not places:
            return []
        counts = [legal.count(view.public, place, other(view.seat)) for place in places]
        return [{"vulcan": chance.choices(places, counts)[0]}]

    def template(self, view: View) -> list[str]:
        """The city with most blocks, and the others beside it."""
        places = list(self.args["places"])
        if not places:
            return ["# there is no enemy city"]
        places.sort(key=lambda place: -legal.count(view.public, place, other(view.seat)))
        lines = [f"- vulcan: {place_name(places[0])}"]
        return lines + [f"# or {place_name(place)}" for place in places[1:]]

    def default(self, view: View) -> Answer:
        """The enemy city with most blocks, or none if there is none (ruling 45)."""
        places, enemy = self.args["places"], other(view.seat)
        most = sorted(places, key=lambda place: -legal.count(view.public, place, enemy))
        return [{"vulcan": place} for place in most[:1]]

    def at_hand(self, view: View, key: str, beside: Mapping[str, object]) -> list[str]:
        """Enemy cities."""
        return list(self.args["places"])

    def forced(self, public: Data) -> Answer | None:
        """Ruling 45 Without an enemy city the card does nothing."""
        return None if self.args["places"] else []
