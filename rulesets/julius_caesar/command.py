"""The command phase of one player: shipping, moves, then levies, in one answer (2.2, 6.0)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from referee.engine.fault import NOT_ALLOWED, WARNING, Fault
from referee.engine.request import Data, Judgement, Request, View
from referee.engine.words import Answer, Fields, Many, Name, Nothing, Word
from rulesets.julius_caesar import (
    board,
    command_sample,
    levy,
    movement,
    paths,
    shipping,
    surprise,
    turn_verbs,
    verbs,
)
from rulesets.julius_caesar.cards import acting, event_or_nothing
from rulesets.julius_caesar.naming import block_name, card_name, hinted, place_name, several
from rulesets.julius_caesar.position import Position
from rulesets.julius_caesar.standing_command import CommandStanding

if TYPE_CHECKING:
    import random

    from referee.engine.table import Table

#: How to try a line of each word; each does the line on the position if it is legal.
TRIALS: dict[str, Callable[[Position, int, Any], list[Fault]]] = {
    "ship": shipping.ship_faults,
    "move": movement.move_faults,
    "main force": movement.main_force_faults,
    "surprise": surprise.surprise_faults,
    "levy": levy.levy_faults,
    "step": levy.step_faults,
}
_LEVIES = ("levy", "step")


async def command_phase(table: Table, seat: str) -> None:
    """2.2 One player moves his groups, then levies troops."""
    card = acting(table.public, seat)
    moves, levies = board.moves_and_levies(card)
    about: Data = {"moves": moves, "levies": levies}
    if event := event_or_nothing(card):
        about = {**about, "card": event}
    answer = await table.ask(Command(seat, **about))
    raised = []
    for line in answer:
        for word, value in line.items():
            if word in _LEVIES:
                raised.append(_levy(word, value))
            else:
                _DEEDS[word](table, seat, value)
    surprise.settle(table, seat, event, answer)
    if not answer:
        verbs.do_nothing(table, seat, levies)
    elif levies:
        verbs.raise_troops(table, seat, raised)
    turn_verbs.command_done(table, seat)


def _march(table: Table, seat: str, move: Any) -> None:
    path = [move["from"], *move.get("via", []), move["to"]]
    verbs.march(table, seat, move["blocks"], path)


def _ship(table: Table, seat: str, line: Any) -> None:
    blocks = line["blocks"]
    origin = table.view(seat).own["blocks"][blocks[0]]["at"]
    verbs.ship(table, seat, blocks, [origin, *line["via"], line["to"]])


def _main_force(table: Table, seat: str, line: Any) -> None:
    verbs.name_main_force(table, seat, line["at"], line["from"])


def _surprise(table: Table, seat: str, line: Any) -> None:
    verbs.set_surprise(table, seat, line)


_DEEDS: Mapping[str, Callable[[Table, str, Any], None]] = {
    "ship": _ship,
    "move": _march,
    "main force": _main_force,
    "surprise": _surprise,
}


def _levy(word: str, value: Any) -> dict[str, str]:
    """A levy or step in the form of `verbs.raise_troops`."""
    if word == "step":
        return {"block": value}
    place = levy.levy_place(value["block"], value)
    assert place is not None
    return {"block": value["block"], "at": place}


def walk(position: Position, answer: Answer) -> Iterator[list[Fault]]:
    """Try an order line by line; the faults of each, after which `position` has what it did."""
    levied = False
    for number, line in enumerate(answer):
        for word, value in line.items():
            if levied and word in ("move", "ship"):
                yield [_late(position, number, value)]
                continue
            levied = levied or word in _LEVIES
            yield TRIALS[word](position, number, value)


def _late(position: Position, number: int, move: Any) -> Fault:
    """2.2, 6.4 A move after a levy; what it speaks of stays open for later lines."""
    for name in [move.get("from", ""), move["to"], *move["blocks"]]:
        position.doubtful[name] = True
    reason = "levies come after all moves, and an earlier line is a levy"
    return Fault(NOT_ALLOWED, (number,), reason, "6.4", "put this line above the levies")


class Command(CommandStanding, Request):
    """Shipping, moves and levies of one player (2.2).

    args: moves, levies (what the card allows); card, if it is an event."""

    kind = "command"
    rule = "2.2"
    whole_turn = True
    words: ClassVar[Mapping[str, Word]] = {
        "ship": Fields(
            {
                "blocks": Many(Name("block")),
                "via": Many(Name("place"), most=9),
                "to": Name("place"),
            }
        ),
        "move": Fields(
            {"from": Name("place"), "blocks": Many(Name("block")), "to": Name("place")},
            {"via": Many(Name("place"), most=2)},
        ),
        "main force": Fields({"at": Name("place"), "from": Name("place")}),
        "surprise": Name("place"),
        "levy": Fields({"block": Name("block")}, {"at": Name("place")}),
        "step": Name("block"),
    }
    policies: ClassVar[Mapping[str, Word]] = {**words, "stay": Nothing()}

    def title(self, reader: str = "") -> str:
        """What is asked."""
        moves, levies = self.args["moves"], self.args["levies"]
        allowed = f"{several(moves, 'move')} and {_levies(levies)}"
        if "card" in self.args:
            return f"command: {card_name(self.args['card'])}, {allowed}"
        return f"command: {allowed}"

    def position(self, view: View) -> Position:
        """The board on which the lines are tried."""
        args = self.args
        return Position(view, args["moves"], args["levies"], args.get("card", ""))

    def judge(self, view: View, answer: Answer) -> Judgement:
        """2.2, 6.0 Every line in turn, each seeing what the earlier ones did."""
        judgement = Judgement()
        position = self.position(view)
        for faults in walk(position, answer):
            for fault in faults:
                judgement.add(fault)
        if not judgement.faults:
            for warning in unused(position):
                judgement.add(warning)
        return judgement

    def sample(self, view: View, chance: random.Random) -> Answer:
        """Some shipping and moves, often attacks, and most of the levies."""
        return command_sample.orders(self.position(view), TRIALS, chance)

    def template(self, view: View) -> list[str]:
        """The forms of the lines, with what is at hand as comments; legal as it stands: nothing."""
        position = self.position(view)
        lines = [f"# {self.title()}; take the # off the lines you want"]
        if self.args["moves"]:
            lines += _MOVE_FORMS
            for place in board.places():
                lines += [f"# {line}" for line in _ship_hints(position, place)]
            for place in board.places():
                lines += [f"# {line}" for line in _move_hints(position, place)]
        if self.args.get("card") in surprise.CARDS:
            lines.append("# '- surprise: C' below the moves: the attack in which yours act first")
        if self.args["levies"]:
            lines += [f"# {line}" for line in _levy_hints(position, view.seat)]
            lines += _LEVY_FORMS
        return lines

    def default(self, view: View) -> Answer:
        """2.2 No moves and no levies."""
        return []

    def open_words(self) -> list[str]:
        """Shipping and levies for command cards only, a surprise for two events."""
        card = self.args.get("card", "")
        shut = {"ship": bool(card), "surprise": card not in surprise.CARDS}
        shut |= dict.fromkeys(_LEVIES, not self.args["levies"])
        return [word for word in self.words if not shut.get(word)]

    def at_hand(self, view: View, key: str, beside: Mapping[str, Any]) -> list[str]:
        """Places to move from, blocks in the one that is named, blocks to ship or to levy."""
        at = {block: here["at"] for block, here in view.own["blocks"].items()}
        if key == "from":
            return [place for place in board.places() if place in at.values()]
        if key in ("block", "blocks"):
            start = beside.get("from")
            found = [block for block in at if start in (None, at[block])]
            raised = key == "block" and "to" not in beside
            return board.in_order(view.own["pool"] if raised else found)
        return board.in_order(at) if key == "step" else []


#: 6.1, 6.12 What the lines for each place do not show.
_MOVE_FORMS = (
    "# '- move: {from: A, blocks: [X], via: [B], to: C}' goes to C by way of B",
    "# '- main force: {at: C, from: A}' below the moves, if several roads lead to C",
)
#: 6.4 What becomes possible only by the lines above.
_LEVY_FORMS = (
    "# '- levy: {block: X, at: A}' also in a city that is yours after the moves",
    "# '- step: X' also for a block raised now",
)


def _ship_hints(position: Position, place: str) -> list[str]:
    """6.3 One line for a port from which blocks can be shipped."""
    blocks = shipping.cargo(position, place)
    path = next(shipping.ways(position, place), None) if blocks else None
    if path is None:
        return []
    fits = min(position.moves, paths.may_leave(position, place))
    names = (block_name(block, position.seat) for block in blocks[:fits])
    seas = ", ".join(map(place_name, path[1:-1]))
    behind = f"], via: [{seas}], to: {place_name(path[-1])}}}"
    return [hinted("- ship: {blocks: [", names, behind)]


def _move_hints(position: Position, place: str) -> list[str]:
    """6.1, 6.2 One line for the land blocks of a place and one for its fleets."""
    lines = []
    for fleet in (False, True):
        blocks = position.movable(place, fleet)
        way = next(paths.ways(position, place, fleet), None) if blocks else None
        if way is None:
            continue
        path, fits = way
        names = (block_name(block, position.seat) for block in blocks[:fits])
        start, end = place_name(place), place_name(path[-1])
        lines.append(hinted(f"- move: {{from: {start}, blocks: [", names, f"], to: {end}}}"))
    return lines


def _levies(number: int) -> str:
    return "1 levy" if number == 1 else f"{number} levies"


def _levy_hints(position: Position, seat: str) -> list[str]:
    """One line for each block that could be raised or strengthened."""
    lines: dict[str, str] = {}
    for line in levy.choices(position):
        if "step" in line:
            name = block_name(line["step"], seat)
            lines[name] = f"- step: {name}"
        else:
            name, at = block_name(line["levy"]["block"], seat), place_name(line["levy"]["at"])
            lines.setdefault(name, f"- levy: {{block: {name}, at: {at}}}")
    return list(lines.values())


def unused(position: Position) -> list[Fault]:
    """2.1 What is left unused though it could be used: legal, but perhaps a slip."""
    warnings = []
    if position.moves > 0 and _can_move(position):
        reason = f"{several(position.moves, 'move')} left unused; nothing is kept for later turns"
        warnings.append(Fault(WARNING, (), reason, "2.1"))
    if levy.choices(position):
        reason = f"{_levies(position.levies)} left unused; nothing is kept for later turns"
        warnings.append(Fault(WARNING, (), reason, "2.1"))
    return warnings


def _can_move(position: Position) -> bool:
    """6.1 Whether another place could be set in motion."""
    tried: dict[tuple[str, bool], bool] = {}
    for block, here in position.blocks.items():
        group = (here["at"], board.is_fleet(block))
        if block in position.moved or group in tried or here["at"] in position.active:
            continue
        tried[group] = True
        if position.moves_kind(group[1]) and any(True for _ in paths.ways(position, *group)):
            return True
    return False
