"""The command phase of one player: moves, then levies, in one answer (2.2, 6.0)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from referee.engine.fault import NOT_ALLOWED, WARNING, Fault
from referee.engine.request import Data, Judgement, Request, View
from referee.engine.words import Answer, Fields, Many, Name, Word
from rulesets.julius_caesar import board, legal, levy, movement, turn_verbs, verbs
from rulesets.julius_caesar.naming import block_name, place_name, several
from rulesets.julius_caesar.position import Position

if TYPE_CHECKING:
    import random

    from referee.engine.table import Table

#: How to try a line of each word; each does the line on the position if it is legal.
TRIALS: dict[str, Callable[[Position, int, Any], list[Fault]]] = {
    "move": movement.move_faults,
    "main force": movement.main_force_faults,
    "levy": levy.levy_faults,
    "step": levy.step_faults,
}
_LEVIES = ("levy", "step")


async def command_phase(table: Table, seat: str) -> None:
    """2.2 One player moves his groups, then levies troops."""
    moves, levies = board.moves_and_levies(table.public["played"][seat])
    answer = await table.ask(Command(seat, moves=moves, levies=levies))
    raised = []
    for line in answer:
        for word, value in line.items():
            if word == "move":
                _march(table, seat, value)
            elif word == "main force":
                _main_force(table, seat, value)
            else:
                raised.append(_levy(word, value))
    verbs.raise_troops(table, seat, raised)
    turn_verbs.command_done(table, seat)


def _march(table: Table, seat: str, move: Any) -> None:
    path = [move["from"], *move.get("via", []), move["to"]]
    verbs.march(table, seat, move["blocks"], path)


def _main_force(table: Table, seat: str, line: Any) -> None:
    verbs.name_main_force(table, seat, line["at"], line["from"])


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
            if levied and word == "move":
                yield [_late(position, number, value)]
                continue
            levied = levied or word in _LEVIES
            yield TRIALS[word](position, number, value)


def _late(position: Position, number: int, move: Any) -> Fault:
    """2.2, 6.4 A move after a levy; what it speaks of stays open for later lines."""
    for name in [move["from"], move["to"], *move["blocks"]]:
        position.doubtful[name] = True
    reason = "levies come after all moves, and an earlier line is a levy"
    return Fault(NOT_ALLOWED, (number,), reason, "6.4", "put this line above the levies")


class Command(Request):
    """Moves and levies of one player (2.2).

    args: moves, levies (what the card allows)."""

    kind = "command"
    rule = "2.2"
    words: ClassVar[Mapping[str, Word]] = {
        "move": Fields(
            {"from": Name("place"), "blocks": Many(Name("block")), "to": Name("place")},
            {"via": Many(Name("place"), most=2)},
        ),
        "main force": Fields({"at": Name("place"), "from": Name("place")}),
        "levy": Fields({"block": Name("block")}, {"at": Name("place")}),
        "step": Name("block"),
    }

    def title(self) -> str:
        """What is asked."""
        moves, levies = self.args["moves"], self.args["levies"]
        return f"command: {several(moves, 'move')} and {_levies(levies)}"

    def judge(self, view: View, answer: Answer) -> Judgement:
        """2.2, 6.0 Every line in turn, each seeing what the earlier ones did."""
        judgement = Judgement()
        position = Position(view, self.args["moves"], self.args["levies"])
        for faults in walk(position, answer):
            for fault in faults:
                judgement.add(fault)
        if not judgement.faults:
            for warning in unused(position):
                judgement.add(warning)
        return judgement

    def sample(self, view: View, chance: random.Random) -> Answer:
        """Some moves, often attacks, and most of the levies."""
        position = Position(view, self.args["moves"], self.args["levies"])
        answer: Answer = []
        while position.moves > 0 and chance.random() < 0.9:
            if not _sample_group(position, chance, answer):
                break
        _sample_main_force(position, chance, answer)
        while chance.random() < 0.95:
            lines = levy.choices(position)
            if not lines:
                break
            _try(position, answer, chance.choice(lines))
        return answer

    def skeleton(self, view: View) -> list[str]:
        """The forms of the lines, with what is at hand as comments; legal as it stands: nothing."""
        position = Position(view, self.args["moves"], self.args["levies"])
        lines = [f"# {self.title()}; take the # off the lines you want"]
        for place in board.places():
            blocks = [block_name(b, view.seat) for b in movement.movable(position, place)]
            way = next(movement.ways(position, place), None) if blocks else None
            if way is not None and self.args["moves"]:
                path, room = way
                start, end, names = (
                    place_name(place),
                    place_name(path[-1]),
                    ", ".join(blocks[:room]),
                )
                lines.append(f"# - move: {{from: {start}, blocks: [{names}], to: {end}}}")
        if self.args["levies"]:
            lines += [f"# {line}" for line in _levy_hints(position, view.seat)]
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
    return any(
        place not in position.active
        and movement.movable(position, place)
        and any(True for _ in movement.ways(position, place))
        for place in board.places()
    )


# Random orders.


def _try(position: Position, answer: Answer, line: dict[str, Any]) -> None:
    """Put a line into the answer if it is legal now."""
    for word, value in line.items():
        if not TRIALS[word](position, len(answer), value):
            answer.append(line)


def _sample_group(position: Position, chance: random.Random, answer: Answer) -> bool:
    """Set one place in motion, in one line or several; whether any place could be."""
    places = [
        place
        for place in board.places()
        if place not in position.active and movement.movable(position, place)
    ]
    chance.shuffle(places)
    if chance.random() < 0.7:
        places.sort(key=lambda place: not _near_enemy(position, place))
    for place in places:
        before = len(answer)
        while _sample_move(position, place, chance, answer) and chance.random() < 0.5:
            pass
        if len(answer) > before:
            return True
    return False


def _sample_move(position: Position, place: str, chance: random.Random, answer: Answer) -> bool:
    """Move some blocks of a place somewhere, to an attack every other time if there is one."""
    blocks = movement.movable(position, place)
    ways = list(movement.ways(position, place)) if blocks else []
    if not ways:
        return False
    path, room = _sample_way(position, ways, chance)
    most = min(room, len(blocks))
    number = most if chance.random() < 0.5 else chance.randint(1, most)
    move: Data = {"from": place, "blocks": chance.sample(blocks, number), "to": path[-1]}
    if len(path) > 2:
        move["via"] = path[1:-1]
    before = len(answer)
    _try(position, answer, {"move": move})
    return len(answer) > before


def _sample_way(
    position: Position, ways: list[tuple[list[str], int]], chance: random.Random
) -> tuple[list[str], int]:
    """Any way, but mostly to a fight, a city of value or the front, and seldom there and back."""
    away = [way for way in ways if way[0][0] != way[0][-1]]
    fights = [way for way in ways if _meets(position, way[0][-1])]
    values = [way for way in away if board.places()[way[0][-1]].value]
    fronts = [way for way in away if _near_enemy(position, way[0][-1])]
    for wanted, part in ((fights, 0.6), (values, 0.4), (fronts, 0.6)):
        if wanted and chance.random() < part:
            return chance.choice(wanted)
    return chance.choice(ways if chance.random() < 0.1 else away)


def _meets(position: Position, place: str) -> bool:
    seen = legal.status(position.public, place, position.seat)
    return seen in (legal.ENEMY, legal.CONTESTED)


def _near_enemy(position: Position, place: str) -> bool:
    """Whether an enemy city is next by road."""
    return any(
        kind != "sea" and _meets(position, near) for near, kind in board.neighbours(place).items()
    )


def _sample_main_force(position: Position, chance: random.Random, answer: Answer) -> None:
    """Name the main force of some attacks by two roads."""
    for place in board.places():
        attack = legal.attack_on(position.public, place)
        if attack is None or attack["attacker"] != position.seat:
            continue
        roads = sorted(attack["entries"].get(position.seat, {}))
        if len(roads) > 1 and chance.random() < 0.5:
            _try(position, answer, {"main force": {"at": place, "from": chance.choice(roads)}})
