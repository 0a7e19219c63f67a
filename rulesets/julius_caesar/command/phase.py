"""The command phase of one player: shipping, moves, then levies, in one answer (2.2, 6.0)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Any, ClassVar

from referee.engine.action import SLIP, Problem
from referee.engine.asking import carried_out
from referee.engine.beside import Chance, Helper, helped
from referee.engine.request import Quantity, Request, View
from referee.engine.table import Table
from referee.engine.words import Answer, Choice, Line, Name, Nothing, Word
from referee.engine.writer import Writer
from referee.kit.lines import packed, several, wrapped
from rulesets.julius_caesar import board, legal, verbs
from rulesets.julius_caesar.block_walk import by_place, places_of
from rulesets.julius_caesar.board.naming import TIME, TIMES, card_name, hinted, place_name
from rulesets.julius_caesar.command import levies
from rulesets.julius_caesar.command.attacks import MainAttack, Surprise
from rulesets.julius_caesar.command.levies import Levy, Strengthen
from rulesets.julius_caesar.command.moves import Move
from rulesets.julius_caesar.command.shipping import Ship
from rulesets.julius_caesar.command.walk import SURPRISING, CommandWalk
from rulesets.julius_caesar.year.cards import acting, command_done, is_event, stands_for


async def command_phase(table: Table, seat: str) -> None:
    """2.2 One player moves his groups, then levies troops."""
    await carried_out(table, Command.by(seat, acting(table.public, seat)))
    command_done(table, seat)


class Orders(CommandWalk):
    """The lines of a command."""

    def slips(self) -> Iterable[Problem]:
        """2.1 Points that are left although they could be used."""
        still = (here["at"] for here in self.blocks.values() if here["at"] not in self.active)
        groups = (group for place in dict.fromkeys(still) for group in Move.groups(self, place))
        if self.moves > 0 and any(Move.fits(self, path) for _, paths in groups for path in paths):
            yield _unused(several(self.moves, "move"))
        if any(levies.choices(self, levies.friendly(self))):
            yield _unused(several(self.levies, "levy", "levies"))

    def remarks(self) -> Iterable[str]:
        """Where nobody stands any more; what is not used is a slip."""
        gone = (told for told in self.table.events if told["kind"] in ("move", "ship"))
        return self.emptied(told["public"]["path"][0] for told in gone)

    def finish(self) -> None:
        """2.2, ruling 34 Without a line, the first attack of the move is the surprise, if there is
        one; and all levies are reported together."""
        if self.card in SURPRISING and not self.public["surprise"]:
            for place in self.attacks()[:1]:
                verbs.set_surprise(self.table, self.seat, place)
        levies = self.request.args["levies"]
        if not self.lines:
            self.table.tell("nothing", {"seat": self.seat, "levies": levies})
        elif levies:
            verbs.tell_levies(self.table, self.seat, self.raised)


def _unused(what: str) -> Problem:
    return Problem(f"{what} not used, and none is kept for later turns", "2.1", "", SLIP)


class Command(Request):
    """2.2 Ship, move and levy.

    args: moves, levies (what the card allows); card, if it is an event."""

    kind, rule, walk = "command", "2.2", Orders
    actions = (Ship, Move, MainAttack, Surprise, Levy, Strengthen)
    selectors: ClassVar[Mapping[str, Word]] = {
        **TIMES,
        "attacked": Name("place"),
        "first": Choice(("yes", "no")),
    }

    @classmethod
    def supposed(cls, view: View) -> tuple[Command, View]:
        """With as many moves and levies as any card allows."""
        return cls(view.seat, moves=board.MOST, levies=board.MOST), view

    @classmethod
    def suppositions(cls, view: View, soonest: bool) -> list[tuple[Request, View]]:
        """2.1 With the card that is played; for a later command also with the best command card,
        and with each event."""
        known = [card] if (card := _played(view)) else []
        if known and soonest:
            return [(cls.by(view.seat, known[0]), view)]
        events = board.CARDS["events"] if view.public["scenario"] != "land" else ()
        later = [cls.by(view.seat, card) for card in [*known, *filter(_commands, events)]]
        return [cls.supposed(view), *((request, view) for request in later)]

    def once_answered(self, view: View, answer: Answer) -> View:
        """2.2 The next command is that of another turn."""
        left = [seat for seat in view.public["to_command"] if seat != self.seat]
        return view._replace(public={**view.public, "to_command": left})

    @classmethod
    def by(cls, seat: str, card: str) -> Command:
        """2.1 What a card allows."""
        moves, points = board.moves_and_levies(card)
        event = {"card": card} if is_event(card) else {}
        return cls(seat, moves=moves, levies=points, **event)

    def title(self, reader: str = "") -> str:
        """What is asked."""
        moves = several(self.args["moves"], "move")
        points = several(self.args["levies"], "levy", "levies")
        event = f"{card_name(self.args['card'])}, " if "card" in self.args else ""
        return f"command: {event}{moves} and {points}"

    def selected(self, view: View, key: str, value: object) -> bool:
        """The time, a place of this seat that has been attacked, or whether it goes first."""
        if key == "attacked":
            return value in legal.attacked(view.public, self.seat)
        if key == "first":
            return value == ("yes" if view.public["first"] == self.seat else "no")
        return super().selected(view, key, value)


def _played(view: View) -> str | None:
    """2.1 The card of the command that a seat still has this turn, if it is known."""
    public, seat, card = view.public, view.seat, ""
    if public["phase"] == "cards" and seat in public["played"]:
        card = stands_for(public, seat)
    elif seat in public["to_command"]:
        card = acting(public, seat)
    return card if card and _commands(card) else None


def _commands(card: str) -> bool:
    """Whether a card brings a command: some events move nothing."""
    return board.moves_and_levies(card)[0] > 0


class CommandHelp(Helper[Command]):
    """2.2 The forms of the lines, with blocks and places at hand.  Rules on `command` are order
    lines; those that are legal at that moment are used."""

    whole_turn = True
    policies: ClassVar[Mapping[str, Word]] = {**Command.words, "stay": Nothing()}
    quantities: ClassVar[Mapping[str, Quantity]] = {
        **TIME,
        "moves": Quantity("moves that your card allows", lambda own, view: own.args["moves"]),
        "levies": Quantity("levies that your card allows", lambda own, view: own.args["levies"]),
        "first": Quantity(
            "1 if you are the first player of the turn, 0 if not",
            lambda own, view: 1 if view.public["first"] == own.seat else 0,
        ),
        "places attacked": Quantity(
            "your places that the enemy has attacked this turn",
            lambda own, view: len(legal.attacked(view.public, own.seat)),
        ),
    }

    def follow(self, request: Command, view: View, then: Answer) -> Answer:
        """2.2 Each line that is legal after the earlier ones, if need be without absent blocks."""
        answer: Answer = []
        for line in then:
            for tried in () if "stay" in line else (line, _of_those_there(view, line)):
                if tried and not request.refused(view, [*answer, tried]):
                    answer.append(tried)
                    break
        return answer

    def template(self, request: Command, view: View) -> list[str]:
        """All lines are comments: as printed, the template does nothing."""
        lines = [f"{request.title()}; delete the # before the lines you want"]
        lines += _forms(Orders.on_copy(request, view))
        return [f"# {line}" for line in lines]

    def reach(self, request: Command, view: View) -> list[str]:
        """6.1, 6.2, 6.11 Every place with blocks that can move, with the first step of each way."""
        walk = Orders.on_copy(request, view)
        groups = list(_groups(walk)) if walk.moves else []
        if not groups:
            return []
        lines = [line for head, ends in groups for line in packed(f"  {head}:", ends, 4)]
        about = "the number of blocks that can still go there; !: meets the enemy, who stops them"
        return ["Your groups can go to:", *lines, *wrapped(about, first="  ", more="    ")]

    def open_words(self, request: Command) -> list[str]:
        """Shipping and levies with command cards only, a surprise with two events."""
        card = request.args.get("card", "")
        shut = {"ship": bool(card), "surprise": card not in SURPRISING}
        shut |= dict.fromkeys(("levy", "step"), not request.args["levies"])
        return [word for word in request.words if not shut.get(word)]

    def at_hand(
        self, request: Command, view: View, key: str, beside: Mapping[str, Any]
    ) -> list[str]:
        """Places to move from, blocks in the place named, blocks to ship or to levy."""
        at = places_of(view)
        if key == "from":
            return list(by_place(at))
        if key == "block" and "to" not in beside:
            return board.in_order(view.own["pool"])
        if key in ("block", "blocks"):
            start = beside.get("from")
            return board.in_order(block for block in at if start in (None, at[block]))
        return board.in_order(at) if key == "step" else []

    def sample(self, request: Command, view: View, chance: Chance) -> Answer:
        """A lively command, legal line by line."""
        return Player(Orders.on_copy(request, view), chance).written()


def _of_those_there(view: View, line: Line) -> Line | None:
    """A move or ship line without blocks that are dead or elsewhere; None if none is left."""
    ((word, data),) = line.items()
    value: Any = data
    if word not in ("move", "ship"):
        return None
    at = places_of(view)
    there = [b for b in value["blocks"] if b in at and value.get("from") in (None, at[b])]
    return {word: {**value, "blocks": there}} if there else None


def _groups(walk: CommandWalk) -> Iterator[tuple[str, list[str]]]:
    """``Rome, 6 blocks`` and ``Asculum 4``, ``Neapolis 4!``."""
    for place in board.PLACES:
        for blocks, paths in Move.groups(walk, place):
            steps = takewhile(lambda path: len(path) == 2, paths)
            fits = {path[1]: min(len(blocks), Move.fits(walk, path)) for path in steps}
            ends = [
                f"{place_name(end)} {number}{'!' if end in walk.met else ''}"
                for end, number in fits.items()
                if number
            ]
            if ends:
                what = "fleet" if board.is_fleet(blocks[0]) else "block"
                yield f"{place_name(place)}, {several(len(blocks), what)}", ends


def _forms(walk: CommandWalk) -> Iterator[str]:
    """Lines for each place and block, and forms that these do not show."""
    if walk.request.args["moves"]:
        yield "'- move: {from: A, blocks: [X], via: [B], to: C}' goes to C via B"
        yield "'- main attack: {at: C, from: A}' your Main Attack, if you attack C by several roads"
        for action in (Ship, Move):
            for place in board.PLACES:
                for blocks, paths in action.groups(walk, place):
                    ways = ((path, fits) for path in paths if (fits := action.fits(walk, path)))
                    if way := next(ways, None):
                        yield _going(walk, action.word, blocks, *way)
    if walk.card in SURPRISING:
        yield "'- surprise: C' after the moves names the attack in which your blocks act first"
    if walk.request.args["levies"]:
        yield from _levied(walk)
        yield "'- levy: {block: X, at: A}' works too in a city that your moves take"
        yield "'- step: X' works too for a block that you raise now"


def _going(walk: CommandWalk, word: str, blocks: list[str], path: list[str], fits: int) -> str:
    """6.1 to 6.3 A line for the blocks of a place."""
    start, *through, end = map(place_name, path)
    origin = f"from: {start}, " if word == "move" else ""
    via = f", via: [{', '.join(through)}]" if through else ""
    names = map(walk.name, blocks[:fits])
    return hinted(f"- {word}: {{{origin}blocks: [", names, f"]{via}, to: {end}}}")


def _levied(walk: CommandWalk) -> Iterator[str]:
    """6.4 One line for each block that could be raised or strengthened."""
    for block, (place, *_) in levies.choices(walk, levies.friendly(walk)):
        name = walk.name(block)
        yield f"- levy: {{block: {name}, at: {place_name(place)}}}" if place else f"- step: {name}"


class Player(Writer[CommandWalk]):
    """Writes a random command."""

    def written(self) -> Answer:
        """Some shipping and moves, often attacks, and most of the levies."""
        while self.maybe(50) and self.ship():
            pass
        while self.walk.moves > 0 and self.maybe(90) and self.start():
            pass
        self.attacks()
        walk, chance = self.walk, self.chance
        cities = levies.friendly(walk)  # levies do not change which
        while self.maybe(95) and (found := next(levies.choices(walk, cities, chance), None)):
            block, place = found[0], chance.choice(found[1])
            self.add_good(*("levy", {"block": block, "at": place}) if place else ("step", block))
        return self.lines

    def ship(self) -> bool:
        """Ship blocks of one place, if there are fleets at sea to carry them; return whether any
        could be shipped."""
        afloat = not board.SEAS.isdisjoint(here["at"] for here in self.walk.blocks.values())
        return afloat and any(self.go(Ship, place) for place in self.places())

    def start(self) -> bool:
        """Move blocks of one place, in one line or several; return whether any place had some."""
        for place in self.places():
            if place not in self.walk.active and self.go(Move, place):
                while self.maybe(50) and self.go(Move, place):
                    pass
                return True
        return False

    def places(self) -> list[str]:
        """Places with blocks that have not moved; often those near the last attack or the enemy
        come first."""
        walk = self.walk
        wanted: set[str] = set()
        still = [here["at"] for block, here in walk.blocks.items() if block not in walk.moved]
        if walk.attacked and self.maybe(40):
            wanted = {walk.attacked[-1]}
        elif self.maybe(70):
            wanted = walk.met
        drawn = {
            place: (wanted.isdisjoint(board.NEIGHBOURS[place]), self.chance.random())
            for place in board.on_the_board(dict.fromkeys(still))
        }
        return sorted(drawn, key=drawn.__getitem__)

    def go(self, action: type[Move] | type[Ship], place: str) -> bool:
        """Move some blocks of a place, often as many as possible; False if there are no blocks, no
        path, or no room on the chosen one."""
        groups = list(action.groups(self.walk, place))
        blocks, paths = self.chance.choice(groups) if groups else ([], ())
        path = self.path(list(paths))
        most = min(len(blocks), action.fits(self.walk, path)) if path else 0
        if not most:
            return False
        number = most if self.maybe(50) else self.chance.randint(1, most)
        line: dict[str, Any] = {"blocks": self.chance.sample(blocks, number), "to": path[-1]}
        line |= {"from": place} if action is Move else {}
        line |= {"via": path[1:-1]} if path[1:-1] else {}
        self.add_good(action.word, line)
        return True

    def path(self, paths: list[list[str]]) -> list[str]:
        """Any path, but mostly to a fight, a city of value or the front; seldom there and back."""
        if self.maybe(90):
            paths = [path for path in paths if path[0] != path[-1]] or paths
        met = self.walk.met
        likes: tuple[tuple[int, Callable[[str], object]], ...] = (
            (70, met.__contains__),
            (40, lambda place: board.PLACES[place].value),
            (60, lambda place: not met.isdisjoint(board.NEIGHBOURS[place])),
        )
        for percent, liked in likes:
            if self.maybe(percent) and (found := [path for path in paths if liked(path[-1])]):
                return self.chance.choice(found)
        return self.chance.choice(paths) if paths else []

    def attacks(self) -> None:
        """7.3, ruling 34 Name the Main Attack of some attacks by two roads, and the surprise,
        unless that is left to the first attack."""
        found = self.walk.attacks()
        for place in found:
            roads = self.walk.came_by(place) or []
            if len(roads) > 1 and self.maybe(50):
                self.add_good("main attack", {"at": place, "from": self.chance.choice(roads)})
        if found and self.walk.card in SURPRISING and self.maybe(50):
            self.add_good("surprise", self.chance.choice(found))


COMMAND = helped(Command, CommandHelp())
