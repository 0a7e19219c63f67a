"""What `tests.rules.exercised` counts in The Sword of Rome: cards, table rows, paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from referee.engine.request import Request
from referee.engine.table import Table
from referee.engine.words import Answer
from tests.rules.exercised import CARDS, PARAGRAPHS, QUESTIONS, TABLES, WORDS, Cases, Thing, halves
from tests.rules.sword_of_rome.adapter import CARD_NAMES, board, ruleset

Data = dict[str, Any]
__all__ = [
    "NOTHING", "OPTIONS", "ROWS", "SELDOM", "SHARES", "UNTRACED", "of_answer", "of_event",
    "ruleset", "traced",
]  # fmt: skip

SHARES = halves(ruleset)
OPTIONS: tuple[Mapping[str, str], ...] = ({},)

_DICE = [str(number) for number in range(2, 13)]
_WAYS = ("activate", "event", "reinforce", "support")
_ASKED = {request.rule: f"asked: {kind}" for kind, request in ruleset.rules.requests.items()}
#: Paragraphs that a reason in a report names, beside those of questions.
_WHY = """
4.2 4.3 5.5 5.6 5.7 5.8 5.9 5.10 5.10.3 7.1 7.2.3 7.3.1 7.3.3 8.2.2 8.2.3 8.3 8.4 9.6.4
12.2.1 12.2.4 12.3 12.4 12.4.5 12.5 13.2 13.4 13.5 14.1 14.2 14.3 14.4 14.6 15.2.3 15.5 17.2.1
17.2.2 18 19
"""
_ATTEMPTS = ("intercept", "avoid", "pursue", "decline")
_ENDINGS = ("automatic", "last-turn", "alone")

ROWS: Mapping[str, Mapping[str, str]] = {
    CARDS: {
        card: CARD_NAMES[card]
        for card in board.CARDS
        if board.CARDS[card]["event"] not in (board.DESPERATE, "reshuffle-only")
    },
    TABLES: {
        **{f"a card's way: {way}": "7.1" for way in _WAYS},
        **{f"siege dice {dice}": "13.2" for dice in _DICE},
        **{f"Gallic event {dice}": "19" for dice in _DICE},
        **{f"naval combat {die}": "9.6.4" for die in range(1, 7)},
        **{f"attrition die {die}": "5.5" for die in range(1, 7)},
        **{f"ending {how}, {seat}": "4" for how in _ENDINGS for seat in board.SEATS},
        **{f"an attempt to {what}": "10, 11" for what in _ATTEMPTS},
    },
    PARAGRAPHS: {**dict.fromkeys(_WHY.split(), "named as a reason"), **_ASKED},
}  # fmt: skip

_RARE = {
    "successor": "a commander must be struck with subordinates left; cases of 12.2.4",
    "home": "random players seldom land in Africa; cases of 17.2.2",
    "consent": "random players call on no ally's leader; cases of 9.5.5",
}
#: Why something comes up less often than all else.
SELDOM: Mapping[Thing, str] = {
    (WORDS, "action: look"): "random play does not look; replays of traces do nothing else",
    **{(QUESTIONS, kind): why for kind, why in _RARE.items()},
    **{(WORDS, f"{kind}: {kind}"): why for kind, why in _RARE.items()},
    **{(WORDS, f"{kind}: nothing"): why for kind, why in _RARE.items()},
    **{
        (TABLES, f"ending alone, {seat}"): "nobody wipes out all others; a case of 5.10.3"
        for seat in board.SEATS
    },
    (PARAGRAPHS, "17.2.1"): "random players seldom land in Africa; cases of 17.2.1",
    (PARAGRAPHS, "17.2.2"): "random players seldom land in Africa; cases of 17.2.2",
    (PARAGRAPHS, "5.10.3"): "random players keep a CU somewhere; cases of 5.10.3",
    (PARAGRAPHS, "9.5.5"): _RARE["consent"],
    **{
        (CARDS, card): "its condition must hold while the card is in the hand; cases of objective"
        for card in board.CARDS
        if board.CARDS[card]["event"] == "objective"
    },
    **{(TABLES, f"naval combat {die}"): "few sail to a port of Carthage" for die in range(1, 7)},
    (CARDS, "e29"): "all leaders of that hand need a card of 2 at least; cases of forced-march",
    (WORDS, "reinforcement: aside"): "random players place every leader that can be placed",
    (WORDS, "reinforcement: command"): "random players leave the command to the rules",
    (WORDS, "action: carthage"): "two cards must be played before, in their order; cases of 18",
}
#: What the traces never come to, or hardly: cards, by the events whose cases they are; paragraphs;
#: words.
UNTRACED: Mapping[str, Cases] = {
    "r17": Cases(
        "extra-loss",
        "Rout Pursued takes two more of the beaten force",
        "Rout Pursued is for the winner",
    ),
    "g9": Cases(
        "extra-loss",
        "No Quarter takes two more",
        "No Quarter is no response before the dice",
    ),
    "r27": Cases(
        "siege-mod",
        "Walls Repaired against a siege of a Roman city",
        "Walls Repaired is not for the city of another",
    ),
    "h24": Cases(
        "siege-mod",
        "Harbour Chains against a siege of a Greek city",
        "Harbour Chains is not for one's own siege",
    ),
    "e23": Cases(
        "siege-mod",
        "Sappers bring a siege 2 more",
        "Sappers are not for the siege of another",
    ),
    "r29": Cases(
        "reaction-mod",
        "Scouts Report makes 4 of 3 tactics",
        "Scouts Report is not for the roll of another",
    ),
    "h22": Cases(
        "reaction-mod",
        "Oars and Anchors help an army to get away",
        "Oars and Anchors are not for the roll of another",
    ),
    "g31": Cases(
        "reaction-mod",
        "Ambush in the Woods lets Gauls intercept by a 3",
        "Ambush in the Woods is no card of a battle",
    ),
    "g11": Cases(
        "reaction-block",
        "Horsemen Sweep Round stops an interception without a roll",
        "Horsemen Sweep Round is not for an attempt of the Gauls themselves",
    ),
    "e18": Cases(
        "reaction-block",
        "Shepherds as Spies keep the enemy from getting away",
        "Shepherds as Spies are not for a pursuit",
    ),
    "g13": Cases("objective", "a battle won in this turn", "none was won"),
    "g23": Cases("objective", "a city sacked", "Great Sack needs a city sacked in this turn"),
    "g32": Cases(
        "objective",
        "CU in three home spaces of other players",
        "Far Fires needs three spaces, not two",
    ),
    "g34": Cases("objective", "three plunder markers", "Vae Victis needs three markers"),
    "g36": Cases(
        "objective",
        "all home spaces, and six CU abroad",
        "Master of the Plain needs every home space",
    ),
    "g22": Cases(
        "pacify",
        "Druids Speak, and two spaces are Gallic again",
        "Druids Speak for two, not three",
    ),
    "g25": Cases(
        "war-party",
        "Cattle Driven Off makes 7 of a 5",
        "Cattle Driven Off is not for a siege",
    ),
    "g26": Cases(
        "battle-mod",
        "Wagon Laager for Gauls who are attacked",
        "Wagon Laager is not for Gauls who attack",
    ),
    "g30": Cases(
        "battle-mod",
        "Naked Courage for Gauls who attack",
        "Naked Courage is not for Gauls who are attacked",
    ),
    "e16": Cases(
        "battle-mod",
        "Linen Legion for Samnites",
        "Linen Legion does nothing for Etruscans",
    ),
    "e10": Cases(
        "leader-enters",
        "a leader joins CU of his power, and his card leaves the game",
        "Gellius Egnatius does not join Etruscans",
    ),
    "e29": Cases(
        "forced-march",
        "Mountain Paths add a support point, as any card does",
        "Mountain Paths move nobody, for all leaders of that hand need a 2",
    ),
    "4.2": Cases(
        "4.2",
        "level at the level, the tie order decides",
        "below the level nobody wins",
    ),
    "4.3": Cases(
        "4.3",
        "most VP after the last turn, ties by their order",
        "before the last turn nobody has won",
    ),
    "5.10.3": Cases(
        "5.10.3",
        "a player without CU is out, what he had is independent",
        "with a single CU nobody is out",
    ),
    "7.2.3": Cases(
        "7.2.3",
        "five home spaces lost, and the mines are depleted",
        "four, and they are not",
    ),
    "7.3.3": Cases("7.3.3", "above that it falls", "CU keep as much loyalty"),
    "12.2.4": Cases(
        "12.2.4",
        "the owner of a struck commander says who takes over",
        "only a leader who stands there takes over",
    ),
    "15.2.3": Cases(
        "15.2.3",
        "an ally's home space is freed for him",
        "nothing is done to a home space that its own power, an ally, controls",
    ),
    "17.2.1": Cases(
        "17.2.1",
        "Hamilcar goes to Carthago before retreat and support",
        "Hamilcar under siege stays",
    ),
    "17.2.2": Cases(
        "17.2.2",
        "Carthage stands and falls at Carthago",
        "Greeks beaten at Carthago end nothing",
    ),
    "18": Cases(
        "18",
        "any Roman card of value 3 activates Carthage",
        "a card of value 2 does not",
    ),
    "successor: successor": Cases(
        "12.2.4",
        "the owner of a struck commander says who takes over",
        "only a leader who stands there takes over",
    ),
    "home: home": Cases(
        "17.2.2",
        "Carthage stands and falls at Carthago",
        "the forces in Africa go to a Greek reinforcement space",
    ),
    "surrender: none": Cases(
        "5.6",
        "a power may leave out everything",
        "nothing is left out where nothing would be done",
    ),
    "action: if, else: skip": Cases(
        "5.4",
        "a line is carried out if its condition holds",
        "otherwise it is skipped, and the next is carried out",
    ),
    "action: if, else: stop": Cases(
        "5.4",
        "a line is carried out if its condition holds",
        "or the orders stop there, and he is asked for the rest",
    ),
}
#: Of these the second case is no refusal: nobody decides, nobody is asked, or a line is left out.
NOTHING = {"4.2", "4.3", "5.10.3", "7.2.3", "17.2.1", "17.2.2", "g25", "action: if, else: stop"}


def of_event(table: Table, kind: str, told: Data) -> Iterator[Thing]:
    """Cards, table rows, and the paragraphs of reasons and of what happens."""
    named = re.findall(r"\d+(?:\.\d+)*", str(told.get("why", "")))
    for rule in (*named, *_shown(kind, told), *_for_an_ally(table.public, kind, told)):
        if rule in ROWS[PARAGRAPHS]:
            yield PARAGRAPHS, rule
    if kind == "plays":
        yield TABLES, f"a card's way: {told['way']}"
    played = kind in ("responds", "fetches") or (kind == "plays" and told["way"] == "event")
    if played and told.get("card") in ROWS[CARDS]:
        yield CARDS, told["card"]
    if kind in _ROLLS:
        dice = "dice" if isinstance(told.get("dice"), list) else "die"
        yield TABLES, f"{_ROLLS[kind]} {sum(told[dice])}"
    if kind == "attempt":
        yield TABLES, f"an attempt to {told['what']}"
    if kind == "result":
        yield TABLES, f"ending {told['ending']}, {told['winner']}"


#: Paragraphs that an event shows, by its kind and what it says under a key.
_SHOWN: Mapping[tuple[str, str], Mapping[str, str]] = {
    ("result", "ending"): {"automatic": "4.2", "last-turn": "4.3", "alone": "5.10.3"},
    ("flag", "flag"): {"mines depleted": "7.2.3", "treaty": "18", "carthage out": "17.2.2"},
    ("plays", "way"): {"carthage": "18"},
}
#: Paragraphs that a card shows, by its event.
_BY_CARD = {"sow-discord": "7.3.3", "strike-commander": "12.2.4", "devotio": "12.2.4"}


def _shown(kind: str, told: Data) -> Iterator[str]:
    """By the event alone."""
    for (which, key), rules in _SHOWN.items():
        if which == kind and told[key] in rules:
            yield rules[told[key]]
    if kind == "out":
        yield "5.10.3"
    if kind == "responds" or (kind == "plays" and told["way"] == "event"):
        yield _BY_CARD.get(board.CARDS[told["card"]]["event"], "")
    if kind == "goes" and told["to"] == board.CARTHAGO:
        yield "17.2.1" if board.SPACES[told["from"]]["region"] != board.AFRICA else ""


def _for_an_ally(public: Data, kind: str, told: Data) -> Iterator[str]:
    """15.2.3 Support or a surrender gives a space to an ally."""
    why = str(told.get("why", "")) if kind == "control" else ""
    if why.startswith("support"):
        acting = {*board.PLAYS[public["now"]["seat"]], public["now"]["neutral"]}
    elif why.startswith("surrender"):
        acting = {public["queue"][0]}
    else:
        return
    if told["power"] not in acting:
        yield "15.2.3"


#: What the dice of an event are for.
_ROLLS = {"roll": "siege dice", "gallic event": "Gallic event", "naval": "naval combat",
          "attrition": "attrition die"}  # fmt: skip


def of_answer(table: Table, request: Request, answer: Answer) -> Iterator[Thing]:
    """7.3.3 A point of the beaten power that the winner cuts."""
    points = [point for line in answer for point in line.get("gain", ())]  # type: ignore[attr-defined]
    for point in points:
        if "cut" in point:
            yield PARAGRAPHS, "7.3.3"


def traced(path: Path) -> object:
    """A game that another implementation has played."""
    from tests.traces import sword_of_rome

    return sword_of_rome.compare(path)
