"""Events in words, with the draws and why each counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.engine.request import Data
from referee.engine.words import Vocabulary
from referee.kit.lines import broken, listed, several
from rulesets.end_of_the_triumvirate import board
from rulesets.end_of_the_triumvirate.board import ALII, SEATS

WHY = {
    "second-consulship": "elected consul for the second time (1.2, 10.4)",
    "six-citizens": "a former consul with six citizens (1.2, 1.3)",
    "ninth-province": "nine provinces (1.2)",
    "competence": "both competences on VII (1.2)",
}
ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII")
SECTIONS = {ALII: "Alii", **SEATS}
VOCABULARY: Vocabulary = {
    "province": {key: province.name for key, province in board.provinces().items()},
    "space": board.names(),
    "taker": {"rome": "Rome", **{key: board.names()[key] for key in board.provinces()}},
    "section": SECTIONS,
    "seat": SEATS,
}


def describe(event: Data) -> list[str]:
    """Lines for one event; none if there is nothing to say of it."""
    teller = TELL.get(event["kind"])
    return [part for line in (teller(event) if teller else []) for part in broken(line)]


def goods(gold: int, legions: int) -> str:
    """``2 gold and 1 legion``."""
    parts = [f"{gold} gold"] if gold else []
    return " and ".join([*parts, several(legions, "legion")] if legions else parts)


def _supply(event: Data) -> list[str]:
    name, gold, legions = SEATS[event["seat"]], event["gold"], event["legions"]
    takers = [t for t in VOCABULARY["taker"] if t != "rome" and (t in gold or t in legions)]
    parts = [f"{_name(t)} {goods(gold.get(t, 0), legions.get(t, 0))}" for t in takers]
    rome = goods(gold.get("rome", 0), legions.get("rome", 0)) or "nothing"
    placed = listed(f"{number} in {_name(p)}" for p, number in event["placed"].items())
    lines = [f"{name}'s supply: {listed(parts) or 'no province yields'} (5.2)."]
    lines.append(f"Rome gives {rome}{f': {placed}' if placed else ''} (5.4).")
    lacking = goods(event["lacking"]["gold"], event["lacking"]["legions"])
    return [*lines, *([f"The supply falls short by {lacking} (5.5)."] if lacking else [])]


def _name(space: str) -> str:
    return board.names()[space]


def _load(event: Data) -> str:
    """``with 2 legions and 1 servant``."""
    counts = (("legions", "legion"), ("servants", "servant"))
    parts = [several(event[key], thing) for key, thing in counts if event[key]]
    return f" with {' and '.join(parts)}" if parts else ""


def _way(event: Data) -> str:
    way = " - ".join(_name(space) for space in (event["from"], *event["path"]))
    return f"{way} ({several(event['points'], 'point')})"


def _move(event: Data) -> list[str]:
    gold = f" He takes {event['gold']} gold there (6.7)." if event["gold"] else ""
    return [f"{SEATS[event['seat']]} goes{_load(event)}: {_way(event)}.{gold}"]


def _servant(event: Data) -> list[str]:
    does = {"place": "places a servant", "lift": "takes the servant up"}[event["what"]]
    return [f"{SEATS[event['seat']]} {does} in {_name(event['at'])} (6.10)."]


def _attack(event: Data) -> list[str]:
    against = f"{SEATS[event['defender']]} has {several(event['against'], 'legion')} there"
    return [f"{SEATS[event['seat']]} attacks{_load(event)}: {_way(event)}; {against}."]


def _battle(event: Data) -> list[str]:
    seat, defender, drawn = event["seat"], event["defender"], event["drawn"]
    effects = {seat: "a defending legion falls", defender: "an attacking legion falls"}
    lines = [
        f"    {several(drawn.count(colour), 'weapon')} of {SEATS[colour]} drawn:"
        f" {effects.get(colour, 'no effect')}{' each' if drawn.count(colour) > 1 else ''} (7.2)"
        for colour in SEATS
        if colour in drawn
    ]
    if event["guard"]:
        lines.append(f"    {SEATS[defender]} himself stops {event['guard']} more (7.3)")
    killed, left = event["killed"], event["left"]
    result = "the attack succeeds" if left else "the attack fails"
    lines.append(
        f"    in all {several(killed[0], 'attacker')} and {several(killed[1], 'defender')} fall,"
        f" {several(left, 'attacker')} left: {result} (7.4, 7.5)"
    )
    return lines


def _beaten_back(event: Data) -> list[str]:
    return [f"    {SEATS[event['seat']]} goes back to {_name(event['to'])} (7.6)"]


def _escape(event: Data) -> list[str]:
    back = [f"a step back in the {track} competence" for track in event["back"]]
    said = f"takes the escape card{', ' if back else ''}{' and '.join(back)}"
    return [f"{SEATS[event['seat']]} {said} (7.7)."]


def _refuge(event: Data) -> list[str]:
    gold = f" and takes {event['gold']} gold there" if event["gold"] else ""
    servants = f" with {several(event['servants'], 'servant')}" if event["servants"] else ""
    return [f"{SEATS[event['seat']]} flees to {_name(event['to'])}{servants}{gold} (7.7)."]


def _conquest(event: Data) -> list[str]:
    number = several(event["provinces"], "province")
    return [f"{_name(event['at'])} is {SEATS[event['seat']]}'s, who has {number} now (7.7)."]


def _weapons(event: Data) -> list[str]:
    why = {"servant": "servants lost, 7.7", "card": "side I of the card, 7.8", "made": "8.3"}
    number = several(event["number"], "weapon") if event["number"] else "no weapon (none is left)"
    return [f"{SEATS[event['seat']]} puts {number} into the bag ({why[event['why']]})."]


def _compensation(event: Data) -> list[str]:
    side = ROMAN[event["side"]]
    return [f"{SEATS[event['seat']]} has the compensation card, side {side} (7.8)."]


def _occupied(event: Data) -> list[str]:
    gold = event["gold"]
    return [f"{SEATS[event['seat']]} takes {gold} gold there (6.7)."] if gold else []


def _paid(event: Data) -> list[str]:
    which = ROMAN[event["number"]]
    return [f"{SEATS[event['seat']]} pays {event['gold']} gold for action {which} (8.1):"]


def _raised(event: Data) -> list[str]:
    level = ROMAN[event["level"]]
    return [f"{SEATS[event['seat']]}'s {event['track']} competence is raised to {level}."]


def _persuaded(event: Data) -> list[str]:
    away = event["section"] != ALII
    way = f"from {SECTIONS[event['section']]} to Alii" if away else "from Alii to his section"
    return [f"{SEATS[event['seat']]} persuades a citizen: {way} (8.3)."]


def _trimmed(event: Data) -> list[str]:
    surplus = listed(f"{number} from {_name(p)}" for p, number in event["surplus"].items())
    return [f"Legions above six go to the supply: {surplus} (9.1)."]


def _stone(event: Data) -> list[str]:
    where = ROMAN[event["stone"]]
    return [f"The stone moves to {where} (10.1)." if where else "The stone is at ELECTION (10.1)."]


def _consul(event: Data) -> list[str]:
    citizens = several(event["citizens"], "citizen")
    return [f"{SEATS[event['seat']]} is elected consul, with {citizens} (10.2)."]


def _installed(event: Data) -> list[str]:
    leaving = several(event["leaving"], "citizen")
    return [f"The consul's servant goes to {_name(event['at'])}, {leaving} of his to Alii (10.5)."]


def _not_done(event: Data) -> list[str]:
    return [f"(for you alone) Line {event['line']}: {event['reason']} ({event['rule']})."]


def _result(event: Data) -> list[str]:
    return [
        f"{SEATS[event['seat'] if 'seat' in event else event['winner']]} wins: {WHY[event['why']]}."
    ]


TELL: Mapping[str, Callable[[Data], list[str]]] = {
    "supply": _supply,
    "move": _move,
    "servant": _servant,
    "attack": _attack,
    "battle": _battle,
    "beaten back": _beaten_back,
    "escape": _escape,
    "refuge": _refuge,
    "conquest": _conquest,
    "weapons": _weapons,
    "compensation": _compensation,
    "occupied": _occupied,
    "paid": _paid,
    "raised": _raised,
    "persuaded": _persuaded,
    "trimmed": _trimmed,
    "stone": _stone,
    "consul": _consul,
    "installed": _installed,
    "not done": _not_done,
    "result": _result,
}
