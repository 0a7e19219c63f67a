"""What changes the State besides supply: each verb tells what it did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulesets.end_of_the_triumvirate import board
from rulesets.end_of_the_triumvirate.board import ALII, LEGIONS_AT_MOST, TOP, TRACKS
from rulesets.end_of_the_triumvirate.position import (
    NOW,
    Data,
    fresh,
    here,
    leads,
    overfull,
    owned,
)

if TYPE_CHECKING:
    from referee.engine.table import Table

#: 1.2 Numbers that win.
PROVINCES, CITIZENS = 9, 6
#: 10.5 Citizens that leave a consul.
LEAVING = 3


def end_game(table: Table, seat: str, why: str) -> None:
    """1.2 The game is over at once."""
    table.public["phase"] = "over"
    table.public["result"] = {"winner": seat, "why": why}
    table.tell("result", {"winner": seat, "why": why})


# -- movement (6) ----------------------------------------------------------------------------------


def depart(public: Data, seat: str, legions: int, servants: int) -> None:
    """6.5, 6.10 The character takes pieces on and leaves; a servant left behind is placed."""
    who, place = public["characters"][seat], here(public, seat)
    left = place["active"] + place["idle"] - servants
    place["active"] = min(left, 1)
    place["idle"] = left - place["active"]
    if place["active"]:
        place["governor"] = "off"
    place["legions"] -= legions
    who["legions"], who["servants"] = legions, servants


def settle(public: Data, seat: str, province: str) -> int:
    """6.5-6.7 The character stands in an own province with all he carries, and has its gold."""
    who, place = public["characters"][seat], public["provinces"][province]
    now, gold = public[NOW], place["gold"]
    now["legions"], now["servants"] = who["legions"], who["servants"]
    place["legions"] += who["legions"]
    place["idle"] += who["servants"]
    who.update(at=province, legions=0, servants=0, gold=who["gold"] + gold)
    place["gold"] = 0
    taken: int = gold
    return taken


def travel(table: Table, seat: str, leg: Sequence[str], points: int) -> None:
    """6.1 From one own province to another, with what was taken on."""
    public, who = table.public, table.public["characters"][seat]
    told = {"seat": seat, "from": who["at"], "path": list(leg), "points": points}
    told |= {"legions": who["legions"], "servants": who["servants"]}
    public[NOW]["points"] -= points
    table.tell("move", {**told, "gold": settle(public, seat, leg[-1])})


def place_servant(table: Table, seat: str) -> None:
    """6.10 An idle servant is placed: the governor is set upon him."""
    place = here(table.public, seat)
    place.update(active=1, idle=place["idle"] - 1, governor="off")
    now = table.public[NOW]
    now["servants"] = min(now["servants"], place["idle"])
    table.tell("servant", {"seat": seat, "what": "place", "at": _at(table, seat)})


def lift_servant(table: Table, seat: str) -> None:
    """6.10, 6.11 The placed servant is taken up; the governor stays off the square."""
    place = here(table.public, seat)
    place.update(active=0, idle=place["idle"] + 1)
    table.public[NOW]["servants"] += 1
    table.tell("servant", {"seat": seat, "what": "lift", "at": _at(table, seat)})


def _at(table: Table, seat: str) -> str:
    found: str = table.public["characters"][seat]["at"]
    return found


# -- attack (7) ------------------------------------------------------------------------------------


def advance(table: Table, seat: str, leg: Sequence[str], points: int) -> None:
    """6.8, 7 The character stands before an enemy province."""
    public, who = table.public, table.public["characters"][seat]
    defender = public["provinces"][leg[-1]]["owner"]
    public["attack"] = {"seat": seat, "from": who["at"], "at": leg[-1], "defender": defender}
    public[NOW]["points"] -= points
    told = {**public["attack"], "path": list(leg), "points": points, "legions": who["legions"]}
    told |= {"servants": who["servants"], "against": public["provinces"][leg[-1]]["legions"]}
    who["at"] = [who["at"], *leg][-2]
    table.tell("attack", told)


def losses(table: Table, drawn: Sequence[str], guard: int, killed: Sequence[int]) -> None:
    """7.1-7.4 Weapons go back to their owners, legions to the supply (2.4).

    guard: attackers removed by the defending character; killed: attackers and defenders in all."""
    public, attack = table.public, table.public["attack"]
    for seat in drawn:
        if seat in (attack["seat"], attack["defender"]):
            public["bag"][seat] -= 1
            public["characters"][seat]["weapons"] += 1
    public["characters"][attack["seat"]]["legions"] -= killed[0]
    public["provinces"][attack["at"]]["legions"] -= killed[1]
    public["supply"]["legions"] += sum(killed)
    left = public["characters"][attack["seat"]]["legions"]
    told = {"drawn": list(drawn), "guard": guard, "killed": list(killed), "left": left}
    table.tell("battle", {**told, "seat": attack["seat"], "defender": attack["defender"]})


def retreat(table: Table, seat: str) -> None:
    """7.6 Character and servants go back to where the attack was made from."""
    public, origin = table.public, table.public["attack"]["from"]
    public[NOW]["lost"] += 1
    public["attack"] = None
    settle(public, seat, origin)
    table.tell("beaten back", {"seat": seat, "to": origin})


def flee(table: Table, seat: str) -> None:
    """7.7.1 The escape card: a step back on each track on which he leads."""
    public = table.public
    back = [track for track in TRACKS if leads(public, seat, track)]
    for track in back:
        public["characters"][seat][track] -= 1
    public["escape_card"] = seat
    table.tell("escape", {"seat": seat, "back": back})


def reach_refuge(table: Table, seat: str, refuge: str) -> None:
    """7.7.1 Idle servants go with him, gold there is his."""
    public = table.public
    lost = here(public, seat)
    idle, lost["idle"] = lost["idle"], 0
    public["provinces"][refuge]["idle"] += idle
    who = public["characters"][seat]
    gold = public["provinces"][refuge]["gold"]
    public["provinces"][refuge]["gold"] = 0
    who.update(at=refuge, gold=who["gold"] + gold)
    table.tell("refuge", {"seat": seat, "to": refuge, "servants": idle, "gold": gold})


def replace_governor(table: Table, seat: str, loser: str) -> None:
    """7.7.2 The province changes hands; its governor stays on or off the square."""
    public, place = table.public, table.public["attack"]["at"]
    public["provinces"][place]["owner"] = seat
    public["characters"][seat]["governors"] -= 1
    public["characters"][loser]["governors"] += 1
    public[NOW]["won"] += 1
    table.tell("conquest", {"seat": seat, "at": place, "provinces": len(owned(public, seat))})


def arm(table: Table, seat: str, number: int, why: str) -> None:
    """7.7.3, 7.8, 8.3 Weapons from the reserve into the bag, as far as there are any."""
    who = table.public["characters"][seat]
    number = min(number, who["weapons"])
    who["weapons"] -= number
    table.public["bag"][seat] += number
    table.tell("weapons", {"seat": seat, "number": number, "why": why})


def turn_card(table: Table, loser: str) -> int:
    """7.8 The loser takes the compensation card, or turns side II up; which side it shows."""
    card = table.public["compensation"]
    side = 2 if card["holder"] == loser else 1
    card.update(holder=loser, side=side)
    table.tell("compensation", {"seat": loser, "side": side})
    return side


def occupy(table: Table, seat: str) -> None:
    """7.7.5 The survivors stand there, and the gold is taken."""
    public, place = table.public, table.public["attack"]["at"]
    public["attack"] = None
    gold = settle(public, seat, place)
    table.tell("occupied", {"seat": seat, "at": place, "gold": gold})


# -- actions (8) -----------------------------------------------------------------------------------


def pay(table: Table, seat: str, cost: int) -> None:
    """8.1 Gold goes back to the supply."""
    public = table.public
    public["characters"][seat]["gold"] -= cost
    public["supply"]["gold"] += cost
    public[NOW]["actions"] += 1
    table.tell("paid", {"seat": seat, "gold": cost, "number": public[NOW]["actions"]})


def step_up(table: Table, seat: str, track: str) -> None:
    """8.2, 7.8 One competence is raised; both on VII win (1.2)."""
    who = table.public["characters"][seat]
    who[track] += 1
    table.tell("raised", {"seat": seat, "track": track, "level": who[track]})
    if all(who[name] == TOP for name in TRACKS):
        end_game(table, seat, "competence")


def persuade(table: Table, seat: str, section: str) -> None:
    """8.3 A citizen from Alii to the own section, or from another section to Alii."""
    public = table.public
    if section == ALII:
        public["alii"] -= 1
        who = public["characters"][seat]
        who.update(
            citizens=who["citizens"] + 1, last_added=[public["turn"], public[NOW]["actions"]]
        )
    else:
        public["characters"][section]["citizens"] -= 1
        public["alii"] += 1
    table.tell("persuaded", {"seat": seat, "section": section})
    check_citizens(table, seat)


def check_citizens(table: Table, seat: str) -> None:
    """1.2, 1.3 Six citizens of somebody who has been consul win."""
    who = table.public["characters"][seat]
    if who["consul"] and who["citizens"] >= CITIZENS:
        end_game(table, seat, "six-citizens")


# -- end of a turn (9, 10) -------------------------------------------------------------------------


def pause(table: Table, seat: str) -> None:
    """13.1 The player is asked for the rest of his turn."""
    table.public[NOW]["asked"] += 1
    table.tell("pause", {"seat": seat})


def finish(table: Table, seat: str) -> None:
    """4.1 All his orders are done."""
    table.public["phase"] = "end"
    table.tell("finished", {"seat": seat})


def trim(table: Table) -> None:
    """9.1 No province keeps more than six legions."""
    surplus = overfull(table.public)
    for province, number in surplus.items():
        table.public["provinces"][province]["legions"] = LEGIONS_AT_MOST
        table.public["supply"]["legions"] += number
    if surplus:
        table.tell("trimmed", {"surplus": surplus})


def move_stone(table: Table) -> None:
    """10.1 One step; an election when it gets there."""
    public = table.public
    public["stone"] -= 1
    table.tell("stone", {"stone": public["stone"], "year": public["year"]})
    if public["stone"]:
        _next_turn(table)
    else:
        public["phase"] = "election"


def _next_turn(table: Table) -> None:
    """3.3, 10.6 The next character in order."""
    public = table.public
    players = public["players"]
    public["turn"] += 1
    public["active"] = players[(players.index(public["active"]) + 1) % len(players)]
    public.update({"phase": "turn", NOW: fresh()})


def make_consul(table: Table, seat: str) -> None:
    """10.2, 10.5 The consul card."""
    public = table.public
    public["supply"]["consul_cards"] -= 1
    public["characters"][seat]["consul"] = True
    table.tell("consul", {"seat": seat, "citizens": public["characters"][seat]["citizens"]})


def install(table: Table, seat: str, province: str) -> None:
    """10.5 The servant is placed as in 6.10; three citizens go to Alii, the stone goes back."""
    public = table.public
    place = public["provinces"][province]
    public["supply"]["servants"] -= 1
    place["idle" if place["active"] else "active"] += 1
    place["governor"] = "off"
    leaving = min(LEAVING, public["characters"][seat]["citizens"])
    public["characters"][seat]["citizens"] -= leaving
    public["alii"] += leaving
    public["stone"] = board.scenario(public)["stone"]
    table.tell("installed", {"seat": seat, "at": province, "leaving": leaving})


def next_year(table: Table) -> None:
    """10.5, 10.6 The new year begins."""
    table.public["year"] += 1
    table.tell("year", {"year": table.public["year"]})
    _next_turn(table)
