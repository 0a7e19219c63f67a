"""What `tests.rules.exercised` counts in Caesar XL: cards, table rows, paragraphs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from referee.engine.request import Request
from referee.engine.table import Table
from referee.engine.words import Answer
from tests.rules.caesar_xl.adapter import ROLLS, SEATS, board, position, ruleset
from tests.rules.exercised import CARDS, PARAGRAPHS, TABLES, Cases, Thing, halves

Data = dict[str, Any]
__all__ = [
    "OPTIONS", "ROWS", "SELDOM", "SHARES", "UNTRACED", "of_answer", "of_event", "ruleset", "traced",
]  # fmt: skip

SHARES = halves(ruleset)
OPTIONS: tuple[Mapping[str, str], ...] = ({},)

_LEADERS = ("L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8", "L9")
_ENDINGS = ("political", "military", "wiped-out", "last-turn")
_ADDED = ("friendly city", "enemy swords near it", "barbarian zone", "Octavius")

ROWS: Mapping[str, Mapping[str, str]] = {
    CARDS: {
        "caesar": "supreme leader on the march",
        "pompey": "supreme leader on the march",
        **{card: f"{board.CARD_NAMES[card]} works" for card in board.CARDS},
        **{f"{card} placed": board.CARD_NAMES[card] for card in board.LEADERS},
        **{f"{card} claimed": board.CARD_NAMES[card] for card in board.FORUM},
    },
    TABLES: {
        **{
            f"invasion, dice {number}": board.PLACE_NAMES[board.INVASIONS[str(number)]]
            for number in range(2, 13)
        },
        **{f"invasion: {what}": "12.1" for what in ("held", "repelled", "pillaged")},
        **{f"rolled again: {what}": told for what, told in ROLLS.items()},
        **{f"diplomacy, {what}": "7.4" for what in (*_ADDED, "success", "failure")},
        **{f"ending {how}, {seat}": "4, 5" for how in _ENDINGS for seat in SEATS},
        "ending last-turn, nobody": "4.1",
        "ending wiped-out, nobody": "4.2",
        **{f"raised {kind}": "7.1" for kind in ("legion", "ally")},
        **{f"lost in battle, {kind}": "10.4" for kind in ("ally", "legion", "leader", "supreme")},
        **{f"subdued {zone}": board.PLACE_NAMES[zone] for zone in board.ZONES},
        **{f"tactics of the {side}": "10.2" for side in ("attacker", "defender")},
        **{f"retreat of the {side}": "10.5" for side in ("attacker", "defender")},
    },
    PARAGRAPHS: {
        "1.1": "a turn begins",
        "1.3": "swords against dice",
        "1.6": "no counter is in stock",
        "2.1": "the set-up",
        "2.2": "Caesar begins",
        "3.1": "a player's turn ends",
        "3.2": "taxes come in after purchases",
        "4.1": "the cities decide",
        "4.2": "a player is wiped out",
        "5.1": "a card is claimed",
        "5.2": "a victory in one's own turn",
        "5.3": "a political victory",
        "5.4": "a military victory",
        "6": "cards are asked for",
        "6.1": "a card, drawn or declined",
        "6.2": "a card is bought",
        "6.3": "a forum card or an event",
        "6.4": "the discards are shuffled",
        "7": "a turn is asked for",
        "7.1": "a unit is bought",
        "7.2": "a leader is placed",
        "7.3": "an action is played",
        "7.4": "a roll of diplomacy",
        "7.5": "a unit is bought where diplomacy won this turn",
        "7.6": "a marker goes where enemies are",
        "8.1": "city taxes",
        "8.2": "income of a leader or a card",
        "9.1": "a step",
        "9.2": "several march together",
        "9.3": "a forced march",
        "9.4": "a supreme leader's group",
        "9.5": "a way through enemies",
        "9.6": "a march away from enemies",
        "9.7": "a march into a zone that is not subdued",
        "10.1": "a battle; its place in the order is said",
        "10.2": "tactics are asked for",
        "10.3": "a side rolls",
        "10.4": "pieces are lost or turned over",
        "10.5": "a retreat is asked for, or made",
        "10.6": "a battle ends",
        "10.7": "a retreat by a card",
        "10.8": "loot, promotion",
        "10.9": "supply",
        "11.1": "a card for the leader in Rome",
        "11.2": "half price with the supreme leader",
        "11.3": "a card leader fights",
        "11.4": "a leader dies",
        "12.1": "an invasion, pillage",
        "12.2": "a battle against barbarians",
        "12.3": "a die for a zone's tax",
        "12.4": "a zone is free again",
        "13.1": "a stop of one's own",
        "13.2": "dice are told",
        "15": "a bronze game is over",
    },
}

#: Paragraphs that say what words mean: every position stands on them, and nothing shows that.
DEFINITIONS = ("1.2", "1.4", "1.5")
#: Why something comes up less often than all else.
SELDOM: Mapping[Thing, str] = {
    (TABLES, "rolled again: ides"): "few claim F4, and they must draw E7 with a leader in Rome",
    (TABLES, "ending military, caesar"): "Pompey himself seldom falls; a golden game has it",
    (TABLES, "ending wiped-out, nobody"): "both must lose their last piece at once; cases of 4.2",
    (TABLES, "subdued parthia"): "six barbarians beat what random play sends there",
    (PARAGRAPHS, "9.6"): "battles end with one side gone (10.6), so nobody begins beside enemies",
}
#: What the traces never come to.
UNTRACED: Mapping[str, Cases] = {
    "F4": Cases("F4", "a die of diplomacy again, once a turn", "only dice that were rolled"),
    "F4 claimed": Cases(
        "5.1", "Pontifex Maximus, for a leader in Rome and no gold", "the condition of a card"
    ),
    "1.6": Cases(
        "1.6",
        "a new unit takes the lowest number",
        "no legion is recruited without a counter",
    ),
    "9.6": Cases(
        "9.6", "who begins beside enemies may leave", "he leaves by a connection, and once"
    ),
}

#: Events that show a paragraph, whatever they say.
_PLAIN: Mapping[str, str] = {
    "turn": "1.1", "turn over": "3.1", "cities": "4.1", "claims": "5.1", "draws": "6.1",
    "declines": "6.1", "draws openly": "6.3", "shuffled": "6.4", "leader": "7.2",
    "diplomacy": "7.4", "battle": "10.1", "volley": "10.3", "turned": "10.4",
    "battle over": "10.6", "invasion": "12.1", "barbarians fall": "12.2", "free": "12.4",
}  # fmt: skip
#: Events that show a card at work.
_WORKS = {"calls": "L3", "leads": "L6", "takes": "F3", "again": "F4", "fed": "F5", "halved": "E4",
          "spared": "T6"}  # fmt: skip
#: What a reason given in an event shows.
_WHY: Mapping[str, tuple[Thing, ...]] = {
    "a card, 6.2": ((PARAGRAPHS, "6.2"),),
    "taxes": ((PARAGRAPHS, "8.1"), (PARAGRAPHS, "3.2")),
    "half of his taxes, E4": ((PARAGRAPHS, "8.1"), (PARAGRAPHS, "3.2")),
    "Brutus, L2": ((PARAGRAPHS, "8.2"), (CARDS, "L2")),
    "the Equites, F6": ((PARAGRAPHS, "8.2"), (CARDS, "F6")),
    "loot, 10.8": ((PARAGRAPHS, "10.8"),),
    "10.8": ((PARAGRAPHS, "10.8"),),
    "7.1": ((PARAGRAPHS, "7.1"),),
    "enemies are there, 7.6": ((PARAGRAPHS, "7.6"),),
    "champion of the Optimates, E5": ((CARDS, "E5"),),
    "champion of the Populares, E6": ((CARDS, "E6"),),
    "it goes home, E3": ((CARDS, "E3"),),
    "murdered, E7": ((CARDS, "E7"),),
    "pillage, 12.1": ((PARAGRAPHS, "12.1"),),
    "given up, 10.9": ((PARAGRAPHS, "10.9"),),
    "not supplied, 10.9": ((PARAGRAPHS, "10.9"),),
    "the zone revolts, 12.3": ((PARAGRAPHS, "12.3"),),
    "a leader alone keeps no zone, 12.4": ((PARAGRAPHS, "12.4"),),
    "by Antonius, L1": ((CARDS, "L1"),),
    "F7": ((CARDS, "F7"),),
}


def of_event(table: Table, kind: str, told: Data) -> Iterator[Thing]:
    """Paragraphs, cards and table rows."""
    if kind in _PLAIN:
        yield PARAGRAPHS, _PLAIN[kind]
    if kind in _WORKS:
        yield CARDS, _WORKS[kind]
    yield from _WHY.get(told.get("why", ""), ())
    if kind in _MORE:
        yield from _MORE[kind](table.public, told)


def _turn(public: Data, told: Data) -> Iterator[Thing]:
    if (told["turn"], told["seat"]) == (1, "caesar"):
        yield PARAGRAPHS, "2.1"
        yield PARAGRAPHS, "2.2"


def _not_done(public: Data, told: Data) -> Iterator[Thing]:
    if told["rule"] == "1.6":
        yield PARAGRAPHS, "1.6"


def _result(public: Data, told: Data) -> Iterator[Thing]:
    yield TABLES, f"ending {told['ending']}, {told['winner']}"
    paragraphs = {"political": "5.3", "military": "5.4", "wiped-out": "4.2"}
    if told["ending"] in paragraphs:
        yield PARAGRAPHS, paragraphs[told["ending"]]
    if told["ending"] in ("political", "military"):
        yield PARAGRAPHS, "5.2"
    if public["scenario"] == board.BRONZE:
        yield PARAGRAPHS, "15"


def _claims(public: Data, told: Data) -> Iterator[Thing]:
    yield CARDS, f"{told['card']} claimed"
    if position.works(public, "L4", told["seat"]):
        yield CARDS, "L4"


def _plays(public: Data, told: Data) -> Iterator[Thing]:
    card = told["card"]
    if card != "T6":
        yield CARDS, card
    if card in board.ACTIONS:
        yield PARAGRAPHS, "7.3"
    else:
        attacks = public["battle"]["attacker"] == told["seat"]
        yield TABLES, f"tactics of the {'attacker' if attacks else 'defender'}"


def _draws_openly(public: Data, told: Data) -> Iterator[Thing]:
    if told["card"] in ("E1", "E2"):
        yield CARDS, told["card"]


def _raised(public: Data, told: Data) -> Iterator[Thing]:
    what, seat, now = board.kind(told["unit"]), told["seat"], public["now"]
    if told["why"] != "7.1":
        return
    yield TABLES, f"raised {what}"
    less = board.UNITS[what]["price"] - told["gold"]
    cards = ("L5",) if what == "ally" else ("L7", "F2")
    for card in cards if less else ():
        if position.works(public, card, seat) and (card != "L7" or now["legions"] == 1):
            yield CARDS, card
    alone = position.there(public, told["at"], seat) == [told["unit"]]
    if alone and now["succeeded"] and public["markers"].get(told["at"]) == seat:
        yield PARAGRAPHS, "7.5"


def _leader(public: Data, told: Data) -> Iterator[Thing]:
    yield CARDS, f"{told['card']} placed"


def _lost(public: Data, told: Data) -> Iterator[Thing]:
    kinds = [board.kind(key) for key in told["pieces"]]
    if not told["why"]:
        yield PARAGRAPHS, "10.4"
        for kind in kinds:
            yield TABLES, f"lost in battle, {kind}"
    for kind in kinds:
        if kind in ("leader", "supreme"):
            yield PARAGRAPHS, "11.4"


def _moved(public: Data, told: Data) -> Iterator[Thing]:
    if told["why"] != "retreat, 10.5":
        return
    battle = public["battle"]
    attacks = battle["attacker"] == told["seat"]
    yield TABLES, f"retreat of the {'attacker' if attacks else 'defender'}"
    yield PARAGRAPHS, "10.5" if battle["round"] else "10.7"


def _subdued(public: Data, told: Data) -> Iterator[Thing]:
    yield TABLES, f"subdued {told['at']}"
    if public["battle"]:
        yield PARAGRAPHS, "12.2"


def _free_card(public: Data, told: Data) -> Iterator[Thing]:
    yield (CARDS, "F1") if told["senate"] else (PARAGRAPHS, "11.1")


def _dice(public: Data, told: Data) -> Iterator[Thing]:
    yield PARAGRAPHS, "13.2"
    if told["for"] == "invasion":
        yield TABLES, f"invasion, dice {sum(told['dice'])}"
    if told["for"] == "zone":
        yield PARAGRAPHS, "12.3"


def _invasion(public: Data, told: Data) -> Iterator[Thing]:
    what = "held" if told["holder"] else told["outcome"]
    yield TABLES, f"invasion: {'pillaged' if 'pillaged' in what else what}"


def _diplomacy(public: Data, told: Data) -> Iterator[Thing]:
    yield TABLES, f"diplomacy, {'success' if told['success'] else 'failure'}"
    for reason in told["added"]:
        yield TABLES, f"diplomacy, {reason}"
        if reason == "Octavius":
            yield CARDS, "L9"


def _volley(public: Data, told: Data) -> Iterator[Thing]:
    yield PARAGRAPHS, "1.3"
    if any(name in board.LEADERS for name in told["names"]):
        yield PARAGRAPHS, "11.3"


def _marches(public: Data, told: Data) -> Iterator[Thing]:
    path, keys = told["path"], told["pieces"]
    yield PARAGRAPHS, "9.1" if len(path) == 2 else "9.3"
    if keys[1:]:
        yield PARAGRAPHS, "9.2"
    for seat in SEATS:
        if seat in keys:
            yield CARDS, seat
            if len(path) > 2 and keys[1:]:
                yield PARAGRAPHS, "9.4"
                yield PARAGRAPHS, "11.2"
    if position.enemies(public, path[0], told["seat"]):
        yield PARAGRAPHS, "9.6"
    if len(path) > 2 and position.enemies(public, path[1], told["seat"]):
        yield PARAGRAPHS, "9.5"
    if path[-1] in board.ZONES and path[-1] not in public["subdued"]:
        yield PARAGRAPHS, "9.7"
    if told["free"]:
        yield CARDS, told["free"]


_MORE = {
    "turn": _turn, "not done": _not_done, "result": _result, "claims": _claims, "plays": _plays,
    "draws openly": _draws_openly, "raised": _raised, "leader": _leader, "lost": _lost,
    "moved": _moved, "subdued": _subdued, "free card": _free_card, "dice": _dice,
    "invasion": _invasion, "diplomacy": _diplomacy, "volley": _volley, "marches": _marches,
}  # fmt: skip


def of_answer(table: Table, request: Request, answer: Answer) -> Iterator[Thing]:
    """10.1 An order of battles, F4 what is rolled again, 13.1 a stop."""
    for line in answer:
        if "battles" in line:
            yield PARAGRAPHS, "10.1"
        if "look" in line:
            yield PARAGRAPHS, "13.1"
        if line.get("reroll", "keep") != "keep":
            yield TABLES, f"rolled again: {request.args['for']}"


def traced(path: Path) -> object:
    """A game that another implementation has played."""
    from tests.traces import caesar_xl

    return caesar_xl.compare(path)
