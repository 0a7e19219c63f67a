"""12.4 Retreat: the ways that are open, what they cost, by land, by sea or into the city."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.engine.action import Problem
from referee.engine.asking import said
from referee.engine.one_line import OneLine, Says
from referee.engine.table import Table
from referee.engine.view import Data
from referee.engine.words import Answer, Fields
from rulesets.sword_of_rome import board, following, position, verbs
from rulesets.sword_of_rome.battle import joining, ways
from rulesets.sword_of_rome.battle.ways import Beaten
from rulesets.sword_of_rome.board import PLAYER
from rulesets.sword_of_rome.cards import playing
from rulesets.sword_of_rome.cards.respond import after_responses, stormed
from rulesets.sword_of_rome.choosing import POWER_AT, SOME_SPACES, Asked, keys
from rulesets.sword_of_rome.march import force
from rulesets.sword_of_rome.position import Spot
from rulesets.sword_of_rome.turn.leaders import foreign_commander
from rulesets.sword_of_rome.turn.order import runner


class Go(Says):
    """12.4 Where a beaten force goes: along a path of spaces, by sea to a port with a card of value
    3 (Carthage and Etruscans need none here), and CU and leaders that go inside the city before;
    commander: who commands where it joins others."""

    word = "retreat"
    takes = Fields(
        {}, {"path": SOME_SPACES, **keys("sea", "card", "inside", "leaders", "commander")}
    )
    example = "retreat: {inside: 3, path: [Tarracina]}"

    def problems(self) -> Iterable[Problem]:
        """A way that is open."""
        value, public = self.value, self.public
        one = ways.beaten_of(public, self.walk.request.args["side"])
        most, able = room(public, one), one.leaders if walled(public, one) else []
        yield from force.party_problems(value, "inside", most, able, "go inside", "12.4.4")
        yield from foreign_commander(value, one.power)
        if "path" in value and "sea" in value:
            reason = "they go either by land or by sea"
            yield Problem(reason, "12.4.3", "leave out path or sea")
        elif "path" in value:
            found = ways.ways_of(public, without(one, value.get("inside", 0)))
            if tuple(value["path"]) not in found:
                hint = "; ".join(board.named(way) for way in found[:6])
                yield Problem("that way is not open", "12.4", hint).at("path")
        elif "sea" in value:
            yield from self.sailing(one)

    def sailing(self, one: Beaten) -> Iterable[Problem]:
        """12.4.3 The port, and the card for it."""
        value, public = self.value, self.public
        ports = ways.havens(public, one.power, one.at) if self.walk.request.args["sea"] else []
        paid = playing.pays(public, self.own, self.seat, value.get("card", ""))
        if value["sea"] not in ports:
            hint = board.named(ports)
            yield Problem("no sea retreat leads there", "12.4.3", hint).at("sea")
        elif ways.needs_card(one.power) and not paid:
            mine = playing.payable(public, self.own, self.seat)
            hint = board.named(mine) or "go by land"
            yield Problem("it takes a card of value 3", "12.4.3", hint).at("card")


class Retreat(Asked):
    """12.4 The way of a beaten force.

    Args: power, at, side, sea (whether it could go by sea)."""

    kind, rule, walk, actions = "retreat", "12.4", OneLine, (Go,)
    question = "how {power} retreats/retreat from {at}"
    selectors = POWER_AT

    def forced(self, public: Data) -> Answer | None:
        """One way at most, nothing by sea, no city."""
        one = ways.beaten_of(public, self.args["side"])
        city = walled(public, one) and (one.leaders or room(public, one))
        choice = len(ways.ways_of(public, one)) > 1 or self.args["sea"] or city
        return None if choice else []


def walled(public: Data, one: Beaten) -> bool:
    """12.4.4 Whether it is a beaten defender in a city of its own."""
    city = position.is_city(public, one.at) and position.control(public, one.at) == one.power
    return city and not (one.first or one.seaborne)


def room(public: Data, one: Beaten) -> int:
    """12.4.4 CU of a beaten defender that can go inside a friendly city there."""
    free = position.room_inside(public, one.power, one.at)
    return min(free, one.cu) if walled(public, one) else 0


def without(one: Beaten, inside: int) -> Beaten:
    """12.4.4 The force without the CU that go inside, by which its ways are measured; the whole of
    it if nobody stays outside."""
    return one._replace(cu=one.cu - inside if inside < one.cu else one.cu)


async def beaten(table: Table, side: str) -> None:
    """12.4 The beaten force retreats, its flank force too (9.5.6)."""
    public = table.public
    if side == "attacker":
        joining.go_back(table, public["march"])
    one = ways.beaten_of(public, side)
    if one.cu:
        if side == "attacker" and not public["battle"]["from"]:
            go_back_inside(table, one)
        else:
            await retreat(table, one)
    flank = public["battle"][side]
    if flank["flank_cu"] and not position.friendly(public, flank["flank"], flank["flank_at"]):
        await retreat(table, ways.beaten_of(public, ways.FLANK))


async def retreat(table: Table, one: Beaten) -> None:
    """12.4 Responses, then the choice, until it is carried out; who commands is named with it.
    9.5.6 A flank force goes back where it came from, or stays in a friendly space."""
    public, leaders = table.public, one.leaders
    thing = {"kind": "retreat", "power": one.power, "at": one.at, "sea": False}
    made = await after_responses(table, "retreat", thing)
    sea = ways.could_sail(public, one, made["sea"]) or one.seaborne
    while True:
        value = await ask(table, one, sea)
        one = goes_inside(table, one, value)
        if not one.cu or await leaves(table, one, value):
            break
        sea = False
    verbs.appoint(table, value.get("commander", ""), leaders)


def goes_inside(table: Table, one: Beaten, value: Mapping[str, Any]) -> Beaten:
    """12.4.4 CU and leaders that go inside; the rest."""
    cu, leaders = value.get("inside", 0), entering(table.public, one, value)
    if cu or leaders:
        verbs.go_inside(table, one.power, one.at, cu, leaders)
    rest = [leader for leader in one.leaders if leader not in leaders]
    return one._replace(cu=one.cu - cu, leaders=rest)


def entering(public: Data, one: Beaten, value: Mapping[str, Any]) -> Sequence[str]:
    """12.4.4 Leaders that go inside: all of them if no CU stay outside; else those who are named;
    if nobody is named nobody, but all where the CU outside have no way."""
    cu = value.get("inside", 0)
    if cu == one.cu:
        return one.leaders
    lost = "sea" not in value and not ways.ways_of(public, without(one, cu))
    named: Sequence[str] = value.get("leaders", one.leaders if lost and walled(public, one) else [])
    return named


async def leaves(table: Table, one: Beaten, value: Mapping[str, Any]) -> bool:
    """12.4 By sea, if storms do not stop it, or by land, by the way that is named, else the one
    with the least loss; whether that is done.

    12.4.1, 12.4.3 A seaborne attacker goes back to his port, and on by land if he may not end
    there; storms are the end of him."""
    if "sea" in value:
        return await by_sea(table, one, value)
    way = tuple(value.get("path", ())) or ways.best(table.public, one)
    if one.seaborne and await stormed(table, "retreat", one.power, one.at, one.first):
        rout(table, one)
    elif one.seaborne and ways.is_goal(table.public, one, one.first):
        sail(table, one, one.first, one.cu)
    else:
        by_land(table, one, way)
    return True


async def ask(table: Table, one: Beaten, sea: bool) -> dict[str, Any]:
    """12.4 What its owner says; to name a commander alone says nothing of the way."""
    seat, sea = await runner(table, one.power), sea and not one.seaborne
    request = Retreat(seat, power=one.power, at=one.at, side=one.which, sea=sea)
    value = await said(table, request) or {}
    return value if {*value} - {"commander"} else {**value, **unsaid(table.public, one, sea)}


def unsaid(public: Data, one: Beaten, sea: bool) -> dict[str, Any]:
    """12.4 What they do if nothing is said: the way by land; if there is none, inside as many as
    fit, and the rest by sea if that takes no card."""
    if ways.ways_of(public, one):
        return {}
    inside = room(public, one)
    rest = one.cu > inside and sea and not ways.needs_card(one.power)
    ports = ways.havens(public, one.power, one.at) if rest else []
    return {"inside": inside, **({"sea": ports[0]} if ports else {})}


def go_back_inside(table: Table, one: Beaten) -> None:
    """12.4.4 A beaten sortie goes back; CU that do not fit are eliminated."""
    over = max(0, one.cu - position.room_inside(table.public, one.power, one.at))
    lose(table, one, over, "no room inside, 12.4.4")
    verbs.go_inside(table, one.power, one.at, one.cu - over, one.leaders)


def lose(table: Table, one: Beaten, number: int, why: str) -> int:
    """CU of a retreating force are lost, as many as it has; they count for 12.5."""
    gone = verbs.lose_cu(table, one.power, Spot(one.at), min(number, one.cu), why)
    table.public["battle"][one.side]["removed"] += gone
    if one.which == "attacker":
        march = table.public["march"]
        march["cu"] = max(0, march["cu"] - gone)
    return gone


def by_land(table: Table, one: Beaten, way: tuple[str, ...]) -> None:
    """12.4.2, 12.4.5 Space by space: CU met on the way join if they are not more; each hostile
    space, and each enemy CU outside in those passed, costs a CU."""
    public = table.public
    if not way:
        rout(table, one)
        return
    now, fought = one, one.cu
    for to in way:
        passed = to != way[-1]
        shift(table, now, to, now.cu)
        now = now._replace(at=to)
        cost = ways.price(public, one, (to,)) + (ways.gauntlet(public, one, to) if passed else 0)
        gone = lose(table, now, cost, "retreat, 12.4.5")
        now, fought = now._replace(cu=now.cu - gone), max(0, fought - gone)
        if not now.cu:
            following.displace_all(table, now.leaders, "no CU left, 8.4")
            break
        if passed:
            now, tired = swept(public, now)
            fought += tired
    arrived(table, one, now, way, fought)


def swept(public: Data, one: Beaten) -> tuple[Beaten, int]:
    """12.4.2 The force with own CU in a space that it passes, if they are not more, and their
    leaders; and how many of those have fought: a flank force that goes along has no retreat of its
    own any more."""
    there = position.outside(public, one.power, one.at) - one.cu
    if not 0 < there <= one.cu:
        return one, 0
    fought, flanked = 0, public["battle"][one.side]
    if (flanked["flank"], flanked["flank_at"]) == (one.power, one.at):
        fought, flanked["flank_cu"] = flanked["flank_cu"], 0
    leaders = position.stack(public, one.power, Spot(one.at))
    return one._replace(cu=one.cu + there, leaders=leaders), fought


def arrived(table: Table, one: Beaten, now: Beaten, way: Sequence[str], fought: int) -> None:
    """The end of a way, or of what was gone of it. 9.5.2 CU that attacked are done there, they were
    lost before those that were met on the way; the force that marched has ended its march."""
    table.tell("retreats", {"power": one.power, "from": one.at, "way": list(way), "cu": now.cu})
    if one.side == "attacker":
        force.tire(table.public, one.power, now.at, fought)
    if one.which == "attacker":
        table.public["march"].update(at=now.at, cu=now.cu)
    for space in (one.at, *way):
        following.settle(table, space)


def rout(table: Table, one: Beaten) -> None:
    """12.4.5 No way is open: all is lost."""
    lose(table, one, one.cu, "no retreat, 12.4.5")
    following.displace_all(table, one.leaders, "no CU left, 8.4")
    following.settle(table, one.at)


async def by_sea(table: Table, one: Beaten, value: Mapping[str, Any]) -> bool:
    """12.4.3 A card, if it takes one; storms may stop it; CU beyond the limit are eliminated."""
    public, to = table.public, value["sea"]
    if ways.needs_card(one.power):
        playing.respond_with(table, PLAYER[one.power], value["card"], removed=False)
    if await stormed(table, "retreat", one.power, one.at, to):
        return False
    sail(table, one, to, min(one.cu, ways.sea_limit(public, one.power, to)))
    return True


def sail(table: Table, one: Beaten, to: str, cu: int) -> None:
    """12.4.3 So many go; the others are eliminated."""
    lose(table, one, one.cu - cu, "no ships, 12.4.3")
    shift(table, one, to, cu)
    arrived(table, one, one._replace(at=to, cu=cu), [to], cu)


def shift(table: Table, one: Beaten, to: str, cu: int) -> None:
    """So many go to a space, with the leaders."""
    verbs.shift(table, one.power, Spot(one.at), Spot(to), cu, one.leaders)
