"""The choices of a trace of Julius Caesar, grouped into the answers that our requests take."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from referee.engine.request import Request
from referee.engine.words import Answer, Line
from tests.rules.julius_caesar.adapter import LAST_ROUND, board, events
from tests.traces.julius_caesar.format import CARDS, DEAD, POOL, Basis, Step, Trace, first_standing

CARD_STATES = ("discard_and_play_card", "play_card")
COMMAND_STATES = (
    "move_who", "move_where", "move_where_2", "amphibious_move_to", "mercury_move_1",
    "mercury_move_2", "mercury_move_3", "mars_and_neptune", "levy", "levy_where",
)  # fmt: skip
BATTLE_STATES = ("battle_round", "battle_hits", "retreat", "sea_retreat", "regroup", "regroup_to")
WINTER_STATES = ("navis_to_port", "navis_to_port_where", "disband")
#: What a side chooses while its blocks leave.
_LEAVING = ("battle_round", "retreat", "sea_retreat")
_TARGETS = ("move_where", "move_where_2", "amphibious_move_to")
_STATES_OF = {
    "command": COMMAND_STATES,
    "jupiter": ("jupiter",),
    "vulcan": ("vulcan",),
    "next battle": ("pick_battle",),
    "battle turn": ("battle_round",),
    "hits": ("battle_hits",),
    "regroup": ("regroup",),
}


class Cursor:
    """Walks through a trace; knows where its blocks stand."""

    def __init__(self, trace: Trace, position: dict[str, Basis]) -> None:
        self.steps = trace.steps
        self.next = 0
        self.position = position
        self.points = (0, 0)
        #: told of each choice before it is taken, while an answer is made of them
        self.watch: Callable[[Step], None] | None = None
        #: the lines of the answer so far, and the path of the block that moves
        self.lines: Answer = []
        self.path: list[str] = []
        #: where the blocks stood that the last choice has moved
        self.came: dict[str, str] = {}

    def peek(self, ahead: int = 0) -> Step | None:
        """The next choice, None at the end."""
        at = self.next + ahead
        return self.steps[at] if at < len(self.steps) else None

    def take(self) -> Step:
        """Go on by one choice."""
        step = self.steps[self.next]
        if self.watch:
            self.watch(step)
        self.next += 1
        self.came = {block: self.position[block][1] for block in step.moved}
        self.position.update(step.moved)
        self.points = step.points or self.points
        return step

    def while_in(self, states: tuple[str, ...], seat: str | None = None) -> Iterator[Step]:
        """Take choices as long as they are of these states, and of that seat."""
        while (step := self.peek()) and step.state in states and seat in (None, step.seat):
            yield self.take()

    def lost_next(self, block: str) -> bool:
        """Whether a block of the side that acts now is lost, for want of a way out, before the
        other side acts or the battle ends."""
        ahead = 0
        while (step := self.peek(ahead)) and step.state in _LEAVING and step.seat == self._acting:
            if step.argument == block:
                return dies_at_once(step)
            ahead += 1
        return False

    @property
    def _acting(self) -> str:
        step = self.peek()
        return step.seat if step else ""

    def moved_last(self, block: str) -> Step | None:
        """The choice, of those taken, that has moved a block last."""
        taken = reversed(self.steps[: self.next])
        return next((step for step in taken if block in step.moved), None)

    def before(self, step: Step) -> dict[str, Basis]:
        """Where the blocks stood when a choice was made."""
        position = first_standing()
        for earlier in self.steps[: step.number - 1]:
            position.update(earlier.moved)
        return position

    @property
    def last(self) -> Step | None:
        """The choice taken last."""
        return self.steps[self.next - 1] if self.next else None


def dies_at_once(step: Step | None) -> bool:
    """7.6, ruling 37 Whether a block that must retreat and cannot is lost by this choice: none of
    a way out follows.  By ruling 56 Cleopatra joins the other side."""
    if step is None or step.state != "battle_round" or step.round != LAST_ROUND:
        return False
    seat, place, _ = step.moved.get(step.argument, (step.seat, "", 0))
    return place == DEAD or seat != step.seat


def belongs(step: Step | None, request: Request) -> bool:
    """Whether a choice of the trace answers a request."""
    if dies_at_once(step):
        return False  # ours is lost without a question
    if request.kind == "winter":
        return step is None or step.state in (*WINTER_STATES, CARD_STATES[0])
    if step is None:
        return False
    if request.kind == "cards":
        return step.state == CARD_STATES[request.args["turn"] > 1]
    return step.state in _STATES_OF[request.kind] and step.seat == request.seat


def silent(cursor: Cursor) -> bool:
    """Whether the next choice is one that our rules may make without asking."""
    step, after = cursor.peek(), cursor.peek(1)
    assert step is not None
    if dies_at_once(step):
        return True
    if step.state == "battle_round":
        return step.round == LAST_ROUND and after is not None and after.state == "retreat"
    if step.verb == "pass":
        return step.state in ("regroup", "jupiter", *WINTER_STATES)
    return step.state in ("play_card", "pick_battle", "battle_hits", "retreat", "sea_retreat")


def cards(cursor: Cursor) -> dict[str, Answer]:
    """2.1 What both discard and play."""
    state = _state(cursor)
    answers: dict[str, Answer] = {}
    while (step := cursor.peek()) and step.state == state:
        lines = answers.setdefault(step.seat, [])
        if len(lines) == (2 if state == CARD_STATES[0] else 1):
            break
        word = "discard" if state == CARD_STATES[0] and not lines else "play"
        lines.append({word: CARDS[cursor.take().argument]})
    return answers


def _state(cursor: Cursor) -> str:
    step = cursor.peek()
    assert step is not None
    return step.state


def command(cursor: Cursor, seat: str) -> Answer:
    """2.2 Shipping, moves and levies of one player."""
    answer: Answer = []
    cursor.lines = answer
    for step in cursor.while_in(COMMAND_STATES, seat):
        if step.verb == "pass":
            continue
        if step.state == "mars_and_neptune":
            answer.append({"surprise": step.argument})
        elif step.state == "levy":
            answer.append(_levy(cursor, step))
        elif step.state == "move_who":
            _add_move(answer, step.argument, _path(cursor, step.argument, seat))
    return answer


def _levy(cursor: Cursor, step: Step) -> Line:
    """6.4 A new block, or a step for one on the board."""
    block = step.argument
    after = cursor.peek()
    if after is not None and after.state == "levy_where":
        cursor.take()
    elif cursor.came.get(block) != POOL:
        return {"step": block}
    return {"levy": {"block": block, "at": cursor.position[block][1]}}


def _path(cursor: Cursor, block: str, seat: str) -> list[str]:
    """6.1 The places a block goes through; a place named twice running means that it stops."""
    cursor.path = path = [cursor.position[block][1]]
    targets = (*_TARGETS, "mercury_move_1", "mercury_move_2", "mercury_move_3")
    for step in cursor.while_in(targets, seat):
        if step.argument != path[-1]:
            path.append(step.argument)
    return path


def _add_move(answer: Answer, block: str, path: list[str]) -> None:
    """A line for a move; blocks that go the same way one after the other share it."""
    by_sea = not board.BLOCKS[block].fleet and board.PLACES[path[1]].is_sea
    line: dict[str, Any] = {"from": path[0], "blocks": [block], "to": path[-1]}
    if len(path) > 2:
        line["via"] = path[1:-1]
    if by_sea:
        del line["from"]
    word = "ship" if by_sea else "move"
    last: Any = answer[-1].get(word) if answer else None
    if last and {**last, "blocks": []} == {**line, "blocks": []} and not by_sea:
        last["blocks"].append(block)
    else:
        answer.append({word: line})


def jupiter(cursor: Cursor, public: dict[str, Any], seat: str) -> tuple[Answer, str]:
    """Card Jupiter: the answer, and the block that was drawn."""
    step = cursor.take()
    if step.verb == "pass":
        return [], ""
    place, _ = step.argument
    block = next(iter(step.moved))
    to = events.targets(public, seat)[place][0]
    for chosen in cursor.while_in(("jupiter_to",)):
        to = chosen.argument
    if cursor.position[block][0] == seat and not board.BLOCKS[block].leader:
        to = cursor.position[block][1]
    aim = {"from": place, "to": to, "colour": board.BLOCKS[block].colour}
    return [{"jupiter": aim}], block


def battle_turn(cursor: Cursor) -> tuple[Answer, tuple[int, ...]]:
    """7.2 What one block does, and its dice."""
    step, after = cursor.take(), cursor.peek()
    block = step.argument
    if step.verb == "battle_pass":
        return [{"pass": block}], ()
    if after is None or after.state != "retreat":
        return [{"fire": block}], step.dice
    way = {"block": block, "to": cursor.take().argument}
    for port in cursor.while_in(("sea_retreat",)):
        way = {"block": block, "via": way["to"], "to": port.argument}
    return [{"retreat": way}], ()


def hits(cursor: Cursor, wanted: int) -> Answer:
    """7.4 Which blocks take the hits of one roll."""
    answer: Answer = []
    cursor.lines = answer
    while len(answer) < wanted and (now := cursor.peek()) and now.state == "battle_hits":
        answer.append({"hit": cursor.take().argument})
    return answer


def regroup(cursor: Cursor) -> Answer:
    """7.7 Who regroups, and where to."""
    answer: Answer = []
    cursor.lines = answer
    block = ""
    for step in cursor.while_in(("regroup", "regroup_to")):
        if step.verb == "pass":
            break
        if step.state == "regroup_to":
            answer.append({"regroup": {"blocks": [block], "to": step.argument}})
        block = step.argument
    return answer


def winter(cursor: Cursor) -> dict[str, Answer]:
    """8.2, 8.3, 8.5 Fleets that go home, and blocks disbanded, of both."""
    answers: dict[str, Answer] = {seat: [] for seat in board.SEATS}
    fleet = ""
    for step in cursor.while_in(WINTER_STATES):
        if step.verb == "pass":
            continue
        if step.state == "navis_to_port":
            fleet = step.argument
        elif step.state == "disband":
            # A fleet that finds no port is disbanded here; ours go without a word.
            if not board.PLACES[cursor.came[step.argument]].is_sea:
                answers[step.seat].append({"disband": step.argument})
        else:
            answers[step.seat].append({"home": {"block": fleet, "to": step.argument}})
    return answers
