"""What `tests.rules.exercised` counts in The Sword of Rome: cards, table rows, paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from referee.engine.request import Request
from referee.engine.table import Table
from referee.engine.words import Answer
from tests.rules.exercised import CARDS, PARAGRAPHS, QUESTIONS, TABLES, WORDS, Cases, Thing
from tests.rules.sword_of_rome.adapter import CARD_NAMES, board, ruleset

Data = dict[str, Any]
__all__ = [
    "OPTIONS", "ROWS", "SELDOM", "SHARES", "UNTRACED", "of_answer", "of_event", "ruleset", "traced",
]  # fmt: skip

_FIRST, *_OTHERS = ruleset.scenarios
SHARES = {_FIRST: 100, **dict.fromkeys(_OTHERS, 50)}
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

_WINDOWS = ("intercept", "avoid", "respond", "desperate times")
_RARE = {
    "successor": "a commander must be struck with subordinates left; cases of 12.2.4",
    "home": "random players seldom land in Africa; cases of 17.2.2",
    "consent": "random players call on no ally's leader; cases of 9.5.5",
}
#: Why something comes up less often than all else.
SELDOM: Mapping[Thing, str] = {
    **{
        (WORDS, f"{kind}: {word}"): "words of windows, which tests of the engine write"
        for kind in _WINDOWS
        for word in ("pass", "never", "at most", "ask again")
    },
    (WORDS, "action: look"): "random play does not look; replays of traces do nothing else",
    **{(QUESTIONS, kind): why for kind, why in _RARE.items()},
    **{(WORDS, f"{kind}: {kind}"): why for kind, why in _RARE.items()},
    **{(WORDS, f"{kind}: nothing"): why for kind, why in _RARE.items()},
    **{
        (TABLES, f"ending alone, {seat}"): "nobody wipes out all others; a case of 5.10.3"
        for seat in board.SEATS
    },
    (PARAGRAPHS, "17.2.2"): "random players seldom land in Africa; cases of 17.2.2",
}
#: What the traces never come to.
UNTRACED: Mapping[str, Cases] = {}


def of_event(table: Table, kind: str, told: Data) -> Iterator[Thing]:
    """Cards, table rows, and the paragraphs of reasons."""
    for rule in re.findall(r"\d+(?:\.\d+)*", str(told.get("why", ""))):
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


#: What the dice of an event are for.
_ROLLS = {"roll": "siege dice", "gallic event": "Gallic event", "naval": "naval combat",
          "attrition": "attrition die"}  # fmt: skip


def of_answer(table: Table, request: Request, answer: Answer) -> Iterator[Thing]:
    """Nothing that its words do not show."""
    return iter(())


def traced(path: Path) -> object:
    """A game that another implementation has played."""
    from tests.traces import sword_of_rome

    return sword_of_rome.compare(path)
