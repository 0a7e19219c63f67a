"""8.2, 8.3 Leaders: where they are placed, who commands, consuls, the price of Greek leaders."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, TypeVar

from referee.engine.action import Action, Problem
from referee.engine.asking import carried_out
from referee.engine.table import Table
from referee.engine.view import Data
from referee.engine.walk import Walk
from referee.engine.words import Fields, Word
from referee.kit.lines import listed
from rulesets.sword_of_rome import board, position, verbs
from rulesets.sword_of_rome.board import CONSULS, DICTATOR, GREEKS, LEADER_NAMES, LEADERS, ROME
from rulesets.sword_of_rome.cards import placing, points
from rulesets.sword_of_rome.cards.playing import SURE
from rulesets.sword_of_rome.choosing import TURN, Asked, keys
from rulesets.sword_of_rome.position import ASIDE, CUP, DISPLACED, REMOVED, WAITS, Spot
from rulesets.sword_of_rome.turn.walk import NOT_NOW, Acting

W = TypeVar("W", bound=Walk)


class Placing(Action[W]):
    """A leader is placed, and who commands there is named.

    why: the paragraph, as reports give it; nowhere, rule: what is said of a space where he cannot
    be placed."""

    word: ClassVar[str] = "leader"
    takes: ClassVar[Word] = Fields(keys("leader", "to"), keys("commander"))
    why: ClassVar[str]
    nowhere: ClassVar[str] = "{} cannot be placed there"
    rule: ClassVar[str] = "5.10"

    @cached_property
    def able(self) -> Mapping[str, Spot]:
        """Where he can be placed, by space."""
        return {spot.space: spot for spot in placing.spots_for(self.public, self.value["leader"])}

    def obstacle(self) -> Problem | None:
        """One who can be placed, and a space that is open to him."""
        leader = self.value["leader"]
        if problem := self.trouble(leader):
            return problem.at("leader")
        if not (spot := self.able.get(self.value["to"])):
            reason = self.nowhere.format(LEADER_NAMES[leader])
            return Problem(reason, self.rule, self.instead()).at("to")
        able = position.may_command(self.public, LEADERS[leader]["power"], spot, [leader])
        if self.value.get("commander") in (None, *able):
            return None
        return Problem("he cannot command there", "8.2.1").at("commander")

    def trouble(self, leader: str) -> Problem | None:
        """Why he cannot be placed at all."""
        raise NotImplementedError

    def instead(self) -> str:
        """Where he can be placed."""
        return board.named(self.able)

    async def does(self) -> None:
        """He stands there; 8.2.1 who is named commands."""
        verbs.place(self.table, self.value["leader"], self.able[self.value["to"]], self.why)
        if "commander" in self.value:
            verbs.set_commander(self.table, self.value["commander"])


class PlaceLeader(Placing[Acting]):
    """8.3 Place or move a minor leader: to any space with CU of his power, besieged cities too.
    commander: who commands there, if it is not the one with the highest tactics."""

    example = "leader: {leader: Gallic leader A, to: Placentia}"
    why, rule, nowhere = "8.3", "8.3", "no CU of his power are there"

    def obstacle(self) -> Problem | None:
        """7.4.3 Not with a fetched event, but for a power that it activates (16.1.1)."""
        own = LEADERS[self.value["leader"]]["power"] in board.PLAYS[self.seat]
        return NOT_NOW if own and self.public["now"]["event_only"] else super().obstacle()

    def trouble(self, leader: str) -> Problem | None:
        """8.3, 5.4 A minor leader of his, once."""
        public, now = self.public, self.public["now"]
        power, name = LEADERS[leader]["power"], LEADER_NAMES[leader]
        if power not in (*board.PLAYS[self.seat], now["neutral"]) or power not in public["cu"]:
            hint = "those of a power that you activate are placed before it acts"
            hint = hint if power in board.NEUTRALS else ""
            return Problem(f"{name} is no leader of yours", "8.3", hint)
        if LEADERS[leader]["class"] != board.MINOR:
            return Problem("only minor leaders are placed in an action", "8.3")
        if not position.spot_of(public, leader) and public["leaders"][leader] != ASIDE:
            return Problem(f"{name} is not in the game", "8.3")
        if leader in (*now["placed"], *now["set_aside"]) or leader in now["moved"]:
            reason = "he was placed, has moved or left the map in this action"
            return Problem(reason, "5.4", weight=SURE)
        return None

    async def does(self) -> None:
        """Once in an action."""
        self.walk.acts()
        self.public["now"]["placed"].append(self.value["leader"])
        await super().does()


def named_twice(leader: str, rule: str) -> Problem:
    """A leader of whom two lines say something."""
    return Problem(f"an earlier line names {LEADER_NAMES[leader]}", rule, "delete one line")


def foreign_commander(value: Mapping[str, Any], power: str) -> Iterable[Problem]:
    """8.2.1 The one that is named to command a force of a power leads another."""
    leader = value.get("commander")
    if leader and LEADERS[leader]["power"] != power:
        reason = f"{LEADER_NAMES[leader]} is no leader of {board.POWERS[power]}"
        yield Problem(reason, "8.2.1").at("commander")


# Consuls (8.2.2).


class Consuls(Walk):
    """Where new consuls come; those of whom nothing is said join the largest force."""

    def finish(self) -> None:
        """8.2.2."""
        for consul in self.public["now"]["consuls"]:
            if self.public["leaders"][consul] == DISPLACED:
                placing.place_best(self.table, consul)


class PlaceConsul(Placing[Consuls]):
    """8.2.2 A new consul joins Roman CU."""

    example = "leader: {leader: Claudius, to: Velitrae}"
    why = "8.2.2"

    def trouble(self, leader: str) -> Problem | None:
        """One of the new ones, once."""
        consuls = self.public["now"]["consuls"]
        if leader not in consuls:
            hint = listed(LEADER_NAMES[one] for one in consuls)
            return Problem(f"{LEADER_NAMES[leader]} is no new consul", "8.2.2", hint)
        placed = self.public["leaders"][leader] != DISPLACED
        return named_twice(leader, "8.2.2") if placed else None


class NewConsuls(Asked):
    """8.2.2 Where the two new consuls come.

    Args: turn, consuls."""

    kind, rule, walk, actions = "consuls", "8.2.2", Consuls, (PlaceConsul,)
    question, selectors = "where {consuls} come", TURN

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


# The price of named Greek leaders (8.2.3).


def city_points(public: Data, space: str) -> int:
    """8.2.3 Loyalty of a city under Greek control that can be given up."""
    return points.own_count(public, GREEKS, space) if position.is_city(public, space) else 0


def priced(public: Data) -> list[str]:
    """8.2.3 Named Greek leaders on the map or displaced, by id."""
    at = {one: public["leaders"][one] for one in sorted(position.BY_POWER[GREEKS])}
    here = [one for one in at if position.spot_of(public, one) or at[one] == DISPLACED]
    return [one for one in here if LEADERS[one]["penalty"]]


def paid(table: Table, leader: str, said: Mapping[str, Sequence[str] | None]) -> bool:
    """8.2.3 Whether a leader is paid for; otherwise he is out for good.

    said: leader -> points that are given up for him, None to drop him."""
    public = table.public
    chosen = said.get(leader, default_points(public, LEADERS[leader]["penalty"]))
    if chosen and all(chosen.count(s) <= city_points(public, s) for s in chosen):
        for space in chosen:
            points.lower(table, GREEKS, space, f"{LEADER_NAMES[leader]}, 8.2.3")
        return True
    verbs.take_off(table, leader, REMOVED, "not paid, 8.2.3")
    return False


def default_points(public: Data, price: int) -> list[str] | None:
    """8.2.3 Paid if no city is lost by it, the most loyal first; otherwise not at all."""
    spare = {space: max(0, city_points(public, space) - 1) for space in public["loyalty"]}
    found = points.most_loyal(public, spare, price)
    return found if len(found) == price else None
