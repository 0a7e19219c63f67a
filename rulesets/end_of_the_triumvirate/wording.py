"""Names, events and the whole table in words (2.5, 13.2)."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine.request import Data, View
from referee.engine.words import Vocabulary
from referee.kit.lines import columns, packed, several
from referee.kit.phrases import ROMAN, told
from rulesets.end_of_the_triumvirate import board
from rulesets.end_of_the_triumvirate.board import ALII, ROME, SEATS, TRACKS
from rulesets.end_of_the_triumvirate.movement import brought
from rulesets.end_of_the_triumvirate.position import bag, leads, owned

_PROVINCES = {key: board.NAMES[key] for key in board.LAND}
VOCABULARY: Vocabulary = {
    "province": _PROVINCES,
    "space": board.NAMES,
    "taker": {ROME: "Rome", **_PROVINCES},
    "section": {ALII: "Alii", **SEATS},
    "seat": SEATS,
}
ENDINGS: Mapping[str, str] = {
    "second-consulship": "elected consul for the second time (1.2, 10.4)",
    "six-citizens": "six citizens in the section of a former consul (1.2, 1.3)",
    "ninth-province": "the ninth province (1.2)",
    "competence": "both competences on VII (1.2)",
}
#: What is said of each event: lines that go with what stands in [] if a value there is nothing.
PHRASES: Mapping[str, str] = {
    "turn": "YEAR {year}, TURN {turn}: {seat}",
    "rest of turn": "YEAR {year}, TURN {turn}: {seat}, the rest",
    "supply": "{seat} is supplied (5)\n[  gold: {gold}]\n[  legions: {legions}]"
    "\n[  those of Rome go to: {placed} (5.4)]"
    "\n[  the supply of gold falls short by {lack_gold} (5.5)]"
    "\n[  the supply of legions falls short by {lack_legions} (5.5)]",
    "move": "{seat} goes: {path: - }[, {legions:legion}][, {servants:servant}] ({points:point})",
    "attack": "{seat} attacks: {path: - }, {legions:legion}[, {servants:servant}] ({points:point})",
    "collected": "[  {seat} takes {gold} gold in {at} (6.7)]",
    "place servant": "{seat} places a servant in {at} (6.10)",
    "lift servant": "{seat} takes the servant in {at} up (6.10)",
    "battle": "  {attackers:attacking legion} against {defenders} of {defender}"
    "\n[  drawn: {hits:weapon} of {seat}: as many defending legions fall (7.2)]"
    "\n[  drawn: {blows:weapon} of {defender}: as many attacking legions fall (7.2)]"
    "\n[  drawn: {neutral:weapon} of a third colour, back into the bag (7.2)]"
    "\n[  no weapon is drawn: {undrawn} (7.1)]"
    "\n[  {defender} himself is there: the attacker loses {guard:legion} more (7.3)]"
    "\n[  battle: each side loses {gone:legion} (7.4)]",
    "losses": "  left: {left:attacking legion}, {stand:defending legion} (7.5)",
    "under way": "{seat} takes {at} from {defender} (7.7)",
    "beaten back": "  the attack fails: {seat} goes back to {from} (7.6)",
    "escape": "{seat} must flee, with the escape card[; a step back: {back}] (7.7)",
    "refuge": "{seat} flees to {at}[ with {servants:servant}] (7.7)",
    "conquest": "{at} is {seat}'s, who has {provinces:province} now (7.7)",
    "compensation": "{seat} has the compensation card, side {side:roman} (7.8)",
    "armed": "{seat} puts {number:weapon} into the bag ({why})",
    "paid": "{seat} pays {gold} gold for action {number:roman} (8.1)",
    "declined": "{seat} raises no competence (7.8)",
    "raised": "{seat}'s {track} competence is raised to {level:roman}",
    "persuaded": "{seat} persuades a citizen to go from {section} to {to} (8.3)",
    "turn over": "[legions above six go to the supply: {surplus} (9.1)]"
    "\n[the stone moves to {stone:roman} (10.1)]",
    "consul": "ELECTION: {seat} is elected consul with {citizens:citizen} (10.2)",
    "installed": "the consul's servant comes to {at}; {leaving:citizen} of his to Alii (10.5)",
    "idle": "{seat} stays and takes no action (4.1)",
    "not done": "(for you alone) order {line}: {reason}[ ({rule})]",
    "result": "{seat} wins: {why}",
}
_NAMES = {key: name for each in (*VOCABULARY.values(), ENDINGS) for key, name in each.items()}


def describe(event: Data, seat: str) -> list[str]:
    """Lines for one event; none if there is nothing to say of it."""
    return told(PHRASES.get(event["kind"], "").split("\n"), event, _NAMES)


def reminder(public: Data) -> list[Data]:
    """An attack whose end waits for what the loser of the province chooses."""
    attack = public["attack"]
    return [{"kind": "under way", "data": dict(attack)}] if attack else []


def situation(view: View) -> list[tuple[str, list[str]]]:
    """Every section of a report, in order; the reports of all seats are alike."""
    public = view.public
    found = [("Provinces", _provinces(public)), ("Triumvirs", _triumvirs(public)), _rest(public)]
    if attack := public["attack"]:
        who = public["characters"][attack["seat"]]
        along = f"{several(who['legions'], 'legion')}, {several(who['servants'], 'servant')}"
        line = f"{SEATS[attack['seat']]} takes {_NAMES[attack['at']]}; with him: {along}"
        found.insert(0, ("Attack under way", [line]))
    return found


def _provinces(public: Data) -> list[str]:
    """Owner, type, legions, gold, governor, servants; and where the triumvirs stand."""
    rows: list[list[object]] = [["", "", "type", "legions", "gold", "gov.", "servants"]]
    for seat in public["players"]:
        for key in owned(public, seat):
            place, printed = public["provinces"][key], board.LAND[key]
            row = [printed["name"], printed["type"], place["legions"], place["gold"]]
            idle = [f"{place['idle']} idle"] if place["idle"] else []
            servants = ", ".join(["placed"] * place["active"] + idle)
            rows.append([SEATS[seat], *row, place["governor"], servants])
    characters = public["characters"]
    there = [f"{SEATS[one]} in {board.NAMES[characters[one]['at']]}" for one in public["players"]]
    lines = [*columns(rows, " "), "gov.: whether the governor stands on the supply square (5.1)"]
    return [*lines, *packed("on the map:", there)]


def _triumvirs(public: Data) -> list[str]:
    """Treasury, reserves, citizens, competences (+ for who leads), cards."""
    counts = ("gold", "weapons", "governors", "citizens")
    rows: list[list[object]] = [["", *counts, "provinces", *TRACKS]]
    cards = []
    card, fled = public["compensation"], public["escape_card"]
    for seat in public["players"]:
        who = public["characters"][seat]
        levels = [ROMAN[who[t]] + ("+" if leads(public, seat, t) else "") for t in TRACKS]
        numbers = [who[key] for key in counts]
        rows.append([SEATS[seat], *numbers, len(owned(public, seat)), *levels])
        has = ["consul"] * who["consul"] + ["escape"] * (fled == seat)
        has += [f"compensation {ROMAN[card['side']]}"] * (card["holder"] == seat)
        cards += [f"cards of {SEATS[seat]}: {', '.join(has)}"] if has else []
    return [*columns(rows, " "), "weapons and governors: in reserve; +: he leads (8.4)", *cards]


def _rest(public: Data) -> tuple[str, list[str]]:
    """2.5 Alii, the bag by colour, the supply, the stone."""
    supply = public["supply"]
    lines = packed("weapons in the bag:", (f"{SEATS[s]} {n}" for s, n in bag(public).items()))
    goods = [several(supply["legions"], "legion"), f"{supply['gold']} gold"]
    lines += packed("supply:", [*goods, several(supply["servants"], "servant")])
    stone = ROMAN[public["stone"]] if public["stone"] else "ELECTION"
    lines = [f"citizens in Alii: {public[ALII]}", *lines, f"stone: {stone}"]
    if (now := public["now"])["asked"] and public["phase"] == "turn":
        done = f"points left {now['points']}, actions {now['actions']}"
        attacks = f"attacks won {now['won']}, lost {now['lost']}"
        lines.append(f"turn of {SEATS[public['active']]} so far: {done}, {attacks}")
    if now["asked"] and public["phase"] == "turn" and not public["attack"]:
        legions, servants = brought(public, public["active"])
        along = f"{several(legions, 'legion')}, {several(servants, 'servant')}"
        lines.append(f"came along to where he is: {along}")
    return "Forum, bag and supply", lines
