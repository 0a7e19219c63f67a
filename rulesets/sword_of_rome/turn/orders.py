"""The order words of an action that are not played cards or marches (5.4, 8.3, 14.6)."""

from collections.abc import Iterable, Mapping
from typing import Any

from referee.engine.action import Action, Problem
from referee.engine.table import Table
from referee.engine.words import Fields, Name
from referee.kit.lines import several
from rulesets.sword_of_rome import board, position, verbs
from rulesets.sword_of_rome.board import (
    GAULS,
    HOME,
    INDEPENDENT,
    LEADER_NAMES,
    LEADERS,
    MINOR,
    PLAYS,
)
from rulesets.sword_of_rome.cards import placing, plunder, points
from rulesets.sword_of_rome.position import ASIDE
from rulesets.sword_of_rome.turn.walk import NOT_NOW, Acting


class PlaceLeader(Action[Acting]):
    """8.3 Place or move a minor leader: to any space with CU of his power, besieged cities too.
    commander: who commands there, if it is not the one with the highest tactics."""

    word = "leader"
    takes = Fields({"leader": Name("leader"), "to": Name("space")}, {"commander": Name("leader")})
    example = "leader: {leader: Gallic leader A, to: Placentia}"

    def obstacle(self) -> Problem | None:
        """8.3, 5.4 A minor leader of his that can be placed, and CU to go to."""
        public, leader = self.public, self.value["leader"]
        power, now = LEADERS[leader]["power"], public["now"]
        if now["event_only"]:
            return NOT_NOW
        if power not in (*PLAYS[self.seat], now["neutral"]) or power not in public["cu"]:
            return Problem(f"{LEADER_NAMES[leader]} is no leader of yours", "8.3").at("leader")
        if LEADERS[leader]["class"] != MINOR:
            return Problem("only minor leaders are placed in an action", "8.3").at("leader")
        if not position.spot_of(public, leader) and public["leaders"][leader] != ASIDE:
            return Problem(f"{LEADER_NAMES[leader]} is not in the game", "8.3").at("leader")
        if leader in (*now["placed"], *now["set_aside"]) or leader in now["moved"]:
            reason = "he was placed, has moved or left the map in this action"
            return Problem(reason, "5.4").at("leader")
        spot = placing.spot_for(public, leader, self.value["to"])
        if not spot:
            able = [one.space for one in placing.spots_for(public, leader)]
            reason = "no CU of his power are there"
            return Problem(reason, "8.3", board.named(able)).at("to")
        return command_trouble(public, self.value, spot)

    async def does(self) -> None:
        """He stands there."""
        leader = self.value["leader"]
        spot = placing.spot_for(self.public, leader, self.value["to"])
        assert spot
        self.walk.acts()
        self.public["now"]["placed"].append(leader)
        arrive(self.table, self.value, spot, "8.3")


def arrive(table: Table, value: Mapping[str, Any], spot: position.Spot, why: str) -> None:
    """A leader is placed; 8.2.1 who is named commands there."""
    verbs.place(table, value["leader"], spot, why)
    if "commander" in value:
        verbs.set_commander(table, value["commander"])


def named_twice(leader: str, rule: str) -> Problem:
    """A leader of whom two lines say something."""
    return Problem(f"an earlier line names {board.LEADER_NAMES[leader]}", rule, "delete one line")


def command_trouble(
    public: position.Data, value: Mapping[str, Any], spot: position.Spot
) -> Problem | None:
    """8.2.1 Why the one that is named cannot command where a leader comes to."""
    if "commander" not in value:
        return None
    power = LEADERS[value["leader"]]["power"]
    there = [*position.leaders(public, power, spot), value["leader"]]
    named = [one for one in there if position.is_named(one)]
    if value["commander"] in (named or there):
        return None
    return Problem("he cannot command there", "8.2.1").at("commander")


def foreign_commander(value: Mapping[str, Any], power: str) -> Iterable[Problem]:
    """8.2.1 The one that is named to command a force of a power leads another."""
    leader = value.get("commander")
    if leader and LEADERS[leader]["power"] != power:
        reason = f"{LEADER_NAMES[leader]} is no leader of {board.POWERS[power]}"
        yield Problem(reason, "8.2.1").at("commander")


class Solidarity(Action[Acting]):
    """14.6 Give up Gallic plunder markers, one for each enemy PC marker that is removed from a
    Gallic home space without enemy CU."""

    word, takes = "solidarity", points.TO
    example = "solidarity: [Patavium]"

    def problems(self) -> Iterable[Problem]:
        """Markers, and spaces that are lost."""
        public = self.public
        if self.seat != GAULS:
            yield Problem("only the Gauls give up plunder markers", "14.6")
            return
        if len(self.value) > public["plunder"]:
            reason = f"{several(max(0, public['plunder']), 'Gallic plunder marker')} at most"
            yield Problem(reason, "14.6")
        for number, space in enumerate(self.value):
            if reason := solidarity_trouble(public, space, self.value[:number]):
                yield Problem(reason, "14.6").at(number)

    async def does(self) -> None:
        """Markers go, spaces come back."""
        self.walk.acts()
        plunder.give_up(self.table, len(self.value))
        for space in self.value:
            verbs.take(self.table, space, GAULS, "Gallic solidarity, 14.6")


def solidarity_trouble(public: position.Data, space: str, before: Iterable[str]) -> str:
    """14.6 Why solidarity does nothing for a space; "" if it can."""
    holder = position.control(public, space)
    if HOME[space] != GAULS or holder == GAULS or space in before:
        return "it is no Gallic home space with an enemy PC marker"
    if not position.is_normal(public, space):
        return "it is no space with a PC marker"
    if holder != INDEPENDENT and position.allied(public, GAULS, holder):
        return "an ally controls it"
    if position.enemies_anywhere(public, GAULS, space):
        return "enemy CU are there"
    return ""


def lost_homes(public: position.Data) -> list[str]:
    """14.6 Where solidarity can do something, by id."""
    return [space for space in board.HOMES[GAULS] if not solidarity_trouble(public, space, ())]
