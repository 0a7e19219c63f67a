"""8.2.2 The consuls of a new turn: two are drawn, and placed."""

from collections.abc import Mapping
from typing import Any, ClassVar

from referee.engine.action import Action, Problem
from referee.engine.asking import carried_out
from referee.engine.request import Request
from referee.engine.table import Table
from referee.engine.view import Data
from referee.engine.walk import Walk
from referee.engine.words import Number, Word
from referee.kit.lines import listed
from rulesets.sword_of_rome import board, position, verbs
from rulesets.sword_of_rome.board import CONSULS, DICTATOR, LEADER_NAMES, ROME
from rulesets.sword_of_rome.cards import placing
from rulesets.sword_of_rome.cards.placing import place_best
from rulesets.sword_of_rome.position import CUP, DISPLACED, REMOVED, WAITS, Spot
from rulesets.sword_of_rome.turn.orders import PlaceLeader, arrive, command_trouble, named_twice


class Consuls(Walk):
    """Where new consuls come; those of whom nothing is said join the largest force."""

    def finish(self) -> None:
        """8.2.2."""
        for consul in self.public["now"]["consuls"]:
            if self.public["leaders"][consul] == DISPLACED:
                place_best(self.table, consul)


class PlaceConsul(Action[Consuls]):
    """8.2.2 A new consul joins Roman CU."""

    word, takes = PlaceLeader.word, PlaceLeader.takes
    example = "leader: {leader: Claudius, to: Velitrae}"

    def obstacle(self) -> Problem | None:
        """One of the new ones, where Roman CU can be placed and are."""
        leader, space = self.value["leader"], self.value["to"]
        if leader not in self.public["now"]["consuls"]:
            hint = listed(LEADER_NAMES[one] for one in self.public["now"]["consuls"])
            reason = f"{LEADER_NAMES[leader]} is no new consul"
            return Problem(reason, "8.2.2", hint).at("leader")
        if self.public["leaders"][leader] != DISPLACED:
            return named_twice(leader, "8.2.2").at("leader")
        able = [spot.space for spot in placing.named_spots(self.public, ROME)]
        if space not in able:
            reason = f"{LEADER_NAMES[leader]} cannot be placed there"
            return Problem(reason, "5.10", board.named(able)).at("to")
        return command_trouble(self.public, self.value, Spot(space))

    async def does(self) -> None:
        """He arrives."""
        arrive(self.table, self.value, Spot(self.value["to"]), "8.2.2")


class NewConsuls(Request):
    """8.2.2 Where the two new consuls come.

    Args: turn, consuls."""

    kind, rule, walk, actions = "consuls", "8.2.2", Consuls, (PlaceConsul,)
    selectors: ClassVar[Mapping[str, Word]] = {"turn": Number(1, 99)}

    def title(self, reader: str = "") -> str:
        """Who they are."""
        return f"where {listed(board.LEADER_NAMES[one] for one in self.args['consuls'])} come"

    def forced(self, public: Data) -> list[Any] | None:
        """Nowhere to come; in a single space there still is the command (8.2.1)."""
        return None if placing.named_spots(public, ROME) else []


def take_off_leaders(table: Table) -> None:
    """8.2.2 Consuls go back to the cup, also displaced ones; the Dictator lays down his office."""
    for leader in CONSULS:
        if table.public["leaders"][leader] not in (CUP, REMOVED):
            verbs.take_off(table, leader, CUP, "8.2.2")
    if position.spot_of(table.public, DICTATOR):
        verbs.take_off(table, DICTATOR, WAITS, "his office is over")


async def new_consuls(table: Table) -> None:
    """8.2.2 Two are drawn, and placed."""
    cup = [one for one in CONSULS if table.public["leaders"][one] == CUP]
    drawn = table.draw_open("consuls", min(2, len(cup)), cup)
    for one in drawn:
        table.public["leaders"][one] = DISPLACED
    table.public["now"]["consuls"] = drawn
    table.tell("consuls", {"drawn": drawn})
    await carried_out(table, NewConsuls(ROME, turn=table.public["turn"], consuls=drawn))
