"""Names, and events in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from referee.engine.words import ALSO
from referee.kit.lines import broken, packed
from referee.kit.phrases import told
from rulesets.caesar_xl import board
from rulesets.caesar_xl.board import (
    CARD_NAMES,
    FORUM,
    LEADER_NAMES,
    LEADERS,
    PIECE_NAMES,
    PLACE_NAMES,
    SEATS,
    TACTICS,
    TWINS,
    UNIT_NAMES,
)
from rulesets.caesar_xl.choices import KEEP, NONE, ROLLS, STAY

if TYPE_CHECKING:
    from referee.engine.words import Vocabulary
    from rulesets.caesar_xl.position import Data

ENDINGS: Mapping[str, str] = {
    "political": "the factions before him differ by 7 points or more (5.3)",
    "military": "the enemy leader is out, Rome is his, and cities of 25 gold (5.4)",
    "wiped-out": "a player has no unit and no leader left (4.2)",
    "last-turn": "the cities decide after the last turn (4.1)",
}
_DICE = {KEEP: KEEP, "die 1": "die 1", "die 2": "die 2"}


def _pieces(seat: str) -> dict[str, str]:
    """Pieces that a seat may order: its own units, its supreme leader, card leaders."""
    units = {key: name for key, name in UNIT_NAMES.items() if key[0] == seat[0]}
    return {**units, **LEADER_NAMES, seat: SEATS[seat]}


def _vocabulary(seat: str) -> Vocabulary:
    enemy = {key: name for key, name in UNIT_NAMES.items() if key[0] != seat[0]}
    own = _pieces(seat)
    words = {board.LEGION: "Legion", board.ALLY: "Ally"}
    numbered = {
        f"{words[board.KINDS[key]]} {name[2:]}": key
        for key, name in own.items()
        if key in board.KINDS
    }
    full = {CARD_NAMES[card]: card for card in LEADERS}
    return {
        "place": PLACE_NAMES,
        "own piece": own,
        f"{ALSO}own piece": {**numbered, **full},
        "enemy piece": enemy,
        "leader": LEADER_NAMES,
        f"{ALSO}leader": full,
        "forum card": {card: CARD_NAMES[card] for card in FORUM},
        "tactics": {NONE: NONE, **{card: CARD_NAMES[card] for card in TACTICS}},
        "march card": {"L8": LEADER_NAMES["L8"], "F8": CARD_NAMES["F8"]},
        "refuge": {STAY: STAY, **PLACE_NAMES},
        "die": {**_DICE, **own},
        "roll": {key: key for key in ROLLS},
    }


VOCABULARIES = {seat: _vocabulary(seat) for seat in SEATS}


def names(seat: str) -> Vocabulary:
    """A seat's own pieces are those that it can order."""
    return VOCABULARIES.get(seat, VOCABULARIES["caesar"])


def face(card: str) -> str:
    """A card as it is printed: copies alike."""
    twin = TWINS.get(card, card)
    name: str = CARD_NAMES[min(card, twin)]
    return name


_FACES = {card: face(card) for card in CARD_NAMES}
_NAMES = {
    **_FACES,
    **PLACE_NAMES,
    **PIECE_NAMES,
    **SEATS,
    "barbarians": "the barbarians",
    "nobody": "nobody",
}
#: What is said of each event: lines that go with what stands in [] if a value there is nothing.
PHRASES: Mapping[str, str] = {
    "turn": "TURN {turn}: {seat}",
    "claims": "{seat} claims {card} (5.1)",
    "draws": "{seat} draws a card[: {card}] (6.1)",
    "draws openly": "{seat} draws {card} (6.3)",
    "no card": "no card is left to draw (6.4)",
    "shuffled": "the draw pile is empty: {cards:card} of the discards are shuffled (6.4)",
    "declines": "{seat} declines the free card (6.1)",
    "takes": "{seat} takes {card} from the discards (F3)",
    "plays": "{seat} plays {card}",
    "gains": "  {seat} gains {gold} gold: {why}",
    "pays": "  {seat} pays {gold} gold: {why}",
    "raised": "{seat} raises {unit} at {at}[ for {gold} gold] ({why})",
    "leader": "{seat} places {card} at {at} (7.2)",
    "calls": "{seat}: Cicero calls {card} (L3)",
    "promoted": "  {unit} becomes veteran ({why})",
    "lost": "  {seat} loses {pieces}[: {why}]",
    "moved": "  {pieces} to {to}: {why}",
    "marker": "  {seat} places a marker at {at}[, from {from}] (7.4)",
    "unmarked": "  {seat}'s marker at {at} goes: {why}",
    "subdued": "  {at} is subdued (12.2)",
    "free": "  {at} is free again (12.4)",
    "demands": "{unit} makes demands (A5)",
    "halved": "  the next city taxes of each player are halved (E4)",
    "revolt": "  {at} revolts (12.3)",
    "marches": "{seat}: {pieces}, {path: - }[ ({gold} gold)][ (free by {free})]",
    "leads": "  Labienus leads {unit} (L6)",
    "barbarians fall": "  barbarians that fall: {number}, left: {left}",
    "turned": "  turned over: {units} (10.4)",
    "spared": "  the hits on {seat} do nothing (T6)",
    "fed": "  the Grain Dole feeds a unit at {at} (F5)",
    "not done": "(for you alone) order {line}: {reason}[ ({rule})]",
    "result": "the winner is {winner}: {ending}",
}
_ALL = {**_NAMES, **ENDINGS}


def describe(event: Data, seat: str) -> list[str]:
    """Lines for one event; none if there is nothing to say of it."""
    kind = event["kind"]
    if kind in _SPECIAL:
        return [part for line in _SPECIAL[kind](event) for part in broken(line)]
    defaults: Data = {"card": ""} if kind == "draws" else {}
    return told(PHRASES.get(kind, "").split("\n"), {**defaults, **event}, _ALL)


def _free_card(event: Data) -> list[str]:
    """6.1 By which right."""
    why = "his leader is in Rome, 11.1" if event["why"] == "leader" else "The Senate"
    return [f"a free card for {SEATS[event['seat']]}: {why}"]


def _dice(event: Data) -> list[str]:
    """Dice outside of battles."""
    where = f" at {PLACE_NAMES[event['at']]}" if event["at"] else ""
    shown = " and ".join(str(die) for die in event["dice"])
    return [f"  {SEATS[event['seat']]} rolls {shown}: {ROLLS[event['for']]}{where}"]


def _again(event: Data) -> list[str]:
    """F4 A die that was rolled again."""
    name = _NAMES.get(event["name"], event["name"])
    return [f"  Pontifex Maximus: {name} again, {event['die']} (F4)"]


def _invasion(event: Data) -> list[str]:
    """12.1 Which zone invades, and what comes of it."""
    name = PLACE_NAMES[event["at"]]
    if event["holder"]:
        return [f"  {name} is {SEATS[event['holder']]}'s: no invasion (12.1)"]
    against = f"{event['swords']} swords against {event['strength']}"
    end = "repelled" if event["repelled"] else "both players are pillaged"
    return [f"  {name} invades, {against}: {end} (12.1)"]


def _diplomacy(event: Data) -> list[str]:
    """7.4 The sum of a roll, and whether it is enough."""
    added = ", ".join(f"{number:+} {reason}" for reason, number in event["added"].items())
    by = f" with {added}" if added else ""
    end = "success" if event["success"] else "nothing comes of it"
    at = PLACE_NAMES[event["at"]]
    return [f"  diplomacy at {at}: {event['sum']}{by} against {event['value']}: {end} (7.4)"]


def _battle(event: Data) -> list[str]:
    """10.1 Who meets whom."""
    lines = [f"BATTLE at {PLACE_NAMES[event['at']]}"]
    for seat in (event["attacker"], event["defender"]):
        if seat in SEATS:
            keys = [PIECE_NAMES[key] for key in event[seat]]
            lines += packed(f"  {SEATS[seat]}:", keys)
    if event["barbarians"]:
        lines.append(f"  barbarians: {event['barbarians']}")
    return lines


def _volley(event: Data) -> list[str]:
    """10.3 Dice of a side; a star for each that hits."""
    dice: list[Any] = [
        f"{_NAMES.get(name, 'die')} {die}{'*' if die <= swords else ''}"
        for name, die, swords in zip(event["names"], event["dice"], event["swords"], strict=True)
    ]
    side = _NAMES[event["side"]]
    head = f"  round {event['round']}, {side}, {event['hits']} hit{'s' * (event['hits'] != 1)}:"
    return packed(head, dice, hang=4)


def _over(event: Data) -> list[str]:
    """10.6 Who has won."""
    at = PLACE_NAMES[event["at"]]
    if not event["rounds"] and not event["winner"]:
        return [f"  no battle at {at} (T3)"]
    winner = _NAMES[event["winner"]] if event["winner"] else "nobody"
    verb = "have" if event["winner"] == "barbarians" else "has"
    return [f"  {winner} {verb} won at {at} (10.6)"]


def _cities(event: Data) -> list[str]:
    """4.1 The count after the last turn."""
    value = ", ".join(f"{SEATS[seat]} {number}" for seat, number in event["value"].items())
    return [f"cities after the last turn, Rome counted double: {value} (4.1)"]


_SPECIAL = {
    "free card": _free_card,
    "dice": _dice,
    "again": _again,
    "invasion": _invasion,
    "diplomacy": _diplomacy,
    "battle": _battle,
    "volley": _volley,
    "battle over": _over,
    "cities": _cities,
}
