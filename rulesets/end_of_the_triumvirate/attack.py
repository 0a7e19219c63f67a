"""Attacks (7): battle, retreat, conquest with escape and compensation."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.action import SLIP, Problem
from referee.engine.asking import chosen
from referee.engine.table import DRAW, Table
from referee.kit.lines import several
from rulesets.end_of_the_triumvirate import board
from rulesets.end_of_the_triumvirate.actions import arm, end_game, step_up
from rulesets.end_of_the_triumvirate.board import PROVINCES, TRACKS
from rulesets.end_of_the_triumvirate.choices import Escape, Raise
from rulesets.end_of_the_triumvirate.movement import collect, settle
from rulesets.end_of_the_triumvirate.position import Data, bag, here, leads, owned

#: 7.1 how many weapons are drawn at most; 7.3 how many attackers a defending character removes
WEAPONS, GUARD = 3, 2


def begin(table: Table, seat: str, leg: Sequence[str]) -> None:
    """6.8 The character stands before an enemy province."""
    public, who = table.public, table.public["characters"][seat]
    defender = public["provinces"][leg[-1]]["owner"]
    public["attack"] = {"seat": seat, "from": who["at"], "at": leg[-1], "defender": defender}
    who["at"] = [who["at"], *leg][-2]
    if drawn_at_once(public):
        table.awaits(label(public), DRAW)


def label(public: Data) -> str:
    """What a draw of weapons is about."""
    attack = public["attack"]
    return f"{board.SEATS[attack['seat']]} attacks {board.NAMES[attack['at']]}"


def fight(table: Table) -> None:
    """7.1-7.4 Draw, weapons, protection, battle."""
    public, attack = table.public, table.public["attack"]
    seat, defender, count = attack["seat"], attack["defender"], drawn_at_once(public)
    arms = [colour for colour, number in bag(public).items() for _ in range(number)]
    drawn = table.draw_open(label(public), count, arms) if count else []
    fall = fallen(public, drawn.count(seat), drawn.count(defender), protected(public))
    undrawn = "" if count else "the bag is empty" if fall["defenders"] else "no legions defend"
    for colour, number in ((seat, fall["hits"]), (defender, fall["blows"])):
        public["bag"][colour] -= number
        public["characters"][colour]["weapons"] += number
    neutral = count - fall["hits"] - fall["blows"]
    told = {"neutral": neutral, "undrawn": undrawn, "drawn": drawn}
    table.tell("battle", {**attack, **fall, **told})
    lose(table, fall["blows"] + fall["guard"] + fall["gone"], fall["hits"] + fall["gone"])


def armies(public: Data) -> tuple[int, int]:
    """The attacking and the defending legions."""
    attack = public["attack"]
    attackers = public["characters"][attack["seat"]]["legions"]
    return attackers, public["provinces"][attack["at"]]["legions"]


def protected(public: Data) -> bool:
    """7.3 Whether the defender's character is there."""
    attack = public["attack"]
    return bool(public["characters"][attack["defender"]]["at"] == attack["at"])


def drawn_at_once(public: Data) -> int:
    """7.1 How many weapons are drawn."""
    in_bag: int = sum(public["bag"].values())
    return min(WEAPONS, *armies(public), in_bag)


def fallen(public: Data, hits: int, blows: int, guarded: bool) -> dict[str, int]:
    """7.2-7.4 Who falls to what: guard by the character, gone on each side."""
    attackers, defenders = armies(public)
    guard = min(GUARD, attackers - blows) if guarded else 0
    gone = min(attackers - blows - guard, defenders - hits)
    told = {"attackers": attackers, "defenders": defenders, "hits": hits, "blows": blows}
    return told | {"guard": guard, "gone": gone}


def lost_at_best(public: Data, guarded: bool) -> tuple[int, int]:
    """7.5 How many legions an attack costs both sides with the best weapons."""
    there, count, attack = bag(public), drawn_at_once(public), public["attack"]
    hits = min(count, there[attack["seat"]])
    neutral = sum(there.values()) - there[attack["seat"]] - there[attack["defender"]]
    fall = fallen(public, hits, max(0, count - hits - neutral), guarded)
    return fall["blows"] + fall["guard"] + fall["gone"], fall["hits"] + fall["gone"]


def hopeless(public: Data, guarded: bool, hint: str) -> Problem:
    """7.3, 7.5 What is said of an attack that no draw lets succeed."""
    attackers, defenders = armies(public)
    legions = f"{several(attackers, 'legion')} against {defenders}"
    more = " and a character, who costs two more" if guarded else ""
    name = board.NAMES[public["attack"]["at"]]
    reason = f"this attack on {name} cannot succeed, whatever is drawn: {legions}{more}"
    return Problem(reason, "7.3" if guarded else "7.5", hint, SLIP)


def lose(table: Table, attackers: int, defenders: int) -> None:
    """2.4 Lost legions return to the supply."""
    public, attack = table.public, table.public["attack"]
    public["characters"][attack["seat"]]["legions"] -= attackers
    public["provinces"][attack["at"]]["legions"] -= defenders
    public["supply"]["legions"] += attackers + defenders
    told = {"left": public["characters"][attack["seat"]]["legions"]}
    table.tell("losses", {**told, "stand": public["provinces"][attack["at"]]["legions"]})


def retreat(table: Table, seat: str) -> None:
    """7.6 The character and his civil servants return to where the attack came from."""
    public, attack = table.public, table.public["attack"]
    table.tell("beaten back", dict(attack))
    public["now"]["lost"] += 1
    public["attack"] = None
    settle(table, seat, attack["from"])


async def conquer(table: Table, seat: str) -> None:
    """7.7 The province is taken: escape, governor, civil servants, compensation, gold."""
    public = table.public
    at, loser = public["attack"]["at"], public["attack"]["defender"]
    if public["characters"][loser]["at"] == at:
        flee(table, loser)
        reach_refuge(table, loser, await chosen(table, Escape(loser, at=at, by=seat)))
    replace_governor(table, seat, loser)
    if len(owned(public, seat)) == PROVINCES:
        end_game(table, seat, "ninth-province")
        return
    if servants := public["provinces"][at]["active"] + public["provinces"][at]["idle"]:
        arm(table, loser, servants, "civil servants lost, 7.7")
    if turn_card(table, loser) == 1:
        arm(table, loser, 1, "side I of the card, 7.8")
    else:
        track = await chosen(table, Raise(loser, at=at, by=seat))
        if track not in TRACKS:
            table.tell("declined", {"seat": loser})
        elif step_up(table, loser, track):
            return
    public["attack"] = None
    settle(table, seat, at)


def flee(table: Table, seat: str) -> None:
    """7.7.1 The escape card: one step back on each track on which he leads."""
    public = table.public
    back = [track for track in TRACKS if leads(public, seat, track)]
    for track in back:
        public["characters"][seat][track] -= 1
    public["escape_card"] = seat
    table.tell("escape", {"seat": seat, "back": back})


def reach_refuge(table: Table, seat: str, refuge: str) -> None:
    """7.7.1 Idle civil servants go with him; the gold there becomes his."""
    public = table.public
    lost, new = here(public, seat), public["provinces"][refuge]
    told = {"seat": seat, "at": refuge, "servants": lost["idle"]}
    new["idle"] += lost["idle"]
    lost["idle"] = 0
    public["characters"][seat]["at"] = refuge
    table.tell("refuge", told)
    collect(table, seat)


def replace_governor(table: Table, seat: str, loser: str) -> None:
    """7.7.2 The province changes hands; its governor stays on or off the square."""
    public, at = table.public, table.public["attack"]["at"]
    public["provinces"][at]["owner"] = seat
    public["characters"][seat]["governors"] -= 1
    public["characters"][loser]["governors"] += 1
    public["now"]["won"] += 1
    table.tell("conquest", {"seat": seat, "at": at, "provinces": len(owned(public, seat))})


def turn_card(table: Table, loser: str) -> int:
    """7.8 The loser takes the compensation card, or turns it to side II; return the side shown."""
    card = table.public["compensation"]
    side = 2 if card["holder"] == loser else 1
    card.update(holder=loser, side=side)
    table.tell("compensation", {"seat": loser, "side": side})
    return side
