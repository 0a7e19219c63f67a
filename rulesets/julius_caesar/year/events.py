"""Jupiter and Vulcan: events that move no groups (cards, rulings 43 to 48)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.action import Action, Problem
from referee.engine.asking import carried_out
from referee.engine.beside import Few, Helper, helped
from referee.engine.choosing import Chooser, OneOf, one_of
from referee.engine.request import Request
from referee.engine.table import Table
from referee.engine.view import Data, View
from referee.engine.words import Answer, Choice, Fields, Name, Nothing, Word, named
from referee.fault import AMBIGUOUS
from rulesets.julius_caesar import board, legal, verbs
from rulesets.julius_caesar.block_walk import BlockWalk, any_of
from rulesets.julius_caesar.board import SEATS, other
from rulesets.julius_caesar.board.naming import PLACES, TIME, TIMES, listed, place_name, written
from rulesets.julius_caesar.year.cards import command_done

#: the events that have their own request instead of a command
CARDS = ("jupiter", "vulcan")


def lose_step(table: Table, seat: str, block: str, why: str) -> None:
    """3.11, 7.5 A hidden block loses a step outside battle; after the last one it is eliminated."""
    here = table.state["seats"][seat]["blocks"][block]
    if strength := board.step_down(block, here["strength"]):
        verbs.set_strength(table, seat, block, strength)
    else:
        verbs.beaten(table, seat, block, why)


# Jupiter.


async def jupiter(table: Table, seat: str) -> None:
    """Card Jupiter: a block in the place that is named, drawn unseen, changes sides."""
    await carried_out(table, Jupiter(seat))
    command_done(table, seat)


def targets(public: Data, seat: str) -> dict[str, list[str]]:
    """Card Jupiter: enemy places that can be named -> cities the block could go to.

    Everyone can see these; nobody can see which block it will be."""
    held = [place for place in board.PLACES if legal.status(public, place, seat) == legal.ENEMY]
    return {place: cities for place in held if (cities := havens(public, seat, place))}


def havens(public: Data, seat: str, place: str) -> list[str]:
    """Card Jupiter, ruling 44 Friendly cities next to a place: by road or strait from a city, by
    sea border from a sea."""
    beside = board.beside(place, by_sea=board.PLACES[place].is_sea)
    return [near for near in beside if legal.may_raise_at(public, near, seat)]


def alike(table: Table, seat: str, place: str, colour: str) -> list[str]:
    """Ruling 43 Blocks of a seat in a place that look alike, in the rulebook's order."""
    here = board.standing(table.state["seats"][seat]["blocks"], place)
    return [block for block in here if board.BLOCKS[block].colour == colour]


def _colours_at(public: Data, seat: str, place: str) -> list[str]:
    return list(board.by_colour(public["places"].get(place, {}).get(other(seat), {})))


def _colour(public: Data, seat: str, aim: Data) -> str | None:
    """Ruling 43 The colour that a line means: the one it gives, otherwise the enemy's own if it is
    there, otherwise the only one; None if that is not enough."""
    if "colour" in aim or "block" in aim:
        return str(aim.get("colour") or board.BLOCKS[aim["block"]].colour)
    colours = _colours_at(public, seat, aim["from"])
    if board.OWN[other(seat)] in colours:
        return board.OWN[other(seat)]
    return colours[0] if len(colours) == 1 else None


class Naming(BlockWalk):
    """A place is named once, or not at all."""

    def finish(self) -> None:
        """Without a line the card is wasted."""
        if not self.lines:
            self.table.tell("unused", {"seat": self.seat, "card": "jupiter"})


class Turn(Action[Naming]):
    """Card Jupiter: an enemy block of one place joins you in the next city."""

    example = "jupiter: {from: Rome, to: Genua, colour: brown}"
    word, rule = "jupiter", "card Jupiter"
    takes = Fields(
        {"from": Name("place"), "to": Name("place")},
        {"colour": Choice(board.COLOURS), "block": Name("block")},
    )

    def problems(self) -> Iterator[Problem]:
        """One enemy place next to a friendly city, and a colour that is there."""
        place, city = self.value["from"], self.value["to"]
        found = targets(self.public, self.seat)
        if self.walk.number:
            reason = "only one block comes over, and an earlier line names its place"
            yield Problem(reason, self.rule, "delete one line")
        elif place not in found:
            reason = f"there is no enemy block in {place_name(place)}"
            if self.walk.status(place) == legal.ENEMY:
                reason = f"{place_name(place)} is not next to a friendly city"
            hint = f"you can name {any_of(found)}" if found else ""
            yield Problem(reason, self.rule, hint).at("from")
        else:
            if unclear := self._unclear(place):
                yield unclear
            if city not in found[place]:
                reason = f"{place_name(city)} is not a friendly city next to {place_name(place)}"
                hint = f"the block can come to {any_of(found[place])}"
                yield Problem(reason, self.rule, hint).at("to")

    def _unclear(self, place: str) -> Problem | None:
        """Ruling 43 Blocks are distinguished by colour only; the blue one is Cleopatra."""
        aim, colours = self.value, _colours_at(self.public, self.seat, place)
        if "block" in aim and board.BLOCKS[aim["block"]].colour != "blue":
            reason = f"{self.walk.name(aim['block'])} cannot be named: the block is drawn at random"
            hint = "only Cleopatra can be named; delete 'block'"
            return Problem(reason, self.rule, hint).at("block")
        if "block" in aim and aim.get("colour", "blue") != "blue":
            return Problem("Cleopatra's block is blue", "3.27", "delete 'colour'").at("colour")
        colour = _colour(self.public, self.seat, aim)
        if colour is None:
            reason = f"there are blocks of more than one colour in {place_name(place)}"
            hint = f"add colour: {listed(colours, 'or')}"
            return Problem(reason, self.rule, hint, answer=AMBIGUOUS)
        if colour in colours:
            return None
        reason = f"there is no {colour} enemy block in {place_name(place)}"
        problem = Problem(reason, self.rule, f"there is {listed(colours)}")
        return problem.at("block" if "block" in aim else "colour")

    async def does(self) -> None:
        """A block of the colour, drawn from those that only its owner sees, changes sides with its
        strength; a leader or fleet loses a step where it is."""
        if self.walk.rehearsing:
            return
        table, seat, enemy, aim = self.table, self.seat, other(self.seat), self.value
        colour = str(_colour(self.public, seat, aim))
        blocks = alike(table, enemy, aim["from"], colour)
        block = table.draw("the block that Jupiter turns", 1, blocks)[0]
        entry, here = board.BLOCKS[block], table.state["seats"][enemy]["blocks"][block]
        told = {"seat": seat, "from": aim["from"], "to": aim["to"], "colour": colour}
        told["stays"] = entry.leader or entry.fleet
        shown = {"block": block, "strength": here["strength"]}
        table.tell("jupiter", told, **dict.fromkeys(SEATS, shown))
        if told["stays"]:
            lose_step(table, enemy, block, "jupiter")
        else:
            verbs.take_off(table, enemy, block)
            verbs.put_down(table, seat, block, aim["to"], here["strength"])


class Jupiter(Request):
    """Card Jupiter: name a place of the enemy's that loses a block to you; [] declines.

    Public information decides which places are offered; the block is drawn from those of one
    colour."""

    kind, rule, walk, actions = "jupiter", Turn.rule, Naming, (Turn,)
    selectors = TIMES
    question = "Jupiter: which place loses a block, and to which of your cities?"

    def forced(self, public: Data) -> Answer | None:
        """No question if everyone can see that no enemy is next to a friendly city."""
        return None if targets(public, self.seat) else []


class JupiterHelp(Few[Jupiter], Helper[Jupiter]):
    """Places, cities and colours.  Everyone knows what can be named, so a stop gives nothing away
    if a rule has no answer."""

    quantities = TIME
    policies: ClassVar[Mapping[str, Word]] = {
        **dict.fromkeys(("from", "to"), PLACES),
        **dict.fromkeys(("best", "none"), Nothing()),
    }

    def options(self, request: Jupiter, view: View) -> Iterator[Answer]:
        """Each place and city, Cleopatra also by name; then nothing."""
        for place, cities in targets(view.public, view.seat).items():
            colours = _colours_at(view.public, view.seat, place)
            for city in cities:
                aim = {"from": place, "to": city}
                for colour in colours:
                    yield [{"jupiter": aim | ({"colour": colour} if len(colours) > 1 else {})}]
                if "blue" in colours:
                    yield [{"jupiter": aim | {"block": board.CLEOPATRA}}]
        yield []

    def template(self, request: Jupiter, view: View) -> list[str]:
        """One line for each place, city and colour; as printed, no block changes sides."""
        found: list[Any] = [line for answer in self.options(request, view) for line in answer]
        lines = [written(line, view.seat) for line in found if "block" not in line["jupiter"]]
        return ["# one block comes over; delete the # before one line", *(f"# {x}" for x in lines)]

    def at_hand(self, request: Jupiter, view: View, key: str, beside: Any) -> list[str]:
        """Places that can be named, and the cities next to one of them."""
        found = targets(view.public, view.seat)
        if key == "to":
            return found.get(beside.get("from") or "", [])
        return [board.CLEOPATRA] if key == "block" else list(found)

    def follow(self, request: Jupiter, view: View, then: Answer) -> Answer | None:
        """The first place named that is possible; with `best` otherwise the most valuable, among
        equals the one with fewest blocks.  A city named for it, otherwise the first."""
        public, seat = view.public, request.seat
        found = targets(public, seat)

        def best(place: str) -> tuple[int, int]:
            return -board.PLACES[place].value, legal.count(public, place, other(seat))

        places = [place for place in named(then, "from") if place in found]
        if any("best" in line for line in then):
            places += sorted(found, key=best)
        if not places:
            return [] if any("none" in line for line in then) else None
        cities = [city for city in named(then, "to") if city in found[places[0]]]
        aim = {"from": places[0], "to": (cities or found[places[0]])[0]}
        if _colour(public, seat, aim) is None:  # the line must give it
            aim["colour"] = _colours_at(public, seat, places[0])[0]
        return [{"jupiter": aim}]


JUPITER = helped(Jupiter, JupiterHelp())


# Vulcan.


async def vulcan(table: Table, seat: str) -> None:
    """Card Vulcan: every block in the city that is named loses a step."""
    request = Vulcan(seat, places=enemy_cities(table.public, seat))
    if answer := await table.ask(request):
        strike(table, seat, request.chosen(table.view(seat), answer))
    else:
        table.tell("unused", {"seat": seat, "card": "vulcan"})
    command_done(table, seat)


def enemy_cities(public: Data, seat: str) -> list[str]:
    """Card Vulcan, ruling 45 The cities that can be struck, in the board's order."""
    return [city for city in board.CITIES if legal.status(public, city, seat) == legal.ENEMY]


def strike(table: Table, seat: str, place: str) -> None:
    """Card Vulcan: every block in an enemy city loses a step; survivors stay hidden.

    Cleopatra on her last step changes sides (7.52, ruling 46), after all others are struck."""
    enemy = other(seat)
    blocks = table.state["seats"][enemy]["blocks"]
    here = board.standing(blocks, place)
    table.tell("vulcan", {"seat": seat, "at": place, "blocks": len(here)})
    for block in here:
        lose_step(table, enemy, block, "vulcan")
    if left := [[block, blocks[block]["strength"]] for block in here if block in blocks]:
        told = {"seat": enemy, "at": place, "left": len(left)}
        table.tell("struck", told, **{enemy: {"blocks": left}})
    if legal.status(table.public, place, seat) == legal.CONTESTED:
        attack: Data = {"attacker": seat, "defender": enemy, "main": None, "entries": {}}
        table.public["attacks"][place] = attack


class Vulcan(OneOf):
    """Card Vulcan: name the enemy city that is struck.

    args: places (enemy cities)."""

    example = "vulcan: Antioch"
    kind, rule, takes = "vulcan", "card Vulcan", Name("place")
    question, open_choice = "Vulcan: which enemy city is struck?", False
    needed, wishes, favours = "name one enemy city", "strike", ("most",)
    quantities, selectors = TIME, TIMES

    def forced(self, public: Data) -> Answer | None:
        """Ruling 45 The card does nothing if there is no enemy city."""
        return None if self.args["places"] else []

    def options(self, view: View) -> list[str]:
        """Enemy cities, those with most blocks first."""
        enemy = other(self.seat)
        return sorted(self.args["places"], key=lambda at: -legal.count(view.public, at, enemy))

    def wrong(self, view: View, option: str) -> str:
        """It is not an enemy city."""
        return f"{place_name(option)} is not a city held by the enemy"

    def hint(self, able: Sequence[str]) -> str:
        """Ruling 45 The cities that can be named."""
        return f"you can name {any_of(self.args['places'])}"


class Cities(Chooser):
    """Enemy cities: a rule takes the first one named that is possible; with `most`, otherwise the
    one with most blocks."""

    def template(self, request: OneOf, view: View) -> list[str]:
        """The city with most blocks, with the others as alternatives."""
        first, *others = map(place_name, request.options(view))
        return [f"- vulcan: {first}", *(f"# or {name}" for name in others)]

    def at_hand(self, request: OneOf, view: View, key: str, beside: Any) -> list[str]:
        """In the board's order."""
        return list(request.args["places"])

    def follow(self, request: OneOf, view: View, then: Answer) -> Answer | None:
        """`most` counts after all names."""
        return super().follow(request, view, sorted(then, key=lambda line: "most" in line))


VULCAN = one_of(Vulcan, Cities)
