"""Events in words."""

import re
from collections.abc import Mapping
from typing import Any

from referee.engine.view import View
from referee.engine.words import ELSEWHERE, Vocabulary
from referee.kit import phrases
from referee.kit.lines import listed
from rulesets.sword_of_rome import board, position
from rulesets.sword_of_rome.board import CARD_NAMES, LEADER_NAMES, NAMES, POWER_NAMES, SPACE_NAMES
from rulesets.sword_of_rome.choosing import agreed
from rulesets.sword_of_rome.turn.order import WHATS

ENDINGS = {
    "automatic": "automatic victory: the VP of this turn's level were reached (4.2)",
    "alone": "nobody else has any CU left (5.10.3)",
    "last-turn": "most VP at the end of the last turn (4.3)",
}

PHRASES: Mapping[str, str] = {
    "turn": "Turn {turn}.",
    "round": "Round {round}: {order}.",
    "first": "{seat} names/name the first player: {first}.",
    "action": "Action of {seat}:",
    "plays": "  {seat} plays/play {card} ({way}).",
    "responds": "  {seat} responds/respond with {card}.",
    "draws": "{seat} draws/draw {cards:card}[: {drawn}].",
    "discards": "{seat} discards/discard {cards}.",
    "shuffled": "The discards of {seat} go back into the draw pile.",
    "desperate": "{seat} plays/play Desperate Times ({use}).",
    "announce": "Desperate Times are announced by {seats}.",
    "fetches": "  {seat} takes/take {card} from the {from}.",
    "order": "{seat} settles/settle a tie in VP on who {what}: first {order:, then }.",
    "named": "{seat} settles/settle a tie in VP on who {what}: {who}.",
    "neutral": "  {power} acts/act for {seat}.",
    "allied": "  {powers} are allied.",
    "refused": "  {powers}: the alliance is refused.",
    "parted": "  {powers} are no longer allied ({why}).",
    "renews": "{power}, the alliance with {with}: {said}.",
    "renewed": "{powers} renew their alliance.",
    "arrive": "  {cu} CU of {power} arrive at {at} ({why}).",
    "lose": "  {power} loses/lose {cu} CU at {at} ({why}).",
    "no room": "{cu} CU of {powers} find no room and are lost.",
    "leader": "  {leader} comes to {at} ({why}).",
    "leader off": "  {leader} leaves the map {state} ({why}).",
    "commander": "  {leader} commands at {at}.",
    "inside": "  {power} goes/go inside {at}: {cu} CU[, {leaders}].",
    "outside": "  {power} stands/stand outside {at} again.",
    "control": "  Control of {at}: {power} ({why}).",
    "loyalty": "  Loyalty of {at}: {from} to {to} ({why}).",
    "colony": "  A Roman colony at {at}.",
    "siege": "  {power} besieges/besiege {at}: siege level {level}.",
    "siege over": "  The siege of {at} is over[ ({why})].",
    "scoring": "VP ({why}): {scores}.",
    "vp": "  VP ({why}): {scores}.",
    "flag": "  {flag} {on}.",
    "plunder": "  {markers:plunder marker} of {power} ({why}).",
    "attrition": "Attrition of {power} at {at}: a roll of {dice}[ plus {plus}], {cu} CU lost.",
    "roll": "  {what} of {at} by {power}: rolls {dice}[, {plus} added]: {points:point}, {cu} CU"
    " lost.",
    "consuls": "The new consuls are {drawn}.",
    "gallic event": "Gallic event {dice}: {who} loses/lose {loses}.",
    "nothing lost": "  {seat} loses/lose nothing.",
    "out": "{seat} is/are out of the game.",
    "result": "The winner is {winner}.",
    # Marches, battles and sieges.
    "activated": "  {leader} ({power}) is activated at {at}: {cu} CU[, with {with}], {mp} MP.",
    "consent": "  {power} on lending {leader}: {said}.",
    "marches": "  {leader} goes from {from} to {to}: {cu} CU, {mp} MP left.",
    "changes": "  {power}: the force {what} {cu} CU at {at}.",
    "subordinate": "  {leader} {what} the force at {at}.",
    "naval": "  Naval combat off {to}: a roll of {dice}, {cu} CU lost; the force {result}.",
    "announces": "  {power} at {at} announces/announce: {what}.",
    "attempt": "  {leader} ({power}) tries to {what} at {at}: rolls {dice}[ plus {plus}] against"
    " tactics {tactics}, {result}.",
    "blocked": "  {power}: {what} at {at} fails without a roll.",
    "goes": "  {power} goes/go from {from} to {to}: {cu} CU, {leaders}.",
    "back": "  {power} goes/go back from {from} to {to} ({why}).",
    "bribed": "  {power} at {at} lets/let the Etruscans pass.",
    "battle": "  Battle at {at}: {attacker} with {cu} against {defender} with {against}.",
    "overrun": "  {power} wins/win at {at} without a fight.",
    "flank": "  Flank force: {leader} ({power}) with {cu} CU at {at}.",
    "battle dice": "  Dice at {at}: attacker {ours}[ ({added})], defender {theirs}"
    "[ ({against})]; totals {totals}: {power} wins/win.",
    "points": "  {power} gets/get {count:support point} against {beaten}.",
    "retreats": "  {power} retreats/retreat from {from} to {to}[ by way of {via}]: {cu} CU left.",
    "relief": "  Those inside {at} join: {cu} CU of {power}[, {leaders}].",
    "sortie": "  Sortie from {at}: {leader} ({power}) with {cu} CU.",
    "not done": "  Your order {line}[ ({on})] was not done: {reason}[ ({rule})].",
}

_FIRST = re.compile(r"\S")


def describe(event: dict[str, Any], seat: str) -> list[str]:
    """One event in lines."""
    phrase = agreed(PHRASES.get(event["kind"], ""), event)
    lines = phrases.told([phrase], {**event, **_more(event)}, _WORDS)
    return [_FIRST.sub(lambda found: found[0].upper(), line, 1) for line in lines[:1]] + lines[1:]


def _more(event: Mapping[str, Any]) -> Mapping[str, Any]:
    """What phrases need beside what the event has."""
    kind = event["kind"]
    if kind in ("order", "named"):
        return {"what": WHATS[event["what"]]}
    if kind == "retreats":
        *via, to = event["way"]
        return {"via": via, "to": to}
    if kind == "battle dice":
        dice = event["dice"]
        return {"ours": dice[:3], "theirs": dice[3:]}
    return {"scores": _scores(event)} if kind in ("vp", "scoring") else {}


def _scores(event: Mapping[str, Any]) -> str:
    """5.8.1 Who gains or loses how much, and what he has then."""
    changes, now = event["changes"], event["now"]
    told = (f"{NAMES[seat]} {by:+d} (score now {now[seat]})" for seat, by in changes.items())
    return listed(told)


#: What a Gallic event takes, and from whom (19).
_GALLIC = {"cu": "1 CU", "loyalty": "1 loyalty", "point": "1 support point", "leader": "the leader"}
#: What has the place of the Gauls in a round of three players (19).
_ROUND = {"gallic event": "a Gallic event"}
#: Where a leader is who is not on the map (8.2, 8.4).
_OFF_MAP = {
    position.ASIDE: "until his owner's next action",
    position.DISPLACED: "until reinforcements come",
    position.WAITS: "until his card is played",
    position.CUP: "and goes back into the cup",
    position.REMOVED: "for good",
}
_WORDS = {**NAMES, **_GALLIC, **_ROUND, **_OFF_MAP}


def foreign(view: View) -> Mapping[str, Mapping[str, str]]:
    """Leaders of the other players' powers; those of neutral powers may be led by anybody (16)."""
    powers = {key: leader["power"] for key, leader in board.LEADERS.items()}
    return {
        "leader": {
            key: f"{LEADER_NAMES[key]} leads {board.POWERS[power]}, never you"
            for key, power in powers.items()
            if board.PLAYER.get(power, view.seat) != view.seat
        }
    }


def names(seat: str) -> Vocabulary:
    """Names by sort: cards are those of one's own deck."""
    return _NAMES[seat]


def _others(title: str) -> str:
    """6.1 Whose hand alone a card of a title can be in."""
    whose = [board.SEATS[board.OWNERS[card]] for card, name in CARD_NAMES.items() if name == title]
    return f"a card of {listed(whose)}, and can be in no other hand"


_ELSEWHERE = {title: _others(title) for title in CARD_NAMES.values()}
_NAMES: Mapping[str, Vocabulary] = {
    seat: {
        "space": SPACE_NAMES,
        "leader": LEADER_NAMES,
        "power": POWER_NAMES,
        "player": board.PLAYER_NAMES,
        "party": {**board.PLAYER_NAMES, **POWER_NAMES},
        "card": {card: CARD_NAMES[card] for card in deck},
        f"{ELSEWHERE}card": _ELSEWHERE,
    }
    for seat, deck in board.DECKS.items()
}
