"""Events in words."""

from collections.abc import Mapping
from typing import Any

from referee.engine.words import Vocabulary
from referee.kit import phrases
from rulesets.sword_of_rome import board
from rulesets.sword_of_rome.board import (
    CARD_NAMES,
    DECKS,
    LEADER_NAMES,
    NAMES,
    POWER_NAMES,
    SPACE_NAMES,
)
from rulesets.sword_of_rome.report import fighting
from rulesets.sword_of_rome.turn.order import PLAYER_NAMES, WHATS

ENDINGS = {
    "automatic": "automatic victory: the VP of this turn's level were reached (4.2)",
    "alone": "nobody else has any CU left (5.10.3)",
    "last-turn": "most VP at the end of the last turn (4.3)",
}

PHRASES: Mapping[str, str] = {
    "turn": "Turn {turn}.",
    "round": "Round {round}: {order}.",
    "first": "{seat} names the first player: {first}.",
    "action": "Action of {seat}:",
    "plays": "  {seat} plays {card} ({way}).",
    "responds": "  {seat} responds with {card}.",
    "draws": "{seat} draws {cards:card}[: {drawn}].",
    "discards": "{seat} discards {cards}.",
    "shuffled": "The discards of {seat} go back into the draw pile.",
    "desperate": "{seat} plays Desperate Times ({use}).",
    "announce": "Desperate Times are announced by {seats}.",
    "fetches": "  {seat} takes {card} from the {from}.",
    "order": "{seat} says in which order ({what}): {order}.",
    "named": "{seat} says who ({what}): {who}.",
    "neutral": "  {power} act for {seat}.",
    "allied": "  {powers} are allied.",
    "refused": "  {powers}: the alliance is refused.",
    "parted": "  {powers} are no longer allied ({why}).",
    "renews": "{power}, the alliance with {with}: {said}.",
    "renewed": "{powers} renew their alliance.",
    "arrive": "  {cu} CU of {power} arrive at {at} ({why}).",
    "lose": "  {power} lose {cu} CU at {at} ({why}).",
    "no room": "{cu} CU of {powers} find no room and are lost.",
    "leader": "  {leader} comes to {at} ({why}).",
    "leader off": "  {leader} leaves the map {state} ({why}).",
    "commander": "  {leader} commands at {at}.",
    "inside": "  {power} go inside {at}: {cu} CU[, {leaders}].",
    "outside": "  {power} stand outside {at} again.",
    "control": "  {at} is now {power} ({why}).",
    "loyalty": "  Loyalty of {at}: {from} to {to} ({why}).",
    "colony": "  A Roman colony at {at}.",
    "siege": "  Siege of {at}: level {level}.",
    "siege over": "  The siege of {at} is over[ ({why})].",
    "vp": "VP: {changes} ({why}); now {now}.",
    "flag": "  {flag} {on}.",
    "plunder": "  {markers:plunder marker} of {power} ({why}).",
    "attrition": "Attrition of {power} at {at}: {dice}[ plus {plus}], {cu} CU.",
    "roll": "  {what} of {power} at {at}: {dice}[, {plus} added]: {points:point}, {cu} CU lost.",
    "consuls": "The new consuls are {drawn}.",
    "gallic event": "Gallic event {dice}: {who} loses {loses}.",
    "nothing lost": "  {seat} loses nothing.",
    "out": "{seat} is out of the game.",
    "result": "The winner is {winner}.",
    **fighting.PHRASES,
    "not done": "  Your order {line}[ ({on})] was not done: {reason}[ ({rule})].",
}

_EXTRA = {
    "on": "",
    "rule": "",
    "drawn": [],
    "leaders": [],
    "why": "",
    "plus": 0,
    "with": [],
    "added": [],
    "against": [],
}


def describe(event: dict[str, Any], seat: str) -> list[str]:
    """One event in lines."""
    phrase = PHRASES.get(event["kind"], "")
    said = {key: _texts(value) for key, value in event.items()}
    return phrases.told([phrase], {**_EXTRA, **said}, _WORDS)


def _texts(value: Any) -> Any:
    return [str(one) for one in value] if isinstance(value, list) else value


_WORDS = {**NAMES, **{what: text for what, text in WHATS.items() if what not in NAMES}}


def names(seat: str) -> Vocabulary:
    """Names by sort: cards are those of one's own deck."""
    return _NAMES[seat]


def _names_of(seat: str) -> Vocabulary:
    return {
        "space": SPACE_NAMES,
        "leader": LEADER_NAMES,
        "power": POWER_NAMES,
        "player": PLAYER_NAMES,
        "card": {card: CARD_NAMES[card] for card in DECKS[seat]},
    }


_NAMES = {seat: _names_of(seat) for seat in board.SEATS}
