"""Names, and events in words."""

from collections.abc import Mapping
from typing import Any

from referee.engine.view import Data
from referee.engine.words import ALSO, Vocabulary
from referee.kit.lines import packed
from referee.kit.phrases import described
from rulesets.caesar_xl import board
from rulesets.caesar_xl.board import CARD_NAMES, LEADER_NAMES, PLACE_NAMES, SEATS, UNIT_NAMES
from rulesets.caesar_xl.choices import KEEP, NAMES, NONE, ROLLS, STAY

_POINTS, _GOLD = (board.UNITS["victory"][way] for way in ("political", "military"))
ENDINGS: Mapping[str, str] = {
    "political": f"the factions before him differ by {_POINTS} points or more (5.3)",
    "military": f"the enemy leader is out, Rome is his, and cities of {_GOLD} gold (5.4)",
    "wiped-out": "a player has no unit and no leader left (4.2)",
    "last-turn": "the cities decide after the last turn (4.1)",
}
_DICE = {KEEP: KEEP, "die 1": "die 1", "die 2": "die 2"}


def _vocabulary(seat: str) -> Vocabulary:
    """What a seat may order: its units, its supreme leader, leader cards."""
    mine = {key: name for key, name in UNIT_NAMES.items() if key[0] == seat[0]}
    own = {**mine, **LEADER_NAMES, seat: SEATS[seat]}
    enemy = {key: name for key, name in UNIT_NAMES.items() if key not in mine}
    words = {board.LEGION: ("Legion", "Legio"), board.ALLY: ("Ally",)}
    numbered = {
        f"{word} {name[2:]}": key for key, name in mine.items() for word in words[board.KINDS[key]]
    }
    full = {CARD_NAMES[card]: card for card in board.LEADERS}
    return {
        "place": PLACE_NAMES,
        "own piece": own,
        f"{ALSO}own piece": {**numbered, **full},
        "enemy piece": enemy,
        "leader": LEADER_NAMES,
        f"{ALSO}leader": full,
        "forum card": {card: CARD_NAMES[card] for card in board.FORUM},
        "tactics card": {NONE: NONE, **{card: CARD_NAMES[card] for card in board.TACTICS}},
        "march card": {card: NAMES[card] for card in board.FREE_MARCHES},
        "refuge": {STAY: STAY, **PLACE_NAMES},
        "die": {**_DICE, **own},
        "roll": {key: key for key in ROLLS},
    }


VOCABULARIES = {seat: _vocabulary(seat) for seat in SEATS}


def names(seat: str) -> Vocabulary:
    """The names that a seat uses; its own pieces are those that it can order."""
    return VOCABULARIES.get(seat, VOCABULARIES["caesar"])


def face(card: str) -> str:
    """The printed name of a card, the same for both copies."""
    name: str = CARD_NAMES[min(card, board.TWINS.get(card, card))]
    return name


_NAMES = {**{card: face(card) for card in CARD_NAMES}, **PLACE_NAMES, **board.PIECE_NAMES}
_NAMES |= {"barbarians": "the barbarians", "nobody": "nobody"}
#: What is said of each event: a part in [] is left out if a value in it is empty or missing.
PHRASES: Mapping[str, str] = {
    "turn": "TURN {turn}: {seat}",
    "dice": "  {seat} rolls {dice}: {for}[ at {at}]",
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
    "free card": "a free card for {seat}: [senate?The Senate|his leader is in Rome, 11.1]",
    "again": "  Pontifex Maximus: {name} again, {die} (F4)",
    "invasion": "[holder?  {at} is {holder}'s: no invasion (12.1)|"
    "  {at} invades, {swords:sword} against {strength}: {outcome} (12.1)]",
    "diplomacy": "  diplomacy at {at}: {sum}[ with {added}] against {value}: "
    "[success?success|nothing comes of it] (7.4)",
    "no battle": "  no battle at {at} (T3)",
    "battle over": "  {winner} won at {at} (10.6)",
    "cities": "cities after the last turn, Rome counted double: {value} (4.1)",
    "demands": "{unit} makes demands (A5)",
    "halved": "  the next city taxes of each player are halved (E4)",
    "revolt": "  {at} revolts (12.3)",
    "marches": "{seat}: {pieces}, {path: - }[ ({gold} gold)][ (free by {free})]",
    "leads": "  Labienus leads {unit} (L6)",
    "barbarians fall": "  barbarians that fall: {number}, left: {left}",
    "turned": "  turned over: {units} (10.4)",
    "spared": "  the hits on {seat} do nothing (T6)",
    "fed": "  the Grain Dole feeds a unit at {at} (F5)",
    "not done": "(for you alone) order {line} was not done: {reason}[ ({rule})]",
    "result": "the winner is {winner}: {ending}",
}
_ALL = {**_NAMES, **ENDINGS, **ROLLS}


def describe(event: Data, seat: str) -> list[str]:
    """The lines for an event; none if there is nothing to say of it."""
    return described(event, PHRASES, _ALL, _SPECIAL)


def _battle(event: Data) -> list[str]:
    """10.1 Who meets whom."""
    lines = [f"BATTLE at {PLACE_NAMES[event['at']]}"]
    for seat in (event["attacker"], event["defender"]):
        if seat in SEATS:
            keys = [board.PIECE_NAMES[key] for key in event[seat]]
            lines += packed(f"  {SEATS[seat]}:", keys)
    if event["barbarians"]:
        lines.append(f"  barbarians: {event['barbarians']}")
    return lines


def _volley(event: Data) -> list[str]:
    """10.3 The dice of a side, with a star for each hit."""
    dice: list[Any] = [
        f"{_NAMES.get(name, 'die')} {die}{'*' if die <= swords else ''}"
        for name, die, swords in zip(event["names"], event["dice"], event["swords"], strict=True)
    ]
    side = _NAMES[event["side"]]
    head = f"  round {event['round']}, {side}, {event['hits']} hit{'s' * (event['hits'] != 1)}:"
    return packed(head, dice, hang=4)


_SPECIAL = {"battle": _battle, "volley": _volley}
