"""Free deployment (5.3): blocks change places among the cities of the historical one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from referee.engine.fault import NOT_ALLOWED, Fault, Path
from referee.engine.request import Judgement, Request, View
from referee.engine.words import Answer, Fields, Many, Name, Word
from rulesets.julius_caesar import board, event_verbs
from rulesets.julius_caesar.board import SEATS
from rulesets.julius_caesar.naming import block_name, listed, place_name, several

if TYPE_CHECKING:
    import random

    from referee.engine.table import Table

#: Name of the option.
DEPLOYMENT = "deployment"


async def deploy(table: Table) -> None:
    """5.3, ruling 6 Both deploy in secret, at the same time."""
    answers = await table.ask_all([Deploy(seat) for seat in SEATS])
    for seat in SEATS:
        moved, _ = walk(table.view(seat), answers[seat])
        event_verbs.deploy(table, seat, moved)
    event_verbs.deployed(table)


def walk(view: View, answer: Answer) -> tuple[dict[str, str], list[Fault]]:
    """Where blocks go, and all that is wrong with it."""
    blocks = view.own["blocks"]
    moved: dict[str, str] = {}
    faults: list[Fault] = []
    for number, line in enumerate(answer):
        value: Any = line["place"]
        place = value["at"]
        if place not in _numbers(view, {}):
            hint = f"your cities are {listed(map(place_name, sorted(_numbers(view, {}))))}"
            reason = f"none of your blocks is deployed in {place_name(place)}"
            faults.append(Fault(NOT_ALLOWED, (number, "at"), reason, "5.3", hint))
            continue
        for index, block in enumerate(value["blocks"]):
            told = _refuse(view, block, place, moved)
            if told:
                path: Path = (number, "blocks", index)
                faults.append(Fault(NOT_ALLOWED, path, *told))
            elif block in blocks:
                moved[block] = place
    return moved, faults or _number_faults(view, moved)


def _numbers(view: View, moved: Mapping[str, str]) -> dict[str, int]:
    """How many blocks of the seat are in each city."""
    found: dict[str, int] = {}
    for block, here in view.own["blocks"].items():
        place = moved.get(block, here["at"])
        found[place] = found.get(place, 0) + 1
    return found


def _refuse(
    view: View, block: str, place: str, moved: Mapping[str, str]
) -> tuple[str, str, str] | None:
    """Why a block cannot be put there: reason, paragraph, hint."""
    name = block_name(block, view.seat)
    if block in view.own["pool"]:
        return f"{name} is in your reserve and stays there", "5.3", ""
    if block not in view.own["blocks"]:
        return f"{name} is none of your blocks", "5.3", ""
    if block in moved:
        return f"{name} is placed twice", "5.3", "leave one of them"
    if not board.may_stand(block, place):
        return f"{name} is a fleet, and {place_name(place)} is no port", "4.1", ""
    return None


def _number_faults(view: View, moved: Mapping[str, str]) -> list[Fault]:
    """5.3 Every city keeps its number of blocks."""
    want, have = _numbers(view, {}), _numbers(view, moved)
    return [
        Fault(
            NOT_ALLOWED,
            (),
            f"{place_name(place)} would have {several(have.get(place, 0), 'block')},"
            f" and the deployment has {want[place]} there",
            "5.3",
            "blocks that no line names stay where 5.1 has them",
        )
        for place in board.places()
        if place in want and want[place] != have.get(place, 0)
    ]


class Deploy(Request):
    """5.3 Which blocks change places; none is the historical deployment."""

    kind = "deploy"
    rule = "5.3"
    words: ClassVar[Mapping[str, Word]] = {
        "place": Fields({"at": Name("place"), "blocks": Many(Name("block"))})
    }

    def title(self, reader: str = "") -> str:
        """What is asked."""
        return "free deployment: which blocks change places"

    def judge(self, view: View, answer: Answer) -> Judgement:
        """5.3 The same number in each city, none from the reserve, fleets in ports."""
        judgement = Judgement()
        for fault in walk(view, answer)[1]:
            judgement.add(fault)
        return judgement

    def sample(self, view: View, chance: random.Random) -> Answer:
        """Some blocks change places, two by two."""
        blocks = view.own["blocks"]
        at = {block: blocks[block]["at"] for block in sorted(blocks)}
        for _ in range(chance.randint(0, 12)):
            one, two = chance.sample(sorted(at), 2)
            if board.may_stand(one, at[two]) and board.may_stand(two, at[one]):
                at[one], at[two] = at[two], at[one]
        groups: dict[str, list[str]] = {}
        for block, place in at.items():
            if place != blocks[block]["at"]:
                groups.setdefault(place, []).append(block)
        return [{"place": {"at": place, "blocks": groups[place]}} for place in sorted(groups)]

    def template(self, view: View) -> list[str]:
        """The historical deployment, legal as it stands."""
        groups: dict[str, list[str]] = {}
        for block in board.in_order(view.own["blocks"]):
            name = block_name(block, view.seat)
            groups.setdefault(view.own["blocks"][block]["at"], []).append(name)
        lines = ["# change blocks between the lines; every city keeps its number (5.3)"]
        for place in board.places():
            if place in groups:
                names = ", ".join(groups[place])
                lines.append(f"- place: {{at: {place_name(place)}, blocks: [{names}]}}")
        return lines

    def default(self, view: View) -> Answer:
        """5.1 The historical deployment."""
        return []

    def at_hand(self, view: View, key: str, beside: Mapping[str, Any]) -> list[str]:
        """The seat's blocks and their cities."""
        blocks = view.own["blocks"]
        if key == "blocks":
            return board.in_order(blocks)
        return [place for place in board.places() if place in _numbers(view, {})]
