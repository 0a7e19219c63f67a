"""After a battle the winner may regroup (7.7): his blocks go one city on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, cast

from referee.engine.fault import NOT_ALLOWED, Fault, Path
from referee.engine.request import Data, Judgement, Request, View
from referee.engine.words import Answer, Fields, Line, Many, Name, Word
from referee.kit.lines import packed
from rulesets.julius_caesar import board, later, legal
from rulesets.julius_caesar.naming import block_name, hinted, listed, place_name, several
from rulesets.julius_caesar.standing_battle import RegroupStanding

if TYPE_CHECKING:
    import random

Groups = dict[str, list[str]]


def open_places(public: Data, place: str, seat: str, fleets: bool) -> list[str]:
    """7.7, 7.83 Neighbours friendly or neutral to the winner, in alphabetical order: by road for
    land blocks, over a sea border for fleets."""
    if fleets and public["scenario"] == "land":
        return []
    near = board.neighbours(place)
    return [
        to
        for to, kind in near.items()
        if (kind == "sea") is fleets
        and legal.status(public, to, seat) in (legal.FRIENDLY, legal.NEUTRAL)
    ]


def possible(public: Data) -> bool:
    """7.7, 7.83 Whether anybody could regroup, as far as both players know."""
    battle = public["battle"]
    winner, place = battle["winner"], battle["place"]
    if winner is None:
        return False
    return any(
        battle["able"][kind] and open_places(public, place, winner, fleets)
        for kind, fleets in (("land", False), ("fleets", True))
    )


def able(view: View, place: str) -> list[str]:
    """7.7, 7.83 Blocks of a seat that can go: all at the place, in the rulebook's order.

    Fleets of the land scenario stay in port."""
    mine = view.own["blocks"]
    stay = view.public["scenario"] == "land"
    here = [block for block in mine if mine[block]["at"] == place]
    going = [block for block in here if not (stay and board.blocks()[block].fleet)]
    return board.in_order(going)


def groups(answer: Answer) -> Groups:
    """What the lines of a legal answer do: place -> blocks that go there."""
    found: Groups = {}
    for line in answer:
        value = cast(Data, line["regroup"])
        for block in value["blocks"]:
            found.setdefault(value["to"], []).append(block)
    return found


class Regroup(RegroupStanding, Request):
    """7.7 Where blocks of the winner go; nothing, or no block named, stays.

    args: place."""

    kind = "regroup"
    rule = "7.7"
    words: ClassVar[Mapping[str, Word]] = {
        "regroup": Fields({"blocks": Many(Name("block")), "to": Name("place")})
    }

    def title(self, reader: str = "") -> str:
        """What is asked."""
        return f"battle of {place_name(self.args['place'])} won: who regroups, and where to?"

    def judge(self, view: View, answer: Answer) -> Judgement:
        """7.7, 6.11 Friendly or neutral neighbours, by road, within the limit of each road."""
        judgement = Judgement()
        walk = _Walk(view, self.args["place"])
        for number, line in enumerate(answer):
            for fault in walk.take(line, (number,)):
                judgement.add(fault)
        return judgement

    def sample(self, view: View, chance: random.Random) -> Answer:
        """Some blocks to some open neighbours, or nobody."""
        answer: Answer = []
        walk = _Walk(view, self.args["place"])
        if chance.random() < 0.4:
            return answer
        for to in chance.sample(walk.open, min(len(walk.open), chance.randint(1, 3))):
            who = walk.who(to)
            blocks = chance.sample(who, chance.randint(0, min(len(who), walk.room(to))))
            if not blocks:
                continue
            line: Line = {"regroup": {"blocks": blocks, "to": to}}
            walk.take(line, ())
            answer.append(line)
        return answer

    def template(self, view: View) -> list[str]:
        """Nobody goes; comments say who could, and where to."""
        walk = _Walk(view, self.args["place"])
        everybody = [block_name(block, view.seat) for block in walk.left]
        lines = packed("# who is not named stays; who can go:", everybody, 0)
        lines = [line if line.startswith("#") else f"#   {line}" for line in lines]
        for to in walk.open:
            who = [block_name(block, view.seat) for block in walk.who(to)]
            if who:
                behind = f"], to: {place_name(to)}}}"
                if walk.room(to) < board.NO_LIMIT:
                    behind += f"  # up to {several(walk.room(to), 'block')}"
                written = hinted("- regroup: {blocks: [", who[: walk.room(to)], behind)
                lines.append(f"# {written}")
        return lines

    def later(self, view: View) -> list[str]:
        """7.1 The battle that is fought next."""
        return later.after_battle(view, later.still_contested(view.public, self.args["place"]))

    def default(self, view: View) -> Answer:
        """7.7 All stay."""
        return []

    def at_hand(self, view: View, key: str, beside: Mapping[str, object]) -> list[str]:
        """7.7 Blocks that can go, and where to."""
        walk = _Walk(view, self.args["place"])
        return walk.open if key == "to" else walk.left

    def forced(self, public: Data) -> Answer | None:
        """7.7 Nobody goes where nobody can."""
        return None if possible(public) else []


class _Walk:
    """Goes through regroup lines; each sees where the earlier ones have sent blocks."""

    def __init__(self, view: View, place: str) -> None:
        self.view = view
        self.place = place
        self.left = able(view, place)
        self.open = self._open()
        self.gone: list[str] = []
        self.used: dict[str, int] = {}

    def _open(self) -> list[str]:
        """Where somebody could go, in alphabetical order."""
        fleets = [board.blocks()[block].fleet for block in self.left]
        near = [
            to
            for by_sea in (False, True)
            if by_sea in fleets
            for to in open_places(self.view.public, self.place, self.view.seat, by_sea)
        ]
        return sorted(near)

    def who(self, to: str) -> list[str]:
        """Blocks that can go to a neighbour: fleets over a sea border, others by road."""
        by_sea = board.edge(self.place, to) == "sea"
        return [block for block in self.left if board.blocks()[block].fleet is by_sea]

    def room(self, to: str) -> int:
        """6.11 How many more blocks can go to a neighbour."""
        return board.limit(board.neighbours(self.place)[to], "regroup") - self.used.get(to, 0)

    def take(self, line: Line, path: Path) -> list[Fault]:
        """Do a line, or say all that is wrong with it."""
        value = cast(Data, line["regroup"])
        refusal = self._refuse_place(value["to"])
        faults = [] if refusal is None else [Fault(NOT_ALLOWED, (*path, "to"), *refusal)]
        for index, block in enumerate(value["blocks"]):
            refusal = self._refuse_block(block)
            if refusal is None and not faults:
                refusal = self._refuse_way(block, value["to"])
            if refusal is None and not faults:
                refusal = self._refuse_road(value["to"])
            if refusal is not None:
                faults.append(Fault(NOT_ALLOWED, (*path, "blocks", index), *refusal))
                continue
            self.left.remove(block)
            self.gone.append(block)
            self.used[value["to"]] = self.used.get(value["to"], 0) + 1
        return faults

    def _refuse_place(self, to: str) -> tuple[str, str, str] | None:
        if to in self.open:
            return None
        hint = "open are " + listed(place_name(city) for city in self.open)
        kind = board.neighbours(self.place).get(to)
        if kind is None:
            way = "sea border" if board.places()[self.place].is_sea else "road"
            reason = f"no {way} leads from {place_name(self.place)} to {place_name(to)}"
            return reason, "7.7", hint
        status = legal.status(self.view.public, to, self.view.seat)
        if status in (legal.FRIENDLY, legal.NEUTRAL):
            if kind == "sea":
                return "nobody regroups by sea", "7.7", hint
            return f"you have no land blocks in {place_name(self.place)}", "7.7", hint
        told = "held by the enemy" if status == legal.ENEMY else status
        return f"{place_name(to)} is {told}", "7.7", hint

    def _refuse_way(self, block: str, to: str) -> tuple[str, str, str] | None:
        """7.7, 7.83 Land blocks go by road, fleets over sea borders."""
        if block in self.who(to):
            return None
        name = block_name(block, self.view.seat)
        if board.blocks()[block].fleet:
            hint = "it goes to a sea that the port opens on"
            return f"{name} is a fleet and goes by sea", "7.83", hint
        return f"{name} is no fleet, and land blocks do not regroup by sea", "7.7", ""

    def _refuse_block(self, block: str) -> tuple[str, str, str] | None:
        if block in self.left:
            return None
        name = block_name(block, self.view.seat)
        if block in self.gone:
            return f"{name} has been sent away already", "7.7", "a block regroups once"
        mine = self.view.own["blocks"].get(block)
        if mine is None or mine["at"] != self.place:
            return f"{name} is not one of your blocks in {place_name(self.place)}", "7.7", ""
        return f"{name} is a fleet and does not leave port", "7.83", ""

    def _refuse_road(self, to: str) -> tuple[str, str, str] | None:
        if self.room(to) > 0:
            return None
        kind = board.neighbours(self.place)[to]
        most = board.limit(kind, "regroup")
        road = "a strait" if kind == "strait" else f"a {kind} road"
        reason = f"{place_name(self.place)} to {place_name(to)} is {road}: {most} blocks at most"
        return reason, "6.11", "send it another way or let it stay"
